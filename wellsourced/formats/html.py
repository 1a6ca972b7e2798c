"""One page for a browser, offline too: the draft with its verdicts, the evidence behind each, findings and sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from wellsourced.formats._html.details import details, for_all
from wellsourced.formats._html.documents import Documents
from wellsourced.formats._html.escaping import escape, island, line
from wellsourced.formats._html.file import section
from wellsourced.formats._html.shell import framed
from wellsourced.formats._html.stops import places
from wellsourced.formats._html.verdicts import SIGNS, tally, worst
from wellsourced.formats._shared import (
    PLAIN,
    Counts,
    Options,
    count,
    for_people,
    plural,
    shown_findings,
    totals,
    verdict,
)
from wellsourced_core.model import AuditReport
from wellsourced_core.values import frozen


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as one HTML document that fetches nothing."""
    return document(report, options)


def document(report: AuditReport, options: Options = PLAIN, story: str = "") -> Iterator[str]:
    """Yield the same page; ``story`` is HTML above the drafts that tells how they came about."""
    names = ", ".join(file.path for file in islice(report.files, 3))
    return framed(f"Citations: {names}", _body(for_people(report), options, story), "audit.js")


def _body(report: AuditReport, options: Options, story: str) -> Iterator[str]:
    """Yield what the page shows, each draft with the details that go with it: none waits for those behind it."""
    counts, shown = count(report), _shown(report, options)
    yield _header(report, counts)
    yield '<div class="columns"><main id="main" tabindex="-1">'
    yield story
    yield _filters(shown)
    yield _left_out(counts.findings - shown.findings)
    stops = findings = 0
    documents = Documents(options.draw)
    for number, (file, some) in enumerate(shown_findings(report, options.max_findings), 1):
        own = places(file, some, stops, findings)
        yield section(file, number, own)
        yield from documents.of(file, some)
        yield island(f"details-{number}", details(file.text, file.shelf, own))
        stops += len(own)
        findings += len(some)
    yield "</main>"
    yield _PANEL
    yield "</div>"
    yield f"<footer><p>wellsourced {line(report.version)}, policy {line(report.policy)}.</p></footer>"
    rules = {code: options.rules[code] for code in shown.rules if code in options.rules}
    yield island("details", for_all(rules, report.bars))


@frozen
class _Shown:
    """What the filters offer: markers by their worst verdict, findings by code; the name of each code's rule."""

    verdicts: Mapping[str, int]
    codes: Mapping[str, int]
    rules: Mapping[str, str]

    @property
    def findings(self) -> int:
        return sum(self.codes.values())


def _shown(report: AuditReport, options: Options) -> _Shown:
    verdicts, codes, rules = Counter[str](), Counter[str](), dict[str, str]()
    for file, some in shown_findings(report, options.max_findings):
        verdicts.update(map(worst, file.markers))
        codes.update(finding.code for finding in some)
        for finding in some:
            rules.setdefault(finding.code, finding.rule)
    return _Shown(verdicts, codes, rules)


_PANEL = (
    '<aside id="panel" aria-label="Details" tabindex="-1"><div id="detail"><p class=quiet>Choose a marker or a flag in '
    "the draft: click it, or move with Tab and the arrow keys. Enter goes to its details, Escape comes back.</p>"
    "</div></aside>"
)
_WITHOUT_SCRIPT = (
    "<noscript><p>Details and filters need JavaScript; verdicts, findings and sources stand on this page without it."
    "</p></noscript>"
)


def _header(report: AuditReport, counts: Counts) -> str:
    return (
        '<header><a class="skip" href="#main">Skip to the draft</a>'
        f"<h1>Citations: {verdict(counts)}</h1>"
        f"<p>{totals(counts)}.</p>{tally(counts.verdicts)}{_contents(report)}"
        f"{_WITHOUT_SCRIPT}</header>"
    )


def _contents(report: AuditReport) -> str:
    rows = []
    for number, file in enumerate(report.files, 1):
        parts = "".join(f' <a href="#{name}-{number}">{name}</a>' for name in ("draft", "findings", "sources"))
        rows.append(f"<li>{line(file.path)}:{parts}</li>")
    return f'<nav aria-label="Contents"><ul>{"".join(rows)}</ul></nav>'


def _filters(shown: _Shown) -> str:
    verdicts = shown.verdicts
    if not verdicts and not shown.codes:
        return ""
    boxes = "".join(
        f'<label class="key {name}"><input type="checkbox" name="verdict" value="{name}" checked> '
        f"{name} ({verdicts[name]:,})</label>"
        for name in reversed(SIGNS)
        if name in verdicts
    )
    choices = "".join(
        f'<option value="{escape(code)}">{escape(code)} {line(shown.rules[code])} ({number:,})</option>'
        for code, number in sorted(shown.codes.items())
    )
    markers = f"<fieldset><legend>Verdicts of markers</legend>{boxes}</fieldset>" if boxes else ""
    rule = f'<label>Rule <select name="rule"><option value="">all</option>{choices}</select></label>' if choices else ""
    return f'<form id="filters" aria-label="Filters">{markers}{rule}<p role="status" id="shown"></p></form>'


def _left_out(number: int) -> str:
    return f"<p>{plural(number, 'more finding')} not shown.</p>" if number > 0 else ""
