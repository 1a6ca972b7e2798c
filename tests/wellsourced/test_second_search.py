"""Nothing is refused after one search; a second one learns only from what fits, and makes nothing worse."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality import gate
from wellsourced.api import score_sources
from wellsourced.cli import main
from wellsourced.merged_searches import Union
from wellsourced.pipeline import Settings, Tools, lines, research
from wellsourced_core.model import Assignment, Attempt, Full, Insufficient, Source, Written

DAY = date(2026, 11, 21)
SETTINGS = Settings(DAY)
BLADES = "What erodes tidal turbine blades?"
PASTA = (
    "Boil the pasta in a large pot. Stir the pot and add salt to the water.",
    "Salt the pasta water well. Boil it in a pot, and stir until the pasta is done.",
    "A pot of pasta wants salt. Stir it while you boil it, and taste it often.",
)
WORN = (
    "Sand and silt erode tidal turbine blades: suspended sediment wears the leading edge within a year of service.",
    "Cavitation erodes the blades of a tidal turbine where the flow is fast; sediment wears coating and edge.",
    "Tidal turbine blades erode at the leading edge, because sediment in the flow wears the coating away.",
    "The erosion of tidal turbine blades by sediment was measured at three sites over a year of service.",
)


@dataclass
class Shelf:
    """A backend that answers by a rule, and keeps what it was asked."""

    answers: Callable[[str], Sequence[Source]]
    name: str = "shelf"

    def __post_init__(self) -> None:
        self.asked: list[str] = []

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        self.asked.append(query)
        return tuple(self.answers(query))[:limit]


def pages(texts: Sequence[str], host: str = "site") -> list[Source]:
    return [
        Source(f"{host}{i}", f"https://{host}{i}.example/page", f"Page {i}", text, date(2026, 1, 1))
        for i, text in enumerate(texts)
    ]


def never(assignment: Assignment) -> Written:
    raise AssertionError("the writer was called")


@pytest.mark.parametrize("mode", ["standard", "deep"])
@pytest.mark.parametrize("found", [0, 1, 2, 3])
def test_a_second_search_is_made_whenever_the_gate_would_not_say_full(mode: str, found: int) -> None:
    shelf = Shelf(lambda _query: pages(WORN[:found]))
    done = research(BLADES, mode, Tools((shelf,), never), SETTINGS)
    assert not isinstance(done.outcome, Full)
    assert len(shelf.asked) > 1
    assert done.retried is not None


def test_a_good_but_short_batch_is_searched_again_for_its_outcome() -> None:
    done = research(BLADES, "standard", Tools((Shelf(lambda _query: pages(WORN[:2])),), never), SETTINGS)
    assert done.retried is not None
    assert done.retried.rule == "retry-outcome"
    assert done.batch.top3_relevance > 0.5
    assert any(
        line.startswith("Retried: the outcome would be short: 2 of 2 sources") for line in lines(done, SETTINGS.quality)
    )


def test_enough_sources_at_once_need_no_second_search() -> None:
    shelf = Shelf(lambda _query: pages(WORN))
    done = research(BLADES, "standard", Tools((shelf,), never), SETTINGS)
    assert isinstance(done.outcome, Full)
    assert (len(shelf.asked), done.retried) == (1, None)
    assert not any(line.startswith("Retried") for line in lines(done, SETTINGS.quality))


def test_quick_mode_has_one_pass_and_says_nothing_of_another() -> None:
    shelf = Shelf(lambda _query: pages(PASTA))
    done = research(BLADES, "quick", Tools((shelf,), never), SETTINGS)
    assert (len(shelf.asked), done.retried) == (1, None)
    assert not any(line.startswith("Retried") for line in lines(done, SETTINGS.quality))


def test_a_question_of_one_word_is_asked_for_a_kind_of_document() -> None:
    shelf = Shelf(lambda _query: ())
    done = research("Tardigrades", "standard", Tools((shelf,), never), SETTINGS)
    assert len(shelf.asked) == 2
    assert shelf.asked[1].startswith("Tardigrades ")
    assert done.retried is not None


def test_what_a_reranker_drops_is_searched_for_again() -> None:
    from retrieval.rerank import Reranking

    def service(_query: str, sources: Sequence[Source]) -> Reranking:
        return Reranking(tuple(sources), (0.2,) * len(sources), "Rerank: done")

    shelf = Shelf(lambda _query: pages(WORN))
    done = research(BLADES, "standard", Tools((shelf,), never, rerank=service), SETTINGS)
    assert isinstance(done.outcome, Insufficient)
    assert len(shelf.asked) > 1


def test_no_feedback_comes_from_pages_that_do_not_pass() -> None:
    shelf = Shelf(lambda _query: pages(PASTA))
    research("Erosion of tidal turbine blades", "standard", Tools((shelf,), never), SETTINGS)
    asked = " ".join(shelf.asked).lower()
    assert len(shelf.asked) > 1
    assert not {"boil", "pasta", "stir", "pot", "salt"} & set(asked.split())


def test_feedback_comes_from_those_that_do_whatever_stands_beside_them() -> None:
    shelf = Shelf(lambda _query: [*pages(PASTA, "cook"), *pages(WORN[:2])])
    research("Erosion of tidal turbine blades", "standard", Tools((shelf,), never), SETTINGS)
    assert "sediment" in shelf.asked[-1]
    assert "pasta" not in shelf.asked[-1].lower()


@pytest.mark.parametrize(
    ("texts", "mode", "retry"),
    [
        (WORN, "standard", False),
        (WORN[:2], "standard", True),
        (WORN[:3], "deep", True),
        (WORN[:2], "quick", False),
        (PASTA, "quick", False),
        (PASTA, "standard", True),
    ],
)
def test_score_says_that_a_second_search_would_be_made(
    texts: Sequence[str], mode: str, retry: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "batch.jsonl"
    rows = [{"id": s.id, "url": s.url, "title": s.title, "text": s.text} for s in pages(texts)]
    file.write_text(json.dumps({"id": 1, "query": BLADES, "sources": rows}) + "\n", "utf-8")
    assert main(["score", "--batch", str(file), "--mode", mode, "--as-of", "2026-11-21"]) == 0
    assert json.loads(capsys.readouterr().out)["retry"] is retry


def test_deep_mode_would_go_on_until_the_evidence_is_enough() -> None:
    two_more = (f"{WORN[0]} Divers saw it off Orkney.", "Blades of tidal turbines erode, a study of tidal sites says.")
    scored = score_sources(BLADES, pages((*WORN, *two_more)), as_of=DAY, mode="deep")
    done = research(BLADES, "deep", Tools((Shelf(lambda _query: pages((*WORN, *two_more))),), never), SETTINGS)
    assert (scored.retry is not None) == (done.retried is not None)


def test_a_value_below_a_threshold_is_never_printed_as_the_threshold() -> None:
    from wellsourced_core.model import Batch

    decision = gate.wants_retry(Batch("q", DAY, (), 0.3496, 0.9), SETTINGS.quality)
    assert decision is not None
    assert decision.why == "mean composite of the top 3 is 0.3496, below 0.35"


# ----------------------------------------------------------------------------------------- the union is never worse

QUESTION = "ancient glacier moraine dating"
words = st.sampled_from("glacier moraine ancient dating lichen stone banana ship price tax river".split())
texts = st.lists(words, min_size=3, max_size=30).map(" ".join)


def found(rows: Sequence[tuple[int, str]]) -> Attempt:
    return Attempt(
        "original", QUESTION, tuple(Source(f"s{i}", f"https://site{i}.example/p", "", t, DAY) for i, t in rows)
    )


@settings(max_examples=200, deadline=None)
@given(passes=st.lists(st.lists(st.tuples(st.integers(0, 6), texts), max_size=6), min_size=2, max_size=4))
def test_a_page_that_comes_back_with_another_text_makes_nothing_worse(passes: list[list[tuple[int, str]]]) -> None:
    union, made = Union(QUESTION, SETTINGS.quality, DAY), [found(passes[0])]
    before = union.judged(made)
    for rows in passes[1:]:
        made.append(found(rows))
        after = union.judged(made)
        by_page = {s.source.url: s for s in after.scored}
        for old in before.scored:
            new = by_page[old.source.url]
            assert new.composite >= old.composite
            assert (new.grade >= 3) >= (old.grade >= 3)
            assert (new.junk is None) >= (old.junk is None)
        # Rank by rank: the mean of three would fall where a second search adds to one good source.
        assert all(new.composite >= old.composite for old, new in zip(before.scored, after.scored, strict=False))
        before = after


def test_a_longer_text_of_the_same_page_does_not_displace_a_better_one() -> None:
    menu = " ".join(["Home Products Careers Contact Imprint Login Basket Newsletter"] * 40)
    good = pages(WORN[:2])

    def answers(query: str) -> list[Source]:
        return good if query == BLADES else [replace(s, text=f"{menu} {s.text[:20]} {menu}") for s in good]

    done = research(BLADES, "standard", Tools((Shelf(answers),), never), SETTINGS)
    assert len(done.attempts) > 1
    assert {s.source.text for s in done.batch.scored} == set(WORN[:2])


def test_a_better_text_of_the_same_page_is_taken() -> None:
    thin = pages(["Tidal turbine news."])

    def answers(query: str) -> list[Source]:
        return thin if query == BLADES else [replace(thin[0], text=WORN[0])]

    done = research(BLADES, "standard", Tools((Shelf(answers),), never), SETTINGS)
    assert [s.source.text for s in done.batch.scored] == [WORN[0]]
