"""A cache of the scores of pages that do not depend on the question, for all questions of a topic."""

from __future__ import annotations

from collections.abc import Sequence

from quality.axes import axes, of_page
from quality.axis_input import Page, Query, read
from quality.junk import diagnose
from quality.options import Options
from wellsourced_core.model import AxisScore, Source
from wellsourced_core.values import frozen


@frozen
class CachedPage:
    """A page, what it is instead of a source (or None), and in the axes' order the scores no question changes."""

    page: Page
    fault: str | None
    own: tuple[AxisScore | None, ...]


class PageCache:
    """The sources of a topic, read once; a repeated search pays only for its question.

    Scores are those without a pool.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        # By id(): the sources are kept alive, so that no other object gets the same id.
        self._held: dict[int, CachedPage] = {}

    def held(self, query: Query, sources: Sequence[Source]) -> list[CachedPage]:
        """Return what is known of sources, reading those that are new."""
        new = [source for source in sources if id(source) not in self._held]
        self._held.update(zip(map(id, new), hold(query, new, self.options), strict=True))
        return [self._held[id(source)] for source in sources]


def hold(query: Query, sources: Sequence[Source], options: Options) -> list[CachedPage]:
    """Read sources and score what depends on the pages alone."""
    pages = [read(source) for source in sources]
    unasked = [None] * len(pages)
    own = [axis(query, pages, options) if alone else unasked for axis, alone in zip(axes(), of_page(), strict=True)]
    return [*map(CachedPage, pages, map(diagnose, pages), zip(*own, strict=True))]
