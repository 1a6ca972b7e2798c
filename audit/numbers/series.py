"""Read a run of years and values, "2021 11,400; 2022 12,700" or "19 in 2019, 22 in 2020", as a small table."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from audit.agreement.kinds import DATED, same_kind
from audit.agreement.matching import strength
from audit.numbers.changes import direction_said, moved, trend
from audit.numbers.places import sentence_words, share
from audit.numbers.reading import Numbers
from audit.thresholds import CARRIED_FROM, ENTRY_CHARACTERS, ENTRY_SHARE_MORE, MOST_RUN_NUMBERS
from wellsourced_core.patterns import compiled

_YEAR_FIRST = compiled(r"[\s:=|\t–-]{1,3}")
_VALUE_FIRST = compiled(r"\s(?:in\s|\()")
_YEAR_LATER = compiled(r"[^0-9.;,:]{0,24}\s(?:in|for|of)\s(?:fiscal\s)?", re.IGNORECASE)
# What stands before the value of an earlier year, in brackets behind the later one: "12 (prior year: 10)".
IN_BRACKETS = r"\((?:[12][0-9]{3}|prior year|previous year|last year|Vorjahr|année précédente):?\s?"
_EARLIER = compiled(rf"\s?{IN_BRACKETS}", re.IGNORECASE)


def in_place(claim: Numbers, index: int, source: Numbers, best: int) -> int | None:
    """Return the number that a run of years gives for the claim's year: ``best`` itself where it is in its place.

    None where the claim's number has no year, or the source's stands in no run.
    """
    q = claim.mentions[index]
    if q.kind in DATED and _is_entry(source, best):
        return _entry(claim, index, source, best)
    if q.kind in DATED:
        value = _value_of(claim, index)
        if value is None or q.kind != "year":
            return None
        found = _in_run(source, best, q.value)
        same = found is not None and strength(claim.mentions[value], source.mentions[found]) >= CARRIED_FROM
        return best if same else None
    year = _year_of_claim(claim, index)
    if year is None:
        return None
    found = _in_run(source, best, claim.mentions[year].value)
    if found is None:
        return None
    return best if strength(q, source.mentions[found]) >= CARRIED_FROM else found


def _is_entry(source: Numbers, i: int) -> bool:
    """Tell whether a date heads an entry: "1962: The last barge leaves the canal."."""
    q, start = source.mentions[i], source.sentences[source.mention_sentence[i]][0]
    heads = q.kind in DATED and q.start - start <= ENTRY_CHARACTERS
    return heads and source.text[q.end : q.end + 2].lstrip(" ")[:1] == ":"


def _entry(claim: Numbers, index: int, source: Numbers, best: int) -> int | None:
    """Return the date whose entry has most of the claim's words; None where no other entry has clearly more or less."""
    words, at = sentence_words(claim, index), source.mention_sentence
    near = range(max(0, best - MOST_RUN_NUMBERS), min(len(source.mentions), best + MOST_RUN_NUMBERS))
    shares = {i: share(words, source.sentence_stems[at[i]], source) for i in near if _is_entry(source, i)}
    first = max(shares, key=lambda i: (shares[i], i == best))
    return first if first == best or shares[first] - shares[best] > ENTRY_SHARE_MORE else None


def turned(claim: Numbers, index: int, source: Numbers, best: int) -> str | None:
    """Return why the values go the other way: "fallen since 2019" beside "19 in 2019, 31 in 2024"; None where not."""
    q, span = claim.mentions[index], claim.sentences[claim.mention_sentence[index]]
    if q.kind == "year" and q.bound == ">=" and q.high is None:
        said = direction_said(claim.text[slice(*span)])
        run = _run(source, best)
        values = {source.mentions[year].value: source.mentions[value].value for value, year in run.items()}
        if not said or q.value not in values or max(values) == q.value:
            return None
        change = values[max(values)] - values[q.value]
        return f"the source has {values[q.value]:g}, then {values[max(values)]:g}" if said * change < 0 else None
    now, behind = source.mentions[best], source.mentions[best + 1 : best + 3]
    then = next((one for one in behind if one.kind not in DATED), None)
    if moved(claim, q) != "to" or then is None or not same_kind(now, then):
        return None
    if not _EARLIER.fullmatch(source.text, now.end, then.start):
        return None
    said = trend(claim.text, q, span)[0]
    return f"the source has {then.text} for the earlier period" if said * (now.value - then.value) < 0 else None


def _in_run(source: Numbers, at: int, year: float) -> int | None:
    """Return the value of a year in the run that a number is part of."""
    found = [value for value, when in _run(source, at).items() if source.mentions[when].value == year]
    return found[0] if len(found) == 1 else None


def _run(source: Numbers, at: int) -> dict[int, int]:
    """Return the values of the run that a number is part of, each with its year; {} where it is in none."""
    sentence = source.mention_sentence[at]
    low = max(bisect_left(source.mention_sentence, sentence), at - MOST_RUN_NUMBERS)
    high = min(bisect_right(source.mention_sentence, sentence), at + MOST_RUN_NUMBERS)
    pairs = {i: year for i in range(low, high) if (year := _year_of(source, i)) is not None}
    return pairs if len(pairs) > 1 and (at in pairs or at in pairs.values()) else {}


def _year_of(text: Numbers, i: int) -> int | None:
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


def _year_of_claim(claim: Numbers, i: int) -> int | None:
    """Return the year that a claim says of a value: right behind it, or the only one of its sentence."""
    numbers, at = claim.mentions, claim.mention_sentence
    following = i + 1 < len(numbers) and numbers[i + 1].kind == "year" and at[i + 1] == at[i]
    if following and _YEAR_LATER.fullmatch(claim.text, numbers[i].end, numbers[i + 1].start):
        return i + 1
    return _only_year(claim).get(at[i])


def _only_year(claim: Numbers) -> dict[int, int]:
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


def _value_of(claim: Numbers, year: int) -> int | None:
    """Return the first value of which a claim says a year."""
    values: dict[int, int] | None = claim.made.get(_value_of)
    if values is None:
        values = claim.made[_value_of] = {}
        for i, q in enumerate(claim.mentions):
            if q.kind not in DATED and (own := _year_of_claim(claim, i)) is not None:
                values.setdefault(own, i)
    return values.get(year)
