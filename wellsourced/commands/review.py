"""`review`: an editor judges the findings of a draft, on a page or in the terminal; the judgements are kept."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from wellsourced.choices import NO_READER
from wellsourced.commands import Terminal
from wellsourced.commands._options import add_as_of, add_sources, an_output, configuration
from wellsourced.commands._reviews import NAME
from wellsourced_core.errors import InputError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.commands._jobs import Job

HELP = "judge the findings of a draft: agree, disagree, fixed; the judgements are kept, and learnt from"
_INCOMPLETE = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from wellsourced.commands._source_text_options import add_arguments as add_texts

    parser.add_argument("file", nargs="?", metavar="FILE", help=f"a draft; with --summary also a {NAME} or nothing")
    add_sources(parser)
    add_texts(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--terminal", action="store_true", help="ask here instead of making a page")
    how.add_argument("--add", metavar="F", help=f"take in the judgements that the page saved, into {NAME} beside FILE")
    how.add_argument("--summary", action="store_true", help="print how often you agreed, by rule")
    how.add_argument("--allow", action="store_true", help="write comments into FILE that allow what you disagreed with")
    how.add_argument("--write-baseline", metavar="F", help="accept what you disagreed with in this baseline")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the summary (default: text)")
    parser.add_argument("--output", metavar="F", type=an_output, help="the page (default: FILE's name, .review.html)")
    add_as_of(parser)
    parser.set_defaults(baseline=None, select=[], ignore=[], strict=False, no_cache=False)
    parser.set_defaults(reader=NO_READER, dry_run=False)
    parser.set_defaults(fix=False, diff=False, apply=None, renumber=False, interactive=False)  # nothing is repaired


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Do one of these; 3 where there is nothing to judge or to summarise."""
    if args.summary:
        return _summary(args, terminal)
    if not args.file:
        args.parser.error("the following arguments are required: FILE")
    if args.file == "-":
        raise InputError("-", "judgements are kept beside a draft", "name its file", code="usage")
    if args.output and (args.terminal or args.add or args.allow or args.write_baseline):
        raise InputError("--output", "names the page, and none is made", "leave one of both out", code="usage")
    if args.add:
        return _add(args, terminal)
    from wellsourced.commands import _review_writing

    job = _opened(args, terminal)
    if args.terminal:
        from wellsourced.commands._review_terminal import ask

        return ask(terminal, job)
    if args.allow:
        return _review_writing.allow(terminal, job)
    if args.write_baseline:
        return _review_writing.accept(args, terminal, job)
    return _page(args, terminal, job)


def _opened(args: argparse.Namespace, terminal: Terminal) -> Job:
    from wellsourced.commands._jobs import opened, with_opinions
    from wellsourced.draft_files import read

    config = configuration(args)
    codes: list[int] = []
    jobs = opened(args, config, terminal, [read(args.file, terminal.into)], codes)
    return with_opinions(args, config, terminal, jobs)[0]


def _page(args: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    from audit.checks import all_checks, page
    from retrieval.storage import write_pieces
    from wellsourced.commands._output_paths import refuse_overwriting
    from wellsourced.commands._showing import as_report
    from wellsourced.formats import pieces
    from wellsourced.page_pictures import draw

    target = Path(args.output) if args.output else Path(args.file).with_suffix(".review.html")
    refuse_overwriting(str(target))
    report = job.judged(job.look(job.draft.original))
    if not report.findings:
        terminal.say(f"{shown(job.draft.name)}: no findings to judge, so no page is made")
        return _INCOMPLETE
    rules = {check.code: page(check.code).split("\n", 1)[0] for check in all_checks()}
    whole = pieces("html", as_report(job.options.tuning, (report,)), rules=rules, draw=draw)
    write_pieces(target, (piece.encode("utf-8", "backslashreplace") for piece in whole))
    terminal.out.write(f"{target}\n")
    if not args.quiet:
        terminal.say(f"judge there, save {NAME}, then: wellsourced review {shown(args.file)} --add {NAME}")
    if terminal.out.isatty() and _has_window():
        import webbrowser

        webbrowser.open(target.resolve().as_uri())
    return 0


def _has_window() -> bool:
    """Tell whether a browser would open a window; one without would take the terminal over."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _add(args: argparse.Namespace, terminal: Terminal) -> int:
    """Take judgements in; those of findings that were judged before take their place."""
    from retrieval.jsonl import parse_object, read_lines
    from wellsourced.formats.records.review import collected, read_review, read_reviews, write_reviews

    if not Path(args.file).is_file():
        raise InputError(args.file, "there is no such file", f"name the draft that {NAME} lies beside")
    place = Path(args.file).parent / NAME
    before = read_reviews(place)
    lines = ((f"{args.add}:{number}", line) for number, line in read_lines(Path(args.add)))
    new = collected(read_review(parse_object(line, where), where) for where, line in lines)
    after = {key: one for key, one in {**before, **new}.items() if one.judgement != "none"}
    write_reviews(place, after.values())
    if not args.quiet:
        changed = sum(before.get(key) != after.get(key) for key in {**before, **new})
        terminal.say(f"{place}: {len(after):,} judgements, {changed:,} of them new or changed")
    return 0


def _summary(args: argparse.Namespace, terminal: Terminal) -> int:
    from wellsourced.formats.records.review import read_reviews, summary, summary_text

    place = Path(args.file or NAME)
    place = place if place.name == NAME or place.suffix == ".jsonl" else place.parent / NAME
    reviews = read_reviews(place)
    terminal.out.write(summary(reviews.values()) if args.format == "json" else summary_text(reviews.values()))
    if not reviews and not args.quiet:
        terminal.say(f"{shown(str(place))}: no judgement yet: `wellsourced review FILE` takes them")
    return 0 if reviews else _INCOMPLETE
