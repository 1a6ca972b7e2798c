"""What identifies a work, and what cannot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.identifiers import (
    arxiv_doi,
    bad_doi,
    bare_arxiv,
    find_arxiv,
    find_doi,
    find_isbn,
    impossible_arxiv,
    is_doi,
    is_isbn,
    unversioned,
)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("see https://doi.org/10.5555/ABC.1.", "10.5555/abc.1"),
        ("doi:10.5555/(sici)1-2(3)4.", "10.5555/(sici)1-2(3)4"),
        ("(10.5555/abc)", "10.5555/abc"),
        ("10.55/abc", ""),
        ("no identifier", ""),
    ],
)
def test_a_doi_is_found_without_what_closes_the_sentence(text: str, doi: str) -> None:
    assert find_doi(text) == doi
    assert not doi or is_doi(doi)


@pytest.mark.parametrize(
    ("text", "bad"), [("doi:10.12/abc", "10.12/abc"), ("https://doi.org/11.5555/x", "11.5555/x"), ("doi:10.5555/x", "")]
)
def test_what_is_written_as_a_doi_and_is_none_is_told(text: str, bad: str) -> None:
    assert bad_doi(text) == bad
    assert not bad or not is_doi(bad)


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("arXiv:2101.00001v3", "2101.00001"),
        ("arXiv preprint arXiv:0704.0001 [cs]", "0704.0001"),
        ("https://arxiv.org/abs/hep-th/9901001", "hep-th/9901001"),
        ("10.48550/arXiv.2301.12345v2", "2301.12345"),
        ("version 2101.00001", ""),
    ],
)
def test_an_arxiv_identifier_is_found_where_it_is_named_as_one(text: str, identifier: str) -> None:
    assert find_arxiv(text) == identifier
    assert not identifier or find_arxiv(arxiv_doi(identifier)) == identifier


@pytest.mark.parametrize(
    ("identifier", "possible"),
    [
        ("2113.00001", False),
        ("2100.00001", False),
        ("2101.0001", False),
        ("1401.00001", False),
        ("0703.0001", False),
        ("2712.00001", False),
        ("2101.00001", True),
        ("0704.0001", True),
        ("hep-th/9901001", True),
        ("hep-th/9913001", False),
    ],
)
def test_an_arxiv_identifier_bears_a_month_that_was(identifier: str, possible: bool) -> None:
    assert (impossible_arxiv(identifier, 2026, 11) == "") is possible
    assert bare_arxiv(identifier) == identifier


def test_an_isbn_has_its_check_digit() -> None:
    assert find_isbn("Press. ISBN 978-0-306-40615-7.") == "9780306406157"
    assert is_isbn("9780306406157")
    assert not is_isbn("9780306406158")
    assert is_isbn("0306406152")
    assert is_isbn("080442957X")
    assert not is_isbn("1234")


def test_a_version_is_no_part_of_a_doi() -> None:
    assert unversioned("10.5555/2020.01v2") == "10.5555/2020.01"
    assert unversioned("10.5555/2020.01") == "10.5555/2020.01"


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    found = find_doi(text)
    assert not found or (is_doi(found) and find_doi(found) == found)
    assert not find_arxiv(text) or bare_arxiv(find_arxiv(text)) == find_arxiv(text)


@given(st.text("0123456789", min_size=9, max_size=9))
def test_exactly_one_check_digit_is_right(digits: str) -> None:
    assert sum(is_isbn(digits + last) for last in "0123456789X") == 1
