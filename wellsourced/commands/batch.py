"""`batch`: the nightly run over a file of topics."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wellsourced.commands import Terminal
from wellsourced.commands._options import (
    a_count,
    add_engine,
    add_writing,
    chosen_backends,
    chosen_writer,
    configuration,
    exports,
    ray_address,
    refuse_file,
    settings,
    tools,
    writing_options,
)
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.backends import Options
    from wellsourced.batch_session import Plan
    from wellsourced.config import Config
    from wellsourced.llm import LlmOptions
    from wellsourced.night.budget import Limits
    from wellsourced.pipeline import Tools

_MOST_JOBS = 64
HELP = "write an article for every topic in a file; one bad topic never ends the run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topics", metavar="TOPICS", help="a file with one topic per line, or JSON Lines")
    add_writing(parser)
    parser.add_argument("--jobs", type=a_count, metavar="N", help="topics to work on at once (default: 1)")
    add_engine(parser)
    parser.add_argument("--max-cost-usd", type=an_amount, metavar="X", help="stop before any call that could exceed it")
    parser.add_argument(
        "--message-batches", action="store_true", help="write through message batches: half the price, slower"
    )
    parser.add_argument("--retry-quarantined", action="store_true", help="retry topics that failed three times")
    parser.add_argument("--remake", action="store_true", help="rebuild articles made with other options")


def an_amount(text: str) -> float:
    """Read a number of dollars above 0."""
    digits = text.replace(".", "", 1)
    if digits.isascii() and digits.isdigit() and len(digits) < 12 and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not an amount of dollars above 0")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Make the articles; 0 if every topic became an article or an explained refusal, else 3.

    What an earlier run did in this folder is not done again. The folder is locked against other runs meanwhile.
    """
    from wellsourced.batch import exit_code
    from wellsourced.batch_session import sit
    from wellsourced.formats.records import summary
    from wellsourced.night.events import Events
    from wellsourced.night.interrupt import interruptible
    from wellsourced.night.journal import open_journal
    from wellsourced.night.progress import Progress
    from wellsourced.night.runlock import hold
    from wellsourced.run_folder import sweep
    from wellsourced.topics import read_topics
    from wellsourced_core.errors import shown

    plan = _plan(args)
    _refuse_overwriting(args, plan)
    progress = Progress(terminal.err, sum(1 for _ in read_topics(plan.topics)), quiet=args.quiet)
    tell = terminal.say if args.quiet else progress.say  # what is lost is said in any case
    events = Events(Path(args.events) if args.events else None, tell)
    with _elsewhere(args, plan) as plan, interruptible() as interrupt, hold(plan.out):
        sweep(plan.out)
        try:
            with open_journal(plan.out) as journal:
                done = sit(plan, journal, interrupt.check, progress, events)
        except KeyboardInterrupt:
            progress.say("The state is saved: run the same command again to go on")
            raise
        finally:
            progress.close()
    if done.trouble is not None:
        raise done.trouble
    code = exit_code(done.results)
    if code or not args.quiet:  # a quiet run still says what is left
        terminal.out.write(summary.render_text(done.results, shown(args.out, 4_096), done.as_of.isoformat()))
    return code


def _refuse_overwriting(args: argparse.Namespace, plan: Plan) -> None:
    """Raise InputError if events would be appended to a file that this run reads or writes.

    Of its own events it would make topics without end; in an article they would be published.
    """
    from wellsourced.commands._options import refuse_folder
    from wellsourced.commands._output_paths import refuse_collisions
    from wellsourced.run_folder import belongs_to
    from wellsourced_core.errors import InputError

    if not args.events:
        return
    backends = (getattr(one, "path", None) for one in plan.tools.backends)
    read = [plan.topics, configuration(args).path, *(one for one in backends if isinstance(one, Path))]
    refuse_collisions([args.events], read, "this run")
    refuse_folder(args.events)
    if belongs_to(plan.out, Path(args.events), (folder for _, folder in plan.entries() if folder)):
        raise InputError(args.events, "is written by this run", "write the events to another file")


@contextmanager
def _elsewhere(args: argparse.Namespace, plan: Plan) -> Iterator[Plan]:
    """Yield the plan with the requested engine, open meanwhile, and as many jobs as it can run."""
    if args.engine == "local":
        yield plan
        return
    from wellsourced.engines import opened
    from wellsourced.engines.article import Remote
    from wellsourced_core.errors import InputError

    config = configuration(args)
    if plan.tools.judge is not None:
        raise InputError(
            "--engine ray", "cannot have a model grade the sources", "leave out the judge, or use --engine local"
        )
    if plan.tools.reading is not None:
        raise InputError(
            "--engine ray", "cannot have a model read the articles", "leave out --reader, or use --engine local"
        )
    with opened(args.engine, ray_address(config), args.jobs) as engine:
        backends = tuple((name, _anywhere(options)) for name, options in chosen_backends(args, config))
        yield replace(plan, remote=Remote(engine, backends), jobs=args.jobs or max(plan.jobs, engine.slots))


def _anywhere(options: Options) -> Options:
    """Return a backend's options as a worker can use them, whose working folder is another one."""
    path = options.get("path")
    return {**options, "path": str(Path(path).absolute())} if isinstance(path, str) else options


def _plan(args: argparse.Namespace) -> Plan:
    """Return what is asked for; what is wrong with it shows here, before anything is written."""
    from wellsourced.batch_session import Plan
    from wellsourced.night.replay import Meter, paid
    from wellsourced_core.errors import InputError

    if not args.out:
        raise InputError("--out", "is missing", "name the folder for the articles")
    refuse_file(args.out)
    config = configuration(args)
    meter = Meter()
    told = tools(args, config, lambda _: None, meter.note)  # each topic has a watcher of its own
    limits = _limits(args, config)
    plan = Plan(
        Path(args.topics),
        Path(args.out),
        settings(args, config),
        told,
        _setup(args, config, told),
        _options(args, config, told),
        remake=args.remake,
        is_dated=args.is_dated,
        jobs=_jobs(args, config),
        limits=limits,
        patience=config.run.patience_seconds,
        retry_quarantined=args.retry_quarantined,
        verbose=args.verbose,
        exports=exports(args, config),
    )
    if told.complete is None and args.message_batches:
        raise InputError("--message-batches", "needs a writer that calls a model", "add --writer claude")
    if args.message_batches and chosen_writer(args, config) == "openai":
        raise InputError(
            "--message-batches", "are a service of Claude's vendor", "add --writer claude, or leave them out"
        )
    if told.complete is None and told.judge is None and told.reading is None:
        return plan
    options = writing_options(args, config)
    _require_prices(limits, options, told)
    plan = replace(plan, paid=paid(options, told.complete, meter))
    if not args.message_batches:
        return plan
    from wellsourced.llm import KEY_VARIABLE
    from wellsourced.night.batch_service import service
    from wellsourced.readers.claude import options_of as reading_options

    return replace(plan, service=service(reading_options(config), os.environ.get(KEY_VARIABLE)))


def _setup(args: argparse.Namespace, config: Config, told: Tools) -> str:
    """Return an identifier of all that decides an article besides its topic and the settings."""
    from wellsourced.config import backend_options, llm_options
    from wellsourced.night.journal import fingerprint
    from wellsourced.policy import policy
    from wellsourced.version import version

    options = writing_options(args, config) if told.complete is not None else llm_options(config)
    models = (options.writer_model, options.writer_effort, options.reformulator_model, options.quick_thinking)
    reranked = (config.rerank.url, config.rerank.model) if told.rerank is not None else ()
    searched = [(one.name, backend_options(config, one.name), _contents(one)) for one in told.backends]
    tier = args.tier or config.run.tier
    where = config.writer.openai_url if chosen_writer(args, config) == "openai" else ""
    reading = () if told.reading is None else (told.reading.reader.model, told.reading.limits)
    asked = (
        models if told.complete else (),
        told.plain,
        told.judge_name,
        where,
        *reading,
        *(("minilm",) if told.rank else ()),
    )
    return fingerprint(told.writer, asked, searched, tier, reranked, version(), policy())


def _options(args: argparse.Namespace, config: Config, told: Tools) -> str:
    """Return, as options, the choices that make a different run of the same topics."""
    chosen = settings(args, config)
    tier = args.tier or config.run.tier
    return f"--mode {chosen.mode} --profile {chosen.profile} --tier {tier} --writer {told.writer}"


def _contents(backend: object) -> str:
    """Return an identifier of the content of a backend that is a file; "" if there is none."""
    path = getattr(backend, "path", None)
    if not isinstance(path, Path):
        return ""
    import hashlib

    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _jobs(args: argparse.Namespace, config: Config) -> int:
    from wellsourced_core.errors import ConfigError

    jobs: int = args.jobs or config.run.jobs
    if not 1 <= jobs <= _MOST_JOBS:
        raise ConfigError("--jobs", f"{jobs} is out of range", f"give a number from 1 to {_MOST_JOBS}")
    return jobs


def _limits(args: argparse.Namespace, config: Config) -> Limits:
    from wellsourced.night.budget import Limits
    from wellsourced_core.errors import ConfigError

    for key in ("max_cost_usd", "max_tokens", "patience_seconds"):
        if not 0 <= getattr(config.run, key) < math.inf:
            raise ConfigError(f"run.{key}", "is not an amount", "give 0 or more")
    return Limits(args.max_cost_usd or config.run.max_cost_usd or None, config.run.max_tokens or None)


def _require_prices(limits: Limits, options: LlmOptions, told: Tools) -> None:
    """Refuse a budget in dollars for a model without a price."""
    from wellsourced.prices import price_of
    from wellsourced_core.errors import ConfigError

    if limits.usd is None:
        return
    writing = (options.writer_model, options.reformulator_model) if told.complete is not None else ()
    for model in (*writing, *((options.judge_model,) if told.judge is not None else ())):
        if price_of(options.prices, model) is None:
            raise ConfigError(model, "has no price, so a budget cannot be kept", "add it as [[llm.price]]")
