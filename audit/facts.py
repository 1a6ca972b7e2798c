"""The facts of a draft's cited sentences: their numbers and quotations, compared with what the cited sources say."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import groupby

from audit import quotes, statements, statistics, verdict_rules
from audit.certainty import Standing, of_cell, within
from audit.judge_citations import CARRYING
from audit.numbers.conflicts import Disagreement, Surroundings, compared, surroundings
from audit.table_figures import table_figures
from audit.texts import left_open
from audit.thresholds import CONFLICT_MOST_SOURCES, MOST_COVERED
from wellsourced_core.lexicon import either
from wellsourced_core.model import QuoteVerdict, Span, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import may_count
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from audit.citations import Citations
    from audit.judge_citations import Citation
    from audit.numbered_sources import NumberedSources
    from audit.numbers.nearest_sentence import DirectionMismatch
    from audit.resolve_references import ResolvedReferences
    from audit.table_figures import TableFigure
    from audit.texts import Texts

_DIFFERS = compiled(
    rf"\b(?:{either('contrast between sources', gap=' ')}|(?:differ|disagree|conflict|contradict)\w*)\b",
    re.IGNORECASE,
)

_FINE = frozenset(("carried", "derived"))
_KNOWN = _FINE | {"other-fact"}  # the source has the number, whatever it is of


@frozen
class Backed:
    """A cited sentence, by its index, and the sources that support it; the names of it that each of them lacks.

    ``standing`` is how it is cited: of several groups, as the one that supports it best. ``covered``: it has no marker,
    but stands in a paragraph whose only group of markers, at its end, is about all of it.
    """

    sentence: int
    sources: tuple[int, ...]
    missing_names: tuple[tuple[Span, ...], ...]
    standing: Standing
    covered: bool = False


class Facts:
    """Compares each number and quotation of a cited sentence with its sources; once, when first asked for."""

    def __init__(
        self, texts: Texts, references: ResolvedReferences, citations: Citations, numbers: NumberedSources
    ) -> None:
        self._texts = texts
        self._references = references
        self._citations = citations
        self._numbers = numbers
        self._quotable: dict[int, quotes.Prepared] = {}
        self._around: dict[int, Surroundings] = {}
        self._compared: dict[tuple[int, int, Span], tuple[Disagreement, ...]] = {}
        self._differing: dict[int, bool] = {}

    @cached_property
    def backed(self) -> tuple[Backed, ...]:
        """Return the cited sentences, each with the sources that are to have its numbers, quotations and names.

        A sentence whose every citation is misattributed is left out: that is reported already.
        """
        markers, found = self._texts.draft.markers, []
        for sentence, citations in groupby(self._citations, key=lambda citation: markers[citation.marker].sentence):
            all_of_it = tuple(citations)
            missing = {c.source: c.missing_names for c in all_of_it if c.verdict in CARRYING and c.source is not None}
            if missing and sentence >= 0:
                standing = Standing(
                    all(c.standing.closing for c in all_of_it),
                    all(c.verdict not in ("uncheckable", "out-of-bounds") for c in all_of_it),
                    max(c.together for c in all_of_it),
                )
                found.append(Backed(sentence, tuple(missing), tuple(missing.values()), standing))
        return tuple(found)

    def _with_covered(self) -> Iterator[Backed]:
        """Yield the cited sentences with those before them that their markers cover, of which less is asked.

        What a paragraph is about need not be named in its source, and a marker at its end may be about less than all.
        """
        block_of, covered = self._texts.draft.block_of, self._texts.covered_sentences
        for cited in self.backed:
            last = cited.sentence
            for sentence in covered[bisect_left(covered, last - MOST_COVERED) : bisect_left(covered, last)]:
                if block_of[sentence] == block_of[last]:
                    standing = replace(cited.standing, closing=False)
                    yield Backed(sentence, cited.sources, ((),) * len(cited.sources), standing, covered=True)
            yield cited

    # ------------------------------------------------------------------------------------------- sources

    def quotable(self, source: int) -> quotes.Prepared:
        """Return a source with its words in order, once."""
        if source not in self._quotable:
            self._quotable[source] = quotes.prepare(self._texts.sources[source].text)
        return self._quotable[source]

    # ------------------------------------------------------------------------------------------- verdicts

    @cached_property
    def statistics(self) -> tuple[tuple[Backed, int, StatisticVerdict], ...]:
        """Judge every number of every cited sentence: (sentence, source, best verdict)."""
        found = list(self._in_tables())
        cells = {figure.sentence for figure in self._figures}
        for backed in self._with_covered():
            claim = self._texts.claim(backed.sentence)
            if may_count(claim) and backed.sentence not in cells:
                numbers = [self._numbers[s] for s in backed.sources]
                readings = [statistics.judge(claim, one) for one in numbers]
                best = statistics.together(claim, verdict_rules.kindest_numbers(readings), numbers)
                cited = self._texts.cited_length(backed.sentence)
                # A sentence of a source behind its host and day has that source's numbers, and that day.
                own = any(one.verdict not in _FINE for _, one in best) and self.is_repeated(backed)
                best = [(reading, one) for reading, one in best if one.verdict in _FINE] if own else best
                found += [(backed, backed.sources[reading], within(verdict, cited)) for reading, verdict in best]
        return tuple(sorted(found, key=lambda one: one[0].sentence) if cells else found)

    @cached_property
    def _figures(self) -> tuple[TableFigure, ...]:
        return tuple(table_figures(self._texts)) if self._texts.draft.tables else ()

    @cached_property
    def tabled(self) -> frozenset[int]:
        """The markers, by their indexes, of table rows whose figures are compared with sources that have a text."""
        starts = {marker.start for figure in self._figures for marker in figure.markers}
        cited = (c for c in self._citations if c.source is not None and self._texts.has_text(c.source))
        return frozenset(c.marker for c in cited if self._texts.draft.markers[c.marker].start in starts)

    def _in_tables(self) -> Iterator[tuple[Backed, int, StatisticVerdict]]:
        """Judge every figure of a table's cited row, as a claim of its own."""
        if not self._figures:
            return
        markers = self._texts.draft.markers
        cited: dict[int, list[Citation]] = {}
        for citation in self._citations:
            cited.setdefault(markers[citation.marker].start, []).append(citation)
        for figure in self._figures:
            citations = [one for marker in figure.markers for one in cited.get(marker.start, ())]
            # A cell alone is often too short to compare its words: its figures can be.
            there = [c for c in citations if c.source is not None and self._texts.has_text(c.source)]
            sources = tuple(dict.fromkeys(c.source or 0 for c in there if c.verdict != "misattributed"))
            if sources:
                standing = Standing(complete=len(there) == len(citations))
                backed = Backed(figure.sentence, sources, ((),) * len(sources), standing)
                yield from ((backed, sources[at], of_cell(one)) for at, one in self._figure(figure, sources))

    def _figure(self, figure: TableFigure, sources: Sequence[int]) -> Iterator[tuple[int, StatisticVerdict]]:
        """Yield the verdicts on a figure; where it is refused, no source has it in the other ways it may be meant."""
        numbers = [self._numbers[s] for s in sources]

        def judged(claim: str) -> list[tuple[int, StatisticVerdict]]:
            found = verdict_rules.kindest_numbers([statistics.judge(claim, one) for one in numbers])
            return [(at, one) for at, one in found if one.quantity.start >= figure.start]

        for at, one in judged(figure.claim):
            if one.verdict in _FINE:
                yield at, one
            elif one.verdict == "other-fact":
                if all(figure.is_of_another(one.quantity, source) for source in numbers):
                    yield at, one
            elif not (figure.is_sum(one.quantity) or figure.is_change(one.quantity)) and not any(
                all(v.verdict in _KNOWN for _, v in found) for c in figure.otherwise if (found := judged(c))
            ):
                yield at, one

    def is_repeated(self, backed: Backed) -> bool:
        """Tell whether a sentence is, word for word, one of a source that it cites: nothing in it can be wrong."""
        return any(self._texts.repeats(backed.sentence, source) for source in backed.sources)

    @cached_property
    def quotations(self) -> tuple[tuple[Backed, int, QuoteVerdict], ...]:
        """Judge every quotation of every cited sentence: (sentence, source, best verdict)."""
        found = []
        for backed in self._with_covered():
            claim = self._texts.quoting(backed.sentence)
            if quotes.quotes(claim) and not self.is_repeated(backed):
                readings = [quotes.judge(claim, self.quotable(s)) for s in backed.sources]
                best = verdict_rules.kindest_quotes(readings)
                own = len(claim) - len(self._texts.claim(backed.sentence))
                until = left_open(claim) if backed.covered else len(claim)
                said = ((i, one) for i, one in best if own < one.quote.end and one.quote.start < until)
                found += [(backed, backed.sources[i], verdict) for i, verdict in said]
        return tuple(found)

    @cached_property
    def counted(self) -> frozenset[int]:
        """The cited sentences that have a number which was judged."""
        return frozenset(backed.sentence for backed, _, _ in self.statistics)

    def contradiction(self, backed: Backed) -> tuple[int, DirectionMismatch] | None:
        """Return how all sources of a sentence contradict it: the first one, and its sentence that does."""
        if self.is_repeated(backed):
            return None
        claim = self._texts.claim(backed.sentence)
        against = [statistics.direction_mismatch(claim, self._numbers[s]) for s in backed.sources]
        first = against[0]
        return None if first is None or None in against else (backed.sources[0], first)

    @cached_property
    def overclaims(self) -> tuple[tuple[Backed, int, statements.Overclaim], ...]:
        """Return what cited sentences assert and none of their sources does: (sentence, first source, what)."""
        found = []
        for backed in self._with_covered():
            if self.is_repeated(backed):
                continue
            claim = self._texts.claim(backed.sentence)
            said = statements.in_every_source(claim, [self._numbers[s] for s in backed.sources])
            told = self._told(backed) if said else frozenset()
            found += [(backed, backed.sources[0], one) for one in said if not statements.is_told(one, told)]
        for citation in self._citations.having("uncheckable"):
            if self.stands_beside(citation):
                source, sentence = citation.source or 0, self._texts.draft.markers[citation.marker].sentence
                thin = Backed(sentence, (source,), ((),), citation.standing)
                said = statements.overclaims(self._texts.claim(sentence), self._numbers[source])
                found += [(thin, source, one) for one in said]
        return tuple(found)

    def _told(self, backed: Backed) -> frozenset[str]:
        """Return the codes by which the numbers and names of a sentence are reported: overclaims may repeat them."""
        turned = backed.sentence in self.counted and self.contradiction(backed) is not None
        numbers = {"N204"} if turned else {"N201"} if backed.sentence in self._refused else set[str]()
        return frozenset(numbers | ({"C107"} if all(backed.missing_names) else set()))

    @cached_property
    def _refused(self) -> frozenset[int]:
        """The cited sentences that have a number which is firmly refused."""
        firm = (b.sentence for b, _, v in self.statistics if v.verdict not in _FINE and v.certainty != "possible")
        return frozenset(firm)

    def stands_beside(self, citation: Citation) -> bool:
        """Tell whether a citation's source is one sentence, nearly the same as the one that cites it."""
        sentence = self._texts.draft.markers[citation.marker].sentence
        if citation.source is None or sentence < 0 or not self._texts.has_text(citation.source):
            return False
        return statements.stands_beside(self._texts.claim(sentence), self._numbers[citation.source])

    # ------------------------------------------------------------------------------------------- conflicts

    @cached_property
    def disagreements(self) -> tuple[tuple[int, int, int, Disagreement], ...]:
        """Return where another source of the draft gives a number of a cited sentence another value.

        (sentence, its source, the other source, both stretches). A draft that gives both values and says that they
        differ is in order.
        """
        found = []
        others = [s for s in self._references.candidates if self._texts.has_text(s)][:CONFLICT_MOST_SOURCES]
        for backed, source, verdict in self.statistics:
            sentence = backed.sentence
            if verdict.verdict != "carried" or verdict.evidence is None:
                continue
            for other in others:
                if self._origins[source] == self._origins[other]:
                    continue
                for one in self._against(source, other, verdict.evidence):
                    if one.kind == "conflict" and not self._gives_both(sentence, one.second.text):
                        found.append((sentence, source, other, one))
        return tuple(found)

    def _gives_both(self, sentence: int, other: str) -> bool:
        """Tell whether a sentence gives the other value too, or its paragraph does and says that the two differ."""
        draft = self._texts.draft
        if other in self._texts.claim(sentence):
            return True
        block = draft.block_of[sentence]
        start, end = draft.blocks[block]
        if block not in self._differing:
            self._differing[block] = _DIFFERS.search(draft.text[start:end]) is not None
        return self._differing[block] and draft.text.find(other, start, end) >= 0

    def _against(self, source: int, other: int, within: Span) -> tuple[Disagreement, ...]:
        """Return what another source says against the numbers of a stretch: once for all sentences that cite it."""
        key = (source, other, within)
        if key not in self._compared:
            self._compared[key] = tuple(compared(self._surroundings(source), self._surroundings(other), within))
        return self._compared[key]

    def _surroundings(self, source: int) -> Surroundings:
        if source not in self._around:
            self._around[source] = surroundings(self._numbers[source])
        return self._around[source]

    @cached_property
    def _origins(self) -> tuple[int, ...]:
        """Return for each source the first one with the same words."""
        first: dict[str, int] = {}
        sources = enumerate(self._texts.sources)
        return tuple(first.setdefault(" ".join(source.text.split()), index) for index, source in sources)
