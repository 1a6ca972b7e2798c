"""`report`: a run or an audit as one HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path

from wellsourced.commands import Terminal
from wellsourced.commands._options import an_output, configuration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.formats.records.account import Account
    from wellsourced_core.model import FileReport, Source

HELP = "make an HTML page from a run's folder, an article's folder or an audit.json"

_NOTHING = 3
_DRAFTS = (".md", ".markdown", ".mdown", ".qmd")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="a run, an article's folder, or an audit as JSON")
    parser.add_argument("--format", choices=("html",), default="html", help="(default: html)")
    parser.add_argument(
        "--output",
        metavar="F",
        type=an_output,
        help="write the page to this file instead of stdout; links are relative to it",
    )


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the page; 3 where the folder has no record of ours."""
    from wellsourced.commands._output_paths import refuse_overwriting

    configuration(args)
    place = Path(args.folder)
    refuse_overwriting(args.output)
    base = Path(args.output).parent if args.output else None
    body = _page(place, base)
    if body is None:
        terminal.say(f"{args.folder}: nothing to report: it contains neither a run nor an audit")
        return _NOTHING
    if args.output:
        from retrieval.storage import write_atomically

        write_atomically(Path(args.output), body.encode("utf-8"))
    else:
        terminal.out.write(body)
    return 0


def _page(place: Path, base: Path | None) -> str | None:
    from wellsourced.file_names import AUDIT
    from wellsourced.formats.records.run_record import is_run, newest_run
    from wellsourced_core.errors import InputError, StorageError

    try:
        if place.is_file():
            return _audit(place)
        if not place.is_dir():
            raise InputError(place, "there is no such folder", "name a run's or an article's folder")
        if next(place.iterdir(), None) is None:
            raise InputError(place, "is empty", "name a run's or an article's folder")
        if is_run(place):
            return _run(place, base)
        if (place / AUDIT).is_file():
            return _audit(place / AUDIT)
        newest = newest_run(place)
        return _run(newest, base) if newest else None
    except PermissionError as error:
        raise StorageError(place, "may not be read", "check its permissions") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(place, f"cannot be read ({reason})", "check the path") from error


def _run(place: Path, base: Path | None) -> str | None:
    from wellsourced.formats._html.run_page import render
    from wellsourced.formats.records.run_record import earlier_runs, read_run

    found = read_run(place)
    return render(found, earlier_runs(found), base or place) if found.topics else None


def _audit(record: Path) -> str | None:
    """Return the page of a recorded audit, with the drafts, sources and accounts that lie beside it."""
    from audit.checks import all_checks, page
    from wellsourced.commands._reviews import NAME, with_reviews
    from wellsourced.file_names import PROVENANCE
    from wellsourced.formats._html.escaping import NOTHING
    from wellsourced.formats._html.story import story
    from wellsourced.formats._shared import Options
    from wellsourced.formats.html import document
    from wellsourced.formats.records.account import read_account
    from wellsourced.formats.records.audit_record import read_audit
    from wellsourced.formats.records.review import read_reviews
    from wellsourced_core.model import AuditReport

    report = read_audit(record)
    if not report.files:
        return None
    beside = record.with_name(PROVENANCE)
    account = read_account(beside) if beside.is_file() else None
    said = read_reviews(record.with_name(NAME))
    files = tuple(with_reviews(_with_draft(file, record.parent, account), said) for file in report.files)
    rules = {check.code: page(check.code).split("\n", 1)[0] for check in all_checks()}
    whole = AuditReport(report.version, report.policy, files, report.bars)
    return "".join(document(whole, Options(rules=rules), story(account) if account else NOTHING))


def _with_draft(file: FileReport, folder: Path, account: Account | None) -> FileReport:
    """Put text, sources and scores to a recorded audit; a draft that was changed since is refused."""
    from audit.runner import audit
    from wellsourced.formats.records.audit_record import attach, fits
    from wellsourced_core.errors import InputError
    from wellsourced_core.values import replace

    scored = account.scored if account else ()
    there = [path for path in _candidates(file.path, folder) if path.is_file()]
    for path in there:
        text = _text(path)
        if fits(file, text):
            return attach(file, audit(text, _sources(path), path=file.path), scored)
    if there:
        raise InputError(there[0], "was changed since it was audited", "run `wellsourced audit` again")
    return replace(file, scored=scored)


def _candidates(name: str, folder: Path) -> tuple[Path, ...]:
    """Return where the draft of a record may lie: beside it, or below the working directory, never elsewhere."""
    path = Path(name)
    if path.suffix.lower() not in _DRAFTS:
        return ()
    return (folder / path.name,) if path.is_absolute() or ".." in path.parts else (folder / path.name, path)


def _text(path: Path) -> str:
    import io

    from wellsourced.draft_files import read

    return read(str(path), io.StringIO()).text


def _sources(draft: Path) -> tuple[Source, ...]:
    from retrieval.sources_file import read_sources
    from wellsourced.file_names import SOURCES

    names = (f"{draft.stem}.sources.jsonl", f"{draft.name}.sources.jsonl", SOURCES)
    for place in (draft.with_name(name) for name in names):
        if place.is_file() and place.stat().st_size:
            return read_sources(place)
    return ()
