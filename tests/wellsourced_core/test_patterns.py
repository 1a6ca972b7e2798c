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


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "store.bin"
    monkeypatch.setattr(patterns, "STORE", str(path))
    monkeypatch.setattr(patterns, "_asked", set())
    compiled.cache_clear()
    patterns.program.cache_clear()
    patterns._stored.cache_clear()
    yield path
    compiled.cache_clear()
    patterns.program.cache_clear()
    patterns._stored.cache_clear()


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
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    patterns.write(FEW)
    assert list(stored.parent.iterdir()) == []


def test_a_store_of_another_release_of_python_is_none(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pattern compiler has had its faults mended between releases of one and the same engine."""
    patterns.write(FEW)
    assert patterns._stored()
    patterns._stored.cache_clear()
    monkeypatch.setattr(patterns, "_MAGIC", (patterns._MAGIC[0], sys.hexversion + 1, sys.byteorder))
    assert patterns._stored() == {}


def test_nothing_is_kept_where_python_may_write_nothing(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    compiled("kept{4}")
    patterns.keep()
    assert not stored.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(patterns, "STORE", str(stored.parent / "missing" / "store.bin"))
    patterns.keep()


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
        "import audit.runner, wellsourced.observations\n"
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
