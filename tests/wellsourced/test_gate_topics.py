"""The twelve topics whose outcomes were set by hand, and what every profile and every backend makes of a topic."""

from __future__ import annotations

import fnmatch
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from quality import evidence
from quality.gate import named
from quality.judge import Judgement
from quality.junk import injected
from retrieval.backends import build
from retrieval.backends.corpus import index
from wellsourced.pipeline import Settings, Tools, may_write, research
from wellsourced.pipeline import make_article as make
from wellsourced_core.errors import BackendError
from wellsourced_core.model import Assignment, Insufficient, Source, Topic, Written
from writer.extractive import write

DAY = date(2026, 11, 21)
SETTINGS = Settings(DAY)
ROOT = Path(__file__).parent.parent.parent
GATE = [json.loads(line) for line in (ROOT / "fixtures/topics/gate.jsonl").read_text("utf-8").splitlines()]
TREES = "The street tree census and empty tree pits"
HEAD = 12  # lines of an article that a snapshot shows


@pytest.fixture(scope="session")
def tools(corpus: Path) -> Tools:
    return Tools((build("corpus", {"path": str(corpus)}),), write)


def never(assignment: Assignment) -> Written:
    raise AssertionError("the writer was called")


@pytest.mark.parametrize("row", GATE, ids=[row["id"] for row in GATE])
def test_a_topic_has_the_outcome_that_was_set_by_hand(row: dict[str, str], tools: Tools, snapshot: SnapshotAssertion):
    refused = row["expected"] == "insufficient"
    article = make(Topic(row["id"], row["topic"]), replace(tools, write=never) if refused else tools, SETTINGS)
    assert article.provenance.outcome == row["expected"]
    assert "\n".join(article.markdown.splitlines()[:HEAD]) == snapshot
    if refused:
        assert 150 <= len(article.markdown.split()) <= 250


# ----------------------------------------------------------------------- five questions in the words they are asked in

# What of the corpus answers each of the five: file names, and the address of a line of wire.jsonl.
OWN = {
    "San Diego noise ordinance": ("sandiego-noise-*", "https://www.harborlightnews.example/2026/noise-citations-rise"),
    "Flamenco vs classical guitarist pricing": (),
    "First dance songs 2025": ("firstdance-*", "dance-blog.txt", "dance-dj-survey.md"),
    "Rumba flamenca vs Cuban rumba": ("rumba-two-*", "rumba-clave-*", "rumba-flamenca-*"),
    "Luxury hotel booking strategies": ("luxury-hotel-*",),
}


def told(question: str, tools: Tools) -> str:
    """Say how a search ends, and why."""
    found = research(question, "standard", tools, SETTINGS)
    return f"{named(found.outcome)}: {found.outcome.decision.why}"


def without(own: Sequence[str], place: Path) -> Tools:
    """Make a corpus of what is left without a question's own pages."""
    shutil.copytree(ROOT / "fixtures/corpus", place / "pages", ignore=shutil.ignore_patterns(*own))
    wire = place / "pages" / "wire.jsonl"
    lines = wire.read_text("utf-8").splitlines(keepends=True)
    wire.write_text("".join(line for line in lines if json.loads(line)["url"] not in own), "utf-8")
    index(place / "pages", place / "corpus.sqlite")
    return Tools((build("corpus", {"path": str(place / "corpus.sqlite")}),), never)


def test_the_five_are_asked_in_the_demonstration_and_have_pages_of_their_own() -> None:
    night = (ROOT / "fixtures/topics/night.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["topic"] for line in night[: len(OWN)]] == list(OWN)
    assert {row["topic"] for row in GATE} >= set(OWN)
    pages = [path.name for path in (ROOT / "fixtures/corpus").iterdir()]
    wire = (ROOT / "fixtures/corpus/wire.jsonl").read_text("utf-8")
    for own in OWN.values():
        assert all(name in wire if "/" in name else fnmatch.filter(pages, name) for name in own)


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("San Diego noise ordinance", "full"),
        ("Flamenco vs classical guitarist pricing", "insufficient"),
        ("First dance songs 2025", "full"),
        ("Rumba flamenca vs Cuban rumba", "short"),
        ("Luxury hotel booking strategies", "full"),
        ("New York noise ordinance", "insufficient"),
    ],
)
def test_a_question_in_its_own_words_ends_as_its_pages_deserve(
    question: str, outcome: str, tools: Tools, snapshot: SnapshotAssertion
) -> None:
    ended = told(question, tools)
    assert ended.startswith(outcome)
    assert ended == snapshot


def test_pages_on_guitars_do_not_say_what_a_guitarist_charges(tools: Tools) -> None:
    assert "a price" in told("Flamenco vs classical guitarist pricing", tools)


# Pages of the same town, trade or day that have all of a question's words are still written from: docs/limits.md.
@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("San Diego noise ordinance", "full"),
        ("First dance songs 2025", "full"),
        ("Rumba flamenca vs Cuban rumba", "insufficient"),
        ("Luxury hotel booking strategies", "full"),
    ],
)
def test_without_its_own_pages_a_question_is_refused_or_known_not_to_be(
    question: str, outcome: str, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    ended = told(question, without(OWN[question], tmp_path))
    assert ended.startswith(outcome)
    assert ended == snapshot


def test_what_is_kept_is_on_the_topic(tools: Tools) -> None:
    subject = {"san-diego-noise": "san diego", "first-dance-songs": "dance", "luxury-hotels": "hotel"}
    for row in GATE:
        if row["id"] in subject:
            kept = research(row["topic"], "standard", tools, SETTINGS).outcome.kept
            assert all(subject[row["id"]] in s.source.title.lower() + s.source.text.lower() for s in kept), row["id"]


# --------------------------------------------------------------------------------------------- profiles and risks


def test_a_contradiction_blocks_strict_and_is_told_by_the_others(tools: Tools) -> None:
    strict = make(Topic("", TREES), replace(tools, write=never), replace(SETTINGS, profile="strict"))
    record = strict.provenance
    assert (record.outcome, record.status, record.decision.rule) == (
        "insufficient",
        "research_insufficient",
        "research_insufficient",
    )
    assert any("48,212 against 51,940" in line for line in record.missing)
    assert "What is missing" in strict.markdown
    assert "48,212 against 51,940" in strict.markdown
    for profile in ("fast", "smoke"):
        article = make(Topic("", TREES), tools, replace(SETTINGS, profile=profile))
        assert (article.provenance.outcome, article.provenance.status) == ("short", "warned")
        (told,) = [line for line in article.markdown.splitlines() if "48,212" in line]
        assert "51,940 according to" in told
        assert article.markdown.index(told) < article.markdown.index("## Sources")


def test_both_sides_of_a_contradiction_pass_the_audit(tools: Tools) -> None:
    article = make(Topic("", TREES), tools, SETTINGS)
    start = article.markdown.index("48,212")
    end = article.markdown.index("\n", start)
    quoted = [marker for marker in article.audit.markers if start < marker.start < end]
    assert {ref.verdict for marker in quoted[:2] for ref in marker.refs} == {"supported"}
    assert len({ref.label for marker in quoted[:2] for ref in marker.refs}) == 2
    assert not article.audit.findings  # a sentence that gives both values conflicts with neither


def test_the_thresholds_of_a_profile_are_inclusive_and_its_numbers_reproduce_it(tools: Tools) -> None:
    for row in GATE:
        found = research(row["topic"], "standard", tools, SETTINGS)
        for profile in SETTINGS.quality.profiles:
            ruling = evidence.rule(found.evidence, profile.name, SETTINGS.quality)
            for reason in ruling.reasons:
                numbers = dict(reason.numbers)
                bar = numbers.pop("threshold")
                ((name, value),) = numbers.items()
                assert value > bar if name == "conflicts" else value < bar
            wanted = not isinstance(found.outcome, Insufficient) and (not ruling.reasons or not profile.blocks)
            assert may_write(found, replace(SETTINGS, profile=profile.name)) is wanted


def test_claims_are_weighed_by_all_sources_that_agree(tools: Tools) -> None:
    article = make(Topic("", "The noise ordinance of the city of Port Marlow"), tools, SETTINGS)
    claims = article.provenance.claims
    kept = {s.source.id for s in article.provenance.kept}
    assert claims
    assert all(set(one.cited) <= kept and set(one.agree) <= kept for one in claims)
    assert any(len(one.agree) > len(one.cited) for one in claims)
    assert all(0 <= one.support <= 1 and 0 <= one.recency <= 1 for one in claims)
    official = {s.source.id for s in article.provenance.kept if s.source.url.startswith("https://www.portmarlow.gov/")}
    for one in claims:
        if official & set(one.agree):
            assert not one.speculative
        if not one.agree:
            assert one.speculative
            assert one.support == 0


def test_an_article_on_good_evidence_has_no_section_on_risks(tools: Tools) -> None:
    article = make(Topic("", "The noise ordinance of the city of Port Marlow"), tools, SETTINGS)
    assert article.provenance.risks == ()
    assert "## Risks" not in article.markdown


def test_speculation_is_marked(tools: Tools) -> None:
    article = make(Topic("", "Record coffee prices and drought in Brazil"), tools, SETTINGS)
    assert "Speculative: fewer than three independent sources" in article.markdown


# ----------------------------------------------------------------------------------------------- the deep search


@dataclass
class Script:
    """A backend that answers from a script, query by query; what is left out fails."""

    answers: Sequence[Sequence[Source] | None]
    name: str = "script"

    def __post_init__(self) -> None:
        self.asked = 0

    def search(self, _query: str, limit: int) -> Sequence[Source]:
        at, self.asked = self.asked, self.asked + 1
        found = self.answers[at % len(self.answers)] if self.answers else ()
        if found is None:
            raise BackendError("script", "is down", "wait")
        return [replace(s, id=f"{s.id}-{at}", url=f"{s.url}{at}") if "new" in s.id else s for s in found][:limit]


TEXTS = (
    "Ancient glacier moraine dating rests on lichens that grow on the stones of a moraine.",
    "A glacier moraine is dated by the isotopes in its boulders, and ancient ones by radiocarbon.",
    "Bananas are shipped green and ripen in the harbor.",
    "Moraine.",
    "",
)
found_sources = st.lists(
    st.builds(
        lambda i, text, new: Source(f"{'new' if new else 's'}{i}", f"https://h{i}.example/p", "Page", f"{text} {i}"),
        st.integers(0, 30),
        st.sampled_from(TEXTS),
        st.booleans(),
    ),
    max_size=6,
)
REASONS = {
    "enough_evidence",
    "good_enough_with_volume",
    "late_but_acceptable",
    "source_limit",
    "no_new_information",
    "pass_limit",
}


@settings(max_examples=80)
@given(
    first=found_sources,
    later=st.lists(st.none() | found_sources, max_size=10),
    mode=st.sampled_from(["quick", "standard", "deep"]),
)
def test_any_backend_is_done_with_within_the_bound(first, later, mode) -> None:
    script = Script([first, *later])
    found = research("ancient glacier moraine dating", mode, Tools((script,), never), SETTINGS)
    assert script.asked <= 1 + 2 * (SETTINGS.quality.mode(mode).passes - 1)
    if mode == "deep":
        assert found.stopped is not None
        assert found.stopped.rule in REASONS
        numbers = dict(found.stopped.numbers)
        if "queries" not in numbers:
            assert evidence.end(numbers) == found.stopped.rule
    else:
        assert found.stopped is None


WAYS = """lichen boulder quartz valley ridge isotope summer river pollen varve ash slope lake meltwater peat beryllium
timber bone shell charcoal tephra sediment terrace delta cave coral gravel loess clay basalt granite limestone marble
snow frost cirque esker kame drumlin outwash till horn fjord tarn gneiss schist""".split()


def test_a_contradiction_among_twice_the_sources_of_the_mode_ends_a_deep_search_at_the_source_limit() -> None:
    groups = [(WAYS[i], WAYS[i + 22]) for i in range(23)]
    texts = [f"The {a} and the {b} serve in dating an ancient glacier moraine." for a, b in groups]
    for i, n in enumerate(("4,120", "9,310")):
        texts[i] = f"The ancient glacier moraine has {n} boulders. Dating rests on them, says the {WAYS[i]} survey."
    pages = [Source(f"s{i}", f"https://h{i}.example/p", "Moraines", text) for i, text in enumerate(texts)]
    settings = replace(SETTINGS, results=40)
    found = research("ancient glacier moraine dating", "deep", Tools((Script([pages]),), never), settings)
    assert found.stopped is not None
    assert (found.stopped.rule, len(found.outcome.kept)) == ("source_limit", 10)
    numbers = dict(found.stopped.numbers)
    assert numbers["passed"] >= 20
    assert numbers["support"] >= 0.9
    assert numbers["conflicts"] == 1


def test_a_late_stop_still_writes_a_real_article_with_scores_and_limits() -> None:
    ways = (
        "lichen boulder quartz valley ridge isotope summer river pollen varve ash slope lake meltwater peat beryllium"
    )
    texts = [f"Ancient glacier moraine dating by {' and '.join(ways.split()[i : i + 4])} is slow." for i in range(9)]
    blogs = [Source(f"new{i}", f"https://h{i}.blogspot.com/p", "Moraines", text) for i, text in enumerate(texts)]
    script = Script([[blog] for blog in blogs])
    wordings = iter(range(100))

    def reworded(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
        return f"{question} {next(wordings)}", f"{question} {next(wordings)}"

    tools = Tools((script,), write, reformulate=reworded)
    article = make(Topic("", "ancient glacier moraine dating", mode="deep"), tools, SETTINGS)
    record = article.provenance
    assert script.asked == 1 + 2 * 3
    assert record.decisions[0].rule == "late_but_acceptable"
    assert (record.outcome, len(record.kept)) == ("full", 7)
    assert all(0 < s.composite < 1 for s in record.kept)
    assert article.sources
    assert "## What these sources do not say" in article.markdown


# -------------------------------------------------------------------------------------------------- the judge


def test_the_judge_grades_and_code_decides(tools: Tools) -> None:
    def strict(question: str, source: Source) -> Judgement:
        return Judgement(1, "not on the question")

    question = "The noise ordinance of the city of Port Marlow"
    found = research(question, "standard", replace(tools, judge=strict), SETTINGS)
    assert isinstance(found.outcome, Insufficient)
    asked = [s for s in found.batch.scored if s.junk is None and not injected(s.source)]
    assert {(s.grade, s.why) for s in asked} == {(1, "judged: not on the question")}
    plain = research(question, "standard", tools, SETTINGS)
    plain_of = {s.source.id: s.composite for s in plain.batch.scored}
    assert all(plain_of[s.source.id] == s.composite for s in found.batch.scored if s.source.id in plain_of)


def test_a_page_that_orders_models_about_is_not_shown_to_one(tools: Tools) -> None:
    asked: list[str] = []

    def noting(question: str, source: Source) -> Judgement:
        asked.append(source.url)
        return Judgement(5, "fine")

    found = research("Hotel booking strategies", "standard", replace(tools, judge=noting), SETTINGS)
    ordering = [s for s in found.batch.scored if injected(s.source)]
    assert ordering
    assert not {s.source.url for s in ordering} & set(asked)
    assert all(s.grade <= 2 and s.orders == "S503" for s in ordering)


def test_copies_share_a_judgement(tools: Tools) -> None:
    def noting(question: str, source: Source) -> Judgement:
        return Judgement(1 if "Brazil" in source.text else 4, source.id)

    found = research("Record coffee prices and drought in Brazil", "standard", replace(tools, judge=noting), SETTINGS)
    copies = [s for s in found.batch.scored if "marketmorning" in s.source.url or "dailygrind" in s.source.url]
    assert len(copies) == 2
    assert len({s.origin for s in copies}) == 1
    assert {(s.grade, s.why) for s in copies} == {(1, copies[0].why)}


def test_a_judge_is_asked_about_each_source_once_in_all_passes() -> None:
    asked: list[str] = []

    def noting(question: str, source: Source) -> Judgement:
        asked.append(source.id)
        return Judgement(2, "no")

    sources = [Source(f"s{i}", f"https://h{i}.example/p", "Page", f"{TEXTS[1]} {i}") for i in range(3)]
    new = Source("new", "https://n.example/p", "Page", TEXTS[0])
    script = Script([sources, [new], [*sources, new]])
    research("ancient glacier moraine dating", "deep", Tools((script,), never, judge=noting), SETTINGS)
    assert sorted(set(asked)) == sorted(asked)
    assert script.asked > 1


def test_an_unusable_judge_counts_as_grade_three_and_is_told_of(tools: Tools) -> None:
    said: list[str] = []

    def failing(question: str, source: Source) -> Judgement:
        raise BackendError("model", "was cut off", "try again")

    found = research("Sleep and shift work", "standard", replace(tools, judge=failing, tell=said.append), SETTINGS)
    assert {s.grade for s in found.batch.scored if s.junk is None and not injected(s.source)} == {3}
    assert any(line.startswith("Judge: ") and "could not be used" in line for line in said)
