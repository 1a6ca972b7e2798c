"""Every entry of the table can be met in a text, and no word is the opposite of itself."""

from __future__ import annotations

from audit.meaning.antonyms import FALL, RISE, antonyms, synonyms
from audit.meaning.words import lowered_words


def test_every_entry_is_one_word_as_a_text_is_read() -> None:
    assert [word for word in antonyms() if lowered_words(word) != (word,)] == []


def test_opposites_are_mutual_and_never_the_word_itself() -> None:
    table = antonyms()
    assert all(word in table[other] for word, others in table.items() for other in others)
    assert [word for word, others in table.items() if word in others] == []
    assert RISE.isdisjoint(FALL)


def test_synonyms_are_on_the_same_side() -> None:
    assert {"exclude", "excludes"} <= synonyms("excluding")
    assert synonyms("exclude").isdisjoint(antonyms()["exclude"])
    assert synonyms("harbour") == frozenset()
