"""The draft as text, line by line, its markers coloured by verdict and other findings flagged in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wellsourced.formats._html.escaping import escape, line
from wellsourced.formats._html.stops import Place
from wellsourced.formats._html.verdicts import worst
from wellsourced_core.model import Severity
from wellsourced_core.patterns import compiled
from wellsourced_core.text import line_starts

_LINES_AT_ONCE = 40  # a browser lays out only the blocks of lines that are near the window
_HEADING = compiled("#{1,6} ")
_GRAVITY = tuple(Severity)
_WHOLE_DRAFT = "D9"


def draft(text: str, stops: Sequence[Place], without: str) -> str:
    """Return the draft as HTML; a marker with neither finding nor source links to ``without``."""
    starts = [start for start in line_starts(text) if start < len(text)] or [0]
    lines = ["".join(pieces) for pieces in _lines(text, starts, stops, without)]
    blocks = (lines[at : at + _LINES_AT_ONCE] for at in range(0, len(lines), _LINES_AT_ONCE))
    return "".join(f'<div class="block">{"".join(block)}</div>' for block in blocks)


def _lines(text: str, starts: Sequence[int], stops: Sequence[Place], without: str) -> Iterator[list[str]]:
    """Yield each line's HTML. Every offset where something begins or ends cuts the text."""
    shades = [(stop.start, stop.end, gravest(stop)) for stop in stops if _is_shaded(stop)]
    opening, closing = Counter[tuple[int, Severity]](), Counter[tuple[int, Severity]]()
    for start, end, severity in shades:
        opening[start, severity] += 1
        closing[end, severity] += 1
    first_of = {start: number for number, start in enumerate(starts, 1)}
    cuts = sorted({len(text), *first_of, *(c for stop in stops for c in (stop.start, stop.end) if c < len(text))})
    waiting = iter([*stops])
    stop = next(waiting, None)
    inside: Place | None = None
    active = Counter[Severity]()
    out: list[str] = []
    for a, b in zip(cuts, [*cuts[1:], len(text)], strict=True):
        if a in first_of:
            if out:
                yield [*out, "</div>"]
            heading = " head" if _HEADING.match(text, a) else ""
            out = [f'<div class="line{heading}" data-n="{first_of[a]}">']
        for severity in _GRAVITY:
            active[severity] += opening[a, severity] - closing[a, severity]
        linked = ""
        while stop is not None and (stop.start <= a or a == len(text)):
            if stop.marker is None:
                out.append(_flag(stop))
            elif inside is None or a >= inside.end:
                inside, linked = stop, _marker(stop, text[a:b], without)
            else:
                out.append(_marker(stop, "", without))
            stop = next(waiting, None)
        shade = next((severity for severity in _GRAVITY if active[severity]), None)
        out.append(_shaded(linked or _plain(text[a:b], inside if inside and a < inside.end else None), shade))
    yield [*out, "</div>"]


def _plain(text: str, inside: Place | None) -> str:
    """Return a piece of text; the rest of a marker that something cuts looks like the marker."""
    body = escape(text.rstrip("\r\n"))
    if not body or inside is None or inside.marker is None:
        return body
    return f'<span class="stop {worst(inside.marker)}">{body}</span>'


def _shaded(body: str, shade: Severity | None) -> str:
    return f'<mark class="{shade}">{body}</mark>' if body and shade else body


def _marker(stop: Place, text: str, without: str) -> str:
    marker = stop.marker
    if marker is None:
        return ""
    verdict = worst(marker)
    to = f"#f{stop.findings[0].number}" if stop.findings else without
    label = f"{' '.join(marker.raw.split())} {verdict}, line {stop.line}"
    others = _attribute("v", dict.fromkeys(ref.verdict for ref in marker.refs if ref.verdict != verdict))
    body = escape(text.rstrip("\r\n"))
    return (
        f'<a class="stop {verdict}" id="p{stop.number}" href="{to}" aria-label="{line(label)}"'
        f"{others}{_attribute('c', stop.codes)}>{body}</a>"
    )


def _flag(stop: Place) -> str:
    codes = " ".join(stop.codes)
    severity = gravest(stop)
    label = f"{codes} {severity}, line {stop.line}"
    return (
        f'<a class="stop flag {severity}" id="p{stop.number}" href="#f{stop.findings[0].number}" '
        f'aria-label="{line(label)}"{_attribute("c", stop.codes)}{_attribute("t", (codes,))}></a>'
    )


def _attribute(name: str, values: Iterable[str]) -> str:
    joined = " ".join(values)
    return f' data-{name}="{line(joined)}"' if joined else ""


def gravest(stop: Place) -> Severity:
    """Return the gravest severity of a stop's findings."""
    return min((one.finding.severity for one in stop.findings), key=_GRAVITY.index, default=Severity.NOTE)


def _is_shaded(stop: Place) -> bool:
    return stop.marker is None and not all(code.startswith(_WHOLE_DRAFT) for code in stop.codes)
