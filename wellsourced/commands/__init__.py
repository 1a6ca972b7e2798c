"""The commands: a file per command, found by its name; its heavy imports stand in ``run``."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from importlib import import_module

from wellsourced_core.discovery import modules
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import IO, Protocol

    class Command(Protocol):
        """What a command's file has: one line of help, its options, and what it does, returning an exit code."""

        HELP: str

        def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

        def run(self, args: argparse.Namespace, terminal: Terminal) -> int: ...


def abandon(stream: IO[str]) -> None:
    """Redirect an unwritable stream to nowhere, so that the interpreter does not try again at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@frozen
class Terminal:
    """Where a command reads and writes: reports on ``out``, progress and summaries on ``err``."""

    into: IO[str]
    out: IO[str]
    err: IO[str]

    @property
    def colored(self) -> bool:
        """Return whether reports may be coloured: a terminal, not a dumb one, and NO_COLOR unset."""
        return self.out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def say(self, line: str) -> None:
        """Write a line for a person; if it cannot be written, the work continues."""
        try:
            self.err.write(line + "\n")
        except OSError:
            abandon(self.err)


@cache
def names() -> tuple[str, ...]:
    """Return the commands in the order for `--help`; those not listed here come last, by name."""
    return tuple(
        sorted(modules(__path__), key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
    )


def load(name: str) -> Command:
    command: Command = import_module(f"{__name__}.{name}")
    return command


_ORDER = (
    *(
        "audit",
        "review",
        "references",
        "verify",
        "selftest",
        "calibrate",
        "score",
        "search",
        "write",
        "batch",
        "lock",
        "corpus",
        "report",
    ),
    *("rules", "explain", "init", "config", "cache"),
)
