"""The fingerprint of the program: every file of it counts, and none is read twice while it stays as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wellsourced import code_identity as module
from wellsourced.code_identity import code_identity
from wellsourced.result_cache import Results

FILES = (
    "audit/thresholds.py",
    "wellsourced_core/lexicon/words.txt",
    "retrieval/extract.py",
    "wellsourced/formats/page.css",
    "writer/prompt.py",
)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of a few files, and a folder for results."""
    for name in (*FILES, "quality/gate.py", "wellsourced/code_identity.py"):
        (tmp_path / "code" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "code" / name).write_text("a\n", "utf-8")
    monkeypatch.setattr(module, "__file__", str(tmp_path / "code" / "wellsourced" / "code_identity.py"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "code"


@pytest.mark.parametrize("name", FILES)
def test_every_file_counts(tree: Path, name: str) -> None:
    results = Results.open(1_000_000)
    before = code_identity(results)
    assert code_identity(results) == code_identity(None) == before
    path = tree / name
    state = path.stat()
    path.write_text("b\n", "utf-8")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))  # as long, and dated, as before
    changed = code_identity(results)
    assert changed == code_identity(None) != before
    path.write_text("a\n", "utf-8")
    assert code_identity(results) == before


def test_a_new_file_counts_and_bytecode_does_not(tree: Path) -> None:
    before = code_identity()
    (tree / "audit" / "__pycache__").mkdir()
    (tree / "audit" / "__pycache__" / "thresholds.cpython-311.pyc").write_bytes(b"x")
    assert code_identity() == before
    (tree / "audit" / "checks.py").write_text("", "utf-8")
    assert code_identity() != before


def test_another_version_of_a_package_counts(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tree.parent / "packages"
    (packages / "pyromark-1.0.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(packages)
    before = code_identity()
    (packages / "pyromark-1.0.dist-info").rename(packages / "pyromark-1.1.dist-info")
    assert code_identity() != before


def test_it_imports_nothing_of_what_it_is_about() -> None:
    program = (
        "import sys\nfrom wellsourced.code_identity import code_identity\ncode_identity()\n"
        "print(*(n for n in sys.modules if n.partition('.')[0] in ('audit', 'quality', 'retrieval', 'writer')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
