"""Object to two numbers of which the source has the one as before and the other as after.

Why: both numbers are right, and so are all the words. Two numbers are now and then only where the words say so: "from
48 to 61"; "61 from 48" beside a word of change; "61, against 48 a year earlier". "8 % of men, against 5 % of women" is
no such pair.
Example: "It rose to 61 from 48." beside "It was 48, compared with 61 a year earlier."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from audit.agreement.kinds import DATED, same_kind
from audit.agreement.strength import agrees
from audit.meaning.antonyms import FALL, RISE
from audit.meaning.words import lowered_words
from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import MOST_CHANGED
from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

# Right before the number: "12 km from the coast and 30 km from Osk" is a list.
_FROM = compiled(
    rf"[^.;\n]{{0,60}}\bfrom\s(?:(?:{either('words between from and a number')})\s)?[$€£]?\Z", re.IGNORECASE
)
_CHANGED = RISE | FALL | words("words of change besides rise and fall")
_COMPARED = compiled(r"[^.;\n]{0,80}\b(?:compared (?:with|to)|against|versus)\s[^.;\n]{0,20}\Z", re.IGNORECASE)
_EARLIER = compiled(rf"[^.;\n]{{0,20}}\b(?:{either('words of an earlier time', gap=' ')})\b", re.IGNORECASE)
_WHERE = compiled(r"[^.;\n]{0,20}\bwhere\s[^.;\n]{0,40}\Z", re.IGNORECASE)  # "a day, where it took three before"
_AFTER_ALL = compiled(r"\s(?:later|earlier|ago|before|after)\b", re.IGNORECASE)  # "two years later" is no value
_BARE = compiled(r"[^\W_]+")  # without its unit: "where it took three before"
_FROM_TO = (
    compiled(r"\bfrom\s[^.;\n]{0,12}\Z", re.IGNORECASE),
    compiled(r"[^.;\n]{0,30}\bto\s[^.;\n]{0,12}\Z", re.IGNORECASE),
)


def _judge(whole: ClaimMatch) -> Objections:
    claim, source = whole.claim, whole.source
    pair = _turned(claim, source)
    if pair is None:
        return {}
    now, then = (claim.mentions[i] for i in pair)
    return whole.withdraw(Objection("direction", f'the source has "{then.text}" after "{now.text}"'), (now, then))


def _turned(claim: NumberedText, source: NumberedText) -> tuple[int, int] | None:
    """Return the claim's two numbers, now and then, that the source has the other way round; None where none are."""
    mine = list(_changes(claim))
    theirs: list[tuple[int, int]] = []
    if mine:
        theirs = source.made[_turned] = source.made.get(_turned) or list(_changes(source))
    numbers, others = claim.mentions, source.mentions
    for now, then in mine:
        q, p = numbers[now], numbers[then]
        same = any(agrees(q, others[a]) and agrees(p, others[b]) for a, b in theirs)
        if not same and any(agrees(q, others[b]) and agrees(p, others[a]) for a, b in theirs):
            return now, then
    return None


def _is_lapse(text: NumberedText, q: Quantity) -> bool:
    """Tell whether a duration only says how long before or after something was."""
    return q.kind == "duration" and not _BARE.fullmatch(q.text) and _AFTER_ALL.match(text.text, q.end) is not None


def _changes(text: NumberedText) -> Iterator[tuple[int, int]]:
    """Yield (number now, number then) of each change that neighbouring numbers of one kind and sentence tell."""
    numbers = [i for i, q in enumerate(text.mentions[:MOST_CHANGED]) if q.kind not in DATED and not _is_lapse(text, q)]
    for i, j in pairwise(numbers):
        one, other = text.mentions[i], text.mentions[j]
        if text.mention_sentence[i] != text.mention_sentence[j] or not same_kind(one, other):
            continue
        if _FROM_TO[0].search(text.text, max(0, one.start - 30), one.start):
            if _FROM_TO[1].fullmatch(text.text, one.end, other.start):
                yield j, i
        elif _FROM.fullmatch(text.text, one.end, other.start):
            if not _CHANGED.isdisjoint(lowered_words(text.text[slice(*text.sentences[text.mention_sentence[i]])])):
                yield i, j
        elif (
            _COMPARED.fullmatch(text.text, one.end, other.start) or _WHERE.fullmatch(text.text, one.end, other.start)
        ) and _EARLIER.match(text.text, other.end):
            yield i, j


RULE = ClaimRule("now-and-then", _judge)
