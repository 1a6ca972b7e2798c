"""A sentence of a claim and the source's nearest one, as every rule of this room gets them; and what a rule is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cached_property

from audit.meaning.negations import NEGATION, Negation, akin, denied_twice, negations
from audit.meaning.words import family, lowered_words
from audit.thresholds import (
    DENIAL_OVERLAP,
    FEWEST_DENIED,
    NEAR_COPY_SHARE,
    PLAIN_DENIAL_OVERLAP,
    PLAIN_DENIAL_SHARE,
    QUALIFIED_OVERLAP,
    REPEATED_SHARE,
    TOGETHER_BEFORE,
    TOGETHER_BEHIND,
    TOGETHER_SHARE,
    TOGETHER_WORDS,
    Thresholds,
)
from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import idf, terms
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import Certainty

    Contradiction = Literal["negated", "denied", "reversed"]

_SAYING_NO = words("words that say a denial")
_IN_PART = compiled(rf"\s(?:{either('words that qualify a negation')})\b", re.IGNORECASE)
_CONTRAST = compiled(rf"\b(?:{either('contrasts behind a negation')})\b", re.IGNORECASE)
_UNASSERTED = compiled(rf"\b(?:{either('openings of what is not asserted')})\b", re.IGNORECASE)
_APPENDED = compiled(r"(?:,|\b(?:and|but))\s\Z", re.IGNORECASE)  # "A, not B"
_CLAUSE_START = compiled(r"[,;:.—–()]\s?")

_ANSWERS = ("No, ", "Nein, ")


@frozen
class SentencePair:
    """Two sentences that share ``overlap`` of the claim's weight of words, in [0, 1].

    ``wanted`` and ``held`` are the stems of the claim's and of the source's sentence; ``denied_elsewhere`` tells
    whether other sentences of the source deny what the claim denies, ``around`` returns the stems of its sentences that
    have most of the claim's and deny nothing.
    """

    __slots__ = ("__dict__",)  # for the cached property

    claim: str
    source: str
    wanted: frozenset[str]
    held: frozenset[str]
    overlap: float
    limits: Thresholds
    denied_elsewhere: Callable[[], bool]
    around: Callable[[], frozenset[str]] = frozenset

    @cached_property
    def denials(self) -> tuple[tuple[Negation, ...], tuple[Negation, ...]]:
        """What the claim's sentence denies, and what the source's does: a question denies nothing."""
        return negations(self.claim), () if self.source.rstrip().endswith("?") else negations(self.source)


@frozen
class Rule:
    """A way in which two sentences may contradict.

    ``judge`` returns why they do, None where they do not by this rule, and "" where they do not by any. ``telling`` are
    words of which the claim has at least one where this rule speaks, if there are such words.
    """

    name: str
    kind: Contradiction
    judge: Callable[[SentencePair], str | None]
    telling: frozenset[str] = frozenset()
    certainty: Certainty | Callable[[SentencePair], Certainty] = "likely"


def certainty_of_denial(pair: SentencePair) -> Certainty:
    """Return how certain it is that a claim denies what the source's sentence says.

    Natural text is denied in other words, in part, for contrast or on a condition: of 37 findings that were read, 35
    were wrong, and none of these 35 plainly denies the very words of a source's sentence that denies nothing.
    """
    here, there = pair.denials
    if denied_twice(here, pair.claim):
        return "likely"
    if not _SAYING_NO.isdisjoint(lowered_words(pair.source)):
        return "possible"
    if there or pair.claim.startswith(_ANSWERS) or _tells_rest(pair):
        return "possible"  # an answer denies what was asked, not what the source says
    plain = [one for one in here if not _is_qualified(one, pair)]
    return "likely" if any(_is_of(one, pair) and not _is_repeated(one, pair.claim) for one in plain) else "possible"


def _is_qualified(denied: Negation, pair: SentencePair) -> bool:
    """Tell whether a negation denies in part ("not always"), for contrast ("not A but B") or on a condition.

    Of what the source's sentence says in full ("always", "A"), and is hardly about else, the first two deny it as well.
    """
    behind, before = pair.claim[denied.start + len(denied.word) :], pair.claim[: denied.start]
    if _APPENDED.search(before) or _UNASSERTED.search(_CLAUSE_START.split(before)[-1]):
        return True
    part = _IN_PART.match(behind)
    if part is None and not _CONTRAST.search(behind):
        return False
    in_full = part is None or part[0].strip().lower() in lowered_words(pair.source)
    return not (in_full and pair.overlap >= QUALIFIED_OVERLAP and _share_held(denied.rest, pair.held) == 1)


def _share_held(wanted: Collection[str], held: Collection[str]) -> float:
    """Return the share of some stems that are among others, in one form or another; 0 of none."""
    return sum(any(akin(one, other) for other in held) for one in wanted) / max(1, len(wanted))


def _tells_rest(pair: SentencePair) -> bool:
    """Tell whether a claim may tell the rest of a share: "nine in ten had never asked", "one in ten had asked"."""
    mine, theirs = _shares(pair.claim), _shares(pair.source)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _shares(text: str) -> frozenset[float]:
    return frozenset(one.value for one in quantities(text) if one.kind in ("percent", "ratio"))


def certainty_between_copies(pair: SentencePair) -> Certainty:
    """Return how certain it is that a source denies what a claim says: it is where the two share nearly all words."""
    return "likely" if len(pair.wanted & pair.held) >= NEAR_COPY_SHARE * len(pair.wanted | pair.held) else "possible"


def _is_repeated(denied: Negation, claim: str) -> bool:
    """Tell whether a claim says what it denies before it does: "the longest road in the north, not in the country"."""
    said = [family(stem) for stem in terms(claim[: denied.start]).stems]
    again = sum(any(akin(one, other) for other in said) for one in denied.rest)
    return 0 < REPEATED_SHARE * len(denied.rest) <= again


def _is_of(denied: Negation, pair: SentencePair) -> bool:
    """Tell whether a source's sentence has what is denied, or most of what stands around the negation together."""
    if _is_of_passage(denied, pair):
        return True
    if pair.overlap < DENIAL_OVERLAP:
        return False
    shared = sum(any(akin(one, other) for other in pair.held) for one in denied.rest)
    plain = pair.overlap >= PLAIN_DENIAL_OVERLAP and (shared > 1 or denied.follow in pair.held)
    if plain and 0 < PLAIN_DENIAL_SHARE * len(denied.rest) <= shared:
        return True
    return denied.word != "no" and _share_together(denied, pair) >= TOGETHER_SHARE


def _is_of_passage(denied: Negation, pair: SentencePair) -> bool:
    """Tell whether the sentences nearest to a claim have all that it denies, in whichever of them it stands."""
    if len(denied.rest) < FEWEST_DENIED:
        return False
    return _share_held(denied.rest, pair.around()) == 1


def _share_together(denied: Negation, pair: SentencePair) -> float:
    """Return the share of the words around a negation, by weight, that stand together in the source's sentence."""
    mine, theirs = terms(pair.claim), terms(pair.source).stems
    before = [stem for stem, at in zip(mine.stems, mine.starts, strict=True) if at < denied.start][-TOGETHER_BEFORE:]
    behind = [stem for stem, at in zip(mine.stems, mine.starts, strict=True) if at > denied.start][:TOGETHER_BEHIND]
    around = dict.fromkeys(stem for stem in (*before, *behind) if stem not in NEGATION)
    if len(around) <= TOGETHER_BEFORE:
        return 0.0
    places = {stem: [at for at, other in enumerate(theirs) if akin(stem, other)] for stem in around}
    total = sum(map(idf, around))
    starts = sorted(at for found in places.values() for at in found)
    held = (
        sum(idf(stem) for stem, found in places.items() if any(start <= at < start + TOGETHER_WORDS for at in found))
        for start in starts
    )
    return max(held, default=0.0) / total
