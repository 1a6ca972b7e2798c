"""Object to a bounded number where the source has the same value exactly, or bounded from the other side.

Why: "over 80" is wrong of 80, and the reverse of "under 80".
Example: "Over 80 guests dined there." beside "Under 80 guests dined there."
"""

from __future__ import annotations

from audit.agreement.strength import bounds_opposed
from audit.meaning.negations import negations
from audit.numbers.match import Match, Rule, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


def _equal(match: Match) -> int | None:
    q, source = match.number, match.source
    return next((i for i in match.competing if source.mentions[i].value == q.value), None) if q.bound else None


def _judge(match: Match) -> Verdict | None:
    q, source, equal = match.number, match.source, _equal(match)
    if equal is None:
        return None
    other = source.mentions[equal]
    said = f"{other.bound} {other.text}" if other.bound else f"exactly {other.text}"
    return match.says("direction" if bounds_opposed(q, other) else "absent", f"the source says {said}", equal)


def _certainty(match: Match) -> Certainty:
    """Doubt it where one side denies: "at least 80 are needed" is "fewer than 80 will not do"."""
    equal, claim, source = _equal(match), match.claim, match.source
    if equal is None:
        return "likely"
    here = claim.text[slice(*claim.sentences[claim.mention_sentence[match.index]])]
    there = source.text[slice(*source.sentences[source.mention_sentence[equal]])]
    return "likely" if bool(negations(here)) == bool(negations(there)) else "possible"


RULE = Rule("opposite-bound", "no candidate", _judge, _certainty)
