"""Options that several commands share, and what is built from them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wellsourced.core.errors import ConfigError, InputError

if TYPE_CHECKING:
    from quality.judge import Judge
    from retrieval.backends import Backend
    from retrieval.rerank import Reranking
    from wellsourced.config import Config
    from wellsourced.core.model import Attempt, Source, Usage
    from wellsourced.pipeline import Settings, Tools

DEFAULT_CORPUS = "corpus.sqlite"
JUDGES = ("claude",)
MODES, PROFILES, TIERS, WRITERS = (
    ("quick", "standard", "deep"),
    ("strict", "fast", "smoke"),
    ("standard", "premium"),
    ("extractive", "claude"),
)


def a_date(text: str) -> date:
    """Read an ISO date from the command line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date: write YYYY-MM-DD") from None


def a_count(text: str) -> int:
    """Read a whole number of at least 1."""
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")


def add_as_of(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--as-of", type=a_date, metavar="DATE", help="the day dates are measured from (default: today)")


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where and how to search."""
    parser.add_argument("--mode", choices=MODES, help="how much is asked for (default: standard)")
    parser.add_argument("--tier", choices=TIERS, help="premium reranks before the gate, where a key is there")
    parser.add_argument("--profile", choices=PROFILES, help="strict blocks on thin evidence, the others warn")
    parser.add_argument("--judge", choices=JUDGES, help="a model grades every source; the gate stays code")
    parser.add_argument("--backend", action="append", metavar="B", help="a search backend; may be given again")
    parser.add_argument("--corpus", metavar="P", help=f"the corpus file (default: {DEFAULT_CORPUS})")
    add_as_of(parser)


def add_writing(parser: argparse.ArgumentParser) -> None:
    add_search(parser)
    parser.add_argument("--writer", choices=WRITERS, help="default: claude with ANTHROPIC_API_KEY, else extractive")
    parser.add_argument("--fetch", action="store_true", help="read the addresses that a topic names (seed_urls)")
    parser.add_argument("--out", metavar="DIR", help="where the articles go")


def configuration(args: argparse.Namespace) -> Config:
    from wellsourced.config import load

    return load(Path(args.config) if args.config else None, Path.cwd())


def settings(args: argparse.Namespace, config: Config) -> Settings:
    from wellsourced.config import one_of, quality_options
    from wellsourced.pipeline import Settings

    mode = one_of("run.mode", args.mode or config.run.mode, MODES)
    profile = one_of("run.profile", args.profile or config.run.profile, PROFILES)
    one_of("run.tier", args.tier or config.run.tier, TIERS)
    if not 1 <= config.run.results <= 1000:
        raise ConfigError("run.results", f"{config.run.results} is out of range", "give a number from 1 to 1000")
    return Settings(args.as_of, mode, profile, quality_options(config), results=config.run.results)


def tools(
    args: argparse.Namespace,
    config: Config,
    tell: Callable[[str], None],
    spend: Callable[[Usage], None] | None = None,
) -> Tools:
    """Build backends, writer and reformulator from options and configuration; ``spend`` hears of paid rewordings."""
    from wellsourced.config import one_of
    from wellsourced.pipeline import Tools

    key = os.environ.get("ANTHROPIC_API_KEY")
    wanted = one_of("run.writer", getattr(args, "writer", None) or config.run.writer or "", ("", *WRITERS))
    writer = wanted or ("claude" if key else "extractive")
    backends = _backends(args, config)
    rerank, fetch = _reranker(args, config), _seed_fetcher(args, config)
    judge, judge_name = _judge(args, config, key)
    if writer == "extractive":
        from writer.extractive import write

        return Tools(
            backends, write, "extractive", tell=tell, rerank=rerank, fetch=fetch, judge=judge, judge_name=judge_name
        )
    from functools import partial

    from wellsourced.config import llm_options
    from wellsourced.llm import reformulator, writer_call
    from writer import grounded

    options = llm_options(config)
    complete = writer_call(options, key)
    ask = reformulator(options, key, spend=spend)
    write_grounded = partial(grounded.write, complete=complete)
    return Tools(backends, write_grounded, options.writer_model, ask, tell, complete, rerank, fetch, judge, judge_name)


def _judge(args: argparse.Namespace, config: Config, key: str | None) -> tuple[Judge | None, str]:
    """Return the judge that was asked for, and its model."""
    from wellsourced.config import llm_options, one_of

    if not one_of("run.judge", args.judge or config.run.judge, ("", *JUDGES)):
        return None, ""
    from wellsourced.grading import claude

    options = llm_options(config)
    return claude(options, key), options.judge_model


def _reranker(args: argparse.Namespace, config: Config) -> Callable[[str, Sequence[Source]], Reranking] | None:
    """Return what reranks in tier premium; without its key it says so and leaves the order."""
    if (args.tier or config.run.tier) != "premium":
        return None
    from retrieval.rerank import rerank

    return rerank


def _seed_fetcher(args: argparse.Namespace, config: Config) -> Callable[[str, Sequence[str]], Attempt] | None:
    """Return what reads a topic's own addresses, where the network was asked for."""
    if not getattr(args, "fetch", False):
        return None
    from functools import partial

    from wellsourced.commands._supply import make_fetcher, read_seeds

    fetcher = make_fetcher(config, args.as_of, online=True)
    return partial(read_seeds, fetcher) if fetcher is not None else None


def corpus_path(args: argparse.Namespace, config: Config) -> str:
    return str(args.corpus or config.run.corpus or DEFAULT_CORPUS)


def _backends(args: argparse.Namespace, config: Config) -> tuple[Backend, ...]:
    from retrieval.backends import build
    from wellsourced.config import backend_options

    built = []
    for name in args.backend or config.run.backends or ("corpus",):
        options = backend_options(config, name)
        if name == "corpus" and (args.corpus or "path" not in options):
            options["path"] = corpus_path(args, config)
            if not Path(str(options["path"])).is_file():
                raise InputError(
                    str(options["path"]),
                    "there is no such corpus",
                    "make one with `wellsourced corpus build DIR --to FILE` and name it with --corpus",
                )
        built.append(build(name, options))
    return tuple(built)
