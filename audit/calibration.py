"""Compare judgements with labels by people: how often right claims are accused, and how often wrong ones pass."""

from __future__ import annotations

from math import sqrt

from audit.thresholds import CALIBRATION_Z
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from audit.pairs import Judgement


@frozen
class Share:
    """``count`` of ``total``; ``low`` and ``high`` bound the share at 95 % (Wilson 1927)."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        return self.count / self.total if self.total else None

    @property
    def bounds(self) -> tuple[float, float] | None:
        if not self.total:
            return None
        n, p = self.total, self.count / self.total
        middle = p + CALIBRATION_Z * CALIBRATION_Z / (2 * n)
        reach = CALIBRATION_Z * sqrt(p * (1 - p) / n + CALIBRATION_Z * CALIBRATION_Z / (4 * n * n))
        whole = 1 + CALIBRATION_Z * CALIBRATION_Z / n
        return max(0.0, min(p, (middle - reach) / whole)), min(1.0, max(p, (middle + reach) / whole))


@frozen
class Row:
    """What one verdict or rule does: the share of right claims that get it, and of wrong ones."""

    name: str
    right: Share
    wrong: Share


@frozen
class Calibration:
    """All labelled pairs together. ``auc``: how often a right claim outscores a wrong one, None without both."""

    right: int
    wrong: int
    auc: float | None
    verdicts: tuple[Row, ...]
    rules: tuple[Row, ...]


VERDICTS = ("supported", "weak", "misattributed", "uncheckable")


def calibrate(judged: Sequence[tuple[Judgement, bool]]) -> Calibration:
    """Count verdicts and rules by label. ``judged`` holds (judgement, whether people say it is supported)."""
    right = [one for one, supported in judged if supported]
    wrong = [one for one, supported in judged if not supported]
    codes = sorted({code for one, _ in judged for code in one.findings})

    def row(name: str, has: Sequence[bool], lacks: Sequence[bool]) -> Row:
        return Row(name, Share(sum(has), len(has)), Share(sum(lacks), len(lacks)))

    verdicts = tuple(row(v, [one.verdict == v for one in right], [one.verdict == v for one in wrong]) for v in VERDICTS)
    rules = tuple(row(c, [c in one.findings for one in right], [c in one.findings for one in wrong]) for c in codes)
    return Calibration(len(right), len(wrong), auc(_scores(right), _scores(wrong)), verdicts, rules)


def auc(right: Sequence[float], wrong: Sequence[float]) -> float | None:
    """Return the area under the ROC curve by ranks, ties counting half (Mann and Whitney 1947)."""
    if not right or not wrong:
        return None
    ranked = sorted([*((score, True) for score in right), *((score, False) for score in wrong)])
    total, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        total += sum(label for _, label in ranked[at:end]) * (at + end + 1) / 2
        at = end
    return (total - len(right) * (len(right) + 1) / 2) / (len(right) * len(wrong))


def _scores(judged: Sequence[Judgement]) -> list[float]:
    return [one.support for one in judged if one.support is not None]
