"""Sequences that hold numbers and make their items as they are asked for.

A marker or a sentence as an object weighs as much as the stretch of the draft that it points to, four times over. All
of them together, kept for the length of an audit, were most of its memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from wellsourced_core.model import Label, Marker, Ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeVar, overload

    from wellsourced_core.model import MarkerShape

    Item_co = TypeVar("Item_co", covariant=True)
else:
    Item_co = object  # what type checkers alone read

    def overload(_):
        """Stand in for typing's."""


class View(Sequence[Item_co]):
    """A sequence equal to the tuple of its items; another process gets that tuple."""

    def make(self, index: int) -> Item_co:
        """Return the item at an index from 0 on."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Item_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item_co, ...]: ...  # noqa: F811  # an overload
    def __getitem__(self, index: int | slice) -> Item_co | tuple[Item_co, ...]:  # noqa: F811
        if index.__class__ is int and 0 <= index < len(self):
            return self.make(index)
        places = range(len(self))[index]
        return self.make(places) if isinstance(places, int) else tuple(map(self.make, places))

    def __iter__(self) -> Iterator[Item_co]:
        return map(self.make, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (View, tuple)) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # equal to tuples, whose hashes are not the same everywhere

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[tuple[Any, ...]]]:
        return tuple, (tuple(self),)


class Chosen(View[Item_co]):
    """Some items of a sequence, by their indexes."""

    def __init__(self, items: Sequence[Item_co], places: Iterable[int]) -> None:
        self._items, self._places = items, array("I", places)

    def __len__(self) -> int:
        return len(self._places)

    def make(self, index: int) -> Item_co:
        return self._items[self._places[index]]


class Spans(View[tuple[int, int]]):
    """Stretches of a text as (start, end)."""

    def __init__(self, starts: array[int], ends: array[int]) -> None:
        self.starts, self.ends = starts, ends

    def __len__(self) -> int:
        return len(self.starts)

    def make(self, index: int) -> tuple[int, int]:
        return self.starts[index], self.ends[index]


class Runs(View[range]):
    """Indexes cut into runs, by the first index of each."""

    def __init__(self, firsts: Iterable[int], end: int) -> None:
        self._cuts = array("I", firsts)
        self._cuts.append(end)

    def __len__(self) -> int:
        return len(self._cuts) - 1

    def make(self, index: int) -> range:
        return range(self._cuts[index], self._cuts[index + 1])


class Markers(View[Marker]):
    """The judged markers of a draft in columns; ``first[i]`` is the index of marker i's first reference in its two."""

    def __init__(self, text: str, markers: Iterable[Marker], sentences: Iterable[int], groups: Iterable[int]) -> None:
        self._text = text
        self.starts, self.ends, self.first = array("I"), array("I"), array("I", [0])
        self.sentences, self.groups = array("i", sentences), array("I", groups)
        self._shapes: list[MarkerShape] = []
        self.labels: list[Label] = []
        self.urls: list[str | None] = []
        self._from, self._to = array("I"), array("I")
        self._last: tuple[int, Marker] | None = None
        for marker in markers:
            self.starts.append(marker.start)
            self.ends.append(marker.end)
            self._shapes.append(marker.shape)
            for ref in marker.refs:
                self.labels.append(ref.label)
                self.urls.append(ref.url)
                self._from.append(ref.start)
                self._to.append(ref.end)
            self.first.append(len(self.labels))

    @classmethod
    def of(cls, text: str, markers: Sequence[Marker]) -> Markers:
        """Return markers in columns, as they are where they are so already (a copy of a draft has them in a tuple)."""
        if isinstance(markers, cls):
            return markers
        return cls(text, markers, (one.sentence for one in markers), (one.group for one in markers))

    def __len__(self) -> int:
        return len(self.starts)

    def make(self, index: int) -> Marker:
        if self._last is not None and index == self._last[0]:
            return self._last[1]
        start, end = self.starts[index], self.ends[index]
        refs = tuple(
            [
                Ref(self.labels[i], self.urls[i], self._from[i], self._to[i])
                for i in range(self.first[index], self.first[index + 1])
            ]
        )
        raw, shape = self._text[start:end], self._shapes[index]
        marker = Marker(start, end, raw, shape, refs, True, self.sentences[index], self.groups[index])
        self._last = index, marker  # most are asked for several times in a row
        return marker
