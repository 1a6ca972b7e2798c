"""JUnit XML: a suite a file, a failed case an error; warnings and notes pass and say so in their output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from wellsourced.formats._shared import PLAIN, Options, count, one_line, shown_findings, where
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield one XML document; whatever XML 1.0 cannot hold stands as its escape."""
    failures = count(report).severities[Severity.ERROR]
    cases = sum(max(1, len(findings)) for _, findings in _shown(report, options))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="wellsourced" tests="{cases}" failures="{failures}" errors="0">\n'
    for file, findings in _shown(report, options):
        yield "".join(f"{line}\n" for line in _suite(file, findings))
    yield "</testsuites>\n"


def _shown(report: AuditReport, options: Options) -> Iterator[tuple[FileReport, Sequence[Finding]]]:
    return shown_findings(report, options.max_findings, possible=options.verbose)


def _suite(file: FileReport, findings: Sequence[Finding]) -> list[str]:
    name = quoteattr(one_line(file.path))
    failures = sum(f.severity is Severity.ERROR for f in findings)
    head = f'  <testsuite name={name} tests="{max(1, len(findings))}" failures="{failures}" errors="0" skipped="0">'
    cases = [_case(file, finding) for finding in findings]
    return [head, *(cases or [f'    <testcase classname={name} name="citations"/>']), "  </testsuite>"]


def _case(file: FileReport, finding: Finding) -> str:
    path = quoteattr(one_line(file.path))
    title = quoteattr(f"{finding.code} {one_line(finding.rule)} at {finding.line}:{finding.column}")
    message = one_line(finding.message + where(file, finding))
    if finding.severity is Severity.ERROR:
        body = f"<failure type={quoteattr(finding.code)} message={quoteattr(message)}>{escape(message)}</failure>"
    else:
        body = f"<system-out>{escape(f'{finding.severity.value}: {message}')}</system-out>"
    return f"    <testcase classname={path} name={title}>{body}</testcase>"
