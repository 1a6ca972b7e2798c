"""Read a reference that is written as text, in any of the usual styles (APA, MLA, Chicago, IEEE, Vancouver ...).

What no style changes is read first and taken out: identifiers, addresses, days of access. What is left is authors,
title, venue and year, in an order that punctuation tells: a title in quotation marks, a year behind the authors, a
colon behind them, or full stops alone.
"""

from __future__ import annotations

import re

from audit.references.written_authors import read_authors
from audit.thresholds import LONGEST_REFERENCE
from wellsourced_core.identifiers import bad_doi, find_arxiv, find_doi, find_isbn
from wellsourced_core.lexicon import either
from wellsourced_core.model import Person, WrittenReference
from wellsourced_core.patterns import compiled
from wellsourced_core.person_names import is_body
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ReferenceKind

_LINK = compiled(r"\[(?P<shown>[^\[\]\n]{1,600})\]\((?P<url>[^()\s]{1,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?)\)")
_URL = compiled(r"<?https?://[^\s<>]{1,2000}>?", re.IGNORECASE)
_MARK = compiled(
    r"^\s{0,9}(?:[-*+•]\s{1,9}|\[\^?[^\[\]\s]{1,40}\]:?\s{0,9}|\(?[0-9]{1,4}[.)]\s{1,9}|\\\[[0-9]{1,4}\\\]\s{0,9})"
)
_EMPHASIS = compiled(r"(?<!\w)(?:\*{1,3}|_{1,3})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3})(?!\w)")
_ESCAPED = compiled(r"\\([\\`*_{}\[\]()#+.!&~-])")
_DOI_WORDS = compiled(r"(?:https?://(?:dx\.)?doi\.org/|\bdoi(?:\.org/|:)?\s{0,3})(?=10\.)", re.IGNORECASE)
_NOISE = compiled(
    rf"\(?\[?\b(?:{either('access notes')})\b[^.\[\]()]{{0,120}}[.\])]?"
    r"|\bPMID:?\s{0,3}[0-9]{4,9}\.?|\bPMC[0-9]{4,9}\b",
    re.IGNORECASE,
)
_QUOTED = compiled(
    r"“(?P<a>[^“”]{3,500})”|(?<!\w)\"(?P<b>[^\"]{3,500})\"|(?<![\w'])‘(?P<c>[^‘]{3,500}?)’(?=[,.;:\s]|\Z)"
    r"|(?<![\w'])'(?P<d>[^']{3,500})'(?!\w)|``(?P<e>[^`']{3,500})''"
)
_YEAR = r"(?P<year>1[5-9][0-9]{2}|20[0-9]{2}|21[0-9]{2})"
_MONTHS = either("month names", "month abbreviations", language="en")
_DATED = compiled(rf"\((?:[^()0-9]{{0,20}} )?{_YEAR}[a-z]?(?:[,/ -][^()]{{0,40}})?\)\s{{0,3}}[.,:]?")
_STANDING = compiled(rf"[.,] {_YEAR}[a-z]?\. ")
_ANY_YEAR = compiled(rf"(?<![0-9/–-]){_YEAR}(?![0-9]|[–-][0-9])")
# An author as it opens a list that only full stops close: "Smith, J. K.", "J. K. Smith", "Smith JK", "Jane K. Smith".
_PARTICLE = rf"(?:(?:{either('particles in lists')}) ){{0,3}}"
_WORD = r"[^\W\d_a-zß-ÿ][^\W\d_]{0,40}+(?:['’`-][^\W\d_]{1,40}+){0,3}"
_FAMILY = rf"{_PARTICLE}{_WORD}(?: {_WORD})?"
_DOTTED = r"[^\W\d_a-zß-ÿ]\.(?:[ -]{0,1}[^\W\d_a-zß-ÿ]\.){0,4}"
_FULL = rf"{_WORD}(?: [^\W\d_a-zß-ÿ]\.| {_WORD}){{0,2}} {_FAMILY}(?=,|;|:|\.|\Z| and | & )"
_NAME = rf"(?:{_FAMILY}, {_DOTTED}|{_DOTTED} {_FAMILY}|{_FULL}|{_FAMILY} [^\W\d_a-zß-ÿ]{{1,3}}(?![\w’']))"
_NEXT = r"(?:,? (?:and|&|et|und) |, |; )"
_LIST = compiled(rf"(?<!\w){_NAME}(?:{_NEXT}{_NAME}){{0,200}}(?:,? et al\.?)?")
_STOP = compiled(
    r"(?<=[\w)\]”’\"'»?!%])(?<!\b[^\W\d_])(?<!\bvs)(?<!\bNo)(?<!\bvol)(?<!\bSt)[.?!](?:[”’\"])?\s{1,3}(?=[^\W_a-zß-ÿ(\[“\"‘])"
)
_IN = compiled(r"[\s,.;:]{0,9}\bIn:? ")
_LEADING = compiled(
    r"^[\s.,;:–—-]{0,20}(?:(?:[Pp]resented at|[Ii]n|[Pp]ublished in|[Tt]o appear in):? )?(?:Proc\. (?:of )?(?:the )?)?"
)
# What stands behind a venue: volume, issue, pages, places, years.
_BEHIND = compiled(
    rf"(?:,|;|\.)? \(?(?i:{either('words behind venues')})\b\.?"
    r"|[,;.]? {0,1}\(?[0-9]{1,5}(?: ?\([^()]{1,20}\))?(?=[,;:.() –-]|\Z)|\((?=[0-9A-Z])|\. (?=[0-9])|;\s|(?<=\w{9})\.\s"
)
_EDITED = compiled(r"^[^.]{3,120}\([Ee]ds?\.?\),? ")
_VENUE_END = " \t,.;:–—-*_()"
_SCHOLARLY = compiled(
    r"\b[0-9]{1,4} ?\([0-9]{1,4}(?:[-–][0-9]{1,4})?\)|\b[Vv]ol\.? ?[0-9]|\b[Pp]p?\.? ?[0-9]|[0-9]{4};[0-9]"
    r"|[0-9]{1,4}, [0-9]{1,6}[-–][0-9]{1,6}|[0-9]{1,4}: ?[0-9]{1,6}[-–]"
    rf"|\b(?:{either('words of scholarship')})\b"
)


@frozen
class _Parts:
    """What a reference is made of: the texts of authors, title and what follows, and a year that stood between."""

    authors: str
    title: str
    rest: str
    year: int | None = None


def read_reference(text: str, *, key: str, line: int, start: int = 0, urls: tuple[str, ...] = ()) -> WrittenReference:
    """Read one reference of a list; ``urls`` are addresses that its markup holds."""
    raw = text[:LONGEST_REFERENCE]
    linked = " ".join((*urls, *(found["url"] for found in _LINK.finditer(raw))))
    bare = _bare(raw)
    doi, arxiv = find_doi(f"{raw} {linked}"), find_arxiv(f"{raw} {linked}")
    stripped = _without_identifiers(bare, doi)
    parts = _parts(stripped)
    authors, shortened = read_authors(parts.authors)
    venue = _venue(parts.rest)
    url = next(iter(urls), "") or next((found[0].strip("<>.,;") for found in _URL.finditer(raw)), "")
    return WrittenReference(
        key=key,
        line=line,
        start=start,
        end=start + len(text),
        text=text,
        kind=_kind(stripped, authors, parts, bool(doi or arxiv), venue),
        title=parts.title.strip(" .,;:*_\"“”‘’'"),
        authors=authors,
        shortened=shortened,
        year=parts.year if parts.year is not None else _last_year(parts.rest),
        venue=venue,
        doi=doi or bad_doi(f"{raw} {linked}"),
        arxiv=arxiv,
        isbn=find_isbn(raw),
        url=url,
    )


def _bare(raw: str) -> str:
    """Return a reference without its number, its links' addresses and its emphasis, on one line."""
    text = _LINK.sub(lambda found: found["shown"], " ".join(raw.split()))
    text = _MARK.sub("", text)
    return _EMPHASIS.sub("", _ESCAPED.sub(r"\1", text)).strip()


def _without_identifiers(text: str, doi: str) -> str:
    if doi:
        text = _DOI_WORDS.sub(" ", text)
        at = text.lower().find(doi)
        if at >= 0:
            text = f"{text[:at].rstrip(' :/')} {text[at + len(doi) :]}"
    text = _URL.sub(" ", text)
    return " ".join(_NOISE.sub(" ", text).split())


def _parts(text: str) -> _Parts:
    quoted = _QUOTED.search(text)
    title = quoted[quoted.lastgroup or 0] if quoted is not None else ""
    if quoted is not None and (" " in title or title[-1] in ",."):
        head, year = _undated(text[: quoted.start()])
        return _Parts(head, title.rstrip(" ,."), text[quoted.end() :], year)
    dated = _DATED.search(text)
    if dated is not None and _opens(text[: dated.start()]):
        title, rest = _split_title(text[dated.end() :])
        return _Parts(text[: dated.start()], title, rest, int(dated["year"]))
    standing = _STANDING.search(text)
    if standing is not None and _opens(text[: standing.start() + 1]):
        title, rest = _split_title(text[standing.end() :])
        return _Parts(text[: standing.start() + 1], title, rest, int(standing["year"]))
    return _by_names(text)


def _undated(head: str) -> tuple[str, int | None]:
    """Return what stands before a quoted title without its year: "Smith, John. 2019.", "Smith, J. (2019)"."""
    found = _ANY_YEAR.search(head)
    if found is None:
        return head, None
    return head[: found.start()].rstrip(" (.,"), int(found["year"])


def _opens(head: str) -> bool:
    """Tell whether the text before a year can be a list of authors and nothing more."""
    head = head.strip()
    if not 2 <= len(head) <= 2_000:
        return False
    listed = _LIST.match(head)
    return (listed is not None and len(head) - listed.end() <= 12) or is_body(head) or _STOP.search(head) is None


def _by_names(text: str) -> _Parts:
    """Part a reference at the end of the list of names that it opens with; without names it opens with its title."""
    listed = _LIST.match(text)
    if listed is not None:
        head, tail = text[: listed.end()], text[listed.end() :]
        if (colon := tail.find(": ")) in range(8):  # Springer: "Smith, J.: Title"
            title, rest = _split_title(tail[colon + 2 :])
            return _Parts(head + tail[:colon], title, rest)
        if tail[:1] in ".," or head.endswith((".", "al")):
            title, rest = _split_title(tail.lstrip("., "))
            return _Parts(head, title, rest)
    stop = _STOP.search(text)
    if stop is not None and (is_body(text[: stop.start()]) or _many_names(text[: stop.start()])):
        title, rest = _split_title(text[stop.end() :])
        return _Parts(text[: stop.start()], title, rest)
    title, rest = _split_title(text)
    return _Parts("", title, rest)


def _many_names(head: str) -> bool:
    """Tell whether a first sentence is a list of full names: short parts between commas, with capitals."""
    parts = [part for part in re.split(r",| and | & ", head) if part.strip()]
    return len(parts) > 1 and all(part.strip()[:1].isupper() and len(part.split()) <= 4 for part in parts)


def _split_title(text: str) -> tuple[str, str]:
    """Return the title that a text begins with, and what follows: a sentence, or up to "In" and the proceedings."""
    text = text.lstrip(" .,:")
    stop, inside = _STOP.search(text), _IN.search(text)
    if inside is not None and inside.start() > 0 and (stop is None or inside.start() < stop.start()):
        return text[: inside.start()], text[inside.start() :]
    if stop is not None:
        mark = text[stop.start()]
        return text[: stop.start() + (mark in "?!")], text[stop.end() :]
    return text, ""


def _venue(rest: str) -> str:
    """Return the name of the journal or the proceedings that a reference ends with, without volume, pages and year."""
    rest = _LEADING.sub("", rest)
    rest = _EDITED.sub("", rest)
    behind = _BEHIND.search(rest)
    venue = rest[: behind.start()] if behind else rest
    if not venue.strip(_VENUE_END) and behind:
        return ""
    # "Proceedings of the 39th Conference": the number belongs to the name.
    venue = venue.strip(_VENUE_END)
    return venue if any(map(str.isalpha, venue)) and _ANY_YEAR.fullmatch(venue) is None else ""


def _last_year(rest: str) -> int | None:
    years = [found["year"] for found in _ANY_YEAR.finditer(rest)]
    return int(years[-1]) if years else None


def _kind(text: str, authors: tuple[Person, ...], parts: _Parts, identified: bool, venue: str) -> ReferenceKind:
    """Return what a reference is: of scholarship where it names a volume, pages or proceedings, or an identifier."""
    if identified or (authors and venue and _SCHOLARLY.search(text)):
        return "work"
    if find_isbn(text) or (authors and parts.rest and not _URL.search(text)):
        return "book"
    return "other"
