"""Bars as SVG, which needs no inline style; the text next to them says the same."""

from __future__ import annotations

from collections.abc import Iterable

from wellsourced.formats._html.escaping import line

_HEIGHT = 10


def stacked(parts: Iterable[tuple[str, float]], whole: float, label: str) -> str:
    """Return a bar of (class, length) parts out of ``whole``; ``label`` says it for those who do not see it."""
    at = 0.0
    drawn = []
    for name, length in parts:
        width = 100 * length / whole if whole > 0 else 0.0
        if width > 0:
            drawn.append(f'<rect class="{name}" x="{at:.2f}" width="{width:.2f}" height="{_HEIGHT}"/>')
        at += width
    return (
        f'<svg class="bar" viewBox="0 0 100 {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{line(label)}"><rect class="track" width="100" height="{_HEIGHT}"/>{"".join(drawn)}</svg>'
    )
