"""Set lines into the width of a terminal."""

from __future__ import annotations

import textwrap

WIDTH = 80


def fit(line: str, indent: str = "    ") -> str:
    """Break a line into lines of at most 80 code points; those after the first are indented."""
    return "\n".join(textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)) or ""
