"""`audit`: hold drafts against their sources; report, repair, gate."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wellsourced.commands import Terminal
from wellsourced.commands._options import configuration

if TYPE_CHECKING:
    from audit.runner import AuditOptions
    from wellsourced.config import Config
    from wellsourced.core.model import AuditReport, FileReport, Source
    from wellsourced.drafts import DraftFile

HELP = "check every citation of Markdown drafts, and repair them"

_UNJUDGED = ("D901", "D903")
_RANK = {"error": 2, "warning": 1, "note": 0}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from wellsourced.formats import names

    parser.add_argument("files", nargs="+", metavar="FILE", help="drafts, folders, globs, or - for standard input")
    parser.add_argument("--sources", metavar="F", help="the sources, as JSON Lines")
    parser.add_argument("--fix", action="store_true", help="make the safe fixes")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones too")
    parser.add_argument("--renumber", action="store_true", help="number 1, 2, 3 ... in order of first use")
    parser.add_argument("--apply", nargs="+", metavar="ID", default=[], help="make the fixes of these findings alone")
    parser.add_argument("--diff", action="store_true", help="print the fixes as a patch, write nothing")
    parser.add_argument("--stdin-filename", metavar="F", help="what standard input is called in reports")
    parser.add_argument("--select", metavar="CODES", default="", help="only these rules, comma-separated")
    parser.add_argument("--ignore", metavar="CODES", default="", help="not these rules")
    parser.add_argument("--format", choices=names(), default="text", help="default: text")
    parser.add_argument("--output", metavar="F", help="write the report there instead of stdout")
    parser.add_argument("--fail-on", choices=("error", "warning", "never"), help="default: error")
    parser.add_argument("--strict", action="store_true", help="uncheckable citations are errors")
    parser.add_argument("--max-findings", type=_whole, metavar="N", help="show at most N findings")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Audit every draft; all are read before anything is written. Returns the highest of their exit codes."""
    from audit.runner import policy
    from wellsourced.core.model import AuditReport
    from wellsourced.version import version

    config = configuration(args)
    drafts, code = _read_all(args, config, terminal)
    if code:
        return code
    given = _read_sources(args.sources) if args.sources else None
    jobs = [
        (draft, _options(args, config, draft.name), given if given is not None else _beside(draft)) for draft in drafts
    ]
    reports, codes = [], []
    for draft, options, sources in jobs:
        report, after = _one(args, terminal, draft, options, sources)
        reports.append(report)
        codes.append(_code(after, args.fail_on or config.audit.fail_on))
    whole = AuditReport(version(), policy(), tuple(reports))
    if not args.diff and not (args.fix and args.files == ["-"]):
        _show(args, terminal, whole)
    return combine(codes)


def combine(codes: Sequence[int]) -> int:
    """Return the exit code of several files: the highest of 2, 4 and 70 wins, else 1 before 3 before 0."""
    for code in (70, 4, 2, 1, 3):
        if code in codes:
            return code
    return 0


def _read_all(args: argparse.Namespace, config: Config, terminal: Terminal) -> tuple[list[DraftFile], int]:
    """Read every draft; each one that cannot be read is named, and then nothing is judged."""
    from wellsourced.core.errors import WellsourcedError
    from wellsourced.drafts import find, read

    names = find(args.files, config.audit.exclude)
    drafts, errors = [], []
    for name in names:
        try:
            drafts.append(read(name, terminal.into, args.stdin_filename))
        except WellsourcedError as fault:
            errors.append(fault)
    if len(errors) == 1:
        raise errors[0]
    for error in errors:
        terminal.say(f"error: {error}")
    return drafts, combine([error.exit_code for error in errors])


def _one(
    args: argparse.Namespace,
    terminal: Terminal,
    draft: DraftFile,
    options: AuditOptions,
    sources: Sequence[Source],
) -> tuple[FileReport, FileReport]:
    """Audit a draft and do what was asked with its fixes; return the reports before and after."""
    from audit.runner import audit

    def look(text: str) -> FileReport:
        return audit(text, sources, options, draft.name)

    before = look(draft.text)
    if not (args.fix or args.diff or args.apply or args.renumber):
        return before, before
    text, fixed = _repaired(args, draft, look, options, sources, before, terminal)
    if args.diff:
        from audit.patch import patch

        terminal.out.write(patch(draft.name, draft.text, text))
        return before, before
    if draft.path is None:
        terminal.out.write(text)
    else:
        from wellsourced.drafts import write_back

        write_back(draft, text)
    after = look(text) if text != draft.text else before
    if not args.quiet:
        left = sum(finding.fix is not None for finding in after.findings)
        terminal.say(f"{draft.name}: {fixed} fixed, {len(after.findings)} remain, {left} of them fixable")
    return before, after


def _repaired(
    args: argparse.Namespace,
    draft: DraftFile,
    look: Callable[[str], FileReport],
    options: AuditOptions,
    sources: Sequence[Source],
    before: FileReport,
    terminal: Terminal,
) -> tuple[str, int]:
    from audit.repair import apply, repair
    from audit.runner import open_case
    from wellsourced.core.errors import InputError

    text, fixed = draft.text, 0
    if args.apply:
        known = {finding.id for finding in before.findings if finding.fix is not None}
        for wanted in args.apply:
            if wanted not in known:
                raise InputError(wanted, f"is no fixable finding of {draft.name}", "take an id from --format json")
        done = repair(text, look, only=frozenset(args.apply))
        text, fixed = done.text, len(done.fixed)
    elif args.fix or args.diff:
        done = repair(text, look, unsafe=args.unsafe_fixes)
        text, fixed = done.text, len(done.fixed)
    if args.renumber:
        from audit.numbering import renumber

        change = renumber(open_case(text, sources, options))
        if change.refused and not args.quiet:
            terminal.say(f"{draft.name}: not renumbered: {change.refused}")
        text = apply(text, change.edits)
    return text, fixed


def _code(report: FileReport, fail_on: str) -> int:
    """Return a file's exit code: 3 where nothing could be judged, 1 for findings at or over the threshold."""
    if fail_on != "never":
        least = _RANK[fail_on]
        gate = [f for f in report.findings if f.code not in _UNJUDGED]
        if any(_RANK[str(finding.severity)] >= least for finding in gate):
            return 1
    return 3 if any(finding.code in _UNJUDGED for finding in report.findings) else 0


def _show(args: argparse.Namespace, terminal: Terminal, report: AuditReport) -> None:
    from pathlib import Path

    from audit.checks import all_checks, page
    from wellsourced.formats import render

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
    for one in report.files:
        for note in one.notes:
            terminal.say(f"{one.path}: {note}")
        if args.max_findings is not None and len(one.findings) > args.max_findings:
            terminal.say(f"{one.path}: {len(one.findings)} findings, the first {args.max_findings} are shown")


def _options(args: argparse.Namespace, config: Config, name: str) -> AuditOptions:
    from audit.checks import all_checks
    from audit.runner import AuditOptions
    from wellsourced.core.errors import InputError
    from wellsourced.drafts import excluded

    ignored = [*_codes(args.ignore), *config.audit.ignore]
    for rule in config.audit.paths:
        if excluded(name.removeprefix("./"), (rule.pattern,)):
            ignored += rule.ignore
    select = (*_codes(args.select), *config.audit.select)
    known = [name for check in all_checks() for name in (check.code, check.slug)]
    for wanted in (*select, *ignored):
        if not any(name.startswith(wanted) for name in known):
            raise InputError(wanted, "is no rule", "`wellsourced rules` lists them")
    return AuditOptions(select, tuple(ignored), args.strict or config.audit.strict)


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code.strip() for code in text.split(",") if code.strip())


def _read_sources(name: str) -> tuple[Source, ...]:
    from pathlib import Path

    from retrieval.sources_file import read_sources

    return read_sources(Path(name))


def _beside(draft: DraftFile) -> tuple[Source, ...]:
    """Return the sources that lie beside a draft: ``draft.sources.jsonl``, or a run folder's ``sources.jsonl``."""
    if draft.path is None:
        return ()
    places = [draft.path.with_suffix(".sources.jsonl"), draft.path.with_name(draft.path.name + ".sources.jsonl")]
    if draft.path.name == "article.md" and draft.path.with_name("provenance.json").is_file():
        places.append(draft.path.with_name("sources.jsonl"))
    for place in places:
        if place.is_file() and place.stat().st_size:
            return _read_sources(str(place))
    return ()


def _whole(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
