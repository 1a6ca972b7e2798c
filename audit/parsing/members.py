"""The labels that join a marker to its reference: read, expanded, compared."""

from __future__ import annotations

from collections.abc import Iterable

from wellsourced.core.model import Label, Ref
from wellsourced.core.patterns import compiled

_MEMBER = compiled(r"([0-9]+)(?: ?[-–—‒] ?([0-9]+))?")
_LONGEST = 9  # digits; beyond that a label is compared as text, never as a number


def label_of(raw: str) -> Label:
    """Return a bare label: an integer for ASCII digits ("01" is 1), else the text itself."""
    text = raw.strip()
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0") or "0"
        return int(digits) if len(digits) <= _LONGEST else digits
    return text


def members(group: str, offset: int, known: Iterable[Label]) -> tuple[Ref, ...]:
    """Return the references of a group's text ("1, 3-5"), each with where it stands.

    A range gives one reference per member of the list that lies in it, and its two ends: never more than the
    list holds, however wide the range. A group with a range that runs backwards ("2026-01", "1, 9-3") has none.
    """
    if group.isascii() and group.isdigit():
        return (Ref(label_of(group), None, offset, offset + len(group)),)  # nearly every marker
    refs: list[Ref] = []
    for member in _MEMBER.finditer(group):
        start, end = offset + member.start(), offset + member.end()
        low, high = label_of(member[1]), label_of(member[2] or member[1])
        if _rank(high) < _rank(low):
            return ()
        inside = () if low == high else (n for n in known if _rank(low) < _rank(n) < _rank(high))
        labels = sorted({low, *inside, high}, key=_rank)
        refs += [Ref(label, None, start, end) for label in labels]
    return tuple(refs)


def _rank(label: Label) -> tuple[int, str]:
    """Order labels as the numbers that they write, however long; what is no number lies outside of every range."""
    digits = str(label)
    return (len(digits), digits) if digits.isascii() and digits.isdigit() else (0, "")
