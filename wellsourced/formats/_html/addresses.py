"""Addresses in running text: linked, and the long ones folded to their site and their end."""

from __future__ import annotations

from wellsourced.formats._html.escaping import NOTHING, Html, address, link
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of

_ADDRESS = compiled(r"https?://[^\s<>\"“”«»【】［］]+")
_BEHIND = ".,;:!?)*_'\""
_LONG = 44
_END = 16


def linked(text: str) -> Html:
    """Return running text with its addresses as links."""
    if "://" not in text:
        return Html.escape(text)
    parts, at = [], 0
    for found in _ADDRESS.finditer(text):
        url = found[0].rstrip(_BEHIND)
        parts.append(Html.escape(text[at : found.start()]))
        parts.append(link(address(url), Html.escape(folded(url))))
        at = found.start() + len(url)
    return NOTHING.join([*parts, Html.escape(text[at:])])


def folded(url: str) -> str:
    """Return an address as it is shown: a long one by its site and its last characters."""
    if len(url) <= _LONG:
        return url
    end = url.rstrip("/")[-_END:]
    return f"{host_of(url).removeprefix('www.') or url[:_END]}/…{end.lstrip('/')}"
