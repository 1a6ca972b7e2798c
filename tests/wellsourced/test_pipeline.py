from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.backends import build
from wellsourced.merged_searches import Union
from wellsourced.pipeline import Settings, Tools, lines, make_article, research
from wellsourced_core.errors import BackendError, WriterError
from wellsourced_core.model import Article, Assignment, Attempt, Insufficient, Source, Topic, Written
from writer.extractive import write

DAY = date(2026, 11, 21)
SETTINGS = Settings(DAY)


@dataclass
class Shelf:
    """A backend of fixed answers; it keeps the queries that it was asked."""

    answers: Callable[[str], Sequence[Source]]
    name: str = "shelf"

    def __post_init__(self) -> None:
        self.asked: list[str] = []

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        self.asked.append(query)
        return tuple(self.answers(query))[:limit]


def source(i: int, text: str, title: str = "") -> Source:
    return Source(f"s{i}", f"https://site{i}.example/page", title or f"Page {i}", text, date(2026, 1, 1))


def never(assignment: Assignment) -> Written:
    raise AssertionError("the writer was called")


def at_work(corpus: Path) -> Tools:
    return Tools((build("corpus", {"path": str(corpus)}),), write)


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("The noise ordinance of the city of Port Marlow", "full"),
        ("New York noise ordinance", "insufficient"),
    ],
)
def test_the_corpus_decides_the_outcome(corpus: Path, question: str, outcome: str) -> None:
    article = make_article(Topic("", question), at_work(corpus), SETTINGS)
    assert article.provenance.outcome == outcome


def test_a_published_article_stands_up_to_its_own_audit(corpus: Path) -> None:
    article = make_article(Topic("", "Protected bicycle lanes and street safety"), at_work(corpus), SETTINGS)
    verdicts = [ref.verdict for marker in article.audit.markers for ref in marker.refs]
    assert verdicts
    # What a source says that its records lack cannot be judged.
    assert set(verdicts) <= {"supported", "weak", "uncheckable"}
    assert [s.n for s in article.sources] == list(range(1, len(article.sources) + 1))
    assert {ref.label for m in article.audit.markers for ref in m.refs} == {s.n for s in article.sources}
    assert not any(finding.fix for finding in article.audit.findings)


def test_an_insufficient_answer_calls_no_writer_and_is_a_few_sentences(corpus: Path) -> None:
    tools = replace(at_work(corpus), write=never)
    article = make_article(Topic("", "New York noise ordinance"), tools, SETTINGS)
    assert 150 <= len(article.markdown.split()) <= 250
    assert article.sources == ()


def test_notes_reach_the_writer_only_when_a_source_carries_them(corpus: Path) -> None:
    seen: list[Assignment] = []

    def listening(assignment: Assignment) -> Written:
        seen.append(assignment)
        return write(assignment)

    notes = (
        "The ordinance sets 55 decibels at night.",
        "The ordinance sets 65 decibels at night.",
        "“A citation is the rule,” said Priya Raman.",
    )
    topic = Topic("", "The noise ordinance of the city of Port Marlow", notes=notes)
    article = make_article(topic, replace(at_work(corpus), write=listening), SETTINGS)
    (fact,) = seen[0].facts
    assert fact.noted == "The ordinance sets 55 decibels at night."
    assert fact.text.startswith("In residential zones the noise ordinance sets a limit of 55 decibels at night")
    assert [one.text for one in article.provenance.dropped] == list(notes[1:])
    assert "65 decibels at night" not in article.markdown


def test_dropped_sources_never_reach_the_writer(corpus: Path) -> None:
    seen: list[Assignment] = []

    def listening(assignment: Assignment) -> Written:
        seen.append(assignment)
        return write(assignment)

    topic = Topic("", "Keeping a sourdough starter alive: hydration and feeding")
    article = make_article(topic, replace(at_work(corpus), write=listening), SETTINGS)
    kept = {scored.source.id for scored in article.provenance.kept}
    assert {passage.source.source.id for passage in seen[0].passages} <= kept
    assert article.provenance.outcome == "short"
    assert seen[0].disclaimer is not None
    assert seen[0].disclaimer in article.markdown


def test_a_writer_that_fails_fails_the_topic(corpus: Path) -> None:
    def failing(assignment: Assignment) -> Written:
        raise WriterError(assignment.question, "was cut off", "try again")

    with pytest.raises(WriterError):
        make_article(Topic("", "The noise ordinance of the city"), replace(at_work(corpus), write=failing), SETTINGS)


def test_a_fabricating_writer_gets_nothing_past_the_audit(corpus: Path) -> None:
    def inventing(assignment: Assignment) -> Written:
        body = write(assignment).markdown
        return Written(body + "\nThe moon is made of green cheese from Wisconsin [2]. Penguins vote in Lapland [99].\n")

    article = make_article(
        Topic("", "The noise ordinance of the city of Port Marlow"), replace(at_work(corpus), write=inventing), SETTINGS
    )
    assert "[99]" not in article.markdown
    assert "Wisconsin [" not in article.markdown
    assert {"C101", "C102"} <= {finding.code for finding in article.provenance.repairs}


def test_a_retry_asks_broader_and_reframed_queries_in_one_go() -> None:
    about = source(2, "Ancient glacier moraine dating rests on lichens that grow on the stones of a moraine.")
    shelf = Shelf(lambda query: [source(1, "Nothing about it at all, only bananas and ships."), about])
    found = research("ancient glacier moraine dating", "standard", Tools((shelf,), never), SETTINGS)
    assert found.retried is not None
    assert "lichens" in found.attempts[2].query
    assert [one.kind for one in found.attempts] == ["original", "broader", "reframed"]
    assert isinstance(found.outcome, Insufficient)


def test_quick_mode_never_asks_twice() -> None:
    shelf = Shelf(lambda query: [])
    found = research("ancient glacier moraine dating", "quick", Tools((shelf,), never), SETTINGS)
    assert [one.kind for one in found.attempts] == ["original"]


def test_a_failing_reformulator_is_replaced_and_named() -> None:
    said: list[str] = []

    def failing(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
        raise BackendError("model", "gave no queries", "nothing")

    shelf = Shelf(lambda query: [])
    tools = Tools((shelf,), never, reformulate=failing, tell=said.append)
    found = research("ancient glacier moraine dating", "standard", tools, SETTINGS)
    assert len(found.attempts) == 2  # nothing was found to reframe with: the reframed query is the question itself
    assert any("Reformulation failed" in line for line in said)


def test_one_failing_backend_is_reported_and_the_others_are_used(corpus: Path) -> None:
    def broken(query: str) -> Sequence[Source]:
        raise BackendError("https://down.example", "is down", "try later")

    tools = Tools((Shelf(broken, "broken"), build("corpus", {"path": str(corpus)})), write)
    found = research("The noise ordinance of the city of Port Marlow", "standard", tools, SETTINGS)
    assert [one.error is not None for one in found.attempts] == [True, False]
    assert any("failed" in line for line in lines(found, SETTINGS.quality))
    assert len(found.outcome.kept) >= 4


def test_all_backends_failing_is_an_error() -> None:
    def broken(query: str) -> Sequence[Source]:
        raise BackendError("https://down.example", "is down", "try later")

    with pytest.raises(BackendError):
        research("noise", "standard", Tools((Shelf(broken),), never), SETTINGS)


@pytest.mark.parametrize("behaviour", ["nothing", "same", "worse", "endless"])
def test_a_deep_search_ends_within_its_bound_for_a_named_reason(behaviour: str) -> None:
    count = 0

    def answers(query: str) -> Sequence[Source]:
        nonlocal count
        count += 1
        if behaviour == "nothing":
            return []
        if behaviour == "same":
            return [source(1, "A glacier moraine dated by lichens. The moraine is ancient.")]
        words = "glacier moraine" if behaviour == "endless" else "banana"
        return [source(count * 10 + i, f"Page {count}-{i} on {words} and the weather there.") for i in range(3)]

    shelf = Shelf(answers)
    found = research("ancient glacier moraine dating", "deep", Tools((shelf,), never), SETTINGS)
    assert len(shelf.asked) <= 1 + 2 * 4
    assert found.stopped is not None or len(found.attempts) < 9


words = st.sampled_from("glacier moraine ancient dating lichen stone banana ship price tax river".split())
texts = st.lists(words, min_size=3, max_size=30).map(" ".join)


@settings(max_examples=150)
@given(first=st.lists(texts, max_size=6), second=st.lists(texts, max_size=6), shared=st.booleans())
def test_the_union_is_never_worse_than_the_first_attempt(first: list[str], second: list[str], shared: bool) -> None:
    """Also where the pages of the second search are those of the first, with other texts."""
    question = "ancient glacier moraine dating"
    one = tuple(source(i, text) for i, text in enumerate(first))
    two = tuple(source(i if shared else 100 + i, text) for i, text in enumerate(second))
    union, made = Union(question, SETTINGS.quality, DAY), (Attempt("original", question, one),)
    alone = union.judged(made)
    after = union.judged((*made, Attempt("broader", question, two)))
    # Rank by rank: the mean of three would fall where a second search adds to one good source.
    assert all(new.composite >= old.composite for old, new in zip(alone.scored, after.scored, strict=False))


def test_the_same_run_twice_gives_the_same_article(corpus: Path) -> None:
    def once() -> Article:
        return make_article(Topic("", "Record coffee prices and drought in Brazil"), at_work(corpus), SETTINGS)

    assert once() == once()


def test_sources_without_a_sentence_to_quote_end_in_an_honest_refusal() -> None:
    lists = [source(i, f"glacier moraine dating, lichen {i}, stone {i}, ancient moraine glacier") for i in range(6)]
    tools = Tools((Shelf(lambda query: lists),), write)
    article = make_article(Topic("", "ancient glacier moraine dating"), tools, SETTINGS)
    assert article.provenance.outcome == "insufficient"
    assert article.provenance.decision.rule == "nothing-to-quote"
    assert 150 <= len(article.markdown.split()) <= 250
