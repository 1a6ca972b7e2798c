"""`audit`: check drafts against their sources; report, repair, gate."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from wellsourced.commands import Terminal
from wellsourced.commands._baseline import path_of, renewed
from wellsourced.commands._exit_codes import UNJUDGED, combine, exit_code, fails_on, verdict_of
from wellsourced.commands._jobs import Job, named_drafts, opened, read_drafts, repairing, with_opinions
from wellsourced.commands._options import (
    a_whole,
    add_as_of,
    add_jobs,
    add_no_cache,
    add_sources,
    an_output,
    configuration,
    refuse_folder,
)
from wellsourced.commands._word_comments import refuse_other_drafts, write_comments
from wellsourced_core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from wellsourced.config import Config
    from wellsourced_core.model import AuditReport, FileReport

HELP = "check every citation in drafts, and repair them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from wellsourced.commands._opinions import add_arguments as add_opinions
    from wellsourced.commands._source_text_options import add_arguments as add_texts
    from wellsourced.formats import names

    files = parser.add_argument(
        "files", nargs="+", metavar="FILE", default=[], help="drafts, folders, globs, or - for standard input"
    )
    files.required = False  # --apply takes every word behind it: see _part
    add_sources(parser)
    add_texts(parser)
    add_opinions(parser)
    parser.add_argument("--fix", action="store_true", help="apply the safe fixes")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: include the unsafe ones")
    parser.add_argument("--renumber", action="store_true", help="renumber citations 1, 2, 3 ... in order of first use")
    parser.add_argument("--interactive", action="store_true", help="ask about each fix, including the unsafe ones")
    parser.add_argument(
        "--apply",
        action="extend",
        nargs="+",
        metavar="ID",
        help="apply only these fixes, by the ids in the report",
    )
    parser.add_argument("--diff", action="store_true", help="print the fixes as a patch; write nothing")
    parser.add_argument(
        "--comments", metavar="F", help="write a copy of the draft, a .docx, with the findings as comments"
    )
    parser.add_argument(
        "--stdin-filename", metavar="F", help="the name of standard input: in reports, and beside which its sources lie"
    )
    parser.add_argument(
        "--select", action="append", metavar="CODES", default=[], help="run only these rules, such as C1,R401"
    )
    parser.add_argument("--ignore", action="append", metavar="CODES", default=[], help="skip these rules")
    formats = names()
    parser.add_argument(
        "--format", choices=formats, default="text", metavar="FORMAT", help=f"{', '.join(formats)} (default: text)"
    )
    parser.add_argument("--output", metavar="F", type=an_output, help="write the report to this file instead of stdout")
    parser.add_argument(
        "--fail-on", choices=("error", "warning", "never"), help="severity that makes the exit code 1 (default: error)"
    )
    parser.add_argument("--exit-zero", action="store_true", help="end with 0 whatever is found in the drafts")
    parser.add_argument("--strict", action="store_true", help="treat citations that cannot be checked as errors")
    parser.add_argument("--baseline", metavar="F", help="ignore the findings listed in this file until they expire")
    parser.add_argument("--write-baseline", metavar="F", help="write the current findings to this baseline")
    parser.add_argument("--max-findings", type=a_whole, metavar="N", help="show at most N findings")
    parser.add_argument("--statistics", action="store_true", help="show how often each rule speaks, not its findings")
    add_jobs(parser)
    add_no_cache(parser)
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Audit every draft. A draft that cannot be audited is named, and the others are reported all the same."""
    from wellsourced.commands._opinions import reads
    from wellsourced.commands._source_text_options import live

    _part(args)
    _refuse_contradictions(args)
    config = configuration(args)
    names = named_drafts(args, config)
    refuse_other_drafts(args.comments, names)
    _refuse_overwriting(args, config, names)
    if repairing(args) or args.write_baseline or args.comments or reads(args) or live(args):
        return _all_at_once(args, config, terminal, names)
    from wellsourced.commands._report_only import report_on

    return combine(report_on(args, config, terminal, names))


def _all_at_once(args: argparse.Namespace, config: Config, terminal: Terminal, names: Sequence[str]) -> int:
    """Audit drafts to change something, or with the web's help: all are read, judged and repaired in memory before
    anything is written. The report is that of the repaired texts; as JSON, or of a patch, that of the drafts before.

    Where one cannot be audited, neither drafts nor a baseline are written.
    """
    from wellsourced.commands._showing import as_report

    codes: list[int] = []
    drafts = read_drafts(args, terminal, names, codes)
    jobs = opened(args, config, terminal, drafts, codes) if drafts else ()
    if not jobs:
        return combine(codes)
    jobs = with_opinions(args, config, terminal, jobs)
    before = [job.look(job.draft.original) for job in jobs]
    after, failed = before, []
    if repairing(args):
        from wellsourced.commands._repairs import hand_out, repaired

        fixes = repaired(args, terminal, jobs, before)
        after = [
            report if fixed.text == job.draft.original else job.look(fixed.text)
            for job, fixed, report in zip(jobs, fixes, before, strict=True)
        ]
        failed = hand_out(args, terminal, jobs, fixes, after)
        if args.diff:
            after = before
    if args.write_baseline:
        jobs = _all_accepted(args, jobs, after)
    judged = [job.judged(report) for job, report in zip(jobs, after, strict=True)]
    if args.comments:
        write_comments(args, terminal, jobs[0].draft, judged[0])
    if not failed:
        shown = (
            [job.judged(report) for job, report in zip(jobs, before, strict=True)] if args.format == "json" else judged
        )
        _show(args, terminal, as_report(jobs[0].options.tuning, tuple(shown)))
    fail_on = fails_on(args, config)
    return combine([*codes, *failed, *(exit_code(*verdict_of(report), fail_on) for report in judged)])


# ---------------------------------------------------------------------------------------------- what is given


def _part(args: argparse.Namespace) -> None:
    """Separate drafts from ids, both of which follow --apply. Raises InputError if either is missing."""
    from wellsourced_core.errors import InputError
    from wellsourced_core.patterns import compiled

    is_id = compiled(r"[0-9a-f]{12}(?:-[0-9]+)?").fullmatch
    given = args.apply or ()
    args.apply = [word for word in given if is_id(word)]
    args.files = [*args.files, *(word for word in given if not is_id(word))]
    if given and not args.apply:
        raise InputError(given[0], "is not the id of a finding", "take one that stands beside a fix in the report")
    if not args.files:
        args.parser.error("the following arguments are required: FILE")


def _refuse_contradictions(args: argparse.Namespace) -> None:
    from wellsourced.commands import _opinions
    from wellsourced.draft_files import STDIN
    from wellsourced_core.errors import InputError

    _opinions.refuse_contradictions(args)
    writes = repairing(args) and not args.diff
    fixes = args.fix or args.diff or args.apply or args.interactive
    for given, problem, remedy in (
        (args.apply and args.interactive, "--apply and --interactive are both given", "choose one"),
        (args.interactive and STDIN in args.files, "--interactive reads its answers from there", "audit a file"),
        (args.diff and args.write_baseline, "--diff writes no baseline either", "write it in another run"),
        (writes and STDIN in args.files and len(args.files) > 1, "its repaired text goes to stdout", "audit it alone"),
        (args.exit_zero and args.fail_on, "--exit-zero and --fail-on are both given", "choose one"),
        (args.statistics and args.format != "text", "--statistics is a table for people", "leave --format out"),
        (args.unsafe_fixes and not fixes, "--unsafe-fixes changes nothing by itself", "add --fix or --diff"),
        (args.files.count(STDIN) > 1, "standard input can be read only once", "name it once"),
    ):
        if given:
            raise InputError(STDIN if STDIN in args.files else "audit", problem, remedy, code="usage")


def _refuse_overwriting(args: argparse.Namespace, config: Config, names: Sequence[str]) -> None:
    """Raise InputError if the report, a new baseline or a repaired draft would overwrite what this audit reads, keeps
    or writes elsewhere."""
    from pathlib import Path

    from wellsourced.commands import _reviews
    from wellsourced.commands._output_paths import refuse_collisions
    from wellsourced.draft_files import STDIN, place_of
    from wellsourced.file_names import OPINIONS
    from wellsourced.given_sources import files_in
    from wellsourced.source_files import folders_beside, lock_path, sources_path

    outputs = (args.output, args.write_baseline, args.comments)
    if not any(outputs) and not repairing(args):
        return
    baseline, paths = path_of(args, config), [None if name == STDIN else Path(name) for name in names]
    places = [place_of(name, args.stdin_filename) for name in names]
    folders = [*map(Path, args.sources or ()), *(folder for place in places for folder in folders_beside(place))]
    drafts = {os.path.realpath(path) for path in paths if path is not None}
    files = (path for path, _, _ in files_in(folders, drafts))
    read: list[Path | str | None] = [config.path, config.calibration_path, *files]
    for place in places:
        folder = place.parent if place else Path()
        read += [sources_path(place), lock_path(place), folder / OPINIONS, folder / _reviews.NAME]
    refuse_collisions(outputs, [*paths, *read], "this audit")
    # A new baseline may take the place of the old one.
    refuse_collisions((args.output, args.comments), [baseline], "this audit")
    if repairing(args) and not args.diff:
        refuse_collisions(paths, [*read, baseline], "this audit")
    for target in outputs:
        refuse_folder(target)


def _all_accepted(args: argparse.Namespace, jobs: Sequence[Job], reports: Sequence[FileReport]) -> list[Job]:
    """Write the baseline that accepts the findings; the finding that nothing could be judged is never accepted."""
    from pathlib import Path

    from wellsourced_core.values import replace

    found = [replace(one, findings=tuple(f for f in one.findings if f.code not in UNJUDGED)) for one in reports]
    options = [job.options for job in jobs]
    now = renewed(Path(args.write_baseline), jobs[0].accepted, found, options, args.as_of)
    return [replace(job, accepted=now) for job in jobs]


# ---------------------------------------------------------------------------------------------- the report


def _show(args: argparse.Namespace, terminal: Terminal, report: AuditReport) -> None:
    """Print the report unless a patch or a repaired draft goes to stdout."""
    from wellsourced.commands._showing import pieces_of, summary, write
    from wellsourced.draft_files import STDIN

    taken = args.diff or (repairing(args) and STDIN in args.files)
    if args.output or not taken:
        write(args, terminal, pieces_of(args, terminal, report))
    else:
        _say_unjudged(terminal, report)
    for line in () if args.quiet else summary(args, report):
        terminal.say(line)


def _say_unjudged(terminal: Terminal, report: AuditReport) -> None:
    """Say on stderr that a draft could not be judged, where no report does."""
    for one in report.files:
        for finding in one.findings:
            if finding.code in UNJUDGED:
                terminal.say(f"{shown(one.path)}: {finding.code} {finding.rule}: {finding.message}")
