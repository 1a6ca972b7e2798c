"""The texts of documents that were read before: a file that has not changed is not read again, by any run."""

from __future__ import annotations

import json
from pathlib import Path

from retrieval.document_files import PARSED, suffix_of
from wellsourced.code_identity import code_identity
from wellsourced.given_sources import read_document
from wellsourced.result_cache import key_of
from wellsourced_core.model import Document, Source
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wellsourced.file_states import FileStates
    from wellsourced.result_cache import Results


@frozen
class KeptTexts:
    """Reads documents; what was made of them lies among the results, under the digest of their bytes."""

    results: Results | None
    states: FileStates

    def read(self, path: Path, name: str) -> tuple[Source, ...]:
        """Return the sources of a document. Raises InputError and StorageError."""
        if self.results is None or suffix_of(path) not in PARSED:
            return read_document(path, name)
        digest = self.states.digest(str(path))
        key = key_of("text of", code_identity(self.results), digest, name)
        data = self.results.get(key)
        if data is not None:
            return tuple(map(_unpacked, json.loads(data)))
        made = read_document(path, name)
        if self.states.unchanged([str(path)]):
            self.results.put(key, json.dumps(list(map(_packed, made)), separators=(",", ":")).encode("ascii"))
        return made


def _packed(source: Source) -> list[Any]:
    document = source.document or Document("")
    day = source.published.isoformat() if source.published else None
    told = [document.pages, document.identifiers, document.problem]
    return [source.id, source.url, source.title, source.text, day, source.dated_by, document.file, *told]


def _unpacked(record: list[Any]) -> Source:
    from datetime import date

    identifier, url, title, text, day, dated_by, file, pages, identifiers, problem = record
    published = date.fromisoformat(day) if day else None
    document = Document(file, tuple(pages), tuple(identifiers), problem)
    return Source(identifier, url, title, text, published, dated_by=dated_by, document=document)
