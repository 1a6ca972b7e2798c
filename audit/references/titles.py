"""Compare the titles of works as registries and people write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from audit.thresholds import TELLING_TITLE_WORDS
from wellsourced_core.lexicon import either, keys, words
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    # How two titles agree: in all words, in the main title alone (one has no subtitle), or not.
    TitleMatch = Literal["same", "main", "differs"]

_PREFIX = compiled(rf"\A\W{{0,3}}(?:{either('title notices')})(?: (?:to|for))?\W{{1,5}}", re.IGNORECASE)
_ENDING = compiled(rf"[\s(\[]{{1,5}}(?:{either('title endings')})[)\]]?\W{{0,3}}\Z", re.IGNORECASE)
_LETTERS = compiled(r"[^\W_]+")
_SUBTITLE = compiled(r"(?::| [–—-] |\. |\? )\s{0,3}")
_ENDINGS = keys("british endings").items()
_SMALL = words("small words of titles")
_SIGNS = str.maketrans(dict(keys("letters spelled out")))


@lru_cache(20_000)
def letters(title: str) -> str:
    """Return a title as its letters and digits alone: case, accents, hyphens, spaces and signs make no difference."""
    return "".join(title_words(title))


def title_words(title: str) -> list[str]:
    """Return the words of a title, folded; British and American spellings are one."""
    title = _ENDING.sub("", _PREFIX.sub("", title))
    folded = unicodedata.normalize("NFKD", title.casefold().translate(_SIGNS))
    plain = "".join(c for c in folded if not unicodedata.combining(c)).replace("&", " and ").replace("'", "")
    return [_american(word) for word in _LETTERS.findall(plain.replace("’", ""))]


def _american(word: str) -> str:
    for british, american in _ENDINGS:
        if len(word) > len(british) + 2 and word.endswith(british):
            return word[: -len(british)] + american
    return word


def compare_titles(written: str, recorded: Iterable[str]) -> TitleMatch:
    """Say how a written title agrees with the spellings that a record has of its own."""
    own = letters(written)
    spellings = [spelling for spelling in recorded if spelling]
    if own and any(own == letters(spelling) for spelling in spellings):
        return "same"
    main = main_title(written)
    for spelling in spellings:
        other = main_title(spelling)
        # A subtitle on one side alone: the other side's whole title is the main one.
        if (main and letters(main) == letters(spelling)) or (other and letters(other) == own):
            return "main"
    return "differs"


def main_title(title: str) -> str:
    """Return what stands before the subtitle, "" where there is none, or before it only a word or a name."""
    found = _SUBTITLE.search(title)
    if found is None or found.start() == 0:
        return ""
    main = title[: found.start()]
    return main if telling_words(main) >= 1 and len(letters(main)) > 3 else ""


def similarity(written: str, recorded: Iterable[str]) -> float:
    """Return how alike a title is to the nearest spelling, in [0, 100], by letters and words in order."""
    from rapidfuzz import fuzz

    own = " ".join(title_words(written))
    return max((fuzz.ratio(own, " ".join(title_words(spelling))) for spelling in recorded if spelling), default=0.0)


def telling_words(title: str) -> int:
    """Return how many words of a title say what it is about."""
    return sum(word not in _SMALL for word in title_words(title))


def is_telling(title: str) -> bool:
    """Tell whether a title is long enough to be that of one work alone."""
    return telling_words(title) > TELLING_TITLE_WORDS
