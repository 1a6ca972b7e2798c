"""Evidence: independent support, recency, diversity; profiles that block or warn; named ends of a search."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.evidence import Conflict, end, missing, rule, stop, weigh
from quality.options import Options
from wellsourced_core.model import AxisScore, ScoredSource, Source

OPTIONS = Options()
CLASH = Conflict("unemployment rate 2025", 1, "5.1 %", 2, "6.3 %")


def scored(i, authority=0.5, relevance=0.8, recency=0.9, host=None, origin=None, junk=None, known=True):
    axes = (
        AxisScore("authority", authority, 0.2, "", known),
        AxisScore("recency", recency, 0.15, "", known),
        AxisScore("relevance", relevance, 0.45, ""),
    )
    source = Source(str(i), f"https://{host or f'h{i}.example.org'}/x", "", "")
    return ScoredSource(source, axes, 0.6, 4, "", origin or str(i), junk)


def test_support_grows_with_independent_origins():
    one, two = weigh([scored(1)], OPTIONS), weigh([scored(1), scored(2)], OPTIONS)
    assert one.support == pytest.approx(0.4)
    assert two.support == pytest.approx(1 - 0.6 * 0.6)


def test_a_copy_adds_nothing_and_the_best_copy_speaks():
    best = weigh([scored(1, authority=0.9)], OPTIONS)
    both = weigh([scored(2, origin="1"), scored(1, authority=0.9)], OPTIONS)
    assert both.support == best.support
    assert both.origins == 1


def test_agreement_replaces_relevance():
    assert weigh([scored(1)], OPTIONS, agreement=[0.2]).support == pytest.approx(0.1)


def test_diversity_is_one_minus_the_herfindahl_index():
    assert weigh([scored(i) for i in range(4)], OPTIONS).diversity == pytest.approx(0.75)
    assert weigh([scored(i, host="www.one.org") for i in range(4)], OPTIONS).diversity == 0


@pytest.mark.parametrize(
    ("hosts", "speculative"),
    [
        (["a.example.org", "b.example.org"], True),
        (["a.example.org", "b.example.org", "c.example.org"], False),
        (["www.census.gov"], False),
        (["nih.gov.evil.example"], True),
        (["someone.substack.com", "x.github.io"], True),
        ([], True),
    ],
)
def test_fewer_than_three_origins_without_an_official_one_are_speculative(hosts, speculative):
    assert weigh([scored(i, host=h) for i, h in enumerate(hosts)], OPTIONS).speculative is speculative


def test_junk_is_no_evidence():
    assert weigh([scored(1, junk="S502")], OPTIONS).support == 0


def test_strict_blocks_and_the_others_warn():
    weak = weigh([scored(1, recency=0.2)], OPTIONS)
    assert rule(weak, "strict", OPTIONS).status == "research_insufficient"
    assert not rule(weak, "strict", OPTIONS).allowed
    assert [d.rule for d in rule(weak, "strict", OPTIONS).reasons] == ["support-low", "recency-low"]
    assert (rule(weak, "fast", OPTIONS).allowed, rule(weak, "fast", OPTIONS).status) == (True, "warned")


def test_strict_blocks_on_a_conflict_alone_and_shows_both_sides():
    strong = [scored(i, authority=0.9) for i in range(4)]
    assert rule(weigh(strong, OPTIONS), "strict", OPTIONS).status == "ok"
    clash = weigh(strong, OPTIONS, conflicts=[CLASH])
    assert [d.rule for d in rule(clash, "strict", OPTIONS).reasons] == ["conflict"]
    (reason,) = rule(clash, "strict", OPTIONS).reasons
    assert reason.why == "sources contradict each other on 1 figure: source 1 has 5.1 %, source 2 has 6.3 %"
    assert "The sources contradict each other." in clash.notes
    assert missing(clash, [reason]) == ("a source that settles 5.1 % against 6.3 % (unemployment rate 2025)",)


def test_a_spread_is_no_conflict():
    spread = weigh([scored(i) for i in range(4)], OPTIONS, conflicts=[replace(CLASH, kind="spread")])
    assert spread.conflicts == ()
    assert "The sources contradict each other." not in spread.notes


def test_what_is_missing_names_every_reason_and_its_bar():
    weak = weigh([scored(1, recency=0.2)], OPTIONS)
    assert missing(weak, rule(weak, "strict", OPTIONS).reasons) == (
        "independent sources of standing that agree (support is 0.40, not 0.7)",
        "newer sources (recency is 0.20, not 0.6)",
    )


def test_exactly_the_threshold_passes():
    even = weigh([scored(1, authority=1.0, relevance=0.7, recency=0.6)], OPTIONS)
    assert (even.support, even.recency) == (pytest.approx(0.7), pytest.approx(0.6))
    assert rule(even, "strict", OPTIONS).status == "ok"


def test_notes_name_the_risks():
    notes = weigh([scored(i, host="one.org", known=False) for i in range(2)], OPTIONS).notes
    assert len(notes) == 4


STRONG = weigh([scored(i, authority=0.9) for i in range(4)], OPTIONS)
FAIR = weigh([scored(i, authority=0.6, relevance=0.6) for i in range(3)], OPTIONS)
WEAK = weigh([scored(1)], OPTIONS)


@pytest.mark.parametrize(
    ("passes", "evidence", "kept", "new", "reason"),
    [
        (1, STRONG, 5, 5, "enough_evidence"),
        (2, FAIR, 10, 3, "good_enough_with_volume"),
        (2, WEAK, 20, 3, "source_limit"),
        (2, WEAK, 3, 0, "no_new_information"),
        (4, WEAK, 5, 1, "late_but_acceptable"),
        (5, WEAK, 3, 1, "pass_limit"),
        (1, WEAK, 3, 0, None),
        (2, WEAK, 3, 1, None),
    ],
)
def test_code_ends_a_search_for_one_named_reason(passes, evidence, kept, new, reason):
    decision = stop(passes, evidence, kept, new, "deep", OPTIONS)
    assert (decision and decision.rule) == reason
    if decision is not None:
        assert end(dict(decision.numbers)) == reason


def test_a_contradiction_keeps_volume_from_being_good_enough():
    clashing = weigh([scored(i, authority=0.6, relevance=0.6) for i in range(3)], OPTIONS, conflicts=[CLASH])
    assert clashing.support >= 0.7
    assert stop(2, clashing, 10, 3, "deep", OPTIONS) is None
    assert stop(2, clashing, 10, 3, "deep", OPTIONS, passed=20).rule == "source_limit"


def test_the_source_limit_counts_what_passed_before_the_cap():
    limit = stop(2, WEAK, 10, 3, "deep", OPTIONS, passed=20)
    assert (limit.rule, dict(limit.numbers)["passed"]) == ("source_limit", 20.0)
    assert "10 kept of 20 that passed" in limit.why
    assert stop(2, WEAK, 10, 3, "deep", OPTIONS, passed=19) is None


@given(
    passes=st.integers(1, 9),
    kept=st.integers(0, 30),
    new=st.integers(-3, 9),
    mode=st.sampled_from(["quick", "standard", "deep"]),
    evidence=st.sampled_from([STRONG, FAIR, WEAK, weigh([scored(1)], OPTIONS, conflicts=[CLASH])]),
)
@settings(max_examples=100)
def test_the_last_pass_always_ends_a_search_and_its_numbers_say_why(passes, kept, new, mode, evidence):
    decision = stop(passes, evidence, kept, new, mode, OPTIONS)
    assert decision is not None or passes < OPTIONS.mode(mode).passes
    if decision is not None:
        assert end(dict(decision.numbers)) == decision.rule
