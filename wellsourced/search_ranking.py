"""Complete the ranking of a search: dates of retrieval, the topic's own addresses, the order of a reranker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from quality.junk import held_down
from quality.options import Options
from retrieval.published_date import with_date
from wellsourced_core.message_numbers import below, plural
from wellsourced_core.model import Attempt, AxisScore, Batch, Insufficient, Outcome, ScoredSource, Source
from wellsourced_core.text import canonical_url
from wellsourced_core.values import frozen, replace

if TYPE_CHECKING:
    from audit.case import Observation
    from retrieval.rerank import Reranking

_CORPORA = ("corpus", "pgvector")


@frozen
class Seeds:
    """What reading a topic's own addresses brought: a search, and what was observed of canonical addresses."""

    attempt: Attempt
    observations: tuple[Observation, ...] = ()


Rerank = Callable[[str, Sequence[Source]], "Reranking"]
Fetch = Callable[[str, Sequence[str]], Seeds]
Rank = Callable[[str, Sequence[Source]], Sequence[float]]
Tell = Callable[[str], None]


def dated(made: Sequence[Attempt], as_of: date) -> tuple[Attempt, ...]:
    """Give what was found its dates: to the web's the day of the run as that of retrieval, a corpus has its own.

    A source without a day of publication gets the one that its address or its own dateline states.
    """
    day = as_of.isoformat()
    found = []
    for one in made:
        ranked = tuple([with_date(source, as_of) for source in one.ranked])
        if one.provider not in _CORPORA:
            ranked = tuple([replace(source, retrieved=source.retrieved or day) for source in ranked])
        found.append(replace(one, ranked=ranked))
    return tuple(found)


def seeded(question: str, seeds: Sequence[str], fetch: Fetch | None, tell: Tell) -> Seeds | None:
    """Read the addresses that a topic names; they join the first search as a list of their own."""
    if not seeds:
        return None
    if fetch is None:
        tell(f"Seeds: {plural(len(seeds), 'address', 'addresses')} not read, --fetch reads them")
        return None
    read = fetch(question, seeds)
    for one in read.observations:
        tell(f"Seeds: {one.code} {one.message}")
    return read


def observed_of(sources: Sequence[Source], observations: Sequence[Observation]) -> tuple[Observation, ...]:
    """Return what was observed of the addresses of these sources, each under its source's id."""
    ids = {canonical_url(source.url): source.id for source in sources if source.url}
    return tuple(replace(one, source=ids[one.source]) for one in observations if one.source in ids)


def reranked(question: str, batch: Batch, rerank: Rerank | None, options: Options, tell: Tell) -> Batch:
    """Order the judged sources by the reranker's score; one below the bar of the tier is not kept.

    The composites and their means stay as they are; junk is not sent, nor a page that gives a model orders, which is
    then not kept either. Where the reranker did not speak nothing changes.
    """
    if rerank is None:
        return batch
    judged = {id(one.source): one for one in batch.scored if one.junk is None and one.orders is None}
    done = rerank(question, [scored.source for scored in judged.values()])
    tell(done.note)
    if all(score is None for score in done.scores):
        return batch
    ranked = [_rescored(judged[id(s)], score, options) for s, score in zip(done.ranked, done.scores, strict=True)]
    rest = (held_down(one, options, judged=True) for one in batch.scored if id(one.source) not in judged)
    return replace(batch, scored=(*ranked, *rest))


def ordered(question: str, outcome: Outcome, rank: Rank | None, tell: Tell) -> Outcome:
    """Put the sources that the gate kept into the order of their relevance and a model's cosine, half each.

    The gate has decided before: which sources are kept, and what for, stays as it is.
    """
    if rank is None or isinstance(outcome, Insufficient) or len(outcome.kept) < 2:
        return outcome
    kept = outcome.kept
    values = mixed([one.axis("relevance") for one in kept], rank(question, [one.source for one in kept]))
    order = sorted(range(len(kept)), key=lambda index: (-values[index], index))
    tell(f"Rank: {plural(len(kept), 'source')} by relevance and MiniLM")
    return replace(outcome, kept=tuple(kept[index] for index in order))


def mixed(relevances: Sequence[float], cosines: Sequence[float]) -> list[float]:
    """Return half the relevance and half the cosine, which counts from 0 to 1, of each source: to four decimals."""
    pairs = zip(relevances, cosines, strict=True)
    return [round(0.5 * relevance + 0.5 * min(1.0, max(0.0, cosine)), 4) for relevance, cosine in pairs]


def _rescored(scored: ScoredSource, score: float | None, options: Options) -> ScoredSource:
    if score is None:
        return scored
    passed = score >= options.least_rerank
    bar = options.least_rerank
    why = f"reranked {score:.2f}" if passed else f"reranked {below(score, bar)}, below {bar:g}"
    grade = scored.grade if passed else min(scored.grade, options.keep_grade - 1)
    axes = (*scored.axes, AxisScore("rerank", score, 0.0, why))
    return replace(scored, axes=axes, grade=grade, why=f"{scored.why}; {why}")
