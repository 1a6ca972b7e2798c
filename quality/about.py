"""Whether a page is about what a question names: the name itself or an alias of it, and not only in passing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from quality.question import Asked, Name
from quality.question_terms import spelled_out
from quality.thresholds import (
    BESIDE_NAME_CHARACTERS,
    JOINED_MOST_LETTERS,
    KIN_LETTERS,
    KIN_SHARE,
    LONG_PAGE_STEMS,
    NAME_OPENING_STEMS,
    NAME_PASSING_STEMS,
    NAME_SHARE,
    PAGE_HEAD_CHARACTERS,
    SHORT_SUBJECT_WORDS,
    SIDE_NEAR_STEMS,
    SUBJECT_OPENING_SHARE,
    SUBJECT_SPELLED_SHARE,
)
from wellsourced_core.lexicon import rows
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STEMS, STOP_WORDS, idf, stem_of, surfaces
from wellsourced_core.values import frozen

_BEFORE = compiled(r"([^\W\d_a-z][\w'’-]{0,39}) \Z")
_BEHIND = compiled(r" ([^\W\d_a-z][\w'’-]{0,39})")
_CAPITALS = compiled(r"\b[A-Z][A-Za-z]*(?:(?:-| (?:of |and |the |for )?)[A-Z][A-Za-z]*)+")


@frozen
class Said:
    """A page, read for what it is about: its title and text, its words, and of each its stem, "" of one without.

    ``content`` are the stems there are, ``line`` the same between blanks: whether one is there is told at once, and
    only the few that a question has are counted. ``low`` are the words in small letters.
    """

    text: str
    surfaces: Sequence[str]
    stems: Sequence[str]
    content: Sequence[str]
    line: str
    low: frozenset[str]

    @property
    def size(self) -> int:
        return len(self.content)

    def places(self, stem: str) -> list[int]:
        """Return where a stem stands among the content words."""
        return [i for i, one in enumerate(self.content) if one == stem] if f" {stem} " in self.line else []


@lru_cache(maxsize=256)
def said_by(source: Source) -> Said:
    """Read the head of a page, its title first."""
    text = f"{source.title} . {source.text[:PAGE_HEAD_CHARACTERS]}"
    read = surfaces(text)
    stems = list(map(STEMS.__getitem__, read))
    content = list(filter(None, stems))
    return Said(text, read, stems, content, f" {' '.join(content)} ", frozenset(map(str.lower, read)))


def lacks(asked: Asked, source: Source) -> str | None:
    """Return what of a question a page is not about, as a reader is told; None where it is about all that it must be.

    Of a comparison a page must be about both sides, else about the rarest name. A page with room for it, which a
    snippet has not, must also be about each place, and about one that is typed without its capital.
    """
    page = said_by(source)
    roomy = page.size >= LONG_PAGE_STEMS
    needed = [*asked.sides]
    names = [name for name in asked.names if roomy or not (name.place and name.text.islower())]
    if not needed and names:
        needed.append(max(names, key=lambda name: (bool(name.number), name.rarity)))
    if roomy:
        needed += [name for name in asked.names if name.place and name not in needed]
    for name in needed:
        if not is_about(name, page):
            return f"it {'only mentions' if at(name.rarest, page) else 'says nothing of'} {name.text}"
    if roomy and not _opens_with(asked.subject, page):
        return "it only mentions what is asked about"
    return None


def _opens_with(subject: tuple[str, ...], page: Said) -> bool:
    """Tell whether a page's first stems hold enough of a short subject; a longer one may come late."""
    if not 0 < len(subject) <= SHORT_SUBJECT_WORDS:
        return True
    opening = [stem for stem in subject if any(place < NAME_OPENING_STEMS for place in at(stem, page))]
    return sum(map(idf, opening)) >= SUBJECT_OPENING_SHARE * sum(map(idf, subject))


def spells(asked: Asked, source: Source) -> bool:
    """Tell whether a page holds most of the subject in any spelling ("e-bike" for "ebike"), not only in passing."""
    page, subject = said_by(source), asked.subject or asked.core
    held = [stem for stem in subject if at(stem, page)]
    if not subject or sum(map(idf, held)) < SUBJECT_SPELLED_SHARE * sum(map(idf, subject)):
        return False
    return not _in_passing(at(max(subject, key=idf), page), page)


def _in_passing(places: list[int], page: Said) -> bool:
    """Tell whether a long page names something only once, and late."""
    return page.size >= NAME_PASSING_STEMS and len(places) < 2 and not (places and places[0] < NAME_OPENING_STEMS)


def is_about(name: Name, page: Said) -> bool:
    """Tell whether a page names something more than in passing.

    Its rarest word must stand there and half of its weight; in a long page twice or within the first 30 stems.
    """
    if name.number:
        return _numbered(name, page)
    found = {stem: at(stem, page) for stem in name.stems}
    rarest = next((word for word in name.text.split() if stem_of(word) == name.rarest), "")
    if len(name.stems) > 1 and not name.place and _always_another(name, page, rarest):
        return False
    whole = sum(idf(stem) for stem in name.stems)
    if found[name.rarest] and sum(idf(stem) for stem, places in found.items() if places) >= NAME_SHARE * whole:
        return not _in_passing(found[name.rarest], page) and _beside(name, page)
    return _by_alias(name, page)


def _beside(name: Name, page: Said) -> bool:
    """Tell whether a side of a comparison stands near a word that both sides have: Cuban near rumba, not near salsa."""
    both = [place for stem in name.beside for place in at(stem, page)]
    return not name.beside or any(
        abs(place - other) <= SIDE_NEAR_STEMS for place in at(name.rarest, page) for other in both
    )


def _by_last_name(name: Name, page: Said) -> bool:
    """Tell whether a page has the last word of a name with its capital, as pages call persons: "Obama"."""
    last = name.text.split()[-1]
    if name.place or not last[:1].isupper() or last == name.text:
        return False
    return _stands(last, page.text) and not _always_another(name, page, last)


def _always_another(name: Name, page: Said, word: str) -> bool:
    """Tell whether a word of a name is part of another's name wherever it stands: "Brightwater Brewing"."""
    if not word[:1].isupper():
        return False
    own = {one.lower() for one in name.text.split()}
    beside = [_capitals_beside(page.text, *found.span()) for found in _whole(word).finditer(page.text)]
    return bool(beside) and all(one and own.isdisjoint(one) and not set(one) <= STOP_WORDS for one in beside)


def _numbered(name: Name, page: Said) -> bool:
    """Tell whether a number stands behind one of the words that it belongs to ("model 8", "model 7 or 8")."""
    after = 2 if re.search(rf"\b[0-9]+(?:\s(?:or|and|vs\.?|to)\s|\s?[/&,]\s?){name.number}\b", page.text) else 1
    numbers = {place - back for place in page.places(name.number) for back in range(1, after + 1)}
    return any(place in numbers for stem in name.before for place in page.places(stem)) or _in_words(name, page)


def _in_words(name: Name, page: Said) -> bool:
    """Tell whether a number stands in words with the one before it: "series four", "the fourth and last series"."""
    noun = re.escape(name.text.split()[0])
    count, *ranks = spelled_out(name.number) or [""]
    said = rf"\b{noun} {count}\b|\b(?:{'|'.join(ranks)})(?: and [a-z]{{2,12}})? {noun}\b"
    return bool(count) and re.search(said, page.text, re.IGNORECASE) is not None


def at(stem: str, page: Said) -> list[int]:
    """Return where a stem stands in a page, in one word or in two ("e-bike"), else where words of its family do."""
    if found := sorted((*page.places(stem), *_joined(stem, page))):
        return found
    if f" {stem[:KIN_LETTERS]}" not in page.line:
        return []
    return [place for place, other in enumerate(page.content) if kin(stem, other)]


def _joined(stem: str, page: Said) -> Iterator[int]:
    """Yield where two words that follow one another make a stem: "honey bee" for "honeybee"."""
    for length in range(1, len(stem)):
        if (first := stem[:length]) not in page.low:
            continue
        for i, word in enumerate(page.surfaces):
            pair = "".join(page.surfaces[i : i + 2]) if word.lower() == first else ""
            if length < len(pair) <= JOINED_MOST_LETTERS and stem_of(pair) == stem:
                yield sum(map(bool, page.stems[:i]))


def kin(one: str, other: str) -> bool:
    """Tell whether two stems are of one family: five first letters alike, and most of the longer."""
    if one[:KIN_LETTERS] != other[:KIN_LETTERS] or min(len(one), len(other)) < KIN_LETTERS:
        return False
    shared = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= KIN_SHARE * max(len(one), len(other))


def _by_alias(name: Name, page: Said) -> bool:
    """Tell whether a page has another way to write a name: initials, what they stand for, joined, a known alias."""
    capitals = "".join(word[0] for word in name.text.split() if word[0].isupper())
    if len(capitals) > 1 and _stands(capitals, page.text):
        return True
    if name.text.isupper() and len(name.text) > 1:
        if _stands(name.text, page.text):
            return True
        spelled = ("".join(c for c in run[0] if c.isupper()) for run in _CAPITALS.finditer(page.text))
        if any(one.endswith(name.text) for one in spelled):  # "The World Health Organization"
            return True
    if _by_last_name(name, page):
        return True
    low = page.text.lower()
    return any(_stands(alias, low) for alias in aliases(name.text.lower()))


def _stands(word: str, text: str) -> bool:
    """Tell whether a word stands in a text as a whole."""
    return _whole(word).search(text) is not None


def _whole(word: str) -> re.Pattern[str]:
    """Return the pattern of a whole word; it is of one question, so it is not kept as ours are."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def _capitals_beside(text: str, start: int, end: int) -> list[str]:
    """Return the words with a capital right before and right behind a stretch, in small letters."""
    before, behind = (
        _BEFORE.search(text, max(0, start - BESIDE_NAME_CHARACTERS), start),
        _BEHIND.match(text, end, end + BESIDE_NAME_CHARACTERS),
    )
    return [found[1].lower() for found in (before, behind) if found]


@lru_cache(maxsize=256)
def aliases(name: str) -> tuple[str, ...]:
    """Return the other names of a place ("nyc" of "new york")."""
    found = [{key, *others} for key, others in rows("aliases of places") if name == key or name in others]
    return tuple(sorted(one for group in found for one in group if one != name))
