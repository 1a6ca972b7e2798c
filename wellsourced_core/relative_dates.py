"""Read the days that a text tells from its own day ("on Tuesday", "last year") and say which they are.

A text that was published on a known day means by "on Tuesday" the last one before it, or the next one where it speaks
of what is to come. What cannot be told for certain ("recently", "next Tuesday", anything of an undated text) is found
too, without a day: whoever repeats it later repeats something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from wellsourced_core.lexicon import either, listed, words
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_DAYS = listed("days of the week", "en")
_NAMES = listed("month names", "en")
_MONTHS = {name.lower(): n for n, name in enumerate(_NAMES, 1)}
_NUMBERS = {name: n for n, name in enumerate(listed("numerals from zero", "en")[:10])}
_DAY, _MONTH = "|".join(one.capitalize() for one in _DAYS), "|".join(_NAMES)
_PARTS = either("parts of a day", language="en")
_BEFORE = rf"(?:(?P<prep>(?i:{either('before a named day', language='en')})) )?(?:(?P<which>(?i:last|this|next)) )?"
_WEEKDAY = compiled(
    rf"\b{_BEFORE}(?P<day>{_DAY})\b(?P<part> (?:{_PARTS})\b)?"
    rf"(?!s\b|['’]s|,? [0-3]?[0-9] (?:{_MONTH})|,? (?:{_MONTH})\b)"
)
# "A Saturday's work" is any one's; "last Saturday's" and "next Saturday's" read badly with a day put in.
_OWNED_DAY = compiled(rf"(?<![Aa] )(?<![Aa]ny )(?<![Oo]ne )\b(?P<day>{_DAY})['’]s(?= [a-z])")
# Several days in a row, or one in the plural, are those of every week.
_EVERY_WEEK = compiled(
    rf"\b(?:{_DAY})s?(?: (?:{_PARTS})s?)?(?: to | through |–|-| and | or | than (?:on )?|, )(?:{_DAY})"
    rf"|\b(?i:{either('before a day of every week or year', language='en')}) (?:{_DAY})\b|\b(?:{_DAY}) (?:{_PARTS})s\b"
)
# "Friday 6 to Sunday 8 November": the days of a month, named beside their numbers.
_NUMBERED = compiled(
    rf"\b(?:{_DAY}),? [0-3]?[0-9](?:st|nd|rd|th)?(?:(?:,| to| and| or| until| till| ?[-–]) ?"
    rf"(?:(?:{_DAY}),? )?[0-3]?[0-9]"
    rf"(?:st|nd|rd|th)?)* (?:of )?(?:{_MONTH})\b"
)
# "On Monday 26 children" has no day's number.
_NUMBER_OF_DAY = compiled(
    r",? (?:the )?[0-3]?[0-9](?:st|nd|rd|th)?\b(?![:.]?[0-9]| ?[ap]\.?m\b| (?:[a-z]+s|children|people)\b)"
)
# "On the Saturday": the one of something that was told; "late on next Friday" reads badly with a day put in.
_TOLD_DAY = compiled(rf"\b(?i:{either('before a day that was told', language='en')}) \Z")
# "Because the lessons were on Friday": on that of every week.
_HELD_WEEKLY = compiled(r"\b(?:lessons|classes|rehearsals) (?:are|were) \Z")
# "The first Monday of the month".
_WHICH = compiled(r"\b(?i:first|second|third|fourth|last) \Z")
_OF_EVERY_MONTH = compiled(r" (?:of|in) (?:the|an?|each|every) (?:month|quarter|year)\b")
# "You have got your Friday", "on a Friday": any one.
_ANY_DAY = compiled(r"\b(?i:your|my|an?|any) \Z")
_OF_A_DAY = compiled(r" [a-z]{3,}[^s\W]s\b")  # "Sunday arrivals cost less than Friday arrivals"
# "A higher Friday fare": the one of every week.
_KIND_OF_DAY = compiled(r"\b(?i:your|my|an?|any)(?: [a-z]+)? \Z")
_YESTERDAY = compiled(
    r"\b(?P<day>(?i:yesterday|tomorrow|tonight|(?:as of )?today|last night|this(?= (?:morning|afternoon|evening)\b)))\b"
    rf"(?P<part> (?:{_PARTS})\b)?(?P<own>['’]s)?"
)
_SPAN = compiled(
    rf"\b(?:(?P<prep>(?i:{either('before a span of time', language='en')})) )?(?P<which>(?i:last|this|next)) "
    rf"(?P<span>{either('spans of time', language='en')}|{_MONTH})\b(?P<own>['’]s)?"
)
_PRESENT_PASSIVE = compiled(r"\b(?:is|are|be|being) \w+ \Z")
_AGO = compiled(r"\b(?P<count>[0-9]{1,3}|\w+) (?P<unit>day|week|month|year|decade)s? ago\b")
_VAGUE = compiled(rf"\b(?:{either('vague times', gap=' ')})\b", re.IGNORECASE)
_MONTH_ALONE = compiled(
    rf"\b(?P<day>[0-3]?[0-9] )?(?P<month>{_MONTH})\b(?P<after> [0-3]?[0-9]\b(?!:))?"
    r"(?!,? (?:of )?[12][0-9]{3}|,? (?:last|this|next) year)"
)
_YEAR = compiled(r"\b(?:1[0-9]|20)[0-9]{2}\b")
_BOUND = compiled(rf"\b(?i:{either('bounds of a time', language='en')}) \Z")
_SEVERAL = compiled(rf"\b(?:{either('spans told in the plural', language='en')})\b")
_EVERY_YEAR = compiled(rf"\b(?i:each|every) (?:{either('spans of time', language='en')})\b|\b(?i:annually|yearly)\b")
_WORD = compiled(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_TO_COME = words("verbs of what is to come", "en")
_PROPOSED = words("verbs of what was proposed", "en")
_NOT = ("", "n't", "n’t")
_PASTS = words("irregular pasts", "en") | {f"{one}{no}" for one in ("was", "were", "had", "did") for no in _NOT}
_WAS = frozenset("was were had".split())
_WEEKDAY_BEFORE = compiled(rf"\b({_DAY}),? (?:the )?\Z")
_IS_BEHIND = compiled(r" (?:is|are|was|were|falls)\b")
_BARE = frozenset(("", "on", "in"))
_SEASON_MONTHS = 7  # ahead, in which "this autumn" is that of the year; behind it as many as a season has
_SURE_MONTHS = 2  # behind a season, from which "last" means that one
_MOST_DAYS_BACK = 300  # of a month that is told as past: a longer one ago may be the next
_NEAR_WORDS = 12
_FEWEST_YEARS, _MOST_YEARS = 2, 9  # a longer time ago is hardly meant to the year


@frozen
class RelativeDate:
    """A time that is told from the text's own day: where it stands, the day, month or year it is, and how to write it.

    ``iso`` is "2025-02-11", "2025-02" or "2025", of a week its Monday; both are "" where that cannot be told.
    """

    start: int
    end: int
    text: str
    iso: str = ""
    written: str = ""


def relative_dates(sentence: str, published: date | None) -> tuple[RelativeDate, ...]:
    """Return the times of a sentence that only the day of its text tells, in order, none inside another."""
    found = [*_weekdays(sentence, published), *_near_days(sentence, published), *_spans(sentence, published)]
    found += [*_owned_days(sentence, published), *_ends(sentence, published)]
    found += [*_ago(sentence, published), *_months(sentence, published), *_year_ago(sentence, published)]
    found += [RelativeDate(*m.span(), m[0]) for m in _VAGUE.finditer(sentence)]
    if not _YEAR.search(sentence):
        found += [RelativeDate(*m.span(), m[0]) for m in _PART_OF_YEAR.finditer(sentence)]
    kept: list[RelativeDate] = []
    for one in sorted(found, key=lambda f: (f.start, -f.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def with_dates(sentence: str, found: Iterable[RelativeDate]) -> str:
    """Return a sentence with the given times of it written out; each of them can be told."""
    for one in sorted(found, key=lambda f: -f.start):
        sentence = f"{sentence[: one.start]}{one.written}{sentence[one.end :]}"
    return sentence


def written_day(day: date) -> str:
    """Write a day as "11 February 2025"."""
    return f"{day.day} {_NAMES[day.month - 1]} {day.year}"


def _weekdays(text: str, published: date | None) -> Iterator[RelativeDate]:
    apart = [m.span() for pattern in (_EVERY_WEEK, _NUMBERED) for m in pattern.finditer(text)]
    for found in _WEEKDAY.finditer(text):
        before = text[: found.start()]
        kind = _ANY_DAY if found["prep"] else _KIND_OF_DAY
        monthly = _WHICH.search(text[: found.start("day")]) and _OF_EVERY_MONTH.match(text, found.end())
        every = monthly or kind.search(before) or _HELD_WEEKLY.search(before)
        if every or any(start <= found.start("day") < end for start, end in apart):
            continue
        prep, which = (found["prep"] or "").lower(), (found["which"] or "").lower()
        if _OF_A_DAY.match(text, found.end()) and (not found.start() or text[: found.start()].endswith("than ")):
            continue
        told = not prep and _TOLD_DAY.search(text[: found.start()])
        told = told or _NUMBER_OF_DAY.match(text, found.end())
        if week := _OF_A_WEEK.match(text, found.end()):
            yield _day_of_week(found, week, published, prep)
            continue
        day = None if published is None or told else _named_day(text, found, published, which)
        if day is None:
            yield RelativeDate(*found.span(), found[0])
            continue
        part = (found["part"] or "").strip()
        clock = part in ("noon", "midnight")
        whole = f"the {part} of {written_day(day)}" if part and not clock else written_day(day)
        lead = "on" if prep in _BARE else f"{prep} on" if prep in ("late", "early") else prep
        yield _dated(found, day.isoformat(), f"at {part} {lead} {whole}" if clock else f"{lead} {whole}")


_OF_A_WEEK = compiled(r" of (?:the week (?:before|after)(?: last| next)?|(?P<which>last|this|next) week)\b")
_STEPS = {"last": -1, "this": 0, "next": 1}


def _day_of_week(found: re.Match[str], week: re.Match[str], published: date | None, prep: str) -> RelativeDate:
    """Return "Tuesday of last week"; which Sunday that is, begins or ends the week, nobody can tell."""
    weekday, step = _DAYS.index(found["day"].lower()), _STEPS.get(week["which"] or "")
    said = f"{found[0]}{week[0]}"
    if published is None or step is None or weekday == len(_DAYS) - 1:
        return RelativeDate(found.start(), week.end(), said)
    day = published + timedelta(days=weekday - published.weekday(), weeks=step)
    written = f"{'on' if prep in _BARE else prep} {written_day(day)}"
    written = written[0].upper() + written[1:] if found[0][0].isupper() and prep else written
    return RelativeDate(found.start(), week.end(), said, day.isoformat(), written)


def _owned_days(text: str, published: date | None) -> Iterator[RelativeDate]:
    """Yield "Saturday's race", with its day behind it: the verb behind it tells which Saturday."""
    for found in _OWNED_DAY.finditer(text):
        tense = "" if published is None else _tense(text[found.end() :], 0)
        if published is None or tense not in ("past", "future"):
            yield RelativeDate(*found.span(), found[0])
            continue
        back = (published.weekday() - _DAYS.index(found["day"].lower())) % 7
        day = published + timedelta(days=-back if tense == "past" else (7 - back) % 7)
        yield RelativeDate(*found.span(), found[0], day.isoformat(), f"{found[0]} ({written_day(day)})")


def _named_day(text: str, found: re.Match[str], published: date, which: str) -> date | None:
    back = (published.weekday() - _DAYS.index(found["day"].lower())) % 7
    tense = "past" if which == "last" else "future" if which == "this" else _tense(text, found.start("day"))
    # "From tomorrow until Sunday", whatever verb stands near.
    tense = "future" if _FROM_NOW.search(text[: found.start()][-12:]) else tense
    bound = _TENSE_OF_BOUND.get((found["prep"] or "").lower(), "")
    # "Announced that it is shut until Sunday", "without computers since Monday", whatever other verb stands near.
    if bound == "past" or (bound and _PRESENT_PASSIVE.search(text[: found.start()])):
        tense = bound
    tense = tense or bound
    if which == "next":
        # Of a day that this week has no more "next" is the only one to come.
        return published + timedelta(days=7 - back) if 0 < back <= published.weekday() else None
    if tense in ("", "unsure"):
        return None
    if tense == "future":
        return published + timedelta(days=(7 - back) % 7 or 7)
    return published - timedelta(days=back or (7 if which == "last" else 0))


_TENSE_OF_BOUND = {"since": "past", "until": "future"}
_FROM_NOW = compiled(r"\b(?i:today|tonight|tomorrow) \Z")


# "The firm today unveils", "has today published", "today signed an agreement": news of the day.
_NEWS = either("what is done on a day", language="en")
_NEWS_BEHIND = compiled(
    rf" (?:{_NEWS}|{either('irregular pasts', language='en')}|was|were|had|set out"
    r"|[a-z]{2,20}ed (?=(?:an?|the|its|their|that)\b))\b"
)
_NEWS_BEFORE = compiled(rf"\b(?:{_NEWS}) \Z")
_DONE_BEHIND = compiled(r" [a-z]+e[dn]\b")
_HAS_BEFORE = compiled(r"\b(?:has|have|was|were) \Z")
_FROM = compiled(r"(?<!different )(?<!differ )(?<!differed )(?<!far )(?<!away )\b[Ff]rom \Z")
_FIGURE_BEHIND = compiled(r",? (?:(?:about|nearly|almost|only|more than) )?[0-9][0-9.,]*(?! (?:[A-Z]|people\b))")
_NUMBERED_BEHIND = compiled(r",? [0-9]")  # "from today, 11 January"
_OTHER_TIME = compiled(
    rf"\b(?:{either('before a today of another time', language='en')}) \Z|\b(?:is|are|be|being) \w+ \Z"
)
# "Cars sold today are" tells of nowadays.
_CLAUSE_ENDS = compiled(rf"\Z|[,.;:)]| (?:{either('behind a verb and its day', language='en')})\b")
# A word in -ed is a verb behind who does it: "the realities faced by people today" are those of nowadays.
_PAST_BEFORE = compiled(
    rf"\b(?:(?:(?:{_NEWS})(?<=ed)|{either('irregular pasts', language='en')}|was|were|had)"
    rf"|(?:{either('personal pronouns', language='en')}|(?<![Tt]he )[A-Z]\w{{1,30}}) [a-z]{{2,20}}ed)\b"
    rf"(?:,? (?!(?:{either('what today is told of as of nowadays', language='en')})\b)[^\s,;:(]{{1,40}}){{1,6}},? \Z"
)
_PAST_RIGHT_BEFORE = compiled(
    rf"(?<!\w)(?!(?:{either('participles of what is done nowadays', language='en')})\b)"
    rf"(?:[a-z]{{2,20}}ed|{either('irregular pasts', language='en')}) \Z"
)
_PARTICIPLE_BEFORE = compiled(r"(?<!\bwas )(?<!\bwere )\b[a-z]{2,20}ed \Z")


def _is_that_day(before: str, behind: str) -> bool:
    """Tell whether "today" is the day, as news and verbs of the past tell; it may mean nowadays."""
    if _FROM.search(before):
        return _NUMBERED_BEHIND.match(behind) is None
    done = _DONE_BEHIND.match(behind) and _HAS_BEFORE.search(before)
    if done or _NEWS_BEHIND.match(behind) or _NEWS_BEFORE.search(before):
        return True
    if _CLAUSE_ENDS.match(behind) is None or _OTHER_TIME.search(before):
        return False
    if _PAST_RIGHT_BEFORE.search(before):
        return True
    return _PAST_BEFORE.search(before) is not None and _PARTICIPLE_BEFORE.search(before) is None


def _near_days(text: str, published: date | None) -> Iterator[RelativeDate]:
    for found in _YESTERDAY.finditer(text):
        word = found["day"].lower()
        before = text[: found.start()]
        behind = text[found.end() :]
        # "Today 87 percent come back": so it stood on that day.
        figure = word == "today" and not before and _FIGURE_BEHIND.match(behind) is not None
        stands = figure and _tense(behind, 0) != "past" and " will " not in behind
        sure = word != "today" or stands or _is_that_day(before, behind)
        if published is None or found["own"] or not sure:
            yield RelativeDate(*found.span(), found[0])
            continue
        day = published + timedelta(days={"yesterday": -1, "last night": -1, "tomorrow": 1}.get(word, 0))
        part = "night" if word in ("tonight", "last night") else (found["part"] or "").strip()
        lead = "as of" if word.startswith("as of") or stands else "" if _FROM.search(before) else "on"
        whole = f"{lead} the {part} of {written_day(day)}" if part else f"{lead} {written_day(day)}"
        yield _dated(found, day.isoformat(), whole.lstrip())


def _spans(text: str, published: date | None) -> Iterator[RelativeDate]:
    for found in _SPAN.finditer(text):
        which, span, prep = found["which"].lower(), found["span"], (found["prep"] or "").lower()
        # "In its last year": of whatever is told of.
        counted = prep in ("the", "for") or _OWN.search(text[: found.start()])
        # "This spring saw record rain": no preposition fits.
        subject = not found.start() and not prep and _VERB_BEHIND.match(text, found.end()) is not None
        past = _tense(text, found.start()) == "past"
        when = None if published is None or counted or subject else _span(which, span, published, past=past)
        if text.startswith(_BUT_ONE, found.end()):
            yield _but_one(found, when)
            continue
        follows = text[found.end() : found.end() + 2].strip()[:1]
        if when is None or (found["own"] and (span == "week" or not follows.isalpha())):
            yield RelativeDate(*found.span(), found[0])
            continue
        iso, name = when
        if found["own"]:
            written = f"{prep} the {name}".strip()
        elif prep in _BARE and not _ends_with_month(text[: found.start()]):
            written = f"in {name}"
        else:
            written = f"{prep}{' in' if prep == 'than' else ''} {name}".strip()
        yield _dated(found, iso, written)


_VERB_BEHIND = compiled(
    rf" (?:{either('helping verbs', language='en')}|[a-z]{{2,20}}ed|{either('irregular pasts', language='en')})\b"
)
_BUT_ONE = " but one"


def _but_one(found: re.Match[str], when: tuple[str, str] | None) -> RelativeDate:
    """Return "last summer but one": that of the year before, of a season or a year that can be told."""
    start, end, said = found.start(), found.end() + len(_BUT_ONE), f"{found[0]}{_BUT_ONE}"
    if when is None or not when[0].isdigit() or found["which"].lower() != "last":
        return RelativeDate(start, end, said)
    year = str(int(when[0]) - 1)
    written = f"{(found['prep'] or '').lower() or 'in'} {when[1].replace(when[0], year)}"
    return RelativeDate(start, end, said, year, written[0].upper() + written[1:] if start == 0 else written)


def _ends(text: str, published: date | None) -> Iterator[RelativeDate]:
    """Yield the end of the month or year of a text's own day; what is to come ends with the one that runs."""
    for found in _END_OF.finditer(text):
        bound = _UNTIL.search(text[: found.start()]) is not None or _tense(text, found.start()) == "future"
        if published is None or not bound:
            yield RelativeDate(*found.span(), found[0])
            continue
        iso, name = _month(published.year, published.month)
        iso, name = (iso, name) if found["span"] == "month" else (str(published.year), str(published.year))
        yield RelativeDate(*found.span(), found[0], iso, f"the end of {name}")


_END_OF = compiled(r"\bthe end of the (?P<span>month|year)\b")
_UNTIL = compiled(r"\b(?i:until|till|by)(?: about| around)? \Z")


def _span(which: str, span: str, published: date, *, past: bool) -> tuple[str, str] | None:
    step = {"last": -1, "this": 0, "next": 1}[which]
    if span == "year":
        return str(published.year + step), str(published.year + step)
    if span == "month":
        return _month(published.year, published.month + step)
    if span == "week":
        monday = published - timedelta(days=published.weekday()) + timedelta(weeks=step)
        return monday.isoformat(), f"the week of {written_day(monday)}"
    if which == "this" and _is_this_years(span, published, past=past):
        return str(published.year), f"the {span} of {published.year}"
    if which == "last" and span in _SEASONS:
        # Right behind it "last summer" may be this one or the one before.
        ended = (published.month - _SEASONS[span][-1]) % 12
        if published.month in _SEASONS[span] or ended < _SURE_MONTHS:
            return None
        year = published.year - (published.month < _SEASONS[span][0])
        return str(year), f"the {span} of {year}"
    if which == "next" and span in _SEASONS and _SEASONS[span][-1] < published.month:
        return str(published.year + 1), f"the {span} of {published.year + 1}"
    if span.lower() in _MONTHS:
        month = _MONTHS[span.lower()]
        if which == "this":
            return _month(published.year, month)
        if which == "last" and month > published.month:
            return _month(published.year - 1, month)
        return _month(published.year + 1, month) if which == "next" and month < published.month else None
    return None


# The months in which "this summer" is the one of the year; winter belongs to two years.
_SEASONS = {"spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11), "fall": (9, 10, 11)}


def _is_this_years(span: str, published: date, *, past: bool) -> bool:
    """Tell whether "this summer" is the one of the year: it runs, lies ahead, or is told as past right behind it."""
    if span not in _SEASONS:
        return False
    first, *_, last = _SEASONS[span]
    ahead, behind = first - published.month, published.month - last
    return (
        (ahead <= 0 and behind <= 0)
        or (0 < ahead <= _SEASON_MONTHS and not past)
        or (0 < behind <= len(_SEASONS[span]) and past)
    )


def _month(year: int, month: int) -> tuple[str, str]:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return f"{year}-{month:02}", f"{_NAMES[month - 1]} {year}"


def _ends_with_month(text: str) -> bool:
    return text.rstrip().endswith(_NAMES)


def _ago(text: str, published: date | None) -> Iterator[RelativeDate]:
    for found in _AGO.finditer(text):
        count = found["count"].lower()
        number = int(count) if count.isdigit() else _NUMBERS.get(count, 0)
        if count in ("a", "A") and _YEAR_AGO.match(text, found.start()):
            continue
        if _AMOUNT.search(text[: found.start()]):
            yield RelativeDate(*found.span(), found[0])
        elif published is not None and found["unit"] == "day" and number:
            day = published - timedelta(days=number)
            yield _dated(found, day.isoformat(), f"on {written_day(day)}")
        elif published is not None and found["unit"] == "year" and _FEWEST_YEARS <= number <= _MOST_YEARS:
            yield _dated(found, str(published.year - number), f"in {published.year - number}")
        else:
            yield RelativeDate(*found.span(), found[0])


_OWN = compiled(r"\b(?:its|their|his|her|our|my) \Z")
_AMOUNT = compiled(rf"\b(?i:{either('before an amount of time', language='en', gap=' ')}) \Z")
_PART_OF_YEAR = compiled(r"\b(?:first|second|third|fourth|last) (?:quarter|half)\b(?! of (?:an?|the [a-z]+ (?!year)))")
# "It closed more than a year ago"; "12 percent more than a year ago" compares.
_LONGER = compiled(r"(?<!percent )(?<!per cent )(?<!points )(?<!times )(?<!% )\b(?:[Mm]ore|[Ll]ess|[Ll]onger) \Z")
_YEAR_AGO = compiled(
    r"\b(?:(?P<lead>than|from|with|to|of) )?[Aa] year ago\b"
    rf"(?! (?:{either('days behind a year ago', language='en')})\b)"
)


def _year_ago(text: str, published: date | None) -> Iterator[RelativeDate]:
    """Yield what was a year ago, or is compared with it: that month of the year before; none "more than a year ago"."""
    for found in _YEAR_AGO.finditer(text):
        lead = found["lead"] or "in"
        amount = (_LONGER if lead == "than" else _AMOUNT).search(text[: found.start()])
        if published is None or amount:
            yield RelativeDate(*found.span(), found[0])
            continue
        iso, name = _month(published.year - 1, published.month)
        yield _dated(found, iso, f"{lead}{' in' if lead == 'than' else ''} {name}")


def _months(text: str, published: date | None) -> Iterator[RelativeDate]:
    """Yield the months without a year that a sentence tells of as past or to come; those of every year are none."""
    if _YEAR.search(text) or _EVERY_YEAR.search(text):
        return
    found = list(_MONTH_ALONE.finditer(text))
    tenses = {_tense(text, one.start()) for one in found}
    bound_to = _by_bound(text[: found[0].start()]) if len(found) == 1 else ""
    # "Open again since 22 August, later than planned", whatever other verb stands near; "since 22 August is a holiday".
    since = bound_to == "past" and not _IS_BEHIND.match(text, found[0].end())
    if since or tenses == {""}:
        tenses = {bound_to}
    if not found or tenses <= {""}:
        return
    # "At least one shoot by 1 May": a bound may be one of every year.
    bound = any(_BOUND.search(text[: one.start()]) for one in found) and "future" not in tenses
    if len(found) != 1 or published is None or bound or "unsure" in tenses or _SEVERAL.search(text):
        yield from (RelativeDate(*one.span(), one[0]) for one in found)
        return
    (one,), month = found, _MONTHS[found[0]["month"].lower()]
    past = tenses == {"past"}
    number = (one["day"] or one["after"] or "").strip()
    mark = (month, int(number)) if number else (month,)
    now = (published.month, published.day)[: len(mark)]
    year = published.year - (1 if past and mark > now else 0) + (1 if not past and mark < now else 0)
    try:
        day = date(year, month, int(number or 1))
    except ValueError:
        day = None
    named = _WEEKDAY_BEFORE.search(text[: one.start()])
    # "The date of 12 September, mentioned before" on 7 September is hardly one of last year.
    ahead = day is not None and past and year < published.year and (published - day).days > _MOST_DAYS_BACK
    if day is None or ahead or (named and number and _DAYS[day.weekday()] != named[1].lower()):
        yield RelativeDate(*one.span(), one[0])
        return
    iso = day.isoformat() if number else f"{year}-{month:02}"
    yield _dated(one, iso, f"{one[0]}, {year}" if one["after"] else f"{one[0]} {year}")


# "The deadline was moved from 19 to 12 February": to a day ahead.
_PUT_TO = compiled(
    rf"\b(?:{either('what is put to another day', language='en', gap=' ')})\b[^.;:]{{0,60}}"
    r"\b(?:to|until|till) (?:about |around |at least )?\Z"
)


def _tense(text: str, at: int) -> str:
    """Return "past" or "future" by the verb nearest before a place, else the nearest behind it; "" where none tells.

    "unsure" is what was planned once: it may have come or not. What something was moved to is ahead.
    """
    if put := _PUT_TO.search(text[:at]):
        # "Had been extended to 31 May, and was missed": that day may be over.
        before, behind = _said(text[: put.start()])[-2:], _said(text[at:])
        over = "had" in before or any(word in _PASTS or word.endswith("ed") for word in behind)
        return "unsure" if over else "future"
    before = _said(text[:at])[-_NEAR_WORDS:]
    behind = _said(text[at:])[:_NEAR_WORDS]
    said = [*before, "", *behind]
    for i in (*range(len(before) - 1, -1, -1), *range(len(before) + 1, len(said))):
        word, follows = said[i], said[i + 1] if i + 1 < len(said) else ""
        if word in _TO_COME and (word, follows) != ("would", "have") and not _is_thing(word, said[i - 1] if i else ""):
            return "unsure" if _is_past_plan(said[max(0, i - 4) : i], word) else "future"
        # "Proposed holding the fair on 28 November": of the next one, which may be over.
        if i < len(before) and word in _PROPOSED and (follows == "to" or follows.endswith("ing")):
            return "unsure"
        is_past = word in _PASTS or (len(word) > 3 and word.endswith("ed"))
        # "From 29 March, provided that staff have been trained": which March, a perfect behind it does not tell.
        perfect = i > len(before) and said[i - 1] == "been" and said[i - 2] in ("has", "have")
        if is_past and not perfect and not _is_no_past(word, said[i - 1] if i else ""):
            return "past"
    return ""


def _said(text: str) -> list[str]:
    """Return the words of a text in lower case; May, which is no "may", in none."""
    return [word.lower() if word != "May" else "" for word in _WORD.findall(text)]


def _by_bound(before: str) -> str:
    """Return what a word right before a month tells: "since" of the past; "from July" may be either."""
    word = (before.split()[-1:] or [""])[0].lower()
    return {"since": "past", "from": "unsure", "until": "unsure"}.get(word, "")


def _is_past_plan(before: Sequence[str], word: str) -> bool:
    """Tell whether a plan is told of as one that was: "had been planned for January" may mean either January."""
    if word == "would":
        return "had" in before  # "had promised it would be clear by Friday": that Friday may be over
    return word not in ("will", "shall") and not _WAS.isdisjoint(before[-2:])


def _is_thing(word: str, before: str) -> bool:
    """Tell whether a word that may be a verb is a noun: "the plan"."""
    return word.startswith("plan") and word != "planned" and before in _BEFORE_NOUNS


_BEFORE_NOUNS = words("articles and prepositions", "en") - {"to"}


def _is_no_past(word: str, before: str) -> bool:
    """Tell whether a word in -ed is none, or part of "is allowed"."""
    return word.endswith(("eed", "hundred")) or before in ("is", "are", "be", "being")


# "In the night to Sunday" has its preposition, too.
_BEHIND_PREPOSITION = compiled(rf"\b(?i:{either('before a named day', language='en')}|to) \Z")


_NUMBER_BEHIND = compiled(r" [0-9]")


def _dated(found: re.Match[str], iso: str, written: str) -> RelativeDate:
    capital = found[0][0].isupper() and not found[0].startswith(tuple(one.capitalize() for one in _DAYS) + _NAMES)
    opens = found.start() == 0 or capital
    # "By last night": one preposition is enough.
    if written.startswith("on ") and _BEHIND_PREPOSITION.search(found.string[: found.start()]):
        written = written.removeprefix("on ")
    # "In 2026, 1,480 answered": no number runs into another.
    if written[-1:].isdigit() and _NUMBER_BEHIND.match(found.string, found.end()):
        written += ","
    return RelativeDate(*found.span(), found[0], iso, written[0].upper() + written[1:] if opens else written)
