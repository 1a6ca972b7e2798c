"""A notebook as the audit reads it: its Markdown cells, one after the other, each character from its JSON string.

The standard library's parser reads the file; it is only asked where each string stands.
"""

from __future__ import annotations

import json
import json.decoder
import json.scanner
from typing import Any

from retrieval.draft_formats.draft_text import DraftText
from retrieval.draft_formats.weaver import Weaver
from wellsourced_core.patterns import compiled

# A run of plain characters, or one escape: two halves of a pair are one character.
_PART = compiled(r"[^\\\"]+|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")
_FORMATS = (3, 4)
_STRINGS: Any = json.decoder  # the parts of the parser that no stub knows
_VALUES: Any = json.scanner


class NotANotebookError(ValueError):
    """What is wrong with a file that is to be a notebook, in words."""


class _Located(str):
    """A string of a JSON text, with where its characters stand between the quotation marks."""

    __slots__ = ("first", "last")
    first: int
    last: int


def read(text: str) -> DraftText:
    """Return the text of a notebook's Markdown cells, blank lines between them. Raises NotANotebookError."""
    weaver = Weaver.on(text)
    weaver.fresh = False  # blocks are the cells' own
    for number, lines in _cells(_loaded(text)):
        if weaver.pieces:
            first = lines[0].first
            weaver.write("\n" if weaver.out[-1] == "\n" else "\n\n", first, first)
        line = 1
        for one in lines:
            line = _take(weaver, one, number, line)
    weaver.fresh = True  # its last line ends as the last cell does
    return weaver.finished()


def _loaded(text: str) -> Any:
    decoder: Any = json.JSONDecoder()
    decoder.parse_string = _string
    decoder.scan_once = _VALUES.py_make_scanner(decoder)
    try:
        return decoder.decode(text.removeprefix("\ufeff").rjust(len(text)))
    except RecursionError:
        raise NotANotebookError("is nested too deeply") from None
    except ValueError as error:
        raise NotANotebookError(f"is not JSON ({error})") from None


def _string(text: str, first: int, strict: bool = True) -> tuple[_Located, int]:
    value, end = _STRINGS.scanstring(text, first, strict)
    located = _Located(value)
    located.first, located.last = first, end - 1
    return located, end


def _cells(notebook: Any) -> list[tuple[int, list[_Located]]]:
    """Return each Markdown cell that has text: its number among all cells, from 1, and its strings."""
    if not isinstance(notebook, dict) or notebook.get("nbformat") not in _FORMATS:
        raise NotANotebookError("is not a notebook of format 3 or 4")
    sheets = notebook.get("worksheets") if notebook["nbformat"] == _FORMATS[0] else [notebook]
    try:
        cells = [cell for sheet in sheets or () for cell in sheet["cells"]]
        found = [(n, _strings(cell["source"])) for n, cell in enumerate(cells, 1) if cell["cell_type"] == "markdown"]
    except (KeyError, TypeError, AttributeError) as error:
        raise NotANotebookError(f"is not a whole notebook ({type(error).__name__}: {error})") from None
    return [(number, lines) for number, lines in found if any(line.strip() for line in lines)]


def _strings(source: Any) -> list[_Located]:
    lines = source if isinstance(source, list) else [source]
    if not all(isinstance(line, _Located) for line in lines):
        raise TypeError("a cell's source is neither text nor a list of lines")
    return lines


def _take(weaver: Weaver, one: _Located, cell: int, line: int) -> int:
    """Write a string's characters, line by line; returns the number of the line behind it."""
    weaver.name(f"cell {cell}, line {line}")
    for part in _PART.finditer(weaver.source, one.first, one.last):
        if part[0][0] != "\\":
            weaver.keep(*part.span())
            continue
        meant = json.loads(f'"{part[0]}"')
        weaver.write(meant, *part.span())
        if meant == "\n":
            line += 1
            weaver.name(f"cell {cell}, line {line}")
    return line
