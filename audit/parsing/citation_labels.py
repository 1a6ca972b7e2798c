"""The labels that join a marker to its reference: read, expanded, compared."""

from __future__ import annotations

from collections.abc import Iterable

from audit.thresholds import LABEL_MOST_DIGITS
from wellsourced_core.lexicon import either
from wellsourced_core.model import Label, Ref
from wellsourced_core.patterns import compiled

DIGITS = "0-9０-９"
DASHES = "-‐‑‒–—―−﹣－~～〜"
AND = either("conjunctions of a list")
_TO = r"to|through|bis|à|до"
_DOTS = r"\.{2,3}(?=[0-9０-９])|…"
# What a group of numbers consists of, once it has begun: digits, space of any kind, separators, emphasis ("[**2**]"),
# the sign of a quotation where its line breaks, ranges, and the words for these. Possessive: it never gives back.
GROUP = rf"[{DIGITS}](?:[{DASHES}{DIGITS}\s\0,;、，；&＆*_>]++|(?:{AND}|{_TO})(?!\w)|{_DOTS})*+"
# What stands between two codes, and between two numbers, in brackets whose other content is fixed.
JOINT = rf"[\s,;、，；&]{{1,3}}(?:(?:{AND})\s)?"
RANGE = rf"[{DASHES}…\s,;、，；&]{{1,3}}(?:(?:{AND}|{_TO})\s)?"
_MEMBER = compiled(rf"([0-9]+)(?:\s*+(?:[{DASHES}]{{1,3}}|(?:{_TO})(?![^\W\d_])|{_DOTS})\s*+([0-9]+))?")
# Words and dots join numbers that count as well ("[5 to 10]"): a range only between entries of the list.
LOOSE_RANGE = compiled(rf"(?<!\w)(?:{_TO})(?!\w)|{_DOTS}")
# "and" and "&" join things that are counted, too ("[2 and 5] books").
JOINED = compiled(rf"[&＆]|(?<!\w)(?:{AND})(?!\w)")
# No group: paragraphs or items of a list, "2*3", "2_3", "2 > 1", "2 to".
_TORN = compiled(r"(?:\r\n?+|\n)[ \t>]*+[\r\n*_-]|[0-9][*_]+[0-9]|[0-9][^\r\n0-9>]*+>|[^\W\d_]\s*+\Z")
# Emphasis closes where it opened, around a number or several: not in "5*" and "2 * 3".
_EMPHASIS = compiled(r"([*_]{1,3})[0-9０-９](?:[^*_]*[0-9０-９])?\1(?![*_])")
_TO_ASCII = str.maketrans("０１２３４５６７８９*_>\0", "0123456789    ")


def label_of(raw: str) -> Label:
    """Return a bare label: an integer for ASCII digits ("01" is 1), else the text itself."""
    text = raw.strip()
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0") or "0"
        return int(digits) if len(digits) <= LABEL_MOST_DIGITS else digits
    return text


def members(group: str, offset: int, known: Iterable[Label]) -> tuple[Ref, ...]:
    """Return the references of a group's text ("1, 3-5", "1 and 3"), each with where it stands.

    A range gives one reference per member of the list that lies in it, and its two ends: never more than the
    list holds, however wide the range. A group with a range that runs backwards ("2026-01", "1, 9-3") has none.
    """
    if group.isascii() and group.isdigit():
        return (Ref(label_of(group), None, offset, offset + len(group)),)  # nearly every marker
    refs: list[Ref] = []
    for member in _MEMBER.finditer(group.translate(_TO_ASCII)):
        start, end = offset + member.start(), offset + member.end()
        low, high = label_of(member[1]), label_of(member[2] or member[1])
        if _rank(high) < _rank(low):
            return ()
        inside = () if low == high else (n for n in known if _rank(low) < _rank(n) < _rank(high))
        labels = sorted({low, *inside, high}, key=_rank)
        refs += [Ref(label, None, start, end) for label in labels]
    return tuple(refs)


def is_group(text: str) -> bool:
    """Tell whether what has the characters of a group is one: on lines of one paragraph, without arithmetic."""
    if text.isalnum():
        return True
    if "*" in text or "_" in text:
        bare = _EMPHASIS.sub("", text)
        if "*" in bare or "_" in bare:
            return False
    return _TORN.search(text) is None


def _rank(label: Label) -> tuple[int, str]:
    """Order labels as the numbers that they write, however long; what is no number lies outside of every range."""
    digits = str(label)
    return (len(digits), digits) if digits.isascii() and digits.isdigit() else (0, "")
