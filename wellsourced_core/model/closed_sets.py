"""The closed sets of words that verdicts, kinds and shapes are named by."""

from __future__ import annotations

from wellsourced_core.errors import InputError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeVar

    T = TypeVar("T", bound=str)

    # Closed sets of words, so that a type checker finds the misspelt one.
    AttemptKind = Literal["original", "broader", "reframed"]
    Certainty = Literal["proven", "likely", "possible"]
    Reading = Literal["right", "trivial", "wrong", "unclear"]  # what a reader says of a finding
    ReviewWord = Literal["agree", "disagree", "fixed", "none"]  # what an editor did about one; "none": taken back
    CitationVerdict = Literal["supported", "weak", "misattributed", "out-of-bounds", "uncheckable"]
    ShownVerdict = CitationVerdict | Literal["partly-supported"]  # a supported one beside a fact that fails, in reports
    OpinionVerdict = Literal["supported", "unsupported", "unsure"]
    ReferenceVerdict = Literal["keep", "orphan", "duplicate"]
    ReferenceKind = Literal["work", "book", "other"]
    ReferencePart = Literal["authors", "year", "doi", "arxiv", "isbn", "title"]
    WorkKind = Literal["publication", "preprint"]
    EntryVerdict = Literal["verified", "mismatch", "not-found", "retracted", "needs-review"]
    FieldVerdict = Literal["match", "differs", "absent", "unchecked"]
    NumberVerdict = Literal["carried", "absent", "other-fact", "unit", "direction", "derived"]
    QuotationVerdict = Literal["found", "altered", "not-found", "misattributed", "out-of-context"]
    FactOrigin = Literal["note", "answer", "extracted"]
    FactKind = Literal["statement", "statistic", "quote"]
    FactVerdict = Literal["supported", "carried", "found"]
    Derivation = Literal[
        "", "sum", "difference", "share", "change", "multiple", "product", "quotient", "part", "base", "time", "order"
    ]
    ConflictKind = Literal["conflict", "spread"]
    DriftStatus = Literal["unchanged", "drifted", "evidence-gone", "unreachable"]
    OutcomeName = Literal["full", "short", "insufficient"]
    ResultOutcome = OutcomeName | Literal["failed", "quarantined", "left"]
    DatedBy = Literal["", "address", "page", "text"]  # where a date was read that no provider gave
    FoundBy = Literal["", "address", "identifier", "file name", "title", "number"]  # the entry of a document
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
        "entry-number",
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
CERTAINTIES: tuple[Certainty, ...] = ("proven", "likely", "possible")
CITATION_VERDICTS: tuple[CitationVerdict, ...] = ("supported", "weak", "misattributed", "out-of-bounds", "uncheckable")
DATED_BY: tuple[DatedBy, ...] = ("", "address", "page", "text")
OPINION_VERDICTS: tuple[OpinionVerdict, ...] = ("supported", "unsupported", "unsure")
READINGS: tuple[Reading, ...] = ("right", "trivial", "wrong", "unclear")
REVIEW_WORDS: tuple[ReviewWord, ...] = ("agree", "disagree", "fixed", "none")
REFERENCE_VERDICTS: tuple[ReferenceVerdict, ...] = ("keep", "orphan", "duplicate")
ENTRY_VERDICTS: tuple[EntryVerdict, ...] = ("verified", "mismatch", "not-found", "retracted", "needs-review")
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
