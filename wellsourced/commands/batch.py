"""`batch`: the nightly run over a file of topics."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._options import add_writing, configuration, settings, tools

HELP = "write an article for every topic of a file; one bad topic never ends the run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topics", metavar="TOPICS", help="a topic a line, or JSON Lines")
    add_writing(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Make the articles; 0 when every topic became an article or an honest refusal, else 3."""
    from functools import partial
    from pathlib import Path

    from retrieval.storage import write_atomically
    from wellsourced.batch import run as run_topics
    from wellsourced.core.errors import InputError
    from wellsourced.folders import SUMMARY, save
    from wellsourced.formats.records import summary
    from wellsourced.pipeline import make_article
    from wellsourced.progress import Progress
    from wellsourced.topics import read_topics, slugs

    if not args.out:
        raise InputError("--out", "is missing", "name the folder for the articles")
    config = configuration(args)
    chosen = settings(args, config)
    out = Path(args.out)
    topics = list(slugs(read_topics(Path(args.topics))))
    told = tools(args, config, lambda line: terminal.say(line) if args.verbose else None)
    progress = Progress(terminal.err, len(topics), quiet=args.quiet)
    results = []
    for result in run_topics(
        topics,
        partial(make_article, tools=told, settings=chosen),
        lambda folder, article: save(out / folder, article),
    ):
        results.append(result)
        progress.step(f"{result.outcome}: {result.folder or result.topic}")
    progress.close()
    write_atomically(out / SUMMARY, summary.render(results, chosen.as_of.isoformat()).encode("utf-8"))
    terminal.out.write(summary.render_text(results, args.out, chosen.as_of.isoformat()))
    return 3 if any(result.outcome == "failed" for result in results) else 0
