"""The fixes of an audit: applied, asked about, shown as a patch or written back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wellsourced.commands import Terminal
from wellsourced.commands._jobs import Job
from wellsourced_core.errors import shown
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from wellsourced.commands._interactive import Questions
    from wellsourced.draft_files import DraftFile
    from wellsourced_core.model import Edit, FileReport


@frozen
class Fixed:
    """A draft's text after the fixes that were asked for, and how many were made."""

    text: str
    made: int = 0


def repaired(
    args: argparse.Namespace, terminal: Terminal, jobs: Sequence[Job], before: Sequence[FileReport]
) -> list[Fixed]:
    """Return every draft after the requested fixes; nothing is written."""
    from wellsourced.commands._interactive import Questions

    if args.apply:
        _check_ids(args.apply, [job.judged(report) for job, report in zip(jobs, before, strict=True)])
    questions = Questions(terminal)
    return [_renumbered(args, terminal, job, _fixed(args, job, questions)) for job in jobs]


def _check_ids(wanted: Sequence[str], reports: Sequence[FileReport]) -> None:
    from wellsourced_core.errors import InputError

    known = {finding.id for report in reports for finding in report.findings if finding.fix is not None}
    for one in wanted:
        if one not in known:
            raise InputError(one, "is not a fixable finding in these drafts", "take one that stands beside a fix")


def _fixed(args: argparse.Namespace, job: Job, questions: Questions) -> Fixed:
    from audit.repair import repair
    from wellsourced.commands._interactive import repair as repair_by_asking

    original = job.draft.original
    if job.draft.converted is not None and not original and original != job.draft.text:
        return Fixed(original)  # its bytes cannot be kept: its fixes are told instead
    if args.interactive:
        return Fixed(*repair_by_asking(original, job.look_in_file, questions))
    if args.fix or args.diff or args.apply:
        only = frozenset(args.apply) if args.apply else None
        done = repair(original, job.look_in_file, unsafe=args.unsafe_fixes, only=only)
        return Fixed(done.text, len(done.fixed))
    return Fixed(original)


def _renumbered(args: argparse.Namespace, terminal: Terminal, job: Job, fixed: Fixed) -> Fixed:
    if not args.renumber:
        return fixed
    from audit.editing.renumbering import renumber
    from audit.repair import apply
    from audit.runner import open_case

    read = job.draft.reread(fixed.text) if fixed.text or job.draft.converted is None else job.draft.converted
    change = renumber(open_case(read.text, job.sources, job.options))
    edits: Sequence[Edit] | None = change.edits
    if edits and job.draft.converted is not None:
        from retrieval.draft_formats.file_edits import in_file

        edits = in_file(read, edits, job.draft.reread)
    refused = change.refused or ("" if edits is not None else "its file would not keep its other bytes")
    if refused and not args.quiet:
        terminal.say(f"{shown(job.draft.name)}: not renumbered: {refused}")
    return replace(fixed, text=apply(fixed.text, edits or ()))


def hand_out(
    args: argparse.Namespace,
    terminal: Terminal,
    jobs: Sequence[Job],
    fixes: Sequence[Fixed],
    after: Sequence[FileReport],
) -> list[int]:
    """Print the patch, or write every repaired draft; one that cannot be written is named, the others are written."""
    from audit.editing.patch import patch
    from wellsourced.draft_files import write_back
    from wellsourced_core.errors import InputError, WellsourcedError

    codes = []
    folder = _above([job.draft for job in jobs])
    if args.diff and any(fixed.text != job.draft.original for job, fixed in zip(jobs, fixes, strict=True)):
        _say_where(terminal, folder)
    for job, fixed, report in zip(jobs, fixes, after, strict=True):
        draft = job.draft
        if args.diff:
            _write_bytes(terminal, patch(_in_patch(draft, folder), draft.original, fixed.text))
        elif draft.path is None and not draft.original and draft.text:
            raise InputError(draft.name, "its format cannot be repaired", "list what is to fix with --format json")
        elif draft.path is None:
            _write_bytes(terminal, fixed.text)
        else:
            try:
                write_back(draft, fixed.text)
            except WellsourcedError as error:
                terminal.say(f"error: {shown(str(error), 2_000)}")
                codes.append(error.exit_code)
                continue
        if not args.quiet:
            judged = job.judged(report)
            if not args.diff:
                _tell(args, terminal, job, fixed, judged)
            _tell_by_hand(args, terminal, job, judged)
    return codes


def _tell(args: argparse.Namespace, terminal: Terminal, job: Job, fixed: Fixed, report: FileReport) -> None:
    """Say what was fixed and what is left, and explain if the style prevents fixing it."""
    from wellsourced.formats._shared import plural

    if args.fix or args.apply or args.interactive:
        terminal.say(f"{shown(job.draft.name)}: {fixed.made} fixed")
    unreported = args.format == "json" or (job.draft.path is None and not args.output)
    for lost in report.findings if unreported else ():
        if lost.code == "C109":  # the repaired text takes the report's place: nobody else says this
            sentence = shown(report.text[lost.start : lost.end])
            terminal.say(f"{shown(job.draft.name)}:{lost.line}:{lost.column}: C109: {lost.message}: {sentence}")
    fixable = sum(finding.fix is not None for finding in report.findings)
    left = f"{plural(len(report.findings), 'finding')} left" + (f", {fixable} fixable" if report.findings else "")
    withheld = report.findings and not fixable and not job.parsed.draft.certain
    why = " (fixes are withheld: the citation style could not be read with certainty)" if withheld else ""
    terminal.say(f"{shown(job.draft.name)}: {left}{why}")


def _tell_by_hand(args: argparse.Namespace, terminal: Terminal, job: Job, report: FileReport) -> None:
    """List the fixes that were asked for and that the draft's format leaves to its author."""
    from wellsourced.formats._shared import described, place, unraised

    if job.draft.converted is None or not (args.fix or args.diff or args.apply):
        return
    for one in report.findings:
        safe = one.fix is not None and (one.fix.safety == "safe" or args.unsafe_fixes)
        if one.fix is not None and (one.id in args.apply if args.apply else safe):
            what = unraised(described(one.fix.edits, report.text))
            terminal.say(f"{shown(job.draft.name)}: to fix by hand: {place(report, one)}: {one.code}: {what}")


def _above(drafts: Sequence[DraftFile]) -> Path:
    """Return the folder that a patch is to be applied in: the current one, or the nearest above that has all drafts."""
    import os
    from pathlib import Path

    folders = [os.path.normpath(draft.path.absolute().parent) for draft in drafts if draft.path is not None]
    return Path(os.path.commonpath([Path.cwd(), *folders]))


def _say_where(terminal: Terminal, folder: Path) -> None:
    """Say where a patch is to be applied, unless that is the current folder."""
    import os
    from pathlib import Path

    if folder != Path.cwd():
        terminal.say(f"apply this patch in {shown(os.path.relpath(folder))}")


def _in_patch(draft: DraftFile, folder: Path) -> str:
    """Return the name a patch gives a draft: as seen from the folder, and never from the root."""
    from wellsourced.draft_files import relative

    return relative(draft.name, folder).lstrip("/") if draft.path is not None else draft.name


def _write_bytes(terminal: Terminal, text: str) -> None:
    """Write a draft or a patch as UTF-8, whatever the terminal's encoding: its bytes are somebody's file."""
    buffer = getattr(terminal.out, "buffer", None)
    if buffer is None:
        terminal.out.write(text)
    else:
        terminal.out.flush()
        buffer.write(text.encode("utf-8", "surrogateescape"))  # a patch names files whose names are no UTF-8
        buffer.flush()
