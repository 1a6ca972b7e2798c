"""Compare each sentence of a claim with the source's nearest one: the one that has most of its words by weight."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from heapq import nsmallest

from audit.meaning.negations import may_deny, negations
from audit.meaning.opposites import opposed
from audit.meaning.rules import TELLING, contradiction
from audit.meaning.sentence_pair import SentencePair
from audit.meaning.words import lowered_words, spoken
from audit.numbers.numbered_text import NumberedText, read_claim
from audit.numbers.worked_out import turns
from audit.thresholds import (
    FEW_PLACES,
    FLOAT_ROUNDING,
    MOST_DENIED_PLACES,
    NEXT_BEST_SENTENCES,
    PLACE_THRESHOLDS,
    Thresholds,
)
from wellsourced_core.model import Span
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.meaning.sentence_pair import Contradiction
    from wellsourced_core.model import Certainty

_NEGATING_STEMS = frozenset(("not", "no", "never", "none", "withou"))
_KNOWN_CACHE = 256  # sets of stems whose sentence is remembered
_EDGES = " .\n"  # around a sentence: a marker may have stood before its full stop
# What a joined clause says is another statement; "but", "and not" take back what stands before them.
_JOINED = compiled(r",\s(?:and|while|whereas)\s(?!(?:not|never|only|no\slonger)\b)")
_NONE = frozenset[str]()


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
    certainty: Certainty = "likely"


def direction_mismatch(
    claim: str, source: NumberedText, limits: Thresholds = PLACE_THRESHOLDS, left_out: frozenset[str] = _NONE
) -> DirectionMismatch | None:
    """Return the first sentence of a claim that the source contradicts, with or without a number in it.

    The rules named in ``left_out`` are not asked.
    """
    # Most claims cannot, which is told before they are read.
    return _mismatch(read_claim(claim), source, limits, left_out) if _may_contradict(claim, source) else None


def sentence_mismatch(
    claim: NumberedText, source: NumberedText, limits: Thresholds, left_out: frozenset[str] = _NONE
) -> DirectionMismatch | None:
    """Return the same of a claim that has been read."""
    return _mismatch(claim, source, limits, left_out) if _may_contradict(claim.text, source) else None


def _may_contradict(claim: str, source: NumberedText) -> bool:
    """Tell whether a claim and a source have words by which they could contradict each other."""
    if denials(source):
        return True
    said = frozenset(lowered_words(claim))
    return not said.isdisjoint(TELLING) or may_deny(said) or not said.isdisjoint(_spoken(source)[1])


def _spoken(source: NumberedText) -> tuple[bool, frozenset[str]]:
    """Return whether anything may be denied in a source, and which words have their opposite there; not the words."""
    found: tuple[bool, frozenset[str]] | None = source.made.get(_spoken)
    if found is None:
        if source.tokens is None or not source.text.isascii():
            words = spoken(source.text)
        else:
            words = frozenset(map(str.lower, source.tokens.words)) | spoken(source.text[source.proper :])
        found = source.made[_spoken] = may_deny(words), opposed(words)
    return found


def denials(source: NumberedText) -> frozenset[int]:
    """Return the sentences of a source that deny something."""
    found: frozenset[int] | None = source.made.get(denials)
    if found is None:
        spans = source.sentences if _spoken(source)[0] else ()
        texts = enumerate(source.text[start:end] for start, end in spans)
        denying = [i for i, text in texts if any(one.strong or one.verb for one in negations(text))]
        found = source.made[denials] = frozenset(denying)
    return found


def _mismatch(
    claim: NumberedText, source: NumberedText, limits: Thresholds, left_out: frozenset[str]
) -> DirectionMismatch | None:
    for at, stems in enumerate(claim.sentence_stems):
        wanted = stems - _NEGATING_STEMS
        if len(wanted) < 2:
            continue
        nearest = nearest_sentences(wanted, source)
        there, overlap = nearest[0]
        if overlap < limits.negation:
            continue
        mine, theirs = claim.sentence_span(at), source.sentence_span(there)
        if is_copied(mine.text, source):
            continue
        elsewhere = partial(_denied_elsewhere, mine.text, source)
        held = source.sentence_stems[there]
        around = partial(_stated, nearest, source)
        pair = SentencePair(mine.text, theirs.text, wanted, held, overlap, limits, elsewhere, around)
        if (found := contradiction(pair, left_out)) and not turns(claim, at, source, limits):
            return DirectionMismatch(found[0], mine, theirs, round(overlap, 6), found[1], found[2])
    return None


def _stated(nearest: Sequence[tuple[int, float]], source: NumberedText) -> frozenset[str]:
    """Return the stems of the nearest sentences that deny nothing."""
    denying = denials(source)
    return frozenset().union(*(source.sentence_stems[at] for at, _ in nearest if at not in denying))


def is_copied(sentence: str, source: NumberedText) -> bool:
    """Tell whether a sentence is, word for word, one of a source's, several of them, or one but for a last clause."""
    core = sentence.strip(_EDGES)
    at = source.text.find(core) if core else -1
    while 0 <= at < source.proper:
        (start, _), (_, end) = _around(at, source), _around(at + len(core) - 1, source)
        rest = source.text[at + len(core) : end].strip(_EDGES)
        if not source.text[start:at].strip(_EDGES) and (not rest or _JOINED.match(rest)):
            return True
        at = source.text.find(core, at + len(core))
    return False


def _around(at: int, source: NumberedText) -> tuple[int, int]:
    """Return the sentence of a source in which a character stands."""
    return source.sentences[bisect_right(source.sentences, (at, len(source.text))) - 1]


def _denied_elsewhere(claim: str, source: NumberedText) -> bool:
    """Tell whether other sentences of the source deny what follows each of the claim's negations."""
    return all(
        any(
            m.follow == n.follow
            for at in _holding([n.follow], source)
            for m in negations(source.sentence_span(at).text)
        )
        for n in negations(claim)
    )


def _holding(stems: Sequence[str], source: NumberedText) -> dict[int, None]:
    """Return the sentences of a source that have one of the stems."""
    places = (source.places.get(stem, ())[:MOST_DENIED_PLACES] for stem in stems)
    return dict.fromkeys(source.term_sentence[i] for own in places for i in own)


def nearest_sentence(wanted: frozenset[str], source: NumberedText) -> tuple[int, float]:
    """Return the sentence of a source's text with the greatest share of the wanted stems' idf mass, first of equals."""
    return nearest_sentences(wanted, source)[0]


def nearest_sentences(wanted: frozenset[str], source: NumberedText) -> tuple[tuple[int, float], ...]:
    """Return the same with the next-best sentences behind it, which are few; of a long source only likely ones."""
    weights, most = source.weights, source.weights[""]
    ordered = sorted(wanted)
    total = sum([weights.get(stem, most) for stem in ordered])
    here = [stem for stem in ordered if stem in weights]
    known: dict[tuple[str, ...], tuple[tuple[int, float], ...]] = source.made.setdefault(nearest_sentences, {})
    found = known.get(key := tuple(here)) or _heaviest(here, source)
    if len(known) < _KNOWN_CACHE:
        known[key] = found
    return tuple([(at, mass / total if mass >= 0 else mass) for at, mass in found])


def _heaviest(ordered: list[str], source: NumberedText) -> tuple[tuple[int, float], ...]:
    """Return the sentences whose stems weigh most, first of equals, and their weight; (0, -1) where none has any."""
    weights, holders = source.weights, source.holders
    masses: dict[int, float] = {}  # the mass of each sentence, added up in the order of the stems
    named = _named(ordered, source)
    for stem in ordered:
        weight, held = weights[stem], holders[stem]
        for at in held if named is None else named:
            if named is None or stem in source.sentence_stems[at]:
                masses[at] = masses.get(at, 0.0) + weight
    proper = [at for at in masses if source.sentences[at][0] < source.proper]
    best = nsmallest(1 + NEXT_BEST_SENTENCES, proper, key=lambda at: (-masses[at], at))
    return tuple([(at, masses[at]) for at in best]) or ((0, -1.0),)


def _named(stems: list[str], source: NumberedText) -> set[int] | None:
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
