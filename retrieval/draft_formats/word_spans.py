"""Stretches of a Word document's text, each with the element that it is from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

_RAISED = compiled(r"(?<![\s,;–-])[\s,;–-]*+[0-9][\s0-9,;–-]*+|\[[0-9,;\s–-]+\]")
_TAG = compiled(r"<(?=[A-Za-z/!?])")


@frozen
class Span:
    """Text of an element from a place on, raised or not; without an element it is ours.

    ``code`` is that of the field whose result it is.
    """

    text: str
    leaf: Any = None
    first: int = 0
    raised: bool = False
    code: str = ""


def as_markdown(spans: list[Span]) -> Iterator[Span]:
    """Yield a text as Markdown has it: raised numbers in tags, and nothing else that would be a tag."""
    for is_raised, group in groupby(_marked(spans), key=lambda span: span.raised):
        some = list(group)
        mark = is_raised and _RAISED.fullmatch("".join(span.text for span in some)) is not None
        yield from (Span("<sup>"), *some, Span("</sup>")) if mark else some


def trimmed(spans: list[Span]) -> list[Span]:
    """Return a paragraph's text without white space at its ends and at the beginnings of its lines."""
    out: list[Span] = []
    at_start = True
    for span in spans:
        text = span.text.lstrip() if at_start else span.text
        if text:
            out.append(replace(span, text=text, first=span.first + len(span.text) - len(text)))
            at_start = text.endswith("\n")
    while out and not out[-1].text.rstrip():
        out.pop()
    if out:
        out[-1] = replace(out[-1], text=out[-1].text.rstrip())
    return out


def plain(spans: list[Span]) -> str:
    """Return what a reader sees of a text."""
    return "".join(span.text for span in spans).strip()


def in_cell(spans: list[Span]) -> list[Span]:
    """Return the text of a cell without what would end it."""
    return [Span(span.text.replace("|", "¦").replace("\n", " "), span.leaf, span.first, span.raised) for span in spans]


def _marked(spans: list[Span]) -> Iterator[Span]:
    """Yield the text with each "<" that would begin a tag as Markdown has it, also where the next run goes on."""
    whole = "".join(span.text for span in spans)
    tags = {found.start() for found in _TAG.finditer(whole)}
    at = 0
    for span in spans:
        done = 0
        for here in (n for n in range(len(span.text)) if at + n in tags) if span.leaf is not None and tags else ():
            yield replace(span, text=span.text[done:here], first=span.first + done)
            yield replace(span, text="&lt;", first=span.first + here)
            done = here + 1
        yield replace(span, text=span.text[done:], first=span.first + done)
        at += len(span.text)
