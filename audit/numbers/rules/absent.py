"""Object to a number that no number of the source says, and show the one that fits its place best.

Why: a number that its source does not have is the plainest fabrication.
Example: "The tower has 41 rooms." beside "The tower has 57 rooms."
"""

from __future__ import annotations

import re

from audit.meaning.words import stems_of
from audit.numbers.doubts import is_doubted
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.worked_out import asks_for_more, otherwise
from audit.thresholds import SHOWN_AFFINITY
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

# The number of a list's item in running text: "these steps:1. Loosen the strap .2. Slide ...".
_ITEM = compiled(r"(?:\A|(?<=[:;.]\s))[0-9]{1,2}\.\s?[A-Z]|(?:(?<=[:;.])|(?<=\s)(?=\.))\.?[0-9]{1,2}\.(?:\s?[A-Z]|\Z)")
_UNSURE = frozenset(("label", "name", "score"))  # an identifier is never judged
_SHOWN_OTHERWISE = frozenset(("ordinal", "time"))
_NAMED_BEFORE = compiled(rf"\b(?:{either('determiners before an ordinal')}|these|those|both)\s\Z", re.IGNORECASE)
_WRITTEN = compiled(rf"\b(?:{either('words before the day of writing', gap=' ')})\s\Z", re.IGNORECASE)


def _judge(match: Match) -> Verdict | None:
    near = _nearest(match)
    if (follows := otherwise(match, 0.0 if near is None else match.context.affinity(near))) is not None:
        return match.says("absent", f"not in the source; its numbers give {follows}", near)
    if near is not None:
        return match.says("absent", f"not in the source; its nearest number is {match.source.shown(near)}", near)
    return match.says("absent", "not in the source")


def _nearest(match: Match) -> int | None:
    """Return the number of the source that fits the claim's place best, None where none fits it."""
    context, rivals = match.context, match.competing
    if any(context.most_affinity(i) >= SHOWN_AFFINITY and context.affinity(i) >= SHOWN_AFFINITY for i in rivals):
        near = context.best_fit(rivals)
        return near if context.affinity(near) >= SHOWN_AFFINITY else None
    return None


def _certainty(match: Match) -> Certainty:
    """Digits that are no range, time, place in an order or name were never wrong when read; words of number seldom.

    A number alone says nothing, and the day of writing is not the source's to say. An ordinal or a time of day is
    doubtful unless the source has another one in its place.
    """
    q, claim = match.number, match.claim
    if q.kind in _SHOWN_OTHERWISE:
        return "possible" if _nearest(match) is None else "likely"
    named = q.kind == "count" and q.text.isalpha() and _NAMED_BEFORE.search(claim.text, 0, q.start)  # "the two winners"
    named = named or _ITEM.match(claim.text, q.start)
    unsure = named or q.kind in _UNSURE or not match.said - stems_of(q.text) or _WRITTEN.search(claim.text, 0, q.start)
    if unsure or is_doubted(match):
        return "possible"
    plain = q.high is None and any(sign.isdigit() for sign in q.text)
    return "proven" if plain and not asks_for_more(match) else "likely"


RULE = Rule("absent", "no candidate", _judge, _certainty)
