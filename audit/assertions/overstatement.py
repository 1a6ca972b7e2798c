"""Tell whether a sentence says more than its source's, or the reverse: how many, how sure, for or against, more ...

Each family has sides; a claim may say less than its source, never more: "some" beside "all" is in order.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from itertools import pairwise

from audit.assertions.words import against, lowered_words
from audit.thresholds import SHARE_OF_ALL, SHARE_OF_MOST
from wellsourced_core.lexicon import either, keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.quantities.number_words import UNIT_WORDS
from wellsourced_core.text import terms

_CAUSES = words("verbs of cause and proof")
_LINKED = compiled(
    rf"\b(?:{either('words of association')}"
    rf"|(?:may|might|could)\s(?:\w{{2,12}}\s)?(?:{either('effects that may be')}))\b",
    re.IGNORECASE,
)
_LOOSELY = compiled(rf"\b(?:{either('stems of association')}|(?:may|might|could)\b)", re.IGNORECASE)

# How much of what follows is meant; of two that say it of the same noun the claim's may not be the greater.
_HOW_MUCH = {word: int(most) for word, most in keys("quantifiers").items()}
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

_STANCE = compiled(rf"\b({either('verbs of taking sides')})\s(for|in\sfavou?r\sof|against)\b", re.IGNORECASE)
_COMPARED = compiled(
    rf"\b({either('more in a year', 'fewer in a year')})\s([^.;:]{{0,60}}?)\bthan\sin\s([0-9]{{4}})\b", re.IGNORECASE
)
_MORE, _LESS = words("more in a year"), words("fewer in a year")


def overstated(claim: str, source: str) -> str | None:
    """Return why a sentence says more than the source's, or the reverse of it; None where it does not seem to."""
    said = lowered_words(claim)
    asked = (says_more for tell, says_more in _FAMILIES if not tell.isdisjoint(said))
    found = next(filter(None, (says_more(claim, source) for says_more in asked)), None)
    return found or (_done(claim, source) if may_be_undone(lowered_words(source)) else None)


def may_overstate(words: frozenset[str]) -> bool:
    """Tell whether what says these words may overstate something: without one of them it does not."""
    return not words.isdisjoint(_TELLING)


def may_be_undone(words: Collection[str]) -> bool:
    """Tell whether what says these words may speak of what is not done."""
    return not _NOT_DONE.isdisjoint(words)


_NOT_DONE = words("words of what is not done")


def caused(claim: str, source: str) -> str | None:
    """Return why a sentence says more than is known: "causes", "proved" beside "is linked to", "may raise"."""
    said = next((word for word in lowered_words(claim) if word in _CAUSES), None)
    if said is None or _LOOSELY.search(" ".join(word for word in claim.lower().split() if word not in _CAUSES)):
        return None
    found = _LINKED.search(source)
    return None if found is None or "caus" in source.lower() else against(said, found[0])


def _stance(claim: str, source: str) -> str | None:
    mine, theirs = _STANCE.findall(claim), _STANCE.findall(source)
    if len(mine) != 1 or len(theirs) != 1 or mine[0][0][:4].lower() != theirs[0][0][:4].lower():
        return None
    (_, one), (_, other) = mine[0], theirs[0]
    return against(one, other) if (one.lower() == "against") != (other.lower() == "against") else None


# What only may be, or was put off, is not done.
_MAY = compiled(
    r"\b(may|might|could)"
    rf"\s(?:(?:{either('words between may and its verb')}|[a-z]{{2,12}}ly)\s){{0,3}}([a-z]{{3,20}})\b"
)
_PUT_OFF = compiled(
    rf"\b([a-z]{{4,20}})\b[^.;,]{{0,40}}?\s(?:{either('forms of be before a participle')})\s"
    rf"({either('put off', gap=' ')})\b",
    re.IGNORECASE,
)
_HEDGED = compiled(rf"\b(?:{either('hedges', 'put off', gap=' ')})\b", re.IGNORECASE)
_PAST = compiled(r"\b[a-z]{2,20}ed\b|\bcut\b|\bled\b|\bmade\b", re.IGNORECASE)


def _done(claim: str, source: str) -> str | None:
    """Return why a sentence says that something was done which may be done or was put off."""
    if _HEDGED.search(claim):
        return None
    done = {_stem(word): word for word in _PAST.findall(claim)}
    for found in _MAY.finditer(source):
        word = done.get(_stem(found[2]))
        elsewhere = (source[: found.start()] + source[found.end() :]).lower().split()
        if word is not None and word.lower() not in elsewhere:
            return against(word, f"{found[1]} {found[2]}")
    for found in _PUT_OFF.finditer(source):
        if _stem(found[1]) in done:
            return against(done[_stem(found[1])], found[2])
    return None


def compared(claim: str, source: str) -> str | None:
    """Return why a sentence has it the other way round: "fewer ... than in 2023" beside "more ... than in 2023"."""
    if ("than", "in") not in pairwise(lowered_words(claim)):
        return None  # nearly every sentence, and told without the pattern
    mine, theirs = _COMPARED.findall(claim), _COMPARED.findall(source)
    if len(mine) != 1 or len(theirs) != 1 or mine[0][2].lower() != theirs[0][2].lower():
        return None
    one, other = mine[0][0].lower(), theirs[0][0].lower()
    return against(one, other) if (one in _MORE) != (other in _MORE) else None


def _how_many(claim: str, source: str) -> str | None:
    mine, sides = list(_QUANTIFIED.finditer(claim)), _SIDES.findall(claim)
    if not mine and not sides:
        return None
    theirs: dict[str, str] = {}
    for word, noun in _QUANTIFIED.findall(source):
        known = theirs.setdefault(_stem(noun), word.lower())
        theirs[_stem(noun)] = max(known, word.lower(), key=lambda one: _HOW_MUCH[one])
    shares = _shares(source, {_stem(noun) for noun in (*(match[2] for match in mine), *(noun for *_, noun in sides))})
    for match in mine:
        said, of = match[1].lower(), _stem(match[2])
        if not of or match[2].lower() in UNIT_WORDS or _LIMITED.search(claim, 0, match.start()):
            continue
        other = theirs.get(of)
        if other is not None and _HOW_MUCH[said] > max(1, _HOW_MUCH[other]):
            return against(said, other)
        share = shares.get(of)
        if share is not None and said in _LEAST and not share[0] > _LEAST[said]:
            return against(said, share[1])
    for _, side, noun in sides:
        share = shares.get(_stem(noun))
        if share is not None and share[0] != 0.5 and (share[0] > 0.5) != (side.lower() == "majority"):
            return against(side.lower(), share[1])
    return None


def _shares(source: str, wanted: set[str]) -> dict[str, tuple[float, str]]:
    """Return the shares of a sentence by what they are shares of: (share, as written); a noun with two has none.

    Nothing is read of a sentence that has no share of what is ``wanted``.
    """
    found: dict[str, tuple[float, str]] = {}
    if wanted.isdisjoint(_stem(part[1]) for part in _PART_OF.finditer(source)):
        return found
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


# What only a claim can say that has one of these words.
_FAMILIES = (
    (frozenset(("for", "against", "favour", "favor")), _stance),
    (frozenset((*_HOW_MUCH, "majority", "minority")), _how_many),
)
_TELLING = frozenset().union(_CAUSES, _MORE, _LESS, *(tell for tell, _ in _FAMILIES))
