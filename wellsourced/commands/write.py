"""`write`: the pipeline for one topic."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._live_output import watcher
from wellsourced.commands._options import add_writing, configuration, exports, refuse_file, settings, tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from wellsourced_core.model import Topic

HELP = "write one article from checked sources, or refuse honestly"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", metavar="TOPIC")
    add_writing(parser)
    parser.add_argument("--remake", action="store_true", help="replace an existing article")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Write an article; with --out into its own folder, else to stdout; 3 where the evidence is insufficient.

    An existing article stays, unless it is the same, or to be remade, or a refusal of this topic.
    """
    from pathlib import Path

    from wellsourced.file_names import ARTICLE, REQUESTS
    from wellsourced.formats.records.request import request
    from wellsourced.pipeline import make_article
    from wellsourced.requests_file import write_requests
    from wellsourced.run_folder import save
    from wellsourced.topics import slug, topic_of
    from wellsourced_core.errors import InputError, shown

    topic = topic_of(args.topic)
    config = configuration(args)
    chosen, wanted = settings(args, config), exports(args, config)
    if wanted and not args.out:
        raise InputError("--export", "needs a folder", "name one with --out")
    refuse_file(args.out)
    folder = Path(args.out or "") / slug(topic.question)
    told = tools(args, config, watcher(args, terminal, topic.id or topic.question, config, written=folder, asides=True))
    kept = folder / ARTICLE if args.out and not args.remake else None
    if told.complete is not None:  # before the call is paid for
        _refuse_replacing(kept, topic)
    article = make_article(topic, told, chosen)
    if args.out:
        _refuse_replacing(kept, topic, article.markdown)
        save(folder, article, wanted)
        terminal.out.write(f"{article.provenance.outcome}: {shown(str(folder / ARTICLE), 4_096)}\n")
        asked = request(article)
        if write_requests(Path(args.out) / REQUESTS, [asked] if asked else []):
            terminal.out.write(f"sources are asked for: {shown(str(Path(args.out) / REQUESTS), 4_096)}\n")
    else:
        terminal.out.write(article.markdown)
    return 3 if article.provenance.outcome == "insufficient" else 0


def _refuse_replacing(kept: Path | None, topic: Topic, by: str | None = None) -> None:
    """Raise InputError if another article exists: it may be another topic's, edited, or paid for.

    Raises StorageError for one that cannot be read.
    """
    from retrieval.storage import content, is_file, scrub
    from wellsourced_core.errors import InputError

    if kept is None or not is_file(kept):
        return
    there = content(kept)
    is_same = by is not None and there == scrub(by).encode("utf-8")
    if not is_same and not _is_refusal(there, kept, topic):
        raise InputError(kept, "already exists", "choose another --out, or add --remake")


def _is_refusal(there: bytes, kept: Path, topic: Topic) -> bool:
    """Return whether the article is an unedited refusal of this topic, by its record."""
    from hashlib import sha256

    from wellsourced.file_names import PROVENANCE
    from wellsourced.formats.records.account import read_account
    from wellsourced_core.errors import InputError

    try:
        account = read_account(kept.with_name(PROVENANCE))
    except InputError:  # no record, or a damaged one
        return False
    unchanged = account.article_sha256 == sha256(there).hexdigest()
    return unchanged and account.outcome == "insufficient" and account.question == topic.question
