"""Laws of support: bounds, order, monotony, equality of forms, and freedom from the order of the sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.reading.prepared_texts import ClaimText, SourceText
from audit.reading.term_matches import best_window, find_hits
from audit.support import joint, known_share, margin, missing_names, prepare, read_claim, support
from wellsourced_core.model import Claim

WORDS = (
    "bridge ferry tolls harbour mayor Varnholm Osterby opened abolished never first 1932 1987 12 and the of geese"
    " railway investor investment Gameboy Game Boy WHO 港口大桥 café"
).split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"
sentences = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)
anything = st.text(max_size=120)
texts = st.one_of(sentences, anything)
laws = settings(max_examples=80)


def read(text: str) -> ClaimText:
    return read_claim(Claim(text))


@given(texts, texts, texts)
@laws
def test_scores_and_evidence_keep_their_bounds(claim: str, text: str, title: str) -> None:
    found = support(read(claim), prepare(text, title))
    assert 0.0 <= found.score <= 1.0
    if found.evidence is not None:
        assert 0 <= found.evidence.start < found.evidence.end <= len(text)
        assert found.evidence.text == text[found.evidence.start : found.evidence.end]


@given(sentences)
@laws
def test_a_text_supports_itself(text: str) -> None:
    claim = read(text)
    if claim.terms:
        assert support(claim, prepare(text)).score == pytest.approx(1.0)
        assert missing_names(claim, prepare(text)) == ()


@given(sentences, sentences, sentences)
@laws
def test_more_text_in_front_or_behind_never_takes_support_away(claim: str, text: str, more: str) -> None:
    asked = replace(read(claim), languages=frozenset())
    alone = support(asked, prepare(text)).score
    assert support(asked, prepare(f"{text} . {more}")).score >= alone - 1e-9
    assert support(asked, prepare(f"{more} . {text}")).score >= alone - 1e-9


@given(sentences, st.lists(sentences, max_size=4))
@laws
def test_a_group_supports_at_least_as_much_as_its_best_member(claim: str, members: list[str]) -> None:
    asked = read(claim)
    sources = [prepare(member) for member in members]
    together = joint(asked, sources)
    assert together.score >= max((support(asked, source).score for source in sources), default=0.0)
    assert together.score <= 1.0
    assert joint(asked, sources[::-1]).score == pytest.approx(together.score)


@given(sentences, sentences)
@laws
def test_a_source_twice_supports_as_much_as_once(claim: str, text: str) -> None:
    asked, source = read(claim), prepare(text)
    assert joint(asked, (source, source)).score == pytest.approx(support(asked, source).score)


@given(sentences, sentences)
@laws
def test_markers_never_change_a_score(claim: str, text: str) -> None:
    source = prepare(text)
    marked = "[12] ".join([*claim.split(), ""]) if claim else "[12]"
    plain = " ".join([*claim.split(), ""])
    assert support(read(marked), source).score == support(read(plain), source).score


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), min_size=1, max_size=6), st.data())
@laws
def test_a_margin_depends_on_the_best_other_only(scores: list[float | None], data: st.DataObject) -> None:
    own = data.draw(st.integers(0, len(scores) - 1))
    cocited = data.draw(st.sets(st.integers(0, len(scores) - 1)))
    found = margin(scores, own, cocited)
    rest = [s for i, s in enumerate(scores) if s is not None and i != own and i not in cocited]
    mine = scores[own]
    if mine is None or not rest:
        assert found.best_other is None
        assert found.value is None
    else:
        assert found.value == pytest.approx(mine - max(rest))
        assert found.best_other is not None
        assert scores[found.best_other] == max(rest)
        assert found.best_other == scores.index(max(rest)) or scores.index(max(rest)) in {own, *cocited}


@given(sentences, sentences)
@laws
def test_missing_names_stand_in_the_claim_and_not_in_the_source(claim: str, text: str) -> None:
    source = prepare(text)
    for span in missing_names(read(claim), source):
        assert claim[span.start : span.end] == span.text
        assert span.text not in text.split()


@given(sentences, st.lists(sentences, max_size=3))
@laws
def test_the_known_share_grows_with_every_source(claim: str, members: list[str]) -> None:
    asked = read(claim)
    sources = [prepare(member) for member in members]
    shares = [known_share(asked, sources[:count]) for count in range(len(sources) + 1)]
    assert shares == sorted(shares)
    assert all(0.0 <= share <= 1.0 for share in shares)


@given(sentences, st.lists(st.sampled_from(WORDS), max_size=60), st.integers(1, 40))
@laws
def test_two_pointers_find_what_trying_every_window_finds(claim: str, words: list[str], size: int) -> None:
    asked, source = read(claim), prepare(" ".join(words))
    hits = find_hits(asked, source)
    assert best_window(hits, size).gain == pytest.approx(_by_trying(hits.at, hits.gains, source, size))


def _by_trying(at: Sequence[tuple[int, int]], gains: Sequence[float], source: SourceText, size: int) -> float:
    best = 0.0
    for start in range(len(source.starts)):
        held = {index for position, index in at if start <= position < start + size}
        best = max(best, sum(gains[index] for index in held))
    return best


@pytest.mark.parametrize("unit", ["a", "[", "1,", "A B. ", "東京", "never the tax rose. ", "O'", "'s ", "**", "word-"])
def test_a_megabyte_of_anything_is_judged_at_once(unit: str) -> None:
    """A quadratic step would need hours for any of these; linear ones need a second."""
    text = unit * (300_000 // len(unit))
    asked = read("The tax rose 5 percent in 東京, but WORDY anTaxrose never saw it.")
    assert 0.0 <= support(asked, prepare(text)).score <= 1.0
    claim = read(text)
    assert 0.0 <= support(claim, prepare("the tax rose")).score <= 1.0
    assert joint(claim, (prepare("the tax rose"), prepare(text))).score <= 1.0


@pytest.mark.parametrize("form", ["Q{}x", "Common{}", "{}", "{}-"])
def test_a_claim_of_many_words_is_judged_at_once(form: str) -> None:
    """A search through claim or source for each word of the other would need minutes."""
    spelled = [f"{a}{b}{c}" for a in LETTERS for b in LETTERS for c in LETTERS]
    claim = read(" ".join(form.format(word) for word in spelled))
    source = prepare(" ".join(form.format(word + "z") for word in spelled).upper())
    assert 0.0 <= support(claim, source).score < 1.0
    assert len(missing_names(claim, source)) <= len(spelled)
    assert known_share(claim, (source,)) <= 1.0
