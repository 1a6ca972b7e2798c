"""Object to two numbers of a list that stand with each other's words.

Why: both numbers are right, and so are all the words. Labels stand before their numbers, behind them, or one so and the
other so; what can be told without knowing which: the words on one side of the only joint between two numbers belong to
the number on that side. Every such word that the source has beside these numbers must stand with the other one there.
Example: "men 40 % and women 60 %" beside "60 % of men, women 40 %"
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from audit.agreement.kinds import DATED, same_kind
from audit.agreement.strength import agrees
from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import LONGEST_JOINT_CHARACTERS, MOST_LISTED
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_JOINT = compiled(rf"[,;]?\s(?:{either('joints of a list')})\s|[,;]\s", re.IGNORECASE)


@frozen
class _Two:
    """The two numbers of a sentence, first and second, and the stems that stand on the side of either alone."""

    numbers: tuple[int, int]
    sides: tuple[frozenset[str], frozenset[str]]


def _judge(whole: ClaimMatch) -> Objections:
    pair = _exchanged(whole.claim, whole.source)
    both = () if pair is None else tuple(whole.claim.mentions[i] for i in pair)
    if sum(v.verdict == "carried" and v.quantity in both for v in whole.verdicts) != 2:
        return {}
    why = f'"{both[0].text}" and "{both[1].text}" are the other way round in the source'
    return whole.withdraw(Objection("other-fact", why), both)


def _exchanged(claim: NumberedText, source: NumberedText) -> tuple[int, int] | None:
    """Return the claim's two numbers of which each has only words of the other's in the source; None where none are.

    At least one word of each side must tell: a sentence that puts its subject elsewhere ("40 % of the staff were
    women") tells nothing.
    """
    mine = list(_lists(claim))
    theirs: list[_Two] = []
    if mine:
        theirs = source.made[_exchanged] = source.made.get(_exchanged) or list(_lists(source))
    for two in mine:
        found = [turned for other in theirs if (turned := _is_turned(claim, two, source, other)) is not None]
        if found and all(found) and len(found) == len(_sentences(claim, two, source)):
            return two.numbers
    return None


def _sentences(claim: NumberedText, two: _Two, source: NumberedText) -> frozenset[int]:
    """Return the sentences of a source that have both numbers, in a list or not."""
    first, second = (
        frozenset(
            source.mention_sentence[k]
            for k, q in enumerate(source.mentions[:MOST_LISTED])
            if agrees(claim.mentions[i], q)
        )
        for i in two.numbers
    )
    return first & second


def _is_turned(claim: NumberedText, mine: _Two, source: NumberedText, theirs: _Two) -> bool | None:
    """Tell whether the words of two lists of the same two numbers stand with the other one; None for other numbers."""
    straight = _carry(claim, mine.numbers, source, theirs.numbers)
    crossed = _carry(claim, mine.numbers, source, theirs.numbers[::-1])
    if straight == crossed:
        return None
    own, other = theirs.sides if straight else theirs.sides[::-1]
    first, second = mine.sides
    return bool(first & other and second & own) and not first & own and not second & other


def _carry(claim: NumberedText, mine: tuple[int, int], source: NumberedText, theirs: tuple[int, int]) -> bool:
    pairs = zip(mine, theirs, strict=True)
    return all(agrees(claim.mentions[i], source.mentions[j]) for i, j in pairs)


def _lists(text: NumberedText) -> Iterator[_Two]:
    """Yield the sentences with two numbers, of one kind, and one joint between them; dates aside."""
    numbers = [i for i, q in enumerate(text.mentions[:MOST_LISTED]) if q.kind not in DATED and q.end <= text.proper]
    at = [text.mention_sentence[i] for i in numbers]
    many = Counter(at)
    for (i, one), (j, other) in pairwise(zip(numbers, at, strict=True)):
        if one != other or many[one] != 2:
            continue
        first, second = text.mentions[i], text.mentions[j]
        if not same_kind(first, second) or second.start - first.end > LONGEST_JOINT_CHARACTERS:
            continue
        joints = list(_JOINT.finditer(text.text, first.end, second.start))
        if len(joints) == 1:
            start, end = text.sentences[one]
            left, right = _stems(text, start, joints[0].start()), _stems(text, joints[0].end(), end)
            yield _Two((i, j), (left - right, right - left))


def _stems(text: NumberedText, start: int, end: int) -> frozenset[str]:
    """Return the stems of a stretch without those of digits."""
    low, high = bisect_left(text.starts, start), bisect_left(text.starts, end)
    return frozenset([stem for stem in text.stems[low:high] if not stem[0].isdigit()])


RULE = ClaimRule("swapped", _judge)
