"""What an audit ends with: by the gravest finding of each draft, and by the gravest outcome of several."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from wellsourced.config import Config
    from wellsourced_core.model import FileReport

UNJUDGED = ("D901", "D903")
NOTHING = "nothing"
_GRAVEST_FIRST = ("error", "warning", "note", "")


def verdict_of(report: FileReport) -> tuple[str, bool]:
    """Return the gravest severity of what was found, "" for none, and whether nothing could be judged."""
    found = {"", *(str(finding.severity) for finding in report.findings if finding.code not in UNJUDGED)}
    gravest = next(severity for severity in _GRAVEST_FIRST if severity in found)
    return gravest, any(finding.code in UNJUDGED for finding in report.findings)


def fails_on(args: argparse.Namespace, config: Config) -> str:
    """Return the severity that makes the exit code 1; NOTHING where not even an unjudged draft is to change it."""
    return NOTHING if args.exit_zero else args.fail_on or config.audit.fail_on


def exit_code(gravest: str, unjudged: bool, fail_on: str) -> int:
    """Return a file's exit code: 3 where nothing could be judged, 1 for findings at or above the threshold."""
    if fail_on == NOTHING:
        return 0
    if fail_on != "never" and _GRAVEST_FIRST.index(gravest) <= _GRAVEST_FIRST.index(fail_on):
        return 1
    return 3 if unjudged else 0


def combine(codes: Sequence[int]) -> int:
    """Return the exit code of several files: the highest of 2, 4 and 70 wins, else 1 before 3 before 0."""
    for code in (70, 4, 2, 1, 3):
        if code in codes:
            return code
    return 0
