"""Say in a short report itself how the search ended and which of the sources found it does not use, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Decision, ScoredSource, Short
from wellsourced_core.text import host_of, unique
from writer.plain_markdown import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DecisionRule

HEADING = "## What was searched and left out"
_NAMED = 3
_ENDED: dict[DecisionRule, str] = {
    "enough_evidence": "what was found agrees well enough",
    "good_enough_with_volume": "as many sources as this mode uses agree well enough",
    "source_limit": "more sources were found than could be used",
    "no_new_information": "searching on brought nothing new",
    "late_but_acceptable": "it had found enough for a report and had one round left",
    "pass_limit": "it had made all the rounds that this mode allows, and not found enough",
}


def with_left_out(markdown: str, outcome: Short, stopped: Decision | None, passes: int, most: int) -> str:
    """Append the section: how the search ended, and what was left out, by reason, with a few of the sites.

    ``passes`` rounds of searches were made of the ``most`` that the mode allows.
    """
    said = " ".join(part for part in (_ended(stopped, passes, most), _left_out(outcome)) if part)
    return "\n\n".join((markdown.rstrip(), HEADING, said)) + "\n"


def _ended(stopped: Decision | None, passes: int, most: int) -> str:
    rounds = plural(passes, "round")
    if stopped is not None:
        return f"The search ended after {rounds} because {_ENDED.get(stopped.rule, 'it had to')}."
    if passes >= most:
        return f"The search ended after {rounds}, all that this mode allows."
    return f"The search ended after {rounds}."


def _left_out(outcome: Short) -> str:
    kept = {scored.origin for scored in outcome.kept}
    groups: dict[tuple[str, str], list[ScoredSource]] = {}
    for scored in outcome.dropped:
        groups.setdefault(_why(scored, kept), []).append(scored)
    if not groups:
        return "Every source that was found is used."
    # Most first; of equal groups the one whose source has the better place.
    listed = sorted(groups.items(), key=lambda group: -len(group[1]))
    return f"Not used: {'; '.join(f'{len(found)} {why[len(found) > 1]} ({_sites(found)})' for why, found in listed)}."


def _why(scored: ScoredSource, kept: Collection[str]) -> tuple[str, str]:
    """Return why a source is not used, as is said of one and of several."""
    if scored.junk is not None:
        return ("with no article behind its address", "with no article behind their addresses")
    if scored.origin in kept:
        return ("that repeats a source used here", "that repeat a source used here")
    return ("that says too little of what is asked", "that say too little of what is asked")


def _sites(found: Sequence[ScoredSource]) -> str:
    hosts = list(unique(host_of(s.source.url).removeprefix("www.") or "no address" for s in found))
    more = len(hosts) - _NAMED
    return inert(", ".join(hosts[:_NAMED])) + (f" and {plural(more, 'more site')}" if more > 0 else "")
