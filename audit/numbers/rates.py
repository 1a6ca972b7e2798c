"""What follows from a source's numbers for one of something: by the day, per head, per 100,000, for each of so many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from audit.agreement.kinds import DATED, factor, reading, same_kind
from audit.meaning.words import stem_of
from audit.numbers.asked import Asked, Worked, of_one
from audit.numbers.derivations import Result, days_between, slack, wanted
from audit.numbers.numbered_text import NumberedText
from audit.numbers.operands import Operands, operands
from audit.thresholds import (
    DAY_SECONDS,
    FAR_PAIR_SENTENCES,
    MOST_DERIVED_FROM,
    PAIR_SENTENCES,
    RATE_CHARACTERS,
    YEAR_DAYS,
    YEAR_MONTHS,
)
from wellsourced_core.lexicon import either, keys, rows, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import FACTORS, quantities
from wellsourced_core.quantities.number_words import PERSONS
from wellsourced_core.values import frozen, replace

_SPANS = keys("spans of a rate")
_WORD = r"[^\W\d_]{1,20}\s"
_PER = compiled(
    rf"\s(?:(?:{_WORD}){{0,5}}?(?:a|an|per|each|every)\s|(?:{_WORD}){{0,2}}?)({'|'.join(_SPANS)})\b", re.IGNORECASE
)
_FOR_EVERY = compiled(
    rf"[^.;:!?]{{0,{RATE_CHARACTERS}}}?\b(?:{either('before what a rate is for')})\s"
    rf"(?!(?:{either('determiners of a whole')})\s)",
    re.IGNORECASE,
)
_WHAT = compiled(r"\s?([^\W\d_]{1,30})(?:\s([^\W\d_]{1,30}))?")
_BEHIND = compiled(r"(?:\s[^\W\d_]{1,30}){1,3}")
_SCALES = {"hundred": 100.0, "thousand": 1000.0, "million": 1e6}
_ANY_PERSON = words("any person of a rate") | PERSONS
_EACH = compiled(r"\s(?:[^\W\d_]{1,20}\s){0,2}(?:each|apiece)\b", re.IGNORECASE)
_TOTAL = compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE)
_YEAR = compiled(rf"\b(?:{either('words of a whole year', gap=' ')})\b", re.IGNORECASE)
IN_LONGER = {
    (longer, shorter): float(many)
    for longer, row in rows("spans in a longer one")
    for many, shorter in zip(row[::2], row[1::2], strict=True)
}


# ------------------------------------------------------------------------------------------------- by the day


def over_longer(asked: Asked) -> Iterator[Worked]:
    """Yield what so much a week comes to in a year, and the reverse."""
    match, q = asked.match, asked.q
    named, source = _PER.match(match.claim.text, q.end), match.source
    for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM] if named else ()):
        there = _PER.match(source.text, one.end) if same_kind(q, one) and one.high is None else None
        if named is None or there is None:
            continue
        mine, theirs = _SPANS[named[1].lower()], _SPANS[there[1].lower()]
        value = one.value * factor(one)
        if many := IN_LONGER.get((mine, theirs)):
            yield Result("product", value * many, f"{many:.0f} * {one.text}"), of_one(one, i)
        elif many := IN_LONGER.get((theirs, mine)):
            yield Result("quotient", value / many, f"{one.text} / {many:.0f}"), of_one(one, i)


def by_the_span(asked: Asked) -> Iterator[Worked]:
    """Yield how much comes to a span of time: "nine miles a day" of 612 miles in 68 days, or in a year."""
    match, q = asked.match, asked.q
    named = _PER.match(match.claim.text, q.end)
    if named is None:
        return
    base, one_span = FACTORS[_SPANS[named[1].lower()]]
    for of in operands(match.source):
        for amount, span in ((of.first, of.second), (of.second, of.first)):
            lasts = span.kind == "duration" and reading(span)[1] == base
            if lasts and of.apart < PAIR_SENTENCES and same_kind(q, amount):
                yield from _shared_out(amount, span.value * factor(span) / one_span, span.text, of)
    yield from _over_dates(asked, base, one_span)


def _over_dates(asked: Asked, base: str, one_span: float) -> Iterator[Worked]:
    """Yield how much comes to a span of what a sentence says of a stretch of days, or of a year."""
    q, source = asked.q, asked.match.source
    for i, amount in enumerate(source.mentions[:MOST_DERIVED_FROM]):
        if not same_kind(q, amount) or amount.high is not None:
            continue
        at = source.mention_sentence[i]
        start, end = source.sentences[at]
        dates = [one for one in (source.mentions[k] for k in source.numbers_in(at)) if one.kind in DATED]
        of = of_one(amount, i)
        if len(dates) == 2 and base == "s" and (days := days_between(*dates)):
            for many in (days, days + 1):
                yield from _shared_out(amount, many * DAY_SECONDS / one_span, f"{many} days", of)
        elif any(one.kind == "year" for one in dates) or _YEAR.search(source.text, start, end):
            if base == "s":
                for many in YEAR_DAYS:
                    yield from _shared_out(amount, many * DAY_SECONDS / one_span, f"{many} days", of)
            elif one_span < YEAR_MONTHS:
                yield from _shared_out(amount, YEAR_MONTHS / one_span, "a year", of)


def _shared_out(amount: Quantity, spans: float, shown: str, of: Operands) -> Iterator[Worked]:
    if spans > 1:
        yield Result("quotient", amount.value * factor(amount) / spans, f"{amount.text} / {shown}"), of


# ------------------------------------------------------------------------------------------------- for so many


@frozen
class _Rate:
    """What a number of a claim is told for: so many (``many``), of a unit (``measure``) or called so (``noun``).

    ``base``: where the claim says so many, -1 where it says it in a word or not at all.
    """

    many: float
    noun: str
    measure: Quantity | None
    base: int = -1


def is_rate(claim: NumberedText, i: int) -> bool:
    """Tell whether a number of a claim is told for so many, or so long: "five for every thousand", "nine a day"."""
    return _rate(claim, i) is not None or _PER.match(claim.text, claim.mentions[i].end) is not None


def _rate(claim: NumberedText, i: int) -> _Rate | None:
    behind = _FOR_EVERY.match(claim.text, claim.mentions[i].end)
    if behind is None:
        return None
    at, many, base = behind.end(), 1.0, -1
    if i + 1 < len(claim.mentions) and claim.mentions[i + 1].start == at:
        own = claim.mentions[i + 1]
        if own.kind != "count":
            return _Rate(own.value * factor(own), "", own, i + 1)
        many, base, at = own.value, i + 1, own.end
    elif any(one.start < at for one in claim.mentions[i + 1 : i + 2]):
        return None  # another number lies between
    what = _WHAT.match(claim.text, at)
    if what is not None and base < 0 and what[1].lower() in _SCALES:
        many, at = _SCALES[what[1].lower()], what.end(1)
        what = _WHAT.match(claim.text, at)
    if what is None:
        return None
    measure = _measure(f"{what[1]} {what[2] or ''}".strip())
    return _Rate(many * (factor(measure) if measure else 1.0), what[1].lower(), measure, base)


@lru_cache(maxsize=64)
def _measure(unit: str) -> Quantity | None:
    """Return one of a unit: of "square kilometre" an area; None of a word that is no unit."""
    found = quantities(f"1 {unit}")
    return found[0] if found and found[0].kind not in ("count", "name", "money", "duration") else None


def for_so_many(asked: Asked) -> Iterator[Worked]:
    """Yield how many, or how much, comes to so many: cases to 100,000 inhabitants, people to a square kilometre."""
    match = asked.match
    rate = _rate(match.claim, match.index)
    if rate is not None:
        yield from _per(asked.q, rate, match.source)


def bases(asked: Asked) -> Iterator[Worked]:
    """Yield the number that another one of the claim is rightly told for: the "100,000" of "15 for every 100,000"."""
    match, i = asked.match, asked.match.index
    rate = _rate(match.claim, i - 1) if i else None
    if rate is None or rate.base != i:
        return
    told = match.claim.mentions[i - 1]
    target, (below, above) = wanted(told), slack(told)
    for result, of in _per(told, rate, match.source):
        if target - below <= result.value <= target + above:
            yield replace(result, value=wanted(asked.q)), of


def _per(q: Quantity, rate: _Rate, source: NumberedText) -> Iterator[Worked]:
    read = list(enumerate(source.mentions[:MOST_DERIVED_FROM]))
    at = source.mention_sentence
    for j, whole in read:
        if not _is_told_for(rate, whole, source):
            continue
        size = whole.value * factor(whole) / rate.many
        for i, amount in read:
            if i != j and same_kind(q, amount) and amount.high is None and abs(at[i] - at[j]) < FAR_PAIR_SENTENCES:
                times = f" * {rate.many:,.0f}" if rate.many != 1 and rate.measure is None else ""
                shown = f"{amount.text} / {whole.text}{times}"
                value = amount.value * factor(amount) / size
                yield Result("quotient", value, shown), Operands(amount, whole, apart=abs(at[i] - at[j]), at=(i, j))


def _is_told_for(rate: _Rate, whole: Quantity, source: NumberedText) -> bool:
    """Tell whether a number of a source says how many there are of what a claim tells a number for."""
    if whole.high is not None or whole.value <= 0:
        return False
    if rate.measure is not None:
        return same_kind(rate.measure, whole)
    behind = _BEHIND.match(source.text, whole.end) if whole.kind == "count" else None
    counted = behind[0].lower().split() if behind else []
    if rate.noun in _ANY_PERSON:
        return not _ANY_PERSON.isdisjoint(counted)
    return stem_of(rate.noun) != "" and stem_of(rate.noun) in map(stem_of, counted)


def each(asked: Asked) -> Iterator[Worked]:
    """Yield so many times what each had, where the claim says how many they were: "the two winners ... in all"."""
    match, q, said = asked.match, asked.q, asked.words
    if _TOTAL.search(said) is None:
        return
    source, own = match.source, match.claim.mentions
    many = [one for one in own if one.kind == "count" and one.start != q.start and one.value > 1]
    for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]):
        alike = same_kind(q, one) or (one.kind == "count" and not one.unit)  # "240,000 francs, 45,000 each"
        if one.high is None and alike and _EACH.match(source.text, one.end):
            for count in many:
                value = count.value * one.value * factor(one)
                yield Result("product", value, f"{count.text} * {one.text}"), of_one(one, i)
