"""Read the text of an .epub book, chapter by chapter in their order. Runs in a process that can be killed."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from retrieval.hidden_text import drop_hidden
from retrieval.html_page import LONGEST_OPENING, LONGEST_TEXT, Extract
from retrieval.refused_file import RefusedFileError
from retrieval.safe_xml import elements
from retrieval.zipped_parts import Parts, parts_of

_KIND = "an .epub"
_CONTAINER, _RIGHTS = "META-INF/container.xml", "META-INF/rights.xml"
_BLOCKS = frozenset(
    "address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li "
    "main nav ol p pre section table tr ul".split()
)
_BREAKS = {"td": (" ", " | "), "th": (" ", " | ")}
_SILENT = frozenset(("title", "script", "style", "template", "noscript"))


def read_epub(data: bytes) -> Extract:
    """Return a book as its paragraphs. Raises RefusedFileError for what is no book, or is locked."""
    with parts_of(data, _KIND) as parts:
        if _CONTAINER not in parts.names:
            raise RefusedFileError("contains no book")
        if _RIGHTS in parts.names:
            raise RefusedFileError("is encrypted")
        title, names, chapters = _package(parts)
        blocks: list[str] = []
        length = 0
        for chapter in chapters:
            for block in _blocks(parts.read(chapter)):
                blocks.append(block)
                length += len(block)
            if length > LONGEST_TEXT:
                break
    return Extract(title, "\n\n".join(blocks)[:LONGEST_TEXT], opening=names[:LONGEST_OPENING])


def _package(parts: Parts) -> tuple[str, str, list[str]]:
    """Return a book's title, its identifiers, and the parts that are its chapters, each once."""
    roots = [one for one in elements(parts.read(_CONTAINER), _KIND) if one.name == "rootfile"]
    place = roots[0].attributes.get("full-path", "") if roots else ""
    if place not in parts.names:
        raise RefusedFileError("contains no book")
    package = elements(parts.read(place), _KIND)
    title = next((" ".join(one.text.split()) for one in package if one.name == "title"), "")
    names = " ".join(one.text for one in package if one.name == "identifier").replace("urn:isbn:", "ISBN ")
    base = posixpath.dirname(place)
    items = (one.attributes for one in package if one.name == "item")
    target = {
        item.get("id", ""): posixpath.normpath(posixpath.join(base, unquote(item.get("href", "")))) for item in items
    }
    wanted = (target.get(one.attributes.get("idref", ""), "") for one in package if one.name == "itemref")
    return title[:500], names, [name for name in dict.fromkeys(wanted) if name in parts.names]


def _blocks(data: bytes) -> Iterator[str]:
    """Yield the paragraphs of a chapter, as its readers see them."""
    from trafilatura.utils import load_html

    tree = load_html(data)
    if tree is None:
        return
    drop_hidden(tree)
    for element in tree.iter():
        tag = element.tag if isinstance(element.tag, str) else ""
        before, after = _BREAKS.get(tag, ("\n", "\n") if tag in _BLOCKS else ("", ""))
        shown = "" if tag in _SILENT or not tag else " ".join((element.text or "").splitlines())
        element.text = before + shown
        element.tail = after + " ".join((element.tail or "").splitlines())
    lines = (" ".join(line.split()) for line in "".join(tree.itertext()).split("\n"))
    yield from (line.strip("| ") for line in lines if line.strip("| "))
