"""Articles: what a writer is given and returns, and the record of how an article came about."""

from __future__ import annotations

from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from wellsourced_core.model.claims import Span
    from wellsourced_core.model.closed_sets import ConflictKind, FactKind, FactOrigin, FactVerdict, OutcomeName, Status
    from wellsourced_core.model.reports import FileReport, Finding, Opinion
    from wellsourced_core.model.research import Attempt, Batch, Decision
    from wellsourced_core.model.sources import ScoredSource, Source


@frozen
class Fact:
    """A statement that may be written: validated against its source, whose citation number is ``n``.

    ``origin`` says who made it: a person's note, a search service's answer, or a source in a passage chosen for the
    writer. A note or an answer enters in its source's own words; ``noted`` is how it was worded itself.
    """

    text: str
    n: int
    kind: FactKind = "statement"
    verdict: FactVerdict = "carried"
    score: float | None = None
    origin: FactOrigin = "note"
    noted: str = ""


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
class HouseStyle:
    """``[writer]``: how a model's article is to read.

    ``tone`` and ``language`` are words for the model ("sober", "German"), ``headings`` is question, plain or none,
    ``citations`` is sentence (markers in every sentence) or paragraph (one group may cover the sentences before it);
    ``words`` is the length, 0 for the mode's own.
    """

    words: int = 0
    tone: str = ""
    headings: str = "question"
    citations: str = "sentence"
    language: str = ""


@frozen
class Assignment:
    """The writer's input: nothing else reaches it.

    ``conflicts`` are the contradictions between its sources; ``barred`` are sentences that fell in the audit.
    """

    question: str
    words: int
    passages: tuple[Passage, ...]
    facts: tuple[Fact, ...] = ()
    disclaimer: str | None = None
    as_of: date | None = None
    conflicts: tuple[Conflict, ...] = ()
    style: HouseStyle = field(default_factory=HouseStyle)
    barred: tuple[str, ...] = ()


@frozen
class Fabricated:
    """A citation of what the writer was never given: the marker ``[label]`` stands for it, which no source has.

    ``why`` says in words what was cited.
    """

    label: int
    why: str


@frozen
class Change:
    """Words of a source that stand otherwise in the article: "on Tuesday" as "on 11 February 2025".

    ``n`` is the source's citation number as the writer was given it, ``sentence`` how the changed sentence reads.
    """

    n: int
    before: str
    after: str
    why: str
    sentence: str = ""


@frozen
class Written:
    """A writer's output: Markdown with [N] markers, without a list of references.

    ``fabricated`` are the citations of what the writer was never given; they stand in the text for the audit to tell.
    ``quoted`` are the sources' sentences in it, ``changes`` the words that it put in the place of theirs; ``contrasts``
    are the contradictions that it tells;
    ``dropped`` are the parts of a reply that were left out, each with its reason.
    """

    markdown: str
    usage: Usage = field(default_factory=Usage)
    fabricated: tuple[Fabricated, ...] = ()
    quoted: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    contrasts: tuple[Conflict, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def dropped_citations(self) -> int:
        """Return how many citations there are of what the writer was never given."""
        return len(self.fabricated)


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
    changes: tuple[Change, ...] = ()
    left_out: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    policy: str = ""
    status: Status = "ok"  # what the profile said
    evidence: tuple[tuple[str, float], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    claims: tuple[ClaimEvidence, ...] = ()
    missing: tuple[str, ...] = ()
    judge: str = ""
    reader: str = ""


@frozen
class Article:
    """A finished article or a refusal: its text, the numbered sources it cites, and the record of both.

    ``opinions`` are what a reader said of its doubts, by their keys.
    """

    topic: Topic
    markdown: str
    sources: tuple[Source, ...]
    audit: FileReport
    provenance: Provenance
    opinions: tuple[tuple[str, Opinion], ...] = ()
