"""Read BibTeX and BibLaTeX: entries with their fields, abbreviations expanded, values still in LaTeX.

The grammar is that of BibTeX's own reader: what stands outside of entries is no part of the file's content, values are
in braces or quotation marks, braces balance even behind a backslash, ``#`` joins values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wellsourced_core.errors import InputError
from wellsourced_core.lexicon import listed
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_ENTRY = compiled(r"@[ \t\n]{0,99}([A-Za-z][A-Za-z0-9_-]{0,99})[ \t\n]{0,99}([{(])")
_SPACE = compiled(r"(?:[ \t\n]|%[^\n]*+(?:\n|\Z))*+")
_NAME = compiled(r"[^\s\"#%'(),={}]+")
_KEYS = {"{": compiled(r"[^\s,{}]+"), "(": compiled(r"[^\s,{}()]+")}
_NUMBER = compiled(r"[0-9]+")
_CLOSES = {"{": "}", "(": ")", '"': '"'}
_CLOSING_MARKS = {"{": compiled(r"[{}]"), '"': compiled(r'[{}"]'), "(": compiled(r"[{})]")}
_MONTHS = listed("month abbreviations")
# Abbreviations may contain abbreviations: without a limit, thirty lines could use up all memory.
_GROWTH, _ALLOWANCE = 8, 64 * 1024


@frozen
class Entry:
    """One entry: its type and its fields' names in lower case, its key as written, the line it begins at.

    ``start`` and ``end`` are where it stands in the text with every line break as one sign; ``places`` are those of the
    fields' values that stand there whole, braces and quotation marks aside; behind ``room`` a field may be inserted.
    """

    kind: str
    key: str
    line: int
    fields: tuple[tuple[str, str], ...]
    start: int = 0
    end: int = 0
    places: tuple[tuple[str, int, int], ...] = ()
    room: int = -1

    def field(self, *names: str) -> str:
        """Return the first of these fields that is there and not empty, or "". The first of two alike counts."""
        for name in names:
            for known, value in self.fields:
                if known == name and value.strip():
                    return value
        return ""


def entries(text: str, name: str) -> Iterator[Entry]:
    """Yield the entries of a file in order; errors name ``name`` and the line. Time is linear in the text."""
    return _Reader(text.replace("\r\n", "\n").replace("\r", "\n"), name).entries()


class _Reader:
    """A place in the text, the line it is on, and the abbreviations read so far."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.at, self.line, self.counted = 0, 1, 0
        self.left = _GROWTH * len(text) + _ALLOWANCE
        self.places: list[tuple[str, int, int]] = []
        self.strings = {month: str(number) for number, month in enumerate(_MONTHS, 1)}

    def entries(self) -> Iterator[Entry]:
        while found := _ENTRY.search(self.text, self.at):
            kind, opening = found[1].lower(), found[2]
            line = self.line_at(found.start())
            self.at = found.end()
            if kind in ("comment", "preamble"):
                self.skip(opening, line)
            elif kind == "string":
                name, value = self.field(line)
                self.strings[name] = value
                self.expect(_CLOSES[opening], line, "the @string")
            else:
                yield self.entry(kind, opening, line, found.start())

    def entry(self, kind: str, opening: str, line: int, start: int) -> Entry:
        closing = _CLOSES[opening]
        self.places = []
        key = self.token(_KEYS[opening])
        if not key:
            raise self.wrong(line, f"the @{kind} has no key", "write a key after the opening brace")
        room = self.at
        fields: list[tuple[str, str]] = []
        while self.take(","):
            if self.peek() in ("", closing):
                break
            fields.append(self.field(line))
        self.expect(closing, line, key)
        return Entry(kind, key, line, tuple(fields), start, self.at, tuple(self.places), room)

    def field(self, line: int) -> tuple[str, str]:
        name = self.token(_NAME).lower()
        if not name or not self.take("="):
            at = self.line_at(self.at)
            raise self.wrong(at, f"a field of line {line}'s entry has no = and value", "write name = {value}")
        self.peek()
        first = self.at
        parts = [self.value()]
        end = self.at
        while self.take("#"):
            parts.append(self.value())
        if len(parts) == 1 and self.text[first] in '{"':
            self.places.append((name, first + 1, end - 1))
        elif len(parts) == 1 and parts[0].isdigit():
            self.places.append((name, first, end))
        return name, "".join(parts)

    def value(self) -> str:
        opening = self.peek()
        if opening in ("{", '"'):
            line, start = self.line_at(self.at), self.at + 1
            self.at = start
            end = self.end_of(opening)
            if end < 0:
                raise self.wrong(line, "a value is never closed", "close its brace or quotation mark")
            self.at = end + 1
            return self.text[start:end]
        number = self.token(_NUMBER)
        name = "" if number else self.token(_NAME)
        if not number and not name:
            raise self.wrong(self.line_at(self.at), "a value is missing", "write it in braces")
        return number or self.spelled_out(name)

    def spelled_out(self, name: str) -> str:
        """Return what an abbreviation stands for; one that the file does not define stands for itself."""
        value = self.strings.get(name.lower(), name)
        self.left -= len(value)
        if self.left < 0:
            raise self.wrong(self.line_at(self.at), "abbreviations grow out of proportion", "write their text out")
        return value

    def end_of(self, opening: str) -> int:
        """Return where the value that begins here ends, or -1: its closing mark outside of all braces."""
        depth = 0
        closing = _CLOSES[opening]
        for mark in _CLOSING_MARKS[opening].finditer(self.text, self.at):
            if depth == 0 and mark[0] == closing:
                return mark.start()
            depth += {"{": 1, "}": -1}.get(mark[0], 0)
            if depth < 0:
                return -1
        return -1

    def skip(self, opening: str, line: int) -> None:
        end = self.end_of(opening)
        if end < 0:
            raise self.wrong(line, "what begins here is never closed", "close its brace")
        self.at = end + 1

    def peek(self) -> str:
        self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing as well
        return self.text[self.at : self.at + 1]

    def take(self, mark: str) -> bool:
        found = self.peek() == mark
        self.at += found
        return found

    def token(self, pattern: re.Pattern[str]) -> str:
        self.peek()
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def expect(self, mark: str, line: int, what: str) -> None:
        if not self.take(mark):
            at = self.line_at(self.at)
            where = "" if at == line else f" (line {at})"
            raise self.wrong(line, f"{what[:80]} is not closed as expected{where}", f"look for a missing , or {mark}")

    def line_at(self, at: int) -> int:
        """Return the line of a place; places come in order, so that every line is counted once."""
        self.line += self.text.count("\n", self.counted, at)
        self.counted = max(self.counted, at)
        return self.line

    def wrong(self, line: int, problem: str, remedy: str) -> InputError:
        return InputError(f"{self.name}:{line}", problem, remedy, code="bad-bibliography")
