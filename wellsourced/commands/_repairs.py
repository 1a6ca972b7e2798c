"""The fixes of an audit: which are made, asked for, shown as a patch or written back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wellsourced.commands import Terminal
from wellsourced.commands._jobs import Job
from wellsourced.core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.commands._interactive import Questions
    from wellsourced.core.model import FileReport


def repaired(
    args: argparse.Namespace, terminal: Terminal, jobs: Sequence[Job], before: Sequence[FileReport]
) -> list[str]:
    """Return the text of every draft after the fixes that were asked for; nothing is written."""
    from wellsourced.commands._interactive import Questions

    if args.apply:
        _check_ids(args.apply, [job.judged(report) for job, report in zip(jobs, before, strict=True)])
    questions = Questions(terminal)
    return [_renumbered(args, terminal, job, _fixed(args, terminal, job, questions)) for job in jobs]


def _check_ids(wanted: Sequence[str], reports: Sequence[FileReport]) -> None:
    from wellsourced.core.errors import InputError

    known = {finding.id for report in reports for finding in report.findings if finding.fix is not None}
    for one in wanted:
        if one not in known:
            raise InputError(one, "is no fixable finding of these drafts", "take an id from --format json")


def _fixed(args: argparse.Namespace, terminal: Terminal, job: Job, questions: Questions) -> str:
    from audit.repair import repair
    from wellsourced.commands._interactive import repair as repair_by_asking

    def look(text: str) -> FileReport:
        return job.judged(job.look(text))

    if args.interactive:
        text, made = repair_by_asking(job.draft.text, look, questions)
    elif args.fix or args.diff or args.apply:
        only = frozenset(args.apply) if args.apply else None
        done = repair(job.draft.text, look, unsafe=args.unsafe_fixes, only=only)
        text, made = done.text, len(done.fixed)
    else:
        return job.draft.text
    if not args.quiet and not args.diff:
        terminal.say(f"{shown(job.draft.name)}: {made} fixed")
    return text


def _renumbered(args: argparse.Namespace, terminal: Terminal, job: Job, text: str) -> str:
    if not args.renumber:
        return text
    from audit.editing.numbering import renumber
    from audit.repair import apply
    from audit.runner import open_case

    change = renumber(open_case(text, job.sources, job.options))
    if change.refused and not args.quiet:
        terminal.say(f"{shown(job.draft.name)}: not renumbered: {change.refused}")
    return apply(text, change.edits)


def hand_out(
    args: argparse.Namespace,
    terminal: Terminal,
    jobs: Sequence[Job],
    texts: Sequence[str],
    after: Sequence[FileReport],
) -> list[int]:
    """Print the patch, or write every repaired draft; one that cannot be written is named, the others go on."""
    from audit.editing.patch import patch
    from wellsourced.core.errors import WellsourcedError
    from wellsourced.drafts import write_back
    from wellsourced.formats._shared import plural

    codes = []
    for job, text, report in zip(jobs, texts, after, strict=True):
        draft = job.draft
        if args.diff:
            _write_bytes(terminal, patch(_in_patch(draft.name), draft.text, text))
        elif draft.path is None:
            _write_bytes(terminal, text)
        else:
            try:
                write_back(draft, text)
            except WellsourcedError as error:
                terminal.say(f"error: {shown(str(error), 2_000)}")
                codes.append(error.exit_code)
                continue
        if not args.quiet and not args.diff:
            left = job.judged(report).findings
            fixable = sum(finding.fix is not None for finding in left)
            terminal.say(f"{shown(draft.name)}: {plural(len(left), 'finding')} left, {fixable} fixable")
    return codes


def _in_patch(name: str) -> str:
    """Return the name a patch gives a draft: as seen from the current folder, and never from the root."""
    from pathlib import Path

    from wellsourced.drafts import relative

    return relative(name, Path.cwd()).lstrip("/")


def _write_bytes(terminal: Terminal, text: str) -> None:
    """Write a draft or a patch as UTF-8, whatever the terminal's encoding: its bytes are somebody's file."""
    buffer = getattr(terminal.out, "buffer", None)
    if buffer is None:
        terminal.out.write(text)
    else:
        terminal.out.flush()
        buffer.write(text.encode("utf-8", "surrogateescape"))  # a patch names files whose names are no UTF-8
        buffer.flush()
