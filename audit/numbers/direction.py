"""Find the sentence of a claim that the source's nearest sentence denies or reverses."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from audit.numbers import directions
from audit.numbers.limits import DEFAULT, Thresholds
from audit.numbers.places import Numbers, read, share
from wellsourced.core.model import Quantity, Span

_NEGATING_STEMS = frozenset(("not", "no", "never", "none", "withou"))
_DOUBLE = 40  # characters between two negations of the same words
_OWN_SHARE = 0.6  # share of a negation's words that the claim must have for the source to deny it


@dataclass(frozen=True, slots=True)
class DirectionMismatch:
    """A sentence of the claim that the source contradicts, and the sentence of the source that does.

    ``kind`` is negated (only the claim negates), denied (only the source does) or reversed (antonyms);
    ``overlap`` is the share of the claim sentence's words in the source sentence.
    """

    kind: str
    sentence: Span
    evidence: Span
    overlap: float
    why: str


def direction_mismatch(claim: str, source: Numbers, limits: Thresholds = DEFAULT) -> DirectionMismatch | None:
    """Return the first sentence of a claim that the source contradicts, with or without a number in it."""
    return sentence_mismatch(read(claim), source, limits)


def sentence_mismatch(claim: Numbers, source: Numbers, limits: Thresholds) -> DirectionMismatch | None:
    """Hold every sentence of a claim against the source's sentence that shares most of its words."""
    for at, stems in enumerate(claim.sentence_stems):
        wanted = stems - _NEGATING_STEMS
        if len(wanted) < 2:
            continue
        there, overlap = _nearest_sentence(wanted, source)
        if overlap < limits.negation:
            continue
        mine, theirs = claim.sentence_span(at), source.sentence_span(there)
        found = _contradiction(mine.text, theirs.text, wanted, overlap, limits)
        if found:
            return DirectionMismatch(found[0], mine, theirs, round(overlap, 6), found[1])
    return None


def _nearest_sentence(wanted: frozenset[str], source: Numbers) -> tuple[int, float]:
    best, overlap = 0, -1.0
    for i, stems in enumerate(source.sentence_stems):
        if wanted & stems and source.sentences[i][0] < source.proper:
            found = share(wanted, stems, source)
            if found > overlap:
                best, overlap = i, found
    return best, overlap


def _contradiction(
    mine: str, theirs: str, wanted: frozenset[str], overlap: float, limits: Thresholds
) -> tuple[str, str] | None:
    here, there = directions.negations(mine), directions.negations(theirs)
    found = _negated(here, there, overlap >= limits.denied)
    if found:
        return "negated", found
    if not here and overlap >= limits.denied:
        for m in there:
            if m.strong and len(m.scope & wanted) >= max(2, _OWN_SHARE * len(m.scope)):
                return "denied", f'the source says "{m.word}"'
    pair = directions.antonym(mine, theirs, loose=overlap >= limits.denied)
    return ("reversed", opposed(*pair)) if pair else None


def _negated(here: tuple[directions.Negation, ...], there: tuple[directions.Negation, ...], close: bool) -> str | None:
    """Return why the claim's negations find no partner: none is about the same words, or one too many."""
    for n in here:
        if not n.strong:
            continue
        about = [m for m in there if m.scope & n.scope or not n.scope]
        if not about:
            return f'"{n.word}" is not in the source'
        mine = [m for m in here if m is n or (m.scope & n.scope and abs(m.start - n.start) < _DOUBLE)]
        if close and len(mine) % 2 == 0 and len(about) % 2 == 1:
            return f'negated twice, once in the source ("{about[0].word}")'
    return None


def number_reversed(claim: Numbers, at: int, source: Numbers, there: int) -> tuple[str, str] | None:
    """Return the opposite words around two numbers, claim's first, unless a bound has decided already."""
    q, other = claim.mentions[at], source.mentions[there]
    if q.bound or other.bound:
        return None
    mine_span, their_span = claim.mention_sentence[at], source.mention_sentence[there]
    mine, my_word = directions.trend(claim.text, q, claim.sentences[mine_span])
    theirs, their_word = directions.trend(source.text, other, source.sentences[their_span])
    if mine * theirs < 0:
        return my_word, their_word
    return directions.antonym(
        claim.sentence_span(mine_span).text, source.sentence_span(their_span).text
    ) or directions.antonym(clause_of(claim, at), clause_of(source, there))


def clause_of(text: Numbers, at: int) -> str:
    """Return the clause of a number: its sentence, cut at the nearest boundaries around the number."""
    q, (start, end) = text.mentions[at], text.sentences[text.mention_sentence[at]]
    after = bisect_left(text.boundaries, q.end)
    before = bisect_left(text.boundaries, q.start)
    left = text.boundaries[before - 1] if before else start
    right = text.boundaries[after] if after < len(text.boundaries) else end
    return text.text[max(start, left) : min(end, right)]


def opposed(mine: str, theirs: str) -> str:
    return f'"{mine}" against "{theirs}" in the source'


def bounds_opposed(q: Quantity, other: Quantity) -> bool:
    """Tell whether two equal numbers are bounded from opposite sides: "over 50" and "under 50"."""
    return bool(q.bound and other.bound) and (q.bound[0] != other.bound[0])
