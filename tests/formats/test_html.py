"""The page for a browser: whole, strict, and inert whatever draft, sources and model said."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from audit.repair import apply
from audit.runner import audit
from wellsourced.formats import pieces, render
from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.changes import difference
from wellsourced.formats._html.escaping import Html, address, passage_address, visible
from wellsourced.formats._html.verdicts import CALLED
from wellsourced.formats._shared import Options
from wellsourced.formats.html import document
from wellsourced_core.model import (
    AuditReport,
    AxisScore,
    Edit,
    FileReport,
    Finding,
    MarkerReport,
    RefVerdict,
    Review,
    ScoredSource,
    Severity,
    Source,
    Span,
    Style,
)
from wellsourced_core.text import host_of

VERDICTS = ("supported", "partly-supported", "weak", "misattributed", "out-of-bounds", "uncheckable")
TAGS = set(
    "html head meta link title style script body header footer main nav section form label input button select option"
    " h1 h2 h3 h4 h5 h6 p a b i em strong span mark div ol ul li dl dt dd svg rect details summary noscript blockquote"
    " pre code kbd br hr del ins table tr td th".split()
)
VOID = {"meta", "link", "input", "br", "hr"}
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style>--><svg onload=alert(1)>",
    "</script><script>alert(1)</script>",
    "{{7*7}} {% x %} ${7*7}",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "\u202egpj.exe\u202c \u2066x\u2069",
    "\x00\x08\x1b[31m\x9b",
    "\ud800 lone",
    "a\u2028b",
    "' onmouseover='alert(1)",
)
URLS = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example/x",
    "https:///nohost",
    "http://[bad/",
    "",
)


class Page(HTMLParser):
    """A page as a parser sees it: elements with their attributes, and the text that is neither style nor script."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.raw: dict[str, list[str]] = {"style": [], "script": []}
        self.words: list[str] = []
        self.comments: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in self.raw:
            self.raw[self.open[-1]][-1] += data
        else:
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def text(self) -> str:
        return "".join(self.words)


def inert(page: str) -> Page:
    """Parse a page and hold it to what every page keeps to."""
    read = Page(page)
    assert {tag for tag, _ in read.elements} <= TAGS
    assert read.comments == []
    for tag, attributes in read.elements:
        assert not [
            name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset", "action")
        ]
        link = attributes.get("href")
        if link is not None and tag == "a":
            assert link.startswith(("#", "./", "../")) or (link[:4].lower() == "http" and host_of(link)), link
            assert link.startswith("#") or link[0] == "." or "noopener" in attributes["rel"]
    assert [attributes["href"] for attributes in read.all("link")] == ["data:,"]
    policy = next(m["content"] for m in read.all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    for kind, bodies in (("script-src", read.raw["script"]), ("style-src", read.raw["style"])):
        assert len(bodies) <= 1
        for body in bodies:
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            assert f"{kind} 'sha256-{digest}'" in policy
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", page)
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    leads = {a["href"][1:] for a in read.all("a") if a["href"].startswith("#")}
    assert leads <= set(ids)
    return read


def body(page: str) -> str:
    """Return what a page shows, an element a line."""
    inside = page[page.index("<body>") : page.index("</body>")]
    tags = "div|li|section|h[1-6]|p|ol|a|label|svg|form|header|main|details|blockquote|ul"
    return re.sub(rf"(?<=>)(?=<(?:{tags})\b)", "\n", inside)


def test_page(dam: AuditReport, snapshot: SnapshotAssertion) -> None:
    page = render("html", dam, rules={"C102": "A marker cites a source that does not carry its sentence."})
    inert(page)
    assert body(page) == snapshot


def test_every_marker_stands_in_the_draft_with_its_verdict_and_leads_to_its_evidence(dam: AuditReport) -> None:
    page = inert(render("html", dam))
    markers = [a for a in page.all("a") if "m" in a.get("class", "").split()]
    [file] = dam.files
    assert len(markers) == len(file.markers) == 5
    notes = {a["id"] for _, a in page.elements if a.get("class") == "note"}
    for shown, marker in zip(markers, file.markers, strict=True):
        [verdict] = {ref.verdict for ref in marker.refs}
        verdict = "partly-supported" if marker.raw == "[2]" else verdict  # a quotation of its sentence is altered
        assert shown["class"].split() == ["m", verdict]
        assert shown["href"][1:] in notes


def test_every_citation_of_a_sentence_is_told_in_words_beside_it(dam: AuditReport) -> None:
    page = inert(render("html", dam))
    said = [a["class"].split()[1] for a in page.all("b") if a.get("class", "").startswith("v ")]
    assert said == ["supported", "misattributed", "partly-supported", "out-of-bounds", "uncheckable"]
    assert "words agree" in page.text
    assert "supported" not in page.text.replace("unsupported", "")


def test_the_counts_of_a_page_agree(dam: AuditReport) -> None:
    page = inert(render("html", dam))
    [file] = dam.files
    cards = [a for a in page.all("li") if a.get("class") == "card"]
    assert f"Findings ({len(file.findings)})" in page.text
    assert len(cards) == len(file.findings) == 5
    assert "Citations: 3 errors, 2 warnings" in page.text
    told = {called: int(n) for called, n in re.findall(r"(?:^|\s)([a-z ,]+): ([0-9]+)", "\n".join(page.words))}
    assert told == {called: 1 for verdict, called in CALLED.items() if verdict != "weak"} | {"words agree": 1}


def test_every_verdict_has_a_sign_beside_its_colour(dam: AuditReport) -> None:
    [style] = inert(render("html", dam)).raw["style"]
    signs = [re.search(rf'\.{verdict}:is\(\.m\)::after[^{{]*\{{ content: "(.)"', style) for verdict in VERDICTS]
    assert len({sign[1] for sign in signs if sign}) == len(VERDICTS)


def test_every_finding_has_a_card_the_surest_first_and_the_first_is_open(dam: AuditReport) -> None:
    [file] = dam.files
    unsure = replace(file.findings[0], certainty="possible", severity=Severity.NOTE, id="aaaaaaaaaaaa")
    likely = replace(file.findings[1], certainty="likely", id="bbbbbbbbbbbb")
    page = inert(render("html", replace_findings(dam, (unsure, likely, *file.findings[2:]))))
    cards = [a for a in page.all("li") if a.get("class") == "card"]
    assert [card["data-k"] for card in cards] == ["proven"] * 3 + ["likely", "possible"]
    assert [card["data-c"] for card in cards] == ["C101", "C104", "R401", "Q302", "C102"]
    opened = ["open" in a for tag, a in page.elements if tag == "details"]
    assert opened[0]
    assert not any(opened[1:])
    assert "1 finding is only possible" in page.text
    for finding in file.findings:
        assert finding.rule in page.text
        assert finding.message in page.text


def replace_findings(report: AuditReport, findings: tuple[Finding, ...]) -> AuditReport:
    return replace(report, files=(replace(report.files[0], findings=findings),))


def test_a_card_has_its_sentence_and_its_passage_with_the_words_marked(dam: AuditReport) -> None:
    page = render("html", dam)
    card = page[page.index('data-c="C102"') : page.index('data-c="Q302"')]
    assert "<i class=gone>spring</i> nine of ten <i class=gone>salmon</i>" in card
    assert '<span class="m misattributed">[1]</span>' in card
    assert "The <span" not in card.split("<blockquote")[2]
    assert "<mark>dam</mark>" in card
    assert "opened in autumn 1998" in card  # what stands around the evidence
    assert 'href="https://dam.example/cost#:~:text=dam"' in card


def test_what_an_editor_said_before_stands_on_the_card(dam: AuditReport) -> None:
    [file] = dam.files
    named = tuple(replace(one, id=f"{n:012x}") for n, one in enumerate(file.findings))
    said = (Review(named[0].id, "C102", "proven", "disagree", 'it <b>is</b> "there"'),)
    page = inert(render("html", replace(dam, files=(replace(file, findings=named, reviewed=said),))))
    [card] = [a for a in page.all("li") if a.get("data-j")]
    assert (card["data-id"], card["data-j"], card["data-why"]) == (named[0].id, "disagree", 'it <b>is</b> "there"')


def test_a_calibrated_finding_keeps_what_its_rule_said(dam: AuditReport) -> None:
    demoted = replace(dam.files[0].findings[0], certainty="possible", told="proven")
    page = inert(render("html", replace_findings(dam, (demoted,))))
    assert [a["data-k"] for a in page.all("li") if a.get("class") == "card"] == ["proven"]


def test_max_findings_bounds_the_cards_and_keeps_the_counts(dam: AuditReport) -> None:
    page = inert(render("html", dam, max_findings=2))
    assert len([a for a in page.all("li") if a.get("class") == "card"]) == 2
    assert f"{len(dam.files[0].findings) - 2} more findings not shown" in page.text
    assert "Findings (5)" in page.text


def test_a_fix_is_shown_as_what_goes_and_what_comes(dam: AuditReport) -> None:
    page = render("html", dam)
    assert "<del>[1]</del><ins>[2]</ins>" in page


def test_axes_are_shown_with_their_reasons(dam: AuditReport) -> None:
    axes = (
        AxisScore("authority", 0.5, 0.2, "unlisted <domain>", known=False),
        AxisScore("relevance", 0.8, 0.45, "5 of 5"),
    )
    other = Source("z", "https://other.example", "Found, not cited", "")
    scored = (
        ScoredSource(dam.files[0].shelf[0], axes, 0.7, 4, "why", "a"),
        ScoredSource(other, axes, 0.3, 2, "why", "z", junk="S502"),
    )
    report = AuditReport("0", "p", (replace(dam.files[0], scored=scored),))
    page = inert(render("html", report))
    assert "composite 0.70 of 1, grade 4 of 5" in page.text
    assert "0.50 × 0.20 (assumed)" in page.text
    assert "unlisted <domain>" in page.text
    assert "1 source found and not cited" in page.text
    assert next(r for r in page.all("rect") if r.get("class") == "axis-1")["width"] == "36.00"


def test_several_files_share_a_page_without_sharing_an_id(dam: AuditReport) -> None:
    two = AuditReport("0", "p", (*dam.files, replace(dam.files[0], path="other.md")))
    assert len(inert(render("html", two)).all("h2")) == 2


def test_drafts_of_any_kind_are_shown(report: AuditReport, nasty: AuditReport, many: AuditReport) -> None:
    for one in (report, nasty, AuditReport("0", "p", ()), AuditReport("0", "p", (audit("", ()),))):
        inert(render("html", one))
    page = inert(render("html", many))
    assert len([a for a in page.all("li") if a.get("class") == "card"]) == 1_000
    assert "9,000 more findings not shown" in page.text


def test_a_draft_whose_text_is_gone_still_shows_its_markers(dam: AuditReport) -> None:
    page = inert(render("html", AuditReport("0", "p", (replace(dam.files[0], text="", shelf=()),))))
    assert all(marker.raw in page.text for marker in dam.files[0].markers)
    assert len([a for _, a in page.elements if a.get("class") == "note"]) == 6
    assert "was not at hand" in page.text


# ------------------------------------------------------------------------------------------------- inert


@pytest.mark.parametrize("evil", EVIL)
def test_i01_i02_titles_and_texts_stay_inert(evil: str) -> None:
    page = inert(render("html", poisoned(evil, "https://a.example/x"), rules={"C102": evil}))
    assert visible(" ".join(evil.split())).split()[0][:5] in page.text


@pytest.mark.parametrize("url", URLS)
def test_i01_addresses_that_are_not_http_are_no_links(url: str) -> None:
    assert address(url) == ""
    assert passage_address(url, "some evidence") == ""
    page = inert(render("html", poisoned("A title", url)))
    assert [a for a in page.all("a") if not a["href"].startswith("#")] == []


def test_i02_template_syntax_and_end_tags_are_literal() -> None:
    page = inert(render("html", poisoned("</title></style>--> {{7*7}} {% x %}", "https://a.example/")))
    assert "</title></style>--> {{7*7}} {% x %}" in page.text


def test_i04_a_title_with_line_breaks_stays_on_one_line() -> None:
    page = inert(render("html", poisoned("one\r\n::error::forged\ntwo %0A", "https://a.example/")))
    assert "one ::error::forged two %0A" in page.text


def poisoned(evil: str, url: str) -> AuditReport:
    """A report that has something evil wherever others' words can stand."""
    sources = (
        Source("1", url, evil, f"The dam {evil} opened in 1998 and cost 4.2 billion dollars.", n=1, provider=evil),
        Source("2", url, evil, f"Nine of ten salmon pass. {evil}", n=2),
    )
    draft = f"# {evil}\n\nThe dam {evil} opened in 1998 [1]. Nine of ten salmon {evil} pass [1]. So [7] {evil}.\n"
    report = audit(draft, sources, path=f"{evil}.md")
    findings = tuple(
        replace(f, message=evil, rule=evil, source="1", evidence=f.evidence or Span(0, 5, evil))
        for f in report.findings
    )
    assert findings
    return AuditReport(evil, evil, (replace(report, findings=findings, notes=(evil,)),))


@settings(max_examples=60)
@given(st.text(st.characters(codec=None), max_size=60), st.text(max_size=30))
def test_no_text_becomes_markup(text: str, url: str) -> None:
    inert("".join(document(poisoned(text, f"https://a.example/{url}"), Options())))


@given(st.text(st.characters(codec=None), max_size=200))
def test_escaping_is_undone_by_a_parser(text: str) -> None:
    page = Page(Html('<p title="%s">%s</p>') % (text, text))
    assert page.text == visible(text)
    assert page.all("p")[0]["title"] == visible(text)


@given(st.text(max_size=60))
def test_an_address_is_an_ascii_http_one_or_none(url: str) -> None:
    found = address(url)
    assert found == "" or (found.isascii() and host_of(found) and not set(found) & set(' "<>\\\n\t'))
    assert address(found) == found


# ------------------------------------------------------------------------------------------------- parts


@pytest.mark.parametrize(
    ("url", "evidence", "expected"),
    [
        ("https://a.example/x", "nine of ten", "https://a.example/x#:~:text=nine%20of%20ten"),
        ("https://a.example/x#y", "a, b & c-d", "https://a.example/x#y:~:text=a%2C%20b%20%26%20c%2Dd"),
        ("https://a.example/#:~:text=old", "new", "https://a.example/#:~:text=new"),
        ("https://a.example/#y:~:text=old", "new", "https://a.example/#y:~:text=new"),
        ("https://a.example/", "one two three four five\nsix seven", "https://a.example/#:~:text=one%20two%20three%20four,six%20seven"),
        ("https://a.example/", " ".join("abcdefghi"), "https://a.example/#:~:text=a%20b%20c%20d,f%20g%20h%20i"),
        ("https://a.example/", " \n", "https://a.example/"),
        ("https://a.example/ü?q=1 2", "é", "https://a.example/%C3%BC?q=1%202#:~:text=%C3%A9"),
        ("ftp://a.example/", "x", ""),
    ],
)  # fmt: skip
def test_passage_addresses(url: str, evidence: str, expected: str) -> None:
    assert passage_address(url, evidence) == expected


@given(st.text(min_size=1, max_size=80).filter(lambda text: bool(text.split())))
def test_a_short_passage_is_named_whole(evidence: str) -> None:
    lines = [line for line in evidence.splitlines() if line.split()]
    found = passage_address("https://a.example/", evidence).split(":~:text=")[1]
    assert "-" not in found
    if len(lines) == 1 and len(evidence.split()) <= 8:
        assert unquote(found) == " ".join(evidence.split())


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text("abc d\n", min_size=1, max_size=400))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return text, [Edit(a, b, draw(st.text("xyz", max_size=3))) for a, b in pairs]


@given(edited())
def test_a_difference_holds_both_texts(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    parts = list(difference(text, edits))
    before = "".join("\0" if kind == "…" else part for kind, part in parts if kind != "+")
    after = "".join("\0" if kind == "…" else part for kind, part in parts if kind != "-")
    assert pieces_follow(before, text)
    assert pieces_follow(after, apply(text, tuple(edits)))


def pieces_follow(shown: str, text: str) -> bool:
    at = 0
    for piece in shown.split("\0"):
        at = text.find(piece, at)
        if at < 0:
            return False
    return True


@given(st.lists(st.floats(0, 5), max_size=6))
def test_a_bar_is_never_longer_than_the_whole(lengths: list[float]) -> None:
    bar = stacked([(f"axis-{i}", length) for i, length in enumerate(lengths)], sum(lengths), "x")
    widths = [float(w) for w in re.findall(r'x="[0-9.]+" width="([0-9.]+)"', bar)]
    assert sum(widths) <= 100 + 0.01 * len(widths)


def test_same_report_same_page(dam: AuditReport) -> None:
    assert render("html", dam) == render("html", dam)


def dense(unit: str, size: int, sentence: bool) -> AuditReport:
    """A report on a draft of one short cited sentence again and again, with a finding on every marker."""
    number, at = size // len(unit), unit.index("[")
    text = unit * number
    ref = RefVerdict(9, "out-of-bounds", why="the list has no entry 9")
    markers, findings = [], []
    for n in range(number):
        start = n * len(unit)
        claim = Span(start, start + len(unit), unit[:at]) if sentence else Span(0, len(text), "")
        markers.append(MarkerReport(start + at, start + at + 3, 1, start + at + 1, "[9]", (ref,), claim))
        place = (start + at, start + at + 3, 1, start + at + 1, f"{n:012x}")
        findings.append(Finding("C101", "citation-out-of-bounds", Severity.ERROR, "the list has no entry 9", *place))
    style = Style("bracket", "none", "label", 1.0)
    file = FileReport("dense.md", text, style, 0, tuple(markers), (), tuple(findings))
    return AuditReport("0", "p", (file,))


@pytest.mark.parametrize(
    ("unit", "length", "sentence"),
    [("It is so [9]. ", 1_000_000, True), ("[9] ", 200_000, False), ("Here too [9].\n\n", 200_000, True)],
)
def test_the_page_is_at_most_25_times_as_long_and_written_item_by_item(unit: str, length: int, sentence: bool) -> None:
    report = dense(unit, length, sentence)
    lengths = [len(piece.encode("utf-8")) for piece in pieces("html", report)]
    assert sum(lengths) < 25 * len(report.files[0].text)
    assert max(lengths) < 100_000


def test_a_long_draft_costs_a_few_times_its_size() -> None:
    def sized(markers: int) -> int:
        body = " ".join(
            f"Sentence number {i} says that the dam opened in spring [{i % 3 + 1}]." for i in range(markers)
        )
        report: FileReport = audit(f"{body}\n\n## Sources\n\n1. One\n2. Two\n3. Three\n")
        return len(render("html", AuditReport("0", "p", (report,))))

    small, large = sized(200), sized(800)
    assert large < 4.5 * small
