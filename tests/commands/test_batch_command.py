from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wellsourced.batch import Result, exit_code, is_finished
from wellsourced.cli import main
from wellsourced.formats.records import summary

TOPIC = '{"id": "lanes", "topic": "Protected bicycle lanes and street safety"}\n'
Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `batch` over one topic in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topics.jsonl").write_text(TOPIC, "utf-8")

    def batch(*more: str) -> int:
        return main(["batch", "topics.jsonl", "--corpus", str(corpus), "--as-of", "2026-11-21", *more])

    return batch


def test_without_a_place_for_the_articles_nothing_begins(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    assert "error: --out: is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--jobs", "0"),
        ("--jobs", "65"),
        ("--jobs", "two"),
        ("--jobs", "1000000000"),
        ("--jobs", "0" * 5_000),
        ("--max-cost-usd", "0"),
        ("--max-cost-usd", "-1"),
        ("--max-cost-usd", "nan"),
        ("--max-cost-usd", "1e9"),
        ("--max-cost-usd", "٣"),
    ],
)
def test_a_senseless_number_is_refused_and_nothing_written(run: Run, tmp_path: Path, wrong: tuple[str, str]) -> None:
    assert run("--out", "night", *wrong) == 2
    assert not (tmp_path / "night").exists()


@pytest.mark.parametrize("line", ["jobs = 0", "max_cost_usd = -1.0", "max_tokens = -1", "patience_seconds = inf"])
def test_a_senseless_value_of_the_configuration_is_refused(run: Run, tmp_path: Path, line: str) -> None:
    (tmp_path / "wellsourced.toml").write_text(f"[run]\n{line}\n", "utf-8")
    assert run("--out", "night") == 2
    assert not (tmp_path / "night").exists()


def test_configuration_counts_where_no_option_is_given(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wellsourced.toml").write_text("[run]\njobs = 2\nmax_cost_usd = 1.5\n", "utf-8")
    assert run("--out", "night") == 0


def test_topics_that_are_not_there_are_exit_2_and_make_no_folder(tmp_path: Path, corpus: Path) -> None:
    out = tmp_path / "night"
    assert main(["batch", str(tmp_path / "none"), "--corpus", str(corpus), "--out", str(out)]) == 2
    assert not out.exists()


def test_verbose_tells_the_story_of_each_topic(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", "night", "--verbose") == 0
    err = capsys.readouterr().err
    assert "Search (original, corpus)" in err
    assert "Outcome: full" in err


def test_quiet_says_nothing_where_all_went_well(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", "night", "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    assert run("--out", "night") == 0
    assert capsys.readouterr().out.endswith("1 full\n")


RESULTS = (
    Result("a", "a", "full", "enough", 3, 9, usd=0.05),
    Result("b", "b", "insufficient", "1 of 7 sources is relevant"),
    Result("c", "c", "failed", "the model declined to write"),
    Result("d", "d", "quarantined", "failed 3 times, last: a fault of ours"),
    Result("e", "e", "left", "backend: unreachable: check the network"),
    Result("line 7", "", "failed", "topics:7: the topic has no word: write what the article is about"),
)


def test_the_summary_names_every_topic_and_what_to_do() -> None:
    text = summary.render_text(RESULTS, "night", "2026-11-21")
    assert (
        text
        == """\
As of 2026-11-21: 6 topics

  full          night/a/article.md
                3 sources, 9 citations
  insufficient  night/b/article.md
                1 of 7 sources is relevant
  failed        c
                the model declined to write
  quarantined   d
                failed 3 times, last: a fault of ours
  left          e
                backend: unreachable: check the network
  failed        line 7
                topics:7: the topic has no word: write what the article is about

1 full, 1 insufficient, 2 failed, 1 quarantined, 1 left
Failed topics are named above; run the same command again once the cause is mended.
Quarantined topics are passed over; --retry-quarantined tries them again.
Topics that are left were not begun or not finished; run the same command again to go on.
Cost: $0.0500
"""
    )


def test_where_the_budget_is_spent_the_same_command_is_not_advised() -> None:
    why = "the budget: the next call may take $0.0400, 900 tokens and pass $0.01: allow more and run again"
    text = summary.render_text((Result("e", "e", "left", why, over_budget=True),), "night", "2026-11-21")
    assert text.endswith("wait for a larger budget: the same command again would stop at the same call.\n")
    assert "to go on" not in text


def test_the_record_counts_every_outcome() -> None:
    record = json.loads(summary.render(RESULTS, "2026-11-21"))
    assert record["schema"] == "wellsourced.summary/1"
    assert record["topics"] == sum(record["outcomes"].values()) == 6
    assert [row["id"] for row in record["results"]] == ["a", "b", "c", "d", "e", "line 7"]
    assert record["usd"] == 0.05


@pytest.mark.parametrize(
    ("index", "code", "finished"),
    [(0, 0, True), (1, 0, True), (2, 3, False), (3, 3, True), (4, 3, False), (5, 3, True)],
)
def test_the_exit_code_and_whether_anything_is_left_to_do(index: int, code: int, finished: bool) -> None:
    results = (RESULTS[0], RESULTS[index])
    assert exit_code(results) == code
    assert is_finished(results) is finished


def test_j78_a_pipe_where_an_article_goes_costs_its_topic_alone(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "topics.jsonl").write_text(
        TOPIC + TOPIC.replace("lanes", "paths", 1).replace("lanes", "paths"), "utf-8"
    )
    (tmp_path / "night" / "lanes").mkdir(parents=True)
    os.mkfifo(tmp_path / "night" / "lanes" / "article.md")
    assert run("--out", "night") == 3
    assert "regular file" in capsys.readouterr().out
    assert (tmp_path / "night" / "paths" / "article.md").is_file()


def test_j87_the_folder_of_a_night_is_named_escaped(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", "\x1b[31m") == 0
    assert "\x1b" not in capsys.readouterr().out


def test_events_that_are_lost_are_said_also_by_a_quiet_run(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    assert run("--out", "night", "--quiet", "--events", "pipe") == 0
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("note: pipe: events are lost (")


def test_j140_a_number_that_is_too_large_is_not_called_no_number(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", "night", "--jobs", "1000000000") == 2
    assert "error: --jobs: '1000000000' is too large: " in capsys.readouterr().err
    assert main(["audit", "x.md", "--max-findings", "9" * 5_000]) == 2
    assert "is too large" in capsys.readouterr().err
    assert run("--out", "night", "--jobs", "0" * 5_000 + "1") == 0
