"""The baseline of an audit: which file it is, and which findings it accepts.

Its paths are relative to its own folder, so that it means the same wherever the audit is started.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from audit.baseline import Entry
    from audit.runner import AuditOptions
    from wellsourced.config import Config
    from wellsourced_core.model import FileReport


@frozen
class Accepted:
    """A baseline's entries and the folder that it lies in."""

    entries: tuple[Entry, ...]
    folder: Path

    def taken_out_of(self, report: FileReport, as_of: date, *, complete: bool) -> FileReport:
        """Return the report with the findings that count."""
        from audit.baseline import without_known

        seen = replace(report, path=_seen_from(self.folder, report.path))
        return replace(without_known(seen, self.entries, as_of, complete=complete), path=report.path)


def accepted(args: argparse.Namespace, config: Config) -> Accepted | None:
    """Read the baseline that is named or configured; None without one, or where the first is still to be written."""
    path = path_of(args, config)
    if args.write_baseline and (path is None or not path.exists()) and not args.baseline:
        path = Path(args.write_baseline) if Path(args.write_baseline).exists() else None
    if path is None:
        return None
    from wellsourced.formats.records.baseline import read_baseline

    return Accepted(read_baseline(path), path.parent)


def path_of(args: argparse.Namespace, config: Config) -> Path | None:
    """Return where the baseline is that was named, else the configured one; None without either."""
    if args.baseline:
        return Path(args.baseline)
    return config.path.parent / config.audit.baseline if config.audit.baseline and config.path is not None else None


def renewed(
    path: Path, before: Accepted | None, reports: Sequence[FileReport], options: Sequence[AuditOptions], as_of: date
) -> Accepted:
    """Write the baseline that accepts every finding of the reports; those known before keep their last day.

    ``options`` are those of each report: what is known of a rule that they leave out stays.
    """
    from audit.baseline import place, renew
    from audit.checks import all_checks
    from wellsourced.formats.records.baseline import write_baseline

    names = [_seen_from(path.parent, report.path) for report in reports]
    asked = {place(name): one for name, one in zip(names, options, strict=True)}
    slugs = {check.code: check.slug for check in all_checks()}

    def spoke(entry: Entry) -> bool:
        return asked[entry.path].speaks(entry.code, slugs.get(entry.code, ""))

    found = dict(zip(names, (report.findings for report in reports), strict=True))
    entries = renew(before.entries if before else (), found, as_of, spoke=spoke)
    write_baseline(path, entries)
    return Accepted(entries, path.parent)


def _seen_from(folder: Path, name: str) -> str:
    from wellsourced.draft_files import relative

    return name if name.startswith("<") else relative(name, folder)
