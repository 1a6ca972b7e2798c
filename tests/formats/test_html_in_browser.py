"""The page in a real browser: silent, offline, by mouse and keyboard, light and dark, on a phone, and very large."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browsers import listen, started
from playwright.sync_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from wellsourced.formats import render
from wellsourced_core.model import (
    AuditReport,
    FileReport,
    Finding,
    MarkerReport,
    RefVerdict,
    Review,
    Severity,
    Source,
    Span,
    Style,
)
from wellsourced_core.values import replace

AXE = Path(__file__).parent / "axe" / "axe.min.js"
RULES = {"C102": "A marker cites a source that does not carry it."}
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "look" in metafunc.fixturenames:
        looks = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 390)]
        metafunc.parametrize("look", looks, ids=lambda look: f"{look[0]}-{look[1]}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as found:
        yield found


@pytest.fixture
def heard() -> list[str]:
    """What a page said or asked for: it must stay empty."""
    return []


@pytest.fixture
def page(browser: Browser, heard: list[str]) -> Iterator[Page]:
    with browser.new_context(viewport=WIDE) as context:
        opened = context.new_page()
        listen(opened, heard)
        yield opened


@pytest.fixture
def named(dam: AuditReport) -> AuditReport:
    """The dam's report, its findings with fingerprints."""
    [file] = dam.files
    findings = tuple(replace(one, id=f"{n:012x}") for n, one in enumerate(file.findings, 1))
    return replace(dam, files=(replace(file, findings=findings),))


@pytest.fixture
def place(tmp_path: Path, named: AuditReport) -> str:
    """The address of a report of the dam's draft."""
    return written(tmp_path, named)


def written(folder: Path, report: AuditReport) -> str:
    path = folder / "report.html"
    path.write_text(render("html", report, rules=RULES), "utf-8")
    return path.as_uri()


def current(page: Page) -> str:
    """Return the code of the chosen finding."""
    return str(page.locator(".card[aria-current]").get_attribute("data-c"))


def judged(page: Page) -> str:
    return page.locator("#judged").inner_text()


def handed_out(page: Page) -> list[dict[str, str]]:
    """Save the judgements, and return the lines of the file."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save judgements").click()
    assert waiting.value.suggested_filename == "review.jsonl"
    return [json.loads(line) for line in Path(waiting.value.path()).read_text("utf-8").splitlines()]


def test_nothing_runs_nothing_is_fetched_nothing_is_said(page: Page, heard: list[str], place: str) -> None:
    page.goto(place)
    for card in page.locator(".card summary").all():
        card.click()
    page.wait_for_function("document.readyState === 'complete'")
    assert heard == []
    assert page.title() == "Citations: dam.md"
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 1


def test_the_policy_holds_where_markup_gets_in(browser: Browser, tmp_path: Path, dam: AuditReport) -> None:
    """The second wall: even markup that gets into the page as it is neither runs nor loads."""
    bad = (
        "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script><style>h1{color:red}</style>"
    )
    path = tmp_path / "broken.html"
    path.write_text(render("html", dam).replace("<h1>", f"{bad}<h1>", 1), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(path.as_uri())
        assert page.title() == "Citations: dam.md"
        assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") != "rgb(255, 0, 0)"
        assert sum("Content Security Policy" in line for line in said) >= 3
        assert (
            page.evaluate("() => { try { document.body.innerHTML = 'x'; } catch (e) { return e.name; } }")
            == "TypeError"
        )


# ------------------------------------------------------------------------------------------------- what is seen


def test_the_first_finding_is_open_its_sentence_beside_its_passage(page: Page, place: str) -> None:
    page.goto(place)
    first = page.locator(".card").first
    sides = first.locator(".pair > div")
    assert sides.count() == 2
    draft, source = (sides.nth(n).bounding_box() for n in (0, 1))
    assert draft is not None
    assert source is not None
    assert draft["y"] == source["y"]
    assert draft["x"] + draft["width"] <= source["x"]
    assert source["y"] < WIDE["height"]
    for part in ("In spring nine of ten salmon pass the ladder beside the dam [1].", RULES["C102"], "Proposed fix"):
        assert part in sides.first.inner_text()
    assert sides.nth(1).locator("mark").all_inner_texts() == ["dam"]
    assert first.locator(".claim .gone").all_inner_texts() == ["spring", "salmon", "pass", "ladder"]
    assert page.locator(".card details[open]").count() == 1


def test_every_cited_sentence_has_its_evidence_beside_it(page: Page, place: str) -> None:
    page.goto(place)
    beside = page.evaluate(
        """() => [...document.querySelectorAll(".draft .note")].map((note) => {
          const [text, said] = [note.parentElement.firstElementChild, note].map((one) => one.getBoundingClientRect());
          return said.left >= text.right && said.top < text.bottom && said.bottom > text.top;
        })"""
    )
    assert len(beside) >= 5
    assert all(beside)
    cited = page.locator(".draft a.m")
    assert cited.count() == 5
    for marker in cited.all():
        marker.click()
        assert page.locator(".note:target").is_visible()


def test_a_note_leads_to_its_finding_and_back(page: Page, place: str) -> None:
    page.goto(place)
    page.locator(".draft a.tag", has_text="R401").click()
    card = page.locator(".card[data-c=R401]")
    assert card.locator("details").get_attribute("open") is not None
    assert "nothing cites entry 4" in card.inner_text()
    card.get_by_role("link", name="line").click()
    assert "R401" in page.locator(".note:target").inner_text()


def test_badges_never_break_and_addresses_are_folded(browser: Browser, place: str) -> None:
    for size in (WIDE, PHONE):
        with browser.new_context(viewport=size) as context:
            page = context.new_page()
            page.goto(place)
            broken = page.evaluate(
                """() => [...document.querySelectorAll(".badge, .tag, .key")]
                  .filter((one) => one.checkVisibility() && one.getClientRects().length !== 1).length"""
            )
            assert broken == 0
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_the_evidence_follows_its_sentence(browser: Browser, place: str) -> None:
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto(place)
        below = page.evaluate(
            """() => [...document.querySelectorAll(".draft .note")].every((note) =>
              note.getBoundingClientRect().top >= note.parentElement.firstChild.getBoundingClientRect().bottom)"""
        )
        assert below


def test_printed_everything_is_open_and_no_control_is_there(page: Page, place: str) -> None:
    page.goto(place)
    page.emulate_media(media="print")
    assert not page.locator("#tools").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".card .pair").count() == page.locator(".card .pair:visible").count() == 5


def test_the_tree_that_a_screen_reader_reads(page: Page, place: str, snapshot: SnapshotAssertion) -> None:
    page.goto(place)
    page.locator(".judge button").last.wait_for()
    assert page.locator("body").aria_snapshot() == snapshot


def test_axe_finds_nothing_serious(browser: Browser, place: str, look: tuple[str, int]) -> None:
    scheme, width = look
    with browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        bypass_csp=True,  # type: ignore[arg-type]
    ) as context:
        page = context.new_page()
        page.goto(place)
        page.keyboard.press("j")
        page.add_script_tag(content=AXE.read_text("utf-8").join(("window.module = undefined;", "")))
        passed, found = page.evaluate("axe.run().then((told) => [told.passes.length, told.violations])")
    assert passed > 15
    grave = [(one["id"], one["impact"], [node["html"] for node in one["nodes"]][:3]) for one in found]
    assert [one for one in grave if one[1] in ("serious", "critical")] == []


def test_every_look_fits_its_window_and_can_be_read(browser: Browser, place: str, look: tuple[str, int]) -> None:
    scheme, width = look
    with browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(place)
        for card in page.locator(".card").all():
            card.locator("details").evaluate("(one) => { one.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(_POOR_CONTRAST) == []


# Text whose contrast with what is behind it is under 4.5 to 1 (WCAG 2.2, 1.4.3).
_POOR_CONTRAST = """() => {
  const read = (color) => color.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = read(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const poor = new Set();
  for (const node of document.querySelectorAll("body *")) {
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && !node.dataset?.t) continue;
    if (["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.tagName) || !node.checkVisibility()) continue;
    const [a, b] = [light(read(getComputedStyle(node).color)), light(behind(node))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) poor.add(`${node.tagName}.${node.className} ${contrast.toFixed(1)}`);
  }
  return [...poor];
}"""


def test_without_script_findings_evidence_and_sources_are_there(browser: Browser, place: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(place)
        assert not page.locator("#tools").is_visible()
        page.locator(".draft a.tag", has_text="C101").click()
        assert page.locator(".card[data-c=C101] .pair").is_visible()  # the browser opens what a link leads into
        assert "Judging needs JavaScript" in page.locator("body").inner_text()
        assert page.locator(".draft .note").count() == 6


# ------------------------------------------------------------------------------------------------- judging


def test_keys_choose_judge_and_take_back(page: Page, heard: list[str], place: str) -> None:
    page.goto(place)
    page.keyboard.press("j")
    assert current(page) == "C102"
    page.keyboard.press("a")
    assert current(page) == "Q302"
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert current(page) == "Q302"
    page.keyboard.press("f")
    assert current(page) == "C101"
    page.keyboard.press("d")
    page.keyboard.type("jaws are fine")  # letters of a reason are no keys
    page.keyboard.press("Enter")
    assert judged(page) == "3 of 5 judged, 3 not saved"
    assert current(page) == "C104"
    assert "you disagree: jaws are fine" in page.locator(".card[data-c=C101] summary").inner_text()
    page.keyboard.press("u")
    page.keyboard.press("u")
    assert judged(page) == "1 of 5 judged, 1 not saved"
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    assert judged(page) == "1 of 5 judged, 1 not saved"
    assert heard == []


def test_buttons_do_the_same_and_the_file_to_save_has_it_all(page: Page, place: str) -> None:
    page.goto(place)
    page.locator(".card").first.get_by_role("button", name="Disagree").click()
    page.get_by_label("Why you disagree").fill('  <b>"no"</b>  ')
    page.keyboard.press("Enter")
    page.locator(".card").nth(3).locator("summary").click()
    page.locator(".card").nth(3).get_by_role("button", name="Fixed").click()
    assert handed_out(page) == [
        {"id": "000000000001", "code": "C102", "certainty": "proven", "judgement": "disagree", "reason": '<b>"no"</b>'},
        {"id": "000000000004", "code": "C104", "certainty": "proven", "judgement": "fixed", "reason": ""},
    ]
    assert judged(page) == "2 of 5 judged"


def test_what_was_judged_is_there_when_the_page_is_opened_again(page: Page, place: str) -> None:
    page.goto(place)
    page.keyboard.press("j")
    page.keyboard.press("a")
    page.goto("about:blank")
    page.goto(place)
    assert judged(page) == "1 of 5 judged, 1 not saved"


def test_what_was_said_before_is_shown_and_can_be_taken_back(page: Page, named: AuditReport, tmp_path: Path) -> None:
    said = (Review("000000000001", "C102", "proven", "disagree", "it is there"),)
    page.goto(written(tmp_path, replace(named, files=(replace(named.files[0], reviewed=said),))))
    assert "you disagree: it is there" in page.locator(".card").first.inner_text()
    assert judged(page) == "1 of 5 judged"
    page.keyboard.press("j")
    page.keyboard.press("a")
    [line] = handed_out(page)
    assert (line["judgement"], line["reason"]) == ("agree", "")


def test_findings_are_filtered_by_rule_and_by_what_is_left(page: Page, place: str) -> None:
    page.goto(place)
    page.get_by_label("Show").select_option("C101")
    assert page.locator(".card:visible").count() == 1
    page.get_by_label("Show").select_option("")
    page.keyboard.press("j")
    page.keyboard.press("a")
    page.get_by_label("only what is not judged").check()
    assert page.locator(".card:visible").count() == 4


# ------------------------------------------------------------------------------------------------- hostile texts

EVIL = {
    "markup": "</p></div><h1>forged</h1><img src=x onerror=\"document.title='run'\">{{7*7}}<!-- ",
    "scripts": "</script><script>document.title='run'</script><svg onload=alert(1)>javascript:document.title='run'",
    "bidi": "\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c abc\u0000\u001b[31m \U000e0041",
    "endless": "word" * 2_500_000,
}


@pytest.mark.parametrize("kind", EVIL)
def test_i01_i02_hostile_texts_are_text_wherever_the_page_shows_some(
    kind: str, page: Page, heard: list[str], tmp_path: Path
) -> None:
    page.goto(written(tmp_path, hostile(EVIL[kind])))
    for summary in page.locator("summary:visible").all():
        if summary.locator("xpath=..").get_attribute("open") is None:
            summary.click()
    assert heard == []
    assert page.locator("h1").count() == 1
    assert page.title().startswith("Citations: ")
    assert page.locator("img, iframe, object, embed, link[rel=stylesheet]").count() == 0
    assert page.locator("script").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hidden = "() => /[\\u202a-\\u202e\\u2066-\\u2069\\u0000-\\u0008\\u001b]/.test(document.documentElement.textContent)"
    assert page.evaluate(hidden) is False
    page.keyboard.press("j")
    page.keyboard.press("a")
    assert "1 of" in judged(page)


def hostile(evil: str) -> AuditReport:
    """A report that has something evil in every text that the page shows."""
    table = f"| {evil} | b |\n|---|---|\n| {evil} [1] | x |\n"
    text = f"# {evil}\n\nThe dam {evil} opened in 1998 [1].\n\n- {evil} [2]\n\n{table}"
    said = f"The dam {evil} opened in 1999. {evil}"
    shelf = (
        Source(evil[:300], f"https://a.example/{evil[:2_000]}", evil, said, n=1, provider=evil),
        Source("b", evil, "", said, n=2),
    )
    starts = [at for at in range(len(text)) if text.startswith(("[1]", "[2]"), at)] if len(text) < 10_000 else []
    starts = starts or [text.index("[1]"), text.index("[2]")]
    span = Span(0, len(said), said)
    ref = RefVerdict(1, "weak", 0.4, None, span, shelf[0].id, evil, opinion="unsure")
    markers = tuple(
        MarkerReport(
            at, at + 3, 3, 1, evil[:50], (ref, replace(ref, source="b", label=evil[:50])), Span(0, at, text[:at])
        )
        for at in starts
    )
    findings = tuple(
        Finding("C102", evil[:100], Severity.ERROR, evil, at, at + 3, 3, 1, f"{at:012x}", None, span, shelf[0].id)
        for at in starts
    )
    reviewed = (Review(findings[0].id, "C102", "proven", "disagree", evil[:300]),)
    file = FileReport(
        f"{evil[:100]}.md", text, Style("bracket", evil[:50], "label", 1.0), 2, markers, (), findings, 0, (evil,), shelf
    )
    return AuditReport(evil[:100], evil[:100], (replace(file, reviewed=reviewed),))


# ------------------------------------------------------------------------------------------------- very large

# How many rows of the draft the browser has laid out.
_LAID_OUT = """[...document.querySelectorAll(".draft .r")]
  .filter((row) => row.firstChild.checkVisibility({ contentVisibilityAuto: true })).length"""


def long_report(markers: int) -> FileReport:
    """A draft of a paragraph per marker, its sources, and every verdict in turn."""
    words = "The dam opened in autumn 1998 and cost 4.2 billion dollars, twice the first estimate of the company,"
    verdicts = ("supported", "weak", "misattributed", "out-of-bounds", "uncheckable")
    source = Source("a", "https://dam.example/", "The dam", " ".join(f"{words} said {i}." for i in range(500)), n=1)
    text, found, findings = "", [], []
    for i in range(markers):
        paragraph = f"{words} which house {i} of the valley remembers to this day and hour [{i % 7 + 1}].\n\n"
        start, at = len(text) + len(paragraph) - 6, (i % 500) * 113
        span = Span(at, at + 90, source.text[at : at + 90])
        ref = RefVerdict(i % 7 + 1, verdicts[i % 5], 0.5, None, span, "a", "why")
        found.append(
            MarkerReport(
                start, start + 3, 2 * i + 1, 1, f"[{i % 7 + 1}]", (ref,), Span(len(text), start, paragraph[:-6])
            )
        )
        if i % 5 > 1:
            rule = ("C102", "misattributed-citation", Severity.ERROR, "a message")
            findings.append(Finding(*rule, start, start + 3, 1, 1, f"{i:012x}"))
        text += paragraph
    style = Style("bracket", "numbered", "label", 1.0)
    return FileReport("long.md", text, style, 1, tuple(found), (), tuple(findings), shelf=(source,))


def test_a_megabyte_with_six_thousand_markers_opens_and_is_judged(page: Page, heard: list[str], tmp_path: Path) -> None:
    """It is usable at once: few rows are laid out, and nothing is made before it is asked for."""
    report = long_report(6_000)
    assert len(report.text) > 900_000
    page.goto(written(tmp_path, AuditReport("0", "p", (report,))))
    assert page.evaluate(_LAID_OUT) < 60
    assert page.evaluate("document.querySelectorAll('*').length") < 25 * 6_000
    assert page.locator(".draft .m").count() == 6_000
    assert page.locator(".judge").count() == 1
    page.keyboard.press("j")
    page.keyboard.press("a")
    assert judged(page) == "1 of 1000 judged, 1 not saved"
    assert page.locator(".judge").count() == 2
    page.evaluate("document.querySelector('.draft a.m[href=\"#e3000\"]').click()")
    assert page.locator(".note:target").is_visible()
    assert 0 < page.evaluate(_LAID_OUT) < 60
    assert heard == []


def test_a_finding_is_judged_while_the_rest_of_the_page_is_still_on_its_way(page: Page, tmp_path: Path) -> None:
    written(tmp_path, AuditReport("0", "p", (long_report(600),)))
    whole = (tmp_path / "report.html").read_bytes()
    shown, rest = whole[: whole.index(b'<h3 id="draft-1"')], threading.Event()

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(shown)
            self.wfile.flush()
            rest.wait(60)
            self.wfile.write(whole[len(shown) :])

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page.goto(f"http://127.0.0.1:{server.server_port}/", wait_until="commit")
        page.locator(".card").nth(200).wait_for(state="attached")
        page.keyboard.press("j")
        page.keyboard.press("a")
        assert page.evaluate("document.readyState") == "loading"
        assert page.locator(".verdict-given").all_inner_texts() == [" you agree"]
        rest.set()
        page.wait_for_load_state("load")
        assert judged(page) == "1 of 360 judged, 1 not saved"
    finally:
        rest.set()
        server.shutdown()
        server.server_close()
