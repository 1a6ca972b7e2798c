"""HTML as the audit reads it."""

from __future__ import annotations

import pytest

from retrieval.draft_formats import read_draft
from retrieval.draft_formats.html import read
from wellsourced_core.errors import InputError


def text(source: str) -> str:
    return read(source).text.strip()


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<p>One  <b>two</b>\n three</p><p>Four", "One two three\n\nFour"),
        ("<title>No</title><style>p</style><script>x</script><body><p>Yes", "Yes"),
        ("<p hidden>No<p style='display:none'>No</p><p>Yes<pre>[1]</pre>", "Yes"),
        ("<p>4&nbsp;%, caf&eacute; &ldquo;x&rdquo; &lt;b&gt; &amp; &#8212;", "4 %, café “x” &lt;b&gt; &amp; —"),
        ('<p>A<a href="#r1">[1]</a> B[<a href="#r2">2</a>] C<sup>3</sup>', "A[1] B[2] C<sup>3</sup>"),
        ('<p><a href="https://a.example/x">A</a> <a href="https://b.example">https://b.example</a>',
         "[A](https://a.example/x) https://b.example"),
        ("<ul><li>A</li><li><p>B</p></ul><ol start=4><li>C<li>D</ol>", "- A\n- B\n\n4. C\n5. D"),
        ("<ol><li>[1] A</li><li>[2] B</li></ol>", "[1] A\n[2] B"),
        ("<p>[1] A<br>[2] B", "[1] A\n[2] B"),
        ("<table><tr><th>A<th>B</tr><tr><td><p>1</p></td><td>2|</td></tr></table><p>C",
         "| A | B |\n|---|---|\n| 1 | 2| |\n\nC"),
        ("<h2>One</h2><blockquote>Two</blockquote>", "## One\n\n> Two"),
        ("<p>a <code>[1]</code> <q>b</q>", "a `[1]` “b”"),
        ("<!-- wellsourced: allow C102 so --><p>A</p><!-- other -->", "<!-- wellsourced: allow C102 so -->\nA"),
        # pandoc, mammoth, LibreOffice, Word
        ('<p>A<a href="#fn1" id="fnref1"><sup>1</sup></a>.<ol><li id="fn1"><p>N <a href="#fnref1">↩</a></ol>',
         "A[^1].\n\n[^1]: N"),
        (('<p>A<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup><ol><li id="footnote-1"><p>N '
         '<a href="#footnote-ref-1">↑</a></p></li></ol>'), "A[^1]\n\n[^1]: N"),
        (('<p>A<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>'
         '<div id="sdfootnote1"><p><a name="sdfootnote1sym" href="#sdfootnote1anc">1</a>N</p></div>'),
         "A[^1]\n\n[^1]: N"),
        (('<p>A<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a></p><div id=ftn1><p><a href="#_ftnref1" '
         'name="_ftn1"><span>[1]</span></a> N</p></div>'), "A[^1]\n\n[^1]: N"),
    ],
)  # fmt: skip
def test_what_a_reader_sees(source: str, shown: str) -> None:
    assert text(source) == shown


def test_an_element_is_named_by_its_id_or_by_its_number_under_the_heading() -> None:
    draft = read('<h1>Top</h1>\n<p>One</p><p>Two</p>\n<h2>Next</h2><p>Three</p><ul><li id="x">Four</li></ul>')
    assert draft.places is not None
    names = {word: draft.places.at(draft.text.index(word)).name for word in ("Top", "One", "Two", "Three", "Four")}
    assert names == {
        "Top": "<h1> 1",
        "One": "<p> 1 under “Top”",
        "Two": "<p> 2 under “Top”",
        "Three": "<p> 1 under “Next”",
        "Four": '<li id="x"> under “Next”',
    }


def test_a_page_in_another_charset_is_read_and_not_written() -> None:
    page = '<meta charset="windows-1252"><p>Café “x”'.encode("cp1252")
    draft = read_draft(page, "a.html")
    assert draft.text == "Café “x”\n"
    assert not draft.original


def test_j182_what_is_no_page_at_all_is_refused() -> None:
    with pytest.raises(InputError, match=r"a\.html: is not HTML: name the file as what it is"):
        read_draft(b"PK\x03\x04\x14\x00\xff", "a.html")
    assert read_draft("\ufeff<p>A".encode("utf-16-le"), "a.html").text == "A\n"


def test_j182_broken_pages_are_read_as_far_as_they_go() -> None:
    for page in (
        "<p>A</div></ul></a></sup>B",
        "<p>A<b",
        "<p>A<!-- x",
        "<a href='#fn1'>1",
        "<td>A<tr>B",
        "&#xffffffff;A",
    ):
        assert "A" in text(page) or page.startswith("<a"), page
    assert text("<div>" * 20_000 + "A") == "A"
    assert text("<p>A < B") == "A < B"
