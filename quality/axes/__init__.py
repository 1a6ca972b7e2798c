"""The axes of a source's quality, one file each: ``score(query, page, options) -> AxisScore``.

The file's name is the axis' name. A new file is found by itself and weighs nothing until
``quality.weights`` names it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from wellsourced.core.model import AxisScore

if TYPE_CHECKING:
    from quality.options import Options
    from quality.reading import Page, Query

    Axis = Callable[[Query, Page, Options], AxisScore]


@cache
def names() -> tuple[str, ...]:
    """Return the names of all axes, in alphabetical order, without importing any."""
    return tuple(sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_")))


@cache
def axes() -> tuple[Axis, ...]:
    """Return the scoring function of every axis, in the order of their names."""
    return tuple(import_module(f"{__name__}.{name}").score for name in names())
