"""The fingerprint of all that judges changes with each kind of thing that a verdict rests on, and with nothing else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from wellsourced.policy import JUDGES, digest_of, policy

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """A copy of the judging rooms."""
    for room in JUDGES:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def _digest(rooms: Path) -> str:
    return digest_of([str(rooms / room) for room in JUDGES])


def test_the_policy_in_force_is_that_of_the_rooms(rooms: Path) -> None:
    assert policy() == _digest(rooms)
    assert len(policy()) == 12
    int(policy(), 16)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("audit/thresholds.py", "BALANCED = 0.59", "BALANCED = 0.60"),
        ("wellsourced_core/lexicon/en.txt", None, "\n[one word more]\nsurely\n"),
        ("wellsourced_core/idf.txt", None, "x"),
        ("quality/axes/authority.tsv", "0.85\tpublisher", "0.86\tpublisher"),
        ("quality/options.py", "retry_relevance: float = 0.30", "retry_relevance: float = 0.31"),
        ("audit/support.py", None, "\n# a rule that looks elsewhere\n"),
        ("audit/checks/c103_weakly_supported_citation.py", "Severity.WARNING", "Severity.NOTE"),
        ("wellsourced_core/quantities/parser.py", None, "\n_MORE = 1\n"),
        ("quality/gate.py", None, "\n_MORE = 1\n"),
        ("wellsourced/opinions/applied.py", '"C103"', '"C104"'),
    ],
)
def test_a_threshold_a_word_a_table_and_a_line_of_code_each_change_it(
    rooms: Path, file: str, old: str | None, new: str
) -> None:
    before, path = _digest(rooms), rooms / file
    text = path.read_text("utf-8")
    assert old is None or text.count(old) >= 1, f"{file} no longer holds {old!r}"
    path.write_text(text + new if old is None else text.replace(old, new, 1), "utf-8")
    assert _digest(rooms) != before


def test_a_new_file_a_removed_one_and_a_renamed_one_change_it(rooms: Path) -> None:
    seen = {_digest(rooms)}
    rule = rooms / "audit" / "checks" / "c199_a_new_rule.py"
    rule.write_text("", "utf-8")
    seen.add(_digest(rooms))
    rule.rename(rule.with_name("c198_a_new_rule.py"))
    seen.add(_digest(rooms))
    (rooms / "audit" / "checks" / "c104_uncheckable_citation.py").unlink()
    seen.add(_digest(rooms))
    assert len(seen) == 4


def test_line_ends_bytecode_and_the_order_of_a_folder_do_not_change_it(
    rooms: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _digest(rooms)
    path = rooms / "audit" / "thresholds.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (rooms / "audit" / "__pycache__").mkdir()
    (rooms / "audit" / "__pycache__" / "thresholds.cpython-311.pyc").write_bytes(b"\0")
    scandir = os.scandir

    class Backwards:
        def __init__(self, folder: str) -> None:
            self.entries = sorted(scandir(folder), key=lambda one: one.name, reverse=True)

        def __enter__(self):
            return iter(self.entries)

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(os, "scandir", Backwards)
    assert _digest(rooms) == before
