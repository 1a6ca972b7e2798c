"""Find the numbers of a source that agree with a claim's, and those that compete with them, without a look at each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice

from audit.agreement.kinds import DATED, measured, met_by, reading, same_kind
from audit.agreement.strength import strength
from audit.meaning.direction import trend
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import DATE_ELSEWHERE, MOST_COMPARED, MOST_HELD, YEARLESS
from wellsourced_core.lexicon import words
from wellsourced_core.model import Quantity
from wellsourced_core.values import frozen, replace

WEAK = words("weak numbers")  # "one", "first": they count only where a claim has no other number
_SIGNED = frozenset(("percent", "points", "money"))


@frozen
class _Sort:
    """Numbers of a text of one sort, in order, and the sentences that they stand in, as bits."""

    numbers: tuple[int, ...]
    sentences: int


@frozen
class Candidates:
    """How far the numbers of a source that agree with a claim's do so, in order.

    ``compared`` are the numbers that were looked at, those first that share most words; None where all were.
    """

    strengths: Mapping[int, float]
    compared: tuple[int, ...] | None = None


def find_candidates(q: Quantity, source: NumberedText, words: frozenset[str]) -> Candidates:
    """Return the candidates for a claim's number in a source; ``words`` are those of the claim's sentence."""
    found = source.lookup.near(q, MOST_HELD)
    compared = None
    if found is None:
        compared = tuple(_likeliest(_comparables(q, source), words, source, (), MOST_HELD))
        found = sorted(compared)
    return Candidates({i: v for i in found if (v := strength(q, source.mentions[i])) > 0}, compared)


def strengths(
    claim: NumberedText, index: int, source: NumberedText, found: Candidates, words: frozenset[str]
) -> dict[int, float]:
    """Return how far the candidates agree, once the words around them are read: signs and years said elsewhere."""
    q = claim.mentions[index]
    signed = _signed(claim, index, source, found, words)
    elsewhere = bool(q.date) and q.value in source.dated  # day and month here, the year at another place
    return {i: DATE_ELSEWHERE if v == YEARLESS and elsewhere else v for i, v in signed.items() if v > 0}


def _signed(
    claim: NumberedText, index: int, source: NumberedText, found: Candidates, words: frozenset[str]
) -> Mapping[int, float]:
    """Add what agrees but for a sign that a word says: "reduced by 2.6 %" beside "-2.6 %"."""
    q = claim.mentions[index]
    if q.kind not in _SIGNED or q.high is not None or not (q.value < 0 or source.negative):
        return found.strengths
    turned = find_candidates(replace(q, value=-q.value, alternatives=()), source, words).strengths
    both = sorted({*found.strengths, *turned})
    negative = [i for i in both if (source.mentions[i].value < 0) != (q.value < 0)]
    if q.value > 0:
        falls = trend(claim.text, q, claim.sentences[claim.mention_sentence[index]])[0] < 0
        said = negative if falls else []
    else:
        spans, at = source.sentences, source.mention_sentence
        said = [i for i in negative if trend(source.text, source.mentions[i], spans[at[i]])[0] < 0]
    instead = {i: turned.get(i, 0.0) for i in said}
    return {i: v for i in both if (v := instead.get(i, found.strengths.get(i, 0.0))) > 0}


def competitors(
    q: Quantity, source: NumberedText, words: frozenset[str], agreeing: Collection[int], found: Candidates
) -> list[int]:
    """Return the numbers of a source that do not agree with a claim's but could have been meant."""
    if found.compared is None:
        return _likeliest(_competing(q, source), words, source, agreeing, MOST_COMPARED)
    others = [i for i in found.compared if i not in agreeing and competes(q, source.mentions[i])]
    return sorted(others) if len(others) <= MOST_COMPARED else others[:MOST_COMPARED]


def competes(q: Quantity, other: Quantity) -> bool:
    """Tell whether a number of the source could have been meant: of the same kind, and no mere "one"."""
    ages = (q.kind == "age") == (other.kind == "age")
    return ages and same_kind(q, other) and other.text.lower() not in WEAK


def likely(numbers: list[int], words: frozenset[str], source: NumberedText) -> list[int]:
    """Keep the numbers whose sentence shares most words with the claim's, so that a table costs no more than a page."""
    if len(numbers) <= MOST_COMPARED:
        return numbers
    return _likeliest(_sort(numbers, source), words, source, (), MOST_COMPARED)


def _likeliest(
    sort: _Sort, words: frozenset[str], source: NumberedText, aside: Collection[int], most: int
) -> list[int]:
    """Return the likeliest numbers of a sort, those first that share most words; all in order where they are few."""
    if len(sort.numbers) <= most:
        return [i for i in sort.numbers if i not in aside]
    found = list(islice((i for i in _by_words(sort, words, source) if i not in aside), most + 1))
    return sorted(found) if len(found) <= most else found[:most]


def _by_words(sort: _Sort, words: frozenset[str], source: NumberedText) -> Iterator[int]:
    for at in source.sentence_rank.most_first(words, sort.sentences):
        own = source.numbers_in(at)
        yield from sort.numbers[bisect_left(sort.numbers, own.start) : bisect_left(sort.numbers, own.stop)]


def _competing(q: Quantity, source: NumberedText) -> _Sort:
    """Return the numbers of a source that compete with a claim's: the same ones for all claims of its unit."""
    key = (competes, "date" if q.kind in DATED else (q.kind == "age", *reading(q)[1:]))
    return _known(key, source, lambda other: competes(q, other))


def _comparables(q: Quantity, source: NumberedText) -> _Sort:
    """Return the numbers of a source that a claim's may meet, by their kinds."""
    if q.alternatives:
        return _known(met_by, source, lambda _: True)
    kinds = frozenset((q.kind, measured(q), *met_by(q.kind), *met_by(measured(q))))
    return _known((met_by, kinds), source, lambda other: measured(other) in kinds or bool(other.alternatives))


def _known(key: object, source: NumberedText, belongs: Callable[[Quantity], bool]) -> _Sort:
    found: _Sort | None = source.made.get(key)
    if found is None:
        found = source.made[key] = _sort([i for i, other in enumerate(source.mentions) if belongs(other)], source)
    return found


def _sort(numbers: Sequence[int], source: NumberedText) -> _Sort:
    few = len(numbers) <= MOST_COMPARED  # whose sentences nobody asks for
    at = source.mention_sentence
    return _Sort(tuple(numbers), 0 if few else source.sentence_rank.bits([at[i] for i in numbers]))
