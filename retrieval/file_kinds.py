"""What a file is that is not the text it should be, by its first bytes: whoever named the wrong one is told."""

from __future__ import annotations

from pathlib import Path

from retrieval.storage import is_device, is_folder
from wellsourced_core.errors import InputError

HEAD = 4_096  # bytes that are enough to tell
_CORPUS = "a corpus, or another SQLite database"
_BEGINNINGS = (
    (b"SQLite format 3\0", _CORPUS),
    *((b"%%PDF-%d" % version, "a PDF") for version in (1, 2)),
    (b"PK\x03\x04", "a ZIP archive, as .docx and .epub are"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"{\\rtf", "a Rich Text document"),
    (b"\x1f\x8b", "compressed (gzip)"),
    *((b"BZh%d1AY&SY" % level, "compressed (bzip2)") for level in range(1, 10)),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x7fELF", "a program"),
)
_TWO_BYTES = (b"\xff\xfe", b"\xfe\xff")  # UTF-16: a text, if no UTF-8
_SOME = 0.3  # share of NULs: a text in UTF-16 has more


def refuse_binary(name: Path | str, head: bytes, wanted: str, remedy: str) -> None:
    """Raise InputError for a file that begins like no text at all; ``wanted`` is what it should be."""
    refuse_known(name, head, wanted, remedy)
    if _is_binary(head[:HEAD]):
        raise InputError(name, f"is a binary file, not {wanted}", remedy)


def refuse_known(name: Path | str, head: bytes, wanted: str, remedy: str) -> None:
    """Raise InputError for a file that is surely of another kind, whatever else may be in it."""
    kind = next((kind for start, kind in _BEGINNINGS if head.startswith(start)), "")
    if kind:
        elsewhere = "; `search` and `write` take a corpus by --corpus" if kind == _CORPUS else ""
        raise InputError(name, f"is {kind}, not {wanted}", f"{remedy}{elsewhere}")


def refuse_non_file(path: Path, remedy: str) -> None:
    """Raise InputError where a folder, a device or a pipe is in the place of a file."""
    if is_folder(path):
        raise InputError(path, "is a folder", remedy)
    if is_device(path):
        raise InputError(path, "is not a regular file", remedy)


def _is_binary(head: bytes) -> bool:
    nuls = head.count(0)
    if not nuls or nuls >= _SOME * len(head) or head.startswith(_TWO_BYTES):
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start < len(head) - 3  # a letter may be cut at the end
    return False
