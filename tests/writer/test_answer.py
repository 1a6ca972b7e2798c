"""What an article opens with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from wellsourced_core.model import Assignment
from writer.answer import answer
from writer.quotable_sentences import usable_sentences
from writer.shared_subject import shelf_of

Make = Callable[..., Assignment]
QUESTION = "Why do bats leave street lamps?"
TEXT = """Street lamps are switched on at dusk in the valley. Bats leave street lamps because moths are missing there in
the light. They return when the lamps are dimmed."""


def opening(make: Make, *texts: str, question: str = QUESTION) -> list[str]:
    asked = make(*texts, question=question)
    found = usable_sentences(asked)
    return [s.text for s in answer(found, question, 200, shelf_of(asked.passages, question))]


def test_the_answer_is_what_is_asked_for_and_a_run(make: Make) -> None:
    found = opening(make, TEXT)
    assert any("because moths" in text for text in found)
    together = " ".join(TEXT.split())
    assert " ".join(found) in together


def test_nothing_to_say_is_no_answer(make: Make) -> None:
    assert opening(make, "Buy now!") == []


def test_a_voice_does_not_answer_where_anything_else_does(make: Make) -> None:
    voice = "“Bats leave street lamps because they want to sleep,” said Ada Byron of the street lamps office."
    assert opening(make, voice, TEXT)[0] != voice


def test_how_things_stand_is_told_by_the_newest_first(make: Make) -> None:
    question = "Malling street lamps 2026"
    texts = (
        "Malling switched off 40 street lamps in the valley for bats in 2025. The lamps are dimmed at 11.",
        "Malling put up 90 street lamps for the harbor in 2026. Street lamps in the port are amber.",
    )
    asked = make(*texts, question=question)
    days = (date(2025, 2, 1), date(2026, 2, 1))
    sources = [
        replace(one.source, source=replace(one.source.source, published=day))
        for one, day in zip(asked.passages, days, strict=True)
    ]
    passages = tuple(replace(one, source=source) for one, source in zip(asked.passages, sources, strict=True))
    asked = replace(asked, passages=passages)
    found = answer(usable_sentences(asked), question, 200, shelf_of(passages, question))
    assert [s.numbers for s in found] == sorted((s.numbers for s in found), reverse=True)
    assert found[0].numbers == (2,)
