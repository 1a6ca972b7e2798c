"""Compare ranks by their superlative: "the second-busiest airport" where the source has "the third-busiest"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.numbers.labels import Conflict
from wellsourced_core.lexicon import keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

_ORDINALS = {word: int(rank) for word, rank in keys("ranks").items()}
_RANK = compiled(
    rf"\b(?:(?:(the|[a-z]{{2,20}}['’]s)\s)?(?:({'|'.join(_ORDINALS)})[ -])?)([a-z]{{3,12}}est)\b", re.IGNORECASE
)
_WEAK = words("weak numbers")
_NO_RANK = words("no superlatives")


def conflicts(claim: str, source: str, read: tuple[Quantity, ...]) -> Iterator[Conflict]:
    """Yield the ranks of a claim whose superlative the source has with other ordinals alone; ``read`` are its numbers.

    A superlative without an ordinal is the first behind "the" or "Osk's"; "of the busiest" and a bare "busiest" are no
    rank. Where the source has the claim's rank, the first or no rank, it may speak of something else and nothing is
    said; nor where the claim's ordinal is judged as a number already ("third").
    """
    mine = list(_ranks(claim)) if "est" in claim else []
    theirs = list(_ranks(source)) if mine else []
    judged = [q for q in read if q.kind == "ordinal" and q.text.lower() not in _WEAK]
    for rank, of, start, end in mine:
        others = [one for one in theirs if one[1] == of]
        if not rank or not others or any(one[0] in (rank, 0, 1) for one in others):
            continue
        if not any(q.start < end and start < q.end for q in judged):
            label = Quantity(start, end, claim[start:end], float(rank), "", "label", digits=1, step=1.0)
            yield Conflict(label, source[slice(*others[0][2:])], *others[0][2:])


def _ranks(text: str) -> Iterator[tuple[int, str, int, int]]:
    """Yield (rank, 0 where "busiest" may be one of several; superlative; start; end)."""
    for m in _RANK.finditer(text):
        if m[3].lower() in _NO_RANK:
            continue
        rank = _ORDINALS[m[2].lower()] if m[2] else int(bool(m[1]) and not _several(text, m.start()))
        yield rank, m[3].lower(), m.start(2) if m[2] else m.start(3), m.end()


def _several(text: str, at: int) -> bool:
    return text[max(0, at - 12) : at].rstrip().lower().endswith(("of", "among"))
