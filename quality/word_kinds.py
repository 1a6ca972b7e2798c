"""What kind of word each word of a page is: enough to tell prose from menus and walls."""

from __future__ import annotations

from quality.thresholds import WORD_HEAD_CHARACTERS
from wellsourced_core.lexicon import words
from wellsourced_core.text import STOP_WORDS

STOP, MENU, WALL, CAPITALS, FACT, FOREIGN = "s", "m", "w", "c", "f", "n"
KINDS = (STOP, MENU, WALL, CAPITALS, FACT, FOREIGN)

_MENU_WORDS = words("menu words")
WALL_WORDS = words("wall words")
_FUNCTION_WORDS = STOP_WORDS | words("function words")
_EDGES = ".…,;:!?()\"'“”‘’«»[]*_"


def kind_of(word: str) -> str:
    """Return the letter of a word's kind, "" for a plain word.

    ``STOP`` function word of the main European languages, ``MENU`` and ``WALL`` words of menus and of walls (cookie,
    log, captcha...), ``CAPITALS``, ``FACT`` with a digit, ``FOREIGN`` not Latin.
    """
    bare = word[:WORD_HEAD_CHARACTERS].strip(_EDGES)
    low = bare.lower()
    if low in _FUNCTION_WORDS:
        return STOP
    if low in WALL_WORDS:
        return WALL
    if low in _MENU_WORDS:
        return MENU
    if not low.isalpha() and any("0" <= c <= "9" for c in bare):
        return FACT
    if bare and bare[0] > "\u024f":
        return FOREIGN
    return CAPITALS if len(bare) > 1 and bare.isupper() else ""
