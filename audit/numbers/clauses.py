"""Where the clauses of a text end."""

from __future__ import annotations

import re

from wellsourced.core.patterns import compiled

# A clause ends at these.
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


def boundaries(text: str) -> list[int]:
    """Return where BOUNDARY matches, in order."""
    signs = [found.start() for found in _SIGN.finditer(text)]
    return sorted(signs + [found.start() for found in _BEFORE_WORD.finditer(f" {text}")])
