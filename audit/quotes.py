"""Compare the quotations of a claim with a source: words in order, speaker, and what was left out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise

from audit.reading.language import is_german
from audit.reading.quoted_words import Quotation, Word, is_spaceless, quotations, words
from audit.reading.speakers import SPEECH_VERBS, SPOKEN_VERBS, Speakers, claimed_speaker
from audit.thresholds import (
    QUOTE_ALTERED_LIKENESS,
    QUOTE_BRACKET_WORDS,
    QUOTE_ELLIPSIS_WORDS,
    QUOTE_LEAST_SINGLE_WORDS,
    QUOTE_LEAST_SPOKEN_WORDS,
    QUOTE_LEAST_WORDS,
    QUOTE_MOST_OCCURRENCES,
    QUOTE_MOST_PIECES,
    QUOTE_MOST_PLACES,
    QUOTE_NARRATION_WORDS,
    QUOTE_STEM_LETTERS,
)
from wellsourced_core.lexicon import either, listed
from wellsourced_core.model import QuoteVerdict, Span
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, surfaces
from wellsourced_core.values import frozen, replace

# ---------------------------------------------------------------------------------------------- in the claim


@frozen
class Quoted:
    """A quotation of a claim, and who the claim says spoke it (None: nobody by name)."""

    quote: Span
    speaker: str | None = None


def quotes(text: str) -> tuple[Quoted, ...]:
    """Return the quotations of a claim, in order: scare quotes, terms and titles are none.

    A stretch between marks is a quotation from four words on, between '...' from five, beside a speech verb from two.
    """
    found = []
    spans = quotations(text)
    for i, span in enumerate(spans):
        left = spans[i - 1].end + 1 if i else 0
        right = spans[i + 1].start - 1 if i + 1 < len(spans) else len(text)
        if _is_quotation(text, span, text[left : max(left, span.start - 1)], text[span.end + 1 : right]):
            found.append(Quoted(_stripped(text, span), claimed_speaker(text, spans, i)))
    return tuple(found)


def _stripped(text: str, span: Quotation) -> Span:
    quote = text[span.start : span.end]
    start = span.start + len(quote) - len(quote.lstrip())
    return Span(start, start + len(quote.strip()), quote.strip())


_SPEECH_SPACELESS = compiled(either("speech verbs without spaces"))
_WORK = compiled(rf"(?:{either('works with a title')})\W{{0,3}}$", re.IGNORECASE)
# What names its own wording: in single marks that is a term, a hypothesis or a command, and quotes nobody.
_LABEL = compiled(rf"(?<![\w-])(?:{either('things with a wording')})\W{{0,3}}$", re.IGNORECASE)
_TITLED = compiled(rf"(?:{either('words before a title', gap=' ')})\W{{0,3}}$", re.IGNORECASE)

# "Ask yourself questions such as “What can I change?”": nobody is said to have asked it.
_EXAMPLE = compiled(rf"(?:{either('words before an example', gap=' ')})\W{{0,3}}$", re.IGNORECASE)


def _is_quotation(text: str, span: Quotation, before: str, after: str) -> bool:
    quoted = text[span.start : span.end]
    own = words(_BRACKET.sub(" ", quoted))
    spaceless = bool(own) and is_spaceless(own[0].norm)
    count = len(own) // 2 if spaceless else len(own)
    beside = {w.norm for w in (*words(before[-60:])[-3:], *words(after[:60])[:3])}
    speech = not beside.isdisjoint(SPEECH_VERBS) or bool(_SPEECH_SPACELESS.search(before[-12:] + after[:12]))
    title = quoted.strip()
    if title.endswith("?") and _EXAMPLE.search(before[-24:]):
        return False
    if not speech and span.mark in "'‘":
        # A file's name is one word here. Songs and films hold the sentence's full stop: 'Never Again.'
        if (count if spaceless else len(title.split())) < QUOTE_LEAST_SINGLE_WORDS or _LABEL.search(before[-24:]):
            return False
        title = title.rstrip(".,!")
    if count < (QUOTE_LEAST_SPOKEN_WORDS if speech else QUOTE_LEAST_WORDS):
        return False
    return not beside.isdisjoint(SPOKEN_VERBS) or not _is_title(title, before[-24:])


def _is_title(quoted: str, before: str) -> bool:
    if quoted[-1] in ".!;…":
        return False
    heavy = [w for w in quoted.split() if w.lower() not in STOP_WORDS and w[0].isalpha()]
    capitals = len(heavy) > 1 and all(w[0].isupper() for w in heavy)
    return capitals or bool(_TITLED.search(before)) or (quoted[0].isupper() and bool(_WORK.search(before)))


# ---------------------------------------------------------------------------------------------- its form

_BRACKET = compiled(r"(?<=[^\W\d_])\[[^\W\d_]{1,4}\]|\[(?![^\W\d_]\][^\W\d_])[^\[\]]{0,200}\]")
_ELLIPSIS = compiled(r"[\[(]? ?(?:…|\. ?\. ?\.)[…. ]*[\])]?")


@frozen
class _Piece:
    """Words that must stand together, after a gap of 0 to ``gap`` words; ``open_end``: "walk[ed]"."""

    text: str
    gap: int
    open_end: bool = False
    inserted: str = ""


def _pieces(quoted: str, *, brackets_are_words: bool) -> list[_Piece]:
    cuts = [(m.start(), m.end(), QUOTE_ELLIPSIS_WORDS, "") for m in _ELLIPSIS.finditer(quoted)]
    if not brackets_are_words:
        taken = {start for start, *_ in cuts}
        cuts += [
            (m.start(), m.end(), 0 if m[0][0] != "[" or _glued(quoted, m) else QUOTE_BRACKET_WORDS, m[0][1:-1])
            for m in _BRACKET.finditer(quoted)
            if m.start() not in taken
        ]
        cuts.sort()
    pieces: list[_Piece] = []
    at, gap, inserted = 0, 0, ""
    for start, end, allowed, note in (*cuts, (len(quoted), len(quoted), 0, "")):
        own = [w.norm for w in words(quoted[at:start])]
        if own:
            glued = allowed == 0 and end > start
            pieces.append(_Piece(f" {' '.join(own)}" + ("" if glued else " "), gap, glued, inserted))
            gap, inserted = 0, ""
        gap, inserted, at = gap + allowed, f"{inserted} {note}".strip(), end
    return pieces


def _glued(text: str, bracket: re.Match[str]) -> bool:
    return bracket.start() > 0 and text[bracket.start() - 1].isalpha() and len(bracket[0]) <= 6


# ---------------------------------------------------------------------------------------------- in the source


class Prepared:
    """A source made ready to look up quotations: its words once as one string, and its own quotations."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words(text)
        self.spans = quotations(text)
        self.speakers = Speakers(text, self.spans)
        self._whole = _Stream(self.words, range(len(self.words)), frozenset())

    @cached_property
    def positions(self) -> dict[str, list[int]]:
        """Where each word stands, for showing the nearest passage."""
        found: dict[str, list[int]] = {}
        for i, word in enumerate(self.words):
            found.setdefault(word.norm, []).append(i)
        return found

    def occurrences(self, pieces: Sequence[_Piece]) -> Iterator[_Match]:
        """Yield where the pieces stand in order, in the running text, else across "..., she said, ..."."""
        streams = (self._whole, self._spoken) if self.resumed else (self._whole,)
        for stream in streams:
            matches = stream.matches(pieces)
            if first := next(matches, None):
                yield first
                yield from matches
                return

    @cached_property
    def resumed(self) -> dict[int, int]:
        """For each quotation that "she said" interrupts: the word after its last -> where she goes on."""
        starts = [w.start for w in self.words]
        ends = [(bisect_left(starts, s.start), bisect_left(starts, s.end)) for s in self.spans]
        return {
            end: first
            for (_, end), (first, last) in pairwise(ends)
            if first < last  # what goes on has a word
            and 0 < first - end <= QUOTE_NARRATION_WORDS
            and any(w.norm in SPEECH_VERBS for w in self.words[end:first])
        }

    @cached_property
    def _spoken(self) -> _Stream:
        starts = [w.start for w in self.words]
        order: list[int] = []
        breaks: set[int] = set()
        resumed = set(self.resumed.values())
        for span in self.spans:
            first, end = bisect_left(starts, span.start), bisect_left(starts, span.end)
            if first not in resumed:
                breaks.add(len(order))
            order.extend(range(first, end))
        return _Stream(self.words, order, frozenset(breaks))


_Chain = tuple[tuple[int, int], ...]


@frozen
class _Match:
    """Where a quotation stands: for each piece its first word and the one after its last."""

    pieces: _Chain


class _Stream:
    """Words joined by spaces, searched by ``str.find``: linear, and fast on any page."""

    def __init__(self, all_words: Sequence[Word], order: Sequence[int], breaks: frozenset[int]) -> None:
        self.order = order
        self.at: list[int] = []
        parts: list[str] = []
        length = 0
        for i, index in enumerate(order):
            part = (" \n " if i in breaks else " ") + all_words[index].norm
            self.at.append(length + len(part) - len(all_words[index].norm))
            parts.append(part)
            length += len(part)
        self.joined = "".join(parts) + " "

    def matches(self, pieces: Sequence[_Piece]) -> Iterator[_Match]:
        """Yield where the pieces follow each other with no more words between than their gaps allow."""
        chains: Iterator[_Chain] = (((start, end),) for start, end in self._find(pieces[0]))
        for piece in pieces[1:]:
            chains = self._continued(chains, piece)
        for chain in chains:
            yield _Match(tuple((self.order[first], self.order[end - 1] + 1) for first, end in chain))

    def _continued(self, chains: Iterator[_Chain], piece: _Piece) -> Iterator[_Chain]:
        """Yield each place of a piece behind the nearest chain that ends before it, both in order of place."""
        last: _Chain | None = None
        coming = next(chains, None)
        for start, end in self._find(piece):
            while coming is not None and coming[-1][1] <= start:
                last, coming = coming, next(chains, None)
            if last is not None and start - last[-1][1] <= piece.gap:
                yield (*last, (start, end))
            elif last is None and coming is None:
                return

    def _find(self, piece: _Piece) -> Iterator[tuple[int, int]]:
        at, seen = self.joined.find(piece.text), 0
        while at >= 0:
            seen += 1
            first = bisect_left(self.at, at + 1)
            stop = at + len(piece.text)
            end = bisect_left(self.at, stop)
            if not piece.open_end or self.joined.find(" ", stop, stop + 5) >= 0:
                yield first, end
            # From the next word on: "no no no" holds "no no" twice.
            at = self.joined.find(piece.text, at + 1) if seen < QUOTE_MOST_PLACES else -1


def prepare(source_text: str) -> Prepared:
    """Index a source's words once, for any number of claims."""
    return Prepared(source_text)


# ---------------------------------------------------------------------------------------------- verdicts


def judge(claim: str, source: str | Prepared, speaker: str | None = None) -> tuple[QuoteVerdict, ...]:
    """Judge every quotation of a claim against a source.

    Words must stand in order; "..." is a gap of at most 60 words, [x] of at most 6; typographic variants are
    equal. ``speaker`` is who spoke according to the caller; without it the claim is read for a name beside a
    speech verb. Likeness never accepts, it only shows the passage an altered quotation was made from.
    """
    prepared = source if isinstance(source, Prepared) else prepare(source)
    quoted = quotes(claim)
    # With several quotations the caller's one name cannot be everybody's: the claim's own names come first.
    several = len(quoted) > 1
    return tuple(_judge(claim, one, prepared, (several and one.speaker) or speaker or one.speaker) for one in quoted)


def accepted(verdicts: Sequence[QuoteVerdict]) -> bool | None:
    """Tell whether all quotations are the source's, None without any; "out-of-context" only warns."""
    return all(v.verdict in ("found", "out-of-context") for v in verdicts) if verdicts else None


def _judge(claim: str, quoted: Quoted, source: Prepared, speaker: str | None) -> QuoteVerdict:
    quote = quoted.quote
    elsewhere: QuoteVerdict | None = None
    for pieces in _readings(claim, quote):
        if len(pieces) > QUOTE_MOST_PIECES:
            return QuoteVerdict(
                quote, "not-found", f"it is stitched together from more than {QUOTE_MOST_PIECES} pieces"
            )
        for match in islice(source.occurrences(pieces), QUOTE_MOST_OCCURRENCES):
            evidence = _span(source, match.pieces[0][0], match.pieces[-1][1])
            starts = [source.words[first].start for first, _ in match.pieces]
            if speaker and (other := source.speakers.conflict(speaker, starts)):
                why = f"the source gives these words to {other}, not to {speaker}"
                elsewhere = elsewhere or QuoteVerdict(quote, "misattributed", why, evidence)
            elif why := _left_out(claim, quote, pieces, match, source):
                return QuoteVerdict(quote, "out-of-context", why, evidence)
            else:
                return QuoteVerdict(quote, "found", "its words are in the source in this order", evidence)
    return elsewhere or _nearest(quote, source)


def _readings(claim: str, quote: Span) -> Iterator[list[_Piece]]:
    """Yield the forms in which a quotation may stand in its source, as it is written first.

    Brackets may be the source's own words, and a German sentence inflects the article and the adjective with which a
    quotation begins: "ein Segen" is called "einen Segen".
    """
    for brackets_are_words in (False, True) if "[" in quote.text else (False,):
        yield _pieces(quote.text, brackets_are_words=brackets_are_words)
    pieces = _pieces(quote.text, brackets_are_words=False)
    opening = pieces[0].text.split() if pieces else []
    if len(opening) < 2 or pieces[0].open_end or not is_german(surfaces(claim[: quote.start] + claim[quote.end :])):
        return
    article = _forms(opening[0], _ARTICLES, _ARTICLE_ENDS)
    adjective = _forms(opening[1 if article else 0], None, _ADJECTIVE_ENDS)
    for first in article or [""]:
        for second in adjective or [opening[1 if article else 0]]:
            rest = opening[2 if article else 1 :]
            yield [replace(pieces[0], text=f" {' '.join([*filter(None, (first, second)), *rest])} "), *pieces[1:]]


_ARTICLES = frozenset(listed("stems of articles"))
_ARTICLE_ENDS = ("", *listed("endings of articles"))
_ADJECTIVE_ENDS = ("e", "en", "em", "er", "es")


def _forms(word: str, stems: frozenset[str] | None, endings: Sequence[str]) -> list[str]:
    """Return the inflected forms of a word that has one of the endings, and of the stems where they are given."""
    for ending in sorted(endings, key=len, reverse=True):
        stem = word.removesuffix(ending)
        if word.endswith(ending) and (stem in stems if stems else len(stem) >= QUOTE_STEM_LETTERS):
            return [stem + other for other in endings]
    return []


def _span(source: Prepared, first: int, end: int) -> Span:
    start, stop = source.words[first].start, source.words[end - 1].end
    return Span(start, stop, source.text[start:stop])


# ---------------------------------------------------------------------------------------------- left out

_TURNS = frozenset(listed("turns behind a quotation"))
_NEGATIONS = frozenset(listed("negations beside a quotation"))
_STOP = compiled(r"[.!?。！？]")
_PAUSE = compiled(r"[.!?。！？,;:—，；：\n]")


def _left_out(claim: str, quote: Span, pieces: Sequence[_Piece], match: _Match, source: Prepared) -> str:
    """Say which word that turns the meaning was left out of a quotation, or stands behind it; "" for none.

    Three places are looked at: what an ellipsis or a bracket replaced, the three words before the quotation,
    and the word behind it, the first two only as far as no full stop lies between. What the claim itself says
    there is not left out.
    """
    spans = match.pieces
    for ((_, end), (start, _)), piece in zip(pairwise(spans), pieces[1:], strict=True):
        gone = _same_sentence(source, end, start)
        kept = words(piece.inserted)
        if (word := _negation(gone)) and not _negation(kept):
            return f'the omitted part says "{word}"'
        if (word := _negation(kept)) and not _negation(gone):
            return f'its brackets insert "{word}"'
    lead = _before(source, spans[0][0])
    if (word := _negation(lead)) and not _negation(words(claim[max(0, quote.start - 60) : quote.start])[-4:]):
        return f'the source says "{word}" right before it'
    follow = _after(source, spans[-1][1])
    own = words(claim[quote.end : quote.end + 80])[:6]
    if follow in _TURNS and follow not in {w.norm for w in own}:
        return f'the source continues with "{follow}"'
    return ""


def _negation(some: Sequence[Word]) -> str:
    return next((w.norm for w in some if w.norm in _NEGATIONS or w.norm.endswith("n't")), "")


def _same_sentence(source: Prepared, end: int, start: int) -> list[Word]:
    """Return the words of a gap that belong to the sentence before it or to the one after it."""
    gap = source.words[end:start]
    if not gap:
        return []
    left = source.words[end - 1].end
    text = source.text[left : source.words[start].start]
    stops = [left + m.start() for m in _STOP.finditer(text) if not text[m.end() : m.end() + 1].isalnum()]
    if not stops:
        return gap
    return [w for w in gap if w.end <= stops[0] or w.start >= stops[-1]]


def _before(source: Prepared, first: int) -> list[Word]:
    lead: list[Word] = []
    for i in range(first - 1, max(-1, first - 4), -1):
        if _PAUSE.search(source.text, source.words[i].end, source.words[i + 1].start):
            break
        lead.insert(0, source.words[i])
    return lead


def _after(source: Prepared, end: int) -> str:
    """Return the word that follows in the same sentence, also behind "..., she said, ..."; "" for none."""
    if end == len(source.words):
        return ""
    here, following = source.words[end - 1].end, source.words[end].start
    if _STOP.search(source.text, here, following) or "\n" in source.text[here:following]:
        return ""
    if source.words[end].norm not in _TURNS and end in source.resumed:
        return source.words[source.resumed[end]].norm
    return source.words[end].norm


def _nearest(quote: Span, source: Prepared) -> QuoteVerdict:
    """Show the passage that an altered quotation was most likely made from; a likeness never accepts."""
    own = [w.norm for w in words(quote.text)]
    window = _densest(set(own), source, 2 * len(own))
    if window is None:
        return QuoteVerdict(quote, "not-found", "none of its words is in the source")
    from rapidfuzz import fuzz  # shown only, so paid for only here

    first, end = window
    alignment = fuzz.partial_ratio_alignment(
        " ".join(own), " ".join(w.norm for w in source.words[first:end]), score_cutoff=QUOTE_ALTERED_LIKENESS
    )
    if alignment is None:
        return QuoteVerdict(quote, "not-found", "its words are not in the source in this order")
    at, begin, stop = 0, end, first
    for i in range(first, end):
        if at < alignment.dest_end and at + len(source.words[i].norm) > alignment.dest_start:
            begin, stop = min(begin, i), i + 1
        at += len(source.words[i].norm) + 1
    evidence = _span(source, begin, stop)
    return QuoteVerdict(quote, "altered", f"the source says: {evidence.text}", evidence)


def _densest(own: set[str], source: Prepared, size: int) -> tuple[int, int] | None:
    """Return the stretch of ``size`` words that holds most of the quotation's, the first of equals."""
    hits = sorted(i for word in own for i in source.positions.get(word, ()))
    if not hits:
        return None
    best, left = (0, 0), 0
    for right, at in enumerate(hits):
        while at - hits[left] >= size:
            left += 1
        best = max(best, (right - left + 1, -hits[left]))
    middle = -best[1]
    return max(0, middle - size // 2), min(len(source.words), middle + size + size // 2)
