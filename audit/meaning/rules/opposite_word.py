"""A word of the claim has its opposite in its place in the source's sentence.

Why: "opened" beside "closed" among the same words is another statement. In sentences that are nearly the same, or share
two fifths, deny nothing and compare nothing, the opposite may also stand elsewhere in the same clause.
Example: "The mill stands north of the weir." beside "The mill stands south of the weir."
"""

from __future__ import annotations

import re

from audit.meaning.opposites import antonym
from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import against
from audit.thresholds import OPPOSITE_OVERLAP
from wellsourced_core.patterns import compiled

_THAN = compiled(r"\b(?:more|less|fewer|[^\W\d_]{2,12}er)\s(?:[^.;,]{1,60}\s)?than\s(?![0-9$€£])", re.IGNORECASE)


def _judge(pair: SentencePair) -> str | None:
    compared = [_THAN.search(text) is not None for text in (pair.claim, pair.source)]
    if all(compared):
        return None  # "more among owners than tenants" and "less among tenants than owners": swapped-roles tells
    plain = pair.overlap >= OPPOSITE_OVERLAP and not any(compared) and not any(pair.denials)
    found = antonym(pair.claim, pair.source, loose=plain or pair.overlap >= pair.limits.denied)
    return against(*found) if found and not _names_apart(pair, *found) else None


def _names_apart(pair: SentencePair, mine: str, theirs: str) -> bool:
    """Tell whether one of two opposites belongs to a name that the other sentence does not turn about."""
    one, other = _named(mine, pair.claim), _named(theirs, pair.source)
    return one != other and bool(one or other)


def _named(word: str, text: str) -> str:
    """Return the word with a capital behind one that has one too, inside a sentence: "Coast" of "the West Coast"."""
    found = re.search(rf"(?<=[^\W\d_]\s){re.escape(word.title())}\s([A-Z][^\W\d_]*|[0-9]+)", text)
    return found[1] if found else ""


RULE = Rule("opposite-word", "reversed", _judge)
