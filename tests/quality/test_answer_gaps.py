"""What kept pages lack of what is asked, and how much that leaves to be written."""

from __future__ import annotations

from datetime import date

from quality.answer_gaps import has, shortfalls, speaks_of_year
from quality.question import read_question
from wellsourced_core.model import Source

LONG = "The luthier planes the cedar top, glues the bracing, bends the ribs over a hot pipe and waits for a dry day. "


def pages(*texts: str) -> list[Source]:
    return [Source(str(i), f"https://{i}.example", "", text) for i, text in enumerate(texts)]


def told(question: str, *texts: str) -> list[tuple[str, str]]:
    return [(one.most, one.decision.why) for one in shortfalls(read_question(question), pages(*texts))]


def test_a_price_must_stand_by_what_it_is_asked_of() -> None:
    asked = read_question("Flamenco vs classical guitarist pricing")
    fee = LONG * 3 + "A flamenco guitarist charges £320 for a reception."
    shop = LONG * 3 + "Flamenco guitars from £649. Classical guitars from £189."
    try_out = LONG * 3 + "Guitarists may try two at home. Flamenco guitars from £649, classical ones from £189."
    (price,) = asked.wanted
    assert has(price, asked, pages(fee)[0])
    assert not has(price, asked, pages(shop)[0])
    assert not has(price, asked, pages(try_out)[0])


def test_a_price_may_be_in_any_coin() -> None:
    asked = read_question("composite or larch decking, which is cheaper in the long run?")
    (price,) = asked.wanted
    for sum_of in ("79 guilders", "1,100 florins", "kr 690", "690 kr", "45 zł", "2.5 million crowns"):
        assert has(price, asked, pages(LONG * 3 + f"Larch decking was {sum_of} a square metre.")[0]), sum_of
    assert not has(price, asked, pages(LONG * 3 + "Larch decking was 79 metres long.")[0])


def test_without_a_price_nothing_is_answered_with_one_a_part() -> None:
    question = "Flamenco vs classical guitarist pricing"
    shop = LONG * 3 + "Flamenco and classical guitarists like cedar. " + LONG * 3 + "Strings cost £9."
    fee = LONG * 3 + "A flamenco guitarist charges £320, a classical guitarist £280."
    assert told(question, shop, shop) == [("insufficient", "asks for a price; no kept page has one")]
    assert told(question, shop, fee) == [("short", "asks for a price; one kept page has one")]
    assert told(question, fee, fee) == []


def test_what_a_snippet_leaves_out_proves_nothing() -> None:
    question = "How much does a flamenco guitarist charge?"
    assert told(question, "The flamenco guitarist plays.", "A flamenco guitarist sings.") == [
        ("short", "asks for a price; no kept page has one")
    ]


def test_songs_are_asked_for_and_none_is_there() -> None:
    question = "First dance songs 2025"
    other = "Shoes for the first dance in 2025 need a soft sole. " + LONG * 3
    song = "Our favourite first dance songs of 2025 are “Porch Swing” and “Blue Enamel”. " + LONG * 3
    assert told(question, other, other) == [("insufficient", "asks for songs; no kept page has any")]
    assert told(question, other, song) == [("insufficient", "asks for songs; one kept page has any")]
    assert told(question, song, song) == []


def test_a_year_is_spoken_of_in_the_text_or_by_the_date() -> None:
    asked = read_question("First dance songs 2025")
    (source,) = pages("Songs for a first dance.")
    assert not speaks_of_year(asked, source)
    assert speaks_of_year(asked, Source("1", "", "", "Songs for a first dance.", date(2025, 3, 1)))
    assert told("noise limits 2025", "Noise limits at night.", "Limits of noise.") == [
        ("short", "asks about 2025; no kept page speaks of it")
    ]


def test_a_subject_that_no_page_names_is_not_answered() -> None:
    assert told("what is demurrage", "What a ship is charged.", "What a port asks.")[0][0] == "insufficient"


def test_instructions_tell_a_reader_what_to_do() -> None:
    question = "how do you build a worm bin"
    shop = LONG * 3 + "Three-tray worm bin in recycled plastic, £89."
    guide = LONG * 3 + "Drill holes in the lid of the worm bin. Add damp paper and a handful of soil."
    assert told(question, shop, shop) == [("insufficient", "asks for instructions; no kept page has any")]
    assert told(question, guide, guide) == []


def test_a_number_is_of_the_kind_that_is_asked_for() -> None:
    question = "how hot is mercury"
    singer = LONG * 3 + "Mercury sang to 72,000 people for 21 minutes."
    planet = LONG * 3 + "By day Mercury reaches 430 degrees Celsius."
    assert told(question, singer, singer) == [("insufficient", "asks for a number; no kept page has one")]
    assert told(question, planet, planet) == []


def test_a_long_question_is_answered_in_part() -> None:
    question = "what is known of lichen growth on slate roofs near coastal smelters"
    page = LONG * 3 + "Growth on roofs."
    assert [most for most, _ in told(question, page, page)] == ["short"]
