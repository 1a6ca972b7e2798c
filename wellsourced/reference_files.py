"""Read the references of a file: .bib, CSL-JSON, or the lists of a Markdown or .docx text, as the audit reads them."""

from __future__ import annotations

from pathlib import Path

from wellsourced_core.errors import InputError
from wellsourced_core.model import Reference, WrittenReference
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import IO

SUFFIXES = (".bib", ".json", ".md", ".markdown", ".txt", ".docx")
_FIXABLE = (".bib", ".json")
_HEADING = "## References\n\n"


@frozen
class ReferenceFile:
    """A file's text and its references; ``fixable``: its fields have places of their own, which edits may change.

    Lines of a .docx are its paragraphs, two apart, as they stand in ``text``.
    """

    name: str
    path: Path | None
    text: str
    references: tuple[WrittenReference, ...]
    fixable: bool


def read_reference_file(name: str, stream: IO[str]) -> ReferenceFile:
    """Read one file, or Markdown from a stream (``-``). Raises InputError and StorageError."""
    if name == "-":
        text = _of_draft(name, stream)
        return ReferenceFile(name, None, text, references_of(text), False)
    from retrieval.file_kinds import refuse_non_file

    path = Path(name)
    suffix = path.suffix.lower()
    if suffix in _FIXABLE:
        from retrieval.written_references import read_references

        text, found = read_references(path)
        return ReferenceFile(name, path, text, found, True)
    if suffix == ".docx":
        from retrieval.documents import docx_text

        text = docx_text(path)
        return ReferenceFile(name, path, text, references_of(text), False)
    refuse_non_file(path, "name a bibliography or a text with a list")
    if suffix not in SUFFIXES:
        raise InputError(name, "is none of .bib, .json, .md, .txt, .docx", "name a bibliography or a text with a list")
    text = _of_draft(name, stream)
    return ReferenceFile(name, path, text, references_of(text), False)


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
    from wellsourced_core.values import replace

    return replace(one, start=entry.start, end=entry.end)


def _key(entry: Reference, at: int) -> str:
    return str(at if entry.label is None else entry.label)


def _of_draft(name: str, stream: IO[str]) -> str:
    from wellsourced.draft_files import read

    return read(name, stream).text


def scholarly(references: Sequence[WrittenReference]) -> tuple[WrittenReference, ...]:
    """Return those references that a registry can be expected to have."""
    return tuple(one for one in references if one.kind == "work")
