"""Object to a figure that the source has in another unit, currency or scale, among the claim's words.

Why: the commonest slip of a writer, and one that a reader can check. "Half" is no slip of "half a year" where it
follows from the source's numbers.
Example: "The reservoir holds 30 litres." beside "The reservoir holds 30 gallons."
"""

from __future__ import annotations

from audit.agreement.kinds import DATED, reading
from audit.agreement.strength import same_magnitude
from audit.numbers.candidates import likely
from audit.numbers.context_score import greatest
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.worked_out import expression
from audit.thresholds import COUNTED_IN_WORDS, FLOAT_ROUNDING, MOST_SLIPS, SLIP_AFFINITY
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import FACTORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_UNMEASURED = frozenset(("ordinal", "label", "identifier", "name"))


def _judge(match: Match) -> Verdict | None:
    q, source = match.number, match.source
    if q.kind in DATED or q.kind in _UNMEASURED:
        return None
    words = match.context.context.sentence
    same = [i for i in source.figures.near(q) if same_figure(q, source.mentions[i])]
    if len(same) > MOST_SLIPS:
        same = likely(same, words, source)
    if not same:
        return None
    slip = greatest(same, match.context.affinity)
    if match.context.affinity(slip) < SLIP_AFFINITY and len(words) >= 2:
        return None
    measured = q.kind == "percent" and source.mentions[slip].kind != "points"  # "70 per cent" beside "70 square metres"
    if (measured or q.kind in ("multiple", "ratio")) and expression(match):
        return None
    return match.says("unit", f"the source has {source.shown(slip)}, a different unit or scale", slip)


def same_figure(q: Quantity, other: Quantity) -> bool:
    """Tell whether two numbers are written with one figure but measure something else, or are of another scale."""
    if not q.value or not other.value or other.kind in _UNMEASURED:
        return False
    if abs(q.value - other.value) <= FLOAT_ROUNDING * abs(q.value):
        return other.kind != "name" and (q.unit, q.kind) != (other.unit, other.kind)
    if q.kind != other.kind:
        return False
    return not same_magnitude(abs(reading(q)[0]), abs(reading(other)[0]))


def _certainty(match: Match) -> Certainty:
    """Another scale of one kind and unit, or another prefix, needs no more than the two numbers.

    The noun behind both numbers is as good as a unit: "410 billion crowns" beside "410 million crowns"; and so is one
    that the source has behind another number: "54 houses" beside "11 houses in 54 years".
    """
    q, source = match.number, match.source
    same = [i for i in source.figures.near(q) if same_figure(q, source.mentions[i])]
    units = {(source.mentions[i].unit, source.mentions[i].kind) for i in same}
    if not q.unit or not any(unit for unit, _ in units):
        scaled = any(q.kind == source.mentions[i].kind and match.context.following(i) == 1.0 for i in same)
        counted = q.value > COUNTED_IN_WORDS and any(match.context.following(i) == 1.0 for i in match.competing)
        return "likely" if scaled or counted else "possible"
    prefixed = any(_is_prefixed(q, source.mentions[i]) for i in same)
    return "proven" if (q.unit, q.kind) in units or prefixed else "likely"


def _is_prefixed(q: Quantity, other: Quantity) -> bool:
    """Tell whether only the prefix of a unit differs by a thousand or a million: gigawatts and megawatts."""
    mine, theirs = FACTORS.get(q.unit), FACTORS.get(other.unit)
    return mine is not None and theirs is not None and mine[0] == theirs[0] and not same_magnitude(mine[1], theirs[1])


RULE = Rule("unit-slip", "no candidate", _judge, _certainty)
