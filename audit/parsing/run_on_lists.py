"""Find the numbers of a bibliography that runs on in a paragraph: "Weirs. https://a.example [1] Floods, 2021. [2]".

Models whose line breaks were lost write so. The brackets there look like citations, but what stands before or behind
each is an entry, not a sentence that a source could support.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

from audit.parsing.markdown import Block
from audit.parsing.markers import PLAIN
from audit.parsing.reference_lists import names_list
from audit.thresholds import LIST_ENTRY_CHARACTERS, LIST_TAIL_CHARACTERS, LIST_TITLE_WORDS
from wellsourced_core.lexicon import either
from wellsourced_core.model import Marker
from wellsourced_core.patterns import compiled
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

# The number of an entry: never judged, and nothing is deleted beside it.
ENTRY_NUMBER: MarkerShape = "entry-number"

_TOLD = compiled(
    rf"(?:https?://|\bdoi:)\S{{1,400}}$|(?:^|[\[(.,;] ?)(?:{either('marks of an entry', gap=' ')})\b", re.IGNORECASE
)
_DATED_LAST = compiled(
    r"[,(.] ?(?:[0-9]{1,2}[ -])?(?:[A-Z][a-z]{2,8}\.?[ -])?(?:1[89]|20)[0-9]{2}[a-z]?[)\]]{0,2}[.,;]?[\"”)]{0,2}$"
)
_QUOTED_FIRST = compiled(r"[(\[]?[\"“„«]")
_HEAD = compiled(r"([^\W\d_][\w ]{0,30}):")
_HEAD_LAST = compiled(r"([^\W\d_]{3,30}): ?$")
_LONG_WORD = compiled(r"[^\W\d_]{4,}")
_ENDS = compiled(r"[.!?:/\"”»] ?$")
_APART = " \t\r\n.,;:–—-"


def tell_entry_numbers(text: str, candidates: Sequence[Marker], blocks: Sequence[Block]) -> tuple[Marker, ...]:
    """Return all candidates; those that number the entries of a list that runs on have a shape of their own.

    The list ends the last paragraph that cites. Its numbers ascend, and each stands behind an entry, or each before
    one. Two of three must hold: it has several entries; each is surely one; the draft's other markers stand within
    their sentences, while these stand behind.
    """
    single = [m for m in candidates if m.shape in PLAIN and len(m.refs) == 1 and isinstance(m.refs[0].label, int)]
    block = bisect_right(blocks, single[-1].start, key=attrgetter("start")) - 1 if single else -1
    if block < 0:
        return tuple(candidates)
    low, high = blocks[block].start, blocks[block].end
    numbered = [m for m in single if m.start >= low]
    edges = [low, *(edge for m in numbered for edge in (m.start, m.end)), high]
    pieces = [text[a:b].strip(_APART) for a, b in pairwise(edges)][::2]  # before, between and behind the numbers
    signs = [_signs(piece) for piece in pieces]
    behind = len(pieces[-1]) < LIST_TAIL_CHARACTERS
    signs = signs[:-1] if behind else signs[1:]
    first = len(numbered)
    while first and signs[first - 1] and (_ends_piece if behind else _opens_piece)(text, numbered[first - 1]):
        if first < len(numbered) and numbered[first - 1].refs[0].label >= numbered[first].refs[0].label:  # type: ignore[operator]
            break
        first -= 1
    run = {m.start for m in numbered[first:]}
    others = [m for m in single if m.start not in run]
    usual = 2 * sum(_ends_piece(text, m) for m in others) >= len(others)
    head = _HEAD_LAST.search(text[low : numbered[first].start]) if run else None
    sure = all(sign > 1 for sign in signs[first:]) or (head is not None and names_list(head[1]))
    if run and (not usual) + sure + (len(run) > 1) >= 2:
        return tuple(replace(m, shape=ENTRY_NUMBER) if m.start in run else m for m in candidates)
    return tuple(candidates)


def _ends_piece(text: str, marker: Marker) -> bool:
    """Tell whether a marker stands behind the end of a sentence or of an address, not before it."""
    return _ENDS.search(text, max(0, marker.start - 3), marker.start) is not None


def _opens_piece(text: str, marker: Marker) -> bool:
    """Tell whether text goes on behind a marker that does not close a clause."""
    return text[marker.end : marker.end + 1] not in tuple(".,;:!?)")


def _signs(piece: str) -> int:
    """Return how sure a piece of text is an entry and no sentence: 0 not at all, 1 it may be one, 2 it is."""
    if not piece or len(piece) > LIST_ENTRY_CHARACTERS:
        return 0
    quoted, dated = _QUOTED_FIRST.match(piece), _DATED_LAST.search(piece)
    head = _HEAD.match(piece)
    if _TOLD.search(piece) or (quoted and dated) or (head and names_list(head[1]) and piece[head.end() :].strip()):
        return 2
    names = _LONG_WORD.findall(piece)
    capitals = sum(name[0].isupper() for name in names)
    title = 0 < len(names) <= LIST_TITLE_WORDS and 4 * capitals >= 3 * len(names)
    return 1 if dated or title or (quoted and not names) else 0
