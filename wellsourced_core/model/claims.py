"""Claims, their numbers and quotations, and how far a source supports them."""

from __future__ import annotations

from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model.closed_sets import (
        Bound,
        Certainty,
        Derivation,
        NumberVerdict,
        QuantityKind,
        QuotationVerdict,
    )
    from wellsourced_core.model.sources import Source


@frozen
class Span:
    """A stretch of a text, with its words; of a document with pages, the number of the page (from 1), else 0."""

    start: int
    end: int
    text: str
    page: int = 0


@frozen
class Quantity:
    """A number as written, and its reading.

    ``value`` is in the unit's base scale ("4.2 million" -> 4200000.0); ``high`` is the upper end of a range;
    ``unit`` is a canonical word ("" for none); ``digits`` counts the significant digits as written and ``step`` is what
    one unit of the last of them is worth;
    ``date`` is ISO 8601 ("2019-05-26", "2019-05", "--05-26" without a year) and ``days`` its first and last day as
    proleptic ordinals; ``alternatives`` are other readings as (value, unit, kind).
    """

    start: int
    end: int
    text: str
    value: float
    unit: str
    kind: QuantityKind
    high: float | None = None
    bound: Bound = ""
    approximate: bool = False
    digits: int = 0
    date: str | None = None
    step: float = 0.0
    days: tuple[int, int] | None = None
    alternatives: tuple[tuple[float, str, QuantityKind], ...] = ()


@frozen
class Claim:
    """What a marker supports: the sentence without its markers, and its context.

    ``context`` is the heading, the question or the sentence before, for claims that say little alone.
    """

    text: str
    context: str = ""
    speaker: str | None = None


@frozen
class Pair:
    """A claim, as Markdown, and the source that should support it, taken from their draft.

    ``others`` are the texts of the draft's other sources, ``cocited`` the indexes of those cited together with it.
    """

    claim: Claim
    source: Source
    others: tuple[str, ...] = ()
    cocited: tuple[int, ...] = ()


@frozen
class Support:
    """How far a source supports a claim: score in [0, 1] and the best stretch of the source, if any."""

    score: float
    evidence: Span | None


@frozen
class StatisticVerdict:
    """A number of a claim compared with a source.

    ``score`` is the specification's (number 35, context 25, proximity 40), in [0, 1]; ``derivation`` says how a derived
    number follows from the source's, "" where it was only counted. ``certainty`` is how far an objection may be
    trusted, as the rule that made it says.
    """

    quantity: Quantity
    verdict: NumberVerdict
    score: float
    why: str
    evidence: Span | None = None
    derivation: Derivation = ""
    certainty: Certainty = "likely"


@frozen
class QuoteVerdict:
    """A quotation of a claim compared with a source."""

    quote: Span
    verdict: QuotationVerdict
    why: str
    evidence: Span | None = None
