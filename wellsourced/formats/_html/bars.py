"""Bars as SVG, which needs no inline style; the text next to them says the same."""

from __future__ import annotations

from collections.abc import Iterable

from wellsourced.formats._html.escaping import NOTHING, Html, line

_HEIGHT = 10


def stacked(parts: Iterable[tuple[str, float]], whole: float, label: str) -> Html:
    """Return a bar of (class, length) parts out of ``whole``; ``label`` says it for those who do not see it."""
    at = 0.0
    drawn = []
    for name, length in parts:
        width = 100 * length / whole if whole > 0 else 0.0
        if width > 0:
            part = Html('<rect class="%s" x="%.2f" width="%.2f" height="%d"/>')
            drawn.append(part % (name, at, width, _HEIGHT))
        at += width
    return Html(
        '<svg class="bar" viewBox="0 0 100 %d" preserveAspectRatio="none" role="img" aria-label="%s">'
        '<rect class="track" width="100" height="%d"/>%s</svg>'
    ) % (_HEIGHT, line(label), _HEIGHT, NOTHING.join(drawn))
