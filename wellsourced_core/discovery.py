"""Find the modules of a package: a new check, axis, backend, command or format is found by its file."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def modules(package: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a package's modules, sorted: those of its files that no underscore marks as private.

    ``package`` is its ``__path__``. `pkgutil` does the same but imports `inspect`, which takes half of a start.
    """
    files = {name for folder in package for name in os.listdir(folder)}  # noqa: PTH208  # pathlib costs more than all of this
    return tuple(sorted(name[:-3] for name in files if name.endswith(".py") and not name.startswith("_")))
