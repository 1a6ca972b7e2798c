"""Set the list of references under an article: a numbered list, titles inert, addresses as written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wellsourced.core.errors import shown
from wellsourced.core.model import Source

HEADING = "## Sources"
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def with_references(markdown: str, sources: Sequence[Source]) -> str:
    """Append the list of all numbered sources; the audit prunes those that nothing cites."""
    entries = "\n".join(_entry(source) for source in sources)
    return f"{markdown.rstrip()}\n\n{HEADING}\n\n{entries}\n"


def _entry(source: Source) -> str:
    title = _SPECIAL.sub(r"\\\1", " ".join(shown(source.title or source.id, 200).split())).rstrip(".")
    day = f" ({source.published.isoformat()})" if source.published else ""
    address = " ".join(shown(source.url, 2000).split())
    return f"{source.n}. {title}.{f' {address}' if address else ''}{day}"
