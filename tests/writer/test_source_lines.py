"""A source's text is cut into lines as its reader meets them: headings, labels, bullets, lists and tables."""

import pytest

from writer.source_lines import lines_of


@pytest.mark.parametrize(
    "text",
    [
        "1. Bats lost 31 roosts to lamps. Shields brought 12 back.\n2. The other 19 are empty.",
        "1) Bats lost 31 roosts to lamps. Shields brought 12 back.\n2) The other 19 are empty.",
        "- Bats lost 31 roosts to lamps. Shields brought 12 back.\n- The other 19 are empty.",
    ],
)
def test_the_number_or_bullet_of_an_item_is_no_sentence(text: str) -> None:
    found = list(lines_of(text, "Bats"))
    said = ["Bats lost 31 roosts to lamps.", "Shields brought 12 back.", "The other 19 are empty."]
    assert [line.text for line in found] == said
    assert [text[line.start :].startswith(one) for line, one in zip(found, said, strict=True)] == [True] * 3


def test_the_label_of_an_item_is_its_heading() -> None:
    text = (
        "Two things matter.\n\n* **Light and shade.** Bats keep to dark lanes.\n* **Food.** Moths fly to lamps.\n\n"
        "**3. Roosts.** Bats need barns."
    )
    assert [(line.section, line.text) for line in lines_of(text, "Bats")][1:] == [
        ("Light and shade", "Bats keep to dark lanes."),
        ("Food", "Moths fly to lamps."),
        ("Roosts", "Bats need barns."),
    ]


def test_stars_around_the_names_in_a_list_go() -> None:
    text = "Lamps\n- **White:** 40 marks\n- **Amber:** 61 marks"
    assert [line.text for line in lines_of(text, "Bats")] == ["Lamps: White: 40 marks; Amber: 61 marks."]


def test_a_year_or_a_decimal_that_begins_a_paragraph_is_no_bullet() -> None:
    text = "2025. The year of lamps ended.\n\n3.5 percent of the lamps were amber."
    assert "3.5 percent of the lamps were amber." in [line.text for line in lines_of(text, "Lamps")]


def test_parts_of_an_abstract_are_labels_and_a_list_of_references_is_no_text() -> None:
    text = (
        "Results 191 people finished the trial of brine.\n\nDesign Randomised trial in 14 practices.\n\n"
        "Funding No maker of brine paid.\n\nReferences:\n- Brae Museum, annual report\n- Skell and others, 2024\n"
    )
    found = [line.text for line in lines_of(text, "Brine")]
    assert found[0] == "191 people finished the trial of brine."
    assert found[1] == "Randomised trial in 14 practices."
    assert not any(one.startswith("References: ") for one in found)


def test_a_name_that_begins_like_a_part_of_an_abstract_stays_whole() -> None:
    text = "Patients Association members voted on Monday. They want more nurses."
    assert next(iter(lines_of(text, "Nurses"))).text == "Patients Association members voted on Monday."


def test_an_abstract_s_own_label_is_cut_off_and_no_name_that_begins_so() -> None:
    text = "Abstract The trial of brine lasted a year.\n\nSummary Judgment was given in May.\n"
    assert [line.text for line in lines_of(text, "Brine")] == [
        "The trial of brine lasted a year.",
        "Summary Judgment was given in May.",
    ]


def test_a_table_without_columns_is_told_behind_its_caption() -> None:
    text = (
        "We asked the lamp fund for its books.\n\n| Where the $900 came from | |\n|---|---|\n| Parish | $600 |\n"
        "| Gifts, cake | $300 |\n"
    )
    text += (
        "Lamps were sold, too.\n\n| Lamps sold by month | |\n|---|---|\n| Month | Lamps |\n|---|---|\n| May | 12 |\n"
        "| June | 31 |\n"
    )
    told = [line.text for line in lines_of(text, "") if line.items]
    assert told == [
        "Where the $900 came from: Parish: $600; Gifts, cake: $300.",
        "Lamps sold by month (Month, Lamps): May: 12; June: 31.",
    ]


def test_a_table_whose_first_row_is_one_like_the_others_has_no_header() -> None:
    text = (
        "Lamps to order\n| White | $40 | about 9 days |\n| Amber | $61 | 3 days |\n| Blue | $70 | a day |\n\n"
        "What comes next.\n\n"
        "Next steps\n| 31 May 2027 | The lane is dug up |\n| Summer 2027 | Lamps are lit |\n| 2028 | More lamps |\n"
    )
    told = [line.text for line in lines_of(text, "") if line.items]
    assert told == [
        "Lamps to order: White: $40, about 9 days; Amber: $61, 3 days; Blue: $70, a day.",
        "Next steps: 31 May 2027: The lane is dug up; Summer 2027: Lamps are lit; 2028: More lamps.",
    ]


def test_a_first_row_with_a_price_is_no_header() -> None:
    table = "What lamps cost\n\n| Amber lamp | kr 690 |\n| White lamp | kr 450 |\n| Pole for a lamp | kr 1,350 |"
    told = "What lamps cost: Amber lamp: kr 690; White lamp: kr 450; Pole for a lamp: kr 1,350."
    assert [line.text for line in lines_of(table, "Lamps")] == [told]


def test_names_with_digits_are_a_header() -> None:
    table = "What the air held\n\n| Site | PM2.5 | NO2 |\n| Mill | 12 | 40 |\n| Quay | 9 | 31 |"
    assert [line.text for line in lines_of(table, "Air")] == [
        "What the air held (Site, PM2.5, NO2): Mill: 12, 40; Quay: 9, 31."
    ]


@pytest.mark.parametrize("heading", ["Prices", "## Prices", "### Prices", "**Prices**"])
def test_a_list_or_table_is_told_under_its_heading(heading: str) -> None:
    listed = "- Adult £5.80\n- Over 65, student £4.20\n- Sauna £6 on top; weekends only"
    text = f"The pool is open all winter.\n\n{heading}\n\n{listed}\n\nCard only."
    told = "Prices: Adult £5.80; Over 65, student £4.20; Sauna £6 on top, weekends only."
    assert told in [line.text for line in lines_of(text, "Pool")]
    table = "| Who | Price |\n|---|---|\n| Adult | £5.80 |\n| Over 65 | £4.20 |"
    text = f"The pool is open all winter.\n\n{heading}\n\n{table}\n\nCard only."
    assert "Prices (Who, Price): Adult: £5.80; Over 65: £4.20." in [line.text for line in lines_of(text, "Pool")]
