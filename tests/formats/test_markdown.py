"""The comment on a pull request: readable, and inert whatever the draft holds."""

import re

import pyromark
from syrupy.assertion import SnapshotAssertion

from audit.runner import audit
from wellsourced.formats import render
from wellsourced_core.model import AuditReport


def test_comment(report: AuditReport, snapshot: SnapshotAssertion) -> None:
    assert render("markdown", report) == snapshot


def test_nothing_of_the_draft_becomes_markup(report: AuditReport, nasty: AuditReport) -> None:
    for one in (report, nasty):
        html = pyromark.html(render("markdown", one), options=pyromark.Options.ENABLE_TABLES)
        tags = {tag.lower() for tag in re.findall(r"</?([A-Za-z][A-Za-z0-9]*)", html)}
        assert tags <= {"h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "sub", "br"}
        assert "@admin" not in html
        assert "www." not in render("markdown", one)


def test_every_finding_is_one_row(report: AuditReport) -> None:
    html = pyromark.html(render("markdown", report), options=pyromark.Options.ENABLE_TABLES)
    rows = html.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    assert len(rows) == 5
    assert all(row.count("<td") == 3 for row in rows)


def test_clean_report_says_so() -> None:
    assert "no findings" in render("markdown", AuditReport("0", "p", ()))


def test_an_excerpt_is_cut_between_words() -> None:
    """A word as long as the excerpt is cut all the same."""
    words = "Verlängerung Haltestellen kostete sechsundvierzig Milliarden "
    text = f"# Linie\n\n{words * 4}[9] {words * 4}[1].\n\n{'x' * 200} [9].\n\n## References\n\n1. a\n"
    first, second, *_ = [line.split("<sub>")[1].split("</sub>")[0] for line in _rows(text)]
    assert first.startswith("… ")
    assert first.endswith(" …")
    whole = set(words.split())
    assert set(first.strip("… ").replace("&#91;9&#93;", "").split()) <= whole
    assert second == f"… {'x' * 59} &#91;9&#93;."


def _rows(text: str) -> list[str]:
    report = AuditReport("0", "p", (audit(text, path="d.md"),))
    return [line for line in render("markdown", report).splitlines() if "C101" in line]
