"""A run as one page: each topic's outcome and cost, what changed, and what needs a person."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from wellsourced.file_names import ARTICLE
from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.escaping import escape, line
from wellsourced.formats._html.shell import page
from wellsourced.formats._html.verdicts import SIGNS, tally
from wellsourced.formats._shared import plural, uri
from wellsourced.formats.records.run_record import Run, Topic
from wellsourced_core.text import host_of

OUTCOMES = ("full", "short", "insufficient", "failed")
_HOSTS = 12
_MILD = 3  # from this gravity on a reason is worth a look, no more


def render(run: Run, earlier: Sequence[Run], base: Path) -> str:
    """Return the page; its links are relative to ``base``, the folder it will lie in."""
    body = (
        f"{_header(run)}<main id=main tabindex=-1>{_needs(run, base)}{_topics(run, base)}{_trend(run, earlier)}"
        f"{_concentration(run)}</main>"
    )
    return page(f"Run of {run.as_of or run.folder.name}", body)


def _header(run: Run) -> str:
    cut = "" if run.finished else "<p><b>The run is not finished</b>: it has no summary yet.</p>"
    tiles = [("topics", f"{len(run.topics):,}"), *((name, f"{n:,}") for name, n in _counts(run)), ("cost", _usd(run))]
    shown = "".join(f"<li><b>{value}</b>{line(name)}</li>" for name, value in tiles)
    return (
        '<header><a class="skip" href="#main">Skip to the report</a>'
        f"<h1>Run of {line(run.as_of or run.folder.name)}</h1>{cut}"
        f'<ul class="tiles">{shown}</ul>{_outcomes(run)}</header>'
    )


def _counts(run: Run) -> Iterator[tuple[str, int]]:
    counts = run.outcomes
    yield from ((name, counts[name]) for name in OUTCOMES if counts[name])
    yield from sorted((name or "unknown", n) for name, n in counts.items() if name not in OUTCOMES)


def _outcomes(run: Run) -> str:
    there = list(_counts(run))
    words = ", ".join(f"{number:,} {name}" for name, number in there)
    parts = ((name if name in OUTCOMES else "uncheckable", float(number)) for name, number in there)
    return stacked(parts, len(run.topics), words)


def _usd(run: Run) -> str:
    unpriced = any(topic.account and not topic.account.priced for topic in run.topics)
    return f"${run.usd:,.2f}{' and more' if unpriced else ''}"


# ------------------------------------------------------------------------------------------------- attention


def _needs(run: Run, base: Path) -> str:
    rows = [(reasons, topic) for topic in run.topics if (reasons := sorted(_reasons(topic)))]
    rows.sort(key=lambda row: row[0][0][0])
    grave = [row for row in rows if row[0][0][0] < _MILD]
    mild = rows[len(grave) :]
    shown = f"<ul class=plain>{_attention(run, grave, base)}</ul>" if grave else "<p>Nothing.</p>"
    if mild:
        shown += (
            f"<details><summary>Worth a look ({len(mild):,})</summary>"
            f"<ul class=plain>{_attention(run, mild, base)}</ul></details>"
        )
    return f"<section><h2>Needs a person ({len(grave):,})</h2>{shown}</section>"


def _attention(run: Run, rows: Sequence[tuple[list[tuple[int, str]], Topic]], base: Path) -> str:
    return "".join(
        f"<li>{_named(run, topic, base)}<ul>{''.join(f'<li>{line(why)}</li>' for _, why in reasons)}</ul></li>"
        for reasons, topic in rows
    )


def _reasons(topic: Topic) -> Iterator[tuple[int, str]]:
    """Yield why a person should look at a topic, each with its gravity: 0 is gravest."""
    if topic.outcome == "failed":
        yield 0, f"failed: {topic.why}"
    if topic.unread:
        yield 0, f"its records cannot be read: {topic.unread}"
    if topic.outcome == "insufficient":
        yield 2, f"no article: {topic.why}"
    elif errors := topic.severities.get("error", 0):
        yield 1, f"{plural(errors, 'error')} left in the audit: {_codes(topic)}"
    elif warnings := topic.severities.get("warning", 0):
        yield 3, f"{plural(warnings, 'warning')} left in the audit: {_codes(topic)}"
    if topic.account is not None:
        if not topic.account.priced:
            yield 2, "its model calls have no price: the cost is unknown"
        yield from ((3, why) for why in dict.fromkeys((*topic.account.risks, *topic.account.decisions)) if why)
    if unchecked := topic.verdicts.get("uncheckable", 0):
        yield 4, f"{plural(unchecked, 'citation')} not checked for support"
    if topic.outcome == "short":
        yield 4, f"short: {topic.why}"


def _codes(topic: Topic) -> str:
    return ", ".join(f"{code} ({number:,})" for code, number in sorted(topic.codes.items()))


def _named(run: Run, topic: Topic, base: Path) -> str:
    name = line(topic.account.question if topic.account and topic.account.question else topic.id) or "unnamed"
    outcome = topic.outcome or "unknown"
    badge = f'<span class="badge {outcome if outcome in OUTCOMES else ""}">{line(outcome)}</span>'
    if not topic.article:
        return f'{badge} <span dir="auto">{name}</span>'
    return f'{badge} <a href="{escape(_relative(run.folder / topic.folder / ARTICLE, base))}" dir="auto">{name}</a>'


def _relative(path: Path, base: Path) -> str:
    there = uri(os.path.relpath(path, base).replace(os.sep, "/"))
    return there if there.startswith("../") else f"./{there}"


# ------------------------------------------------------------------------------------------------- tables


def _topics(run: Run, base: Path) -> str:
    return (
        f"<section><h2>Topics</h2><ol class=topics>{''.join(_row(run, one, base) for one in run.topics)}</ol></section>"
    )


def _row(run: Run, topic: Topic, base: Path) -> str:
    facts = [f"${topic.usd:,.4f}"] if topic.usd else []
    if topic.account and topic.outcome != "insufficient":
        findings = plural(sum(topic.severities.values()), "finding")
        facts = [plural(len(topic.account.cited), "source"), findings, *facts]
    return (
        f"<li><div>{_named(run, topic, base)}<p class=quiet>{line(topic.why)}</p></div>"
        f"<div>{tally(topic.verdicts)}<p class=quiet>{' · '.join(facts)}</p></div></li>"
    )


def _trend(run: Run, earlier: Sequence[Run]) -> str:
    if not earlier:
        return ""
    rows = "".join(
        f"<tr><td>{_name(one)}</td>"
        f"<td>{_outcomes(one)}<p class=quiet>{_in_words(one)}</p></td><td>{tally(one.verdicts)}</td>"
        f"<td class=number>{_share(one)}</td><td class=number>{_usd(one)}</td></tr>"
        for one in (*earlier, run)
    )
    table = _table("Runs so far", ("run", "outcomes", "citations"), ("supported", "cost"), rows)
    return f"<section><h2>Runs so far</h2>{table}</section>"


def _table(name: str, words: Sequence[str], numbers: Sequence[str], rows: str) -> str:
    """Return a table that scrolls by itself where it is too wide; columns of numbers come last."""
    heads = "".join([*(f"<th>{word}</th>" for word in words), *(f"<th class=number>{word}</th>" for word in numbers)])
    return (
        f'<div class=wide tabindex=0 role=region aria-label="{name}"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _name(run: Run) -> str:
    folder = "" if run.folder.name == run.as_of else f"<p class=quiet>{line(run.folder.name)}</p>"
    return f"{line(run.as_of)}{folder}"


def _in_words(run: Run) -> str:
    return ", ".join(f"{number:,} {line(name)}" for name, number in _counts(run))


def _share(run: Run) -> str:
    judged = sum(run.verdicts[verdict] for verdict in SIGNS)
    return f"{run.verdicts['supported'] / judged:.0%}" if judged else ""


def _concentration(run: Run) -> str:
    """Say how concentrated the run's evidence is: the Herfindahl index of the sites of cited sources."""
    cited: Counter[str] = Counter()
    articles: Counter[str] = Counter()
    for topic in run.topics:
        hosts = [host_of(url).removeprefix("www.") for url in topic.account.cited] if topic.account else []
        cited.update(host for host in hosts if host)
        articles.update({host for host in hosts if host})
    total = sum(cited.values())
    if not total:
        return ""
    index = sum((number / total) ** 2 for number in cited.values())
    most = sorted(cited.items(), key=lambda row: (-row[1], row[0]))
    rows = "".join(
        f"<tr><td class=site>{line(host)}</td><td>{stacked([('host', number)], total, f'{number / total:.0%}')}</td>"
        f"<td class=number>{number:,}</td><td class=number>{articles[host]:,}</td></tr>"
        for host, number in most[:_HOSTS]
    )
    more = f"<p class=quiet>{plural(len(most) - _HOSTS, 'more site')}.</p>" if len(most) > _HOSTS else ""
    return (
        f"<section><h2>Where the sources come from</h2><p>{plural(total, 'cited source')} from "
        f"{plural(len(most), 'site')}; Herfindahl index {index:.2f}, as if {1 / index:.1f} sites were cited alike.</p>"
        f"{_table('Sites', ('site', 'share'), ('cited', 'articles'), rows)}{more}</section>"
    )
