"""What a fabricating model gets past the policy: a part of ``python -m benchmarks.planted``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from audit.publish import PublishOptions
from benchmarks.fabricator import KINDS
from benchmarks.planted import Tally, measure, table


@pytest.fixture(scope="module")
def tally(corpus: Path) -> Tally:
    return measure(corpus, 100)


def test_planted_faults_do_not_reach_the_reader(tally: Tally) -> None:
    planted = [fate for found in tally.fates.values() for fate in found if fate.said.kind]
    reached = Counter(fate.said.kind for fate in planted if fate.reached)
    assert len(planted) >= 100
    assert {fate.said.kind for fate in planted} == set(KINDS)
    assert reached.total() <= 0.005 * len(planted), table(tally)


def test_right_sentences_stay_and_keep_their_source(tally: Tally) -> None:
    right = [fate for found in tally.fates.values() for fate in found if not fate.said.kind]
    assert len(right) > 200
    assert sum(not fate.there for fate in right) <= 0.01 * len(right), table(tally)
    assert sum(not fate.cites_right for fate in right) <= 0.02 * len(right), table(tally)


def test_the_measurement_can_fail(corpus: Path) -> None:
    lenient = measure(corpus, 40, PublishOptions(rules=("Q304",)))
    reached = {fate.said.kind for found in lenient.fates.values() for fate in found if fate.reached}
    assert "invented quote" in reached
