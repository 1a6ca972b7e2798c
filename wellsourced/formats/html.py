"""One page for a browser, offline too: the draft with its verdicts, the evidence behind each, findings and sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wellsourced.formats._html.details import Details
from wellsourced.formats._html.escaping import escape, island, line
from wellsourced.formats._html.file import section
from wellsourced.formats._html.shell import page
from wellsourced.formats._html.stops import Place, places
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
from wellsourced_core.model import AuditReport, FileReport


def render(report: AuditReport, options: Options = PLAIN) -> str:
    """Return the report as one HTML document that fetches nothing."""
    return document(report, options)


def document(report: AuditReport, options: Options = PLAIN, story: str = "") -> str:
    """Return the same page; ``story`` is HTML above the drafts that tells how they came about."""
    report = for_people(report)
    counts = count(report)
    details = Details()
    sections: list[str] = []
    stops: list[Place] = []
    findings = 0
    for number, (file, some) in enumerate(shown_findings(report, options.max_findings), 1):
        own = places(file, some, len(stops), findings)
        details.add(file.text, file.shelf, own)
        sections.append(section(file, number, own))
        stops += own
        findings += len(some)
    names = ", ".join(file.path for file in report.files[:3])
    body = "\n".join(
        (
            _header(report, counts),
            '<div class="columns"><main id="main" tabindex="-1">',
            story,
            _filters(stops),
            _left_out(counts.findings - findings),
            *sections,
            "</main>",
            _PANEL,
            "</div>",
            f"<footer><p>wellsourced {line(report.version)}, policy {line(report.policy)}.</p></footer>",
            island("details", details.record(_used(stops, options.rules))),
        )
    )
    return page(f"Citations: {names}", body, "audit.js")


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
        f"<p>{totals(counts)}.</p>{tally(counts.verdicts)}{_contents(report.files)}"
        f"{_WITHOUT_SCRIPT}</header>"
    )


def _contents(files: Sequence[FileReport]) -> str:
    rows = []
    for number, file in enumerate(files, 1):
        parts = "".join(f' <a href="#{name}-{number}">{name}</a>' for name in ("draft", "findings", "sources"))
        rows.append(f"<li>{line(file.path)}:{parts}</li>")
    return f'<nav aria-label="Contents"><ul>{"".join(rows)}</ul></nav>'


def _filters(stops: Sequence[Place]) -> str:
    verdicts: dict[str, int] = {}
    codes: dict[str, list[str]] = {}
    for stop in stops:
        if stop.marker is not None:
            verdicts[worst(stop.marker)] = verdicts.get(worst(stop.marker), 0) + 1
        for one in stop.findings:
            codes.setdefault(one.finding.code, []).append(one.finding.rule)
    if not stops:
        return ""
    boxes = "".join(
        f'<label class="key {name}"><input type="checkbox" name="verdict" value="{name}" checked> '
        f"{name} ({verdicts[name]:,})</label>"
        for name in reversed(SIGNS)
        if name in verdicts
    )
    choices = "".join(
        f'<option value="{escape(code)}">{escape(code)} {line(found[0])} ({len(found):,})</option>'
        for code, found in sorted(codes.items())
    )
    markers = f"<fieldset><legend>Verdicts of markers</legend>{boxes}</fieldset>" if boxes else ""
    rule = f'<label>Rule <select name="rule"><option value="">all</option>{choices}</select></label>' if choices else ""
    return f'<form id="filters" aria-label="Filters">{markers}{rule}<p role="status" id="shown"></p></form>'


def _used(stops: Sequence[Place], rules: Mapping[str, str]) -> dict[str, str]:
    codes = {code for stop in stops for code in stop.codes}
    return {code: text for code, text in rules.items() if code in codes}


def _left_out(number: int) -> str:
    return f"<p>{plural(number, 'more finding')} not shown.</p>" if number > 0 else ""
