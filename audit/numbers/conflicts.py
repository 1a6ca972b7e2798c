"""Find the numbers that two sources give for the same measure, period and unit with different values."""

from __future__ import annotations

from collections.abc import Iterator

from audit.numbers.matching import DATED, PARTIAL, same_kind, strength
from audit.numbers.places import Numbers, place_of, share, stems_within
from wellsourced.core.model import Quantity, Span
from wellsourced.core.values import frozen

_UNMEASURED = DATED | {"ordinal", "name", "time", "score", "label"}
_SAME_MEASURE = 0.6  # share of the words around one number that stand around the other, both ways
_SAME_SENTENCE = 0.5
_REACH = 60
_FEWEST = 2  # words that must be shared
_MOST = 400  # numbers of a source that are looked at: a table has thousands


@frozen
class Disagreement:
    """Two numbers for what seems to be one measure. ``kind`` is conflict, or spread where one is an estimate.

    ``first`` points into the first source, ``second`` into the second.
    """

    kind: str
    first: Span
    second: Span
    why: str


@frozen
class Surroundings:
    """A source's numbers with the stems around each: made once, for any number of comparisons."""

    numbers: Numbers
    around: dict[int, frozenset[str]]
    holders: dict[str, list[int]]


def surroundings(numbers: Numbers) -> Surroundings:
    """Read what stands around each number that may be a measure."""
    around = {i: _around(numbers, i) for i, q in enumerate(numbers.mentions[:_MOST]) if q.kind not in _UNMEASURED}
    holders: dict[str, list[int]] = {}
    for i, stems in around.items():
        for stem in sorted(stems):
            holders.setdefault(stem, []).append(i)
    return Surroundings(numbers, around, holders)


def conflicts(first: Numbers, second: Numbers) -> tuple[Disagreement, ...]:
    """Return where two sources disagree, in order of the first one's numbers.

    Same kind and unit, the same words around both numbers, no differing year in the two sentences, and
    neither sentence says the other's value. A differing year is another period, hence no disagreement at all.
    """
    return tuple(compared(surroundings(first), surroundings(second)))


def compared(first: Surroundings, second: Surroundings, within: Span | None = None) -> Iterator[Disagreement]:
    """Yield the disagreements of two sources, those on numbers of first[within] alone where it is given."""
    ours, theirs = first.numbers, second.numbers
    for i, mine in first.around.items():
        q = ours.mentions[i]
        if within is not None and not (q.start < within.end and within.start < q.end):
            continue
        reachable = sorted({j for stem in mine for j in second.holders.get(stem, ())})
        best = max(
            (j for j in reachable if _same_measure(ours, i, mine, theirs, j, second.around[j])),
            key=lambda j: (len(mine & second.around[j]), -j),
            default=None,
        )
        if best is not None and not _said(q, theirs, best) and not _said(theirs.mentions[best], ours, i):
            yield _disagreement(q, theirs.mentions[best])


def _around(text: Numbers, i: int) -> frozenset[str]:
    near = stems_within(text, i, _REACH) & place_of(text, i).sentence
    return frozenset(stem for stem in near if not stem[0].isdigit())


def _same_measure(
    first: Numbers, i: int, mine: frozenset[str], second: Numbers, j: int, theirs: frozenset[str]
) -> bool:
    if len(mine & theirs) < _FEWEST or not same_kind(first.mentions[i], second.mentions[j]):
        return False
    both = min(share(mine, theirs, first), share(theirs, mine, second))
    a, b = first.mention_sentence[i], second.mention_sentence[j]
    whole = min(
        share(first.sentence_stems[a], second.sentence_stems[b], first),
        share(second.sentence_stems[b], first.sentence_stems[a], second),
    )
    years = _years(first, a), _years(second, b)
    return both >= _SAME_MEASURE and whole >= _SAME_SENTENCE and (not all(years) or bool(years[0] & years[1]))


def _years(text: Numbers, sentence: int) -> frozenset[float]:
    return frozenset(
        q.value
        for q, at in zip(text.mentions, text.mention_sentence, strict=True)
        if at == sentence and q.kind in DATED and q.value
    )


def _said(q: Quantity, text: Numbers, near: int) -> bool:
    """Tell whether the sentence of number ``near`` says q's value too."""
    at = text.mention_sentence[near]
    return any(
        s == at and (strength(q, other) >= PARTIAL or strength(other, q) >= PARTIAL)
        for other, s in zip(text.mentions, text.mention_sentence, strict=True)
    )


def _disagreement(a: Quantity, b: Quantity) -> Disagreement:
    loose = a.approximate or b.approximate or bool(a.bound or b.bound) or a.high is not None or b.high is not None
    kind = "spread" if loose else "conflict"
    return Disagreement(kind, Span(a.start, a.end, a.text), Span(b.start, b.end, b.text), f"{a.text} against {b.text}")
