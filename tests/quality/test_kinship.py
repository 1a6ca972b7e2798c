"""Pages a grade short of being kept that speak of what the kept ones speak of."""

from __future__ import annotations

from datetime import date

import pytest

from quality.composite import judge
from quality.gate import decide
from quality.kinship import with_kin
from quality.options import Options
from wellsourced_core.model import Full, Insufficient, Outcome, Short, Source

OPTIONS = Options()
DAY = date(2026, 11, 20)
QUESTION = "why did the lights go out on a winter night in Corvale"
KEPT = {
    "wire": """The lights went out in Corvale on a winter night when a relay at the Hallin substation failed. Corvale
had no power for nineteen hours. Trains stopped and the grid operator restarted the system from the
hydroelectric plant.""",
    "wiki": """The blackout of the winter night in Corvale began at the Hallin substation. The lights went out in all of
Corvale within a minute. The grid operator blamed a relay; both interconnectors tripped and the system collapsed.""",
    "blog": """That winter night the lights went out in Corvale, and my street went dark. The substation at Hallin had
failed, said the grid operator. The relay and the interconnectors are being examined. Corvale waits for the report.""",
    "paper": """Corvale, a winter night: the lights go out. A relay at Hallin did not trip, the interconnectors did, and
the grid operator had no reserve. Power came back to Corvale from the hydroelectric plant after a night.""",
}
REPORT = """Loss of supply: final report. The relay at the Hallin substation of the Corvale grid had been left in test
position. When the arrester failed it did not trip. Both interconnectors tripped on overload and the system collapsed.
The grid operator restarted from the hydroelectric plant."""
ELSEWHERE = "Winter night: final report. " + REPORT.replace("of the Corvale grid ", "").replace("Loss", "A loss")
PLAY = (
    "Review: a comedy about a dinner on a winter night in Corvale. The lights never go out in it, and two marriages do."
)


def outcome(question: str, extra: dict[str, str], mode: str = "standard") -> tuple[Outcome, Outcome]:
    texts = KEPT | extra
    pages = [Source(name, f"https://{name}.example/p", "", text) for name, text in texts.items()]
    batch = judge(question, pages, OPTIONS, DAY)
    decided = decide(batch, mode, OPTIONS)
    return decided, with_kin(decided, batch, mode, OPTIONS)


def kept(one: Outcome) -> list[str]:
    return [s.source.id for s in one.kept]


def test_the_report_that_says_it_in_other_words_is_kept() -> None:
    before, after = outcome(QUESTION, {"report": REPORT})
    assert isinstance(before, Full)
    assert "report" not in kept(before)
    assert set(kept(after)) == {*kept(before), "report"}
    assert type(after) is type(before)
    [report] = [s for s in after.kept if s.source.id == "report"]
    assert report.grade == OPTIONS.keep_grade - 1


def test_a_page_of_another_place_is_no_kin_unless_its_site_has_the_name() -> None:
    assert "grid" not in kept(outcome(QUESTION, {"grid": ELSEWHERE})[1])
    assert "corvale-grid" in kept(outcome(QUESTION, {"corvale-grid": ELSEWHERE})[1])


def test_what_shares_only_the_question_s_words_stands_last() -> None:
    before, after = outcome(QUESTION, {"play": PLAY, "report": REPORT})
    assert "play" in kept(before)
    assert kept(after)[-2:] == ["report", "play"]


@pytest.mark.parametrize("question", ["opera tickets in Malling", "Corvale blackout vs Ostry blackout"])
def test_what_is_refused_or_compared_stays_as_the_gate_decides(question: str) -> None:
    before, after = outcome(question, {"report": REPORT})
    assert after == before


def test_kin_takes_no_more_places_than_the_mode_has() -> None:
    before, after = outcome(QUESTION, {"report": REPORT}, mode="quick")
    assert len(before.kept) == len(after.kept) == OPTIONS.mode("quick").sources


def test_a_short_report_counts_its_kin() -> None:
    texts = {name: text for name, text in KEPT.items() if name != "paper"} | {"report": REPORT}
    pages = [Source(name, f"https://{name}.example/p", "", text) for name, text in texts.items()]
    batch = judge(QUESTION, pages, OPTIONS, DAY)
    decided = decide(batch, "standard", OPTIONS)
    assert isinstance(decided, Short)
    widened = with_kin(decided, batch, "standard", OPTIONS)
    assert isinstance(widened, Short)
    assert (len(decided.kept), len(widened.kept)) == (3, 4)
    assert "Only 3 relevant sources were found" not in widened.disclaimer
    assert not isinstance(widened, Insufficient)
