"""The store of compiled patterns: what it gives is what the interpreter makes, and without it all works the same."""

from __future__ import annotations

import marshal
import os
import re
import subprocess
import sys
import tempfile
from binascii import crc32
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced_core import patterns
from wellsourced_core.patterns import compiled, pack

ROOT = Path(__file__).parents[2]
FEW = (
    (r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})", 0),
    (r"stra(?:ß|ss)e|[à-ÿ]+", re.IGNORECASE),
    ("[\u0e00-\u0e7f\u4e00-\u9fff\U00020000-\U0002ffff]+|x", 0),
    (r"^a.b$", re.MULTILINE | re.DOTALL),
    (r"\w+(?=!)", re.ASCII),
    ("", 0),
)
TEXTS = ("2026-11", "STRASSE Straße", "中文 x ไทย", "a\nb", "né! yes!", "")


def forget() -> None:
    """Let the next question read the stores anew."""
    for remembered in (compiled, patterns.program, patterns._stored, patterns._users):
        remembered.cache_clear()


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "store.bin"
    monkeypatch.setattr(patterns, "STORE", str(path))
    monkeypatch.setattr(patterns, "_asked", set())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    yield path
    forget()


@pytest.fixture
def read_only(stored: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation that nobody may write to, not even root; return where the user's store will be."""
    (stored.parent / "file").write_text("", "utf-8")
    monkeypatch.setattr(patterns, "STORE", str(stored.parent / "file" / "store.bin"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return stored.parent / "cache" / "wellsourced-patterns" / f"{sys.implementation.cache_tag}.bin"


def test_a_stored_pattern_is_the_one_that_re_makes(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored.write_bytes(pack((source, int(flags)) for source, flags in FEW))
    monkeypatch.setattr(re, "compile", None)  # nothing is compiled
    for source, flags in FEW:
        ours = compiled(source, flags)
        monkeypatch.undo()
        theirs = re.compile(source, flags)
        assert ours == theirs
        assert (ours.pattern, ours.flags, ours.groups, dict(ours.groupindex)) == (
            theirs.pattern,
            theirs.flags,
            theirs.groups,
            dict(theirs.groupindex),
        )
        for text in TEXTS:
            assert [m.span() for m in ours.finditer(text)] == [m.span() for m in theirs.finditer(text)]


@pytest.mark.usefixtures("stored")
def test_a_pattern_that_is_not_stored_is_compiled() -> None:
    assert compiled("a+", re.IGNORECASE) == re.compile("a+", re.IGNORECASE)
    assert compiled("a+", re.IGNORECASE) is compiled("a+", re.IGNORECASE)


OTHER = marshal.dumps(((0, "little"), {}), 2)


@pytest.mark.parametrize("body", [b"", b"junk", pack(())[:-1], OTHER, crc32(OTHER).to_bytes(4, "big") + OTHER])
def test_a_store_that_is_broken_or_another_interpreters_is_none(stored: Path, body: bytes) -> None:
    stored.write_bytes(body)
    assert patterns._stored() == {}


@given(st.integers(0, 5_000), st.integers(1, 255))
@settings(max_examples=300)
def test_a_store_with_any_byte_changed_is_none(place: int, change: int) -> None:
    body = bytearray(pack((source, int(flags)) for source, flags in FEW))
    body[place % len(body)] ^= change
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder) / "store.bin"
        path.write_bytes(body)
        patch.setattr(patterns, "STORE", str(path))
        patterns._stored.cache_clear()
        assert patterns._stored() == {}
    patterns._stored.cache_clear()


def test_a_run_keeps_what_it_had_to_compile(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compiled("kept{2}")
    patterns.keep()
    patterns._stored.cache_clear()
    assert ("kept{2}", 0) in patterns._stored()
    compiled("more{3}")
    patterns.keep()
    patterns._stored.cache_clear()
    assert {("kept{2}", 0), ("more{3}", 0)} <= patterns._stored().keys()
    assert [path.name for path in stored.parent.iterdir()] == [stored.name]


def test_a_store_that_cannot_be_written_leaves_nothing_behind(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert not patterns.write(FEW)
    assert [path for path in stored.parent.rglob("*") if path.is_file()] == []


def test_a_store_of_another_release_of_python_is_none(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pattern compiler has had its faults mended between releases of one and the same engine."""
    patterns.write(FEW)
    assert patterns._stored()
    patterns._stored.cache_clear()
    monkeypatch.setattr(patterns, "_MAGIC", (patterns._MAGIC[0], sys.hexversion + 1, sys.byteorder))
    assert patterns._stored() == {}


def ask(*sources: str) -> None:
    """Run once: read the stores, ask for these patterns, keep what had to be compiled."""
    forget()
    patterns._asked.clear()
    for source in sources:
        compiled(source)
    patterns.keep()
    forget()


def test_what_cannot_be_kept_beside_the_bytecode_is_kept_in_the_users_folder(
    read_only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask("kept{2}")
    assert (read_only.stat().st_mode & 0o777, read_only.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    ask("kept{2}", "more{3}")
    assert patterns._users().keys() == {("kept{2}", 0), ("more{3}", 0)}
    assert [path.name for path in read_only.parent.iterdir()] == [read_only.name]
    monkeypatch.setattr(re, "compile", None)  # nothing is compiled
    assert compiled("kept{2}").fullmatch("keptt")


def test_where_python_may_write_no_bytecode_only_the_users_store_is_written(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ask("kept{4}")
    assert not stored.exists()
    assert ("kept{4}", 0) in patterns._users()


def test_an_installation_without_a_place_for_bytecode_has_the_users_store(
    read_only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "STORE", "")
    ask("kept{5}")
    assert ("kept{5}", 0) in patterns._users()


def test_the_users_store_adds_to_one_that_is_complete_for_others(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patterns.write([("kept{2}", 0)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", None)  # where nothing is missing, the user's store is not even looked for
        ask("kept{2}")
    assert not (stored.parent / "cache").exists()
    ask("kept{2}", "more{3}")
    assert (patterns._stored().keys(), patterns._users().keys()) == ({("kept{2}", 0)}, {("more{3}", 0)})


def test_the_users_store_does_not_grow_for_ever(read_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_MOST", 2)
    ask("a{2}", "b{2}")
    ask("c{2}")
    assert patterns._users().keys() == {("c{2}", 0)}


@pytest.mark.parametrize("body", [b"", b"junk", pack(FEW)[:-1], OTHER, crc32(OTHER).to_bytes(4, "big") + OTHER])
def test_a_damaged_store_of_the_users_is_ignored_and_replaced(read_only: Path, body: bytes) -> None:
    ask("kept{2}")
    read_only.write_bytes(body)
    ask("kept{2}")
    assert patterns._users().keys() == {("kept{2}", 0)}


def open_to_a_group(file: Path) -> None:
    file.parent.chmod(0o770)


def open_to_all(file: Path) -> None:
    file.parent.chmod(0o777)


def writable_by_all(file: Path) -> None:
    file.chmod(0o602)


def linked(file: Path) -> None:
    file.rename(file.parents[2] / "elsewhere.bin")
    file.symlink_to(file.parents[2] / "elsewhere.bin")


def folder_linked(file: Path) -> None:
    file.parent.rename(file.parents[2] / "elsewhere")
    file.parent.symlink_to(file.parents[2] / "elsewhere")


def a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file, 0o600)


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir(0o700)


@pytest.mark.parametrize(
    "spoil", [open_to_a_group, open_to_all, writable_by_all, linked, folder_linked, a_pipe, a_folder]
)
def test_a_store_that_somebody_else_may_have_written_is_not_used(
    read_only: Path, spoil: Callable[[Path], None]
) -> None:
    ask("kept{2}")
    assert patterns._users()
    spoil(read_only)
    forget()
    assert patterns._users() == {}
    assert compiled("kept{2}").fullmatch("keptt")


@pytest.mark.parametrize("foreign", ["folder", "file"])
def test_a_store_of_another_user_is_neither_used_nor_written(
    read_only: Path, monkeypatch: pytest.MonkeyPatch, foreign: str
) -> None:
    ask("kept{2}")
    real = os.fstat
    whose = {"folder": read_only.parent, "file": read_only}[foreign].stat().st_ino

    def fstat(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        return os.stat_result((*found[:4], found.st_uid + 1, *found[5:])) if found.st_ino == whose else found

    monkeypatch.setattr(os, "fstat", fstat)
    forget()
    assert patterns._users() == {}
    if foreign == "folder":
        before = read_only.read_bytes()
        ask("kept{2}", "more{3}")
        assert read_only.read_bytes() == before


@pytest.mark.parametrize("base", ["", "relative"])
def test_a_cache_folder_that_is_not_absolute_is_passed_over_for_that_at_home(
    read_only: Path, monkeypatch: pytest.MonkeyPatch, base: str
) -> None:
    monkeypatch.chdir(read_only.parents[2])
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    monkeypatch.setenv("HOME", str(read_only.parents[2] / "home"))
    ask("kept{2}")
    assert (read_only.parents[2] / "home" / ".cache" / "wellsourced-patterns" / read_only.name).is_file()
    assert not Path("relative").exists()


@pytest.mark.parametrize("home", ["", "/dev/null"])
def test_without_any_place_everything_is_compiled_again(
    read_only: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", home or "nowhere")
    ask("kept{2}")
    assert not patterns.write(FEW)
    assert patterns._users() == {}
    assert compiled("kept{2}").fullmatch("keptt")


_COUNTED = """
import re, sys, types
from wellsourced_core import patterns
made = []
patterns.re = types.SimpleNamespace(compile=lambda *given: made.append(given) or re.compile(*given))
from wellsourced.cli import main
sys.argv[1:] = ["audit", "draft.md"]
main()
print("compiled", len(made), file=sys.stderr)
"""


@pytest.mark.parametrize("unwritable", [True, False])
def test_the_second_audit_of_a_read_only_installation_compiles_nothing(tmp_path: Path, unwritable: bool) -> None:
    """Whether its folders cannot be written, or Python was told not to write beside them."""
    (tmp_path / "draft.md").write_text(
        "The dam opened in 1931 [1].\n\n## Sources\n\n1. https://dam.example/\n", "utf-8"
    )
    (tmp_path / "nowhere").write_text("", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    if unwritable:
        environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "nowhere"), "PYTHONDONTWRITEBYTECODE": ""}
    else:
        environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "empty"), "PYTHONDONTWRITEBYTECODE": "1"}
    told = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", _COUNTED], env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        told.append(done.stderr.splitlines()[-1])
    assert told[0] != "compiled 0"
    assert told[1] == "compiled 0"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "draft.md", "nowhere"]


def test_warming_says_when_a_store_can_be_kept_nowhere(tmp_path: Path) -> None:
    (tmp_path / "nowhere").write_text("", "utf-8")
    nowhere = {"PYTHONPYCACHEPREFIX": str(tmp_path / "nowhere"), "XDG_CACHE_HOME": str(tmp_path / "nowhere")}
    command = [sys.executable, "-m", "wellsourced.warm"]
    done = subprocess.run(command, env={**os.environ, **nowhere}, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 4
    assert done.stderr.startswith("error: compiled patterns: ")
    assert len(done.stderr.splitlines()) == 1


def test_packing_is_deterministic() -> None:
    assert pack(FEW) == pack(FEW)


def test_every_module_takes_its_patterns_from_here() -> None:
    """What a module holds was asked for here, so that the store of all of them is complete."""
    program = (
        "import re\n"
        "from importlib import import_module\n"
        "from wellsourced import warm\n"
        "from wellsourced_core import patterns\n"
        "held = [(name, one) for name in warm.modules() for one in vars(import_module(name)).values()]\n"
        "known = {(source, flags & ~32) for source, flags in patterns.asked()}\n"
        "for name, one in held:\n"
        "    if isinstance(one, re.Pattern) and isinstance(one.pattern, str):\n"
        "        if (one.pattern, one.flags & ~32) not in known: print(name, one.pattern)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == ""


def test_patterns_are_not_compiled_when_a_module_is_imported_warm(tmp_path: Path) -> None:
    program = (
        "import re; real = re._compiler.compile; made = []\n"
        "re._compiler.compile = lambda p, flags=0: made.append(p) or real(p, flags)\n"
        "import argparse, pathlib, datetime, json, bisect, urllib.parse, gettext, locale, calendar\n"
        "made.clear()\n"
        "import audit.runner, wellsourced.source_observations\n"
        "from audit.checks import all_checks; all_checks()\n"
        "print(len(made))"
    )
    prefix = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-c", program]
    subprocess.run([sys.executable, "-m", "wellsourced.warm"], env=prefix, check=True, cwd=ROOT)
    done = subprocess.run(command, env=prefix, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "0\n"


def test_a_stored_program_is_the_one_that_would_be_compiled(stored: Path) -> None:
    source = "def double(number):\n return 2 * number"
    stored.write_bytes(pack([(source, patterns._PROGRAM)]))
    kept = patterns._stored()[source, patterns._PROGRAM]
    assert patterns.program(source) is kept
    space: dict[str, Callable[[int], int]] = {}
    exec(kept, space)  # noqa: S102 - the line above
    assert space["double"](21) == 42
    patterns.ready((source, patterns._PROGRAM))
    assert patterns.asked() == [(source, patterns._PROGRAM)]
