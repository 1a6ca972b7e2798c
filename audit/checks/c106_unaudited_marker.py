"""Something that looks like a marker was not judged.

What it does: reports markers in a shape that matches no entry of the list: a lone footnote mark, a pandoc key or a
LaTeX citation without a bibliography, and the marks that a model's tools leave behind (`【4:0†a.pdf】`,
`:contentReference[oaicite:1]`), whose numbers are not those of the list. It also reports words that cite an entry
which no marker cites: `(3)`, `see source 2`, `(Smith 2020)`, a power such as `0.9^2^`; a word and a number beside
other markers (`[Document 2]`); a number in brackets with something else (`[see 2]`, `[2?]`, `[1/2]`); digits after
glued ones that may count or cite (`sun.2 3 dogs`). While any of these is present, no deletion is proposed. Finally, it
reports an author-year citation of a work that is not in the list, in a sentence without a marker; that does not block
deletions.

Why it matters: a form that is silently skipped looks like one that was checked, and an entry that is cited this way
looks like an orphan.

Example: `[^note]` in a draft whose list is numbered.

Fix: none. Add the entry, pass the sources with `--sources`, or write the marker like the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.parsing.brackets import is_uncertain
from audit.parsing.dialects import EXPONENT, KEYED, LOCATED, TOOL_MARK, WORDED
from audit.parsing.markers import UNSURE
from audit.parsing.run_on_lists import ENTRY_NUMBER
from audit.thresholds import SHOWN_MARKER_CHARACTERS
from wellsourced_core.errors import shown
from wellsourced_core.model import Finding, Marker, Severity


def find(case: Case) -> Iterator[Finding]:
    for marker in case.draft.unread:
        yield CHECK.at(case, marker.start, marker.end, f"not judged: {_seen(marker)}")


def _seen(marker: Marker) -> str:
    raw = shown(" ".join(marker.raw.split()), SHOWN_MARKER_CHARACTERS)
    labels = ", ".join(str(ref.label) for ref in marker.refs)
    if marker.shape == ENTRY_NUMBER:
        return f'"{raw}" numbers an entry of a list that runs on in the text'
    if marker.shape == "mention":
        return f'"{raw}" may cite entry {labels}, which no marker cites'
    if marker.shape == "author-year":
        return f'"{raw}" cites by author and year'
    if marker.shape == UNSURE:
        return f'"{raw}" behind a marker may cite, too, or begin the next sentence'
    if marker.shape in ("address", "parenthesised-address"):
        return "an address that is neither in the list nor a source's"
    if marker.shape == TOOL_MARK:
        return f'"{raw}" is the mark of a model\'s own search: what it cites is in no list'
    if marker.shape in ("hash", "lettered", LOCATED, WORDED, EXPONENT) or is_uncertain(marker):
        return f'"{raw}" may cite entry {labels}, or be something else'
    if marker.shape in KEYED:
        return f'"{raw}" cites by key, and joins no entry of a list'
    article = "an" if marker.shape[0] in "aeiou" else "a"
    return f"{article} {marker.shape.replace('-', ' ')} marker that matches no entry of the list"


CHECK = Check("C106", "unaudited-marker", Severity.NOTE, find)
