"""The comment on a pull request: readable, and inert whatever the draft holds."""

import re

import pyromark
from syrupy.assertion import SnapshotAssertion

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
