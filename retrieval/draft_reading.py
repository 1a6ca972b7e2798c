"""Read drafts as untrusted pages are read: in the process that has no keys and is ended where it takes too much.

Quarto and R Markdown stay here: their reader is one search for a pattern, which no text makes longer than itself.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePath

from retrieval.draft_formats import INSIDE, read_draft, refuse_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from retrieval.draft_formats.draft_text import DraftText

_REMEDY = "save it again with the program that made it, or split it"


def read_apart(data: bytes, name: str) -> DraftText:
    """Read a draft by the ending of its name. Raises InputError for what cannot be read, or not within the limits."""
    suffix = PurePath(name).suffix.lower()
    if suffix in INSIDE:
        return read_draft(data, name)
    from retrieval.draft_formats.draft_text import unpacked
    from retrieval.reader_process import FILE_TIME, reader

    refuse_large(data, name)
    return unpacked(reader.reply({"kind": "draft", "name": f"draft{suffix}"}, data, name, FILE_TIME, _REMEDY), data)


@lru_cache(maxsize=4)
def read_text_apart(text: str, name: str) -> DraftText:
    """Read what might be the text of a draft's file, as a fix would leave it. Raises InputError."""
    return read_apart(text.encode("utf-8", "surrogatepass"), name)


def commented_apart(data: bytes, name: str, comments: Sequence[tuple[int, int, str]], day: date) -> bytes:
    """Return a copy of a Word document with comments of a day, each (start, end, text). Raises InputError."""
    from base64 import b64decode

    from retrieval.reader_process import FILE_TIME, reader

    request = {"kind": "comments", "comments": comments, "day": day.isoformat()}
    return b64decode(reader.reply(request, data, name, FILE_TIME, "audit it without --comments")["document"])
