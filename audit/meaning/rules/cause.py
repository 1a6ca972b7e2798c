"""The claim says that something causes or changes what the source only links with it.

Why: the commonest exaggeration of research. "People who walk had lower weight" links as much as "walking is linked
with lower weight" does. A claim that holds anything back, and a source that speaks of causes itself, are in order.
Example: "Smoke causes the cough." beside "Smoke is linked to the cough."
"""

from __future__ import annotations

from audit.meaning.hedges import HEDGING, LINKED, Hedge, hedges, holds
from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from audit.meaning.words import against
from audit.thresholds import LINKED_SHARE, MOST_HAD
from wellsourced_core.lexicon import words

_EFFECTS, _STRONG = words("verbs of effect"), words("words of strong cause")
_ARTICLES = frozenset(("a", "an", "the", "have", "has"))  # before "lower" where it is no verb
_TENDING = frozenset(("tend", "tends", "tended"))
_HELD_BACK = HEDGING | LINKED
_HAVING = words("verbs of having")


def _judge(pair: Statement) -> Objection | None:
    effect = None if _EFFECTS.isdisjoint([token.said for token in pair.mine]) else _effect(pair.mine)
    if effect is None or holds(pair.mine, _HELD_BACK) or holds(pair.theirs, _STRONG):
        return None
    said = {token.key for token in pair.mine}
    for link in (*hedges(pair.theirs, LINKED), *_groups(pair.theirs)):
        shared = sum(word.key in said for word in link.governed)
        if link.governed[0].key == effect.key and link.word in _TENDING:
            continue  # "tended to increase" is no link
        if shared and shared >= LINKED_SHARE * len(link.governed):
            return Objection(against(effect.said, link.word))
    return None


def _effect(read: tuple[Token, ...]) -> Token | None:
    """Return the first word of effect that is a verb: not "the lower one", not "lower than"."""
    for at, token in enumerate(read):
        before, behind = (one[0].said if one else "" for one in (read[max(0, at - 1) : at], read[at + 1 : at + 2]))
        if token.said in _EFFECTS and before not in _ARTICLES and behind != "than":
            return token
    return None


def _groups(read: tuple[Token, ...]) -> list[Hedge]:
    """Return what is said of a group: what stands behind "had" in "patients who ... had fewer falls"."""
    who = next((at for at, token in enumerate(read) if token.said == "who"), len(read))
    having = [at for at in range(who + 2, len(read)) if read[at].said in _HAVING]
    behind = [telling(read[at + 1 :])[:MOST_HAD] for at in having]
    return [Hedge(f"who ... {read[at].said}", words) for at, words in zip(having, behind, strict=True) if words]


RULE = MeaningRule("cause", "M601", _judge)
