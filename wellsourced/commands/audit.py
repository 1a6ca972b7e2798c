"""`audit`: hold drafts against their sources; report, repair, gate."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from wellsourced.commands import Terminal
from wellsourced.commands._baseline import Accepted, accepted, path_of, renewed
from wellsourced.commands._options import add_as_of, configuration, refuse_folder
from wellsourced.core.errors import shown
from wellsourced.core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeVar

    from audit.case import Case, Observation
    from audit.runner import AuditOptions
    from wellsourced.commands._interactive import Questions
    from wellsourced.config import Config
    from wellsourced.core.model import AuditReport, FileReport, Source
    from wellsourced.drafts import DraftFile
    from wellsourced.opinion import Opinion

    _Given = TypeVar("_Given")
    _Made = TypeVar("_Made")

HELP = "check every citation of Markdown drafts, and repair them"

_UNJUDGED = ("D901", "D903")
_RANK = {"error": 2, "warning": 1, "note": 0}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from wellsourced.commands._opinions import add_arguments as add_opinions
    from wellsourced.commands._texts import add_arguments as add_texts
    from wellsourced.formats import names

    files = parser.add_argument(
        "files", nargs="+", metavar="FILE", default=[], help="drafts, folders, globs, or - for standard input"
    )
    files.required = False  # --apply takes every word behind it: see _part
    parser.add_argument("--sources", metavar="F", help="the sources: JSON Lines, or a bibliography (.bib, CSL .json)")
    add_texts(parser)
    add_opinions(parser)
    parser.add_argument("--fix", action="store_true", help="make the safe fixes")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones too")
    parser.add_argument("--renumber", action="store_true", help="number 1, 2, 3 ... in order of first use")
    parser.add_argument("--interactive", action="store_true", help="ask for each fix, the unsafe ones too")
    parser.add_argument(
        "--apply", action="extend", nargs="+", metavar="ID", help="make the fixes of these findings alone"
    )
    parser.add_argument("--diff", action="store_true", help="print the fixes as a patch, write nothing")
    parser.add_argument("--stdin-filename", metavar="F", help="what standard input is called in reports")
    parser.add_argument("--select", action="append", metavar="CODES", default=[], help="only these, as in C1,R401")
    parser.add_argument("--ignore", action="append", metavar="CODES", default=[], help="not these rules")
    formats = names()
    parser.add_argument(
        "--format", choices=formats, default="text", metavar="FORMAT", help=f"{', '.join(formats)} (default: text)"
    )
    parser.add_argument("--output", metavar="F", help="write the report there instead of stdout")
    parser.add_argument("--fail-on", choices=("error", "warning", "never"), help="default: error")
    parser.add_argument("--strict", action="store_true", help="uncheckable citations are errors")
    parser.add_argument("--baseline", metavar="F", help="accept the findings of this file while it has them")
    parser.add_argument("--write-baseline", metavar="F", help="accept what is found from now on: write it there")
    parser.add_argument("--max-findings", type=_whole, metavar="N", help="show at most N findings")
    add_as_of(parser)


@frozen
class _Job:
    """A draft, its sources and what is asked; ``look`` audits a text of it, ``judged`` takes out what is accepted."""

    draft: DraftFile
    parsed: Case
    options: AuditOptions
    sources: tuple[Source, ...]
    accepted: Accepted | None
    observations: tuple[Observation, ...] = ()
    opinions: Mapping[str, Opinion] = field(default_factory=dict)
    model: str = ""  # whose opinions they are

    def look(self, text: str) -> FileReport:
        from audit.runner import open_case, reopen, report_on

        if text == self.draft.text:
            case = reopen(self.parsed, self.sources, self.observations)
        else:
            case = open_case(text, self.sources, self.options, self.observations)
        report = report_on(case, self.options, self.draft.name)
        if not self.opinions:
            return report
        from wellsourced.opinion import apply

        return apply(report, self.opinions, self.model, self.options)

    def judged(self, report: FileReport) -> FileReport:
        if self.accepted is None or self.options.as_of is None:
            return report
        complete = not self.options.select and not self.options.ignore
        return self.accepted.taken_out_of(report, self.options.as_of, complete=complete)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Audit every draft; all are read, judged and repaired in memory before anything is written.

    A draft that cannot be audited is named and keeps none of the others from its report; but where drafts or a
    baseline are to be written, it keeps all of them from that.
    """
    from audit.runner import policy
    from wellsourced.core.model import AuditReport
    from wellsourced.version import version

    _part(args)
    _refuse_contradictions(args)
    config = configuration(args)
    codes: list[int] = []
    drafts = _read_all(args, config, terminal, codes)
    _refuse_overwriting(args, config, drafts)
    jobs = _jobs(args, config, terminal, drafts, codes) if drafts else ()
    if not jobs:
        return combine(codes)
    jobs = _with_opinions(args, config, terminal, jobs)
    before = [job.look(job.draft.text) for job in jobs]
    after, failed = before, []
    if _repairing(args):
        texts = _repaired(args, terminal, jobs, before)
        after = [
            report if text == job.draft.text else job.look(text)
            for job, text, report in zip(jobs, texts, before, strict=True)
        ]
        failed = _hand_out(args, terminal, jobs, texts, after)
        if args.diff:
            after = before
    if args.write_baseline:
        jobs = _all_accepted(args, jobs, after)
    judged = [job.judged(report) for job, report in zip(jobs, after, strict=True)]
    if not failed:
        files = tuple(job.judged(report) for job, report in zip(jobs, before, strict=True))
        _show(args, terminal, AuditReport(version(), policy(), files))
    fail_on = args.fail_on or config.audit.fail_on
    return combine([*codes, *failed, *(_code(report, fail_on) for report in judged)])


def combine(codes: Sequence[int]) -> int:
    """Return the exit code of several files: the highest of 2, 4 and 70 wins, else 1 before 3 before 0."""
    for code in (70, 4, 2, 1, 3):
        if code in codes:
            return code
    return 0


# ---------------------------------------------------------------------------------------------- what is given


def _part(args: argparse.Namespace) -> None:
    """Tell drafts from ids where both stand behind --apply. Raises InputError where one of the two is missing."""
    from wellsourced.core.errors import InputError
    from wellsourced.core.patterns import compiled

    is_id = compiled(r"[0-9a-f]{12}(?:-[0-9]+)?").fullmatch
    given = args.apply or ()
    args.apply = [word for word in given if is_id(word)]
    args.files = [*args.files, *(word for word in given if not is_id(word))]
    if given and not args.apply:
        raise InputError(given[0], "is no id of a finding", "take an id from --format json")
    if not args.files:
        args.parser.error("the following arguments are required: FILE")


def _refuse_contradictions(args: argparse.Namespace) -> None:
    from wellsourced.commands import _opinions
    from wellsourced.core.errors import InputError
    from wellsourced.drafts import STDIN

    _opinions.refuse_contradictions(args)
    writes = _repairing(args) and not args.diff
    for given, problem, remedy in (
        (args.apply and args.interactive, "--apply and --interactive are both given", "choose one"),
        (args.interactive and STDIN in args.files, "--interactive reads its answers from there", "name a file"),
        (args.diff and args.write_baseline, "--diff writes nothing, a baseline neither", "write it in another run"),
        (writes and STDIN in args.files and len(args.files) > 1, "its repaired text goes to stdout", "name it alone"),
        (args.files.count(STDIN) > 1, "standard input can be read once only", "name it once"),
    ):
        if given:
            raise InputError(STDIN if STDIN in args.files else "audit", problem, remedy, code="usage")


def _repairing(args: argparse.Namespace) -> bool:
    return bool(args.fix or args.diff or args.apply or args.renumber or args.interactive)


def _read_all(args: argparse.Namespace, config: Config, terminal: Terminal, codes: list[int]) -> list[DraftFile]:
    from wellsourced.drafts import find, read

    names = find(args.files, config.audit.exclude, _root(config))
    return _each(args, terminal, names, lambda name: read(name, terminal.into, args.stdin_filename), codes)


def _each(
    args: argparse.Namespace,
    terminal: Terminal,
    items: Sequence[_Given],
    work: Callable[[_Given], _Made],
    codes: list[int],
) -> list[_Made]:
    """Return what comes of every draft. One of which nothing does is named, and its exit code noted.

    Then the others go on, unless something is to be written: what is repaired or accepted is all of it or nothing.
    """
    from wellsourced.core.errors import WellsourcedError

    done, faults = [], []
    for item in items:
        try:
            done.append(work(item))
        except WellsourcedError as fault:
            faults.append(fault)
    writes = args.write_baseline or (_repairing(args) and not args.diff)
    if faults and (writes or not done):
        done = []
        if len(faults) == 1 and not codes:
            raise faults[0]
    for line in dict.fromkeys(map(str, faults)):
        terminal.say(f"error: {shown(line, 2_000)}")
    codes += [fault.exit_code for fault in faults]
    return done


def _refuse_overwriting(args: argparse.Namespace, config: Config, drafts: Sequence[DraftFile]) -> None:
    """Raise InputError where the report or a new baseline would take the place of what this audit reads or keeps."""
    if not (args.output or args.write_baseline):
        return
    from contextlib import suppress
    from pathlib import Path

    from wellsourced.commands import _opinions
    from wellsourced.core.errors import InputError
    from wellsourced.source_files import lock_path, sources_path

    read = [args.sources, config.path]
    for draft in drafts:
        beside = _opinions.folder_of(draft) / _opinions.NAME
        read += [draft.path, sources_path(draft.path), lock_path(draft.path), beside]
    for target, more in ((args.output, (path_of(args, config), args.write_baseline)), (args.write_baseline, ())):
        for one in (*read, *more):
            with suppress(OSError):  # what is not there is not overwritten
                if target and one and Path(target).samefile(one):
                    raise InputError(target, "is read by this audit", "write to another file")
        refuse_folder(target)


def _jobs(
    args: argparse.Namespace,
    config: Config,
    terminal: Terminal,
    drafts: Sequence[DraftFile],
    codes: list[int],
) -> Sequence[_Job]:
    from pathlib import Path

    from audit.runner import open_case
    from wellsourced.cited import names_addresses
    from wellsourced.commands import _texts
    from wellsourced.config import quality_options
    from wellsourced.shelving import gather
    from wellsourced.source_files import read_sources, sources_beside

    baseline = accepted(args, config)
    given = read_sources(Path(args.sources)) if args.sources else None
    supply, quality = _texts.supply(args, config), quality_options(config)
    options = {draft.name: _options(args, config, draft.name) for draft in drafts}

    def job(draft: DraftFile) -> _Job:
        sources = sources_beside(draft.path) if given is None else given
        case = open_case(draft.text, sources, options[draft.name])
        if args.locked and given is None and sources and names_addresses(case):
            case = open_case(draft.text, (), options[draft.name])  # draft and lock say the same wherever they lie
        shelf = gather(case, draft.path, supply, quality)
        for note in () if args.quiet else shelf.notes:
            terminal.say(f"{shown(draft.name)}: {note}")
        return _Job(draft, case, options[draft.name], shelf.sources, baseline, shelf.observations)

    return _each(args, terminal, drafts, job, codes)


def _with_opinions(
    args: argparse.Namespace, config: Config, terminal: Terminal, jobs: Sequence[_Job]
) -> Sequence[_Job]:
    """Return the jobs with the opinions that lie beside their drafts; with ``--second-opinion`` ask for more first."""
    from wellsourced.commands import _opinions

    found = _opinions.known([job.draft for job in jobs])
    if args.second_opinion:
        reports: dict[Path, list[FileReport]] = {}
        for job in jobs:
            reports.setdefault(_opinions.folder_of(job.draft), []).append(job.look(job.draft.text))
        found, notes = _opinions.asked(config, reports, found)
        for note in () if args.quiet else notes:
            terminal.say(shown(note))
    if not found:
        return jobs
    from wellsourced.config import llm_options
    from wellsourced.core.values import replace

    model = llm_options(config).judge_model
    return [replace(job, opinions=found.get(_opinions.folder_of(job.draft), {}), model=model) for job in jobs]


def _root(config: Config) -> Path | None:
    return config.path.parent if config.path else None


def _options(args: argparse.Namespace, config: Config, name: str) -> AuditOptions:
    from audit.checks import all_checks
    from audit.runner import AuditOptions
    from wellsourced.core.errors import InputError
    from wellsourced.drafts import excluded, relative

    ignored = [*_codes(args.ignore), *config.audit.ignore]
    for rule in config.audit.paths:
        if excluded(relative(name, _root(config)), (rule.pattern,)):
            ignored += rule.ignore
    select = (*_codes(args.select), *config.audit.select)
    for wanted in (*select, *ignored):
        # The empty name is the beginning of every code: it would silence all of them.
        if not wanted or not any(AuditOptions((wanted,)).speaks(check.code, check.slug) for check in all_checks()):
            raise InputError(wanted, "is no rule", "`wellsourced rules` lists them")
    return AuditOptions(select, tuple(ignored), args.strict or config.audit.strict, args.as_of)


def _codes(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(code.strip() for text in given for code in text.split(",") if code.strip())


def _whole(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number")


def _all_accepted(args: argparse.Namespace, jobs: Sequence[_Job], reports: Sequence[FileReport]) -> list[_Job]:
    """Write the baseline that accepts what is found; that nothing could be judged is never accepted."""
    from pathlib import Path

    from wellsourced.core.values import replace

    found = [replace(one, findings=tuple(f for f in one.findings if f.code not in _UNJUDGED)) for one in reports]
    options = [job.options for job in jobs]
    now = renewed(Path(args.write_baseline), jobs[0].accepted, found, options, args.as_of)
    return [replace(job, accepted=now) for job in jobs]


# ---------------------------------------------------------------------------------------------- the fixes


def _repaired(
    args: argparse.Namespace, terminal: Terminal, jobs: Sequence[_Job], before: Sequence[FileReport]
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


def _fixed(args: argparse.Namespace, terminal: Terminal, job: _Job, questions: Questions) -> str:
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


def _renumbered(args: argparse.Namespace, terminal: Terminal, job: _Job, text: str) -> str:
    if not args.renumber:
        return text
    from audit.editing.numbering import renumber
    from audit.repair import apply
    from audit.runner import open_case

    change = renumber(open_case(text, job.sources, job.options))
    if change.refused and not args.quiet:
        terminal.say(f"{shown(job.draft.name)}: not renumbered: {change.refused}")
    return apply(text, change.edits)


def _hand_out(
    args: argparse.Namespace,
    terminal: Terminal,
    jobs: Sequence[_Job],
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


# ---------------------------------------------------------------------------------------------- the report


def _code(report: FileReport, fail_on: str) -> int:
    """Return a file's exit code: 3 where nothing could be judged, 1 for findings at or over the threshold."""
    if fail_on != "never":
        least = _RANK[fail_on]
        gate = [f for f in report.findings if f.code not in _UNJUDGED]
        if any(_RANK[str(finding.severity)] >= least for finding in gate):
            return 1
    return 3 if any(finding.code in _UNJUDGED for finding in report.findings) else 0


def _show(args: argparse.Namespace, terminal: Terminal, report: AuditReport) -> None:
    """Print the report where stdout is free for it; a patch or a repaired draft may stand there instead."""
    from pathlib import Path

    from audit.checks import all_checks, page
    from wellsourced.drafts import STDIN
    from wellsourced.formats import render

    taken = args.diff or (_repairing(args) and STDIN in args.files)
    if args.output or not taken:
        rules = {check.code: page(check.code).split("\n", 1)[0] for check in all_checks()}
        color = terminal.colored and not args.output
        body = render(args.format, report, rules=rules, color=color, max_findings=args.max_findings)
        if args.output:
            from retrieval.storage import write_atomically

            write_atomically(Path(args.output), body.encode("utf-8", "backslashreplace"))
        else:
            terminal.out.write(body)
    if not args.quiet:
        _summarise(args, terminal, report)


def _summarise(args: argparse.Namespace, terminal: Terminal, report: AuditReport) -> None:
    """Say on stderr what a reader of the report should know besides: what was not checked, what was cut."""
    for one in report.files if args.format != "text" or args.output else ():
        for note in one.notes:
            terminal.say(f"{shown(one.path)}: {note}")
    found = sum(len(one.findings) for one in report.files)
    if args.max_findings is not None and found > args.max_findings:
        terminal.say(f"{found} findings, the first {args.max_findings} are shown")
    if args.baseline or args.write_baseline:
        terminal.say(f"the baseline as of {args.as_of.isoformat()}")
