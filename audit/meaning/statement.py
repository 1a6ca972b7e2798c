"""A sentence of a claim beside the sentence that carries it, as the rules on meaning get them; and what a rule is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from audit.meaning.near_copy import NearCopy, near_copy, telling
from audit.meaning.tokens import Token, tokens
from audit.meaning.words import family
from audit.thresholds import COPIED_OVERLAP
from wellsourced_core.text import STEMS
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import Certainty

    MeaningCode = Literal["M601", "M602", "M603", "M604"]


_END = " ."  # a marker may have stood before the full stop


@frozen
class Statement:
    """A sentence of a claim and the sentence of the source that has most of its words by weight (``overlap``).

    ``attributed``: it opened with "According to ...", which is left out here. ``alone``: the source has no other
    sentence. ``said`` tells whether a stem, cut to its family, stands anywhere in the source. ``others`` returns the
    source's other sentences that have most of the claim's words, ``behind`` those that follow the sentence.
    ``faint``: another sentence has more of the claim, or this one has little.
    """

    __slots__ = ("__dict__",)  # for the cached properties

    claim: str
    source: str
    overlap: float
    alone: bool
    said: Callable[[str], bool]
    others: Callable[[], tuple[str, ...]]
    attributed: bool = False
    behind: Callable[[], tuple[str, ...]] = tuple
    faint: bool = False

    @cached_property
    def mine(self) -> tuple[Token, ...]:
        """The claim's words."""
        return tokens(self.claim)

    @cached_property
    def theirs(self) -> tuple[Token, ...]:
        """The source's words."""
        return tokens(self.source)

    @cached_property
    def copy(self) -> NearCopy | None:
        """The two side by side, where one is nearly a copy of the other; None where nothing is told apart."""
        if not self.alone and self.overlap < COPIED_OVERLAP:
            return None
        same = self.claim.rstrip(_END) == self.source.rstrip(_END)
        return None if same else near_copy(self.claim, self.source)

    def shares(self, part: float) -> bool:
        """Tell whether the source's sentence says a part of a claim's telling words, in these or in other words."""
        theirs, told = {token.sense for token in self.theirs}, telling(self.mine)
        return sum(token.sense in theirs for token in told) >= part * len(told)

    def has(self, word: Token) -> bool:
        """Tell whether the source says a word anywhere."""
        return self.says(word.said)

    def says(self, word: str) -> bool:
        """Tell the same of a word as said."""
        stem = STEMS[word]
        return bool(stem) and self.said(family(stem))


@frozen
class Objection:
    """Why a claim says something else than its source, and how certain that is."""

    why: str
    certainty: Certainty = "likely"


@frozen
class MeaningRule:
    """A way in which a claim may say something else, or more, than the sentence that carries it.

    ``next_best``: it is asked about the next-best sentences too, since it only speaks of one noun or two sides that
    both sentences have. ``faint``: so it is, and about sentences with little of the claim.
    """

    name: str
    code: MeaningCode
    judge: Callable[[Statement], Objection | None]
    next_best: bool = False
    faint: bool = False
