"""What a package holds."""

from __future__ import annotations

from pathlib import Path
from pkgutil import iter_modules

import pytest

import audit.checks
import quality.axes
import retrieval.backends
import wellsourced.commands
import wellsourced.formats
from wellsourced_core.discovery import modules


@pytest.mark.parametrize(
    "package", [audit.checks, quality.axes, retrieval.backends, wellsourced.commands, wellsourced.formats]
)
def test_it_finds_the_modules_that_pkgutil_finds(package: object) -> None:
    path = package.__path__  # type: ignore[attr-defined]
    known = sorted(m.name for m in iter_modules(path) if not m.ispkg and not m.name.startswith("_"))
    assert list(modules(path)) == known


def test_private_modules_packages_and_other_files_are_none(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "_private.py", "__init__.py", "notes.txt", "table.tsv"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    assert modules([str(tmp_path)]) == ("a", "b")
