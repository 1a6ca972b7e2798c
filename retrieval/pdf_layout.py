"""Put the words of a PDF's pages into the order in which people read them: columns, running heads, broken words.

A page is cut at its gutter, where two columns of running text stand side by side; what is not cut keeps the order of
the file, which is that of the program that wrote it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence

from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, UNKNOWN_IDF, idf, stem_of
from wellsourced_core.values import frozen

_LONGEST_WORD = 60
_SOFT_HYPHEN = "\u00ad"
_HYPHENS = ("-", "\u2010", _SOFT_HYPHEN)
_LETTERS, _LETTERS_AT_END = compiled(r"[^\W\d_]+"), compiled(r"[^\W\d_]{1,60}\Z")
_DIGITS = compiled(r"[0-9]+|\b[ivxl]{1,6}\b")
_ENDS = (".", "!", "?", ":", ";", "”", '"', ")", "…")
_LEAST_LINES = 4  # of a column
_FILLED, _MOSTLY = 0.7, 0.5  # a line that reaches so far fills its column; so many do where text runs on
_CROSSING = 0.35  # the share of lines that may stand across a gutter: titles, figures, notes
_EDGE = 2  # lines at the top and the foot of a page among which running heads are looked for


@frozen
class Piece:
    """Words that stand together on a line, and where: in points, from the lower left corner of the page."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2


Line = tuple[Piece, ...]


def lines_of(pieces: Sequence[Piece]) -> list[Line]:
    """Return the lines of a page in reading order."""
    gutter = _gutter(pieces)
    if gutter is None:
        return _in_order(pieces)
    across = sorted((p for p in pieces if p.left < gutter < p.right), key=_from_top)
    sides = sorted((p for p in pieces if not p.left < gutter < p.right), key=_from_top)
    found: list[Line] = []
    begin = 0
    for crossing in (*across, None):
        end = bisect_left(sides, -crossing.middle, key=_from_top) if crossing else len(sides)
        band, begin = sides[begin:end], end
        for column in ([p for p in band if p.right <= gutter], [p for p in band if p.left >= gutter]):
            found += lines_of(column) if _gutter(column) is not None else _from_the_top(column)
        if crossing:
            found.append((crossing,))
    return found


def _from_top(piece: Piece) -> float:
    return -piece.middle


def text_of(line: Line) -> str:
    return " ".join(piece.text for piece in line)


def _in_order(pieces: Iterable[Piece]) -> list[Line]:
    """Return lines in the order of the file: pieces that follow one another at one height are one."""
    lines: list[list[Piece]] = []
    for piece in pieces:
        if lines and lines[-1][-1].right <= piece.left + 1 and _level(lines[-1][-1], piece):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return list(map(tuple, lines))


def _from_the_top(pieces: Iterable[Piece]) -> list[Line]:
    lines: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: (-p.middle, p.left)):
        if lines and _level(lines[-1][0], piece):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return [tuple(sorted(line, key=lambda p: p.left)) for line in lines]


def _level(one: Piece, other: Piece) -> bool:
    """Tell whether two pieces stand at one height: the middle of each is within the other."""
    return one.bottom <= other.middle <= one.top and other.bottom <= one.middle <= other.top


def _gutter(pieces: Sequence[Piece]) -> float | None:
    """Return where a blank strip parts two columns of running text, None where there is none."""
    if len(pieces) < 2 * _LEAST_LINES:
        return None
    left, right = min(p.left for p in pieces), max(p.right for p in pieces)
    places = [left + (right - left) * part / 50 for part in range(12, 39)]
    crossings = [(sum(p.left < x < p.right for p in pieces), x) for x in places]
    fewest = min(count for count, _ in crossings)
    best = [x for count, x in crossings if count == fewest]
    x = best[len(best) // 2]
    if fewest > _CROSSING * len(pieces):
        return None
    sides = ([p for p in pieces if p.right <= x], [p for p in pieces if p.left >= x])
    return x if all(map(_runs_on, sides)) else None


def _runs_on(column: Sequence[Piece]) -> bool:
    """Tell whether a column holds running text: most of its lines reach to its end, as cells of a table do not."""
    lines = _from_the_top(column)
    if len(lines) < _LEAST_LINES:
        return False
    left, right = min(p.left for p in column), max(p.right for p in column)
    filled = sum(line[-1].right - line[0].left >= _FILLED * (right - left) for line in lines)
    return filled >= _MOSTLY * len(lines)


# ------------------------------------------------------------------------------------------- running heads


def without_running_heads(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """Drop what stands at the top or foot of page after page but for its numbers: heads, feet, page numbers."""
    if len(pages) < 2:
        return list(pages)
    edges = [{line: _head_key(line) for line in _edges(page)} for page in pages]
    seen = Counter(key for edge in edges for key in set(edge.values()))
    often = {key for key, count in seen.items() if count >= max(2, len(pages) / 2 if len(pages) < 6 else 3)}
    return [[line for line in page if edge.get(line) not in often] for page, edge in zip(pages, edges, strict=True)]


def _edges(page: Sequence[Line]) -> list[Line]:
    """Return the highest and the lowest lines of a page, of a short page fewer."""
    ordered = sorted(page, key=lambda line: -line[0].middle)
    edge = min(_EDGE, len(ordered) // 3)
    return ordered[:edge] + ordered[len(ordered) - edge :]


def _head_key(line: Line) -> tuple[str, int]:
    """Return what a running head has on every page: its words, but for numbers, and its height within some points."""
    return _DIGITS.sub("#", text_of(line).lower()), round(line[0].middle / 6)


# ------------------------------------------------------------------------------------------- words and pages


def joined(pages: Sequence[str], longest: int) -> tuple[str, tuple[int, ...]]:
    """Return pages as one text, cut at a length, and where each page begins that has a part in it.

    A sentence that goes on over the page is not parted by a blank line.
    """
    text, starts = "", []
    for page in pages:
        goes_on = bool(text) and not text.endswith(_ENDS) and page[:1].islower()
        text += ("\n" if goes_on else "\n\n") if text and page else ""
        if len(text) >= longest:
            break
        starts.append(len(text))
        text += page
    return text[:longest], tuple(starts)


def rejoined(page: str) -> str:
    """Return a page whose words are whole again where a line ended inside one."""
    lines: list[str] = []
    for line in page.split("\n"):
        above, words = lines[-1].rstrip() if lines else "", line.split(maxsplit=1)
        if words and above.endswith(_HYPHENS):
            broken = above.rsplit(maxsplit=1)[-1]
            if len(broken) <= _LONGEST_WORD and (word := _whole(broken[:-1], broken[-1], words[0])):
                lines[-1] = above[: len(above) - len(broken)] + word
                lines += words[1:]
                continue
        lines.append(line)
    return "\n".join(lines)


def _whole(left: str, hyphen: str, right: str) -> str:
    """Return the word that two lines share, "" where each has a word of its own ("pre-\\nand post-war").

    The hyphen goes where English has the word without it, or does not have its two parts as words; else the word is a
    compound ("well-\\nknown") and keeps it, as it does before a capital letter or a digit.
    """
    ends, begins = _LETTERS_AT_END.search(left), _LETTERS.match(right)
    if hyphen == _SOFT_HYPHEN:
        return left + right
    if not left[-1:].isalnum() or not right[0].isalnum() or "/" in left:
        return ""
    if ends is None or begins is None or right[0].isupper():
        return left + hyphen + right
    one, other = ends[0].lower(), begins[0].lower()
    if _is_known(one + other):
        return left + right
    if other in STOP_WORDS:
        return ""
    return left + hyphen + right if _is_known(one) and _is_known(other) else left + right


def _is_known(word: str) -> bool:
    """Tell whether English has a word; the table of weights knows it by its stem, without accents."""
    return word in STOP_WORDS or (word.isascii() and bool(stem := stem_of(word)) and idf(stem) < UNKNOWN_IDF)
