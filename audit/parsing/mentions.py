"""Find citations in words or in unread forms: "(3)", "see source 2", "(Smith et al., 2020)".

None of it is judged. But an entry that is cited so is no orphan, and a draft that cites only so was not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from audit.parsing.citation_labels import AND, DASHES, members
from audit.parsing.citation_style import Diagnosis
from audit.parsing.markers import LINKED, LOOSE
from audit.thresholds import AUTHOR_YEAR_MOST_CHARACTERS, MENTION_BEFORE_CHARACTERS
from wellsourced_core.lexicon import either, listed, words
from wellsourced_core.model import Label, Marker, Ref, Reference, Scope
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

# Recognised in prose and left in it: what a sentence says is not read without them.
MENTIONS: tuple[MarkerShape, ...] = ("mention", "author-year", *LOOSE, "parenthesised-link", "parenthesised-address")

# A run of numbers as a list of labels has it: "3", "2 and 3", "1-3"; no beginning of a larger number, no share.
_NUMBERS = compiled(
    rf"[0-9]{{1,3}}(?:(?:, ?(?![0-9]{{3}}(?![0-9]))| ?[{DASHES};&…] ?| (?:{AND}) )[0-9]{{1,3}}){{0,8}}"
    r"(?![0-9A-Za-zÀ-ɏЀ-ӿ_%]|[.,][0-9])"
)
_IN_PARENTHESES = compiled(r"[(（](?:(?:see|cf\.?|vgl\.?|siehe|voir) )?$", re.IGNORECASE)
_BY_NAME = compiled(
    rf"(?:\b(?:{either('words for a source in a sentence')}|источник\w{{0,3}})\b\.?|\b(?:nos?|nr)\.|№|\bn[°º]"
    rf"|{either('words for a source without spaces')})"
    r"(?: ?(?:#|no\.|nr\.))? ?[:(\[]?$",
    re.IGNORECASE,
)
_JOINED = compiled(r"[0-9A-Za-zÀ-ɏЀ-ӿ_]")  # before a number: "A3"; in a script without spaces, any word
# What a number in parentheses belongs to: a thing with a number, the same number in words, "f(2)".
_NUMBERED = compiled(
    rf"\b(?:{either('things with a number', 'numerals up to twelve')})\.? ?$"
    r"|§.{0,20}$|(?<!\w)\w{1,3}$|(?:^|[\n(])[ \t]*$",
    re.IGNORECASE,
)
_APART = compiled(rf"[^{DASHES}0-9]+")
_ITEM = compiled(r"[(（][0-9]{1,3}[)）] (?=[^\W\d_])")  # "(1) soil, (2) water": it counts what follows

_CLAUSE_END = compiled(r"[ \t]{0,8}(?:[.,;:!?。，；]|$|[\r\n|])")

_UPPER = "A-ZÀ-ÖØ-ÞĀ-ŽА-ЯІЇЄҐ"
_PARTICLES = "|".join([f"[{one[0].upper()}{one[0]}]{one[1:]}" for one in listed("particles of a surname")])
_NAME = (
    rf"(?:(?:{_PARTICLES})[ -]){{0,2}}"
    rf"[{_UPPER}][’']?[^\W\d_]{{0,30}}[^\W\d_{_UPPER}](?:[-’'][^\W\d_]{{1,30}})?"
)
_AND = rf"{AND}|&|i"
_SEVERAL = rf" et al\.?|(?:, {_NAME}){{0,4}},? (?:{_AND}) {_NAME}"
_YEAR = r"(?:1[89]|20)[0-9]{2}[a-z]?"
_PLACE = r"(?:(?:, ?| )(?:pp?|S|c|с)\.? ?[0-9–-]{1,12}|: ?[0-9–-]{1,12})"
_WORK = rf"{_NAME}(?:{_SEVERAL})?,? {_YEAR}(?:, ?{_YEAR}){{0,5}}{_PLACE}?"
_IN_TEXT = compiled(rf"[(\[](?:(?:{either('cues before an author', gap=' ')}) )?{_WORK}(?:[;,] ?{_WORK}){{0,8}}[)\]]$")
_YEAR_ALONE = compiled(rf"\({_YEAR}{_PLACE}?\)$")
_AUTHORS_BEFORE = compiled(rf"(?<!\w){_NAME}(?:{_SEVERAL})? $")
_YEAR_CLOSES = compiled(r"(?:1[89]|20)[0-9]{2}(?:[^()\[\]\n]{0,30}[)\]]|[^()\n]{0,30}\))")
_OF_A_LINK = ("(", "[", ":")  # behind brackets
_SURNAME = compiled(rf"[{_UPPER}][^\W\d_]{{1,30}}")
_SURE = compiled(rf" et al\b| (?:{_AND}) ")
_YEARS = compiled(r"(?:1[89]|20)[0-9]{2}")
_NO_AUTHORS = words("words before a year that are no author")


def find_mentions(
    text: str, prose: str, read: Diagnosis, candidates: Iterable[Marker], references: Sequence[Reference], given: bool
) -> tuple[Marker, ...]:
    """Return, by position, what may cite in another way than the markers that are judged.

    Where these join the list, that is what names an entry which none of them cites (a link does not: it keeps its
    address without the entry); where none joins, whatever looks like a citation. ``given`` says that there is a
    sources file; ``prose`` is without markers and lists.
    """
    if read.style.joined_by == "none":
        linked = [m for m in candidates if m.shape in LINKED and m.shape in MENTIONS]
        found = _of_unread_style(text, prose, read, linked, references, given)
    else:
        found = [one for scope in read.scopes for one in _of_orphans(text, prose, read, scope, references)]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _of_orphans(
    text: str, prose: str, read: Diagnosis, scope: Scope, references: Sequence[Reference]
) -> Iterator[Marker]:
    """Yield mentions of entries that no judged marker cites."""
    refs = [ref for marker in read.judged if scope.start <= marker.start < scope.end for ref in marker.refs]
    cited: set[Label] = {ref.label for ref in refs}
    addresses = {canonical_url(ref.url) for ref in refs if ref.url}
    left = [
        entry
        for entry in (references[index] for index in scope.references)
        if entry.label not in cited and not any(canonical_url(url) in addresses for url in entry.urls)
    ]
    if not left or read.style.joined_by == "position":
        return
    yield from of_labels(text, prose, scope.start, scope.end, frozenset(entry.label for entry in left))
    for one in of_authors(text, prose, scope.start, scope.end):
        if names_entry(one, left):
            yield one


def find_strangers(text: str, prose: str, read: Diagnosis, references: Sequence[Reference]) -> Iterator[Marker]:
    """Yield what cites by author and year, in brackets or surely, a work that no entry is, beside markers that join.

    It keeps no entry from being an orphan: nothing need be withheld for it.
    """
    for scope in read.scopes if read.style.joined_by != "none" else ():
        entries = [references[index] for index in scope.references] or references
        for one in of_authors(text, prose, scope.start, scope.end):
            if (one.raw[0] in "([" or _SURE.search(one.raw)) and not names_entry(one, entries):
                yield one


def _of_unread_style(
    text: str, prose: str, read: Diagnosis, linked: Sequence[Marker], references: Sequence[Reference], given: bool
) -> list[Marker]:
    """Return what looks like a citation in a draft whose markers, if it has any, join nothing.

    A name and a year may be no more than that ("(Paris, 2015)"), and a link no more than a link. One alone tells
    something where there are sources and no list, so that something is to be cited; two tell of a list that links
    do not join; where there is neither, links are links.
    """
    scope, awaited = read.scopes[0], given and not references
    found = list(of_labels(text, prose, scope.start, scope.end, scope.labels))
    authors = list(of_authors(text, prose, scope.start, scope.end))
    sure = references and any(_SURE.search(one.raw) or names_entry(one, references) for one in authors)
    if awaited or sure or len(authors) > 1:
        found += authors
    links = [one for one in linked if one.shape not in LOOSE or (awaited and one.raw.startswith("<"))]
    links = [one for one in links if _CLAUSE_END.match(text, one.end)]
    if awaited or (references and len(links) > 1):
        found += links
    return found


def of_labels(text: str, prose: str, start: int, end: int, wanted: frozenset[Label]) -> Iterator[Marker]:
    """Yield where numbers in parentheses or behind a word for a source name one of the wanted labels."""
    numbers = frozenset(label for label in wanted if isinstance(label, int))
    items: set[int] | None = None
    for match in _NUMBERS.finditer(prose, start, end) if numbers else ():
        listed = ",".join(_APART.split(match[0]))
        labels = numbers & {ref.label for ref in members(listed, 0, numbers)}
        before = prose[max(start, match.start() - MENTION_BEFORE_CHARACTERS) : match.start()]
        if not labels or _JOINED.match(before[-1:]):
            continue
        low, high = match.span()
        if (opened := _IN_PARENTHESES.search(before)) and prose[high : high + 1] in (")", "）"):
            low, high = low - len(opened[0]), high + 1
            if items is None:
                items = {item.start() for item in _ITEM.finditer(prose, start, end)}
            if (len(items) > 1 and low in items) or _NUMBERED.search(before[: -len(opened[0])]):
                continue
        elif named := _BY_NAME.search(before):
            low -= len(named[0])
            opened = _IN_PARENTHESES.search(before[: -len(named[0])])
            if opened and prose[high : high + 1] in (")", "）"):
                low, high = low - len(opened[0]), high + 1
        else:
            continue
        refs = tuple(Ref(label, None, *match.span()) for label in sorted(labels))
        yield Marker(low, high, text[low:high], "mention", refs)


def of_authors(text: str, prose: str, start: int, end: int) -> Iterator[Marker]:
    """Yield where authors and a year are named, with the text as the label.

    "(Smith 2020)", "[Smith 2020]", "Smith et al. (2020)".
    """
    done = start
    for closing in _YEAR_CLOSES.finditer(prose, start, end):
        bracket = "(" if closing[0][-1] == ")" else "["
        opening = prose.rfind(bracket, max(done, closing.end() - AUTHOR_YEAR_MOST_CHARACTERS), closing.end())
        if opening < done or (bracket == "[" and text[closing.end() : closing.end() + 1] in _OF_A_LINK):
            continue
        match = _IN_TEXT.match(prose, opening, closing.end())
        if match is None and _YEAR_ALONE.match(prose, opening, closing.end()):
            head = _AUTHORS_BEFORE.search(prose, max(done, opening - AUTHOR_YEAR_MOST_CHARACTERS), opening)
            opening = head.start() if head else -1
        elif match is None:
            continue
        raw = text[opening : closing.end()] if opening >= done else ""
        names = _SURNAME.findall(raw)
        if names and names[0].lower() not in _NO_AUTHORS:
            done = closing.end()
            yield Marker(opening, done, raw, "author-year", (Ref(raw.strip("()[]"), None, opening, done),))


def names_entry(mention: Marker, entries: Sequence[Reference]) -> bool:
    """Tell whether an entry has the first author of a work that is mentioned, and its year."""
    works = [(_SURNAME.search(work), _YEARS.findall(work)) for work in mention.raw.split(";")]
    return any(
        author and author[0] in entry.text and any(year in entry.text for year in years)
        for author, years in works
        for entry in entries
    )
