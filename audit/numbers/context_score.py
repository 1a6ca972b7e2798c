"""How well a claim's number fits the numbers of one source by the words around them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from audit.numbers.context import Context, distance, follow, is_baseline, stems_within
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import BASELINE_LOSS, FLOAT_ROUNDING, FOLLOWING_WORD_WEIGHT, TITLE_WORD_CHARACTERS


class ContextScore:
    """The three measures of context, for each number of one source that is asked for.

    Affinity (A), binding (B) and following word (H). Words that the source lacks weigh in the totals alone: they are
    left out once, not number by number.
    """

    def __init__(self, context: Context, source: NumberedText) -> None:
        self.context, self.source = context, source
        self._a: dict[int, float] = {}
        self._b: dict[int, float] = {}
        self._hits: dict[int, frozenset[str]] = {}
        self._of_sentence: dict[int, float] = {}
        weights, most = source.weights, source.weights[""]
        each = [(stem, weights.get(stem, most)) for stem in context.ordered]
        found = [one for one in each if one[0] in weights]
        self._sentence = _Wanted(found, sum([weight for _, weight in each]))
        self._near = _part(context.near, each, found)
        self._close = _part(context.close, each, found)
        self._in_head = context.sentence & source.head
        # Rounding aside: the sum is compared with sums that are rounded in other places.
        self._most_beside = (
            0.25 * self._near.share(context.near) + 0.20 * self._close.share(context.close) + FLOAT_ROUNDING
        )
        bound = [(stem, dc, weights.get(stem, most) * _k(dc, 18)) for stem, dc in context.distances]
        self._bound_total = sum([weight for *_, weight in bound])
        self._bound = [(source.places[stem], stem in source.head, dc, w) for stem, dc, w in bound if stem in weights]
        self.most_binding = sum([weight for *_, weight in self._bound]) / self._bound_total if self._bound else 0.0

    def affinity(self, index: int) -> float:
        """Return A in [0, 1]: the share of the claim's words in the sentence, around it, and near the number.

        A = .30 own sentence + .25 sentence and neighbours + .25 within 60 characters + .20 within 28. The title
        counts in all but the last.
        """
        found = self._a.get(index)
        if found is None:
            found = self._a[index] = self._shares(index) - self._loss(index)
        return found

    def binding(self, index: int) -> float:
        """Return B in [0, 1]: how closely the words that stand by the claim's number stand by the source's."""
        found = self._b.get(index)
        if found is None:
            found = self._b[index] = self._closeness(index) - self._loss(index)
        return found

    def following(self, index: int) -> float:
        """Return H: 1 if the same word follows both numbers, .5 if it is within 28 characters, -.5 if another does."""
        context, source = self.context, self.source
        if not context.follow:
            return 0.0
        mine = follow(source, index)
        if mine == context.follow:
            return 1.0
        if context.follow in stems_within(source, source.spot(index).close):
            return 0.5
        return -0.5 if mine else 0.0

    def fit(self, index: int) -> float:
        """Return A + B + .16 H."""
        return self.affinity(index) + self.binding(index) + FOLLOWING_WORD_WEIGHT * self.following(index)

    def most_fit(self, index: int) -> float:
        """Return what A + B + .16 H cannot exceed."""
        return self.most_affinity(index) + self.most_binding + FOLLOWING_WORD_WEIGHT

    def best_fit(self, numbers: Sequence[int]) -> int:
        """Return the number that fits best, of equals the first one; the most promising are measured first."""
        best, most = -1, 0.0
        for limit, index in sorted([(-self.most_fit(i), i) for i in numbers]):
            if best >= 0 and -limit < most:
                break
            fit = self.fit(index)
            if best < 0 or fit > most or (fit == most and index < best):
                best, most = index, fit
        return best

    def _loss(self, index: int) -> float:
        baseline = self.context.baseline is False and is_baseline(self.source, self.source.mentions[index])
        return BASELINE_LOSS if baseline else 0.0

    def most_affinity(self, index: int) -> float:
        """Return what A cannot exceed, by the words of the sentences."""
        found = self._a.get(index)
        return self._in_sentence(index) + self._most_beside if found is None else found

    def _shares(self, index: int) -> float:
        source, spot = self.source, self.source.spot(index)
        near = stems_within(source, spot.near) | self._in_head
        close = stems_within(source, spot.close)
        return self._in_sentence(index) + 0.25 * self._near.share(near) + 0.20 * self._close.share(close)

    def _in_sentence(self, index: int) -> float:
        """Return what the sentence of a number and its neighbours add to A."""
        at = self.source.mention_sentence[index]
        found = self._of_sentence.get(at)
        if found is None:
            own = self._hit(at)
            around = own.union(*map(self._hit, range(max(0, at - 1), min(at + 2, len(self.source.sentences)))))
            found = 0.30 * self._sentence.share(own) + 0.25 * self._sentence.share(around)
            self._of_sentence[at] = found
        return found

    def _hit(self, at: int) -> frozenset[str]:
        """Return the claim's words that a sentence of the source has, or the title."""
        found = self._hits.get(at)
        if found is None:
            found = self._hits[at] = self.source.sentence_stems[at] & self.context.sentence | self._in_head
        return found

    def _closeness(self, index: int) -> float:
        if not self._bound:
            return 0.0
        source, spot = self.source, self.source.spot(index)
        first, last = spot.own
        most = len(source.starts) if source.mentions[index].start >= source.proper else source.proper_terms
        hit = 0.0
        for at, titled, dc, weight in self._bound:
            nearest = TITLE_WORD_CHARACTERS if titled else 1e9
            i = bisect_left(at, first)
            if i and at[i - 1] < most:
                nearest = min(nearest, distance(source, at[i - 1], spot))
            if i < len(at) and last <= at[i] < most:
                nearest = min(nearest, distance(source, at[i], spot))
            hit += weight * _k(max(0.0, nearest - dc - 6), 27)
        return hit / self._bound_total


def greatest(numbers: Sequence[int], measure: Callable[[int], float]) -> int:
    """Return the number of the greatest measure, of equals the one that stands first."""
    return max(numbers, key=lambda i: (measure(i), -i))


class _Wanted:
    """Words that are looked for: those that the source has at all, in order, with their weights, and what all weigh."""

    def __init__(self, found: list[tuple[str, float]], total: float) -> None:
        self.found, self._total = found, total

    def share(self, there: frozenset[str]) -> float:
        """Return the share of the weight that is there; 0 where nothing is wanted."""
        if not (there and self.found):
            return 0.0
        return sum([weight for stem, weight in self.found if stem in there]) / self._total


def _part(stems: frozenset[str], each: list[tuple[str, float]], found: list[tuple[str, float]]) -> _Wanted:
    return _Wanted([one for one in found if one[0] in stems], sum([weight for stem, weight in each if stem in stems]))


def _k(d: float, half: float) -> float:
    return 1.0 / (1.0 + d / half)
