"""The two texts that an audit compares: the draft, sentence by sentence, and the sources, tokenised."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property
from itertools import takewhile
from operator import attrgetter

from audit.draft import plain
from audit.own_words import OwnWords
from audit.parsing.brackets import is_uncertain
from audit.parsing.dialects import IN_TEXT
from audit.parsing.mentions import MENTIONS
from audit.reading.prepared_texts import ClaimText, SourceText, prepare, read_claim, read_claim_again
from audit.reading.quoted_words import quotations
from audit.thresholds import LEAD_IN_TERMS, MOST_COVERED, QUOTE_MOST_SENTENCES
from wellsourced_core.lexicon import either
from wellsourced_core.model import Claim, Draft, Marker, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content, shown_line_starts, surfaces, unhidden, written_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_start, _end, _span = attrgetter("start"), attrgetter("end"), attrgetter("start", "end")

# Around a whole word or number: no letter or digit, but for scripts without spaces, and no rest of a decimal.
_PART = r"[^\W_\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_BEGINS_WHOLE = compiled(rf"(?<!{_PART})(?<![0-9][.,])")
_ENDS_WHOLE = compiled(rf"(?!{_PART}|[.,][0-9])")

_LEAD_IN = compiled(rf"(?:{either('openings of a lead-in', gap=' ')})\b", re.IGNORECASE)


class Texts:
    """A draft and its sources as texts. Each sentence and each source is read once, when it is first asked for."""

    def __init__(self, draft: Draft, sources: Sequence[Source]) -> None:
        self.draft = draft
        self.sources = sources
        self._prepared: dict[int, SourceText] = {}
        self._claims: dict[int, str] = {}
        self._own_words: dict[int, OwnWords] = {}
        self._repeated: dict[tuple[int, int], bool] = {}

    # ------------------------------------------------------------------------------------------- sources

    def source(self, source: int) -> SourceText:
        """Return a source tokenised, by its index."""
        if source not in self._prepared:
            one = self.sources[source]
            self._prepared[source] = prepare(one.text, one.title, one.url)
        return self._prepared[source]

    def has_text(self, source: int) -> bool:
        """Tell whether a source has any text to compare a claim with."""
        return source in self._with_text

    @cached_property
    def _with_text(self) -> frozenset[int]:
        return frozenset(index for index, source in enumerate(self.sources) if source.text.strip())

    # ------------------------------------------------------------------------------------------- sentences

    def claim(self, sentence: int) -> str:
        """Return a sentence of the draft as its readers see it: without markers and emphasis; "" if there is none."""
        if not 0 <= sentence < len(self.draft.sentences):
            return ""
        if sentence not in self._claims:
            self._claims[sentence] = self.stretch(*self.draft.sentences[sentence])
        return self._claims[sentence]

    def stretch(self, start: int, end: int) -> str:
        """Return a stretch of the draft without markers and emphasis."""
        first = bisect_right(self._unseen, start, key=_end)
        unseen = self._unseen[first : bisect_left(self._unseen, end, first, key=_start)]
        return plain(self.draft.text[start:end], [(max(0, m.start - start), m.end - start) for m in unseen])

    def quoting(self, sentence: int) -> str:
        """Return a sentence with those before it, uncited and in its block, in which a quotation began that it ends."""
        claim = self.claim(sentence)
        for first in self.uncited_before(sentence)[:QUOTE_MOST_SENTENCES] if _goes_on(claim) else ():
            joined = self.stretch(self.draft.sentences[first][0], self.draft.sentences[sentence][1])
            if not _goes_on(joined):
                return joined
        return claim

    def repeats(self, sentence: int, source: int) -> bool:
        """Tell whether a sentence of the draft is, word for word, one of a source."""
        if (sentence, source) not in self._repeated:
            if source not in self._own_words:
                self._own_words[source] = OwnWords(self.sources[source])
            self._repeated[sentence, source] = self._own_words[source].has(self.claim(sentence))
        return self._repeated[sentence, source]

    def cited_length(self, sentence: int) -> int:
        """Return how much of a sentence, as its readers see it, stands before its last marker; all of it if the rest
        has no word, or if markers only open it ("According to [1], ...", a link in the text)."""
        start, end = self.draft.sentences[sentence]
        last = self._last_marker.get(sentence, end)
        if any(sign.isalnum() for sign in self.draft.text[last:end]):
            before = self.stretch(start, last)
            if len(content(before)) > LEAD_IN_TERMS:
                return len(before)
        return len(self.claim(sentence))

    def closes(self, group: Sequence[int]) -> bool:
        """Tell whether a group of markers, by their indexes, is the only one of its sentence and ends it."""
        markers = self.draft.markers
        sentence = markers[group[0]].sentence
        if not 0 <= sentence < len(self.draft.sentences) or self._groups_of[sentence] > 1:
            return False
        start, end = self.draft.sentences[sentence]
        if any(start <= one.start < end for one in self.draft.unread):
            return False
        return not any(sign.isalnum() for sign in self.draft.text[markers[group[-1]].end : end])

    @cached_property
    def _last_marker(self) -> dict[int, int]:
        """Where the last marker of each sentence ends that is no word of it."""
        return {m.sentence: m.end for m in self.draft.markers if m.shape not in (*IN_TEXT, "inline-link")}

    @cached_property
    def _groups_of(self) -> Counter[int]:
        """How many groups of markers each sentence has."""
        return Counter(sentence for sentence, _ in {(marker.sentence, marker.group) for marker in self.draft.markers})

    @cached_property
    def _unseen(self) -> Sequence[Marker]:
        """The markers that are no words of their sentences, in order."""
        unread = [m for m in self.draft.unread if m.shape not in MENTIONS and not is_uncertain(m)]
        return sorted((*self.draft.markers, *unread), key=_span) if unread else self.draft.markers

    def claims(self) -> Iterator[str]:
        """Yield all sentences as their readers see them."""
        return map(self.claim, range(len(self.draft.sentences)))

    def claim_in_context(self, sentence: int) -> Claim:
        """Return a sentence with the sentence before it in its block or, failing that, the heading above it."""
        if not 0 <= sentence < len(self.draft.sentences):
            return Claim("")
        block_of = self.draft.block_of
        before = self.claim(sentence - 1) if sentence and block_of[sentence - 1] == block_of[sentence] else ""
        return Claim(self.claim(sentence), before or self._heading_above(self.draft.sentences[sentence][0]))

    def states_nothing(self, sentence: int) -> bool:
        """Tell whether a sentence is a heading or only leads in: "Based on the context [1],", "References [2]:"."""
        draft = self.draft
        if not 0 <= sentence < len(draft.sentences):
            return False
        if draft.blocks[draft.block_of[sentence]] in self._headings:
            return True
        claim = self.claim(sentence).rstrip(" -–")
        leads = claim.endswith((":", "：")) or (claim.endswith((",", "，")) and _LEAD_IN.match(claim) is not None)
        return leads and len(content(claim)) <= LEAD_IN_TERMS

    @cached_property
    def _headings(self) -> frozenset[tuple[int, int]]:
        return frozenset(self.draft.headings)

    def read_claim(self, sentence: int) -> ClaimText:
        """Return a sentence, read; one that says too little alone is read with its context."""
        claim = read_claim_again(self.claim(sentence))
        return read_claim(self.claim_in_context(sentence)) if claim.short else claim

    def _heading_above(self, offset: int) -> str:
        index = bisect_right(self.draft.headings, (offset, 0)) - 1
        return plain(self.draft.text[slice(*self.draft.headings[index])]) if index >= 0 else ""

    @cached_property
    def uncited_sentences(self) -> dict[int, bool]:
        """Return the sentences that nothing cites, headings aside, and whether nothing in their block is cited."""
        return {sentence: alone for sentence, alone in self._without_marker.items() if alone is not None}

    @cached_property
    def covered_sentences(self) -> tuple[int, ...]:
        """Return the sentences without a marker that their block's only group of markers, at its end, is about too."""
        return tuple(sentence for sentence, alone in self._without_marker.items() if alone is None)

    def uncited_before(self, sentence: int) -> list[int]:
        """Return the sentences without a marker right before one, in its block, the nearest first."""
        block_of = self.draft.block_of
        before = range(sentence - 1, max(-1, sentence - 1 - MOST_COVERED), -1)
        return list(takewhile(lambda i: i in self._without_marker and block_of[i] == block_of[sentence], before))

    @cached_property
    def _without_marker(self) -> dict[int, bool | None]:
        """Return the sentences without a marker, and whether nothing in their block is cited; None for covered ones.

        Headings are left out. Markers that are not judged cite too.
        """
        draft, markers = self.draft, (*self.draft.markers, *self.draft.unread)
        marked, cited = sorted((m.start, m.end) for m in markers), {m.sentence for m in markers}
        bare: dict[int, bool | None] = {}
        for index, block in enumerate(draft.block_of):
            span, own = draft.blocks[block], draft.sentences[index]
            inside = _within(marked, span)
            if span in self._headings or index in cited or _within(marked, own):
                continue
            uncited = not inside or own[0] > inside[0][0] or _has_word(draft.text, inside, span[1])
            bare[index] = not inside if uncited else None
        return bare

    @cached_property
    def cited_words(self) -> frozenset[tuple[str, ...]]:
        """The words of each sentence that something cites."""
        bare = self.uncited_sentences
        return frozenset(self.words(index) for index in range(len(self.draft.sentences)) if index not in bare)

    def words(self, sentence: int) -> tuple[str, ...]:
        """Return the words of a sentence: they stay where a marker or a sign before the full stop goes."""
        return tuple(surfaces(self.claim(sentence)))

    # ------------------------------------------------------------------------------------------- places

    @cached_property
    def _lines(self) -> list[int]:
        return shown_line_starts(self.draft.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset of the draft, both from 1; a byte order mark has no column of its own."""
        line = max(1, bisect_right(self._lines, offset))
        return line, max(0, offset - self._lines[line - 1]) + 1

    def locate(self, sentence: int, snippet: str) -> tuple[int, int]:
        """Return where a snippet of a claim is in the draft, or the whole sentence if the draft writes it otherwise.

        A place where it is part of a longer word or number, or stands in a marker, is taken only if there is no other.
        """
        start, end = self.draft.sentences[sentence]
        if not snippet:
            return start, end
        text = self.draft.text[start:end]
        gaps: Sequence[int] = ()
        if snippet not in text:
            text, gaps = unhidden(text)
        at = -1 if gaps else _whole(snippet, self.draft.prose, start, end) - start
        if at < 0:
            at = _whole(snippet, text, 0, len(text))
        if at < 0:
            at = text.find(snippet)
        if (
            at < 0
            and (before := self.draft.text.rfind(snippet, self.draft.blocks[self.draft.block_of[sentence]][0], end))
            >= 0
        ):
            return before, before + len(snippet)  # a quotation that began in a sentence before
        if at < 0:
            return start, end
        return start + written_at(at, gaps), start + written_at(at + len(snippet) - 1, gaps) + 1


def left_open(text: str) -> int:
    """Return where a quotation begins that goes on behind a text; its length where none does."""
    return next((one.start for one in quotations(text) if one.start and not one.whole), len(text))


def _goes_on(text: str) -> bool:
    """Tell whether a text begins within a quotation."""
    return any(one.start == 0 and not one.whole for one in quotations(text))


def _whole(snippet: str, text: str, start: int, end: int) -> int:
    """Return where a snippet stands in text[start:end] as no part of a longer word or number; -1 if nowhere.

    It is searched for as a string: a pattern per snippet costs more than all the reading of a long sentence.
    """
    at = text.find(snippet, start, end)
    while at >= 0:
        begins = not snippet[0].isalnum() or at == start or _BEGINS_WHOLE.match(text, at)
        behind = at + len(snippet)
        if begins and (not snippet[-1].isalnum() or behind == end or _ENDS_WHOLE.match(text, behind)):
            return at
        at = text.find(snippet, at + 1, end)
    return -1


def _within(marked: Sequence[tuple[int, int]], span: tuple[int, int]) -> Sequence[tuple[int, int]]:
    """Return the markers that begin within a stretch."""
    return marked[bisect_left(marked, (span[0], 0)) : bisect_left(marked, (span[1], 0))]


def _has_word(text: str, markers: Sequence[tuple[int, int]], end: int) -> bool:
    """Tell whether a word stands between markers, or between the last one and an end."""
    gaps = zip((marker_end for _, marker_end in markers), [*(start for start, _ in markers[1:]), end], strict=True)
    return any(sign.isalnum() for start, stop in gaps for sign in text[start:stop])
