"""Read the figures in the rows of a draft's tables as claims: name of the row, header of the column, and cell.

A cell says nothing alone: "| Kelmouth | 31,750 |" under "Town" and "Inhabitants" is "Kelmouth, Inhabitants: 31,750".
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import chain, permutations, takewhile

from audit.agreement.strength import strength
from audit.meaning.words import stems_of
from audit.thresholds import CARRIED_FROM, MOST_HELD, TABLE_FIGURE_WORDS, TABLE_MOST_BESIDE, TABLE_SUM_SHARE
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import surfaces
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from audit.numbers.numbered_text import NumberedText
    from audit.texts import Texts
    from wellsourced_core.model import Marker, Quantity

    Cells = Sequence[tuple[int, int]]

# What a header says its column is counted in: "Area (km²)", "Cost, £ million", "Length in km".
_UNIT = compiled(
    r"(?:\s?\((?P<round>[^()]{1,30})\)|\s?\[(?P<square>[^\[\]]{1,30})\]|,\s(?P<comma>[^,]{1,20})|\sin\s(?P<of>\S{1,20}))$"
)
_BARE = compiled(r"[~≈<>≤≥+−-]?\s?[0-9][0-9.,’'\s]*(?:[–-]\s?[0-9][0-9.,]*)?")
_SIGN_FIRST = compiled(r"([A-Z]{0,3}[$£€¥])\s?(.*)")
_PARTS = compiled(r"\s?[()]\s?|;\s|\s/\s")  # of a cell with several figures: "31 (14.8%)"
_DECIMALS = compiled(r"^[^.]*\.?|[^0-9]")  # all but the decimals of a figure
_FIGURE = compiled(r"[0-9](?:[0-9.,’']*[0-9])?")
_THOUSANDS = compiled(r"['’]?000s?")


@frozen
class TableFigure:
    """A figure in a cell, by its sentence, and what it claims; from ``start`` on, the claim is what the cell says.

    ``otherwise`` are claims of which one may be meant instead: without its sign, or without its unit where the source
    is a table that says that elsewhere. ``above`` is how many figures its column has in the rows before, and their sum.
    ``markers`` cite it: its cell's own, else those of its row, else those of its column's header. ``names`` are
    the row's and the column's, each with how many rows, or columns, have each stem. ``beside`` are the first figures of
    its row, before it.
    """

    sentence: int
    claim: str
    start: int
    otherwise: tuple[str, ...]
    above: tuple[int, float]
    markers: tuple[Marker, ...]
    names: tuple[tuple[str, Counter[str]], ...]
    beside: tuple[float, ...]

    def is_sum(self, q: Quantity) -> bool:
        """Tell whether a figure is what those above it add up to."""
        count, above = self.above
        return count > 1 and abs(q.value - above) <= TABLE_SUM_SHARE * abs(above)

    def is_change(self, q: Quantity) -> bool:
        """Tell whether a figure is a difference of two of its row, or a percentage that one is of another, or more."""
        apart = 0.5 * 10.0 ** -len(_DECIMALS.sub("", q.text)) * (1 + TABLE_SUM_SHARE)
        for one, other in permutations(self.beside, 2):
            worked_out = [abs(one - other)]
            if q.kind in ("percent", "points") and other:
                worked_out += [100 * one / other, 100 * abs(one / other - 1)]
            if any(abs(abs(q.value) - value) <= apart for value in worked_out):
                return True
        return False

    def is_of_another(self, q: Quantity, source: NumberedText) -> bool:
        """Tell whether each sentence of a source that has a figure names another row, or column, and not its own."""
        near = source.lookup.near(q, MOST_HELD) or ()
        having = {source.mention_sentence[i] for i in near if strength(q, source.mentions[i]) >= CARRIED_FROM}
        said = [source.sentence_stems[at] for at in having]
        return bool(said) and any(_names_another(name, named, said, source) for name, named in self.names)


@frozen
class _Table:
    """A table's header cells, their texts, and how many names of rows, and of columns, have each stem."""

    header: Cells
    titles: Sequence[str]
    names: tuple[Counter[str], Counter[str]]


def table_figures(texts: Texts) -> Iterator[TableFigure]:
    """Yield the cited figures of a draft's tables, in order."""
    for header, *rows in texts.draft.tables:
        titles = [texts.stretch(*cell) for cell in header]
        said = [[texts.stretch(*cell) for cell in row] for row in rows]
        named = [row[_name(row)] for row in said if row]
        names = (Counter(chain.from_iterable(map(stems_of, called))) for called in (named, titles[1:]))
        table = _Table(header, titles, (next(names), next(names)))
        above: dict[int, tuple[int, float]] = {}
        for index, row in enumerate(rows):
            yield from _of_row(texts, table, row, said[index], above) if row else ()


def _of_row(
    texts: Texts, table: _Table, row: Cells, said: Sequence[str], above: dict[int, tuple[int, float]]
) -> Iterator[TableFigure]:
    name, of_row = _name(said), _markers(texts, row[0][0], row[-1][1])
    values: list[float] = []
    for column, (cell, text) in enumerate(zip(row, said, strict=True)):
        if column <= name or not (found := quantities(text)):
            continue
        before = above.get(column, (0, 0.0))
        above[column] = before[0] + 1, before[1] + found[0].value
        beside, values = values[:TABLE_MOST_BESIDE], [*values[:TABLE_MOST_BESIDE], found[0].value]
        of_header = _markers(texts, *table.header[column]) if column < len(table.header) else ()
        cited, sentence = _markers(texts, *cell) or of_row or of_header, _sentence(texts, cell)
        if not cited or sentence < 0 or not _is_figure(text, found):
            continue
        title = table.titles[column] if column < len(table.titles) else ""
        names = (said[name], table.names[0]), (title, table.names[1])
        for part in filter(quantities, _PARTS.split(text)):
            headed, counted = _counted(title, part)
            called, counted = (said[name], counted) if counted != part else _counted(said[name], part)
            lead = ": ".join((", ".join(filter(None, (called, headed))), ""))
            otherwise = tuple(lead + one for one in dict.fromkeys(_otherwise(counted)) if one != counted)
            yield TableFigure(sentence, lead + counted, len(lead), otherwise, before, cited, names, tuple(beside))


def _names_another(name: str, named: Counter[str], said: Sequence[frozenset[str]], source: NumberedText) -> bool:
    """Tell whether sentences have the stems of another name, and none that this one has alone.

    Only what the source calls so counts, with its capital or digits: what is measured has many words ("staff").
    """
    own = stems_of(name)
    proper = [word for word in surfaces(name) if not word[0].islower() and word in source.text]
    alone = frozenset(stem for stem in stems_of(" ".join(proper)) if named[stem] < 2)
    return bool(alone) and all(
        not alone & stems and any(stem in named and stem not in own for stem in stems) for stems in said
    )


def _otherwise(text: str) -> Iterator[str]:
    """Yield what a figure says without its sign, and without its unit; "1130" alone would be a year."""
    yield text.lstrip("+−-– ")
    if (found := _FIGURE.search(text)) is not None:
        yield f"{int(found[0]):,}" if len(found[0]) == len("1130") and found[0].isdecimal() else found[0]


def _name(said: Sequence[str]) -> int:
    """Return the cell that names a row: the first one; the second where the first only numbers it, or is empty."""
    first = said[0].rstrip(".")
    beside = (
        len(said) > 1
        and _letters(said[1])
        and not quantities(said[1])
        and (not first or (first.isdigit() and len(first) < len("1998")))
    )
    return 1 if beside else 0


def _letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _markers(texts: Texts, start: int, end: int) -> tuple[Marker, ...]:
    """Return the markers of a stretch of the draft."""
    markers = texts.draft.markers
    first = bisect_left(markers, start, key=lambda one: one.start)
    return tuple(takewhile(lambda one: one.start < end, markers[first:]))


def _sentence(texts: Texts, cell: tuple[int, int]) -> int:
    """Return the sentence of a cell; -1 where it has none, or several: it is no figure."""
    spans = texts.draft.sentences
    first, last = bisect_left(spans, (cell[0], 0)), bisect_right(spans, (cell[1], 0))
    return first if last - first == 1 else -1


def _is_figure(text: str, found: Sequence[Quantity]) -> bool:
    """Tell whether a cell says a figure, and hardly a word besides."""
    words = [word for word in surfaces(text) if _letters(word)]
    own = [word for q in found for word in surfaces(q.text) if _letters(word)]
    return len(words) - len(own) <= TABLE_FIGURE_WORDS


def _counted(title: str, text: str) -> tuple[str, str]:
    """Return a header and a figure of its column, with the unit that the header says if the figure has none."""
    unit = _UNIT.search(title)
    if unit is None or not _BARE.fullmatch(text):
        return title, text
    [bare, *_] = quantities(text)
    for written in _written(text, unit[unit.lastgroup or 0].strip()):
        found = quantities(written)
        whole = len(found) == 1 and found[0].end - found[0].start == len(written)
        if whole and (found[0].kind, found[0].unit, found[0].value) != (bare.kind, bare.unit, bare.value):
            return title[: unit.start()], written
    return title, text


def _written(text: str, unit: str) -> Iterator[str]:
    """Yield how a figure may be written with its unit: "£41 million", "61 km²", "4.2%", "84 thousand"."""
    if sign := _SIGN_FIRST.fullmatch(unit):
        unit = sign[2]
        text = sign[1] + text
        if not unit:
            yield text
    unit = "thousand" if _THOUSANDS.fullmatch(unit) else unit
    for one in (unit, unit.removesuffix("s")):
        yield f"{text} {one}"
        yield f"{text}{one}"
