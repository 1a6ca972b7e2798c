"""Decode the bytes of a page."""

from __future__ import annotations

import codecs
import re

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META = re.compile(rb"<meta[^>]{0,200}?charset=[\"' ]{0,2}([a-z0-9_:.-]{2,40})")
_HEAD = 4_096
# Codecs of Python that no page is written in: they give half surrogates, or take time that grows with the square.
_NO_CHARSETS = ("utf-7", "unicode-escape", "raw-unicode-escape", "punycode", "idna")


def decode(data: bytes, declared: str | None = None) -> tuple[str, bool]:
    """Return (text, guessed): by byte order mark, the declared charset, the page's own, UTF-8, Windows-1252.

    ``guessed`` is true where the declaration was unknown or did not fit, or none of them decoded without
    loss. UTF-7, and what only Python calls a charset, is never used; UTF-16 only with a byte order mark or NUL
    bytes. NULs become U+FFFD.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _clean(data[len(mark) :].decode(name, "replace")), False
    inside = _META.search(data[:_HEAD].lower())
    wanted = [name for name in (declared, inside[1].decode("ascii") if inside else None) if name]
    for position, name in enumerate([*wanted, "utf-8"]):
        text = _strictly(data, name)
        if text is not None:
            return _clean(text), position > 0 and declared is not None
    return _clean(data.decode("cp1252", "replace")), True


def _strictly(data: bytes, name: str) -> str | None:
    try:
        name = codecs.lookup(name.strip()).name.replace("_", "-")
        if name in _NO_CHARSETS or (name.startswith(("utf-16", "utf-32")) and b"\0" not in data[:_HEAD]):
            return None
        # Servers say ISO 8859-1 and mean Windows-1252, as browsers know.
        return data.decode("cp1252", "replace") if name in ("iso8859-1", "cp1252") else data.decode(name)
    except (LookupError, UnicodeError, ValueError):
        return None


def _clean(text: str) -> str:
    return text.replace("\0", "\ufffd") if "\0" in text else text
