"""Find the entries of a list that no repair may delete: a bracket that was not read as a marker has their label."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from unicodedata import normalize

from audit.parsing.brackets import folded
from audit.parsing.citation_labels import DASHES, GROUP, members
from audit.parsing.markdown import blank
from audit.thresholds import LABEL_MOST_DIGITS
from wellsourced_core.lexicon import either
from wellsourced_core.model import Draft, Label
from wellsourced_core.patterns import compiled

# What stands behind an opening bracket, closed or not; in signs that enclose other things too, a group of numbers.
# Braces behind "_" or "^" are a formula's.
_BRACKETED = compiled(r"(?:[\[［【〔〖⟦❲⦋⁅﹝]|\{(?<![_^]\{))([^\[\]［］【】〔〕〖〗⟦⟧❲❳⦋⦌⁅⁆﹝﹞{}]{0,200})")
_ENCLOSED = compiled(rf"[(（<>«「『](?:see |cf\. ?)?[\s*_]*+({GROUP})(?:[)）<»」』\]]|(?<=>))")
_NUMBER = compiled(r"\d+")
_PARAGRAPH = compiled(r"\n[ \t>]*\n|\r[ \t>]*\r")
_PART = compiled(r"[^\s,;^@*]+")
_PARENTHESES = ("()", "（）")
_DATE = compiled(r"(?<![\d-])(?:[12]\d{3}-\d{1,2}(?:-\d{1,2})?|\d{1,2}-\d{1,2}-[12]\d{3})(?![\d-])")
# "[top 3 list](url)": the text of a link that is more than a number and a word for where to look.
_LINK_WORD = compiled(rf"(?<!\w)(?!(?:{either('words for where to look')})(?!\w))[^\W\d_]{{2,}}", re.IGNORECASE)
_FENCE = compiled(r"^ {0,3}(`{3,}|~{3,})([^\r\n]*)", re.MULTILINE)

# Two numbers that a sign or a word makes the ends of a range, in one bracket and between two.
_JOIN = rf"(?:[{DASHES}⁻→]|\.{{2,3}}|(?:{either('words of a range', gap=' ')})(?!\w))"
_BETWEEN = r"[\s,;，、；*_\\]{0,8}+"
_RANGE = compiled(rf"(?=(?<!\d)(\d{{1,9}}){_BETWEEN}(?:{_JOIN}{_BETWEEN}){{1,3}}+\^?(\d{{1,9}})(?!\d))", re.IGNORECASE)
_APART = compiled(
    rf"(?=(?<!\d)(\d{{1,9}})[\s*_]{{0,8}}+[\]］】〕〖⟧)^*_]{{1,4}}{_BETWEEN}(?:{_JOIN}{_BETWEEN}){{1,3}}+"
    r"[\[［【〔〖⟦(^*_\s]{1,6}+(\d{1,9})(?!\d))",
    re.IGNORECASE,
)
_RAISED = compiled(r"[⁰¹²³⁴-⁹]+")
_SUP = compiled(r"<(/?)sup>", re.IGNORECASE)
_TAG = compiled(r"<[^<>]*>")


def protected_labels(draft: Draft, wanted: Collection[Label]) -> frozenset[Label]:
    """Return the labels that are in any brackets, or between the ends of a range in them, and may be cited there.

    Notes, comments and inline code are searched too; markers, lists and code blocks are not.
    """
    listed = [(one.start, one.end) for one in draft.references]
    read = [*((one.start, one.end) for one in draft.markers), *listed, *_fenced(draft.text)]
    numbers = frozenset(label for label in wanted if isinstance(label, int))
    names = {label.removeprefix("^"): label for label in wanted if isinstance(label, str)}
    found: set[Label] = set()
    for raw in _contents(folded(blank(draft.text, read)), draft.prose):
        content = _DATE.sub(" ", normalize("NFKC", raw))
        found |= numbers & {int(one) for one in _NUMBER.findall(content) if len(one) <= LABEL_MOST_DIGITS}
        found |= numbers & {ref.label for ref in members(content, 0, numbers)}
        found |= {names[part] for part in _PART.findall(content) if part in names}
    counted: dict[str, Label] = {**{str(label): label for label in numbers}, **names}
    places = sorted(
        (int(name), label) for name, label in counted.items() if name.isdecimal() and len(name) <= LABEL_MOST_DIGITS
    )
    for low, high in set(_ranges(blank(draft.text, listed))) if places else ():
        found |= {label for place, label in places if low < place < high}
    return frozenset(found)


def _contents(text: str, prose: str) -> Iterator[str]:
    """Yield what stands in brackets; parentheses of the prose were read for what it mentions ("(2)", "f(2)")."""
    for match in _BRACKETED.finditer(text):
        linked = text.startswith("](", match.end()) and text[match.start() - 1 : match.start()] != "!"
        if not (linked and _LINK_WORD.search(match[1])):
            yield _PARAGRAPH.split(match[1], maxsplit=1)[0]
    for match in _ENCLOSED.finditer(text):
        if match[0][0] + match[0][-1] not in _PARENTHESES or prose[match.start()] != match[0][0]:
            yield match[1]


def _ranges(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ends of every range in a bracket or between two, as the text shows: "[1, …, 5]", "[1] to [5]"."""
    from html import unescape  # rarely needed, and its table of names is long

    shown = _SUP.sub(lambda tag: "]" if tag[1] else "[", unescape(text))
    shown = normalize("NFKC", _RAISED.sub(r"[\g<0>]", _TAG.sub("", folded(shown)))).replace("\\", " ")
    for found in _BRACKETED.finditer(shown):
        for ends in _RANGE.finditer(_DATE.sub(" ", found[1])):
            yield int(ends[1]), int(ends[2])
    for ends in _APART.finditer(shown):
        yield int(ends[1]), int(ends[2])


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Yield the blocks of code between fences that close; what is indented deeper stays, it may be something else."""
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence if fence[1][0] == "~" or "`" not in fence[2] else None
        elif fence[1].startswith(opened[1]) and not fence[2].strip():
            yield opened.start(), fence.end()
            opened = None
