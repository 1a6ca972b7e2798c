from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from wellsourced.night.runlock import LOCK, InUseError, hold
from wellsourced_core.errors import StorageError

_HOLDER = """
import sys
from pathlib import Path
from wellsourced.night.runlock import hold
with hold(Path(sys.argv[1])):
    print(flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """Start a process that holds the folder, and wait until it does."""
    command = [sys.executable, "-c", _HOLDER, str(folder)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    process.stdout.readline()
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_the_folder_is_made_and_no_lock_is_left(tmp_path: Path) -> None:
    with hold(tmp_path / "a" / "night"):
        assert (tmp_path / "a" / "night" / LOCK).read_text() == str(os.getpid())
    assert list((tmp_path / "a" / "night").iterdir()) == []


def test_h05_a_second_run_is_refused_with_the_holders_pid_and_a_dead_ones_lock_is_taken_over(tmp_path: Path) -> None:
    other = holder(tmp_path)
    try:
        with pytest.raises(InUseError, match=f"is in use by pid {other.pid}") as caught, hold(tmp_path):
            raise AssertionError("held twice")
        assert caught.value.exit_code == 3
    finally:
        end(other)
    assert (tmp_path / LOCK).exists()
    with hold(tmp_path):
        assert (tmp_path / LOCK).read_text() == str(os.getpid())


def test_h06_a_number_that_lives_again_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(str(os.getppid()))
    with hold(tmp_path):
        assert (tmp_path / LOCK).read_text() == str(os.getpid())


def test_two_runs_in_one_process_exclude_each_other_too(tmp_path: Path) -> None:
    with hold(tmp_path), pytest.raises(InUseError), hold(tmp_path):
        raise AssertionError("held twice")
    with hold(tmp_path):
        pass


def test_h04_what_cannot_be_locked_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"file/night/\.lock: cannot be locked"), hold(tmp_path / "file" / "night"):
        raise AssertionError("held")
    (tmp_path / LOCK).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageError), hold(tmp_path):
        raise AssertionError("a link was followed")
    assert not (tmp_path / "elsewhere").exists()
