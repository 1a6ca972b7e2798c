"""Bytes of a page become text, whatever they claim to be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.charset import decode

TEXT = "Café “quoted” – fin"


@pytest.mark.parametrize(
    ("data", "declared", "guessed"),
    [
        (TEXT.encode(), "utf-8", False),
        (TEXT.encode(), None, False),
        (b"\xef\xbb\xbf" + TEXT.encode(), "latin-1", False),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), None, False),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "utf-8", False),
        (TEXT.encode("cp1252"), "iso-8859-1", False),
        (b'<meta charset="windows-1252">' + TEXT.encode("cp1252"), None, False),
        (
            b"<META http-equiv=Content-Type content='text/html; CHARSET=Windows-1252'>" + TEXT.encode("cp1252"),
            None,
            False,
        ),
        (TEXT.encode("cp1252"), "utf-8", True),
        (TEXT.encode("cp1252"), None, True),
        (TEXT.encode(), "bogus-9", True),
        (TEXT.encode(), "utf-7", True),
        (TEXT.encode(), "utf-16", True),
        (TEXT.encode(), "hex", True),
        (TEXT.encode(), "\x00", True),
    ],
)
def test_b11_the_first_that_fits_is_used_and_a_wrong_declaration_is_marked(
    data: bytes, declared: str, guessed: bool
) -> None:
    text, marked = decode(data, declared)
    assert text.endswith(TEXT)
    assert marked is guessed


def test_japanese_pages_are_read_by_their_declaration() -> None:
    assert decode("夜の電車".encode("shift_jis"), "Shift_JIS") == ("夜の電車", False)


@settings(max_examples=150)
@given(
    st.binary(max_size=200),
    st.none() | st.sampled_from(["utf-8", "utf-16", "ascii", "idna", "punycode", "base64", "x"]),
)
def test_b12_any_bytes_become_a_text_that_can_be_written(data: bytes, declared: str | None) -> None:
    text, _ = decode(data, declared)
    text.encode("utf-8")
    assert "\0" not in text


def test_a_meta_tag_is_found_in_one_pass() -> None:
    assert decode(b"<meta " * 200_000 + b"x")[0].startswith("<meta")


@pytest.mark.parametrize("name", ["unicode_escape", "raw_unicode_escape", "Unicode-Escape", "punycode", "idna"])
def test_j76_what_only_python_calls_a_charset_is_none(name: str) -> None:
    data = b"caf\\ud800 " + TEXT.encode()
    assert decode(data, name) == (data.decode(), True)
    assert decode(b"<meta charset=" + name.encode() + b">" + data)[0].endswith(TEXT)


def test_j76_a_page_that_says_it_is_punycode_takes_no_longer() -> None:
    assert len(decode(b"x-" + b"abc" * 500_000, "punycode")[0]) == 1_500_002
