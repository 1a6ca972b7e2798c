"""Where work is done: on this machine or on a cluster. An engine is one file here, found by its name.

Its file has ``opened(address, workers)``, a context manager that yields the engine and imports what it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Protocol, TypeVar

from wellsourced_core.errors import WellsourcedError

_Shard = TypeVar("_Shard")
_Made = TypeVar("_Made")


class Engine(Protocol):
    """Runs work. Arguments and results must be picklable, and work may run twice."""

    @property
    def slots(self) -> int:
        """Return how many shards are processed at once."""

    def run(self, work: Callable[[_Shard], _Made], shard: _Shard) -> _Made:
        """Return ``work(shard)`` or raise what it raised. Safe to call from several threads at once."""

    def map(self, work: Callable[[_Shard], _Made], shards: Iterable[_Shard]) -> Iterator[_Made]:
        """Yield ``work(shard)`` for every shard, in order, reading only a few ahead."""


class WorkerLostError(WellsourcedError):
    """Every worker that ran a shard has died. The shard is at fault, not the cluster."""

    code = "worker-lost"
    exit_code = 4


def opened(name: str, address: str = "", workers: int | None = None) -> AbstractContextManager[Engine]:
    """Open an engine by its name.

    ``address`` is where a cluster is, "" for one on this machine that ends with us, of ``workers`` processes.
    Raises ConfigError where the engine is not installed, BackendError where the cluster cannot be reached.
    """
    engine: AbstractContextManager[Engine] = import_module(f"{__name__}.{name}").opened(address, workers)
    return engine
