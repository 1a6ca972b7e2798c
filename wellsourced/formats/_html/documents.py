"""The documents that a draft was held against: which entry each is, and pictures of the pages that evidence stands on.

A report has pictures of its first passages only, those of findings first.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence

from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._shared import join_lines, plural
from wellsourced_core.model import FileReport, Finding, Span
from wellsourced_core.values import frozen, mutable

Draw = Callable[[str, int, str], bytes | None]  # a document, a page from 1, a passage -> PNG

_MOST = 20  # pictures of a report: some 40 kB each


@frozen
class _Passage:
    """A passage of a document, and what in the draft it was held against."""

    about: str
    name: str
    document: str
    evidence: Span


@mutable
class Documents:
    """Draws pages for one report, as long as there is room for more."""

    draw: Draw | None
    left: int = _MOST

    def of(self, file: FileReport, findings: Sequence[Finding]) -> Iterator[Html]:
        """Yield which entry each document was joined to, and the pages that evidence stands on.

        Nothing comes of a draft that was held against no document.
        """
        rows = NOTHING.join(Html("<li>%s</li>") % line(told) for told in join_lines(file))
        if rows:
            yield (
                Html("<details class=joins><summary>Documents and their entries</summary><ul>%s</ul></details>") % rows
            )
        passages = list(_once(_passages(file, findings))) if self.draw is not None else []
        drawn = NOTHING.join(map(self._figure, passages[: self.left]))
        if drawn:
            more = len(passages) - self.left
            without = Html("<p class=quiet>%s without a picture.</p>") % plural(more, "more passage")
            opened = Html("<details class=pages><summary>Pages of the documents cited</summary>%s%s</details>")
            yield opened % (drawn, without if more > 0 else NOTHING)
        self.left = max(0, self.left - len(passages))

    def _figure(self, passage: _Passage) -> Html:
        page = passage.evidence.page
        picture = self.draw(passage.document, page, passage.evidence.text) if self.draw is not None else None
        if picture is None:
            return NOTHING
        named = line(f"{passage.name}, p. {page}")
        data = b64encode(picture).decode("ascii")
        return Html(
            '<figure><figcaption>%s: %s</figcaption><img alt="%s, the passage marked" loading="lazy" '
            'src="data:image/png;base64,%s"></figure>'
        ) % (line(passage.about), named, named, data)


def _passages(file: FileReport, findings: Sequence[Finding]) -> Iterator[_Passage]:
    """Yield the passages of findings, then those of citations, each in the order of the draft."""
    documents = {one.id: one.document.file for one in file.shelf if one.document is not None and one.document.pages}
    shown = [(f"{one.code}, line {one.line}", one.source, one.evidence) for one in findings]
    for marker in file.markers:
        shown += [(f"{marker.raw} {ref.verdict}, line {marker.line}", ref.source, ref.evidence) for ref in marker.refs]
    for about, source, evidence in shown:
        if evidence is not None and evidence.page and source in documents:
            yield _Passage(about, source or "", documents[source or ""], evidence)


def _once(passages: Iterator[_Passage]) -> Iterator[_Passage]:
    """Yield each passage of a document once, for the first that it was held against."""
    seen: set[tuple[str, Span]] = set()
    for one in passages:
        if (one.document, one.evidence) not in seen:
            seen.add((one.document, one.evidence))
            yield one
