"""The figures of a reader: on a small set made here, simulated and asked; without data nothing is measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from fakes.readers import fake_openai

ROOT = Path(__file__).parents[2]
TEXT = (
    "The wheel turned four pairs of stones. Grain from eleven villages was ground there, and flour went to the coast."
)
CLAIMS = {
    "The wheel turned four pairs of stones.": "supported",
    "Grain from eleven villages was ground there.": "supported",
    "Villages had their grain ground by stones of the wheel.": "supported",
    "Farmers of eleven villages brought their grain by cart every autumn.": "unsupported",
    "The wheel was mended in spring by four men of the coast.": "unsupported",
    "Bees dance for flowers in the meadow.": "unsupported",
}


def bench(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.reader", *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Give a folder with one labelled set."""
    (tmp_path / "data" / "support").mkdir(parents=True)
    rows = [
        {
            "id": at,
            "claim": claim,
            "source_text": TEXT,
            "source_url": "",
            "source_title": "",
            "label": label,
            "meta": {},
        }
        for at, (claim, label) in enumerate(CLAIMS.items())
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "data" / "support" / "gensearch.jsonl").write_text(text, "utf-8")
    return tmp_path / "data"


def test_without_data_nothing_is_measured(tmp_path: Path) -> None:
    done = bench("--data", "nowhere", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "not measured: nowhere is no folder of labelled data\n")


def test_a_simulated_reader_is_the_same_every_time(data: Path) -> None:
    first, again = (bench("--data", str(data), folder=data.parent) for _ in range(2))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == again.stdout
    assert "| gensearch | 6 | 2 |" in first.stdout
    assert first.stdout.endswith("a real reader: not measured (name one with --reader)\n")


def test_a_reader_is_asked_and_what_it_said_is_kept(data: Path) -> None:
    def honest(_identity: str, question: dict[str, str]) -> tuple[str, str]:
        verdict = CLAIMS[question["Sentence"]]
        return verdict, "Grain from eleven villages was ground there"

    with fake_openai(honest) as fake:
        text = f'[readers.openai]\nurl = "{fake.url}"\nmodel = "small"\n'
        (data.parent / "wellsourced.toml").write_text(text, "utf-8")
        arguments = ("--data", str(data), "--reader", "openai", "--share", "1", "--keep", "kept.json")
        first = bench(*arguments, folder=data.parent)
        asked = len(fake.bodies)
        again = bench(*arguments, folder=data.parent)
        assert len(fake.bodies) == asked == 1
    assert (first.returncode, first.stderr) == (0, "")
    row = next(line for line in first.stdout.splitlines() if line.startswith("| gensearch | 6 | 6 |"))
    assert row.endswith("| 1.000 | 1.000 | 1.000 |")
    assert "1 calls, $0.0000" in row
    assert "0 calls, $0.0000" in again.stdout
