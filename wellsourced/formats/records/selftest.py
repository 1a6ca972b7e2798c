"""The output of `selftest`: the faults planted in a draft, which of them an audit caught, and by which rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from audit.fault_injection import CODES, Planted
from wellsourced.formats._shared import plural
from wellsourced.formats.records import dump
from wellsourced_core.errors import shown
from wellsourced_core.model import FileReport, Places
from wellsourced_core.values import frozen

SCHEMA = "wellsourced.selftest/1"
_SHOWN = 60
_MEANS = "Only simple faults of the kinds the rules look for are planted."


@frozen
class Trial:
    """One plant and the codes that reported it; none: it was missed."""

    planted: Planted
    caught: tuple[str, ...]


@frozen
class Selftest:
    """The plants of one draft. ``untouched`` is the audit of the draft as it is, ``at_least`` the share wanted."""

    untouched: FileReport
    trials: tuple[Trial, ...]
    at_least: float

    @property
    def share(self) -> float:
        return sum(bool(trial.caught) for trial in self.trials) / max(1, len(self.trials))

    @property
    def passed(self) -> bool:
        return self.share >= self.at_least


def render(found: Selftest) -> str:
    """Return a self-test as JSON."""
    return dump(
        {
            "schema": SCHEMA,
            "file": found.untouched.path,
            "untouched_findings": len(found.untouched.findings),
            "planted": len(found.trials),
            "caught": sum(bool(trial.caught) for trial in found.trials),
            "share": found.share,
            "at_least": found.at_least,
            "passed": found.passed,
            "kinds": [_kind(name, trials) for name, trials in _by_kind(found.trials)],
            "missed": [_missed(trial.planted, found.untouched.places) for trial in found.trials if not trial.caught],
        }
    )


def render_text(found: Selftest) -> str:
    """Return a self-test for a person."""
    accused = found.untouched.findings
    lines = [f"{found.untouched.path}: {plural(len(accused), 'finding')} as it stands"]
    if accused:
        grave = Counter(str(finding.severity) for finding in accused)
        parts = ", ".join(plural(number, name) for name, number in sorted(grave.items()))
        lines.append(f"  {parts}: in a draft that you trust, each is a false accusation")
    lines.append("")
    for name, trials in _by_kind(found.trials):
        one = _kind(name, trials)
        by = ", ".join(f"{code} {n}" for code, n in one["rules"].items()) or "no rule"
        lines.append(f"  {name:<14} {one['caught']:>3} of {one['planted']:>3} caught   {by}")
    if not found.trials:
        lines.append("  nothing could be planted")
    caught = sum(bool(trial.caught) for trial in found.trials)
    planted = plural(len(found.trials), "planted fault")
    lines += ["", f"{caught} of {planted} caught ({100 * found.share:.0f} %)", _MEANS]
    for trial in found.trials:
        if not trial.caught:
            one = _missed(trial.planted, found.untouched.places)
            change = f"{shown(one['before'], _SHOWN)!r} -> {shown(one['after'], _SHOWN)!r}"
            lines.append(
                f"missed: {found.untouched.path}:{one['line']}:{one['column']}: {trial.planted.kind}: {change}"
            )
    return "\n".join(lines) + "\n"


def _by_kind(trials: Sequence[Trial]) -> list[tuple[str, list[Trial]]]:
    found = [(kind, [trial for trial in trials if trial.planted.kind == kind]) for kind in CODES]
    return [(kind, of_kind) for kind, of_kind in found if of_kind]


def _kind(name: str, trials: Sequence[Trial]) -> dict[str, Any]:
    """Return a kind's counts; ``rules`` names for each caught plant the first expected rule that spoke."""
    rules = Counter(trial.caught[0] for trial in trials if trial.caught)
    caught = sum(bool(trial.caught) for trial in trials)
    return {"kind": name, "planted": len(trials), "caught": caught, "rules": dict(sorted(rules.items()))}


def _missed(planted: Planted, places: Places | None) -> dict[str, Any]:
    before = planted.text[: planted.start].removeprefix("\ufeff")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    if places is not None:
        line, column = places.at(planted.start).line, places.at(planted.start).column
    return {
        "kind": planted.kind,
        "line": line,
        "column": column,
        "before": planted.before,
        "after": planted.after,
        "expected": list(planted.codes),
    }
