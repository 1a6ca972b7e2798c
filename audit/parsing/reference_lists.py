"""Find a draft's lists of references, in all shapes that people and models write.

A list is a run of entries of one shape, under a heading that names it or recognisable by itself. What is no list
stays text: a decoy heading, slides numbered in brackets, a numbered list of steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from audit.parsing.citation_labels import label_of
from audit.parsing.markdown import Structure
from audit.thresholds import (
    LIST_CAPTION_LINES,
    LIST_ENTRY_CHARACTERS,
    LIST_HEADING_CHARACTERS,
    LIST_LEAST_ENTRIES,
    LIST_PLAIN_HEADING_CHARACTERS,
)
from wellsourced_core.lexicon import words
from wellsourced_core.model import Label, Reference
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url, line_starts
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    ListShape = Literal[
        "", "anchor", "bare-number", "bracket", "bullet", "definition", "footnote", "key", "link-label", "number",
        "plain", "row", "sup", "table",
    ]  # fmt: skip

_HEADING = compiled(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_NUMBERING = compiled(
    r"^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[.)]?|[ivxlIVXL]{1,6}[.)]|[A-Z][.)]|[一二三四五六七八九十]{1,3}[、.．])\s*"
)
_DECORATION = " \t*_#:：=-–—.·•►▶>|[]【】"
_URL = compiled(
    r"https?://[^\s<>\"”“|\[\]]+|\bdoi:\s?10\.[0-9]{4,9}/[^\s<>\"|\[\]]+|\b10\.[0-9]{4,9}/[^\s<>\"|\[\]]+",
    re.IGNORECASE,
)

_DATED = compiled(r"\(?\b(?:1[89]|20)[0-9]{2}[a-z]?\b")
_DASHES = compiled(r"\|?[ \t:|-]{3,200}")
_TABLES: tuple[ListShape, ...] = ("row", "table")
_ADDRESS_LINE = compiled(r"<?https?://[^\s<>]+>?")
_NAMES = words("headings of reference lists")
_REMARKS = words("headings of remarks or references")
# Line shapes, tried in order; group 1 is the label, group 2 the entry's text.
_SHAPES: tuple[tuple[ListShape, re.Pattern[str]], ...] = (
    ("footnote", compiled(r"\[\^([^\]\[\s]{1,80}?)\^?\]:[ \t]*(.*)$")),
    ("definition", compiled(r"\[([0-9]{1,6})\]:[ \t]+(.*)$")),
    ("link-label", compiled(r"(?:[-*+][ \t]+)?\[\\?\[([0-9]{1,6})\\?\]\]\([^)\s]*\)(.*)$")),
    ("link-label", compiled(r"(?:[-*+][ \t]+)?\[([0-9]{1,6})\]\([^)\s]*\)(.*)$")),
    (
        "bracket",
        compiled(
            r"(?:[-*+][ \t]+)?(?:\*\*|__)?(?:\\?[\[［【]([A-Z]?[0-9]{1,6})\\?[\]］】])(?:\*\*|__)?[.:：]?(?!\()(.*)$"
        ),
    ),
    (
        "anchor",
        compiled(r"(?:[-*+][ \t]+)?<a [^<>]*>[ \t]*(?:</a>)?[ \t]*\[?([0-9]{1,6})\]?[.:)]?[ \t]*(?:</a>)?(.*)$"),
    ),
    ("sup", compiled(r"<sup>\[?([0-9]{1,6})\]?</sup>(.*)$")),
    ("number", compiled(r"\(?([0-9]{1,6})[.)、．](?![0-9])[ \t]*(.*)$")),
    ("key", compiled(r"(?:[-*+][ \t]+)?\[?@([A-Za-z0-9_](?:[\w:./-]{0,80}\w)?)\]?[:.]?[ \t]+(.*)$")),
    ("table", compiled(r"\|[ \t]*\\?\[?\^?([0-9]{1,6})\\?\]?[ \t]*\|(.*)$")),
    ("bullet", compiled(r"([-*+•–])[ \t]+(.*)$")),
    ("bare-number", compiled(r"([0-9]{1,4})[ \t]+(\S.*)$")),
)
_LINK_DEFINITION = compiled(r"\[[^\]\[^]{1,80}\]:[ \t]")
_SECOND_LABEL = compiled(r"\[\\?\[([0-9]{1,6})\\?\]\]\([^)\s]*\)")
LABELLED = frozenset(
    (
        "footnote",
        "definition",
        "link-label",
        "bracket",
        "anchor",
        "sup",
        "number",
        "key",
        "table",
        "bare-number",
    )
)
# Shapes that are a reference list wherever they stand; the others need a heading or addresses.
_STRONG = frozenset(("footnote", "definition", "bracket", "link-label", "anchor"))


@frozen
class ReferenceList:
    """A list as found: its entries, how it is written, and where it stands.

    ``headed`` says that a heading names it, ``level`` is that heading's (0 without, 7 for bold or plain lines);
    ``cut`` that its last entry breaks off in mid-token, ``bare`` that it lacks the address all others have;
    ``positional`` that markers cite its entries by place.
    """

    start: int
    end: int
    shape: ListShape
    entries: tuple[Reference, ...]
    headed: bool
    level: int
    heading_start: int
    cut: bool = False
    bare: bool = False
    positional: bool = False

    @property
    def labels(self) -> frozenset[Label]:
        """The labels that cite its entries: their own, or their places where they have none."""
        if self.positional:
            return frozenset(range(1, len(self.entries) + 1))
        return frozenset(entry.label for entry in self.entries if entry.label is not None)

    @property
    def urls(self) -> frozenset[str]:
        return frozenset(canonical_url(url) for entry in self.entries for url in entry.urls)


@frozen
class _Line:
    number: int
    start: int
    end: int  # without the line end
    indent: int
    shape: ListShape
    label: str
    rest: str
    blank: bool
    heading: int  # 1-6 ATX or setext, 7 bold or plain line that names a list, 0 none
    names_list: bool


def find_lists(text: str, structure: Structure) -> tuple[ReferenceList, ...]:
    """Return the lists of references in order of appearance; entries keep their line numbers (1-based)."""
    lines = list(_lines(text, structure))
    lists: list[ReferenceList] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.names_list:
            found, after = _headed(text, lines, index)
            if found is not None:
                lists.append(found)
                index = after
                continue
        elif line.shape in LABELLED and not line.heading:
            found, after = _unheaded(text, lines, index)
            if found is not None:
                lists.append(found)
            index = after
            continue
        index += 1
    # A numbered list of links is a list of references only if the draft has no better one.
    sure = [found for found in lists if found.labels and (found.headed or found.shape in _STRONG)]
    return tuple(found for found in lists if found.headed or found.shape in _STRONG or not sure)


def by_position(lists: tuple[ReferenceList, ...], source_labels: frozenset[Label]) -> tuple[ReferenceList, ...]:
    """Let numbered markers cite the one list of a draft by place, where no list and no source has labels."""
    if len(lists) == 1 and lists[0].headed and not lists[0].labels and not source_labels and len(lists[0].entries) > 1:
        return (replace(lists[0], positional=True),)
    return lists


def apart(lists: tuple[ReferenceList, ...]) -> tuple[tuple[ReferenceList, ...], frozenset[Label]]:
    """Keep footnotes and a list with labels apart: beside such a list they may only explain.

    Footnotes that do, without an address or a year, are no references, and their labels come back apart. Others are
    labelled "^1" where the list has a 1 too, so that "[^1]" is not "[1]".
    """
    notes = [found for found in lists if found.shape == "footnote"]
    others = {label for found in lists if found.shape != "footnote" for label in found.labels}
    told = any(entry.urls or _DATED.search(entry.text) for found in notes for entry in found.entries)
    if not notes or not others or (told and not any(found.labels & others for found in notes)):
        return lists, frozenset()
    marked = [
        replace(found, entries=tuple(replace(entry, label=f"^{entry.label}") for entry in found.entries))
        if found.shape == "footnote"
        else found
        for found in lists
    ]
    if told:
        return tuple(marked), frozenset()
    explained = frozenset(label for found in marked if found.shape == "footnote" for label in found.labels)
    return tuple(found for found in lists if found.shape != "footnote"), explained


def names_list(heading: str) -> bool:
    """Tell whether a heading's text names a list of references, whatever its numbering and decoration."""
    bare = heading.strip(_DECORATION).lower()
    bare = _NUMBERING.sub("", bare).strip(_DECORATION)
    head, _, tail = bare.partition("(")
    if tail:
        bare = head.strip(_DECORATION)
    bare = "".join(c for c in bare if c.isalnum() or c in " &'’-/").strip(" -&/")
    return bare in _NAMES


def _is_ambiguous(heading: str) -> bool:
    """Tell "Notes", which heads remarks as often as references, from a heading that says what it heads."""
    return any(word in _REMARKS for word in heading.lower().split()) and not any(c in heading for c in "&")


def urls_in(text: str) -> tuple[str, ...]:
    """Return the addresses and DOIs of an entry in order, without trailing punctuation."""
    found = []
    for match in _URL.finditer(text):
        url = match[0].rstrip(".,;:!?'*_`")
        while url.endswith(")") and url.count("(") < url.count(")"):
            url = url[:-1].rstrip(".,;:!?'*_`")
        found.append(f"https://doi.org/{url}" if url[:3] == "10." else url)
    return tuple(dict.fromkeys(found))


def _lines(text: str, structure: Structure) -> Iterator[_Line]:
    """Yield the lines of a draft; a run of blank lines is one."""
    opaque = iter([*structure.opaque, (len(text) + 1, len(text) + 2)])
    mask_start, mask_end = next(opaque)
    setext = {block.start: block.level for block in structure.blocks if block.level}
    underlines = {_next_line(text, block.end) for block in structure.blocks if block.level}
    blank = False
    for number, start, raw in _numbered(text):
        if not raw and blank:
            continue
        blank = not raw
        end = start + len(raw)
        while mask_end <= start:
            mask_start, mask_end = next(opaque)
        masked = mask_start <= start + _width(raw) < mask_end and mask_start <= start
        shown = "" if masked or start in underlines else raw.lstrip("\ufeff")
        yield _read_line(number, start, end, shown, setext, masked)


def _numbered(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (number from 1, offset, text without its end) of every line."""
    if "\r" in text.replace("\r\n", ""):
        starts = line_starts(text)
        for number, (start, stop) in enumerate(pairwise((*starts, len(text))), 1):
            yield number, start, text[start:stop].rstrip("\r\n")
        return
    start = 0
    for number, raw in enumerate(text.split("\n"), 1):
        yield number, start, raw.removesuffix("\r")
        start += len(raw) + 1


def _next_line(text: str, offset: int) -> int:
    """Return where the underline of a setext heading starts (-1 for an ATX heading)."""
    ends = [at for at in (text.find("\n", offset), text.find("\r", offset)) if at >= 0]
    start = min(ends, default=-1) + 1
    start += text.startswith("\n", start) and start > 0 and text[start - 1] == "\r"
    line = re.split(r"[\r\n]", text[start : start + 200], maxsplit=1)[0].strip()
    return start if start > 0 and len(line) > 1 and not line.strip("=-") else -1


def _width(raw: str) -> int:
    return len(raw) - len(raw.lstrip())


def _read_line(number: int, start: int, end: int, raw: str, setext: dict[int, int], masked: bool) -> _Line:
    body = raw.strip()
    indent = len(raw) - len(raw.lstrip(" \t"))
    if masked or not body:
        return _Line(number, start, end, indent, "", "", "", not masked, 0, False)
    level, title = 0, body
    if heading := _HEADING.match(raw):
        level, title = len(heading[1]), heading[2]
    elif start + indent in setext:
        level = setext[start + indent]
    elif len(body) <= LIST_PLAIN_HEADING_CHARACTERS and _looks_like_heading(body) and names_list(body):
        level = 7
    named = bool(level) and len(title) <= LIST_HEADING_CHARACTERS and names_list(title)
    if level:
        return _Line(number, start, end, indent, "", "", body, False, level, named)
    quoteless = body.lstrip("> ") if body[0] == ">" else body
    for shape, pattern in _SHAPES:
        if match := pattern.match(quoteless):
            return _Line(number, start, end, indent, shape, match[1], match[2].strip(), False, 0, False)
    return _Line(number, start, end, indent, "", "", body, False, 0, False)


def _looks_like_heading(body: str) -> bool:
    return (
        body[-1] in ":：*_"
        or body[0] in "*_【"
        or body == body.title()
        or body.isupper()
        or not body.isascii()
        or body[0].isupper()
    )


def _headed(text: str, lines: list[_Line], index: int) -> tuple[ReferenceList | None, int]:
    """Read the list under a heading: entries until a heading of the same or a higher level, or other text."""
    heading = lines[index]
    body = index + 1
    zone = body
    while zone < len(lines):
        line = lines[zone]
        if line.heading and (line.heading <= heading.heading or heading.heading == 7 or line.names_list):
            break
        zone += 1
    shape = _shape_of([line for line in lines[body:zone] if not line.blank and not line.heading])
    found, after = _collect(text, lines, body, zone, shape, heading) if shape else (None, index + 1)
    if found is not None and _is_ambiguous(heading.rest) and shape not in ("footnote", "definition"):
        telling = sum(1 for entry in found.entries if entry.urls or _DATED.search(entry.text))
        if 2 * telling < len(found.entries):
            return None, index + 1
    return found, after


def _shape_of(body: list[_Line]) -> ListShape:
    """Return the shape of the entries under a heading, "" where what stands there is no list."""
    if not body:
        return ""
    shapes = Counter(line.shape for line in body if line.shape)
    first = body[0]
    if len(body) > 1 and (body[1].shape or body[1].rest.startswith("|")) and _is_caption(first):
        first = body[1]
    if first.shape:
        commonest = max(shapes, key=shapes.__getitem__)
        return commonest if first.shape == "bullet" and shapes["bullet"] < shapes[commonest] else first.shape
    if first.rest.startswith("|"):
        return "table" if shapes["table"] else "row" if any(urls_in(line.rest) for line in body) else ""
    # Entries without label or bullet: most name an address or a year, and none is long enough to be prose.
    telling = sum(1 for line in body if urls_in(line.rest) or _DATED.search(line.rest))
    short = all(len(line.rest) <= LIST_ENTRY_CHARACTERS for line in body)
    return "plain" if short and 5 * telling >= 3 * len(body) else ""


def _is_caption(line: _Line) -> bool:
    """Tell whether a line may name a part of a list ("Papers:", "**Papers**") or parts it by a rule."""
    short = not line.shape and len(line.rest) <= LIST_PLAIN_HEADING_CHARACTERS and not line.rest.startswith("|")
    return short and not urls_in(line.rest) and not _DATED.search(line.rest)


def _goes_on(lines: list[_Line], index: int, zone: int, shape: ListShape, labels: list[_Line]) -> bool:
    """Tell whether the list goes on behind a caption: with a label that it has not reached, or with an address."""
    near = range(index + 1, min(index + LIST_CAPTION_LINES, zone))
    after = next((lines[at] for at in near if not (lines[at].blank or _is_head(lines, at))), None)
    if after is None or shape == "plain" or not _starts_entry(after, shape, labels[-1].indent):
        return False
    if after.label.isdecimal() and labels[-1].label.isdecimal():
        return int(after.label) > int(labels[-1].label)
    return bool(urls_in(after.rest))


def _unheaded(text: str, lines: list[_Line], index: int) -> tuple[ReferenceList | None, int]:
    """Read a run of labelled entries that no heading names; weak shapes need addresses in most entries."""
    zone = index
    shape = lines[index].shape
    while zone < len(lines) and not lines[zone].heading:
        zone += 1
    found, after = _collect(text, lines, index, zone, shape, None)
    if found is None:
        return None, max(after, index + 1)
    addressed = sum(1 for entry in found.entries if entry.urls)
    if shape in ("footnote", "definition"):
        return found, after
    if shape in _STRONG and len(found.entries) >= 2 and (addressed * 2 >= len(found.entries) or _ascending(found)):
        return found, after
    numbered = shape == "key" or (shape in ("number", "table", "sup") and _ascending(found))
    if numbered and len(found.entries) >= 2 and addressed * 5 >= len(found.entries) * 4:
        return found, after
    return None, after


def _ascending(found: ReferenceList) -> bool:
    numbers = [entry.label for entry in found.entries if isinstance(entry.label, int)]
    return len(numbers) == len(found.entries) >= 2 and numbers == sorted(set(numbers)) and numbers[0] <= 1


def _collect(
    text: str, lines: list[_Line], body: int, zone: int, shape: ListShape, heading: _Line | None
) -> tuple[ReferenceList | None, int]:
    """Gather the entries of one shape with their continuation lines; stop at text that is neither."""
    groups: list[list[_Line]] = []
    labels: list[_Line] = []
    margin: int | None = None
    gap = False
    index = body
    last = body
    while index < zone:
        line = lines[index]
        if line.blank:
            gap = True
        elif line.heading:
            gap = True  # a deeper heading inside the list ("### Reports") parts it, it does not end it
        elif shape in _TABLES and _is_head(lines, index):
            pass
        elif _starts_entry(line, shape, margin):
            margin = line.indent if margin is None else min(margin, line.indent)
            groups.append([line])
            labels.append(line)
            gap, last = False, index + 1
        elif not line.shape and _LINK_DEFINITION.match(line.rest):
            gap = True  # "[guide]: https://..." names a link: no entry, and no part of one
        elif (
            groups
            and (line.indent > (margin or 0) or not gap)
            and not (gap and line.shape in LABELLED and shape in LABELLED and line.indent <= (margin or 0))
        ) or (groups and line.shape not in LABELLED and _ADDRESS_LINE.fullmatch(line.rest)):
            groups[-1].append(line)
            gap, last = False, index + 1
        elif shape == "table" and line.rest.startswith("|") and not groups:
            pass
        elif heading and _is_caption(line) and (not groups or (gap and _goes_on(lines, index, zone, shape, labels))):
            gap = True
        else:
            break
        index += 1
    if not groups:
        return None, body + 1
    entries = tuple(entry for group in groups for entry in _entries(text, group, shape))
    found = ReferenceList(
        start=heading.start if heading else groups[0][0].start,
        end=groups[-1][-1].end,
        shape=shape,
        entries=entries,
        headed=heading is not None,
        level=heading.heading if heading else 0,
        heading_start=heading.start if heading else -1,
        cut=_is_cut(text, entries),
        bare=_is_bare(text, entries),
    )
    return found, last


def _is_head(lines: list[_Line], index: int) -> bool:
    """Tell whether a line of a table is its head or the dashes below it."""
    return lines[index].rest.startswith("|") and any(
        _DASHES.fullmatch(line.rest) is not None for line in lines[index : index + 2]
    )


def _starts_entry(line: _Line, shape: ListShape, margin: int | None) -> bool:
    if shape == "plain":
        return margin is None or line.indent <= margin
    if margin is not None and line.indent > margin + 1:
        return False
    if shape == "row":
        return line.rest.startswith("|")
    if line.shape == shape:
        return shape != "bare-number" or not line.rest[:1].islower()
    # One list may mix "[1] text" with "[1]: url" and "[[1]](url)": only the label counts.
    same = {"bracket", "definition", "link-label", "anchor"}
    return line.shape in same and shape in same


def _entries(text: str, group: list[_Line], shape: ListShape) -> Iterator[Reference]:
    first, start, end = group[0], group[0].start, group[-1].end
    body = " ".join(line.rest for line in group).strip() if shape != "plain" else " ".join(line.rest for line in group)
    whole = text[start:end]
    label: Label = None
    if shape in LABELLED:
        label = label_of(first.label)
    yield Reference(start, end, first.number, label, body, urls_in(whole))
    if first.shape == "link-label":
        for other in _SECOND_LABEL.finditer(first.rest):
            if label_of(other[1]) != label:
                yield Reference(start, end, first.number, label_of(other[1]), body, urls_in(whole))


def _is_cut(text: str, entries: tuple[Reference, ...]) -> bool:
    """Tell whether the last entry breaks off in mid-token: an open bracket, or an address without a whole host."""
    last = entries[-1]
    if text[last.end :].strip() or len(entries) < LIST_LEAST_ENTRIES:
        return False
    tail = text[last.start : last.end].rstrip()
    if tail.count("(") > tail.count(")") or tail.count("[") > tail.count("]") or tail.count("**") % 2:
        return True
    return bool(last.urls) and "." not in last.urls[-1].partition("://")[2].partition("/")[0]


def _is_bare(text: str, entries: tuple[Reference, ...]) -> bool:
    """Tell whether the last entry, at the end of the draft, lacks the address that all the others have."""
    last = entries[-1]
    ends = not text[last.end :].strip() and len(entries) >= LIST_LEAST_ENTRIES
    return ends and not last.urls and all(entry.urls for entry in entries[:-1])
