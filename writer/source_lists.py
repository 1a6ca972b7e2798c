"""Tell a source's lists and small tables in words: what they are of, and their items, between semicolons.

"Penalties: first violation, a warning; second, $150." Every cell stands as it is in its source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import sentences
from wellsourced_core.untrusted import one_line
from writer.english_verbs import has_verb
from writer.plain_markdown import without_emphasis, without_marks
from writer.standalone_sentences import is_prose, starts_sentence
from writer.thresholds import HEADING_FEWEST_WORDS, HEADING_MOST_WORDS, LIST_FEWEST_ITEMS, LIST_MOST_WORDS

Stretch = tuple[int, int]  # of a text: where a line begins and ends
Listed = tuple[tuple[str, ...], int]  # what a list is of and its items, and where it ends

BULLET = compiled(r"^[•·▪‣*–-]\s+|^(?:[0-9]{1,2}[.)]|\(?[a-z]\))\s+(?=[\"“*]{0,2}[A-Z])")
CITED = words("headings of reference lists", "en")
ENDS = ".!?,;:。！？｡、-\"”’'»」』）)"  # of a line that is no heading
WITHIN = compiled(r"(?<!\b[ap]\.m)(?<!\b[A-Z])[.!?][\"'”’)]* +\S")  # one sentence and the next
_ITEM = compiled(r"[ \t]{0,24}[•·▪‣*–-][ \t]{1,24}\S.*")
_DAY_FIRST = compiled(r"[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}\Z")  # "31 December 2026 | Applications submitted"
_FIGURE = compiled(r"\A(?:(?:[A-Z]{3}|[Kk]r|Rs)\.? )?\W{0,2}[0-9]")
_LABEL = compiled(r"\A\*\*[^*\n]{1,80}\*\*:?\s+")  # "**Weight.** It is light."
_YEAR = compiled(r"(?:[A-Z][a-z]+ )?(?:19|20)[0-9]{2}(?:[-–/][0-9]{2,4})?")
_PAIR = 2  # cells of a row that names a thing and its value


def lists(text: str, blocks: Sequence[Stretch]) -> Iterator[tuple[int, Listed]]:
    """Yield where lists begin whose items are no sentences, with what they are of and the items, and where they end.

    What a list is of says the heading right above it. Behind a question or a sentence that is a line of its own.
    """
    head, items = -1, list[int]()
    for i, (start, end) in enumerate((*blocks, (len(text), len(text)))):
        if end > start and (found := _ITEM.match(text, start, end)) and found.end() == end:
            items.append(i)
            continue
        if head >= 0 and items:
            above = _heading(text[slice(*blocks[head])])
            words = [BULLET.sub("", text[slice(*blocks[j])]) for j in items]
            said = "" if above.endswith((".", "!", "?")) else above
            if _is_list(said, words) and above.strip(" #:*").lower() not in CITED:
                yield blocks[head if said else items[0]][0], ((said, *words), blocks[items[-1]][1])
        head, items = i, []


def tables(text: str, blocks: Sequence[Stretch]) -> Iterator[tuple[int, Listed]]:
    """Yield where small tables begin, with what they are of and their rows in words, and where they end.

    What a table is of says its caption or the heading right above it, else its own first row.
    """
    rows = [text[start:end] for start, end in blocks]
    at = 0
    while at < len(rows):
        caption, begin, end = _extent(rows, at)
        if end - begin > LIST_FEWEST_ITEMS:
            above = _heading(rows[at - 1]) if at and not caption else ""
            above = above if above and _may_title(above) and above.lower() not in CITED else ""
            header, *body = map(_cells, rows[begin:end])
            header = [] if caption and begin == at else header
            if told := _in_words(header, body, caption, above, opens=at == 0):
                yield blocks[at - bool(above)][0], (told, blocks[end - 1][1])
        at = max(end, at + 1)


def _heading(line: str) -> str:
    """Return what a heading says: "## Prices" or "**Prices**"."""
    return without_emphasis(line.lstrip("# "))


def _extent(rows: Sequence[str], at: int) -> tuple[str, int, int]:
    """Return the caption of the table that begins at a line, and where its rows begin and end.

    "| Cases by district in 2025 | |" and a rule below it: a caption, whatever columns are named behind it. A second
    rule below a row begins another table with that row.
    """
    caption = _caption(rows[at]) if at + 1 < len(rows) and _is_rule(rows[at + 1]) else ""
    begin = at + 2 if caption and at + 3 < len(rows) and _is_rule(rows[at + 3]) else at
    end = begin
    while end < len(rows) and rows[end].startswith("|") and not (end > begin + 1 and _is_rule(rows[end])):
        end += 1
    return caption, begin, end - (end < len(rows) and _is_rule(rows[end]))


def _in_words(
    header: Sequence[str], body: Sequence[Sequence[str]], caption: str, above: str, *, opens: bool
) -> tuple[str, ...]:
    """Return what a table is of, and its rows in words; nothing of one that cannot be told so.

    It is of what its ``caption`` says, or the heading ``above`` it; ``opens`` says that nothing stands there.
    """
    body = [row for row in body if any(row) and not _is_rule("|".join(row))]
    if _is_row(header, body):
        header, body = [], [header, *body]
    named = [cell for cell in header if cell]
    columns = ("; " if any("," in cell for cell in named) else ", ").join(named)
    # What a thing and its value are needs no telling, behind the sentence above.
    plain = len(header) == _PAIR and all(len(cell.split()) < HEADING_FEWEST_WORDS for cell in header)
    alone = "" if plain and not opens else columns
    of = caption or above
    head = f"{of} ({columns})" if of and columns else of or alone
    items = [_row_in_words(row) for row in body]
    # A cell that is empty would shift those behind it.
    whole = all(map(_is_whole, body))
    return (head, *items) if whole and _is_list("" if caption else above or alone, items) else ()


def _is_whole(row: Sequence[str]) -> bool:
    """Tell whether no cell before the last that is filled is empty."""
    filled = [bool(cell) for cell in row]
    return filled == sorted(filled, reverse=True)


def _caption(row: str) -> str:
    """Return what a row says whose first cell alone is filled, of several words: what its table is of; else ""."""
    first, *others = _cells(row) if row.startswith("|") else [""]
    return first if others and not any(others) and len(first.split()) >= HEADING_FEWEST_WORDS else ""


def _may_title(line: str) -> bool:
    """Tell whether a line right above a table says what it is of."""
    return line[0] != "|" and line[-1] not in ENDS and len(line.split()) <= HEADING_MOST_WORDS


def _is_row(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row of a table is one like the others, and no header: "Area | 1,290 ha".

    Where most rows have a figure it has one, too ("Ordinary | 42 marks | 9 days"), or a day before what happens then.
    """
    if not header or not rows:
        return False
    if _DAY_FIRST.match(header[0]):
        return True
    figures = [list(map(_is_figure, row)) for row in rows]
    own = list(map(_is_figure, header))
    if len(header) == _PAIR:
        return own[1] and any(row[1:] == [True] for row in figures)
    most = [sum(row[i] for row in figures if i < len(row)) > len(rows) / 2 for i in range(len(header))]
    return any(most[1:]) and all(own[i] for i in range(1, len(header)) if most[i])


def _is_figure(cell: str) -> bool:
    return _FIGURE.search(cell) is not None and not _YEAR.fullmatch(cell)


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


def _is_list(head: str, items: Sequence[str]) -> bool:
    """Tell whether items are a list: two or more, not all of them sentences, behind a heading, a colon or ""."""
    if len(items) < LIST_FEWEST_ITEMS or (head and not starts_sentence(head)) or "|" in head:
        return False
    words = sum(len(one.split()) for one in (head, *items))
    fits = words <= LIST_MOST_WORDS and len(head.split()) <= HEADING_MOST_WORDS and WITHIN.search(head) is None
    fits = fits and all(len(sentences(one)) <= LIST_FEWEST_ITEMS and "?" not in one for one in items)
    return fits and not head.endswith((",", ";")) and not all(map(_is_sentence, items))


def _is_sentence(item: str) -> bool:
    """Tell whether an item says something by itself; "Wheelchairs: one at a time" does below what it is an item of."""
    said = _LABEL.sub("", item)
    return is_prose(said) and has_verb(said)


def in_a_row(listed: Sequence[str]) -> str:
    """Return a list as one sentence: what it is of, and its items between semicolons."""
    head, *items = (without_emphasis(without_marks(one_line(item)).strip()) for item in listed)
    told = f"{'; '.join(map(_item_in_a_row, items))}."
    return f"{head.rstrip(':')}: {told}" if head else told


def _item_in_a_row(item: str) -> str:
    """Return an item as it stands between semicolons; what it says in more sentences stands in brackets."""
    first, *others = (item[start:end].rstrip(".,;!").replace("; ", ", ") for start, end in sentences(item))
    return f"{first} ({' '.join(others)})" if others else first
