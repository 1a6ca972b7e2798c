"""A report made by hand: every severity, every kind of character, fixes of both kinds."""

import pytest

from wellsourced.core.model import (
    AuditReport,
    Edit,
    FileReport,
    Finding,
    Fix,
    MarkerReport,
    ReferenceReport,
    RefVerdict,
    Severity,
    Span,
    Style,
)  # fmt: skip

DRAFT = (
    "\ufeff# Piers 🏗️\r\n"
    "\r\n"
    "The old pier 🌊 cost 4 million euros to mend.[3] e\u0301te\u0301 rain [1] fell.\r\n"
    "港は一九六二年に建てられた[9]。\r\n"
    "Bell\x07 and \x1b[31mred\x1b[0m text\u202e ends [2] here.\r\n"
    "\r\n"
    "## References\r\n"
    "1. https://a.example/pier\r\n"
    "2. <script>alert(1)</script> | @admin\r\n"
)
EVIL = (
    "title\n::error::forged %0A ]]> <script>alert(1)</script> \x1b]8;;x\x07 | `a` @admin {0}"
    " [x](javascript:y) www.e.example"
)


def span(needle: str) -> tuple[int, int]:
    start = DRAFT.index(needle)
    return start, start + len(needle)


def place(offset: int) -> tuple[int, int]:
    before = DRAFT[:offset]
    return before.count("\r\n") + 1, offset - (before.rfind("\n") + 1) + 1


def finding(code: str, rule: str, severity: Severity, needle: str, message: str, **more: object) -> Finding:
    start, end = span(needle)
    line, column = place(start)
    return Finding(code, rule, severity, message, start, end, line, column, id=f"id-{code}-{start}", **more)  # type: ignore[arg-type]


@pytest.fixture
def report() -> AuditReport:
    at3, at1, at9 = span("[3]"), span("[1]"), span("[9]")
    entry = span("2. <script>alert(1)</script> | @admin")
    findings = (
        finding("C102", "misattributed-citation", Severity.ERROR, "[3]", "source 3 says nothing of this; source 1 does",
                fix=Fix("unsafe", (Edit(*at3, "[1]"),)), evidence=Span(0, 20, "The ferry was late \x07."),
                source="https://b.example/ferry"),
        finding("C104", "uncheckable-citation", Severity.WARNING, "[1]", EVIL),
        finding("C101", "citation-out-of-bounds", Severity.ERROR, "[9]", "the list has no entry 9",
                fix=Fix("safe", (Edit(*at9, ""),))),
        finding("C106", "unaudited-marker", Severity.NOTE, "[2]", "ends a line with control characters"),
        finding("R401", "orphan-reference", Severity.WARNING, "2. <script>alert(1)</script> | @admin\r\n",
                "nothing cites this entry", fix=Fix("safe", (Edit(entry[0], entry[1] + 2, ""),))),
    )  # fmt: skip
    markers = (
        MarkerReport(*at3, *place(at3[0]), "[3]", (
            RefVerdict(3, "misattributed", 0.1234567, (1, 0.9), Span(0, 4, "gone")),)),
        MarkerReport(*at1, *place(at1[0]), "[1]", (RefVerdict(1, "uncheckable"), RefVerdict("note", "supported", 2 / 3),
                                                   RefVerdict(None, "out-of-bounds"))),
    )  # fmt: skip
    references = (ReferenceReport(1, 8, span("1. https")[0], "keep"), ReferenceReport(2, 9, entry[0], "orphan"))
    style = Style("bracket", "numbered", "label", 0.98)
    dirty = FileReport(
        "drafts/pier, 1.md", DRAFT, style, 2, markers, references, findings, 1, ("1 source has no text",)
    )
    clean = FileReport("clean.md", "Nothing.\n", Style("", "", "", 0.0), 0, (), (), ())
    return AuditReport("0.1.0", "p-1", (dirty, clean))


@pytest.fixture
def many() -> AuditReport:
    """Ten thousand findings with one fingerprint."""
    one = Finding("C101", "citation-out-of-bounds", Severity.ERROR, "no entry", 2, 5, 1, 3, id="same")
    style = Style("bracket", "", "label", 1.0)
    return AuditReport("0.1.0", "p", (FileReport("a.md", "ab[9]\n", style, 1, (), (), (one,) * 10_000),))


@pytest.fixture
def nasty() -> AuditReport:
    """Whatever a file system or a page can hold: lone surrogates, controls, a title that never ends."""
    text = "a\ud800b [1]\x00\ufffe\n"
    bad = Finding("C102", "misattributed-citation", Severity.ERROR, "\ud800\x00\ufffe\x0b" + "x" * 100_000, 4, 7, 1, 5,
                  id="\ud801", fix=Fix("safe", (Edit(4, 7, "\udfff"),)), evidence=Span(0, 1, "\x00\ud800"),
                  source="javascript:alert(1)\n")  # fmt: skip
    file = FileReport("da\udce9t\ud800a\n.md", text, Style("x", "y", "z", 1 / 3), 0, (), (), (bad,), 0, ("n\x1b",))
    return AuditReport("0.1.0", "p", (file,))
