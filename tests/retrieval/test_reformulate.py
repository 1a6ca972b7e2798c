"""A second question stays the first one's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.reformulate import anchor, broader, reformulate, reframed
from wellsourced_core.model import Source
from wellsourced_core.text import idf, terms

questions = st.text(max_size=60) | st.lists(
    st.sampled_from("how does a zeppelin moor in strong wind why COVID-19 vaccine uptake fell 2021 東京の電車".split()),
    max_size=9,
).map(" ".join)


def source(text: str, title: str = "") -> Source:
    return Source(text[:9], "", title, text)


def test_broader_drops_the_commonest_third_and_keeps_order_and_spelling() -> None:
    assert (
        broader("How did Zeppelin crews moor airships at the mast in high winds?")
        == "Zeppelin crews moor airships mast"
    )


def test_broader_keeps_together_what_touches() -> None:
    assert broader("people with COVID-19 antibodies") == "COVID-19 antibodies"
    assert broader("東京の電車") in "東京の電車"


@pytest.mark.parametrize("question", ["", "  ", "the of", "zeppelin", "?"])
def test_a_question_of_one_term_or_none_comes_back(question: str) -> None:
    assert broader(question) == question.strip()


@settings(max_examples=150)
@given(questions)
def test_broader_never_loses_the_rarest_term_and_adds_none(question: str) -> None:
    weights = {stem: idf(stem) for stem in terms(question).stems}
    kept = set(terms(broader(question)).stems)
    if weights:
        assert max(weights.values()) in {weights.get(stem, idf(stem)) for stem in kept}
    if question.isascii():
        assert kept <= set(weights)


def test_reframed_adds_terms_that_the_first_results_share() -> None:
    first = [
        source("The airship was moored to a mast of steel.", "Airship mooring"),
        source("An airship needs a mooring mast and ballast."),
        source("Ballast is dropped when the airship leaves the mast."),
    ]
    added = reframed("zeppelin landing", first).removeprefix("zeppelin landing ").lower().split()
    assert {"airship", "mast", "ballast"} <= set(added)
    assert len(added) <= 5
    assert "steel" not in added


def test_reframed_without_results_is_the_question() -> None:
    assert reframed(" zeppelin ", ()) == "zeppelin"


@settings(max_examples=80)
@given(questions, st.lists(st.text(max_size=80).map(source), max_size=6))
def test_reframed_starts_with_the_question_and_adds_five_at_most(question: str, ranked: list[Source]) -> None:
    whole = reframed(question, ranked)
    assert whole.startswith(question.strip())
    added = set(terms(whole).stems) - set(terms(question).stems)
    assert len(terms(whole[len(question.strip()) :]).stems) <= 10 or len(added) <= 5
    assert reformulate(question, ranked) == (broader(question), whole)


def test_anchor_adds_the_rarest_terms_that_a_proposal_lost() -> None:
    assert (
        anchor("zeppelin mooring in high wind", "airship landing weather") == "airship landing weather zeppelin mooring"
    )
    assert anchor("zeppelin mooring in high wind", "Zeppelin moorings") == "Zeppelin moorings"
    assert anchor("zeppelin mooring", " ") == "zeppelin mooring"


@settings(max_examples=150)
@given(questions, questions)
def test_an_anchored_proposal_holds_the_rarest_term(question: str, proposal: str) -> None:
    weights = {stem: idf(stem) for stem in terms(question).stems}
    if weights and question.isascii() and proposal.isascii():
        rarest = max(weights, key=lambda stem: weights[stem])
        assert rarest in terms(anchor(question, proposal)).stems
