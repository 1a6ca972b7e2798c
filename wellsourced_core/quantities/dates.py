"""Read dates, years, decades, centuries and times of day."""

from __future__ import annotations

from datetime import date

from wellsourced_core.lexicon import keys, listed, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import (
    CARDINALS,
    DASHES,
    MONTHS,
    MONTHS_AND_WORDS,
    ORDINALS,
    PERCENT_WORDS,
)
from wellsourced_core.quantities.tokens import Tokens
from wellsourced_core.values import mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import QuantityKind

_ORDINAL_ENDS = frozenset(("st", "nd", "rd", "th"))
_BEFORE_CLOCK = words("before a time of day")
_BEHIND_CLOCK = words("behind a time of day")
_ERAS = frozenset(("bc", "bce", "b.c"))


@mutable
class Moment:
    """A date, year, decade, century or time of day as read, and the tokens it takes.

    ``days`` are the first and last day (proleptic ordinals) where the year is known; ``iso`` is "2019-05-26",
    "2019-05" or, without a year, "--05-26".
    """

    kind: QuantityKind
    value: float
    first: int
    last: int  # one past
    high: float | None = None
    iso: str | None = None
    days: tuple[int, int] | None = None
    unit: str = ""
    either_half: bool = False  # a time of day that may be before noon or after
    turned: str = ""  # the same digits with day and month exchanged, where that is a date too
    loose: bool = False  # four digits that could as well count something


def moment(t: Tokens, i: int) -> Moment | None:
    """Read the date or time that starts at token i; None where there is none."""
    if t.kind(i) == "n":
        word = t.low[i]
        if len(word) > 4 or not word.isdigit():
            return _numeric(t, i) or _clock(t, i)  # "15.04.2013", "22.15 Uhr": no other has marks or more digits
        if len(word) < 4 and _counts_only(t, i):
            return None
        return _calendar(t, i) or _clock(t, i) or _century(t, i) or _decade(t, i) or _year(t, i)
    if t.kind(i) == "w":
        return _month_first(t, i) or _day_first(t, i) or _century(t, i) or _named_decade(t, i) or _spoken_clock(t, i)
    return _short_decade(t, i)


_BEHIND = words("behind the digits of a date")


def _counts_only(t: Tokens, i: int) -> bool:
    """Tell whether up to three digits surely are no date, by the word behind them: "96 boats", most numbers."""
    follow = t.word(i + 1)
    dated = follow in _BEHIND or follow in MONTHS or t.word(i - 1) == "ad"
    return t.kind(i + 1) == "w" and follow.isascii() and not dated


# ---------------------------------------------------------------------------------------------- calendar dates


def _calendar(t: Tokens, i: int) -> Moment | None:
    found = _numeric(t, i) or _marked(t, i) or _day_first(t, i)
    if found is None and len(t.low[i]) <= 2:
        found = _first_of_days(t, i) or _last_of_days(t, i) or _slashed_month(t, i)
    return found


def _numeric(t: Tokens, i: int) -> Moment | None:
    """Read 2013-04-15, 2003.06.11, 15.04.2013, 15/04/2013 (day first unless that is impossible)."""
    parts, last = _numeric_parts(t, i)
    if parts is None:
        return _year_month(t, i)
    a, b, c = parts
    if len(a) == 4 and len(b) <= 2 and len(c) <= 2:
        return _date(int(a), int(b), int(c), i, last)
    if len(c) != 4 or len(a) > 2 or len(b) > 2:
        return None
    if "/" in t.text[t.start[i] : t.end[last - 1]] and not t.continental and int(a) <= 12:
        found, turned = _date(int(c), int(a), int(b), i, last), _date(int(c), int(b), int(a), i, last)
        if found and turned and turned.iso and found.iso != turned.iso:
            found.turned = turned.iso
        return found or turned
    return _date(int(c), int(b), int(a), i, last)


def _marked(t: Tokens, i: int) -> Moment | None:
    """Read 2019年, 2019年5月, 2019年5月3日 and 5月3日."""
    parts: dict[str, int] = {}
    j = i
    for marks in ("年", "月", "日号號"):
        word, mark = t.word(j), t.word(j + 1)
        if t.kind(j) == "n" and word.isdigit() and len(word) <= 4 and mark and mark in marks and t.glued(j):
            parts[marks[0]], j = int(word), j + 2
        elif parts:
            break
    year, month, day = parts.get("年"), parts.get("月"), parts.get("日")
    if month is None:
        known = year is not None and 1000 <= year <= 2199
        return Moment("year", float(year or 0), i, j, days=year_days(year or 0, year or 0)) if known else None
    if not 1 <= month <= 12:
        return None
    if day is None:
        return _month_of(year, month, i, j) if year else None
    return _date(year, month, day, i, j) or _month_day(month, day, i, j)


def _year_month(t: Tokens, i: int) -> Moment | None:
    """Read 2014-09 where the second part cannot be the next year of a season."""
    word, month = t.low[i], t.word(i + 2)
    if t.word(i + 1) != "-" or not (t.glued(i) and t.glued(i + 1)) or t.word(i + 3) == "-" or len(month) != 2:
        return None
    if not (len(word) == 4 and word.isdigit() and "1000" <= word <= "2199" and "01" <= month <= "12"):
        return None
    return None if int(word[2:]) < int(month) else _month_of(int(word), int(month), i, i + 3)


def _slashed_month(t: Tokens, i: int) -> Moment | None:
    """Read 3/2023 and 03/2023."""
    month, year = t.low[i], t.word(i + 2)
    if t.word(i + 1) != "/" or not (t.glued(i) and t.glued(i + 1)) or t.word(i + 3) == "/" or t.word(i - 1) == "/":
        return None
    if not (month.isdigit() and len(month) <= 2 and 1 <= int(month) <= 12 and len(year) == 4 and year.isdigit()):
        return None
    return _month_of(int(year), int(month), i, i + 3) if "1900" <= year <= "2099" else None


_DAY_JOINTS = DASHES | words("between two days")


def _joint(t: Tokens, i: int) -> int | None:
    """Return where the second of two days begins, after the dash or the word at i; None where there is none."""
    i = i + 1 if t.word(i) == "." and t.glued(i - 1) else i
    return i + 1 if t.word(i) in _DAY_JOINTS and t.kind(i + 1) == "n" else None


def _first_of_days(t: Tokens, i: int) -> Moment | None:
    """Read the "14" of "14–15 April 1912", of "3. bis 5. Juni" and of "del 3 al 7 de agosto de 2022"."""
    day, after = _day(t, i)
    at = _joint(t, after) if day else None
    last = _day_first(t, at) if at else None
    if last is None or day is None or last.iso is None or day >= int(last.iso[-2:]):
        return None
    month = int(last.iso[-5:-3])
    return _date(int(last.value) or None, month, day, i, after) or _month_day(month, day, i, after)


def _last_of_days(t: Tokens, i: int) -> Moment | None:
    """Read the "15, 1912" of "April 14–15, 1912" and the "5" of "June 3 to 5"."""
    day, after = _day(t, i)
    if day is None or t.word(i - 1) not in _DAY_JOINTS:
        return None
    k = i - 3 if t.word(i - 2) in _ORDINAL_ENDS else i - 2
    month, first = _month(t, k - 1), _day(t, k)[0]
    if month is None or first is None or first >= day or t.kind(after) == "w":
        return None
    year, last = _year_after(t, after)
    return _date(year, month, day, i, last) or _month_day(month, day, i, after)


def _numeric_parts(t: Tokens, i: int) -> tuple[list[str] | None, int]:
    word = t.low[i]
    if word.count(".") == 2 and len(word) <= 10:
        parts = word.split(".")
        return (parts, i + 1) if all(parts) and "," not in word else (None, i)
    if len(word) > 4 or not word.isdigit() or t.word(i + 1) not in ("-", "/", "‑", "–"):
        return None, i
    mark = t.low[i + 1]
    if t.kind(i + 2) != "n" or t.word(i + 3) != mark or t.kind(i + 4) != "n":
        return None, i
    if not (t.glued(i) and t.glued(i + 1) and t.glued(i + 2) and t.glued(i + 3)):
        return None, i
    parts = [word, t.low[i + 2], t.low[i + 4]]
    if any(len(part) > 4 or not part.isdigit() for part in parts):
        return None, i
    return parts, i + 5


def _month_first(t: Tokens, i: int) -> Moment | None:
    """Read "May 26, 2019", "Dec. 29. 2022", "March 6", "April 2007", "May of 2007"."""
    month = _month(t, i)
    if month is None:
        return None
    j = i + 2 if t.word(i + 1) == "." and t.kind(i + 2) == "n" and t.low[i] not in ("may", "june", "july") else i + 1
    day, after_day = _day(t, j)
    if t.word(after_day) in PERCENT_WORDS:
        return None  # "by June 29% had signed"
    if day is None:
        j = j + 1 if t.word(j) in ("of", ",") and len(t.word(j + 1)) == 4 else j
        year, last = _plain_year(t, j)
        return _month_of(year, month, i, last) if year else None
    if t.capital(i) or t.low[i] not in MONTHS_AND_WORDS:
        year, last = _year_after(t, after_day)
        if year is None and (at := _joint(t, after_day)) is not None and (second := _day(t, at))[0]:
            year, last = _year_after(t, second[1])[0], after_day  # said once, behind both days
        return _date(year, month, day, i, last) or _month_day(month, day, i, after_day)
    return None


def _day_first(t: Tokens, i: int) -> Moment | None:
    """Read "6 January 1367", "2 Feb, 2023", "the fifth of May 2009", "4. Juli 2019", "4 de julio de 2019"."""
    day, j = _day(t, i)
    if day is None:
        return None
    if t.word(j) in ("of", "de", "day") or (t.word(j) == "." and t.glued(j - 1)):
        j += 1
    month = _month(t, j)
    if month is None or (t.low[j] in MONTHS_AND_WORDS and not t.capital(j)):
        return None
    j += 1
    after_month = j
    if t.word(j) == "." and t.kind(j + 1) == "n":
        j += 1
    year, last = _year_after(t, j)
    return _date(year, month, day, i, last) or _month_day(month, day, i, after_month)


def _month(t: Tokens, i: int) -> int | None:
    word = t.word(i)
    month = MONTHS.get(word)
    return None if month is None or (word in MONTHS_AND_WORDS and not t.capital(i)) else month


def _day(t: Tokens, i: int) -> tuple[int | None, int]:
    word = t.word(i)
    if t.kind(i) == "n":
        if len(word) > 2 or not word.isdigit() or not 1 <= int(word) <= 31:
            return None, i
        return int(word), i + 2 if t.word(i + 1) in _ORDINAL_ENDS and t.glued(i) else i + 1
    if word in ORDINALS and ORDINALS[word] <= 31:
        return ORDINALS[word], i + 1
    if word in ("twenty", "thirty") and t.word(i + 1) == "-" and t.word(i + 2) in ORDINALS:
        day = CARDINALS[word] + ORDINALS[t.word(i + 2)]
        return (day, i + 3) if day <= 31 else (None, i)
    return None, i


def _year_after(t: Tokens, i: int) -> tuple[int | None, int]:
    """Read a year after a day or month, a comma, "of" or a stray full stop between; keep i where there is none."""
    j = i + 1 if t.word(i) in (",", "of", "de", "del") or (t.word(i) == "." and t.glued(i - 1)) else i
    year, last = _plain_year(t, j)
    return (year, last) if year else (None, i)


def _plain_year(t: Tokens, i: int) -> tuple[int | None, int]:
    word = t.word(i)
    year = t.kind(i) == "n" and len(word) == 4 and word.isdigit() and "1000" <= word <= "2199"
    if year and not (t.glued(i) and t.word(i + 1) in (":", "%")):
        return int(word), i + 1
    return None, i


def _date(year: int | None, month: int, day: int, first: int, last: int) -> Moment | None:
    if year is None or not 1 <= year <= 9999:
        return None
    try:
        at = date(year, month, day)
    except ValueError:
        return None
    return Moment("date", float(year), first, last, iso=at.isoformat(), days=(at.toordinal(), at.toordinal()))


def _month_day(month: int, day: int, first: int, last: int) -> Moment | None:
    if not 1 <= day <= _days_of(2024, month):
        return None
    return Moment("date", 0.0, first, last, iso=f"--{month:02d}-{day:02d}")


def _days_of(year: int, month: int) -> int:
    return 31 if month == 12 else date(year, month + 1, 1).toordinal() - date(year, month, 1).toordinal()


def _month_of(year: int, month: int, first: int, last: int) -> Moment:
    start = date(year, month, 1).toordinal()
    end = start + _days_of(year, month) - 1
    return Moment("date", float(year), first, last, iso=f"{year:04d}-{month:02d}", days=(start, end))


# ---------------------------------------------------------------------------------------------- longer periods


def year_days(first: float, last: float) -> tuple[int, int] | None:
    """Return the first and last day (ordinals) of the years first to last, or None outside of the calendar."""
    if not 1 <= first <= last <= 9999:
        return None
    return date(int(first), 1, 1).toordinal(), date(int(last), 12, 31).toordinal()


def _year(t: Tokens, i: int) -> Moment | None:
    """Read four digits 1000-2199 as a year, or any up to four before BC or after AD."""
    word = t.low[i]
    if not word.isdigit() or len(word) > 4:
        return None
    era = t.word(i + 1)
    if era in _ERAS or (era == "b" and t.word(i + 2) == "."):
        return Moment("year", -float(word), i, i + 2)
    since = era in ("ad", "ce") and not (t.glued(i + 1) and t.kind(i + 2) == "n")  # "7 Ad26-based vaccines"
    if (since or t.word(i - 1) == "ad") and int(word):
        last = i + 2 if since else i + 1
        return Moment("year", float(word), i, last, days=year_days(int(word), int(word)))
    if len(word) != 4 or not "1000" <= word <= "2199":
        return None
    if (t.glued(i - 1) and t.word(i - 1) in ("$", "€", "£", "¥", "₹", "#", "+")) or t.word(i - 1) in ("$", "€", "£"):
        return None
    if t.glued(i) and t.kind(i + 1) == "w" and t.word(i + 1) != "ish":
        return None
    year = int(word)
    season = _season(t, i, year)
    if season:
        return season
    return Moment("year", float(year), i, i + 1, days=year_days(year, year), loose=_counts_something(t, i))


def _season(t: Tokens, i: int, year: int) -> Moment | None:
    """Read "2019-20", "2019–2020" and "2019/20" as the years from one to the other."""
    if t.word(i + 1) not in ("-", "–", "/", "—", "‑") or t.kind(i + 2) != "n" or not t.low[i + 2].isdigit():
        return None
    tail = t.low[i + 2]
    end = int(str(year)[: 4 - len(tail)] + tail) if len(tail) in (2, 4) else 0
    if not year < end <= year + 120 or not (t.glued(i) and t.glued(i + 1)) or (t.kind(i + 3) == "n" and t.glued(i + 2)):
        return None
    return Moment("year", float(year), i, i + 3, high=float(end), days=year_days(year, end))


def _counts_something(t: Tokens, i: int) -> bool:
    """Tell whether four digits may count what follows ("1200 employees", "1250 Mitarbeiter") rather than name a year.

    A year of the Middle Ages hardly stands without a word that says when: "an der Umfrage nahmen 1250 teil".
    """
    follow, before = t.word(i + 1), t.word(i - 1)
    if before in _WHEN or before in MONTHS:
        return False
    if t.kind(i + 1) != "w" or follow in MONTHS:
        return False
    if t.foreign:
        return t.capital(i + 1) or t.low[i] < "1500"
    return not t.capital(i + 1) and len(follow) > 3 and follow.endswith(_COUNTED_ENDS)


_WHEN = words("before a year")
_COUNTED_ENDS = listed("endings of what is counted")


def _decade(t: Tokens, i: int) -> Moment | None:
    """Read 1990s, 1940's, 80s, and 1800s as a century."""
    word = t.low[i]
    if not word.isdigit() or not t.glued(i) or len(word) not in (2, 4):
        return None
    if word[-1] != "0" and len(word) == 2:
        return None
    if t.word(i + 1) == "s":
        last = i + 2
    elif t.word(i + 1) in ("'", "’") and t.word(i + 2) == "s" and t.glued(i + 1):
        last = i + 3
    else:
        return None
    return _decade_of(t, word, i, last)


def _decade_of(t: Tokens, word: str, first: int, last: int) -> Moment | None:
    if len(word) == 2 and _is_of_age(t, first):
        return None
    start = int(word) if len(word) == 4 else 1900 + int(word)
    if not 1000 <= start <= 2090 or (len(word) == 2 and not 20 <= int(word) <= 90):
        return None
    if start % 10:  # "the 1961s" is a slip, but it says a year
        return Moment("year", float(start), first, last, days=year_days(start, start))
    span = 99 if start % 100 == 0 and start != 2000 else 9
    end = start + span
    if span == 99:
        third = {"early": (0, 40), "mid": (30, 70), "late": (60, 99)}.get(t.word(first - 1).rstrip("-"), (0, 99))
        start, end = start + third[0], start + third[1]
    return Moment("decade", float(start), first, last, high=float(end), days=year_days(start, end))


def _is_of_age(t: Tokens, i: int) -> bool:
    """Tell whether tens are an age: "in his thirties", "the under-30s"."""
    return t.word(i - 1) in _OWN or (t.word(i - 1) == "-" and t.word(i - 2) in ("under", "over"))


def _short_decade(t: Tokens, i: int) -> Moment | None:
    """Read '80s: the apostrophe is a token of its own."""
    if t.word(i) not in ("'", "’", "‘") or t.kind(i + 1) != "n" or t.word(i + 2) != "s":
        return None
    if not (t.glued(i) and t.glued(i + 1)) or len(t.low[i + 1]) != 2 or not t.low[i + 1].endswith("0"):
        return None
    return _decade_of(t, t.low[i + 1], i, i + 3)


_OWN = words("possessives before a decade")
NAMED_DECADES = {word: int(year) for word, year in keys("decades").items()}


def _named_decade(t: Tokens, i: int) -> Moment | None:
    start = NAMED_DECADES.get(t.low[i])
    if start is None or _is_of_age(t, i) or t.word(i + 1) == "percent":
        return None
    return Moment("decade", float(start), i, i + 1, high=start + 9.0, days=year_days(start, start + 9))


def _century(t: Tokens, i: int) -> Moment | None:
    """Read "20th century", "nineteenth-century", "16th and 17th centuries" (each by itself)."""
    word = t.low[i]
    if t.kind(i) == "n" and t.word(i + 1) in _ORDINAL_ENDS and t.glued(i) and word.isdigit() and len(word) <= 2:
        value, j = int(word), i + 2
    elif word in ORDINALS:
        value, j = ORDINALS[word], i + 1
    elif word == "twenty" and t.word(i + 1) == "-" and t.word(i + 2) in ORDINALS:
        value, j = 20 + ORDINALS[t.word(i + 2)], i + 3
    else:
        return None
    j = j + 1 if t.word(j) in ("-", "‑") else j
    if (
        t.word(j) not in ("century", "centuries", "c")
        or not 1 <= value <= 30
        or (t.word(j) == "c" and t.word(j + 1) != ".")
    ):
        return None
    days = year_days(100 * value - 99, 100 * value)
    if t.word(j + 1) in ("bc", "bce"):
        return Moment("century", -float(value), i, j + 2)
    return Moment("century", float(value), i, j + 1, days=days)


# ---------------------------------------------------------------------------------------------- times of day


_DOTTED = compiled(r"(?:[01]?[0-9]|2[0-3])\.[0-5][0-9]")


def _clock(t: Tokens, i: int) -> Moment | None:
    """Read 5:41AM, 22.15 Uhr, 10am, 5 p.m., 12:00 (minutes of the day) and 1:43 (minutes and seconds, in seconds)."""
    word = t.low[i]
    if (
        t.word(i + 1) in ("to", "until", "and", "-", "–")
        and _DOTTED.fullmatch(word)
        and _DOTTED.fullmatch(t.word(i + 2))
    ):
        half, _ = _half_of_day(t, i + 3)  # "from 9.00 to 9.45 a.m."
        hours, _, minutes = word.partition(".")
        hour = int(hours) % 12 + 12 * (half == "p")
        return Moment("time", hour * 60.0 + int(minutes), i, i + 1, unit="clock") if half else None
    if _DOTTED.fullmatch(word) and (part := _part_told(t, i + 1)):  # "10.42 in the evening", "6.40 on Tuesday morning"
        hours, _, minutes = word.partition(".")
        late = part in _AFTERNOON and int(hours) < 12
        return Moment("time", (int(hours) + 12 * late) * 60.0 + int(minutes), i, i + 1, unit="clock")
    if t.word(i + 1) in ("uhr", "am", "pm", "a", "p") and _DOTTED.fullmatch(word):
        half, last = _half_of_day(t, i + 1)
        if half is None and t.low[i + 1] != "uhr":
            return None
        hours, _, minutes = word.partition(".")
        hour = int(hours) % 12 + 12 * (half == "p") if half else int(hours)
        return Moment("time", hour * 60.0 + int(minutes), i, last if half else i + 2, unit="clock")
    if not word.isdigit() or len(word) > 2 or (t.word(i - 1) == ":" and t.glued(i - 1)):
        return None
    hour, minute, second, j = int(word), 0, None, i + 1
    if t.word(j) == ":" and _two_digits(t, j):
        minute, j = int(t.low[j + 1]), j + 2
        if t.word(j) == ":" and _two_digits(t, j):
            second, j = int(t.low[j + 1]), j + 2
    half, last = _half_of_day(t, j)
    if half is None and j == i + 1:
        if t.word(j) in ("o'clock", "uhr"):
            return Moment("time", hour * 60.0, i, j + 1, unit="clock")
        return None
    if half is not None:
        if not 1 <= hour <= 12 or minute > 59:
            return None
        return Moment("time", (hour % 12 + 12 * (half == "p")) * 60.0 + minute, i, last, unit="clock")
    if second is not None:
        return Moment("duration", hour * 3600.0 + minute * 60 + second, i, j, unit="s")
    if minute > 59:
        return None
    if hour < 24 and (minute == 0 or word[0] == "0" or _tells_clock(t, i, j)):
        return Moment("time", hour * 60.0 + minute, i, j, unit="clock")
    return Moment("duration", hour * 60.0 + minute, i, j, unit="s")


def _tells_clock(t: Tokens, i: int, j: int) -> bool:
    """Tell a time of day from minutes and seconds by what stands beside it: "at 19:30 and 20:15"."""
    if t.word(i - 1) in _BEFORE_CLOCK or t.word(j) in _BEHIND_CLOCK:
        return True
    return t.word(i - 1) in ("and", "or") and t.word(i - 3) == ":" and t.word(i - 5) in _BEFORE_CLOCK


_SPOKEN_MINUTES = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "half": 30}
_AFTERNOON = frozenset(("afternoon", "evening"))


def _spoken_clock(t: Tokens, i: int) -> Moment | None:
    """Read "a quarter to twelve", "half past six in the evening", "four in the afternoon"; "five to ten" is a range."""
    if t.low[i] in CARDINALS and 1 <= CARDINALS[t.low[i]] <= 12 and _part_of_day(t, i + 1):
        told_hour = int(CARDINALS[t.low[i]]) % 12 + 12 * (t.word(i + 3) in _AFTERNOON)
        return Moment("time", told_hour * 60.0, i, i + 1, unit="clock")
    start = i + 1 if t.low[i] == "a" and t.word(i + 1) == "quarter" else i
    minutes, towards = _SPOKEN_MINUTES.get(t.word(start)), t.word(start + 1)
    told = _part_of_day(t, start + 3)
    hour = CARDINALS.get(t.word(start + 2)) or (int(t.word(start + 2)) if t.word(start + 2) in _HOURS else None)
    if minutes is None or hour is None or not 1 <= hour <= 12 or towards not in ("to", "past"):
        return None
    if towards == "to" and (minutes == 30 or (minutes != 15 and minutes <= hour)):
        return None
    last = start + 3
    late = told and t.word(last + 2) in _AFTERNOON
    value = (hour + 12 * (late and hour < 12)) * 60.0 + (minutes if towards == "past" else -minutes)
    return Moment("time", value % (24 * 60), i, last, unit="clock", either_half=not told)


def _part_told(t: Tokens, i: int) -> str:
    """Return the part of the day that is told behind a time: "in the morning", "on Tuesday night"; "" where none is."""
    if _part_of_day(t, i):
        return t.word(i + 2)
    named = t.word(i) == "on" and t.word(i + 2) in _PARTS_OF_DAY
    return t.word(i + 2) if named else ""


_PARTS_OF_DAY = _AFTERNOON | {"morning"}


def _part_of_day(t: Tokens, i: int) -> bool:
    return t.word(i) == "in" and t.word(i + 1) == "the" and (t.word(i + 2) == "morning" or t.word(i + 2) in _AFTERNOON)


_HOURS = frozenset(map(str, range(1, 13)))


def _two_digits(t: Tokens, colon: int) -> bool:
    follow = t.word(colon + 1)
    return t.glued(colon - 1) and t.glued(colon) and t.kind(colon + 1) == "n" and len(follow) == 2 and follow.isdigit()


def _half_of_day(t: Tokens, i: int) -> tuple[str | None, int]:
    word = t.word(i)
    if word in ("am", "pm"):
        return word[0], i + 1
    if word in ("a", "p") and t.word(i + 1) == "." and t.word(i + 2) == "m" and t.glued(i) and t.glued(i + 1):
        return word, i + 4 if t.word(i + 3) == "." else i + 3
    return None, i
