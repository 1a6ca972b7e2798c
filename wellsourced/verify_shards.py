"""Judge pairs in shards: raw lines of the file, so that a worker does the reading too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from audit.pairs import SourceCache, judge
from audit.tuning import SHIPPED, Tuning
from retrieval.jsonl import parse_object
from retrieval.pairs_file import read_pair
from wellsourced.formats.records.verify import render_line
from wellsourced_core.errors import InputError

# A trip to a worker takes a millisecond, a pair about one too; a source's text may be long.
LINES = 200
_BYTES = 4_000_000
Line = tuple[int, bytes] | InputError


def shards(lines: Iterable[tuple[int, bytes]], most: int) -> Iterator[tuple[Line, ...]]:
    """Cut numbered lines into shards of at most ``most`` lines, fewer if they are long.

    An error of reading is the last item of the last shard, so that everything before it is judged.
    """
    shard: list[Line] = []
    size = 0
    for item in _with_error(lines):
        shard.append(item)
        size += len(item[1]) if isinstance(item, tuple) else 0
        if len(shard) == most or size >= _BYTES:
            yield tuple(shard)
            shard, size = [], 0
    if shard:
        yield tuple(shard)


def _with_error(lines: Iterable[tuple[int, bytes]]) -> Iterator[Line]:
    try:
        yield from lines
    except InputError as error:
        yield error


class Judge:
    """Judges shards of the file ``name``; sources made ready for one are kept for the next."""

    def __init__(self, name: str, tuning: Tuning = SHIPPED) -> None:
        self._name, self._shelf, self._tuning = name, SourceCache(), tuning

    def __call__(self, shard: Sequence[Line]) -> tuple[str, InputError | None]:
        """Return a line of JSON for each pair up to the first line that is wrong, and what is wrong with it."""
        said: list[str] = []
        try:
            for line in shard:
                if isinstance(line, InputError):
                    raise line
                where = f"{self._name}:{line[0]}"
                key, pair = read_pair(parse_object(line[1], where), where)
                said.append(render_line(key, judge(pair, self._shelf, self._tuning)))
        except InputError as error:
            return "".join(said), error
        return "".join(said), None
