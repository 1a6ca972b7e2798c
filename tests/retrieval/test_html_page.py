"""What a page says of itself: title, canonical address, date."""

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import document_fromstring

from retrieval.html_page import Extract, read_html
from retrieval.named_values import head_answers, join_names_and_values

BODY = "<article><p>The night trains run again on twelve lines, and they leave before ten.</p></article>"


def page(head: str = "", body: str = BODY) -> str:
    return f"<html><head>{head}</head><body>{body}</body></html>"


@pytest.mark.parametrize(
    ("head", "url"),
    [
        ('<link rel="canonical" href="https://example.org/b">', "https://example.org/b"),
        ('<link rel="CANONICAL" href="/b">', "https://example.org/b"),
        ('<link rel="canonical" href="javascript:alert(1)">', ""),
        ('<link rel="canonical" href="http://[broken">', ""),
        ('<link rel="canonical">', ""),
        ("", ""),
    ],
)
def test_the_canonical_address_is_a_web_address_or_none(head: str, url: str) -> None:
    assert read_html(page(head), "https://example.org/a").url == url


def test_the_open_graph_title_outranks_the_window_title() -> None:
    head = '<title>Trains | The Daily</title><meta property="og:title" content="Trains">'
    assert read_html(page(head)).title == "Trains"


@pytest.mark.parametrize(
    "address", ["https://e.org/2023/04/05/x", "https://e.org/news/2023-04-05", "https://e.org/2023-04-05-trains.html"]
)
def test_a_day_in_the_address_is_the_date(address: str) -> None:
    assert read_html(page(), address).published == date(2023, 4, 5)


@pytest.mark.parametrize(
    "address", ["https://e.org/2023/04/", "https://e.org/2023/04/051", "https://e.org/v/12023/04/05"]
)
def test_digits_that_are_no_day_are_none(address: str) -> None:
    assert read_html(page(), address).published is None


def test_a_list_of_dates_in_json_ld_is_read_in_document_order() -> None:
    data = '{"a": {"datePublished": "junk"}, "b": [{"datePublished": "2022-03-04"}, {"datePublished": "2021-01-01"}]}'
    assert read_html(page(f'<script type="application/ld+json">{data}</script>')).published == date(2022, 3, 4)


@settings(max_examples=60)
@given(st.text("<>/=\"'abp metalinkscriptld+json{}[]:&;#x0-", max_size=200))
def test_any_markup_is_read_or_empty(markup: str) -> None:
    assert isinstance(read_html(markup), Extract)
    assert isinstance(read_html(page(markup)), Extract)


@pytest.mark.parametrize("unit", ["/2023/0", "/2", "2023/04/05/", "-"])
def test_long_addresses_are_read_at_once(unit: str) -> None:
    assert isinstance(read_html(page(), unit * 200_000), Extract)


def test_a_page_without_a_main_element_keeps_its_headings() -> None:
    page = """<html><body><ul><li><a href="/visit">Visit</a></li></ul><h1>Who owns the pier?</h1>
<p>We are asked about this a lot, mostly by people with boats.</p>
<h2>Who is the Trust?</h2><p>Everybody over 16 who has lived here for six months is a member: 47 people at present.</p>
<h2>Can the pier be sold?</h2><p>Only if three quarters of the members agree. The fund then gets its money back.</p>
<h2>May I tie up a boat?</h2><p>Yes, south of the crane, for two nights. Larger boats must ask the harbour master.</p>
</body></html>"""
    text = read_html(page).text
    assert all(one in text for one in ("Who is the Trust?", "Can the pier be sold?", "May I tie up a boat?"))


def test_a_page_without_a_main_element_keeps_its_lists_and_tables() -> None:
    page = """<html><body><div>Storm damage: the pier path is closed.</div><h1>Camping on the pier: the rules</h1>
<p>These rules are part of the Pier Byelaw, which has been in force since 1 March 2026.</p><h2>Where you may camp</h2>
<table><tr><th>Part</th><th>Summer</th><th>Winter</th></tr><tr><td>Deck</td><td>With permit</td><td>Free</td></tr>
<tr><td>Crane</td><td>Not allowed</td><td>Not allowed</td></tr></table><h2>How to camp</h2>
<ul><li>Two nights in one place at most.</li><li>Carry out everything.</li></ul><h2>Fires</h2>
<p>Open fires aren't allowed anywhere on the pier. Gas stoves are fine in calm weather.</p><h2>Permits</h2>
<p>£5 a tent and night, from the harbour office. There are twelve a night.</p><footer>Harbour office</footer></body>"""
    lines = read_html(page).text.splitlines()
    assert "- Carry out everything." in lines
    assert any(line.startswith("| Deck | With permit | Free") for line in lines)


def test_a_day_in_a_sentence_stays_whatever_element_holds_it() -> None:
    told = "The hoard is on show in Gallery 2 from <time datetime='2026-10-17'>17 October 2026</time> to 3 May 2027."
    more = "Silver coins lay in a bag. " * 12
    page = f"<html><body><main><h1>The hoard</h1><p>{told}</p><p>{more}</p></main></body></html>"
    assert "from 17 October 2026 to 3 May 2027." in read_html(page).text


RECALL = """<html><body><main><h1>Recall of the Dunmoor kettle</h1><dl><dt>Number</dt><dd>26-0417</dd><dt>Date</dt>
<dd><time>18 June 2026</time></dd><dt>Models:</dt><dd><b>K2</b> and K3</dd><dt>Sold</dt><dd><p>about 61,000</p></dd>
<dt>What the office found</dt><dd><p>The lid may open.</p><p>Four people were burnt.</p></dd></dl>
<p>The recall of February has been widened. Overheating was also reported from kettles that were made later, and from
replacements that the company sent out in the spring.</p></main></body></html>"""


def test_a_name_in_a_list_of_names_and_values_stands_before_its_value() -> None:
    text = read_html(RECALL).text
    lines = text.splitlines()
    assert "- Number: 26-0417" in lines
    assert "- Models: K2 and K3" in lines
    assert "- Sold: about 61,000" in lines
    assert "The lid may open." in text
    assert "What the office found: The lid" not in text


UNFOLDED = "<details><summary>{}</summary><p>{}</p></details>"
MORE = "<p>Of the 31 kettles that were looked at most are kept in kitchens, and their owners fill them to the brim.</p>"


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ("<dt><style>.mw{color:red}</style>Price</dt><dd>£5</dd>", ["Price: £5"]),
        ("<dt>Price <a href='#h'>?</a></dt><dd>£5</dd><dt>Weight</dt><dd>3 kg</dd>", ["Price: £5", "Weight: 3 kg"]),
        ("<dt>Sat</dt><dt>Sun</dt><dd>closed</dd><dt>Mon</dt><dd>open</dd>", ["Sat", "Sun", "closed", "Mon: open"]),
        ("<dt>Authors</dt><dd>Ann</dd><dd>Bob</dd><dt>Editor</dt><dd>Cy</dd>", ["Authors", "Ann", "Bob", "Editor: Cy"]),
        ("<dt>Models</dt><dd><dl><dt>K2</dt><dt>K3</dt></dl></dd><dd>Leeds only</dd>", ["Models", "Leeds only"]),
        ("<div><dt>Sold</dt><dd>61</dd></div><div><dt>Kept</dt><dd>9</dd></div>", ["Sold: 61", "Kept: 9"]),
        ("<dt>Picture</dt><dt>Sold :</dt><dd><div>61</div></dd>", ["Picture", "61"]),
    ],
)
def test_each_value_has_its_own_name_or_none(parts: str, lines: list[str]) -> None:
    text = read_html(f"<html><body><main><h1>Kettles</h1>{MORE}<dl>{parts}</dl>{MORE}</main></body></html>").text
    shown = [line.lstrip("- ") for line in text.splitlines()]
    assert [line for line in lines if line not in shown] == []


def test_what_unfolds_in_a_menu_or_footer_is_no_heading() -> None:
    folded = UNFOLDED.format("Help", "Call us from nine to five.")
    tree = document_fromstring(f"<body><nav>{folded}</nav><main>{folded}</main><footer>{folded}</footer></body>")
    head_answers(tree)
    assert [one.getparent().getparent().tag for one in tree.iter("h3")] == ["main"]


FAQ = """<html><body><main><h1>Your bus pass: questions</h1><p>Checked on 11 March 2024.</p>{}<p>Write to us if your
question is not here, or ask any driver: they have this sheet, and most know it by heart.</p></main></body></html>"""
QUESTIONS = {
    "Who can have a pass?": "Everybody who is 60 or over and has lived here for three months.",
    "What does it cost?": "Nothing. If you lose it, a new one costs £5.",
}


@pytest.mark.parametrize("form", ["unfolded", "listed"])
def test_a_question_stands_above_its_answer(form: str) -> None:
    if form == "unfolded":
        parts = "".join(UNFOLDED.format(*one) for one in QUESTIONS.items())
    else:
        parts = "<dl>{}</dl>".format("".join(f"<dt>{asked}</dt><dd>{said}</dd>" for asked, said in QUESTIONS.items()))
    lines = read_html(FAQ.format(parts)).text.splitlines()
    for asked, said in QUESTIONS.items():
        assert lines[lines.index(asked) + 1] == said


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["dt", "dd", "h4", "div"]), st.sampled_from(["Number", "Why?", "", "26", "<p>a b</p>"])
        )
    )
)
def test_no_word_of_a_list_of_names_and_values_is_lost(parts: list[tuple[str, str]]) -> None:
    tree = document_fromstring(f"<div><dl>{' '.join(f'<{tag}>{said}</{tag}>' for tag, said in parts)}</dl></div>")
    said = sorted(re.findall(r"\w+", tree.text_content()))
    head_answers(tree)
    join_names_and_values(tree)
    assert sorted(re.findall(r"\w+", tree.text_content())) == said
