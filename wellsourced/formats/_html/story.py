"""How an article came about, above its draft: searches, decisions, what was left out, what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._shared import plural
from wellsourced.formats.records.account import Account


def story(account: Account) -> Html:
    """Return the section as HTML."""
    row = Html("<div><dt>%s</dt><dd>%s</dd></div>")
    rows = NOTHING.join(row % (name, value) for name, value in _rows(account) if value)
    return Html(
        '<section aria-labelledby="story"><h2 id="story" dir="auto">%s</h2><details><summary>How this article came '
        "about: %s, %s</summary><dl class=axes>%s</dl></details></section>"
    ) % (line(account.question), line(account.outcome), line(account.why), rows)


def _rows(account: Account) -> Iterator[tuple[str, Html]]:
    yield "Mode and profile", line(f"{account.mode}, {account.profile}, as of {account.as_of}")
    yield (
        "Searches",
        listed(
            f"{kind}: “{query}”, {plural(results, 'result')}{f', {error}' if error else ''}"
            for kind, query, results, error in account.searches
        ),
    )
    yield "Searched again because", line(account.retried)
    yield "Decisions", listed((*account.decisions, *account.risks))
    yield "Facts", line(f"{account.facts:,} kept, {len(account.dropped):,} withheld")
    yield "Facts withheld, and why", listed(f"{text} ({why})" for text, why in account.dropped)
    yield "Sources withheld, and why", listed(withheld(account))
    yield "Repairs", line(f"{account.repairs:,}")
    cost = f"${account.usd:,.4f}" if account.priced else "no price known"
    yield "Writer", line(f"{account.writer}, {plural(account.calls, 'model call')}, {cost}")


def withheld(account: Account) -> Iterator[str]:
    """Yield the sources that were found and kept from the writer, each with the reason."""
    for one in account.withheld:
        junk = f"junk page {one.junk}: " if one.junk else ""
        orders = f"gives orders to a model {one.orders}: " if one.orders else ""
        yield f"{one.source.title or one.source.url}: {junk}{orders}{one.why}"


def listed(items: Iterable[str]) -> Html:
    rows = NOTHING.join(Html("<li>%s</li>") % line(item) for item in items)
    return Html("<ul>%s</ul>") % rows if rows else NOTHING
