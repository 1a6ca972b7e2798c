"""What `audit --reader` asks, keeps and applies: opinions.json beside the drafts that they are about."""

from __future__ import annotations

import argparse

from wellsourced.choices import NO_READER, readers
from wellsourced.file_names import OPINIONS
from wellsourced_core.errors import ConfigError, InputError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wellsourced.config import Config
    from wellsourced.draft_files import DraftFile
    from wellsourced.opinions.asking import Answers, Limits, Plan
    from wellsourced.opinions.questions import Question
    from wellsourced.opinions.reader import Reader
    from wellsourced_core.model import Opinion, Usage

    Say = Callable[[str], None]


def add_reader(parser: argparse.ArgumentParser) -> None:
    """Add the option that names who is asked about what is doubtful."""
    choices = (NO_READER, *readers())
    parser.add_argument(
        "--reader",
        choices=choices,
        default=NO_READER,
        metavar="R",
        help=f"ask a model about what is doubtful, within a budget: {', '.join(choices)} (default: {NO_READER})",
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_reader(parser)
    parser.add_argument(
        "--second-opinion", dest="reader", action="store_const", const="claude", help="the same as --reader claude"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="with --reader: say what would be asked and its cost; ask nothing"
    )


def reads(args: argparse.Namespace) -> bool:
    """Tell whether a reader is asked in this run, or would be."""
    return bool(args.reader != NO_READER)


def refuse_contradictions(args: argparse.Namespace) -> None:
    """Raise InputError where a question may not be sent, or its answer not be kept."""
    asked = "ask in another run"
    for given, problem, remedy in (
        (reads(args) and args.offline, "--reader asks a service, which --offline forbids", "choose one"),
        (reads(args) and args.diff, "--diff writes nothing, but --reader saves its answers", asked),
        (
            args.dry_run and not reads(args),
            "--dry-run says what a reader would cost, and none is named",
            "add --reader",
        ),
    ):
        if given:
            raise InputError("audit", problem, remedy, code="usage")


def folder_of(draft: DraftFile) -> Path:
    """Return where the opinions on a draft are kept: its folder, or the current one for standard input."""
    from pathlib import Path

    return draft.place.parent if draft.place else Path()


def known(drafts: Sequence[DraftFile]) -> dict[Path, Mapping[str, Opinion]]:
    """Return the opinions that lie beside the drafts, by folder; a folder without any is left out."""
    found: dict[Path, Mapping[str, Opinion]] = {}
    for folder in sorted({folder_of(draft) for draft in drafts}):
        if (folder / OPINIONS).exists():
            from wellsourced.formats.records.opinions import read_opinions

            found[folder] = read_opinions(folder / OPINIONS)
    return found


def asked(
    args: argparse.Namespace,
    config: Config,
    wanted: Mapping[Path, Sequence[Question]],
    before: Mapping[Path, Mapping[str, Opinion]],
    say: Say,
) -> dict[Path, Mapping[str, Opinion]]:
    """Ask the reader that is named, and keep the answers by folder as they come; the limits hold for the run.

    Returns all opinions by folder, and says per folder what is asked, at what cost, and what came of it. Raises
    InputError without a key, ConfigError for what is configured wrongly, StorageError where a file cannot be written.
    A service that fails leaves questions open: they are counted and said.
    """
    from wellsourced.opinions.asking import plan
    from wellsourced.readers import build

    reader, limits = build(args.reader, config, asking=not args.dry_run), limits_of(config)
    found = dict(before)
    for folder, questions in wanted.items():
        planned = plan(questions, found.get(folder, {}), reader, limits)
        limits = planned.limits
        for line in planned_lines(folder / OPINIONS, reader, planned):
            say(line)
        if args.dry_run or not planned.sheets:
            continue
        found[folder] = _kept(folder, planned, reader, found.get(folder, {}), say)
    return found


def _kept(
    folder: Path, planned: Plan, reader: Reader, before: Mapping[str, Opinion], say: Say
) -> Mapping[str, Opinion]:
    """Ask what is planned; every answer is on the disk before the next one is waited for."""
    from wellsourced.formats.records.opinions import write_opinions
    from wellsourced.opinions.asking import ask

    answers = ask(planned.sheets, reader, lambda new: write_opinions(folder / OPINIONS, {**before, **new}))
    for line in answered_lines(folder / OPINIONS, planned, answers):
        say(line)
    return {**before, **answers.opinions}


def planned_lines(where: Path, reader: Reader, planned: Plan) -> Iterator[str]:
    """Yield what is to be asked and what it may cost at most."""
    from wellsourced_core.message_numbers import plural

    what = f"{plural(planned.questions, 'question')} in {plural(len(planned.sheets), 'request')} to {reader.model}"
    rest = f"; {planned.left:,} left open" if planned.left else ""
    yield f"{shown(str(where))}: {what}, {_cost(planned.most, 'at most ')}{rest}"


def answered_lines(where: Path, planned: Plan, answers: Answers) -> Iterator[str]:
    """Yield what came of the questions and what it cost, and the first fault."""
    count, used = len(answers.opinions), answers.used
    yield f"{shown(str(where))}: {count:,} of {planned.questions:,} answered, {_cost(used)}"
    if answers.faults:
        yield f"{shown(str(where))}: {shown(str(answers.faults[0]), 500)}"


def _cost(usage: Usage, how: str = "") -> str:
    tokens = usage.input_tokens + usage.output_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    return f"{how}{tokens:,} tokens, ${usage.usd:.4f}"


def limits_of(config: Config) -> Limits:
    """Return how much a run may ask and spend, from ``[audit]``. Raises ConfigError for values out of range."""
    from wellsourced.opinions.asking import Limits

    count, usd = config.audit.opinions, config.audit.opinions_usd
    if not 0 <= count <= 100_000:
        raise ConfigError("audit.opinions", f"{count} is out of range", "give a number up to 100000")
    if not 0 <= usd <= 1_000:
        raise ConfigError("audit.opinions_usd", f"{usd!r} is out of range", "give dollars up to 1000")
    return Limits(count, usd)
