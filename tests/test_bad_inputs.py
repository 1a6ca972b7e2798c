"""Every bad input on the list has a test that carries its code, and the list names tests that are there."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIST = ROOT / "docs" / "bad-inputs.md"
GIVEN = ROOT.parent / "shared" / "BAD_INPUTS.md"
OWN = "J"  # rows that we added ourselves
_TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
_ROW = re.compile(r"^\| ([A-Z][0-9]{2,3}) \|(.*)\|$", re.MULTILINE)
_RANGE = re.compile(r"([a-z])([0-9]{2,3})_to_\1([0-9]{2,3})")


def all_tests() -> set[str]:
    return {name for path in (ROOT / "tests").rglob("test_*.py") for name in _TEST.findall(path.read_text("utf-8"))}


def codes(name: str) -> set[str]:
    """Return the rows that a test's name carries: test_a01_..., test_a01_a02_..., test_a01_to_a16_...."""
    found = {word.upper() for word in name.split("_") if re.fullmatch(r"[a-j][0-9]{2}|j[0-9]{3}", word)}
    for letter, first, last in _RANGE.findall(name):
        found |= {f"{letter.upper()}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def rows() -> dict[str, str]:
    return dict(_ROW.findall(LIST.read_text("utf-8")))


def test_every_row_has_a_test_that_carries_its_code() -> None:
    held = defaultdict(set)
    for name in all_tests():
        for code in codes(name):
            held[code].add(name)
    assert not sorted(set(rows()) - set(held))


def test_every_row_has_a_code_of_its_own() -> None:
    found = [code for code, _ in _ROW.findall(LIST.read_text("utf-8"))]
    assert sorted(found) == sorted(set(found))


def test_every_row_names_tests_that_are_there_and_carry_its_code() -> None:
    there = all_tests()
    for code, row in rows().items():
        named = re.findall(r"`(test_\w+)`", row)
        assert named, f"{code} names no test"
        for name in named:
            assert name in there, f"{code}: there is no {name}"
            assert code in codes(name), f"{code}: {name} is of another row"


def test_no_test_carries_a_code_that_is_on_no_list() -> None:
    known = set(rows())
    strays = {name: sorted(codes(name) - known) for name in all_tests() if name.startswith("test_")}
    assert not {name: stray for name, stray in strays.items() if stray}


def test_the_list_is_the_one_that_was_given_and_our_own() -> None:
    own = set(rows())
    assert len([code for code in own if code.startswith(OWN)]) >= 30
    if not GIVEN.is_file():
        return  # a clone has our own list alone
    given = set(re.findall(r"^\| ([A-I][0-9]{2}) \|", GIVEN.read_text("utf-8"), re.MULTILINE))
    assert {code for code in own if not code.startswith(OWN)} == given
