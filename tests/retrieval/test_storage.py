"""Files are whole or not there."""

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from retrieval.storage import content, replacing, scrub, write_atomically
from wellsourced_core.errors import StorageError


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


def run_limited(code: str, *arguments: str) -> str:
    """Run code in a process that may write files of at most 64 KiB, and return what it prints."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))"
    command = [sys.executable, "-c", f"{limit}\n{textwrap.dedent(code)}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_h03_h04_a_file_that_cannot_be_written_whole_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")
    code = """
        import sys
        from pathlib import Path
        from retrieval.storage import write_atomically
        from wellsourced_core.errors import StorageError
        try:
            write_atomically(Path(sys.argv[1]), bytes(1_000_000))
        except StorageError as error:
            print(error.exit_code, error)
    """
    printed = run_limited(code, str(target))
    assert printed.startswith(f"4 {target}: cannot be written")
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_h03_h04_a_corpus_that_cannot_be_written_whole_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.md").write_text("# Words\n" + " ".join(f"word{i}" for i in range(50_000)))
    target = tmp_path / "corpus.db"
    target.write_bytes(b"old")
    code = """
        import sys
        from pathlib import Path
        from retrieval.backends.corpus import index
        from wellsourced_core.errors import StorageError
        try:
            index(Path(sys.argv[1]), Path(sys.argv[2]))
        except StorageError as error:
            print(error.exit_code, error)
    """
    printed = run_limited(code, str(tmp_path / "documents"), str(target))
    assert printed.startswith(f"4 {target}: cannot be written")
    assert target.read_bytes() == b"old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["corpus.db", "documents"]


def test_d27_a_process_killed_while_writing_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"a" * 300_000)
    code = """
        import itertools, sys
        from pathlib import Path
        from retrieval.storage import write_atomically
        for letter in itertools.cycle(b"abc"):
            write_atomically(Path(sys.argv[1]), bytes([letter]) * 300_000)
            print(flush=True)
    """
    for _ in range(5):
        writing = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(code), str(target)], stdout=subprocess.PIPE, text=True
        )
        assert writing.stdout is not None
        for _ in range(3):
            writing.stdout.readline()
        writing.send_signal(signal.SIGKILL)
        writing.communicate()
        whole = target.read_bytes()
        assert len(whole) == 300_000
        assert len(set(whole)) == 1


def test_a_file_is_read_or_it_is_said_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert (content(path), content(path, 2)) == (b"abc", b"ab")
    with pytest.raises(StorageError, match=r": cannot be read \(.+\): check"):
        content(tmp_path)

    def closed(*_arguments: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", closed)
    with pytest.raises(StorageError, match=": may not be read: check its permissions"):
        content(path)
