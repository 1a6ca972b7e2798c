"""Judge sources: four axes, their weighted sum, a grade, and the means of the best three."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from math import fsum
from operator import attrgetter

from quality.about import lacks, spells
from quality.axes import axes, of_page
from quality.axis_input import Query
from quality.axis_names import axis_names
from quality.junk import CODE, dropped_grade, held_down
from quality.options import Options
from quality.page_cache import CachedPage, PageCache, hold
from quality.question import Asked, read_question
from quality.thresholds import TOP_SOURCES
from wellsourced_core.model import AxisScore, Batch, ScoredSource, Source
from wellsourced_core.text import canonical_url

_RELEVANCE = axis_names().index("relevance")
_COMPOSITE = attrgetter("composite")


def judge(
    query: str,
    sources: Iterable[Source],
    options: Options,
    as_of: date,
    origins: Sequence[str] | None = None,
    pool: PageCache | None = None,
) -> Batch:
    """Score every source against the question; the best composite first, ties by canonical URL, then id.

    ``origins`` names, source by source, the id of the text it is a copy of; without it, equal texts are
    copies of the one with the smallest canonical URL. No source's score depends on another source. Junk
    pages are scored, but the means of the top three leave them out and count an origin once; they are taken
    over what there is, 0 for nothing. A ``pool`` made with the same options keeps what was read for the next
    question; it changes no score.
    """
    listed = tuple(sources)
    origins = tuple(origins) if origins is not None else same_text(listed)
    if len(origins) != len(listed):
        raise ValueError(f"{len(origins)} origins for {len(listed)} sources")
    if pool is not None and pool.options != options:
        raise ValueError("the pool was made with other options")
    asked = Query(query, as_of)
    held = pool.held(asked, listed) if pool else hold(asked, listed, options)
    ranked = tuple(_ranked(_scored(asked, held, origins, options)))
    best = [s for _, s in zip(range(TOP_SOURCES), leaders(ranked), strict=False)]
    return Batch(query, as_of, ranked, _mean(s.composite for s in best), _mean(s.axis("relevance") for s in best))


def fits(scored: ScoredSource, options: Options) -> bool:
    """Return whether a source's relevance alone would have it kept."""
    return scored.junk is None and _graded(scored.axis("relevance"), options) >= options.keep_grade


def leaders(ranked: Iterable[ScoredSource]) -> Iterator[ScoredSource]:
    """Yield the best source of each origin that is no junk, in the order given."""
    seen: set[str] = set()
    for scored in ranked:
        if scored.junk is None and scored.origin not in seen:
            seen.add(scored.origin)
            yield scored


def same_text(sources: Sequence[Source]) -> tuple[str, ...]:
    """Return each source's origin: the id of the copy with the smallest canonical URL, then id."""
    copies: dict[str, list[Source]] = {}
    for source in sources:
        copies.setdefault(source.text, []).append(source)
    first = {
        text: min(group, key=_place).id if text.strip() and len(group) > 1 else "" for text, group in copies.items()
    }
    return tuple(first[source.text] or source.id for source in sources)


def _place(source: Source) -> tuple[str, str]:
    return canonical_url(source.url), source.id


def _scored(query: Query, held: Sequence[CachedPage], origins: Sequence[str], options: Options) -> list[ScoredSource]:
    """Score the pages on the question-dependent axes, and combine each one's axes into composite, grade and why."""
    pages = [one.page for one in held]
    asked = read_question(query.text)
    columns = [
        [one.own[i] for one in held] if alone else axis(query, pages, options)
        for i, (axis, alone) in enumerate(zip(axes(), of_page(), strict=True))
    ]
    return [
        _joined(one, scores, origin, asked, options)
        for one, scores, origin in zip(held, zip(*columns, strict=True), origins, strict=True)
    ]


def _joined(
    held: CachedPage, scores: tuple[AxisScore, ...], origin: str, asked: Asked, options: Options
) -> ScoredSource:
    composite = min(1.0, fsum([s.value * s.weight for s in scores]))
    relevance = scores[_RELEVANCE]
    unknown = [s.why for s in scores if not s.known and s is not relevance]
    why = f"{CODE}: {held.fault}" if held.fault else "; ".join((relevance.why, *unknown))
    grade = _graded(relevance.value, options)
    junk = CODE if held.fault else None
    reason = held.fault or relevance.why
    if not junk and grade >= options.keep_grade - 1:
        lack = lacks(asked, held.page.source)
        if grade >= options.keep_grade and lack:
            grade, why, reason = options.keep_grade - 1, f"{lack}; {why}", lack
        elif grade < options.keep_grade and not lack and spells(asked, held.page.source):
            grade = options.keep_grade
    scored = ScoredSource(held.page.source, scores, composite, grade, why, origin, junk, reason=reason)
    # Looking for orders costs as much as an axis, and says nothing of a page that is dropped anyway.
    return held_down(scored, options) if grade > dropped_grade(options) else scored


def _graded(relevance: float, options: Options) -> int:
    return 1 + bisect_right(options.grades, relevance)


def _ranked(scored: list[ScoredSource]) -> Iterator[ScoredSource]:
    scored.sort(key=_COMPOSITE, reverse=True)
    # Addresses are compared only within a tie: most batches have none.
    for _, tied in groupby(scored, key=_COMPOSITE):
        yield from sorted(group, key=lambda s: _place(s.source)) if len(group := list(tied)) > 1 else group


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    # Twelve decimals: three times 0.35 has a mean of 0.35, on the documented side of the threshold.
    return round(fsum(numbers) / len(numbers), 12) if numbers else 0.0
