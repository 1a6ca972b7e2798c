"""Read what makes an interval of a number: the bound that words set, a range's two ends, a unit lent to either."""

from __future__ import annotations

import math
from itertools import pairwise

from wellsourced_core.lexicon import words
from wellsourced_core.quantities.dates import year_days
from wellsourced_core.quantities.number_words import (
    AFTER,
    BEFORE,
    BEFORE_CJK,
    BEFORE_DATES,
    CHANGE_WORDS,
    DASHES,
    MULTIPLES,
    SCORE_TALK,
    TRANSPARENT,
)
from wellsourced_core.quantities.tokens import Tokens
from wellsourced_core.quantities.unfinished_quantity import DATED, Mention
from wellsourced_core.thresholds import (
    DENIAL_NEAR_WORDS,
    LENDER_NEAR_TOKENS,
    MARGIN_NEAR_WORDS,
    NOBODY_NEAR_WORDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Bound

# ---------------------------------------------------------------------------------------------- bounds


def qualify(t: Tokens, m: Mention) -> Mention:
    """Read the bound and the blur from the words around."""
    if m.kind == "score":
        return m  # "passed 212-187" sets no bound
    dated = m.kind in DATED
    i = m.first - 1
    skipped = 0
    passable = ("the",) if m.kind in ("decade", "century") else () if dated else TRANSPARENT
    while skipped < 2 and t.word(i) in passable and t.word(i) != "about" and i > 0:
        i -= 1
        skipped += 1
    hit = bound_before(t, i, BEFORE_DATES if dated else BEFORE) or (bound_before(t, i, BEFORE) if dated else None)
    if hit and not (dated and t.word(i) in ("bis", "hasta") and _ends_range(t, i - 1)):
        (m.bound, m.approximate), size = hit
        if m.bound == ">" and t.word(i - size) not in _OF_THEM and _denied(t, i - size):
            m.bound = "<="  # "should not take more than 4 g"
        elif m.bound == "<" and not m.approximate and _denied(t, i - size, 4):
            m.bound = ">="  # "will not reopen before 2027", "not meant for children under ten"
        elif m.bound == ">" and t.word(i) == "over" and m.kind in ("duration", "length"):
            m.bound = ">="  # "over 30 years", "over 100 metres": along them, as often as beyond
        further = bound_before(t, i - size, BEFORE)
        if further and further[0][1]:
            m.approximate = True
    elif m.kind not in DATED and not t.word(m.first - 1).isascii():
        m.bound, m.approximate = _joined_before(t, m.first - 1) or (m.bound, m.approximate)
    after = _after(t, m.last)
    if after and not m.bound:
        m.bound, blurred = after
        m.approximate = m.approximate or blurred
    return m


def _ends_range(t: Tokens, i: int) -> bool:
    """Tell whether a day stands at i: "vom 3. bis 5. Juni" sets no bound."""
    return t.kind(i) == "n" or (t.word(i) == "." and t.kind(i - 1) == "n" and t.glued(i - 1))


def _denied(t: Tokens, i: int, within: int = DENIAL_NEAR_WORDS) -> bool:
    before = [t.word(k) for k in range(i, max(-1, i - within), -1)]
    if any(word in ("not", "nicht", "never") or word.endswith("n't") for word in before):
        return True
    for k in range(i, max(-1, i - NOBODY_NEAR_WORDS), -1):  # "No ticket costs more than 48", "None of them is over 3 m"
        if t.kind(k) == "s":
            return False
        if t.word(k) in _NOBODY and (k == 0 or t.starts_sentence(k)):
            return True
    return False


def bound_before(
    t: Tokens, i: int, phrases: dict[tuple[str, ...], tuple[Bound, bool]]
) -> tuple[tuple[Bound, bool], int] | None:
    i = i - 1 if t.word(i) == "." and t.word(i - 1) in ("c", "ca", "approx") else i
    for size in (4, 3, 2, 1):
        start = i - size + 1
        if start < 0:
            continue
        phrase = tuple(t.low[start : i + 1])
        if phrase in phrases and not _is_bare_letter(t, start, phrase):
            return phrases[phrase], size
    return None


def _joined_before(t: Tokens, i: int) -> tuple[Bound, bool] | None:
    """Read the bound at the end of the word before a number, where words are not set apart: "人口约1400万"."""
    return next((found for phrase, found in BEFORE_CJK if t.glued(i) and t.word(i).endswith(phrase)), None)


def _is_bare_letter(t: Tokens, start: int, phrase: tuple[str, ...]) -> bool:
    # "c" is circa only with its full stop.
    return phrase == ("c",) and t.word(start + 1) != "."


def _after(t: Tokens, i: int) -> tuple[Bound, bool] | None:
    for size in (3, 2, 1):
        phrase = tuple(t.low[i : i + size])
        if phrase in AFTER:
            if phrase in (("+",), ("plus",)) and not t.glued(i - 1):
                return None
            return AFTER[phrase]
    return None


# ---------------------------------------------------------------------------------------------- ranges


def join(t: Tokens, found: list[Mention]) -> list[Mention]:
    """Join the two ends of a range or a score, and lend the second's unit to a bare first one."""
    joined: list[Mention] = []
    _lend_in_lists(t, found)
    _lend_to_margins(t, found)
    for m in found:
        before = joined[-1] if joined else None
        if before is not None and m.first - before.last <= 2 and before.high is None and _pair(t, before, m):
            continue
        joined.append(m)
    _lend_to_bare(t, joined)
    return [m for m in joined if m.kind != "identifier"]


_LENT = frozenset("percent unit length mass area volume speed power energy temperature duration".split())
_NO_NOUN = words("after a number without a noun")


def _lend_to_bare(t: Tokens, joined: list[Mention]) -> None:
    """Let a number that counts nothing have the unit before it, besides none: "212 µg/m³, against a limit of 25"."""
    lender: Mention | None = None
    for m in joined:
        if m.kind in _LENT:
            lender = m
        elif lender is not None and m.bare and m.kind == "count":
            between = t.low[lender.last : m.first]
            apart = m.first - lender.last > LENDER_NEAR_TOKENS or "." in between or ";" in between
            apart = apart or "w" not in t.sort[lender.last : m.first]  # "12 %, 12,000" only lists them
            if not apart and (t.kind(m.last) not in ("w", "n") or t.word(m.last) in _NO_NOUN):
                m.alternatives += ((m.value, "", "count"),) if m.high is None else ()
                m.unit, m.kind = lender.unit, lender.kind


def _lend_in_lists(t: Tokens, found: list[Mention]) -> None:
    """Give the bare numbers of a list the unit of degrees or percent that only its last one has: "17, 20 or 24 °C"."""
    for i in range(len(found) - 1, 1, -1):
        last = found[i]
        if last.kind not in ("temperature", "angle", "percent") or last.bare:
            continue
        if [t.word(k) for k in range(found[i - 1].last, last.first)] not in (
            ["or"],
            ["and"],
            [",", "or"],
            [",", "and"],
        ):
            continue
        at = i - 1
        while at >= 0 and found[at].bare and found[at].kind == "count" and found[at].plain:
            if at < i - 1 and (found[at].last + 1 != found[at + 1].first or t.word(found[at].last) != ","):
                break
            at -= 1
        if i - 1 - at >= 2:
            for m in found[at + 1 : i]:
                m.kind, m.unit, m.bare = last.kind, last.unit, False


def _lend_to_margins(t: Tokens, found: list[Mention]) -> None:
    """Give a bare margin ("plus or minus 0.4 million", "±3") the unit of the number before it."""
    for before, m in pairwise(found):
        i = m.first - 1
        margin = t.word(i) == "±" or [t.word(k) for k in range(i - 2, i + 1)] == ["plus", "or", "minus"]
        if margin and m.bare and m.kind == "count" and before.unit and m.first - before.last <= MARGIN_NEAR_WORDS:
            m.kind, m.unit, m.bare = before.kind, before.unit, False


def _pair(t: Tokens, a: Mention, b: Mention) -> bool:
    """Join b to a where they make one mention; otherwise lend a unit; return True when b is used up."""
    gap = [t.word(k) for k in range(a.last, b.first)]
    if "\n" in t.text[t.end[a.last - 1] : t.start[b.first]] or "identifier" in (a.kind, b.kind):
        return False
    dash = bool(gap) and all(word in DASHES for word in gap)
    if gap == [":"] and t.glued(a.last - 1) and t.glued(a.last) and _is_score(t, a, b):
        a.kind, a.high, a.last = "score", b.value, b.last
        return True
    if _add_up(t, a, b, gap):
        return True
    if _no_year(t, a, b, gap):
        a.kind, a.days, a.alternatives = "count", None, ()
    signed = not gap and b.value < 0 and t.word(b.first) in DASHES and t.end[a.last - 1] == t.start[b.first]
    if signed:
        b.value, dash = -b.value, True
    if (
        gap[:1] == ["of"]
        and (len(gap) == 1 or gap[1] == "the" or gap[1].endswith("'s"))
        and a.bare
        and a.kind == "count"
        and b.kind in _PARTED
    ):
        a.kind, a.unit = b.kind, b.unit  # "640 of the 1,900 hectares"
    if (len(gap) == 1 and gap[0] in _JOINTS) or dash or gap in _INSTEAD:
        opened = t.word(a.first - 1) in _BETWEEN and gap in (["and"], ["und"], ["et"], ["y"])
        _lend(a, b, gap, opened=opened)
    if not _comparable(a, b):
        return False
    if dash and _is_score(t, a, b):
        a.kind, a.high, a.last = "score", b.value, b.last
        return True
    if dash and b.value <= a.value and a.kind != "time":
        return False
    if (
        dash
        or (gap in (["to"], ["up", "to"], ["bis"], ["à"]) and _is_range(t, a, b))
        or (gap == ["until"] and t.word(a.first - 1) == "from")
        or (
            gap in (["and"], ["und"], ["et"], ["y"])
            and (
                t.word(a.first - 1) in ("between", "zwischen", "entre")
                or "range" in t.low[max(0, a.first - 3) : a.first]
            )
        )
    ):
        if b.value <= a.value:
            return False
        a.high, a.last = b.value, b.last
        if a.kind in DATED and a.days and b.days:
            a.days = (a.days[0], b.days[1])
        if a.kind == "year":
            a.days = year_days(a.value, b.value)
        a.step = min(a.step, b.step)
        if t.word(a.first - 1) in ("between", "zwischen", "entre"):
            a.first -= 1
        return True
    return False


# How many of the second make up one of the first: "2 hours, 4 minutes and 35 seconds".
_PARTS = {("hour", "minute"): 60, ("minute", "s"): 60, ("day", "hour"): 24, ("week", "day"): 7, ("year", "month"): 12}


def _add_up(t: Tokens, a: Mention, b: Mention, gap: list[str]) -> bool:
    """Add the smaller unit of a duration to the greater one before it; "3 h 50" leaves out the minutes."""
    if not gap and t.word(a.last - 1) == "h" and b.bare and b.plain and len(t.low[b.first]) == 2:
        b.kind, b.unit = "duration", "minute"
    parts = _PARTS.get((a.unit, b.unit)) if a.kind == b.kind == "duration" else None
    if parts is None or b.value >= parts or b.high is not None or a.value != int(a.value):
        return False
    if [word for word in gap if word not in (",", "and", "und", "et", "y")]:
        return False
    a.value, a.unit, a.step, a.last = a.value * parts + b.value, b.unit, b.step, b.last
    a.digits, a.alternatives = max(a.digits, 3), ()
    return True


def _no_year(t: Tokens, a: Mention, b: Mention, gap: list[str]) -> bool:
    """Tell whether four digits count, as what they move to does: "from 1900 to 3800"."""
    moved = gap in (["to"], ["auf"], ["à"], ["a"]) and t.word(a.first - 1) in ("from", "von", "de")
    return moved and a.kind == "year" and a.plain and a.high is None and b.bare and b.kind == "count" and b.high is None


def _comparable(a: Mention, b: Mention) -> bool:
    return (
        (a.kind, a.unit) == (b.kind, b.unit)
        and a.kind not in ("date", "time", "multiple", "century", "ratio", "ordinal")
        and b.high is None
    )


_JOINTS = words("between two numbers")
_INSTEAD = (["instead", "of"], ["rather", "than"], ["statt"], ["from"], ["down", "from"], ["up", "from"])
_CHANGED_BY = words("changes by how much")
_OF_THEM = frozenset(("the", "of", "these", "those"))  # "None of the more than 500 houses"
_NOBODY = frozenset(("no", "none", "nobody", "neither"))
_BETWEEN = frozenset(("between", "zwischen", "entre"))
_PARTED = frozenset("length area mass volume energy power".split())
_MEASURED = frozenset("percent points money length mass area volume speed power energy temperature".split())


def _lend(a: Mention, b: Mention, gap: list[str], *, opened: bool) -> None:
    """Give a bare first number the unit and, before a dash or "to", the scale of the second.

    What a number stands instead of, or comes down from, has its unit: "30 km/h instead of 50". ``opened`` tells
    "between 300 and 500 million", where the scale is for both.
    """
    if b.bare and b.kind == "count" and a.unit and gap in _INSTEAD and a.kind in _MEASURED:
        b.kind, b.unit, b.bare = a.kind, a.unit, False
        return
    if (
        b.bare
        and a.kind == "money"
        and b.kind == "count"
        and (not gap or gap[-1] in DASHES or gap == ["to"])
        and b.number
    ):
        # "$5-7 billion": the sign stands once, and so does the scale.
        b.kind, b.unit, b.bare = "money", a.unit, False
        if b.number.scaled and a.number is not None and not a.number.scaled and a.value < 1000:
            a.value, a.step = a.value * _scale_of(b), a.step * _scale_of(b)
        return
    if not a.bare or a.kind != "count" or a.number is None or b.number is None:
        return
    if b.kind in ("ordinal", "ratio", "count", "multiple") and not (b.number.scaled and not a.number.scaled):
        return
    between = gap in (["and"], ["und"], ["et"], ["y"]) and b.kind in ("duration", "age", "length", "mass")
    if (
        not between
        and not (opened and b.number.scaled)
        and gap[-1:] in (["and"], ["or"], ["und"], ["y"], ["et"])
        and b.kind not in ("percent", "points", "money", "temperature", "angle")
    ):
        return
    if b.kind == "money" and b.first < b.number.first:
        return  # a sign before the second number is the second's alone
    scale = _scale_of(b)
    # "10 to 20 million": the scale is said once, for both.
    spans = b.kind != "count" or opened or gap[-1:] in (["to"], []) or all(g in DASHES for g in gap)
    if b.number.scaled and not a.number.scaled and spans and a.value < 1000 and a.value * scale <= b.value * 1000:
        a.value, a.step = a.value * scale, a.step * scale
    a.unit, a.kind = b.unit, b.kind


def _scale_of(m: Mention) -> float:
    if m.number is None or not m.number.scaled or m.step <= 0:
        return 1.0
    if m.number.power is not None:
        return m.number.power
    return 10.0 ** round(math.log10(max(1.0, m.step))) if m.digits <= 1 else _power(m)


def _power(m: Mention) -> float:
    for scale in (1e12, 1e9, 1e6, 1e3, 1e2):
        if abs(m.value) >= scale:
            return scale
    return 1.0


def _is_score(t: Tokens, a: Mention, b: Mention) -> bool:
    if not (a.plain and b.plain and a.kind == "count" and a.value < 1000 and b.value < 1000):
        return False
    if t.word(a.last) == ":" and len(t.low[b.first]) > 1:
        return False  # 1:43 is a time
    around = t.low[max(0, a.first - 5) : a.first] + t.low[b.last : b.last + 4]
    return any(word in SCORE_TALK for word in around) or (b.value <= a.value and t.glued(a.last - 1))


def _is_range(t: Tokens, a: Mention, b: Mention) -> bool:
    """Tell a range "5 to 7" from a change "from 5 to 7", "by 5 to 7", "rose 5 to 7"."""
    before = t.word(a.first - 1)
    back = t.low[max(0, a.first - 9) : a.first]
    if before == "by":
        return False
    if before == "from":
        return a.kind in DATED or not any(word in CHANGE_WORDS or word in MULTIPLES for word in back)
    if before in CHANGE_WORDS:
        return b.value > a.value and before not in _CHANGED_BY
    return True
