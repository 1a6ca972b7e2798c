"""Open a Word document that may be anything: damaged, encrypted, a bomb. Nothing in it is run or fetched."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from retrieval.refused_file import RefusedFileError
from retrieval.zipped_parts import parts_of

_LARGEST = 256 * 1024 * 1024  # of all parts, pictures among them: python-docx unfolds them all
_BODY = "word/document.xml"
_XML = (".xml", ".rels")
_TYPES = (b"<!DOCTYPE", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))


def opened(data: bytes) -> Any:
    """Return a document of python-docx. Raises RefusedFileError, in words, for whatever is no Word document."""
    with parts_of(data, "a .docx") as parts:
        parts.refuse_bombs(_LARGEST)
        texts = sorted(name for name in parts.names if name.endswith(_XML))
        if _BODY not in parts.names and not any("document" in name for name in texts):
            raise RefusedFileError("contains no document")
        for name in texts:
            text = parts.read(name)
            if any(sign in text for sign in _TYPES):
                raise RefusedFileError("declares a document type")
    with whole():
        return _document(data)


@contextmanager
def whole() -> Iterator[None]:
    """Say of a document in one line what keeps it from being read."""
    try:
        yield
    except (RefusedFileError, RecursionError, MemoryError, ModuleNotFoundError):
        raise
    # Whatever is wrong with one of a dozen parts, python-docx and lxml say it each in their own way.
    except Exception as error:
        raise RefusedFileError(f"is damaged ({type(error).__name__})") from error


def _document(data: bytes) -> Any:
    from docx import Document

    try:
        return Document(io.BytesIO(data))
    except ValueError as error:  # python-docx: its main part is of another type
        raise RefusedFileError("is a template, has macros, or is no Word document") from error
