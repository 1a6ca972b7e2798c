"""Tell whether a sentence says more than its source's, or the reverse: how many, how sure, for or against, more ...

Each family has sides; a claim may say less than its source, never more: "some" beside "all" is in order.
"""

from __future__ import annotations

import re
from functools import cache

from audit.numbers.words import against
from wellsourced.core.model import Quantity
from wellsourced.core.patterns import compiled
from wellsourced.core.quantities import quantities
from wellsourced.core.quantities.lexicon import UNIT_WORDS
from wellsourced.core.text import terms

_CAUSES = frozenset("cause causes caused causing".split())
_LINKED = compiled(r"\b(?:associated|linked|correlated|correlates?|correlation|association|link)\b", re.IGNORECASE)
_LOOSELY = compiled(r"\b(?:associat|link|correlat|caus|risk|contribut|may\b|might\b|could\b)", re.IGNORECASE)

# How much of what follows is meant; of two that say it of the same noun the claim's may not be the greater.
_HOW_MUCH = {"all": 3, "every": 3, "most": 2, "many": 1, "some": 1, "several": 1, "few": 1}
_QUANTIFIED = compiled(
    r"\b(all|every|most|many|some|several|few)\s(?:of\s)?(?:(?:the|its|their|his|her|our|these|those)\s)?([^\W\d_]{3,30})",
    re.IGNORECASE,
)
_LIMITED = compiled(r"\b(?:of|not|nearly|almost)\s\Z", re.IGNORECASE)  # "30 % of all drugs", "not all schools"
_PART_OF = compiled(r"\s(?:of|der|des)\s(?:(?:the|its|their|all|our|these|those)\s)?([^\W\d_]{3,30})", re.IGNORECASE)
_SIDES = compiled(r"\b(a|the)\s(majority|minority)\sof\s(?:(?:the|its|their)\s)?([^\W\d_]{3,30})", re.IGNORECASE)
_LEAST = {"all": 0.95, "every": 0.95, "most": 0.5, "majority": 0.5}

_STANCE = compiled(
    r"\b(vot(?:e|es|ed|ing)|argu(?:e|es|ed|ing)|spoke|speaks?|campaign(?:s|ed|ing)?|decid(?:e|es|ed|ing)|ruled?|demonstrated)"
    r"\s(for|in\sfavou?r\sof|against)\b",
    re.IGNORECASE,
)
_COMPARED = compiled(
    r"\b(more|higher|greater|larger|fewer|less|lower|smaller)\s([^.;:]{0,60}?)\bthan\sin\s([0-9]{4})\b",
    re.IGNORECASE,
)
_MORE = frozenset("more higher greater larger".split())
_LESS = frozenset("fewer less lower smaller".split())


def overstated(claim: str, source: str) -> str | None:
    """Return why a sentence says more than the source's, or the reverse of it; None where it does not seem to."""
    return _cause(claim, source) or _stance(claim, source) or _how_many(claim, source)


def may_overstate(words: frozenset[str]) -> bool:
    """Tell whether what says these words may overstate something: without one of them it does not."""
    return not words.isdisjoint(_TELLING)


_TELLING = frozenset(
    (*_CAUSES, *_HOW_MUCH, *_MORE, *_LESS, "majority", "minority", "for", "against", "favour", "favor")
)


def _cause(claim: str, source: str) -> str | None:
    said = next((word for word in re.findall(r"[a-z]+", claim.lower()) if word in _CAUSES), None)
    if said is None or _LOOSELY.search(claim.lower().replace(said, "")):
        return None
    found = _LINKED.search(source)
    return None if found is None or "caus" in source.lower() else against(said, found[0])


def _stance(claim: str, source: str) -> str | None:
    mine, theirs = _STANCE.findall(claim), _STANCE.findall(source)
    if len(mine) != 1 or len(theirs) != 1 or mine[0][0][:4].lower() != theirs[0][0][:4].lower():
        return None
    (_, one), (_, other) = mine[0], theirs[0]
    return against(one, other) if (one.lower() == "against") != (other.lower() == "against") else None


def compared(claim: str, source: str) -> str | None:
    """Return why a sentence has it the other way round: "fewer ... than in 2023" beside "more ... than in 2023"."""
    mine, theirs = _COMPARED.findall(claim), _COMPARED.findall(source)
    if len(mine) != 1 or len(theirs) != 1 or mine[0][2].lower() != theirs[0][2].lower():
        return None
    one, other = mine[0][0].lower(), theirs[0][0].lower()
    return against(one, other) if (one in _MORE) != (other in _MORE) else None


def _how_many(claim: str, source: str) -> str | None:
    theirs: dict[str, str] = {}
    for word, noun in _QUANTIFIED.findall(source):
        known = theirs.setdefault(_stem(noun), word.lower())
        theirs[_stem(noun)] = max(known, word.lower(), key=lambda one: _HOW_MUCH[one])
    shares = _shares(source)
    for match in _QUANTIFIED.finditer(claim):
        said, of = match[1].lower(), _stem(match[2])
        if not of or match[2].lower() in UNIT_WORDS or _LIMITED.search(claim, 0, match.start()):
            continue
        other = theirs.get(of)
        if other is not None and _HOW_MUCH[said] > max(1, _HOW_MUCH[other]):
            return against(said, other)
        share = shares.get(of)
        if share is not None and said in _LEAST and not share[0] > _LEAST[said]:
            return against(said, share[1])
    for _, side, noun in _SIDES.findall(claim):
        share = shares.get(_stem(noun))
        if share is not None and share[0] != 0.5 and (share[0] > 0.5) != (side.lower() == "majority"):
            return against(side.lower(), share[1])
    return None


def _shares(source: str) -> dict[str, tuple[float, str]]:
    """Return the shares of a sentence by what they are shares of: (share, as written); a noun with two has none."""
    found: dict[str, tuple[float, str]] = {}
    for q in quantities(source):
        share, behind = _share(q), _PART_OF.match(source, q.end)
        if share is not None and behind is not None:
            of = _stem(behind[1])
            found[of] = (share, q.text) if of not in found else (1.0, q.text)
    return found


def _share(q: Quantity) -> float | None:
    if q.high is not None or q.value < 0:
        return None
    return q.value / 100 if q.kind == "percent" else q.value if q.kind == "ratio" else None


@cache
def _stem(word: str) -> str:
    return next(iter(terms(word.lower()).stems), "")
