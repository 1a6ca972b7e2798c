"""What a person reads at a terminal."""

import json
import unicodedata

import pytest
from syrupy.assertion import SnapshotAssertion

from audit.runner import audit
from wellsourced.formats import pieces, render
from wellsourced.formats.text import width
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity, Span, Style
from wellsourced_core.values import replace


def one(line: str, marker: str) -> AuditReport:
    start = line.index(marker)
    text = f"first\r\n{line}\r\nlast\r\n"
    finding = Finding("C101", "citation-out-of-bounds", Severity.ERROR, "no", start + 7, start + 7 + len(marker), 2,
                      start + 1)  # fmt: skip
    return AuditReport("0", "p", (FileReport("d.md", text, Style("", "", "", 1.0), 0, (), (), (finding,)),))


def test_report(report: AuditReport, snapshot: SnapshotAssertion) -> None:
    assert render("text", report) == snapshot


def test_verdicts_are_counted_as_json_counts_them(dam: AuditReport) -> None:
    """One of the two supported citations stands beside an altered quotation."""
    lines = [line.split() for line in render("text", dam).splitlines()]
    told = {words[1]: int(words[2]) for words in lines if words[:1] == ["citations"]}
    summary = json.loads(render("json", dam))["summary"]
    assert told == summary["verdicts"]
    assert told["supported"] == 2
    assert ["of", "these", "partly-supported", "1"] in lines
    assert summary["partly_supported"] == 1


def test_every_finding_says_how_grave_it_is(report: AuditReport) -> None:
    found = [one for file in report.files for one in file.findings]
    lines = render("text", report).splitlines()
    told = [line.split(": ")[1] for line in lines if line.startswith("drafts/pier, 1.md:")]
    assert told[: len(found)] == [one.severity for one in found]


def test_a_passage_is_shown_in_three_lines_at_most() -> None:
    def shown(text: str) -> list[str]:
        report = one("plain [9] text", "[9]")
        [finding] = report.files[0].findings
        told = replace(finding, evidence=Span(0, len(text), text))
        [file] = report.files
        lines = render("text", replace(report, files=(replace(file, findings=(told,)),))).splitlines()
        first = next(i for i, line in enumerate(lines) if " = source says: " in line)
        return [line[17:] for line in lines[first : lines.index("", first)]]

    short, long = "The bridge opened in 1932.", "The bridge carried trams until 1961, and then it did not. " * 9
    assert shown(short) == [short]
    told = shown(long)
    assert len(told) == 3
    assert long.startswith(" ".join(told).removesuffix("…"))
    assert all(len(line) <= 63 for line in told)


def test_clean(snapshot: SnapshotAssertion) -> None:
    clean = FileReport("a.md", "x\n", Style("", "", "", 0.0), 0, (), (), ())
    assert render("text", AuditReport("0", "p", (clean,))) == snapshot


@pytest.mark.parametrize(
    ("line", "marker"),
    [
        ("plain [9] text", "[9]"),
        ("🌊🏗️ waves [9] and more", "[9]"),
        ("e\u0301te\u0301 a\u0308 [9] sum\u0301mer", "[9]"),
        ("港は一九六二年に建てられた【9】。次の文。", "【9】"),
        ("tab\there [9] and\tthere", "[9]"),
        ("bell\x07\x1b[31m [9] \u202e", "[9]"),
        ("[9] at the very start", "[9]"),
        ("x" * 5_000 + " [9] " + "y" * 5_000, "[9]"),
        ("港" * 5_000 + "[9]" + "港" * 5_000, "[9]"),
        ("[" + "9" * 5_000 + "]", "[" + "9" * 5_000 + "]"),
    ],
)
def test_the_caret_stands_under_the_marker(line: str, marker: str) -> None:
    lines = render("text", one(line, marker)).splitlines()
    excerpt, caret = lines[1], lines[2]
    assert width(excerpt) <= 80
    assert width(caret) <= 80
    before, marked = caret.index("^"), caret.count("^")
    column, under = 0, ""
    for character in excerpt:
        if before <= column < before + marked:
            under += character
        column += width(character)
    assert marker.startswith(unicodedata.normalize("NFC", under).rstrip("\u0301"))
    assert under[0] in "[【"


def test_colour_is_asked_for(report: AuditReport) -> None:
    painted = render("text", report, color=True)
    assert "\x1b[31merror: C102 misattributed-citation\x1b[0m" in painted
    plain = painted.replace("\x1b[0m", "")
    for color in ("31", "33", "36"):
        plain = plain.replace(f"\x1b[{color}m", "")
    assert plain == render("text", report)
    assert "\x1b" not in plain


def test_the_summary_fits_and_counts_all(many: AuditReport) -> None:
    text = render("text", many, max_findings=2)
    assert text.count("a.md:1:3: error: C101 citation-out-of-bounds") == 2
    assert "9,998 more findings not shown" in text
    assert "10,000 errors" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_statistics_stand_in_place_of_the_findings(report: AuditReport, snapshot: SnapshotAssertion) -> None:
    text = "".join(pieces("text", report, statistics=True))
    assert text == snapshot
    assert "drafts/pier" not in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "".join(pieces("text", report, statistics=True, summary=False)) in text


def test_the_most_frequent_rule_comes_first(many: AuditReport) -> None:
    [first] = "".join(pieces("text", many, statistics=True, summary=False)).splitlines()
    assert first.split() == ["C101", "citation-out-of-bounds", "10,000"]


def test_an_ascii_terminal_can_be_written(report: AuditReport) -> None:
    assert render("text", report).encode("ascii", "backslashreplace").isascii()


def test_a_byte_order_mark_has_no_column_and_is_not_shown() -> None:
    """Offsets are those of the text as read, columns those of an editor, rdjson's bytes those of the file."""
    text = "\ufeffÜber [9] and [1].\r\nMore [9].\n\n## References\n\n1. a\n"
    plain = audit(text.removeprefix("\ufeff"), path="d.md")
    marked = audit(text, path="d.md")
    told = [(f.code, f.line, f.column) for f in marked.findings]
    assert told[:2] == [("C101", 1, 6), ("C101", 2, 6)]
    assert told == [(f.code, f.line, f.column) for f in plain.findings]
    assert [(m.line, m.column) for m in marked.markers] == [(m.line, m.column) for m in plain.markers]
    assert [f.start - 1 for f in marked.findings] == [f.start for f in plain.findings]
    both = [AuditReport("0", "p", (one,)) for one in (marked, plain)]
    for name in ("text", "markdown", "github", "sarif", "junit"):
        with_mark, without = (render(name, one) for one in both)
        assert with_mark == without
    ranges = [d["location"]["range"]["start"] for d in json.loads(render("rdjson", both[0]))["diagnostics"]]
    assert ranges[:2] == [{"line": 1, "column": 10}, {"line": 2, "column": 6}]


def test_what_stands_at_the_very_beginning_of_a_text_with_a_byte_order_mark_has_a_place() -> None:
    [nothing] = audit("\ufeffNothing is cited here.\n", path="d.md").findings
    assert (nothing.code, nothing.line, nothing.column) == ("D901", 1, 1)
    assert "1 | Nothing is cited here." in render(
        "text", AuditReport("0", "p", (audit("\ufeffNothing is cited here."),))
    )
