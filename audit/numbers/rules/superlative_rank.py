"""Object to a rank whose superlative the source has with other ordinals alone.

Why: "second-busiest" is read as a label, not as a number. A superlative without an ordinal is the first behind "the" or
"Osk's"; "of the busiest" and a bare "busiest" are no rank. Where the source has the claim's rank, the first or no rank,
it may speak of something else and nothing is said.
Example: "Osk is the second-busiest port." beside "Osk is the third-busiest port."
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.numbers.match import Conflict, LabelRule
from audit.numbers.numbered_text import NumberedText
from audit.numbers.rules.label import judged_ordinals, label_of
from wellsourced_core.lexicon import keys, words
from wellsourced_core.patterns import compiled

_ORDINALS = {word: int(rank) for word, rank in keys("ranks").items()}
_RANK = compiled(
    rf"\b(?:(?:(the|[a-z]{{2,20}}['’]s)\s)?(?:({'|'.join(_ORDINALS)})[ -])?)([a-z]{{3,12}}est)\b", re.IGNORECASE
)
_NO_RANK = words("no superlatives")


def _conflicts(claim: NumberedText, source: NumberedText) -> Iterator[Conflict]:
    mine = list(_ranks(claim.text)) if "est" in claim.text else []
    text = source.text[: source.proper] if mine else ""
    theirs = list(_ranks(text))
    for rank, of, start, end in mine:
        others = [one for one in theirs if one[1] == of]
        if not rank or not others or any(one[0] in (rank, 0, 1) for one in others):
            continue
        if not any(q.start < end and start < q.end for q in judged_ordinals(claim)):
            found = others[0][2:]
            yield Conflict(label_of(claim, start, end, str(rank)), text[slice(*found)], *found)


def _ranks(text: str) -> Iterator[tuple[int, str, int, int]]:
    """Yield (rank, 0 where "busiest" may be one of several; superlative; start; end)."""
    for m in _RANK.finditer(text):
        if m[3].lower() in _NO_RANK:
            continue
        rank = _ORDINALS[m[2].lower()] if m[2] else int(bool(m[1]) and not _several(text, m.start()))
        yield rank, m[3].lower(), m.start(2) if m[2] else m.start(3), m.end()


def _several(text: str, at: int) -> bool:
    return text[max(0, at - 12) : at].rstrip().lower().endswith(("of", "among"))


RULE = LabelRule("superlative-rank", _conflicts)
