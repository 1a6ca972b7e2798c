"""An audit that only reports: kept results first, the rest on all cores, and a report that is written as it is made.

Drafts are read, judged and let go one by one, so that thousands take no more memory than a few.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from wellsourced.commands import Terminal
from wellsourced.commands._exit_codes import exit_code, fails_on
from wellsourced.commands._kept_audits import Audited, KeptAudits
from wellsourced.commands._showing import as_report, is_colored, pieces_of, summary, write
from wellsourced.draft_files import STDIN, DraftFile, read
from wellsourced.report_spool import ReportSpool
from wellsourced.result_cache import NewEntry, key_of, texts
from wellsourced_core.errors import WellsourcedError, shown
from wellsourced_core.values import field, mutable, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config


def report_on(args: argparse.Namespace, config: Config, terminal: Terminal, names: Sequence[str]) -> list[int]:
    """Audit the drafts and report; returns the exit code of each. Raises what concerns all of them.

    A draft that cannot be audited is named, and the others are reported all the same.
    """
    run = _Run(args, config, terminal, names, KeptAudits.open(args, config))
    with closing(run.reports):
        run.look()
        missing = [number for number in run.drafts if number not in run.audits]
        if missing:
            run.audit(missing)
        run.tell()
        if run.audits:
            run.show(new=bool(missing))
        return run.codes()


@mutable
class _Run:
    """What is known of the drafts so far, by their numbers: none of their texts, and the reports in the spool.

    ``unread`` could not be read, ``failed`` not be audited; ``piped`` can be read only once.
    """

    args: argparse.Namespace
    config: Config
    terminal: Terminal
    names: Sequence[str]
    kept: KeptAudits
    drafts: dict[int, DraftFile] = field(default_factory=dict)
    piped: dict[int, DraftFile] = field(default_factory=dict)
    unread: dict[int, WellsourcedError] = field(default_factory=dict)
    failed: dict[int, WellsourcedError] = field(default_factory=dict)
    audits: dict[int, Audited] = field(default_factory=dict)
    digests: dict[int, str] = field(default_factory=dict)
    reports: ReportSpool = field(default_factory=ReportSpool)

    def look(self) -> None:
        """Look at every draft and take in what is kept of it; what has to be converted is left for the audit."""
        for number, name in enumerate(self.names):
            try:
                draft = read(name, self.terminal.into, self.args.stdin_filename, convert=False)
            except WellsourcedError as error:
                self.unread[number] = error
                continue
            self.drafts[number] = replace(draft, text="", converted=None)
            if name == STDIN:
                self.piped[number] = draft
            data = self.kept.get(draft)
            if data is not None:
                self._take(number, data)

    def audit(self, missing: Sequence[int]) -> None:
        """Audit the drafts of which nothing is kept, in several processes if they are many."""
        from wellsourced.commands._draft_audits import DraftAudits, Fault
        from wellsourced.forked_workers import Died, died, spread, workers

        audits = DraftAudits.open(self.args, self.config, self.kept, [self.drafts[number] for number in missing])

        def work(number: int) -> bytes | Fault:
            try:
                draft = self.piped.get(number) or read(self.names[number], self.terminal.into)
            except WellsourcedError as error:  # it was there a moment ago
                return Fault(error)
            return audits.audit(draft).packed() if len(self.names) == 1 else audits.outcome(draft)

        for number, made in spread(work, missing, workers(self.args.jobs, len(missing))):
            if isinstance(made, bytes):
                self._take(number, made)
                continue
            fault = Fault(died(self.drafts[number].name, made)) if isinstance(made, Died) else made
            self.failed[number] = fault.error
            if fault.trace:
                self.terminal.say(fault.trace)

    def tell(self) -> None:
        """Say which drafts are not reported, and what is to be said of the sources of the others.

        Raises the only fault where there is nothing else.
        """
        if not self.audits and len(self.unread) + len(self.failed) == 1:
            raise next(iter((*self.unread.values(), *self.failed.values())))
        self._say_faults(self.unread)
        for number in sorted(self.audits) if not self.args.quiet else ():
            for note in self.audits[number].notes:
                self.terminal.say(f"{shown(self.drafts[number].name)}: {note}")
        self._say_faults(self.failed)

    def show(self, *, new: bool) -> None:
        """Write the report, as it was written before where nothing in it is new."""
        args, results = self.args, self.kept.results
        shape = (
            args.format,
            is_colored(args, self.terminal),
            args.quiet,
            args.verbose,
            args.max_findings,
            args.statistics,
        )
        named = (bool(args.output), bool(args.baseline))
        key = self.kept.shown((*shape, *named), (self.digests[number] for number in sorted(self.digests)))
        before = None if new or results is None else results.get(key)
        if before is not None:
            report, _, told = before.rpartition(b"\n")
            write(args, self.terminal, texts(report))
            self._say(json.loads(told))
            return
        with NewEntry(results, key) as entry:
            lines = self._show_anew(entry)
            entry.add(b"\n" + json.dumps(lines).encode("ascii"))

    def codes(self) -> list[int]:
        """Return the exit code of each draft."""
        fail_on = fails_on(self.args, self.config)
        faults = (*self.unread.values(), *self.failed.values())
        audits = self.audits.values()
        return [*(one.exit_code for one in faults), *(exit_code(one.gravest, one.unjudged, fail_on) for one in audits)]

    def _take(self, number: int, data: bytes) -> None:
        """Take in the audit of a draft."""
        audited = Audited.unpacked(data)
        self.reports.put(number, audited.report)
        self.audits[number] = replace(audited, report=b"", files={})
        self.digests[number] = key_of(data)

    def _show_anew(self, entry: NewEntry) -> list[str]:
        """Write the report, and a copy of it into an entry; returns the lines that were said behind it."""
        from wellsourced.calibration_file import tuning_of

        def copied(pieces: Iterable[str]) -> Iterator[str]:
            for piece in pieces:
                entry.add(piece.encode("utf-8", "surrogatepass"))
                yield piece

        report = as_report(tuning_of(self.config), self.reports)
        write(self.args, self.terminal, copied(pieces_of(self.args, self.terminal, report)))
        lines = [] if self.args.quiet else list(summary(self.args, report))
        self._say(lines)
        return lines

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.terminal.say(line)

    def _say_faults(self, faults: dict[int, WellsourcedError]) -> None:
        """Say each fault once, in the order of the drafts."""
        lines = dict.fromkeys(str(faults[number]) for number in sorted(faults))
        self._say(f"error: {shown(line, 2_000)}" for line in lines)
