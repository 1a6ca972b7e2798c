"""Two sentences of which one is nearly a copy of the other: their words side by side, and what each place may say."""

from __future__ import annotations

from functools import lru_cache

from audit.meaning.alignment import Alignment, Edit, align
from audit.meaning.contexts import Contexts, contexts
from audit.meaning.tokens import Token, tokens
from audit.thresholds import COPY_SHARE, FEW_EDITS_SHARE, LOOSE_COPY_SHARE, MOST_EXCHANGED, SHORT_SENTENCE
from wellsourced_core.values import frozen

_FRAMING = frozenset((",", ":"))


@frozen
class NearCopy:
    """A claim's sentence and the source's, aligned; ``mine`` and ``theirs`` are their words, with their contexts."""

    mine: tuple[Token, ...]
    theirs: tuple[Token, ...]
    side_by_side: Alignment
    here: Contexts
    there: Contexts

    def own(self, edit: Edit) -> tuple[Token, ...]:
        """Return the claim's words of an edit."""
        return tuple(self.mine[i] for i in edit.mine)

    @property
    def single(self) -> bool:
        """Whether one edit at most has words that say something."""
        edits = self.side_by_side.edits
        return sum(bool(telling(self.own(edit)) or telling(self.others(edit))) for edit in edits) <= 1

    def frames(self, edit: Edit) -> bool:
        """Tell whether an edit of the claim only opens it: "In Lorn, ...", "One reason is that ..."."""
        if not edit.mine or any(not token.idle for token in self.mine[: edit.mine[0]]):
            return False
        behind = [token.said for token in self.mine[edit.mine[-1] + 1 : edit.mine[-1] + 3]]
        inside = len(edit.mine) > MOST_EXCHANGED and not _FRAMING.isdisjoint(
            token.said for token in self.mine[: edit.mine[-1] + 2]
        )
        return inside or behind[:1] == [","] or "that" in behind

    def others(self, edit: Edit) -> tuple[Token, ...]:
        """Return the source's words of an edit."""
        return tuple(self.theirs[i] for i in edit.theirs)


@lru_cache(maxsize=32)  # every rule asks
def near_copy(claim: str, source: str) -> NearCopy | None:
    """Align two sentences; None where they differ in more than a stretch or two."""
    mine, theirs = tokens(claim), tokens(source)
    if not _may_be_copies(mine, theirs):
        return None
    found = align(mine, theirs)
    if found is None:
        return None
    longer = max(sum(not token.idle for token in mine), sum(not token.idle for token in theirs))
    share = (len(found.pairs) + len(found.moved)) / longer
    least = (LOOSE_COPY_SHARE, FEW_EDITS_SHARE)[len(found.edits) - 1] if 0 < len(found.edits) <= 2 else COPY_SHARE
    return NearCopy(mine, theirs, found, contexts(mine), contexts(theirs)) if share >= least else None


def _may_be_copies(mine: tuple[Token, ...], theirs: tuple[Token, ...]) -> bool:
    """Tell whether two sentences share enough words: of long ones most that are compared do not."""
    here = {token.key for token in mine if not token.idle}
    there = {token.key for token in theirs if not token.idle}
    shorter = min(len(here), len(there))
    return shorter <= SHORT_SENTENCE or len(here & there) >= FEW_EDITS_SHARE * shorter


def telling(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words that say something: names, numbers and content words."""
    return tuple([word for word in words if word.telling])
