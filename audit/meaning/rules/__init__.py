"""The rules by which a sentence contradicts its source's nearest one, in order: the first that objects wins."""

from __future__ import annotations

from audit.meaning.rules import (
    amount_part,
    bound,
    cause,
    contrasted_restriction,
    denied,
    denied_predicate,
    denied_word,
    dropped_hedge,
    dropped_speaker,
    exchanged_predicates,
    exchanged_word,
    excluded_word,
    kind,
    negated,
    opposite_word,
    paired_lists,
    plan_as_fact,
    quantifier,
    quoted_title,
    restriction,
    superlative,
    swapped_roles,
    told_of_another_name,
    widened,
)
from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.statement import MeaningRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.meaning.sentence_pair import Contradiction
    from wellsourced_core.model import Certainty

RULES: tuple[Rule, ...] = (
    negated.RULE,
    denied.RULE,
    opposite_word.RULE,
)
ON_STATEMENTS: tuple[MeaningRule, ...] = (
    cause.RULE,
    dropped_hedge.RULE,
    plan_as_fact.RULE,
    dropped_speaker.RULE,
    denied_word.RULE,
    excluded_word.RULE,
    quantifier.RULE,
    superlative.RULE,
    widened.RULE,
    bound.RULE,
    contrasted_restriction.RULE,
    denied_predicate.RULE,
    kind.RULE,
    restriction.RULE,
    amount_part.RULE,
    quoted_title.RULE,
    paired_lists.RULE,
    swapped_roles.RULE,
    exchanged_predicates.RULE,
    told_of_another_name.RULE,
    exchanged_word.RULE,
)
TELLING = frozenset[str]().union(*(rule.telling for rule in RULES))


def contradiction(pair: SentencePair, left_out: frozenset[str]) -> tuple[Contradiction, str, Certainty] | None:
    """Return how two sentences contradict, why, and how certain that is, without the rules named in ``left_out``."""
    for rule in RULES:
        if rule.name not in left_out and (why := rule.judge(pair)) is not None:
            sure = rule.certainty if isinstance(rule.certainty, str) else rule.certainty(pair)
            return (rule.kind, why, sure) if why else None
    return None
