"""What a sentence holds back by words of possibility, plans, speakers, links and denial, and what each governs."""

from __future__ import annotations

from collections.abc import Iterator

from audit.meaning.near_copy import telling
from audit.meaning.tokens import DENIALS, Token, tokens
from audit.thresholds import CARRIED_OF_CLAIM, CARRIED_SHARE, MOST_GOVERNED, PLAINLY_SHARE
from wellsourced_core.lexicon import words
from wellsourced_core.values import frozen

POSSIBLE, LINKED = words("words of possibility"), words("words of links")
_ALONE = words("words of plans alone")
PLANNED = words("words of plans") | _ALONE
_MAY_PLAN = _ALONE | {"to"}
SPEAKING, DOUBTFUL = words("words of speakers"), words("words of doubtful speakers")
FAILING = words("words that deny what they govern")
DENYING = DENIALS | FAILING
HEDGING = POSSIBLE | PLANNED | DOUBTFUL | words("other hedging words")  # of a claim: it holds something back
_HEDGES = HEDGING | SPEAKING | LINKED
_ENDS = frozenset(".;:—–()") | {"but", "while", "whereas", "although", "though"}
_ASIDE = words("words of a clause aside")
_PURPOSES = words("nouns of purpose")
_LEADS = frozenset(("according",))  # what they name ends at a comma


@frozen
class Hedge:
    """A word that holds back, and the telling words behind it in its clause, the nearest first."""

    word: str
    governed: tuple[Token, ...]


def holds(read: tuple[Token, ...], of: frozenset[str]) -> bool:
    """Tell whether a sentence has a word of a list that is no name."""
    return not of.isdisjoint([token.said for token in read if not token.name])


def hedges(read: tuple[Token, ...], of: frozenset[str]) -> tuple[Hedge, ...]:
    """Return the words of a list in a sentence with what each governs."""
    return tuple(_hedges(read, of))


def _hedges(read: tuple[Token, ...], of: frozenset[str]) -> Iterator[Hedge]:
    if (_MAY_PLAN if of is PLANNED else of).isdisjoint([token.said for token in read]):
        return
    for at, token in enumerate(read):
        follow = [one.said for one in read[at + 1 : at + 3]]
        to_come = of is PLANNED and token.key == "is" and follow[:1] == ["to"]  # "is to be removed"
        to_come = to_come and not (at and read[at - 1].said in _PURPOSES)
        if not to_come and not _holds_back(token, follow, of):
            continue
        if of is FAILING and _is_aside(read, at):
            continue
        start = at + 1
        if token.said in _LEADS:
            start = next((k for k in range(at, len(read)) if read[k].said == ","), at) + 1
        end = next((k for k in range(start, len(read)) if read[k].said in _ENDS), len(read))
        if of is SPEAKING:  # "alleged in a letter to the court that ..."
            start = next((k + 1 for k in range(start, end) if read[k].said == "that"), start)
        behind = tuple(one for one in telling(read[start:end]) if one.said not in _HEDGES)
        if behind and behind[0].key[0] != "=":
            yield Hedge(token.said, behind[:MOST_GOVERNED])


def _holds_back(token: Token, follow: list[str], of: frozenset[str]) -> bool:
    if token.said not in of or token.name:  # "in May"
        return False
    if of is PLANNED and token.said not in _ALONE:
        return follow[:1] == ["to"]
    return not (token.said == "could" and follow[:1] == ["not"])  # it was not able to


def _is_aside(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word stands in a clause that only qualifies another: "who do not", "although it never"."""
    before = [token.said for token in read[:at]]
    start = max((k + 1 for k, said in enumerate(before) if said in _ENDS or said == ","), default=0)
    return any(said in _ASIDE for said in before[max(0, start - 1) :])


def carries(claim: tuple[Token, ...], hedge: Hedge) -> bool:
    """Tell whether a claim says what a hedge governs: one of its first two words, most of all, and little else."""
    said = {token.key for token in claim}
    governed = {one.key for one in hedge.governed}
    shared = [one.key in said for one in hedge.governed]
    mine = [token.key in governed for token in telling(claim)]
    most = sum(shared) >= CARRIED_SHARE * len(shared) and sum(mine) >= CARRIED_OF_CLAIM * len(mine)
    return sum(shared) > 1 and any(shared[:2]) and most


def said_plainly(claim: tuple[Token, ...], hedge: Hedge, sentences: tuple[str, ...], of: frozenset[str]) -> bool:
    """Tell whether a sentence says half of what the claim shares with a hedge, and holds nothing back."""
    mine = {token.key for token in claim}
    shared = [one.key for one in hedge.governed if one.key in mine]
    for sentence in sentences:
        read = tokens(sentence)
        keys = {token.key for token in read}
        if sum(key in keys for key in shared) >= max(2, PLAINLY_SHARE * len(shared)) and not holds(read, of):
            return True
    return False
