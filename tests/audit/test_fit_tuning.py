"""What is fitted is in order, is what a search over all thresholds finds, and is the same for the same pairs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, roc_curve

from audit.fit_tuning import Fit, LabelledPair, _even_points, fit, threshold
from audit.pairs import judge
from audit.tuning import SHIPPED
from wellsourced_core.errors import InputError
from wellsourced_core.model import Claim, Pair, Source

if TYPE_CHECKING:
    from wellsourced_core.model import Reading

_SCORED = st.lists(st.tuples(st.integers(0, 100).map(lambda n: n / 100), st.booleans()), min_size=2, max_size=40)
_NAMES = ("Varne", "Ardle", "Skerry", "Ulsted", "Brennick", "Tarn", "Sorn", "Holte")
_THINGS = ("mill", "weir", "bridge", "school")


@cache
def fitted(findings: tuple[tuple[str, Reading], ...] = ()) -> Fit:
    return fit(labelled(findings), 0.08, "pairs")


def labelled(findings: tuple[tuple[str, Reading], ...] = ()) -> list[LabelledPair]:
    """Make 32 right pairs, half of them in few of the source's words, and 32 wrong ones."""
    found = []
    for name in _NAMES:
        for year, thing in enumerate(_THINGS, 1871):
            text = f"The {thing} of {name} opened in {year}. Its wheel drove four pairs of stones for many farmers."
            right = f"The {thing} of {name} opened in {year}." if year % 2 else f"Farmers came to {name}'s four stones."
            wrong = "Bakers in Lisbon went on strike over cheap flour."
            source = Source("s", "", "", text)
            found.append(LabelledPair(Pair(Claim(right), source), supported=True))
            found.append(LabelledPair(Pair(Claim(wrong), source), supported=False, findings=findings))
    return found


@given(_SCORED, st.integers(0, 20).map(lambda n: n / 20))
def test_a_threshold_catches_what_the_best_one_catches_within_what_is_allowed(
    scored: list[tuple[float, bool]], allowed: float
) -> None:
    scores, labels = [score for score, _ in scored], [label for _, label in scored]

    def below(at: float, label: bool) -> int:
        return sum(score < at for score, its in scored if its == label)

    found = threshold(scores, labels, allowed)
    within = [at / 100 for at in range(101) if below(at / 100, True) <= allowed * labels.count(True)]
    assert found in within
    assert below(found, False) == max(below(at, False) for at in within)


@given(_SCORED.filter(lambda scored: len({label for _, label in scored}) == 2))
@settings(max_examples=15)
def test_the_isotonic_even_point_has_the_best_balanced_accuracy(scored: list[tuple[float, bool]]) -> None:
    scores, labels = [score for score, _ in scored], [label for _, label in scored]
    false_alarms, hits, _ = roc_curve(labels, scores)
    best = float(max((1 + hits - false_alarms) / 2))
    even = _even_points(scores, labels)["isotonic"]
    found = float(balanced_accuracy_score(labels, [score >= even for score in scores]))
    assert found == pytest.approx(best) or best == pytest.approx(0.5)


def test_thresholds_are_in_order_and_the_order_of_the_pairs_changes_nothing() -> None:
    pairs = labelled()
    found = fitted()
    strip, weak, balanced = found.fitted.thresholds
    assert 0 <= strip <= weak <= balanced <= 1
    assert fit(pairs[::-1], 0.08, "pairs") == found
    assert (found.right, found.wrong) == (32, 32)
    assert [one.accused.total for one in (*found.before, *found.after)] == [32] * 6


def test_the_rates_of_before_are_those_of_the_audit_as_it_is() -> None:
    found = fitted()
    verdicts = [judge(one.pair).verdict for one in labelled() if one.supported]
    assert found.before[2].accused.count == sum(verdict != "supported" for verdict in verdicts)


def test_nothing_is_gained_on_what_is_judged_without_error() -> None:
    pairs = [one for one in labelled() * 2 if not one.supported or "opened" in one.pair.claim.text]
    found = fit(pairs, 0.08, "pairs")
    assert found.written == SHIPPED
    assert not found.thresholds_gain
    assert fit(pairs, 0.08, "pairs", force=True).written == found.fitted


def test_support_makes_a_pair_more_probably_right() -> None:
    rows = fitted().probabilities
    for chances in ([one.logistic for one in rows], [one.isotonic for one in rows]):
        assert chances == sorted(chances)
        assert 0 <= chances[0] < 0.5 < chances[-1] <= 1


def test_findings_that_people_disagree_with_are_demoted_one_step_or_two() -> None:
    code = judge(labelled()[1].pair).findings[0]
    wrong = fitted(((code, "wrong"),))
    trivial = fitted(((code, "trivial"),))
    assert wrong.fitted.demotions == trivial.fitted.demotions
    assert {(named, earned) for named, _, earned in wrong.fitted.demotions} == {(code, "possible")}
    assert wrong.certainties_gain


@pytest.mark.parametrize("reading", ["right", "unclear"])
def test_findings_that_people_agree_with_or_cannot_tell_stay_what_they_are(reading: Reading) -> None:
    code = judge(labelled()[1].pair).findings[0]
    assert fitted(((code, reading),)).fitted.demotions == ()


def test_a_labelled_finding_that_is_not_made_is_counted_and_nothing_more() -> None:
    found = fitted((("Q301", "wrong"),))
    assert (found.gone, found.codes, found.fitted.demotions) == (32, (), ())


def test_few_read_findings_tell_nothing() -> None:
    code = judge(labelled()[1].pair).findings[0]
    pairs = labelled()
    pairs[1:18:2] = labelled(((code, "wrong"),))[1:18:2]  # nine of them
    found = fit(pairs, 0.08, "pairs")
    assert [(row.code, row.right.total, row.earned) for row in found.codes] == [(code, 9, None)]
    assert found.fitted.demotions == ()


@pytest.mark.parametrize(("right", "wrong"), [(30, 29), (51, 9), (0, 64), (0, 0)])
def test_j150_too_few_labels_are_refused_with_what_is_there(right: int, wrong: int) -> None:
    pairs = labelled() * 2
    some = [one for one in pairs if one.supported][:right] + [one for one in pairs if not one.supported][:wrong]
    with pytest.raises(InputError, match=f"pairs: has {right} right and {wrong} wrong pairs labelled: a fit needs 60"):
        fit(some, 0.08, "pairs")


def test_j150_labels_that_are_the_wrong_way_round_are_refused() -> None:
    pairs = [LabelledPair(one.pair, not one.supported) for one in labelled()]
    with pytest.raises(InputError, match="the wrong pairs are supported as well as the right ones: check the labels"):
        fit(pairs, 0.08, "pairs")


def test_j150_pairs_that_cannot_be_compared_are_no_labels() -> None:
    empty = Source("s", "", "", "")
    pairs = [LabelledPair(Pair(one.pair.claim, empty), one.supported) for one in labelled()]
    with pytest.raises(InputError, match="has 0 right and 0 wrong pairs that can be compared"):
        fit(pairs, 0.08, "pairs")
