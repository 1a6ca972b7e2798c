"""Read a text once for its numbers, its words, its sentences and its clauses, and where each number stands in them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, pairwise, repeat
from math import log
from operator import sub

from audit.agreement.kinds import DATED
from audit.agreement.value_index import FigureIndex, ValueIndex
from audit.meaning.clauses import boundaries
from audit.meaning.words import FAMILIES
from audit.numbers.sentence_rank import SentenceRank
from audit.reading.language import languages_of
from audit.reading.prepared_texts import SourceText
from audit.thresholds import LANGUAGE_SAMPLE_CHARACTERS, NUMBER_CLOSE_CHARACTERS, NUMBER_NEAR_CHARACTERS
from wellsourced_core.model import Quantity, Span
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import Words, sentences, surfaces, terms
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_APART = "\n\n"  # between a text and what counts as its last paragraph
_LONGEST_CACHE = 1000  # characters up to which a claim is remembered
_LIST_JOINT = compiled(r"\s?(?:[,;&/]|,?\s?and|or)\s?(?:in\s)?")


@frozen
class Spot:
    """A number, or the list of dates that it is part of, among the terms and clauses of its text.

    ``start`` and ``end`` are those of the list; ``ended`` says how many clauses end before either. ``own`` are the
    terms of the number itself; ``near`` and ``close`` are those within 60 and 28 characters on its left and on its
    right. All are half-open ranges of terms.
    """

    start: int
    end: int
    ended: tuple[int, int]
    own: tuple[int, int]
    near: tuple[tuple[int, int], tuple[int, int]]
    close: tuple[tuple[int, int], tuple[int, int]]


@frozen
class NumberedText:
    """A text read once: its numbers, its content terms and its sentences, indexed for many questions.

    ``stems[i]`` stands at ``starts[i]`` in sentence ``term_sentence[i]``. What stands from ``proper`` on is no
    text of the source (its title, its address): it counts, but is never evidence. ``head`` are the stems there:
    they belong to every sentence of the text alike. What only some questions need (the numbers above all) is read
    when the first one is asked.
    """

    __slots__ = ("__dict__",)  # for the cached properties

    text: str
    names: bool  # whether numbers that are part of names are kept
    sentences: tuple[tuple[int, int], ...]
    stems: tuple[str, ...]
    starts: tuple[int, ...]
    ends: array[int]
    term_sentence: tuple[int, ...]
    sentence_stems: tuple[frozenset[str], ...]
    head: frozenset[str]
    proper: int
    tokens: SourceText | None = None  # the text as it was read for its words
    published: str = ""  # the day, as 2025-06-15

    @cached_property
    def mentions(self) -> tuple[Quantity, ...]:
        """The numbers, in order."""
        if not self.names:
            return quantities(self.text)
        own = quantities(self.text[: self.proper], names=True) if self.tokens is None else self.tokens.numbers
        if len(self.text) <= self.proper:
            return own
        shift = self.proper + len(_APART)
        titled = quantities(self.text[shift:], names=True)
        return own + tuple([replace(q, start=shift + q.start, end=shift + q.end) for q in titled])

    @cached_property
    def mention_sentence(self) -> tuple[int, ...]:
        """The sentence of each number."""
        return _sentences_of([q.start for q in self.mentions], self.sentences)

    @cached_property
    def lists(self) -> tuple[tuple[int, int], ...]:
        """Where the list of years or dates begins and ends that each number is part of: itself, if of none."""
        spans: list[tuple[int, int]] = []
        first = 0
        for i, q in enumerate(self.mentions):
            before = self.mentions[i - 1] if i else None
            if before is None or not (
                before.kind in DATED and q.kind in DATED and _LIST_JOINT.fullmatch(self.text, before.end, q.start)
            ):
                first = i
            spans.append((self.mentions[first].start, q.end))
        for i in range(len(spans) - 2, -1, -1):
            if spans[i][0] == spans[i + 1][0]:
                spans[i] = spans[i + 1]
        return tuple(spans)

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """Where each stem stands, as indices of terms."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for i, stem in enumerate(self.stems):
            places[stem].append(i)
        return {stem: tuple(at) for stem, at in places.items()}

    @cached_property
    def holders(self) -> Mapping[str, Sequence[int]]:
        """The sentences that each stem stands in, in order."""
        holders: dict[str, Sequence[int]] = {}
        for at, stems in enumerate(self.sentence_stems):
            alone = (at,)  # one for all the stems that this sentence has alone: most of them
            for stem in stems:
                held = holders.setdefault(stem, alone)
                if isinstance(held, list):
                    held.append(at)
                elif held is not alone:
                    holders[stem] = [*held, at]
        return holders

    @cached_property
    def boundaries(self) -> list[int]:
        """Where clauses end."""
        return boundaries(self.text)

    @cached_property
    def crossed(self) -> tuple[list[int], list[int]]:
        """How many clauses end before the start and before the end of each term."""
        ended = self.boundaries
        return [bisect_left(ended, at) for at in self.starts], [bisect_left(ended, at) for at in self.ends]

    @cached_property
    def _spots(self) -> dict[int, Spot]:
        return {}

    def spot(self, index: int) -> Spot:
        """Return where a number stands among the terms."""
        found = self._spots.get(index)
        if found is None:
            found = self._spots[index] = _spot(self, index)
        return found

    def within(self, index: int, reach: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the terms within ``reach`` characters of a number, or of its list, on its left and on its right."""
        start, end = self.lists[index]
        low = bisect_left(self.ends, start - reach)
        high = bisect_right(self.starts, end + reach if start >= self.proper else min(end + reach, self.proper))
        return (low, min(high, bisect_right(self.ends, start))), (max(low, bisect_left(self.starts, end)), high)

    @cached_property
    def proper_terms(self) -> int:
        """How many terms stand in the source's own text."""
        return bisect_left(self.starts, self.proper)

    @cached_property
    def lookup(self) -> ValueIndex:
        """The numbers by their values."""
        return ValueIndex(self.mentions)

    @cached_property
    def figures(self) -> FigureIndex:
        """The numbers by their figures, whatever their units."""
        return FigureIndex(self.mentions)

    @cached_property
    def made(self) -> dict[object, Any]:
        """What a rule has made of the whole text, by the rule's own key: it is made once."""
        return {}

    @cached_property
    def sentence_rank(self) -> SentenceRank:
        """The sentences by the words that they share with a claim."""
        return SentenceRank(self.holders, len(self.sentences))

    def numbers_in(self, sentence: int) -> range:
        """Return the numbers of a sentence."""
        at = self.mention_sentence
        return range(bisect_left(at, sentence), bisect_right(at, sentence))

    @cached_property
    def negative(self) -> bool:
        """Whether a number is below zero."""
        return any(q.value < 0 for q in self.mentions)

    @cached_property
    def dated(self) -> frozenset[float]:
        """The years of the dates; 0 for those without one."""
        return frozenset([q.value for q in self.mentions if q.kind in DATED])

    @cached_property
    def numbered(self) -> frozenset[int]:
        """The sentences that have a number."""
        return frozenset(self.mention_sentence)

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """Each stem's idf over the text's own sentences; "" holds the weight of a stem that never occurs.

        idf = ln(1 + (n + 1) / (df + 0.5)).
        """
        most = len(self.sentence_stems) + 1
        by_df = {df: log(1 + most / (df + 0.5)) for df in {0, *map(len, self.holders.values())}}
        weights = {stem: by_df[len(at)] for stem, at in self.holders.items()}
        weights[""] = by_df[0]
        return weights

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages that the text may be in."""
        if self.tokens is not None:
            return self.tokens.languages
        return languages_of(surfaces(self.text[:LANGUAGE_SAMPLE_CHARACTERS]))

    def shown(self, index: int) -> str:
        """Return a number as messages show it."""
        return f'"{self.mentions[index].text}"'

    def evidence(self, index: int) -> Span | None:
        """Return a number as evidence, None where it is not in the source's own text."""
        return self.span(self.mentions[index].start, self.mentions[index].end)

    def span(self, start: int, end: int) -> Span | None:
        """Return a stretch as evidence, None where it is not the source's own text."""
        return Span(start, end, self.text[start:end]) if end <= self.proper else None

    def sentence_at(self, offset: int) -> int:
        """Return the sentence that an offset lies in, or behind."""
        return _sentences_of((offset,), self.sentences)[0]

    def sentence_span(self, index: int) -> Span:
        """Return a sentence and where it stands."""
        start, end = self.sentences[index]
        return Span(start, end, self.text[start:end])


def read(text: str, *, names: bool = False, more: str = "", tokens: SourceText | None = None) -> NumberedText:
    """Tokenise a text and index its numbers, terms and clause boundaries: once, in linear time.

    ``names`` keeps numbers that are part of names; ``more`` counts as a last paragraph that is no evidence, whose
    numbers are read apart; ``tokens`` is the text as it was read for its words.
    """
    known = None if tokens is None else Words(tokens.words, tokens.starts, tokens.ends)
    own, proper = terms(text, known), len(text)
    found, starts, ends = own.stems, own.starts, own.ends
    if more:
        text, title, shift = text + _APART + more, terms(more), proper + len(_APART)
        found += title.stems
        starts += tuple([shift + start for start in title.starts])
        ends = array("I", [*ends, *(shift + end for end in title.ends)])
    spans = tuple(sentences(text)) or ((0, len(text)),)
    stems = tuple(map(FAMILIES.__getitem__, found))
    # A sentence's terms are those from its start to the next one's: cut out, not told one by one.
    cuts = [0, *(bisect_left(starts, start) for start, _ in spans[1:]), len(starts)]
    term_sentence = tuple(chain.from_iterable(map(repeat, range(len(spans)), map(sub, cuts[1:], cuts))))
    sentence_stems = tuple([frozenset(stems[a:b]) for a, b in pairwise(cuts)])
    head = frozenset(stems[len(own.stems) :])
    return NumberedText(text, names, spans, stems, starts, ends, term_sentence, sentence_stems, head, proper, tokens)


def read_claim(text: str) -> NumberedText:
    """Read a claim; a sentence is remembered while it is held against one source after the other."""
    return _read_again(text) if len(text) <= _LONGEST_CACHE else read(text)


_read_again = lru_cache(maxsize=128)(read)


def _sentences_of(offsets: Sequence[int], spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the sentence that each offset lies in, or behind."""
    if len(spans) == 1:
        return (0,) * len(offsets)
    starts = [start for start, _ in spans]
    return tuple([max(0, bisect_right(starts, offset) - 1) for offset in offsets])


def _spot(text: NumberedText, index: int) -> Spot:
    q, (start, end) = text.mentions[index], text.lists[index]
    ended = bisect_left(text.boundaries, start), bisect_left(text.boundaries, end)
    own = bisect_left(text.starts, q.start), bisect_left(text.starts, q.end)
    near, close = text.within(index, NUMBER_NEAR_CHARACTERS), text.within(index, NUMBER_CLOSE_CHARACTERS)
    return Spot(start, end, ended, own, near, close)
