"""What is in a file is asked once, and whether it is still there as it was as often as one likes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wellsourced.file_states import ABSENT, FileStates


def test_the_digest_is_that_of_the_first_look(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("one", "utf-8")
    states = FileStates()
    first = states.digest(str(path))
    assert states.unchanged([str(path)])
    path.write_text("two", "utf-8")
    assert states.digest(str(path)) == first
    assert not states.unchanged([str(path)])
    assert FileStates().digest(str(path)) != first
    path.write_text("one", "utf-8")
    assert FileStates().digest(str(path)) == first
    assert not states.unchanged([str(path)])  # it was another one in between


def test_what_comes_and_goes_is_a_change(tmp_path: Path) -> None:
    path, states = tmp_path / "a", FileStates()
    assert states.digest(str(path)) == ABSENT
    assert states.unchanged([str(path)])
    path.write_text("", "utf-8")
    assert not states.unchanged([str(path)])
    assert not FileStates().unchanged([str(path)])  # never looked at


@pytest.mark.parametrize("name", ["folder", "pipe"])
def test_a_folder_and_a_pipe_are_not_plain_and_are_not_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert not FileStates().is_plain(str(tmp_path / name))
    assert FileStates().is_plain(str(tmp_path / "nothing"))
    assert FileStates().is_plain("a\0b")
