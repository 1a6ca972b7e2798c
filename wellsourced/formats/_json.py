"""JSON written item by item: as a tree of dicts, what an audit says weighs ten times what is written of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

_TOGETHER = 1 << 12  # pieces, of a few characters each, that are put together at a time


class Each(list[Any]):
    """An array for ``dumped`` alone: its items are made one at a time, once, as they are written."""

    def __init__(self, items: Iterable[Any]) -> None:
        super().__init__()
        self._rest = iter(items)
        self._first = tuple(islice(self._rest, 1))

    def __bool__(self) -> bool:
        return bool(self._first)

    def __iter__(self) -> Iterator[Any]:
        return chain(self._first, self._rest)


def dumped(document: Any) -> Iterator[str]:
    """Yield a document as ``json.dumps`` would write it with an indent of two, and a final newline; ASCII, no NaN."""
    pieces = json.JSONEncoder(indent=2, allow_nan=False).iterencode(document)
    yield from iter(lambda: "".join(islice(pieces, _TOGETHER)), "")
    yield "\n"
