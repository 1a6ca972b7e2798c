"""Words, terms, sentences, windows and addresses: the forms that must read alike, and those that must not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced_core import text as text_module
from wellsourced_core.text import (
    STOP_WORDS,
    UNKNOWN_IDF,
    canonical_url,
    content,
    fold,
    host_of,
    idf,
    line_starts,
    plain_number,
    readable,
    sentences,
    stem_of,
    terms,
    unhidden,
    unique,
    visible,
    window,
    words,
    written_at,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", "cafe\u0301"),
        ("café", "CAFE"),
        ("exam\u00adple", "example"),
        ("exam\u200bple", "example"),
        ("Zürich’s", "Zurich"),
        ("ﬁnance", "finance"),
        ("ｗｏｒｄ", "word"),
        ("１２３", "123"),
        ("٤٢", "42"),
        ("๔๒", "42"),
        ("٤٫٢", "4.2"),
        ("4·2", "4.2"),
        ("4\u200b2", "42"),
        ("cities", "city"),
        ("Łódź", "Lodz"),
        ("Straße", "Strasse"),
        ("608 000", "608,000"),
        ("608\u202f000", "608000"),
        ("2.50", "2.5"),
        ("well-known", "well known"),
        ("1990s", "1990"),
        ("19th", "19"),
    ],
)
def test_forms_of_one_word_are_one_term(one: str, other: str) -> None:
    assert terms(one).stems == terms(other).stems != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [("12", "1.2"), ("12", "2012"), ("1.2", "1.25"), ("1,2", "12,000"), ("war", "warm"), ("only", "all")],
)
def test_different_words_stay_different(one: str, other: str) -> None:
    assert terms(one).stems != terms(other).stems


def test_a_year_before_a_number_does_not_swallow_it() -> None:
    assert terms("in 2009 300 ships").stems == ("2009", "300", "ship")


def test_offsets_point_at_the_words_as_written() -> None:
    text = "The exam\u00adple of São Paulo’s 608 000 東京都 dogs."
    read = terms(text)
    written = [text[a:b] for a, b in zip(read.starts, read.ends, strict=True)]
    assert written == ["exam\u00adple", "São", "Paulo’s", "608 000", "東京", "京都", "dogs"]


def test_nouns_and_verbs_that_say_what_a_text_is_about_are_terms() -> None:
    assert content("The mill's fire: a bill for the mine, in detail") == {"mill", "fire", "bill", "mine", "detail"}


def test_stop_words_and_single_letters_are_no_terms_but_qualifiers_are() -> None:
    assert terms("the a b of x it's").stems == ()
    assert terms("never only before").stems == ("never", "onli", "befor")
    assert "never" not in STOP_WORDS


def test_spaceless_scripts_give_bigrams() -> None:
    assert words("東京都").surfaces == ("東京", "京都")
    assert words("東").surfaces == ("東",)
    assert terms("東").stems == ("東",)
    assert terms("กขค").stems == ("กข", "ขค")
    assert words("漢abc字").surfaces == ("漢", "abc", "字")


def test_vowel_signs_stay_inside_a_word() -> None:
    assert words("हिन्दी में").surfaces == ("हिन्दी", "में")


def test_what_is_hidden_is_left_out_and_leads_back() -> None:
    text = "\u200e4\u00ad\u200b２\u200e!"
    seen, gaps = readable(text)
    assert seen == "42!"
    assert [text[written_at(i, gaps)] for i in range(3)] == ["4", "２", "!"]
    assert unhidden(text)[0] == visible(text) == "4２!"
    assert readable("4 − 2 ’") == ("4 − 2 ’", ())


def test_folding() -> None:
    assert fold("Dog’s") == "dog"
    assert fold("ŒUVRE") == "oeuvre"
    assert plain_number("1,200.50") == "1200.5"
    assert plain_number("3.10.2") == "3.10.2"
    assert plain_number("0.0") == "0"


def test_content_is_the_set_of_stems() -> None:
    assert content("Dogs chase a dog") == {"dog", "chase"}


def test_idf_orders_words_by_rarity() -> None:
    assert idf(stem_of("people")) < idf(stem_of("vaccine")) < idf("qzxwv") == UNKNOWN_IDF
    assert idf("608000") >= 6.0
    assert idf("not") >= 0.05


@given(st.text(max_size=200))
@settings(max_examples=150)
def test_any_text_is_read_within_its_bounds(text: str) -> None:
    read = words(text)
    spans = list(zip(read.starts, read.ends, strict=True))
    assert all(0 <= a < b <= len(text) for a, b in spans)
    assert [a for a, _ in spans] == sorted({a for a, _ in spans})
    assert len(terms(text).stems) <= len(read.surfaces)


@given(st.text(alphabet="ab 1.,'’東é\u0301", max_size=60))
@settings(max_examples=150)
def test_reading_does_not_depend_on_case(text: str) -> None:
    assert terms(text).stems == terms(text.lower()).stems


# ------------------------------------------------------------------------------------------------- sentences


def cut(text: str) -> list[str]:
    return [text[a:b] for a, b in sentences(text)]


def test_sentences_end_at_end_marks_and_not_after_abbreviations() -> None:
    assert cut("Dr. Who ran. He won! Did J. Doe? Yes.") == ["Dr. Who ran.", "He won!", "Did J. Doe?", "Yes."]
    assert cut("It rose 3.5 % vs. last year. Then it fell") == [
        "It rose 3.5 % vs. last year.",
        "Then it fell",
    ]
    assert cut("Er kam am 3. Juni. Er blieb vom 3.–5. Juli.") == ["Er kam am 3. Juni.", "Er blieb vom 3.–5. Juli."]
    assert cut("Es kostet 2,3 Mio. Euro. Er zahlte 12. Das war viel.") == [
        "Es kostet 2,3 Mio. Euro.",
        "Er zahlte 12.",
        "Das war viel.",
    ]
    assert cut("One of us (F.O.) prefers it. He left.") == ["One of us (F.O.) prefers it.", "He left."]
    assert cut('"Why?" he asked. “It fell!” Nobody answered.') == ['"Why?" he asked.', "“It fell!”", "Nobody answered."]
    assert cut("第一。第二！") == ["第一。", "第二！"]
    assert cut("") == []


@given(st.text(alphabet="ab. \n!?A。1", max_size=80))
@settings(max_examples=150)
def test_sentences_cover_every_word_in_order(text: str) -> None:
    spans = sentences(text)
    assert [a for a, _ in spans] == sorted(a for a, _ in spans)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())


# ------------------------------------------------------------------------------------------------- windows


@given(st.text(alphabet="abc  ,", max_size=400), st.integers(0, 400), st.integers(0, 10))
@settings(max_examples=150)
def test_a_window_holds_its_middle_and_cuts_no_word(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(len(text), start + length)
    left, right = window(text, start, end, 60)
    assert 0 <= left <= start <= end <= right <= len(text)
    if all(len(word) <= 60 for word in re.findall("[abc]+", text)):
        assert left == 0 or not (text[left - 1].isalnum() and text[left].isalnum())
        assert right == len(text) or not (text[right - 1].isalnum() and text[right].isalnum())


def test_lines_start_after_every_kind_of_newline() -> None:
    assert line_starts("a\nb\r\nc\rd") == [0, 2, 5, 7]


# ------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HTTP://Example.com:80/a/", "https://example.com/a"),
        ("https://www.example.com/a?utm_source=x&b=1", "https://example.com/a?b=1#top"),
        ("https://en.m.wikipedia.org/wiki/X", "https://en.wikipedia.org/wiki/X"),
        ("doi:10.1000/AbC", "https://dx.doi.org/10.1000/abc"),
        ("https://arxiv.org/pdf/1234.56789v2.pdf", "https://arxiv.org/abs/1234.56789"),
        ("https://example.com/?b=2&a=1", "https://example.com?a=1&b=2"),
    ],
)
def test_spellings_of_one_address_are_one(one: str, other: str) -> None:
    assert canonical_url(one) == canonical_url(other)


def test_a_host_is_never_a_user_name_or_a_path() -> None:
    assert host_of("http://nature.com@evil.example/nature.com") == "evil.example"
    assert host_of("ftp://example.com/") == ""
    assert host_of("http://[bad") == ""


@given(st.text(max_size=60))
@settings(max_examples=100)
def test_a_canonical_address_is_its_own(url: str) -> None:
    once = canonical_url(f"https://example.com/{url}")
    assert canonical_url(once) == once


def test_unique_keeps_the_first_of_each() -> None:
    assert list(unique(["b", "a", "b"])) == ["b", "a"]


# ------------------------------------------------------------------------------------------------- growth


@pytest.mark.parametrize(
    ("unit", "read", "cut"),
    [
        ("1", 1, 1),
        ("1,", 1, 1),
        ("111,", 1, 1),
        ("1 ", 200_000, 100),  # what goes on without an end is cut
        ("a'", 1, 1),
        ("a\u0301", 1, 1),
        ("\u0301", 0, 1),
        (" ", 0, 0),
        ("\n ", 0, 0),
        ("東", 199_999, 1),
        ("a.", 200_000, 1),
        (".", 0, 1),
        ('."', 0, 1),
        ("。", 0, 1),
    ],
)
def test_runs_of_200_000_are_read_at_once(unit: str, read: int, cut: int) -> None:
    """A quadratic pattern would need minutes for any of these; a linear one needs milliseconds."""
    text = unit * 200_000
    assert len(words(text).surfaces) == read
    assert len(sentences(text)) == cut


def test_every_line_of_the_table_of_weights_can_be_looked_up() -> None:
    path = Path(text_module.__file__).with_name("idf.txt")
    table = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        first, stems, letters = line.split("\t")
        assert stems.split()[0] == first
        table |= dict(zip(stems.split(), ((ord(letter) - 33) / 10 for letter in letters), strict=True))
    assert len(table) > 17_000
    assert list(table) == sorted(table)
    assert {stem: idf(stem) for stem in table} == table
    unknown = {near for stem in table for near in (f"{stem}zq", stem[:-1], f"!{stem}")} - set(table)
    assert {idf(stem) for stem in unknown if stem} == {UNKNOWN_IDF}
