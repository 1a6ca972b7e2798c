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
from writer.plain_markdown import without_marks
from writer.standalone_sentences import is_heading_question, is_prose, starts_sentence
from writer.thresholds import (
    ABSTRACT_FEWEST_PARTS,
    HEADING_FEWEST_WORDS,
    HEADING_MOST_WORDS,
    LIST_FEWEST_ITEMS,
    LIST_MOST_WORDS,
    QUESTION_WORDS,
    QUOTATION_MOST_SENTENCES,
    WRAPPED_SHARE,
)

_BULLET = compiled(r"^[•·▪‣*–-]\s+|^[0-9]{1,2}[.)]\s+(?=[A-Z])")
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
_NAMED_PART = compiled(r"[A-Z][a-z]{2,15}(?: [a-z]{2,12})?\.\s+(?=[A-Z])")
_EMPHASISED = compiled(r"(?<![\w*])\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*(?![\w*])")
_HASHES = compiled(r"#{1,6}\s+")
_LABEL_ALONE = compiled(r"[A-Z][A-Z ,&'-]{2,40}[.:]|\*\*[^*\n]{1,60}\*\*[.:]?")
_LINE_END = compiled(r"(?<=[^\n.!?:])\n(?=[^\n])")
_ENDS = ".!?,;:。！？｡、-\"”’'»」』）)"


_CITED = words("headings of reference lists", "en")
_BESIDE = words("headings of what is beside the subject", "en") | _CITED
_ITEM = compiled(r"[ \t]{0,24}[•·▪‣*–-][ \t]{1,24}\S.*")
_WITHIN = compiled(r"(?<!\b[ap]\.m)(?<!\b[A-Z])[.!?][\"'”’)]* +\S")  # one sentence and the next


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
            head, *items = (without_marks(one_line(item)).strip() for item in self.items)
            told = f"{'; '.join(map(_in_a_row, items))}."
            return f"{head.rstrip(':')}: {told}" if head else told
        plain = _EMPHASISED.sub(r"\1", without_marks(one_line(self.raw)).strip())
        return _DATELINE.sub("", _BULLET.sub("", plain))


def lines_of(text: str, title: str) -> Iterator[Line]:
    """Cut a text into sentences, and off them the title, headings and list items that no full stop ends."""
    blocks = list(_blocks(text))
    lists = dict((*_lists(text, blocks), *_tables(text, blocks)))
    # One such word alone begins a name: "Patients Association".
    is_abstract = sum(_PART.match(text, *block) is not None for block in blocks) >= ABSTRACT_FEWEST_PARTS
    named = {
        block for before, block in pairwise([(0, 0), *blocks]) if _names_part(text[slice(*block)], text[slice(*before)])
    }
    named = named if len(named) >= ABSTRACT_FEWEST_PARTS else set()
    heading, section, opens, cut, in_list, beside, untold, at = "", "", True, False, False, False, False, 0
    for paragraph, (start, end) in enumerate(blocks):
        if start < at:
            continue
        block = text[start:end]
        if start in lists:
            items, at = lists[start]
            beside = _is_beside(items[0]) if items[0] else beside
            if beside:
                continue
            yield Line(start, text[start:at], bool(items[0]), paragraph, items, "", bool(items[0]))
            # A page begins with its first sentence, whatever list stands above.
            heading, section, opens, cut, in_list, untold = "", "", opens and not heading, True, True, False
            continue
        if block.startswith("|"):
            cut = untold = True
            continue
        around = [text[slice(*blocks[i])] for i in (paragraph - 1, paragraph + 1) if 0 <= i < len(blocks)]
        if _is_heading(block, title, numbered=not any(map(_BULLET.match, around))):
            heading = "" if title.casefold().startswith(block.casefold()) else one_line(block)
            section = heading = _BULLET.sub("", heading).strip(" *:.")
            opens = cut = True
            beside, untold = _is_beside(heading), False
            continue
        parts = _NAMED_PART if (start, end) in named else _PART if is_abstract else _ABSTRACT
        label = _LABEL.match(block) or parts.match(block)
        if beside or (label is not None and _is_beside(label[0])):
            continue
        # One that comes again says who speaks, or whether it is true: it stays.
        label = label if label is not None and text.count(label[0]) == 1 else None
        item, begin = _BULLET.match(block) is not None, start + (label.end() if label is not None else 0)
        # A label is the heading of its own paragraph.
        under = section
        if label is not None:
            shown = label[0].strip(" *:.\n")
            under = heading = one_line(shown)
            opens = True
            if shown.endswith("?"):
                yield Line(start + block.index(shown), shown, True, paragraph, (), "", True)
                under = section = heading = ""
                opens, cut, label = False, False, None
        # What a reader asks is one question: "Our house is old. Is it too old for a heat pump?"
        asks = block.endswith("?") and len(block.split()) < QUESTION_WORDS.stop
        body = [(0, end - begin)] if asks else list(_whole_quotations(text[begin:end]))
        if len(body) > 1 and _asks_first(text[begin:end][slice(*body[0])].strip()):
            first, last = body.pop(0)
            yield Line(begin + first, text[begin + first : begin + last], True, paragraph, (), "", True)
            under = section = heading = ""
            opens, cut, label = False, False, None
        for first, last in body:
            here = begin + first
            if _ASIDE.fullmatch(text[here : here + last - first].strip()):
                continue
            fresh = cut or opens or (first == 0 and (label is not None or item != in_list) and bool(paragraph))
            opens = opens or asks
            yield Line(
                here,
                text[here : here + last - first],
                fresh,
                paragraph,
                (),
                heading if opens else "",
                opens,
                item and in_list,
                "" if asks else under,
                untold,
            )
            heading, opens, cut, untold = ("" if opens else heading), False, False, False
        in_list = item
        section = "" if asks else section


def _names_part(block: str, before: str) -> bool:
    """Tell whether a paragraph, no answer to the question before it, may begin with the name of a part."""
    return _NAMED_PART.match(block) is not None and not before.endswith("?")


def _whole_quotations(text: str) -> Iterator[tuple[int, int]]:
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


_ASIDE = compiled(r"\([^()]{1,200}\)[.!?]?")  # a sentence in brackets: nothing behind it leans on it


def _is_beside(heading: str) -> bool:
    """Tell whether below a heading stands something else than the subject: who made the page, what it rests on."""
    said = heading.strip(" #*:.").lower()
    return said in _BESIDE or _ABOUT.match(heading.strip(" #*")) is not None


_ABOUT = compiled(r"About [A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3}[:.]?$")


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs, headings, list items and rows of a text: its lines, where these do not end in sentences."""
    wrapped = _is_wrapped(text)
    start, at = 0, 0
    for line in (*text.splitlines(keepends=True), ""):
        begins = not wrapped or not line.strip() or _BULLET.match(line.lstrip()) or line.lstrip().startswith("|")
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
    item = _BULLET.match(block) is not None and not (numbered and block[0].isdigit())
    short = len(block.split()) <= HEADING_MOST_WORDS and not item
    # "I've thrown it away!" asks, too.
    return short and (block[-1] not in _ENDS or (block[-1] == "!" and _WITHIN.search(block) is None))


def _lists(text: str, blocks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, tuple[tuple[str, ...], int]]]:
    """Yield where lists begin whose items are no sentences, with what they are of and the items, and where they end.

    What a list is of says the heading right above it. Behind a question or a sentence that is a line of its own.
    """
    head, items = -1, list[int]()
    for i, (start, end) in enumerate((*blocks, (len(text), len(text)))):
        if end > start and (found := _ITEM.match(text, start, end)) and found.end() == end:
            items.append(i)
            continue
        if head >= 0 and items:
            above = text[slice(*blocks[head])]
            words = [_BULLET.sub("", text[slice(*blocks[j])]) for j in items]
            said = "" if above.endswith((".", "!", "?")) else above
            if _is_list(said, words) and above.strip(" #:*").lower() not in _CITED:
                yield blocks[head if said else items[0]][0], ((said, *words), blocks[items[-1]][1])
        head, items = i, []


def _tables(text: str, blocks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, tuple[tuple[str, ...], int]]]:
    """Yield where small tables begin, with what they are of and their rows in words, and where they end.

    What a table is of says its caption or the heading right above it, else its own first row.
    """
    rules = [_is_rule(text[slice(*block)]) for block in blocks]
    at = 0
    while at < len(blocks):
        # "| Cases by district in 2025 | |" and a rule below it: a caption, whatever columns are named behind it.
        caption = _caption(text[slice(*blocks[at])]) if at + 1 < len(blocks) and rules[at + 1] else ""
        begin = at + 2 if caption and at + 3 < len(blocks) and rules[at + 3] else at
        end = begin
        # A second rule below a row begins another table with that row.
        while end < len(blocks) and text.startswith("|", blocks[end][0]) and not (end > begin + 1 and rules[end]):
            end += 1
        end -= end < len(blocks) and rules[end]
        if end - begin > LIST_FEWEST_ITEMS:
            header, *rows = (_cells(text[slice(*block)]) for block in blocks[begin:end])
            above = text[slice(*blocks[at - 1])] if at and not caption else ""
            titled = bool(above) and above[0] != "|" and above[-1] not in _ENDS
            titled = titled and len(above.split()) <= HEADING_MOST_WORDS
            rows = [row for row in rows if any(row) and not _is_rule("|".join(row))]
            header = [] if caption and begin == at else header
            if _is_row(header, rows):
                header, rows = [], [header, *rows]
            named = [cell for cell in header if cell]
            columns = ("; " if any("," in cell for cell in named) else ", ").join(named)
            # What a thing and its value are needs no telling, behind the sentence above.
            plain = len(header) == PAIR and all(len(cell.split()) < HEADING_FEWEST_WORDS for cell in header)
            alone = "" if plain and at else columns
            of = caption or (above if titled else "")
            head = f"{of} ({columns})" if of and columns else of or alone
            items = [_row_in_words(row) for row in rows]
            # A cell that is empty would shift those behind it.
            whole = not any(empty and any(row[i:]) for row in rows for i, empty in enumerate(not one for one in row))
            if whole and _is_list("" if caption else of or head, items):
                yield blocks[at - titled][0], ((head, *items), blocks[end - 1][1])
        at = max(end, at + 1)


def _caption(row: str) -> str:
    """Return what a row says whose first cell alone is filled, of several words: what its table is of; else ""."""
    first, *others = _cells(row) if row.startswith("|") else [""]
    return first if others and not any(others) and len(first.split()) >= HEADING_FEWEST_WORDS else ""


def _is_row(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row of a table is one like the others, and no header: "Area | 1,290 ha".

    Where most rows have a figure it has one, too ("Ordinary | 42 marks | 9 days"), or a day before what happens then.
    """
    if not header or not rows:
        return False
    if _DAY_FIRST.match(header[0]):
        return True
    figures = [[_FIGURE.search(cell) is not None and not _YEAR.fullmatch(cell) for cell in row] for row in rows]
    own = [_FIGURE.search(cell) is not None and not _YEAR.fullmatch(cell) for cell in header]
    if len(header) == PAIR:
        return own[1] and any(row[1:] == [True] for row in figures)
    most = [sum(row[i] for row in figures if i < len(row)) > len(rows) / 2 for i in range(len(header))]
    return any(most[1:]) and all(own[i] for i in range(1, len(header)) if most[i])


_DAY_FIRST = compiled(r"[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}\Z")  # "31 December 2026 | Applications submitted"
_FIGURE, _YEAR = (
    compiled(r"\A(?:(?:[A-Z]{3}|[Kk]r|Rs)\.? )?\W{0,2}[0-9]"),
    compiled(r"(?:[A-Z][a-z]+ )?(?:19|20)[0-9]{2}(?:[-–/][0-9]{2,4})?"),
)
PAIR = 2  # cells of a row that names a thing and its value


def _is_rule(row: str) -> bool:
    """Tell whether a row only parts a table's header from its rows: "|---|---|"."""
    return "-" in row and not row.strip("|-: ")


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _row_in_words(row: Sequence[str]) -> str:
    """Return a row of a table as an item of a list, every cell as it stands: "Car: £41.20, £20.60"."""
    first, *cells = (cell for cell in row if cell)
    parting = " / " if any(", " in cell for cell in cells) else ", "
    return f"{first}: {parting.join(cells)}" if cells else first


def _is_list(head: str, items: list[str]) -> bool:
    """Tell whether items are a list: two or more, not all of them sentences, behind a heading, a colon or ""."""
    if len(items) < LIST_FEWEST_ITEMS or (head and not starts_sentence(head)) or "|" in head:
        return False
    words = sum(len(one.split()) for one in (head, *items))
    fits = words <= LIST_MOST_WORDS and len(head.split()) <= HEADING_MOST_WORDS and _WITHIN.search(head) is None
    fits = fits and all(len(sentences(one)) <= LIST_FEWEST_ITEMS and "?" not in one for one in items)
    return fits and not head.endswith((",", ";")) and not all(map(is_prose, items))


def _in_a_row(item: str) -> str:
    """Return an item as it stands between semicolons; what it says in more sentences stands in brackets."""
    first, *others = (item[start:end].rstrip(".,;!").replace("; ", ", ") for start, end in sentences(item))
    return f"{first} ({' '.join(others)})" if others else first


def _is_wrapped(text: str) -> bool:
    """Tell whether the lines of a text end in the middle of its sentences."""
    broken = sum(text[m.end()].islower() for m in _LINE_END.finditer(text))
    return broken > text.count("\n") * WRAPPED_SHARE
