"""Cut a source's text into its sentences, as its reader meets them: what stands before each, and in which paragraph.

Cut off are the title, headings and list items that no full stop ends, labels ("**Weight.** "), bullets and datelines.
A list of items without full stops is one sentence, with the line that says of what: "Penalties: first violation, a
warning; second, $150."
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wellsourced_core.patterns import compiled
from wellsourced_core.text import sentences
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen
from writer.plain_markdown import without_marks
from writer.standalone_sentences import starts_sentence
from writer.thresholds import (
    HEADING_MOST_WORDS,
    HEADING_OF_PARAGRAPHS_MOST_WORDS,
    LIST_FEWEST_ITEMS,
    LIST_MOST_WORDS,
    WRAPPED_SHARE,
)

_BULLET = compiled(r"^[•·▪‣*–-]\s+|^[0-9]{1,2}[.)]\s+(?=[A-Z])")
# "LONDON - ", "NEW YORK, March 3 (Reuters) - ": where and when a report was filed, before its first sentence.
_DATELINE = compiled(
    r"^(?:[A-Z]{2}[A-Z.' ]{1,30}(?:, [A-Z][\w., ]{1,24})?(?: \([A-Z]\w{1,20}\))? ?[–—-] |"
    # "Updated June 11, 2026, 4 p.m. ": a stamp.
    r"(?:Updated|Published|Posted|Last (?:updated|reviewed))\b[\w ,:]{4,40}(?:[ap]\.m\.|[0-9]{4}\.) )(?=[A-Z])"
)
# "**Weight.** ", "COST. ": a heading that runs into its first sentence.
_LABEL = compiled(r"(?:\*\*[^*\n]{1,80}[.:?!]?\*\*[.:]?\s+|[A-Z][A-Z ,&'-]{2,40}[.:]\s+(?=[A-Z\"“]))")
_LABEL_ALONE = compiled(r"[A-Z][A-Z ,&'-]{2,40}[.:]|\*\*[^*\n]{1,60}\*\*[.:]?")
_LINE_END = compiled(r"(?<=[^\n.!?:])\n(?=[^\n])")
_ENDS_OF_LINES = (".", ",", ";", ":", "。", "、", "-")


_ITEM = compiled(r"[ \t]*[•·▪‣*–-][ \t]+(?P<words>\S.*)")
_WITHIN = compiled(r"[.!?][\"'”’)]* +\S")  # one sentence and the next


@frozen
class Line:
    """A sentence of a source's text: where it begins, whether something else stands before it, in which paragraph.

    Of a list the ``items`` are given, behind the line that says of what they are.
    """

    start: int
    raw: str
    cut: bool
    paragraph: int
    items: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The sentence without white space, marks, a bullet or a dateline around it."""
        if self.items:
            head, *items = (without_marks(one_line(item)).strip() for item in self.items)
            return f"{head.rstrip(':')}: {'; '.join(item.rstrip('.,;') for item in items)}."
        return _DATELINE.sub("", _BULLET.sub("", without_marks(one_line(self.raw)).strip()))


def lines_of(text: str, title: str) -> Iterator[Line]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends."""
    wrapped = _is_wrapped(text)
    paragraph, end_before, in_list, labelled = 0, 0, False, False
    lists = {start: (end, items) for start, end, items in _lists(text)}
    for start, end in _spans(text, lists):
        if start in lists:
            paragraph += text[end_before:start].count("\n\n" if wrapped else "\n")
            yield Line(start, text[start:end], True, paragraph, lists[start][1])
            labelled, in_list, end_before = False, True, end
            continue
        if _LABEL_ALONE.fullmatch(text, start, end):
            labelled = True
            continue
        at = _behind_headings(text, start, end, title, wrapped=wrapped)
        between = text[end_before:at]
        paragraph += between.count("\n\n" if wrapped else "\n")
        item = _BULLET.match(text[at:end].lstrip()) is not None
        # What stands in a list goes on from the item before it.
        yield Line(at, text[at:end], labelled or at > start or (item != in_list and bool(paragraph)), paragraph)
        labelled = False
        in_list = item or (in_list and "\n" not in between)
        end_before = end


def _spans(text: str, lists: Mapping[int, tuple[int, tuple[str, ...]]]) -> Iterator[tuple[int, int]]:
    """Yield the sentences around the lists of a text, and the lists, in order."""
    at = 0
    for start, (end, _) in (*sorted(lists.items()), (len(text), (len(text), ()))):
        yield from ((at + a, at + b) for a, b in sentences(text[at:start]))
        if end > start:
            yield start, end
        at = end


def _lists(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield where the lists of a text stand whose items are no sentences, from the line that says of what they are."""
    at, head, before, items, end = 0, 0, "", list[str](), 0
    for line in (*text.splitlines(keepends=True), ""):
        item = _ITEM.match(line)
        if item is not None:
            items.append(item["words"].strip())
            end = at + len(line.rstrip())
        elif line.strip() or not line:
            if _is_list(before, items):
                yield head, end, (before, *items)
            head, before, items = at, line.strip(), []
        at += len(line)


def _is_list(head: str, items: list[str]) -> bool:
    """Tell whether items are a list: two or more, none of them sentences, behind a heading or a colon."""
    if len(items) < LIST_FEWEST_ITEMS or not head or not starts_sentence(head) or "|" in head:
        return False
    words = sum(len(one.split()) for one in (head, *items))
    ended = sum(one.endswith((".", "!", "?")) for one in items)
    whole = not any(_WITHIN.search(one) for one in (head, *items)) and ended < LIST_FEWEST_ITEMS
    fits = words <= LIST_MOST_WORDS and len(head.split()) <= HEADING_OF_PARAGRAPHS_MOST_WORDS
    return whole and fits and not head.endswith((".", "!", "?", ",", ";"))


def _behind_headings(text: str, start: int, end: int, title: str, *, wrapped: bool) -> int:
    """Return where a sentence begins behind a label and the lines that are headings of it."""
    label = _LABEL.match(text, start, end)
    at = label.end() if label else start
    longest = HEADING_MOST_WORDS if wrapped else HEADING_OF_PARAGRAPHS_MOST_WORDS
    for piece in text[start:end].splitlines(keepends=True):
        line = piece.strip()
        is_short = len(line.split()) <= longest or title.casefold().startswith(line.casefold())
        following = text[at + len(piece) : end].lstrip()
        if not is_short or line.endswith(_ENDS_OF_LINES) or not starts_sentence(_BULLET.sub("", following)):
            break
        at += len(piece)
    return at


def _is_wrapped(text: str) -> bool:
    """Tell whether the lines of a text end in the middle of its sentences."""
    broken = sum(text[m.end()].islower() for m in _LINE_END.finditer(text))
    return broken > text.count("\n") * WRAPPED_SHARE
