"""Draw the pages of documents for whoever shows them; one that cannot be drawn is left out."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from wellsourced_core.errors import WellsourcedError


def draw(document: str, page: int, passage: str) -> bytes | None:
    """Return a page of a PDF, counted from 1, as PNG with a passage marked; None where that cannot be done."""
    from retrieval.extract import page_picture

    try:
        return page_picture(_bytes(document), page - 1, passage, document)
    except WellsourcedError:
        return None


@lru_cache(maxsize=1)
def _bytes(document: str) -> bytes:
    from retrieval.documents import content_of

    return content_of(Path(document))
