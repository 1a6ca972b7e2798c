"""What a user's own labels change of the verdicts: three thresholds, and how certain the findings of a code are.

The support of a sentence stays what it is; only where it becomes a verdict moves.
"""

from __future__ import annotations

from audit.thresholds import BALANCED, STRIP, WEAK_WARNING
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


@frozen
class Tuning:
    """The thresholds of the verdicts, in order, and (code, certainty of its rules, certainty that it earned)."""

    strip: float = STRIP
    weak_warning: float = WEAK_WARNING
    balanced: float = BALANCED
    demotions: tuple[tuple[str, Certainty, Certainty], ...] = ()

    @property
    def thresholds(self) -> tuple[float, float, float]:
        return self.strip, self.weak_warning, self.balanced

    def earned(self, code: str, certainty: Certainty) -> Certainty:
        """Return how certain a finding of a code is, whose rules say ``certainty``."""
        for demoted, told, earned in self.demotions:
            if (demoted, told) == (code, certainty):
                return earned
        return certainty


SHIPPED = Tuning()
