"""Suppressions written into the draft: ``<!-- wellsourced: allow C102 the reason -->``.

A comment on a line of its own applies to the paragraph below it, any other to the paragraph that it is in. A reason
of at least one letter or digit is required. One that silences nothing is reported (D902).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

from audit.thresholds import COMMENT_INDENT_CHARACTERS
from wellsourced_core.model import Draft, Finding
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_ALLOW = compiled(r"<!--\s{0,9}wellsourced:\s{0,9}allow\s(.{0,400}?)-->", re.DOTALL)
_BLANK = compiled(r"\r?\n[ \t]*\r?\n|\r[ \t]*\r")


@frozen
class Suppression:
    """A comment that allows rules (codes or slugs) on draft[start:end]; ``at`` is the comment's own place."""

    at: tuple[int, int]
    rules: frozenset[str]
    reason: str
    start: int
    end: int


def suppressions(draft: Draft) -> tuple[Suppression, ...]:
    """Return the suppressions of a draft, in order."""
    found = []
    blanks = blank_lines(draft.text) if draft.comments else []
    for start, end in draft.comments:
        comment = _ALLOW.match(draft.text[start:end])
        if comment is None:
            continue
        words = comment[1].split()
        rules: list[str] = []
        while words and (_is_rule(words[0].rstrip(",")) or (rules and words[0] == ",")):
            rules += [rule for rule in words.pop(0).split(",") if rule]
        reason = " ".join(words).strip(" -–—:") if any(map(_says_something, words)) else ""
        first, last = _reach(draft.text, blanks, start, end)
        found.append(Suppression((start, end), frozenset(rules), reason, first, last))
    return tuple(found)


def blank_lines(text: str) -> list[tuple[int, int]]:
    """Return where the blank lines stand that part a text into paragraphs, each with the line ends around it."""
    return [match.span() for match in _BLANK.finditer(text)]


class Allowed:
    """Silences findings and counts them, and knows at the end which suppressions silenced nothing."""

    def __init__(self, allowed: Sequence[Suppression]) -> None:
        self.silenced = 0
        self._all = allowed
        self._by_rule: dict[str, list[int]] = {}
        for index in sorted(range(len(allowed)), key=lambda i: allowed[i].start):
            for rule in allowed[index].rules if allowed[index].reason else ():
                self._by_rule.setdefault(rule, []).append(index)
        # Paragraphs do not overlap: in order of their starts, their ends are in order too.
        self._spans = {
            rule: ([allowed[i].start for i in own], [allowed[i].end for i in own])
            for rule, own in self._by_rule.items()
        }
        self._used: set[int] = set()
        self._done: set[tuple[str, int, int]] = set()

    def silence(self, finding: Finding) -> bool:
        """Tell whether a finding is silenced, and remember by what."""
        silent = False
        for rule in {finding.code, finding.rule} & self._by_rule.keys():
            starts, ends = self._spans[rule]
            low, high = bisect_right(ends, finding.start), bisect_right(starts, finding.start)
            silent = silent or low < high
            if low < high and (rule, low, high) not in self._done:
                self._done.add((rule, low, high))
                self._used.update(self._by_rule[rule][low:high])
        self.silenced += silent
        return silent

    @property
    def unused(self) -> tuple[Suppression, ...]:
        """The suppressions that silenced nothing so far."""
        return tuple(one for i, one in enumerate(self._all) if i not in self._used)


def _says_something(word: str) -> bool:
    """Tell whether a letter or a digit can be seen: Hangul fillers are letters, and blank."""
    return any(c.isalnum() and c not in "\u115f\u1160\u3164\uffa0" for c in word)


def _is_rule(word: str) -> bool:
    return bool(re.fullmatch(r"(?:[A-Z][0-9]{3}|[a-z]+(?:-[a-z]+)+)(?:,(?:[A-Z][0-9]{3}|[a-z]+(?:-[a-z]+)+))*", word))


def _reach(text: str, blanks: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Return the paragraph that a comment applies to; ``blanks`` are the spans of the text's blank lines."""
    first = end
    if _is_alone(text, start, end):
        while first < len(text) and text[first] in " \t\r\n":
            first += 1
    else:
        before = bisect_right(blanks, start, key=itemgetter(1))
        first = blanks[before - 1][1] if before else 0
    after = bisect_left(blanks, max(first, end), key=itemgetter(0))
    return first, blanks[after][0] if after < len(blanks) else len(text)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a comment stands on a line of its own; what is further away is not looked at."""
    before = text[max(0, start - COMMENT_INDENT_CHARACTERS) : start].rstrip(" \t")
    after = text[end : end + COMMENT_INDENT_CHARACTERS].lstrip(" \t")
    begins = before.endswith(("\n", "\r")) or (not before and start < COMMENT_INDENT_CHARACTERS)
    return begins and (after.startswith(("\n", "\r")) or (not after and len(text) - end < COMMENT_INDENT_CHARACTERS))
