"""The verdict on a number that follows from a source's: derived, with the formula that is shown."""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.numbers.derivations import Result
from audit.numbers.match import Match
from audit.numbers.operands import Operands
from audit.numbers.worked_out import expression
from wellsourced_core.model import StatisticVerdict
from wellsourced_core.values import replace

_MEANT = ("share", "change", "multiple", "order")  # what a claim may mean though the figure stands elsewhere


def derived(match: Match) -> StatisticVerdict | None:
    """Return the verdict on a number that follows from the source's; None where it does not."""
    found = expression(match)
    return None if found is None else _says(match, *found)


def derived_instead(match: Match) -> StatisticVerdict | None:
    """Return the verdict on a share or a place that the source says of something else, but follows for the claim's.

    Its numbers must stand nearer to the claim's words than the figure does, and apart from it: beside a share a
    source mostly says the numbers that it is of.
    """
    found = expression(match)
    bounded = match.number.bound and match.number.kind not in DATED  # any number may be "fewer than 70"
    if found is None or not (found[0].how in _MEANT or bounded):
        return None
    result, of = found
    beside = of.start <= match.source.mentions[match.candidate].start < of.end
    nearer = sum(map(match.context.affinity, of.at)) / len(of.at) > match.context.affinity(match.candidate)
    return _says(match, result, of) if nearer and not beside else None


def _says(match: Match, result: Result, of: Operands) -> StatisticVerdict:
    says = match.says("derived", f"follows from the source: {result.shown}", match.source.span(of.start, of.end))
    return replace(says, derivation=result.how)
