"""Compare findings with a baseline: what was accepted before does not count until it expires.

A finding is known by its path and its fingerprint (rule, sentence, source), so that edits elsewhere in the draft do
not bring it back. Reading never changes a baseline; renewing it drops what is gone and keeps the days already set.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from audit.thresholds import BASELINE_DAYS
from wellsourced_core.model import FileReport, Finding
from wellsourced_core.values import frozen, replace

LIFETIME = timedelta(days=BASELINE_DAYS)


@frozen
class Entry:
    """One accepted finding. ``expires`` is the last day it is accepted on, None for no end.

    ``code`` and ``message`` are for those who read the file: ``path`` and ``id`` alone say which finding it is.
    """

    id: str
    code: str
    path: str
    message: str
    expires: date | None = None


@frozen
class Compared:
    """The findings of one draft beside its entries.

    ``new`` are the findings that count, ``known`` is how many do not, ``expired`` are entries whose finding is
    there and counts again, ``gone`` those whose finding is not there any more.
    """

    new: tuple[Finding, ...]
    known: int = 0
    expired: tuple[Entry, ...] = ()
    gone: tuple[Entry, ...] = ()


def compare(findings: Sequence[Finding], path: str, entries: Iterable[Entry], as_of: date) -> Compared:
    """Tell which findings of the draft at ``path`` count; entries of other drafts say nothing about it."""
    own = {entry.id: entry for entry in entries if entry.path == place(path)}
    present = {finding.id for finding in findings}
    accepted = {name for name, entry in own.items() if not _is_over(entry, as_of)}
    new = tuple(finding for finding in findings if finding.id not in accepted)
    return Compared(
        new=new,
        known=len(findings) - len(new),
        expired=tuple(entry for name, entry in own.items() if name in present and name not in accepted),
        gone=tuple(entry for name, entry in own.items() if name not in present),
    )


def without_known(report: FileReport, entries: Iterable[Entry], as_of: date, *, complete: bool = True) -> FileReport:
    """Return a draft's report with the findings that count, and notes on the others.

    ``complete`` is false where not every rule was asked for: an entry without a finding is then not called gone.
    """
    compared = compare(report.findings, report.path, entries, as_of)
    notes = []
    if compared.known:
        notes.append(f"{_count(compared.known, 'finding is', 'findings are')} in the baseline")
    if compared.expired:
        what = _count(
            len(compared.expired), "baseline entry has expired and counts", "baseline entries have expired and count"
        )
        notes.append(f"{what} again")
    if compared.gone and complete:
        what = _count(len(compared.gone), "baseline entry no longer occurs", "baseline entries no longer occur")
        notes.append(f"{what}; --write-baseline removes {'it' if len(compared.gone) == 1 else 'them'}")
    return replace(
        report,
        findings=compared.new,
        suppressed=report.suppressed + compared.known,
        notes=(*report.notes, *notes),
    )


def renew(
    entries: Iterable[Entry],
    found: Mapping[str, Sequence[Finding]],
    as_of: date,
    lifetime: timedelta | None = LIFETIME,
    spoke: Callable[[Entry], bool] = lambda _entry: True,
) -> tuple[Entry, ...]:
    """Return the baseline that accepts every finding of the drafts audited, ``found`` by path, in order of path and id.

    What was accepted keeps its last day; what is new, or was over, gets ``lifetime`` from ``as_of`` (None: no end).
    Entries of drafts that were not audited stay until they are over, and so do those whose rule
    was left out, as ``spoke`` tells.
    """
    before = {(entry.path, entry.id): entry for entry in entries if not _is_over(entry, as_of)}
    audited = {place(path): findings for path, findings in found.items()}
    after = {key: one for key, one in before.items() if one.path not in audited or not spoke(one)}
    fresh = _last_day(as_of, lifetime)
    for path, findings in audited.items():
        for finding in findings:
            known = before.get((path, finding.id))
            expires = known.expires if known else fresh
            after[path, finding.id] = Entry(finding.id, finding.code, path, finding.message, expires)
    return tuple(after[key] for key in sorted(after))


def place(path: str) -> str:
    """Return a path as a baseline writes it, however it was typed: with forward slashes and without "./"."""
    return posixpath.normpath(path.replace("\\", "/").encode("utf-8", "replace").decode("utf-8"))


def _is_over(entry: Entry, as_of: date) -> bool:
    return entry.expires is not None and entry.expires < as_of


def _last_day(as_of: date, lifetime: timedelta | None) -> date | None:
    if lifetime is None:
        return None
    return as_of + lifetime if date.max - as_of > lifetime else date.max


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
