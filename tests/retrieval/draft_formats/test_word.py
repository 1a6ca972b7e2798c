"""Word documents as the audit reads them."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from typing import Any
from xml.sax.saxutils import escape

from docx import Document
from fakes.word_files import changed, field, note, paragraph, run, word

from retrieval.draft_formats.word import read, read_word


def text(*blocks: str, **more: object) -> str:
    return read(word(*blocks, **more)).text  # type: ignore[arg-type]


def test_headings_lists_quotes_and_tables() -> None:
    document = Document()
    document.add_heading("Title", 0)
    document.add_heading("Part", 1)
    document.add_paragraph("")
    document.add_paragraph("First", style="List Number")
    document.add_paragraph("Second", style="List Number")
    document.add_paragraph("Dot", style="List Bullet")
    document.add_paragraph("Said", style="Quote")
    table = document.add_table(2, 2)
    for cell, words in zip(table._cells, ("A", "B", "1", "2 | 3"), strict=True):
        cell.text = words
    saved = io.BytesIO()
    document.save(saved)
    draft = read(saved.getvalue())
    assert draft.text == (
        "# Title\n\n## Part\n\n1. First\n2. Second\n- Dot\n\n> Said\n\n| A | B | \n|---|---|\n| 1 | 2 ¦ 3 | "
    )
    assert draft.places is not None
    assert [(place.line, place.name) for place in draft.places.rows] == [
        (1, "paragraph 1, the heading “Title”"),
        (2, "paragraph 2, the heading “Part”"),
        (4, "paragraph 4 under “Part”"),
        (5, "paragraph 5 under “Part”"),
        (6, "paragraph 6 under “Part”"),
        (7, "paragraph 7 under “Part”"),
        (7, "table 1, row 1"),
        (7, "table 1, row 2"),
    ]


def test_paragraphs_are_counted_as_python_docx_counts_them() -> None:
    data = word(paragraph("One"), paragraph(), paragraph("Three [1]."), paragraph("Four"))
    draft = read(data)
    assert draft.places is not None
    line = draft.places.at(draft.text.index("[1]")).line
    assert Document(io.BytesIO(data)).paragraphs[line - 1].text == "Three [1]."


def test_notes_are_markers_and_entries() -> None:
    notes = {1: paragraph("A. 2020."), 2: paragraph(run("B, "), run("2021.")) + paragraph("More.")}
    body = paragraph("One", note("footnote", 1), ". Two", note("footnote", 2), ". Three", note("endnote", 1), ".")
    assert text(body, footnotes=notes, endnotes={1: paragraph("C.")}) == (
        "One[^1]. Two[^2]. Three[^e1].\n\n[^1]: A. 2020.\n\n[^2]: B, 2021. More.\n\n[^e1]: C."
    )


def test_raised_numbers_are_told_from_raised_letters() -> None:
    raised = '<w:vertAlign w:val="superscript"/>'
    assert text(paragraph("A", run("1,", raised), run("2", raised), " the 1", run("st", raised), ".")) == (
        "A<sup>1,2</sup> the 1st."
    )


def test_of_fields_what_a_reader_sees_is_read() -> None:
    zotero = field(' ADDIN ZOTERO_ITEM CSL_CITATION {"citationID":"x"} ', "[1]")
    built_in = f"<w:sdt><w:sdtContent>{field(' CITATION Smi20 ', run('[2]'))}</w:sdtContent></w:sdt>"
    simple = '<w:fldSimple w:instr=" REF _Ref1 ">' + run("[3]") + "</w:fldSimple>"
    listed = f"<w:sdt><w:sdtContent>{paragraph('[1] A.')}{paragraph('[2] B.')}</w:sdtContent></w:sdt>"
    assert text(paragraph("A ", zotero, " b ", built_in, " c ", simple, "."), listed) == (
        "A [1] b [2] c [3].\n\n[1] A.\n\n[2] B."
    )


def test_a_field_may_end_in_another_paragraph() -> None:
    begin, end = field("BIBLIOGRAPHY", "[1] A").split(run("[1] A"))
    assert text(paragraph(begin, "[1] A"), paragraph("[2] B", end), paragraph("After")) == "[1] A\n\n[2] B\n\nAfter"


def test_tracked_changes_are_read_as_accepted_and_hidden_text_is_not() -> None:
    deleted = "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
    moved = f"<w:moveFrom>{run('here')}</w:moveFrom>"
    hidden = run("secret", "<w:vanish/>")
    assert text(paragraph("A ", deleted, f"<w:ins>{run('new')}</w:ins>", moved, hidden, ".")) == "A new."


def test_links_lead_to_their_addresses() -> None:
    link = f'<w:hyperlink r:id="a">{run("there")}</w:hyperlink>'
    bare = f'<w:hyperlink r:id="b">{run("https://b.example")}</w:hyperlink>'
    inner = f'<w:hyperlink w:anchor="ref1">{run("[1]")}</w:hyperlink>'
    links = {"a": "https://a.example/x", "b": "https://b.example"}
    assert text(paragraph(link, " ", bare, " ", inner), links=links) == (
        "[there](https://a.example/x) https://b.example [1]"
    )


def test_a_bibliography_that_is_a_table_is_a_list() -> None:
    def row(*cells: str) -> str:
        return f"<w:tr>{''.join(f'<w:tc>{paragraph(one)}</w:tc>' for one in cells)}</w:tr>"

    assert text(f"<w:tbl>{row('[1]', 'A. 2020.')}{row('[2]', 'B.')}</w:tbl>") == "[1] A. 2020.\n[2] B."


def test_what_would_be_a_tag_is_none() -> None:
    assert text(paragraph("a &lt;b&gt; c &lt; 3")) == "a &lt;b> c < 3"


def test_each_character_is_that_of_its_run() -> None:
    data = word(paragraph("  One ", run("two", "<w:b/>"), run(" &lt;x&gt; three  ")))
    document = read_word(data)
    for leaf in document.leaves:
        shown = document.read.text[leaf.start : leaf.end]
        own = leaf.element.text[leaf.first : leaf.first + len(shown)]
        assert shown in (own, "&lt;"), shown
    assert "".join(document.read.text[leaf.start : leaf.end] for leaf in document.leaves) == "One two &lt;x> three"


def work(family: str, year: int, title: str) -> dict[str, Any]:
    return {"itemData": {"title": title, "author": [{"family": family}], "issued": {"date-parts": [[year]]}}}


def cited(*works: dict[str, Any]) -> str:
    """Return the code of a Zotero field that cites works, as it stands in a document."""
    return f" ADDIN ZOTERO_ITEM CSL_CITATION {escape(json.dumps({'citationItems': works}))} "


TIDES, MILLS = work("Okafor", 2014, "The tides of <i>Marrow</i>"), work("Lång", 2020, "Mills and millers")


def test_names_and_years_that_a_field_made_are_read_as_keys() -> None:
    listed = field(" ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY ", "X")
    begin, end = listed.split(run("X"))
    body = (
        paragraph("It grew ", field(cited(TIDES, MILLS), "(Okafor, 2014; Lång, 2020)"), ". Okafor "),
        paragraph("says ", field(cited(TIDES), "(2014)"), " so."),
        paragraph("References", style="Heading1"),
        paragraph(begin, "Lång, P. (2020). Mills and Millers. "),
        paragraph("Nobody, N. (1999). Not cited."),
        paragraph("Okafor, C. (2014). The tides of Marrow.", end),
    )
    assert text(*body) == (
        "It grew [@Okafor2014; @Lang2020]. Okafor\n\nsays [@Okafor2014] so.\n\n## References\n\n"
        "[@Lang2020] Lång, P. (2020). Mills and Millers.\n[@uncited1] Nobody, N. (1999). Not cited.\n"
        "[@Okafor2014] Okafor, C. (2014). The tides of Marrow."
    )


def test_a_control_of_mendeley_is_a_field() -> None:
    tag = "MENDELEY_CITATION_v3_" + b64encode(json.dumps({"citationItems": [MILLS]}).encode()).decode()
    control = (
        f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr><w:sdtContent>{run("(Lång, 2020)")}</w:sdtContent></w:sdt>'
    )
    listed = (
        '<w:sdt><w:sdtPr><w:tag w:val="MENDELEY_BIBLIOGRAPHY"/></w:sdtPr><w:sdtContent>'
        f"{paragraph('Lång, P. (2020). Mills and millers.')}</w:sdtContent></w:sdt>"
    )
    assert (
        text(paragraph("A ", control, "."), listed)
        == "A [@Lang2020].\n\n[@Lang2020] Lång, P. (2020). Mills and millers."
    )


def test_a_field_that_names_no_work_is_what_it_shows() -> None:
    for code in (" CITATION Nobody ", " ADDIN ZOTERO_ITEM CSL_CITATION {broken ", " ADDIN EN.CITE ", " PAGE "):
        assert text(paragraph("A ", field(code, "(Okafor, 2014)"), ".")) == "A (Okafor, 2014)."


def test_words_own_sources_have_their_tags() -> None:
    sources = (
        '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">'
        "<b:Source><b:Tag>Oka14</b:Tag><b:Title>The tides of Marrow</b:Title></b:Source></b:Sources>"
    )
    data = word(
        paragraph("A ", field(" CITATION Oka14 \\l 1033 ", "(Okafor, 2014)"), "."),
        paragraph(field(" BIBLIOGRAPHY ", "Okafor, C. (2014). The Tides of Marrow.")),
        sources=sources,
    )
    assert read(data).text == "A [@Oka14].\n\n[@Oka14] Okafor, C. (2014). The Tides of Marrow."


def test_a_table_of_contents_is_passed_over_and_a_nested_table_is_read_once() -> None:
    def table(inner: str) -> str:
        return f"<w:tbl><w:tr><w:tc>{inner}</w:tc></w:tr></w:tbl>"

    contents = Document()
    contents.styles.add_style("toc 1", 1)
    contents.add_paragraph("Chapter 3", style="toc 1")
    contents.add_paragraph("Text")
    saved = io.BytesIO()
    contents.save(saved)
    assert read(saved.getvalue()).text == "Text"
    assert text(table(paragraph("A") + table(paragraph("B")) + paragraph("C"))) == "| A B C | \n|---|"


def test_a_field_that_is_never_shown_takes_no_other_paragraph_along() -> None:
    begun = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>X</w:instrText></w:r>'
    assert text(paragraph("A", begun, "lost"), paragraph("B")) == "A\n\nB"


def test_numbers_are_spelled_as_the_document_has_them() -> None:
    listed = word(*(paragraph(one, style="ListNumber") for one in ("A", "B", "C")))
    for shape, kind, shown in (
        (b"[%1]", b"decimal", "[1] A\n[2] B\n[3] C"),
        (b"(%1)", b"lowerLetter", "(a) A\n(b) B\n(c) C"),
        (b"%1)", b"upperRoman", "I) A\nII) B\nIII) C"),
    ):
        other = changed(listed, "word/numbering.xml", b'w:lvlText w:val="%1."', b'w:lvlText w:val="' + shape + b'"')
        other = changed(other, "word/numbering.xml", b'w:numFmt w:val="decimal"', b'w:numFmt w:val="' + kind + b'"')
        assert read(other).text == shown
