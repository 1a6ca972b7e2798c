"""Recency: 0.5^(age / half-life) of the class of topic, never below the floor, in [0, 1].

Law, standards and history do not age. A date up to the days of grace ahead is today's (time zones); a later
one, the epoch's first day (what broken clocks write) and no date at all are unknown: a stated middle value.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache

from quality.axis_input import Page, Query
from quality.options import Options
from quality.thresholds import HISTORY_YEARS, TOPIC_HEAD_CHARACTERS
from wellsourced_core.lexicon import rows
from wellsourced_core.model import AxisScore
from wellsourced_core.text import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DatedBy

NAME = "recency"
_EPOCH = date(1970, 1, 1)
_AGELESS = ("law", "standards", "history")
# A date that no provider gave is marked as such.
_READ_IN: dict[DatedBy, str] = {
    "": "",
    "address": " (read in the address)",
    "page": " (read in the page's metadata)",
    "text": " (read in a dateline of the text)",
}


@cache
def _cues() -> dict[str, str]:
    """Return the cues of each class of topic; a question with one of an earlier class is of that class."""
    found: dict[str, str] = {}
    for topic, cues in rows("cues of a topic"):
        found[topic] = " ".join([found.get(topic, ""), *cues])
    return found


@cache
def _class_of() -> dict[str, str]:
    return {stem: topic for topic, cues in reversed(_cues().items()) for stem in content(cues)}


@lru_cache(maxsize=4)
def topic_class(question: str, as_of: date) -> str:
    """Return the class of topic that the question's words suggest: one of the configured half-lives.

    A year at least ten years past makes it history, the current or a coming year news.
    """
    stems = content(question[:TOPIC_HEAD_CHARACTERS])
    found = {_class_of()[stem] for stem in stems if stem in _class_of()}
    years = [int(s) for s in stems if len(s) == 4 and s.isascii() and s.isdigit() and "1000" <= s <= "2999"]
    if any(year >= as_of.year for year in years):
        found.add("news")
    elif years and max(years) <= as_of.year - HISTORY_YEARS:
        found.add("history")
    return next((topic for topic in _cues() if topic in found), "default")


def matters(query: Query, options: Options) -> bool:
    """Tell whether it is known how fast the topic ages: by its own words, or by configuration."""
    return bool(options.topic) or topic_class(query.text, query.as_of) != "default"


def score(query: Query, pages: Sequence[Page], options: Options) -> list[AxisScore]:
    """Score how fresh each page is for this class of topic."""
    topic = options.topic or topic_class(query.text, query.as_of)
    limits = (options.grace_days, options.recency_floor, options.unknown)
    given = query.as_of, topic, _half_life(topic, options), limits, options.weight(NAME)
    # Sources share dates: each date is described once.
    days = [(page.source.published, page.source.dated_by) for page in pages]
    scores = {day: _score(day, *given) for day in dict.fromkeys(days)}
    return [scores[day] for day in days]


def _score(
    dated: tuple[date | None, DatedBy],
    as_of: date,
    topic: str,
    half_life: float | None,
    limits: tuple[float, float, float],
    weight: float,
) -> AxisScore:
    grace, floor, unknown = limits
    published, dated_by = dated
    if published is None or published == _EPOCH:
        return AxisScore(NAME, unknown, weight, "date unknown", known=False)
    age = (as_of - published).days
    if age < -grace:
        return AxisScore(NAME, unknown, weight, f"dated ahead: {published}", known=False)
    day = f"{published}{_READ_IN[dated_by]}"
    if half_life is None:
        return AxisScore(NAME, 1.0, weight, f"{day}; {topic} does not age")
    value = max(floor, 0.5 ** (max(0.0, age - grace) / half_life))
    return AxisScore(NAME, value, weight, f"{day}; half-life {half_life:g} days ({topic})")


def _half_life(topic: str, options: Options) -> float | None:
    for name, days in options.half_lives:
        if name == topic:
            return days
    if topic in _AGELESS:
        return None
    return next((days for name, days in options.half_lives if name == "default"), None)
