"""Read the sources of a run as people have them: files and folders of documents, bibliographies, JSON Lines, corpora.

A file that was named must be readable; one that only lies in a folder that was named is passed over, with its reason.
"""

from __future__ import annotations

import os
from pathlib import Path

from retrieval.document_files import CORPORA, DOCUMENTS, LISTS, files_below, may_hold_sources, suffix_of
from retrieval.storage import is_file, is_folder
from wellsourced.source_files import check_beside, folders_beside, sources_path
from wellsourced_core.errors import InputError, WellsourcedError, shown
from wellsourced_core.message_numbers import plural
from wellsourced_core.values import field, frozen, mutable, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from audit.case import Case
    from retrieval.documents import Skipped
    from wellsourced.draft_files import DraftFile
    from wellsourced_core.model import Source

    Reader = Callable[[Path, str], tuple[Source, ...]]

_MOST_NAMED = 10


@frozen
class GivenSources:
    """What was read: sources with a number or a key, documents, corpora to be searched, and what was passed over."""

    sources: tuple[Source, ...] = ()
    corpora: tuple[Path, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    def notes(self) -> Iterator[str]:
        """Say which files of a folder were not read, the first ten of them."""
        failed = [one for one in self.skipped if not one.foreign]
        for one in failed[:_MOST_NAMED]:
            yield f"not read, {shown(one.path, 120)}: {shown(one.reason, 300)}"
        if len(failed) > _MOST_NAMED:
            yield f"{plural(len(failed) - _MOST_NAMED, 'more file')} not read"
        if foreign := len(self.skipped) - len(failed):
            yield f"{plural(foreign, 'file')} of other types passed over"


def read_beside(draft: Path | None, read: Reader) -> GivenSources:
    """Read what lies beside a draft: its file of sources, and its folder of documents.

    Raises InputError where something else has the name of its sources.
    """
    check_beside(draft)
    file = sources_path(draft)
    return _read([*((file,) if file is not None else ()), *folders_beside(draft)], read)


def read_for(draft: Path | None, places: Sequence[str] | None, read: Reader) -> GivenSources:
    """Read the places named, else what lies beside the draft."""
    if not places:
        return read_beside(draft, read)
    return read_given(list(map(Path, places)), read, {os.path.realpath(draft)} if draft is not None else ())


def with_named(given: GivenSources, draft: DraftFile) -> tuple[GivenSources, tuple[str, ...]]:
    """Return the sources with those of the bibliographies that a draft names itself, and what to say of these.

    What was given outweighs them. Where one of them is not there, none is taken: the keys that it has would be taken
    for made up. Raises InputError for one that is no bibliography.
    """
    from wellsourced.named_bibliographies import beside

    found, absent = beside(draft.place, draft.original) if draft.place is not None else ([], [])
    known = {one.id for one in given.sources}
    if absent:
        other = any(one.document is None for one in given.sources)  # a list was named instead
        told = f"not read, {shown(absent[0], 120)}: the draft names it, and it is not beside it: name it with --sources"
        return given, () if other else (told,)
    if not found:
        return given, ()
    from retrieval.bibliography import read_bibliography

    added = tuple(one for file in found for one in read_bibliography(file) if one.id not in known)
    return replace(given, sources=(*given.sources, *added)) if added else given, ()


def opened_with(given: GivenSources, case: Case) -> Case:
    """Return a draft with what corpora hold of the works that it names, too.

    Where nothing else says what its links may cite, documents that have an address do, as a lock does: one link that
    leads to a document shows that they cite, and the others are then unread, not made up.
    """
    from audit.runner import reopen
    from wellsourced.cited_sources import listed_by
    from wellsourced.corpus_sources import named_in
    from wellsourced_core.text import canonical_url

    found = named_in(case, given.corpora)
    case = reopen(case, (*case.sources, *found)) if found else case
    documents = tuple(one for one in case.sources if one.document is not None)
    if len(documents) < len(case.sources) or case.draft.style.joined_by != "none":
        return case
    listed = listed_by(case, {canonical_url(one.url): one for one in documents if one.url})
    return reopen(listed, (*listed.sources, *documents)) if listed is not case else case


def files_in(places: Sequence[Path], but: Collection[str] = ()) -> Iterator[tuple[Path, str, bool]]:
    """Yield the files of places that may hold sources, what each is called, and whether it was named itself.

    Those in a folder are called by their path in it, so that the same folder elsewhere gives the same sources. Each
    comes once. ``but`` are the real paths of drafts, which are no sources of their own where they lie among them.
    """
    seen: set[str] = set()
    for place in places:
        folder = is_folder(place)
        for path in files_below(place) if folder else (place,):
            real = os.path.realpath(path)
            if real not in seen and not (folder and real in but):
                seen.add(real)
                yield path, path.relative_to(place).as_posix() if folder else str(path), not folder


def read_given(places: Sequence[Path], read: Reader, but: Collection[str] = ()) -> GivenSources:
    """Read all that places hold. Raises InputError and StorageError for what was named and cannot be read."""
    given = _read(places, read, but)
    if not given.sources and not given.corpora:
        reasons = [f": {shown(one.path, 120)} {one.reason}" for one in given.skipped if not one.foreign][:1]
        folders = ", ".join(map(str, places))
        problem = f"contains no source that can be read{''.join(reasons)}"
        raise InputError(folders, problem, "put documents, a bibliography or JSON Lines into it")
    return given


def _read(places: Sequence[Path], read: Reader, but: Collection[str] = ()) -> GivenSources:
    work = _Reading(read)
    for path, name, named in files_in(places, but):
        work.take(path, name, named=named)
    return GivenSources(tuple(work.sources), tuple(work.corpora), tuple(work.skipped))


def read_document(path: Path, name: str) -> tuple[Source, ...]:
    """Read a document; its texts are not kept anywhere. Raises InputError."""
    from retrieval.documents import READERS

    return tuple(READERS[suffix_of(path)](path, name))


@mutable
class _Reading:
    """What was read so far; ids and numbers are each given once."""

    read: Reader
    sources: list[Source] = field(default_factory=list)
    corpora: list[Path] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    numbered: str = ""  # the file whose lines are numbered

    def take(self, path: Path, name: str, *, named: bool) -> None:
        """Read a file; one of a folder that cannot be read is passed over."""
        if not named and (is_folder(path) or not may_hold_sources(path)):
            from retrieval.documents import Skipped

            closed = is_folder(path)
            reason = "cannot be entered" if closed else f"its type ({path.suffix or 'none'}) is not read"
            self.skipped.append(Skipped(name, reason, foreign=not closed))
            return
        try:
            self._take(path, name, named=named)
        except WellsourcedError as error:
            if named:
                raise
            from retrieval.documents import skipped

            self.skipped.append(skipped(name, error))

    def _take(self, path: Path, name: str, *, named: bool) -> None:
        if suffix_of(path) in DOCUMENTS:
            for one in self.read(path, name):
                self._add(self._unmistaken(one, path, named=named), str(path))
        elif is_file(path) and self._is_corpus(path):
            self.corpora.append(path)
        else:
            for one in self._lines(path):
                self._add(one, str(path))

    def _is_corpus(self, path: Path) -> bool:
        if suffix_of(path) in (*LISTS, *CORPORA):
            return suffix_of(path) in CORPORA
        from retrieval.backends.corpus import is_corpus

        return is_corpus(path)

    def _lines(self, path: Path) -> tuple[Source, ...]:
        """Read a bibliography or JSON Lines. Of several files of lines only the first is numbered by its lines."""
        if suffix_of(path) in (".bib", ".json"):
            from retrieval.bibliography import is_bibliography, read_bibliography

            if is_bibliography(path):
                return read_bibliography(path)
        from retrieval.sources_file import read_sources

        first = not self.numbered
        self.numbered = self.numbered or str(path)
        return read_sources(path, by_line=first)

    def _unmistaken(self, source: Source, path: Path, *, named: bool) -> Source:
        """Return a document under an id that no other source has; it has an address only if it names one itself."""
        url = "" if source.url == source.id else source.url
        identifier = path.name if named else source.id
        document = source.document and replace(source.document, file=str(path))
        return replace(source, id=str(path) if identifier in self.ids else identifier, url=url, document=document)

    def _add(self, source: Source, file: str) -> None:
        for key, taken, what in ((source.id, self.ids, "id"), (source.n, self.numbers, "number")):
            before = taken.setdefault(key, file) if key is not None else file  # type: ignore[arg-type]
            if before != file:
                raise InputError(file, f"has the {what} {key}, as {before} has", f"give every source its own {what}")
        self.sources.append(source)
