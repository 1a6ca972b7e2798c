"""A sentence of a claim and the source's nearest one, as every rule of this room gets them; and what a rule is."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from audit.meaning.negations import Negation, negations
from audit.thresholds import NEAR_COPY_SHARE, PLAIN_DENIAL_OVERLAP, PLAIN_DENIAL_SHARE, Thresholds
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import Certainty

    Contradiction = Literal["negated", "denied", "reversed"]

_QUALIFIED = compiled(rf"\b(?:{either('words that qualify a negation')})\b|,\s(?:and\s)?not\s", re.IGNORECASE)

_ANSWERS = ("No, ", "Nein, ")


@frozen
class SentencePair:
    """Two sentences that share ``overlap`` of the claim's weight of words, in [0, 1].

    ``wanted`` and ``held`` are the stems of the claim's and of the source's sentence; ``denied_elsewhere`` tells
    whether other sentences of the source deny what the claim denies.
    """

    __slots__ = ("__dict__",)  # for the cached property

    claim: str
    source: str
    wanted: frozenset[str]
    held: frozenset[str]
    overlap: float
    limits: Thresholds
    denied_elsewhere: Callable[[], bool]

    @cached_property
    def denials(self) -> tuple[tuple[Negation, ...], tuple[Negation, ...]]:
        """What the claim's sentence denies, and what the source's does."""
        return negations(self.claim), negations(self.source)


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

    Natural text is denied in other words, in part or for contrast: of 37 findings that were read, 35 were wrong, and
    none of these 35 denies, without "but" or "only", the very words of a source's sentence that denies nothing.
    """
    here, there = pair.denials
    if there or pair.overlap < PLAIN_DENIAL_OVERLAP or _QUALIFIED.search(pair.claim):
        return "possible"
    if _tells_share(pair.claim) and _tells_share(pair.source):
        return "possible"  # "nine in ten had never asked" beside "one in ten had asked"
    if pair.claim.startswith(_ANSWERS):
        return "possible"  # it denies what was asked, not what the source says
    return "likely" if any(_is_of(one, pair.held) for one in here) else "possible"


def _tells_share(text: str) -> bool:
    return any(one.kind in ("percent", "ratio") for one in quantities(text))


def certainty_between_copies(pair: SentencePair) -> Certainty:
    """Return how certain it is that a source denies what a claim says: it is where the two share nearly all words."""
    return "likely" if len(pair.wanted & pair.held) >= NEAR_COPY_SHARE * len(pair.wanted | pair.held) else "possible"


def _is_of(denied: Negation, held: frozenset[str]) -> bool:
    return denied.follow in held or 0 < PLAIN_DENIAL_SHARE * len(denied.rest) <= len(denied.rest & held)
