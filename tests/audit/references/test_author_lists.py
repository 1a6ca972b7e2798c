"""Lists of authors, held against each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.references.author_lists import compare_authors, same_person
from wellsourced_core.model import Person
from wellsourced_core.person_names import person


def people(names: str) -> tuple[Person, ...]:
    return tuple(person(name) for name in names.split(" and "))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Chidi Okafor", "C. Okafor"),
        ("Okafor, C. E.", "Chidi Okafor"),
        ("Anneke van der Meer", "A. Meer"),
        ("Jörg Müller", "Joerg Mueller"),
        ("Min-jun Kim", "Minjun Kim"),
        ("Kim MJ", "Min-Jun Kim"),
        ("Wei Chen", "Chen Wei"),
        ("Alex Smith", "Alexander Smith"),
        ("Siobhán O’Brien", "Siobhan OBrien"),
        ("WHO", "World Health Organization"),
        ("The Varne Consortium", "Varne Consortium"),
    ],
)
def test_one_person_under_two_names(one: str, other: str) -> None:
    assert same_person(person(one), person(other))
    assert same_person(person(other), person(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Wei Zhang", "Li Zhang"), ("Chidi Okafor", "Chidi Mensah"), ("A. Smith", "B. Smith"), ("Kim MJ", "Hana Kim")],
)
def test_two_people(one: str, other: str) -> None:
    assert not same_person(person(one), person(other))


RECORD = people("Chidi Okafor and Anneke van der Meer and Per Lindqvist")


def test_what_differs_is_named() -> None:
    assert compare_authors(people("C. Okafor and A. van der Meer and P. Lindqvist"), RECORD, shortened=False).agrees
    dropped = compare_authors(people("C. Okafor and A. van der Meer"), RECORD, shortened=False)
    assert (dropped.dropped, dropped.invented) == (("Per Lindqvist",), ())
    invented = compare_authors((*RECORD, *people("Ilya Petrov")), RECORD, shortened=False)
    assert invented.invented == ("Ilya Petrov",)
    assert invented.shared == 0.75
    exchanged = compare_authors(RECORD[::-1], RECORD, shortened=False)
    assert set(exchanged.exchanged) == {"Chidi Okafor", "Per Lindqvist"}


def test_et_al_drops_nobody() -> None:
    found = compare_authors(people("C. Okafor"), RECORD, shortened=True)
    assert found.agrees
    assert found.cut


@given(st.lists(st.sampled_from(RECORD + people("Ilya Petrov and Eva Leitner")), min_size=1, max_size=6, unique=True))
def test_a_list_agrees_with_itself_and_its_initials(names: list[Person]) -> None:
    short = tuple(Person(one.family, one.given[:1] + ".") for one in names)
    assert compare_authors(names, names, shortened=False).agrees
    assert compare_authors(short, names, shortened=False).agrees
