"""In a near copy, a name, a small count or another word stands in the place of one that the source has there.

Why: where all else is equal, that word is what was changed. Words of one meaning and kinds of one another are in
order as far as other rules say; where the context points down ("no", "few") another word may be a smaller kind.
Example: "The judges were Lewis and Rahman." beside "The judges were Lewis and Hariharan."
"""

from __future__ import annotations

from audit.meaning.alignment import Edit
from audit.meaning.near_copy import NearCopy, telling
from audit.meaning.negations import akin
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, as_said
from audit.meaning.word_kinds import is_kind
from audit.meaning.words import against
from audit.thresholds import MOST_EXCHANGED, SMALL_COUNT
from wellsourced_core.lexicon import keys, words

_AMOUNTS = frozenset((*keys("scale of amounts"), *keys("scale of times")))
_DETERMINERS = words("determiners that tell no two sentences apart")


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not pair.alone or not copy.single:
        return None
    for edit in copy.side_by_side.edits:
        if copy.frames(edit):
            continue
        mine, theirs = telling(copy.own(edit)), telling(copy.others(edit))
        if not 0 < len(mine) <= MOST_EXCHANGED or not 0 < len(theirs) <= MOST_EXCHANGED or _related(copy, edit):
            continue
        if all(any(word.said in _AMOUNTS for word in side) for side in (mine, theirs)):
            continue  # another rule's
        if _is_unit(copy.mine, edit.mine[0]) or _is_unit(copy.theirs, edit.theirs[0]):
            continue  # the rules on numbers read units
        new = tuple(w for w in mine if not pair.has(w) and not any(akin(w.key, other.key) for other in theirs))
        if any(word.key[0] in "=#" for word in (*mine, *theirs)):
            if _is_small(mine) and _is_small(theirs):
                return Objection(against(mine[0].said, theirs[0].said))
            continue  # the rules on numbers read the others
        named = any(word.name for word in mine) and any(word.name for word in theirs)
        if mine[-1] not in new:
            continue  # what it is of, is said: "content creators" of "creators"
        if named or (copy.here.points[edit.mine[0]] >= 0 and _word_for_word(copy, edit)):
            return Objection(against(as_said(mine), as_said(theirs)))
    return None


def _is_unit(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word stands right behind a number."""
    return at > 0 and read[at - 1].key[:1] == "="


def _is_small(words: tuple[Token, ...]) -> bool:
    """Tell whether words are one small count, of which the rules on numbers are never sure."""
    digits = words[0].key[1:]
    return len(words) == 1 and words[0].key[0] == "=" and digits.isdecimal() and int(digits) <= SMALL_COUNT


def _word_for_word(copy: NearCopy, edit: Edit) -> bool:
    """Tell whether two sentences are equal before and behind an edit, small words and forms included."""
    mine, theirs = [token.said for token in copy.mine], [token.said for token in copy.theirs]
    before = mine[: edit.mine[0]], theirs[: edit.theirs[0]]
    behind = mine[edit.mine[-1] + 1 :], theirs[edit.theirs[-1] + 1 :]
    return all(_bare(one) == _bare(other) for one, other in (before, behind))


def _bare(said: list[str]) -> list[str]:
    """Return words without determiners and marks."""
    return [word for word in said if word not in _DETERMINERS and word[0].isalnum()]


def _related(copy: NearCopy, edit: Edit) -> bool:
    pairs = [(one.key, other.key) for one in copy.own(edit) for other in copy.others(edit)]
    return any(is_kind(one, other) or is_kind(other, one) for one, other in pairs)


RULE = MeaningRule("exchanged-word", "M604", _judge)
