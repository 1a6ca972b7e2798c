"""Object to two numbers of a sentence of which each stands, in the source, with the words of the other.

Why: both numbers are right, and so are all the words. The claim has exchanged them where the words on the sides of the
two fit the source better when the numbers change places: those on a number's own side of the joints between it and its
neighbours, or all words, by how closely they stand.
Example: "men 40 % and women 60 %" beside "60 % of men, women 40 %"
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import combinations, islice

from audit.agreement.kinds import same_kind
from audit.numbers.candidates import find_candidates
from audit.numbers.match import ClaimMatch, ClaimRule, Match, Objection, Objections
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import (
    CARRIED_FROM,
    EXCHANGED_BOUND_MORE,
    EXCHANGED_FIT_MORE,
    EXCHANGED_TIMES,
    MOST_CARRYING,
    MOST_LISTED,
    NEIGHBOURING_NUMBERS,
    SIDE_CHARACTERS,
)
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled

_JOINT = compiled(rf"[,;]?\s(?:{either('joints of a list')})\s|[,;]\s|\)\s", re.IGNORECASE)
_FIRM = ("carried", "other-fact")


def _judge(whole: ClaimMatch) -> Objections:
    found: dict[int, Objection] = {}
    of_kind = [i for i, v in enumerate(whole.verdicts) if v.verdict in _FIRM and i < len(whole.matches)][:MOST_LISTED]
    for i, j in combinations(of_kind, 2):
        first, second = whole.matches[i], whole.matches[j]
        if _may_change_places(first, second) and _are_exchanged(first, second):
            why = f'"{first.number.text}" and "{second.number.text}" are the other way round in the source'
            found |= {i: Objection("other-fact", why, "likely"), j: Objection("other-fact", why, "likely")}
    return found


def _may_change_places(first: Match, second: Match) -> bool:
    """Tell whether two numbers are of one kind, joined in one sentence, and exact: any number may be "over 50".

    What has no joint between them may tell what was before and what after: "from 50 to 42 members".
    """
    one, other, claim = first.number, second.number, first.claim
    alike = one.kind == other.kind and same_kind(one, other) and one.value != other.value
    if not alike or one.bound or other.bound:
        return False
    within = claim.mention_sentence[first.index] == claim.mention_sentence[second.index]
    return within and _JOINT.search(claim.text, one.end, other.start) is not None


def _are_exchanged(first: Match, second: Match) -> bool:
    """Tell whether the words of two numbers fit those of the source better crosswise, wherever it has the two."""
    places = list(_places(first, second))
    if not places:
        return False
    found = [_crosswise(first, second, i, j) for i, j in places]
    if all(fit > EXCHANGED_FIT_MORE and bound > EXCHANGED_BOUND_MORE for fit, bound in found):
        return True
    sides = _sides(first.claim, first.index, second.index)
    return all(_is_crossed(sides, _sides(first.source, i, j), first.source) for i, j in places)


_Sides = tuple[frozenset[str], frozenset[str]]


def _is_crossed(mine: _Sides, theirs: _Sides, source: NumberedText) -> bool:
    """Tell whether each side has words of the source's other side, and by far more than the second has of its own.

    What both have of the first number alone may go without saying of the second: "5 tonnes were sold here and 7 there".
    """
    first, second, kept = mine[0] & theirs[1], mine[1] & theirs[0], mine[1] & theirs[1]
    return bool(first and second) and _weight(first | second, source) > EXCHANGED_TIMES * _weight(kept, source)


def _weight(stems: frozenset[str], source: NumberedText) -> float:
    return sum([source.weights.get(stem, source.weights[""]) for stem in sorted(stems)])


def _sides(text: NumberedText, i: int, j: int) -> _Sides:
    """Return the stems that stand on the side of either of two numbers alone."""
    one, other = _side(text, i), _side(text, j)
    return one - other, other - one


def _side(text: NumberedText, i: int) -> frozenset[str]:
    """Return the stems on a number's side: of its sentence, up to the joints between it and its neighbours."""
    q, (start, end) = text.mentions[i], text.sentences[text.mention_sentence[i]]
    before = (one for one in reversed(text.mentions[max(0, i - NEIGHBOURING_NUMBERS) : i]) if same_kind(one, q))
    behind = (one for one in text.mentions[i + 1 : i + 1 + NEIGHBOURING_NUMBERS] if same_kind(one, q))
    if (one := next(before, None)) is not None and one.start >= start:
        joints = list(_JOINT.finditer(text.text, one.end, q.start))
        start = joints[-1].end() if joints else one.end
    if (one := next(behind, None)) is not None and one.end <= end:
        joint = _JOINT.search(text.text, q.end, one.start)
        end = joint.start() if joint else one.start
    low = bisect_left(text.starts, max(start, q.start - SIDE_CHARACTERS))
    high = bisect_left(text.starts, min(end, q.end + SIDE_CHARACTERS))
    return frozenset([stem for stem in text.stems[low:high] if not stem[0].isdigit()])


def _crosswise(first: Match, second: Match, i: int, j: int) -> tuple[float, float]:
    """Return how much better two numbers fit the words of two of the source's when they change places: all in all, and
    by how closely the words stand.
    """
    one, other = first.context, second.context
    fit = one.fit(j) + other.fit(i) - one.fit(i) - other.fit(j)
    return fit, one.binding(j) + other.binding(i) - one.binding(i) - other.binding(j)


def _places(first: Match, second: Match) -> Iterator[tuple[int, int]]:
    """Yield the pairs of the source's numbers that carry the two, in one sentence or in neighbouring ones."""
    at = first.source.mention_sentence
    ones, others = list(_carrying(first)), list(_carrying(second))
    yield from ((i, j) for i in ones for j in others if i != j and abs(at[i] - at[j]) <= 1)


def _carrying(match: Match) -> Iterator[int]:
    source = match.source
    found = find_candidates(match.number, source, match.context.context.sentence).strengths
    for i, v in islice(found.items(), MOST_CARRYING):
        if v >= CARRIED_FROM and source.mentions[i].end <= source.proper:
            yield i


RULE = ClaimRule("swapped", _judge)
