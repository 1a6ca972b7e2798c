"""The claim's quantifier exceeds the source's for the same noun, or the share that the source gives.

Why: "some" becomes "all" where a sentence is shortened. The reverse is in order: "some" beside "all".
Example: "All schools closed." beside "Some schools closed."; "Most schools closed." beside "30 % of the schools ..."
"""

from __future__ import annotations

import re

from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import against, lowered_words, stem_of
from audit.thresholds import SHARE_OF_ALL, SHARE_OF_MOST
from wellsourced_core.lexicon import either, keys
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.quantities.number_words import UNIT_WORDS

_HOW_MUCH = {word: int(most) for word, most in keys("quantifiers").items()}
_TELLING = frozenset((*_HOW_MUCH, "majority", "minority"))
_QUANTIFIED = compiled(
    rf"\b({'|'.join(_HOW_MUCH)})\s(?:of\s)?(?:(?:{either('determiners behind a quantifier')})\s)?([^\W\d_]{{3,30}})",
    re.IGNORECASE,
)
_LIMITED = compiled(r"\b(?:of|not|nearly|almost)\s\Z", re.IGNORECASE)  # "30 % of all drugs", "not all schools"
_PART_OF = compiled(
    rf"\s(?:of|der|des)\s(?:(?:{either('determiners behind a share')})\s)?([^\W\d_]{{3,30}})", re.IGNORECASE
)
_SIDES = compiled(r"\b(a|the)\s(majority|minority)\sof\s(?:(?:the|its|their)\s)?([^\W\d_]{3,30})", re.IGNORECASE)
_LEAST = {"all": SHARE_OF_ALL, "every": SHARE_OF_ALL, "most": SHARE_OF_MOST, "majority": SHARE_OF_MOST}


def _judge(pair: SentencePair) -> str | None:
    claim, source = pair.claim, pair.source
    if pair.overlap < pair.limits.overstated or _TELLING.isdisjoint(lowered_words(claim)):
        return None
    mine, sides = list(_QUANTIFIED.finditer(claim)), _SIDES.findall(claim)
    if not mine and not sides:
        return None
    theirs: dict[str, str] = {}
    for word, noun in _QUANTIFIED.findall(source):
        known = theirs.setdefault(stem_of(noun), word.lower())
        theirs[stem_of(noun)] = max(known, word.lower(), key=lambda one: _HOW_MUCH[one])
    nouns = (*(match[2] for match in mine), *(noun for *_, noun in sides))
    shares = _shares(source, set(map(stem_of, nouns)))
    for match in mine:
        said, of = match[1].lower(), stem_of(match[2])
        if not of or match[2].lower() in UNIT_WORDS or _LIMITED.search(claim, 0, match.start()):
            continue
        other = theirs.get(of)
        if other is not None and _HOW_MUCH[said] > max(1, _HOW_MUCH[other]):
            return against(said, other)
        share = shares.get(of)
        if share is not None and said in _LEAST and not share[0] > _LEAST[said]:
            return against(said, share[1])
    for _, side, noun in sides:
        share = shares.get(stem_of(noun))
        if share is not None and share[0] != 0.5 and (share[0] > 0.5) != (side.lower() == "majority"):
            return against(side.lower(), share[1])
    return None


def _shares(source: str, wanted: set[str]) -> dict[str, tuple[float, str]]:
    """Return the shares of a sentence by what they are shares of: (share, as written); a noun with two has none.

    Nothing is read of a sentence that has no share of what is ``wanted``.
    """
    found: dict[str, tuple[float, str]] = {}
    if wanted.isdisjoint(stem_of(part[1]) for part in _PART_OF.finditer(source)):
        return found
    for q in quantities(source):
        share, behind = _share(q), _PART_OF.match(source, q.end)
        if share is not None and behind is not None:
            of = stem_of(behind[1])
            found[of] = (share, q.text) if of not in found else (1.0, q.text)
    return found


def _share(q: Quantity) -> float | None:
    if q.high is not None or q.value < 0:
        return None
    return q.value / 100 if q.kind == "percent" else q.value if q.kind == "ratio" else None


RULE = Rule("quantifier", "reversed", _judge, _TELLING)
