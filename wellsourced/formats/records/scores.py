"""What `score` prints: as JSON for one question, as a line for each of many, and for a person."""

from __future__ import annotations

from collections.abc import Sequence
from json.encoder import encode_basestring as quoted

from quality import gate
from quality.axis_names import axis_names
from quality.options import Options
from retrieval.storage import scrub
from wellsourced.formats.records import dump, dump_line
from wellsourced.formats.records.research import SCORE, batch_record, decision_record
from wellsourced.formats.records.terminal_width import fit
from wellsourced_core.errors import shown
from wellsourced_core.model import AxisScore, Batch, Decision, Outcome, ScoredSource, Source

_RELEVANCE, _AUTHORITY, _RECENCY, _DENSITY = map(axis_names().index, ("relevance", "authority", "recency", "density"))


def render(batch: Batch, outcome: Outcome, retry: Decision | None, mode: str) -> str:
    """Return the judgement of one question's sources as JSON."""
    return dump(
        {
            "schema": SCORE,
            "query": batch.query,
            "as_of": batch.as_of and batch.as_of.isoformat(),
            "mode": mode,
            **batch_record(batch, outcome.kept),
            "retry": decision_record(retry),
            "outcome": gate.named(outcome),
            "decision": decision_record(outcome.decision),
        }
    )


def render_line(key: object, sources: Sequence[Source], batch: Batch, outcome: Outcome, retry: Decision | None) -> str:
    """Return one line of `score --batch`: every source of the line in its order."""
    scored = {id(one.source): one for one in batch.scored}
    rows = ", ".join([*map(_row, [scored[id(source)] for source in sources])])
    decided = {
        "top3_composite": batch.top3_composite,
        "top3_relevance": batch.top3_relevance,
        "retry": retry is not None,
        "outcome": gate.named(outcome),
    }
    return f'{dump_line({"id": key})[:-2]}, "sources": [{rows}], {dump_line(decided)[1:]}'


def _row(one: ScoredSource) -> str:
    """Return a source of a line: written as text, since a line may hold a hundred thousand."""
    axes = one.axes
    return (
        f'{{"id": {quoted(scrub(one.source.id))}, "relevance": {axes[_RELEVANCE].value:.9f},'
        f' "authority": {axes[_AUTHORITY].value:.9f}, "recency": {axes[_RECENCY].value:.9f},'
        f' "density": {axes[_DENSITY].value:.9f}, "composite": {one.composite:.9f}, "grade": {one.grade},'
        f' "origin": {quoted(scrub(one.origin))}, "junk": {quoted(one.junk) if one.junk else "null"}}}'
    )


def render_text(batch: Batch, outcome: Outcome, retry: Decision | None, mode: str, options: Options) -> str:
    """Return the judgement for a person, in 80 columns: a line per source with its axes, then the decisions."""
    out = [fit(f"Question: {shown(batch.query, 160)}"), f"As of: {batch.as_of}", f"Mode: {mode}", ""]
    dropped = gate.reasons(batch, outcome, mode, options)
    for i, (one, why) in enumerate(zip(batch.scored, dropped, strict=True), 1):
        out.append(fit(gate.line(i, one, options, why)))
        out += [_axis(axis) for axis in one.axes]
        out.append(f"    composite  {one.composite:.2f}")
    out += [
        "",
        f"Top 3: composite {batch.top3_composite:.2f}, relevance {batch.top3_relevance:.2f}",
        fit(f"Retry: {retry.why if retry else 'no'}"),
        fit(f"Outcome: {gate.named(outcome)} - {outcome.decision.why}"),
    ]
    return "\n".join(out) + "\n"


def _axis(axis: AxisScore) -> str:
    """Return an axis as a row: its name, value, weight, and why; "?" marks a value that stands for an unknown."""
    weight = f" x {axis.weight:.2f}" if axis.weight else " x 0   "
    head = f"    {axis.name:<10} {axis.value:.2f}{' ' if axis.known else '?'}{weight}  "
    return fit(f"{head}{shown(axis.why, 140)}", " " * len(head))
