"""What a search for sources came to: its attempts, the judged batch, and the outcome."""

from __future__ import annotations

from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from wellsourced_core.model.closed_sets import AttemptKind, DecisionRule
    from wellsourced_core.model.sources import ScoredSource, Source


@frozen
class Attempt:
    """One search that was made: what was asked, of whom, and what came back, best first.

    ``answer`` is what the service itself says to the question; it is no source.
    """

    kind: AttemptKind
    query: str
    ranked: tuple[Source, ...]
    provider: str = ""
    error: str | None = None
    answer: str = ""


@frozen
class Batch:
    """The judged sources of one query, best composite first (ties: origin's canonical URL, then id).

    ``as_of`` is None where no date was to count.
    """

    query: str
    as_of: date | None
    scored: tuple[ScoredSource, ...]
    top3_composite: float
    top3_relevance: float


@frozen
class Decision:
    """A rule that fired, with the numbers that reproduce it."""

    rule: DecisionRule
    why: str
    numbers: tuple[tuple[str, float], ...] = ()


@frozen
class Full:
    """Enough relevant sources: write the whole article."""

    kept: tuple[ScoredSource, ...]
    dropped: tuple[ScoredSource, ...]
    decision: Decision


@frozen
class Short:
    """Some relevant sources: write a shorter article that opens with the disclaimer."""

    kept: tuple[ScoredSource, ...]
    dropped: tuple[ScoredSource, ...]
    decision: Decision
    disclaimer: str


@frozen
class Insufficient:
    """Too few relevant sources: no writer call, an explanation instead."""

    kept: tuple[ScoredSource, ...]
    dropped: tuple[ScoredSource, ...]
    decision: Decision


Outcome = Full | Short | Insufficient
