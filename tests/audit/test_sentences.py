"""What the audit says of sentences that people wrote who had not seen it: fixtures/sentences and fixtures/overclaims.

What was reached is held: right sentences accused, and by errors, and wrong ones told.
"""

from __future__ import annotations

import pytest

from benchmarks.accuracy_meaning import OWN_SETS, graded
from wellsourced_core.model import Severity

SERIOUS = {Severity.ERROR, Severity.WARNING}
REACHED = {
    "overclaims/pairs": (5, 1, 81),
    "overclaims/second": (6, 1, 36),
    "overclaims/third": (3, 0, 56),
    "overclaims/fourth": (7, 0, 40),
    "overclaims/fifth": (16, 3, 68),
    "overclaims/sixth": (12, 2, 37),
    "overclaims/seventh": (7, 1, 29),
    "sentences/sentences": (2, 0, 45),
    "sentences/second": (1, 0, 23),
    "sentences/third": (1, 1, 40),
    "sentences/fourth": (7, 0, 27),
    "sentences/fifth": (26, 4, 39),
    "sentences/sixth": (19, 7, 15),
    "sentences/seventh": (19, 5, 16),
}


def test_every_set_is_held() -> None:
    assert REACHED.keys() == set(OWN_SETS)


@pytest.mark.parametrize("name", OWN_SETS)
def test_right_sentences_are_left_alone_and_wrong_ones_told(name: str) -> None:
    rows = list(graded(name))
    accused, errors, told = REACHED[name]
    assert sum(right and not found.isdisjoint(SERIOUS) for right, found in rows) <= accused
    assert sum(right and Severity.ERROR in found for right, found in rows) <= errors
    assert sum(not right and not found.isdisjoint(SERIOUS) for right, found in rows) >= told
