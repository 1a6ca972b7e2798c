"""The rules by which a claim's numbers are judged, in order: of those on one number, the first that objects wins.

Where no rule has anything to say the number is carried. To change one judgement, change its rule's file; to see what
the rule gains and costs, leave it out: ``python -m benchmarks.accuracy --data DIR --ablate``.
"""

from __future__ import annotations

from itertools import chain

from audit.numbers.match import SETTLED, ClaimMatch, ClaimRule, LabelRule, Match, Objection, Rule
from audit.numbers.rules import (
    absent,
    by_or_to,
    competing,
    contradicted,
    counted_by_reader,
    counted_noun,
    derived,
    event_name,
    label,
    label_owner,
    listed_twice,
    now_and_then,
    operand_of_another,
    opposite_bound,
    opposite_words,
    other_language,
    out_of_context,
    part_of_year,
    partial,
    period,
    range_ends,
    rate_span,
    relative_date,
    source_date,
    superlative_rank,
    swapped,
    table_cell,
    told_of_another,
    unit_slip,
    unknown_names,
    yearly_series,
)
from wellsourced_core.model import StatisticVerdict
from wellsourced_core.values import replace

RULES: tuple[Rule | ClaimRule | LabelRule, ...] = (
    # whether or not a number of the source agrees
    relative_date.RULE,
    # no number of the source agrees
    range_ends.RULE,
    event_name.RULE,
    source_date.RULE,
    part_of_year.RULE,
    opposite_bound.RULE,
    unit_slip.RULE,
    derived.RULE,
    counted_by_reader.RULE,
    absent.RULE,
    # one agrees: its value, then its place
    partial.RULE,
    rate_span.RULE,
    table_cell.RULE,
    other_language.RULE,
    counted_noun.RULE,
    told_of_another.RULE,
    out_of_context.RULE,
    yearly_series.RULE,
    label_owner.RULE,
    competing.RULE,
    # it is in its place: what is said of it
    by_or_to.RULE,
    opposite_words.RULE,
    # all numbers of the claim together
    operand_of_another.RULE,
    swapped.RULE,
    listed_twice.RULE,
    now_and_then.RULE,
    unknown_names.RULE,
    contradicted.RULE,
    # labels, which are no statistics
    label.RULE,
    period.RULE,
    superlative_rank.RULE,
)
_FIRM = ("carried", "other-fact")  # what the source has, be it in its place or not
_ON_NUMBERS = tuple(rule for rule in RULES if isinstance(rule, Rule))
_UNMATCHED = tuple(rule for rule in _ON_NUMBERS if rule.about in ("always", "no candidate"))
_MATCHED = tuple(rule for rule in _ON_NUMBERS if rule.about != "no candidate")
_ON_CLAIMS = tuple(rule for rule in RULES if isinstance(rule, ClaimRule))
_ON_LABELS = tuple(rule for rule in RULES if isinstance(rule, LabelRule))


def judge_number(match: Match, left_out: frozenset[str]) -> StatisticVerdict:
    """Return the verdict on one number; the rules named in ``left_out`` are not asked."""
    settled = False
    for rule in _MATCHED if match.candidate >= 0 else _UNMATCHED:
        if rule.name in left_out or (settled and rule.about == "place"):
            continue
        found = rule.judge(match)
        if isinstance(found, StatisticVerdict):
            sure = rule.certainty if isinstance(rule.certainty, str) else rule.certainty(match)
            return replace(found, certainty=sure)
        settled = settled or found is SETTLED
    if match.candidate < 0:
        return match.says("carried", "nothing speaks against it")
    return match.says("carried", f"the source has {match.source.shown(match.candidate)}", match.candidate)


def judge_claim(whole: ClaimMatch) -> tuple[StatisticVerdict, ...]:
    """Return the verdicts on a claim's numbers once the claim is read as a whole."""
    for rule in _ON_CLAIMS:
        if rule.name not in whole.left_out and any(v.verdict in _FIRM for v in whole.verdicts):
            objections = rule.judge(whole)
            if objections:
                verdicts = (_withdrawn(v, objections.get(i)) for i, v in enumerate(whole.verdicts))
                whole = replace(whole, verdicts=tuple(verdicts))
    return whole.verdicts


def _withdrawn(one: StatisticVerdict, found: Objection | None) -> StatisticVerdict:
    return replace(one, verdict=found.verdict, why=found.why, certainty=found.certainty) if found else one


def judge_labels(whole: ClaimMatch) -> tuple[StatisticVerdict, ...]:
    """Return the verdicts on the labels of a claim that the source has otherwise."""
    rules = (rule for rule in _ON_LABELS if rule.name not in whole.left_out)
    return tuple(
        StatisticVerdict(c.label, "absent", 0.0, f'the source has "{c.found}"', whole.source.span(c.start, c.end))
        for c in chain.from_iterable(rule.find(whole.claim, whole.source) for rule in rules)
    )
