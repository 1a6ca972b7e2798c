"""summary.json: the results of a run, topic by topic, in the order of the topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wellsourced.batch import ARTICLES, OUTCOMES, Result, fields_of
from wellsourced.formats._shared import plural
from wellsourced.formats.records import dump

SCHEMA = "wellsourced.summary/1"
_REMEDIES = {
    "failed": "Failed topics are named above; run the same command again once the cause is mended.",
    "quarantined": "Quarantined topics are passed over; --retry-quarantined tries them again.",
    "left": "Topics that are left were not begun or not finished; run the same command again to go on.",
}
_WITHOUT_MONEY = "Topics that are left wait for a larger budget: the same command again would stop at the same call."


def render(results: Sequence[Result], as_of: str) -> str:
    """Return the summary of a run as JSON."""
    outcomes = Counter(result.outcome for result in results)
    return dump(
        {
            "schema": SCHEMA,
            "as_of": as_of,
            "topics": len(results),
            "outcomes": {name: outcomes[name] for name in OUTCOMES},
            "usd": sum(result.usd for result in results),
            "results": [{"id": result.topic, **_details(result)} for result in results],
        }
    )


def render_text(results: Sequence[Result], out: str, as_of: str) -> str:
    """Return the summary for a person: where each article lies, what failed and why, and what to do next."""
    lines = [f"As of {as_of}: {plural(len(results), 'topic')}", ""]
    for result in results:
        where = f"{out}/{result.folder}/article.md" if result.outcome in ARTICLES else result.topic
        numbers = f"{plural(result.sources, 'source')}, {plural(result.citations, 'citation')}"
        cited = numbers if result.sources else result.why
        lines.append(f"  {result.outcome:<12}  {where}")
        lines.append(f"  {'':<12}  {cited}")
    counts = Counter[str](result.outcome for result in results)
    is_spent = any(result.over_budget for result in results)
    lines += ["", ", ".join(f"{counts[name]} {name}" for name in OUTCOMES if counts[name])]
    remedies = _REMEDIES | {"left": _WITHOUT_MONEY} if is_spent else _REMEDIES
    lines += [remedy for name, remedy in remedies.items() if counts[name]]
    if any(result.usd for result in results):
        lines.append(f"Cost: ${sum(result.usd for result in results):.4f}")
    return "\n".join(lines) + "\n"


def _details(result: Result) -> dict[str, object]:
    return {name: value for name, value in fields_of(result).items() if name != "topic"}
