"""What a command writes is never what it reads, and no two options write one file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wellsourced.cli import main
from wellsourced.commands._output_paths import identity

DRAFT = "A claim [1]. Another [9].\n\n## References\n\n1. A source. <https://example.org/a>\n"
SOURCE = '{"id": "a", "n": 1, "url": "https://example.org/a", "title": "A", "text": "A claim."}\n'
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("x.md").write_text(DRAFT, "utf-8")

    def call(*arguments: str) -> tuple[int, str]:
        code = main(list(arguments))
        return code, capsys.readouterr().err

    return call


@pytest.fixture
def night(run: Run, corpus: Path) -> Callable[..., tuple[int, str]]:
    """Run `batch` over one topic, into the folder "o"."""
    Path("t.txt").write_text("Protected bicycle lanes and street safety\n", "utf-8")
    more = ("--corpus", str(corpus), "--as-of", "2026-11-21", "--out", "o", "--quiet")
    return lambda *options: run("batch", "t.txt", *more, *options)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in folder.rglob("*") if one.is_file() and ".journal" not in one.name}


# ------------------------------------------------------------------------------------------------ events of a night


ARTICLE = "o/protected-bicycle-lanes-and-street-safety"
OWN = (
    *(f"{ARTICLE}/{name}" for name in ("article.md", "provenance.json", "sources.jsonl", "audit.json", "events")),
    *("o/summary.json", "o/.journal.sqlite", "o/.lock", "o/requests.jsonl", "o"),
)


def test_j124_events_are_not_appended_to_what_the_run_writes(night: Run) -> None:
    assert night() == (0, "")
    before = contents(Path("o"))
    for events in OWN:
        code, err = night("--remake", "--events", events)
        assert (code, err.count("\n")) == (2, 1)
        assert err.startswith(f"error: {events}: is ")
    assert contents(Path("o")) == before
    assert night("--events", "o/events")[0] == 0  # a name of its own
    assert json.loads(Path("o/events").read_text("utf-8").splitlines()[0])["event"] == "run-started"


def test_j124_events_may_lie_in_a_folder_that_holds_no_article(night: Run) -> None:
    for folder in ("o/logs", "logs"):
        Path(folder).mkdir(parents=True)
    for _ in range(2):  # the second time the file is there
        assert night("--events", "o/logs/e.jsonl") == (0, "")
        assert night("--out", ".", "--events", "logs/e.jsonl") == (0, "")
    assert len(Path("logs/e.jsonl").read_text("utf-8").splitlines()) > 2


def test_j124_an_article_of_other_topics_keeps_its_folder(night: Run) -> None:
    Path("o/older").mkdir(parents=True)
    Path("o/older/article.md").write_text("Older.\n", "utf-8")
    for events in ("o/older/article.md", "o/older/events", "o/older/logs/e.jsonl"):
        assert night("--events", events)[0] == 2
    os.link("o/older/article.md", "hard")
    assert night("--events", "hard")[0] == 2


def test_j124_a_run_that_has_yet_to_begin_keeps_its_places(night: Run) -> None:
    for events in (f"{ARTICLE}/article.md", "o/summary.json", "o"):
        assert night("--events", events)[0] == 2
    assert not Path("o").exists()


def test_j124_another_name_of_the_same_file_is_no_other_file(night: Run) -> None:
    assert night()[0] == 0
    before = contents(Path("o"))
    os.link(f"{ARTICLE}/article.md", "hard")
    Path("soft").symlink_to(f"{ARTICLE}/article.md")
    Path("through").symlink_to("o")
    Path("dangling").symlink_to("o/requests.jsonl")
    for events in ("hard", "soft", "through/summary.json", "./o/../o/summary.json", "dangling"):
        code, err = night("--remake", "--events", events)
        assert code == 2, (events, err)
        assert "is written by this run" in err
    assert contents(Path("o")) == before


# ------------------------------------------------------------------------------------------------ outputs of an audit


@pytest.mark.parametrize("other", ["o.json", "./o.json", "d/../o.json", "soft"])
@pytest.mark.parametrize("there", [False, True])
def test_j125_the_report_does_not_take_the_place_of_the_new_baseline(run: Run, other: str, there: bool) -> None:
    Path("d").mkdir()
    Path("soft").symlink_to("o.json")
    if there:
        assert run("audit", "x.md", "--write-baseline", "o.json")[0] == 0
    before = Path("o.json").read_bytes() if there else None
    code, err = run("audit", "x.md", "--write-baseline", "o.json", "--output", other)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("error: o.json: would be written twice")
    assert (Path("o.json").read_bytes() if Path("o.json").exists() else None) == before


def test_a_dash_is_standard_output(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    seen = []
    for options in ((), ("--output", "-")):
        main(["audit", "x.md", *options])
        seen.append(capsys.readouterr())
    assert seen[0] == seen[1]
    assert seen[0].out
    assert run("audit", "x.md", "--format", "json", "--output", "audit.json")[0] == 1
    assert main(["report", "audit.json", "--output", "-"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype")
    assert not Path("-").exists()


def test_a_draft_of_two_names_is_not_repaired_twice(run: Run) -> None:
    os.link("x.md", "twin.md")
    code, err = run("audit", "--fix", "x.md", "twin.md")
    assert (code, err) == (
        2,
        "error: twin.md: would be written twice: name it once, or give each a file of its own\n",
    )


def test_j125_a_report_takes_no_place_that_the_audit_keeps(run: Run) -> None:
    assert run("audit", "x.md", "--output", "opinions.json")[0] == 2  # where opinions on the draft would lie
    assert run("audit", "x.md", "--baseline", "none.json", "--output", "none.json")[0] == 2
    assert not Path("opinions.json").exists()
    Path("wellsourced.toml").write_text('[audit]\nbaseline = "b.json"\n', "utf-8")
    assert run("audit", "x.md", "--output", "b.json")[0] == 2
    assert run("audit", "x.md", "--write-baseline", "b.json")[0] == 0  # this is how it is made
    assert run("audit", "x.md", "--write-baseline", "b.json")[0] == 0  # and renewed


def test_j125_a_repair_takes_no_place_of_what_the_audit_reads(run: Run) -> None:
    Path("sources.jsonl").write_text(SOURCE, "utf-8")
    code, err = run("audit", "sources.jsonl", "--sources", "sources.jsonl", "--fix")
    assert code == 2
    assert "is read by this audit" in err
    assert Path("sources.jsonl").read_text("utf-8") == SOURCE


def test_j125_reports_may_go_where_nothing_is_overwritten(run: Run) -> None:
    assert run("audit", "x.md", "--output", os.devnull, "--write-baseline", "b.json")[0] == 0
    assert run("audit", "x.md", "--output", "r.txt", "--write-baseline", "b.json")[0] == 0


def test_j125_a_lock_takes_no_place_of_the_draft_or_its_sources(run: Run) -> None:
    Path("sources.lock").write_text(SOURCE, "utf-8")
    for named in (("x.md", "--sources", "sources.lock"), ("sources.lock",)):
        code, err = run("lock", *named)
        assert code == 2
        assert "error: sources.lock: is read by this command" in err
    assert Path("sources.lock").read_text("utf-8") == SOURCE
    Path("sources.lock").unlink()
    Path("sources.lock").mkdir()
    assert run("lock", "x.md") == (2, "error: sources.lock: is a folder: name a file\n")


def test_j125_a_draft_from_standard_input_is_locked_in_the_working_folder(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("s.jsonl").write_text(SOURCE, "utf-8")
    with Path("x.md").open(encoding="utf-8") as draft:
        monkeypatch.setattr("sys.stdin", draft)
        assert run("lock", "-", "--sources", "s.jsonl")[0] == 0
    assert Path("sources.lock").is_file()


# ------------------------------------------------------------------------------------------------ identity


def test_two_names_of_a_file_are_one_place(tmp_path: Path) -> None:
    file, hard, soft = (tmp_path / name for name in ("file", "hard", "soft"))
    soft.symlink_to(file)
    assert identity(file) == identity(soft) == identity(str(tmp_path / "." / "file"))
    file.write_text("x")
    os.link(file, hard)
    assert identity(file) == identity(soft) == identity(hard) != identity(tmp_path / "other")
    assert identity(None) is identity("") is identity(os.devnull) is identity("a\0b") is None
