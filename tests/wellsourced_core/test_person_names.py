"""Names of authors, taken apart."""

from __future__ import annotations

import pytest

from wellsourced_core.model import Person
from wellsourced_core.person_names import is_body, is_initials, person


@pytest.mark.parametrize(
    ("written", "family", "given"),
    [
        ("Okafor, Chidi", "Okafor", "Chidi"),
        ("Chidi Okafor", "Okafor", "Chidi"),
        ("Anneke van der Meer", "van der Meer", "Anneke"),
        ("Sato YK", "Sato", "YK"),
        ("King, M. L., Jr.", "King", "M. L."),
        ("Wei Chen 0002", "Chen", "Wei"),
        ("World Health Organization", "World Health Organization", ""),
        ("Plato", "Plato", ""),
    ],
)
def test_a_name_is_read(written: str, family: str, given: str) -> None:
    assert person(written) == Person(family, given)


def test_bodies_and_initials_are_told() -> None:
    assert is_body("The Varne Consortium")
    assert not is_body("Group, Alan")
    assert is_initials("J.-P.")
    assert is_initials("JK")
    assert not is_initials("Jo")
