"""The citations of a draft, judged: by marker, by verdict, and which entries of the list nothing cites."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from audit.judge_citations import Judge
from audit.parsing.dialects import IN_TEXT
from audit.parsing.link_markers import link_name
from audit.parsing.words_of_sentences import is_word
from audit.tuning import SHIPPED, Tuning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from audit.judge_citations import Citation
    from audit.numbered_sources import NumberedSources
    from audit.resolve_references import ResolvedReferences
    from audit.texts import Texts
    from wellsourced_core.model import CitationVerdict


_marker = attrgetter("marker")


class Citations:
    """The citations of a draft in the order of their markers; they are judged when the first one is asked for."""

    def __init__(
        self, texts: Texts, references: ResolvedReferences, numbers: NumberedSources, tuning: Tuning = SHIPPED
    ) -> None:
        self._texts = texts
        self._tuning = tuning
        self._numbers = numbers
        self._draft = texts.draft
        self._references = references

    @cached_property
    def _judged(self) -> tuple[Citation, ...]:
        judge = Judge(self._texts, self._references, self._numbers, self._tuning)
        return tuple(citation for group in self._references.groups for citation in judge.group(group))

    def __iter__(self) -> Iterator[Citation]:
        return iter(self._judged)

    def __len__(self) -> int:
        return len(self._judged)

    def of(self, marker: int) -> tuple[Citation, ...]:
        """Return the citations of one marker, by its index."""
        first = bisect_left(self._judged, marker, key=_marker)
        return self._judged[first : bisect_left(self._judged, marker + 1, first, key=_marker)]

    def having(self, verdict: CitationVerdict) -> Iterator[Citation]:
        """Yield the citations with a verdict."""
        return (citation for citation in self._judged if citation.verdict == verdict)

    def name_of(self, citation: Citation) -> str:
        """Return what a citation is called in messages: its label, else the title or the host of its link."""
        if citation.label is not None:
            return str(citation.label)
        ref = self._draft.markers[citation.marker].refs[citation.ref]
        return link_name(self._draft.text[ref.start : ref.end])

    def place_of_source(self, source_id: str) -> tuple[int, int]:
        """Return where a draft names a source: its entry, else its first marker, else (0, 0)."""
        sources, references = self._texts.sources, self._references
        for index, entry in zip(references.source_of_reference, self._draft.references, strict=True):
            if index is not None and sources[index].id == source_id:
                return entry.start, entry.end
        for citation in self._judged:
            if citation.source is not None and sources[citation.source].id == source_id:
                marker = self._draft.markers[citation.marker]
                return marker.start, marker.end
        return 0, 0

    # ------------------------------------------------------------------------------------------- entries of the list

    @cached_property
    def cited(self) -> frozenset[int]:
        """Return the references that a marker cites as the draft stands."""
        return frozenset(citation.reference for citation in self._judged if citation.reference is not None)

    @cached_property
    def orphans(self) -> frozenset[int]:
        """Return the references that nothing would cite after all fixes; uncited lists and duplicates aside."""
        draft, duplicates = self._draft, self._references.duplicates
        aside = {*draft.uncited, *duplicates, *draft.collided}
        listed = {index for scope in draft.scopes for index in scope.references if index not in aside}
        left = listed if "_judged" in self.__dict__ else self._without_standing_citation(listed)
        return frozenset(left - self._cited_after_fixes if left else left)

    def _without_standing_citation(self, references: set[int]) -> set[int]:
        """Return those references that have no citation which every fix leaves in place.

        For the orphans alone, not every marker is judged: the search ends when each reference has such a citation.
        """
        left, judge = set(references), Judge(self._texts, self._references, self._numbers, self._tuning)
        duplicates = self._references.duplicates
        for group in self._references.groups:
            if not left:
                break
            markers = [self._draft.markers[index] for index in group]
            cited = {self._references.resolve(marker, ref)[1] for marker in markers for ref in marker.refs} - {None}
            if left & (cited | {duplicates.get(one) for one in cited if one is not None}):
                judged = list(judge.group(group))
                kept = {c.reference for c in self._standing(judged)}
                left -= kept | {duplicates.get(one) for one in kept if one is not None}
        return left

    @cached_property
    def _cited_after_fixes(self) -> frozenset[int]:
        """Return the references that a marker would cite once every fix, safe and unsafe, were made."""
        references = self._references
        kept, moved = set(), set()
        for _, group in groupby(self._judged, key=lambda citation: self._draft.markers[citation.marker].group):
            judged = list(group)
            standing = list(self._standing(judged))
            kept |= {citation.reference for citation in standing}
            moved |= {one.better[0] for one in judged if one.better is not None and one not in standing}
        kept |= {i for i, source in enumerate(references.source_of_reference) if source is not None and source in moved}
        kept |= {first for index, first in references.duplicates.items() if index in kept}
        return frozenset(one for one in kept if one is not None)

    def _standing(self, group: Sequence[Citation]) -> Iterator[Citation]:
        """Yield the citations of a group of markers that stay where they are when every fix is made."""
        lost = {"misattributed", "out-of-bounds"}
        stays = all(citation.verdict in lost and citation.better is None for citation in group) and is_word(
            self._draft.text, [self._draft.markers[at] for at in dict.fromkeys(c.marker for c in group)]
        )
        for citation in group:
            in_text = stays or self._draft.markers[citation.marker].shape in IN_TEXT
            if citation.verdict != "misattributed" or in_text:
                yield citation
