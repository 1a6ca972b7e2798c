"""Read a publication date as a page, a file or a service writes it; anything else is None."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache
from itertools import islice
from urllib.parse import urlsplit

from wellsourced_core.lexicon import listed
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Quantity

_ISO_DAY = compiled(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_DOTTED = compiled(r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}")  # with dots the day comes first, if it can
_COMPACT_DAY = compiled(r"[0-9]{8}")
_LONGEST = 64
_FIRST_YEAR, _LAST_YEAR = 1400, 2199
_EPOCH = date(1970, 1, 1)  # written by software that does not know the date
_WIDEST_OFFSET = timedelta(hours=14)
_FIRST_WEB_YEAR = 1995  # an older day in an address or a dateline is what the page is about
_URL_DAY = compiled(r"/((?:19|20)[0-9]{2})[/-]([01]?[0-9]|[a-z]{3})[/-]([0-3]?[0-9])(?![0-9])", re.IGNORECASE)
_LONGEST_ADDRESS = 2_000
_LONGEST_TEXT = 200_000
_REVISED = timedelta(days=30)  # later than its publication a changed text is another; "yesterday" stays sooner's
_DATELINE = 60  # code points behind its first word within which a dateline's date ends
# "PORT MARLOW, 14 June 2025 -" and "LONDON (June 14, 2025) -" begin a report of an agency.
_STAMPED_LINES, _LONGEST_STAMP = 8, 160  # of a text's beginning, in one of which its day may stand; code points
_AGENCY = compiled(r"\s{0,20}[A-Z][A-Z .'/-]{2,40}[,(]\s?([^\n—–]{6,30}?)\)?\s?(?:\([\w ]{2,20}\)\s?)?(?:[—–]|- |-- )")
# A date is complete when it reads the same whatever the reader assumes for what is missing.
_ASSUMED = (datetime(2003, 3, 3), datetime(2005, 5, 25))


def read_date(text: str) -> date | None:
    """Return the day that a text names, or None: ISO 8601 first, then any complete and unambiguous date.

    The day is the one written, whatever the time zone. "10", "Sat", "May 2024" (incomplete), "01/02/2003"
    (two readings), impossible offsets, 1970-01-01 and years outside 1400-2199 are None; a date in the
    future is not: only its reader knows what today is.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST or not text.isascii():
        return None
    day = _iso(text) if _ISO_DAY.match(text) or _COMPACT_DAY.fullmatch(text) else _loose(text)
    if day is None or day == _EPOCH or not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        return None
    return day


def _iso(text: str) -> date | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.date() if _possible(moment) else None


def _loose(text: str) -> date | None:
    if sum(c.isdigit() for c in text) < 5:  # a day and a year in four digits
        return None
    from dateutil.parser import parse

    days = set()
    for assumed in _ASSUMED:
        for day_first in (True,) if _DOTTED.match(text) else (False, True):
            try:
                moment = parse(text, default=assumed, dayfirst=day_first, tzinfos=_seconds)
            except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError):
                return None  # its own slips come through too: "2019:0200...000+00" ends inside decimal
            if not _possible(moment):
                return None
            days.add(moment.date())
    return days.pop() if len(days) == 1 else None


def _seconds(_zone: str | None, offset: int | None) -> int:
    """Take any name of a zone: only the day counts, and dateutil warns of names that it does not know."""
    return offset or 0


def _possible(moment: datetime) -> bool:
    try:
        offset = moment.utcoffset()
    except ValueError:
        return False
    return offset is None or abs(offset) <= _WIDEST_OFFSET


# ---------------------------------------------------------------------------------------------- where none is given


def with_date(source: Source, as_of: date) -> Source:
    """Give a source without a date the one that its address or its own dateline states; ``dated_by`` says which.

    A date in the future is none: one that was read off the page earlier is taken back. What a provider gave stays.
    """
    if source.published is not None and (not source.dated_by or source.published <= as_of):
        return source
    if (day := day_of_address(source.url)) is not None and day <= as_of:
        return replace(source, published=day, dated_by="address")
    if (day := day_of_text(source.text)) is not None and day <= as_of:
        return replace(source, published=day, dated_by="text")
    return source if source.published is None else replace(source, published=None, dated_by="")


def day_of_address(url: str) -> date | None:
    """Return the day in the path of an address (/2025/06/14/, /2025/jun/14/, /2025-06-14-), the first of several."""
    if _URL_DAY.search(url, 0, _LONGEST_ADDRESS) is None:  # most have none, and taking an address apart costs more
        return None
    try:
        path = urlsplit(url[:_LONGEST_ADDRESS]).path
    except ValueError:
        return None
    found = _URL_DAY.search(path)
    if found is None:
        return None
    year, month, day = found.groups()
    named = f"{day} {month} {year}" if month.isalpha() else f"{year}-{int(month):02}-{int(day):02}"
    return _of_the_web(read_date(named))


def day_of_text(text: str) -> date | None:
    """Return the day of a text's visible dateline: "Published 14 June 2025" at the start of a line, or an agency's.

    Only a complete day that reads one way counts; two datelines of different days are the marks of a list of pages,
    not of one. A change told right behind it, a month later or more, is what the text is of: "Published 8 May 2024.
    Last updated 2 October 2026". Where no publication is told, a revision is: "Page last reviewed: 24 March 2026"; else
    the first stamp near the top.
    """
    for named in ("dateline", "dateline of a revision"):
        found = list(_datelines(text[:_LONGEST_TEXT], named))
        days = {day for day, _ in found}
        if len(days) > 1:
            return None
        for day in days:
            changed = max((change for _, line in found if (change := _changed(line)) is not None), default=day)
            return changed if changed - day >= _REVISED else day
    return next(_stamps(text[:_LONGEST_TEXT]), None)


def _stamps(text: str) -> Iterator[date]:
    """Yield the days of the first lines that have a part in which nothing stands but a day, who wrote and what it is.

    "Legal department, 15 June 2026", "Advice sheet 7, revised 5 October 2026", "Gemma_T | Sun 23 Aug 2026 20:11".
    Behind a colon stands another thing's day, unless a cue is before it: "Application received: 9 March 2026". Where a
    line has two days a cue tells which it is: "14 June 2025 – 20 June 2025" is a season.
    """
    shown = (line for raw in text.splitlines() if (line := raw.replace("*", "").strip(" _>#")))
    for line in islice(shown, _STAMPED_LINES):
        if len(line) > _LONGEST_STAMP or line.startswith("|"):
            continue
        posted = _POSTED.fullmatch(line)
        parts = (posted[1],) if posted else _PARTED.split(line)
        several = sum(map(len, map(_days, parts))) > 1
        yield from filter(None, (_stamped(part, cued=several) for part in parts))


def _days(text: str) -> list[Quantity]:
    """Return the whole days that a text tells; "Issue 9/2023, 16 August" has none."""
    from wellsourced_core.quantities import quantities

    return [q for q in quantities(text) if q.kind == "date" and _ISO_DAY.fullmatch(q.date or "")]


def _stamped(part: str, *, cued: bool) -> date | None:
    """Return the day of a part of a line that holds nothing but when, by whom and as what something was written."""
    found = _days(part)
    if len(found) != 1 or found[0].alternatives:
        return None
    before, behind = part[: found[0].start], part[found[0].end :]
    stamp = _before_stamp().fullmatch(before) and _behind_stamp().fullmatch(behind)
    told = _MINUTES.fullmatch(before) or (stamp and (not cued or _cue_before().search(before)))
    return _of_the_web(read_date(found[0].date or "")) if told else None


# What is said of a meeting is told from its day: "Minutes of the talk of 14 October 2026, Gutters' Hall".
_MINUTES = compiled(
    r"(?i:(?:minutes|notes) of (?:the )?[^.:]{1,60}? (?:of|on)|(?:extra)?ordinary meeting of) (?:[A-Z][a-z]{2,8},? )?"
)
# What parts a byline: "HARBOUR MAIL • 14 June 2025 | 3 min", "Advice desk. Last reviewed 14 June 2025."
_PARTED = compiled(r" ?[·•|›»] ?| [>/] | [–—-]{1,2} |(?<=[a-z0-9)]{2})[.!] (?=[A-Z]|[a-z0-9-]+\.[a-z])|\s{3,}")
_POSTED = compiled(r"[^\s.,:;!?()]{1,30} ?\(([^()]{6,40}, [0-2]?[0-9]:[0-5][0-9])\)")  # "Oonagh77 (25.10.2026, 20:11)"
_TIME = r"[0-2]?[0-9](?:[:.][0-5][0-9]| ?(?=[ap]))(?: ?[ap]\.?m\.?)?"


def _one_of(*names: str) -> str:
    """Return a pattern of the entries of lists, the longest first."""
    entries = sorted((one for name in names for one in listed(name)), key=len, reverse=True)
    return rf"(?i:{'|'.join(map(re.escape, entries))})"


@cache
def _cue_before() -> re.Pattern[str]:
    return compiled(
        _one_of("dateline", "dateline of a revision", "dateline of an update", "cues behind what they are of")
    )


@cache
def _before_stamp() -> re.Pattern[str]:
    """Return what may stand before a day: names and what something is, a cue ("Text checked:"), a time, a weekday."""
    what = _one_of("what a dateline is of")
    cue = _one_of("dateline", "dateline of a revision", "dateline of an update")
    # "Text last changed", "Advice sheet 7, revised": behind other names these tell the day of a law or film.
    own = rf"(?:(?:{what} ){{0,4}}|(?:[A-Z][a-z]{{1,20}} )?{what}(?: [0-9]{{1,4}})?, )"
    cues = rf"(?:(?:{what} ){{0,4}}{cue}|{_one_of('cues behind what they are of')})"
    cues = rf"{cues}(?: by [^,.:]{{1,40}})?(?: online| on| of)?:? "
    elsewhere = rf"(?!.*\b{_one_of('words before where and when something is')}\b)"
    who = rf"(?:{elsewhere}(?:[^,.:]{{1,60}}[,.] ?){{1,4}})?"
    posted = r"(?i:posted|written|published) by [A-Z][^,:]{1,40} on "
    named = rf"{who}(?:(?:{what} ){{0,4}}{cue}(?: online| on| of)?:? )?"
    before = rf"{posted}|{own}{cues}|{named}|[^,.:]{{1,60}}, {cue}:? "
    return compiled(rf"(?:, )?(?:{before})(?:{_TIME},? )?(?:[A-Z][a-z]{{2,8}},? )?")


@cache
def _behind_stamp() -> re.Pattern[str]:
    """Return what may stand behind a day: a time, who wrote, a later change, how long it takes to read; no place."""
    nowhere = rf"(?!.*\b{_one_of('where something is held')}\b)"
    name = r"[A-Z][\w'’-]+"
    by = rf"{nowhere}(?:, (?:by {name}|{name} {name})(?: {name})?(?: staff| team)?| by .{{1,60}})?"
    changed = r"(?:, (?i:updated|revised|corrected) (?:on )?[0-9]{1,2} [A-Z][a-z]{2,8})?"
    who = rf"{by}{changed}(?:, [0-9]{{1,2}} min(?:utes)?(?: read)?)?"
    return compiled(rf"(?:,? (?:at )?{_TIME}[.)]?|[.)]?{who}[.!]?)")


def _datelines(text: str, named: str) -> Iterator[tuple[date, str]]:
    """Yield the day of each dateline, and what its line says from there on."""
    from wellsourced_core.quantities import quantities

    agency = _AGENCY.match(text)
    written = [agency[1]] if agency else []
    written += [text[cue.end() : cue.end() + 2 * _DATELINE].partition("\n")[0] for cue in _cue(named).finditer(text)]
    for whole in written:
        line = whole[:_DATELINE]
        first = next(iter(quantities(line)), None)
        if first is None or first.kind != "date" or first.alternatives or first.date is None:
            continue
        # A weekday or a colon may stand before it, other words not: "Published in Nature, 14 June 2025".
        if len(line[: first.start].split()) > 1 or not _ISO_DAY.fullmatch(first.date):
            continue
        day = _of_the_web(read_date(first.date))
        if day is not None:
            yield day, whole


def _changed(text: str) -> date | None:
    """Return the second day of a line, where a cue of a change stands between it and the first, and nothing behind."""
    days = _days(text)
    if len(days) != 2 or not _between_stamps().fullmatch(text[days[0].end : days[1].start]):
        return None
    ends = _BEHIND_CHANGE.match(text, days[1].end)
    return _of_the_web(read_date(days[1].date or "")) if ends and not days[1].alternatives else None


_BEHIND_CHANGE = compiled(r"[.)]?(?: ?[|·•–—-] ?.{0,60})?[ *_]{0,9}\Z")


@cache
def _between_stamps() -> re.Pattern[str]:
    cue = _one_of("dateline of a revision")
    return compiled(rf"[ ,.;()|·•–—*_-]{{1,8}}(?:and )?(?:{cue}|(?i:updated|revised))(?: on)?:?[*_ ]{{1,4}}")


@cache
def _cue(named: str) -> re.Pattern[str]:
    """Return the pattern of a list of words that open a dateline, at the start of a line, with a colon or without."""
    words = "|".join(map(re.escape, sorted(listed(named), key=len, reverse=True)))
    start, end = r"^[ \t*_>|]{0,8}", r"(?![^\W\d_])[ \t]?:?[ \t*_]{0,4}(?=\S)"
    return compiled(f"{start}(?:{words}){end}", re.IGNORECASE | re.MULTILINE)


def _of_the_web(day: date | None) -> date | None:
    return day if day is not None and day.year >= _FIRST_WEB_YEAR else None
