"""Work done on a Ray cluster: this machine's processors, or as many machines as there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from wellsourced.engines import WorkerLostError
from wellsourced.night.interrupt import Interrupt, interruptible
from wellsourced.ordered_threads import in_order
from wellsourced_core.errors import BackendError, ConfigError, shown

# A worker that dies costs its shard a retry by Ray; a shard that Ray gives up is submitted once more.
_RETRIES, _SUBMISSIONS = 3, 2
_Shard = TypeVar("_Shard")
_Made = TypeVar("_Made")


class RayEngine:
    """Sends each shard to a worker, as a task of one processor."""

    def __init__(self, ray: Any, interrupt: Interrupt) -> None:
        self._ray, self._interrupt = ray, interrupt
        self._task = ray.remote(max_retries=_RETRIES)(_apply)

    @property
    def slots(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[_Shard], _Made], shard: _Shard) -> _Made:
        errors = self._ray.exceptions
        for _ in range(_SUBMISSIONS):
            try:
                made: _Made = self._ray.get(self._task.remote(work, shard))
                return made
            except errors.RayTaskError as error:
                raise error.cause from None
            except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.ObjectLostError):
                continue
            except errors.RayError as error:
                why = shown(str(error).partition("\n")[0])
                raise BackendError("Ray", f"failed ({why})", "check the cluster and run again") from error
        problem = f"{_SUBMISSIONS * (_RETRIES + 1)} workers died working on it"
        raise WorkerLostError("Ray", problem, "check that they have enough memory")

    def map(self, work: Callable[[_Shard], _Made], shards: Iterable[_Shard]) -> Iterator[_Made]:
        return in_order(shards, partial(self.run, work), self.slots, self._interrupt.check)


@contextmanager
def opened(address: str = "", workers: int | None = None) -> Iterator[RayEngine]:
    """Join the cluster at ``address``, or start one here that ends with us, without a dashboard.

    Ray reports nothing to its makers, and what it prints about workers that died (their work is done again) is kept out
    of our results. Signals are noted until the engine is closed.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError as error:
        raise ConfigError("--engine ray", "Ray is not installed", "pip install 'wellsourced[ray]'") from error
    # Ray's default folder is shared by all users of a machine and never emptied.
    with (
        TemporaryDirectory(prefix="ws") as folder,
        Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere),
        interruptible() as interrupt,
    ):
        here = {"num_cpus": workers, "include_dashboard": False, "_temp_dir": folder}
        try:
            ray.init(address or "local", log_to_driver=False, logging_level="ERROR", **({} if address else here))
        except (OSError, RuntimeError, ValueError) as error:
            why = shown(str(error).partition("\n")[0])
            raise BackendError(address or "Ray", f"cannot be reached ({why})", "check run.ray_address") from error
        try:
            interrupt.check()
            yield RayEngine(ray, interrupt)
        finally:
            ray.shutdown()


def _apply(work: Callable[[_Shard], _Made], shard: _Shard) -> _Made:
    return work(shard)
