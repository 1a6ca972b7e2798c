"""What a question wants to hear, and whether a sentence says it."""

from __future__ import annotations

import pytest

from writer.asked import asked, with_names


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("What does a tram cost?", {"price"}),
        ("Why did eggs rise and when will they fall?", {"reason", "date"}),
        ("How many jobs are lost in Delft?", {"number"}),
        ("how to freeze herbs", {"instructions"}),
        ("Who was Ida Marchbank?", {"person"}),
        ("Do limits reduce injuries?", {"change"}),
        ("steel or iron skillet?", {"comparison"}),
        ("Sorrel Valley heat record", set()),
    ],
)
def test_the_kinds_of_a_question(question: str, kinds: set[str]) -> None:
    assert set(asked(question).kinds) == kinds


@pytest.mark.parametrize(
    ("question", "says", "says_not"),
    [
        ("What does a tram cost?", "It came to $412 million.", "It came to 412 trams."),
        ("When will the road reopen?", "It reopens in May 2027.", "It reopens after 27 days."),
        ("How many jobs are lost?", "They cut 1,140 jobs.", "They cut 1,140 vans."),
        ("Why did eggs rise?", "Eggs rose because hens died.", "Eggs rose by a third."),
        ("how to freeze herbs", "Wash the herbs.", "Herbs are green."),
        ("Who won?", "It was Paula Ostrander by 19 votes.", "It was won by 19 votes."),
        ("Do limits reduce injuries?", "Injuries fell by a fifth.", "Speeds fell by a fifth."),
        ("steel or iron?", "Steel is lighter than iron.", "Steel is light."),
    ],
)
def test_what_a_sentence_says_of_it(question: str, says: str, says_not: str) -> None:
    assert asked(question).said_by([says])
    assert not asked(question).said_by([says_not])


def test_the_sides_may_stand_in_two_sentences() -> None:
    assert asked("steel or iron?").said_by(["Steel is light.", "Iron is heavy."]) == {"comparison"}


@pytest.mark.parametrize(
    ("question", "lasting", "of_now"),
    [
        ("how to freeze herbs in Delft", True, False),
        ("Is the hay fever season getting longer?", True, False),
        ("Is a dryer worth it?", True, False),
        ("Who was Ida Marchbank?", True, False),
        ("Harrowick bridge closure 2026", False, True),
        ("When will Route 9 reopen?", False, True),
        ("Why did Castrell Rovers sack Dana Okoro in 2026?", False, False),
        ("Eastmere congestion charge: has traffic gone down?", False, True),
        ("Why did traffic in Eastmere go down?", False, False),
        ("what happens to my hubbo doorbell", False, True),
        ("whats happening with the Skarra ferry", False, True),
        ("who owns Thornwick Town now", False, True),
        ("Lantern Nights 2026: do you need tickets?", False, True),
        ("What does a permit cost?", True, True),
        ("Do AI helpers make clerks faster?", True, False),
        ("Why did the UK lower its speed limit?", False, False),
    ],
)
def test_what_lasts_and_what_stands_so_now(question: str, lasting: bool, of_now: bool) -> None:
    found = asked(question)
    assert (found.lasting, found.of_now) == (lasting, of_now)


def test_a_day_to_come_is_told_by_no_past() -> None:
    when = asked("When will Route 9 reopen?")
    assert when.said_by(["The road is expected to reopen in May 2027."])
    assert not when.said_by(["A landslide buried the road on 9 March 2026."])


def test_a_charge_that_is_asked_for_its_effect_is_no_price() -> None:
    assert asked("Eastmere congestion charge: has traffic gone down?").kinds == ("change",)


def test_or_not_compares_nothing() -> None:
    assert asked("Corrow Rovers: are they relegated or not").sides == ()
    assert asked("are they relegated or not").sides == ()


def test_names_are_written_as_the_sources_write_them() -> None:
    texts = ["The wall of the Tessaly Dam broke, and old Fennimore's sister left the dam."]
    assert with_names("tessaly dam: when did fennimores sister leave", texts) == (
        "Tessaly dam: when did Fennimores sister leave"
    )
    assert with_names("how to store tubers", texts) == "how to store tubers"


@pytest.mark.parametrize(
    ("question", "overtaken"),
    [
        ("how to freeze herbs in Delft", False),
        ("steel or iron pan?", False),
        ("Who was Ida Marchbank?", False),
        ("Does walking lower blood sugar?", True),
        ("What does a permit cost?", True),
        ("When will Route 9 reopen?", True),
        ("Why did Castrell Rovers sack Dana Okoro?", True),
    ],
)
def test_what_news_overtakes(question: str, overtaken: bool) -> None:
    assert asked(question).overtaken == overtaken


def test_what_stands_before_a_comma_is_no_side_of_a_comparison() -> None:
    assert asked("Delft to Brae overnight, boat or the train?").sides == (frozenset(["boat"]), frozenset(["train"]))


@pytest.mark.parametrize("question", ["whats the best lamp for bats", "What's the best lamp for bats?"])
def test_a_contraction_asks_what_its_words_do(question: str) -> None:
    found, spelled = asked(question), asked(question.lower().replace("what's", "what is").replace("whats", "what is"))
    assert (found.lasting, found.of_now, found.kinds) == (spelled.lasting, spelled.of_now, spelled.kinds)


def test_a_row_about_something_is_an_event() -> None:
    assert not asked("What is the row about the bells in Pellin?").lasting
    assert asked("What was the Salt Riot of Dunmarrow?").lasting
    assert asked("What is the law about dogs in Pellin?").lasting


@pytest.mark.parametrize("question", ["Who's resigned from the board of Pellin?", "Why did NASA delay the launch?"])
def test_somebody_s_deed_is_an_event(question: str) -> None:
    assert not asked(question).lasting


def test_white_space_changes_nothing() -> None:
    assert asked("Why\ndid bats\tleave?").lasting == asked("Why did bats leave?").lasting is True
