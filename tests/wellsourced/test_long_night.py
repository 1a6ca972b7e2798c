"""A long night against everything that the service may do, and the same night killed again and again.

In the suite it is a few dozen topics; ``make soak`` makes it two hundred, and a hundred kills.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import (
    HANG,
    KEY,
    FakeClaude,
    Step,
    answer,
    answering,
    cut_stream,
    fake_claude,
    message,
    status,
    stream_error,
)
from fakes.fabricator import fabricated, question_of
from fakes.sittings import Mother, sittings

from wellsourced.batch import ARTICLES
from wellsourced.night.journal import JOURNAL

TOPICS = int(os.environ.get("WELLSOURCED_SOAK_TOPICS", "21"))
KILLS = int(os.environ.get("WELLSOURCED_SOAK_KILLS", "5"))
DAY = "2026-11-21"
QUESTIONS = (
    "The noise ordinance of the city of Port Marlow",
    "First-dance songs at weddings",
    "Rumba flamenca against Cuban rumba",
    "Hotel booking strategies",
    "Do heat pumps work in cold climates?",
    "Sleep and shift work",
    "Coffee prices and the drought in Brazil",
    "Water level of the Alder Creek reservoir",
    "Feeding and hydration of a sourdough starter",
    "Protected bicycle lanes and street safety",
    "Licences for deep-sea mining in the Pacific",
)
ARTICLE = answering(fabricated)
# What costs nothing: the service never began to answer.
FREE: tuple[Step, ...] = (
    status(429, "rate_limit_error", retry_after="0.01"),
    status(529, "overloaded_error"),
    status(500),
    HANG,
    cut_stream(ARTICLE, 0),
)
# What is billed and is no draft.
BILLED: tuple[Step, ...] = (
    answering(fabricated) | {"stop": "max_tokens"},
    answer("I will not write this.", stop="refusal"),
    answer(stop="end_turn"),
    cut_stream(ARTICLE, 9),
    stream_error(ARTICLE, 7, "overloaded_error"),
    answer({"type": "tool_use", "id": "t", "name": "f", "input": {}}, stop="tool_use"),
)


@dataclass
class Moods:
    """What the service does to the first call for each question; later ones are answered.

    ``steps`` are handed round; a question that is ``hopeless`` is refused however often it is asked.
    """

    steps: tuple[Step, ...]
    hopeless: Callable[[int], bool] = lambda number: False
    asked: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, body: dict[str, Any]) -> Step:
        if not body.get("stream"):
            return answer('{"broader": "city facts", "reframed": "report on the city"}')
        question = question_of(body)
        number = int(question.rpartition("case ")[2])
        with self.lock:
            self.asked[question] += 1
            first = self.asked[question] == 1
        if self.hopeless(number):
            return answer("I will not write this.", stop="refusal")
        if first and number % 3 == 0:
            return self.steps[number // 3 % len(self.steps)]
        return ARTICLE


@pytest.fixture(scope="module")
def mother(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mother]:
    with sittings(tmp_path_factory.mktemp("mother"), {"ANTHROPIC_API_KEY": KEY}) as mother:
        yield mother


def place_of(tmp_path: Path, fake: FakeClaude, citations: bool = True) -> Path:
    """Write the topics and a configuration that lets no call wait long."""
    lines = (
        {"id": f"t{n}", "topic": f"{QUESTIONS[n % len(QUESTIONS)]}, case {n}", "mode": ("standard", "quick")[n % 2]}
        for n in range(TOPICS)
    )
    (tmp_path / "topics.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    text = (
        f'[run]\npatience_seconds = 30\njobs = 4\n[llm]\nbase_url = "{fake.base_url}"\nretries = 2\n'
        f"writer_seconds = 8.0\nreformulator_seconds = 8.0\nwriter_citations = {str(citations).lower()}\n"
    )
    (tmp_path / "wellsourced.toml").write_text(text, "utf-8")
    return tmp_path


def line(place: Path, corpus: Path, out: str, *more: str) -> list[str]:
    words = ("batch", place / "topics.jsonl", "--corpus", corpus, "--out", place / out, "--as-of", DAY)
    return [*map(str, words), "--config", str(place / "wellsourced.toml"), "--quiet", *more]


def until_done(mother: Mother, command: list[str], folder: Path, sittings_allowed: int = 8) -> dict[str, Any]:
    """Run until nothing is left to do, and return the summary."""
    found: dict[str, Any] = {}
    for _ in range(sittings_allowed):
        child = mother.run(command)
        assert child.code in (0, 3), child.err
        found = json.loads((folder / "summary.json").read_text("utf-8"))
        if all(one["outcome"] in (*ARTICLES, "quarantined") for one in found["results"]):
            break
    return found


def ledger_calls(folder: Path) -> tuple[int, int]:
    """Return the calls that the ledger counts, and those cut by a kill among them."""
    with closing(sqlite3.connect(folder / JOURNAL)) as database:
        sql = "SELECT TOTAL(calls), TOTAL(state = 'lost') FROM calls"
        calls, lost = database.execute(sql).fetchone()
        return int(calls), int(lost)


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(JOURNAL))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def check(folder: Path, found: dict[str, Any], hopeless: Callable[[int], bool]) -> None:
    """Every topic is an audited article or an honest refusal, or is named with the reason why it is neither."""
    assert len(found["results"]) == TOPICS
    for one in found["results"]:
        number = int(one["id"][1:])
        if one["outcome"] == "quarantined":
            assert hopeless(number), one
            assert "declined to write" in one["why"]
            continue
        report = json.loads((folder / one["folder"] / "audit.json").read_text("utf-8"))["files"][0]
        verdicts = {ref["verdict"] for marker in report["markers"] for ref in marker["refs"]}
        assert verdicts <= {"supported", "weak", "uncheckable"}
        codes = {finding["code"] for finding in report["findings"]}
        assert not codes & {"C101", "C102", "C106", "N201", "N203", "Q301", "Q302", "Q303", "R409"}, one
        text = (folder / one["folder"] / "article.md").read_text("utf-8")
        assert "invented" not in text


@pytest.mark.parametrize("citations", [True, False])
def test_whatever_the_service_does_every_topic_ends_as_an_article_or_is_named(
    mother: Mother, tmp_path: Path, corpus: Path, citations: bool
) -> None:
    def hopeless(number: int) -> bool:
        return number % 25 == 4

    moods = Moods((*FREE, *BILLED), hopeless)
    with fake_claude(ARTICLE) as fake:
        fake.on_message = moods
        place = place_of(tmp_path, fake, citations)
        began = time.monotonic()
        found = until_done(mother, line(place, corpus, "night"), place / "night")
        check(place / "night", found, hopeless)
        assert any(one["outcome"] == "quarantined" for one in found["results"])
        calls, lost = ledger_calls(place / "night")
        assert (calls, lost) == (fake.billed, 0)
        outcomes = {name: count for name, count in found["outcomes"].items() if count}
        tell(f"{TOPICS} topics in {time.monotonic() - began:.0f} s: {outcomes}; ledger {calls}, service {fake.billed}")


def test_the_same_by_message_batches(mother: Mother, tmp_path: Path, corpus: Path) -> None:
    def results(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        lines = []
        for number, one in enumerate(requests):
            kind = ("expired", "canceled", "errored")[number % 3] if number % 7 == 0 else "succeeded"
            result: dict[str, Any] = {"type": kind}
            if kind == "succeeded":
                result["message"] = message(answer(*fabricated(one["params"])), "m")
            if kind == "errored":
                result["error"] = {"type": "error", "error": {"type": "api_error", "message": "scripted"}}
            lines.append({"custom_id": one["custom_id"], "result": result})
        return lines[::-1]

    with fake_claude(ARTICLE) as fake:
        fake.on_message, fake.on_batch, fake.batch_polls = Moods(FREE[:2]), results, 2
        place = place_of(tmp_path, fake)
        found = until_done(mother, line(place, corpus, "night", "--message-batches"), place / "night")
        check(place / "night", found, lambda number: False)
        assert ledger_calls(place / "night") == (fake.billed, 0)
        assert fake.submitted
        outcomes = {name: count for name, count in found["outcomes"].items() if count}
        tell(f"{TOPICS} topics by {len(fake.submitted)} message batches: {outcomes}; ledger and service {fake.billed}")


def test_h01_killed_again_and_again_the_long_night_comes_out_the_same(
    mother: Mother, tmp_path: Path, corpus: Path
) -> None:
    chance = random.Random(20261121)  # noqa: S311 - moments, no secrets
    steps = (FREE[0], FREE[1], FREE[4])
    with fake_claude(ARTICLE) as fake:
        place = place_of(tmp_path, fake)
        fake.on_message = Moods(steps)
        until_done(mother, line(place, corpus, "calm"), place / "calm")
        calm, billed = tree(place / "calm"), fake.billed
        kills = nights = cut = paid = 0
        while kills < KILLS:
            nights += 1
            fake.on_message, fake.billed = Moods(steps), 0
            command = line(place, corpus, f"rough{nights}")
            rough = killed(mother, command, KILLS - kills, chance)
            until_done(mother, command, place / f"rough{nights}")
            assert tree(place / f"rough{nights}") == calm
            calls, lost = ledger_calls(place / f"rough{nights}")
            # Four topics are made at once: a kill cuts at most four calls. A cut one may not have reached the service.
            assert fake.billed - billed <= lost <= 4 * rough
            assert fake.billed <= calls <= fake.billed + lost
            with closing(sqlite3.connect(place / f"rough{nights}" / JOURNAL)) as database:
                counts = "COUNT(*), COUNT(DISTINCT request)"
                sql = f"SELECT {counts} FROM calls WHERE state = 'answered' AND reply IS NOT NULL"  # noqa: S608 - ours
                answers, questions = database.execute(sql).fetchone()
                assert answers == questions
            kills, cut, paid = kills + rough, cut + lost, paid + fake.billed
        tell(
            f"{TOPICS} topics, {nights} nights, {kills} kills: the tree of {len(calm)} files comes out the same;"
            f" calls billed: {billed} undisturbed, {paid} in the killed nights; cut by kills: {cut}"
        )


def killed(mother: Mother, command: list[str], most: int, chance: random.Random) -> int:
    """Kill a night at random moments until it comes through or so many kills are made; return how many it took."""
    for done in range(most):
        child = mother.start(command)
        time.sleep(chance.uniform(0.1, 2.0))
        child.send(signal.SIGKILL)
        if child.wait() != -signal.SIGKILL:
            return done
    return most


def tell(figures: str) -> None:
    """Show the figures of a soak (with -s)."""
    sys.stdout.write(f"\n{figures}\n")
