"""`search`: retrieval only: attempts, fusion, gate, kept and dropped with reasons."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._live_output import watcher
from wellsourced.commands._options import add_search, configuration, settings, tools

HELP = "search and judge, without writing: what would be kept, and why"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY")
    add_search(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the results of the searches and the gate's decision; 3 if nothing would be written.

    What happens meanwhile goes to stderr; the details of the sources are in the report.
    """
    from wellsourced.formats.records.research_report import render, render_text
    from wellsourced.pipeline import may_write, research
    from wellsourced.topics import topic_of

    config = configuration(args)
    chosen = settings(args, config)
    args.writer = "extractive"  # nothing is written: no key is asked for
    question = topic_of(args.query).question
    found = research(question, chosen.mode, tools(args, config, watcher(args, terminal, question, config)), chosen)
    show = render if args.format == "json" else render_text
    terminal.out.write(show(found, chosen))
    return 0 if may_write(found, chosen) else 3
