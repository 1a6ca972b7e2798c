"""Recompute what a claim may have derived from a source's numbers: spans of years, sums, differences, shares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.numbers.matching import DATED, same_kind
from audit.numbers.places import Numbers
from wellsourced.core.model import Quantity, Span
from wellsourced.core.patterns import compiled

_FAR = 2  # pairs stand in one sentence or in neighbours
_MOST = 200  # mentions looked at, so that a table does not make it quadratic
_MULTIPLE = 0.08

_SUM = compiled(r"\b(?:total|totall?ed|totall?ing|combined|together|both|altogether|in all|sum)\b", re.IGNORECASE)
_DIFFERENCE = compiled(
    r"\b(?:by|more|less|fewer|margin|remain\w*|difference|gap|lead|higher|lower|increase\w*|decrease\w*|rose|fell"
    r"|gain\w*|drop\w*|up|down|older|younger)\b",
    re.IGNORECASE,
)
_SHARE = compiled(
    r"\b(?:of|share|rate|percentage|proportion|rose|fell|grew|up|down|increase\w*|decrease\w*|rise|drop\w*|growth"
    r"|decline\w*|gain\w*|jump\w*|climb\w*|cut|reduc\w*|higher|lower|more|less)\b",
    re.IGNORECASE,
)
_SPAN = compiled(
    r"\b(?:for|over|after|last\w*|age\w*|old|later|span\w*|during|within|took|long|reign\w*|serv\w*|years?)\b",
    re.IGNORECASE,
)


def expression(claim: Numbers, index: int, source: Numbers) -> tuple[str, Span] | None:
    """Return how the claim's number follows from two of the source's, e.g. "1990 - 1979 = 11", and where.

    Only what the claim's own words ask for is tried: a sum needs "total" or "both", a difference "by" or
    "more". The span covers both numbers.
    """
    q = claim.mentions[index]
    start, end = claim.sentences[claim.mention_sentence[index]]
    words = claim.text[start : q.start] + " " + claim.text[q.end : end]
    for one in source.mentions[:_MOST]:
        if one.high is not None and one.end <= source.proper and one.kind in DATED:
            shown = _years(q, one.value, one.high, words)
            if shown:
                return shown, Span(one.start, one.end, one.text)
    for first, second in _pairs(source):
        shown = _derive(q, first, second, words)
        if shown:
            left, right = min(first.start, second.start), max(first.end, second.end)
            return shown, Span(left, right, source.text[left:right])
    return None


def _pairs(source: Numbers) -> Iterator[tuple[Quantity, Quantity]]:
    mentions = [q for q in source.mentions[:_MOST] if q.end <= source.proper]
    for i, first in enumerate(mentions):
        for j in range(i + 1, min(len(mentions), i + 12)):
            if source.mention_sentence[j] - source.mention_sentence[i] >= _FAR:
                break
            if same_kind(first, mentions[j]):
                yield first, mentions[j]


def _derive(q: Quantity, a: Quantity, b: Quantity, words: str) -> str | None:
    if a.kind in DATED:
        return _years(q, a.value, b.value, words)
    if same_kind(q, a):
        if _SUM.search(words) and _close(q, a.value + b.value):
            return f"{a.text} + {b.text}"
        if _DIFFERENCE.search(words) and a.value != b.value and _close(q, abs(a.value - b.value)):
            high, low = (a, b) if a.value > b.value else (b, a)
            return f"{high.text} - {low.text}"
    if q.kind == "percent" and a.value > 0 and b.value > 0 and _SHARE.search(words):
        part, whole = sorted((a.value, b.value))
        if _close(q, 100 * part / whole):
            return f"{part:g} / {whole:g}"
        if _close(q, 100 * abs(b.value - a.value) / a.value):
            return f"({b.text} - {a.text}) / {a.text}"
    if q.kind == "multiple" and min(a.value, b.value) > 0:
        ratio = max(a.value, b.value) / min(a.value, b.value)
        if abs(ratio / max(q.value, 1 / max(q.value, 1e-9)) - 1) <= _MULTIPLE:
            return f"{max(a.value, b.value):g} / {min(a.value, b.value):g}"
    return None


def _years(q: Quantity, a: float, b: float, words: str) -> str | None:
    spans = (q.kind in ("duration", "age") and q.unit == "year") or (q.kind == "count" and "age" in words)
    if not (spans and a and b and abs(b - a) == q.value and _SPAN.search(words)):
        return None
    return f"{max(a, b):.0f} - {min(a, b):.0f} = {abs(b - a):.0f}"


def _close(q: Quantity, value: float) -> bool:
    """Tell whether a computed value agrees with the claim's to its last written digit."""
    slack = 0.05 * abs(q.value) if q.approximate else 0.5 * (q.step or 0.0)
    return abs(q.value - value) <= max(slack, 1e-9 * abs(q.value))
