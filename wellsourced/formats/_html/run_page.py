"""A run as one page: each topic's outcome and cost, what changed, and what needs a person."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from wellsourced.file_names import ARTICLE
from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._html.shell import page
from wellsourced.formats._html.story import listed, withheld
from wellsourced.formats._html.verdicts import SIGNS, tally
from wellsourced.formats._shared import plural, uri
from wellsourced.formats.records.run_record import Run, Topic
from wellsourced_core.model import CERTAINTIES
from wellsourced_core.text import host_of

OUTCOMES = ("full", "short", "insufficient", "failed")
_HOSTS = 12
_MILD = 3  # from this gravity on a reason is worth a look, no more


def render(run: Run, earlier: Sequence[Run], base: Path) -> str:
    """Return the page; its links are relative to ``base``, the folder it will lie in."""
    body = Html("%s<main id=main tabindex=-1>%s%s%s%s</main>") % (
        _header(run),
        _needs(run, base),
        _topics(run, base),
        _trend(run, earlier),
        _concentration(run),
    )
    return page(f"Run of {run.as_of or run.folder.name}", body)


def _header(run: Run) -> Html:
    cut = NOTHING if run.finished else Html("<p><b>The run is not finished</b>: it has no summary yet.</p>")
    tiles = [("topics", f"{len(run.topics):,}"), *((name, f"{n:,}") for name, n in _counts(run)), ("cost", _usd(run))]
    shown = NOTHING.join(Html("<li><b>%s</b>%s</li>") % (value, line(name)) for name, value in tiles)
    return Html(
        '<header><a class="skip" href="#main">Skip to the report</a><h1>Run of %s</h1>%s<ul class="tiles">%s</ul>%s'
        "</header>"
    ) % (line(run.as_of or run.folder.name), cut, shown, _outcomes(run))


def _counts(run: Run) -> Iterator[tuple[str, int]]:
    counts = run.outcomes
    yield from ((name, counts[name]) for name in OUTCOMES if counts[name])
    yield from sorted((name or "unknown", n) for name, n in counts.items() if name not in OUTCOMES)


def _outcomes(run: Run) -> Html:
    there = list(_counts(run))
    words = ", ".join(f"{number:,} {name}" for name, number in there)
    parts = ((name if name in OUTCOMES else "uncheckable", float(number)) for name, number in there)
    return stacked(parts, len(run.topics), words)


def _usd(run: Run) -> str:
    unpriced = any(topic.account and not topic.account.priced for topic in run.topics)
    return f"${run.usd:,.2f}{' and more' if unpriced else ''}"


# ------------------------------------------------------------------------------------------------- attention


def _needs(run: Run, base: Path) -> Html:
    rows = [(reasons, topic) for topic in run.topics if (reasons := sorted(_reasons(topic)))]
    rows.sort(key=lambda row: row[0][0][0])
    grave = [row for row in rows if row[0][0][0] < _MILD]
    mild = rows[len(grave) :]
    shown = Html("<ul class=plain>%s</ul>") % _attention(run, grave, base) if grave else Html("<p>Nothing.</p>")
    if mild:
        folded = Html("<details><summary>Worth a look (%s)</summary><ul class=plain>%s</ul></details>")
        shown += folded % (f"{len(mild):,}", _attention(run, mild, base))
    return Html("<section><h2>Needs a person (%s)</h2>%s</section>") % (f"{len(grave):,}", shown)


def _attention(run: Run, rows: Sequence[tuple[list[tuple[int, str]], Topic]], base: Path) -> Html:
    return NOTHING.join(
        Html("<li>%s%s</li>") % (_named(run, topic, base), listed(why for _, why in reasons)) for reasons, topic in rows
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


def _named(run: Run, topic: Topic, base: Path) -> Html:
    name = line(topic.account.question if topic.account and topic.account.question else topic.id) or Html("unnamed")
    outcome = topic.outcome or "unknown"
    badge = Html('<span class="badge %s">%s</span>') % (outcome if outcome in OUTCOMES else "", line(outcome))
    if not topic.article:
        return Html('%s <span dir="auto">%s</span>') % (badge, name)
    return Html('%s <a href="%s" dir="auto">%s</a>') % (
        badge,
        _relative(run.folder / topic.folder / ARTICLE, base),
        name,
    )


def _relative(path: Path, base: Path) -> str:
    there = uri(os.path.relpath(path, base).replace(os.sep, "/"))
    return there if there.startswith("../") else f"./{there}"


# ------------------------------------------------------------------------------------------------- tables


def _topics(run: Run, base: Path) -> Html:
    rows = NOTHING.join(_row(run, one, base) for one in run.topics)
    return Html("<section><h2>Topics</h2><ol class=topics>%s</ol></section>") % rows


def _row(run: Run, topic: Topic, base: Path) -> Html:
    facts = [f"${topic.usd:,.4f}"] if topic.usd else []
    if topic.account and topic.outcome != "insufficient":
        facts = [plural(len(topic.account.cited), "source"), *_audited(topic), *facts]
    return Html("<li><div>%s<p class=quiet>%s</p></div><div>%s<p class=quiet>%s</p></div></li>") % (
        _named(run, topic, base),
        line(topic.why),
        tally(topic.verdicts),
        " · ".join(facts),
    )


def _audited(topic: Topic) -> Iterator[str]:
    """Yield what the audit of an article says in numbers, and what was withheld from it."""
    sure = ", ".join(f"{topic.certainties[name]:,} {name}" for name in CERTAINTIES if topic.certainties.get(name))
    yield plural(sum(topic.severities.values()), "finding") + (f" ({sure})" if sure else "")
    if topic.references:
        told = ", ".join(f"{number:,} {name}" for name, number in sorted(topic.references.items()))
        yield f"{plural(sum(topic.references.values()), 'reference')} checked ({told})"
    if topic.read:
        yield f"{plural(topic.read, 'citation')} read a second time"
    if topic.account is not None and (number := len(topic.account.dropped) + len(tuple(withheld(topic.account)))):
        yield f"{number:,} withheld"


def _trend(run: Run, earlier: Sequence[Run]) -> Html:
    if not earlier:
        return NOTHING
    row = Html(
        "<tr><td>%s</td><td>%s<p class=quiet>%s</p></td><td>%s</td><td class=number>%s</td>"
        "<td class=number>%s</td></tr>"
    )
    rows = NOTHING.join(
        row % (_name(one), _outcomes(one), _in_words(one), tally(one.verdicts), _share(one), _usd(one))
        for one in (*earlier, run)
    )
    table = _table("Runs so far", ("run", "outcomes", "citations"), ("words agree", "cost"), rows)
    return Html("<section><h2>Runs so far</h2>%s</section>") % table


def _table(name: str, words: Sequence[str], numbers: Sequence[str], rows: Html) -> Html:
    """Return a table that scrolls by itself where it is too wide; columns of numbers come last."""
    heads = NOTHING.join(Html("<th>%s</th>") % word for word in words)
    heads += NOTHING.join(Html("<th class=number>%s</th>") % word for word in numbers)
    return Html(
        '<div class=wide tabindex=0 role=region aria-label="%s"><table><thead><tr>%s</tr></thead><tbody>%s</tbody>'
        "</table></div>"
    ) % (name, heads, rows)


def _name(run: Run) -> Html:
    folder = NOTHING if run.folder.name == run.as_of else Html("<p class=quiet>%s</p>") % line(run.folder.name)
    return line(run.as_of) + folder


def _in_words(run: Run) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in _counts(run))


def _share(run: Run) -> str:
    judged = sum(run.verdicts[verdict] for verdict in SIGNS)
    return f"{run.verdicts['supported'] / judged:.0%}" if judged else ""


def _concentration(run: Run) -> Html:
    """Say how concentrated the run's evidence is: the Herfindahl index of the sites of cited sources."""
    cited: Counter[str] = Counter()
    articles: Counter[str] = Counter()
    for topic in run.topics:
        hosts = [host_of(url).removeprefix("www.") for url in topic.account.cited] if topic.account else []
        cited.update(host for host in hosts if host)
        articles.update({host for host in hosts if host})
    total = sum(cited.values())
    if not total:
        return NOTHING
    index = sum((number / total) ** 2 for number in cited.values())
    most = sorted(cited.items(), key=lambda row: (-row[1], row[0]))
    row = Html("<tr><td class=site>%s</td><td>%s</td><td class=number>%s</td><td class=number>%s</td></tr>")
    rows = NOTHING.join(
        row
        % (
            line(host),
            stacked([("host", number)], total, f"{number / total:.0%}"),
            f"{number:,}",
            f"{articles[host]:,}",
        )
        for host, number in most[:_HOSTS]
    )
    more = Html("<p class=quiet>%s.</p>") % plural(len(most) - _HOSTS, "more site") if len(most) > _HOSTS else NOTHING
    whence = f"{plural(total, 'cited source')} from {plural(len(most), 'site')}"
    alike = f"Herfindahl index {index:.2f}, as if {1 / index:.1f} sites were cited alike"
    return Html("<section><h2>Where the sources come from</h2><p>%s; %s.</p>%s%s</section>") % (
        whence,
        alike,
        _table("Sites", ("site", "share"), ("cited", "articles"), rows),
        more,
    )
