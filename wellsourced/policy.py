"""The policy: a fingerprint of all code and data that verdicts depend on."""

from __future__ import annotations

import os
from functools import cache

from wellsourced_core.digest import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.tuning import Tuning

# What a verdict, a score or the gate's decision may depend on: the judging rooms, and what a reader's answer changes.
JUDGES = ("audit", "quality", "wellsourced_core", "wellsourced/opinions")
_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120  # where all packages are
_JUDGING = (".py", ".txt", ".tsv")  # rules and thresholds, word lists and weights, tables
_DIGITS = 12


@cache
def policy() -> str:
    """Return the fingerprint in force: 12 hexadecimal digits.

    It covers every file of these folders byte for byte (line ends aside): thresholds, rules and what they call,
    word lists and tables. A file that is only worded differently changes it too: that costs a resumed night an article
    made anew, where a change that went unseen would cost it a wrong one.
    """
    return digest_of([os.path.join(_HOME, room) for room in JUDGES])  # noqa: PTH118


def policy_with(tuning: Tuning) -> str:
    """Return the fingerprint of the policy and of what the user's own labels changed of it."""
    from audit.tuning import SHIPPED

    if tuning == SHIPPED:
        return policy()
    return blake2b(f"{policy()}\0{tuning!r}".encode(), digest_size=_DIGITS // 2).hexdigest()


def digest_of(rooms: list[str], endings: str | tuple[str, ...] = _JUDGING) -> str:
    """Return the fingerprint of these folders: their files' names and contents, in a fixed order.

    ``endings`` are those of the files' names that count; bytecode never does.
    """
    found = blake2b(digest_size=_DIGITS // 2)
    for number, room in enumerate(rooms):
        for path in sorted(_files(room, endings)):
            content = _content(path)
            if b"\r" in content:  # a checkout with other line ends judges alike
                content = content.replace(b"\r\n", b"\n")
            name = f"{number}{path[len(room) :]}".replace(os.sep, "/")
            found.update(f"{name}\0{len(content)}\0".encode())
            found.update(content)
    return found.hexdigest()


def _content(path: str) -> bytes:
    """Return a file's bytes: `open` makes an object of each, which costs as much as reading it."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)


def _files(folder: str, endings: str | tuple[str, ...]) -> list[str]:
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                found += _files(entry.path, endings) if entry.name != "__pycache__" else []
            elif entry.name.endswith(endings):
                found.append(entry.path)
    return found
