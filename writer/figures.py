"""Read the figures that a sentence states, so that no article tells the same one twice."""

from __future__ import annotations

from functools import lru_cache

from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from writer.thresholds import EXACT_LEAST_DIGITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

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


def told_again(stated: AbstractSet[Figure], known: AbstractSet[Figure], *, listed: bool = False) -> bool:
    """Tell whether of the figures that a sentence states a reader knows all, or an exact one.

    A round one may be that of something else ("5 percent", "after five years"). A table or list stands whole, as long
    as it has something new.
    """
    again = stated & known
    return bool(again) and (again == stated or (not listed and any(map(is_exact, again))))


def is_exact(figure: Figure) -> bool:
    """Tell whether a figure has three digits or more before its zeros: so exact a one is told of one thing."""
    return len(f"{abs(figure[0]):.12g}".replace(".", "").strip("0")) >= EXACT_LEAST_DIGITS
