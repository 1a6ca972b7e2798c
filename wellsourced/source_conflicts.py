"""Find contradictions between kept sources: different values for the same measure, period and unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from audit import statistics
from audit.statistics import Disagreement, SourceNumbers
from wellsourced_core import lexicon
from wellsourced_core.errors import shown
from wellsourced_core.model import Conflict, ScoredSource, Span
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import content, sentences, stem_of, unique, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ConflictKind

MOST = 20
_MEASURE_WORDS = 6
# A part of a year or week: if two sentences name different ones, their figures are for different periods.
_PERIODS = compiled(
    rf"\b({lexicon.either('month names', 'parts of a year or week')}"
    r"|q[1-4]|h[12]|(?:first|second|third|fourth|last)[ -](?:quarter|half))\b",
    re.IGNORECASE,
)
_YEAR = compiled(r"\b(?:1[0-9]|20)[0-9]{2}\b")
# Unless capitalised, these are everyday words.
_ONLY_AS_NAMES = frozenset(("may", "march", "fall", "spring"))
_ESTIMATES = frozenset(map(stem_of, lexicon.words("words of estimates")))


def between(sources: Sequence[ScoredSource]) -> tuple[Conflict, ...]:
    """Return the differences between sources, numbered from 1, in order; at most 20.

    A difference is a *conflict* where kind, unit, the words around both numbers and the period agree; it is a
    *spread* where one sentence gives an estimate, a bound or a rounded figure. Another period is neither, nor are pages
    that their titles give to different years.
    """
    read = [statistics.prepare(s.source.text) for s in sources]
    found = (
        conflict
        for (i, first), (j, second) in combinations(enumerate(read), 2)
        if sources[i].origin != sources[j].origin and not _of_other_years(sources[i], sources[j])
        for conflict in _between(i + 1, first, j + 1, second)
    )
    return tuple(one for _, one in zip(range(MOST), found, strict=False))


def _of_other_years(one: ScoredSource, other: ScoredSource) -> bool:
    mine, theirs = (set(_YEAR.findall(s.source.title)) for s in (one, other))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def concerning(sentence: str, conflicts: Sequence[Conflict]) -> tuple[Conflict, ...]:
    """Return the contradictions over a figure that a sentence states: one side's value, of the same measure."""
    stated = {(q.value, q.unit) for q in quantities(sentence)}
    about = content(sentence)
    found = []
    for one in conflicts:
        sides = {(q.value, q.unit) for text in (one.first_text, one.second_text) for q in quantities(text)}
        measure = content(one.measure)
        if one.kind == "conflict" and stated & sides and 2 * len(measure & about) >= len(measure):
            found.append(one)
    return tuple(found)


def _between(i: int, first: SourceNumbers, j: int, second: SourceNumbers) -> Iterator[Conflict]:
    for one in statistics.conflicts(first, second):
        mine, theirs = _sentence(first.text, one.first), _sentence(second.text, one.second)
        periods = _periods(mine.text), _periods(theirs.text)
        if all(periods) and not periods[0] & periods[1]:
            continue
        yield Conflict(
            _measure(mine.text, theirs.text),
            i,
            one.first.text,
            j,
            one.second.text,
            _kind(one, mine, theirs),
            mine,
            theirs,
        )


def _kind(one: Disagreement, mine: Span, theirs: Span) -> ConflictKind:
    guessed = any(stem in _ESTIMATES for span in (mine, theirs) for stem in content(span.text))
    return "spread" if guessed else one.kind


def _sentence(text: str, number: Span) -> Span:
    """Return the sentence around a number, in its source's own offsets."""
    at = next(((a, b) for a, b in sentences(text) if a <= number.start < b), (number.start, number.end))
    return Span(*at, text[at[0] : at[1]])


def _periods(sentence: str) -> frozenset[str]:
    return frozenset(
        " ".join(m[0].lower().replace("-", " ").split())
        for m in _PERIODS.finditer(sentence)
        if m[0].lower() not in _ONLY_AS_NAMES or m[0][0].isupper()
    )


def _measure(mine: str, theirs: str) -> str:
    """Describe what both sentences count: their common words, as the first one writes them, without the numbers."""
    common = content(mine) & content(theirs)
    named = unique(w for w in words(mine).surfaces if not w[0].isdigit() and (stem := stem_of(w)) and stem in common)
    return shown(" ".join(word for _, word in zip(range(_MEASURE_WORDS), named, strict=False)), 120)
