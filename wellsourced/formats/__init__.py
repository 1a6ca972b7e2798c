"""Ways to print an audit: one module each, found by its file name, imported only when asked for.

A format is a module with ``pieces(report, options=Options()) -> Iterator[str]``: what it writes, piece by piece, so
that a long report is never held as a whole. Its name is the module's, a trailing underscore aside; packages and
modules that start with an underscore are no formats.
"""

from __future__ import annotations

from importlib import import_module

from wellsourced_core.discovery import modules
from wellsourced_core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wellsourced_core.model import AuditReport

__all__ = ["names", "pieces", "render"]


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
    """Return a report in one format as one text; an unknown name raises InputError."""
    return "".join(
        pieces(name, report, rules=rules, color=color, max_findings=max_findings, summary=summary, verbose=verbose)
    )


def pieces(
    name: str,
    report: AuditReport,
    *,
    rules: Mapping[str, str] | None = None,
    color: bool = False,
    max_findings: int | None = None,
    summary: bool = True,
    verbose: bool = False,
    draw: Callable[[str, int, str], bytes | None] | None = None,
    statistics: bool = False,
) -> Iterator[str]:
    """Return a report in one format, piece by piece; an unknown name raises InputError.

    ``rules`` gives each code its one-line description, ``max_findings`` bounds the findings shown (counts
    stay exact). In text, ``color`` is for terminals, ``summary`` ends it, ``verbose`` lists weak
    and unchecked citations, and ``statistics`` has counts in place of the findings. In HTML, ``draw`` makes the
    pictures of documents' pages.
    """
    from wellsourced.formats._shared import Options

    known = _modules()
    if name not in known:
        raise InputError(name, "is not a format", f"choose one of {', '.join(sorted(known))}", code="bad-format")
    options = Options(dict(rules or {}), color, max_findings, summary, verbose, draw, statistics)
    made: Iterator[str] = import_module(f"{__name__}.{known[name]}").pieces(report, options)
    return made


def _modules() -> dict[str, str]:
    return {name.rstrip("_"): name for name in modules(__path__)}
