"""Find a word of one sentence whose opposite stands in its place in another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.meaning.antonyms import antonyms, synonyms
from audit.meaning.clauses import BOUNDARY
from audit.meaning.words import WORD, lowered_words, said, word_set
from audit.thresholds import OPPOSITE_CHARACTERS
from wellsourced_core.lexicon import rows, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STEMS, content

# A comparator right before a number compares with it: the bounds decide there.
_COMPARES = compiled(r"(?:\s{1,8}(?:than|a))?\s{1,8}(?:[$€£¥]|US\$)?\s?[0-9]")
_COMPARATORS = words("comparators before a number")
_CONVERSE, _PASSIVE = words("verbs told from two sides"), words("auxiliaries of the passive")
# What a place is told by and from which of its two sides: "behind" is "ahead" from the other.
PLACES = {word: (one, word != one) for one, others in rows("places told from two sides") for word in (one, *others)}
_LOOSE_ENDS = words("neighbours that tell no place")


def antonym(claim: str, source: str, *, loose: bool = False) -> tuple[str, str] | None:
    """Return a word of the claim and its opposite in the source, where neither side has the other's word.

    The two must stand in each other's place: next to the same word on the same side; ``loose`` also takes the
    same content word within 25 characters and the same clause. The source may have nothing that means what the claim's
    word means.
    """
    table = antonyms()
    here = lowered_words(claim)
    have = word_set(claim)
    spoken = have & table.keys()
    if not spoken:
        return None
    there = lowered_words(source)
    has = word_set(source)
    stems = {
        STEMS[word] for word in has
    }  # "the defeat of the duke" beside "defeated the duke": who lost it is not said
    answers = {word: found for word in spoken - has if STEMS[word] not in stems and (found := table[word] & has - have)}
    if not answers:
        return None
    mine, theirs = list(WORD.finditer(claim)), list(WORD.finditer(source))
    for i, word in enumerate(here):
        opposite = answers.get(word)
        if opposite is None or synonyms(word) & has or _compares(claim, mine[i]):
            continue
        for j, other in enumerate(there):
            if other not in opposite or _compares(source, theirs[j]) or _two_sides(here, i, there, j):
                continue
            if _in_place(_neighbours(here, i) & _neighbours(there, j)):
                return word, other
            if loose and _around(claim, mine[i]) & _around(source, theirs[j]):
                return word, other
    return None


def may_oppose(claim: str, source: str) -> bool:
    """Tell whether a word of one has its opposite in the other: without it no part of them has."""
    table, has = antonyms(), word_set(source)
    return any(not has.isdisjoint(table[word]) for word in table.keys() & word_set(claim))


def opposed(words: frozenset[str]) -> frozenset[str]:
    """Return the words that have their opposite among these."""
    table = antonyms()
    return frozenset().union(*[table[word] for word in words & table.keys()])


def _two_sides(here: Sequence[str], i: int, there: Sequence[str], j: int) -> bool:
    """Tell whether two verbs tell one deal from two sides: "A is to buy it" and "it is to be sold to A"; or two words
    one place.
    """
    if here[i] in PLACES:
        return all(_changed_sides(here, i, there, j))
    if here[i] not in _CONVERSE or there[j] not in _CONVERSE:
        return False
    if _changed_sides(here, i, there, j)[0]:
        return True
    passive = [not _PASSIVE.isdisjoint(read[max(0, at - 2) : at]) for read, at in ((here, i), (there, j))]
    one, other = _subject(here, i), _subject(there, j)
    return passive[0] != passive[1] or bool(one and other and one != other)


def _changed_sides(here: Sequence[str], i: int, there: Sequence[str], j: int) -> tuple[bool, bool]:
    """Tell whether a content word before one word stands only behind the other, and one behind it only before."""
    before, behind = content(" ".join(here[:i])), content(" ".join(here[i + 1 :]))
    left, right = content(" ".join(there[:j])), content(" ".join(there[j + 1 :]))
    return bool(before & (right - left)), bool(behind & (left - right))


def _subject(read: Sequence[str], i: int) -> str:
    """Return the content word right before a verb or its helper, "" where there is none."""
    return next((word for word in reversed(read[max(0, i - 2) : i]) if content(word)), "")


def _compares(text: str, word: re.Match[str]) -> bool:
    return said(word[0]) in _COMPARATORS and _COMPARES.match(text, word.end()) is not None


def _in_place(shared: frozenset[tuple[int, str]]) -> bool:
    return len(shared) == 2 or any(word not in _LOOSE_ENDS for _, word in shared)


def _neighbours(read: Sequence[str], i: int) -> frozenset[tuple[int, str]]:
    return frozenset((side, read[i + side]) for side in (-1, 1) if 0 <= i + side < len(read))


def _around(text: str, word: re.Match[str]) -> frozenset[str]:
    before = BOUNDARY.split(text[max(0, word.start() - OPPOSITE_CHARACTERS) : word.start()])[-1]
    after = BOUNDARY.split(text[word.end() : word.end() + OPPOSITE_CHARACTERS])[0]
    return content(before) | content(after)
