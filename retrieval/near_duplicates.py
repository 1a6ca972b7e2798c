"""Find sources with the same text at several addresses: syndicated copies share an origin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat

from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url

# A word, or one character of a script that is written without spaces.
_WORD = compiled(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W_\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]+")
_SHINGLE = 5
_LONGEST = 100_000
_COMMON = 8  # a run of more origins than this is boilerplate
_CANDIDATES = 3
_LIKELY = 0.25  # share of its sampled runs that a copy surely has in common
RESEMBLANCE = 0.5
# A text is sampled without being cut into words: of its letters as UTF-8, the 22 bytes (four words or so) after each of
# a few that make up a twentieth of most languages. Short texts are sampled after more of them, and after these too.
_SHORT = 300
_FEW, _MORE = b"mp\x82\x92\xa2\xb2", b"sld" + bytes(range(0x80, 0xC0, 4))
_MARKED = bytes.maketrans(_FEW + _MORE, b"m" * len(_FEW) + b"s" * len(_MORE))
_SEPARATORS = bytes(i for i in range(128) if not chr(i).isalnum())
_SPARSE, _DENSE = compiled(r"m(?=(.{22}))", re.DOTALL), compiled(r"[ms](?=(.{22}))", re.DOTALL)
_SPACED = "".join(chr(i) if chr(i).isalnum() else " " for i in range(128))


def origins(sources: Sequence[Source]) -> tuple[str, ...]:
    """Return each source's origin: the id of the first source, in the given order, with nearly its text.

    Two texts are copies when the shorter shares at least half of its five-word shingles with the longer, or
    when their canonical URLs or all their words are equal. Which sources belong together does not depend on
    their order. Time grows with the length of all texts together: runs of letters that follow a fixed sample
    of letters are looked up, only sources that have one in common are compared, and each is held against at
    most three others.
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
    """Return the positions of the sources that have a page, all letters or a sampled run of letters in common.

    All others are their own origins: most sources of a search are, and for them this is all that is done.
    """
    related: set[int] = set()
    holder: dict[object, int] = {}
    for position, (page, text) in enumerate(zip(pages, texts, strict=True)):
        letters = _letters(text)
        keys: list[object] = [*_runs(letters), hash(letters)]
        if page:
            keys.append(page)
        first = [*map(holder.setdefault, keys, repeat(position))]
        if first.count(position) < len(first):
            related.update(first, (position,))
    return sorted(related)


class _Leaders:
    """The origins found so far, each led by its longest text, and where their sampled runs stand."""

    def __init__(self, texts: Sequence[str], pages: Sequence[str]) -> None:
        self._texts = texts
        self._pages = pages
        self.leader: dict[int, int] = {}
        self._by_page: dict[str, int] = {}
        self._by_letters: dict[str, list[int]] = {}
        self._by_run: dict[str, list[int]] = {}
        self._sparse: set[int] = set()  # those that were not sampled densely
        self._shingles = lru_cache(maxsize=512)(lambda position: _shingles(_words(texts[position])))

    def place(self, position: int) -> None:
        """Put a source under the origin it belongs to, or make it an origin of its own."""
        page = self._pages[position]
        leader = self._by_page.get(page) if page else None
        if leader is None:
            letters, words = _letters(self._texts[position]), _words(self._texts[position])
            leader = self._equal(words, letters)
            if leader is None:
                leader = self._copied(words, letters)
            if leader is None:
                leader = position
                self._lead(position, letters)
        if page:
            self._by_page.setdefault(page, leader)
        self.leader[position] = leader

    def _lead(self, position: int, letters: str) -> None:
        self._by_letters.setdefault(letters, []).append(position)
        if len(letters) >= _SHORT:
            self._sparse.add(position)
        for run in {*_runs(letters)}:
            holders = self._by_run.setdefault(run, [])
            if len(holders) <= _COMMON:
                holders.append(position)

    def _equal(self, words: list[str], letters: str) -> int | None:
        if words:
            for other in self._by_letters.get(letters, ()):
                if _words(self._texts[other]) == words:
                    return other
        return None

    def _copied(self, words: list[str], letters: str) -> int | None:
        runs, sparse = {*_runs(letters)}, {*_SPARSE.findall(letters)}
        hits: Counter[int] = Counter()
        for run in sorted(runs):
            holders = self._by_run.get(run, ())
            if len(holders) <= _COMMON:
                hits.update(holders)
        # The sample names the leaders to compare with; their order does not depend on the order of the input.
        likely = [
            (-count, place, other)
            for place, (other, count) in enumerate(hits.items())
            if count >= _LIKELY * len(sparse if other in self._sparse else runs)
        ]
        own = _shingles(words) if likely else frozenset()
        for _, _, other in sorted(likely)[:_CANDIDATES]:
            theirs = self._shingles(other)
            if len(own & theirs) >= RESEMBLANCE * min(len(own), len(theirs)):
                return other
        return None


def _letters(text: str) -> str:
    """Return the letters and digits of a text's words in lower case, a character a byte; the sampled ones are alike."""
    lowered = text[:_LONGEST].lower()
    written = lowered if lowered.isascii() else "".join(_WORD.findall(lowered))
    return written.encode("utf-8", "replace").translate(_MARKED, _SEPARATORS).decode("latin-1")


def _runs(letters: str) -> list[str]:
    found: list[str] = (_DENSE if len(letters) < _SHORT else _SPARSE).findall(letters)
    return found


def _words(text: str) -> list[str]:
    lowered = text[:_LONGEST].lower()
    # What the pattern finds in ASCII, in half the time.
    return lowered.translate(_SPACED).split() if lowered.isascii() else _WORD.findall(lowered)


def _shingles(words: list[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(words[i:] for i in range(_SHINGLE)), strict=False))
