"""Audits of drafts that were made before: found by all that they depend on, kept for the next run.

Nothing here imports what audits: a run that finds everything needs none of it.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping

from wellsourced.code_identity import code_identity
from wellsourced.file_states import FileStates
from wellsourced.result_cache import Results, key_of
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wellsourced.config import Config
    from wellsourced.draft_files import DraftFile

_MEGABYTE = 1_000_000


@frozen
class Audited:
    """The audit of one draft. ``notes`` are said of its sources, ``gravest`` is its worst severity, "" for none.

    ``unjudged`` says that nothing in it could be judged, ``files`` are the cached pages it rests on, with their
    digests; ``report`` is packed.
    """

    notes: tuple[str, ...]
    gravest: str
    unjudged: bool
    files: Mapping[str, str]
    report: bytes

    def packed(self) -> bytes:
        head = (self.notes, self.gravest, self.unjudged, self.files)
        return json.dumps(head, separators=(",", ":")).encode("ascii") + b"\n" + self.report

    @classmethod
    def unpacked(cls, data: bytes) -> Audited:
        head, _, report = data.partition(b"\n")
        notes, gravest, unjudged, files = json.loads(head)
        return cls(tuple(notes), gravest, unjudged, files, report)


def results_of(args: argparse.Namespace, config: Config) -> Results | None:
    """Return where this run keeps results; None where it is to keep none, or there is no place for them."""
    if args.no_cache or not config.cache.results:
        return None
    return Results.open(config.cache.results_mb * _MEGABYTE)


@frozen
class KeptAudits:
    """The audits kept under what a run has in common with others: ``base`` is the digest of that.

    ``shared`` are the files that all its drafts depend on, ``states`` knows what each file was when first looked at.
    """

    results: Results | None
    base: str
    states: FileStates
    shared: tuple[str, ...] = ()

    @classmethod
    def open(cls, args: argparse.Namespace, config: Config) -> KeptAudits:
        from wellsourced.commands._baseline import path_of

        results = results_of(args, config)
        states = FileStates(results)
        if results is None:
            return cls(None, "", states)
        named = (*_source_files(args.sources), path_of(args, config), config.calibration_path)
        shared = tuple(str(path) for path in named if path is not None)
        parts = (
            code_identity(results),
            # Sources are kept with a report only for the one format that shows them.
            *map(repr, (args.select, args.ignore, args.strict, args.locked, args.as_of, args.format == "html")),
            *map(str, (config.path, config.tables)),
            *(part for path in shared for part in (path, states.digest(path))),
            os.getcwd(),  # noqa: PTH109
            os.environ.get("WELLSOURCED_TRUSTED_HOSTS", ""),
            *_named_folder(args, config, states),
        )
        return cls(results, key_of(*parts), states, shared)

    def get(self, draft: DraftFile) -> bytes | None:
        """Return the packed audit of a draft, if nothing has changed that it depends on."""
        key = self._key(draft)
        data = self.results.get(key) if self.results is not None and key else None
        if data is None or any(self.states.digest(path) != was for path, was in Audited.unpacked(data).files.items()):
            return None
        return data

    def put(self, draft: DraftFile, audited: Audited) -> None:
        """Keep the audit of a draft, unless a file that it depends on was changed meanwhile."""
        key = self._key(draft)
        paths = (*self.shared, *_beside(draft), *audited.files)
        if self.results is not None and key and self.states.unchanged(paths):
            self.results.put(key, audited.packed())

    def shown(self, how: tuple[object, ...], audits: Iterable[str]) -> str:
        """Return the key of what a run shows of audits, by their digests; ``how`` are the options that shape it."""
        return key_of(self.base, "shown", repr(how), *audits)

    def _key(self, draft: DraftFile) -> str:
        """Return the name of a draft's audit; "" where something that it depends on is neither a file nor absent."""
        if self.results is None:
            return ""
        beside = _beside(draft)
        if not all(map(self.states.is_plain, (*self.shared, *beside))):
            return ""
        said = draft.digest or draft.text
        return key_of(self.base, draft.name, said, *beside, *map(self.states.digest, beside))


def _named_folder(args: argparse.Namespace, config: Config, states: FileStates) -> tuple[str, ...]:
    """Return whose the folder of pages is if the configuration names one: an error in that is reported at once."""
    if not config.fetch.cache or args.locked:
        return ()
    from wellsourced.page_reader import cache_folder

    return (states.digest(str(cache_folder(config))),)


def _source_files(places: Sequence[str] | None) -> list[str]:
    """Return the files that sources are read from: those named, and of folders the ones that are read."""
    if not places:
        return []
    from pathlib import Path

    from retrieval.document_files import may_hold_sources
    from wellsourced.given_sources import files_in

    return [str(path) for path, _, named in files_in(list(map(Path, places))) if named or may_hold_sources(path)]


def _beside(draft: DraftFile) -> tuple[str, ...]:
    """Return every place where something may lie that the audit of a draft reads."""
    from wellsourced.commands import _reviews
    from wellsourced.commands._opinions import folder_of
    from wellsourced.file_names import OPINIONS
    from wellsourced.source_files import folder_places, folders_beside, lock_places, sources_places

    said = (folder_of(draft) / OPINIONS, folder_of(draft) / _reviews.NAME)
    places = (*sources_places(draft.place), *lock_places(draft.place), *said)
    folders = folders_beside(draft.place)
    absent = (place for place in folder_places(draft.place) if place not in folders)
    return tuple(map(str, (*places, *absent, *_source_files([str(folder) for folder in folders]))))
