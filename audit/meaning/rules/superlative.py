"""The claim has the first place where the source has a lower one, one of several, or only the word without the rank.

Why: "one of the largest" and "second largest" become "the largest" where a sentence is shortened.
Example: "Lorn has the largest port." beside "Lorn has the third-largest port."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, is_superlative, tokens
from audit.meaning.words import against
from audit.thresholds import RANK_WORDS, RANKED_SHARE
from wellsourced_core.lexicon import words

_SEVERAL = frozenset(("one", "among", "some"))  # "one of the first": several were
_OTHERS, _ANY = frozenset(("other", "others", "else")), words("words before all others")
_NOBODY = words("words that deny a whole clause") | {"never"}
_FEW = frozenset(("few", "only", "hardly", "second"))
_FIRST = words("words of the first place")
_MORE = words("comparatives that point up") | words("comparatives that point down")
_LOWER = words("words that lower a superlative")


def _judge(pair: Statement) -> Objection | None:
    mine, said = _places(pair.mine), _above_all(pair.mine)
    highest = [word for word, lowered in mine.items() if lowered is None]
    if not highest and (mine or not said):
        return None  # nearly every sentence
    theirs = _places(pair.theirs)
    for word in highest:
        if theirs.get(word) is not None and (not pair.faint or pair.shares(RANKED_SHARE)):
            if any(_places(tokens(other)).get(word, "") is None for other in pair.others()):
                continue  # another sentence gives the first place
            return Objection(f'the source says "{theirs[word]} {word}"')
    first = next((f"{lower} {word}" for word, lower in theirs.items() if lower is not None), "")
    first = first or _few_above(pair.theirs)
    if first and not highest and said and not _above_all(pair.theirs) and pair.shares(RANKED_SHARE):
        return Objection(against(said, first))
    return None


def _above_all(read: tuple[Token, ...]) -> str:
    """Return by which words a sentence has the first place without a superlative: "any other", "tops"; "" if none."""
    for at, token in enumerate(read):
        if token.said in _FIRST and not token.name and not _is_one_of_several(read, at):
            return token.said
        if token.said in _NOBODY and _is_compared(read, at):
            return f"{token.said} ... than"
        if token.said in _OTHERS:
            before = [one.said for one in read[max(0, at - 1) : at]]
            if not _ANY.isdisjoint(before):
                return f"{before[0]} {token.said}"
    return ""


def _is_one_of_several(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word gives a place among others: "a top producer", "one of the top earners", "the top ten"."""
    before = [one.said for one in read[max(0, at - RANK_WORDS) : at]]
    many = any(one.key[:1] == "=" for one in read[at + 1 : at + 2])
    return many or before[-1:] in (["a"], ["an"]) or not _SEVERAL.isdisjoint(before)


def _few_above(read: tuple[Token, ...]) -> str:
    """Return by which words a sentence has a high place that is not the first: "few rivers are dirtier than"; or ""."""
    at = next((at for at, token in enumerate(read) if token.said in _FEW and _is_compared(read, at)), None)
    return "" if at is None else f"{read[at].said} ... than"


def _is_compared(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a comparison with "than" follows, not "no more than"."""
    behind = [one.said for one in read[at + 1 :]]
    than = behind.index("than") if "than" in behind else 0
    more = any(said in _MORE for said in behind[:than]) or (than > 0 and behind[than - 1].endswith("er"))
    return more and behind[:1] != ["more"] and behind[:1] != ["less"]


def _places(read: tuple[Token, ...]) -> dict[str, str | None]:
    """Return the superlatives of a sentence with what lowers each, None where nothing does."""
    found: dict[str, str | None] = {}
    for at, token in enumerate(read):
        is_first = token.said == "first" and not token.name
        if token.said[-2:] != "st" or not (is_first or is_superlative(token)) or (token.name and token.said == "best"):
            continue
        start = max((k + 1 for k in range(at) if not read[k].key or read[k].said == "but"), default=0)
        before = read[max(start, at - RANK_WORDS) : at]
        lowering = _SEVERAL if is_first else _LOWER
        lower = next(
            (one.said for one in before if one.said in lowering or (one.key[:1] == "#" and not is_first)), None
        )
        word = token.said
        if word == "most":
            word = next((f"most {one.said}" for one in read[at + 1 : at + 2] if one.telling), "")
        if word and found.get(word, "") is not None:
            found[word] = lower
    return found


RULE = MeaningRule("superlative", "M602", _judge, faint=True)
