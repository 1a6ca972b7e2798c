"""Find the sources that are one text under several addresses: syndicated copies share an origin."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from zlib import crc32

from wellsourced.core.model import Source
from wellsourced.core.patterns import compiled
from wellsourced.core.text import canonical_url

# A word, or one character of a script that is written without spaces.
_WORD = compiled(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W_\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]+")
_SHINGLE = 5
_LONGEST = 100_000
_SAMPLE = 4  # one shingle in four is looked up
_COMMON = 8  # a shingle of more origins than this is boilerplate
_CANDIDATES = 3
_LIKELY = 0.25  # share of its sampled shingles that a copy surely has in common
RESEMBLANCE = 0.5
_SPACED = "".join(chr(i) if chr(i).isalnum() else " " for i in range(128))
_MEMORABLE, _REMEMBERED = 40, 200_000


def origins(sources: Sequence[Source]) -> tuple[str, ...]:
    """Return each source's origin: the id of the first source, in the given order, with nearly its text.

    Two texts are copies when the shorter shares at least half of its five-word shingles with the longer, or
    when their canonical URLs or all their words are equal. Which sources belong together does not depend on
    their order. Time grows with the length of all texts together: only shingles that start with a word of
    a fixed sample are looked up, only sources that have one in common are compared, and each is held against
    at most three others.
    Source: resemblance and containment, Broder 1997; sampling modulo m, Manber 1994.
    """
    pages = [canonical_url(source.url) for source in sources]
    texts = [source.text for source in sources]

    def rank(position: int) -> tuple[int, str, str, str]:
        # The longest first: it leads, and its excerpts are found in it.
        source = sources[position]
        return -len(source.text), pages[position], source.text, source.id

    leaders = _Leaders(texts, pages)
    for position in sorted(_related(pages, texts), key=rank):
        leaders.place(position)
    first: dict[int, str] = {}
    for position, source in enumerate(sources):
        first.setdefault(leaders.leader.get(position, position), source.id)
    return tuple([first[leaders.leader.get(position, position)] for position in range(len(sources))])


def _related(pages: Sequence[str], texts: Iterable[str]) -> list[int]:
    """Return the positions of the sources that have a page, all words or a sampled shingle in common with another.

    All others are their own origins: most sources of a search are, and for them this is all that is done.
    """
    samples, seen, shared = [], set[int](), set[int]()
    for text in texts:
        words = _words(text)
        starts = compress(range(len(words) - _SHINGLE + 1), map(_SAMPLED.__getitem__, words))
        sample = array("q", [hash(tuple(words[i : i + _SHINGLE])) for i in starts])
        if words:
            sample.append(hash(" ".join(words)))
        shared.update(seen.intersection(sample))
        seen.update(sample)
        samples.append(sample)
    taken = Counter(filter(None, pages))
    return [i for i, sample in enumerate(samples) if taken[pages[i]] > 1 or not shared.isdisjoint(sample)]


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
    lowered = text[:_LONGEST].lower()
    # What the pattern finds in ASCII, in half the time.
    return lowered.translate(_SPACED).split() if lowered.isascii() else _WORD.findall(lowered)


def _shingles(words: list[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(words[i:] for i in range(_SHINGLE)), strict=False))


def _sample(words: list[str]) -> set[int]:
    """Return the hashes of the shingles whose first word is of the fixed sample."""
    starts = compress(range(len(words) - _SHINGLE + 1), map(_SAMPLED.__getitem__, words))
    return {crc32(" ".join(words[i : i + _SHINGLE]).encode("utf-8", "replace")) for i in starts}


def _digest(words: list[str]) -> int:
    return crc32(" ".join(words).encode("utf-8", "replace"))


class _Sampled(dict[str, bool]):
    """Whether a shingle that starts with a word is looked up: bounded, and the same whatever was met before."""

    def __missing__(self, word: str) -> bool:
        sampled = crc32(word.encode("utf-8", "replace")) % _SAMPLE == 0
        if len(word) <= _MEMORABLE and len(self) < _REMEMBERED:
            self[word] = sampled
        return sampled


_SAMPLED = _Sampled()
