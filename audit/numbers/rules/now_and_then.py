"""Object to two numbers of which the source has the one as before and the other as after.

Why: both numbers are right, and so are all the words. Two numbers are now and then only where the words say so: "from
48 to 61"; "61 from 48" beside a word of change; "61, against 48 a year earlier". "8 % of men, against 5 % of women" is
no such pair.
Example: "It rose to 61 from 48." beside "It was 48, compared with 61 a year earlier."
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from audit.agreement.kinds import DATED, same_kind
from audit.agreement.strength import agrees
from audit.meaning.antonyms import FALL, RISE
from audit.meaning.direction import by_or_to
from audit.meaning.words import lowered_words
from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import MOST_CHANGED
from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import replace

# Right before the number: "12 km from the coast and 30 km from Osk" is a list.
_FROM = compiled(
    rf"[^.;\n]{{0,60}}\bfrom\s(?:(?:{either('words between from and a number')})\s)?[$€£]?\Z", re.IGNORECASE
)
_CHANGED = RISE | FALL | words("words of change besides rise and fall")
_COMPARED = compiled(r"[^.;\n]{0,80}\b(?:compared (?:with|to)|against|versus)\s[^.;\n]{0,20}\Z", re.IGNORECASE)
_EARLIER = compiled(rf"[^.;\n]{{0,20}}\b(?:{either('words of an earlier time', gap=' ')})\b", re.IGNORECASE)
_WHERE = compiled(r"[^.;\n]{0,20}\bwhere\s[^.;\n]{0,40}\Z", re.IGNORECASE)  # "a day, where it took three before"
_RANGE = compiled(r"\sto\s")  # "from 4 to 6 weeks" is read as one number with two ends
_FROM_TO = (
    compiled(r"\bfrom\s[^.;\n]{0,12}\Z", re.IGNORECASE),
    compiled(r"[^.;\n]{0,30}\bto\s[^.;\n]{0,12}\Z", re.IGNORECASE),
)


_Change = tuple[Quantity, Quantity]  # what a number is now, and what it was then


def _judge(whole: ClaimMatch) -> Objections:
    claim, source = whole.claim, whole.source
    theirs: list[_Change] | None = source.made.get(_judge)
    if theirs is None:
        theirs = source.made[_judge] = list(_changes(source))
    if not theirs:
        return {}
    if (pair := _turned(claim, theirs)) is not None:
        now, then = pair
        own = [q for q in claim.mentions if any(q.start == one.start for one in pair)]
        return whole.withdraw(Objection("direction", f'the source has "{then.text}" after "{now.text}"', "likely"), own)
    if (pair := _outlived(claim, source, theirs)) is not None:
        then, now = pair
        objection = Objection("direction", f'the source has "{now.text}" after "{then.text}"', "likely")
        return whole.withdraw(objection, (then,))
    return {}


def _turned(claim: NumberedText, theirs: Sequence[_Change]) -> _Change | None:
    """Return the claim's two numbers, now and then, that the source has the other way round; None where none are."""
    for now, then in _changes(claim):
        same = any(agrees(now, a) and agrees(then, b) for a, b in theirs)
        if not same and any(agrees(now, b) and agrees(then, a) for a, b in theirs):
            return now, then
    return None


def _outlived(claim: NumberedText, source: NumberedText, theirs: Sequence[_Change]) -> _Change | None:
    """Return a number that the claim says something came to and the source that it had been, with what it is now there.

    A claim that has a date may speak of the earlier time.
    """
    for i, q in enumerate(claim.mentions):
        dated = any(claim.mentions[k].kind in DATED for k in claim.numbers_in(claim.mention_sentence[i]))
        if dated or by_or_to(claim.text, q) != "to":
            continue
        then = [now for now, before in theirs if agrees(q, before)]
        if len(then) == sum(agrees(q, other) for other in source.mentions) and then:
            return q, then[0]
    return None


def _changes(text: NumberedText) -> Iterator[_Change]:
    """Yield each change that neighbouring numbers of one kind and sentence tell, or the two ends of "from 4 to 6"."""
    numbers = [i for i, q in enumerate(text.mentions[:MOST_CHANGED]) if q.kind not in DATED]
    for i in numbers:
        one = text.mentions[i]
        if one.high is not None and _RANGE.search(one.text) and _from(text, one) and _tells_change(text, i):
            low, high = (replace(one, value=end, high=None, text=f"{end:g}") for end in (one.value, one.high))
            yield high, low
    for i, j in pairwise(numbers):
        one, other = text.mentions[i], text.mentions[j]
        if text.mention_sentence[i] != text.mention_sentence[j] or not same_kind(one, other):
            continue
        if _from(text, one):
            if _FROM_TO[1].fullmatch(text.text, one.end, other.start):
                yield other, one
        elif _FROM.fullmatch(text.text, one.end, other.start):
            if _tells_change(text, i):
                yield one, other
        elif (
            _COMPARED.fullmatch(text.text, one.end, other.start) or _WHERE.fullmatch(text.text, one.end, other.start)
        ) and _EARLIER.match(text.text, other.end):
            yield one, other


def _from(text: NumberedText, q: Quantity) -> bool:
    return _FROM_TO[0].search(text.text, max(0, q.start - 30), q.start) is not None


def _tells_change(text: NumberedText, i: int) -> bool:
    return not _CHANGED.isdisjoint(lowered_words(text.text[slice(*text.sentences[text.mention_sentence[i]])]))


RULE = ClaimRule("now-and-then", _judge)
