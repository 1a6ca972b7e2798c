"""What is judged of a draft beside its sources: the one value that every check reads."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import groupby

from audit import quotes, rulings, statistics
from audit.citations import CARRYING, Citation, Citations, Judge
from audit.numbers.conflicts import Disagreement, Surroundings, compared, surroundings
from audit.parsing.dialects import IN_TEXT
from audit.parsing.link_markers import link_name
from audit.support import missing_names
from audit.texts import Texts
from audit.thresholds import CONFLICT_MOST_SOURCES
from audit.wording.reading import read_claim_again
from wellsourced_core.lexicon import either
from wellsourced_core.model import Draft, QuoteVerdict, Source, Span, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import may_count
from wellsourced_core.text import unhidden, written_at
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

_DIFFERS = compiled(
    rf"\b(?:{either('contrast between sources', gap=' ')}|(?:differ|disagree|conflict|contradict)\w*)\b",
    re.IGNORECASE,
)
_DIGITS = compiled(r"[0-9]+")  # of an entry: volumes and pages say nothing of the source's numbers
# What is noted of a sentence: that a source carries it; that it may have a number; a quotation; a name amiss.
_NOTED, _COUNTS, _QUOTES, _LACKS = 1, 2, 4, 8


@frozen
class Observation:
    """What another room found out about a source and hands in as a value: a dead link, a junk page ..."""

    code: str
    source: str  # the source's id
    message: str
    evidence: Span | None = None


@frozen
class Backed:
    """A cited sentence (its index and what a reader sees of it) and the sources that are to carry it."""

    sentence: int
    text: str
    sources: tuple[int, ...]


@frozen
class Case(Texts):
    """A parsed draft, its sources, and what other rooms observed. Judgements are made once, when first asked for."""

    __slots__ = ("__dict__",)  # for the cached properties

    draft: Draft
    sources: tuple[Source, ...] = ()
    observations: tuple[Observation, ...] = ()
    as_of: date | None = None
    strict: bool = False

    @cached_property
    def _numbers(self) -> dict[int, statistics.SourceNumbers]:
        return {}

    @cached_property
    def _quotable(self) -> dict[int, quotes.Prepared]:
        return {}

    @cached_property
    def _around(self) -> dict[int, Surroundings]:
        return {}

    def close(self) -> None:
        """Let go of what was read of the sources, to carry findings: it is read anew where it is asked for again."""
        for name in ("_prepared", "_numbers", "_quotable", "_around", "statistics", "quotations", "disagreements"):
            self.__dict__.pop(name, None)

    def name_of(self, citation: Citation) -> str:
        """Return what a citation is called in messages: its label, else the title or the host of its link."""
        if citation.label is not None:
            return str(citation.label)
        ref = self.draft.markers[citation.marker].refs[citation.ref]
        return link_name(self.draft.text[ref.start : ref.end])

    @cached_property
    def uncited_sentences(self) -> tuple[int, ...]:
        """Return the sentences of blocks without any marker, judged or unread; headings and entries aside."""
        marked = sorted((*self.columns.starts, *(m.start for m in self.draft.unread)))
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

    # ------------------------------------------------------------------------------------------- judging

    @cached_property
    def citations(self) -> Citations:
        """Judge every reference of every marker, in order."""
        found = Citations(self._judged(), len(self.columns), self.sources)
        self.__dict__.pop("_judge", None)  # what it read of draft and sources is heavy, and no longer asked for
        for text in self._prepared.values():
            text.forget()
        return found

    def _judged(self) -> Iterator[Citation]:
        where = self.columns.sentences
        for group in self.groups:
            for citation in self._judge.group(group):
                if citation.verdict in CARRYING and citation.source is not None and where[citation.marker] >= 0:
                    self._note(where[citation.marker], citation.source)
                yield citation

    def _note(self, sentence: int, source: int) -> None:
        """Note what the rules on numbers, quotes and names will look into, while the sentence is at hand."""
        text, had = self.claims[sentence], self._noted[sentence]
        noted = had or _NOTED | _COUNTS * may_count(text) | _QUOTES * bool(quotes.quotes(text))
        if not noted & _LACKS and missing_names(read_claim_again(text), self.text_of(source)):
            noted |= _LACKS
        self._noted[sentence] = noted

    @cached_property
    def _noted(self) -> bytearray:
        """What was noted of each sentence that a source carries: most are read once and never made again."""
        return bytearray(len(self.draft.sentences))

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self)

    def citations_of(self, marker: int) -> tuple[Citation, ...]:
        """Return the citations of one marker, by its index."""
        return self.citations.of(marker)

    def touches(self, marker: int, source: int) -> bool:
        """Return whether the text around a marker shares a content term with a source: the specification's rule."""
        return self._judge.touches(marker, source)

    # ------------------------------------------------------------------------------------------- numbers, quotes

    @property
    def backed(self) -> Iterator[Backed]:
        """Yield the cited sentences with the texts that are to carry their numbers, quotes and names.

        A sentence whose every citation is misattributed is left out: that fault is reported already. All of them
        together would weigh as much as the draft, so they are put together as they are asked for.
        """
        return self._backed(_NOTED)

    @property
    def lacking(self) -> Iterator[Backed]:
        """Yield those of ``backed`` that have a name which one of their sources may not have."""
        return self._backed(_LACKS)

    def _backed(self, what: int) -> Iterator[Backed]:
        where, citations = self.columns.sentences, self.citations
        noted = self._noted

        def sentence_of(citation: int) -> int:
            return where[citations.markers[citation]]

        for sentence, own in groupby(range(len(citations)), key=sentence_of):  # in order, as their markers are
            if sentence >= 0 and noted[sentence] & what:
                carrying = [citations.sources[i] for i in own if citations.verdict(i) in CARRYING]
                yield Backed(sentence, self.claims[sentence], tuple(dict.fromkeys(carrying)))

    def numbers_of(self, source: int) -> statistics.SourceNumbers:
        """Return a source with its numbers indexed, once."""
        if source not in self._numbers:
            one = self.sources[source]
            title = f"{one.title} {_DIGITS.sub('', self.entries_of(source))}".strip()
            day = one.published.isoformat() if one.published else ""
            read = statistics.prepare(one.text, title, one.url, self.text_of(source), published=day)
            self._numbers[source] = read
        return self._numbers[source]

    def entries_of(self, source: int) -> str:
        """Return what the draft's own list says of a source: author, publisher, title and address."""
        pairs = zip(self.source_of_reference, self.draft.references, strict=True)
        return " ".join(entry.text for index, entry in pairs if index == source)

    def quotable(self, source: int) -> quotes.Prepared:
        """Return a source with its words in order, once."""
        if source not in self._quotable:
            self._quotable[source] = quotes.prepare(self.sources[source].text)
        return self._quotable[source]

    @cached_property
    def statistics(self) -> tuple[tuple[Backed, int, StatisticVerdict], ...]:
        """Hold every number of every cited sentence against its sources: (sentence, source, best verdict)."""
        found = []
        for backed in self._backed(_COUNTS):
            readings = [statistics.judge(backed.text, self.numbers_of(s)) for s in backed.sources]
            for reading, verdict in rulings.kindest_numbers(readings):
                found.append((backed, backed.sources[reading], verdict))
        return tuple(found)

    @cached_property
    def quotations(self) -> tuple[tuple[Backed, int, QuoteVerdict], ...]:
        """Hold every quotation of every cited sentence against its sources: (sentence, source, best verdict)."""
        found = []
        for backed in self._backed(_QUOTES):
            readings = [quotes.judge(backed.text, self.quotable(s)) for s in backed.sources]
            for reading, verdict in rulings.kindest_quotes(readings):
                found.append((backed, backed.sources[reading], verdict))
        return tuple(found)

    @cached_property
    def disagreements(self) -> tuple[tuple[Backed, int, int, Disagreement], ...]:
        """Return where a number of a cited sentence is given another value by another source of the draft.

        (sentence, its source, the other source, both stretches); a text that sets both values against each other is
        in order.
        """
        found = []
        for backed, source, verdict in self.statistics:
            if verdict.verdict != "carried" or verdict.evidence is None:
                continue
            for other in self.contrasted[:CONFLICT_MOST_SOURCES]:
                if other == source or self._same_origin(source, other):
                    continue
                pair = self._surroundings(source), self._surroundings(other)
                for one in compared(*pair, within=verdict.evidence):
                    if one.kind == "conflict" and not self._gives_both(backed.sentence, one.second.text):
                        found.append((backed, source, other, one))
        return tuple(found)

    def _gives_both(self, sentence: int, other: str) -> bool:
        """Tell whether a sentence gives the other value too, or its paragraph does and says that the two differ."""
        start, end = self.draft.blocks[self.draft.block_of[sentence]]
        paragraph = self.draft.text[start:end]
        return other in self.claims[sentence] or (other in paragraph and _DIFFERS.search(paragraph) is not None)

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
        text = self.draft.text[start:end]
        gaps: Sequence[int] = ()
        if snippet not in text:
            text, gaps = unhidden(text)
        at = text.find(snippet) if snippet else -1
        if at < 0:
            return start, end
        return start + written_at(at, gaps), start + written_at(at + len(snippet) - 1, gaps) + 1

    # ------------------------------------------------------------------------------------------- lists

    def place_of_source(self, source_id: str) -> tuple[int, int]:
        """Return where a draft names a source: its entry, else its first marker, else the draft's start."""
        for index, entry in zip(self.source_of_reference, self.draft.references, strict=True):
            if index is not None and self.sources[index].id == source_id:
                return entry.start, entry.end
        for marker, index in zip(self.citations.markers, self.citations.sources, strict=True):
            if index >= 0 and self.sources[index].id == source_id:
                return self.columns.starts[marker], self.columns.ends[marker]
        return 0, 0

    @cached_property
    def cited(self) -> frozenset[int]:
        """Return the references that a marker cites as the draft stands."""
        return frozenset(reference for reference in self.citations.references if reference >= 0)

    @cached_property
    def _cited_after_fixes(self) -> frozenset[int]:
        """Return the references that a marker would cite once every fix, safe and unsafe, were made."""
        told = enumerate(self.citations.references)
        kept = {reference for i, reference in told if reference >= 0 and self.citations.verdict(i) != "misattributed"}
        moved = set()
        for citation in self.citations.having("misattributed"):
            if not self._stays(citation):
                moved |= {citation.better[0]} if citation.better is not None else set()
            elif citation.reference is not None:
                kept.add(citation.reference)
        kept |= {i for i, source in enumerate(self.source_of_reference) if source is not None and source in moved}
        kept |= {first for index, first in self.duplicates.items() if index in kept}
        return frozenset(kept)

    @cached_property
    def orphans(self) -> frozenset[int]:
        """Return the references that nothing would cite after all fixes; uncited lists and duplicates aside."""
        aside = {*self.draft.uncited, *self.duplicates, *self.draft.collided}
        listed = {index for scope in self.draft.scopes for index in scope.references if index not in aside}
        if "citations" not in self.__dict__:  # judging stops as soon as every entry has a citation
            listed = self._without_citation(listed)
        return frozenset(listed - self._cited_after_fixes if listed else listed)

    def _stays(self, citation: Citation) -> bool:
        """Tell whether a citation is a word of its sentence, which no fix takes out."""
        return self.draft.markers[citation.marker].shape in IN_TEXT

    def _without_citation(self, references: set[int]) -> set[int]:
        """Return those references that no citation backs which stands: markers are judged until each has one."""
        left = set(references)
        for group in self.groups:
            if not left:
                break
            cited = {reference for index in group for *_, reference, _ in self.resolved(index)}
            if left & (cited | {self.duplicates.get(one) for one in cited if one is not None}):
                judged = self._judge.group(group)
                kept = {c.reference for c in judged if c.verdict != "misattributed" or self._stays(c)}
                left -= kept | {self.duplicates.get(one) for one in kept if one is not None}
        return left
