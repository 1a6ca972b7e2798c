"""Resolve citations: which entry of the list, and which source, each reference of a marker leads to."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby

from audit.draft import in_bounds, scope_at
from audit.thresholds import LONGEST_ABSTRACT, STYLE_READ_WELL
from wellsourced_core.text import canonical_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from audit.document_joins import Join
    from wellsourced_core.model import Draft, FoundBy, Label, Marker, Ref, Scope, Source

    Lead = tuple[bool, int | None, int | None]  # in bounds, reference, source


class ResolvedReferences:
    """Which entries, sources and citations of a draft belong together; each table is made when first asked for."""

    def __init__(self, draft: Draft, sources: Sequence[Source]) -> None:
        self.draft = draft
        self.sources = sources
        self._leads: dict[tuple[int, Label, str | None], Lead] = {}  # most citations of a draft lead to the same few

    @property
    def positional(self) -> bool:
        """Tell whether markers cite the list's entries by their place: then no entry may go or move."""
        return self.draft.style.joined_by == "position"

    @cached_property
    def unreadable(self) -> bool:
        """Tell whether markers are there but none joins an entry or a source."""
        draft = self.draft
        return bool(draft.markers or draft.unread) and draft.style.joined_by == "none"

    # ------------------------------------------------------------------------------------------- sources

    @cached_property
    def source_of_reference(self) -> tuple[int | None, ...]:
        """Return each reference's source: the document joined to it, else what has its address or number."""
        return tuple(
            self.joins[at].source if at in self.joins else known for at, known in enumerate(self._listed_sources)
        )

    @cached_property
    def joins(self) -> dict[int, Join]:
        """Return the documents among the sources that were joined to an entry, by the entry's index.

        A source without a text, or with an abstract alone, gives way to the document.
        """
        return {at: join for at, join in self._joins[0].items() if at >= 0}

    @cached_property
    def copies(self) -> dict[int, int]:
        """Return the documents of which an entry has another copy, with the entry's index."""
        return {source: at for source, at in self._joins[1].items() if at >= 0}

    @cached_property
    def loose(self) -> tuple[int, ...]:
        """Return the documents that nothing in the draft names: what they say may still be what a sentence says."""
        found, copies = self._joins
        taken = {join.source for join in found.values()} | set(copies)
        return tuple(at for at, one in enumerate(self.sources) if one.document is not None and at not in taken)

    def lone_join(self, document: int) -> tuple[Label, FoundBy] | None:
        """Return what is cited without an entry and comes from a document, and what joined the two."""
        for key, join in self._joins[0].items():
            if join.source == document and key < 0:
                one = self.sources[-1 - key]
                return (one.n if one.n is not None else one.id), join.by
        return None

    @cached_property
    def _joins(self) -> tuple[dict[int, Join], dict[int, int]]:
        """Return joined documents by the entry's index, by -1, -2, ... for the first, the second source of no entry;
        and the copies that were not taken, with the same index."""
        if all(source.document is None for source in self.sources):
            return {}, {}
        from audit.document_joins import Wanted, joins_of

        listed = {at: known for at, known in enumerate(self._listed_sources) if self._gives_way(known)}
        lone = (at for at in range(len(self.sources)) if self.sources[at].document is None)
        others = [at for at in lone if self._gives_way(at) and at not in listed.values()]
        entries = [
            Wanted(self.draft.references[at], self.sources[known] if known is not None else None, at + 1)
            for at, known in listed.items()
        ]
        found, copies = joins_of([*entries, *(Wanted(None, self.sources[at]) for at in others)], self.sources)
        keys = [*listed, *(-1 - at for at in others)]
        return {keys[at]: join for at, join in found.items()}, {one: keys[at] for one, at in copies.items()}

    def _gives_way(self, source: int | None) -> bool:
        return source is None or len(self.sources[source].text) < LONGEST_ABSTRACT

    @cached_property
    def _listed_sources(self) -> tuple[int | None, ...]:
        """Return each reference's source that has its canonical address, else its number; documents have neither.

        Several entries may name one page, each for a passage of its own: of the sources with that address, an entry
        has the one with its number.
        """
        one_scope = len(self.draft.scopes) == 1
        found = []
        for reference in self.draft.references:
            alike = (u for u in map(canonical_url, reference.urls) if (u, None) in self._by_url)
            at = next((self._by_url.get((u, reference.label), self._by_url[u, None]) for u in alike), None)
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
    def _by_url(self) -> dict[tuple[str, Label], int]:
        """The first source of an address, and of an address and a number."""
        table: dict[tuple[str, Label], int] = {}
        for index, source in enumerate(self.sources):
            if source.url and source.document is None:
                address = canonical_url(source.url)
                table.setdefault((address, None), index)
                table.setdefault((address, source.n), index)
        return table

    @cached_property
    def _by_label(self) -> dict[Label, int]:
        table: dict[Label, int] = {}
        for index, source in enumerate(self.sources):
            if source.document is None:
                table.setdefault(source.n if source.n is not None else source.id, index)
                table.setdefault(source.id, index)
        return table

    @cached_property
    def tied_by_number(self) -> bool:
        """Tell whether some source is tied to its entry by its number alone: then no number may change."""
        return any(
            source is not None and not any((canonical_url(u), None) in self._by_url for u in reference.urls)
            for reference, source in zip(self.draft.references, self._listed_sources, strict=True)
        ) or any(join.by == "number" for join in self.joins.values())

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """Return the sources that a marker could be re-pointed to: those in the list, or all if there is no list.

        Documents that nothing names are among them: where one of them fits, the list lacks it.
        """
        listed = (s for s in self.source_of_reference if s is not None)
        return (
            tuple(dict.fromkeys((*listed, *self.loose))) if self.draft.references else tuple(range(len(self.sources)))
        )

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

    @cached_property
    def unlike_links(self) -> str:
        """Return why the list tells nothing about a link whose address it lacks; "" where it does."""
        if not self.draft.references:
            return ""
        if not self._listed_urls:
            return "the list of references has no addresses to find the link's among"
        cited = {canonical_url(ref.url) for marker in self.draft.markers for ref in marker.refs if ref.url}
        if len(cited & self._listed_urls) < STYLE_READ_WELL * len(cited):
            return "the list of references has few of the addresses that links cite: it lists something else"
        return ""

    def entries_of(self, source: int) -> str:
        """Return what the draft's own list says of a source: author, publisher, title and address."""
        pairs = zip(self.source_of_reference, self.draft.references, strict=True)
        return " ".join(entry.text for index, entry in pairs if index == source)

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

    @property
    def groups(self) -> Iterator[tuple[int, ...]]:
        """Yield the indexes of markers that stand together, per group."""
        markers = self.draft.markers
        return (tuple(group) for _, group in groupby(range(len(markers)), key=lambda i: markers[i].group))

    def resolve(self, marker: Marker, ref: Ref) -> Lead:
        """Return (in bounds, reference, source) of one reference of a marker."""
        scope = scope_at(self.draft, marker.start)
        key = scope.start, ref.label, ref.url
        if key not in self._leads:
            self._leads[key] = self._lead(scope, ref.label, ref.url)
        return self._leads[key]

    def _lead(self, scope: Scope, label: Label, url: str | None) -> Lead:
        table = self._reference_by_key[self.draft.scopes.index(scope)]
        key: Label | str = label if label is not None else "url:" + canonical_url(url or "")
        reference = table.get(key)
        if reference is not None:
            return True, reference, self.source_of_reference[reference]
        if not in_bounds(scope, label, url) and not (label is None and self.unlike_links):
            return False, None, None
        if label is not None:
            return True, None, self._read_from(self._by_label.get(label))
        return True, None, self._read_from(self._by_url.get((canonical_url(url or ""), None)))

    def _read_from(self, source: int | None) -> int | None:
        """Return the document that was joined to a source of no entry, else the source itself."""
        join = self._joins[0].get(-1 - source) if source is not None else None
        return source if join is None else join.source

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
