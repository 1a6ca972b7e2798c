"""Join the two ends of a range or a score, and lend a unit or a scale from one to the other."""

from __future__ import annotations

import math

from wellsourced.core.quantities.dates import year_days
from wellsourced.core.quantities.lexicon import CHANGE_WORDS, SCORE_TALK
from wellsourced.core.quantities.mention import DASHES, DATED, Mention
from wellsourced.core.quantities.scan import Tokens


def join(t: Tokens, found: list[Mention]) -> list[Mention]:
    """Join the two ends of a range or a score, and lend the second's unit to a bare first one."""
    joined: list[Mention] = []
    for m in found:
        before = joined[-1] if joined else None
        if before is not None and m.first - before.last <= 2 and before.high is None and _pair(t, before, m):
            continue
        joined.append(m)
    return [m for m in joined if m.kind != "identifier"]


def _pair(t: Tokens, a: Mention, b: Mention) -> bool:
    """Join b to a where they make one mention; otherwise lend a unit; return True when b is used up."""
    gap = [t.word(k) for k in range(a.last, b.first)]
    if "\n" in t.text[t.end[a.last - 1] : t.start[b.first]] or "identifier" in (a.kind, b.kind):
        return False
    dash = bool(gap) and all(word in DASHES for word in gap)
    signed = not gap and b.value < 0 and t.word(b.first) in DASHES and t.end[a.last - 1] == t.start[b.first]
    if signed:
        b.value, dash = -b.value, True
    if (len(gap) == 1 and gap[0] in ("to", "or", "and", "bis", "à", "a", "und", "y", "et")) or dash:
        _lend(a, b, gap)
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
        or (
            gap in (["and"], ["und"], ["et"])
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


def _comparable(a: Mention, b: Mention) -> bool:
    return (
        (a.kind, a.unit) == (b.kind, b.unit)
        and a.kind not in ("date", "time", "multiple", "century", "ratio", "ordinal")
        and b.high is None
    )


def _lend(a: Mention, b: Mention, gap: list[str]) -> None:
    """Give a bare first number the unit and, before a dash or "to", the scale of the second."""
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
    between = gap == ["and"] and b.kind in ("duration", "age", "length", "mass")
    if (
        not between
        and gap[-1:] in (["and"], ["or"], ["und"], ["y"], ["et"])
        and b.kind not in ("percent", "points", "money")
    ):
        return
    if b.kind == "money" and b.first < b.number.first:
        return  # a sign before the second number is the second's alone
    scale = _scale_of(b)
    # "10 to 20 million": the scale is said once, for both.
    spans = b.kind != "count" or gap[-1:] in (["to"], []) or all(g in DASHES for g in gap)
    if b.number.scaled and not a.number.scaled and spans and a.value < 1000 and a.value * scale <= b.value * 1000:
        a.value, a.step = a.value * scale, a.step * scale
    a.unit, a.kind = b.unit, b.kind


def _scale_of(m: Mention) -> float:
    if m.number is None or not m.number.scaled or m.step <= 0:
        return 1.0
    return 10.0 ** round(math.log10(max(1.0, m.step))) if m.digits <= 1 else _power(m)


def _power(m: Mention) -> float:
    for scale in (1e12, 1e9, 1e6, 1e3, 1e2):
        if abs(m.value) >= scale:
            return scale
    return 1.0


def _is_score(t: Tokens, a: Mention, b: Mention) -> bool:
    if not (a.plain and b.plain and a.kind == "count" and a.value < 200 and b.value < 200):
        return False
    around = t.low[max(0, a.first - 5) : a.first] + t.low[b.last : b.last + 4]
    return any(word in SCORE_TALK for word in around) or (b.value <= a.value and t.glued(a.last - 1))


def _is_range(t: Tokens, a: Mention, b: Mention) -> bool:
    """Tell a range "5 to 7" from a change "from 5 to 7", "by 5 to 7", "rose 5 to 7"."""
    before = t.word(a.first - 1)
    back = t.low[max(0, a.first - 9) : a.first]
    if before == "by":
        return False
    if before == "from":
        return a.kind in DATED or not any(word in CHANGE_WORDS for word in back)
    if before in CHANGE_WORDS:
        return b.value > a.value and before not in ("rose", "fell", "increased", "decreased", "dropped", "grew")
    return True
