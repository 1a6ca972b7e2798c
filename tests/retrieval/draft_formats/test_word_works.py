"""Citations that a reference manager made in a Word document: keys of works, joined to the entries of its list."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any
from xml.sax.saxutils import escape

import pytest
from fakes.word_files import field, note, paragraph, run, word

from retrieval.draft_formats.word import read

RECORD = (
    "<record><rec-number>{n}</rec-number><contributors><authors><author>{family}, Chidi</author>"
    "<author>Second, S.</author></authors></contributors><titles><title>{title}</title>"
    "<secondary-title>Journal of Tides</secondary-title></titles><dates><year>{year}</year></dates></record>"
)


def text(*blocks: str, **more: Any) -> str:
    return read(word(*blocks, **more)).text


def cite(family: str, year: int, title: str = "", n: int = 7) -> str:
    """Return what EndNote says of one work; without a title only what it needs to find it again."""
    record = RECORD.format(n=n, family=family, year=year, title=title) if title else ""
    return f"<Cite><Author>{family}</Author><Year>{year}</Year><RecNum>{n}</RecNum>{record}</Cite>"


def endnote(*cites: str) -> str:
    return f"<EndNote>{''.join(cites)}</EndNote>"


def zotero(**item: Any) -> str:
    return f" ADDIN ZOTERO_ITEM CSL_CITATION {escape(json.dumps({'citationItems': [{'itemData': item}]}))} "


def listed(code: str, *entries: str) -> str:
    """Return the paragraphs of a bibliography that a field made."""
    begin, end = field(f" ADDIN {code} ", "X").split(run("X"))
    last = len(entries) - 1
    return "".join(paragraph(begin if n == 0 else "", one, end if n == last else "") for n, one in enumerate(entries))


TIDES = cite("Okafor", 2014, '<style face="italic">The tides</style><style face="normal"> of Marrow</style>')
REFERENCES = ("Lind, P. (2020). Mills and millers.", "Okafor, C. (2014). The Tides of Marrow. Journal of Tides.")


def test_a_field_of_endnote_is_read_by_the_title_of_its_record() -> None:
    inline = field(f" ADDIN EN.CITE {escape(endnote(TIDES))}", "(Okafor, 2014)")
    shown = text(paragraph("It rose ", inline, "."), listed("EN.REFLIST", *REFERENCES))
    assert shown == (
        "It rose [@Okafor2014].\n\n[@uncited1] Lind, P. (2020). Mills and millers.\n"
        "[@Okafor2014] Okafor, C. (2014). The Tides of Marrow. Journal of Tides."
    )


def test_a_record_that_is_too_long_for_a_code_stands_in_the_fields_data() -> None:
    data = endnote(TIDES, cite("Lind", 2020, "Mills and millers", 8)) + "\0"
    within = field(" ADDIN EN.CITE.DATA ", "", data)
    kept = field(" ADDIN EN.CITE ", "(Lind, 2020; Okafor, 2014)", data, within)
    shown = text(paragraph("It rose ", kept, "."), listed("EN.REFLIST", *REFERENCES))
    assert shown.startswith("It rose [@Okafor2014; @Lind2020].\n")


def test_without_a_title_author_and_year_join_where_only_one_entry_has_them() -> None:
    brief = field(f" ADDIN EN.CITE {escape(endnote(cite('Okafor', 2014)))}", "(Okafor, 2014)")
    entries = ("Lind, P., 2020, J. Mills, 3, 4", "Okafor, C., 2014, J. Tides, 1, 2", "Okafor, C., 2015, J. Tides, 3, 4")
    shown = text(paragraph("It rose ", brief, "."), listed("EN.REFLIST", *entries))
    assert "It rose [@Okafor2014]." in shown
    assert "[@Okafor2014] Okafor, C., 2014" in shown
    assert "[@uncited2] Okafor, C., 2015" in shown


def test_letters_of_a_year_tell_works_of_one_author_apart() -> None:
    first = field(f" ADDIN EN.CITE {escape(endnote(cite('Okafor', 2014, n=1)))}", "(Okafor, 2014a)")
    second = field(f" ADDIN EN.CITE {escape(endnote(cite('Okafor', 2014, n=2)))}", "(Okafor, 2014b)")
    entries = ("Okafor, C., 2014a, J. Tides, 1, 2", "Okafor, C., 2014b, J. Mills, 3, 4")
    shown = text(paragraph("One ", second, ", two ", first, "."), listed("EN.REFLIST", *entries))
    assert shown == (
        "One [@Okafor2014], two [@Okafor2014b].\n\n[@Okafor2014b] Okafor, C., 2014a, J. Tides, 1, 2\n"
        "[@Okafor2014] Okafor, C., 2014b, J. Mills, 3, 4"
    )


def test_where_several_entries_may_be_meant_a_citation_is_what_it_shows() -> None:
    brief = field(f" ADDIN EN.CITE {escape(endnote(cite('Okafor', 2014)))}", "(Okafor, 2014)")
    entries = ("Okafor, C., 2014, J. Tides, 1, 2", "Okafor, C., 2014, J. Mills, 3, 4")
    assert text(paragraph("One ", brief, "."), listed("EN.REFLIST", *entries)).startswith("One (Okafor, 2014).")


def test_a_work_that_the_list_lacks_keeps_its_key() -> None:
    lost = field(f" ADDIN EN.CITE {escape(endnote(cite('Nobody', 1999, 'What nobody wrote')))}", "(Nobody, 1999)")
    shown = text(paragraph("One ", lost, "."), listed("EN.REFLIST", *REFERENCES))
    assert shown.startswith("One [@Nobody1999].")
    assert "[@uncited2] Okafor" in shown


def test_a_style_without_titles_is_joined_for_zotero_too() -> None:
    item = {"title": "The tides of Marrow", "author": [{"family": "Okafor"}], "issued": {"date-parts": [["2014"]]}}
    shown = text(
        paragraph("It rose ", field(zotero(**item), "(Okafor, 2014)"), "."),
        listed("ZOTERO_BIBL {} CSL_BIBLIOGRAPHY", "Okafor, C., 2014, J. Tides, 1, 2"),
    )
    assert shown == "It rose [@Okafor2014].\n\n[@Okafor2014] Okafor, C., 2014, J. Tides, 1, 2"


def test_a_list_that_was_typed_is_joined_by_title_author_and_year_together() -> None:
    item = {"title": "The tides of Marrow", "author": [{"family": "Okafor"}], "issued": {"date-parts": [[2014]]}}
    cited = field(zotero(**item), "(Okafor, 2014)")
    typed = [paragraph(one) for one in REFERENCES]
    prose = paragraph("The tides of Marrow have been measured since 1998.")
    shown = text(paragraph("It rose ", cited, "."), prose, paragraph("References", style="Heading1"), *typed)
    assert shown == (
        "It rose [@Okafor2014].\n\nThe tides of Marrow have been measured since 1998.\n\n## References\n\n"
        "Lind, P. (2020). Mills and millers.\n\n"
        "[@Okafor2014] Okafor, C. (2014). The Tides of Marrow. Journal of Tides."
    )
    assert text(paragraph("It rose ", cited, "."), prose).startswith("It rose (Okafor, 2014).")


def test_yearbooks_of_one_title_are_told_apart_by_their_years() -> None:
    def report(year: int) -> str:
        return field(
            f" ADDIN EN.CITE {escape(endnote(cite('Board', year, 'Annual report of the board')))}", f"({year})"
        )

    entries = [f"Board. {year}. Annual report of the board." for year in (2019, 2020)]
    shown = text(paragraph("One ", report(2020), report(2019), ", ", report(2021)), listed("EN.REFLIST", *entries))
    assert shown.startswith("One [@Board2020][@Board2019], (2021)\n")
    assert "[@Board2019] Board. 2019." in shown


def test_a_typed_entry_stands_neither_in_a_table_nor_twice() -> None:
    item = {"title": "The tides of Marrow", "author": [{"family": "Okafor"}], "issued": {"date-parts": [[2014]]}}
    cited = paragraph("It rose ", field(zotero(**item), "(Okafor, 2014)"), ".")
    entry = paragraph("Okafor, C. (2014). The tides of Marrow.")
    table = f"<w:tbl><w:tr><w:tc>{entry}</w:tc></w:tr></w:tbl>"
    assert text(cited, table).startswith("It rose (Okafor, 2014).")
    assert text(cited, entry, entry.replace("Okafor, C.", "Okafor")).startswith("It rose (Okafor, 2014).")
    assert text(cited, table, entry).startswith("It rose [@Okafor2014].")


def test_a_citation_in_a_note_is_joined_to_the_list_above_it() -> None:
    inline = field(f" ADDIN EN.CITE {escape(endnote(TIDES))}", "Okafor 2014")
    body = paragraph("It rose", note("footnote", 1), ".")
    shown = text(body, listed("EN.REFLIST", *REFERENCES), footnotes={1: paragraph("See ", inline, ".")})
    assert "[^1]: See [@Okafor2014]." in shown
    assert "[@Okafor2014] Okafor, C." in shown


def test_numbers_that_endnote_shows_stay_numbers() -> None:
    raised = run("1,2", '<w:vertAlign w:val="superscript"/>')
    inline = field(f" ADDIN EN.CITE {escape(endnote(TIDES))}", raised)
    shown = text(paragraph("It rose", inline, "."), listed("EN.REFLIST", "1. Lind, P. Mills.", "2. Okafor, C. Tides."))
    assert shown == "It rose<sup>1,2</sup>.\n\n1. Lind, P. Mills.\n\n2. Okafor, C. Tides."


def test_a_content_control_may_hold_the_code_of_a_field() -> None:
    item = {"title": "The tides of Marrow", "author": [{"literal": "Okafor Board"}], "issued": {"raw": "May 2014"}}
    code = json.dumps({"citationItems": [{"itemData": item}]}).replace('"', "&quot;")

    def control(tag: str, inner: str) -> str:
        return f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>'

    cited = control(f"ZOTERO_ITEM CSL_CITATION {code}", run("(Okafor Board, 2014)"))
    entries = control("ZOTERO_BIBL", paragraph("Okafor Board. The tides of Marrow."))
    assert text(paragraph("A ", cited, "."), entries) == (
        "A [@OkaforBoard2014].\n\n[@OkaforBoard2014] Okafor Board. The tides of Marrow."
    )


def test_words_own_sources_are_joined_by_author_and_year_too() -> None:
    sources = (
        '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source>'
        "<b:Tag>Oka14</b:Tag><b:Author><b:Author><b:NameList><b:Person><b:Last>Okafor</b:Last></b:Person></b:NameList>"
        "</b:Author></b:Author><b:Title>Tides</b:Title><b:Year>2014</b:Year></b:Source></b:Sources>"
    )
    cited = paragraph("A ", field(" CITATION Oka14 \\l 1033 ", "(Okafor, 2014)"), ".")
    entry = paragraph(field(" BIBLIOGRAPHY ", "Okafor, C. (2014). Tides."))
    assert text(cited, entry, sources=sources) == "A [@Oka14].\n\n[@Oka14] Okafor, C. (2014). Tides."


@pytest.mark.parametrize(
    "code",
    [
        " ADDIN EN.CITE &lt;EndNote&gt;&lt;Cite&gt;&lt;Author&gt;",
        " ADDIN EN.CITE &lt;!DOCTYPE x [&lt;!ENTITY a 'b'&gt;]&gt;&lt;EndNote&gt;&amp;a;&lt;/EndNote&gt;",
        ' ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems": [{"itemData": {"author": ["x"], "title": "A title"}}]} ',
        ' ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems": ' + "[" * 9_000 + " ",
        " ADDIN CSL_CITATION {} ",
    ],
    ids=["cut", "entities", "other types", "deep", "empty"],
)
def test_j191_a_field_that_holds_nothing_sound_is_what_it_shows(code: str) -> None:
    data = b64encode(b"\xff\xfe<EndNote>").decode()
    begin = f'<w:r><w:fldChar w:fldCharType="begin"><w:fldData>{data}</w:fldData></w:fldChar></w:r>'
    broken = field(code, "(Okafor, 2014)").replace('<w:r><w:fldChar w:fldCharType="begin"></w:fldChar></w:r>', begin)
    assert text(paragraph("A ", broken, "."), listed("EN.REFLIST", *REFERENCES)).startswith("A (Okafor, 2014).")
