"""Re-point citations to the sources that support their sentences best, and drop those that add nothing.

The rules accuse a citation only if they are hardly ever wrong. Here a marker only moves to a better source, so a
smaller margin is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from audit import publish_faults
from audit.case import Case
from audit.judge_citations import Citation
from audit.support import checkable, joint, support
from audit.thresholds import IDLE_BESIDE, IDLE_GAIN, MOVE_FLOOR, MOVE_MARGIN, MOVE_MOST_SOURCES
from wellsourced_core.values import frozen


@frozen
class Move:
    """A reference of a marker that is to cite another source, or (``to`` None) none."""

    citation: Citation
    to: int | None
    why: str


def moves(case: Case, codes: Collection[str]) -> Iterator[Move]:
    """Yield at most one move per sentence; ``codes`` are the faults that a better source would mend.

    A reference moves to the source that, in its place, carries the sentence better by MOVE_MARGIN, or carries its
    numbers and quotations where its own does not. One of several goes where it adds nothing to the others and says less
    of the sentence itself, by IDLE_BESIDE; beside a reference that leads nowhere any that adds nothing goes.
    """
    for sentence, citations in _by_sentence(case).items():
        move = _move(case, sentence, citations, codes)
        if move is not None:
            yield move


def _by_sentence(case: Case) -> dict[int, list[Citation]]:
    found: dict[int, list[Citation]] = {}
    for citation in case.citations:
        sentence = case.draft.markers[citation.marker].sentence
        has_text = citation.source is not None and case.sources[citation.source].text.strip()
        if has_text and citation.source in case.references.candidates and sentence >= 0:
            found.setdefault(sentence, []).append(citation)
    return found


def _move(case: Case, sentence: int, citations: Sequence[Citation], codes: Collection[str]) -> Move | None:
    claim = case.texts.read_claim(sentence)
    here = tuple(dict.fromkeys(c.source for c in citations if c.source is not None))

    @cache
    def together(sources: tuple[int, ...]) -> float:
        return joint(claim, [case.texts.source(s) for s in sources]).score if sources else 0.0

    now = together(here)
    if _all_exist(case, sentence) and any(case.texts.repeats(sentence, source) for source in here):
        return None
    if not all(checkable(claim, case.texts.source(s)) for s in here):
        return None
    wrong = publish_faults.count(case, case.texts.claim(sentence), here, codes)
    if len(here) == 1 and now >= 1 - MOVE_MARGIN and not wrong:
        return None  # no source can be better by so much
    alone = {
        s: support(claim, case.texts.source(s)).score
        for s in case.references.candidates
        if case.sources[s].text.strip()
    }
    others = sorted((s for s in alone if s not in here and alone[s] >= MOVE_FLOOR), key=lambda s: (-alone[s], s))[
        :MOVE_MOST_SOURCES
    ]
    swaps = [_Swap(together(_swapped(here, s, o)), _first(citations, s), s, o) for s in here for o in others]
    swaps.sort(key=lambda swap: (-swap.score, swap.at, swap.new))
    if swaps and swaps[0].score - now > MOVE_MARGIN:
        return Move(citations[swaps[0].at], swaps[0].new, "another source supports the sentence better")
    for swap in swaps if wrong else ():
        mended = _swapped(here, swap.old, swap.new)
        if swap.score >= now and publish_faults.count(case, case.texts.claim(sentence), mended, codes) < wrong:
            return Move(citations[swap.at], swap.new, "another source has what the sentence states")
    best = max(alone[s] for s in here)
    least = max(MOVE_FLOOR, best - IDLE_BESIDE) if _all_exist(case, sentence) else best
    idle = [
        s
        for s in here
        if len(here) > 1 and alone[s] < least and now - together(tuple(o for o in here if o != s)) < IDLE_GAIN
    ]
    if idle:
        weakest = min(idle, key=lambda s: (alone[s], s))
        return Move(citations[_first(citations, weakest)], None, "adds nothing to the sentence's other sources")
    return None


def _all_exist(case: Case, sentence: int) -> bool:
    """Tell whether no marker of a sentence leads nowhere: who cites "[1-34]" of seven has not looked."""
    return not any(
        c.verdict == "out-of-bounds" for c in case.citations if case.draft.markers[c.marker].sentence == sentence
    )


@frozen
class _Swap:
    """One source in the place of another: the support that the sentence would have, and whose citation moves."""

    score: float
    at: int
    old: int
    new: int


def _first(citations: Sequence[Citation], source: int) -> int:
    return next(i for i, c in enumerate(citations) if c.source == source)


def _swapped(sources: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    return tuple(new if s == old else s for s in sources)
