"""The drafts of an audit, each with its sources and options: read and judged, nothing written."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence

from wellsourced.commands import Terminal
from wellsourced.commands._baseline import Accepted, accepted
from wellsourced.commands._reviews import reviewed, reviews_beside
from wellsourced_core.errors import shown
from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import TypeVar

    from audit.case import Case, Observation
    from audit.runner import AuditOptions
    from audit.tuning import Tuning
    from quality.options import Options
    from wellsourced.config import Config
    from wellsourced.draft_files import DraftFile
    from wellsourced.given_sources import GivenSources
    from wellsourced.kept_texts import KeptTexts
    from wellsourced.opinions.questions import Question
    from wellsourced.page_reader import PageReader
    from wellsourced_core.model import FileReport, Opinion, Review, Source

    _Given = TypeVar("_Given")
    _Made = TypeVar("_Made")


@frozen
class Job:
    """A draft, its sources and what is asked.

    ``look`` audits a text of the draft's file, ``judged`` takes out what is accepted.
    """

    draft: DraftFile
    parsed: Case
    options: AuditOptions
    sources: tuple[Source, ...]
    accepted: Accepted | None
    observations: tuple[Observation, ...] = ()
    opinions: Mapping[str, Opinion] = field(default_factory=dict)
    reviews: Mapping[str, Review] = field(default_factory=dict)

    def look(self, text: str) -> FileReport:
        case, report = self._audited(text)
        if not self.opinions:
            return report
        from wellsourced.opinions.applied import apply

        return apply(report, case, self.opinions, self.options)

    def questions(self) -> list[Question]:
        """Return what could be asked about the draft."""
        from wellsourced.opinions.questions import doubts

        return [doubt.question for doubt in doubts(*self._audited(self.draft.original))]

    def _audited(self, text: str) -> tuple[Case, FileReport]:
        from audit.runner import open_case, reopen, report_on

        converted = self.draft.converted
        if text == self.draft.original:
            case = reopen(self.parsed, self.sources, self.observations)
        else:
            if converted is not None:
                converted = self.draft.reread(text)
            again = text if converted is None else converted.text
            case = open_case(again, self.sources, self.options, self.observations, self.parsed)
        report = report_on(case, self.options, self.draft.name)
        if converted is not None:
            from wellsourced.draft_places import placed

            report = placed(report, converted.places)
        return case, report

    def look_in_file(self, text: str) -> FileReport:
        """Audit a text of the file and return what is left to judge, its offsets and fixes those of that text."""
        report = self.judged(self.look(text))
        if self.draft.converted is None:
            return report
        from wellsourced.draft_places import in_file

        return in_file(report, self.draft.reread(text), self.draft.reread)

    def judged(self, report: FileReport) -> FileReport:
        if self.accepted is not None and self.options.as_of is not None:
            complete = not self.options.select and not self.options.ignore
            report = self.accepted.taken_out_of(report, self.options.as_of, complete=complete)
        return reviewed(report, self.reviews)


def repairing(args: argparse.Namespace) -> bool:
    """Return whether fixes are asked for, to be made or to be shown."""
    return bool(args.fix or args.diff or args.apply or args.renumber or args.interactive)


def named_drafts(args: argparse.Namespace, config: Config) -> list[str]:
    """Return the names of the drafts that a run is about. Raises InputError for what names none."""
    from wellsourced.draft_files import find

    return find(args.files, config.audit.exclude, _root(config))


def read_drafts(
    args: argparse.Namespace, terminal: Terminal, names: Sequence[str], codes: list[int]
) -> list[DraftFile]:
    """Read the named drafts; one that cannot be read adds its exit code to ``codes``."""
    from wellsourced.draft_files import read

    return _each(args, terminal, names, lambda name: read(name, terminal.into, args.stdin_filename), codes)


def _each(
    args: argparse.Namespace,
    terminal: Terminal,
    items: Sequence[_Given],
    work: Callable[[_Given], _Made],
    codes: list[int],
) -> list[_Made]:
    """Return what comes of every draft. One of which nothing does is named, and its exit code noted.

    Then the others go on, unless something is to be written: what is repaired or accepted is all of it or nothing.
    """
    from wellsourced_core.errors import WellsourcedError

    done, faults = [], []
    for item in items:
        try:
            done.append(work(item))
        except WellsourcedError as fault:
            faults.append(fault)
    writes = args.write_baseline or (repairing(args) and not args.diff)
    if faults and (writes or not done):
        done = []
        if len(faults) == 1 and not codes:
            raise faults[0]
    for line in dict.fromkeys(map(str, faults)):
        terminal.say(f"error: {shown(line, 2_000)}")
    codes += [fault.exit_code for fault in faults]
    return done


def opened(
    args: argparse.Namespace,
    config: Config,
    terminal: Terminal,
    drafts: Sequence[DraftFile],
    codes: list[int],
) -> Sequence[Job]:
    """Give every draft its options, its sources and their texts. Raises InputError and ConfigError.

    A draft that cannot be audited adds its exit code to ``codes``.
    """
    from wellsourced.commands import _source_text_options

    given, reader = Inputs.read(args, config, drafts), _source_text_options.reader(args, config)
    for draft in drafts:
        given.options(draft.name)

    def job(draft: DraftFile) -> Job:
        made, notes = given.job(draft, reader)
        for note in () if args.quiet else notes:
            terminal.say(f"{shown(draft.name)}: {note}")
        return made

    return _each(args, terminal, drafts, job, codes)


@frozen
class Inputs:
    """What all drafts of a run are judged by: its options, the baseline, and the sources if it names any.

    ``reviews`` are what editors said, by the folder of the drafts; each is read once.
    """

    args: argparse.Namespace
    config: Config
    baseline: Accepted | None
    sources: GivenSources | None
    texts: KeptTexts
    first: str  # the draft with which is told what of the sources named was not read
    quality: Options
    tuning: Tuning
    reviews: dict[Path, Mapping[str, Review]] = field(default_factory=dict)

    @classmethod
    def read(cls, args: argparse.Namespace, config: Config, drafts: Sequence[DraftFile]) -> Inputs:
        """Read them. Raises InputError and ConfigError."""
        from pathlib import Path

        from wellsourced.calibration_file import tuning_of
        from wellsourced.commands._kept_audits import results_of
        from wellsourced.config import quality_options
        from wellsourced.file_states import FileStates
        from wellsourced.given_sources import read_given
        from wellsourced.kept_texts import KeptTexts

        baseline, results = accepted(args, config), results_of(args, config)
        texts = KeptTexts(results, FileStates(results))
        own = {os.path.realpath(draft.path) for draft in drafts if draft.path is not None}
        sources = read_given(list(map(Path, args.sources)), texts.read, own) if args.sources else None
        first = drafts[0].name if drafts else ""
        return cls(args, config, baseline, sources, texts, first, quality_options(config), tuning_of(config))

    def options(self, name: str) -> AuditOptions:
        """Return the options of a draft. Raises InputError for a rule that there is not."""
        return _options(self.args, self.config, name, self.tuning)

    def job(self, draft: DraftFile, reader: PageReader) -> tuple[Job, tuple[str, ...]]:
        """Give a draft its sources and their texts; returns what is to be said of them, too. Raises InputError."""
        from audit.runner import open_case
        from wellsourced.cited_sources import names_addresses
        from wellsourced.given_sources import opened_with, read_beside, with_named
        from wellsourced.source_texts import gather

        options = self.options(draft.name)
        given = read_beside(draft.place, self.texts.read) if self.sources is None else self.sources
        given, unread = with_named(given, draft)
        case = opened_with(given, open_case(draft.text, given.sources, options))
        if self.args.locked and self.sources is None and given.sources and names_addresses(case):
            case = open_case(draft.text, (), options)  # draft and lock say the same wherever they lie
        shelf = gather(case, draft.place, reader, self.quality)
        told = given.notes() if self.sources is None or draft.name == self.first else ()
        said = reviews_beside(draft, self.reviews)
        job = Job(draft, case, options, shelf.sources, self.baseline, shelf.observations, reviews=said)
        return job, (*told, *unread, *shelf.notes)


def with_opinions(args: argparse.Namespace, config: Config, terminal: Terminal, jobs: Sequence[Job]) -> Sequence[Job]:
    """Return the jobs with the opinions that lie beside their drafts; with ``--reader`` ask for more first."""
    from wellsourced.commands import _opinions

    found = _opinions.known([job.draft for job in jobs])
    if _opinions.reads(args):
        wanted: dict[Path, list[Question]] = {}
        for job in jobs:
            wanted.setdefault(_opinions.folder_of(job.draft), []).extend(job.questions())
        tell = (lambda _: None) if args.quiet and not args.dry_run else terminal.say
        found = _opinions.asked(args, config, wanted, found, tell)
    if not found:
        return jobs
    from wellsourced_core.values import replace

    return [replace(job, opinions=found.get(_opinions.folder_of(job.draft), {})) for job in jobs]


def _root(config: Config) -> Path | None:
    return config.path.parent if config.path else None


def _options(args: argparse.Namespace, config: Config, name: str, tuning: Tuning) -> AuditOptions:
    from audit.checks import all_checks
    from audit.runner import AuditOptions
    from wellsourced.draft_files import excluded, relative
    from wellsourced_core.errors import InputError

    ignored = [*_codes(args.ignore), *config.audit.ignore]
    for rule in config.audit.paths:
        if excluded(relative(name, _root(config)), (rule.pattern,)):
            ignored += rule.ignore
    select = (*_codes(args.select), *config.audit.select)
    for wanted in (*select, *ignored):
        # The empty name is the beginning of every code: it would silence all of them.
        if not wanted or all(AuditOptions(ignore=(wanted,)).speaks(check.code, check.slug) for check in all_checks()):
            raise InputError(wanted, "is not a rule", "`wellsourced rules` lists them")
    return AuditOptions(select, tuple(ignored), args.strict or config.audit.strict, args.as_of, tuning=tuning)


def _codes(given: Sequence[str]) -> tuple[str, ...]:
    """Return the names in lists that commas part. Raises InputError for a list of which one is empty."""
    from wellsourced_core.errors import InputError

    lists = [[code.strip() for code in text.split(",")] for text in given]
    for text, codes in zip(given, lists, strict=True):
        if "" in codes:
            raise InputError(text, "has a comma with no rule beside it", "`wellsourced rules` lists them")
    return tuple(code for codes in lists for code in codes)
