"""One file of a report: its draft, its findings, its sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wellsourced.formats._html.draft_view import draft
from wellsourced.formats._html.escaping import escape, line, link, passage_address
from wellsourced.formats._html.sources import anchor_of, sources
from wellsourced.formats._html.stops import Place
from wellsourced.formats._shared import place
from wellsourced_core.model import FileReport, Finding, Style

_MANY = 300  # rows from which on a browser lays out only those near the window


def section(file: FileReport, number: int, stops: Sequence[Place]) -> str:
    """Return a draft with its findings and sources as HTML; ``number`` is the file's on the page."""
    notes = "".join(f"<p class=quiet>{line(note)}</p>" for note in file.notes)
    shown = draft(file.text, stops, anchor_of(file, number)) if file.text or not stops else _bare(stops, file, number)
    return (
        f'<section class="file" aria-labelledby="file-{number}">'
        f'<h2 id="file-{number}" dir="auto">{line(file.path)}</h2><p class=quiet>{_style(file.style)}</p>{notes}'
        f'<h3 id="draft-{number}">Draft</h3>'
        f'<div class="draft" role="group" aria-labelledby="draft-{number}">{shown}</div>'
        f'<h3 id="findings-{number}">Findings</h3>{_findings(stops, file)}'
        f'<h3 id="sources-{number}">Sources</h3>{sources(file, number)}</section>'
    )


def _style(style: Style) -> str:
    return (
        f"Read as: markers {line(style.markers) or 'none'}, list {line(style.references) or 'none'}, "
        f"joined by {line(style.joined_by) or 'nothing'} ({style.confidence:.0%} sure)"
    )


def _bare(stops: Sequence[Place], file: FileReport, number: int) -> str:
    """Return the stops alone, line by line, of a draft whose text is not at hand."""
    text = "".join(f"{stop.marker.raw if stop.marker else ''}\n" for stop in stops)
    at, moved = 0, []
    for stop in stops:
        length = len(stop.marker.raw) if stop.marker else 0
        moved.append(Place(stop.number, at, at + length, stop.line, stop.marker, stop.findings))
        at += length + 1
    return f"<p>The text of the draft was not at hand.</p>{draft(text, moved, anchor_of(file, number))}"


def _findings(stops: Sequence[Place], file: FileReport) -> str:
    rows = list(_finding_rows(stops, file, {source.id: source.url for source in file.shelf}))
    long = " long" if len(rows) > _MANY else ""
    return f'<ol class="findings plain{long}">{"".join(rows)}</ol>' if rows else "<p>None.</p>"


def _finding_rows(stops: Sequence[Place], file: FileReport, url_of: Mapping[str, str]) -> Iterator[str]:
    for stop in stops:
        for one in stop.findings:
            finding: Finding = one.finding
            evidence = finding.evidence.text if finding.evidence else ""
            page_of = passage_address(url_of.get(finding.source or "", ""), evidence) if evidence else ""
            leads = f" {link(page_of, 'evidence')}" if page_of else ""
            yield (
                f'<li id="f{one.number}" data-p="{stop.number}" data-c="{escape(finding.code)}">'
                f'<a href="#p{stop.number}">{line(place(file, finding))}</a> <span class="badge {finding.severity}">'
                f'{finding.severity}</span> <span class="certainty">{finding.certainty}</span> '
                f"<b>{escape(finding.code)} {line(finding.rule)}</b> "
                f'<span class="message" dir="auto">{line(finding.message)}</span>{leads}</li>'
            )
