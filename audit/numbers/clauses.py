"""What every judgement of a number's place shares: where clauses end, and which words count as one family."""

from __future__ import annotations

import re

from wellsourced.core.patterns import compiled
from wellsourced.core.text import Memo

# A clause ends at these; every boundary between a word and a number counts as twelve characters.
BOUNDARY = compiled(
    r"[;:()–—]|\s-\s|,(?![0-9])"
    r"|\b(?:but|while|whereas|although|though|which|who|because|however|and|compared|versus|from|down|up)\b",
    re.IGNORECASE,
)
# The same ends in two passes, which leave all but white space, signs and beginnings of words to the engine's fast
# search: the signs, and what stands before the words.
_SIGN = compiled(r"[\s;:()–—,](?:(?<=\s)-\s|(?<=[;:()–—])|(?<=,)(?![0-9]))")
_BEFORE_WORD = compiled(
    r"\W(?=[abcdfhtuvw])(?=(?:b(?:ut|ecause)|wh(?:ile|ereas|ich|o)|although|though|however|and|compared|versus|from|down"
    r"|up)\b)",
    re.IGNORECASE,
)
FAMILY = 6


def boundaries(text: str) -> list[int]:
    """Return where BOUNDARY matches, in order."""
    signs = [found.start() for found in _SIGN.finditer(text)]
    return sorted(signs + [found.start() for found in _BEFORE_WORD.finditer(f" {text}")])


def family(stem: str) -> str:
    """Cut a stem to its first six letters, so that "recovery" and "recovered", "filming" and "film" meet."""
    return stem if stem[0].isdigit() else stem[:FAMILY]


FAMILIES: dict[str, str] = Memo(family)
