"""State in the article itself what its evidence lacks: a short section, with both sides of a contradiction, cited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quality.composite import fits
from quality.evidence import Evidence
from quality.options import Options
from wellsourced_core.model import Conflict, Outcome, Span
from wellsourced_core.prompt_injection import gives_orders
from wellsourced_core.untrusted import one_line
from writer.plain_markdown import inert, without_marks

HEADING = "## Risks"
_SHOWN = 3
_LONGEST = 300


def with_risks(
    markdown: str, evidence: Evidence, notes: Sequence[str] | None = None, told: Sequence[Conflict] = ()
) -> str:
    """Append the section on risks; an article whose evidence has none stays as it is.

    ``notes`` take the place of the evidence's own: they may hold what a profile warns of.
    Of each contradiction, at most three, both sentences are quoted word for word with their markers; of those that the
    article has ``told`` itself, none.
    """
    parts = [part for part in (" ".join(evidence.notes if notes is None else notes), *_sides(evidence, told)) if part]
    return "\n\n".join((markdown.rstrip(), HEADING, *parts)) + "\n" if parts else markdown


def about_orders(outcome: Outcome, options: Options) -> tuple[str, ...]:
    """Return the risks of pages that give a model orders: of those kept, and of those that would have been kept."""
    notes = []
    if any(s.orders for s in outcome.kept):
        notes.append(
            "A source gives orders to the models that read it: what stands before them was used, nothing after them."
        )
    if any(s.orders and fits(s, options) for s in outcome.dropped):
        notes.append("A page on the question gives orders to the models that read it, and was left out.")
    return tuple(notes)


def _sides(evidence: Evidence, told: Sequence[Conflict]) -> Iterator[str]:
    for one in [one for one in evidence.conflicts if one not in told][:_SHOWN]:
        sides = _side(one.first_span, one.first), _side(one.second_span, one.second)
        if all(sides):
            yield f"{sides[0]} By contrast: {sides[1]}"


def _side(span: Span | None, n: int) -> str:
    """Quote a sentence with its full stop moved after the marker; "" if it is too long to quote."""
    if span is None or gives_orders(span.text):
        return ""
    text = one_line(without_marks(span.text)).rstrip(".")
    return f"“{inert(text)}” [{n}]." if 0 < len(text) <= _LONGEST else ""
