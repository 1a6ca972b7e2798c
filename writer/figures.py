"""Read the figures that a sentence states, so that no article states one twice."""

from __future__ import annotations

from functools import lru_cache

from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities

Figure = tuple[float, float | None, str]

# Dates say when, names and labels which one: neither is a figure of its own.
_NO_FIGURES = frozenset(("age", "century", "date", "decade", "identifier", "label", "name", "ordinal", "time", "year"))
_SMALL = 12  # up to here a bare count is a word of its sentence: "two sources", "5 of them"
# "19 of the 31 sites": told before, or a whole of which a part is told.
_REFERS = compiled(r"\b(?:[Tt]he|[Aa]ll|[Tt]hose|[Tt]hese|[Ii]ts|[Tt]heir) (?:[a-z]+ )?$")


@lru_cache(maxsize=4096)
def figures(text: str) -> frozenset[Figure]:
    """Return the figures that a sentence states: value, upper end and unit."""
    found = set()
    for q in quantities(text):
        bare = not q.unit and q.kind == "count" and abs(q.value) <= _SMALL
        if q.kind in _NO_FIGURES or bare or _REFERS.search(text[max(0, q.start - 24) : q.start]):
            continue
        found.add((q.value, q.high, q.unit))
    return frozenset(found)
