"""A report made by hand: every severity, every kind of character, fixes of both kinds."""

from datetime import date

import pytest

from wellsourced_core.model import (
    AuditReport,
    Edit,
    FileReport,
    Finding,
    Fix,
    MarkerReport,
    ReferenceReport,
    RefVerdict,
    Severity,
    Source,
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


DAM = """# The Hallow dam

The dam opened in 1998 and cost $4.2 billion [1]. In spring nine of ten salmon pass the ladder beside the dam [1].
“It works perfectly for salmon,” said Mayor Lind at the opening [2]. The town was moved uphill [5], and tourism
doubled [3].

<script>document.title = "run"</script> <img src=x onerror="document.title='run'"> {{7*7}}

## Sources

1. What the dam cost. https://dam.example/cost
2. The fish ladder. https://fish.example/ladder#results
3. The yearbook. https://yearbook.example/1999
4. Cited by nobody. https://nobody.example/
"""
RUNS = "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"
DAM_SOURCES = (
    Source("a", "https://dam.example/cost", f"What the dam cost {RUNS}",
           f"The dam opened in autumn 1998. It cost 4.2 billion dollars, twice the first estimate. {RUNS}",
           date(2008, 5, 2), n=1),
    Source("b", "https://fish.example/ladder#results", "The fish ladder", "“It works well for salmon,” said Mayor Lind"
           " at the opening.\nIn spring nine of ten salmon pass the ladder beside the dam within a day.", n=2),
    Source("c", "javascript:document.title='run'", "The yearbook", "", n=3),
)  # fmt: skip


@pytest.fixture
def dam() -> AuditReport:
    """A report with its sources at hand: each verdict but one, evidence, fixes, and things that would like to run."""
    first = DAM.index("[1]")
    second = DAM.index("[1]", first + 1)
    cost = evidence(0, "dam opened in autumn 1998. It cost 4.2 billion")
    ladder = evidence(1, "In spring nine of ten salmon pass the ladder beside the dam")
    lind, dams = evidence(1, "works well for salmon,” said Mayor Lind at the opening"), evidence(0, "dam")
    fine, better = "the source supports the sentence", "another source supports the sentence clearly better"
    markers = (
        mark(first, "[1]", "The dam opened in 1998 and cost $4.2 billion .",
             RefVerdict(1, "supported", 0.912, None, cost, "a", fine)),
        mark(second, "[1]", "In spring nine of ten salmon pass the ladder beside the dam .",
             RefVerdict(1, "misattributed", 0.174, (2, 0.91), dams, "a", better)),
        mark(DAM.index("[2]"), "[2]", "“It works perfectly for salmon,” said Mayor Lind at the opening .",
             RefVerdict(2, "supported", 0.7, None, lind, "b", fine, 0.82)),
        mark(DAM.index("[5]"), "[5]", "The town was moved uphill , and tourism doubled .",
             RefVerdict(5, "out-of-bounds", why="not in the list")),
        mark(DAM.index("[3]"), "[3]", "The town was moved uphill , and tourism doubled .",
             RefVerdict(3, "uncheckable", source="c", why="no text of the source")),
    )  # fmt: skip
    entry = DAM.index("4. Cited")
    findings = (
        spotted("C102", "misattributed-citation", Severity.ERROR, second, "[1]", "source 1 says nothing of this",
                fix=Fix("unsafe", (Edit(second, second + 3, "[2]"),)), evidence=dams, source="a"),
        spotted("Q302", "altered-quote", Severity.ERROR, DAM.index("It works"), "It works perfectly for salmon,",
                "the source says: It works well for salmon", evidence=ladder, source="b"),
        spotted("C101", "citation-out-of-bounds", Severity.ERROR, DAM.index("[5]"), "[5]", "the list has no entry 5",
                fix=Fix("safe", (Edit(DAM.index("[5]") - 1, DAM.index("[5]") + 3, ""),))),
        spotted("C104", "uncheckable-citation", Severity.WARNING, DAM.index("[3]"), "[3]", "3: no text of the source"),
        spotted("R401", "orphan-reference", Severity.WARNING, entry, "4. Cited by nobody. https://nobody.example/",
                "nothing cites entry 4", fix=Fix("safe", (Edit(entry, len(DAM), ""),))),
    )  # fmt: skip
    style = Style("bracket", "numbered", "label", 0.8)
    note = "1 of 5 citations was not checked for support"
    file = FileReport("dam.md", DAM, style, 3, markers, (), findings, 0, (note,), DAM_SOURCES)
    return AuditReport("0.1.0", "p-1", (file,))


def evidence(source: int, text: str) -> Span:
    start = DAM_SOURCES[source].text.index(text)
    return Span(start, start + len(text), text)


def where(offset: int) -> tuple[int, int]:
    before = DAM[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


def mark(start: int, raw: str, claim: str, ref: RefVerdict) -> MarkerReport:
    begin = DAM.rindex(claim[:12], 0, start)
    return MarkerReport(start, start + len(raw), *where(start), raw, (ref,), Span(begin, start, claim))


def spotted(code: str, rule: str, severity: Severity, start: int, text: str, message: str, **more: object) -> Finding:
    return Finding(code, rule, severity, message, start, start + len(text), *where(start), **more)  # type: ignore[arg-type]
