"""State in the article itself what its evidence lacks: a short section, with both sides of a contradiction, cited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quality.evidence import Evidence
from wellsourced_core.model import Span
from writer.markdown import inert, without_marks
from writer.untrusted import one_line

HEADING = "## Risks"
_SHOWN = 3
_LONGEST = 300


def with_risks(markdown: str, evidence: Evidence, notes: Sequence[str] | None = None) -> str:
    """Append the section on risks; an article whose evidence has none stays as it is.

    ``notes`` take the place of the evidence's own: they may hold what a profile warns of.
    Of each contradiction, at most three, both sentences are quoted word for word with their markers.
    """
    parts = [part for part in (" ".join(evidence.notes if notes is None else notes), *_sides(evidence)) if part]
    return "\n\n".join((markdown.rstrip(), HEADING, *parts)) + "\n" if parts else markdown


def _sides(evidence: Evidence) -> Iterator[str]:
    for one in evidence.conflicts[:_SHOWN]:
        sides = _side(one.first_span, one.first), _side(one.second_span, one.second)
        if all(sides):
            yield f"{sides[0]} By contrast: {sides[1]}"


def _side(span: Span | None, n: int) -> str:
    """Quote a sentence with its full stop moved after the marker; "" if it is too long to quote."""
    text = one_line(without_marks(span.text)).rstrip(".") if span else ""
    return f"“{inert(text)}” [{n}]." if 0 < len(text) <= _LONGEST else ""
