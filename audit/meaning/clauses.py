"""Where the clauses of a text end."""

from __future__ import annotations

import re

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled

_OPENERS = either("beginnings of a clause")
# A clause ends at these.
BOUNDARY = compiled(rf"[;:()–—]|\s-\s|,(?![0-9])|\b(?:{_OPENERS})\b", re.IGNORECASE)
# The same ends in two passes, which leave all but signs and beginnings of words to the engine's fast search: the signs,
# and what stands before the words. Only where a dash stands apart is white space looked at too.
_SIGN = compiled(r"[;:()–—,](?:(?<!,)|(?![0-9]))")
_DASH_APART = compiled(r"-(?<=\s-)\s")
_SIGN_OR_DASH = compiled(r"[\s;:()–—,](?:(?<=\s)-\s|(?<=[;:()–—])|(?<=,)(?![0-9]))")
_LETTERS = "".join(sorted({word[0] for word in words("beginnings of a clause")}))
_BEFORE_WORD = rf"\W(?=[{_LETTERS}])(?=(?:{_OPENERS})\b)"
_BEFORE_ANY = compiled(_BEFORE_WORD, re.IGNORECASE)
_BEFORE_LOWERED = compiled(_BEFORE_WORD)  # a third faster; of what is no ASCII lower case may be longer


def boundaries(text: str) -> list[int]:
    """Return where BOUNDARY matches, in order."""
    signs = (_SIGN_OR_DASH if _DASH_APART.search(text) else _SIGN).finditer(text)
    words = _BEFORE_LOWERED.finditer(f" {text.lower()}") if text.isascii() else _BEFORE_ANY.finditer(f" {text}")
    return sorted([found.start() for matches in (signs, words) for found in matches])
