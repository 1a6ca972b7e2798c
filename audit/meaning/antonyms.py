"""The words that are opposites: of rise and fall, more and less, won and lost, born and died ..."""

from __future__ import annotations

from functools import cache

from wellsourced_core.lexicon import rows, words

RISE, FALL = words("rise"), words("fall")


@cache
def antonyms() -> dict[str, frozenset[str]]:
    """Return the opposites of every word that has one."""
    table: dict[str, frozenset[str]] = {}
    pairs = [(frozenset(one.split()), frozenset(other)) for one, other in rows("opposites")]
    for one, other in ((RISE, FALL), *pairs):
        for side, opposites in ((one, other), (other, one)):
            for word in side:
                known = table.get(word)
                table[word] = opposites if known is None else known | opposites  # most share those of their side
    return table


@cache
def synonyms(word: str) -> frozenset[str]:
    """Return the words that share an opposite with a word, itself among them, and are none of its opposites."""
    table = antonyms()
    return frozenset(w for o in table.get(word, ()) for w in table[o]) - table.get(word, frozenset())
