"""Patterns and generated Python code, compiled once per interpreter instead of once per start.

Compiling the patterns of an audit took more than all the rest of its start. Like Python's own bytecode, the code that
the engine runs is kept in ``__pycache__`` beside this file, by the pattern as written: ``keep`` adds what a run had to
compile, `wellsourced.warm` writes all of it. Without the store, or with another interpreter's, everything works the
same and starts later.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]  # CPython's, without stubs
import marshal
import os
import re
import sys
from binascii import crc32
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType
    from typing import Any

    Key = tuple[str, int]  # a pattern as written, and its flags
    Stored = tuple[int, bytes, dict[str, int], tuple[str | None, ...]]  # flags, code, groups by name, names by group

_BYTECODE: str | None = globals().get("__cached__")  # where Python keeps that of this file
STORE = f"{_BYTECODE.removesuffix('.pyc')}.bin" if _BYTECODE else ""
# Another interpreter's store is not used, even with the same engine: a compiler bug may have been fixed.
_MAGIC = (_sre.MAGIC, sys.hexversion, sys.byteorder)
_asked: set[Key] = set()
_PROGRAM = -1  # in the place of a pattern's flags


@cache
def compiled(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern that ``re.compile`` makes of the same arguments."""
    key = (source, int(flags))
    _asked.add(key)
    known = _stored().get(key)
    return re.compile(source, flags) if known is None else _load(source, known)


@cache
def program(source: str) -> CodeType:
    """Return the code of a few lines of Python; they are ours, never a user's."""
    key = (source, _PROGRAM)
    _asked.add(key)
    known: CodeType | None = _stored().get(key)
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
    """Add to the store what this run had to compile, where Python may write bytecode too; a failure costs nothing."""
    if _asked and STORE and not sys.dont_write_bytecode and not _stored().keys() >= _asked:
        write({*_stored(), *_asked})


def write(keys: Iterable[Key]) -> None:
    """Write the store of these patterns completely or, if that fails, not at all."""
    temporary = f"{STORE}.{os.getpid()}"
    try:
        with open(temporary, "wb") as file:  # noqa: PTH123  # pathlib costs more than all patterns
            file.write(pack(sorted(keys)))
        os.replace(temporary, STORE)  # noqa: PTH105
    except OSError:
        from contextlib import suppress

        with suppress(OSError):  # of a full disk, what was begun
            os.unlink(temporary)  # noqa: PTH108


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
    """Read the store; a file that is not as it was written is none: the engine would crash on code that is damaged."""
    try:
        with open(STORE, "rb") as file:  # noqa: PTH123  # pathlib costs more than all patterns
            checksum, content = file.read(4), file.read()
    except OSError:
        return {}
    if crc32(content).to_bytes(4, "big") != checksum:
        return {}
    magic, packed = marshal.loads(content)  # noqa: S302  # trusted as far as the bytecode beside it
    return packed if magic == _MAGIC else {}


def _load(source: str, known: Stored) -> re.Pattern[str]:
    flags, code, groups, names = known
    return _sre.compile(  # type: ignore[no-any-return]
        source, flags, memoryview(code).cast("I").tolist(), len(names) - 1, groups, names
    )
