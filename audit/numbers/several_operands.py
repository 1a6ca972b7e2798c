"""What follows from one number of a source, from many, or from one and a claim's own: places, lists, totals, rates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby, takewhile

from audit.agreement.kinds import DATED, factor, reading, same_kind
from audit.numbers.derivations import Result, slack, wanted
from audit.numbers.match import Match
from audit.numbers.numbered_text import NumberedText
from audit.numbers.operands import Operands, operands
from audit.thresholds import (
    MOST_COLUMNS,
    MOST_DERIVED_FROM,
    MOST_LISTED_TIMES,
    MOST_SUMMED,
    PAIR_SENTENCES,
    PERCENT,
    PLACE_OF_BEST,
)
from wellsourced_core.lexicon import either, keys, rows
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import FACTORS
from wellsourced_core.values import frozen

_TOTAL = compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE)
_CAME_BEFORE = compiled(rf"\b(?:{either('words for what came before')})\b", re.IGNORECASE)
_COMES_AFTER = compiled(rf"\b(?:{either('words for what comes after')})\b", re.IGNORECASE)
_BEFORE_IT = compiled(
    rf"\s(?:[^\W\d_]{{1,20}}\s){{0,3}}(?:{either('behind a count of what came before')})\b", re.IGNORECASE
)
_TURNS = compiled(rf"\b(?:{either('before an age to come')})\s\Z", re.IGNORECASE)
_OF = compiled(r"\s(?:[^\W\d_]{1,20}\s)?of\s(?:[^\W\d_]{1,20}\s)?\Z", re.IGNORECASE)
_EACH = compiled(r"\s(?:[^\W\d_]{1,20}\s){0,2}(?:each|apiece)\b", re.IGNORECASE)
_SPANS = keys("spans of a rate")
_PER = compiled(rf"\s(?:[^\W\d_]{{1,20}}\s){{0,2}}?(?:(?:a|an|per|each|every)\s)?({'|'.join(_SPANS)})\b", re.IGNORECASE)

_LEFT = compiled(rf"\b(?:{either('words of a rest', 'negation')})\b|n't\b", re.IGNORECASE)
_ANNIVERSARIES = keys("names of anniversaries")
_ANNIVERSARY = compiled(rf"\b({'|'.join(_ANNIVERSARIES)})\b", re.IGNORECASE)
_COUNTED = compiled(r"\s(?:anniversary|birthday)\b", re.IGNORECASE)
_IN_LONGER = {
    (longer, shorter): float(many)
    for longer, row in rows("spans in a longer one")
    for many, shorter in zip(row[::2], row[1::2], strict=True)
}

Worked = tuple[Result, Operands]


@frozen
class Asked:
    """A number of a claim as it is looked for, and the words of its sentence besides."""

    match: Match
    q: Quantity
    words: str


def several(match: Match, q: Quantity, words: str) -> Worked | None:
    """Return how a claim's number follows otherwise than from two; None where it does not, or nothing asks for it."""
    target, (below, above) = wanted(q), slack(q)
    for ways in (_in_order, _rest, _listed, _aged, _anniversaries, _rates, _over_longer, _each, _totals):
        every = list(ways(Asked(match, q, words)))
        places = [sum(map(match.context.affinity, of.at)) / len(of.at) for _, of in every]
        least = PLACE_OF_BEST * max(places, default=0.0)
        if ways is _totals and every:
            least = max(least, PLACE_OF_BEST * max(map(match.context.affinity, match.competing), default=0.0))
        for place, n in sorted([(-place, n) for n, place in enumerate(places)]):
            if -place >= least and target - below <= every[n][0].value <= target + above:
                return every[n]
    return None


def _of_one(source_number: Quantity, i: int) -> Operands:
    return Operands(source_number, source_number, at=(i,))


def _placed(source: NumberedText) -> list[int]:
    """Return the numbers of a source that have a place in an order, count what came before, or are ages to come."""
    found: list[int] | None = source.made.get(_placed)
    if found is None:
        found = source.made[_placed] = [
            i
            for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM])
            if one.kind == "ordinal"
            or _BEFORE_IT.match(source.text, one.end)
            or _TURNS.search(source.text, max(0, one.start - 12), one.start)
        ]
    return found


def _in_order(asked: Asked) -> Iterator[Worked]:
    """Yield how many came before or after one that has a place in an order, the place of the next, and ages to come."""
    match, q, words = asked.match, asked.q, asked.words
    source, counts = match.source, q.kind == "count" or q.text.lower().endswith(" times")
    before, after = _CAME_BEFORE.search(words), _COMES_AFTER.search(words)
    for i in _placed(source):
        one = source.mentions[i]
        if one.kind == "ordinal" and counts and one.value > 1:
            if before:
                yield Result("order", one.value - 1, f"{one.text} - 1"), _of_one(one, i)
            whole = source.mentions[i + 1] if i + 1 < len(source.mentions) else None
            if after and whole and whole.kind == "count" and _OF.match(source.text, one.end, whole.start):
                yield Result("order", whole.value - one.value, f"{whole.text} - {one.text}"), _of_one(one, i)
        elif q.kind == "ordinal" and one.kind in ("count", "multiple") and _BEFORE_IT.match(source.text, one.end):
            yield Result("order", one.value + 1, f"{one.text} + 1"), _of_one(one, i)
        elif (
            q.kind == "age"
            and one.kind in ("count", "age")
            and _TURNS.search(source.text, max(0, one.start - 12), one.start)
        ):
            yield Result("order", one.value - 1, f"{one.text} - 1"), _of_one(one, i)


def _listed(asked: Asked) -> Iterator[Worked]:
    """Yield how many dates a sentence lists, and which of them is the one that the claim speaks of."""
    match, q = asked.match, asked.q
    times = q.text.lower().endswith(" times")
    if not (times or q.kind == "ordinal"):
        return
    source, said = match.source, {one.value for one in match.claim.mentions if one.kind in DATED}
    years = [(i, one) for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]) if one.kind == "year"]
    for _, listed in groupby(years, key=lambda one: source.mention_sentence[one[0]]):
        found = list(listed)[:MOST_LISTED_TIMES]
        of = Operands(found[0][1], found[-1][1], at=tuple([i for i, _ in found]))
        shown = ", ".join([one.text for _, one in found])
        if times and len(found) > 1:
            yield Result("order", float(len(found)), shown), of
        for place, (_, one) in enumerate(found, 1):
            if not times and one.value in said:
                yield Result("order", float(place), shown), of


def _aged(asked: Asked) -> Iterator[Worked]:
    """Yield how old somebody was in another year that the claim names, whose age in one year the source says."""
    match, q = asked.match, asked.q
    if q.kind != "age":
        return
    others = [one for one in match.claim.mentions if one.kind == "year" and one.high is None]
    for of in operands(match.source) if others else ():
        if of.apart or of.first.kind != "year" or of.second.kind != "age":
            continue
        for other in others:
            if other.value != of.first.value:
                shown = f"{of.second.text} + {other.text} - {of.first.text}"
                yield Result("time", of.second.value + other.value - of.first.value, shown), of


def _rest(asked: Asked) -> Iterator[Worked]:
    """Yield what is left of a whole beside a share of it, where the claim speaks of the rest or denies."""
    match, q, words = asked.match, asked.q, asked.words
    if q.kind not in ("percent", "ratio") or not _LEFT.search(words):
        return
    for i, one in enumerate(match.source.mentions[:MOST_DERIVED_FROM]):
        share = one.value / PERCENT if one.kind == "percent" else one.value if one.kind == "ratio" else 1.0
        if 0 < share < 1 and one.high is None:
            yield Result("difference", 1 - share, f"{PERCENT:.0f} % - {one.text}"), _of_one(one, i)
    for of in operands(match.source):
        if of.linked and 0 < of.second.value < of.first.value:
            rest = 1 - of.second.value / of.first.value
            yield Result("difference", rest, f"({of.first.text} - {of.second.text}) / {of.first.text}"), of


def _anniversaries(asked: Asked) -> Iterator[Worked]:
    """Yield the year of an anniversary: of a centenary, or of one that the claim counts."""
    match, q, words = asked.match, asked.q, asked.words
    if q.kind != "year":
        return
    spans = [float(_ANNIVERSARIES[word.lower()]) for word in _ANNIVERSARY.findall(words)]
    text = match.claim.text
    spans += [one.value for one in match.claim.mentions if one.kind == "ordinal" and _COUNTED.match(text, one.end)]
    for i, one in enumerate(match.source.mentions[:MOST_DERIVED_FROM] if spans else ()):
        if one.kind in ("year", "date") and one.value > 0 and one.high is None:
            for span in spans:
                yield Result("time", one.value + span, f"{one.value:.0f} + {span:.0f}"), _of_one(one, i)


def _over_longer(asked: Asked) -> Iterator[Worked]:
    """Yield what so much a week comes to in a year, and the reverse."""
    match, q = asked.match, asked.q
    named, source = _PER.match(match.claim.text, q.end), match.source
    for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM] if named else ()):
        there = _PER.match(source.text, one.end) if same_kind(q, one) and one.high is None else None
        if named is None or there is None:
            continue
        mine, theirs = _SPANS[named[1].lower()], _SPANS[there[1].lower()]
        value = one.value * factor(one)
        if many := _IN_LONGER.get((mine, theirs)):
            yield Result("product", value * many, f"{many:.0f} * {one.text}"), _of_one(one, i)
        elif many := _IN_LONGER.get((theirs, mine)):
            yield Result("quotient", value / many, f"{one.text} / {many:.0f}"), _of_one(one, i)


def _rates(asked: Asked) -> Iterator[Worked]:
    """Yield how much comes to a span of time: "nine miles a day" of 612 miles in 68 days."""
    match, q = asked.match, asked.q
    named = _PER.match(match.claim.text, q.end)
    if named is None:
        return
    base, one_span = FACTORS[_SPANS[named[1].lower()]]
    for of in operands(match.source):
        for amount, span in ((of.first, of.second), (of.second, of.first)):
            if (
                of.apart < PAIR_SENTENCES
                and span.kind == "duration"
                and same_kind(q, amount)
                and reading(span)[1] == base
            ):
                spans = span.value * factor(span) / one_span
                if spans > 1:
                    value = amount.value * factor(amount) / spans
                    yield Result("quotient", value, f"{amount.text} / {span.text}"), of


def _each(asked: Asked) -> Iterator[Worked]:
    """Yield so many times what each had, where the claim says how many they were: "the two winners ... in all"."""
    match, q, words = asked.match, asked.q, asked.words
    if _TOTAL.search(words) is None:
        return
    source, own = match.source, match.claim.mentions
    many = [one for one in own if one.kind == "count" and one.start != q.start and one.value > 1]
    for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]):
        alike = same_kind(q, one) or (one.kind == "count" and not one.unit)  # "240,000 francs, 45,000 each"
        if one.high is None and alike and _EACH.match(source.text, one.end):
            for count in many:
                value = count.value * one.value * factor(one)
                yield Result("product", value, f"{count.text} * {one.text}"), _of_one(one, i)


def _totals(asked: Asked) -> Iterator[Worked]:
    """Yield totals of three numbers and more in a row, or one below the other in a table."""
    match, q, words = asked.match, asked.q, asked.words
    if _TOTAL.search(words) is None:
        return
    source = match.source
    mentions = [(i, one) for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]) if one.end <= source.proper]
    target, (below, above) = wanted(q), slack(q)
    for step in range(1, MOST_COLUMNS + 1):
        for n in range(len(mentions)):
            total, parts, at = 0.0, [], []
            for i, one in takewhile(partial(_is_part, q), mentions[n : n + step * MOST_SUMMED : step]):
                total += one.value * factor(one)
                parts.append(one)
                at.append(i)
                if len(parts) > 2 and target - below <= total <= target + above:
                    shown = " + ".join([part.text for part in parts])
                    yield Result("sum", total, shown), Operands(parts[0], one, at=tuple(at))


def _is_part(q: Quantity, indexed: tuple[int, Quantity]) -> bool:
    """Tell whether a number may be a part of a total; beside a capital ("Coast | 585") it may have seemed a name."""
    one = indexed[1]
    return one.high is None and one.kind not in DATED and (same_kind(q, one) or (q.kind, one.kind) == ("count", "name"))
