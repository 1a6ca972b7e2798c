"""Events of a run, for other programs."""

from __future__ import annotations

import json
import os
from pathlib import Path

from wellsourced.night.events import Events


def test_h16_events_go_on_when_their_file_is_rotated_or_removed(tmp_path: Path) -> None:
    told: list[str] = []
    moments = iter((0.0, 0.0, 1.5))  # the start, then each event
    events = Events(tmp_path / "events", told.append, lambda: next(moments))
    events.emit("one", usd=0.5)
    (tmp_path / "events").rename(tmp_path / "events.1")
    events.emit("two")
    assert json.loads((tmp_path / "events.1").read_text()) == {"event": "one", "seconds": 0.0, "usd": 0.5}
    assert json.loads((tmp_path / "events").read_text()) == {"event": "two", "seconds": 1.5}
    assert told == []


def test_h16_events_that_cannot_be_written_are_told_once(tmp_path: Path) -> None:
    told: list[str] = []
    events = Events(tmp_path, told.append)
    events.emit("one")
    events.emit("two")
    assert len(told) == 1
    assert "the run goes on" in told[0]
    Events(None, told.append).emit("three")
    assert len(told) == 1


def test_j86_a_pipe_that_nobody_reads_holds_up_no_run(tmp_path: Path) -> None:
    told: list[str] = []
    os.mkfifo(tmp_path / "pipe")
    events = Events(tmp_path / "pipe", told.append)
    events.emit("one")
    assert "the run goes on" in told[0]
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    events.emit("two")
    assert json.loads(os.read(reader, 1_000))["event"] == "two"
    os.close(reader)
