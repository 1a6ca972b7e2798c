"""The verdicts in the order of their gravity, and the sign each has beside its colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.escaping import line
from wellsourced_core.model import MarkerReport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ShownVerdict

SIGNS: dict[ShownVerdict, str] = {
    "out-of-bounds": "⊘",
    "misattributed": "✗",
    "partly-supported": "!",
    "weak": "~",
    "uncheckable": "?",
    "supported": "✓",
}
_ORDER = tuple(SIGNS)


def worst(marker: MarkerReport) -> str:
    """Return the gravest verdict on a marker's references; a marker that was not judged is uncheckable."""
    return min((ref.verdict for ref in marker.refs if ref.verdict in SIGNS), key=_ORDER.index, default="uncheckable")


def badge(verdict: str) -> str:
    return f'<span class="badge {verdict}">{verdict}</span>' if verdict in SIGNS else line(verdict)


def tally(counts: Mapping[str, int]) -> str:
    """Return verdicts and how many there are of each, as a bar and in words; "" for none."""
    there = [(verdict, counts[verdict]) for verdict in reversed(_ORDER) if counts.get(verdict)]
    if not there:
        return ""
    words = ", ".join(f"{number:,} {verdict}" for verdict, number in there)
    return f"{stacked(there, sum(n for _, n in there), words)}<p class=quiet>{_legend(there)}</p>"


def _legend(there: Iterable[tuple[str, int]]) -> str:
    return " ".join(f'<span class="key {verdict}">{number:,} {verdict}</span>' for verdict, number in there)
