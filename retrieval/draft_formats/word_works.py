"""The works that a Word document's citation fields name: its own sources, and those of Zotero and Mendeley.

A field that shows "(Okafor, 2014)" is read as the key of its work, and that key is put before the work's entry in the
bibliography which the same program made: what joins the two stands in the fields, not in what a reader sees.
"""

from __future__ import annotations

import json
import re
import unicodedata
from base64 import b64decode
from contextlib import suppress
from typing import Any

from wellsourced_core.patterns import compiled

_B = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"
_OWN = compiled(r"(?:^|\s)(?:CITATION|\\m)\s+([^\s\\]+)")
_LIST = compiled(r"(?:^|\s)BIBLIOGRAPHY(?:\s|$)|ZOTERO_BIBL|CSL_BIBLIOGRAPHY|Mendeley Bibliography")
# "(12, 15)" or "[1][2]", but "(2014)" is a year.
_NUMBERED = compiled(
    r"(?<![\s\[(])[\s\[(]*+[0-9]{1,3}(?![0-9])(?:[\s,;–-]+[0-9]{1,3}(?![0-9]))*[\])\s]*|(?:\[[0-9\s,;–-]+\][\s,;]*)+"
)
_LABEL = compiled(r"(?<!\s)\s*+(?:\[[0-9]{1,4}\]|[0-9]{1,4}[.)]?\s)")
_MENDELEY = "MENDELEY_CITATION_v3_"
_SHORTEST = 8  # letters of a title that tells a work


class Works:
    """The keys of a document's works, by their titles as bare words."""

    def __init__(self, document: Any) -> None:
        from docx.oxml.parser import parse_xml

        self._titles: dict[str, str] = {}  # the key of each title
        self._own: dict[str, str] = {}  # the title of each tag
        self._strangers = 0
        for relation in document.part.rels.values():
            if relation.reltype.endswith("/customXml") and not relation.is_external:
                for source in parse_xml(relation.target_part.blob).iter(f"{_B}Source"):
                    self._own[source.findtext(f"{_B}Tag") or ""] = source.findtext(f"{_B}Title") or ""

    def marker(self, code: str, shown: str) -> str:
        """Return what a citation field is read as: the keys of its works; "" for what it shows, as of numbers."""
        if _NUMBERED.fullmatch(shown) or _LIST.search(code):
            return ""
        keys = [self._key(title, name) for title, name in self._cited(code) if len(_bare(title)) >= _SHORTEST]
        return f"[{'; '.join(f'@{key}' for key in dict.fromkeys(keys))}]" if keys else ""

    def label(self, code: str, entry: str) -> str:
        """Return the label of an entry in a bibliography that a field made; "" where it brings its own."""
        if not _LIST.search(code) or not self._titles or _LABEL.match(entry):
            return ""
        words = _bare(entry)
        found = max((title for title in self._titles if title in words), key=len, default=None)
        if found is None:  # no field cites it
            self._strangers += 1
        return f"[@{self._titles[found] if found else f'uncited{self._strangers}'}] "

    def _cited(self, code: str) -> list[tuple[str, str]]:
        """Return the title of each work that a field cites, and a name for its key."""
        if "CSL_CITATION" in code and "{" in code:
            with suppress(ValueError, RecursionError, AttributeError, TypeError):
                found, _ = json.JSONDecoder().raw_decode(code, code.index("{"))
                items = [item["itemData"] for item in found["citationItems"] if "itemData" in item]
                return [(str(item.get("title") or ""), _name(item)) for item in items]
            return []
        return [(self._own.get(tag, ""), tag) for tag in _OWN.findall(code)]

    def _key(self, title: str, name: str) -> str:
        bare = _bare(title)
        if bare not in self._titles:
            key = re.sub(r"[^A-Za-z0-9_]", "", unicodedata.normalize("NFKD", name)) or "work"
            taken = set(self._titles.values())
            others = (f"{key}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
            self._titles[bare] = key if key not in taken else next((k for k in others if k not in taken), f"{key}_")
        return self._titles[bare]


def is_of_works(code: str) -> bool:
    """Tell a field that cites works or lists them from a page number, a link, a date."""
    return "CITATION" in code or _LIST.search(code) is not None


def of_control(tag: str) -> str:
    """Return the code of a field that a content control of Mendeley stands for, "" for any other."""
    if tag == "MENDELEY_BIBLIOGRAPHY":
        return "CSL_BIBLIOGRAPHY"
    if not tag.startswith(_MENDELEY):
        return ""
    with suppress(ValueError):
        return f"CSL_CITATION {b64decode(tag.removeprefix(_MENDELEY)).decode('utf-8')}"
    return ""


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub(r"<[^<>]*>", "", text).casefold()))


def _name(item: dict[str, Any]) -> str:
    """Return "Okafor2014", as far as a work has an author and a year."""
    authors = item.get("author") or [{}]
    parts = (item.get("issued") or {}).get("date-parts") or [[""]]
    family = authors[0].get("family") or authors[0].get("literal") or "work"
    return f"{family}{(parts[0] or [''])[0]}"
