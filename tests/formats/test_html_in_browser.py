"""The page in a real browser: silent, offline, by mouse and keyboard, light and dark, on a phone, and very large."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from syrupy.assertion import SnapshotAssertion

from wellsourced.formats import render
from wellsourced_core.model import (
    AuditReport,
    FileReport,
    Finding,
    MarkerReport,
    RefVerdict,
    Severity,
    Source,
    Span,
    Style,
)  # fmt: skip

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
STOPS = "a.stop[id]"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "look" in metafunc.fixturenames:
        looks = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 390)]
        metafunc.parametrize("look", looks, ids=lambda look: f"{look[0]}-{look[1]}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.is_file():
        pytest.skip("Debian's chromium is not installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield started
        started.close()


@pytest.fixture
def heard() -> list[str]:
    """What a page said or asked for: it must stay empty."""
    return []


@pytest.fixture
def page(browser: Browser, heard: list[str]) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        opened = context.new_page()
        listen(opened, heard)
        yield opened


def listen(page: Page, heard: list[str]) -> None:
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if not request.url.startswith("file:") else None)
    page.on("dialog", lambda dialog: heard.append(dialog.message))


@pytest.fixture
def place(tmp_path: Path, dam: AuditReport) -> str:
    """The address of a report of the dam's draft."""
    return written(tmp_path, dam)


def written(folder: Path, report: AuditReport) -> str:
    path = folder / "report.html"
    path.write_text(render("html", report, rules={"C102": "A marker cites a source that does not carry it."}), "utf-8")
    return path.as_uri()


def panel(page: Page) -> str:
    return page.locator("#panel").inner_text()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_nothing_runs_nothing_is_fetched_nothing_is_said(page: Page, heard: list[str], place: str) -> None:
    page.goto(place)
    for stop in page.locator(STOPS).all():
        stop.click()
    page.wait_for_function("document.readyState === 'complete'")
    assert heard == []
    assert page.title() == "Citations: dam.md"
    assert page.locator("img").count() == 0
    assert page.locator("#panel script").count() == 0


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


def test_a_click_shows_claim_evidence_score_rule_and_fix(page: Page, place: str) -> None:
    page.goto(place)
    page.locator("a.misattributed").click()
    shown = panel(page)
    for part in (
        "Line 3: [1]",
        "In spring nine of ten salmon pass the ladder beside the dam.",
        "C102 misattributed-citation",
        "A marker cites a source that does not carry it.",
        "Proposed fix (unsafe)",
        "Support 0.",
        "the best other source is [2]",
        "content words of the claim",
    ):
        assert part in shown
    assert page.locator("#panel del").inner_text() == "[1]"
    assert page.locator("#panel ins").inner_text() == "[2]"
    assert page.locator("#panel mark.evidence").inner_text() == "dam"
    assert page.locator("#panel figcaption a").get_attribute("href") == "https://dam.example/cost#:~:text=dam"


def test_evidence_appears_highlighted_in_its_passage(page: Page, place: str) -> None:
    page.goto(place)
    page.locator("a.supported").first.click()
    whole = page.locator("#panel figure blockquote").inner_text()
    assert page.locator("#panel mark.evidence").inner_text() == "dam opened in autumn 1998. It cost 4.2 billion"
    assert whole.startswith("The dam opened in autumn 1998.")
    assert "<script>document.title='run'</script>" in whole


def test_tab_reaches_every_marker_and_flag_and_shows_it(page: Page, place: str) -> None:
    page.goto(place)
    wanted = [stop.get_attribute("id") for stop in page.locator(STOPS).all()]
    assert len(wanted) == 7
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page) in wanted:
            seen.append(focused(page))
            assert page.locator(f"#{seen[-1]}").get_attribute("aria-current") == "true"
            assert "Line " in panel(page)
        if len(seen) == len(wanted):
            break
    assert seen == wanted


def test_arrows_move_between_stops_and_enter_and_escape_in_and_out(page: Page, place: str) -> None:
    page.goto(place)
    ids = [stop.get_attribute("id") for stop in page.locator(STOPS).all()]
    page.locator(STOPS).first.focus()
    for wanted in ids[1:]:
        page.keyboard.press("ArrowRight")
        assert focused(page) == wanted
    page.keyboard.press("ArrowDown")
    assert focused(page) == ids[-1]
    page.keyboard.press("Home")
    assert focused(page) == ids[0]
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    assert focused(page) == ids[-2]
    page.keyboard.press("Enter")
    assert focused(page) == "panel"
    page.keyboard.press("Escape")
    assert focused(page) == ids[-2]


def test_filters_by_verdict_and_rule(page: Page, place: str) -> None:
    page.goto(place)
    assert page.locator("#shown").inner_text() == "5 of 5 markers, 5 of 5 findings shown"
    page.get_by_role("checkbox", name="supported (1)", exact=True).uncheck()
    assert page.locator("#shown").inner_text() == "4 of 5 markers, 5 of 5 findings shown"
    page.get_by_role("checkbox", name="partly-supported").uncheck()
    assert page.locator("#shown").inner_text() == "3 of 5 markers, 5 of 5 findings shown"
    page.get_by_role("checkbox", name="misattributed").uncheck()
    assert page.locator("#shown").inner_text() == "2 of 5 markers, 4 of 5 findings shown"
    assert not page.locator(".findings").get_by_text("C102").is_visible()
    page.locator(STOPS).nth(2).focus()
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.classList.contains('off')") is False
    page.get_by_label("Rule").select_option("C101")
    assert page.locator("#shown").inner_text() == "1 of 5 markers, 1 of 5 findings shown"
    page.get_by_role("checkbox", name="misattributed").check()
    page.get_by_label("Rule").select_option("")
    page.get_by_role("checkbox", name="supported (1)", exact=True).check()
    page.get_by_role("checkbox", name="partly-supported").check()
    assert page.locator(".stop.off").count() == 0


def test_a_finding_leads_to_its_place_in_the_draft(page: Page, place: str) -> None:
    page.goto(place)
    row = page.locator(".findings > li").filter(has_text="R401")
    row.get_by_role("link", name="line").click()
    assert focused(page) == f"p{row.get_attribute('data-p')}"
    assert "R401 orphan-reference" in panel(page)
    assert page.evaluate("document.activeElement.getBoundingClientRect().top < innerHeight")


def test_the_tree_that_a_screen_reader_reads(page: Page, place: str, snapshot: SnapshotAssertion) -> None:
    page.goto(place)
    page.locator("a.misattributed").click()
    assert page.locator("body").aria_snapshot() == snapshot


def test_without_script_verdicts_findings_and_sources_are_there(browser: Browser, place: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(place)
        assert page.get_by_role("link", name="[1] misattributed, line 3").is_visible()
        assert not page.locator("#filters").is_visible()
        page.get_by_role("link", name="[1] misattributed, line 3").click()
        assert page.url.endswith("#f0")
        assert "Details and filters need JavaScript" in page.locator("body").inner_text()


def test_every_look_fits_its_window_and_can_be_read(browser: Browser, place: str, look: tuple[str, int]) -> None:
    scheme, width = look
    with browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(place)
        page.locator("a.misattributed").click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#panel").is_visible()
        assert page.evaluate(_UNCOVERED)
        poor = page.evaluate(_POOR_CONTRAST)
        assert poor == []
        page.get_by_label("Close details").click()
        assert page.locator("#panel").is_visible() is (width > 1000)


# The chosen marker is not hidden behind the sheet that shows its details.
_UNCOVERED = """() => {
  const box = document.querySelector("[aria-current]").getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest("[aria-current]") !== null;
}"""
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


# How many of the blocks of lines the browser has laid out.
_LAID_OUT = """[...document.querySelectorAll(".block")]
  .filter((block) => block.firstChild.checkVisibility({ contentVisibilityAuto: true })).length"""


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
        found.append(MarkerReport(start, start + 3, 2 * i + 1, 1, f"[{i % 7 + 1}]", (ref,), Span(0, 0, paragraph[:-6])))
        if i % 5 > 1:
            findings.append(
                Finding("C102", "misattributed-citation", Severity.ERROR, "a message", start, start + 3, 1, 1)
            )
        text += paragraph
    style = Style("bracket", "numbered", "label", 1.0)
    return FileReport("long.md", text, style, 1, tuple(found), (), tuple(findings), shelf=(source,))


def test_a_megabyte_with_six_thousand_markers_opens_and_scrolls(page: Page, heard: list[str], tmp_path: Path) -> None:
    report = long_report(6_000)
    assert len(report.text) > 900_000
    page.goto(written(tmp_path, AuditReport("0", "p", (report,))))
    assert page.locator(STOPS).count() >= 6_000
    assert 0 < page.evaluate(_LAID_OUT) < 20
    page.locator(STOPS).first.focus()
    page.keyboard.press("End")
    assert page.evaluate("scrollY") > 10_000
    assert "Line " in panel(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    assert 0 < page.evaluate(_LAID_OUT) < 20
    page.get_by_role("checkbox", name="uncheckable").uncheck()
    assert "4800 of 6000 markers" in page.locator("#shown").inner_text()
    assert heard == []
