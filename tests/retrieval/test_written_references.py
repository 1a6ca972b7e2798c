"""References of .bib and CSL-JSON files, with the places of what may be edited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.written_references import read_references, references_in
from wellsourced_core.errors import InputError
from wellsourced_core.model import Person

BIB = """\
@string{jcp = "Journal of Coastal Practice"}
@article{tides,
  title   = {Slow {Tides} of \\"Uber-Harbours \\& bays},
  author  = "Okafor, Chidi and {World Health Organization} and others",
  journal = jcp,
  year = 2014,
  doi     = {https://doi.org/10.5555/Tides_1},
}
@misc{pre, title={A preprint}, author={Anneke van der Meer}, eprint={2101.00001v2}, archiveprefix={arXiv}, year={2021}}
@book{moss, title={Moss}, publisher={Press}, isbn={978-0-306-40615-7}}
@online{page, title={A page}, url={https://example.org/x}}
"""


def test_bibtex_is_read() -> None:
    tides, pre, moss, page = references_in(BIB, "a.bib", ".bib")
    assert (tides.key, tides.line, tides.kind, tides.year) == ("tides", 2, "work", 2014)
    assert tides.title == "Slow Tides of Über-Harbours & bays"
    assert tides.authors == (Person("Okafor", "Chidi"), Person("World Health Organization"))
    assert tides.shortened
    assert (tides.venue, tides.doi) == ("Journal of Coastal Practice", "10.5555/tides_1")
    assert (pre.kind, pre.arxiv, pre.authors[0].family) == ("work", "2101.00001", "van der Meer")
    assert (moss.kind, moss.isbn) == ("book", "9780306406157")
    assert (page.kind, page.url) == ("other", "https://example.org/x")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_places_are_those_of_the_file_as_it_is(ends: str, tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes(BIB.replace("\n", ends).encode())
    text, (tides, *_) = read_references(path)
    values = {one.name: text[one.start : one.end] for one in tides.given}
    assert values == {
        "title": 'Slow {Tides} of \\"Uber-Harbours \\& bays',
        "author": "Okafor, Chidi and {World Health Organization} and others",
        "year": "2014",
        "doi": "https://doi.org/10.5555/Tides_1",
    }
    assert text[: tides.room].endswith("@article{tides")
    assert text[tides.start : tides.end] == tides.text


ITEM = {
    "id": "tides",
    "type": "article-journal",
    "title": "Slow <i>tides</i> &amp; bays",
    "author": [{"family": "Meer", "given": "A.", "non-dropping-particle": "van der"}, {"literal": "Varne Group"}],
    "issued": {"date-parts": [[2014, 5]]},
    "container-title": "Journal of Coastal Practice",
    "DOI": "10.5555/tides",
}


def test_csl_json_is_read() -> None:
    text = json.dumps([ITEM, {"id": 2, "type": "webpage", "title": 'A "page"'}], indent=1)
    tides, page = references_in(text, "a.json", ".json")
    assert (tides.key, tides.kind, tides.title, tides.year) == ("tides", "work", "Slow tides & bays", 2014)
    assert tides.authors == (Person("van der Meer", "A."), Person("Varne Group"))
    assert {one.name: text[one.start : one.end] for one in tides.given}["doi"] == "10.5555/tides"
    assert {one.name: text[one.start : one.end] for one in page.given}["title"] == 'A \\"page\\"'
    assert (page.key, page.kind) == ("2", "other")


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.bib", "", "contains no entry"),
        ("a.bib", "@article{x, title = {open", "a value is never closed"),
        ("a.json", "[]", "contains no entry"),
        ("a.json", '{"id": 1}', "is not a JSON array"),
        ("a.json", "[1]", "is not an object"),
        ("a.json", '[{"id": NaN}]', "NaN"),
        ("a.txt", "x", "is not a bibliography"),
    ],
)
def test_what_is_no_bibliography_is_refused_in_a_line(tmp_path: Path, name: str, text: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=problem):
        read_references(path)


@given(st.text('{}"@abc=,#%\\ \n', max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = references_in(f"@article{{k, title = {{x}}}}\n{text}", "a.bib", ".bib")
    except InputError:
        return
    assert found[0].title == "x"
