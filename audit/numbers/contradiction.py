"""Find the sentence of a claim that the source's nearest sentence denies or reverses."""

from __future__ import annotations

from collections.abc import Sequence

from audit.assertions import overstatement, roles
from audit.assertions.negations import (
    UNSURE,
    Negation,
    as_before,
    denies_as_much,
    for_the_first_time,
    may_deny,
    negations,
)
from audit.assertions.opposites import antonym
from audit.assertions.words import against, lowered_words
from audit.numbers.reading import Numbers, read_claim
from audit.thresholds import (
    DENIED_SHARE,
    DOUBLE_NEGATION_CHARACTERS,
    FEW_PLACES,
    FLOAT_ROUNDING,
    MOST_DENIED_PLACES,
    PLACE_THRESHOLDS,
    Thresholds,
)
from wellsourced_core.model import Span
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Contradiction = Literal["negated", "denied", "reversed"]

_NEGATING_STEMS = frozenset(("not", "no", "never", "none", "withou"))
_KNOWN_CACHE = 256  # sets of stems whose sentence is remembered


@frozen
class DirectionMismatch:
    """A sentence of the claim that the source contradicts, and the sentence of the source that does.

    ``kind`` is negated (only the claim negates), denied (only the source does) or reversed (antonyms);
    ``overlap`` is the share of the claim sentence's words in the source sentence.
    """

    kind: Contradiction
    sentence: Span
    evidence: Span
    overlap: float
    why: str


def direction_mismatch(claim: str, source: Numbers, limits: Thresholds = PLACE_THRESHOLDS) -> DirectionMismatch | None:
    """Return the first sentence of a claim that the source contradicts, with or without a number in it."""
    # Most claims cannot, which is told before they are read.
    return _mismatch(read_claim(claim), source, limits) if _may_contradict(claim, source) else None


def _may_contradict(claim: str, source: Numbers) -> bool:
    """Tell whether a claim and a source have words by which they could contradict each other."""
    if source.hedges or source.denials:
        return True
    said = frozenset(lowered_words(claim))
    may_differ = overstatement.may_overstate(said) or roles.may_exchange(said)
    return may_differ or may_deny(said) or not said.isdisjoint(source.opposed)


def sentence_mismatch(claim: Numbers, source: Numbers, limits: Thresholds) -> DirectionMismatch | None:
    """Hold every sentence of a claim against the source's sentence that shares most of its words."""
    return _mismatch(claim, source, limits) if _may_contradict(claim.text, source) else None


def _mismatch(claim: Numbers, source: Numbers, limits: Thresholds) -> DirectionMismatch | None:
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
        others = (source.sentence_span(at).text for at in sorted(source.denials)[:MOST_DENIED_PLACES])
        if len(said) == 1 and any(denies_as_much(m, n) for text in others for m in negations(text)):
            continue
        if not any(as_before(n, source.sentence_span(at).text) for at in _holding(sorted(n.rest), source)):
            return False
    return True


def _holding(stems: Sequence[str], source: Numbers) -> dict[int, None]:
    """Return the sentences of a source that have one of the stems."""
    places = (source.places.get(stem, ())[:MOST_DENIED_PLACES] for stem in stems)
    return dict.fromkeys(source.term_sentence[i] for own in places for i in own)


def _nearest_sentence(wanted: frozenset[str], source: Numbers) -> tuple[int, float]:
    """Return the sentence of a source's text with the greatest share of the wanted stems' idf mass, first of equals."""
    weights, most = source.weights, source.weights[""]
    ordered = sorted(wanted)
    total = sum([weights.get(stem, most) for stem in ordered])
    here = [stem for stem in ordered if stem in weights]
    known: dict[tuple[str, ...], tuple[int, float]] = source.made.setdefault(_nearest_sentence, {})
    best, mass = known.get(key := tuple(here)) or _heaviest(here, source)
    if len(known) < _KNOWN_CACHE:
        known[key] = best, mass
    return best, mass / total if mass >= 0 else mass


def _heaviest(ordered: list[str], source: Numbers) -> tuple[int, float]:
    """Return the sentence whose stems weigh most, first of equals, and their weight; (0, -1) where none has any."""
    weights, holders = source.weights, source.holders
    masses: dict[int, float] = {}  # the mass of each sentence, added up in the order of the stems
    named = _named(ordered, source)
    for stem in ordered:
        weight, held = weights[stem], holders[stem]
        for at in held if named is None else named:
            if named is None or stem in source.sentence_stems[at]:
                masses[at] = masses.get(at, 0.0) + weight
    best, most = 0, -1.0
    for at in sorted(masses):
        if source.sentences[at][0] < source.proper and masses[at] > most:
            best, most = at, masses[at]
    return best, most


def _named(stems: list[str], source: Numbers) -> set[int] | None:
    """Return the sentences among which the heaviest is, by the rarest stems; None where they are few.

    One that has none of these cannot make up for it with all the others.
    """
    weights, holders = source.weights, source.holders
    if sum([len(holders[stem]) for stem in stems]) < FEW_PLACES:
        return None
    left = sum([weights[stem] for stem in stems])
    reached: dict[int, float] = {}
    for stem in sorted(stems, key=lambda stem: len(holders[stem])):
        if max(reached.values(), default=0.0) > left * (1 + FLOAT_ROUNDING):  # sums in another order differ by less
            break
        for at in holders[stem]:
            if source.sentences[at][0] < source.proper:
                reached[at] = reached.get(at, 0.0) + weights[stem]
        left -= weights[stem]
    return set(reached)


def _contradiction(
    mine: str, theirs: str, wanted: frozenset[str], said: frozenset[str], overlap: float, limits: Thresholds
) -> tuple[Contradiction, str] | None:
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
    return len(denied.scope & wanted) >= max(2, DENIED_SHARE * len(denied.scope))


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
        near = (m for m in here if abs(m.start - n.start) < DOUBLE_NEGATION_CHARACTERS)
        mine = [m for m in near if m is n or m.scope & n.scope]
        if close and len(here) != len(there) and len(mine) % 2 == 0 and len(about) % 2 == 1:
            return f'the sentence is negated twice, the source once ("{about[0].word}")'
    return None
