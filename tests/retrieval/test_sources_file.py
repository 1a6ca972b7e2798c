"""A file of sources is read strictly and written so that it reads back the same."""

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.sources_file import read_sources, write_sources
from wellsourced_core.errors import InputError
from wellsourced_core.model import Source

GOOD = {"url": "https://example.org/a", "title": "A", "text": "Body."}


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    return path


def test_line_order_is_the_number_unless_n_is_given(tmp_path: Path) -> None:
    path = write(tmp_path / "s.jsonl", GOOD, GOOD | {"n": 7, "id": "seven"}, GOOD | {"published": "2024-05-01"})
    first, second, third = read_sources(path)
    assert (first.n, first.id) == (1, "1")
    assert (second.n, second.id) == (7, "seven")
    assert (third.n, third.published) == (3, date(2024, 5, 1))


def test_unknown_keys_are_ignored_and_missing_text_is_empty(tmp_path: Path) -> None:
    (source,) = read_sources(write(tmp_path / "s.jsonl", {"url": "", "title": "t", "text": None, "score": 0.5}))
    assert source.text == ""


@pytest.mark.parametrize("junk", ["12pm", "10", "9999-12-31", "1" * 20])
def test_junk_dates_are_unknown_not_an_error(tmp_path: Path, junk: str) -> None:
    (source,) = read_sources(write(tmp_path / "s.jsonl", GOOD | {"published": junk}))
    assert source.published is None


@pytest.mark.parametrize(
    ("second", "problem"),
    [
        (GOOD | {"n": 1}, "number of line 1"),
        (GOOD | {"id": "1"}, "id of line 1"),
        (GOOD | {"title": ["A"]}, '"title" is a list'),
        (GOOD | {"title": None}, '"title" is null'),
        ({"title": "A", "text": ""}, '"url" is missing'),
        (GOOD | {"text": 5}, '"text" is a number'),
        (GOOD | {"published": 2024}, '"published" is a number'),
        (GOOD | {"n": "2"}, '"n"'),
        ([GOOD], "a list, not an object"),
    ],
)
def test_d28_a_bad_line_is_named_with_its_field(tmp_path: Path, second: object, problem: str) -> None:
    with pytest.raises(InputError, match=r"s\.jsonl:2: ") as caught:
        read_sources(write(tmp_path / "s.jsonl", GOOD, second))
    assert problem in caught.value.problem


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "s.jsonl").write_bytes(content)
    with pytest.raises(InputError, match="contains no source"):
        read_sources(tmp_path / "s.jsonl")


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
days = st.dates(date(1400, 1, 1), date(2199, 1, 1)).filter(lambda d: d != date(1970, 1, 1))
one_source = st.builds(
    Source,
    id=texts,
    url=texts,
    title=texts,
    text=texts,
    published=st.none() | days,
    retrieved=st.none() | texts,
    provider=texts,
)


@settings(max_examples=60)
@given(st.lists(one_source, min_size=1, max_size=5, unique_by=lambda s: s.id))
def test_what_is_written_is_read_back_the_same(tmp_path_factory: pytest.TempPathFactory, sources: list[Source]) -> None:
    from dataclasses import replace

    numbered = tuple(replace(s, n=i + 1, id=s.id or f"empty-{i}") for i, s in enumerate(sources))
    path = tmp_path_factory.mktemp("round") / "s.jsonl"
    write_sources(path, numbered)
    assert read_sources(path) == numbered


def test_b12_a_lone_surrogate_is_replaced_when_written(tmp_path: Path) -> None:
    write_sources(tmp_path / "s.jsonl", [Source("1", "u", "t\ud800", "x", n=1)])
    assert read_sources(tmp_path / "s.jsonl")[0].title == "t\ufffd"


def test_reading_sources_imports_nothing_heavy() -> None:
    heavy = (
        "numpy",
        "httpx",
        "trafilatura",
        "dateutil",
        "sqlite3",
        "tldextract",
        "sklearn",
        "psycopg",
        "lxml",
    )
    code = f"import sys, retrieval.sources_file; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
