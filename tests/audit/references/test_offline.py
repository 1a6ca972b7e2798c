"""References that cannot be real by themselves."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from audit.references.offline import is_placeholder, objections
from wellsourced_core.model import Person, WrittenReference

AS_OF = date(2026, 5, 1)


def reference(**fields: Any) -> WrittenReference:
    usual: dict[str, Any] = {"kind": "work", "title": "Slow tides", "line": 1}
    return WrittenReference(**{"key": "a", "start": 0, "end": 1, "text": "x", **usual, **fields})


def about(*references: WrittenReference) -> list[tuple[str, ...]]:
    return [tuple(one.about for one in some) for some in objections(references, AS_OF)]


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"authors": (Person("Author", "A."),)}, ("authors",)),
        ({"year": 2027}, ("year",)),
        ({"year": 2026}, ()),
        ({"doi": "10.12/x"}, ("doi",)),
        ({"arxiv": "2113.00001"}, ("arxiv",)),
        ({"isbn": "9780306406158"}, ("isbn",)),
        ({"year": 2027, "kind": "other"}, ()),
        ({"authors": (Person("Okafor", "C."),), "year": 2014, "doi": "10.5555/x", "isbn": "9780306406157"}, ()),
    ],
)
def test_what_is_impossible_is_told_of_scholarship_alone(fields: dict[str, Any], wanted: tuple[str, ...]) -> None:
    assert about(reference(**fields)) == [wanted]


def test_next_years_volumes_are_printed_from_july_on() -> None:
    assert objections([reference(year=2027)], date(2026, 7, 1)) == [()]


def test_one_identifier_has_one_title() -> None:
    first, again = reference(doi="10.5555/x"), reference(doi="10.5555/x", title="Slow Tides")
    other = reference(doi="10.5555/x", title="Counting icicles")
    assert about(first, again, other) == [(), (), ("title",)]


@pytest.mark.parametrize(
    "name", [("A.", "Author"), ("First", "Author"), ("John", "Doe"), ("", "Lastname"), ("", "XXX")]
)
def test_placeholders(name: tuple[str, str]) -> None:
    assert is_placeholder(Person(name[1], name[0]))


@pytest.mark.parametrize("name", [("J.", "Last"), ("Ann", "Name"), ("Ethel", "First"), ("J.", "Doe"), ("Li", "Yi")])
def test_people_of_odd_names_are_people(name: tuple[str, str]) -> None:
    assert not is_placeholder(Person(name[1], name[0]))
