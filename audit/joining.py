"""A draft beside its sources: which entry of the list, and which source, each reference of a marker leads to."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cached_property

from audit.draft import in_bounds, scope_at
from audit.views import Markers, Runs
from wellsourced_core.text import canonical_url, line_starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wellsourced_core.model import Draft, Label, Marker, Ref, Scope, Source

    Lead = tuple[bool, int | None, int | None]  # in bounds, reference, source
    Joined = tuple[int, Label, bool, int | None, int | None]  # place in the marker, label, and the same


class Joining:
    """What joins a draft to its sources; all of it is worked out once, when it is first asked for."""

    __slots__ = ()

    if TYPE_CHECKING:
        draft: Draft
        sources: tuple[Source, ...]

    @property
    def positional(self) -> bool:
        """Tell whether markers cite the list's entries by their place: then no entry may go or move."""
        return self.draft.style.joined_by == "position"

    @cached_property
    def unreadable(self) -> bool:
        """Tell whether markers are there but none joins an entry or a source."""
        draft = self.draft
        return bool(draft.markers or draft.unread) and draft.style.joined_by == "none"

    @cached_property
    def lines(self) -> array[int]:
        """Return the offset of each line's first code point."""
        return array("I", line_starts(self.draft.text))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    # ------------------------------------------------------------------------------------------- sources

    @cached_property
    def source_of_reference(self) -> tuple[int | None, ...]:
        """Return each reference's source: the one with the same canonical address, else with the same number."""
        one_scope = len(self.draft.scopes) == 1
        found = []
        for reference in self.draft.references:
            at = next((self._by_url[u] for u in map(canonical_url, reference.urls) if u in self._by_url), None)
            if at is None and one_scope and reference.label is not None:
                at = self._by_label.get(reference.label)
                if at is not None and self._belongs_elsewhere(at, reference.urls):
                    at = None
            found.append(at)
        return tuple(found)

    def _belongs_elsewhere(self, source: int, urls: tuple[str, ...]) -> bool:
        """Tell whether a source of the same number is another page than the entry names."""
        return bool(urls) and canonical_url(self.sources[source].url) in self._listed_urls

    @cached_property
    def _listed_urls(self) -> frozenset[str]:
        return frozenset(canonical_url(u) for reference in self.draft.references for u in reference.urls)

    @cached_property
    def _by_url(self) -> dict[str, int]:
        table: dict[str, int] = {}
        for index, source in enumerate(self.sources):
            if source.url:
                table.setdefault(canonical_url(source.url), index)
        return table

    @cached_property
    def _by_label(self) -> dict[Label, int]:
        table: dict[Label, int] = {}
        for index, source in enumerate(self.sources):
            table.setdefault(source.n if source.n is not None else source.id, index)
            table.setdefault(source.id, index)
        return table

    @cached_property
    def tied_by_number(self) -> bool:
        """Tell whether some source is tied to its entry by its number alone: then no number may change."""
        return any(
            source is not None and not any(canonical_url(u) in self._by_url for u in reference.urls)
            for reference, source in zip(self.draft.references, self.source_of_reference, strict=True)
        )

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """Return the sources of the draft that a marker could be re-pointed to: those of its references."""
        listed = [s for s in self.source_of_reference if s is not None]
        return tuple(dict.fromkeys(listed)) if self.draft.references else tuple(range(len(self.sources)))

    def label_of_source(self, source: int, offset: int) -> Label:
        """Return the label under which the list in force at an offset has a source, or None."""
        scope = scope_at(self.draft, offset)
        for index in scope.references:
            if self.source_of_reference[index] == source:
                return self.draft.references[index].label
        if not self.draft.references:
            one = self.sources[source]
            return one.n if one.n is not None else one.id
        return None

    # ------------------------------------------------------------------------------------------- lists

    @cached_property
    def entries_at(self) -> dict[int, tuple[int, ...]]:
        """Return the references by the offset of their line: some lines hold several."""
        table: dict[int, tuple[int, ...]] = {}
        for index, entry in enumerate(self.draft.references):
            table[entry.start] = (*table.get(entry.start, ()), index)
        return table

    @cached_property
    def duplicates(self) -> dict[int, int]:
        """Return the references that repeat another one of their scope, with the one they repeat."""
        found: dict[int, int] = {}
        for scope in self.draft.scopes:
            first: dict[str, int] = {}
            for index in scope.references:
                entry = self.draft.references[index]
                key = canonical_url(entry.urls[0]) if entry.urls else " ".join(entry.text.lower().split())
                earlier = first.setdefault(key, index) if key else index
                if earlier != index and self.draft.references[earlier].start != entry.start:
                    found[index] = earlier
        return found

    def first_use(self, scope: Scope) -> tuple[int, ...]:
        """Return the numbers that a scope's markers cite, in order of first use."""
        used = (
            ref.label
            for marker in self.draft.markers
            if scope.start <= marker.start < scope.end
            for ref in marker.refs
            if isinstance(ref.label, int)
        )
        return tuple(dict.fromkeys(used))

    # ------------------------------------------------------------------------------------------- markers

    @cached_property
    def columns(self) -> Markers:
        """Return the markers in columns: most questions are about one of these."""
        return Markers.of(self.draft.text, self.draft.markers)

    @cached_property
    def groups(self) -> Sequence[range]:
        """Return the indexes of markers that stand together, per group."""
        groups = self.columns.groups
        firsts = (index for index, group in enumerate(groups) if not index or group != groups[index - 1])
        return Runs(firsts, len(groups))

    def resolve(self, marker: Marker, ref: Ref) -> Lead:
        """Return (in bounds, reference, source) of one reference of a marker."""
        return self._lead(scope_at(self.draft, marker.start), ref.label, ref.url)

    def resolved(self, marker: int) -> Iterator[Joined]:
        """Yield (its place, its label, whether in bounds, reference, source) of each reference of a marker."""
        columns, leads = self.columns, self._leads
        scope = scope_at(self.draft, columns.starts[marker])
        first = columns.first[marker]
        for i in range(first, columns.first[marker + 1]):
            label, url = columns.labels[i], columns.urls[i]
            key = scope.start, label, url
            lead = leads.get(key)
            if lead is None:
                lead = leads[key] = self._lead(scope, label, url)
            yield i - first, label, *lead

    @cached_property
    def _leads(self) -> dict[tuple[int, Label, str | None], Lead]:
        """Where the references lead that were resolved already, by scope: most of a draft's are alike."""
        return {}

    def _lead(self, scope: Scope, label: Label, url: str | None) -> Lead:
        table = self._reference_by_key[self.draft.scopes.index(scope)]
        key: Label | str = label if label is not None else "url:" + canonical_url(url or "")
        reference = table.get(key)
        if reference is not None:
            return True, reference, self.source_of_reference[reference]
        if not in_bounds(scope, label, url):
            return False, None, None
        if label is not None:
            return True, None, self._by_label.get(label)
        return True, None, self._by_url.get(canonical_url(url or ""))

    @cached_property
    def _reference_by_key(self) -> tuple[dict[Label | str, int], ...]:
        """Return per scope: label, and canonical address behind "url:", to the first reference that has it."""
        tables: list[dict[Label | str, int]] = []
        for scope in self.draft.scopes:
            table: dict[Label | str, int] = {}
            for place, index in enumerate(scope.references, 1):
                reference = self.draft.references[index]
                if self.positional:
                    table.setdefault(place, index)
                elif reference.label is not None:
                    table.setdefault(reference.label, index)
                for url in reference.urls:
                    table.setdefault("url:" + canonical_url(url), index)
            tables.append(table)
        return tuple(tables)
