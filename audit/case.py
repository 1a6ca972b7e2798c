"""A draft beside its sources, and what is judged of it: the one value that every check reads."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import accumulate, groupby

from audit import quotes, statistics, verdicts
from audit.contrast import Contrast
from audit.draft import Claims, in_bounds, plain, scope_at
from audit.numbers.conflicts import Disagreement, Surroundings, compared, surroundings
from audit.support import checkable, support, supports
from audit.thresholds import BALANCED
from audit.views import Runs
from audit.wording.reading import ClaimText, SourceText, prepare, read_claim
from audit.wording.window import Windows
from wellsourced.core.model import (
    Claim,
    Draft,
    Label,
    Marker,
    QuoteVerdict,
    Ref,
    Scope,
    Source,
    Span,
    StatisticVerdict,
    Support,
)
from wellsourced.core.quantities import may_count
from wellsourced.core.text import canonical_url, line_starts
from wellsourced.core.values import frozen

_MOST_COMPARED = 50  # other sources that a number is held against for a conflict


@frozen
class Observation:
    """What another room found out about a source and hands in as a value: a dead link, a junk page ..."""

    code: str
    source: str  # the source's id
    message: str
    evidence: Span | None = None


@frozen
class Citation:
    """One reference that one marker makes: where it leads, and how it was judged.

    ``reference`` indexes the draft's references, ``source`` the case's sources. ``verdict`` is supported, weak,
    misattributed, out-of-bounds or uncheckable; ``why`` names the rule that decided; ``better`` is the source that
    supports the sentence clearly better, if one does.
    """

    marker: int
    ref: int
    label: Label
    reference: int | None
    source: int | None
    verdict: str
    why: str
    support: float | None = None
    evidence: Span | None = None
    better: tuple[int, float] | None = None
    together: float = 0.0  # the support of all sources cited in the group, jointly


@frozen
class _Judged:
    """What the sources of a group came to: each alone, all together, and the other source that is clearly better."""

    alone: list[Support]
    whole: Support
    better: tuple[int, float] | None


@frozen
class Backed:
    """A cited sentence (its index and what a reader sees of it) and the sources that are to carry it."""

    sentence: int
    text: str
    sources: tuple[int, ...]


@frozen
class Case:
    """A parsed draft, its sources, and what other rooms observed. Judgements are made once, when first asked for."""

    __slots__ = ("__dict__",)  # for the cached properties

    draft: Draft
    sources: tuple[Source, ...] = ()
    observations: tuple[Observation, ...] = ()
    as_of: date | None = None
    strict: bool = False

    @cached_property
    def _prepared(self) -> dict[int, SourceText]:
        return {}

    @cached_property
    def _numbers(self) -> dict[int, statistics.SourceNumbers]:
        return {}

    @cached_property
    def _quotable(self) -> dict[int, quotes.Prepared]:
        return {}

    @cached_property
    def _around(self) -> dict[int, Surroundings]:
        return {}

    @property
    def positional(self) -> bool:
        """Tell whether markers cite the list's entries by their place: then no entry may go or move."""
        return self.draft.style.joined_by == "position"

    @cached_property
    def lines(self) -> list[int]:
        """Return the offset of each line's first code point."""
        return line_starts(self.draft.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    # ------------------------------------------------------------------------------------------- joining

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

    def resolve(self, marker: Marker, ref: Ref) -> tuple[bool, int | None, int | None]:
        """Return (in bounds, reference, source) of one reference of a marker."""
        scope = scope_at(self.draft, marker.start)
        table = self._reference_by_key[self.draft.scopes.index(scope)]
        key: Label | str = ref.label if ref.label is not None else "url:" + canonical_url(ref.url or "")
        reference = table.get(key)
        if reference is not None:
            return True, reference, self.source_of_reference[reference]
        if not in_bounds(scope, ref.label, ref.url):
            return False, None, None
        if ref.label is not None:
            return True, None, self._by_label.get(ref.label)
        return True, None, self._by_url.get(canonical_url(ref.url or ""))

    def resolved(self, marker: int) -> list[tuple[int, Ref, bool, int | None, int | None]]:
        """Return (its place, itself, whether in bounds, reference, source) of each reference of a marker."""
        one = self.draft.markers[marker]
        return [(at, ref, *self.resolve(one, ref)) for at, ref in enumerate(one.refs)]

    # ------------------------------------------------------------------------------------------- reading

    def text_of(self, source: int) -> SourceText:
        """Return a source tokenised, once."""
        if source not in self._prepared:
            one = self.sources[source]
            self._prepared[source] = prepare(one.text, one.title, one.url)
        return self._prepared[source]

    @cached_property
    def claims(self) -> Claims:
        """Return each sentence as its readers see it: without markers and emphasis."""
        return Claims(self.draft)

    def claim_of(self, marker: Marker) -> str:
        """Return the sentence that a marker stands behind ("" for a marker that stands alone)."""
        return self.claims[marker.sentence] if 0 <= marker.sentence < len(self.claims) else ""

    def whole_claim(self, marker: Marker) -> Claim:
        """Return a marker's sentence with what a short one leans on: the sentence before it, else its heading."""
        at = marker.sentence
        if not 0 <= at < len(self.claims):
            return Claim("")
        block = self.draft.block_of
        before = self.claims[at - 1] if at and block[at - 1] == block[at] else ""
        return Claim(self.claims[at], before or self._heading_above(self.draft.sentences[at][0]))

    def _heading_above(self, offset: int) -> str:
        index = bisect_right(self.draft.headings, (offset, 0)) - 1
        return plain(self.draft.text[slice(*self.draft.headings[index])]) if index >= 0 else ""

    @cached_property
    def uncited_sentences(self) -> tuple[int, ...]:
        """Return the sentences of blocks without any marker, judged or unread; headings and entries aside."""
        marked = sorted(m.start for m in (*self.draft.markers, *self.draft.unread))
        bare = []
        for index, block in enumerate(self.draft.block_of):
            low, high = self.draft.blocks[block]
            at = bisect_left(marked, low)
            if not (at < len(marked) and marked[at] < high) and (low, high) not in self._heading_spans:
                bare.append(index)
        return tuple(bare)

    @cached_property
    def _heading_spans(self) -> frozenset[tuple[int, int]]:
        return frozenset(self.draft.headings)

    @cached_property
    def _of_markers(self) -> tuple[array[int], array[int]]:
        """The sentence and the group of each marker."""
        sentences, groups = array("i"), array("I")
        for marker in self.draft.markers:
            sentences.append(marker.sentence)
            groups.append(marker.group)
        return sentences, groups

    @cached_property
    def groups(self) -> Sequence[range]:
        """Return the indexes of markers that stand together, per group."""
        groups = self._of_markers[1]
        firsts = (index for index, group in enumerate(groups) if not index or group != groups[index - 1])
        return Runs(firsts, len(groups))

    # ------------------------------------------------------------------------------------------- judging

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """Judge every reference of every marker, in order."""
        return tuple(c for group in self.groups for c in self._judge_group(group))

    @cached_property
    def _first_citation(self) -> array[int]:
        counts = Counter(citation.marker for citation in self.citations)
        return array("I", accumulate((counts[index] for index in range(len(self.draft.markers))), initial=0))

    def citations_of(self, marker: int) -> tuple[Citation, ...]:
        """Return the citations of one marker, by its index."""
        return self.citations[self._first_citation[marker] : self._first_citation[marker + 1]]

    # ------------------------------------------------------------------------------------------- numbers, quotes

    @property
    def backed(self) -> Iterator[Backed]:
        """Yield the cited sentences with the texts that are to carry their numbers, quotes and names.

        A sentence whose every citation is misattributed is left out: that fault is reported already. All of them
        together would weigh as much as the draft, so they are put together as they are asked for.
        """
        where = self._of_markers[0]

        def sentence_of(citation: Citation) -> int:
            return where[citation.marker]

        for sentence, citations in groupby(sorted(self.citations, key=sentence_of), key=sentence_of):
            carrying = [c.source for c in citations if c.source is not None and c.verdict in ("supported", "weak")]
            if carrying and sentence >= 0:
                yield Backed(sentence, self.claims[sentence], tuple(dict.fromkeys(carrying)))

    def numbers_of(self, source: int) -> statistics.SourceNumbers:
        """Return a source with its numbers indexed, once."""
        if source not in self._numbers:
            one = self.sources[source]
            self._numbers[source] = statistics.prepare(one.text, one.title, one.url)
        return self._numbers[source]

    def quotable(self, source: int) -> quotes.Prepared:
        """Return a source with its words in order, once."""
        if source not in self._quotable:
            self._quotable[source] = quotes.prepare(self.sources[source].text)
        return self._quotable[source]

    @cached_property
    def statistics(self) -> tuple[tuple[Backed, int, StatisticVerdict], ...]:
        """Hold every number of every cited sentence against its sources: (sentence, source, best verdict)."""
        found = []
        for backed in self.backed:
            if not may_count(backed.text):
                continue
            readings = [statistics.judge(backed.text, self.numbers_of(s)) for s in backed.sources]
            for reading, verdict in verdicts.kindest_numbers(readings):
                found.append((backed, backed.sources[reading], verdict))
        return tuple(found)

    @cached_property
    def quotations(self) -> tuple[tuple[Backed, int, QuoteVerdict], ...]:
        """Hold every quotation of every cited sentence against its sources: (sentence, source, best verdict)."""
        found = []
        for backed in self.backed:
            if not quotes.quotes(backed.text):
                continue
            readings = [quotes.judge(backed.text, self.quotable(s)) for s in backed.sources]
            for reading, verdict in verdicts.kindest_quotes(readings):
                found.append((backed, backed.sources[reading], verdict))
        return tuple(found)

    @cached_property
    def disagreements(self) -> tuple[tuple[Backed, int, int, Disagreement], ...]:
        """Return where a number of a cited sentence is given another value by another source of the draft.

        (sentence, its source, the other source, both stretches); a paragraph that gives both values is in order.
        """
        found = []
        for backed, source, verdict in self.statistics:
            if verdict.verdict != "carried" or verdict.evidence is None:
                continue
            for other in self._contrasted[:_MOST_COMPARED]:
                if other == source or self._same_origin(source, other):
                    continue
                pair = self._surroundings(source), self._surroundings(other)
                for one in compared(*pair, within=verdict.evidence):
                    if one.kind == "conflict" and one.second.text not in self._block_text(backed.sentence):
                        found.append((backed, source, other, one))
        return tuple(found)

    def _block_text(self, sentence: int) -> str:
        start, end = self.draft.blocks[self.draft.block_of[sentence]]
        return self.draft.text[start:end]

    def _surroundings(self, source: int) -> Surroundings:
        if source not in self._around:
            self._around[source] = surroundings(self.numbers_of(source))
        return self._around[source]

    def _same_origin(self, source: int, other: int) -> bool:
        return self._origins[source] == self._origins[other]

    @cached_property
    def _origins(self) -> tuple[int, ...]:
        """Return for each source the first one with the same words."""
        first: dict[str, int] = {}
        return tuple(first.setdefault(" ".join(s.text.split()), index) for index, s in enumerate(self.sources))

    def locate(self, sentence: int, snippet: str) -> tuple[int, int]:
        """Return where a snippet of a sentence's claim stands in the draft; the sentence where it is not verbatim."""
        start, end = self.draft.sentences[sentence]
        at = self.draft.text.find(snippet, start, end) if snippet else -1
        return (at, at + len(snippet)) if at >= 0 else (start, end)

    # ------------------------------------------------------------------------------------------- lists

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

    def place_of_source(self, source_id: str) -> tuple[int, int]:
        """Return where a draft names a source: its entry, else its first marker, else the draft's start."""
        for index, entry in zip(self.source_of_reference, self.draft.references, strict=True):
            if index is not None and self.sources[index].id == source_id:
                return entry.start, entry.end
        for citation in self.citations:
            if citation.source is not None and self.sources[citation.source].id == source_id:
                marker = self.draft.markers[citation.marker]
                return marker.start, marker.end
        return 0, 0

    @cached_property
    def cited(self) -> frozenset[int]:
        """Return the references that a marker cites as the draft stands."""
        return frozenset(c.reference for c in self.citations if c.reference is not None)

    @cached_property
    def cited_after_fixes(self) -> frozenset[int]:
        """Return the references that a marker would cite once every fix, safe and unsafe, were made."""
        kept = {c.reference for c in self.citations if c.reference is not None and c.verdict != "misattributed"}
        moved = {c.better[0] for c in self.citations if c.verdict == "misattributed" and c.better is not None}
        kept |= {i for i, source in enumerate(self.source_of_reference) if source is not None and source in moved}
        kept |= {first for index, first in self.duplicates.items() if index in kept}
        return frozenset(kept)

    @cached_property
    def orphans(self) -> frozenset[int]:
        """Return the references that nothing would cite after all fixes; uncited lists and duplicates aside."""
        aside = {*self.draft.uncited, *self.duplicates, *self.draft.collided}
        listed = {index for scope in self.draft.scopes for index in scope.references if index not in aside}
        uncited = self._without_citation(listed)
        return frozenset(uncited - self.cited_after_fixes if uncited else uncited)

    def _without_citation(self, references: set[int]) -> set[int]:
        """Return those references that no citation backs which stands: markers are judged until each has one."""
        left = set(references)
        for group in self.groups:
            if not left:
                break
            cited = {reference for index in group for *_, reference, _ in self.resolved(index)}
            if left & (cited | {self.duplicates.get(one) for one in cited if one is not None}):
                kept = {c.reference for c in self._judge_group(group) if c.verdict != "misattributed"}
                left -= kept | {self.duplicates.get(one) for one in kept if one is not None}
        return left

    @cached_property
    def entries_at(self) -> dict[int, tuple[int, ...]]:
        """Return the references by the offset of their line: some lines hold several."""
        table: dict[int, tuple[int, ...]] = {}
        for index, entry in enumerate(self.draft.references):
            table[entry.start] = (*table.get(entry.start, ()), index)
        return table

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

    @cached_property
    def unreadable(self) -> bool:
        """Tell whether markers are there but none joins an entry or a source."""
        draft = self.draft
        return bool(draft.markers or draft.unread) and draft.style.joined_by == "none"

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

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """Return the sources of the draft that a marker could be re-pointed to: those of its references."""
        listed = [s for s in self.source_of_reference if s is not None]
        return tuple(dict.fromkeys(listed)) if self.draft.references else tuple(range(len(self.sources)))

    def _judge_group(self, group: Sequence[int]) -> Iterable[Citation]:
        resolved = [(index, *one) for index in group for one in self.resolved(index)]
        together = [source for *_, source in resolved if source is not None and self.sources[source].text.strip()]
        cited = tuple(dict.fromkeys(together))
        claim = self._claim_of(self.draft.markers[group[0]]) if cited else None
        judged = self._together(claim, cited) if claim else None
        for index, at, ref, inside, reference, source in resolved:
            if not inside:
                yield Citation(index, at, ref.label, None, None, "out-of-bounds", "not in the list")
            elif source is None or not self.sources[source].text.strip():
                yield Citation(index, at, ref.label, reference, source, "uncheckable", "no text of the source")
            elif claim is not None and judged is not None:
                own = judged.alone[cited.index(source)]
                verdict, why = self._verdict(self.draft.markers[index], source, claim, own, judged)
                if verdict == "uncheckable":
                    yield Citation(index, at, ref.label, reference, source, verdict, why, own.score, own.evidence)
                else:
                    yield Citation(
                        index, at, ref.label, reference, source, verdict, why, own.score, own.evidence,
                        judged.better, judged.whole.score,
                    )  # fmt: skip

    def _claim_of(self, marker: Marker) -> ClaimText:
        claim = read_claim(Claim(self.claim_of(marker)))
        return read_claim(self.whole_claim(marker)) if claim.short else claim

    def _together(self, claim: ClaimText, cited: tuple[int, ...]) -> _Judged:
        """Rate a claim against the sources of its group, alone and together: once, for all its markers."""
        texts = [self.text_of(source) for source in cited]
        alone, whole = supports(claim, texts)
        firm = any(checkable(claim, text, own) for text, own in zip(texts, alone, strict=True))
        return _Judged(alone, whole, self._better(claim, cited, whole) if firm else None)

    def _verdict(self, marker: Marker, source: int, claim: ClaimText, own: Support, judged: _Judged) -> tuple[str, str]:
        text, whole = self.text_of(source), judged.whole
        if not checkable(claim, text, own):
            return "uncheckable", "too little to compare, or another language"
        touching = whole.score >= BALANCED or self._windows.share_term(marker.start, marker.end, text)
        return verdicts.on_support(whole.score, touching=touching, better=judged.better is not None)

    def _better(self, claim: ClaimText, together: tuple[int, ...], whole: Support) -> tuple[int, float] | None:
        """Return the source that supports the claim clearly better than those cited, if one does."""
        if whole.score >= BALANCED:
            return None
        least = verdicts.bar(whole.score, self._contrast.known_share(claim))
        others = [self._contrasted[i] for i in self._contrast.within_reach(claim, least)]
        rated = [(support(claim, self.text_of(s)).score, -s) for s in others if s not in together]
        best, source = max(rated, default=(0.0, 0))
        return (-source, best) if best > least else None

    def touches(self, marker: int, source: int) -> bool:
        """Return whether the text around a marker shares a content term with a source: the specification's rule."""
        one = self.draft.markers[marker]
        return self._windows.share_term(one.start, one.end, self.text_of(source))

    @cached_property
    def _windows(self) -> Windows:
        return Windows(self.draft.prose)

    @cached_property
    def _contrasted(self) -> tuple[int, ...]:
        return tuple(s for s in self.candidates if self.sources[s].text.strip())

    @cached_property
    def _contrast(self) -> Contrast:
        return Contrast([self.text_of(s) for s in self._contrasted])
