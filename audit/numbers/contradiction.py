"""Find the sentence of a claim that the source's nearest sentence denies or reverses."""

from __future__ import annotations

from collections.abc import Sequence

from audit.numbers import overstatement, roles
from audit.numbers.limits import DEFAULT, Thresholds
from audit.numbers.negations import UNSURE, Negation, as_before, denies_as_much, for_the_first_time, may_deny, negations
from audit.numbers.opposites import antonym
from audit.numbers.reading import Numbers, read_claim
from audit.numbers.words import against, lowered_words
from wellsourced.core.model import Span
from wellsourced.core.values import frozen

_NEGATING_STEMS = frozenset(("not", "no", "never", "none", "withou"))
_MOST_PLACES = 16  # of a denied word that are looked at
_DOUBLE = 40  # characters between two negations of the same words
_OWN_SHARE = 0.6  # share of a negation's words that the claim must have for the source to deny it


@frozen
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
    if not _may_contradict(claim, source):
        return None  # most claims, before they are read
    return sentence_mismatch(read_claim(claim), source, limits)


def _may_contradict(claim: str, source: Numbers) -> bool:
    """Tell whether a claim and a source have words by which they could contradict each other."""
    if source.hedges or source.denials:
        return True
    said = frozenset(lowered_words(claim))
    may_differ = overstatement.may_overstate(said) or roles.may_exchange(said)
    return may_differ or may_deny(said) or not said.isdisjoint(source.opposed)


def sentence_mismatch(claim: Numbers, source: Numbers, limits: Thresholds) -> DirectionMismatch | None:
    """Hold every sentence of a claim against the source's sentence that shares most of its words."""
    if not _may_contradict(claim.text, source):
        return None
    for at, stems in enumerate(claim.sentence_stems):
        wanted = stems - _NEGATING_STEMS
        if len(wanted) < 2:
            continue
        there, overlap = _nearest_sentence(wanted, source)
        if overlap < limits.negation:
            continue
        mine, theirs = claim.sentence_span(at), source.sentence_span(there)
        found = _contradiction(mine.text, theirs.text, wanted, source.sentence_stems[there], overlap, limits)
        if found and not (found[0] == "negated" and _denied_elsewhere(mine.text, source)):
            return DirectionMismatch(found[0], mine, theirs, round(overlap, 6), found[1])
    return None


def _denied_elsewhere(claim: str, source: Numbers) -> bool:
    """Tell whether other sentences of the source deny what follows each of the claim's negations, or call it equal."""
    said = negations(claim)
    for n in said:
        same = (source.sentence_span(at).text for at in _holding([n.follow], source))
        if any(m.follow == n.follow for text in same for m in negations(text)):
            continue
        others = (source.sentence_span(at).text for at in sorted(source.denials)[:_MOST_PLACES])
        if len(said) == 1 and any(denies_as_much(m, n) for text in others for m in negations(text)):
            continue
        if not any(as_before(n, source.sentence_span(at).text) for at in _holding(sorted(n.rest), source)):
            return False
    return True


def _holding(stems: Sequence[str], source: Numbers) -> dict[int, None]:
    """Return the sentences of a source that have one of the stems."""
    return dict.fromkeys(source.term_sentence[i] for stem in stems for i in source.places.get(stem, ())[:_MOST_PLACES])


def _nearest_sentence(wanted: frozenset[str], source: Numbers) -> tuple[int, float]:
    """Return the sentence of a source's text with the greatest share of the wanted stems' idf mass, first of equals."""
    total = 0.0
    found: dict[int, float] = {}  # the mass of each sentence, added up in the order of the stems
    weights, holders, most = source.weights, source.holders, source.weights[""]
    for stem in sorted(wanted):
        total += (weight := weights.get(stem, most))
        for at in holders.get(stem, ()):
            found[at] = found.get(at, 0.0) + weight
    best, overlap = 0, -1.0
    for at in sorted(found):
        if source.sentences[at][0] < source.proper and found[at] / total > overlap:
            best, overlap = at, found[at] / total
    return best, overlap


def _contradiction(
    mine: str, theirs: str, wanted: frozenset[str], said: frozenset[str], overlap: float, limits: Thresholds
) -> tuple[str, str] | None:
    """Return (kind, why) where two sentences contradict; ``wanted`` and ``said`` are their stems."""
    here = tuple([n for n in negations(mine) if not for_the_first_time(mine, n, theirs)])
    there = tuple([n for n in negations(theirs) if not for_the_first_time(theirs, n, mine)])
    found = _negated(here, there, said, overlap >= limits.denied)
    if found:
        return "negated", found
    if not here and overlap >= limits.denied:
        for m in there:
            bare = m.word == "no" and m.verb and m.follow in wanted  # "there was no leak"
            if bare or ((m.strong or (m.verb and m.follow in wanted)) and _is_about(m, wanted)):
                return "denied", f'the source says "{m.word}", the sentence does not'
    if not here and overlap >= limits.compared:
        for m in there:
            if m.strong and m.word != "no" and len(m.rest) > 1 and m.rest <= wanted:
                return "denied", f'the source says "{m.word}", the sentence does not'
    more = overstatement.overstated(mine, theirs) if overlap >= limits.overstated else None
    if not more and overlap >= limits.compared:
        more = overstatement.compared(mine, theirs) or overstatement.caused(mine, theirs)
    if more:
        return "reversed", more
    if overlap >= limits.overstated and (other := roles.exchanged(mine, theirs)):
        return "reversed", other
    pair = antonym(mine, theirs, loose=overlap >= limits.denied)
    return ("reversed", against(*pair)) if pair else None


def _is_about(denied: Negation, wanted: frozenset[str]) -> bool:
    return len(denied.scope & wanted) >= max(2, _OWN_SHARE * len(denied.scope))


def _negated(here: tuple[Negation, ...], there: tuple[Negation, ...], said: frozenset[str], close: bool) -> str | None:
    """Return why the claim's negations find no partner: none is about the same words, or one too many.

    "Without a deal" denies only what the source's sentence, whose stems are ``said``, has.
    """
    for n in here:
        if n.word in UNSURE:
            continue
        if not n.strong and not (close and (n.word == "without" or n.verb) and n.follow in said):
            continue
        about = [m for m in there if m.scope & n.scope or not n.scope]
        if not about:
            return f'the sentence says "{n.word}", the source does not'
        mine = [m for m in here if m is n or (m.scope & n.scope and abs(m.start - n.start) < _DOUBLE)]
        if close and len(here) != len(there) and len(mine) % 2 == 0 and len(about) % 2 == 1:
            return f'negated twice, once in the source ("{about[0].word}")'
    return None
