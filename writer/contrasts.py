"""Tell where sources contradict each other: one sentence with both figures and both markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wellsourced_core.model import Conflict, Span
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen
from writer.figures import figures
from writer.plain_markdown import inert, markers, split_end, without_marks
from writer.quoted_sentence import Sentence
from writer.thresholds import MOST_CONTRASTS

HEADING = "Where the sources differ"


@frozen
class Contrast:
    """A contradiction in words: the first source's own sentence, and what the second has in the place of its figure."""

    conflict: Conflict
    text: str
    plain: str  # without markers
    sides: tuple[str, str]

    def tells(self, sentence: Sentence) -> bool:
        """Tell whether a sentence is one of the two, or states a figure of them."""
        stated = figures(sentence.text)
        return sentence.text in self.sides or any(not stated.isdisjoint(figures(side)) for side in self.sides)


def contrasts(
    conflicts: Sequence[Conflict], found: Sequence[Sentence], hosts: Mapping[int, str]
) -> tuple[Contrast, ...]:
    """Return the contradictions that can be told, three at most: both of their sentences stand alone."""
    told: list[Contrast] = []
    for one in conflicts:
        first, second = _sentence(one.first, one.first_span, found), _sentence(one.second, one.second_span, found)
        if one.kind != "conflict" or first is None or second is None or len(told) == MOST_CONTRASTS:
            continue
        if any(earlier.tells(first) or earlier.tells(second) for earlier in told):
            continue
        core, closers, _ = split_end(inert(first.text))
        other = f"but {inert(one_line(one.second_text))} according to {hosts.get(one.second) or 'another source'}"
        text = f"{core}{closers} {markers([one.first])}, {other} {markers([one.second])}."
        told.append(Contrast(one, text, f"{core}{closers}, {other}.", (first.text, second.text)))
    return tuple(told)


def _sentence(n: int, span: Span | None, found: Sequence[Sentence]) -> Sentence | None:
    """Return the quotable sentence of a source that a conflict's span is; None for one that cannot stand alone."""
    text = one_line(without_marks(span.text)).strip() if span else ""
    return next(
        (
            s
            for s in found
            if n in s.numbers and s.text == text and not s.needs and not s.own_voice and s.kind != "quote"
        ),
        None,
    )
