"""Both kinds of error are counted as labelled, and the ranking is what sklearn says it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from audit.calibration import Share, auc, calibrate
from audit.pairs import Judgement, judge
from wellsourced_core.model import Claim, Pair, Source

MILL = "The mill of Varne opened in 1871. Its wheel drove four pairs of stones."
_SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=30)


def judged(claim: str) -> Judgement:
    return judge(Pair(Claim(claim), Source("s", "", "", MILL)))


def test_verdicts_and_rules_are_counted_by_label() -> None:
    right = judged("The mill of Varne opened in 1871.")
    wrong = judged("The mill of Varne opened in 1943.")
    far = judged("Bakers in Lisbon went on strike.")
    found = calibrate([(right, True), (right, True), (wrong, False), (far, False)])
    assert (found.right, found.wrong, found.auc) == (2, 2, 1.0)
    rows = {row.name: (row.right.count, row.wrong.count) for row in (*found.verdicts, *found.rules)}
    assert (rows["supported"], rows["weak"]) == ((2, 0), (0, 1))
    assert rows["misattributed"] == (0, 1)
    assert rows["N201"] == (0, 1)
    assert {row.right.total for row in found.verdicts} == {2}


def test_one_label_alone_ranks_nothing() -> None:
    found = calibrate([(judged("The mill of Varne opened in 1871."), True)])
    assert found.auc is None
    assert found.verdicts[0].wrong.value is None
    assert found.verdicts[0].wrong.bounds is None


@given(_SCORES, _SCORES)
def test_the_ranking_is_the_area_under_the_curve(right: list[float], wrong: list[float]) -> None:
    labels = [True] * len(right) + [False] * len(wrong)
    assert auc(right, wrong) == pytest.approx(roc_auc_score(labels, [*right, *wrong]))


@given(st.integers(0, 300), st.integers(1, 300))
def test_an_interval_holds_its_share_and_shrinks_with_more(count: int, total: int) -> None:
    count = min(count, total)
    low, high = Share(count, total).bounds or (1.0, 0.0)
    assert 0 <= low <= count / total <= high <= 1
    wider_low, wider_high = Share(count * 4, total * 4).bounds or (0.0, 1.0)
    assert wider_high - wider_low < high - low


def test_the_interval_is_wilsons() -> None:
    low, high = Share(1, 50).bounds or (0.0, 0.0)
    assert (round(low, 4), round(high, 4)) == (0.0035, 0.105)
