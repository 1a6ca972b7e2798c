"""Settle a number by a run of years and values, or object where the run has another value for the claim's year.

Why: a run, "2021 11,400; 2022 12,700" or "19 in 2019, 22 in 2020", is a small table whose values share their words.
Example: "In 2022 it sold 11,400 lamps." beside "Lamps sold: 2021 11,400; 2022 12,700."
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from audit.agreement.kinds import DATED
from audit.agreement.strength import agrees
from audit.numbers.match import SETTLED, Match, Rule, Settled, Verdict
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import MOST_RUN_NUMBERS
from wellsourced_core.patterns import compiled

_YEAR_FIRST = compiled(r"[\s:=|\t–-]{1,3}")
_VALUE_FIRST = compiled(r"\s(?:in\s|\()")
_YEAR_LATER = compiled(r"[^0-9.;,:]{0,24}\s(?:in|for|of)\s(?:fiscal\s)?", re.IGNORECASE)


def _judge(match: Match) -> Verdict | Settled | None:
    q, source, best = match.number, match.source, match.candidate
    if q.kind in DATED:
        return SETTLED if _is_year_of_its_value(match) else None
    year = _year_of_claim(match.claim, match.index)
    found = None if year is None else _in_run(source, best, match.claim.mentions[year].value)
    if found is None:
        return None
    if agrees(q, source.mentions[found]):
        return SETTLED
    return match.says("other-fact", f"the source has {source.shown(found)} for that year", found)


def _is_year_of_its_value(match: Match) -> bool:
    """Tell whether the run has, for the claim's year, the value that the claim has for it."""
    value = _value_of(match.claim, match.index)
    if value is None or match.number.kind != "year":
        return False
    found = _in_run(match.source, match.candidate, match.number.value)
    return found is not None and agrees(match.claim.mentions[value], match.source.mentions[found])


def _in_run(source: NumberedText, at: int, year: float) -> int | None:
    """Return the value of a year in the run that a number is part of."""
    found = [value for value, when in _run(source, at).items() if source.mentions[when].value == year]
    return found[0] if len(found) == 1 else None


def _run(source: NumberedText, at: int) -> dict[int, int]:
    """Return the values of the run that a number is part of, each with its year; {} where it is in none."""
    sentence = source.mention_sentence[at]
    low = max(bisect_left(source.mention_sentence, sentence), at - MOST_RUN_NUMBERS)
    high = min(bisect_right(source.mention_sentence, sentence), at + MOST_RUN_NUMBERS)
    pairs = {i: year for i in range(low, high) if (year := _year_of(source, i)) is not None}
    return pairs if len(pairs) > 1 and (at in pairs or at in pairs.values()) else {}


def _year_of(text: NumberedText, i: int) -> int | None:
    """Return the year of a value: the one right before it, or the one behind "in" or a bracket; None where none is.

    A year with a colon behind it heads what follows and is not the value's.
    """
    numbers, q = text.mentions, text.mentions[i]
    if q.kind in DATED or q.high is not None:
        return None
    if i and numbers[i - 1].kind == "year" and _YEAR_FIRST.fullmatch(text.text, numbers[i - 1].end, q.start):
        return i - 1
    behind = i + 1 < len(numbers) and numbers[i + 1].kind == "year"
    if behind and _VALUE_FIRST.fullmatch(text.text, q.end, numbers[i + 1].start):
        return None if text.text.startswith(":", numbers[i + 1].end) else i + 1
    return None


def _year_of_claim(claim: NumberedText, i: int) -> int | None:
    """Return the year that a claim says of a value: right behind it, or the only one of its sentence."""
    numbers, at = claim.mentions, claim.mention_sentence
    following = i + 1 < len(numbers) and numbers[i + 1].kind == "year" and at[i + 1] == at[i]
    if following and _YEAR_LATER.fullmatch(claim.text, numbers[i].end, numbers[i + 1].start):
        return i + 1
    return _only_year(claim).get(at[i])


def _only_year(claim: NumberedText) -> dict[int, int]:
    """Return the year of each sentence that has one number besides, and that no date."""
    found: dict[int, int] | None = claim.made.get(_only_year)
    if found is None:
        numbers = claim.mentions
        both = (claim.numbers_in(at) for at in claim.numbered)
        pairs = (sorted(own, key=lambda i: numbers[i].kind in DATED) for own in both if len(own) == 2)
        found = claim.made[_only_year] = {
            claim.mention_sentence[year]: year
            for value, year in pairs
            if numbers[value].kind not in DATED and numbers[year].kind == "year" and not numbers[year].bound
        }
    return found


def _value_of(claim: NumberedText, year: int) -> int | None:
    """Return the first value of which a claim says a year."""
    values: dict[int, int] | None = claim.made.get(_value_of)
    if values is None:
        values = claim.made[_value_of] = {}
        for i, q in enumerate(claim.mentions):
            if q.kind not in DATED and (own := _year_of_claim(claim, i)) is not None:
                values.setdefault(own, i)
    return values.get(year)


RULE = Rule("yearly-series", "place", _judge)
