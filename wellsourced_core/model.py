"""The values that rooms exchange: frozen, made of tuples, without behaviour of their own.

Offsets are code points of the text they point into, half-open. Lines and columns are 1-based.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from wellsourced_core.errors import InputError, shown
from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeVar

    T = TypeVar("T", bound=str)

    # Closed sets of words, so that a type checker finds the misspelt one.
    AttemptKind = Literal["original", "broader", "reframed"]
    CitationVerdict = Literal["supported", "weak", "misattributed", "out-of-bounds", "uncheckable"]
    ShownVerdict = CitationVerdict | Literal["partly-supported"]  # a supported one beside a fact that fails, in reports
    OpinionVerdict = Literal["supported", "unsupported", "unsure"]
    ReferenceVerdict = Literal["keep", "orphan", "duplicate"]
    NumberVerdict = Literal["carried", "absent", "other-fact", "unit", "direction", "derived"]
    QuotationVerdict = Literal["found", "altered", "not-found", "misattributed", "out-of-context"]
    FactOrigin = Literal["note", "answer", "extracted"]
    FactKind = Literal["statement", "statistic", "quote"]
    FactVerdict = Literal["supported", "carried", "found"]
    Derivation = Literal["", "sum", "difference", "share", "change", "multiple", "time"]
    ConflictKind = Literal["conflict", "spread"]
    DriftStatus = Literal["unchanged", "drifted", "evidence-gone", "unreachable"]
    OutcomeName = Literal["full", "short", "insufficient"]
    ResultOutcome = OutcomeName | Literal["failed", "quarantined", "left"]
    DatedBy = Literal["", "address", "page", "text"]  # where a date was read that no provider gave
    Status = Literal["ok", "warned", "research_insufficient", "nothing-to-quote"]
    EndReason = Literal[
        "enough_evidence",
        "good_enough_with_volume",
        "source_limit",
        "no_new_information",
        "late_but_acceptable",
        "pass_limit",
    ]
    DecisionRule = (
        Status
        | EndReason
        | Literal["retry-composite", "retry-relevance", "retry-outcome", "retry-evidence"]
        | Literal["gate-full", "gate-short", "gate-insufficient"]
        | Literal["gate-subject", "gate-attribute", "gate-listed", "gate-year"]
        | Literal["support-low", "recency-low", "conflict"]
    )
    Safety = Literal["safe", "unsafe"]
    JoinedBy = Literal["none", "label", "position", "url", "sources"]
    Bound = Literal["", ">", ">=", "<", "<="]
    QuantityKind = Literal[
        "age",
        "angle",
        "area",
        "century",
        "count",
        "data",
        "date",
        "decade",
        "duration",
        "energy",
        "frequency",
        "identifier",
        "label",
        "length",
        "mass",
        "money",
        "multiple",
        "name",
        "ordinal",
        "percent",
        "points",
        "power",
        "ratio",
        "score",
        "speed",
        "temperature",
        "time",
        "unit",
        "volume",
        "year",
    ]
    MarkerShape = Literal[
        "address",
        "author-year",
        "bare-key",
        "bracket",
        "caret",
        "citation-link",
        "code",
        "counting",
        "dagger",
        "digits",
        "doubtful",
        "escaped",
        "exponent",
        "footnote",
        "full-width",
        "glued",
        "hash",
        "inline-link",
        "latex",
        "lettered",
        "located",
        "mention",
        "named",
        "numbered-link",
        "pandoc",
        "parenthesised-address",
        "parenthesised-link",
        "raised",
        "reference-link",
        "sup",
        "superscript",
        "textual-command",
        "tool-mark",
        "worded",
    ]

# The same sets, where text from outside is to become a member.
BOUNDS: tuple[Bound, ...] = ("", ">", ">=", "<", "<=")
CITATION_VERDICTS: tuple[CitationVerdict, ...] = ("supported", "weak", "misattributed", "out-of-bounds", "uncheckable")
DATED_BY: tuple[DatedBy, ...] = ("", "address", "page", "text")
OPINION_VERDICTS: tuple[OpinionVerdict, ...] = ("supported", "unsupported", "unsure")
REFERENCE_VERDICTS: tuple[ReferenceVerdict, ...] = ("keep", "orphan", "duplicate")
QUANTITY_KINDS: tuple[QuantityKind, ...] = (
    *("age", "angle", "area", "century", "count", "data", "date", "decade", "duration", "energy", "frequency"),
    *("identifier", "label", "length", "mass", "money", "multiple", "name", "ordinal", "percent", "points", "power"),
    *("ratio", "score", "speed", "temperature", "time", "unit", "volume", "year"),
)


def member(text: str, members: tuple[T, ...], where: str) -> T:
    """Return the member of a closed set that a text from outside is. Raises InputError, which names the place."""
    for one in members:
        if one == text:
            return one
    known = ", ".join(one or '""' for one in members)
    raise InputError(where, f"{shown(text, 40)!r} is none of {known}", "correct it")


# ---------------------------------------------------------------------------------------------- sources


@frozen
class Source:
    """A text that may be cited. ``n`` is its citation number, if it was given one; ``id`` is unique.

    ``dated_by`` says where ``published`` was read if no provider gave it: in the address, in what the page says of
    itself (JSON-LD, meta, time), or in a dateline of the text.
    """

    id: str
    url: str
    title: str
    text: str
    published: date | None = None
    retrieved: str | None = None
    provider: str = ""
    n: int | None = None
    dated_by: DatedBy = ""


@frozen
class AxisScore:
    """One axis of a source: value in [0, 1], its weight in the composite, and one line that says why.

    ``known`` is false where the value is a stated default because the source does not say (no date,
    unlisted domain).
    """

    name: str
    value: float
    weight: float
    why: str
    known: bool = True


@frozen
class ScoredSource:
    """A source with its judgement. ``origin`` is the id of the first source with (nearly) the same text.

    ``reason`` is what its grade rests on, the first part of ``why``; of junk, what it is instead of a source.
    ``orders`` is S503 where it gives a model orders.
    """

    source: Source
    axes: tuple[AxisScore, ...]
    composite: float
    grade: int
    why: str
    origin: str
    junk: str | None = None
    reason: str = ""
    orders: str | None = None

    def axis(self, name: str) -> float:
        """Return the value of one axis; a caller's bug raises ValueError."""
        for axis in self.axes:
            if axis.name == name:
                return axis.value
        raise ValueError(f"no axis {name!r}")


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

# ---------------------------------------------------------------------------------------------- claims


@frozen
class Span:
    """A stretch of a text, with its words."""

    start: int
    end: int
    text: str


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
    number follows from the source's, "" where it was only counted.
    """

    quantity: Quantity
    verdict: NumberVerdict
    score: float
    why: str
    evidence: Span | None = None
    derivation: Derivation = ""


@frozen
class QuoteVerdict:
    """A quotation of a claim compared with a source."""

    quote: Span
    verdict: QuotationVerdict
    why: str
    evidence: Span | None = None


# ---------------------------------------------------------------------------------------------- drafts

Label = int | str | None


@frozen
class Ref:
    """One citation inside a marker: the bare label, or the URL it is joined by."""

    label: Label
    url: str | None = None
    start: int = 0  # where the label itself stands, for edits inside a group
    end: int = 0


@frozen
class Marker:
    """A citation in the running text, as written, with the references it makes.

    ``shape`` names how it is written; ``judged`` is false for a form that was recognised but cannot be judged in this
    draft; ``sentence`` is the index of its sentence.
    """

    start: int
    end: int
    raw: str
    shape: MarkerShape
    refs: tuple[Ref, ...]
    judged: bool = True
    sentence: int = 0
    group: int = 0


@frozen
class Reference:
    """An entry of the draft's list of references."""

    start: int
    end: int
    line: int
    label: Label
    text: str
    urls: tuple[str, ...] = ()


@frozen
class Style:
    """How a draft cites, as read: marker shape, list shape, what joins them, and how sure (0 to 1)."""

    markers: str
    references: str
    joined_by: str
    confidence: float


@frozen
class Scope:
    """A stretch of the draft and the labels and addresses that count as its list of references there."""

    start: int
    end: int
    labels: frozenset[Label]
    urls: frozenset[str]
    references: tuple[int, ...]  # indexes into Draft.references


@frozen
class Draft:
    """A draft as parsed. ``prose`` is the text with markup, code and markers blanked, offset for offset.

    ``unread`` are markers in a shape that joins nothing: reported, not judged. ``uncited``, ``collided`` and
    ``truncated`` name references by index: those of lists that nothing cites, those that share a label with
    another source, and the last ones of lists that break off. ``certain`` is false where the style was not read
    well enough to propose deletions.
    """

    text: str
    prose: str
    markers: Sequence[Marker]
    unread: tuple[Marker, ...]
    references: tuple[Reference, ...]
    scopes: tuple[Scope, ...]
    style: Style
    sentences: Sequence[tuple[int, int]]
    blocks: Sequence[tuple[int, int]]
    block_of: Sequence[int]  # the block of each sentence
    headings: tuple[tuple[int, int], ...]
    comments: tuple[tuple[int, int], ...]
    uncited: frozenset[int] = frozenset()
    collided: frozenset[int] = frozenset()
    truncated: frozenset[int] = frozenset()
    certain: bool = True


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Edit:
    """Replace text[start:end] by ``text``."""

    start: int
    end: int
    text: str


@frozen
class Fix:
    """A proposed repair. Safe ones change no statement of the draft; unsafe ones want a look."""

    safety: Safety
    edits: tuple[Edit, ...]


@frozen
class Finding:
    """What a rule found, where, and what could be done. ``id`` is its fingerprint: stable under edits elsewhere."""

    code: str
    rule: str
    severity: Severity
    message: str
    start: int
    end: int
    line: int
    column: int
    id: str = ""
    fix: Fix | None = None
    evidence: Span | None = None
    source: str | None = None


@frozen
class RefVerdict:
    """The verdict on one reference of one marker."""

    label: Label
    verdict: ShownVerdict
    support: float | None = None
    best: tuple[Label, float] | None = None
    evidence: Span | None = None
    source: str | None = None
    why: str = ""  # what decided
    together: float | None = None  # the support of all sources of the group, jointly
    opinion: OpinionVerdict | Literal[""] = ""  # where the verdict rests on a second opinion


@frozen
class MarkerReport:
    start: int
    end: int
    line: int
    column: int
    raw: str
    refs: tuple[RefVerdict, ...]
    claim: Span | None = None  # where the sentence stands that the marker is behind, and what its readers see of it


@frozen
class ReferenceReport:
    label: Label
    line: int
    start: int
    verdict: ReferenceVerdict


@frozen
class FileReport:
    """The audit of one file. ``text`` is the file as read; all offsets point into it.

    ``shelf`` are the sources it was audited against, ``scored`` those of them (and others) that were judged before.
    """

    path: str
    text: str
    style: Style
    sources: int
    markers: Sequence[MarkerReport]
    references: tuple[ReferenceReport, ...]
    findings: Sequence[Finding]
    suppressed: int = 0
    notes: tuple[str, ...] = ()
    shelf: tuple[Source, ...] = ()
    scored: tuple[ScoredSource, ...] = ()


@frozen
class AuditReport:
    """The audit of all files, in the order given. ``policy`` fingerprints all that judges (`wellsourced.policy`)."""

    version: str
    policy: str
    files: tuple[FileReport, ...]


# ---------------------------------------------------------------------------------------------- articles


@frozen
class Fact:
    """A statement that may be written: validated against its source, whose citation number is ``n``.

    ``origin`` says who made it: a person's note, a search service's answer, or a source in a passage chosen for the
    writer.
    """

    text: str
    n: int
    kind: FactKind = "statement"
    verdict: FactVerdict = "carried"
    score: float | None = None
    origin: FactOrigin = "note"


@frozen
class Passage:
    """A stretch of a kept source, chosen for the writer; ``n`` is the source's citation number."""

    n: int
    source: ScoredSource
    text: str
    score: float


@frozen
class Usage:
    """What a model call used: tokens as the service counted them, and the price in US dollars.

    ``estimated`` says that the service's counts were missing or nonsensical, so that ours are used;
    ``priced`` is false where the model has no price in the table, so that ``usd`` means nothing.
    """

    model: str = ""
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    usd: float = 0.0
    estimated: bool = False
    priced: bool = True


@frozen
class Assignment:
    """The writer's input: nothing else reaches it."""

    question: str
    words: int
    passages: tuple[Passage, ...]
    facts: tuple[Fact, ...] = ()
    disclaimer: str | None = None
    as_of: date | None = None


@frozen
class Fabricated:
    """A citation of what the writer was never given: the marker ``[label]`` stands for it, which no source has.

    ``why`` says in words what was cited.
    """

    label: int
    why: str


@frozen
class Written:
    """A writer's output: Markdown with [N] markers, without a list of references.

    ``fabricated`` are the citations of what the writer was never given; they stand in the text for the audit to tell.
    """

    markdown: str
    usage: Usage = field(default_factory=Usage)
    fabricated: tuple[Fabricated, ...] = ()

    @property
    def dropped_citations(self) -> int:
        """Return how many citations there are of what the writer was never given."""
        return len(self.fabricated)


# ---------------------------------------------------------------------------------------------- evidence


@frozen
class Conflict:
    """Two sources that give different values for one measure, as written, by citation number.

    ``kind`` is conflict where period and unit agree, spread where one side is an estimate or a rounded figure;
    the spans are the two sentences, each in its own source.
    """

    measure: str
    first: int
    first_text: str
    second: int
    second_text: str
    kind: ConflictKind = "conflict"
    first_span: Span | None = None
    second_span: Span | None = None


@frozen
class ClaimEvidence:
    """The evidence of all kept sources for one cited sentence: which agree, and how strong they are together.

    ``cited`` and ``agree`` are ids of sources; support, recency and diversity lie in [0, 1]; ``speculative``: no
    official origin agrees, and fewer than three independent ones do, or their support or age is too low.
    ``conflicts`` are the contradictions between kept sources over a figure of the sentence.
    """

    text: str
    cited: tuple[str, ...]
    agree: tuple[str, ...]
    support: float
    recency: float
    origins: int
    speculative: bool
    diversity: float = 0.0
    conflicts: tuple[Conflict, ...] = ()


# ---------------------------------------------------------------------------------------------- runs


@frozen
class Topic:
    """The subject of an article. ``notes`` are statements that a person supplies; checked before use.

    ``mode``, ``profile`` and ``words`` are "" or 0 if the run's own setting applies.
    """

    id: str
    question: str
    mode: str = ""
    profile: str = ""
    words: int = 0
    notes: tuple[str, ...] = ()
    seed_urls: tuple[str, ...] = ()


@frozen
class Dropped:
    """A fact that was not passed to the writer, why, and how near the nearest source came."""

    text: str
    why: str
    score: float = 0.0
    origin: FactOrigin = "note"


@frozen
class Provenance:
    """How an article came about: everything that decided its content, and nothing about when it was made."""

    question: str
    mode: str
    profile: str
    as_of: date
    writer: str
    attempts: tuple[Attempt, ...]
    retried: Decision | None
    batch: Batch
    outcome: OutcomeName
    decision: Decision
    kept: tuple[ScoredSource, ...] = ()
    decisions: tuple[Decision, ...] = ()
    risks: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    passages: int = 0
    repairs: tuple[Finding, ...] = ()
    usage: Usage = field(default_factory=Usage)
    policy: str = ""
    status: Status = "ok"  # what the profile said
    evidence: tuple[tuple[str, float], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    claims: tuple[ClaimEvidence, ...] = ()
    missing: tuple[str, ...] = ()
    judge: str = ""


@frozen
class Article:
    """A finished article or a refusal: its text, the numbered sources it cites, and the record of both."""

    topic: Topic
    markdown: str
    sources: tuple[Source, ...]
    audit: FileReport
    provenance: Provenance
