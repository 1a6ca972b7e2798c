"""The values that rooms exchange: frozen, made of tuples, without behaviour of their own.

Offsets are code points of the text they point into, half-open. Lines and columns are 1-based.
"""

from __future__ import annotations

from wellsourced_core.model.articles import (
    Article as Article,
)
from wellsourced_core.model.articles import (
    Assignment as Assignment,
)
from wellsourced_core.model.articles import (
    Change as Change,
)
from wellsourced_core.model.articles import (
    ClaimEvidence as ClaimEvidence,
)
from wellsourced_core.model.articles import (
    Conflict as Conflict,
)
from wellsourced_core.model.articles import (
    Dropped as Dropped,
)
from wellsourced_core.model.articles import (
    Fabricated as Fabricated,
)
from wellsourced_core.model.articles import (
    Fact as Fact,
)
from wellsourced_core.model.articles import (
    HouseStyle as HouseStyle,
)
from wellsourced_core.model.articles import (
    Passage as Passage,
)
from wellsourced_core.model.articles import (
    Provenance as Provenance,
)
from wellsourced_core.model.articles import (
    Topic as Topic,
)
from wellsourced_core.model.articles import (
    Usage as Usage,
)
from wellsourced_core.model.articles import (
    Written as Written,
)
from wellsourced_core.model.bibliographic import (
    Person as Person,
)
from wellsourced_core.model.bibliographic import (
    Work as Work,
)
from wellsourced_core.model.bibliographic import (
    WrittenField as WrittenField,
)
from wellsourced_core.model.bibliographic import (
    WrittenReference as WrittenReference,
)
from wellsourced_core.model.claims import (
    Claim as Claim,
)
from wellsourced_core.model.claims import (
    Pair as Pair,
)
from wellsourced_core.model.claims import (
    Quantity as Quantity,
)
from wellsourced_core.model.claims import (
    QuoteVerdict as QuoteVerdict,
)
from wellsourced_core.model.claims import (
    Span as Span,
)
from wellsourced_core.model.claims import (
    StatisticVerdict as StatisticVerdict,
)
from wellsourced_core.model.claims import (
    Support as Support,
)
from wellsourced_core.model.closed_sets import (
    BOUNDS as BOUNDS,
)
from wellsourced_core.model.closed_sets import (
    CERTAINTIES as CERTAINTIES,
)
from wellsourced_core.model.closed_sets import (
    CITATION_VERDICTS as CITATION_VERDICTS,
)
from wellsourced_core.model.closed_sets import (
    DATED_BY as DATED_BY,
)
from wellsourced_core.model.closed_sets import (
    ENTRY_VERDICTS as ENTRY_VERDICTS,
)
from wellsourced_core.model.closed_sets import (
    OPINION_VERDICTS as OPINION_VERDICTS,
)
from wellsourced_core.model.closed_sets import (
    QUANTITY_KINDS as QUANTITY_KINDS,
)
from wellsourced_core.model.closed_sets import (
    READINGS as READINGS,
)
from wellsourced_core.model.closed_sets import (
    REFERENCE_VERDICTS as REFERENCE_VERDICTS,
)
from wellsourced_core.model.closed_sets import (
    REVIEW_WORDS as REVIEW_WORDS,
)
from wellsourced_core.model.closed_sets import (
    member as member,
)
from wellsourced_core.model.drafts import (
    Draft as Draft,
)
from wellsourced_core.model.drafts import (
    Label as Label,
)
from wellsourced_core.model.drafts import (
    Marker as Marker,
)
from wellsourced_core.model.drafts import (
    Ref as Ref,
)
from wellsourced_core.model.drafts import (
    Reference as Reference,
)
from wellsourced_core.model.drafts import (
    Scope as Scope,
)
from wellsourced_core.model.drafts import (
    Style as Style,
)
from wellsourced_core.model.places import (
    Place as Place,
)
from wellsourced_core.model.places import (
    Places as Places,
)
from wellsourced_core.model.reports import (
    AuditReport as AuditReport,
)
from wellsourced_core.model.reports import (
    Edit as Edit,
)
from wellsourced_core.model.reports import (
    FileReport as FileReport,
)
from wellsourced_core.model.reports import (
    Finding as Finding,
)
from wellsourced_core.model.reports import (
    Fix as Fix,
)
from wellsourced_core.model.reports import (
    MarkerReport as MarkerReport,
)
from wellsourced_core.model.reports import (
    Opinion as Opinion,
)
from wellsourced_core.model.reports import (
    ReferenceReport as ReferenceReport,
)
from wellsourced_core.model.reports import (
    RefVerdict as RefVerdict,
)
from wellsourced_core.model.reports import (
    Review as Review,
)
from wellsourced_core.model.reports import (
    Severity as Severity,
)
from wellsourced_core.model.reports import (
    SourceJoin as SourceJoin,
)
from wellsourced_core.model.research import (
    Attempt as Attempt,
)
from wellsourced_core.model.research import (
    Batch as Batch,
)
from wellsourced_core.model.research import (
    Decision as Decision,
)
from wellsourced_core.model.research import (
    Full as Full,
)
from wellsourced_core.model.research import (
    Insufficient as Insufficient,
)
from wellsourced_core.model.research import (
    Outcome as Outcome,
)
from wellsourced_core.model.research import (
    Short as Short,
)
from wellsourced_core.model.sources import (
    AxisScore as AxisScore,
)
from wellsourced_core.model.sources import (
    Document as Document,
)
from wellsourced_core.model.sources import (
    ScoredSource as ScoredSource,
)
from wellsourced_core.model.sources import (
    Source as Source,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model.closed_sets import (
        AttemptKind as AttemptKind,
    )
    from wellsourced_core.model.closed_sets import (
        Bound as Bound,
    )
    from wellsourced_core.model.closed_sets import (
        Certainty as Certainty,
    )
    from wellsourced_core.model.closed_sets import (
        CitationVerdict as CitationVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        ConflictKind as ConflictKind,
    )
    from wellsourced_core.model.closed_sets import (
        DatedBy as DatedBy,
    )
    from wellsourced_core.model.closed_sets import (
        DecisionRule as DecisionRule,
    )
    from wellsourced_core.model.closed_sets import (
        Derivation as Derivation,
    )
    from wellsourced_core.model.closed_sets import (
        DriftStatus as DriftStatus,
    )
    from wellsourced_core.model.closed_sets import (
        EndReason as EndReason,
    )
    from wellsourced_core.model.closed_sets import (
        EntryVerdict as EntryVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        FactKind as FactKind,
    )
    from wellsourced_core.model.closed_sets import (
        FactOrigin as FactOrigin,
    )
    from wellsourced_core.model.closed_sets import (
        FactVerdict as FactVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        FieldVerdict as FieldVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        FoundBy as FoundBy,
    )
    from wellsourced_core.model.closed_sets import (
        JoinedBy as JoinedBy,
    )
    from wellsourced_core.model.closed_sets import (
        MarkerShape as MarkerShape,
    )
    from wellsourced_core.model.closed_sets import (
        NumberVerdict as NumberVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        OpinionVerdict as OpinionVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        OutcomeName as OutcomeName,
    )
    from wellsourced_core.model.closed_sets import (
        QuantityKind as QuantityKind,
    )
    from wellsourced_core.model.closed_sets import (
        QuotationVerdict as QuotationVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        Reading as Reading,
    )
    from wellsourced_core.model.closed_sets import (
        ReferenceKind as ReferenceKind,
    )
    from wellsourced_core.model.closed_sets import (
        ReferencePart as ReferencePart,
    )
    from wellsourced_core.model.closed_sets import (
        ReferenceVerdict as ReferenceVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        ResultOutcome as ResultOutcome,
    )
    from wellsourced_core.model.closed_sets import (
        ReviewWord as ReviewWord,
    )
    from wellsourced_core.model.closed_sets import (
        Safety as Safety,
    )
    from wellsourced_core.model.closed_sets import (
        ShownVerdict as ShownVerdict,
    )
    from wellsourced_core.model.closed_sets import (
        Status as Status,
    )
    from wellsourced_core.model.closed_sets import (
        WorkKind as WorkKind,
    )
