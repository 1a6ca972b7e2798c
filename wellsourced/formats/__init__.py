"""Ways to print an audit: one module each, found by its file name, imported only when asked for.

A format is a module with ``render(report, options=Options()) -> str``. Its name is the module's, a trailing
underscore aside; packages and modules that start with an underscore are no formats.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from wellsourced.formats._shared import Options
from wellsourced_core.discovery import modules
from wellsourced_core.errors import InputError
from wellsourced_core.model import AuditReport

__all__ = ["Options", "names", "render"]


def names() -> tuple[str, ...]:
    """Return the names of all formats, sorted, without importing one."""
    return tuple(sorted(_modules()))


def render(
    name: str,
    report: AuditReport,
    *,
    rules: Mapping[str, str] | None = None,
    color: bool = False,
    max_findings: int | None = None,
    summary: bool = True,
    verbose: bool = False,
) -> str:
    """Print a report in one format; an unknown name raises InputError.

    ``rules`` gives each code its one-line description, ``max_findings`` bounds the findings shown (counts
    stay exact). In text, ``color`` is for terminals, ``summary`` ends it and ``verbose`` lists weak
    and unchecked citations.
    """
    known = _modules()
    if name not in known:
        raise InputError(name, "is not a format", f"choose one of {', '.join(sorted(known))}", code="bad-format")
    options = Options(rules=dict(rules or {}), color=color, max_findings=max_findings, summary=summary, verbose=verbose)
    rendered: str = import_module(f"{__name__}.{known[name]}").render(report, options)
    return rendered


def _modules() -> dict[str, str]:
    return {name.rstrip("_"): name for name in modules(__path__)}
