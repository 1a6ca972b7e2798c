"""Read the bound and the blur that the words around a number put on it."""

from __future__ import annotations

from wellsourced.core.quantities.lexicon import AFTER, BEFORE, BEFORE_CJK, BEFORE_DATES, TRANSPARENT
from wellsourced.core.quantities.mention import DATED, Mention
from wellsourced.core.quantities.scan import Tokens


def qualify(t: Tokens, m: Mention) -> Mention:
    """Read the bound and the blur from the words around."""
    dated = m.kind in DATED
    i = m.first - 1
    skipped = 0
    passable = ("the",) if m.kind in ("decade", "century") else () if dated else TRANSPARENT
    while skipped < 2 and t.word(i) in passable and t.word(i) != "about" and i > 0:
        i -= 1
        skipped += 1
    hit = bound_before(t, i, BEFORE_DATES if dated else BEFORE) or (bound_before(t, i, BEFORE) if dated else None)
    if hit:
        (m.bound, m.approximate), size = hit
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


def bound_before(
    t: Tokens, i: int, phrases: dict[tuple[str, ...], tuple[str, bool]]
) -> tuple[tuple[str, bool], int] | None:
    i = i - 1 if t.word(i) == "." and t.word(i - 1) in ("c", "ca", "approx") else i
    for size in (4, 3, 2, 1):
        start = i - size + 1
        if start < 0:
            continue
        phrase = tuple(t.low[start : i + 1])
        if phrase in phrases and not _is_bare_letter(t, start, phrase):
            return phrases[phrase], size
    return None


def _joined_before(t: Tokens, i: int) -> tuple[str, bool] | None:
    """Read the bound at the end of the word before a number, where words are not set apart: "人口约1400万"."""
    return next((found for phrase, found in BEFORE_CJK if t.glued(i) and t.word(i).endswith(phrase)), None)


def _is_bare_letter(t: Tokens, start: int, phrase: tuple[str, ...]) -> bool:
    # "c" is circa only with its full stop.
    return phrase == ("c",) and t.word(start + 1) != "."


def _after(t: Tokens, i: int) -> tuple[str, bool] | None:
    for size in (3, 2, 1):
        phrase = tuple(t.low[i : i + size])
        if phrase in AFTER:
            if phrase in (("+",), ("plus",)) and not t.glued(i - 1):
                return None
            return AFTER[phrase]
    return None
