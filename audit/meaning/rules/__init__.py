"""The rules by which a sentence contradicts its source's nearest one, in order: the first that objects wins."""

from __future__ import annotations

from audit.meaning.rules import (
    cause,
    compared_years,
    denied,
    denied_clause,
    negated,
    opposite_word,
    quantifier,
    swapped_roles,
    taking_sides,
)
from audit.meaning.sentence_pair import Rule, SentencePair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.meaning.sentence_pair import Contradiction
    from wellsourced_core.model import Certainty

RULES: tuple[Rule, ...] = (
    negated.RULE,
    denied.RULE,
    denied_clause.RULE,
    taking_sides.RULE,
    quantifier.RULE,
    compared_years.RULE,
    cause.RULE,
    swapped_roles.RULE,
    opposite_word.RULE,
)
TELLING = frozenset[str]().union(*(rule.telling for rule in RULES))


def contradiction(pair: SentencePair, left_out: frozenset[str]) -> tuple[Contradiction, str, Certainty] | None:
    """Return how two sentences contradict, why, and how certain that is, without the rules named in ``left_out``."""
    for rule in RULES:
        if rule.name not in left_out and (why := rule.judge(pair)) is not None:
            sure = rule.certainty if isinstance(rule.certainty, str) else rule.certainty(pair)
            return (rule.kind, why, sure) if why else None
    return None
