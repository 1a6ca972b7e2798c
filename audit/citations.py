"""How each reference of each marker was judged: held against its source, its group's, and the draft's others."""

from __future__ import annotations

from array import array

from audit import rulings
from audit.contrast import Contrast
from audit.support import checkable, shares_words, support, supports
from audit.thresholds import BALANCED
from audit.views import View
from audit.wording.marker_window import Windows
from wellsourced_core.model import CITATION_VERDICTS, Label, Span
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from audit.texts import Texts
    from audit.wording.reading import ClaimText
    from wellsourced_core.model import CitationVerdict, Source, Support

VERDICTS = CITATION_VERDICTS
# Verdicts after which a sentence's numbers, quotes and names are looked into.
CARRYING: tuple[CitationVerdict, ...] = ("supported", "weak")
_NONE = -1  # in a column: there is none


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
    verdict: CitationVerdict
    why: str
    support: float | None = None
    evidence: Span | None = None
    better: tuple[int, float] | None = None
    together: float = 0.0  # the support of all sources cited in the group, jointly


class Citations(View[Citation]):
    """The citations of a draft in the order of their markers, in columns; a stretch of evidence is cut when asked."""

    def __init__(self, judged: Iterable[Citation], markers: int, sources: Sequence[Source]) -> None:
        self._sources = sources
        self.markers, self.references, self.sources = array("I"), array("i"), array("i")
        self._places, self._labels, self._verdicts, self._whys = array("I"), list[Label](), bytearray(), bytearray()
        self._support, self._together, self._better_by = array("d"), array("d"), array("d")
        self._from, self._to, self._better = array("i"), array("i"), array("i")
        self._reasons: list[str] = []
        self._first = array("I", [0])  # of each marker
        for one in judged:
            self._first.extend([len(self.markers)] * (one.marker + 1 - len(self._first)))
            self._add(one)
        self._first.extend([len(self.markers)] * (markers + 1 - len(self._first)))

    def _add(self, one: Citation) -> None:
        if one.why not in self._reasons:
            self._reasons.append(one.why)
        self.markers.append(one.marker)
        self._places.append(one.ref)
        self._labels.append(one.label)
        self.references.append(_NONE if one.reference is None else one.reference)
        self.sources.append(_NONE if one.source is None else one.source)
        self._verdicts.append(VERDICTS.index(one.verdict))
        self._whys.append(self._reasons.index(one.why))
        self._support.append(_NONE if one.support is None else one.support)
        self._from.append(_NONE if one.evidence is None else one.evidence.start)
        self._to.append(_NONE if one.evidence is None else one.evidence.end)
        better, by = one.better or (_NONE, 0.0)
        self._better.append(better)
        self._better_by.append(by)
        self._together.append(one.together)

    def __len__(self) -> int:
        return len(self.markers)

    def make(self, index: int) -> Citation:
        reference, source, own = self.references[index], self.sources[index], self._support[index]
        start, end, better = self._from[index], self._to[index], self._better[index]
        return Citation(
            self.markers[index],
            self._places[index],
            self._labels[index],
            None if reference == _NONE else reference,
            None if source == _NONE else source,
            self.verdict(index),
            self._reasons[self._whys[index]],
            None if own == _NONE else own,
            None if start == _NONE else Span(start, end, self._sources[source].text[start:end]),
            None if better == _NONE else (better, self._better_by[index]),
            self._together[index],
        )

    def verdict(self, index: int) -> CitationVerdict:
        """Return the verdict of the citation at an index, without the rest of it."""
        return VERDICTS[self._verdicts[index]]

    def having(self, verdict: CitationVerdict) -> Iterator[Citation]:
        """Yield the citations with a verdict."""
        wanted = VERDICTS.index(verdict)
        return (self.make(index) for index, code in enumerate(self._verdicts) if code == wanted)

    def count(self, verdict: object) -> int:
        """Return how many citations have a verdict."""
        return self._verdicts.count(VERDICTS.index(verdict)) if verdict in VERDICTS else 0

    def of(self, marker: int) -> tuple[Citation, ...]:
        """Return the citations of one marker, by its index."""
        return tuple(map(self.make, range(self._first[marker], self._first[marker + 1])))

    def have(self, marker: int, verdict: CitationVerdict) -> bool:
        """Tell whether a marker has a citation with a verdict."""
        return self._verdicts.find(VERDICTS.index(verdict), self._first[marker], self._first[marker + 1]) >= 0


# ------------------------------------------------------------------------------------------------- judging


@frozen
class _Judged:
    """What the sources of a group came to: each alone, all together, and the other source that is clearly better."""

    alone: list[Support]
    whole: Support
    better: tuple[int, float] | None


class Judge:
    """Judges the markers of a draft, a group at a time: its members are held against the sentence together."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._windows = Windows(texts.draft.prose)
        self._contrast: Contrast | None = None
        self._last: tuple[int, ClaimText] | None = None
        self._judged: tuple[tuple[int, tuple[int, ...]], _Judged] | None = None

    def group(self, group: Sequence[int]) -> Iterator[Citation]:
        """Yield the citations of the markers of a group, in order."""
        texts = self._texts
        resolved = [(index, *one) for index in group for one in texts.resolved(index)]
        cited = tuple(dict.fromkeys(source for *_, source in resolved if source is not None and texts.has_text(source)))
        claim = self._claim(texts.columns.sentences[group[0]]) if cited else None
        judged = self._together(claim, cited) if claim else None
        for index, at, label, inside, reference, source in resolved:
            if not inside:
                yield Citation(index, at, label, None, None, "out-of-bounds", "not in the list")
            elif source is None or not texts.has_text(source):
                yield Citation(index, at, label, reference, source, "uncheckable", "no source text")
            elif claim is not None and judged is not None:
                own = judged.alone[cited.index(source)]
                verdict, why = self._verdict(index, source, claim, own, judged)
                said = (index, at, label, reference, source, verdict, why, own.score, own.evidence)
                more = () if verdict == "uncheckable" else (judged.better, judged.whole.score)
                yield Citation(*said, *more)

    def touches(self, marker: int, source: int) -> bool:
        """Return whether the text around a marker shares a content term with a source: the specification's rule."""
        columns = self._texts.columns
        return self._windows.share_term(columns.starts[marker], columns.ends[marker], self._texts.text_of(source))

    def _claim(self, sentence: int) -> ClaimText:
        if self._last is None or self._last[0] != sentence:  # a sentence's groups come in a row
            self._last = sentence, self._texts.read_claim_at(sentence)
        return self._last[1]

    def _together(self, claim: ClaimText, cited: tuple[int, ...]) -> _Judged:
        """Rate a claim against the sources of its group, alone and together: once, for all its markers.

        A sentence that cites the same sources again and again is rated once.
        """
        key = (self._last[0] if self._last else -1), cited
        if self._judged is None or self._judged[0] != key:
            self._judged = key, self._rated(claim, cited)
        return self._judged[1]

    def _rated(self, claim: ClaimText, cited: tuple[int, ...]) -> _Judged:
        texts = [self._texts.text_of(source) for source in cited]
        alone, whole = supports(claim, texts)
        firm = any(checkable(claim, text, own) for text, own in zip(texts, alone, strict=True))
        return _Judged(alone, whole, self._better(claim, cited, whole) if firm else None)

    def _verdict(
        self, marker: int, source: int, claim: ClaimText, own: Support, judged: _Judged
    ) -> tuple[CitationVerdict, str]:
        whole = judged.whole
        if not checkable(claim, self._texts.text_of(source), own):
            return "uncheckable", "too little text to compare, or another language"
        touching = whole.score >= BALANCED or self.touches(marker, source)
        return rulings.on_support(whole.score, touching=touching, better=judged.better is not None)

    def _better(self, claim: ClaimText, together: tuple[int, ...], whole: Support) -> tuple[int, float] | None:
        """Return the source that supports the claim clearly better than those cited, if one does."""
        if whole.score >= BALANCED:
            return None
        texts = self._texts
        if self._contrast is None:
            self._contrast = Contrast([texts.text_of(s) for s in texts.contrasted])
        least = rulings.bar(whole.score, self._contrast.known_share(claim))
        others = [texts.contrasted[i] for i in self._contrast.within_reach(claim, least)]
        rated = [(support(claim, texts.text_of(s), least).score, -s) for s in others if s not in together]
        better = (one for one in sorted(rated, reverse=True) if one[0] > least)
        best, source = next((one for one in better if shares_words(claim, texts.text_of(-one[1]))), (0.0, 0))
        return (-source, best) if best > least else None
