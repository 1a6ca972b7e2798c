"""Times that only a text's own day tells: which day they are, or that nobody can tell."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.relative_dates import relative_dates, with_dates

WEDNESDAY = date(2025, 3, 5)


def told(sentence: str, day: date | None = WEDNESDAY) -> list[tuple[str, str, str]]:
    return [(one.text, one.iso, one.written) for one in relative_dates(sentence, day)]


def test_what_is_of_every_such_day_has_no_day() -> None:
    assert told("Sunday arrivals cost less than Friday arrivals, the test showed.") == []


@pytest.mark.parametrize(
    ("sentence", "iso", "written"),
    [
        ("The council passed it on Tuesday night.", "2025-03-04", "on the night of 4 March 2025"),
        ("It was closed on Wednesday.", "2025-03-05", "on 5 March 2025"),
        ("Train services were on Tuesday cut by half.", "2025-03-04", "on 4 March 2025"),
        ("Prices fell on Monday in a month of losses.", "2025-03-03", "on 3 March 2025"),
        ("The vote is planned for Friday.", "2025-03-07", "for 7 March 2025"),
        ("The bridge has been open since last Monday.", "2025-03-03", "since 3 March 2025"),
        ("The line has been open again since 22 February, later than planned.", "2025-02-22", "22 February 2025"),
        ("Power came back on Monday noon.", "2025-03-03", "at noon on 3 March 2025"),
        ("Yesterday morning the pier burned.", "2025-03-04", "On the morning of 4 March 2025"),
        ("The pier has been shut since Tuesday of last week.", "2025-02-25", "since 25 February 2025"),
        ("The picture wasn't there on Saturday.", "2025-03-01", "on 1 March 2025"),
        ("The pier opens on Friday of next week.", "2025-03-14", "on 14 March 2025"),
        ("The hill slipped in the night to Monday.", "2025-03-03", "3 March 2025"),
        ("The bloom that closed the lake last summer but one was fed by fields.", "2023", "in the summer of 2023"),
        ("Last year but one it fell.", "2023", "In 2023"),
        ("On Monday 26 children came to the new school.", "2025-03-03", "On 3 March 2025,"),
        ("Prices fell last year.", "2024", "in 2024"),
        ("Prices fell after last year's harvest.", "2024", "after the 2024"),
        ("The plant will close by next year.", "2026", "by 2026"),
        ("Prices rose to a record this week.", "2025-03-03", "in the week of 3 March 2025"),
        ("It will close next month.", "2025-04", "in April 2025"),
        ("It closed in December.", "2024-12", "December 2024"),
        ("It opened three days ago.", "2025-03-02", "on 2 March 2025"),
        ("It opened two years ago.", "2023", "in 2023"),
        ("Prices are higher than a year ago.", "2024-03", "than in March 2024"),
        ("Today 87 percent of the bottles come back.", "2025-03-05", "As of 5 March 2025,"),
        ("By yesterday 48 lamps had gone out.", "2025-03-04", "4 March 2025,"),
        ("Volunteers had taken out a ton by yesterday evening.", "2025-03-04", "the evening of 4 March 2025"),
        ("This year 1,480 keepers answered.", "2025", "In 2025,"),
        ("The race will be held on Saturday 8 March.", "2025-03-08", "8 March 2025"),
        ("Hens kept in Marland may be let out from Thursday.", "2025-03-06", "from 6 March 2025"),
        ("Saturday's race won't take place, its organisers said.", "2025-03-08", "Saturday's (8 March 2025)"),
        ("Saturday’s win over Hull was their first.", "2025-03-01", "Saturday’s (1 March 2025)"),
        ("Its organisers gave up last night.", "2025-03-04", "on the night of 4 March 2025"),
        ("The study is published today in Letters.", "2025-03-05", "on 5 March 2025"),
        ("It can be seen until about the end of the month.", "2025-03", "the end of March 2025"),
        ("He held the inquiry last autumn.", "2024", "in the autumn of 2024"),
        ("Verdo today unveils a mower.", "2025-03-05", "on 5 March 2025"),
        ("The museum's archaeologists announce today what they found.", "2025-03-05", "on 5 March 2025"),
        ("Ilse Tarvonen was named head of the harbour board today, a month early.", "2025-03-05", "on 5 March 2025"),
        ("The council and the trust today signed an agreement.", "2025-03-05", "on 5 March 2025"),
        ("A man who sold the bell for scrap was today sent to prison.", "2025-03-05", "on 5 March 2025"),
        ("The storm brought heavy rain until Monday.", "2025-03-03", "until 3 March 2025"),
        ("The minister resigned today.", "2025-03-05", "on 5 March 2025"),
        ("The senator died Tuesday hours after the vote.", "2025-03-04", "on 4 March 2025"),
        ("A year ago the gap was twice as wide.", "2024-03", "In March 2024"),
        ("Rents are 12 percent more than a year ago.", "2024-03", "than in March 2024"),
        ("If the state grants the money this fall, it begins.", "2025", "in the fall of 2025"),
        ("It counted fewer wrens, as against last year.", "2024", "against 2024"),
        ("The deadline was moved from 19 to 12 February.", "2026-02-12", "12 February 2026"),
        ("The concert was postponed to Saturday evening.", "2025-03-08", "the evening of 8 March 2025"),
        ("The opening was put off until Friday.", "2025-03-07", "until 7 March 2025"),
        ("Crews left the yard today at 15:20.", "2025-03-05", "on 5 March 2025"),
        ("The new firmware is available from today.", "2025-03-05", "5 March 2025"),
        ("The inspectorate has today published its report.", "2025-03-05", "on 5 March 2025"),
        ("The first boat left at 5:40 this morning.", "2025-03-05", "on the morning of 5 March 2025"),
        ("The catalogue is back as of today.", "2025-03-05", "as of 5 March 2025"),
        ("Branches have been without computers since Monday.", "2025-03-03", "since 3 March 2025"),
        ("All sailings are cancelled until Sunday.", "2025-03-09", "until 9 March 2025"),
        ("It was announced that sailings are cancelled until Sunday.", "2025-03-09", "until 9 March 2025"),
        ("The council approved the plan on Monday by 29 votes to 22.", "2025-03-03", "on 3 March 2025"),
        ("Health officials announced this on Tuesday.", "2025-03-04", "on 4 March 2025"),
        ("They meet next Tuesday.", "2025-03-11", "on 11 March 2025"),
    ],
)
def test_a_time_is_told_from_the_text_s_own_day(sentence: str, iso: str, written: str) -> None:
    assert told(sentence)[0][1:] == (iso, written)


@pytest.mark.parametrize(
    "sentence",
    [
        "The shop opens on Tuesday.",
        "They meet next Friday.",
        "The lamps have been out since Sunday of last week.",
        "It closed on Friday of the week before last.",
        "It does not apply to homes first let less than five years ago.",
        "In its last year it carried nine thousand.",
        "They had promised it would be clear by Friday.",
        "From 2 March it's to run daily, once its staff have been trained.",
        "The city now has one.",
        "Trips rose recently.",
        "It stays hot until the weekend.",
        "It opened a month ago.",
        "It opened just over a year ago.",
        "It closed more than a year ago.",
        "It grew in the last two years.",
        "Sales fell in the first quarter.",
        "The date of 12 March, mentioned earlier, was given up.",
        "The shop was opened on Saturday 5 January.",
        "Saturday's market is the biggest.",
        "The street is called Long Lane today.",
        "The town built the roads that we use today.",
        "He invented the methods used today.",
        "The price was $100 (about $900 today).",
        "Bread was different from today.",
        "The match, which was moved to Sunday, ended in a draw.",
        "The deadline had been extended to 31 May but was missed.",
        "This spring saw record rain.",
        "Half a year ago it opened.",
        "Today 12 of the 40 lamps failed.",
        "Today 40 lamps will be shown.",
        "A dryer cost £400 in 2022 and is about £200 today.",
        "The pots used today, the guild says, are of the same clay.",
        "The mill that burned then stands today as a hostel.",
        "These are the hardships faced by tenants today.",
        "Bookings made before today are honoured.",
        "Applications are open again from today, 11 January, for tenants.",
    ],
)
def test_what_cannot_be_told_is_found_without_a_day(sentence: str) -> None:
    assert [(iso, written) for _, iso, written in told(sentence)] == [("", "")]


@pytest.mark.parametrize(
    "sentence",
    [
        "The rules apply Monday to Friday.",
        "A panel can be better on Monday than on Friday.",
        "The market opens every Tuesday.",
        "Shops close on Sunday nights.",
        "Feeding is allowed from 1 May to 30 September.",
        "The park opened in May 2020.",
        "The council met on Tuesday, 4 March 2025.",
        "It may close.",
        "Factories have got your Friday already.",
        "A higher Friday fare was consulted on and dropped.",
        "It rose from September 2024 to August 2025.",
        "The bus stops at the market square, first Monday of the month.",
        "Fewer were absent, perhaps because the lessons were on Friday.",
    ],
)
def test_what_is_no_time_of_the_text_s_own_is_none(sentence: str) -> None:
    assert told(sentence) == []


@given(st.dates(date(2000, 1, 1), date(2040, 1, 1)), st.sampled_from(["Monday", "Thursday", "Sunday"]))
def test_a_past_weekday_is_at_most_six_days_back_and_that_weekday(day: date, name: str) -> None:
    ((_, iso, _),) = told(f"It was closed on {name}.", day)
    found = date.fromisoformat(iso)
    assert found.strftime("%A") == name
    assert timedelta(0) <= day - found < timedelta(7)


@given(st.text("on last this Tuesday year ago May 4, ", max_size=60), st.one_of(st.none(), st.just(WEDNESDAY)))
def test_times_do_not_overlap_and_without_a_day_none_is_told(text: str, day: date | None) -> None:
    found = relative_dates(text, day)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(text[one.start : one.end] == one.text for one in found)
    assert day is not None or not any(one.iso for one in found)


def test_dates_take_the_place_of_times() -> None:
    text = "It fell on Tuesday and rose last year."
    assert with_dates(text, relative_dates(text, WEDNESDAY)) == "It fell on 4 March 2025 and rose in 2024."


@given(
    st.sampled_from(("Monday", "Friday", "Saturday", "Sunday")),
    st.integers(1, 31),
    st.sampled_from(("from", "on", "until", "")),
    st.sampled_from(("will be back", "was told", "opens")),
    st.dates(date(2020, 1, 1), date(2030, 1, 1)),
)
def test_a_day_with_its_number_is_no_day_of_this_week(
    day: str, number: int, lead: str, verb: str, published: date
) -> None:
    """No date is put in beside the number of a day, nor behind an article."""
    whole = f"The fair {verb} {lead} {day} {number} to Sunday 8 November in the town.".replace("  ", " ")
    assert not any(day in one.text and one.written for one in relative_dates(whole, published))
    for text in (f"The fair {verb} {lead} {day} {number}.", f"The fair {verb} on the {day} only."):
        assert not any(day in one.text and one.written for one in relative_dates(text, published))


@given(st.sampled_from(("by", "until", "before", "after", "around")), st.dates(date(2020, 1, 1), date(2030, 1, 1)))
def test_a_bound_in_the_past_may_be_one_of_every_year(bound: str, published: date) -> None:
    found = relative_dates(f"Survival was defined as a shoot {bound} 1 May.", published)
    assert not any(one.written for one in found)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("The Clerk proposed holding the fair on 28 November.", ""),
        ("The council decided to close the road on 28 November.", ""),
        ("The Clerk proposed a fair on 28 November, and it was held.", "28 November 2025"),
        ("The meeting on 28 November decided to close the road.", "28 November 2025"),
    ],
)
def test_the_day_of_what_was_proposed_is_not_told_as_past(text: str, written: str) -> None:
    assert [one.written for one in relative_dates(text, date(2026, 7, 14))] == [written]
