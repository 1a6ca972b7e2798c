"""Export the sources that an article cites as BibTeX and CSL-JSON, for a reference manager.

Both are read back by retrieval.bibliography. A source is a page: a title, an address, perhaps a day; its authors are
not known. The key of an entry is its number in the article.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from retrieval.storage import scrub
from wellsourced.reference_list import opens_no_page
from wellsourced_core.errors import shown
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
} | {sign: f"\\{sign}" for sign in "&%$#_"}
# A brace counts in BibTeX even where it is escaped, so it stands as a command.
_LATEX_SIGN = compiled("|".join(map(re.escape, _LATEX)))
_ADDRESS_SIGN = compiled(r'[{}\\\s"<>]')


def bibtex(sources: Sequence[Source]) -> str:
    """Return the sources as BibTeX: an @misc entry each, its title in braces so that capitals stay."""
    return "\n".join(_entry(source) for source in sources)


def csl_json(sources: Sequence[Source]) -> str:
    """Return the sources as CSL-JSON: a list of web pages."""
    return json.dumps([_item(source) for source in sources], ensure_ascii=False, indent=2) + "\n"


EXPORTS: dict[str, tuple[str, Callable[[Sequence[Source]], str]]] = {
    "bibtex": ("references.bib", bibtex),
    "csl-json": ("references.csl.json", csl_json),
}


def _entry(source: Source) -> str:
    rows = [("title", f"{{{latex(_line(source.title or source.id))}}}")]
    elsewhere = opens_no_page(source.url)  # a field url becomes a link
    rows.append(("note", latex(_line(source.url))) if elsewhere else ("url", _address(source.url)))
    if source.published is not None:
        rows += [("year", f"{source.published:%Y}"), ("month", str(source.published.month))]
        rows.append(("date", source.published.isoformat()))
    if (read := _day(source.retrieved)) is not None:
        rows.append(("urldate", read.isoformat()))
    body = ",\n".join(f"  {name} = {{{value}}}" for name, value in rows if value)
    return f"@misc{{ref{source.n},\n{body}\n}}\n"


def _item(source: Source) -> dict[str, Any]:
    read = _day(source.retrieved)
    item = {
        "id": f"ref{source.n}",
        "type": "webpage",
        "title": _line(source.title or source.id),
        "container-title": host_of(source.url),
        "note" if opens_no_page(source.url) else "URL": _address(source.url),
        "issued": _parts(source.published) if source.published else None,
        "accessed": _parts(read) if read else None,
    }
    return {name: value for name, value in item.items() if value}


def _parts(day: date) -> dict[str, list[list[int]]]:
    return {"date-parts": [[day.year, day.month, day.day]]}


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "")[:10])
    except ValueError:
        return None


def _line(text: str) -> str:
    return scrub(" ".join(shown(text, 500).split()))


def latex(text: str) -> str:
    """Return a text as LaTeX, what would be markup escaped."""
    return _LATEX_SIGN.sub(lambda sign: _LATEX[sign[0]], text)


def _address(url: str) -> str:
    """Return an address with what would end a field or begin a comment percent-encoded."""
    return _ADDRESS_SIGN.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), scrub(url))
