"""Write the list of references under an article, in the style asked for; titles and addresses are escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote

from wellsourced_core.errors import shown
from wellsourced_core.lexicon import listed
from wellsourced_core.model import MarkerReport, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of

HEADING = "## Sources"
STYLES = ("plain", "apa", "footnotes")
_SPECIAL = compiled(r"([\\`*_\[\]<>#|~])")
# What no address holds as it is (RFC 3986) and Markdown might read; brackets stand round an IPv6 address alone.
_NO_ADDRESS = compiled(r"[<>\"`\\]|(?<!//)\[|\](?![/:?#]|$)")
_ELSEWHERE = compiled(r"(?i:(?!https?:)[a-z][a-z0-9+.-]{1,40}:[/\\]|(?:mailto|xmpp):)")
_MONTHS = listed("month names")


def with_references(markdown: str, sources: Sequence[Source]) -> str:
    """Append the list of all numbered sources in the plain style; the audit prunes those that nothing cites."""
    return f"{markdown.rstrip()}\n\n{HEADING}\n\n{_list(sources, 'plain')}"


def restyled(markdown: str, sources: Sequence[Source], style: str, markers: Sequence[MarkerReport]) -> str:
    """Return a published article with its list, and for footnotes its markers, in another style.

    plain: ``1. Title. address (2025-03-05)``; apa: ``1. *Title*. (2025, March 5). host. address``, as the APA has pages
    that name no author; footnotes: markers ``[^1]``, no heading, and definitions that renderers set themselves.
    """
    body, heading, _ = markdown.rpartition(f"\n{HEADING}\n")
    if style == "plain" or not heading:
        return markdown
    if style == "footnotes":
        return f"{_noted(body, markers).rstrip()}\n\n{_list(sources, style)}"
    return f"{body}{heading}\n{_list(sources, style)}"


def _list(sources: Iterable[Source], style: str) -> str:
    return "\n".join(_entry(source, style) for source in sources) + "\n"


def _entry(source: Source, style: str) -> str:
    title = _SPECIAL.sub(r"\\\1", " ".join(shown(source.title or source.id, 200).split())).rstrip(".")
    stop = "" if title.endswith(("?", "!", "…")) else "."
    blank = "%20" if host_of(source.url) else " "
    address = _NO_ADDRESS.sub(lambda found: quote(found[0]), blank.join(shown(source.url, 2000).split()))
    if opens_no_page(source.url):
        address = f"`{address}`"  # or renderers make it a link
    if style == "apa":
        parts = (f"{source.n}.", f"*{title}*{stop}", _apa_day(source), _site(source), address)
        return " ".join(part for part in parts if part)
    day = f" ({source.published.isoformat()})" if source.published else ""
    label = f"[^{source.n}]:" if style == "footnotes" else f"{source.n}."
    return f"{label} {title}{stop}{f' {address}' if address else ''}{day}"


def opens_no_page(url: str) -> bool:
    """Return whether a name looks like an address of something else than a web page (``file:``, ``s3://``)."""
    return _ELSEWHERE.match(url.strip()) is not None


def _apa_day(source: Source) -> str:
    day = source.published
    return f"({day.year}, {_MONTHS[day.month - 1]} {day.day})." if day else "(n.d.)."


def _site(source: Source) -> str:
    host = host_of(source.url).removeprefix("www.")
    return _SPECIAL.sub(r"\\\1", host) + "." if host else ""


def _noted(body: str, markers: Sequence[MarkerReport]) -> str:
    """Rewrite the markers of a text as footnote markers, one for each source."""
    pieces: list[str] = []
    done = 0
    for marker in markers:
        pieces += (body[done : marker.start], "".join(f"[^{ref.label}]" for ref in marker.refs))
        done = marker.end
    return "".join((*pieces, body[done:]))
