"""Files are whole or not there."""

from pathlib import Path

import pytest

from retrieval.storage import replacing, scrub, write_atomically
from wellsourced.core.errors import StorageError


def test_a_file_is_replaced_and_its_folder_made(tmp_path: Path) -> None:
    target = tmp_path / "new" / "file.txt"
    write_atomically(target, b"one")
    write_atomically(target, b"two")
    assert target.read_bytes() == b"two"
    assert [p.name for p in target.parent.iterdir()] == ["file.txt"]


def test_a_failure_inside_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    target = tmp_path / "file.txt"
    target.write_bytes(b"old")

    def interrupted() -> None:
        with replacing(target) as temporary:
            temporary.write_bytes(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file.txt"]


def test_a_folder_that_is_a_file_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="cannot be written"):
        write_atomically(tmp_path / "file" / "below", b"")


def test_a_name_of_the_longest_length_can_be_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("n" * 255), b"x")


def test_b12_lone_surrogates_are_replaced_and_nothing_else_is() -> None:
    assert scrub("a\ud800é😀") == "a\ufffdé😀"
