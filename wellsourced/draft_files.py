"""Find drafts, read them byte for byte, and write them back completely or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

from wellsourced_core.errors import InputError, StorageError
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from retrieval.draft_formats.draft_text import DraftText

IGNORE_FILE = ".wellsourcedignore"
STDIN = "-"
_WRITABLE = 0o222  # an administrator may write anything: a file marked read-only stays all the same
_LARGEST = 256 * 1024 * 1024
# What a folder gives: texts that people write. Pages are mostly made from these, or are somebody's sources.
_SUFFIXES = (".md", ".markdown", ".mdown", ".qmd", ".rmd", ".docx", ".tex", ".ipynb")
_OFFICE = (".doc", ".docm", ".dot", ".dotm", ".dotx", ".odt", ".pages", ".rtf")  # what a word processor opens
_SOURCES, _OPEN_IN_WORD = ".sources", "~$"


@frozen
class DraftFile:
    """A draft as read: its name in reports, its text as Markdown, and the file's state when it was read.

    ``place`` is where its sources are looked for: beside its file or, of standard input, beside the name it was given.
    ``converted`` is the way from that text back into a file of another format, ``digest`` that of the file's bytes.
    """

    name: str
    text: str
    path: Path | None = None
    stamp: tuple[int, int, int] = (0, 0, 0)
    place: Path | None = None
    converted: DraftText | None = None
    digest: str = ""

    @property
    def original(self) -> str:
        """The text of the file itself; "" where its bytes cannot be kept."""
        return self.text if self.converted is None else self.converted.original

    def reread(self, original: str) -> DraftText:
        """Read a text that the file might have."""
        from retrieval.draft_formats.draft_text import as_it_is
        from retrieval.draft_reading import read_text_apart

        return as_it_is(original) if self.converted is None else read_text_apart(original, self.name)


def find(arguments: Sequence[str], exclude: Sequence[str], root: Path | None = None) -> list[str]:
    """Return the drafts that arguments name, once each: files as given, folders by the drafts in them, globs.

    What a folder's ``.wellsourcedignore`` or ``exclude`` names is skipped in folders, never when named itself.
    Patterns are matched against paths from the folder named, and from ``root``, where the configuration stands.
    """
    found: dict[str, None] = {}
    for argument in arguments:
        if not argument:
            raise InputError("an empty name", "names no file", "check the variable it came from")
        mode = _mode(argument)
        if argument != STDIN and stat.S_ISDIR(mode):
            found.update(dict.fromkeys(_in_folder(Path(argument), exclude, root)))
        elif argument != STDIN and not mode and any(c in argument for c in "*?["):
            found.update(dict.fromkeys(_matching(argument)))
        else:
            found[argument] = None
    if not found:
        raise InputError(", ".join(arguments), "contains no draft", f"name files that end with {', '.join(_SUFFIXES)}")
    return _once(found)


def _once(names: Iterable[str]) -> list[str]:
    """Return names without those that lead to the file of an earlier one."""
    first: dict[str, str] = {}
    for name in names:
        with suppress(ValueError):  # no file can have this name: read() says so
            first.setdefault(name if name == STDIN else os.path.realpath(name), name)
            continue
        first[name] = name
    return list(first.values())


def _mode(name: str) -> int:
    """Return the mode of a file, 0 where there is none that can be seen."""
    try:
        return Path(name).stat().st_mode
    except (OSError, ValueError):
        return 0


def _matching(pattern: str) -> list[str]:
    path = Path(pattern)
    try:
        inside = path.relative_to(path.anchor)
        found = Path(path.anchor).glob(str(inside))
        hidden = any(part.startswith(".") for part in inside.parts)
        matches = sorted(str(match) for match in found if hidden or not _is_hidden(match.relative_to(path.anchor)))
    except (ValueError, NotImplementedError, IndexError, OSError):
        matches = []
    if not matches:
        raise InputError(pattern, "matches no file", "check the pattern")
    return matches


def read(name: str, into: IO[str], shown_as: str | None = None, *, convert: bool = True) -> DraftFile:
    """Read a draft byte for byte; ``-`` reads standard input. Raises InputError, or StorageError without permission.

    Unless it is to be converted, a file of another format than Markdown has its digest alone: that tells what is kept.
    """
    if name == STDIN:
        data = into.buffer.read(_LARGEST + 1) if hasattr(into, "buffer") else into.read().encode("utf-8")
        name = shown_as or "<stdin>"
        return replace(_draft(data, name), place=place_of(STDIN, shown_as))
    from retrieval.storage import has_content

    path = Path(name)
    try:
        state = path.stat()
        if stat.S_ISDIR(state.st_mode):
            raise InputError(name, "is a folder", "name a Markdown file")
        if not stat.S_ISREG(state.st_mode):
            raise InputError(name, "is not a regular file", "name a Markdown file, or - for standard input")
        if state.st_size > _LARGEST:
            raise InputError(name, "is larger than 256 MiB", "split the draft")
        data = path.read_bytes() if has_content(path) else b""
    except FileNotFoundError:
        raise InputError(name, "there is no such file", "check the path") from None
    except PermissionError:
        raise StorageError(name, "may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(name, f"cannot be read ({reason})", "check the path") from error
    return _draft(data, name, path, _stamp(state), convert=convert)


def _draft(
    data: bytes,
    name: str,
    path: Path | None = None,
    stamp: tuple[int, int, int] = (0, 0, 0),
    *,
    convert: bool = True,
) -> DraftFile:
    """Read a draft's bytes, as its name says what they are."""
    from retrieval.draft_formats import is_converted

    if not is_converted(name):
        return DraftFile(name, _decoded(data, name), path, stamp, path)
    from wellsourced_core.digest import sha256

    digest = sha256(data).hexdigest()
    if not convert:
        return DraftFile(name, "", path, stamp, path, digest=digest)
    from retrieval.draft_reading import read_apart

    read = read_apart(data, name)
    return DraftFile(name, read.text, path, stamp, path, read, digest)


def place_of(name: str, shown_as: str | None = None) -> Path | None:
    """Return where a draft lies; ``-`` where the name that it is shown by says, None where it says nothing."""
    path = Path(shown_as or "") if name == STDIN else Path(name)
    return path if path.name else None


def write_back(draft: DraftFile, text: str) -> None:
    """Replace a draft's file by its repaired text atomically; a link keeps pointing to the file.

    Raises StorageError where the file was changed since it was read, or cannot be written: it stays as it is.
    """
    if draft.path is None or text == draft.original:
        return
    from retrieval.storage import replacing

    target = Path(os.path.realpath(draft.path))
    try:
        state = target.stat()
    except OSError as error:
        raise StorageError(draft.name, "no longer exists", "run again") from error
    if not (state.st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise StorageError(draft.name, "may not be written", "check its permissions")
    with replacing(target) as temporary:
        temporary.write_bytes(text.encode("utf-8"))
        with suppress(OSError):  # only an administrator may give a file away
            os.chown(temporary, state.st_uid, state.st_gid)
        temporary.chmod(stat.S_IMODE(state.st_mode))
        _copy_attributes(target, temporary)
        if _stamp(target.stat()) != draft.stamp or target.read_bytes() != draft.original.encode("utf-8"):
            raise StorageError(draft.name, "was changed by another program in the meantime", "run again")


def _copy_attributes(old: Path, new: Path) -> None:
    """Give a file the extended attributes of another, access lists among them, as far as we may set them."""
    with suppress(OSError, AttributeError):  # not every system or disk has them
        for name in os.listxattr(old):
            with suppress(OSError):
                os.setxattr(new, name, os.getxattr(old, name))


def _decoded(data: bytes, name: str) -> str:
    if len(data) > _LARGEST:
        raise InputError(name, "is larger than 256 MiB", "split the draft")
    from retrieval.file_kinds import HEAD, refuse_binary

    office = os.path.splitext(name)[1].lower() in _OFFICE  # noqa: PTH122
    remedy = "save it as .docx" if office else "name the draft itself, in Markdown, .docx, .html, .tex or .ipynb"
    refuse_binary(name, data[:HEAD], "Markdown", remedy)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(name, f"is not UTF-8 at byte {error.start}", "save the draft as UTF-8") from None
    if "\0" in text.rstrip("\0"):
        problem = f"is not UTF-8 text: it has a NUL at byte {data.index(0)}, as UTF-16 has"
        raise InputError(name, problem, "save the draft as UTF-8")
    return text


def _stamp(state: os.stat_result) -> tuple[int, int, int]:
    return state.st_ino, state.st_size, state.st_mtime_ns


def _in_folder(folder: Path, exclude: Sequence[str], root: Path | None) -> Iterator[str]:
    ignored = _ignored(folder)
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.suffix.lower() not in _SUFFIXES or _is_hidden(inside) or _is_beside_a_draft(inside):
            continue
        if excluded(inside.as_posix(), (*exclude, *ignored)) or excluded(relative(str(path), root), exclude):
            continue
        if path.is_file():
            yield str(path)


def _is_beside_a_draft(path: Path) -> bool:
    """Tell the sources of a draft, in a folder of their own, and what a word processor keeps of an open document."""
    return path.name.startswith(_OPEN_IN_WORD) or any(part.endswith(_SOURCES) for part in path.parts[:-1])


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def relative(name: str, root: Path | None) -> str:
    """Return a path as seen from a folder, with forward slashes; one outside of it as it was given."""
    if root is not None:
        with suppress(ValueError):
            return _absolute(name).relative_to(_absolute(root)).as_posix()
    return Path(name).as_posix()


def _absolute(path: str | Path) -> Path:
    return Path(os.path.normpath(Path(path).absolute()))


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
