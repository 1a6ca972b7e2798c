"""Read the identifiers of works: DOI, arXiv, ISBN; and tell those that cannot exist."""

from __future__ import annotations

import re

from wellsourced_core.patterns import compiled

# A registrant has four to nine digits, perhaps with parts; what follows the slash is anything printable.
_DOI = compiled(r"(?:\b|(?<=_))10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,3}/[^\s\"<>{}|\\^`\[\]]{1,300}", re.IGNORECASE)
_LIKE_DOI = compiled(
    r"(?:\bdoi:?[ ]{0,3}|doi\.org/)(?P<doi>[0-9]{1,4}\.[0-9.]{0,20}/?[^\s\"<>{}|\\^`\[\]]{0,300})", re.IGNORECASE
)
_WHOLE_DOI = compiled(r"10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,3}/\S{1,300}")
_CLOSING = ".,;:'\u201d\u2019*_"
_ARXIV = compiled(
    r"(?:arxiv[ ]{0,2}[:.]?[ ]{0,2}(?:preprint[ ]{1,2}arxiv[:.][ ]{0,2})?|arxiv\.org/(?:abs|pdf|html)/)"
    r"(?P<id>[0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,2})?(?![0-9])",
    re.IGNORECASE,
)
_BARE_ARXIV = compiled(
    r"(?:arxiv:)?(?P<id>[0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,2})?", re.IGNORECASE
)
_ARXIV_DOI = compiled(r"10\.48550/arxiv\.(?P<id>.{4,40}?)(?:v[0-9]{1,2})?", re.IGNORECASE)
_NEW_ARXIV = compiled(r"(?P<year>[0-9]{2})(?P<month>[0-9]{2})\.(?P<number>[0-9]{4,5})")
_OLD_ARXIV = compiled(r".{2,20}/(?P<year>[0-9]{2})(?P<month>[0-9]{2})[0-9]{3}")
_ISBN = compiled(r"\bISBN(?:-1[03])?:?[ ]{0,3}(?P<isbn>[0-9][0-9 -]{8,20}[0-9Xx])", re.IGNORECASE)
_VERSION = compiled(r"v[0-9]{1,2}\Z")
_ARXIV_PREFIX = "10.48550/arxiv."


def find_doi(text: str) -> str:
    """Return the first DOI of a text, lower-cased, without what closes a sentence behind it; "" for none."""
    found = _DOI.search(text)
    return _trimmed(found[0]) if found else ""


def bad_doi(text: str) -> str:
    """Return what is written as a DOI and cannot be one, "" where there is nothing of the kind."""
    written = _LIKE_DOI.search(text)
    if written is None or _DOI.search(text):
        return ""
    return _trimmed(written["doi"])


def is_doi(text: str) -> bool:
    """Tell whether a text is a possible DOI and nothing else."""
    return _WHOLE_DOI.fullmatch(text) is not None


def _trimmed(doi: str) -> str:
    """Drop what closes a sentence; a closing bracket stays where the DOI itself opened it."""
    doi = doi.lower()
    while doi and (doi[-1] in _CLOSING or (doi[-1] in ")]}>" and _is_open(doi))):
        doi = doi[:-1]
    return doi


def _is_open(doi: str) -> bool:
    return doi[-1] != ")" or doi.count(")") > doi.count("(")


def find_arxiv(text: str) -> str:
    """Return the first arXiv identifier that a text names as one, without its version; "" for none."""
    found = _ARXIV.search(text)
    if found:
        return found["id"].lower()
    doi = _ARXIV_DOI.fullmatch(find_doi(text))
    return doi["id"].lower() if doi else ""


def bare_arxiv(text: str) -> str:
    """Return the identifier that a field for arXiv identifiers holds, without its version; "" for none."""
    found = _BARE_ARXIV.fullmatch(text.strip())
    return found["id"].lower() if found else ""


def arxiv_doi(identifier: str) -> str:
    """Return the DOI that arXiv registers for each of its papers."""
    return _ARXIV_PREFIX + identifier


def unversioned(doi: str) -> str:
    """Return a DOI without the version that some append and that is not registered; the DOI itself for none."""
    return _VERSION.sub("", doi)


def impossible_arxiv(identifier: str, year: int, month: int) -> str:
    """Say why no paper can have an arXiv identifier by a year and month; "" where one can.

    Identifiers have had the form YYMM.NNNN since April 2007, with five digits since 2015.
    """
    new = _NEW_ARXIV.fullmatch(identifier)
    old = None if new else _OLD_ARXIV.fullmatch(identifier)
    found = new or old
    if found is None:
        return "no arXiv identifier has this form"
    written_year = 2000 + int(found["year"])
    if old and int(found["year"]) > 90:
        written_year -= 100
    if not 1 <= int(found["month"]) <= 12:
        return f"there is no month {found['month']}"
    if (written_year, int(found["month"])) > (year, month):
        return f"{written_year}-{found['month']} is in the future"
    if new and (written_year, int(found["month"])) < (2007, 4):
        return "arXiv had no such identifiers before April 2007"
    if new and len(found["number"]) != (5 if written_year >= 2015 else 4):
        return f"arXiv numbered its papers of {written_year} with {5 if written_year >= 2015 else 4} digits"
    return ""


def find_isbn(text: str) -> str:
    """Return the first ISBN that a text names as one, its digits only; "" for none."""
    found = _ISBN.search(text)
    return digits_of(found["isbn"]) if found else ""


def digits_of(isbn: str) -> str:
    return "".join(sign for sign in isbn.upper() if sign.isascii() and (sign.isdigit() or sign == "X"))


def is_isbn(digits: str) -> bool:
    """Tell whether an ISBN of 10 or 13 digits has the check digit that it must have (ISO 2108)."""
    if len(digits) == 10 and "X" not in digits[:9]:
        return sum((10 - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits)) % 11 == 0
    if len(digits) == 13 and "X" not in digits and digits[:3] in ("978", "979"):
        return sum((3 if i % 2 else 1) * int(d) for i, d in enumerate(digits)) % 10 == 0
    return False
