"""The commands: a file per command, found by its name; its heavy imports stand in ``run``."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import IO, Protocol, cast


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a command reads and writes: reports on ``out``, progress and summaries on ``err``."""

    into: IO[str]
    out: IO[str]
    err: IO[str]

    @property
    def colored(self) -> bool:
        """Tell whether reports may be coloured: a terminal, not a dumb one, and NO_COLOR unset."""
        return self.out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def say(self, line: str) -> None:
        self.err.write(line + "\n")


class Command(Protocol):
    """What a command's file has: one line of help, its options, and what it does, returning an exit code."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace, terminal: Terminal) -> int: ...


@cache
def names() -> tuple[str, ...]:
    """Return the commands in the order a user meets them; those not listed here come last, by name."""
    found = {module.name for module in iter_modules(__path__) if not module.name.startswith("_")}
    return tuple(sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)))


def load(name: str) -> Command:
    return cast("Command", import_module(f"{__name__}.{name}"))


_ORDER = (
    *("audit", "verify", "selftest", "score", "search", "write", "batch", "lock", "corpus", "report"),
    *("rules", "explain", "init", "config", "cache"),
)
