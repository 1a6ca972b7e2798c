"""A number of a claim and its best candidate in a source, as every rule gets them; and what a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from audit.agreement.kinds import DATED
from audit.agreement.strength import agrees
from audit.meaning.direction import trend
from audit.meaning.opposites import antonym, may_oppose
from audit.numbers.candidates import Candidates, competitors, likely, strengths
from audit.numbers.context import clause_of, context_of, up_to
from audit.numbers.context_score import ContextScore
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import (
    CONTEXT_WORDS,
    FULL_STRENGTH,
    LABELLED_AFFINITY,
    MOST_BESIDE,
    PARTIAL_MORE_CONTEXT,
    Thresholds,
)
from wellsourced_core.model import Quantity, Span, StatisticVerdict
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import Certainty, NumberVerdict

    About = Literal["always", "no candidate", "value", "place", "words"]

Verdict = StatisticVerdict


@frozen
class Objection:
    """What becomes of the verdict on a number once its claim is read as a whole."""

    verdict: NumberVerdict
    why: str
    certainty: Certainty = "possible"


Objections = Mapping[int, Objection]  # by the place of a verdict


class Settled:
    """That the candidate is in its place: no other rule about places is asked."""


SETTLED = Settled()


@frozen
class Match:
    """A number of a claim against one source.

    ``candidate`` is the source's number that agrees and fits best, -1 where none agrees; ``strength`` is how far it
    agrees, in [0, 1]. ``competing`` are the numbers of its kind that do not agree but could have been meant, and
    ``context`` scores any number of the source. ``score`` is the specification's, kept beside the verdict.
    """

    __slots__ = ("__dict__",)  # for the cached properties

    claim: NumberedText
    index: int
    source: NumberedText
    limits: Thresholds
    score: float
    context: ContextScore
    candidate: int
    strength: float
    competing: Sequence[int]

    @cached_property
    def number(self) -> Quantity:
        """The claim's number."""
        return self.claim.mentions[self.index]

    @cached_property
    def said(self) -> frozenset[str]:
        """The stems of the claim's sentence, the number's own among them."""
        return self.claim.sentence_stems[self.claim.mention_sentence[self.index]]

    @cached_property
    def out_of_context(self) -> bool:
        """Whether the candidate shares too few words with the claim: fewer are asked for where the claim has few."""
        words = self.context.context.sentence
        least = self.limits.context * min(1.0, CONTEXT_WORDS / max(1, len(words)))
        least += PARTIAL_MORE_CONTEXT if self.strength < FULL_STRENGTH else 0.0
        if len(self.source.sentences) == 1 and self.strength >= FULL_STRENGTH:
            least /= 2  # the one sentence has no other context to offer
        # A table's cell, the mark of a list entry: no word beside the number says what it is of.
        return self.context.affinity(self.candidate) < (least if words else 0.0)

    @cached_property
    def opposites(self) -> tuple[str, str] | None:
        """The opposite words around the two numbers, the claim's first, unless a bound has decided already."""
        return _opposites(self.claim, self.index, self.source, self.candidate)

    def said_too(self, there: int) -> bool:
        """Tell whether another number of the claim's sentence agrees with one there: its words may be beside."""
        claim, index = self.claim, self.index
        own, other = claim.numbers_in(claim.mention_sentence[index]), self.source.mentions[there]
        beside = range(max(own.start, index - MOST_BESIDE), min(own.stop, index + MOST_BESIDE))
        return any(agrees(claim.mentions[i], other) for i in beside if i != index)

    def says(self, verdict: NumberVerdict, why: str, shown: int | Span | None = None) -> StatisticVerdict:
        """Return a verdict on the number, with a number or a stretch of the source as evidence."""
        evidence = self.source.evidence(shown) if isinstance(shown, int) else shown
        return StatisticVerdict(self.number, verdict, self.score, why, evidence)


@frozen
class Rule:
    """What may be wrong with a number, or what settles that it is right.

    ``judge`` returns a verdict, SETTLED, or None where the rule has nothing to say. ``about``: rules about "no
    candidate" are asked where no number of the source agrees, those about "always" in any case, all others where one
    does. ``certainty`` is how far its
    objections may be trusted: measured by reading (docs/accuracy.md), "likely" where none was met.
    """

    name: str
    about: About
    judge: Callable[[Match], Verdict | Settled | None]
    certainty: Certainty | Callable[[Match], Certainty] = "likely"


@frozen
class ClaimMatch:
    """A claim with the verdicts on its numbers so far, against one source; ``left_out`` are rules not to be asked.

    ``matches`` are the numbers that the verdicts are on, in their order; none where only small words of number are.
    """

    claim: NumberedText
    source: NumberedText
    verdicts: tuple[StatisticVerdict, ...]
    matches: tuple[Match, ...]
    limits: Thresholds
    left_out: frozenset[str]

    def withdraw(self, objection: Objection, only: Sequence[Quantity] | None = None) -> Objections:
        """Return the objection to all that is carried, or to these numbers of it."""
        carried = ((i, v.quantity) for i, v in enumerate(self.verdicts) if v.verdict == "carried")
        return {i: objection for i, q in carried if only is None or q in only}


@frozen
class ClaimRule:
    """What may be wrong with numbers that are each carried, once the claim is read as a whole."""

    name: str
    judge: Callable[[ClaimMatch], Objections]


@frozen
class Conflict:
    """A label of the claim whose word stands in the source only with other digits; the span points into the source."""

    label: Quantity
    found: str
    start: int
    end: int


@frozen
class LabelRule:
    """Which labels of a claim, that are no statistics, the source has otherwise."""

    name: str
    find: Callable[[NumberedText, NumberedText], Iterator[Conflict]]


def match_of(
    claim: NumberedText, index: int, source: NumberedText, limits: Thresholds, found: Candidates, score: float
) -> Match:
    """Choose the candidate of number ``index`` of a claim: by strength times (.5 A + .5 B + .08 H)."""
    q, context = claim.mentions[index], ContextScore(context_of(claim, index), source)
    words = context.context.sentence
    known = strengths(claim, index, source, found, words)
    competing = competitors(q, source, words, known, found)
    chosen = likely(list(known), words, source)
    # A label ("(4)", "page 4") may say a number in its place; elsewhere it says nothing of it.
    label = LABELLED_AFFINITY
    chosen = [i for i in chosen if source.mentions[i].kind != "name" or not words or context.affinity(i) >= label]
    best = (
        max(chosen, key=lambda i: (0.5 * known[i] * context.fit(i), -i)) if len(chosen) > 1 else next(iter(chosen), -1)
    )
    return Match(claim, index, source, limits, score, context, best, known.get(best, 0.0), competing)


def _opposites(claim: NumberedText, at: int, source: NumberedText, there: int) -> tuple[str, str] | None:
    q, other = claim.mentions[at], source.mentions[there]
    if q.bound or other.bound:
        return None
    mine_span, their_span = claim.mention_sentence[at], source.mention_sentence[there]
    mine, my_word = trend(claim.text, q, claim.sentences[mine_span])
    theirs, their_word = trend(source.text, other, source.sentences[their_span]) if mine else (0, "")
    if mine * theirs < 0:
        return my_word, their_word
    if q.kind in DATED and any(claim.mentions[i].kind not in DATED for i in claim.numbers_in(mine_span)):
        return None  # it says when: what is said then is judged by the sentence's other numbers
    sentences = claim.sentence_span(mine_span).text, source.sentence_span(their_span).text
    if not may_oppose(*sentences):
        return None
    return (
        antonym(*sentences)
        or antonym(clause_of(claim, at), clause_of(source, there))
        or antonym(sentences[0], up_to(source, there))
    )
