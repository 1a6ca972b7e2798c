"""What `calibrate --fit` prints: both error rates before and after, what was fitted, and what of it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audit.fit_certainties import Agreement, CertaintyFit, CodePrecision
from audit.fit_tuning import ErrorRates, Fit
from audit.thresholds import FIT_FOLDS
from audit.tuning import SHIPPED, Tuning
from wellsourced.calibration_file import THRESHOLDS
from wellsourced.formats.records import dump
from wellsourced.formats.records.calibration import share_record, shown_share
from wellsourced_core.model import Severity

SCHEMA = "wellsourced.fit/1"
REVIEWS = "wellsourced.fit-reviews/1"
_MADE = "Made by `wellsourced calibrate --fit`; name this file in wellsourced.toml, under [audit]: calibration."


def render(found: Fit) -> str:
    """Return a fit as JSON; shares of nothing are null."""
    return dump(
        {
            "schema": SCHEMA,
            "right": found.right,
            "wrong": found.wrong,
            "allowed": found.allowed,
            "folds": FIT_FOLDS,
            "curve": found.curve,
            "shipped": _tuning(SHIPPED),
            "fitted": _tuning(found.fitted),
            "written": None if found.written == SHIPPED else _tuning(found.written),
            "gain": {"thresholds": found.thresholds_gain, "certainties": found.certainties_gain},
            "before": [_rates(one) for one in found.before],
            "after": [_rates(one) for one in found.after],
            "findings": {
                "before": _agreement(found.agreed[0]),
                "after": _agreement(found.agreed[1]),
                "gone": found.gone,
                "codes": [_code(row) for row in found.codes],
            },
            "probabilities": [
                {"support": one.support, "logistic": one.logistic, "isotonic": one.isotonic}
                for one in found.probabilities
            ],
        }
    )


def render_text(found: Fit) -> str:
    """Return a fit as tables of 80 columns."""
    return "\n".join(
        [
            f"{found.right} right and {found.wrong} wrong pairs, cross-validated in {FIT_FOLDS} parts",
            "",
            *_error_lines(found),
            "",
            *_threshold_lines(found),
            "",
            *_finding_lines(found),
            *_probability_lines(found),
            "",
        ]
    )


def head(found: Fit) -> str:
    """Return what stands above a table: what it was made from."""
    parts = [
        "thresholds" if found.written.thresholds != SHIPPED.thresholds else "shipped thresholds",
        *(["certainties"] if found.written.demotions else []),
    ]
    return (
        f"{_MADE}\n{' and '.join(parts).capitalize()}, from {found.right} right and {found.wrong} wrong pairs; at most "
        f"{found.allowed:g} of the right\nones accused for lack of support."
    )


def of_reviews(taught: CertaintyFit, *, json: bool) -> str:
    """Return what judgements teach, as JSON or as a table of 80 columns."""
    if not json:
        state = _state(gained=taught.gains, written=taught.written != SHIPPED, nothing=taught.fitted == SHIPPED)
        lines = _agreement_lines(taught.codes, taught.agreed, state)
        return "\n".join([f"{taught.read} judgements, cross-validated in {FIT_FOLDS} parts", "", *lines, ""])
    return dump(
        {
            "schema": REVIEWS,
            "judgements": taught.read,
            "folds": FIT_FOLDS,
            "fitted": _tuning(taught.fitted)["certainty"],
            "written": None if taught.written == SHIPPED else _tuning(taught.written)["certainty"],
            "gain": taught.gains,
            "before": _agreement(taught.agreed[0]),
            "after": _agreement(taught.agreed[1]),
            "codes": [_code(row) for row in taught.codes],
        }
    )


def head_of_reviews(taught: CertaintyFit) -> str:
    """Return what stands above a table that judgements taught."""
    return f"{_MADE}\nCertainties, from {taught.read} judgements."


def _error_lines(found: Fit) -> list[str]:
    lines = [f"{'':22}{'right pairs accused':>28}{'wrong pairs passed':>28}"]
    for before, after in zip(found.before, found.after, strict=True):
        lines.append(before.level)
        lines += [
            f"  {name:20}{shown_share(one.accused):>28}{shown_share(one.passed):>28}"
            for name, one in (("shipped", before), ("fitted", after))
        ]
    return lines


def _threshold_lines(found: Fit) -> list[str]:
    moved, same = found.written.thresholds != SHIPPED.thresholds, found.fitted.thresholds == SHIPPED.thresholds
    state = _state(gained=found.thresholds_gain, written=moved, nothing=same)
    lines = [f"{'threshold':22}{'shipped':>10}{'fitted':>10}{state}"]
    for name, before, after in zip(THRESHOLDS, SHIPPED.thresholds, found.fitted.thresholds, strict=True):
        lines.append(f"{name:22}{before:10.2f}{after:10.2f}")
    return lines


def _state(*, gained: bool, written: bool, nothing: bool) -> str:
    """Return what became of a part of the fit; ``nothing``: it changed nothing."""
    if nothing:
        return ""
    if gained:
        return "  (a gain)"
    return "  (no gain, written all the same)" if written else "  (no gain, not written)"


def _finding_lines(found: Fit) -> list[str]:
    if not found.codes and not found.gone:
        return []
    state = _state(
        gained=found.certainties_gain, written=found.written.demotions != (), nothing=not found.fitted.demotions
    )
    lines = _agreement_lines(found.codes, found.agreed, state)
    if found.gone:
        lines.append(f"labelled findings that are not made: {found.gone}")
    return [*lines, ""]


def _agreement_lines(codes: Sequence[CodePrecision], agreed: tuple[Agreement, Agreement], state: str) -> list[str]:
    lines = [f"{'finding':22}{'people agree':>28}  earned{state}"]
    for row in codes:
        earned = "too few to tell" if row.earned is None else str(row.earned)
        lines.append(f"{row.code + ' ' + row.severity:22}{shown_share(row.right):>28}  {earned}")
    for name, one in (("shipped", agreed[0]), ("fitted", agreed[1])):
        lines.append(f"{'errors, ' + name:22}{shown_share(one.errors):>28}")
        lines.append(f"{'warnings, ' + name:22}{shown_share(one.warnings):>28}")
    return lines


def _probability_lines(found: Fit) -> list[str]:
    lines = ["probability that a pair is right, by support, were both labels equally frequent"]
    for name, values in (
        ("support", [one.support for one in found.probabilities]),
        ("logistic", [one.logistic for one in found.probabilities]),
        ("isotonic", [one.isotonic for one in found.probabilities]),
    ):
        lines.append(f"{name:10}" + "".join(f"{value:6.2f}" for value in values))
    return lines


def _tuning(tuning: Tuning) -> dict[str, Any]:
    return {
        "thresholds": dict(zip(THRESHOLDS, tuning.thresholds, strict=True)),
        "certainty": [{"code": code, "from": told, "to": earned} for code, told, earned in tuning.demotions],
    }


def _rates(one: ErrorRates) -> dict[str, Any]:
    return {"level": one.level, "accused": share_record(one.accused), "passed": share_record(one.passed)}


def _agreement(agreed: Agreement) -> dict[str, Any]:
    return {"errors": share_record(agreed.errors), "warnings": share_record(agreed.warnings)}


def _code(row: CodePrecision) -> dict[str, Any]:
    earned: Severity | None = row.earned
    return {
        "code": row.code,
        "severity": row.severity.value,
        "right": share_record(row.right),
        "earned": None if earned is None else earned.value,
    }
