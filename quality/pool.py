"""The question-independent scores of sources: read once, kept for every question of a topic."""

from __future__ import annotations

from collections.abc import Sequence

from quality.axes import axes, of_page
from quality.junk import diagnose
from quality.options import Options
from quality.reading import Page, Query, read
from wellsourced_core.model import AxisScore, Source
from wellsourced_core.values import frozen


@frozen
class Held:
    """A page, what it is instead of a source (or None), and in the axes' order the scores no question changes."""

    page: Page
    fault: str | None
    own: tuple[AxisScore | None, ...]


class Pool:
    """The sources of a topic, read once; a repeated search pays only for its question.

    Scores are those without a pool.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        # By identity: the sources are held, so no other takes their place.
        self._held: dict[int, Held] = {}

    def held(self, query: Query, sources: Sequence[Source]) -> list[Held]:
        """Return what is known of sources, reading those that are new."""
        new = [source for source in sources if id(source) not in self._held]
        self._held.update(zip(map(id, new), hold(query, new, self.options), strict=True))
        return [self._held[id(source)] for source in sources]


def hold(query: Query, sources: Sequence[Source], options: Options) -> list[Held]:
    """Read sources and score what depends on the pages alone."""
    pages = [read(source) for source in sources]
    unasked = [None] * len(pages)
    own = [axis(query, pages, options) if alone else unasked for axis, alone in zip(axes(), of_page(), strict=True)]
    return [*map(Held, pages, map(diagnose, pages), zip(*own, strict=True))]
