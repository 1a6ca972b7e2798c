"""One page for a browser, offline too: findings, the draft beside its evidence, sources; it takes an editor's word."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from wellsourced.formats._html.documents import Documents
from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._html.file import Numbers, section
from wellsourced.formats._html.shell import framed
from wellsourced.formats._html.verdicts import tally
from wellsourced.formats._shared import PLAIN, Counts, Options, by_certainty, count, for_people, totals, verdict
from wellsourced_core.model import AuditReport

_MOST_CARDS = 1_000  # of a page: nobody reads more, and the other formats have them all


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as one HTML document that fetches nothing."""
    return document(report, options)


def document(report: AuditReport, options: Options = PLAIN, story: Html = NOTHING) -> Iterator[str]:
    """Yield the same page; ``story`` stands above the drafts and tells how they came about."""
    names = ", ".join(file.path for file in islice(report.files, 3))
    return framed(f"Citations: {names}", _body(for_people(report), options, story), "audit.js")


def _body(report: AuditReport, options: Options, story: Html) -> Iterator[Html]:
    """Yield what the page shows, item by item: no item waits for those behind it."""
    yield _header(report, count(report))
    yield Html('<main id="main" tabindex="-1">')
    yield story
    yield _TOOLS
    left = _MOST_CARDS if options.max_findings is None else min(_MOST_CARDS, options.max_findings)
    first, documents = Numbers(), Documents(options.draw)
    for file in report.files:
        yield from section(file, first, left, options.rules)
        yield from documents.of(file, by_certainty(file.findings)[:left])
        first, left = first.behind(file), max(0, left - len(file.findings))
    yield Html("</main>")
    yield Html("<footer><p>wellsourced %s, policy %s.</p></footer>") % (line(report.version), line(report.policy))


_TOOLS = Html(
    '<form id="tools" aria-label="Judge the findings">'
    '<label>Show <select id="rule"><option value="">all findings</option></select></label>'
    '<label><input type="checkbox" id="open"> only what is not judged</label>'
    '<p id="keys"><kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>a</kbd> agree · <kbd>d</kbd> disagree · '
    "<kbd>f</kbd> fixed · <kbd>u</kbd> undo</p>"
    '<p role="status" id="judged"></p>'
    '<button type="button" id="save" disabled>Save judgements</button></form>'
    "<noscript><p>Judging needs JavaScript; findings, evidence and sources stand on this page without it.</p>"
    "</noscript>"
)


def _header(report: AuditReport, counts: Counts) -> Html:
    return Html(
        '<header><a class="skip" href="#main">Skip to the findings</a><h1>Citations: %s</h1><p>%s.</p>%s%s%s</header>'
    ) % (
        verdict(counts),
        totals(counts),
        tally(counts.verdicts) if counts.files != 1 else NOTHING,
        _bars(report),
        _contents(report),
    )


def _bars(report: AuditReport) -> Html:
    from audit.thresholds import BALANCED, STRIP

    strip, balanced = report.bars or (STRIP, BALANCED)
    return Html(
        "<p class=quiet>“Words agree” says that the source has the words of a sentence (support from %s), not that the "
        "sentence is true; below %s it is not in this source.</p>"
    ) % (balanced, strip)


def _contents(report: AuditReport) -> Html:
    row = Html(
        '<li>%s: <a href="#findings-%s">findings</a> <a href="#draft-%s">draft</a> '
        '<a href="#sources-%s">sources</a></li>'
    )
    rows = NOTHING.join(row % (line(file.path), n, n, n) for n, file in enumerate(report.files, 1))
    return Html('<nav aria-label="Contents"><ul>%s</ul></nav>') % rows
