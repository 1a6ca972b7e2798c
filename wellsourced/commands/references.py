"""`references`: are the works of a bibliography or a list of references real, and described as they are?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wellsourced.commands import Terminal
from wellsourced.commands._options import a_whole, add_as_of, an_output, configuration, refuse_folder
from wellsourced_core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.reference_files import ReferenceFile
    from wellsourced.reference_report import CheckedFile, ReferenceRun

HELP = "check that the works of a bibliography are real and described as they are"
_RANK = {"error": 2, "warning": 1, "note": 0}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from wellsourced.formats import names

    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=".bib, CSL-JSON (.json), or drafts in any format of `audit`; - for Markdown",
    )
    parser.add_argument("--offline", action="store_true", help="ask no service; use the answers that were kept")
    parser.add_argument("--no-cache", action="store_true", help="neither use nor keep the answers of services")
    parser.add_argument("--fix", action="store_true", help="apply the safe fixes to .bib and CSL-JSON files")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: include the unsafe ones")
    parser.add_argument("--diff", action="store_true", help="print the fixes as a patch; write nothing")
    formats = names()
    parser.add_argument(
        "--format", choices=formats, default="text", metavar="FORMAT", help=f"{', '.join(formats)} (default: text)"
    )
    parser.add_argument("--output", metavar="F", type=an_output, help="write the report to this file instead of stdout")
    parser.add_argument(
        "--fail-on", choices=("error", "warning", "never"), help="severity that makes the exit code 1 (default: error)"
    )
    parser.add_argument("--max-findings", type=a_whole, metavar="N", help="show at most N entries")
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Check the references of every file; all are read before a service is asked.

    0 none is accused, 1 some are, 3 nothing to check or no service answered; what cannot be read is 2 or 4.
    """
    from wellsourced.commands._exit_codes import combine
    from wellsourced.commands._output_paths import refuse_collisions
    from wellsourced.reference_registries import registries
    from wellsourced.reference_report import ReferenceRun

    config = configuration(args)
    _refuse_contradictions(args)
    codes: list[int] = []
    files = _read(args, terminal, codes)
    read = [*args.files, *(file.name for file in files), config.path]
    refuse_collisions([args.output], read, "this command")
    refuse_folder(args.output)
    services = registries(config, args.as_of, offline=args.offline, cached=not args.no_cache) if files else ()
    checked = tuple(_checked(file, services, args, terminal) for file in files)
    found = ReferenceRun(checked)
    if files:
        if not args.diff:
            _show(args, terminal, found)
        codes += _fixed(args, terminal, checked)
        fail_on = args.fail_on or config.audit.fail_on
        codes += [_code(one, fail_on, offline=args.offline) for one in checked]
    return combine(codes)


def _refuse_contradictions(args: argparse.Namespace) -> None:
    from wellsourced_core.errors import InputError

    for given, subject, problem, remedy in (
        (args.unsafe_fixes and not (args.fix or args.diff), "--unsafe-fixes", "changes nothing", "add --fix or --diff"),
        (args.files.count("-") > 1, "-", "standard input can be read only once", "name it once"),
    ):
        if given:
            raise InputError(subject, problem, remedy, code="usage")


def _read(args: argparse.Namespace, terminal: Terminal, codes: list[int]) -> list[ReferenceFile]:
    """Read the files; one that cannot be read is named, and nothing is written then.

    A bibliography that a draft names and the user, too, is read as a whole.
    """
    from wellsourced.reference_files import read_reference_files
    from wellsourced_core.errors import WellsourcedError

    files: dict[str, ReferenceFile] = {}
    faults = []
    for name in dict.fromkeys(args.files):
        try:
            for file in read_reference_files(name, terminal.into):
                files[file.name] = max(file, files.get(file.name, file), key=lambda one: len(one.references))
        except WellsourcedError as fault:
            faults.append(fault)
    if len(faults) == 1 and not files:
        raise faults[0]
    for line in map(str, faults):
        terminal.say(f"error: {shown(line, 2_000)}")
    codes += [fault.exit_code for fault in faults]
    return [] if faults and args.fix and not args.diff else list(files.values())


def _checked(
    file: ReferenceFile, services: Sequence[object], args: argparse.Namespace, terminal: Terminal
) -> CheckedFile:
    from typing import Any, cast

    from wellsourced.reference_check import check
    from wellsourced.reference_report import checked_file

    found = check(file.references, cast("Any", services), args.as_of)
    if not file.references:
        terminal.say(f"{shown(file.name)}: contains no list of references")
    return checked_file(file, found)


# ---------------------------------------------------------------------------------------------- the report


def _show(args: argparse.Namespace, terminal: Terminal, found: ReferenceRun) -> None:
    body = _rendered(args, terminal, found)
    if args.output:
        from pathlib import Path

        from retrieval.storage import write_atomically

        write_atomically(Path(args.output), body.encode("utf-8", "backslashreplace"))
    else:
        terminal.out.write(body)
    if not args.quiet and (args.format != "text" or args.output):
        from wellsourced.reference_check import told

        for one in found.unchecked:
            terminal.say(told(one))


def _rendered(args: argparse.Namespace, terminal: Terminal, found: ReferenceRun) -> str:
    from wellsourced.formats.records.references import render_json, render_text

    if args.format == "json":
        return render_json(found)
    if args.format == "text":
        return render_text(found, verbose=args.verbose, summary=not args.quiet, most=args.max_findings)
    from audit.checks import all_checks, page
    from wellsourced.formats import render
    from wellsourced.policy import policy
    from wellsourced.reference_report import as_audit
    from wellsourced.version import version

    rules = {check.code: page(check.code).split("\n", 1)[0] for check in all_checks()}
    return render(
        args.format,
        as_audit(found, version(), policy()),
        rules=rules,
        color=terminal.colored and not args.output,
        max_findings=args.max_findings,
        summary=not args.quiet,
        verbose=args.verbose,
    )


def _code(one: CheckedFile, fail_on: str, *, offline: bool) -> int:
    from wellsourced.reference_report import severity

    graves = [severity(judgement) for judgement in one.checked.judgements]
    if fail_on != "never" and any(grave and _RANK[grave.value] >= _RANK[fail_on] for grave in graves):
        return 1
    verdicts = {judgement.verdict for judgement in one.checked.judgements}
    unanswered = verdicts == {"needs-review"} and any(each.references for each in one.checked.unchecked) and not offline
    return 3 if not verdicts or unanswered else 0


# ---------------------------------------------------------------------------------------------- the fixes


def _fixed(args: argparse.Namespace, terminal: Terminal, checked: Sequence[CheckedFile]) -> list[int]:
    """Write, or show as a patch, what is proposed; a file that cannot be written is named, the others are."""
    if not (args.fix or args.diff):
        return []
    from wellsourced_core.errors import WellsourcedError

    codes = []
    for one in checked:
        try:
            made = _fix(args, terminal, one)
        except WellsourcedError as fault:
            terminal.say(f"error: {shown(str(fault), 2_000)}")
            codes.append(fault.exit_code)
            continue
        if not args.quiet and not args.diff:
            why = "" if one.file.fixable else " (only .bib and CSL-JSON files are changed)"
            terminal.say(f"{shown(one.file.name)}: {made} fixed{why}")
    return codes


def _fix(args: argparse.Namespace, terminal: Terminal, one: CheckedFile) -> int:
    """Make one file's fixes; return how many."""
    from audit.editing.patch import patch
    from audit.repair import apply
    from wellsourced.draft_files import read, write_back

    if not one.file.fixable:
        return 0
    wanted = [fix for fixes in one.fixes for fix in fixes if fix.safety == "safe" or args.unsafe_fixes]
    new = apply(one.file.text, (edit for fix in wanted for edit in fix.edits))
    if args.diff:
        terminal.out.write(patch(one.file.name.lstrip("/"), one.file.text, new))
    else:
        draft = read(one.file.name, terminal.into)
        mark = "\ufeff" if draft.text.startswith("\ufeff") else ""
        if draft.text != mark + one.file.text:
            from wellsourced_core.errors import StorageError

            raise StorageError(one.file.name, "was changed by another program in the meantime", "run again")
        write_back(draft, mark + new)
    return len(wanted)
