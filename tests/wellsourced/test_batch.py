from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wellsourced.batch import run
from wellsourced.cli import main
from wellsourced.core.errors import BackendError, InputError
from wellsourced.core.model import Article, Topic
from wellsourced.topics import Rejected


def refuse(topic: Topic) -> Article:
    raise BackendError(topic.question, "is down", "try later")


def crash(topic: Topic) -> Article:
    raise RuntimeError("a fault of ours\nin two lines")


def nothing(folder: str, article: Article) -> None:
    raise AssertionError("nothing was to be saved")


@pytest.mark.parametrize("make", [refuse, crash])
def test_one_bad_topic_never_ends_the_run(make: object) -> None:
    topics: list[tuple[Topic | Rejected, str]] = [
        (Topic("a", "one"), "a"),
        (Rejected(2, InputError("t:2", "is nonsense", "mend it")), ""),
        (Topic("c", "three"), "c"),
    ]
    results = list(run(topics, make, nothing))  # type: ignore[arg-type]
    assert [result.outcome for result in results] == ["failed"] * 3
    assert [result.topic for result in results] == ["a", "line 2", "c"]
    assert all("\n" not in result.why for result in results)


def night(tmp_path: Path, fixtures: Path, corpus: Path, name: str, extra: str = "") -> tuple[int, Path]:
    topics = tmp_path / "topics.jsonl"
    lines = (fixtures / "topics" / "night.jsonl").read_text("utf-8").splitlines()
    topics.write_text("\n".join((*lines[:2], *lines[4:5])) + "\n" + extra, "utf-8")
    out = tmp_path / name
    code = main(
        ["batch", str(topics), "--corpus", str(corpus), "--out", str(out), "--as-of", "2026-11-21", "--quiet"]
    )
    return code, out


def test_a_night_leaves_whole_folders_and_a_summary(
    tmp_path: Path, fixtures: Path, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = night(tmp_path, fixtures, corpus, "night")
    assert code == 0
    summary = json.loads((out / "summary.json").read_text("utf-8"))
    assert summary["outcomes"] == {"full": 2, "short": 0, "insufficient": 1, "failed": 0}
    for result in summary["results"]:
        folder = out / result["folder"]
        assert sorted(path.name for path in folder.iterdir()) == [
            "article.md",
            "audit.json",
            "provenance.json",
            "sources.jsonl",
        ]
        record = json.loads((folder / "provenance.json").read_text("utf-8"))
        assert record["outcome"] == result["outcome"]
        assert record["searches"]
        assert record["judged"]["sources"]
    shown = capsys.readouterr().out
    assert str(out / "noise-ordinance" / "article.md") in shown
    assert "2 full, 1 insufficient" in shown


def test_a_bad_line_makes_the_run_incomplete_and_the_rest_is_done(tmp_path: Path, fixtures: Path, corpus: Path) -> None:
    code, out = night(tmp_path, fixtures, corpus, "night", extra='{"topic": 5}\n')
    assert code == 3
    summary = json.loads((out / "summary.json").read_text("utf-8"))
    assert summary["outcomes"]["failed"] == 1
    assert summary["outcomes"]["full"] == 2


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_f07_h15_the_same_bytes_whatever_hash_seed_time_zone_and_locale(tmp_path: Path, fixtures: Path, corpus: Path) -> None:
    trees = []
    for name, seed, zone, locale in (("one", "0", "UTC", "C"), ("two", "4242", "Pacific/Kiritimati", "tr_TR.UTF-8")):
        out = tmp_path / name
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        subprocess.run(
            [
                *(sys.executable, "-m", "wellsourced", "batch", str(fixtures / "topics" / "night.jsonl")),
                *("--corpus", str(corpus), "--out", str(out), "--as-of", "2026-11-21", "--quiet"),
            ],
            env=environment,
            check=True,
            capture_output=True,
        )
        trees.append(tree(out))
    assert trees[0] == trees[1]
    assert len(trees[0]) == 6 * 4 + 1
