"""The axes of a source's quality, one file each: ``score(query, pages, options) -> list of AxisScore``.

The file's name is the axis' name. A new file is found by itself and weighs nothing until
``quality.weights`` names it. An axis that never looks at the question says so by ``OF_PAGE = True``:
a page is then scored once, however many questions it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module

from quality.axis_names import axis_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from quality.axis_input import Page, Query
    from quality.options import Options
    from wellsourced_core.model import AxisScore

    Axis = Callable[[Query, Sequence[Page], Options], list[AxisScore]]


@cache
def axes() -> tuple[Axis, ...]:
    """Return the scoring function of every axis, in the order of their names."""
    return tuple(import_module(f"{__name__}.{name}").score for name in axis_names())


@cache
def of_page() -> tuple[bool, ...]:
    """Return for every axis, in the order of their names, whether its score is the page's own."""
    return tuple(getattr(import_module(f"{__name__}.{name}"), "OF_PAGE", False) for name in axis_names())
