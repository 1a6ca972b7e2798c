"""Read a question once: what it names, what it is about, the attributes that it asks for, and its years."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from quality.thresholds import LEAST_WITH, OPENING_NAME_IDF, QUESTION_HEAD_CHARACTERS, SIDE_MOST_WORDS
from quality.wanted import Wanted, respects, wanted
from wellsourced_core.lexicon import either, rows, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, idf, stem_of, surfaces, terms, unique
from wellsourced_core.values import frozen, replace

_YEAR = compiled(r"(?<![\w.,/-])((?:1[5-9]|20)[0-9]{2})(?:[/–-][0-9]{2})?(?![\w/-]|[.,][0-9])")  # "2026/27" too
_WORD = compiled(r"[^\W_]+(?:[.'’&-][^\W_]+)*")
_ONLY_ASKS = compiled(
    r"\b(?:"
    + either("asks for money", "asks for a date", "asks for a list", "only compares")
    + "|how\\smuch|"
    + "|".join([one.replace(" ", r"\s") for one, _ in rows("asks for a number")])
    + r")\b"
)
_PARTED = compiled(rf"\b(?:{either('parts the sides of a comparison')})\b\.?", re.IGNORECASE)
_BETWEEN = compiled(
    rf"\b(?:between|{either('compares two')})\s(.+?)\s(?:and|with|to)\s(.+)"
    rf"|\bhow\s(?:{either('verbs of a sentence')})\s(.+?)\s(?:{either('compares two')})\s(?:to|with|from)\s(.+)",
    re.IGNORECASE,
)
_PLACE = compiled(rf"\b(?:{either('places')})\b")
_VERB_BEHIND = compiled(r"\b(?:to|i|we|you|they) \Z", re.IGNORECASE)
_COUNTED = compiled(r" [a-z]{2,30}s\b")
_NUMBERED = compiled(r"\b([^\W\d_][\w'-]{0,40}) ([0-9]{1,4})(?![\w-]|[.,][0-9])")


@frozen
class Name:
    """Something that a question names: as written, its stems, the rarest of them, and that one's idf.

    ``place``: a place. ``number``: the number that must stand behind one of the words ``before`` it ("model 8"), "" for
    none. ``beside``: of a side of a comparison, the words of both sides, near which it must stand ("rumba").
    """

    text: str
    stems: tuple[str, ...]
    rarest: str
    rarity: float
    place: bool = False
    number: str = ""
    before: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@frozen
class Listed:
    """Things asked for in the plural: stem and word, and how many kept pages must have them for any report."""

    stem: str
    word: str
    least: int


@frozen
class Asked:
    """A question, read.

    ``names`` are in its order; ``sides`` are the things that it compares, empty where it compares none. ``core`` are
    its content stems without years and without words that only ask, ``head`` those of them that are no part of a name.
    ``wanted`` are the attributes that it asks for; ``listed`` are the things that
    it asks for in the plural ("first dance songs 2025"), None for none. ``spelled`` has each stem as the question
    writes it.
    """

    names: tuple[Name, ...]
    sides: tuple[Name, ...]
    core: tuple[str, ...]
    head: tuple[str, ...]
    years: tuple[int, ...]
    wanted: tuple[Wanted, ...]
    listed: Listed | None
    spelled: tuple[tuple[str, str], ...] = ()

    @property
    def subject(self) -> tuple[str, ...]:
        """The core without the words that only say in which respect something is asked for ("history of")."""
        return tuple(stem for stem in self.core if stem not in respects())

    def written(self, stem: str) -> str:
        """Return a stem as the question writes it."""
        return dict(self.spelled).get(stem, stem)


@lru_cache(maxsize=64)
def read_question(text: str) -> Asked:
    """Return what a question names and asks for."""
    whole = " ".join(text[:QUESTION_HEAD_CHARACTERS].split())
    years = tuple(map(int, unique(_YEAR.findall(whole))))
    bare = " ".join(_YEAR.sub(" ", whole).split())
    asking = frozenset(
        stem for one in _ONLY_ASKS.findall(bare.lower()) for word in one.split() if (stem := stem_of(word))
    )
    core = tuple(stem for stem in unique(terms(bare).stems) if stem not in asking)
    lettered = tuple(stem for stem in core if not stem[0].isdigit())
    sides = tuple(_sides(bare, asking, lettered))
    found = (*_places(bare), *_numbered(bare, lettered), *_capitalised(bare, asking))
    names = tuple({(name.stems, name.number): name for name in reversed(found)}.values())[::-1]
    own = {stem for name in (*names, *sides) for stem in name.stems}
    phrase = _is_phrase(bare)
    asks = tuple(wanted(bare, phrase=phrase))
    spelled = tuple({stem: word for word in reversed(surfaces(bare)) if (stem := stem_of(word))}.items())
    listed = None
    if not asks and not sides:
        listed = _listed(bare, LEAST_WITH) if phrase else _listed(_which(bare), 1)
    head = tuple(s for s in core if s not in own)
    return Asked(names, sides, core, head, years, asks, listed, spelled)


def _is_phrase(text: str) -> bool:
    """Tell whether a question is a noun phrase, as people type it: without question word, verb and question mark."""
    said = [found[0].lower() for found in _WORD.finditer(text)]
    if not said or said[0] in words("words that open a question") or text.endswith("?"):
        return False
    return words("verbs of a sentence").isdisjoint(said)


def _which(text: str) -> str:
    """Return the noun phrase that a question asks to choose from: "songs" of "what songs are couples choosing"."""
    first, *said = [found[0].lower() for found in _WORD.finditer(text)] or [""]
    end = next((i for i, word in enumerate(said) if word in words("verbs of a sentence")), 0)
    return " ".join(said[:end]) if first in ("what", "which") else ""


def _listed(text: str, least: int) -> Listed | None:
    """Return the things that a noun phrase asks for in the plural; None where it asks for none.

    "First dance songs" asks for songs, "types of bridge bearings" for bearings: a word of a mere respect is not what
    is asked for, nor is what stands before it and "of".
    """
    last, respect = "", False
    for word in [*(found[0] for found in _WORD.finditer(text)), "of"]:
        low = word.lower()
        if low in words("parts a noun phrase"):
            if last and not respect:
                break
            last = ""
        respect = low in words("general nouns")
        if not respect and stem_of(low) and low not in words("places") and not low[0].isdigit():
            last = low
    plural = last.endswith("s") and not last.endswith("ss") and stem_of(last) == stem_of(last[:-1])
    return Listed(stem_of(last), last, least) if plural else None


def without_years(text: str) -> str:
    """Return a question without its years, unless nothing else is left: a year makes no page relevant."""
    head = text[:QUESTION_HEAD_CHARACTERS]  # of a longer question no more is read
    if _YEAR.search(head) is None:
        return text
    bare = _YEAR.sub(" ", head)
    return bare if terms(bare).stems else text


def _named(text: str, stems: Iterable[str], *, place: bool = False) -> Iterator[Name]:
    found = tuple(unique(stems)) or ((text.lower(),) if text.isupper() else ())  # "WHO" is no stop word
    if found:
        rarest = max(found, key=idf)
        yield Name(text, found, rarest, idf(rarest), place)


def _capitalised(text: str, asking: frozenset[str]) -> Iterator[Name]:
    """Yield the runs of words with a capital, where capitals tell anything, and the words with an inner capital."""
    tokens = list(_WORD.finditer(text))
    content = [one for one in tokens if stem_of(one[0])]
    capital = [one for one in content if one[0][0].isupper()]
    opens = bool(tokens) and tokens[0][0].lower() in words("words that open a question")
    telling = opens or len(capital) < len(content) or len(content) == 1
    run: list[re.Match[str]] = []
    for at, token in enumerate([*tokens, None]):
        named = (
            token is not None
            and stem_of(token[0]) not in asking
            and _is_name(token[0], telling and not _opening(at, tokens))
        )
        if run and (token is None or not named or text[run[-1].end() : token.start()] != " "):
            said = {one[0].lower() for one in run}
            if not said <= words("titles of persons") and not said <= words("broad regions"):
                yield from _named(" ".join(one[0] for one in run), [s for one in run for s in terms(one[0]).stems])
            run = []
        if token is not None and named:
            run.append(token)


def _opening(at: int, tokens: list[re.Match[str]]) -> bool:
    """Tell whether a word has its capital because it is the first: the next has none, and it is a common one."""
    if at:
        return False
    first = tokens[0][0]
    beside = len(tokens) > 1 and tokens[1][0][0].isupper()
    return not first.isupper() and (
        first.lower() in STOP_WORDS or not (beside or idf(stem_of(first)) >= OPENING_NAME_IDF)
    )


def _is_name(word: str, telling: bool) -> bool:
    if any(c.isdigit() for c in word):
        return any(c.isalpha() for c in word)
    if word[1:] != word[1:].lower() and not word.isupper():
        return True  # an inner capital: "iPhone", "eBay"
    return telling and word[0].isupper() and (bool(stem_of(word)) or (word.isupper() and len(word) > 1))


def _places(text: str) -> Iterator[Name]:
    for found in _PLACE.finditer(text.lower()):
        yield from _named(text[found.start() : found.end()], terms(found[0]).stems or (found[0],), place=True)


def _numbered(text: str, lettered: tuple[str, ...]) -> Iterator[Name]:
    """Yield the words with a number behind them that is part of what is meant: "model 8", "Corvane 7", "level 2".

    A verb has a count behind it: "do I have to register 3 hens".
    """
    for found in _NUMBERED.finditer(text):
        if found[1].islower() and _VERB_BEHIND.search(text, 0, found.start()) and _COUNTED.match(text, found.end()):
            continue
        if stem_of(found[1]) and found[1].lower() not in words("counters before a number"):
            yield Name(found[0], (found[2],), found[2], idf(found[2]), number=found[2], before=lettered)


def _sides(text: str, asking: frozenset[str], lettered: tuple[str, ...]) -> Iterator[Name]:
    """Yield what is compared: of each side the words that the other lacks.

    The noun of both may stand only behind the last ("flamenco vs classical guitarist"): of a longer last side as many
    words count as the first has.
    """
    parts = [part for part in _PARTED.split(text) if part.strip()]
    if len(parts) == 1 and (found := _BETWEEN.search(text)):
        parts = [part for part in found.groups() if part]
    stems = [[s for s in unique(terms(part).stems) if s not in asking] for part in parts]
    if len(parts) != 2 or not all(0 < len(one) <= SIDE_MOST_WORDS for one in stems):
        return
    first, last = ([s for s in own if s not in other] for own, other in ((stems[0], stems[1]), (stems[1], stems[0])))
    for part, own in ((parts[0], first), (parts[1], last[: max(1, len(first))])):
        numbers = [one for one in own if one[0].isdigit()]
        if numbers:
            yield Name(part.strip(), (numbers[0],), numbers[0], idf(numbers[0]), number=numbers[0], before=lettered)
        else:
            both = tuple(s for s in stems[0] if s in stems[1])
            yield from (replace(name, beside=both) for name in _named(part.strip(), own))
