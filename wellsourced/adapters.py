"""Documents of other libraries as sources: LangChain's (``page_content``) and LlamaIndex's (``text``).

Plain functions that look at attributes alone; neither library is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from retrieval.published_date import read_date
from retrieval.source_address import source_address, tell_ignored
from wellsourced.api import score_sources
from wellsourced_core.errors import InputError
from wellsourced_core.model import Insufficient, Source

_Document = TypeVar("_Document")

# What loaders of the two libraries call these things, the surest first.
_URL = ("url", "source_url", "source", "link", "file_path", "file_name")
_TITLE = ("title", "file_name")
_PUBLISHED = ("published", "published_date", "publish_date", "publication_date", "date")


def from_documents(documents: Iterable[Any]) -> tuple[Source, ...]:
    """Return documents as sources, numbered from 1 in their order, as a prompt numbers them.

    A document has a text in ``page_content`` or ``text`` and may have a mapping ``metadata`` with an address, a title
    and a date of publication. Raises InputError, which names the document, for one without a text.
    """
    given = tuple(documents)
    sources = tuple(_source(n, document) for n, document in enumerate(given, 1))
    named = (bool(_first(_metadata(document), _URL)) for document in given)
    tell_ignored("documents", sum(is_named and not one.url for is_named, one in zip(named, sources, strict=True)))
    return sources


def keep_documents(
    question: str, documents: Sequence[_Document], *, as_of: date, mode: str = "standard"
) -> list[_Document]:
    """Return the documents that may be written from, best first; none where they are too few for a report."""
    outcome = score_sources(question, from_documents(documents), as_of=as_of, mode=mode).outcome
    if isinstance(outcome, Insufficient):
        return []
    return [documents[int(kept.source.id) - 1] for kept in outcome.kept]


def _source(n: int, document: Any) -> Source:
    text = getattr(document, "page_content", None)
    if text is None:
        text = getattr(document, "text", None)
    if not isinstance(text, str):
        raise InputError(
            f"documents[{n - 1}]", "has no text in page_content or text", "pass documents of LangChain or LlamaIndex"
        )
    known = _metadata(document)
    published = read_date(_first(known, _PUBLISHED))
    url = source_address(_first(known, _URL))
    return Source(str(n), url, _first(known, _TITLE), text, published, provider="documents", n=n)


def _metadata(document: Any) -> Mapping[Any, Any]:
    metadata = getattr(document, "metadata", None)
    return metadata if isinstance(metadata, Mapping) else {}


def _first(known: Mapping[Any, Any], keys: Sequence[str]) -> str:
    """Return the first value of a mapping that says something, as a text; "" for none."""
    return next((str(known[key]) for key in keys if known.get(key)), "")
