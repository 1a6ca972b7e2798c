"""Merge the sources of all searches of a question into one judged batch; a later search makes no source worse."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from quality.composite import judge
from quality.options import Options
from quality.page_cache import PageCache
from retrieval.fusion import fuse, page_key
from retrieval.near_duplicates import origins
from wellsourced_core.model import Attempt, Batch, ScoredSource, Source


class Union:
    """Fuses and judges the searches of one question, pass by pass; what was read is kept for the next pass.

    If a page (a canonical URL) comes back with another text, the better-scoring one is kept. What stood after the
    pass before gives way only to a text that has a higher composite, is no worse for the gate and brings no orders to
    a model, so that neither the score nor the grade of a page falls.
    """

    def __init__(self, question: str, options: Options, as_of: date) -> None:
        self._question, self._options, self._as_of = question, options, as_of
        self._pool = PageCache(options)
        self._standing: dict[str, tuple[str, str]] = {}

    def judged(self, made: Sequence[Attempt]) -> Batch:
        """Return the union of the searches, judged against the original question."""
        union = fuse([one.ranked for one in made], choose=self._chosen)
        self._standing = {page_key(source): (source.title, source.text) for source in union}
        return judge(self._question, union, self._options, self._as_of, origins(union), self._pool)

    def _chosen(self, versions: Sequence[Source]) -> Source:
        """Return the version that stands for a page: the one that stood, or the best of those that surpass it."""
        batch = judge(self._question, versions, self._options, self._as_of, pool=self._pool)
        # The longest text first: of equal versions it stays.
        place = {id(source): -i for i, source in enumerate(versions)}
        ranked = sorted(batch.scored, key=lambda s: (*self._usable(s), s.composite, place[id(s.source)]), reverse=True)
        stood = self._standing.get(page_key(versions[0]))
        before = next((s for s in ranked if (s.source.title, s.source.text) == stood), None)
        if before is None:
            return ranked[0].source
        fit = self._usable(before)
        better = [
            s
            for s in ranked
            if s.composite > before.composite and all(a >= b for a, b in zip(self._usable(s), fit, strict=True))
        ]
        return better[0].source if better else before.source

    def _usable(self, scored: ScoredSource) -> tuple[bool, bool, bool]:
        """Return whether a version is a source, whether it passes the gate, and whether it gives a model no orders."""
        return scored.junk is None, scored.grade >= self._options.keep_grade, scored.orders is None
