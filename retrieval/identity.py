"""Find the sources that are one text under several addresses: syndicated copies share an origin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

from wellsourced.core.model import Source
from wellsourced.core.text import canonical_url

# A word, or one character of a script that is written without spaces.
_WORD = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W_\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]+")
_SHINGLE = 5
_LONGEST = 100_000
_SAMPLE = 4  # one shingle in four is looked up
_COMMON = 8  # a shingle of more origins than this is boilerplate
_CANDIDATES = 3
_LIKELY = 0.25  # share of its sampled shingles that a copy surely has in common
RESEMBLANCE = 0.5


def origins(sources: Sequence[Source]) -> tuple[str, ...]:
    """Return each source's origin: the id of the first source, in the given order, with nearly its text.

    Two texts are copies when the shorter shares at least half of its five-word shingles with the longer, or
    when their canonical URLs or all their words are equal. Which sources belong together does not depend on
    their order. Time grows with the length of all texts together: only shingles that start with a word of
    a fixed sample are looked up, and each source is held against at most three others.
    Source: resemblance and containment, Broder 1997; sampling modulo m, Manber 1994.
    """
    pages = [canonical_url(source.url) for source in sources]

    def rank(position: int) -> tuple[int, str, str, str]:
        # The longest first: it leads, and its excerpts are found in it.
        source = sources[position]
        return -len(source.text), pages[position], source.text, source.id

    leaders = _Leaders([source.text for source in sources], pages)
    for position in sorted(range(len(sources)), key=rank):
        leaders.place(position)
    first: dict[int, str] = {}
    for position, source in enumerate(sources):
        first.setdefault(leaders.leader[position], source.id)
    return tuple(first[leaders.leader[position]] for position in range(len(sources)))


class _Leaders:
    """The origins found so far, each led by its longest text, and where their sampled shingles stand."""

    def __init__(self, texts: Sequence[str], pages: Sequence[str]) -> None:
        self._texts = texts
        self._pages = pages
        self.leader: dict[int, int] = {}
        self._by_page: dict[str, int] = {}
        self._by_words: dict[int, list[int]] = {}
        self._by_shingle: dict[int, list[int]] = {}
        self._shingles = lru_cache(maxsize=512)(lambda position: _shingles(_words(texts[position])))

    def place(self, position: int) -> None:
        """Put a source under the origin it belongs to, or make it an origin of its own."""
        page = self._pages[position]
        leader = self._by_page.get(page) if page else None
        if leader is None:
            words = _words(self._texts[position])
            sample, digest = _sample(words), _digest(words)
            leader = self._equal(words, digest)
            if leader is None:
                leader = self._copied(words, sample)
            if leader is None:
                leader = position
                self._lead(position, sample, digest)
        if page:
            self._by_page.setdefault(page, leader)
        self.leader[position] = leader

    def _lead(self, position: int, sample: set[int], digest: int) -> None:
        self._by_words.setdefault(digest, []).append(position)
        for shingle in sample:
            holders = self._by_shingle.setdefault(shingle, [])
            if len(holders) <= _COMMON:
                holders.append(position)

    def _equal(self, words: list[str], digest: int) -> int | None:
        if words:
            for other in self._by_words.get(digest, ()):
                if _words(self._texts[other]) == words:
                    return other
        return None

    def _copied(self, words: list[str], sample: set[int]) -> int | None:
        hits: Counter[int] = Counter()
        for shingle in sorted(sample):
            holders = self._by_shingle.get(shingle, ())
            if len(holders) <= _COMMON:
                hits.update(holders)
        # The sample says who is worth a look; leaders were placed in an order that no input order changes.
        likely = [
            (-count, place, other)
            for place, (other, count) in enumerate(hits.items())
            if count >= _LIKELY * len(sample)
        ]
        own = _shingles(words) if likely else frozenset()
        for _, _, other in sorted(likely)[:_CANDIDATES]:
            theirs = self._shingles(other)
            if len(own & theirs) >= RESEMBLANCE * min(len(own), len(theirs)):
                return other
        return None


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:_LONGEST].lower())


def _shingles(words: list[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(words[i:] for i in range(_SHINGLE)), strict=False))


@lru_cache(maxsize=65_536)
def _starts_sample(word: str) -> bool:
    return crc32(word.encode("utf-8", "replace")) % _SAMPLE == 0


def _sample(words: list[str]) -> set[int]:
    """Return the hashes of the shingles whose first word is of the fixed sample."""
    return {
        crc32(" ".join(words[i : i + _SHINGLE]).encode("utf-8", "replace"))
        for i in range(len(words) - _SHINGLE + 1)
        if _starts_sample(words[i])
    }


def _digest(words: list[str]) -> int:
    return crc32(" ".join(words).encode("utf-8", "replace"))
