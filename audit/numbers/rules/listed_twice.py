"""Object to a value that a list of the claim repeats where the source's sentence has it once.

Why: one of the two took the place of another value.
Example: "38 % and 38 %" beside "38 % and 41 %"
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from operator import itemgetter

from audit.agreement.strength import agrees
from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import MOST_NEAR_VALUE
from wellsourced_core.model import Quantity, Span
from wellsourced_core.patterns import compiled

_LISTED = compiled(r"[\s,]*(?:and|or|&)?[\s,]*")


def _judge(whole: ClaimMatch) -> Objections:
    found: Objections = {}
    end, seen = -1, set[tuple[float, str, str, float | None]]()  # the list so far: its end, its values
    for i, verdict in enumerate(whole.verdicts):
        q = verdict.quantity
        if end < 0 or not _LISTED.fullmatch(whole.claim.text, end, q.start):
            seen = set()
        value = (q.value, q.unit, q.kind, q.high)
        if value in seen and verdict.verdict == "carried" and _times_said(q, verdict.evidence, whole.source) < 2:
            found = {**found, i: Objection("other-fact", "the claim lists it twice, the source once")}
        end = q.end
        seen.add(value)
    return found


def _times_said(q: Quantity, evidence: Span | None, source: NumberedText) -> int:
    """Return how many numbers agree with a quantity in the sentence of its evidence, up to two."""
    if evidence is None:
        return 0
    within = bisect_right(source.sentences, evidence.start, key=itemgetter(0)) - 1
    if within < 0 or evidence.start >= source.sentences[within][1]:
        return 0
    own, near = source.numbers_in(within), source.lookup.near(q, MOST_NEAR_VALUE)
    held = own if near is None else (i for i in near if i in own)
    return len(list(islice((i for i in held if agrees(q, source.mentions[i])), 2)))


RULE = ClaimRule("listed-twice", _judge)
