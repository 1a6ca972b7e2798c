"""What edits do to a text, with a little of it around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wellsourced_core.model import Edit
from wellsourced_core.text import window

_AROUND = 60  # code points of the draft around an edit
_LONGEST = 600  # code points of an edit


def difference(text: str, edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """Yield what edits do to a text as (kind, text): "=" stays, "-" goes, "+" comes, "…" leaves a stretch out."""
    at = shown = None
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        low, high = window(text, edit.start, edit.end, edit.end - edit.start + 2 * _AROUND)
        if at is not None and shown is not None and low > shown:
            yield "=", text[at:shown]
            yield "…", ""
            at = None
        yield "=", text[low if at is None else at : edit.start]
        if edit.end > edit.start:
            yield "-", _cut(text[edit.start : edit.end])
        if edit.text:
            yield "+", _cut(edit.text)
        at, shown = edit.end, high
    if at is not None:
        yield "=", text[at:shown]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"
