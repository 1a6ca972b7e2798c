"""Object to a number where the words beside it in the claim stand, in the source, beside another number.

Why: the right figure of a neighbouring fact is the hardest error to see. Only what tells the two numbers apart counts:
the words of the stretch around one that the other's stretch lacks. The claim must have most of the other's and hardly
any of its own; where a number of the claim agrees with the other one, the words may be there for that.
Example: "She became a dame in 1979." beside "She was elected in 1979 and became a dame in 1991."
"""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.numbers.context import share, stretch
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import LEAST_TOLD_OF_OTHER, MOST_TOLD_OF_OWN, OTHER_STRETCH_SHARE, OWN_STRETCH_SHARE


def _judge(match: Match) -> Verdict | None:
    other = _other(match)
    if other is None:
        return None
    return match.says("other-fact", f"the source says this of {match.source.shown(other)}", other)


def _other(match: Match) -> int | None:
    """Return the competing number that the claim's words are told of, None where there is none."""
    source, said = match.source, match.context.context.sentence
    own = stretch(source, match.candidate)
    in_own = share(said, own, source)
    if in_own > OWN_STRETCH_SHARE:
        return None
    shares = {i: share(said, stretch(source, i), source) for i in match.competing if not _is_within(match, i)}
    other = max(shares, key=lambda i: (shares[i], -i), default=-1)
    if other < 0 or shares[other] < OTHER_STRETCH_SHARE or match.said_too(other):
        return None
    theirs = stretch(source, other)
    apart = own - theirs  # of "48 in 2022 and 24 in 2023" the second has no words of its own
    told = share(theirs - own, said, source) >= LEAST_TOLD_OF_OTHER
    told = told and bool(apart) and share(apart, said, source) <= MOST_TOLD_OF_OWN
    return other if told and match.context.binding(match.candidate) < match.context.binding(other) else None


def _is_within(match: Match, i: int) -> bool:
    """Tell whether two dates are of one year: "in 1971" says nothing against "in May 1971"."""
    q, other = match.number, match.source.mentions[i]
    return q.kind in DATED and q.value == other.value


RULE = Rule("told-of-another", "place", _judge)
