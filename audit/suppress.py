"""Suppressions written into the draft: ``<!-- wellsourced: allow C102 the reason -->``.

A comment on a line of its own applies to the paragraph below it, any other to the sentence that it stands in or
behind; in a list of references, to its entry. A reason of at least one letter or digit is required. One that silences
nothing is reported (D902), and so is what was meant for one and cannot be read.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from itertools import product
from operator import itemgetter

from audit.thresholds import COMMENT_INDENT_CHARACTERS
from wellsourced_core.model import Draft, Finding
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_ALLOW = compiled(r"<!--\s{0,9}wellsourced:\s{0,9}allow\s(.{0,400}?)-->", re.DOTALL)
_MEANT = compiled(
    r"<!--\s{0,9}well-?sourced?(?:\s{0,9}:|\s{1,9}(?:all?ow|ignore|disable)(?:s|ed)?\b|\s{1,9}[A-Z][0-9]{3}\b)",
    re.IGNORECASE,
)
_BLANK = compiled(r"\r?\n[ \t]*\r?\n|\r[ \t]*\r")


@frozen
class Suppression:
    """A comment that allows rules (codes or slugs) on draft[start:end], a paragraph or a part of one.

    ``at`` is the comment's own place; ``rules`` holds unknown ones too. ``read`` is false where it cannot be read.
    """

    at: tuple[int, int]
    rules: frozenset[str]
    reason: str
    start: int
    end: int
    paragraph: bool
    read: bool = True


def suppressions(draft: Draft, known: Collection[str]) -> tuple[Suppression, ...]:
    """Return the suppressions of a draft, in order; ``known`` are the codes and names of all rules."""
    found = []
    if not draft.comments:
        return ()
    blanks, parts = blank_lines(draft.text), _parts(draft)
    for start, end in draft.comments:
        comment = _ALLOW.match(draft.text[start:end])
        if comment is None:
            if _MEANT.match(draft.text[start:end]):
                found.append(Suppression((start, end), frozenset(), "", start, start, False, read=False))
            continue
        rules, words = _rules_and_reason(comment[1], known)
        reason = " ".join(words).strip(" -–—:") if any(map(_says_something, words)) else ""
        alone = _is_alone(draft.text, start, end)
        first, last = _below(draft.text, blanks, end) if alone else _around(draft.text, parts, start)
        found.append(Suppression((start, end), frozenset(rules), reason, first, last, alone))
    return tuple(found)


def blank_lines(text: str) -> list[tuple[int, int]]:
    """Return where the blank lines stand that part a text into paragraphs, each with the line ends around it."""
    return [match.span() for match in _BLANK.finditer(text)]


class Allowed:
    """Silences findings and counts them, and knows at the end which suppressions silenced nothing."""

    def __init__(self, allowed: Sequence[Suppression]) -> None:
        self.silenced = 0
        self._all = allowed
        self._by_rule: dict[tuple[str, bool], list[int]] = {}
        for index in sorted(range(len(allowed)), key=lambda i: allowed[i].start):
            one = allowed[index]
            for rule in one.rules if one.reason else ():
                self._by_rule.setdefault((rule, one.paragraph), []).append(index)
        # Neither paragraphs nor their parts overlap: in order of their starts, their ends are in order too.
        self._spans = {
            rule: ([allowed[i].start for i in own], [allowed[i].end for i in own])
            for rule, own in self._by_rule.items()
        }
        self._used: set[int] = set()
        self._done: set[tuple[tuple[str, bool], int, int]] = set()

    def silence(self, finding: Finding) -> bool:
        """Tell whether a finding is silenced, and remember by what."""
        silent = False
        for rule in product((finding.code, finding.rule), (True, False)):
            if rule not in self._by_rule:
                continue
            starts, ends = self._spans[rule]
            low, high = bisect_right(ends, finding.start), bisect_right(starts, finding.start)
            silent = silent or low < high
            if low < high and (rule, low, high) not in self._done:
                self._done.add((rule, low, high))
                self._used.update(self._by_rule[rule][low:high])
        self.silenced += silent
        return silent

    @property
    def all(self) -> tuple[tuple[Suppression, bool], ...]:
        """All suppressions, each with whether it silenced something so far."""
        return tuple((one, i in self._used) for i, one in enumerate(self._all))


def _rules_and_reason(written: str, known: Collection[str]) -> tuple[list[str], list[str]]:
    """Part what a comment says into the rules that it names and the words of its reason.

    Behind a comma, and at first, stands a rule, be there one of that name or not; elsewhere only one that is like those
    that there are: "allow C101 well-known fact" names one.
    """
    words, rules, listing = written.split(), list[str](), True
    kinds = {rule[0] for rule in known if rule[0].isupper()}
    while words and (words[0] == "," or _is_rule(words[0].strip(","))):
        if not (listing or words[0].startswith(",") or _is_known(words[0].strip(","), known, kinds)):
            break
        listing = words[0].endswith(",")
        rules += [rule for rule in words.pop(0).split(",") if rule]
    return rules, words


def _is_known(word: str, known: Collection[str], kinds: Collection[str]) -> bool:
    return all(one in known or one[0] in kinds for one in word.split(","))


def _says_something(word: str) -> bool:
    """Tell whether a letter or a digit can be seen: Hangul fillers are letters, and blank."""
    return any(c.isalnum() and c not in "\u115f\u1160\u3164\uffa0" for c in word)


def _is_rule(word: str) -> bool:
    return bool(re.fullmatch(r"(?:[A-Z][0-9]{3}|[a-z]+(?:-[a-z]+)+)(?:,(?:[A-Z][0-9]{3}|[a-z]+(?:-[a-z]+)+))*", word))


def _parts(draft: Draft) -> list[int]:
    """Return where the parts of a draft begin that one comment can speak of: its sentences, and entries of its lists.

    What stands before the first sentence of a block, such as a marker, is a part of it.
    """
    firsts = dict(zip(reversed(draft.block_of), reversed(draft.sentences), strict=True))
    begin = {start for start, _ in draft.sentences} - {start for start, _ in firsts.values()}
    begin |= {start for start, _ in draft.blocks}
    entries = sorted((one.start, one.end) for one in draft.references)

    def is_listed(offset: int) -> bool:
        before = bisect_right(entries, offset, key=itemgetter(0))
        return before > 0 and offset < entries[before - 1][1]

    return sorted({*(offset for offset in begin if not is_listed(offset)), *(start for start, _ in entries)})


def _below(text: str, blanks: Sequence[tuple[int, int]], end: int) -> tuple[int, int]:
    """Return the paragraph below a comment; ``blanks`` are the spans of the text's blank lines."""
    first = end
    while first < len(text) and text[first] in " \t\r\n":
        first += 1
    after = bisect_left(blanks, first, key=itemgetter(0))
    return first, blanks[after][0] if after < len(blanks) else len(text)


def _around(text: str, parts: Sequence[int], start: int) -> tuple[int, int]:
    """Return the part of a draft that a comment stands in or, between two of them, behind."""
    behind = bisect_right(parts, start)
    return parts[behind - 1] if behind else 0, parts[behind] if behind < len(parts) else len(text)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a comment stands on a line of its own; what is further away is not looked at."""
    before = text[max(0, start - COMMENT_INDENT_CHARACTERS) : start].rstrip(" \t")
    after = text[end : end + COMMENT_INDENT_CHARACTERS].lstrip(" \t")
    begins = before.endswith(("\n", "\r")) or (not before and start < COMMENT_INDENT_CHARACTERS)
    return begins and (after.startswith(("\n", "\r")) or (not after and len(text) - end < COMMENT_INDENT_CHARACTERS))
