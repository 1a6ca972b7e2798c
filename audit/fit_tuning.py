"""Fit thresholds and certainties to pairs that a user labelled, and tell by cross-validation whether they are better.

The cost of thresholds is the mean of four shares: right pairs accused, wrong pairs not accused, right pairs that are
not "supported", wrong pairs that are. A pair is accused by an error or a warning, of whatever rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.calibration import Share, auc
from audit.checks import severity_of
from audit.fit_certainties import Agreement, CodePrecision, Read, agreement, demotions, precisions, shortfall
from audit.pairs import Judgement, SourceCache, judge
from audit.thresholds import (
    FIT_ERRORS_OF_ALLOWED,
    FIT_FOLDS,
    FIT_LEAST_FINDINGS,
    FIT_LEAST_GAIN,
    FIT_LEAST_LABELS,
    FIT_LEAST_OF_EACH,
    FITTED_STEPS,
)
from audit.tuning import SHIPPED, Tuning
from wellsourced_core.digest import blake2b
from wellsourced_core.errors import InputError
from wellsourced_core.model import Pair, Severity
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from wellsourced_core.model import Reading

    Curve = Literal["logistic", "isotonic"]


@frozen
class LabelledPair:
    """A pair, whether people say that it is supported, and what they say of its findings, by code."""

    pair: Pair
    supported: bool
    findings: tuple[tuple[str, Reading], ...] = ()


@frozen
class ErrorRates:
    """Both kinds of error at one level: ``accused`` of the right pairs, ``passed`` of the wrong ones."""

    level: Literal["errors", "errors and warnings", "not supported"]
    accused: Share
    passed: Share

    @property
    def mean(self) -> float:
        return ((self.accused.value or 0.0) + (self.passed.value or 0.0)) / 2


@frozen
class SupportProbability:
    """The probability that a pair of some support is right, were right and wrong pairs equally frequent."""

    support: float
    logistic: float
    isotonic: float


@frozen
class Fit:
    """What was fitted, what of it is worth writing, and the error rates that cross-validation gives before and after.

    ``written`` has of ``fitted`` what is better on pairs left out: the thresholds, the certainties, both or nothing.
    ``after`` are the rates of what is written, or of all that was fitted where that is nothing. ``agreed`` are the
    errors and the warnings that people agree with, before and after; ``gone`` counts the labelled findings that are
    not made.
    """

    right: int
    wrong: int
    allowed: float
    fitted: Tuning
    written: Tuning
    thresholds_gain: bool
    certainties_gain: bool
    curve: Curve
    before: tuple[ErrorRates, ...]
    after: tuple[ErrorRates, ...]
    agreed: tuple[Agreement, Agreement]
    codes: tuple[CodePrecision, ...]
    gone: int
    probabilities: tuple[SupportProbability, ...]


def fit(labelled: Sequence[LabelledPair], allowed: float, name: str, *, force: bool = False) -> Fit:
    """Fit a tuning to labelled pairs; ``allowed`` is the share of right ones that may be accused for lack of support.

    The order of the pairs changes nothing. With ``force`` all is to be written, whether it gains or not. Raises
    InputError, which calls the pairs ``name``, where they are too few, or where support does not tell right from wrong.
    """
    _refuse_few([one.supported for one in labelled], "labelled", name)
    pairs = sorted(labelled, key=_identity)
    shelf = SourceCache()
    shipped = [judge(one.pair, shelf) for one in pairs]
    scores, labels = _scored(pairs, shipped)
    _refuse_few(labels, "that can be compared", name)
    if (auc(*_parted(scores, labels)) or 0.0) <= 1 / 2:
        problem = "the wrong pairs are supported as well as the right ones"
        raise InputError(name, problem, 'check the labels: "supported" is what a person found', code="bad-labels")
    folds = _folds([one.supported for one in pairs])
    curve = _better_curve(pairs, shipped, folds)
    fitted = _fitted(pairs, shipped, allowed, curve)
    fewer = FIT_LEAST_FINDINGS // 2  # what is told of a code by all of its findings is to be told by most of them
    taught: dict[int, Tuning] = {}
    for fold in folds:
        tuning = _fitted(_but(pairs, fold), _but(shipped, fold), allowed, curve, fewer)
        taught |= dict.fromkeys(fold, tuning)
    tunings = [taught[index] for index in range(len(pairs))]
    unseen = [judge(one.pair, shelf, replace(its, demotions=())) for one, its in zip(pairs, tunings, strict=True)]
    plain = [SHIPPED] * len(pairs)
    before, agreed = (
        _rates(pairs, shipped, plain),
        (
            agreement(_read(pairs, shipped, plain)),
            agreement(_read(pairs, shipped, tunings)),
        ),
    )
    moved = fitted.thresholds != SHIPPED.thresholds
    thresholds_gain = moved and _cost(_rates(pairs, unseen, plain)) <= _cost(before) - FIT_LEAST_GAIN
    certainties_gain = fitted.demotions != () and shortfall(agreed[1]) < shortfall(agreed[0])
    gained = replace(fitted if thresholds_gain else SHIPPED, demotions=fitted.demotions if certainties_gain else ())
    written = fitted if force else gained
    shown = fitted if written == SHIPPED else written
    after = _rates(
        pairs,
        shipped if shown.thresholds == SHIPPED.thresholds else unseen,
        tunings if shown.demotions else plain,
    )
    return Fit(
        sum(one.supported for one in pairs),
        sum(not one.supported for one in pairs),
        allowed,
        fitted,
        written,
        thresholds_gain,
        certainties_gain,
        curve,
        before,
        after,
        agreed,
        tuple(precisions(_reads(pairs, shipped))),
        sum(code not in found.findings for one, found in zip(pairs, shipped, strict=True) for code, _ in one.findings),
        _probabilities(scores, labels),
    )


def _refuse_few(labels: Sequence[bool], which: str, name: str) -> None:
    least, each = FIT_LEAST_LABELS, FIT_LEAST_OF_EACH
    right, wrong = labels.count(True), labels.count(False)
    if len(labels) < least or min(right, wrong) < each:
        problem = f"has {right} right and {wrong} wrong pairs {which}"
        raise InputError(name, problem, f"a fit needs {least}, and {each} of each: label more", code="few-labels")


def _identity(one: LabelledPair) -> tuple[bytes, bool, str]:
    """Return what pairs are put in order by: as good as chance, and the same whatever order they come in."""
    return blake2b(repr(one.pair).encode("utf-8", "surrogatepass")).digest(), one.supported, repr(one.findings)


def _folds(labels: Sequence[bool]) -> list[frozenset[int]]:
    """Cut indexes into folds that have the same share of both labels."""
    from sklearn.model_selection import StratifiedKFold

    found = StratifiedKFold(FIT_FOLDS).split(labels, labels)
    return [frozenset(int(index) for index in test) for _, test in found]


def _but(items: Sequence[Any], left_out: frozenset[int]) -> list[Any]:
    return [item for index, item in enumerate(items) if index not in left_out]


# ------------------------------------------------------------------------------------------------- thresholds


def _fitted(
    pairs: Sequence[LabelledPair],
    shipped: Sequence[Judgement],
    allowed: float,
    curve: Curve,
    least: int = FIT_LEAST_FINDINGS,
) -> Tuning:
    scores, labels = _scored(pairs, shipped)
    balanced = _even_points(scores, labels)[curve]
    weak = min(threshold(scores, labels, allowed), balanced)
    strip = min(threshold(scores, labels, allowed * FIT_ERRORS_OF_ALLOWED), weak)
    return Tuning(strip, weak, balanced, demotions(_reads(pairs, shipped), least))


def _scored(pairs: Sequence[LabelledPair], judged: Sequence[Judgement]) -> tuple[list[float], list[bool]]:
    """Return support and label of the pairs that could be compared."""
    found = [(j.together, one.supported) for one, j in zip(pairs, judged, strict=True) if j.together is not None]
    return [score for score, _ in found], [label for _, label in found]


def _parted(scores: Sequence[float], labels: Sequence[bool]) -> tuple[list[float], list[float]]:
    """Return the scores of the right pairs and those of the wrong ones."""
    both = list(zip(scores, labels, strict=True))
    return [score for score, label in both if label], [score for score, label in both if not label]


def threshold(scores: Sequence[float], labels: Sequence[bool], allowed: float) -> float:
    """Return the threshold, in hundredths, that catches the most wrong pairs at the allowed share of right ones.

    Caught and accused are those with a lower score; of thresholds that catch alike the middle one.
    """
    right, wrong = _parted(scores, labels)

    def below(some: Sequence[float], at: int) -> int:
        return sum(score < at / FITTED_STEPS for score in some)

    possible = [at for at in range(FITTED_STEPS + 1) if below(right, at) <= allowed * len(right)]
    best = [at for at in possible if below(wrong, at) == below(wrong, possible[-1])]
    return best[len(best) // 2] / FITTED_STEPS


def _even_points(scores: Sequence[float], labels: Sequence[bool]) -> dict[Curve, float]:
    """Return the support, in hundredths, from which a pair is rather right than wrong, by each regression.

    Both labels count alike, so that this is where the mean of both error rates is lowest: isotonic regression finds
    the lowest one of these pairs themselves, logistic regression that of a smooth curve through them.
    """
    chances = _curves(scores, labels)
    grid = [at / FITTED_STEPS for at in range(FITTED_STEPS + 1)]
    found: dict[Curve, float] = {}
    for curve, predict in chances.items():
        told = predict(grid)
        found[curve] = next((at for at, chance in zip(grid, told, strict=True) if chance >= 1 / 2), 1.0)
    return found


def _curves(scores: Sequence[float], labels: Sequence[bool]) -> dict[Curve, Any]:
    """Return for each regression the function from supports to probabilities that a pair is right."""
    from sklearn.isotonic import IsotonicRegression
    from sklearn.linear_model import LogisticRegression

    weight = {label: len(labels) / 2 / max(1, labels.count(label)) for label in (True, False)}
    weights = [weight[label] for label in labels]
    # C is so large that it flattens nothing, and finite for labels that a threshold parts completely.
    logistic = LogisticRegression(C=100).fit([[score] for score in scores], labels, weights)
    isotonic = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(scores, list(map(float, labels)), weights)
    return {
        "logistic": lambda at: [float(row[1]) for row in logistic.predict_proba([[score] for score in at])],
        "isotonic": lambda at: [float(chance) for chance in isotonic.predict(at)],
    }


def _better_curve(
    pairs: Sequence[LabelledPair], shipped: Sequence[Judgement], folds: Sequence[frozenset[int]]
) -> Curve:
    """Return the regression whose even point errs less on pairs left out, both labels alike; logistic on a tie."""
    right = sum(one.supported for one in pairs)
    cost: dict[Curve, float] = {"logistic": 0.0, "isotonic": 0.0}
    for fold in folds:
        points = _even_points(*_scored(_but(pairs, fold), _but(shipped, fold)))
        scores, labels = _scored([pairs[i] for i in sorted(fold)], [shipped[i] for i in sorted(fold)])
        for curve, point in points.items():
            accused = sum(score < point for score, label in zip(scores, labels, strict=True) if label)
            passed = sum(score >= point for score, label in zip(scores, labels, strict=True) if not label)
            cost[curve] += accused / right + passed / (len(pairs) - right)
    return "isotonic" if cost["isotonic"] < cost["logistic"] else "logistic"


def _probabilities(scores: Sequence[float], labels: Sequence[bool]) -> tuple[SupportProbability, ...]:
    grid = [at / 10 for at in range(11)]
    chances = _curves(scores, labels)
    columns = zip(grid, chances["logistic"](grid), chances["isotonic"](grid), strict=True)
    return tuple(SupportProbability(at, round(smooth, 2), round(steps, 2)) for at, smooth, steps in columns)


# ------------------------------------------------------------------------------------------------- certainties


def _read(
    pairs: Sequence[LabelledPair], judged: Sequence[Judgement], tunings: Sequence[Tuning]
) -> Iterator[tuple[Read, Tuning]]:
    """Yield each finding that was read and is still made, with the tuning of its pair.

    A trivial finding is one that people do not agree with, an unclear one tells nothing.
    """
    for one, found, tuning in zip(pairs, judged, tunings, strict=True):
        certainties = dict(found.certainties)
        for code, reading in one.findings:
            if code in certainties and reading != "unclear":
                yield Read(code, certainties[code], reading == "right"), tuning


def _reads(pairs: Sequence[LabelledPair], judged: Sequence[Judgement]) -> list[Read]:
    return [read for read, _ in _read(pairs, judged, [SHIPPED] * len(pairs))]


# ------------------------------------------------------------------------------------------------- error rates


def _rates(
    pairs: Sequence[LabelledPair], judged: Sequence[Judgement], tunings: Sequence[Tuning]
) -> tuple[ErrorRates, ...]:
    """Count both kinds of error at each level."""
    graves = [_severities(found, tuning) for found, tuning in zip(judged, tunings, strict=True)]
    errors = [Severity.ERROR in grave for grave in graves]
    accused = [bool(grave & {Severity.ERROR, Severity.WARNING}) for grave in graves]
    unsupported = [found.verdict != "supported" for found in judged]
    labels = [one.supported for one in pairs]
    return (
        ErrorRates("errors", *_both(errors, labels)),
        ErrorRates("errors and warnings", *_both(accused, labels)),
        ErrorRates("not supported", *_both(unsupported, labels)),
    )


def _severities(found: Judgement, tuning: Tuning) -> set[Severity]:
    return {severity_of(code, tuning.earned(code, certainty)) for code, certainty in found.certainties}


def _both(hit: Sequence[bool], labels: Sequence[bool]) -> tuple[Share, Share]:
    right = [one for one, label in zip(hit, labels, strict=True) if label]
    wrong = [one for one, label in zip(hit, labels, strict=True) if not label]
    return Share(sum(right), len(right)), Share(len(wrong) - sum(wrong), len(wrong))


def _cost(rates: Sequence[ErrorRates]) -> float:
    """Return the mean of both error rates, of accusations and of the verdict "supported"."""
    return sum(one.mean for one in rates if one.level != "errors") / 2
