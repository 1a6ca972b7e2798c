"""The numbers that Word puts before paragraphs: they stand nowhere in the text, only the rules that make them do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_DEEPEST = 9


class Numbering:
    """Counts the paragraphs of each list; ``label`` is asked for each paragraph of a document in its order."""

    def __init__(self, document: Any) -> None:
        part = next(
            (rel.target_part for rel in document.part.rels.values() if rel.reltype.endswith("/numbering")), None
        )
        root = getattr(part, "element", None)
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._styles: dict[str | None, tuple[str, str] | None] = {}
        self._counts: dict[str, list[int]] = {}
        if root is None:
            return
        abstract = {one.get(f"{_W}abstractNumId"): one for one in root.iter(f"{_W}abstractNum")}
        for num in root.iter(f"{_W}num"):
            base = abstract.get(_value(num, "abstractNumId"))
            levels = dict(map(_level, base.iter(f"{_W}lvl"))) if base is not None else {}
            for override in num.iter(f"{_W}lvlOverride"):
                depth = int(override.get(f"{_W}ilvl") or 0)
                levels.update(map(_level, override.iter(f"{_W}lvl")))
                start = _value(override, "startOverride")
                if start and depth in levels:
                    levels[depth] = (*levels[depth][:2], int(start))
            self._levels[num.get(f"{_W}numId") or ""] = levels

    def label(self, paragraph: Any) -> str:
        """Return what stands before a paragraph: "- " for a bullet, "[3] " or "3. " as the document has it, or ""."""
        own = paragraph._p.pPr
        if own is None or own.find(f"{_W}numPr") is None:
            style = paragraph._p.style
            if style not in self._styles:
                self._styles[style] = _listed(_properties(paragraph.style))
            given = self._styles[style]
        else:
            given = _listed([own, *_properties(paragraph.style)])
        if given is None or given[0] == "0":
            return ""
        number, depth = given[0], int(given[1])
        levels = self._levels.get(number, {})
        if depth not in levels or depth >= _DEEPEST:
            return ""
        kind, shape, _ = levels[depth]
        if kind in ("bullet", "none"):
            return "- " if kind == "bullet" else ""
        counts = self._counts.setdefault(number, [0] * _DEEPEST)
        counts[depth] = counts[depth] + 1 if counts[depth] else levels[depth][2]
        counts[depth + 1 :] = [0] * (_DEEPEST - depth - 1)
        for at in range(depth + 1):
            above = levels.get(at, ("decimal", "", 1))
            shape = shape.replace(f"%{at + 1}", _spelled(counts[at] or above[2], above[0]))
        return f"{shape} " if shape else ""


def _listed(holders: Iterable[Any]) -> tuple[str, str] | None:
    """Return the number and the depth of the list that the first of some properties names."""
    depth = None
    for holder in holders:
        found = holder.find(f"{_W}numPr") if holder is not None else None
        if found is None:
            continue
        depth = _value(found, "ilvl") if depth is None else depth
        number = _value(found, "numId")
        if number is not None:
            return number, depth or "0"
    return None


def _properties(style: Any) -> Iterator[Any]:
    """Yield the properties of a style and of those that it is based on."""
    for _ in range(_DEEPEST):
        if style is None:
            return
        yield style.element.pPr
        style = style.base_style


def _value(element: Any, name: str) -> str | None:
    found = element.find(f"{_W}{name}")
    return None if found is None else found.get(f"{_W}val")


def _level(level: Any) -> tuple[int, tuple[str, str, int]]:
    start = _value(level, "start") or "1"
    return int(level.get(f"{_W}ilvl") or 0), (
        _value(level, "numFmt") or "decimal",
        _value(level, "lvlText") or "",
        int(start),
    )


def _spelled(number: int, kind: str) -> str:
    if kind.endswith("Letter"):
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter.upper() if kind == "upperLetter" else letter
    if kind.endswith("Roman") and 0 < number < 4000:
        out = ""
        for value, sign in _ROMAN:
            out, number = out + sign * (number // value), number % value
        return out.upper() if kind == "upperRoman" else out
    return f"{number:02}" if kind == "decimalZero" else str(number)
