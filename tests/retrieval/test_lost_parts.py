"""Headings and lists that are lost when the main text of a page is found are put back where they stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from retrieval.html_page import read_html
from retrieval.lost_parts import with_lost_parts

TESTED = "We ran nine kettles for a month and weighed what they boiled."
COST = "A litre takes a tenth of a unit, and that is about three pence."


def put_back(text: str, body: str) -> list[str]:
    return with_lost_parts(text, html.fromstring(f"<html><body>{body}</body></html>")).splitlines()


def test_a_lost_heading_stands_above_what_stood_below_it() -> None:
    body = f"<p>{TESTED}</p><h2>Is it worth it?</h2><p>{COST}</p>"
    assert put_back(f"{TESTED}\n{COST}", body) == [TESTED, "Is it worth it?", COST]


def test_a_lost_list_stands_below_what_stood_above_it() -> None:
    body = f"<p>The pass includes:</p><ul><li>all trams in <b>Stanmoor</b></li><li>town buses</li></ul><p>{COST}</p>"
    assert put_back(f"The pass includes:\n{COST}", body) == [
        "The pass includes:",
        "- all trams in Stanmoor",
        "- town buses",
        COST,
    ]


def test_a_lost_list_brings_its_lost_heading() -> None:
    body = f"<p>{TESTED}</p><h3>What is new</h3><ol><li>Tenants can apply.</li></ol>"
    assert put_back(TESTED, body) == [TESTED, "What is new", "- Tenants can apply."]


@pytest.mark.parametrize(
    "body",
    [
        f"<h2>KETTLE WEEKLY</h2><p>{TESTED}</p>",  # a masthead
        f"<p>{TESTED}</p><ul><li><a href='/a'>Toasters on test</a></li></ul>",  # a menu
        f"<p>{TESTED}</p><aside><ul><li>Toasters on test</li></ul></aside>",
        f"<p>{TESTED}</p><p>Words and pictures are my own.</p><ul><li>Toasters on test</li></ul>",  # the end of a page
        f"<nav><h2>Kitchen</h2></nav><p>{TESTED}</p>",
        f"<article><p>{TESTED}</p></article><section><h3>3 comments</h3><ol><li>Jo: It exploded.</li></ol></section>",
        f"<section><p>{TESTED}</p></section><div><h3>Opening hours</h3><ul><li>9 to 5</li></ul></div>",
        f"<p>{TESTED}</p><div class='share'><ul><li>Facebook</li></ul></div>",
        f"<p>{TESTED}</p><ul><li><script>var brio = 1;</script></li><li><select><option>red</select></li></ul>",
        f"<p>{TESTED}</p><ul role='navigation'><li>Kettles and pots</li></ul>",
    ],
)
def test_furniture_stays_away(body: str) -> None:
    assert put_back(TESTED, body) == [TESTED]


def test_a_teaser_is_no_heading() -> None:
    body = f"<p>{TESTED}</p><h3><a href='/t'>Toasters on test</a></h3><p>{COST}</p>"
    assert put_back(f"{TESTED}\n{COST}", body) == [TESTED, COST]


def test_what_is_kept_in_other_marks_does_not_come_again() -> None:
    body = f"<p>{TESTED}</p><ul><li>Steel<br>brushed by hand</li><li>Gl\u00adass</li></ul>"
    kept = f"{TESTED}\n- Steel brushed by hand\n- Glass"
    assert put_back(kept, body) == kept.splitlines()


def test_below_a_line_that_comes_twice_nothing_is_put() -> None:
    body = f"<p>Price:</p><ul><li>£20</li></ul><p>{TESTED}</p><p>Price:</p><ul><li>£30</li></ul>"
    assert put_back(f"Price:\n{TESTED}\nPrice:", body) == ["Price:", TESTED, "Price:"]


def test_what_is_kept_comes_once() -> None:
    body = f"<p>{TESTED}</p><h2>Cost</h2><ul><li>{COST}</li></ul>"
    assert put_back(f"{TESTED}\nCost\n- {COST}", body) == [TESTED, "Cost", f"- {COST}"]


def test_a_page_without_a_main_element_keeps_its_lists() -> None:
    more = "".join(
        f"<p>Of the {n} homes that were looked at most are let by their owners, who live far away.</p>"
        for n in (31, 47)
    )
    page = (
        "<html><body><section><h1>Grant opens to tenants</h1><p>From next Wednesday people who rent their home can "
        "apply for the grant for the first time, said the minister.</p><p><strong>What is new</strong></p><ul>"
        "<li>For owners, the maximum goes up from €5,000 to €6,000.</li></ul>"
        f"{more}</section><footer>Press service</footer></body></html>"
    )
    assert "What is new\n- For owners, the maximum goes up from €5,000 to €6,000." in read_html(page).text


BLOCKS = st.lists(
    st.tuples(
        st.sampled_from(["h2", "h3", "p", "li"]), st.sampled_from([TESTED, COST, "Price:", "Cost", "£20", "Kept"])
    ),
    max_size=8,
)


@given(BLOCKS, st.data())
def test_nothing_that_was_kept_is_lost_or_moved(blocks: list[tuple[str, str]], data: st.DataObject) -> None:
    kept = [said for _, said in blocks if data.draw(st.booleans())]
    found = put_back("\n".join(kept), "".join(f"<{tag}>{said}</{tag}>" for tag, said in blocks))
    rest = iter(found)
    assert all(line in rest for line in kept)
    assert {line.removeprefix("- ") for line in found} <= {said for _, said in blocks}
