"""A comment for a pull request: counts, a table of findings per file, what was not checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wellsourced.formats._shared import (
    MOST_JOINS,
    PLAIN,
    Lines,
    Options,
    count,
    described,
    join_lines,
    one_line,
    place,
    plural,
    shown_findings,
    source_of,
    totals,
    verdict,
)
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity

_MARKS = {Severity.ERROR: "❌ error", Severity.WARNING: "⚠️ warning", Severity.NOTE: "note"}
_EXCERPT = 120
# What would be Markdown, HTML, a link, a mention or a reference to an issue. Entities survive in tables.
_ENTITIES = str.maketrans({c: f"&#{ord(c)};" for c in "&<>`*_~[]()!|\\#$:{}"} | {"@": "@\u2060", "\u2060": ""})


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as GitHub-flavoured Markdown; what drafts and sources say is shown literally."""
    for number, block in enumerate(_blocks(report, options)):
        yield f"\n{block}\n" if number else f"{block}\n"


def _blocks(report: AuditReport, options: Options) -> Iterator[str]:
    counts = count(report)
    yield f"## Citations: {verdict(counts)}"
    yield f"{totals(counts)}."
    shown = 0
    for file, findings in shown_findings(report, options.max_findings, possible=options.verbose):
        shown += len(findings)
        if findings:
            yield f"### {escape(file.path)}"
            yield "\n".join(_table(file, findings))
        yield from (f"{escape(file.path)}: {escape(note)}" for note in file.notes)
        if file.joins:
            lines = list(join_lines(file))
            more = [f"- and {len(lines) - MOST_JOINS} more"] if len(lines) > MOST_JOINS else []
            yield "\n".join([*(f"- {escape(line)}" for line in lines[:MOST_JOINS]), *more])
    hidden = 0 if options.verbose else counts.possible
    if shown < counts.findings - hidden:
        yield f"{plural(counts.findings - hidden - shown, 'more finding')} not shown."
    if hidden:
        yield f"{plural(hidden, 'note')} of what is only possible not shown."


def escape(text: str) -> str:
    """Return other people's text as inline Markdown that shows it literally: no markup, no link, no mention."""
    return one_line(text).translate(_ENTITIES).replace("www.", "www&#46;")


def _table(file: FileReport, findings: Sequence[Finding]) -> Iterator[str]:
    index = Lines(file)
    yield "| Line | Rule | Finding |"
    yield "| ---: | :--- | :------ |"
    for finding in findings:
        rule = f"{_MARKS[finding.severity]} {finding.code} {escape(finding.rule)}"
        yield f"| {escape(_line(file, finding))} | {rule} | {'<br>'.join(_cell(file, finding, index))} |"


def _line(file: FileReport, finding: Finding) -> str:
    return place(file, finding).removeprefix("line ")


def _at_words(text: str, first: int, last: int, place: int) -> tuple[int, int]:
    """Return the stretch of a line around a place that an excerpt shows, cut between words where it has any."""
    left = max(first, place - _EXCERPT // 2)
    right = min(left + _EXCERPT, last)
    begin = next((at for at in range(left, place) if text[at - 1].isspace()), left) if left > first else left
    end = next((at for at in range(right, place, -1) if text[at].isspace()), right) if right < last else right
    return begin, end


def _cell(file: FileReport, finding: Finding, index: Lines) -> Iterator[str]:
    yield escape(finding.message)
    line, column = index.as_read(finding.start)
    first, last = index.bounds(line)
    left, right = _at_words(file.text, first, last, first + column - 1)
    cut = file.text[left:right].strip()
    if cut:
        dots = ("… " if left > first else "", " …" if right < last else "")
        yield f"<sub>{dots[0]}{escape(cut)}{dots[1]}</sub>"
    if finding.evidence:
        yield f"<sub>source says: {escape(finding.evidence.text)}</sub>"
    if finding.source:
        yield f"<sub>source: {escape(source_of(finding))}</sub>"
    if finding.fix:
        yield f"<sub>fix ({finding.fix.safety}): {escape(described(finding.fix.edits, file.text))}</sub>"
