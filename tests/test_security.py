"""Each promise of docs/security.md names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
TEST = re.compile(r"^ *def (test_\w+)", re.MULTILINE)


def test_every_promise_names_tests_that_are_there() -> None:
    there = {name for path in (ROOT / "tests").rglob("test_*.py") for name in TEST.findall(path.read_text("utf-8"))}
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert not named - there


def test_every_row_of_a_table_of_promises_names_a_test() -> None:
    rows = re.findall(r"^\| ([A-Z][^|]*\.) \|([^|]*)\|$", PAGE, re.MULTILINE)
    assert len(rows) >= 20
    assert not [promise for promise, tests in rows if "`test_" not in tests]


def test_exceptions_from_the_security_rules_give_their_reason() -> None:
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(r"# noqa: .*\bS[0-9]{3}", line):
                assert re.search(r"# noqa: [A-Z0-9, ]+(?: -|  #) \w", line), f"{path}:{number}"


FOLDERS = ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer", "tests", "benchmarks", "docs")
FOLDERS += ("fuzz",)
