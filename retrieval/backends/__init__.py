"""Search backends: each is one file here, found by its name.

Its file has ``build(options) -> Backend``, which imports what the backend needs; nothing else is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol

from wellsourced_core.discovery import modules
from wellsourced_core.errors import ConfigError
from wellsourced_core.model import Source
from wellsourced_core.values import frozen


@frozen
class Found:
    """What a search brought: sources, best first, and the service's own answer to the question, "" for none."""

    sources: tuple[Source, ...]
    answer: str = ""


Options = Mapping[str, str | int | float | bool]


class Backend(Protocol):
    """A place to search. Safe to call from several threads at once.

    One whose service answers questions itself also has ``find(query, limit) -> Found``. Its answer is no source: what
    it says is written only where a source carries it.
    """

    @property
    def name(self) -> str:
        """Return the name that its sources carry as their provider."""

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        """Return at most ``limit`` sources, best first; no result is (). Raises BackendError."""


def find(backend: Backend, query: str, limit: int) -> Found:
    """Search a backend; one that also answers questions has a ``find`` of its own. Raises BackendError."""
    own: Callable[[str, int], Found] | None = getattr(backend, "find", None)
    return own(query, limit) if own is not None else Found(tuple(backend.search(query, limit)))


def names() -> tuple[str, ...]:
    """Return the names of all backends, without importing any."""
    return modules(__path__)


def build(name: str, options: Options) -> Backend:
    """Make a backend ready to search; only its own file is imported. Raises ConfigError."""
    if name not in names():
        raise ConfigError(name, "is not a search backend", f"choose one of {', '.join(names())}")
    backend: Backend = import_module(f"{__name__}.{name}").build(options)
    return backend


def seconds(backend: str, options: Options, name: str, default: float) -> float:
    """Return an option that is a time, more than zero and at most an hour. Raises ConfigError."""
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 3_600:
        raise ConfigError(f"backends.{backend}.{name}", "is not a time in seconds", "give a number from 0 to 3600")
    return float(value)


def check_options(backend: str, options: Options, known: frozenset[str]) -> None:
    """Refuse an option that a backend does not have, naming those it has."""
    for option in options:
        if option not in known:
            raise ConfigError(
                f"backends.{backend}.{option}", "is not an option", f"choose from {', '.join(sorted(known))}"
            )
