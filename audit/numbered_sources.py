"""The sources of a draft with their numbers indexed: each once, when first asked for."""

from __future__ import annotations

from audit import statistics
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.resolve_references import ResolvedReferences
    from audit.texts import Texts

_DIGITS = compiled(r"[0-9]+")  # of an entry: volumes and pages are no numbers of the source


class NumberedSources:
    """Reads the numbers of a draft's sources; what an entry says of its source counts as a title."""

    def __init__(self, texts: Texts, references: ResolvedReferences) -> None:
        self._texts = texts
        self._references = references
        self._read: dict[int, statistics.SourceNumbers] = {}

    def __getitem__(self, source: int) -> statistics.SourceNumbers:
        if source not in self._read:
            one = self._texts.sources[source]
            title = f"{one.title} {_DIGITS.sub('', self._references.entries_of(source))}".strip()
            day = one.published.isoformat() if one.published else ""
            read = statistics.prepare(one.text, title, one.url, self._texts.source(source), published=day)
            self._read[source] = read
        return self._read[source]
