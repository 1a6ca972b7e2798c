"""Fit how certain findings are to what people say of them: a code that they agree with too seldom becomes less certain.

Nothing ever becomes more certain. What is fitted is held against findings that were left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from audit.calibration import Share
from audit.checks import all_checks, severity_of
from audit.thresholds import ERROR_PRECISION, FIT_FOLDS, FIT_LEAST_FINDINGS, WARNING_PRECISION
from audit.tuning import SHIPPED, Tuning
from wellsourced_core.model import Review, Severity
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_CERTAINTIES: tuple[Certainty, ...] = ("proven", "likely")  # what can be demoted
_ORDER = tuple(Severity)  # the gravest first


@frozen
class Read:
    """A finding that somebody read: its code, what its rule said, and whether people agree with it."""

    code: str
    certainty: Certainty
    right: bool


@frozen
class Agreement:
    """How often people agree with the errors, and with the warnings, of which they said something."""

    errors: Share
    warnings: Share


@frozen
class CodePrecision:
    """How often people agree with the findings of a code: those that are errors, or warnings, before the fit.

    ``earned`` is None where too few were read.
    """

    code: str
    severity: Severity
    right: Share
    earned: Severity | None


@frozen
class CertaintyFit:
    """What judgements teach: ``fitted``, what of it is ``written``, and how often people agree, before and after.

    ``agreed`` is told of findings left out; where it does not get better (``gains``) nothing is written.
    """

    read: int
    fitted: Tuning
    written: Tuning
    gains: bool
    agreed: tuple[Agreement, Agreement]
    codes: tuple[CodePrecision, ...]


def fit_reviews(reviews: Iterable[Review], *, force: bool = False) -> CertaintyFit:
    """Fit certainties to judgements, in whatever order they come; with ``force`` all is to be written."""
    ordered = sorted((one for one in reviews if one.judgement != "none"), key=_stratified)
    reads = [Read(one.code, one.certainty, one.judgement != "disagree") for one in ordered]
    fitted = Tuning(demotions=demotions(reads, FIT_LEAST_FINDINGS))
    fewer = FIT_LEAST_FINDINGS // 2  # what is told of a code by all of its findings is to be told by most of them
    taught = []
    for fold in range(FIT_FOLDS):
        rest = [one for at, one in enumerate(reads) if at % FIT_FOLDS != fold]
        taught.append(Tuning(demotions=demotions(rest, fewer)))
    before = agreement((one, SHIPPED) for one in reads)
    after = agreement((one, taught[at % FIT_FOLDS]) for at, one in enumerate(reads))
    gains = fitted.demotions != () and shortfall(after) < shortfall(before)
    written = fitted if gains or force else SHIPPED
    return CertaintyFit(len(reads), fitted, written, gains, (before, after), tuple(precisions(reads)))


def _stratified(one: Review) -> tuple[str, str, bool, str]:
    """Return what judgements are put in order by, so that every fifth has its share of each kind."""
    return one.code, one.certainty, one.judgement == "disagree", one.id


def demotions(reads: Sequence[Read], least_read: int) -> tuple[tuple[str, Certainty, Certainty], ...]:
    """Return what certainty findings earned that people agree with too seldom, by code and certainty."""
    earned = {(row.code, row.severity): row.earned for row in precisions(reads, least_read)}
    certainty: dict[Severity, Certainty] = {Severity.WARNING: "likely", Severity.NOTE: "possible"}
    found: list[tuple[str, Certainty, Certainty]] = []
    for check in all_checks():
        least = Severity.ERROR
        for told in _CERTAINTIES:
            severity = check.severity_of(told)
            # What is less certain is never graver than what is more.
            least = max(earned.get((check.code, severity)) or severity, least, key=_ORDER.index)
            if least != severity:
                found.append((check.code, told, certainty[least]))
    return tuple(found)


def precisions(reads: Iterable[Read], least_read: int = FIT_LEAST_FINDINGS) -> Iterator[CodePrecision]:
    """Yield how often people agree with the errors and the warnings of each code, and what these earned.

    Errors that are demoted count among the code's warnings: both are to be right as often as a warning is.
    """
    read: dict[tuple[str, Severity], list[bool]] = {}
    for one in reads:
        read.setdefault((one.code, severity_of(one.code, one.certainty)), []).append(one.right)
    for code in sorted({code for code, _ in read}):
        errors, warnings = (read.get((code, severity), []) for severity in (Severity.ERROR, Severity.WARNING))
        keeps = _precise(errors, ERROR_PRECISION, least_read)
        mixed = warnings if keeps is not False else [*errors, *warnings]
        stays = _precise(mixed, WARNING_PRECISION, least_read)
        weaker = Severity.NOTE if stays is False else Severity.WARNING
        if errors:
            earned = None if keeps is None else Severity.ERROR if keeps else weaker
            yield CodePrecision(code, Severity.ERROR, Share(sum(errors), len(errors)), earned)
        if warnings:
            earned = None if stays is None else weaker
            yield CodePrecision(code, Severity.WARNING, Share(sum(warnings), len(warnings)), earned)


def _precise(right: Sequence[bool], least: float, least_read: int) -> bool | None:
    """Tell whether findings are right as often as they should be; None where too few were read to tell."""
    return sum(right) >= least * len(right) if len(right) >= least_read else None


def agreement(reads: Iterable[tuple[Read, Tuning]]) -> Agreement:
    """Return how often people agree with errors and with warnings, each finding as grave as its tuning makes it."""
    right: dict[Severity, list[bool]] = {severity: [] for severity in Severity}
    for one, tuning in reads:
        right[severity_of(one.code, tuning.earned(one.code, one.certainty))].append(one.right)
    errors, warnings = right[Severity.ERROR], right[Severity.WARNING]
    return Agreement(Share(sum(errors), len(errors)), Share(sum(warnings), len(warnings)))


def shortfall(agreed: Agreement) -> float:
    """Return how much errors and warnings together lack of being right as often as they should be."""
    shares = (agreed.errors.value, ERROR_PRECISION), (agreed.warnings.value, WARNING_PRECISION)
    return sum(max(0.0, least - share) for share, least in shares if share is not None)
