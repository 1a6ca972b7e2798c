"""How an article came about, above its draft: searches, decisions, what was left out, what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wellsourced.formats._html.escaping import line
from wellsourced.formats._shared import plural
from wellsourced.formats.records.account import Account


def story(account: Account) -> str:
    """Return the section as HTML."""
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in _rows(account) if value)
    return (
        f'<section aria-labelledby="story"><h2 id="story" dir="auto">{line(account.question)}</h2>'
        f"<details><summary>How this article came about: {line(account.outcome)}, {line(account.why)}</summary>"
        f"<dl class=axes>{rows}</dl></details></section>"
    )


def _rows(account: Account) -> Iterator[tuple[str, str]]:
    yield "Mode and profile", line(f"{account.mode}, {account.profile}, as of {account.as_of}")
    yield (
        "Searches",
        _list(
            f"{kind}: “{query}”, {plural(results, 'result')}{f', {error}' if error else ''}"
            for kind, query, results, error in account.searches
        ),
    )
    yield "Searched again because", line(account.retried)
    yield "Decisions", _list((*account.decisions, *account.risks))
    yield "Facts", f"{account.facts:,} kept, {len(account.dropped):,} dropped"
    yield "Dropped facts", _list(f"{text} ({why})" for text, why in account.dropped)
    yield "Repairs", f"{account.repairs:,}"
    cost = f"${account.usd:,.4f}" if account.priced else "no price known"
    yield "Writer", f"{line(account.writer)}, {plural(account.calls, 'model call')}, {cost}"


def _list(items: Iterable[str]) -> str:
    rows = "".join(f"<li>{line(item)}</li>" for item in items)
    return f"<ul>{rows}</ul>" if rows else ""
