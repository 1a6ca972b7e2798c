"""Find the number of a source that stands rather where the claim's words are than the one that carries it."""

from __future__ import annotations

from audit.agreement.matching import strength
from audit.numbers.fitting import Sought, greatest
from audit.numbers.reading import Numbers
from audit.thresholds import CARRIED_FROM, Thresholds
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled

_OF_WHICH = compiled(rf"\s(?:of|von|sur)\s(?:(?:{either('determiners behind of')}|[^\W\d_]{{2,30}}['’]s)\s)?\Z")


def without_the_other(claim: Numbers, index: int, source: Numbers, rivals: list[int]) -> list[int]:
    """Leave out what carries the part or the whole beside a number: "1,140 of the 2,600 kilometres" share a place."""
    beside = [
        j
        for a, j in ((index, index + 1), (index - 1, index - 1))
        if a >= 0 and a + 1 < len(claim.mentions)
        and _OF_WHICH.fullmatch(claim.text, claim.mentions[a].end, claim.mentions[a + 1].start)
    ]  # fmt: skip
    if not beside:
        return rivals
    return [i for i in rivals if all(strength(claim.mentions[j], source.mentions[i]) < CARRIED_FROM for j in beside)]


def better(best: int, rivals: list[int], sought: Sought, limits: Thresholds, bounded: bool) -> int | None:
    """Return the number of the same kind that does not carry the claim but fits it clearly better.

    Most cannot, by the words that their sentence, or the whole source, has at all: their places are not measured.
    """
    if sought.h(best) == 1.0:
        # Of two in one sentence the word that follows both numbers tells more than how far the others stand.
        at = sought.source.mention_sentence
        rivals = [i for i in rivals if at[i] != at[best] or sought.h(i) == 1.0]
    if bounded:
        # Any number satisfies "fewer than 3,830"; only the one in the right place may.
        by_both = sought.best_fit(rivals) if rivals else best
        return by_both if rivals and sought.fit(best) - sought.fit(by_both) < limits.bounded else None
    own = sought.a(best)
    near = [i for i in rivals if own - sought.most_a(i) < max(limits.affinity, limits.crowded_affinity)]
    if near:
        a = sought.a(by_a := greatest(near, sought.a))
        if own - a < (limits.crowded_affinity if a >= limits.crowded else limits.affinity):
            return by_a
    if rivals and sought.b(best) - sought.most_b < max(limits.beside, limits.binding):
        at = sought.source.mention_sentence
        beside = [i for i in rivals if at[i] == at[best]]
        if beside and sought.b(best) - sought.b(by_side := greatest(beside, sought.b)) < limits.beside:
            return by_side
        by_b = greatest(rivals, sought.b)
        if sought.b(best) - sought.b(by_b) < limits.binding:
            return by_b
    near = [i for i in rivals if sought.fit(best) - sought.most_fit(i) < limits.fit]
    if near and sought.fit(best) - sought.fit(by_both := sought.best_fit(near)) < limits.fit:
        return by_both
    return None
