"""Options that several commands share, and what is built from them."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from pathlib import Path

from wellsourced.choices import (
    CITATIONS,
    ENGINES,
    HEADINGS,
    JUDGES,
    MODES,
    NO_READER,
    PROFILES,
    RANKINGS,
    TIERS,
    WRITERS,
)
from wellsourced_core.errors import ConfigError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from quality.judge import Judge
    from retrieval.backends import Options
    from retrieval.reformulate import Reformulator
    from retrieval.rerank import Reranking
    from wellsourced.config import Config
    from wellsourced.live_events import Event
    from wellsourced.messages_api import LlmOptions
    from wellsourced.opinions.article_reading import Reading
    from wellsourced.pipeline import Settings, Tools
    from wellsourced.search_ranking import Fetch, Rank
    from wellsourced_core.model import HouseStyle, Source, Usage
    from writer.grounded import Reply, Request

DEFAULT_CORPUS = "corpus.sqlite"
_MOST_DIGITS = 9
STYLES, EXPORTS = ("plain", "apa", "footnotes"), ("bibtex", "csl-json")


def a_date(text: str) -> date:
    """Read a date from the command line, in the one spelling that is documented: YYYY-MM-DD."""
    from datetime import date

    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day.isoformat() == text:
            return day
    raise argparse.ArgumentTypeError(f"{text!r} is not a date: write YYYY-MM-DD")


def a_count(text: str) -> int:
    """Read a whole number of at least 1."""
    number = a_whole(text)
    if number:
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")


def a_whole(text: str) -> int:
    """Read a whole number of 0 or more."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    digits = text.lstrip("0") or "0"
    if len(digits) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is too large")
    return int(digits)


def an_output(text: str) -> str | None:
    """Read the name of a file to write; ``-`` is standard output, as without the option."""
    return None if text == "-" else text


def refuse_folder(output: str | None) -> None:
    """Raise InputError for an output that is a folder, or that no file can be called."""
    try:
        folder = bool(output) and Path(output or "").is_dir()
    except OSError as error:
        raise InputError(output, f"cannot be used ({error.strerror})", "choose another name") from error
    if folder:
        raise InputError(output, "is a folder", "name a file")


def refuse_file(out: str | None) -> None:
    """Raise InputError for a folder of articles that is a file, before anything is searched or paid for."""
    try:
        file = bool(out) and Path(out or "").exists() and not Path(out or "").is_dir()
    except OSError as error:
        raise InputError(out, f"cannot be used ({error.strerror})", "choose another name") from error
    if file:
        raise InputError(out, "is not a folder", "name the folder for the articles")


def _source_place(text: str) -> str:
    """Read the name of a file or folder of sources; an address is refused."""
    if text.lower().startswith(("https://", "http://", "file://")):
        remedy = "name its path" if text.lower().startswith("file") else "save it as a file and name that"
        raise InputError(text, "is an address, not a file", remedy, code="usage")
    return text


class _Once(argparse.Action):
    """Store the name of a file of sources; a second one is refused."""

    def __call__(
        self, _parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise InputError(f"{option} {values}", f"{option} is given twice", "join the files into one", code="usage")
        setattr(namespace, self.dest, values)


def add_sources(parser: argparse.ArgumentParser) -> None:
    """Add the option that names where sources are; it may be given several times."""
    told = (
        "a source, or a folder of them: .pdf .docx .epub .html .md .txt, .jsonl, a bibliography, a corpus; repeatable"
    )
    parser.add_argument("--sources", action="append", type=_source_place, metavar="F", help=told)


def add_source_list(parser: argparse.ArgumentParser) -> None:
    """Add the option that names one file of JSON Lines."""
    parser.add_argument("--sources", action=_Once, type=_source_place, metavar="F", help="the sources: JSON Lines")


def add_as_of(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as-of", type=a_date, metavar="DATE", help="the day that dates are measured from (default: today)"
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=a_count, metavar="N", help="work in N processes (default: the cores, for more than a handful)"
    )


def add_no_cache(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-cache", action="store_true", help="neither use nor keep results: judge everything anew")


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where and how to search."""
    parser.add_argument("--mode", choices=MODES, help="how many sources a report needs (default: standard)")
    parser.add_argument("--tier", choices=TIERS, help="premium reranks before the gate, if a key is set")
    parser.add_argument("--profile", choices=PROFILES, help="strict stops on thin evidence; the others warn")
    parser.add_argument("--judge", choices=JUDGES, help="have a model grade every source; the gate stays code")
    parser.add_argument("--ranking", choices=RANKINGS, help="have a small local model order the sources that were kept")
    parser.add_argument("--backend", action="append", metavar="B", help="a search backend; may be repeated")
    parser.add_argument("--corpus", metavar="P", help=f"the corpus file (default: {DEFAULT_CORPUS})")
    add_as_of(parser)
    parser.add_argument("--events", metavar="F", help="append events to this file, one JSON object per line")


def add_writing(parser: argparse.ArgumentParser) -> None:
    from wellsourced.commands._opinions import add_reader

    add_search(parser)
    add_reader(parser)
    parser.add_argument("--writer", choices=WRITERS, help="default: claude with ANTHROPIC_API_KEY, else extractive")
    parser.add_argument("--words", type=a_whole, metavar="N", help="length of an article (default: the mode's own)")
    parser.add_argument("--tone", metavar="T", help="tone of a model's article, in a few words")
    parser.add_argument("--headings", choices=HEADINGS, help="headings of a model's article (default: question)")
    parser.add_argument("--citations", choices=CITATIONS, help="where a model's article cites (default: sentence)")
    parser.add_argument("--language", metavar="L", help="language of a model's article (default: English)")
    parser.add_argument("--fetch", action="store_true", help="download the addresses that a topic names (seed_urls)")
    parser.add_argument("--out", metavar="DIR", help="where the articles go")
    parser.add_argument("--references", choices=STYLES, help="style of the reference list (default: plain)")
    parser.add_argument("--export", metavar="F,...", help="also write the references as bibtex, csl-json (with --out)")


def configuration(args: argparse.Namespace) -> Config:
    from wellsourced.config import load

    try:
        here = Path.cwd()
    except FileNotFoundError as error:
        raise InputError(".", "the current folder no longer exists", "change to another folder") from error
    return load(Path(args.config) if args.config else None, here)


def settings(args: argparse.Namespace, config: Config) -> Settings:
    from wellsourced.config import one_of, publish_options, quality_options
    from wellsourced.pipeline import Settings

    mode = one_of("run.mode", args.mode or config.run.mode, MODES)
    profile = one_of("run.profile", args.profile or config.run.profile, PROFILES)
    one_of("run.tier", args.tier or config.run.tier, TIERS)
    if not 1 <= config.run.results <= 1000:
        raise ConfigError("run.results", f"{config.run.results} is out of range", "give a number from 1 to 1000")
    references = one_of("run.references", getattr(args, "references", None) or config.run.references, STYLES)
    return Settings(
        args.as_of,
        mode,
        profile,
        quality_options(config),
        publish=publish_options(config),
        results=config.run.results,
        references=references,
        style=house_style(args, config),
    )


def house_style(args: argparse.Namespace, config: Config) -> HouseStyle:
    """Return the house style from options, else from ``[writer]``. Raises ConfigError for what cannot be asked for."""
    from wellsourced.config import check_writer
    from wellsourced_core.model import HouseStyle
    from wellsourced_core.values import replace

    given = {name: value for name in HouseStyle.__annotations__ if (value := getattr(args, name, None)) is not None}
    writer = replace(config.writer, **given)
    check_writer(writer)
    return HouseStyle(writer.words, writer.tone, writer.headings, writer.citations, writer.language)


def exports(args: argparse.Namespace, config: Config) -> tuple[str, ...]:
    """Return the kinds of reference files that are wanted beside an article, each once, in a fixed order."""
    from wellsourced.config import one_of

    wanted = args.export.split(",") if args.export else config.run.export
    named = {one_of("--export" if args.export else "run.export", name.strip(), EXPORTS) for name in wanted}
    return tuple(name for name in EXPORTS if name in named)


def tools(
    args: argparse.Namespace,
    config: Config,
    watch: Callable[[Event], None],
    spend: Callable[[Usage], None] | None = None,
) -> Tools:
    """Build backends, writer and reformulator from options and configuration.

    ``watch`` hears of what happens, ``spend`` of paid rewordings.
    """
    from functools import partial

    from retrieval.backends import build
    from wellsourced.pipeline import Tools

    key, writer = os.environ.get("ANTHROPIC_API_KEY"), chosen_writer(args, config)
    backends = tuple(build(name, options) for name, options in chosen_backends(args, config))
    rerank, fetch = _reranker(args, config), _seed_fetcher(args, config)
    judge, judge_name = _judge(args, config, key)
    reading, rank = _reading(args, config), _rank(args, config)
    made = partial(
        Tools,
        backends,
        watch=watch,
        rerank=rerank,
        rank=rank,
        fetch=fetch,
        judge=judge,
        judge_name=judge_name,
        reading=reading,
    )
    if writer == "extractive":
        from writer.extractive import write

        return made(write, "extractive")
    from writer import grounded

    options = writing_options(args, config)
    complete, ask = _model_calls(options, config, writer, key, spend)
    plain = not options.writer_citations
    write = partial(grounded.write, complete=complete, plain=plain)
    return made(write, options.writer_model, ask, complete=complete, plain=plain)


def chosen_writer(args: argparse.Namespace, config: Config) -> str:
    """Return who writes: as asked for, else Claude where there is a key."""
    from wellsourced.config import one_of

    wanted = one_of("run.writer", getattr(args, "writer", None) or config.run.writer or "", ("", *WRITERS))
    return wanted or ("claude" if os.environ.get("ANTHROPIC_API_KEY") else "extractive")


def writing_options(args: argparse.Namespace, config: Config) -> LlmOptions:
    """Return ``[llm]`` with the model that writes, and its price."""
    from wellsourced.config import llm_options
    from wellsourced.openai_writer import priced, writer_endpoint

    options: LlmOptions = llm_options(config)
    return priced(options, writer_endpoint(config.writer)) if chosen_writer(args, config) == "openai" else options


def _model_calls(
    options: LlmOptions, config: Config, writer: str, key: str | None, spend: Callable[[Usage], None] | None
) -> tuple[Callable[[Request], Reply], Reformulator]:
    """Return the call that writes and what rewords a weak question: with another vendor's model, code does that."""
    from retrieval.reformulate import reformulate
    from wellsourced import llm, openai_writer

    if writer == "openai":
        return openai_writer.writer_call(options, openai_writer.writer_endpoint(config.writer)), reformulate
    return llm.writer_call(options, key), llm.reformulator(options, key, spend=spend)


def _judge(args: argparse.Namespace, config: Config, key: str | None) -> tuple[Judge | None, str]:
    """Return the judge that was asked for, and its model."""
    from wellsourced.config import llm_options, one_of

    if not one_of("run.judge", args.judge or config.run.judge, ("", *JUDGES)):
        return None, ""
    from wellsourced.optional_judges import claude

    options = llm_options(config)
    return claude(options, key), options.judge_model


def _rank(args: argparse.Namespace, config: Config) -> Rank | None:
    """Return what says how near a source is to a question. Raises ConfigError where its model is missing."""
    from wellsourced.config import one_of

    if not one_of("run.ranking", getattr(args, "ranking", None) or config.run.ranking, ("", *RANKINGS)):
        return None
    from retrieval.minilm.model import cosines, session

    session(1)
    return cosines


def _reading(args: argparse.Namespace, config: Config) -> Reading | None:
    """Return who reads the articles, and how much may be asked about each: the limits of ``[audit]``."""
    if getattr(args, "reader", NO_READER) == NO_READER:
        return None
    from wellsourced.commands._opinions import limits_of
    from wellsourced.opinions.article_reading import Reading
    from wellsourced.readers import build

    return Reading(build(args.reader, config), limits_of(config))


def _reranker(args: argparse.Namespace, config: Config) -> Callable[[str, Sequence[Source]], Reranking] | None:
    """Return what reranks in tier premium, by ``[rerank]``; without its key it says so and leaves the order."""
    if (args.tier or config.run.tier) != "premium":
        return None
    from functools import partial

    from retrieval.rerank import rerank

    return partial(rerank, url=config.rerank.url, model=config.rerank.model)


def _seed_fetcher(args: argparse.Namespace, config: Config) -> Fetch | None:
    """Return what reads a topic's own addresses, where the network was asked for."""
    if not getattr(args, "fetch", False):
        return None
    from functools import partial

    from wellsourced.page_reader import make_crossref, make_fetcher, read_seeds

    fetcher = make_fetcher(config, args.as_of, online=True)
    return partial(read_seeds, fetcher, make_crossref(config, fetcher)) if fetcher is not None else None


def corpus_path(args: argparse.Namespace, config: Config) -> str:
    return str(args.corpus or config.run.corpus or DEFAULT_CORPUS)


def chosen_backends(args: argparse.Namespace, config: Config) -> tuple[tuple[str, Options], ...]:
    """Return the names of the backends to search, with their options."""
    from retrieval.file_kinds import refuse_non_file
    from retrieval.storage import is_file
    from wellsourced.config import backend_options

    chosen = []
    for name in args.backend or config.run.backends or ("corpus",):
        options = backend_options(config, name)
        if name == "corpus" and (args.corpus or "path" not in options):
            options["path"] = corpus_path(args, config)
            refuse_non_file(
                Path(str(options["path"])), "name a corpus, which `wellsourced corpus build` makes of a folder"
            )
            if not is_file(Path(str(options["path"]))):
                raise InputError(
                    str(options["path"]),
                    "there is no such corpus",
                    "make one with `wellsourced corpus build DIR --to FILE` and name it with --corpus",
                )
        chosen.append((name, options))
    return tuple(chosen)


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", choices=ENGINES, default="local", help="ray uses a Ray cluster (default: local)")


def ray_address(config: Config) -> str:
    """Return where the Ray cluster is: what Ray's own variable says, else the configuration; "" is nowhere yet."""
    return os.environ.get("RAY_ADDRESS", "") or config.run.ray_address
