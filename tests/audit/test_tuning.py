"""A tuning moves verdicts and takes certainty from findings, in pairs and in drafts alike, and never gives any."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.checks import all_checks, severity_of
from audit.pairs import judge
from audit.runner import AuditOptions, audit
from audit.tuning import SHIPPED, Tuning
from audit.verdict_rules import on_support
from wellsourced_core.model import CERTAINTIES, Claim, Pair, Severity, Source

if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

MILL = "The mill of Varne opened in 1871. Its wheel drove four pairs of stones."
_SHARE = st.integers(0, 100).map(lambda hundredths: hundredths / 100)


def pair(claim: str) -> Pair:
    return Pair(Claim(claim), Source("s", "", "", MILL))


@pytest.mark.parametrize(
    ("tuning", "verdict", "codes"),
    [
        (SHIPPED, "supported", ()),
        (Tuning(balanced=1.0), "weak", ()),
        (Tuning(weak_warning=1.0, balanced=1.0), "weak", ("C103",)),
        (Tuning(1.0, 1.0, 1.0), "misattributed", ("C102",)),
    ],
)
def test_thresholds_decide_the_verdict_of_a_pair_and_of_a_draft(
    tuning: Tuning, verdict: str, codes: tuple[str, ...]
) -> None:
    claim = "The mill of Varne opened with a great wheel."
    found = judge(pair(claim), tuning=tuning)
    assert found.together is not None
    assert 0.59 < found.together < 1
    assert (found.verdict, found.findings) == (verdict, codes)
    draft = f"{claim[:-1]} [1].\n\n## References\n\n1. Mill\n"
    report = audit(draft, [Source("s", "", "Mill", MILL, n=1)], AuditOptions(tuning=tuning))
    assert report.markers[0].refs[0].verdict == verdict
    assert tuple(one.code for one in report.findings if one.code in ("C102", "C103")) == codes


def test_a_demoted_finding_is_less_certain_and_less_grave_and_nothing_else() -> None:
    claim, tuning = "The mill of Varne opened in 1943.", Tuning(demotions=(("N201", "proven", "possible"),))
    assert dict(judge(pair(claim)).certainties) == {"N201": "proven"}
    assert dict(judge(pair(claim), tuning=tuning).certainties) == {"N201": "possible"}
    draft, shelf = f"{claim[:-1]} [1].\n\n## References\n\n1. Mill\n", [Source("s", "", "Mill", MILL, n=1)]
    plain = {one.code: one for one in audit(draft, shelf).findings}
    tuned = {one.code: one for one in audit(draft, shelf, AuditOptions(tuning=tuning)).findings}
    assert plain.keys() == tuned.keys()
    assert (plain["N201"].severity, tuned["N201"].severity) == (Severity.ERROR, Severity.NOTE)
    assert tuned["N201"].certainty == "possible"
    assert (plain["N201"].id, plain["N201"].message) == (tuned["N201"].id, tuned["N201"].message)


@given(_SHARE, st.lists(_SHARE, min_size=3, max_size=3).map(sorted))
def test_a_higher_support_is_never_a_worse_verdict(score: float, bars: list[float]) -> None:
    order, tuning = ("misattributed", "weak", "supported"), Tuning(*bars)
    ranks = [order.index(on_support(one, tuning=tuning)[0]) for one in (score, min(1.0, score + 0.1))]
    assert ranks == sorted(ranks)


@given(st.sampled_from([check.code for check in all_checks()]), st.sampled_from(CERTAINTIES))
def test_no_finding_is_graver_than_its_rule_lets_it_be(code: str, told: Certainty) -> None:
    order = tuple(Severity)
    for earned in CERTAINTIES[CERTAINTIES.index(told) :]:
        tuning = Tuning(demotions=((code, told, earned),))
        assert order.index(severity_of(code, tuning.earned(code, told))) >= order.index(severity_of(code, told))
