"""Audit the drafts of a run that only reports, one at a time: what comes of each is a value, a crash included."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from wellsourced.commands._exit_codes import verdict_of
from wellsourced.commands._jobs import Inputs
from wellsourced.commands._kept_audits import Audited, KeptAudits
from wellsourced.commands._opinions import folder_of, known
from wellsourced.draft_files import DraftFile
from wellsourced.kept_pages import KeptPages, PageShelf
from wellsourced.page_reader import PageReader, cache_folder, make_fetcher
from wellsourced_core.errors import StorageError, WellsourcedError
from wellsourced_core.values import field, frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.lockfile import Lock
    from wellsourced.config import Config
    from wellsourced_core.model import Opinion


@frozen
class Fault:
    """Why nothing came of a draft; ``trace`` is where, for whoever debugs us."""

    error: WellsourcedError
    trace: str = ""


@frozen
class DraftAudits:
    """All that the audits of a run need; of one draft nothing is remembered for the next but files both read."""

    args: argparse.Namespace
    given: Inputs
    kept: KeptAudits
    pages: PageShelf
    opinions: Mapping[Path, Mapping[str, Opinion]]
    locks: dict[Path, Lock] = field(default_factory=dict)

    @classmethod
    def open(
        cls, args: argparse.Namespace, config: Config, kept: KeptAudits, drafts: Sequence[DraftFile]
    ) -> DraftAudits:
        """Read what the drafts share. Raises InputError, ConfigError and StorageError."""
        given = Inputs.read(args, config, drafts)
        for draft in drafts:
            given.options(draft.name)
        found = known(drafts)
        make = partial(make_fetcher, config, args.as_of, online=False)
        pages = PageShelf(make, _folder(config), kept.states)
        if config.fetch.cache and not args.locked:  # named on purpose: an error in it is reported
            pages.has_pages()
        return cls(args, given, kept, pages, found)

    def audit(self, draft: DraftFile) -> Audited:
        """Audit a draft and keep what was found. Raises InputError."""
        from wellsourced.formats.records.kept_report import pack

        pages = KeptPages(self.pages)
        kept = None if self.args.locked else pages.opened
        reader = PageReader(locked=self.args.locked, locks=self.locks, kept=kept)
        job, notes = self.given.job(draft, reader)
        job = replace(job, opinions=self.opinions.get(folder_of(draft), {}))
        report = job.judged(job.look(draft.original))
        packed = pack(report, shelf=self.args.format == "html")
        files = {**pages.files, **{path: self.kept.states.digest(path) for path in _named_by(draft)}}
        made = Audited(notes, *verdict_of(report), files, packed)
        if pages.sure:
            self.kept.put(draft, made)
        return made

    def outcome(self, draft: DraftFile) -> bytes | Fault:
        """Return the packed audit of a draft, or why there is none: it takes no other draft along."""
        try:
            return self.audit(draft).packed()
        except WellsourcedError as error:
            return Fault(error)
        except MemoryError:
            return Fault(StorageError(draft.name, "memory ran out", "raise the limit (ulimit -v) or split the draft"))
        except Exception as error:
            return Fault(bug(draft.name, f"{type(error).__name__}: {error}"), self._trace())

    def _trace(self) -> str:
        if not self.args.debug:
            return ""
        from traceback import format_exc

        return format_exc()


def _named_by(draft: DraftFile) -> list[str]:
    """Return the places of the bibliographies that a draft names: there or not, its audit rests on them."""
    from wellsourced.named_bibliographies import named

    places = named(draft.place, draft.original).values() if draft.place is not None else ()
    return [str(place) for place in places if place is not None]


def bug(name: str, what: str) -> WellsourcedError:
    """Return the error that names a draft whose audit is at fault, not the draft."""
    return WellsourcedError(
        name, what, "this is a bug in wellsourced: run again with --debug and report it", code="bug"
    )


def _folder(config: Config) -> Path:
    """Return the folder of cached pages; for a user without a home one that is never there."""
    try:
        return cache_folder(config)
    except StorageError:
        return Path("no cache") / "wellsourced"
