"""What many numbers cost: as much as each alone, however many stand in the draft, the claim or the source."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from growth import Job, calls, exponent, spent

from audit import facts
from audit.numbers.conflicts import conflicts
from audit.pairs import judge
from audit.runner import audit
from audit.statistics import judge as judged
from audit.statistics import prepare
from wellsourced_core.model import Claim, Pair, Source

LINEAR = 1.5  # far below 2, and above what a busy machine makes of 1
NOTICEABLE = 0.03  # CPU seconds: something quadratic is far above it at these sizes
NumberedText = Callable[[int], list[object]]
SERVED = "The ferry served {} boats"


def some(n: int, seed: int = 1, most: int = 1_000_000) -> list[object]:
    pick = random.Random(seed).randrange  # noqa: S311 - numbers, no secrets
    return [pick(most) for _ in range(n)]


def draft(sentences: list[str], text: str) -> Job:
    """Audit a draft of these sentences, each cited, with one source."""
    body = "\n\n".join(f"{sentence} [1]." for sentence in sentences)
    source = Source("1", "https://port.example/1", "R", text, n=1)
    return lambda: audit(f"# A\n\n{body}\n\n## Sources\n\n1. R https://port.example/1\n", (source,))


def each(form: str, mine: list[object], theirs: list[object]) -> Job:
    """Audit a draft whose sentences have one number each, with a source of such sentences."""
    return draft([form.format(x) for x in mine], " ".join(f"{form.format(x)}." for x in theirs))


def pair(claim: str, text: str) -> Job:
    return lambda: judge(Pair(Claim(claim), Source("1", "", "", text)))


def held_together(form: str) -> Callable[[int], Job]:
    """Hold two sources together that have n sentences of one form each."""

    def job(n: int) -> Job:
        texts = (" ".join(form.format(i, 3_000 + 2 * i + k) for i in range(n)) for k in range(2))
        mine, theirs = map(prepare, texts)
        return lambda: conflicts(mine, theirs)

    return job


DRAFTS: dict[str, Callable[[int], Job]] = {
    "wrong": lambda n: each(SERVED, some(n), some(n, 2)),
    "years": lambda n: each("The ferry sank in {}", some(n, 1, 3_000), some(n, 2, 3_000)),
    "one sentence": lambda n: draft(
        [SERVED.format(x) for x in some(n)], f"The ferry served {', '.join(map(str, some(n, 2)))} boats. It ran daily."
    ),
}
PAIRS: dict[str, Callable[[int], Job]] = {
    "numbers": lambda n: pair(
        f"It served {' '.join(map(str, some(n)))}", f"It served {' '.join(map(str, some(n, 2)))}"
    ),
    "ranges": lambda n: pair("from 1 to " * n, "from 1 to " * n),
    "labels": lambda n: pair(" ".join(f"COVID-{x}" for x in some(n)), " ".join(f"COVID-{x}" for x in some(n, 2))),
    "denials": lambda n: pair("The ferry did not sink. " * n, "The ferry sank. It was lost in 1998. " * n),
    "sentences": lambda n: pair(
        " ".join(f"The ferry served {x} boats." for x in some(n)),
        " ".join(f"The ferry served {x} boats." for x in some(n, 2)),
    ),
}


def growth(work: Callable[[int], Job], small: int, large: int) -> float:
    """Return the exponent with which the CPU time grows between two sizes; 0 where it is too short to tell."""
    job = work(large)
    return exponent(work(small), job, large / small, enough=LINEAR) if spent(job) >= NOTICEABLE else 0.0


@pytest.mark.parametrize("shape", DRAFTS)
def test_j112_numbers_of_a_draft_cost_no_more_than_their_number(shape: str) -> None:
    few, many = (calls(DRAFTS[shape](n)) for n in (160, 480))
    assert many <= 3.6 * few  # three times as many


@pytest.mark.parametrize("shape", PAIRS)
def test_j113_numbers_of_a_claim_cost_no_more_than_their_number(shape: str) -> None:
    assert growth(PAIRS[shape], 300, 1_200) <= LINEAR


@pytest.mark.parametrize(
    "form", ["The parish of Alder{} kept {} sheep on its common.", "In the year 1{:03} the parish kept {} sheep."]
)
def test_sources_of_one_form_of_sentence_are_held_together_at_the_cost_of_their_numbers(form: str) -> None:
    few, many = (calls(held_together(form)(n)) for n in (100, 300))
    assert many <= 3.6 * few  # three times as many


def test_a_paragraph_is_searched_for_words_of_contrast_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Contrast:
        asked = 0

        def search(self, _text: str) -> None:
            self.asked += 1

    said = [f"In 1{500 + i} the ferry of Ardle carried {100 + 2 * i} passengers" for i in range(20)]
    texts = (". ".join(said), ". ".join(re.sub("([0-9]+) pass", r"9\1 pass", one) for one in said))
    sources = tuple(Source(str(k), f"https://a.example/{k}", "R", text, n=k) for k, text in enumerate(texts, 1))
    listed = "\n".join(f"{one.n}. R {one.url}" for one in sources)
    monkeypatch.setattr(facts, "_DIFFERS", contrast := Contrast())
    report = audit(f"# A\n\n{' '.join(f'{one} [1].' for one in said)}\n\n## Sources\n\n{listed}\n", sources)
    assert sum(one.code == "N205" for one in report.findings) == 20
    assert contrast.asked == 1


def test_j114_a_number_that_very_many_may_carry_is_judged_where_its_words_stand() -> None:
    table = " ".join(f"Pier {i} of the harbour served {i + 1_000} boats in spring." for i in range(700))
    source = prepare(f"{table} The lighthouse of Lorn served 12 visitors in spring. {table}")
    [wrong] = judged("The lighthouse of Lorn served more than 500 visitors in spring.", source)
    assert wrong.verdict == "other-fact"
    [right] = judged("The piers of the harbour served more than 500 boats in spring.", source)
    assert right.verdict == "carried"


def test_j115_a_sentence_that_cites_one_source_very_often_is_rated_once() -> None:
    assert (
        growth(lambda n: draft([", ".join(f"{x} boats [1]" for x in some(n))], SERVED.format(12)), 150, 600) <= LINEAR
    )
