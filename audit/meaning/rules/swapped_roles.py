"""The claim has who did something and to whom, or what was compared with what, the other way round.

Why: the words are the same, so that only their order tells. Read are verbs between two sides, active and passive,
their nouns ("the acquisition of B by A"), comparisons with "than", places ("ahead of", "north of"), "from ... to" and
"before" or "after". A relation that the source has in both ways tells nothing.
Example: "Nordlast buys Kerr Maritime." beside "Kerr Maritime buys Nordlast."
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.meaning.opposites import PLACES
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import DENIALS, Token, is_past
from audit.thresholds import MOST_RELATIONS, SIDE_WORDS
from wellsourced_core.lexicon import keys, words
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.values import frozen

_GROUP = keys("verbs between a doer and the other side")
_MORE, _LESS = words("comparatives that point up"), words("comparatives that point down")
_PASSIVE, _PREPOSITIONS = words("auxiliaries of the passive"), words("prepositions that end an object")
_LOSING = frozenset(("lose", "loses", "lost", "losing"))
_RELATING = frozenset((*_GROUP, *_MORE, *_LESS, *keys("irregular verbs"), "before", "after", "from", *PLACES, *_LOSING))
_TIMES = frozenset(("before", "after"))
_BEFORE_OF = frozenset(PLACES) - {"behind", "above", "below", "beneath", "underneath"}
_BOUNDING = _MORE | _LESS | _TIMES
_CLAUSES = words("relative words") | {",", "and", "but", "while"}
_ENDS = frozenset(";:.()—–") | {"but", "while", "whereas", "although", "though"}


@frozen
class _Relation:
    """What is said of two sides: by which word, and the keys of who does it and of the other side, nearest first."""

    name: str
    word: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    turned: bool  # whether who does it stands behind the word

    def reverses(self, that: _Relation) -> bool:
        """Tell whether something of each side stands on the other side there, and nothing else tells the contrary."""
        one, other = set(self.one) & set(that.other), set(self.other) & set(that.one)
        if not one or not other or one & set(that.one) or other & set(that.other):
            return False
        if self.turned != that.turned:
            return True
        mine, theirs = self.behind, that.behind
        return mine[0] not in theirs and theirs[0] not in mine

    @property
    def behind(self) -> tuple[str, ...]:
        """The side that stands behind the word."""
        return self.one if self.turned else self.other


def _relation(name: str, word: str, front: tuple[Token, ...], behind: tuple[Token, ...], *, turned: bool) -> _Relation:
    """Return what is said, without the keys that both sides have."""
    here, there = [one.key for one in front], [one.key for one in behind]
    sides = tuple(k for k in here if k not in there), tuple(k for k in there if k not in here)
    return _Relation(name, word, *(sides[::-1] if turned else sides), turned)


def _judge(pair: Statement) -> Objection | None:
    mine = _relations(pair.mine, {token.key for token in pair.theirs})
    if not mine:
        return None
    theirs: dict[str, list[_Relation]] = {}
    for one in _relations(pair.theirs, {one.name for one in mine}):
        theirs.setdefault(one.name, []).append(one)
    for one in mine:
        same = theirs.get(one.name, ())
        if same and all(map(one.reverses, same)):
            return Objection(f'the two sides are reversed: "{one.word}" here, "{same[0].word}" in the source')
    return None


def _relations(read: tuple[Token, ...], pasts: set[str]) -> list[_Relation]:
    """Return what a sentence says of two sides, by the words of the lists, and by pasts of one of those keys."""
    places = [
        at
        for at, token in enumerate(read)
        if token.said in _RELATING or (token.said[-2:] == "ed" and token.key in pasts)
    ]
    found = [one for at in places for one in _at(read, at) if one.one and one.other]
    return found[:MOST_RELATIONS]


def _is_bound(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a comparison is with a number or a day: "more than 60", "after 9 April"."""
    behind = [one for one in read[at + 1 : at + 3] if one.said != "than"]
    return bool(behind) and (behind[0].key[:1] == "=" or behind[0].said in MONTHS)


def _at(read: tuple[Token, ...], at: int) -> Iterator[_Relation]:
    """Yield what a word of a sentence says of the words on its sides."""
    token = read[at]
    if token.said in _BOUNDING and _is_bound(read, at):
        return
    if token.said in _MORE or token.said in _LESS:
        if any(one.said in DENIALS for one in read[max(0, at - 3) : at]):
            return  # "not greater than"
        if than := _next(read, at, "than"):
            sides = _left(read, at), _right(read, than)
            yield _relation("than", token.said, *sides, turned=token.said in _LESS)
        return
    if token.said in _TIMES and read[at + 1 : at + 2] and read[at + 1].said != "which":
        if any(one.said in DENIALS for one in read[:at]):
            return  # "none will leave before" says what comes after
        yield _relation("before", token.said, _left(read, at), _right(read, at), turned=token.said == "after")
        return
    if token.said in PLACES:
        behind = at + 1 if "of" in [one.said for one in read[at + 1 : at + 2]] else at
        sides = _named(_left(read, at)), _named(_right(read, behind))
        if behind > at or (token.said not in _BEFORE_OF and all(side and side[0].name for side in sides)):
            yield _relation(PLACES[token.said][0], token.said, *sides, turned=PLACES[token.said][1])
        return
    if token.said in _LOSING:
        start = max((k + 1 for k in range(at) if read[k].said in _CLAUSES), default=0)
        to = _next(read, at, "to")
        sides = _named(_side(read[start:at][::-1])), _named(_right(read, to)) if to else ()
        if all(side and side[0].name for side in sides):
            yield _relation("beat", token.said, *sides, turned=True)
        return
    if token.said == "from":
        if to := _next(read, at, "to"):
            yield _relation("from-to", "from", _right(read, at, to), _right(read, to), turned=False)
        return
    follow = read[at + 1].said if at + 1 < len(read) else ""
    court = token.key == "take" and "court" in [one.said for one in read[at + 1 : at + 2 + SIDE_WORDS]]
    past = token.key if is_past(token) and follow not in _PREPOSITIONS else None
    group = "sue" if court else _GROUP.get(token.said) or past
    if group is None or not token.telling or token.name:
        return
    by = next((k for k in range(at + 1, min(at + 4, len(read))) if _is_by(read, k)), 0)
    helped = any(one.said in _PASSIVE for one in read[max(0, at - 2) : at])
    if (by and (helped or by == at + 1)) or not (by or helped):
        sides = _named(_left(read, at)), _named(_right(read, by or at))
        named = all(side and side[0].name for side in sides)
        listed = court or token.said in _GROUP
        if not listed and not named and (by or any(one.name for side in sides for one in side)):
            return
        if not listed and not named:
            sides = sides[0][:1], sides[1][:1]
        yield _relation(group, token.said, *sides, turned=bool(by))


def _is_by(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word is the "by" before who does something: not "by 640 posts"."""
    return read[at].said == "by" and not (read[at + 1 : at + 2] and read[at + 1].key[:1] == "=")


def _next(read: tuple[Token, ...], at: int, word: str) -> int:
    """Return where a word stands next in the clause, 0 where it does not."""
    for k in range(at + 1, min(at + 1 + 4 * SIDE_WORDS, len(read))):
        if read[k].said in _ENDS:
            return 0
        if read[k].said == word:
            return k
    return 0


def _left(read: tuple[Token, ...], at: int) -> tuple[Token, ...]:
    start = at
    while start > 0 and read[start - 1].said not in _ENDS:
        start -= 1
    return _side(read[start:at][::-1])


def _right(read: tuple[Token, ...], at: int, until: int | None = None) -> tuple[Token, ...]:
    end = at + 1
    while end < (until or len(read)) and read[end].said not in _ENDS and read[end].said != ",":
        end += 1
    return _side(read[at + 1 : end])


def _side(part: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the telling words nearest to a verb, without verbs of the past: they are said of both sides."""
    return tuple([one for one in part if one.telling and one.key != "=1" and not is_past(one)][:SIDE_WORDS])


def _named(side: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the names of a side, all its words where it has none."""
    return tuple(one for one in side if one.name) or side


RULE = MeaningRule("swapped-roles", "M603", _judge, next_best=True)
