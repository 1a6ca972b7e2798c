"""Untrusted pages are read in a process that can be ended: rows B16, B17 and C01 to C21."""

import json
import os
import zlib
from datetime import date
from pathlib import Path

import pytest

from retrieval.extract import TIME_LIMIT, Extract, extract, kind_of
from wellsourced_core.errors import InputError

ARTICLE = (
    "<article><h1>Night trains</h1><p>Night trains are back on twelve lines, the railway says, after years of cuts.</p>"
    "<p>Most leave before ten in the evening and arrive in time for a first meeting.</p></article>"
)


def html(body: str = ARTICLE, head: str = "<title>Night trains</title>") -> bytes:
    return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode()


def read(data: bytes, mime: str = "text/html", **options) -> Extract:
    return extract(data, name="page", content_type=mime, **options)[0]


def code(data: bytes, mime: str = "text/html", **options) -> str:
    with pytest.raises(InputError) as caught:
        read(data, mime, **options)
    return caught.value.code


def outcome(data: bytes, mime: str = "text/html", time_limit: float = TIME_LIMIT) -> Extract | str:
    try:
        return read(data, mime, time_limit=time_limit)
    except InputError as error:
        return error.code


def test_an_article_is_read_without_its_frame() -> None:
    page = read(
        html(f"<nav><a href='/'>Home</a> <a href='/x'>Sport</a></nav>{ARTICLE}<footer>All rights reserved</footer>")
    )
    assert page.title == "Night trains"
    assert "twelve lines" in page.text
    assert "Sport" not in page.text


def test_c01_a_tag_of_100_000_attributes_is_ended_and_the_next_page_is_read() -> None:
    bomb = html("<p " + " ".join(f"a{i}=1" for i in range(100_000)) + ">x</p>")
    assert code(bomb, time_limit=1.0) == "bad-markup"
    assert "twelve lines" in read(html()).text


@pytest.mark.parametrize(
    ("row", "body"),
    [
        ("c02", "<div>" * 100_000),
        ("c03", "<" * 1_000_000),
        ("c04", "<p>word " * 200_000),
        ("c09", "x" * 15_000_000),
        ("c10", "a" + "\u0301" * 1_000_000),
    ],
)
def test_c02_to_c10_huge_odd_pages_are_bounded(row: str, body: str) -> None:
    result = outcome(html(body), time_limit=1.5)
    assert result in ("no-content", "bad-markup") or (isinstance(result, Extract) and len(result.text) <= 2_000_000)


def test_c09_a_page_over_the_limit_is_refused() -> None:
    assert code(b"x" * (20 * 1024 * 1024 + 1)) == "body-too-large"


LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9))
    + "]>"
)


@pytest.mark.parametrize("mime", ["application/xhtml+xml", "application/xml", "application/rss+xml", "image/svg+xml"])
def test_c05_billion_laughs_do_not_unfold(mime: str) -> None:
    result = outcome(f'<?xml version="1.0"?>{LAUGHS}<html><body><p>&j;</p></body></html>'.encode(), mime)
    assert isinstance(result, str) or len(result.text) < 100


def test_c06_external_entities_are_not_read(server, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the secret")
    for target in ((tmp_path / "secret").as_uri(), server.url("/x")):
        doctype = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "{target}">]>'
        page = f"{doctype}<html><body><p>Before &e; after, a sentence.</p></body></html>"
        result = outcome(page.encode(), "application/xhtml+xml")
        assert "the secret" not in str(result)
    assert server.connections == 0


def test_c07_xml_300_deep_is_bounded() -> None:
    result = outcome(
        b"<?xml version='1.0'?><html>" + b"<div>" * 300 + b"x" + b"</div>" * 300 + b"</html>", "application/xhtml+xml"
    )
    assert result in ("no-content", "bad-markup") or isinstance(result, Extract)


@pytest.mark.parametrize(
    "data", [b"", b"  \n\t", b"\xef\xbb\xbf", b"<html></html>", b"<html><body><script>x()</script></body></html>"]
)
def test_c08_a_page_without_text_is_no_content(data: bytes) -> None:
    assert code(data) == "no-content"


def test_c11_hidden_characters_of_a_page_survive_for_its_quotes() -> None:
    assert "twelve lines" in read(html(ARTICLE.replace("Most", "Mo\u00adst"))).text


@pytest.mark.parametrize(
    "text",
    [
        "列車は夜に走ります。乗客は増えています。十二の路線が戻りました。",
        "عادت القطارات الليلية إلى اثني عشر خطا بعد سنوات من الغياب الطويل.",
    ],
)
def test_c13_other_scripts_are_read(text: str) -> None:
    assert text in read(html(f"<article><p>{text}</p><p>{text[::-1]}</p></article>")).text


DATES = {
    "url": ("https://example.org/2023/04/05/trains", "", date(2023, 4, 5)),
    "json-ld": (
        "",
        '<script type="application/ld+json">{"@graph": [{"datePublished": "2022-03-04T05:06:07Z"}]}</script>',
        date(2022, 3, 4),
    ),
    "meta": ("", '<meta property="article:published_time" content="2021-02-03">', date(2021, 2, 3)),
    "first-wins": ("https://example.org/2023/04/05/x", '<meta name="date" content="2021-02-03">', date(2023, 4, 5)),
    "markup": ("", "", None),
    "c17-epoch": ("", '<meta name="date" content="1970-01-01">', None),
    "c17-9999": ("", '<meta name="date" content="9999-12-31">', None),
    "c18-junk": ("", '<meta name="date" content="12pm">', None),
    "impossible-url": ("https://example.org/2023/19/39/x", "", None),
    "broken-json-ld": ("", '<script type="application/ld+json">{"datePublished": </script>', None),
    "deep-json-ld": ("", f'<script type="application/ld+json">{"[" * 50_000}</script>', None),
}


@pytest.mark.parametrize(("url", "head", "day"), DATES.values(), ids=DATES)
def test_the_date_is_that_of_the_address_or_of_json_ld_or_of_the_metadata(
    url: str, head: str, day: date | None
) -> None:
    assert read(html(head=f"<title>t</title>{head}"), url=url).published == day


def test_c21_of_ten_thousand_dates_in_json_ld_the_first_wins() -> None:
    items = [{"datePublished": f"{2000 + i % 20}-01-01"} for i in range(10_000)]
    head = f'<script type="application/ld+json">{json.dumps(items)}</script>'
    assert read(html(head=head)).published == date(2000, 1, 1)


def test_a_title_is_one_line_of_bounded_length() -> None:
    assert read(html(head="<title>Night\n\t trains</title>")).title == "Night trains"
    assert len(read(html(head=f"<title>{'x ' * 100_000}</title>")).title) == 500


@pytest.mark.parametrize(
    ("data", "mime", "kind"),
    [
        (b"%PDF-1.7", "text/html", "pdf"),
        (b"<!DOCTYPE html>", "application/pdf", "html"),
        (b"\xef\xbb\xbf\n<html>", "", "html"),
        (b"plain words", "text/plain; x", "text"),
        (b"plain words", "", "text"),
        (b"words", "text/html", "html"),
        (b"\x89PNG\r\n", "text/html", "an image"),
        (b"PK\x03\x04", "text/html", "a ZIP archive"),
        (b"\x7fELF", "text/plain", "a program"),
        (b"MZ\x90", "application/pdf", "a program"),
        (b"<?xml version='1.0'?><rss>", "text/xml", "an XML document"),
        (b"<?xml version='1.0'?><html xmlns=''>", "text/xml", "html"),
        (b"{}", "application/json", "of type application/json"),
    ],
)
def test_b16_the_first_bytes_outrank_the_declared_type(data: bytes, mime: str, kind: str) -> None:
    assert kind_of(data, mime) == kind


def test_b16_what_is_no_text_is_refused() -> None:
    assert code(b"\x89PNG\r\n") == "unsupported-type"


def pdf(pages: int = 1, content: str = "Night trains are back on twelve lines.", filler: int = 0) -> bytes:
    """Write a small PDF by hand; ``filler`` adds that many blanks to its compressed page content."""
    stream = zlib.compress(f"BT /F1 12 Tf 72 700 Td ({content}) Tj ET".encode() + b" " * filler)
    kids = " ".join(f"{4 + i} 0 R" for i in range(pages))
    font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    page = f"<< /Type /Page /Parent 2 0 R /Contents 3 0 R /Resources {font} >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>".encode(),
        b"<< /Length %d /Filter /FlateDecode >> stream\n%s\nendstream" % (len(stream), stream),
        *[page.encode()] * pages,
    ]
    data, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    return data + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + trailer.encode()


def test_a_pdf_is_read() -> None:
    assert "twelve lines" in read(pdf(), "application/pdf").text


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("Over-", "sizing is common."), "Oversizing\nis common."),
        (("a long-stand-", "ing rule"), "a long-standing\nrule"),
        (("the na-", "tion-", "al council"), "the national\ncouncil"),
        (("eine Wärme-", "pumpe"), "eine Wärmepumpe"),
        (("a well-", "known fact"), "a well-known\nfact"),
        (("the Anglo-", "Saxon age, 1991-", "1995"), "the Anglo-Saxon\nage, 1991-1995"),
        (("pre-", "and post-war"), "pre-\nand post-war"),
        (("https://a.example/foo-", "bar"), "https://a.example/foo-\nbar"),
        (("a list -", "of things"), "a list -\nof things"),
    ],
)
def test_a_word_that_a_line_of_a_pdf_breaks_is_whole_again(lines: tuple[str, ...], text: str) -> None:
    content = ") Tj 0 -14 Td (".join(lines).replace("ä", "\\344")
    assert read(pdf(content=content), "application/pdf").text == text


def test_b17_odd_pdfs_are_refused_or_bounded() -> None:
    assert code(pdf(pages=0)) == "unsupported-type"
    assert code(b"%PDF-1.4\ngarbage") == "unsupported-type"
    assert code(pdf(content="")) == "no-content"
    assert code(pdf().replace(b"/Size", b"/Encrypt << /Filter /Standard /V 9 /R 9 >> /Size")) in (
        "unsupported-type",
        "bad-markup",
    )
    bomb = outcome(pdf(filler=300_000_000), time_limit=3.0)
    assert isinstance(bomb, Extract) or bomb in ("bad-markup", "unsupported-type")


def test_the_current_folder_does_not_decide_what_parses(tmp_path: Path, monkeypatch) -> None:
    from retrieval.reader_process import reader

    (tmp_path / "retrieval").mkdir()
    (tmp_path / "retrieval" / "__init__.py").write_text("raise SystemExit('decoy')")
    monkeypatch.chdir(tmp_path)
    reader.end()
    assert "twelve lines" in read(html()).text


def test_no_key_is_told_to_the_parser(monkeypatch) -> None:
    from retrieval.reader_process import reader

    monkeypatch.setenv("TAVILY_API_KEY", "tvly-SECRET")
    reader.end()
    read(html())
    process = reader.process
    assert process is not None
    assert b"SECRET" not in Path(f"/proc/{process.pid}/environ").read_bytes()


def test_a_parser_that_was_killed_is_started_again() -> None:
    import signal

    from retrieval.reader_process import reader

    read(html())
    process = reader.process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert "twelve lines" in read(html()).text
