"""The works that a Word document's citation fields name: Word's own, Zotero's, Mendeley's and EndNote's.

A field that shows "(Okafor, 2014)" is read as the key of its work, and that key is put before the work's entry in the
bibliography. What joins the two is what the field says of the work: its title, else its first author and its year.
"""

from __future__ import annotations

import json
import re
import unicodedata
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, count
from typing import Any

from retrieval.refused_file import RefusedFileError
from retrieval.safe_xml import parse
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

_B = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"
_OWN = compiled(r"(?:^|\s)(?:CITATION|\\m)\s+([^\s\\]+)")
_LIST = compiled(
    r"(?:^|\s)BIBLIOGRAPHY(?:\s|$)|ZOTERO_BIBL|CSL_BIBLIOGRAPHY|Mendeley Bibliography|EN\.REFLIST(?![A-Za-z])"
)
# "(12, 15)" or "[1][2]", but "(2014)" is a year.
_NUMBERED = compiled(
    r"(?<![\s\[(])[\s\[(]*+[0-9]{1,3}(?![0-9])(?:[\s,;–-]+[0-9]{1,3}(?![0-9]))*[\])\s]*|(?:\[[0-9\s,;–-]+\][\s,;]*)+"
)
_LABEL = compiled(r"(?<!\s)\s*+(?:\[[0-9]{1,4}\]|[0-9]{1,4}[.)]?\s)")
_YEAR = compiled(r"(?<![0-9])[0-9]{4}(?![0-9])")
_MENDELEY, _ENDNOTE = "MENDELEY_CITATION_v3_", "PEVuZE5v"  # "<EndNo" in base 64
_SHORTEST = 8  # letters of a title that tells a work
_AUTHORS = 120  # letters of an entry among which its first author stands


@frozen
class Work:
    """What a field says of a work, as bare words: ``year`` with its letter where a reader sees one; a name for its key.

    ``number`` is the one that its program gave it.
    """

    title: str
    family: str
    year: str
    name: str
    number: str = ""

    @property
    def identity(self) -> tuple[str, ...]:
        """What tells the work from others; yearbooks share a title, and papers of a year an author."""
        return self.title, self.family, self.year[:4], "" if self.is_titled else self.number

    @property
    def is_titled(self) -> bool:
        return len(self.title) >= _SHORTEST


class Works:
    """The works that a document cites, the entries of its bibliography, and the key that joins them.

    ``see`` is told every paragraph before ``marker`` and ``label`` are asked.
    """

    def __init__(self, document: Any) -> None:
        from docx.oxml.parser import parse_xml

        self._own: dict[str, Work] = {}  # by its tag
        self._read: dict[str, tuple[Work, ...]] = {}  # those of each field's code
        self._works: dict[tuple[str, ...], Work] = {}
        self._keys: dict[tuple[str, ...], str] = {}
        self._entries: dict[str, bool] = {}  # bare words of what may be an entry, and whether a field made it
        self._of_entry: dict[str, Work] = {}
        self._unsure: set[tuple[str, ...]] = set()  # several entries may be theirs
        self._strangers: dict[str, str] = {}
        for relation in document.part.rels.values():
            if relation.reltype.endswith("/customXml") and not relation.is_external:
                for source in parse_xml(relation.target_part.blob).iter(f"{_B}Source"):
                    tag = source.findtext(f"{_B}Tag") or ""
                    title, year = source.findtext(f"{_B}Title") or "", source.findtext(f"{_B}Year") or ""
                    last = next((one.text or "" for one in source.iter(f"{_B}Last", f"{_B}Corporate")), "")
                    self._own[tag] = _work(title, last, year, tag, tag)

    def see(self, codes: Iterable[tuple[str, str]], *, listed: bool = True) -> None:
        """Take note of a paragraph: of each of its fields the code, "" outside of all, and what a reader sees.

        Unless it is ``listed``, where a bibliography may stand, it is no entry.
        """
        parts = list(codes)
        for code, shown in parts:
            works = self._cited(code) if code and not _LIST.search(code) and not _NUMBERED.fullmatch(shown) else ()
            for work in works:
                known = self._works.setdefault(work.identity, work)
                letter = re.search(rf"{work.year}[a-z]\b", shown) if work.year and len(works) == 1 else None
                if letter:
                    self._works[work.identity] = replace(known, year=letter[0])
        cites = any(code and not _LIST.search(code) for code, _ in parts)
        words = _bare("".join(shown for _, shown in parts))
        if words and listed and not cites:
            self._entries[words] = any(code for code, _ in parts)

    def join(self) -> None:
        """Find the entry of each work: in the bibliography that a field made, else among all paragraphs."""
        if not self._works:
            return
        listed = any(self._entries.values())
        entries = [words for words, made in self._entries.items() if made or not listed]
        self._join_by_titles(entries, listed=listed)
        joined = {work.identity for work in self._of_entry.values()} | self._unsure
        left = [words for words in entries if words not in self._of_entry] if listed else []
        self._join_by_names([work for work in self._works.values() if work.identity not in joined], left, listed=listed)
        for words in left:
            if words not in self._of_entry:  # no field cites it
                self._strangers[words] = f"uncited{len(self._strangers) + 1}"
        taken: set[str] = set()
        for identity, work in self._works.items():
            self._keys[identity] = _unlike(taken, _key(work.name))
            taken.add(self._keys[identity])

    def _join_by_titles(self, entries: Sequence[str], *, listed: bool) -> None:
        """Join works and the entries with their titles, the longest in each; author and year tell equal titles apart.

        In a list that was typed an entry must have all three.
        """
        titled = _Index((work.title, work) for work in self._works.values() if work.is_titled)
        for words in entries:
            found = [work for work in titled.within(words) if listed or _is_by(work, words)]
            longest = max((len(work.title) for work in found), default=0)
            found = [work for work in found if len(work.title) == longest]
            sure = [work for work in found if _is_by(work, words)] if len(found) > 1 else found
            self._unsure.update(work.identity for work in found)
            if sure:
                self._of_entry[words] = sure[0]
        per_work = Counter(work.identity for work in self._of_entry.values())
        self._of_entry = {
            words: work
            for words, work in self._of_entry.items()
            if per_work[work.identity] == 1 or (listed and _is_by(work, words))
        }
        per_work = Counter(work.identity for work in self._of_entry.values())
        self._of_entry = {words: work for words, work in self._of_entry.items() if per_work[work.identity] == 1}
        self._unsure -= {work.identity for work in self._of_entry.values()}

    def _join_by_names(self, works: Sequence[Work], entries: Sequence[str], *, listed: bool) -> None:
        """Join what only one work and one entry have, author and year; where several have it, nobody can tell."""
        named = _Index((work.family, work) for work in works)
        theirs: dict[tuple[str, ...], list[str]] = {work.identity: [] for work in works}
        for words in entries:
            for work in named.within(words[:_AUTHORS]):
                if _is_by(work, words):
                    theirs[work.identity].append(words)
        rivals = Counter((work.family, work.year) for work in works)
        for work in works:
            some = theirs[work.identity]
            if len(some) == rivals[work.family, work.year] == 1:
                self._of_entry.setdefault(some[0], work)
            elif some or not listed:
                self._unsure.add(work.identity)

    def marker(self, code: str, shown: str) -> str:
        """Return what a citation field is read as: the keys of its works; "" for what it shows, as of numbers."""
        if _NUMBERED.fullmatch(shown) or _LIST.search(code):
            return ""
        works = [work.identity for work in self._cited(code)]
        if not works or not self._unsure.isdisjoint(works):
            return ""
        return f"[{'; '.join(f'@{key}' for key in dict.fromkeys(self._keys[one] for one in works))}]"

    def label(self, entry: str) -> str:
        """Return the label of an entry; "" for what is none, or brings its own."""
        if not self._works or _LABEL.match(entry):
            return ""
        words = _bare(entry)
        work = self._of_entry.get(words)
        key = self._keys[work.identity] if work is not None else self._strangers.get(words)
        return f"[@{key}] " if key else ""

    def _cited(self, code: str) -> tuple[Work, ...]:
        """Return the works that a field cites."""
        if code not in self._read:
            found = _of_endnote(code) if "EN.CITE" in code else _of_csl(code) if "CSL_CITATION" in code else None
            own = (self._own[tag] for tag in _OWN.findall(code) if tag in self._own) if found is None else ()
            self._read[code] = tuple(work for work in (found or own) if work.title or work.family)
        return self._read[code]


def is_of_works(code: str) -> bool:
    """Tell a field that cites works or lists them from a page number, a link, a date."""
    return "CITATION" in code or "EN.CITE" in code or _LIST.search(code) is not None


def of_control(tag: str) -> str:
    """Return the code of a field that a content control stands for: Mendeley's, or one that has it; "" for others."""
    if tag == "MENDELEY_BIBLIOGRAPHY":
        return "CSL_BIBLIOGRAPHY"
    if not tag.startswith(_MENDELEY):
        return tag if tag.startswith("ZOTERO_") else ""
    with suppress(ValueError):
        return f"CSL_CITATION {b64decode(tag.removeprefix(_MENDELEY)).decode('utf-8')}"
    return ""


def of_data(data: str) -> str:
    """Return what EndNote keeps beside a field's code, which is too short for it; "" for data of other programs."""
    if not data.lstrip().startswith(_ENDNOTE):
        return ""
    with suppress(ValueError):
        return b64decode(data).decode("utf-8", "replace").rstrip("\0")
    return ""


def _of_csl(code: str) -> list[Work]:
    with suppress(ValueError, RecursionError, AttributeError, TypeError, LookupError):
        found, _ = json.JSONDecoder().raw_decode(code, code.index("{"))
        items = [item["itemData"] for item in found["citationItems"] if "itemData" in item]
        return [_csl_work(item) for item in items]
    return []


def _csl_work(item: dict[str, Any]) -> Work:
    author = (item.get("author") or item.get("editor") or [{}])[0]
    family = str(author.get("family") or author.get("literal") or "")
    issued = item.get("issued") or {}
    year = str(((issued.get("date-parts") or [[""]])[0] or [""])[0] or issued.get("raw") or "")
    return _work(str(item.get("title") or ""), family, year, "", str(item.get("id") or ""))


class _Index:
    """Works by words of theirs, to be found in other words without trying each."""

    def __init__(self, some: Iterable[tuple[str, Work]]) -> None:
        self._by_first: dict[str, list[tuple[str, Work]]] = {}
        for words, work in some:
            if words:
                self._by_first.setdefault(words.partition(" ")[0], []).append((words, work))

    def within(self, words: str) -> list[Work]:
        """Return those whose words stand in these."""
        firsts = dict.fromkeys(words.split())
        tried = (pair for first in firsts for pair in self._by_first.get(first, ()))
        return [work for some, work in tried if f" {some} " in f" {words} "]


class _Cites:
    """Collects what EndNote's record of a citation says of each of its works; of several authors the first."""

    TOLD = frozenset(("Author", "Year", "RecNum", "author", "title", "year"))

    def __init__(self) -> None:
        self.all: list[dict[str, str]] = []
        self._open: list[str] = []
        self._closed: set[str] = set()

    def begin(self, tag: str, _: dict[str, str]) -> None:
        self._open.append(tag)
        if tag == "Cite":
            self.all.append({})
            self._closed.clear()

    def end(self, tag: str) -> None:
        self._open.pop()
        self._closed.add(tag)

    def add(self, text: str) -> None:
        tag = next((one for one in reversed(self._open) if one in self.TOLD), "")
        if tag and self.all and tag not in self._closed:
            self.all[-1][tag] = self.all[-1].get(tag, "") + text


def _of_endnote(code: str) -> list[Work]:
    start, end = code.find("<EndNote>"), code.find("</EndNote>")
    cites = _Cites()
    with suppress(RefusedFileError):
        parse(code[max(0, start) : end + len("</EndNote>")].encode("utf-8", "replace"), cites, "a field")
        return [
            _work(
                one.get("title", ""),
                one.get("Author") or one.get("author", "").partition(",")[0],
                one.get("Year") or one.get("year", ""),
                "",
                one.get("RecNum", ""),
            )
            for one in cites.all
        ]
    return []


def _work(title: str, family: str, year: str, name: str, number: str) -> Work:
    found = _YEAR.search(year)
    year = found[0] if found else ""
    return Work(_bare(title), _bare(family), year, name or f"{family or 'work'}{year}", number)


def _is_by(work: Work, words: str) -> bool:
    """Tell an entry that begins with a work's first author and has its year."""
    year = rf"\b{work.year}{'' if work.year[4:] else '[a-z]?'}\b"
    return bool(work.family) and f" {work.family} " in f" {words[:_AUTHORS]} " and re.search(year, words) is not None


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub(r"<[^<>]*>", "", text).casefold()))


def _key(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]", "", unicodedata.normalize("NFKD", name)) or "work"


def _unlike(taken: set[str], key: str) -> str:
    """Return a key that is not taken: as it is, with a letter, or with a number."""
    others = chain(("", *"bcdefghijklmnopqrstuvwxyz"), (f"_{number}" for number in count(2)))
    return next(f"{key}{other}" for other in others if f"{key}{other}" not in taken)
