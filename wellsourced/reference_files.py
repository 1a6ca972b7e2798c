"""Read the references of a file: .bib, CSL-JSON, or the lists of a draft in any format, as the audit reads it."""

from __future__ import annotations

from pathlib import Path

from wellsourced_core.errors import InputError
from wellsourced_core.model import Places, Reference, WrittenReference
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import IO

    from wellsourced.draft_files import DraftFile

_TEXTS = (".md", ".markdown", ".mdown", ".txt")
_FIXABLE = (".bib", ".json")
_MAIN = ".bib, .json, .md, .txt, .docx, .html, .tex, .ipynb, .qmd"
_HEADING = "## References\n\n"


@frozen
class ReferenceFile:
    """A file's text and its references; ``fixable``: its fields have places of their own, which edits may change.

    Of a draft that is converted ``text`` is what was read, and ``places`` are those of its file.
    """

    name: str
    path: Path | None
    text: str
    references: tuple[WrittenReference, ...]
    fixable: bool
    places: Places | None = None


def read_reference_files(name: str, stream: IO[str]) -> Iterator[ReferenceFile]:
    """Read one file, or Markdown from a stream (``-``), and the bibliographies beside it that a draft names.

    Of these there is what the draft cites, and nothing of a draft that has no list but names one. Raises InputError and
    StorageError.
    """
    path = Path(name)
    if name != "-" and path.suffix.lower() in _FIXABLE:
        yield _bibliography(path)
        return
    draft = _draft(name, stream)
    own = _of_draft(draft)
    bibliographies = list(_named(path, draft)) if name != "-" else []
    if own.references or not bibliographies:
        yield own
    yield from bibliographies


def _draft(name: str, stream: IO[str]) -> DraftFile:
    from retrieval.draft_formats import SUFFIXES
    from retrieval.file_kinds import refuse_non_file
    from wellsourced.draft_files import read

    if name != "-":
        remedy = "name a bibliography or a text with a list"
        refuse_non_file(Path(name), remedy)
        if Path(name).suffix.lower() not in (*_TEXTS, *SUFFIXES):
            raise InputError(name, f"is none of {_MAIN}", remedy)
    return read(name, stream)


def _of_draft(draft: DraftFile) -> ReferenceFile:
    found = references_of(draft.text)
    places = draft.converted.places if draft.converted is not None else None
    if places is not None:
        found = tuple(replace(one, line=places.at(one.start).line) for one in found)
    return ReferenceFile(draft.name, draft.path, draft.text, found, False, places)


def _bibliography(path: Path) -> ReferenceFile:
    from retrieval.written_references import read_references

    text, found = read_references(path)
    return ReferenceFile(str(path), path, text, found, True)


def _named(path: Path, draft: DraftFile) -> Iterator[ReferenceFile]:
    """Read the bibliographies that a draft names; one that names some of which none is there has no list."""
    from wellsourced.named_bibliographies import beside, cited_keys

    found, absent = beside(path, draft.original)
    if absent and not found and not references_of(draft.text):
        raise InputError(draft.name, f"names {absent[0]}, which is not beside it", "put the bibliography there")
    keys = cited_keys(path, draft.original) if found else None
    for file in found:
        read = _bibliography(file)
        if keys is not None:
            read = replace(read, references=tuple(one for one in read.references if one.key in keys))
        yield read


def reference_text(text: str, suffix: str) -> ReferenceFile:
    """Return what a file of such a suffix and text would be. Raises InputError for a bibliography that is none."""
    name = f"references{suffix}"
    if suffix not in _FIXABLE:
        return ReferenceFile(name, None, text, references_of(text), False)
    from retrieval.written_references import references_in

    return ReferenceFile(name, None, text, references_in(text, name, suffix), True)


def references_of(text: str) -> tuple[WrittenReference, ...]:
    """Return the entries of a text's lists of references; a text without any heading may be one list as a whole."""
    from audit.runner import AuditOptions, open_case

    entries = open_case(text, (), AuditOptions()).draft.references
    if entries:
        return written(entries)
    found = open_case(_HEADING + text, (), AuditOptions()).draft.references
    headed = any(line.startswith("#") for line in text.splitlines())
    if headed or not found:
        return ()
    lead, lines = len(_HEADING), _HEADING.count("\n")
    return written(
        Reference(one.start - lead, one.end - lead, one.line - lines, one.label, one.text, one.urls) for one in found
    )


def written(entries: Iterable[Reference]) -> tuple[WrittenReference, ...]:
    """Return the entries of a list, each with what it says of its work."""
    from audit.references.free_text import read_reference

    found = [
        (entry, read_reference(entry.text, key=_key(entry, at), line=entry.line, start=entry.start, urls=entry.urls))
        for at, entry in enumerate(entries, 1)
    ]
    return tuple(_placed(one, entry) for entry, one in found)


def _placed(one: WrittenReference, entry: Reference) -> WrittenReference:
    return replace(one, start=entry.start, end=entry.end)


def _key(entry: Reference, at: int) -> str:
    return str(at if entry.label is None else entry.label)


def scholarly(references: Sequence[WrittenReference]) -> tuple[WrittenReference, ...]:
    """Return those references that a registry can be expected to have."""
    return tuple(one for one in references if one.kind == "work")
