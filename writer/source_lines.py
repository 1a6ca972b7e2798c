"""Cut a source's text into its sentences, as its reader meets them: what stands before each, and in which paragraph.

Cut off are the title, headings and list items that no full stop ends, labels ("**Weight.** "), bullets and datelines.
A list of items without full stops is one sentence, with the line that says of what: "Penalties: first violation, a
warning; second, $150."
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import sentences
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen
from writer.english_verbs import has_verb
from writer.plain_markdown import without_emphasis, without_marks
from writer.source_lists import BULLET, CITED, ENDS, WITHIN, Stretch, in_a_row, lists, tables
from writer.standalone_sentences import is_heading_question
from writer.thresholds import (
    ABSTRACT_FEWEST_PARTS,
    HEADING_MOST_WORDS,
    QUESTION_WORDS,
    QUOTATION_MOST_SENTENCES,
    WRAPPED_SHARE,
)

# "LONDON - ", "NEW YORK, March 3 (Reuters) - ": where and when a report was filed, before its first sentence.
_DATELINE = compiled(
    r"^(?:[A-Z]{2}[A-Z.' ]{1,30}(?:, [A-Z0-9][\w., ]{1,24})?(?: \([A-Z]\w{1,20}\))? ?[–—-] |"
    # "Updated June 11, 2026, 4 p.m. ": a stamp.
    r"(?:Updated|Published|Posted|Last (?:updated|reviewed))\b[\w ,:]{4,40}(?:[ap]\.m\.|[0-9]{4}\.) )(?=[A-Z])"
)
# "**Weight.** ", "COST. ": a heading that runs into its first sentence.
_LABEL = compiled(
    r"(?:\*\*[^*\n]{1,80}[.:?!]?\*\*[.:]?\s+|\*[^*\n]{1,40}[.:]\*\s+|[A-Z][A-Z ,&'-]{2,40}[.:]\s+(?=[A-Z\"“]))"
)
# "Results 191 people completed the trial": the parts of an abstract, in bold before they were plain text.
_PART = compiled(rf"(?:{either('parts of an abstract', language='en')})(?:\.|:)?\s+(?=[A-Z0-9])")
# "Abstract The desertion of the village": no "Abstract Art Society".
_ABSTRACT = compiled(rf"(?:Abstract|Summary)(?:\.|:)?\s+(?=(?:{either('openings of an abstract', language='en')})\b)")
# "Lifting. Cut the stems.", where several paragraphs of a page begin so.
_NAMED_PART = compiled(r"([A-Z][a-z]{2,15}(?: [a-z]{2,12}){0,2}|What['’]s [a-z]+|What isn['’]t)\.\s+(?=[A-Z])")
# "Short answer. Hardly.": what a page comes to.
_VERDICT = compiled(rf"(?i:{either('labels of a verdict', language='en', gap=' ')})\.\s+(?=[A-Z])")
_HASHES = compiled(r"#{1,6}\s+")
_LABEL_ALONE = compiled(r"[A-Z][A-Z ,&'-]{2,40}[.:]|\*\*[^*\n]{1,60}\*\*[.:]?")
_LINE_END = compiled(r"(?<=[^\n.!?:])\n(?=[^\n])")
_BESIDE = words("headings of what is beside the subject", "en") | CITED
_ASIDE = compiled(r"\([^()]{1,200}\)[.!?]?")  # a sentence in brackets: nothing behind it leans on it
_ABOUT = compiled(r"About [A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3}[:.]?$")


@frozen
class Line:
    """A sentence of a source's text: where it begins, whether something else stands before it, in which paragraph.

    Of a list the ``items`` are given, behind the line that says of what they are. One that ``opens`` is the first of
    its page or of its section, under that ``heading``; ``section`` is the one that any stands under, or its own label.
    Right behind a table that is not told one is ``untold`` of what.
    """

    start: int
    raw: str
    cut: bool
    paragraph: int
    items: tuple[str, ...] = ()
    heading: str = ""
    opens: bool = False
    in_list: bool = False
    section: str = ""
    untold: bool = False

    @property
    def asks(self) -> bool:
        """Whether it is a question on a line of its own, with its answer below."""
        return self.opens and self.raw.rstrip().endswith("?")

    @property
    def text(self) -> str:
        """The sentence without white space, marks, a bullet or a dateline around it."""
        if self.items:
            return in_a_row(self.items)
        plain = without_emphasis(without_marks(one_line(self.raw)).strip())
        return _DATELINE.sub("", BULLET.sub("", plain))


def lines_of(text: str, title: str) -> Iterator[Line]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends."""
    blocks = list(_blocks(text))
    shown = [text[start:end] for start, end in blocks]
    listed, labels = (
        dict((*lists(text, blocks), *tables(text, blocks))),
        _labels([BULLET.sub("", one) for one in shown]),
    )
    reader, behind = _Reader(), 0
    for i, ((start, _), block) in enumerate(zip(blocks, shown, strict=True)):
        neighbours = (*shown[max(0, i - 1) : i], *shown[i + 1 : i + 2])
        if start < behind:
            continue
        if start in listed:
            items, behind = listed[start]
            yield from reader.read_list(i, start, text[start:behind], items)
        elif block.startswith("|"):
            reader.skip_table()
        elif _is_heading(block, title, numbered=not any(map(BULLET.match, neighbours))):
            reader.begin_section("" if title.casefold().startswith(block.casefold()) else one_line(block))
        elif not (reader.beside or _is_beside(labels[i])):
            # A label that comes again says who speaks, or whether it is true: it stays.
            yield from reader.read_paragraph(i, start, block, labels[i] if text.count(labels[i]) == 1 else "")


def _labels(blocks: Sequence[str]) -> list[str]:
    """Return the label that each paragraph of a text begins with, "" for none: "COST. ", "Results ", "Lifting. "."""
    # One such word alone begins a name: "Patients Association".
    is_abstract = sum(_PART.match(block) is not None for block in blocks) >= ABSTRACT_FEWEST_PARTS
    named = [_names_part(one) and not above.endswith("?") for above, one in pairwise(["", *blocks])]
    enough = sum(named) >= ABSTRACT_FEWEST_PARTS
    found = list[str]()
    for block, is_named in zip(blocks, named, strict=True):
        parts = _NAMED_PART if is_named and enough else _PART if is_abstract else _ABSTRACT
        label = _LABEL.match(block) or _VERDICT.match(block) or parts.match(block)
        found.append(label[0] if label else "")
    return found


def _names_part(block: str) -> bool:
    """Tell whether a paragraph may begin with the name of a part; "Nobody was hurt. The barn fire" says something."""
    found = _NAMED_PART.match(block)
    return found is not None and (found[1].startswith("What") or not has_verb(found[1]))


class _Reader:
    """Who reads a page from its beginning: under which section, and what has stood since the sentence before.

    What stands ``beside`` the subject is not read.
    """

    def __init__(self) -> None:
        self.beside = False
        self._section = self._heading = ""  # the heading is told with the first sentence below it
        self._opens = True  # the next sentence is the first of its page or section
        self._cut = False  # something else stands before it
        self._untold = False  # a table does, that cannot be told
        self._in_list = False

    def begin_section(self, heading: str) -> None:
        self._section = self._heading = BULLET.sub("", heading).strip(" *:.")
        self._opens = self._cut = True
        self.beside, self._untold = _is_beside(self._heading), False

    def skip_table(self) -> None:
        self._cut = self._untold = True

    def read_list(self, paragraph: int, start: int, raw: str, items: tuple[str, ...]) -> Iterator[Line]:
        """Yield a list as one sentence, where what it is of is the subject."""
        headed = bool(items[0])
        self.beside = _is_beside(items[0]) if headed else self.beside
        if self.beside:
            return
        yield Line(start, raw, headed, paragraph, items, opens=headed)
        # A page begins with its first sentence, whatever list stands above.
        self._opens = self._opens and not self._heading
        self._section = self._heading = ""
        self._cut = self._in_list = True
        self._untold = False

    def read_paragraph(self, paragraph: int, start: int, block: str, label: str) -> Iterator[Line]:
        """Yield the sentences of a paragraph, behind the ``label`` that it begins with; that is its own heading."""
        bullet, under = BULLET.match(block), self._section
        is_item, before = bullet is not None, len(label) + (bullet.end() if bullet else 0)
        start, said, shown = start + before, block[before:], label.strip(" *:.\n")
        if label:
            under = self._heading = one_line(BULLET.sub("", shown))
            self._opens = True
        if shown.endswith("?"):
            yield self._question(paragraph, start - len(label) + label.index(shown), shown)
            under = label = ""
        # What a reader asks is one question: "Our house is old. Is it too old for a heat pump?"
        asks = block.endswith("?") and len(block.split()) < QUESTION_WORDS.stop
        body = [(0, len(said))] if asks else list(_whole_quotations(said))
        if len(body) > 1 and _asks_first(said[slice(*body[0])].strip()):
            first, last = body.pop(0)
            yield self._question(paragraph, start + first, said[first:last])
            under = label = ""
        for first, last in body:
            raw = said[first:last]
            if _ASIDE.fullmatch(raw.strip()):
                continue
            begins = first == 0 and (bool(label) or is_item != self._in_list) and paragraph > 0
            yield Line(
                start + first,
                raw,
                cut=self._cut or self._opens or begins,
                paragraph=paragraph,
                heading=self._heading,
                opens=self._opens or asks,
                in_list=is_item and self._in_list,
                section="" if asks else under,
                untold=self._untold,
            )
            self._heading = ""
            self._opens = self._cut = self._untold = False
        self._in_list = is_item
        self._section = "" if asks else self._section

    def _question(self, paragraph: int, start: int, raw: str) -> Line:
        """Return a question that the sentences behind it answer, which stand under no other heading."""
        self._section = self._heading = ""
        self._opens = self._cut = False
        return Line(start, raw, cut=True, paragraph=paragraph, opens=True)


def _whole_quotations(text: str) -> Iterator[Stretch]:
    """Yield the sentences of a paragraph, those of one quotation together: the last says whose words they are."""
    pieces = sentences(text)
    i = 0
    while i < len(pieces):
        start, end = pieces[i]
        for j in range(i, min(i + QUOTATION_MOST_SENTENCES, len(pieces))):
            if _is_closed(text[start : pieces[j][1]]):
                i, end = j, pieces[j][1]
                break
        yield start, end
        i += 1


def _is_closed(text: str) -> bool:
    return text.count('"') % 2 == 0 and text.count("“") == text.count("”")


def _asks_first(sentence: str) -> bool:
    """Tell whether a paragraph begins with a question that the rest of it answers; a story's "Why?" is none."""
    return len(sentence.split()) in QUESTION_WORDS and is_heading_question(sentence)


def _is_beside(heading: str) -> bool:
    """Tell whether below a heading stands something else than the subject: who made the page, what it rests on."""
    said = heading.strip(" #*:.").lower()
    return said in _BESIDE or _ABOUT.match(heading.strip(" #*")) is not None


def _blocks(text: str) -> Iterator[Stretch]:
    """Yield the paragraphs, headings, list items and rows of a text: its lines, where these do not end in sentences."""
    wrapped = _is_wrapped(text)
    start, at = 0, 0
    for line in (*text.splitlines(keepends=True), ""):
        begins = not wrapped or not line.strip() or BULLET.match(line.lstrip()) or line.lstrip().startswith("|")
        if begins or not text[start:at].strip():
            if shown := text[start:at].strip():
                first = start + text[start:at].index(shown)
                marks = _HASHES.match(shown) if shown.endswith("?") else None
                yield first + (marks.end() if marks else 0), first + len(shown)
            start = at
        at += len(line)


def _is_heading(block: str, title: str, *, numbered: bool) -> bool:
    """Tell whether a line is a heading: short, and no full stop ends it; or a label that stands alone.

    It may be ``numbered`` where no line beside it is.
    """
    if _LABEL_ALONE.fullmatch(block) or (title and title.casefold().startswith(block.casefold())):
        return True
    item = BULLET.match(block) is not None and not (numbered and block[0].isdigit())
    short = len(block.split()) <= HEADING_MOST_WORDS and not item
    # "I've thrown it away!" asks, too.
    return short and (block[-1] not in ENDS or (block[-1] == "!" and WITHIN.search(block) is None))


def _is_wrapped(text: str) -> bool:
    """Tell whether the lines of a text end in the middle of its sentences."""
    broken = sum(text[m.end()].islower() for m in _LINE_END.finditer(text))
    return broken > text.count("\n") * WRAPPED_SHARE
