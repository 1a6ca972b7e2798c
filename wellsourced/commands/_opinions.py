"""What `audit --second-opinion` asks, keeps and applies: opinions.json beside the drafts that they are about."""

from __future__ import annotations

import argparse
import os

from wellsourced_core.errors import ConfigError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from wellsourced.config import Config
    from wellsourced.draft_files import DraftFile
    from wellsourced.second_opinion import Limits, Opinion
    from wellsourced_core.model import FileReport

NAME = "opinions.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--second-opinion", action="store_true", help="ask a model about weak citations, within a budget"
    )


def refuse_contradictions(args: argparse.Namespace) -> None:
    """Raise InputError where a question may not be sent, or its answer not be kept."""
    if args.second_opinion and args.offline:
        raise InputError(
            "audit", "--second-opinion asks a service, which --offline forbids", "choose one", code="usage"
        )
    if args.second_opinion and args.diff:
        raise InputError(
            "audit",
            "--diff writes nothing, but --second-opinion saves its answers",
            "ask for opinions in another run",
            code="usage",
        )


def folder_of(draft: DraftFile) -> Path:
    """Return where the opinions on a draft are kept: its folder, or the current one for standard input."""
    from pathlib import Path

    return draft.place.parent if draft.place else Path()


def known(drafts: Sequence[DraftFile]) -> dict[Path, Mapping[str, Opinion]]:
    """Return the opinions that lie beside the drafts, by folder; a folder without any is left out."""
    found: dict[Path, Mapping[str, Opinion]] = {}
    for folder in sorted({folder_of(draft) for draft in drafts}):
        if (folder / NAME).exists():
            from wellsourced.formats.records.opinions import read_opinions

            found[folder] = read_opinions(folder / NAME)
    return found


def asked(
    config: Config,
    reports: Mapping[Path, Sequence[FileReport]],
    before: Mapping[Path, Mapping[str, Opinion]],
) -> tuple[dict[Path, Mapping[str, Opinion]], list[str]]:
    """Ask about the weak citations of all reports and keep the answers by folder; the limits hold for the run.

    Returns all opinions by folder, and a line per folder on what was asked.

    Raises InputError without a key, ConfigError for limits out of range or a model without a price, StorageError
    where a file cannot be written. A service that fails leaves questions open: they are counted and said.
    """
    from wellsourced.config import llm_options
    from wellsourced.formats._shared import plural
    from wellsourced.formats.records.opinions import write_opinions
    from wellsourced.optional_judges import second_opinion
    from wellsourced.second_opinion import ask, questions

    options, limits = llm_options(config), limits_of(config)
    call, most_usd = second_opinion(options, os.environ.get("ANTHROPIC_API_KEY"))
    found, notes = dict(before), []
    for folder, told in reports.items():
        wanted, had = questions(told, options.judge_model), found.get(folder, {})
        answers = ask(wanted, had, options.judge_model, call, most_usd, limits)
        limits = answers.limits
        if answers.opinions != had:
            write_opinions(folder / NAME, answers.opinions)
            found[folder] = answers.opinions
        new = len(answers.opinions) - len(had)
        weak = plural(len(wanted), "weak citation")
        notes.append(f"{folder / NAME}: {weak}, {new} asked and answered, {answers.left} left")
    return found, notes


def limits_of(config: Config) -> Limits:
    """Return how much a run may ask and spend, from ``[audit]``. Raises ConfigError for values out of range."""
    from wellsourced.second_opinion import Limits

    count, usd = config.audit.opinions, config.audit.opinions_usd
    if not 0 <= count <= 100_000:
        raise ConfigError("audit.opinions", f"{count} is out of range", "give a number up to 100000")
    if not 0 <= usd <= 1_000:
        raise ConfigError("audit.opinions_usd", f"{usd!r} is out of range", "give dollars up to 1000")
    return Limits(count, usd)
