"""Two sentences side by side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from audit.meaning.alignment import align
from audit.meaning.tokens import tokens

WORDS = st.lists(st.sampled_from("boat red green sails not two Lorn of the".split()), min_size=1, max_size=12)


def said(claim: str, source: str) -> list[tuple[list[str], list[str]]]:
    mine, theirs = tokens(claim), tokens(source)
    found = align(mine, theirs)
    assert found is not None
    return [([mine[i].said for i in e.mine], [theirs[i].said for i in e.theirs]) for e in found.edits]


def test_an_edit_is_what_differs() -> None:
    assert said("The red boat sails.", "The green boat sails.") == [(["red"], ["green"])]
    assert said("The boat sails.", "The green boat sails.") == [([], ["green"])]
    assert said("The boat sails.", "A boat sails.") == []


def test_words_that_moved_are_no_edit() -> None:
    mine, theirs = tokens("Lorn beat Skell"), tokens("Skell beat Lorn")
    found = align(mine, theirs)
    assert found is not None
    assert {mine[i].said for i, _ in found.moved} <= {"lorn", "beat", "skell"}
    assert found.moved
    assert not found.edits


def test_a_prefix_turns_a_word() -> None:
    found = align(tokens("It was unstructured"), tokens("It was structured"))
    assert found is not None
    assert found.turned == (frozenset((2,)), frozenset())


def test_a_long_sentence_is_no_copy() -> None:
    assert align(tokens("boat " * 200), tokens("boat")) is None


@given(WORDS, WORDS)
def test_every_word_is_paired_or_edited_once(one: list[str], other: list[str]) -> None:
    mine, theirs = tokens(" ".join(one)), tokens(" ".join(other))
    found = align(mine, theirs)
    telling = [i for i, token in enumerate(mine) if not token.idle]
    if found is None:
        assert not telling or all(token.idle for token in theirs)
        return
    placed = [i for i, _ in (*found.pairs, *found.moved)] + [i for edit in found.edits for i in edit.mine]
    assert sorted(placed) == telling


@given(WORDS)
def test_a_sentence_is_its_own_copy(one: list[str]) -> None:
    read = tokens(" ".join(one))
    found = align(read, read)
    assert found is None or not found.edits
