"""Turn the markup of titles and names that registries and managers keep into plain text."""

from __future__ import annotations

from html import unescape

from retrieval.latex import plain
from retrieval.storage import scrub
from wellsourced_core.patterns import compiled

_TAG = compiled(r"</?[A-Za-z][A-Za-z0-9:-]{0,20}(?:[ \t\n][^<>]{0,300})?/?>")

_LATEX = ("\\", "$", "{", "~", "--", "``", "''")


def without_markup(text: str) -> str:
    """Return a title on one line: HTML, MathML and LaTeX taken out, entities as their signs (also escaped twice)."""
    if "&" in text:
        text = unescape(unescape(text))
    if "<" in text:
        text = _TAG.sub("", text)
    if any(sign in text for sign in _LATEX):
        text = plain(text)
    return " ".join(scrub(text).split())
