"""Open a Word document that may be anything: damaged, encrypted, a bomb. Nothing in it is run or fetched."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wellsourced_core.errors import InputError

_MIB = 1024 * 1024
_LARGEST, _LARGEST_PART, _MOST_PARTS = 256 * _MIB, 32 * _MIB, 20_000
_OLD_FORMAT = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_TYPES = (b"<!DOCTYPE", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))
_AGAIN = "save it as .docx with a word processor"


def opened(data: bytes, name: str) -> Any:
    """Return a document of python-docx. Raises InputError, in words, for whatever is no Word document."""
    _refuse_other_files(data, name)
    with whole(name):
        _refuse_bombs(data, name)
        return _document(data, name)


@contextmanager
def whole(name: str) -> Iterator[None]:
    """Say of a document in one line what keeps it from being read."""
    try:
        yield
    except InputError:
        raise
    except RecursionError:
        raise InputError(name, "is nested too deeply", _AGAIN) from None
    except MemoryError:
        raise InputError(name, "takes too much memory to read", "split the document") from None
    # Whatever is wrong with one of a dozen parts, python-docx and lxml say it each in their own way.
    except Exception as error:
        problem = f"is damaged ({type(error).__name__})"
        raise InputError(name, problem, "open it in a word processor and save it") from error


def _refuse_other_files(data: bytes, name: str) -> None:
    if not data:
        raise InputError(name, "is empty", "save the document again")
    if data.startswith(_OLD_FORMAT):
        if _ENCRYPTED in data:
            raise InputError(name, "is encrypted", "save it without a password")
        raise InputError(name, "is a document of the old .doc format", _AGAIN)
    if not data.startswith(b"PK"):
        raise InputError(name, "is not a Word document", _AGAIN)


def _refuse_bombs(data: bytes, name: str) -> None:
    """Refuse what unfolds to too much: no part ever gives more than the size that it claims, so that these count."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if any(part.flag_bits & 1 for part in parts):
            raise InputError(name, "is encrypted", "save it without a password")
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _LARGEST:
            raise InputError(name, "unfolds to more than 256 MiB", "remove its pictures, or split the document")
        texts = [part for part in parts if part.filename.endswith((".xml", ".rels"))]
        if any(part.file_size > _LARGEST_PART for part in texts):
            raise InputError(name, "has a part of more than 32 MiB", "split the document")
        if "word/document.xml" not in archive.namelist() and not any("document" in part.filename for part in texts):
            raise InputError(name, "contains no document", _AGAIN)
        for part in texts:
            text = archive.read(part)
            if any(sign in text for sign in _TYPES):
                raise InputError(name, "declares a document type, as no word processor does", _AGAIN)


def _document(data: bytes, name: str) -> Any:
    try:
        from docx import Document
    except ModuleNotFoundError as error:
        problem = "cannot be read without python-docx"
        raise InputError(name, problem, 'install "wellsourced[docx]"', code="missing-extra") from error
    try:
        return Document(io.BytesIO(data))
    except ValueError as error:  # python-docx: its main part is of another type
        raise InputError(name, "is a template, has macros, or is no Word document", _AGAIN) from error
