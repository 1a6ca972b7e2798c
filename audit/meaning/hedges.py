"""What a sentence holds back by words of possibility, plans, speakers, links and denial, and what each governs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from audit.meaning.near_copy import telling
from audit.meaning.tokens import DENIALS, Token, tokens
from audit.thresholds import (
    BEGUN_OF_CLAIM,
    BEGUN_SHARE,
    BEING_WORDS,
    BESIDE_WORDS,
    CARRIED_OF_CLAIM,
    CARRIED_SHARE,
    CLAUSE_SHARE,
    MOST_BEFORE_TO,
    MOST_GOVERNED,
    PLAINLY_SHARE,
    WITH_DOING_WORDS,
)
from wellsourced_core.lexicon import words
from wellsourced_core.values import frozen

_NONE = frozenset[str]()
POSSIBLE, LINKED = words("words of possibility"), words("words of links")

ANNOUNCED = words("words of plans to be carried out")
SPEAKING, DOUBTFUL = words("words of speakers"), words("words of doubtful speakers")
_ALONE = words("words of plans alone") | ANNOUNCED
_TO_PLAN = words("words of plans before to")
PLANNED = words("words of plans") | _TO_PLAN | _ALONE
_PROMISING = words("words of plans")
_THINGS = words("hedging words that may be told themselves")
_FIRM = POSSIBLE | PLANNED | SPEAKING | LINKED
_MAY_PLAN = _ALONE | {"to", "for"}
FAILING = words("words that deny what they govern")
DENYING = DENIALS | FAILING
# Of a claim: it holds something back.
HEDGING = POSSIBLE | DOUBTFUL | words("words of plans") | words("words of plans alone") | words("other hedging words")
_HEDGES = HEDGING | SPEAKING | LINKED
_OF_SOMEBODY = SPEAKING | FAILING
_BEHIND = {
    POSSIBLE: words("words of doubt behind what they doubt"),
    PLANNED: words("words of plans behind what is planned"),
}
_MEASURING = frozenset(("what", "than", "as"))
_BEING = frozenset(("is", "seem", "remain"))
_ENDS = frozenset(".;:—–()") | words("conjunctions that end what a hedge governs")
_ASIDE = words("words of a clause aside")
_OPENERS = _ENDS | _ASIDE | {"that"}
_TAILS = (words("relative words") - {"that"}) | words("words that begin another clause")
_RELATIVE, _MAIN = words("relative words"), frozenset(("is", "are", "was", "were"))
_FOR = words("words before for that plan")
_OTHERS_PLAN = words("words of plans for others")
_EITHER_WAY, _UNDECIDED = frozenset(("whether", "ob")), words("words of what is undecided")
_NOT_SO = frozenset(("could", "may", "might"))
_GRANTING = frozenset(("despite", "notwithstanding", "trotz"))
_NO_DOUBT = ("no", "doubt")
_ABLE = frozenset(("not", "and"))  # "it could not": it was not able to; "it could and did"
_APPEARING = frozenset(("appear", "appears", "appeared", "looks"))
_LINKS_OF, _JOINING = frozenset(("association", "associations")), frozenset(("between", "with", "of", "and"))
_LINKED_THINGS = words("words of links before what is linked")
_PLACING = words("prepositions that end an object") - {"to"}
_WRITERS = frozenset(("i", "we"))
_READER = frozenset(("you", "you've", "you'd"))
_COMPARED = frozenset(("more", "less", "as", "most", "equally"))
_LEADS = frozenset(("according",))  # what they name ends at a comma


@frozen
class Hedge:
    """A word that holds back, the telling words behind it in its clause, the nearest first, and those before it.

    ``inside`` are the keys of all words behind it, ``beside`` the words on both of its sides, as said.
    """

    word: str
    governed: tuple[Token, ...]
    before: tuple[Token, ...] = ()
    inside: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()


def holds(read: tuple[Token, ...], of: frozenset[str]) -> bool:
    """Tell whether a sentence has a word of a list that is no name."""
    if of.isdisjoint([token.said for token in read]):
        return False  # most sentences, and told at once
    return any(_may_hold(read, at, of) for at in range(len(read)))


def holds_by_itself(claim: tuple[Token, ...], source: tuple[Token, ...], of: frozenset[str]) -> bool:
    """Tell whether a claim has a word of a list that no hedge of its source governs: not "the risk"."""
    if of.isdisjoint([token.said for token in claim]):
        return False
    told = [one.said for hedge in _governing(source) for one in hedge]
    return holds(claim, of.difference(told))


def _governing(read: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """Yield what stands behind each word of possibility or of a plan, up to the end of its clause."""
    for at in range(len(read)):
        if _may_hold(read, at, _FIRM):
            end = next((k for k in range(at + 1, len(read)) if read[k].said in _ENDS), len(read))
            yield tuple([one for one in read[at + 1 : end] if one.said in _THINGS])


def hedges(read: tuple[Token, ...], of: frozenset[str]) -> tuple[Hedge, ...]:
    """Return the words of a list in a sentence with what each governs."""
    return (*_hedges(read, of), *_behind(read, _BEHIND.get(of, _NONE)))


def _hedges(read: tuple[Token, ...], of: frozenset[str]) -> Iterator[Hedge]:
    if (_MAY_PLAN if of is PLANNED else of).isdisjoint([token.said for token in read]):
        return
    for at, token in enumerate(read):
        if token.said not in of and token.key != "is":
            continue  # most words
        follow = [one.said for one in read[at + 1 : at + 3]]
        if not (of is PLANNED and _is_to_come(read, at, follow)) and not _holds_back(read, at, follow, of):
            continue
        if of is FAILING and _is_aside(read, at):
            continue
        start = at + 1
        if token.said in _LEADS:
            start = next((k for k in range(at, len(read)) if read[k].said == ","), at) + 1
        end = next((k for k in range(start, len(read)) if read[k].said in _ENDS or _is_tail(read, k)), len(read))
        if at and read[at - 1].said in _RELATIVE:  # "the lamp which could float was sold"
            end = next((k for k in range(at + 2, end) if read[k].said in _MAIN), end)
        elif not _GRANTING.isdisjoint([one.said for one in read[max(0, at - BESIDE_WORDS) : at]]):
            end = next((k for k in range(start, end) if read[k].said == ","), end)  # "despite claims of that, ..."
        if of is SPEAKING:  # "alleged in a letter to the court that ..."
            comma = next((k for k in range(start, end) if read[k].said == ","), end)
            start = next((k + 1 for k in range(start, comma) if read[k].said == "that"), start)
        behind = tuple(one for one in telling(read[start:end]) if one.said not in _HEDGES)
        if behind and behind[0].key[0] != "=":
            opening = next((k + 1 for k in range(at - 1, -1, -1) if read[k].said in _OPENERS), 0)
            before = tuple(one for one in telling(read[opening:at]) if one.said not in _HEDGES)
            beside = frozenset([one.said for one in read[max(0, at - BESIDE_WORDS) : at + BESIDE_WORDS]])
            inside = frozenset([one.key for one in read[start:end]])
            yield Hedge(token.said, behind[:MOST_GOVERNED], before, inside, beside)


def _is_tail(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether another clause begins behind a comma: ", which", ", for", ", said", ", with many doing"."""
    if read[at].said != "," or at + 1 == len(read):
        return False
    if read[at + 1].said == "with":
        return any(one.said.endswith("ing") for one in read[at + 2 : at + 2 + WITH_DOING_WORDS])
    return read[at + 1].said in _TAILS


def _behind(read: tuple[Token, ...], of: frozenset[str]) -> Iterator[Hedge]:
    """Yield what stands before a word that tells it as doubtful or planned: "the merger is likely"."""
    for at, token in enumerate(read):
        if token.said not in of or not _is_said_of_it(read, at):
            continue
        start = next((k + 1 for k in range(at - 1, -1, -1) if read[k].said in _OPENERS), 0)
        before = tuple([one for one in telling(read[start:at]) if one.said not in _HEDGES][:MOST_GOVERNED])
        if len(before) > 1:
            yield Hedge(token.said, before)


def _is_said_of_it(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a form of "be" stands shortly before a word, and nothing that it would itself govern behind it."""
    near = [one.key for one in read[max(0, at - BEING_WORDS) : at]]
    follow = read[at + 1].said if at + 1 < len(read) else ""
    if at and (read[at - 1].said in _COMPARED or not _MEASURING.isdisjoint(near)):
        return False  # "less likely", "twice what had been planned"
    return not _BEING.isdisjoint(near) and follow not in ("to", "that")


def _is_to_come(read: tuple[Token, ...], at: int, follow: list[str]) -> bool:
    """Tell whether a word is the first of "is to be removed", "are to close"."""
    return read[at].key == "is" and read[at].said != "been" and follow[:1] == ["to"]


def _may_hold(read: tuple[Token, ...], at: int, of: frozenset[str]) -> bool:
    """Tell whether a word is of a list, and neither a name ("in May") nor a comparison ("twice as likely")."""
    token = read[at]
    if token.said not in of or token.name:
        return False
    return token.said != "likely" or not at or read[at - 1].said not in _COMPARED


def _holds_back(read: tuple[Token, ...], at: int, follow: list[str], of: frozenset[str]) -> bool:
    token = read[at]
    if not _may_hold(read, at, of) or (of is SPEAKING and _addresses(read, at)):
        return False
    if token.said == "would" and of is PLANNED:  # "pledged that it would be free", not "said that"
        return any(one.said in _PROMISING for one in read[:at])
    if of is PLANNED and token.said == "intends" and at and read[at - 1].said in _WRITERS:
        return False  # "I would like to introduce you": it is done by saying so
    if of is PLANNED and token.said not in _ALONE:
        planned = follow[:1] == ["to"] or (follow[:1] == ["for"] and token.said in _FOR)
        ours = at and read[at - 1].said in _WRITERS  # "we expect them to melt": what is known, and nobody's plan
        return planned or (token.said in _OTHERS_PLAN and not ours and _to_within(read, at))
    if token.said in _LINKS_OF and _JOINING.isdisjoint([one.said for one in read[at + 1 : at + BEING_WORDS]]):
        return False  # "the tenants' association"
    if token.said in _LINKED_THINGS and follow and read[at + 1].telling and follow[0][-2:] != "ly":
        return False  # "related diseases"
    if token.said in _APPEARING:  # "it appeared in May", "if smoke appears, ..."
        return bool(follow) and follow[0][0].isalpha() and follow[0] not in _PLACING
    if token.said in _EITHER_WAY:  # "whether or not it rains", "whether it was white or black": it is so either way
        rest = [one.said for one in read[at + 1 :]]
        return "or" not in rest and not _UNDECIDED.isdisjoint([one.said for one in read])
    if _NO_DOUBT in pairwise([one.said for one in read[at + 1 : at + 1 + BEING_WORDS]]):
        return False  # "there seems to be no doubt"
    return token.said not in _NOT_SO or not follow or follow[0] not in _ABLE


def _addresses(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word of speech is what the reader may think or say: "if you ever thought"."""
    return not _READER.isdisjoint([one.said for one in read[max(0, at - MOST_BEFORE_TO) : at]])


def _to_within(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether "to" follows in the same clause: "expects the owner to sell"."""
    behind = [token.said for token in read[at + 1 : at + 1 + MOST_BEFORE_TO]]
    end = next((k for k, said in enumerate(behind) if said in _OPENERS or said == ","), len(behind))
    return "to" in behind[:end]


def _is_aside(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word stands in a clause that only qualifies another: "who do not", "although it never"."""
    before = [token.said for token in read[:at]]
    start = max((k + 1 for k, said in enumerate(before) if said in _ENDS or said == ","), default=0)
    return any(said in _ASIDE for said in before[max(0, start - 1) :])


def carries(claim: tuple[Token, ...], hedge: Hedge) -> bool:
    """Tell whether a claim says what a hedge governs: one of its first two words, most of all, and little else.

    Or it says most of the whole clause and little else, with what stands before the hedge: of a hedge or a plan, for
    before a speaker or a failure stands who says so, or fails.
    """
    said, told = {token.key for token in claim}, [token.key for token in telling(claim)]
    governed = [one.key for one in hedge.governed]
    shared = [key in said for key in governed]
    most = sum(shared) > 1 and sum(shared) >= CARRIED_SHARE * len(shared)
    if most and any(shared[:2]) and sum(key in governed for key in told) >= CARRIED_OF_CLAIM * len(told):
        return True
    senses = {token.sense for token in claim}
    if _begins([one.sense in senses for one in hedge.governed], len(told)):
        return True
    if hedge.word in _OF_SOMEBODY or not any(shared):
        return False
    clause = {*governed, *(one.key for one in hedge.before)}
    both, mine = len(clause & said), sum(key in clause for key in told)
    return both >= max(3, CLAUSE_SHARE * len(clause)) and mine >= CLAUSE_SHARE * len(told)


def _begins(shared: list[bool], told: int) -> bool:
    """Tell whether a claim says most of the beginning of what a hedge governs, and little else."""
    counts = list(accumulate(shared))
    return any(
        have and count >= max(2, BEGUN_SHARE * n) and count >= BEGUN_OF_CLAIM * told
        for n, (have, count) in enumerate(zip(shared, counts, strict=True), 1)
    )


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
