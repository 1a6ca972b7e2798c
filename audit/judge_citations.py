"""Judge each citation of a draft: does its source support the sentence, alone or with those cited beside it?"""

from __future__ import annotations

from audit import quotes, statistics, verdict_rules
from audit.certainty import Standing, of_citation
from audit.reading.absence import tells_absence
from audit.reading.language import may_be_english
from audit.reading.marker_window import Windows
from audit.reading.missing_names import missing_names
from audit.reading.prepared_texts import read_claim_again
from audit.source_index import SourceIndex
from audit.support import checkable, shares_words, support, supports
from audit.tuning import SHIPPED, Tuning
from wellsourced_core.model import Label, Span
from wellsourced_core.quantities import may_count
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from audit.numbered_sources import NumberedSources
    from audit.reading.prepared_texts import ClaimText
    from audit.resolve_references import ResolvedReferences
    from audit.texts import Texts
    from wellsourced_core.model import Certainty, CitationVerdict, Marker, StatisticVerdict, Support

# The sources of citations with these verdicts are searched for the sentence's numbers, quotations and names.
CARRYING: tuple[CitationVerdict, ...] = ("supported", "weak")


@frozen
class Citation:
    """One reference that one marker makes: where it leads, and how it was judged.

    ``marker`` is the marker's index, ``ref`` the place of the reference in it; ``reference`` indexes the draft's
    references, ``source`` the case's sources. ``why`` names the rule that decided; ``better`` is a source that supports
    the sentence clearly better, with its support. ``missing_names`` are looked for where the verdict is in CARRYING.
    ``standing`` is how its sentence is cited, ``doubt`` how certain it is that the citation is misattributed (None:
    nothing says so); where that is only possible, the verdict is "weak". ``stated`` is false of an uncheckable citation
    whose sentence says nothing that a source could carry. ``idle``: it has nothing of the sentence, which those cited
    beside it carry.
    """

    marker: int
    ref: int
    label: Label
    reference: int | None
    source: int | None
    verdict: CitationVerdict
    why: str
    support: float | None = None
    evidence: Span | None = None
    better: tuple[int, float] | None = None
    together: float = 0.0  # the support of all sources cited in the group, jointly
    missing_names: tuple[Span, ...] = ()
    doubt: Certainty | None = None
    standing: Standing = Standing()
    stated: bool = True
    idle: bool = False


@frozen
class _Rated:
    """The support of a sentence by the sources of a group: by each alone, by all, and by a clearly better one.

    ``standing`` has what of it follows from the sources alone.
    """

    alone: dict[int, Support]
    together: Support
    better: tuple[int, float] | None
    standing: Standing


class Judge:
    """Judges the markers of a draft, a group at a time: the sources of a group may support a sentence together."""

    def __init__(
        self, texts: Texts, references: ResolvedReferences, numbers: NumberedSources, tuning: Tuning = SHIPPED
    ) -> None:
        self._texts = texts
        self._numbers = numbers
        self._tuning = tuning
        self._references = references
        self._others = tuple(filter(texts.has_text, references.candidates))
        self._windows = Windows(texts.draft.prose)
        self._index: SourceIndex | None = None
        self._quotable: dict[int, quotes.Prepared] = {}
        self._claim: tuple[int, ClaimText] | None = None
        self._states_nothing = False  # whether the last sentence that was read does
        self._unjudged = ""  # why the last sentence that was read is not judged by words, if it is not
        self._rated: tuple[tuple[int, tuple[int, ...]], _Rated] | None = None

    def group(self, group: Sequence[int]) -> Iterator[Citation]:
        """Yield the citations of the markers of a group, in order."""
        markers = self._texts.draft.markers
        resolved = [
            (index, at, ref.label, *self._references.resolve(markers[index], ref))
            for index in group
            for at, ref in enumerate(markers[index].refs)
        ]
        cited = tuple(dict.fromkeys(s for *_, s in resolved if s is not None and self._texts.has_text(s)))
        complete = all(s is not None and self._texts.has_text(s) for *_, s in resolved)
        sentence, closing = markers[group[0]].sentence, self._texts.closes(group)
        for index, at, label, in_bounds, reference, source in resolved:
            if not in_bounds:
                yield Citation(index, at, label, None, None, "out-of-bounds", "not in the list")
            elif source is None or not self._texts.has_text(source):
                unlisted = label is None and reference is None and source is None
                why = (unlisted and self._references.unlike_links) or self._why_no_text(source)
                yield Citation(index, at, label, reference, source, "uncheckable", why)
            else:
                claim, rated = self._read(sentence), self._rate(sentence, cited)
                own = rated.alone[source]
                verdict, why = self._verdict(markers[index], source, claim, rated)
                words = len(self._texts.claim(sentence).split())
                doubt, standing = None, replace(rated.standing, closing=closing, complete=complete, words=words)
                if verdict == "misattributed":
                    doubt = of_citation(standing, better=rated.better is not None)
                    verdict = "weak" if doubt == "possible" else verdict
                idle = verdict == "supported" and self._is_idle(sentence, source, cited, own.score)
                verdict = "weak" if idle else verdict
                known = (index, at, label, reference, source, verdict, why, own.score, own.evidence)
                if verdict == "uncheckable":
                    yield Citation(*known, stated=not (self._unjudged or self._states_nothing))
                else:
                    missing = self._missing_names(sentence, source) if verdict in CARRYING else ()
                    yield Citation(*known, rated.better, rated.together.score, missing, doubt, standing, idle=idle)

    def _why_no_text(self, source: int | None) -> str:
        document = self._texts.sources[source].document if source is not None else None
        return f"{document.file} {document.problem}" if document and document.problem else "no source text"

    def touches(self, marker: Marker, source: int) -> bool:
        """Return whether the text around a marker shares a content term with a source: the specification's rule."""
        return self._windows.share_term(marker.start, marker.end, self._texts.source(source))

    def _read(self, sentence: int) -> ClaimText:
        """Return a sentence, read; the groups of a sentence follow one another, so the last one is kept."""
        if self._claim is None or self._claim[0] != sentence:
            self._claim = sentence, self._texts.read_claim(sentence)
            absent = tells_absence(self._texts.claim(sentence))
            self._unjudged = "it says what its sources do not say" if absent else ""
            self._states_nothing = self._texts.states_nothing(sentence)
        return self._claim[1]

    def _rate(self, sentence: int, cited: tuple[int, ...]) -> _Rated:
        """Rate a sentence against the sources of a group; one that cites the same again and again is rated once."""
        key = sentence, cited
        if self._rated is None or self._rated[0] != key:
            claim = self._read(sentence)
            texts = [self._texts.source(source) for source in cited]
            alone, together = supports(claim, texts)
            if any(self._texts.repeats(sentence, source) for source in cited):
                together = replace(together, score=1.0)
                alone = [
                    replace(own, score=1.0) if self._texts.repeats(sentence, source) else own
                    for own, source in zip(alone, cited, strict=True)
                ]
            firm = any(checkable(claim, text, own) for text, own in zip(texts, alone, strict=True))
            better = self._better(claim, cited, together) if firm else None
            lacking = verdict_rules.lacking(claim, texts, together.score, self._tuning)
            little = verdict_rules.is_little(together.score, lacking, self._tuning)
            numbers = self._read_numbers(sentence, cited) if little else []
            standing = Standing(
                support=together.score,
                numbered=little and better is None and statistics.telling(numbers),
                quoted=(little or better is not None) and self._quotes(sentence, cited),
                unnumbered=any(one.verdict == "absent" for one in numbers),
                lacking=lacking,
            )
            self._rated = key, _Rated(dict(zip(cited, alone, strict=True)), together, better, standing)
        return self._rated[1]

    def _verdict(self, marker: Marker, source: int, claim: ClaimText, rated: _Rated) -> tuple[CitationVerdict, str]:
        if self._unjudged:
            return "uncheckable", self._unjudged
        text = self._texts.source(source)
        if not checkable(claim, text, rated.alone[source]):
            return "uncheckable", "too little text to compare, or another language"
        score = rated.together.score
        if score < self._tuning.balanced and self._states_nothing:
            return "uncheckable", "a heading or a lead-in, which states nothing to compare"
        touching = score >= self._tuning.balanced or self.touches(marker, source)
        return verdict_rules.on_support(
            score,
            touching=touching,
            better=rated.better is not None,
            lacking=rated.standing.lacking,
            fitted=may_be_english(text.languages),
            tuning=self._tuning,
        )

    def _is_idle(self, sentence: int, source: int, cited: tuple[int, ...], own: float) -> bool:
        """Tell whether a source has nothing of a sentence that others carry, nor of those right before it.

        Markers at the end of a paragraph may be about more than its last sentence, and what others do not say of a
        number may follow from what this one says.
        """
        if len(cited) < 2 or not verdict_rules.has_nothing(own):
            return False
        if not all(one.verdict == "carried" for one in self._read_numbers(sentence, cited)):
            return False
        if statistics.telling(self._read_numbers(sentence, (source,))):
            return False
        text = self._texts.source(source)
        before = self._texts.uncited_before(sentence)
        return all(support(self._texts.read_claim(one), text).score < self._tuning.strip for one in before)

    def _better(self, claim: ClaimText, cited: tuple[int, ...], together: Support) -> tuple[int, float] | None:
        """Return the source that supports the claim clearly better than those cited, if one does."""
        if together.score >= self._tuning.balanced:
            return None
        texts = self._texts
        if self._index is None:
            self._index = SourceIndex([texts.source(s) for s in self._others])
        least = verdict_rules.threshold_for_better(together.score, self._index.known_share(claim))
        others = [self._others[i] for i in self._index.within_reach(claim, least)]
        rated = [(support(claim, texts.source(s), least).score, -s) for s in others if s not in cited]
        better = (one for one in sorted(rated, reverse=True) if one[0] > least)
        best, source = next((one for one in better if shares_words(claim, texts.source(-one[1]))), (0.0, 0))
        return (-source, best) if best > least else None

    def _read_numbers(self, sentence: int, cited: tuple[int, ...]) -> list[StatisticVerdict]:
        """Return what the source of a group that is kindest to it says of each number of a sentence."""
        claim = self._texts.claim(sentence)
        if not may_count(claim):
            return []
        numbers = [self._numbers[source] for source in cited]
        readings = [statistics.judge(claim, one) for one in numbers]
        return [one for _, one in statistics.together(claim, verdict_rules.kindest_numbers(readings), numbers)]

    def _quotes(self, sentence: int, cited: tuple[int, ...]) -> bool:
        """Tell whether a cited source has the words of a quotation of a sentence, whoever spoke them."""
        claim = self._texts.quoting(sentence)
        if not quotes.quotes(claim):
            return False
        for source in cited:
            if source not in self._quotable:
                self._quotable[source] = quotes.prepare(self._texts.sources[source].text)
        return verdict_rules.has_words(one for s in cited for one in quotes.judge(claim, self._quotable[s]))

    def _missing_names(self, sentence: int, source: int) -> tuple[Span, ...]:
        return missing_names(read_claim_again(self._texts.claim(sentence)), self._texts.source(source))
