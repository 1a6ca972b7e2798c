"""Find what a sentence denies: its negations, the words around each, and those that deny nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from audit.meaning.words import WORD, family, lowered_words, said
from audit.thresholds import AKIN_LETTERS, NEGATED_BEFORE_CHARACTERS, NEGATED_BEHIND_CHARACTERS
from wellsourced_core.lexicon import either, rows, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import CARDINALS, FRACTION_WORDS
from wellsourced_core.text import terms, visible
from wellsourced_core.values import frozen

NEGATION = words("negation")
_UNDONE = words("verbs of failing and refusing")
UNSURE = frozenset("unclear unknown uncertain unproven".split())
_MAY_NEGATE = NEGATION | _UNDONE | UNSURE | {"yet"}
_STRONG = words("strong negation")
_HARMLESS = {word: frozenset(behind) for word, behind in rows("words that undo a negation")}
_CLAUSE_ENDS = compiled(r"[,;:.”\"()—]|\sbut\s|\sand\s")
_BOUND = compiled(
    rf"(?:\s[^\W\d_]{{1,20}})?\s(?:(?:{either('bounds behind a negation')})\s(?:than|als)"
    rf"|{either('bounds without than')})\s[$€£]?[0-9]",
    re.IGNORECASE,
)
_NEARLY = compiled(
    rf"\squite\s(?:an?\s)?(?:[0-9]|(?:{'|'.join((*CARDINALS, *FRACTION_WORDS))}|twice)\b)", re.IGNORECASE
)
_DATE_BOUND = compiled(r"(?:\s[^\W\d_]{1,20}){0,5}\s(?:before|vor)\s(?:[^\W\d_]{1,12}\s){0,2}[0-9]", re.IGNORECASE)


@frozen
class Negation:
    """A word that negates, where it stands, the content stems around it, and the first one after it ("" if none).

    ``verb``: it denies just the word behind it ("failed to reduce", "no leak"). ``rest`` are all content stems from
    there to the end of its clause.
    """

    word: str
    start: int
    scope: frozenset[str]
    strong: bool
    follow: str
    verb: bool = False
    rest: frozenset[str] = frozenset()


_TURN = compiled(rf"(?<!nothing\s)(?<!anything\s)\b(?:{either('turns from what is denied')})\b", re.IGNORECASE)


def akin(one: str, other: str) -> bool:
    """Tell whether two stems begin alike: "injur" of "injured" and "injuri" of "injuries"."""
    return one == other or (min(len(one), len(other)) >= AKIN_LETTERS and one[:AKIN_LETTERS] == other[:AKIN_LETTERS])


def is_turned(denied: Negation, text: str, wanted: Collection[str]) -> bool:
    """Tell whether a text turns from what it denies to what it says, and whoever wants these stems means the latter.

    "It is not in orbit around the Earth - it actually orbits the Sun".
    """
    turn = _TURN.search(text, denied.start)
    if turn is None:
        return False
    said = {family(stem) for stem in terms(text[turn.end() :]).stems}
    return len(said.intersection(wanted)) > len(denied.rest.intersection(wanted))


def denied_twice(found: Sequence[Negation], text: str) -> bool:
    """Tell whether a text denies a denial right behind it ("is not not known"): nobody writes so on purpose."""
    return any(
        one.word == "not" and other.word in ("not", "no") and not text[one.start + len(one.word) : other.start].strip()
        for one, other in pairwise(found)
    )


def may_deny(words: Collection[str]) -> bool:
    """Tell whether what says these words, or a sentence of it, may deny something."""
    return not _MAY_NEGATE.isdisjoint(words) or "n't " in f"{' '.join(words)} "


@lru_cache(maxsize=256)  # a source's sentences are looked at again and again
def negations(text: str) -> tuple[Negation, ...]:
    """Return what negates in a text; "no less than", "not only" and "no doubt" do not."""
    if not may_deny(lowered_words(text)):
        return ()
    text = visible(text)
    found = []
    read = list(WORD.finditer(text))
    stems = terms(text)
    for i, match in enumerate(read):
        word = said(match[0])
        follow = read[i + 1][0].lower() if i + 1 < len(read) else ""
        if not (word in NEGATION or word.endswith("n't") or _negates(word, follow)):
            continue
        if (
            _bounds(text, match)
            or follow in _HARMLESS.get(word, ())
            or (word == "no" and text[match.end() : match.end() + 1] == ".")
        ):
            continue
        low, high = match.start() - NEGATED_BEFORE_CHARACTERS, match.end() + NEGATED_BEHIND_CHARACTERS
        scope = frozenset(
            family(stem) for stem, a, b in zip(stems.stems, stems.starts, stems.ends, strict=True)
            if low <= a and b <= high and stem not in NEGATION
        )  # fmt: skip
        after = next((stem for stem, a in zip(stems.stems, stems.starts, strict=True) if match.end() <= a < high), "")
        verb = word in _UNDONE and follow == "to" and i + 2 < len(read) and read[i + 2].start() == read[i + 1].end() + 1
        strong = word in _STRONG or word.endswith("n't") or word in UNSURE
        if word == "no" and i + 1 < len(read):
            verb = read[i + 1].start() in stems.starts  # just the noun behind it
        end = found_end.start() if (found_end := _CLAUSE_ENDS.search(text, match.end())) else len(text)
        rest = frozenset(
            family(stem) for stem, a in zip(stems.stems, stems.starts, strict=True) if match.end() <= a < end
        )
        found.append(Negation(word, match.start(), scope, strong, family(after) if after else "", verb, rest))
    return tuple(found)


def _negates(word: str, follow: str) -> bool:
    """Tell whether a word negates by what follows: "yet to", "declined to", "unclear whether"."""
    if word in UNSURE:
        return follow in ("whether", "if")
    return follow == "to" and (word == "yet" or word in _UNDONE)


def _bounds(text: str, negation: re.Match[str]) -> bool:
    """Tell whether a negation only sets a bound ("should not take more than 4 g", "not before 2027"), or is idle."""
    word = said(negation[0])
    if not (word in ("not", "nicht", "never") or word.endswith("n't")):
        return False
    before = text[: negation.start()]
    if before.endswith(("or may ", "or might ", "whether or ")):
        return True
    if text.startswith(" at all", negation.end()) and before.endswith("or "):
        return True
    if _NEARLY.match(text, negation.end()):
        return True
    return bool(_BOUND.match(text, negation.end()) or _DATE_BOUND.match(text, negation.end()))
