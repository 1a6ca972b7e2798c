"""Every rule on numbers and on sentences has a claim on which it decides, and a near twin on which it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.meaning.rules import ON_STATEMENTS
from audit.meaning.rules import RULES as ON_SENTENCES
from audit.numbers.rules import RULES as ON_NUMBERS
from audit.statements import overclaims
from audit.statistics import direction_mismatch, judge, prepare

ROOT = Path(__file__).parents[4]
FIXTURES = ROOT / "fixtures" / "judgements"
NUMBERS, SENTENCES = [rule.name for rule in ON_NUMBERS], [rule.name for rule in ON_SENTENCES]
STATEMENTS = [rule.name for rule in ON_STATEMENTS]
every_rule = pytest.mark.parametrize("name", [*NUMBERS, *SENTENCES, *STATEMENTS])
NONE = frozenset[str]()


def rows(name: str) -> list[dict[str, object]]:
    room = "numbers" if name in NUMBERS else "meaning"
    text = (FIXTURES / room / f"{name.replace('-', '_')}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def judged(name: str, row: dict[str, object], left_out: frozenset[str]) -> list[tuple[str, str]]:
    """Return verdict and reason of each number, or of the sentence."""
    claim, source = str(row["claim"]), prepare(str(row["source"]), published=str(row.get("published", "")))
    if name in NUMBERS:
        return [(one.verdict, one.why) for one in judge(claim, source, left_out=left_out)]
    if name in STATEMENTS:
        return [(one.code, one.rule) for one in overclaims(claim, source, left_out)]
    found = direction_mismatch(claim, source, left_out=left_out)
    return [("none", "") if found is None else (found.kind, found.why)]


def test_names_are_unique() -> None:
    assert len({*NUMBERS, *SENTENCES, *STATEMENTS}) == len(NUMBERS) + len(SENTENCES) + len(STATEMENTS)


@pytest.mark.parametrize(("room", "names"), [("numbers", NUMBERS), ("meaning", [*SENTENCES, *STATEMENTS])])
def test_rules_files_and_fixtures_are_the_same_set(room: str, names: list[str]) -> None:
    listed = {name.replace("-", "_") for name in names}
    assert {path.stem for path in (FIXTURES / room).iterdir()} == listed
    texts = {path.stem: path.read_text("utf-8") for path in (ROOT / "audit" / room / "rules").glob("*.py")}
    assert {stem for stem, text in texts.items() if "\nRULE = " in text} == listed


@every_rule
def test_a_rule_says_what_it_does_and_why_with_an_example(name: str) -> None:
    room = "numbers" if name in NUMBERS else "meaning"
    text = (ROOT / "audit" / room / "rules" / f"{name.replace('-', '_')}.py").read_text("utf-8")
    page = text.split('"""')[1]
    assert "\nWhy: " in page
    assert "\nExample: " in page


@every_rule
def test_left_out_it_no_longer_decides_what_it_decides(name: str) -> None:
    for speaks in rows(name)[::2]:
        assert [verdict for verdict, _ in judged(name, speaks, NONE)] == speaks["verdicts"]
        assert judged(name, speaks, frozenset((name,))) != judged(name, speaks, NONE)


@every_rule
def test_its_twin_is_judged_the_same_with_and_without_it(name: str) -> None:
    for silent in rows(name)[1::2]:
        assert [verdict for verdict, _ in judged(name, silent, NONE)] == silent["verdicts"]
        assert judged(name, silent, frozenset((name,))) == judged(name, silent, NONE)
