"""Reading sentences off passages: which are one statement, and what is trimmed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from wellsourced_core.model import Assignment, Fact
from wellsourced_core.values import replace
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Sentence
from writer.source_lines import lines_of
from writer.written_dates import written_out

Make = Callable[..., Assignment]


def read(assignment: Assignment) -> list[tuple[str, tuple[int, ...]]]:
    return [(s.text, s.numbers) for s in usable_sentences(assignment)]


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("Bats avoid lit roads in the valley.", "Bats avoid lit roads in the valley.", True),
        ("Bats avoid lit roads in the valley.", "Bats avoid the lit roads, in a valley.", False),
        ("Bats avoid lit roads in the valley.", "Bats never avoid lit roads in the valley.", False),
        ("Bats left 14 lit roads in the valley.", "Bats left 15 lit roads in the valley.", False),
    ],
)
def test_only_the_same_statement_is_joined(make: Make, first: str, second: str, together: bool) -> None:
    found = read(make(first, second))
    assert len(found) == (1 if together else 2)
    if together:
        assert found[0][1] == (1, 2)
        assert found[0][0] == first


def test_headings_bullets_and_marks_are_trimmed_off(make: Make) -> None:
    text = "Bats and lamps\n- Bats avoid lit\nroads in the valley.[3] • Owls follow the bats[4] at night."
    assert [t for t, _ in read(make(text))] == [
        "Bats avoid lit roads in the valley.",
        "Owls follow the bats at night.",
    ]


def test_paragraphs_that_letters_number_are_read(make: Make) -> None:
    text = "Bats and lamps\na) Bats avoid lit roads in the valley.\n(b) Owls follow the bats at night."
    assert [t for t, _ in read(make(text))] == ["Bats avoid lit roads in the valley.", "Owls follow the bats at night."]


def test_a_title_on_its_own_line_and_a_dateline_are_trimmed_off(make: Make) -> None:
    title = "Bats of the valley avoid the lit roads for a third year"
    asked = make(f"{title}\nLONDON, May 3 (Wire) - Bats avoid lit roads in the valley.")
    [one] = asked.passages
    source = replace(one.source.source, title=f"{title} - The Valley Post")
    asked = replace(asked, passages=(replace(one, source=replace(one.source, source=source)),))
    assert [text for text, _ in read(asked)] == ["Bats avoid lit roads in the valley."]


def test_a_page_title_glued_before_its_text_is_no_sentence(make: Make) -> None:
    assert read(make("Source number 1 the bats of the valley avoid lit roads.")) == []


def test_a_fact_in_its_source_is_one_sentence_of_its_kind(make: Make) -> None:
    asked = make(
        "Bats left 14 lit roads in the valley.", facts=(Fact("Bats left 14 lit roads in the valley.", 1, "quote"),)
    )
    (sentence,) = usable_sentences(asked)
    assert sentence.kind == "quote"
    assert sentence.numbers == (1,)


def test_a_leaning_sentence_knows_the_one_before_it(make: Make) -> None:
    head, follower = usable_sentences(make("Bats avoid lit roads in the valley. They cross dark roads at night."))
    assert (head.needs, follower.needs, follower.follows) == ((), (head.place,), head.place)


def test_what_needs_a_sentence_that_cannot_be_quoted_is_left_out(make: Make) -> None:
    found = usable_sentences(make("Bats avoid lamps on lit roads! They cross dark roads at night when they hunt."))
    assert found == []


def test_a_run_leaves_nothing_out(make: Make) -> None:
    start, skipped, end = "Bats avoid lit roads in the valley.", "Buy our lamps now!", "They cross dark roads at night."
    found = usable_sentences(make(f"{start} {skipped} {end}"))
    assert [s.text for s in found] == [start]
    found = usable_sentences(make(f"{start} Owls are rare. {end}"))
    assert [len(s.needs) for s in found] == [0, 1, 2]


def test_a_heading_of_a_paragraph_is_cut_off_whatever_its_length(make: Make) -> None:
    heading = "First new lamps go in as bats get a date in April"
    assert [text for text, _ in read(make(f"{heading}\nBats avoid lit roads in the valley."))] == [
        "Bats avoid lit roads in the valley."
    ]


def test_what_announces_others_does_not_stand_last(make: Make) -> None:
    (one,) = usable_sentences(make("Bats avoid street lamps for two reasons."))
    assert not one.offered


def test_a_question_comes_along_with_its_answer(make: Make) -> None:
    question, follower = usable_sentences(make("Do bats avoid lamps on lit roads? They cross dark roads at night."))
    assert (question.offered, follower.needs) == (False, (question.place,))


def dated(make: Make, text: str, as_of: date | None = None, **fields: object) -> Assignment:
    asked = make(text, as_of=as_of, **fields)
    (one,) = asked.passages
    source = replace(one.source.source, published=date(2025, 2, 13))
    return replace(asked, passages=(replace(one, source=replace(one.source, source=source)),))


def test_a_date_is_written_out_from_the_source_s_day_and_marked(make: Make) -> None:
    (found,) = usable_sentences(dated(make, "Bats left the lit roads of the valley on Tuesday."))
    assert found.text == "Bats left the lit roads of the valley on 11 February 2025."
    (change,) = found.changes
    assert (change.before, change.after) == ("on Tuesday", "on 11 February 2025")


def test_a_month_alone_is_read_beside_its_source_s_day(make: Make) -> None:
    text = "Bats left the lit roads of the valley in May."
    (found,) = usable_sentences(dated(make, text))
    assert (found.text, found.changes) == (text, ())
    assert (found.of_day, found.host) == ("13 February 2025", "bats.example")


def test_a_stamp_before_a_sentence_is_cut_off(make: Make) -> None:
    assert read(make("Updated June 11, 2026, 4 p.m. Bats avoid lit roads in the valley.")) == [
        ("Bats avoid lit roads in the valley.", (1,))
    ]


def test_of_a_source_without_a_day_no_such_sentence_is_quoted(make: Make) -> None:
    assert usable_sentences(make("Bats left the lit roads of the valley on Tuesday.")) == []


def test_what_held_on_a_day_knows_that_day_and_a_plan_that_is_over_only_comes_along(make: Make) -> None:
    text = "The lamps of the valley will be dimmed for the bats on 1 March 2025."
    valley = "How do street lamps affect bats in Malling Valley?"
    (found,) = usable_sentences(dated(make, text, date(2026, 1, 1), question=valley))
    assert (found.text, found.own_voice, found.offered) == (text, False, False)
    assert (found.of_day, found.host) == ("13 February 2025", "bats.example")
    told = "The street lamps of the valley harmed 40 bats in 2024."
    (found,) = usable_sentences(dated(make, told, date(2026, 1, 1), question=valley))
    assert (found.of_day, found.offered) == ("13 February 2025", True)


def test_no_source_from_after_the_day_of_writing_is_quoted(make: Make) -> None:
    text = "Street lamps harm bats that are 40 grams heavy."
    assert usable_sentences(dated(make, text, date(2025, 2, 12))) == []
    assert usable_sentences(dated(make, text, date(2025, 2, 13)))


def titled(make: Make, text: str, title: str) -> list[Sentence]:
    asked = make(text)
    (one,) = asked.passages
    source = replace(one.source.source, title=title)
    return usable_sentences(replace(asked, passages=(replace(one, source=replace(one.source, source=source)),)))


def test_a_page_and_its_sections_begin_behind_their_titles(make: Make) -> None:
    text = (
        "Lamps of our town\nThe valley is darker than it was. It was dimmed by degrees.\nPrices in 2025\n"
        "The amber ones cost less than others. They cost $40 each."
    )
    found = titled(make, text, "Lamps of our town")
    told = [(s.text, s.under, s.heading) for s in found if not s.needs]
    assert told == [("The amber ones cost less than others.", "Lamps of our town", "Prices in 2025")]
    text = text.replace("The valley is", "The town is")
    begins = next(s for s in titled(make, text, "Lamps of our town") if not s.needs)
    assert (begins.text, begins.under, begins.heading) == ("The town is darker than it was.", "Lamps of our town", "")


def test_a_list_is_one_sentence_and_an_answer_needs_no_verb(make: Make) -> None:
    text = (
        "Street lamps: questions\nWhat does a street lamp cost?\nUntil 2026: $40 each, without the pole.\n"
        "When lamps are out for bats\n- from dusk in May\n- from ten in June. Later in rain\n"
    )
    found = titled(make, text, "Street lamps: questions")
    assert [(s.text, bool(s.needs)) for s in found] == [
        ("What does a street lamp cost?", False),
        ("Until 2026: $40 each, without the pole.", True),
        ("When lamps are out for bats: from dusk in May; from ten in June (Later in rain).", False),
    ]
    assert usable_sentences(make("Until 2026: $40 each for street lamps, without the pole.")) == []


def test_a_sentence_that_fell_in_the_audit_is_not_offered_again(make: Make) -> None:
    text = "Bats avoid lit roads in the valley."
    assert usable_sentences(make(text, barred=(text,))) == []


def test_a_page_whose_first_words_cannot_be_quoted_is_not_begun_with_what_they_told(make: Make) -> None:
    text = "Bats and lamps: a study of rents and roosts\n\nAnd then, lamps...\n\nThe accounts name 31 roosts at lamps."
    assert titled(make, text, "Rents and roosts in the valley") == []


def test_a_span_ends_behind_its_beginning_or_is_not_written_out() -> None:
    day = date(2026, 11, 5)
    made = written_out("With gusts forecast from tomorrow until Sunday, all nights have been postponed.", 1, day)
    assert made is not None
    assert made[0].startswith("With gusts forecast from 6 November 2026 until 8 November 2026,")
    made = written_out("The pier was shut from Monday until Wednesday.", 1, day)
    assert made is not None
    assert made[0] == "The pier was shut from 2 November 2026 until 4 November 2026."
    assert written_out("The pier was shut from yesterday until Sunday.", 1, day) is None


def test_what_cannot_be_told_stays_beside_what_is_written_out() -> None:
    day = date(2026, 5, 13)
    made = written_out("A blocked drain caused the slip in January, the panel said on Tuesday.", 1, day)
    assert made is not None
    assert made[0] == "A blocked drain caused the slip in January, the panel said on 12 May 2026."
    assert [one.before for one in made[1]] == ["on Tuesday"]


def test_a_small_table_is_one_sentence_of_its_cells_as_they_stand(make: Make) -> None:
    text = (
        "What lamps cost\nStreet lamps are paid for by the parish.\nCharges\n"
        "| Lamp | Price | By the year |\n|---|---|---|\n| White | $40 | $9 |\n| Amber (dimmed) | $61 | $4 |\n"
        "| Place | Lamps |\n|---|---|\n| Mrs A. Penhallow's lane | 12 |\n| Quay, open from 5 a.m. to ten | 31 |\n"
    )
    found = [line.text for line in lines_of(text, "What lamps cost")]
    assert found[1:] == [
        "Charges (Lamp, Price, By the year): White: $40, $9; Amber (dimmed): $61, $4.",
        "Mrs A. Penhallow's lane: 12; Quay, open from 5 a.m. to ten: 31.",
    ]
    said = titled(make, text, "What lamps cost")
    assert [s.verbless for s in said if s.text.startswith("Charges")] == ["list"]


def test_a_column_s_name_of_several_words_is_told(make: Make) -> None:
    text = (
        "Street lamps trouble bats.\n\n| Do not dim street lamps that | Why |\n|---|---|\n"
        "| stand at schools | children |\n| stand at the docks | cranes |\n"
    )
    assert "Do not dim street lamps that, Why" in usable_sentences(make(text))[-1].text


def test_a_question_of_three_words_goes_before_its_answer(make: Make) -> None:
    text = "Bats fly by street lamps.\n\nAmber or white? Street lamps for bats are best amber."
    assert [s.text for s in usable_sentences(make(text))][1:] == [
        "Amber or white?",
        "Street lamps for bats are best amber.",
    ]


def test_what_was_done_today_is_written_out_before_its_verb_too(make: Make) -> None:
    (found,) = usable_sentences(dated(make, "The council today publishes its count of bats at street lamps."))
    assert found.text == "The council on 13 February 2025 publishes its count of bats at street lamps."


def test_a_verdict_needs_no_verb(make: Make) -> None:
    text = "Our verdict: good street lamps for wide roads. Poor value for lanes.\n\nSix lamps were tested in a year."
    found = usable_sentences(make(text, question="Are street lamps worth it?"))
    assert [(s.text, s.verbless) for s in found][:2] == [
        ("Our verdict: good street lamps for wide roads.", "answer"),
        ("Poor value for lanes.", "more"),
    ]
    assert not found[0].own_voice


def test_what_stands_beside_the_subject_is_not_read() -> None:
    text = (
        "Street lamps harm bats in the valley.\n\nAbout Brightwater Lamps\n\nBrightwater employs 38 people.\n\n"
        "Costs\n\nA lamp costs nine dollars.\n\nNotes to editors\n\nPhotographs are free.\n"
    )
    assert [line.text for line in lines_of(text, "Lamps")] == [
        "Street lamps harm bats in the valley.",
        "A lamp costs nine dollars.",
    ]


def test_a_sentence_from_the_middle_knows_how_its_page_begins(make: Make) -> None:
    text = (
        "Street lamps drive bats out of the valley. Owls do not mind.\n\nTwo old roosts were empty in 2021.\n\n"
        "The parish will dim its lamps. That costs nothing."
    )
    found = usable_sentences(make(text))
    first = found[0]
    assert [(s.text, bool(s.begins)) for s in found] == [
        ("Street lamps drive bats out of the valley.", False),
        ("Owls do not mind.", False),
        ("Two old roosts were empty in 2021.", True),
        ("The parish will dim its lamps.", True),
        ("That costs nothing.", True),
    ]
    assert all(s.begins in ((), (first.place,)) for s in found)


def test_what_a_page_never_tells_is_told_by_its_title(make: Make) -> None:
    text = "It can be said aloud: the lamps are out. The Trust has put up dark posts for the bats."
    assert usable_sentences(make(text)) == []
    found = titled(make, text, "The street lamps of Malling")
    assert [(s.text, s.under) for s in found] == [
        ("It can be said aloud: the lamps are out.", "The street lamps of Malling"),
        ("The Trust has put up dark posts for the bats.", ""),
    ]


def test_a_list_behind_a_question_or_a_sentence_is_one_sentence(make: Make) -> None:
    text = (
        "Street lamps harm bats in the valley.\nWhat does a lamp cost?\n- White, with its post: $40\n- Amber: $61\n"
        "I asked three parishes. Two of them dim their lamps.\n- Malling: from ten\n- Exeter (by law), all year\n"
        "## References\n- Parish of Malling, 2024\n- Exeter Post, 3 May\n"
    )
    found = usable_sentences(make(text, question="What do street lamps cost?"))
    assert [(s.text, s.verbless) for s in found if s.verbless] == [
        ("White, with its post: $40; Amber: $61.", "answer"),
    ]
    assert [line.items for line in lines_of(text, "") if line.items][1] == (
        "",
        "Malling: from ten",
        "Exeter (by law), all year",
    )
    assert len([line for line in lines_of(text, "") if line.items]) == 2


def test_items_of_which_one_is_no_sentence_are_a_list_and_steps_follow_one_another(make: Make) -> None:
    rules = "How to dim\n- No more than ten lamps at once.\n- Switch off by ten on the quay. Lock the box.\n"
    assert [line.text for line in lines_of(rules, "")] == [
        "How to dim: No more than ten lamps at once; Switch off by ten on the quay (Lock the box)."
    ]
    steps = (
        "Street lamps can be dimmed by hand.\n\nStep by step\n- Open the box of the street lamps.\n"
        "- Turn the dial of the street lamps to four.\n- Close the box of the street lamps again.\n"
    )
    found = usable_sentences(make(steps, question="How to dim street lamps"))
    assert [len(s.needs) for s in found] == [0, 0, 1, 2]


def test_a_question_that_a_paragraph_begins_with_is_answered_by_the_rest_of_it(make: Make) -> None:
    text = (
        "Street lamps were compared in the valley for a year.\n\n"
        "Which street lamps should you buy? If you live by a brook, amber ones."
    )
    found = usable_sentences(make(text, question="amber or white street lamps?"))
    assert [(s.text, s.verbless, s.asks) for s in found][1:] == [
        ("Which street lamps should you buy?", "", True),
        ("If you live by a brook, amber ones.", "answer", False),
    ]


def test_a_question_that_goes_on_from_another_begins_no_run(make: Make) -> None:
    text = (
        "What do amber street lamps cost?\nAmber street lamps cost $40 each.\n"
        "And the white lamps?\nWhite street lamps cost $30 each.\n"
    )
    cost, first, going_on, second = usable_sentences(make(text, question="What do street lamps cost?"))
    assert (cost.needs, first.needs) == ((), (cost.place,))
    assert going_on.needs == (cost.place, first.place)
    assert second.needs == (cost.place, first.place, going_on.place)


def test_a_page_is_read_from_its_first_words_that_can_be_quoted(make: Make) -> None:
    text = (
        "Status: amber lamps, one lane.\n\nWhere things stand\n- March: lamps ordered\n- June: first lamp lit\n\n"
        "Both lamps at the brook are expected to be lit in May 2027."
    )
    table, both = titled(make, text, "Street lamps on the brook: project page")
    assert both.text == "Both lamps at the brook are expected to be lit in May 2027."
    assert both.needs == (table.place,)


def test_what_stands_right_behind_a_table_that_is_not_told_is_left_out(make: Make) -> None:
    text = (
        "Street lamps were compared in the valley for a year.\n\n"
        "| Lamp | Moths |\n|---|---|\n| amber | ? |\n| white | ? |\n\n"
        "“Few” depends on the street lamps next door. Amber street lamps drew fewer moths than white ones."
    )
    found = [s.text for s in usable_sentences(make(text, question="Which street lamps draw moths?"))]
    assert "Street lamps were compared in the valley for a year." in found
    assert not any("depends" in one for one in found)


def test_what_stands_behind_a_list_that_is_told_is_told_whatever_table_stood_before(make: Make) -> None:
    text = (
        "Street lamps were compared in the valley for a year.\n\n"
        "| Lamp | Moths |\n|---|---|\n| amber | ? |\n| white | ? |\n\n"
        "Street lamps in store\n- amber: 12 lamps\n- white: 30 lamps\n\n"
        "Amber street lamps drew fewer moths than white ones."
    )
    found = [s.text for s in usable_sentences(make(text, question="Which street lamps draw moths?"))]
    assert "Amber street lamps drew fewer moths than white ones." in found


def test_no_run_ends_before_what_takes_it_back_even_where_that_cannot_be_quoted(make: Make) -> None:
    text = "Amber street lamps look cheap to buy at first. But who pays for them..."
    assert [s.offered for s in usable_sentences(make(text))] == [False]


def test_a_quotation_of_several_sentences_is_one_with_who_says_it(make: Make) -> None:
    text = (
        "Street lamps were dimmed for the bats in the valley. “They used to circle every lamp. One hardly sees "
        "that any more,” said Ada Byron of the street lamps office. The bats are back."
    )
    found = [s.text for s in usable_sentences(make(text))]
    assert found[1].startswith("“They used to circle every lamp. One hardly sees that any more,” said Ada")
    assert found[2] == "The bats are back."


def test_a_page_whose_first_words_cannot_be_quoted_begins_with_the_next_that_stand_alone(make: Make) -> None:
    text = "What a year! Street lamps in the valley were dimmed for the bats on 4 May 2025. They are back."
    first, second = titled(make, text, "Street lamps and bats: one year on")
    assert (first.text[:16], first.needs) == ("Street lamps in ", ())
    assert second.needs == (first.place,)


def test_a_heading_in_markdown_may_ask(make: Make) -> None:
    text = "## What does a street lamp cost?\n\nUntil 2026: $40 each.\n"
    found = usable_sentences(make(text, question="What do street lamps cost?"))
    assert [(s.text, s.asks, s.verbless) for s in found] == [
        ("What does a street lamp cost?", True, ""),
        ("Until 2026: $40 each.", False, "answer"),
    ]


def test_emphasis_is_not_shown(make: Make) -> None:
    text = "Street lamps in the valley are lit for bats from **Saturday 5 December 2026** on."
    assert [one for one, _ in read(make(text))] == [text.replace("*", "")]


def test_names_that_paragraphs_begin_with_are_their_headings(make: Make) -> None:
    found = titled(make, "\n\n".join(map(". ".join, PARTS)), "Street lamps and bats: a leaflet")
    assert [(s.heading, s.text) for s in found] == list(PARTS)


def test_a_section_needs_whom_and_what_one_before_introduced(make: Make) -> None:
    text = (
        "Street lamps drive bats out of the valley. “It is the light,” says Dr Enzo Valdis of a team of four.\n\n"
        "Owls\n\nOwls like lamps. “For owls it is too early,” says Valdis. The team counted 40 owls.\n"
    )
    found = titled(make, text, "Street lamps and bats")
    first, speaks, owls, too_early, counted = found
    assert (owls.needs, owls.heading) == ((), "Owls")
    assert (too_early.needs, counted.needs) == (
        (first.place, speaks.place, owls.place),
        (*too_early.needs, too_early.place),
    )


@pytest.mark.parametrize("label", ["Short answer", "Our verdict", "Bottom line"])
def test_what_a_page_comes_to_is_told_without_its_label(label: str) -> None:
    (line,) = lines_of(f"{label}. Amber street lamps save bats.", "Lamps")
    assert (line.text, line.section) == ("Amber street lamps save bats.", label)


PARTS = (
    ("Lifting", "Lift the street lamps with two men."),
    ("Drying", "Dry them in a shed for the winter."),
    ("Storing", "Keep the shields of the street lamps in sand."),
)


def test_no_title_says_whose_a_quotation_is(make: Make) -> None:
    text = "Amber street lamps save bats.\n\n“We have not seen a dead bat at these lamps since May”."
    found = titled(make, text, "Street lamps and bats")
    assert [s.text for s in found] == ["Amber street lamps save bats."]


def test_who_wrote_a_page_is_no_heading_of_it(make: Make) -> None:
    text = "Mattis Hoogland\n\nThey left the valley."
    found = titled(make, text, "Street lamps and bats")
    assert [s.heading for s in found] == [""] * len(found)


def test_a_bold_question_is_one_and_a_label_is_the_heading_of_what_it_stands_before(make: Make) -> None:
    text = (
        "**Do street lamps harm bats?** They do in the valley.\n\n**What about owls?** Not at all.\n\n"
        "COSTS. A street lamp costs nine dollars.\n\nOWNER: It is mine.\n\nOWNER: It is lit.\n"
    )
    found = titled(make, text, "Street lamps and bats")
    assert [(s.text, s.asks, s.heading) for s in found][:4] == [
        ("Do street lamps harm bats?", True, ""),
        ("They do in the valley.", False, ""),
        ("What about owls?", True, ""),
        ("Not at all.", False, ""),
    ]
    assert [line.heading for line in lines_of(text, "") if not line.text.endswith("?")] == ["", "", "COSTS", "", ""]


def test_what_is_noted_below_a_heading_needs_no_verb_but_the_heading(make: Make) -> None:
    text = (
        "Street lamps harm bats in the valley.\n\nPenalties\n\nA lit lamp after midnight: $60. Two lamps: $90.\n\n"
        "How much\n\nNever more than four watts.\n\nAim\n\nTo compare lamps of two colors.\n"
    )
    found = titled(make, text, "Street lamps and bats")
    assert [(s.text, s.verbless, s.heading) for s in found][1:] == [
        ("A lit lamp after midnight: $60.", "note", "Penalties"),
        ("Two lamps: $90.", "more", "Penalties"),
        ("Never more than four watts.", "note", "How much"),
    ]


def test_no_run_ends_before_what_takes_it_back(make: Make) -> None:
    found = usable_sentences(make("Street lamps harm bats in May. However, in June they do not. Owls like lamps."))
    assert [s.offered for s in found] == [False, True, True]


@pytest.mark.parametrize(
    ("end", "offered"),
    [
        ("By Christmas they were back!", False),  # it says how that ended, and cannot be told
        ("“They like the dark.”", True),
        ("Please switch yours off.", True),
        ("I was glad of that for the whole of the long winter, and so was everybody in our street.", True),
    ],
)
def test_no_run_ends_before_a_few_words_that_end_its_paragraph(make: Make, end: str, offered: bool) -> None:
    found = usable_sentences(make(f"Owls like street lamps. Street lamps drove bats out of the valley. {end}"))
    assert [s.offered for s in found][:2] == [True, offered]


def test_a_numbered_line_between_paragraphs_is_a_heading_and_two_columns_need_no_head() -> None:
    text = (
        "1. Car parks\n\nAgreed to a trial.\n\n2. Garden waste\n\nSubscriptions stand at 20,150.\n\n"
        "| Bin | Price |\n|---|---|\n| First | £52 |\n| Further | £44 |\n\n"
        "| Area | 1,290 ha |\n|---|---|\n| People | 54 |\n"
    )
    lines = [(line.text, line.heading) for line in lines_of(text, "Decisions")]
    assert lines == [
        ("Agreed to a trial.", "Car parks"),
        ("Subscriptions stand at 20,150.", "Garden waste"),
        ("First: £52; Further: £44.", ""),
        ("Area: 1,290 ha; People: 54.", ""),
    ]
    assert [line.text for line in lines_of("SALTMERE, 14 July 2026 (Coastwire) - A judge ruled on Tuesday.", "")] == [
        "A judge ruled on Tuesday."
    ]
