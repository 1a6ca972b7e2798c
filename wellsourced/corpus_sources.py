"""Take from a corpus what a draft names, by address or title: a corpus may hold more than an audit can read."""

from __future__ import annotations

from pathlib import Path

from wellsourced_core.model import Document, Source
from wellsourced_core.text import canonical_url
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from audit.case import Case

_MOST = 1_000


def named_in(case: Case, corpora: Sequence[Path]) -> tuple[Source, ...]:
    """Return the documents of corpora that a draft's entries, links or sources name. Raises StorageError."""
    if not corpora:
        return ()
    from audit.document_joins import names_a_work
    from audit.references.titles import letters
    from retrieval.backends.corpus import named

    entries = case.draft.references
    links = (ref.url for marker in (*case.draft.markers, *case.draft.unread) for ref in marker.refs if ref.url)
    given = (source.url for source in case.sources if source.url)
    addresses = set(map(canonical_url, (*(url for entry in entries for url in entry.urls), *links, *given)))
    said = "\n".join([letters(text) for text in (*(e.text for e in entries), *(s.title for s in case.sources))])

    def is_wanted(url: str, title: str) -> bool:
        return canonical_url(url) in addresses or (names_a_work(title) and letters(title) in said)

    return tuple(_of(path, one) for path in corpora for one in named(path, is_wanted, _MOST))


def _of(corpus: Path, source: Source) -> Source:
    return replace(source, id=f"{corpus.name}#{source.id}", document=Document(f"{corpus}#{source.id}"))
