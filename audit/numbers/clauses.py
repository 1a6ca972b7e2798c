"""What every judgement of a number's place shares: where clauses end, and which words count as one family."""

from __future__ import annotations

import re

from wellsourced.core.patterns import compiled

# A clause ends at these; every boundary between a word and a number counts as twelve characters.
BOUNDARY = compiled(
    r"[;:()–—]|\s-\s|,(?![0-9])"
    r"|\b(?:but|while|whereas|although|though|which|who|because|however|and|compared|versus|from|down|up)\b",
    re.IGNORECASE,
)
FAMILY = 6


def family(stem: str) -> str:
    """Cut a stem to its first six letters, so that "recovery" and "recovered", "filming" and "film" meet."""
    return stem if stem[0].isdigit() else stem[:FAMILY]
