"""Read a publication date as a page, a file or a service writes it; anything else is None."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from wellsourced_core.patterns import compiled

_ISO_DAY = compiled(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_COMPACT_DAY = compiled(r"[0-9]{8}")
_LONGEST = 64
_FIRST_YEAR, _LAST_YEAR = 1400, 2199
_EPOCH = date(1970, 1, 1)  # written by software that does not know the date
_WIDEST_OFFSET = timedelta(hours=14)
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
        for day_first in (False, True):
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
