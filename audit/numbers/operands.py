"""The pairs of a source's numbers from which another may follow: those that stand together, in the order of time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from audit.agreement.kinds import DATED, same_kind
from audit.meaning.direction import trend
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import (
    COMPARED_CHARACTERS,
    FAR_PAIR_SENTENCES,
    LINKED_CHARACTERS,
    MOST_DATES,
    MOST_DERIVED_FROM,
    PAIR_NUMBERS,
    PAIR_SENTENCES,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

# What stands before the value of an earlier year, in brackets behind the later one.
_IN_BRACKETS = r"\((?:[12][0-9]{3}|prior year|previous year|last year|Vorjahr|année précédente):?\s?"
_TIMED = (*DATED, "time")  # a day, and a time of it, may stand anywhere from the one that it is counted to
_BASELINE = compiled(
    rf"\b(?:{either('before a baseline', gap=' ')})\s[^0-9.;]{{0,40}}\Z|{_IN_BRACKETS}\Z", re.IGNORECASE
)
_BEFORE = compiled(r"[^0-9;]{0,40}\b(?:years?|months?|weeks?)\s(?:earlier|before)\b[^0-9;]{0,60}\Z", re.IGNORECASE)
# "41 planets, 17 of them ..."; "36,400 bicycles ... Of these 14,560"; "Of the 8,640 starters, 7,776".
_PART_OF = either("words for a whole named before")
_OF_THEM = compiled(
    rf"\s[^0-9.;]{{0,{LINKED_CHARACTERS}}}\bof\s(?:{_PART_OF})\b|\s(?:of\s(?:{_PART_OF}))\b", re.IGNORECASE
)
_OF_WHICH = compiled(rf"\bof\s(?:{_PART_OF})\b[^0-9;]{{0,{LINKED_CHARACTERS}}}\Z", re.IGNORECASE)
_OF_THE = compiled(r"(?:\A|[.;]\s+|\n)[Oo]f\s(?:the|its|all|some)\s(?:[^\W\d_]{1,20}\s){0,2}\Z")
_SCALED = compiled(r"\b(?:million|billion|trillion)\b", re.IGNORECASE)
_COMPARED = compiled(rf"\b(?:{either('before a baseline', gap=' ')})\s\Z", re.IGNORECASE)
_STATED = compiled(rf"\b(?:{either('before a value of it', gap=' ')})\s\Z", re.IGNORECASE)
_NO_NOUN = compiled(rf"\s?(?:[,.;:)]|\Z|(?:{either('small words behind a bare number')})\b)", re.IGNORECASE)


@frozen
class Operands:
    """Two numbers, the one first that came first in time.

    ``linked``: the text says that one is a part of the other. ``apart``: how many sentences lie between them.
    ``ordered``: the text says which came first; else either may have. ``at``: which of the text's numbers they are.
    ``told``: the signs with which the text itself says that the second counts: "1.4 million less than" is "+".
    """

    first: Quantity
    second: Quantity
    linked: bool = False
    apart: int = 0
    ordered: bool = False
    at: tuple[int, ...] = (0,)
    told: str = ""

    @property
    def start(self) -> int:
        return min(self.first.start, self.second.start)

    @property
    def end(self) -> int:
        return max(self.first.end, self.second.end)

    @property
    def is_far(self) -> bool:
        """Whether the two stand in different passages, and are no dates or times."""
        return self.apart >= PAIR_SENTENCES and not (self.first.kind in _TIMED and self.second.kind in _TIMED)


def operands(source: NumberedText) -> tuple[Operands, ...]:
    """Return the pairs of numbers of one passage, and of dates and times wherever they stand."""
    found: tuple[Operands, ...] | None = source.made.get(operands)
    if found is None:
        found = source.made[operands] = tuple(_pairs(source))
    return found


def _pairs(source: NumberedText) -> Iterator[Operands]:
    at = source.mention_sentence
    read = [(q, i) for i, q in enumerate(source.mentions[:MOST_DERIVED_FROM]) if q.end <= source.proper]
    for q, i in read:
        if q.high is not None and q.kind not in DATED:
            low, high = _ends(q)
            yield Operands(low, high, ordered=True, at=(i, i))  # "from 40 to 65 metres"
        counts = [one[0] for one in q.alternatives if one[1:] == ("", "count")] if q.kind == "ratio" else ()
        if len(counts) == 2 and counts[1] - counts[0] > 1:  # "twelve of the sixteen bells"
            part, whole = (replace(q, value=n, text=f"{n:g}", kind="count", alternatives=()) for n in counts)
            yield Operands(whole, part, linked=True, at=(i, i))
    ends = [(end, i) for q, i in read if q.high is None or q.kind in DATED for end in _ends(_as_clock(source, q, i))]
    for n, (first, i) in enumerate(ends):
        for second, j in ends[n + 1 : n + PAIR_NUMBERS]:
            if at[j] - at[i] >= FAR_PAIR_SENTENCES:
                break
            if not (first.kind in _TIMED and second.kind in _TIMED):
                yield _pair(source, first, second, (i, j))
    dates = [one for one in ends if one[0].kind in _TIMED][:MOST_DATES]
    yield from (Operands(a, b, apart=at[j] - at[i], at=(i, j)) for (a, i), (b, j) in combinations(dates, 2))


def _as_clock(source: NumberedText, q: Quantity, i: int) -> Quantity:
    """Return a number behind "at" that is written as a time of day as one: "brought her in at 11.25"."""
    text = source.text
    if q.kind != "count" or not _DOTTED.fullmatch(q.text):
        return q
    if not (is_bare(source, i) or _INSTEAD.match(text, q.end)):
        return q
    instead = (
        i
        and _DOTTED.fullmatch(source.mentions[i - 1].text)
        and _INSTEAD.fullmatch(text, source.mentions[i - 1].end, q.start)
    )
    if not (instead or _AT.search(text, max(0, q.start - 4), q.start)):
        return q
    hours, _, minutes = q.text.partition(".")
    return replace(q, kind="time", unit="clock", value=int(hours) * 60.0 + int(minutes))


_DOTTED = compiled(r"(?:[01]?[0-9]|2[0-3])\.[0-5][0-9]")
_AT = compiled(r"\bat\s\Z", re.IGNORECASE)
_INSTEAD = compiled(r"\s(?:rather than|instead of|not)\s(?:at\s)?", re.IGNORECASE)


def _pair(source: NumberedText, first: Quantity, second: Quantity, at: tuple[int, int]) -> Operands:
    """Return two numbers of a passage as operands: which came first, and whether one is a part of the other."""
    text = source.text
    apart = source.mention_sentence[at[1]] - source.mention_sentence[at[0]]
    second = _with_unit(source, first, second, at[1]) if apart < PAIR_SENTENCES else second
    between = text[max(first.end, second.start - COMPARED_CHARACTERS) : second.start]
    # "$90 million, down from $120 million", "$90 million ($120 million)"
    backwards = bool(_BASELINE.search(between) or _BEFORE.search(between))
    backwards = backwards or (between == " (" and same_kind(first, second))
    linked = apart < PAIR_SENTENCES and same_kind(first, second) and _is_linked(text, first, second)
    if backwards and first.kind not in _TIMED and second.kind not in _TIMED:
        return Operands(second, first, linked, apart, ordered=True, at=at)
    to = _TO.fullmatch(between) is not None
    if to and _BY.search(text, max(0, first.start - 4), first.start) and same_kind(first, second):
        way, _ = trend(text, first, source.sentences[source.mention_sentence[at[0]]])
        return Operands(second, first, at=at, ordered=True, told="-" if way > 0 else "+" if way else "")
    told = _told(text, first, second) if apart < PAIR_SENTENCES else ""
    moved = to and _FROM.search(text, max(0, first.start - 8), first.start) is not None
    return Operands(first, second, linked, apart, ordered=moved, at=at, told=told)


_MORE, _LESS = either("comparatives that point up"), either("comparatives that point down")
_SO_MUCH_MORE = compiled(rf"\s(?:[^\W\d_]{{1,20}}\s){{0,2}}(?:{_MORE})\b", re.IGNORECASE)
_SO_MUCH_LESS = compiled(rf"\s(?:[^\W\d_]{{1,20}}\s){{0,2}}(?:{_LESS})\b", re.IGNORECASE)
_UP_BY = compiled(rf"\b(?:{either('words before a rise by')})\s\Z", re.IGNORECASE)
_DOWN_BY = compiled(rf"\b(?:{either('words before a fall by')})\s\Z", re.IGNORECASE)
_TO = compiled(r"\s(?:[^\W\d_]{1,20}\s)?to\s")
_BY = compiled(r"\bby\s\Z", re.IGNORECASE)
_SIDE = compiled(rf"\s(?:{either('behind a measure of a side')})\b", re.IGNORECASE)
_FROM = compiled(r"\bfrom\s[^\w\s]?\Z", re.IGNORECASE)
_THAN = compiled(r"\s(?:as|that|the)\b", re.IGNORECASE)
_THEN_BEFORE = compiled(rf"\s(?:{either('behind a span since another time')})\b", re.IGNORECASE)
_THEN_AFTER = compiled(rf"\s(?:{either('behind a span until another time')})\b", re.IGNORECASE)
_LASTING = compiled(rf"\b(?:{either('before a span that something took')})\s\Z", re.IGNORECASE)


def _told(text: str, first: Quantity, second: Quantity) -> str:
    """Return the signs with which a text says that a number counts towards one that it leaves out."""
    between = text[first.end : second.start]
    if len(between) > COMPARED_CHARACTERS or any(sign.isdigit() for sign in _A_YEAR.sub("", between)):
        return ""  # "18.6 million tonnes in 2022, 1.4 million less" leaves out no number but a year
    if first.kind in _TIMED and second.kind == "duration":
        if _LASTING.search(between):
            return "+-"
        return "-" if _THEN_BEFORE.match(text, second.end) else "+" if _THEN_AFTER.match(text, second.end) else ""
    if second.kind in _TIMED and first.kind == "duration":  # "16 days after 9 September"
        return "+" if _AFTER.search(between) else "-" if _BEFORE_IT.search(between) else ""
    if first.kind in _TIMED and second.kind == "age":
        return "-"
    if {first.kind, second.kind} == {"length", "duration"}:
        return "/"
    if first.kind == second.kind == "length" and (
        between.strip() in ("by", "x", "×") or (_SIDE.match(text, first.end) and _SIDE.match(text, second.end))
    ):
        return "*"
    if second.kind == "ratio" and (
        less := _SO_MUCH_LESS.match(text, second.end) or _SO_MUCH_MORE.match(text, second.end)
    ):
        return "less" if less.re is _SO_MUCH_LESS else "more"  # "38,000 tonnes, a fifth less than planned"
    if second.kind in ("multiple", "ratio"):
        return "/" if _THAN.match(text, second.end) else ""
    if not same_kind(first, second) and second.kind != "percent":
        return ""
    if _SO_MUCH_MORE.match(text, second.end) or _UP_BY.search(between):
        return "-"
    return "+" if _SO_MUCH_LESS.match(text, second.end) or _DOWN_BY.search(between) else ""


_AFTER, _BEFORE_IT = compiled(r"\bafter\s\Z", re.IGNORECASE), compiled(r"\bbefore\s\Z", re.IGNORECASE)


def _is_linked(text: str, first: Quantity, second: Quantity) -> bool:
    """Tell whether a text says that the second of two numbers is a part of the first."""
    between = text[first.end : second.start]
    if _OF_WHICH.search(between):
        return True
    if any(sign.isdigit() for sign in between):
        return False
    if _OF_THEM.match(text, second.end):
        return True
    return bool(_OF_THE.search(text[: first.start][-LINKED_CHARACTERS:])) and not _SENTENCE_END.search(between)


_A_YEAR = compiled(r"\b[12][0-9]{3}\b")
_SENTENCE_END = compiled(r"[.;]\s")


def _with_unit(source: NumberedText, first: Quantity, second: Quantity, at: int) -> Quantity:
    """Return the second of two numbers with the unit that only the first has: "18.6 million euros and 17.9 million"."""
    text = source.text
    if first.kind == "count" and second.kind not in ("count", "ratio") and (own := _as_written(second)).kind == "count":
        return own  # "36,400 bicycles in six months, after 32,500": the unit of what stood before was lent to it
    if second.kind != "count" or second.unit or not first.unit or first.kind in DATED:
        return second
    lent = replace(second, kind=first.kind, unit=first.unit)
    if _OF_WHICH.search(text, first.end, second.start):
        return lent
    alike = _SCALED.search(first.text) and _SCALED.search(second.text)
    if alike and (_SO_MUCH_MORE.match(text, second.end) or _SO_MUCH_LESS.match(text, second.end)):
        return lent
    compared = _COMPARED.search(text[max(first.end, second.start - LINKED_CHARACTERS) : second.start])
    following = source.mentions[at + 1].start if at + 1 < len(source.mentions) else 0
    bare = _NO_NOUN.match(text, second.end) or following == second.end + 1  # "against 650 five years before"
    if alike and compared:
        return lent  # "184 million litres, against 176 million the year before"
    stated = _STATED.search(text, first.end, second.start) and is_bare(source, at)  # "in 2024 it was nine."
    return lent if bare and (alike or compared or stated) else second


def is_bare(source: NumberedText, i: int) -> bool:
    """Tell whether nothing behind a number says what it counts."""
    return _NO_NOUN.match(source.text, source.mentions[i].end) is not None


def _as_written(q: Quantity) -> Quantity:
    """Return a number without the unit that was lent to it."""
    bare = next((one for one in q.alternatives if one[1:] == ("", "count")), None)
    return q if bare is None else replace(q, value=bare[0], unit="", kind="count", alternatives=())


def _ends(q: Quantity) -> Iterator[Quantity]:
    """Yield a number, or the two of a range."""
    if q.high is None:
        yield replace(q, unit="") if q.unit == "points" else q  # "31 points" and "19" are of one kind
    else:
        for value in (q.value, q.high):
            shown = f"{value:,.6g} {q.unit}".strip() if q.kind not in DATED else f"{value:.0f}"
            yield replace(q, value=value, text=shown, high=None, days=None, date=None)
