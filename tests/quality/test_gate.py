"""The gate: retry, full, short or insufficient, by rules that show their numbers."""

from datetime import date

import pytest

from quality.gate import decide, line, reasons, wants_retry
from quality.options import Options
from wellsourced_core.model import AxisScore, Batch, Full, Insufficient, ScoredSource, Short, Source

DAY = date(2026, 5, 1)
OPTIONS = Options()


def scored(i, grade=4, origin=None, junk=None, composite=0.6):
    made = Source(str(i), f"https://www.host{i}.example.org/x", f"Title {i}", "text")
    axes = (AxisScore("relevance", 0.5, 0.45, "why"),)
    return ScoredSource(made, axes, composite, grade, f"reason {i}", origin or str(i), junk)


def batch(*sources, composite=0.6, relevance=0.6):
    return Batch("q", DAY, sources, composite, relevance)


@pytest.mark.parametrize(
    ("composite", "relevance", "rule"),
    [
        (0.6, 0.6, None),
        (0.35, 0.30, None),
        (0.3499, 0.6, "retry-composite"),
        (0.6, 0.2999, "retry-relevance"),
        (0.1, 0.1, "retry-composite"),
        (0.0, 0.0, "retry-composite"),
    ],
)
def test_f04_a_mean_equal_to_its_threshold_passes(composite, relevance, rule):
    decision = wants_retry(batch(composite=composite, relevance=relevance), OPTIONS)
    assert (decision and decision.rule) == rule
    if decision:
        numbers = dict(decision.numbers)
        assert min(numbers["top3_composite"] - 0.35, numbers["top3_relevance"] - 0.30) < 0


@pytest.mark.parametrize(
    ("mode", "good", "outcome"),
    [
        ("quick", 3, Full), ("quick", 2, Short), ("quick", 1, Short), ("quick", 0, Insufficient),
        ("standard", 4, Full), ("standard", 3, Short), ("standard", 2, Short), ("standard", 1, Insufficient),
        ("deep", 5, Full), ("deep", 4, Short), ("deep", 2, Short), ("deep", 1, Insufficient),
    ],
)  # fmt: skip
def test_f01_outcomes_by_mode(mode, good, outcome):
    sources = [scored(i) for i in range(good)] + [scored(90 + i, grade=2) for i in range(3)]
    decided = decide(batch(*sources), mode, OPTIONS)
    assert isinstance(decided, outcome)
    assert len(decided.kept) == good
    assert len(decided.dropped) == 3
    assert dict(decided.decision.numbers)["found"] == good + 3


def test_where_nothing_was_found_no_share_of_it_is_told():
    assert decide(batch(), "standard", OPTIONS).decision.why.startswith("no source was found; a short report ")


def test_junk_low_grades_and_copies_are_dropped():
    sources = (scored(1), scored(2, origin="1"), scored(3, junk="S502"), scored(4, grade=2), scored(5))
    decided = decide(batch(*sources), "standard", OPTIONS)
    assert [s.source.id for s in decided.kept] == ["1", "5"]
    assert [s.source.id for s in decided.dropped] == ["2", "3", "4"]


def test_of_an_origins_copies_a_relevant_one_speaks_even_where_another_has_the_better_composite():
    better_known = scored(1, grade=2, composite=0.8)
    decided = decide(batch(better_known, scored(2, origin="1"), scored(3)), "standard", OPTIONS)
    assert [s.source.id for s in decided.kept] == ["2", "3"]


def test_what_else_than_its_grade_drops_a_source_is_said():
    sources = (*(scored(i) for i in range(3)), scored(3, origin="1"), scored(4), scored(5, grade=1))
    together = batch(*sources)
    said = reasons(together, decide(together, "quick", OPTIONS), "quick", OPTIONS)
    assert said == ("", "", "", "a copy of source 2", "beyond the 3 of quick mode", "")
    assert line(4, scored(3), OPTIONS, said[3]).endswith("4/5 DROP - a copy of source 2; reason 3")


def test_no_more_are_kept_than_the_mode_allows():
    decided = decide(batch(*(scored(i) for i in range(30))), "standard", OPTIONS)
    assert len(decided.kept) == 7
    assert len(decided.dropped) == 23


def test_a_short_report_says_so():
    decided = decide(batch(scored(1), scored(2), *(scored(i, grade=1) for i in range(3, 8))), "standard", OPTIONS)
    assert isinstance(decided, Short)
    assert decided.disclaimer.startswith("Only 2 of 7 sources found were relevant to the question; ")


def test_an_empty_batch_is_insufficient_and_wants_a_retry():
    empty = batch(composite=0.0, relevance=0.0)
    assert isinstance(decide(empty, "quick", OPTIONS), Insufficient)
    assert wants_retry(empty, OPTIONS) is not None


def test_line_names_number_host_grade_and_reason():
    assert line(1, scored(7)) == "Source 1 (host7.example.org): 4/5 KEEP - reason 7"
    assert line(2, scored(7, grade=2)) == "Source 2 (host7.example.org): 2/5 DROP - reason 7"
    assert "DROP" in line(3, scored(7, junk="S502"))


def test_line_escapes_what_could_forge_another():
    forged = ScoredSource(Source("\x1b[2J\nid", "no address", "", ""), (), 0.1, 1, "a\nSource 9", "x")
    assert "\n" not in line(1, forged)
    assert "\x1b" not in line(1, forged)
