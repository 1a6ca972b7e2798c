"""Density: how much the text reads like prose that says something, in [0, 1].

prose = .40 sentences + .30 min(1, stop words / .4) + .15 max(0, 1 - 20 menu) + .15 max(0, 1 - 2 capitals),
density = prose (.9 (.6 + .4 min(1, words / 100)) + .1 min(1, facts / .05)), where
- sentences: share of the text that lies before the last end mark of its line;
- stop words, menu words, words in capitals, words with a digit (facts): shares of all words.
The shares separate prose from navigation and word lists; ratios of unique words do the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence

from quality.axis_input import Page, Query
from quality.options import Options
from quality.thresholds import (
    CAPITALS_SHARE,
    DENSITY_HEAD_CHARACTERS,
    DENSITY_LINES,
    FOREIGN_SCRIPT_SHARE,
    HARDLY_SENTENCES,
    MENUS_SHARE,
    OPENING_WORDS,
)
from quality.word_kinds import CAPITALS, FACT, FOREIGN, MENU, STOP
from wellsourced_core.model import AxisScore

NAME = "density"
OF_PAGE = True
_ASCII_ENDS = ".!?"
_ENDS = f"{_ASCII_ENDS}…。！？"
_CLOSERS = "\"'”’»)]」』"


def score(query: Query, pages: Sequence[Page], options: Options) -> list[AxisScore]:  # noqa: ARG001 - as all axes
    """Score how much of each page is informative prose."""
    weight = options.weight(NAME)
    return [_score(page, weight) for page in pages]


def _score(page: Page, weight: float) -> AxisScore:
    kinds, words = page.opening, min(page.words, OPENING_WORDS)
    if not words:
        return AxisScore(NAME, 0.0, weight, "no text")
    head = page.source.text[:DENSITY_HEAD_CHARACTERS]
    foreign = kinds.count(FOREIGN) > FOREIGN_SCRIPT_SHARE * words
    stops = 1.0 if foreign else min(1.0, kinds.count(STOP) / words / 0.4)
    menu = kinds.count(MENU) / words
    capitals = kinds.count(CAPITALS) / words
    sentences = _sentence_share(head)
    prose = 0.4 * sentences + 0.3 * stops + 0.15 * max(0.0, 1 - 20 * menu) + 0.15 * max(0.0, 1 - 2 * capitals)
    # A script without spaces has few, long words: five code points stand for one.
    length = max(words, len(head) // 5) if foreign else words
    facts = min(1.0, kinds.count(FACT) / words / 0.05)
    value = prose * (0.9 * (0.6 + 0.4 * min(1.0, length / 100)) + 0.1 * facts)
    return AxisScore(NAME, min(1.0, value), weight, _why(sentences, menu, capitals, length))


def _sentence_share(head: str) -> float:
    """Return the share of the text that stands before the last end mark of its line."""
    inside = total = 0
    ends = _ASCII_ENDS if head.isascii() else _ENDS
    for line in head.splitlines()[:DENSITY_LINES]:
        bare = line.strip()
        total += len(bare)
        # A mark at the very end, or before a closing quote or bracket, saves the search.
        if bare[-1:] in ends or (bare[-1:] in _CLOSERS and bare[-2:-1] in ends):
            inside += len(bare)
        else:
            inside += max(map(bare.rfind, ends)) + 1
    return inside / total if total else 0.0


def _why(sentences: float, menu: float, capitals: float, words: int) -> str:
    if sentences < HARDLY_SENTENCES:
        return f"{words} words, hardly a sentence"
    if menu > MENUS_SHARE:
        return f"{words} words, menus among them"
    if capitals > CAPITALS_SHARE:
        return f"{words} words, many in capitals"
    return f"{words} words of prose"
