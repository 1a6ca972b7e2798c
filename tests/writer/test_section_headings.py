"""Sections are those that the question asks about, then what sentences do; what is left is a quarter at most."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wellsourced_core.model import Assignment
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Sentence
from writer.section_headings import sections

Make = Callable[..., Assignment]
BIRDS = """\
Storks nest on roofs and masts in the village. Storks eat frogs and mice from the wet fields. Herons nest in tall trees
at the lake. Herons eat fish from the lake and the ditches."""


def grouped(make: Make, text: str, question: str) -> dict[str, list[str]]:
    found = usable_sentences(make(text, question=question))
    return {one.heading: [s.text for c in one.chains for s in c] for one in sections([(s,) for s in found], question)}


def test_the_sides_of_a_comparison_are_its_headings(make: Make) -> None:
    found = grouped(make, BIRDS, "storks vs herons")
    assert list(found) == ["Storks", "Herons"]
    assert all("torks" in text for text in found["Storks"])


@pytest.mark.parametrize(
    ("question", "first"), [("how many storks nest in the village?", "The figures"), ("why do storks nest?", "Reasons")]
)
def test_what_the_question_asks_for_comes_first(make: Make, question: str, first: str) -> None:
    text = """\
In 2025, 412 storks came to the village. In 2024, 398 storks nested in the village on roofs. Storks nest on roofs in the
village because frogs are near. Storks leave because frogs die in summer."""
    assert next(iter(grouped(make, text, question))) == first


def test_a_section_has_two_sentences_at_least(make: Make) -> None:
    found = grouped(make, f"{BIRDS} Storks nested on 14 roofs of the village in 2025.", "storks vs herons")
    assert "The figures" not in found


@pytest.mark.parametrize(("left", "last"), [(2, True), (6, False)])
def test_what_is_left_stands_last_or_in_front_where_it_is_more_than_a_quarter(
    make: Make, left: int, last: bool
) -> None:
    names = "Aldo Bree Cass Dorn Ells Fenn".split()[:left]
    text = " ".join(f"Storks of village {name} nest on roofs." for name in names)
    many = " ".join(f"In 202{i}, {400 + i} storks nested in the village." for i in range(8))
    found = grouped(make, f"{many} {text}", "how many storks nest?")
    assert list(found) == (["The figures", ""] if last else ["", "The figures"])
    assert len(found[""]) == left


def test_every_sentence_has_one_place(make: Make) -> None:
    found = usable_sentences(make(BIRDS))
    chains: list[tuple[Sentence, ...]] = [(s,) for s in found]
    there = [s.place for one in sections(chains, "Why?") for c in one.chains for s in c]
    assert sorted(there) == sorted(s.place for s in found)
