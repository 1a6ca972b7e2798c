"""Drafts as files: found, read as they are, and written back whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import IO

from retrieval.storage import replacing
from wellsourced.core.errors import InputError, StorageError

IGNORE_FILE = ".wellsourcedignore"
STDIN = "-"
_LARGEST = 256 * 1024 * 1024
_SUFFIXES = (".md", ".markdown", ".mdown", ".qmd")


@dataclass(frozen=True, slots=True)
class DraftFile:
    """A draft as read: the name it is reported by, its text, and its bytes' state when it was read."""

    name: str
    text: str
    path: Path | None = None
    stamp: tuple[int, int, int] = (0, 0, 0)


def find(arguments: Sequence[str], exclude: Sequence[str]) -> list[str]:
    """Return the drafts that arguments name, once each: files as given, folders by their Markdown files, globs.

    What ``.wellsourcedignore`` of a folder or ``exclude`` names is passed over in folders, never when named itself.
    """
    found: dict[str, None] = {}
    for argument in arguments:
        path = Path(argument)
        if argument != STDIN and path.is_dir():
            found.update(dict.fromkeys(_in_folder(path, exclude)))
        elif argument != STDIN and any(c in argument for c in "*?[") and not path.exists():
            matches = sorted(str(match) for match in Path().glob(argument)) if not path.is_absolute() else []
            if not matches:
                raise InputError(argument, "matches no file", "check the pattern")
            found.update(dict.fromkeys(matches))
        else:
            found[argument] = None
    if not found:
        raise InputError(", ".join(arguments), "holds no Markdown file", f"name files that end with {_SUFFIXES[0]}")
    return list(found)


def read(name: str, into: IO[str], shown_as: str | None = None) -> DraftFile:
    """Read a draft byte for byte; ``-`` reads standard input. Raises InputError, or StorageError without permission."""
    if name == STDIN:
        data = into.buffer.read(_LARGEST + 1) if hasattr(into, "buffer") else into.read().encode("utf-8")
        return DraftFile(shown_as or "<stdin>", _decoded(data, shown_as or "<stdin>"))
    path = Path(name)
    try:
        state = path.stat()
        if stat.S_ISDIR(state.st_mode):
            raise InputError(name, "is a folder", "name a Markdown file")
        if not stat.S_ISREG(state.st_mode):
            raise InputError(name, "is no regular file", "name a Markdown file, or - for standard input")
        if state.st_size > _LARGEST:
            raise InputError(name, "is larger than 256 MiB", "split the draft")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(name, "there is no such file", "check the path") from None
    except PermissionError:
        raise StorageError(name, "may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        raise InputError(name, f"cannot be read ({error})", "check the path") from error
    return DraftFile(name, _decoded(data, name), path, _stamp(state))


def write_back(draft: DraftFile, text: str) -> None:
    """Replace a draft's file by its repaired text, in one step; a link keeps pointing to the file that changed.

    Raises StorageError where the file was changed since it was read, or cannot be written: it stays as it is.
    """
    if draft.path is None or text == draft.text:
        return
    target = Path(os.path.realpath(draft.path))
    mode = target.stat().st_mode
    if not os.access(target, os.W_OK):
        raise StorageError(draft.name, "may not be written", "check its permissions")
    with replacing(target) as temporary:
        temporary.write_bytes(text.encode("utf-8"))
        temporary.chmod(stat.S_IMODE(mode))
        if _stamp(target.stat()) != draft.stamp or target.read_bytes() != draft.text.encode("utf-8"):
            raise StorageError(draft.name, "was changed by another program meanwhile", "run again")


def _decoded(data: bytes, name: str) -> str:
    if len(data) > _LARGEST:
        raise InputError(name, "is larger than 256 MiB", "split the draft")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(name, f"is not UTF-8 at byte {error.start}", "save the draft as UTF-8") from None


def _stamp(state: os.stat_result) -> tuple[int, int, int]:
    return state.st_ino, state.st_size, state.st_mtime_ns


def _in_folder(folder: Path, exclude: Sequence[str]) -> Iterator[str]:
    ignored = [*exclude, *_ignored(folder)]
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if (
            path.suffix.lower() in _SUFFIXES
            and path.is_file()
            and not hidden
            and not excluded(inside.as_posix(), ignored)
        ):
            yield str(path)


def excluded(name: str, patterns: Iterable[str]) -> bool:
    """Tell whether a pattern names a path, one of its folders, or its last part."""
    parts = name.split("/")
    paths = ["/".join(parts[: i + 1]) for i in range(len(parts))]
    return any(
        fnmatch(path, pattern.strip("/")) or fnmatch(path.rpartition("/")[2], pattern.strip("/"))
        for pattern in patterns
        for path in paths
    )


def _ignored(folder: Path) -> list[str]:
    path = folder / IGNORE_FILE
    if not path.is_file():
        return []
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
