"""Density: prose with something in it stands above navigation, word lists and shouting."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.axes import density
from quality.axis_input import Query, read
from quality.options import Options
from wellsourced_core.model import Source

PROSE = (
    "The council voted on Tuesday to limit the use of leaf blowers. The rule applies from March, and it covers "
    "the gardens of private houses as well as parks. Of the 31 members, 19 were in favour. The mayor said that "
    "the city had received 1,240 complaints in the past year, most of them from the old town."
)
MENU = "Home | About | Products | Services | Contact | Search | Cart | FAQ | Sitemap | Privacy | Terms | Facebook"
LIST = "leaf blower battery garden tool best cheap price review buy online shop sale discount offer brand model " * 3


def rate(text):
    (axis,) = density.score(Query("q", date(2026, 1, 1)), [read(Source("a", "", "", text))], Options())
    return axis.value


def test_prose_stands_above_everything_else():
    assert rate(PROSE) > 0.7
    for worse in (MENU, LIST, PROSE.upper().replace(".", ""), "", "\n".join(MENU.split(" | "))):
        assert rate(worse) < rate(PROSE) - 0.15


def test_facts_add_a_little():
    assert 0 < rate(PROSE) - rate("".join(c if not c.isdigit() else "x" for c in PROSE)) <= 0.1


def test_more_of_the_same_prose_is_never_worse():
    assert rate(PROSE + " " + PROSE) >= rate(PROSE)


@pytest.mark.parametrize(
    "text",
    [
        "东京都政府周二表示，去年的人口增加了一万人。新的数字高于预期。专家认为，这一趋势将会持续。",
        "Городской совет проголосовал во вторник за новое правило. Оно вступит в силу в марте. Жители довольны.",
    ],
)
def test_c13_prose_in_other_scripts_is_prose(text):
    assert rate(text) > 0.5


@given(st.text(max_size=400))
@settings(max_examples=100)
def test_any_text_scores_between_0_and_1(text):
    assert 0 <= rate(text) <= 1


def test_menus_and_capitals_among_the_words_cost():
    fillers = ("gravel birch lantern oboe", "home menu sitemap cart", "GRAVEL BIRCH LANTERN OBOE")
    plain, menus, capitals = (rate(f"{PROSE} The {words} stood there.") for words in fillers)
    assert menus < plain
    assert capitals < plain
