"""Read the bound and the blur that the words around a number put on it."""

from __future__ import annotations

from wellsourced_core.quantities.mention import DATED, Mention
from wellsourced_core.quantities.number_words import AFTER, BEFORE, BEFORE_CJK, BEFORE_DATES, TRANSPARENT
from wellsourced_core.quantities.scan import Tokens
from wellsourced_core.thresholds import DENIAL_NEAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Bound


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
        if m.bound == ">" and _denied(t, i - size):
            m.bound = "<="  # "should not take more than 4 g"
        elif m.bound == "<" and dated and _denied(t, i - size, 4):
            m.bound = ">="  # "will not reopen before 2027"
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
    return any(word in ("not", "nicht", "never") or word.endswith("n't") for word in before)


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
