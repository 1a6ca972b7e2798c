"""What a page's markup hides from its readers is no evidence; what it shows stays."""

import pytest

from retrieval.html_page import read_html

SHOWN = "Night trains are back on twelve lines, the railway says, after years of cuts and closures in the east. " * 5
UNSEEN = "The railway sold 42 percent of its sleeping cars in one year."


def text_of(hidden: str) -> str:
    return read_html(f"<html><body><article><p>{SHOWN}</p>{hidden}</article></body></html>").text


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>{}</p>",
        "<div HIDDEN=hidden><p>{}</p></div>",
        "<template>{}</template>",
        "<template><p>{}</p></template>",
        "<p aria-hidden=true>{}</p>",
        '<p style="display:none">{}</p>',
        '<p style="DISPLAY : None !important">{}</p>',
        '<p style="visibility:hidden">{}</p>',
        '<p style="content-visibility: hidden">{}</p>',
        '<p style="color:#fff;font-size:0">{}</p>',
        '<p style="font-size: 0.0px">{}</p>',
        '<p style="font:0/0 a">{}</p>',
        '<p style="font-size:0px">A line. <b>{}</b></p>',
        '<div style="font-size:0">{}<p class="col">A line.</p></div>',
        '<p style="clip:rect(1px, 1px, 1px, 1px)">{}</p>',
        '<p style="margin:-9999px 0 0">{}</p>',
        '<a href="#other">A line.</a><p id="this" hidden>{}</p>',
        "<article hidden><p>{}</p></article>",
        '<p style="position:absolute;left:-9999px">{}</p>',
        '<p style="text-indent: -9999px">{}</p>',
        '<p style="margin-left:-999em">{}</p>',
        '<p style="position:absolute;clip:rect(0 0 0 0)">{}</p>',
        '<p style="clip-path: inset(50%)">{}</p>',
    ],
)
def test_j117_text_that_the_markup_hides_is_no_evidence(hidden: str) -> None:
    text = text_of(hidden.format(UNSEEN))
    assert "twelve lines" in text
    assert "sleeping cars" not in text


@pytest.mark.parametrize(
    "shown",
    [
        "<p>{}</p>",
        '<p hidden="until-found">{}</p>',
        "<details><summary>More</summary><p>{}</p></details>",
        '<p style="font-size:0.8em">{}</p>',
        '<div style="font-size:0"><p style="font-size:16px">{}</p></div>',
        '<p style="font-size:0;font-size:14px">{}</p>',
        '<p style="opacity:0;transform:translateY(40px)">{}</p>',
        '<p style="margin-left:-15px; text-indent: -2em">{}</p>',
        '<p style="display:block;visibility:visible">{}</p>',
        '<p style="margin-bottom:-9999px;padding-bottom:9999px">{}</p>',
        '<p style="margin-right:-1000px">{}</p>',
        '<p style="clip:rect(0, auto, auto, 0)">{}</p>',
        '<p style="clip:rect(0px,600px,800px,0px)">{}</p>',
        '<p style="clip-path:inset(50% 0 0 0)">{}</p>',
        '<div><template shadowrootmode="open"><p>{}</p></template></div>',
        '<div class="row" style="font-size:0"><div class="col"><p>{}</p></div></div>',
        '<div style="font-size:0"><span class="col">{}</span></div>',
        '<div role="tabpanel" hidden><p>{}</p></div>',
        '<button aria-controls="a b">More</button><div id="b" hidden><p>{}</p></div>',
        '<a href="#more">More</a><div id="more" style="display:none"><p>{}</p></div>',
        "<p>Short. <span hidden>not this</span> {}</p>",
    ],
)
def test_j117_what_readers_see_stays(shown: str) -> None:
    text = text_of(shown.format(UNSEEN))
    assert UNSEEN in text
    assert "not this" not in text


def test_j117_a_body_that_a_script_shows_when_it_is_loaded_is_read() -> None:
    page = f'<html style="opacity:0"><body style="font-size:0" hidden><article><p>{SHOWN}</p></article></body></html>'
    assert "twelve lines" in read_html(page).text


@pytest.mark.parametrize("how", ["hidden", 'style="display:none"', 'style="visibility:hidden"', 'style="font-size:0"'])
@pytest.mark.parametrize(
    "page",
    [
        "<div id=app {}><article><p>{}</p></article></div>",
        "<div id=page {}><p>{}</p></div>",
        "<article {}><p>{}</p></article>",
        "<div><div {}><main><p>{}</p></main></div></div>",
    ],
)
def test_j117_a_wrapper_that_a_script_shows_when_it_is_loaded_is_read(page: str, how: str) -> None:
    text = read_html(f"<html><body>{page.format(how, SHOWN)}<p>About us.</p><p hidden>{UNSEEN}</p></body></html>").text
    assert "twelve lines" in text
    assert "sleeping cars" not in text


def test_j117_a_date_in_hidden_markup_is_still_the_date() -> None:
    page = f'<html><body><article><p>{SHOWN}</p><time datetime="2024-05-02" hidden></time></article></body></html>'
    assert str(read_html(page).published) == "2024-05-02"


def test_j117_a_page_of_very_many_hidden_elements_is_read() -> None:
    assert text_of('<b style="font-size:0">x' * 2_000 + "</b>" * 2_000)
    assert text_of("<i hidden></i>word " * 20_000).count("word") == 20_000
