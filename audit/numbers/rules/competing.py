"""Object to a number where a competing one fits the claim's words clearly better.

Why: the right figure of another fact is the hardest error to see. Most numbers cannot fit better, by the words that
their sentence, or the whole source, has at all: their context is not measured.
Example: "The northern crew laid 51 km." beside "The northern crew laid 34 km. The southern crew laid 51 km."
"""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.numbers.context_score import greatest
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import FAR_BETTER_BOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


def _judge(match: Match) -> Verdict | None:
    other = _better(match)
    if other is None:
        return None
    return match.says("other-fact", f"in the source, {match.source.shown(other)} fits the sentence better", other)


def _better(match: Match) -> int | None:
    """Return the competing number whose context fits clearly better."""
    best, context, limits = match.candidate, match.context, match.limits
    at = match.source.mention_sentence
    rivals = list(match.competing)
    if context.following(best) == 1.0:
        # Of two in one sentence the word that follows both numbers tells more than how far the others stand.
        rivals = [i for i in rivals if at[i] != at[best] or context.following(i) == 1.0]
    if not rivals:
        return None
    if match.number.bound and match.strength < 1.0:
        # Any number satisfies "fewer than 3,830"; only the one in the right place may.
        by_both = context.best_fit(rivals)
        return by_both if context.fit(best) - context.fit(by_both) < limits.bounded else None
    own = context.affinity(best)
    near = [i for i in rivals if own - context.most_affinity(i) < max(limits.affinity, limits.crowded_affinity)]
    if near:
        a = context.affinity(by_a := greatest(near, context.affinity))
        if own - a < (limits.crowded_affinity if a >= limits.crowded else limits.affinity):
            return by_a
    if context.binding(best) - context.most_binding < max(limits.beside, limits.binding):
        beside = [i for i in rivals if at[i] == at[best]]
        if beside:
            by_side = greatest(beside, context.binding)
            if context.binding(best) - context.binding(by_side) < limits.beside:
                return by_side
        by_b = greatest(rivals, context.binding)
        if context.binding(best) - context.binding(by_b) < limits.binding:
            return by_b
    near = [i for i in rivals if context.fit(best) - context.most_fit(i) < limits.fit]
    if near and context.fit(best) - context.fit(by_both := context.best_fit(near)) < limits.fit:
        return by_both
    return None


def _certainty(match: Match) -> Certainty:
    """Return likely where the claim's words stand far closer to the other number, unless it says when something was."""
    other, bound = _better(match), match.context.binding
    far = other is not None and bound(other) - bound(match.candidate) >= FAR_BETTER_BOUND
    far = far and match.number.kind not in DATED  # two of two that were read were wrong: "(1918 – 1994)"
    return "likely" if far else "possible"


RULE = Rule("competing", "place", _judge, _certainty)
