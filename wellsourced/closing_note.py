"""Keep the closing note of an extractive article true: publishing may have taken out what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from wellsourced_core.model import Change, Written
from writer.contrasts import HEADING as DIFFER
from writer.open_questions import made_by


def surviving(changes: Sequence[Change], published: str) -> tuple[Change, ...]:
    """Return the changes whose sentences stand in what is published."""
    text = _words(published)
    return tuple(one for one in changes if _words(one.sentence) in text)


def lost(written: Written, published: str) -> tuple[str, ...]:
    """Return the sources' sentences of a draft that do not stand in what is published of it."""
    text = _words(published)
    return tuple(one for one in written.quoted if _words(one) not in text)


def with_closing(published: str, written: Written, changes: Sequence[Change]) -> str:
    """Return the published text with a note that speaks of the changes and contrasts that are left, and no others."""
    before = made_by(written.changes, contrasted=bool(written.contrasts))
    after = made_by(changes, contrasted=bool(written.contrasts) and f"## {DIFFER}" in published)
    return published if before == after else published.replace(before, after)


def _words(text: str) -> str:
    return "".join(filter(str.isalnum, text))
