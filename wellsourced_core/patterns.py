"""Patterns and generated Python code, compiled once per interpreter instead of once per start.

Compiling the patterns of an audit took more than all the rest of its start. Like Python's own bytecode, the code that
the engine runs is kept in ``__pycache__`` beside this file, by the pattern as written: ``keep`` adds what a run had to
compile, `wellsourced.warm` writes all of it. Where that place cannot be written, or no bytecode is wanted there, what
is missing is kept in a folder of the user's own. Without either store, or with another interpreter's, everything works
the same and starts later.

A store is code. The one beside this file is trusted as the bytecode there; the user's only if nobody else can have
written it: folder and file belong to the user, are no links, and let no one else write.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]  # CPython's, without stubs
import marshal
import os
import re
import sys
from binascii import crc32
from contextlib import contextmanager, suppress
from functools import cache, partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import CodeType
    from typing import Any

    Key = tuple[str, int]  # a pattern as written, and its flags
    Stored = tuple[int, bytes, dict[str, int], tuple[str | None, ...]]  # flags, code, groups by name, names by group

_BYTECODE: str | None = globals().get("__cached__")  # where Python keeps that of this file
STORE = f"{_BYTECODE.removesuffix('.pyc')}.bin" if _BYTECODE else ""
# Not in the cache of fetched pages: that one holds data, never code, and looking into it costs more than it saves here.
_FOLDER, _NAME = "wellsourced-patterns", f"{sys.implementation.cache_tag}.bin"
_MOST = 2_000  # patterns in the user's store: beyond that they are those of earlier versions too, and it begins anew
# Another interpreter's store is not used, even with the same engine: a compiler bug may have been fixed.
_MAGIC = (_sre.MAGIC, sys.hexversion, sys.byteorder)
_asked: set[Key] = set()
_PROGRAM = -1  # in the place of a pattern's flags


@cache
def compiled(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern that ``re.compile`` makes of the same arguments."""
    key = (source, int(flags))
    _asked.add(key)
    known = _stored().get(key) or _users().get(key)
    return re.compile(source, flags) if known is None else _load(source, known)


@cache
def program(source: str) -> CodeType:
    """Return the code of a few lines of Python; they are ours, never a user's."""
    key = (source, _PROGRAM)
    _asked.add(key)
    known: CodeType | None = _stored().get(key) or _users().get(key)
    return compile(source, "<program>", "exec") if known is None else known


def ready(key: Key) -> None:
    """Return a compiled pattern or program, from the store if it is there."""
    if key[1] == _PROGRAM:
        program(key[0])
    else:
        compiled(*key)


def asked() -> list[Key]:
    """Return everything requested here since the program started, in a fixed order."""
    return sorted(_asked)


def keep() -> None:
    """Add to a store what this run had to compile: beside the bytecode if Python may write that, else to the user's."""
    missing = _asked - _stored().keys()
    if not missing or _users().keys() >= missing:
        return
    if sys.dont_write_bytecode or not _write_beside({*_stored(), *_asked}):
        before = _users()
        _write_users({*(before if len(before) < _MOST else ()), *missing})


def write(keys: Iterable[Key]) -> bool:
    """Write a store of these patterns, the user's only where there can be no other; tell whether there is one now."""
    return _write_beside(keys) or _write_users(keys)


def _write_beside(keys: Iterable[Key]) -> bool:
    if not STORE:
        return False
    with suppress(OSError):  # it is there, or cannot be
        os.mkdir(os.path.dirname(STORE))  # noqa: PTH102, PTH120  # pathlib costs more than all patterns
    return _replaced(STORE, keys, None)


def _write_users(keys: Iterable[Key]) -> bool:
    with _users_folder(make=True) as folder:
        return folder is not None and _replaced(_NAME, keys, folder)


def _replaced(path: str, keys: Iterable[Key], folder: int | None) -> bool:
    """Write a store completely or, if that fails, not at all; in an open folder, for the user's eyes only."""
    temporary = f"{path}.{os.getpid()}"
    mode = 0o666 if folder is None else 0o600  # where others use this installation, they use its store
    try:
        with open(temporary, "wb", opener=partial(os.open, mode=mode, dir_fd=folder)) as file:
            file.write(pack(sorted(keys)))
        os.replace(temporary, path, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):  # of a full disk, what was begun
            os.unlink(temporary, dir_fd=folder)
        return False
    return True


def pack(keys: Iterable[Key]) -> bytes:
    """Return the store of these patterns and programs: of a pattern flags, code, groups and names for the engine."""
    from re import _compiler, _parser  # type: ignore[attr-defined]  # the two halves of re.compile

    packed: dict[Key, object] = {}
    for source, flags in keys:
        if flags == _PROGRAM:
            packed[source, flags] = compile(source, "<program>", "exec")
            continue
        tree = _parser.parse(source, flags)
        names = [None] * tree.state.groups
        for name, group in tree.state.groupdict.items():
            names[group] = name
        code = b"".join(int(word).to_bytes(_sre.CODESIZE, sys.byteorder) for word in _compiler._code(tree, flags))
        packed[source, int(flags)] = (int(flags | tree.state.flags), code, dict(tree.state.groupdict), tuple(names))
    content = marshal.dumps((_MAGIC, packed), 2)  # later formats depend on who else holds a value
    return crc32(content).to_bytes(4, "big") + content


@cache
def _stored() -> dict[Key, Any]:
    """Read the store beside the bytecode."""
    try:
        with open(STORE, "rb") as file:  # noqa: PTH123
            return _unpacked(file.read())
    except OSError:
        return {}


@cache
def _users() -> dict[Key, Any]:
    """Read the store in the user's folder; it is only looked for where the other one lacks something."""
    with _users_folder() as folder:
        if folder is None:
            return {}
        try:
            with open(_NAME, "rb", opener=partial(_opened, folder=folder)) as file:
                return _unpacked(file.read()) if _is_own(file.fileno()) else {}
        except OSError:
            return {}


def _unpacked(body: bytes) -> dict[Key, Any]:
    """Return what a store holds; one that is not as it was written is none: the engine would crash on damaged code."""
    content = memoryview(body)[4:]
    if crc32(content).to_bytes(4, "big") != body[:4]:
        return {}
    magic, packed = marshal.loads(content)  # noqa: S302  # trusted as far as the bytecode, or the user's own
    return packed if magic == _MAGIC else {}


@contextmanager
def _users_folder(*, make: bool = False) -> Iterator[int | None]:
    """Open the folder of the user's store; None where there is none, or one that anybody else may write to."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):  # noqa: PTH117  # to be ignored then (XDG base directory specification)
        base = os.path.expanduser("~/.cache")  # noqa: PTH111
    folder = -1
    if hasattr(os, "geteuid") and os.path.isabs(base):  # noqa: PTH117
        path = f"{base}/{_FOLDER}"
        with suppress(OSError):
            if make and not os.path.isdir(path):  # noqa: PTH112
                os.makedirs(path, 0o700)  # noqa: PTH103
        with suppress(OSError):
            folder = _opened(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield folder if folder >= 0 and _is_own(folder) else None
    finally:
        if folder >= 0:
            os.close(folder)


def _opened(path: str, flags: int, folder: int | None = None) -> int:
    """Open what is there itself, not where a link leads, and wait for no other end of a pipe."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)


def _is_own(descriptor: int) -> bool:
    """Tell whether what is open belongs to the user, and nobody else may write to it."""
    found = os.fstat(descriptor)
    return found.st_uid == os.geteuid() and not found.st_mode & 0o022


def _load(source: str, known: Stored) -> re.Pattern[str]:
    flags, code, groups, names = known
    return _sre.compile(  # type: ignore[no-any-return]
        source, flags, memoryview(code).cast("I").tolist(), len(names) - 1, groups, names
    )
