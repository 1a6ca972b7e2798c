"""`write`: the pipeline for one topic."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._options import add_writing, configuration, exports, refuse_file, settings, tools

HELP = "write one article from checked sources, or refuse honestly"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", metavar="TOPIC")
    add_writing(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Write an article; with --out into its own folder, else to stdout; 3 where the evidence is insufficient."""
    from pathlib import Path

    from wellsourced.core.errors import InputError
    from wellsourced.folders import save
    from wellsourced.pipeline import make_article
    from wellsourced.requests_file import NAME, request, write_requests
    from wellsourced.topics import slug, topic_of

    topic = topic_of(args.topic)
    config = configuration(args)
    chosen, wanted = settings(args, config), exports(args, config)
    if wanted and not args.out:
        raise InputError("--export", "needs a folder", "name one with --out")
    refuse_file(args.out)
    article = make_article(topic, tools(args, config, lambda line: None if args.quiet else terminal.say(line)), chosen)
    if args.out:
        folder = Path(args.out) / slug(topic.question)
        save(folder, article, wanted)
        terminal.out.write(f"{article.provenance.outcome}: {folder / 'article.md'}\n")
        asked = request(article)
        if write_requests(Path(args.out) / NAME, [asked] if asked else []):
            terminal.out.write(f"sources are asked for: {Path(args.out) / NAME}\n")
    else:
        terminal.out.write(article.markdown)
    return 3 if article.provenance.outcome == "insufficient" else 0
