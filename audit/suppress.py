"""Suppressions written into the draft: ``<!-- wellsourced: allow C102 the reason -->``.

A comment on a line of its own speaks for the paragraph below it, any other for the paragraph it stands in. A reason is
required. One that silences nothing is reported (D902).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wellsourced.core.model import Draft, Finding

_ALLOW = re.compile(r"<!--\s{0,9}wellsourced:\s{0,9}allow\s(.{0,400}?)-->", re.DOTALL)
_BLANK = re.compile(r"\r?\n[ \t]*\r?\n|\r[ \t]*\r")


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that allows rules (codes or slugs) on draft[start:end]; ``at`` is the comment's own place."""

    at: tuple[int, int]
    rules: frozenset[str]
    reason: str
    start: int
    end: int

    def covers(self, finding: Finding) -> bool:
        named = finding.code in self.rules or finding.rule in self.rules
        return bool(self.reason) and named and self.start <= finding.start < self.end


def suppressions(draft: Draft) -> tuple[Suppression, ...]:
    """Return the suppressions of a draft, in order."""
    found = []
    for start, end in draft.comments:
        comment = _ALLOW.match(draft.text[start:end])
        if comment is None:
            continue
        words = comment[1].split()
        rules: list[str] = []
        while words and (_is_rule(words[0].rstrip(",")) or (rules and words[0] == ",")):
            rules += [rule for rule in words.pop(0).split(",") if rule]
        reason = " ".join(words).strip(" -–—:")
        first, last = _reach(draft.text, start, end)
        found.append(Suppression((start, end), frozenset(rules), reason, first, last))
    return tuple(found)


def silence(
    findings: Sequence[Finding], allowed: Sequence[Suppression]
) -> tuple[tuple[Finding, ...], tuple[Suppression, ...]]:
    """Return the findings that stay, and the suppressions that silenced nothing."""
    used: set[int] = set()
    kept = []
    for finding in findings:
        covering = [i for i, one in enumerate(allowed) if one.covers(finding)]
        used.update(covering)
        if not covering:
            kept.append(finding)
    return tuple(kept), tuple(one for i, one in enumerate(allowed) if i not in used)


def _is_rule(word: str) -> bool:
    return bool(re.fullmatch(r"(?:[A-Z][0-9]{3}|[a-z]+(?:-[a-z]+)+)(?:,(?:[A-Z][0-9]{3}|[a-z]+(?:-[a-z]+)+))*", word))


def _reach(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the paragraph that a comment speaks for."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    line_end = min((at for at in (text.find("\n", end), text.find("\r", end)) if at >= 0), default=len(text))
    if not text[line_start:start].strip() and not text[end:line_end].strip():
        first = line_end
        while first < len(text) and text[first] in " \t\r\n":
            first += 1
    else:
        first = line_start
        before = list(_BLANK.finditer(text, max(0, start - 20_000), start))
        first = before[-1].end() if before else max(0, start - 20_000)
    after = _BLANK.search(text, max(first, end))
    return first, after.start() if after else len(text)
