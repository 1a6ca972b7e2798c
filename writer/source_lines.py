"""Cut a source's text into its sentences, as its reader meets them: what stands before each, and in which paragraph.

Cut off are the title, headings and list items that no full stop ends, labels ("**Weight.** "), bullets and datelines.
"""

from __future__ import annotations

from collections.abc import Iterator

from wellsourced_core.patterns import compiled
from wellsourced_core.text import sentences
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen
from writer.plain_markdown import without_marks
from writer.standalone_sentences import starts_sentence
from writer.thresholds import HEADING_MOST_WORDS, HEADING_OF_PARAGRAPHS_MOST_WORDS, WRAPPED_SHARE

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


@frozen
class Line:
    """A sentence of a source's text: where it begins, whether something else stands before it, in which paragraph."""

    start: int
    raw: str
    cut: bool
    paragraph: int

    @property
    def text(self) -> str:
        """The sentence without white space, marks, a bullet or a dateline around it."""
        return _DATELINE.sub("", _BULLET.sub("", without_marks(one_line(self.raw)).strip()))


def lines_of(text: str, title: str) -> Iterator[Line]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends."""
    wrapped = _is_wrapped(text)
    paragraph, end_before, in_list, labelled = 0, 0, False, False
    for start, end in sentences(text):
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
