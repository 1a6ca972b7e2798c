"""What an audit says of a draft: findings, fixes, and the verdict on each citation."""

from __future__ import annotations

from enum import StrEnum

from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from wellsourced_core.model.claims import Span
    from wellsourced_core.model.closed_sets import (
        Certainty,
        FoundBy,
        OpinionVerdict,
        ReferenceVerdict,
        ReviewWord,
        Safety,
        ShownVerdict,
    )
    from wellsourced_core.model.drafts import Label, Style
    from wellsourced_core.model.places import Places
    from wellsourced_core.model.sources import ScoredSource, Source


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
    """What a rule found, where, and what could be done. ``id`` is its fingerprint: stable under edits elsewhere.

    ``certainty`` says how far a reader may trust it: *proven* by the evidence printed, *likely*, or only *possible*.
    The severity follows from it, up to the highest that the rule may have (``audit.checks``). ``told`` is what the
    rule said of itself, where a calibration of the user's own trusts it less; else "".
    """

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
    certainty: Certainty = "proven"
    opinion: OpinionVerdict | Literal[""] = ""  # where a reader was asked about it ...
    why: str = ""  # ... and what the reader's answer rests on
    told: Certainty | Literal[""] = ""


@frozen
class Opinion:
    """What a reader, a model, said of one doubt, and the words of the source that this rests on.

    ``claim`` is the sentence that it was asked about, for whoever reads a file of opinions.
    """

    model: str
    verdict: OpinionVerdict
    why: str
    claim: str = ""


@frozen
class Review:
    """What an editor said of a finding, known by its fingerprint; ``certainty`` is what the rule itself said."""

    id: str
    code: str
    certainty: Certainty
    judgement: ReviewWord
    reason: str = ""


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
    opinion: OpinionVerdict | Literal[""] = ""  # where a reader was asked about it


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
class SourceJoin:
    """A document among the sources, the entry of the draft that it was joined to, and by what of it.

    ``by`` is "" for a document that no entry names, and ``file`` for an entry that nothing was found for. ``problem``
    says why the document has no text.
    """

    file: str
    label: Label
    line: int
    by: FoundBy
    problem: str = ""


@frozen
class FileReport:
    """The audit of one file. ``text`` is the file as read; all offsets point into it.

    ``places`` is where that text stands in the file if this is another: lines and columns are those of the file then.
    ``shelf`` are the sources it was audited against, ``scored`` those of them (and others) that were judged before.
    ``joins`` are the documents among them, where there are any; ``reviewed`` is what an editor said of its findings.
    """

    path: str
    text: str
    style: Style
    sources: int
    markers: Sequence[MarkerReport]
    references: tuple[ReferenceReport, ...]
    findings: tuple[Finding, ...]
    suppressed: int = 0
    notes: tuple[str, ...] = ()
    shelf: tuple[Source, ...] = ()
    scored: tuple[ScoredSource, ...] = ()
    joins: tuple[SourceJoin, ...] = ()
    places: Places | None = None
    reviewed: tuple[Review, ...] = ()


@frozen
class AuditReport:
    """The audit of all files, in the order given. ``policy`` fingerprints all that judges (`wellsourced.policy`).

    ``files`` may make each report as it is looked at: whoever holds all of a long run at once runs out of memory.
    ``bars``: the support below which a citation is misattributed and that from which it is supported, where a
    calibration of the user's own moved them.
    """

    version: str
    policy: str
    files: Sequence[FileReport]
    bars: tuple[float, float] | None = None
