"""`calibrate`: both kinds of error on labelled pairs, and one line for what is no labelled pair."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from wellsourced.cli import main

PAIRS = str(Path(__file__).parents[2] / "fixtures" / "calibrate" / "pairs.jsonl")


def test_text_has_two_tables_of_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", PAIRS]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("5 right and 5 wrong pairs, ranking (AUC) 0.")
    assert {line.split()[0] for line in lines if line} >= {
        "verdict",
        "supported",
        "weak",
        "misattributed",
        "rule",
        "N203",
    }
    assert max(map(len, lines)) <= 80


def test_json_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", PAIRS, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["right"], found["wrong"]) == (5, 5)
    assert sum(row["right"]["count"] for row in found["verdicts"]) == 5
    assert sum(row["wrong"]["count"] for row in found["verdicts"]) == 5


@pytest.mark.parametrize("label", ["", ', "supported": 1', ', "supported": "yes"', ', "supported": null'])
def test_a_pair_without_a_label_is_named(label: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.jsonl"
    good = '{"claim": "a", "source_text": "b", "supported": true}\n'
    path.write_text(f'{good}{{"claim": "a", "source_text": "b"{label}}}\n', "utf-8")
    assert main(["calibrate", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f'error: {path}:2: "supported" is not true or false: ')


def test_standard_input_is_read_like_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["calibrate", PAIRS, "--format", "json"]) == 0
    from_file = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(PAIRS).read_bytes()), "utf-8"))
    assert main(["calibrate", "-", "--format", "json"]) == 0
    assert capsys.readouterr().out == from_file


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [("", 3, "<stdin>: both labels are needed"), ("{}", 2, 'error: <stdin>:1: "supported" is not true or false: ')],
)
def test_bad_standard_input_is_named(
    given: str, code: int, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    assert main(["calibrate", "-"]) == code
    assert capsys.readouterr().err.startswith(said)


def test_one_label_alone_is_incomplete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"claim": "The mill turned.", "source_text": "The mill turned.", "supported": true}\n', "utf-8")
    assert main(["calibrate", str(path)]) == 3
    assert "both labels are needed" in capsys.readouterr().err
