"""The verdicts in the order of their gravity, what the page calls them, and how many there are of each.

"Supported" only says that the source has the words of the sentence: the page says that, and no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.escaping import NOTHING, Html
from wellsourced_core.model import MarkerReport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ShownVerdict

CALLED: dict[ShownVerdict, str] = {
    "out-of-bounds": "no such entry",
    "misattributed": "not in this source",
    "partly-supported": "words agree, a fact does not",
    "weak": "few words agree",
    "uncheckable": "not checked",
    "supported": "words agree",
}
SIGNS = tuple(CALLED)  # the gravest first; each has a sign in page.css


def worst(marker: MarkerReport) -> ShownVerdict:
    """Return the gravest verdict on a marker's references; a marker that was not judged is uncheckable."""
    return min((ref.verdict for ref in marker.refs if ref.verdict in CALLED), key=SIGNS.index, default="uncheckable")


def badge(verdict: ShownVerdict) -> Html:
    return Html('<b class="v %s">%s</b>') % (verdict, CALLED[verdict])


def tally(counts: Mapping[str, int]) -> Html:
    """Return verdicts and how many there are of each, as a bar and in words; nothing for none."""
    there = [(verdict, counts[verdict]) for verdict in reversed(SIGNS) if counts.get(verdict)]
    if not there:
        return NOTHING
    words = ", ".join(f"{number:,} {CALLED[verdict]}" for verdict, number in there)
    return stacked(there, sum(n for _, n in there), words) + _legend(there)


def counted(markers: Iterable[MarkerReport]) -> Counter[str]:
    """Count citations by verdict: one for each reference of a marker, as every other number of the page does."""
    return Counter(ref.verdict for marker in markers for ref in marker.refs)


def _legend(there: Iterable[tuple[ShownVerdict, int]]) -> Html:
    key = Html('<span class="key %s">%s: %s</span>')
    return Html("<p class=quiet>%s</p>") % Html(" ").join(key % (name, CALLED[name], f"{n:,}") for name, n in there)
