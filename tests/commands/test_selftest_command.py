"""`selftest`: what it prints, and how it ends."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from wellsourced.cli import main

FIXTURES = Path(__file__).parents[2] / "fixtures" / "selftest"
DRAFT = str(FIXTURES / "ferry.md")


def test_text_counts_plants_by_kind_and_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", DRAFT]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("ferry.md: 0 findings as it stands")
    kinds = [line.split()[0] for line in lines[2 : lines.index("", 2)]]
    assert kinds == ["swap", "out-of-range", "number", "unit", "scale", "name", "negation", "quote"]
    assert any(line.split()[-2:] == ["C101", "7"] for line in lines)


def test_findings_of_a_sound_draft_are_told_as_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text(Path(DRAFT).read_text("utf-8").replace("\n\n", "\n\nIt was told [9].\n\n", 1), "utf-8")
    main(["selftest", str(draft), "--sources", str(FIXTURES / "ferry.sources.jsonl")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("draft.md: 1 finding as it stands")
    assert lines[1] == "  1 error: in a draft that you trust, each is a false accusation"
    assert "of the kinds the rules look for" in lines[-1]


def test_json_has_every_field_and_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", DRAFT, "--format", "json", "--limit", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == [
        *("schema", "file", "untouched_findings", "planted", "caught", "share", "at_least", "passed", "kinds", "missed")
    ]
    assert found["schema"] == "wellsourced.selftest/1"
    assert found["planted"] == sum(kind["planted"] for kind in found["kinds"])
    assert found["caught"] == sum(sum(kind["rules"].values()) for kind in found["kinds"])
    assert found["planted"] - found["caught"] == len(found["missed"])
    assert max(kind["planted"] for kind in found["kinds"]) == 2


def test_what_is_missed_is_named_and_decides_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # A rule that the draft silences catches nothing there.
    draft = tmp_path / "draft.md"
    allow = "<!-- wellsourced: allow C101 numbers are being moved -->\n"
    silenced = Path(DRAFT).read_text("utf-8").replace("The ferry across", allow + "The ferry across")
    draft.write_text(silenced, "utf-8")
    sources = ["--sources", str(FIXTURES / "ferry.sources.jsonl")]
    assert main(["selftest", str(draft), *sources, "--format", "json", "--at-least", "1"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["passed"]
    missed = found["missed"]
    assert {one["kind"] for one in missed} == {"out-of-range"}
    lines = silenced.splitlines()
    for one in missed:
        assert lines[one["line"] - 1][one["column"] - 1 :].startswith(one["before"])
        assert (one["after"], one["expected"]) == ("4", ["C101"])
    assert main(["selftest", str(draft), *sources, "--at-least", "0.5"]) == 0
    assert capsys.readouterr().out.count("missed: ") == len(missed)


@pytest.mark.parametrize("share", ["2", "-1", "x", "nan", "1" * 30])
def test_a_share_is_between_nothing_and_all(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", DRAFT, "--at-least", share]) == 2
    assert "--at-least" in capsys.readouterr().err


def test_without_texts_nothing_can_be_planted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lonely = tmp_path / "ferry.md"
    shutil.copy(DRAFT, lonely)
    assert main(["selftest", str(lonely)]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "no source has a text" in err


def test_a_draft_without_supported_sentences_is_incomplete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text("Nothing is cited here.\n", "utf-8")
    assert main(["selftest", str(draft), "--sources", str(FIXTURES / "ferry.sources.jsonl")]) == 3
    out, err = capsys.readouterr()
    assert "nothing could be planted" in out
    assert "no sentence is cited" in err


def test_a_missing_draft_is_wrong_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "no-such-draft.md"]) == 2
    assert capsys.readouterr().err.startswith("error: no-such-draft.md: there is no such file")


def test_two_runs_print_the_same_bytes_and_leave_the_draft_alone(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(DRAFT).read_bytes()
    printed = []
    for _ in range(2):
        assert main(["selftest", DRAFT, "--as-of", "2026-01-01"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert Path(DRAFT).read_bytes() == before
