"""Find the files that may hold sources, and tell by their names what they are. Nothing is read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

DOCUMENTS = (".docx", ".epub", ".htm", ".html", ".markdown", ".md", ".pdf", ".txt")
PARSED = (".docx", ".epub", ".htm", ".html", ".pdf")  # those that are parsed by a process of its own
LISTS = (".bib", ".json", ".jsonl")
CORPORA = (".db", ".sqlite", ".sqlite3")


def suffix_of(path: Path) -> str:
    return path.suffix.lower()


def may_hold_sources(path: Path) -> bool:
    """Tell whether a file is of a type that is read where only its folder was named."""
    return suffix_of(path) in (*DOCUMENTS, *LISTS, *CORPORA)


def files_below(folder: Path) -> Iterator[Path]:
    """Return the files below a folder by their path, and the folders that cannot be entered."""
    found: list[Path] = []
    closed: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(parent, name) for name in names if not name.startswith(".")]
    found += [Path(error.filename) for error in closed]
    return iter(sorted(found, key=lambda path: path.relative_to(folder).as_posix()))
