"""What the kept pages lack of what a question asks for: subject, attribute, the things to list, year."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from quality.about import Said, at, said_by
from quality.question import Asked
from quality.thresholds import (
    ATTRIBUTE_CHARACTERS,
    LEAST_INSTRUCTIONS,
    LEAST_WITH,
    LISTED_NEAR_STEMS,
    LONG_PAGE_STEMS,
    PAGE_HEAD_CHARACTERS,
    RARE_SUBJECT_IDF,
    SUBJECT_MOST_WORDS,
    UNION_SHARE,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Decision, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import content, idf, sentences, terms
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from quality.wanted import Wanted
    from wellsourced_core.model import DecisionRule

    Most = Literal["short", "insufficient"]

_DATED = frozenset(("date", "year", "time", "decade", "century"))
_UNCOUNTED = frozenset(("ordinal", "label", "identifier"))
_INSTRUCTION = compiled(
    rf"(?:\A|[.!?:;]\s|[-*•]\s|\n|\d[.)]\s|[Tt]hen\s|[Ff]irst,?\s)(?:{either('begins an instruction')})\b",
    re.IGNORECASE,
)
_DEGREES = compiled(r"\b[0-9]{1,4}\s?(?:°|degrees\b|[CF]\b)")  # "16 to 18 C"
_SUM = compiled(
    rf"(?<![0-9.,])[0-9][0-9.,]{{0,15}}(?: [mb]illion)? ?(?:{either('coins counted like things', language='en')})\b"
    r"|\bkr\.? [0-9]"
)
_MONTH = compiled(rf"\b(?:{either('month names', language='en')})\b")


@frozen
class Shortfall:
    """Something that a question asks for and the kept pages lack: the most that may be written, and why."""

    most: Most
    decision: Decision


def shortfalls(asked: Asked, kept: Sequence[Source]) -> Iterator[Shortfall]:
    """Yield what the kept pages lack, in the order in which a reader is told; nothing where they have it all."""
    if not kept:
        return
    pages = [said_by(source) for source in kept]
    yield from _subject(asked, pages)
    yield from _attributes(asked, kept)
    yield from _listed(asked, pages)
    if not any(speaks_of_year(asked, source) for source in kept):
        years = " and ".join(map(str, asked.years))
        yield _lacking("short", "gate-year", f"asks about {years}; no kept page speaks of it", 0)


def speaks_of_year(asked: Asked, source: Source) -> bool:
    """Tell whether a page has a year of the question, or was published in it; so has every page where none is asked."""
    if not asked.years:
        return True
    dated = source.published is not None and source.published.year in asked.years
    return dated or any(str(year) in said_by(source).text for year in asked.years)


def _subject(asked: Asked, pages: Sequence[Said]) -> Iterator[Shortfall]:
    """Where nothing is named: the rarest word must stand in some page, and half of the question in all together."""
    if not asked.core:
        return
    named = any(not name.place for name in asked.names) or bool(asked.sides)
    most: Most = "insufficient" if len(asked.core) <= SUBJECT_MOST_WORDS else "short"
    held = [stem for stem in asked.core if any(at(stem, page) for page in pages)]
    if not named and sum(map(idf, held)) < UNION_SHARE * sum(map(idf, asked.core)):
        yield _lacking(most, "gate-subject", "asks for more than the kept pages speak of", len(held))
        return
    rarest = max(asked.core, key=idf)
    if not named and idf(rarest) >= RARE_SUBJECT_IDF and rarest not in held:
        yield _lacking(most, "gate-subject", f"asks about “{asked.written(rarest)}”; no kept page speaks of it", 0)


def _attributes(asked: Asked, kept: Sequence[Source]) -> Iterator[Shortfall]:
    """Without any page that has an attribute nothing is answered; with one, or with one of two attributes, a part."""
    having = [(one, sum(has(one, asked, source) for source in kept)) for one in asked.wanted]
    none = sum(not pages for _, pages in having)
    snippets = all(said_by(source).size < LONG_PAGE_STEMS for source in kept)  # what they leave out proves nothing
    for one, pages in having:
        what = "asks for instructions" if one.attribute == "instructions" else f"asks for a {one.attribute}"
        if not pages:
            most: Most = "insufficient" if none == len(having) and not snippets else "short"
            yield _lacking(most, "gate-attribute", f"{what}; no kept page has {_one(one)}", 0)
        elif pages < min(LEAST_WITH, len(kept)):
            yield _lacking("short", "gate-attribute", f"{what}; one kept page has {_one(one)}", pages)


def _one(wanted: Wanted) -> str:
    return "any" if wanted.attribute == "instructions" else "one"


def _listed(asked: Asked, pages: Sequence[Said]) -> Iterator[Shortfall]:
    listed = asked.listed
    if listed and any(page.size >= LONG_PAGE_STEMS for page in pages):
        having = sum(_names_any(listed.stem, asked, page) for page in pages)
        if having < LEAST_WITH:
            have = "no kept page has" if not having else "one kept page has"
            most: Most = "insufficient" if having < listed.least else "short"
            yield _lacking(most, "gate-listed", f"asks for {listed.word}; {have} any", having)


def _names_any(stem: str, asked: Asked, page: Said) -> bool:
    """Tell whether the things asked for stand near another word of the question, not somewhere in a page."""
    beside = sorted(place for other in asked.core if other != stem for place in at(other, page))
    if len(asked.core) < 2:
        return bool(at(stem, page))
    return any(
        i < len(beside) and beside[i] <= place + LISTED_NEAR_STEMS
        for place in at(stem, page)
        for i in [bisect_left(beside, place - LISTED_NEAR_STEMS)]
    )


def has(wanted: Wanted, asked: Asked, source: Source) -> bool:
    """Tell whether a page has an attribute beside what it is asked of, or under a title on it."""
    text = source.text[:PAGE_HEAD_CHARACTERS]
    found = sorted(_mentions(wanted, text))
    if wanted.attribute == "instructions":
        return len(found) >= LEAST_INSTRUCTIONS
    if not found:
        return False
    titled = content(source.title)
    if frozenset(asked.head or asked.core) <= titled:
        return True
    if wanted.of and said_by(source).size >= LONG_PAGE_STEMS:
        return not titled.isdisjoint(wanted.of) or _stand_by(found, frozenset(wanted.of), text)
    head = frozenset(asked.core)
    read = terms(text)
    for stem, start, end in zip(read.stems, read.starts, read.ends, strict=True):
        if stem in head:
            i = bisect_left(found, start - ATTRIBUTE_CHARACTERS)
            if i < len(found) and found[i] <= end + ATTRIBUTE_CHARACTERS:
                return True
    return False


def _stand_by(found: Sequence[int], owners: frozenset[str], text: str) -> bool:
    """Tell whether a mention stands in one sentence with what it is asked of."""
    for start, end in sentences(text):
        i = bisect_left(found, start)
        if i < len(found) and found[i] < end and not owners.isdisjoint(content(text[start:end])):
            return True
    return False


def _mentions(wanted: Wanted, text: str) -> Iterator[int]:
    """Yield where an attribute stands: sums, days and months, numbers of a kind, words that tell a reader to act."""
    if wanted.attribute == "instructions":
        yield from (found.start() for found in _INSTRUCTION.finditer(text))
        return
    if "temperature" in wanted.kinds:
        yield from (found.start() for found in _DEGREES.finditer(text))
    if wanted.attribute == "price":
        yield from (found.start() for found in _SUM.finditer(text))
    if wanted.attribute == "date":
        yield from (found.start() for found in _MONTH.finditer(text))  # "in early May"
    for q in quantities(text):
        if wanted.attribute == "date":
            fits = q.kind in _DATED or q.kind in wanted.kinds
        elif wanted.kinds:
            fits = q.kind in wanted.kinds
        else:
            fits = q.kind not in _DATED and q.kind not in _UNCOUNTED
        if fits:
            yield q.start


def _lacking(most: Most, rule: DecisionRule, why: str, pages: int) -> Shortfall:
    return Shortfall(most, Decision(rule, why, (("pages", float(pages)),)))
