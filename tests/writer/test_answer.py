"""What an article opens with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import pytest

from wellsourced_core.model import Assignment, Passage
from writer.answer import answer
from writer.expected_answer import worth_of
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Sentence
from writer.shared_subject import shelf_of

Make = Callable[..., Assignment]
QUESTION = "Why do bats leave street lamps?"
TEXT = """Street lamps are switched on at dusk in the valley. Bats leave street lamps because moths are missing there in
the light. They return when the lamps are dimmed."""


def answered(found: Sequence[Sentence], question: str, passages: Sequence[Passage]) -> list[Sentence]:
    shelf = shelf_of(passages, question)
    return answer(found, question, 200, shelf, worth_of(found, question, shelf))


def opening(make: Make, *texts: str, question: str = QUESTION) -> list[str]:
    asked = make(*texts, question=question)
    found = usable_sentences(asked)
    return [s.text for s in answered(found, question, asked.passages)]


def test_the_answer_is_what_is_asked_for_and_a_run(make: Make) -> None:
    found = opening(make, TEXT)
    assert any("because moths" in text for text in found)
    together = " ".join(TEXT.split())
    assert " ".join(found) in together


def test_nothing_to_say_is_no_answer(make: Make) -> None:
    assert opening(make, "Buy now!") == []


def test_an_answer_may_go_on_where_a_source_speaks_of_itself(make: Make) -> None:
    question = "amber street lamps in the valley, moths and bats"
    report = "Bats find moths at street lamps. We saw both at amber street lamps in the valley."
    assert opening(make, report, question=question)[-1].startswith("We saw both")


OLDER = """Malling will switch off its street lamps for the bats in spring 2025. The council has ordered dimmers
for the 40 lamps along the brook. The dimmers will cost 90,000 euros."""
NEWER = """The street lamps of Malling have been dark since 4 May 2026. The council had the dimmers put in along the
brook a year late. The bats are back."""
OTHER = """Malling put up 90 street lamps in its harbor for the regatta. Sailors cheered the amber glow in the port."""


def dated(make: Make, question: str, *texts: str) -> list[int]:
    """Return the sources of an opening in their order: texts are of one year after the other."""
    asked = make(*texts, question=question)
    passages = tuple(
        replace(
            one,
            source=replace(one.source, source=replace(one.source.source, published=date(2023 + n, 2, 1))),
        )
        for n, one in enumerate(asked.passages, 1)
    )
    found = usable_sentences(replace(asked, passages=passages))
    return list(dict.fromkeys(s.numbers[0] for s in answered(found, question, passages)))


@pytest.mark.parametrize(
    "question",
    ["Malling street lamps 2026", "whats happening with the Malling street lamps", "Are the Malling street lamps off?"],
)
def test_how_things_stand_is_told_by_the_newest_first(make: Make, question: str) -> None:
    assert dated(make, question, OLDER, NEWER) == [2, 1]


def test_a_newer_source_that_speaks_of_something_else_overtakes_nothing(make: Make) -> None:
    assert dated(make, "Malling street lamps 2026", OLDER, NEWER, OTHER)[0] == 2


def test_what_to_do_no_news_overtakes(make: Make) -> None:
    older = "Use dimmers to dim street lamps for bats. The council puts dimmers in along the brook."
    newer = "The council had dimmers put in along the brook for bats. The lamps are amber."
    assert dated(make, "how to dim street lamps for bats", older, newer)[0] == 1
    assert dated(make, "Are street lamps dim for bats?", older, newer)[0] == 2


def test_an_opening_has_the_figures(make: Make) -> None:
    plain = "Bats leave the street lamps of the brook because moths are missing there in the light."
    counted = "Bats leave 31 of the 40 street lamps of the brook because moths are missing there in 2026."
    assert opening(make, plain, counted)[0] == counted


def test_news_of_the_same_season_overtakes_nothing_that_lasts(make: Make) -> None:
    question = "Do dimmers help bats at street lamps?"
    study = "Dimmers help bats at street lamps. In a trial dimmers cut the moths at street lamps by 60 percent."
    fair = "Moths, dimmers and street lamps were shown at the trial of bats. A band played."
    asked = make(study, fair, question=question)
    for months, first in ((2, 1), (8, 2)):
        passages = tuple(
            replace(one, source=replace(one.source, source=replace(one.source.source, published=day)))
            for one, day in zip(asked.passages, (date(2026, 1, 5), date(2026, 1 + months, 5)), strict=True)
        )
        found = usable_sentences(replace(asked, passages=passages))
        assert answered(found, question, passages)[0].place[0] == first


def test_an_opening_goes_on_with_what_adds_most_of_its_own_source_too(make: Make) -> None:
    page = """Bats leave street lamps because moths are missing there in the light.

The harbor

The owls of the harbor are fed each night by a retired captain, who keeps them in two sheds behind the old mill, sells
their feathers to anglers in the spring and writes a column on them for the paper of the port every other week.

Amber lamps

Amber street lamps keep moths and bats, because moths see little of their light. Dimmers help bats at street lamps."""
    told = opening(make, page)
    assert told[0].startswith("Bats leave street lamps")
    assert any("Amber street lamps keep moths" in text for text in told)
    assert not any("owls" in text for text in told)
