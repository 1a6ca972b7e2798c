"""The decision pages have complete headers and an index, and nothing refers to a page that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from docs.decision_pages import FOLDER, DecisionPage, decision_index, decision_pages
from docs.transcripts import ROOT

PAGES = decision_pages()
NUMBERS = {page.number for page in PAGES}
_FOLDERS = (
    *("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer"),
    *("docs", "tests", "benchmarks", "fuzz", "fixtures", ".ci"),
)
_KINDS = {".py", ".md", ".toml", ".yml", ".yaml", ".html", ".css", ".js", ""}


def texts() -> Iterator[tuple[str, str]]:
    """Yield the files that people wrote: name and text."""
    roots = (path for path in ROOT.iterdir() if path.is_file())
    for path in chain(roots, *((ROOT / folder).rglob("*") for folder in _FOLDERS)):
        if path.is_file() and path.suffix in _KINDS and path != Path(__file__):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8", "replace")


def test_numbers_have_no_gap() -> None:
    assert [page.number for page in PAGES] == [f"{n:04}" for n in range(1, len(PAGES) + 1)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path.stem)
def test_a_page_has_status_and_date_and_is_in_the_index(page: DecisionPage) -> None:
    text = page.path.read_text("utf-8")
    assert page.status
    assert page.date in text
    assert f"]({page.path.name}) | {page.status} | {page.date} |" in (FOLDER / "README.md").read_text("utf-8")
    assert "\n## " in text


def test_the_index_is_fresh_and_names_every_page_once() -> None:
    index = (FOLDER / "README.md").read_text("utf-8")
    assert index == decision_index()
    assert sorted(re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", index)) == [page.path.name for page in PAGES]
    assert {path.name for path in FOLDER.iterdir()} == {"README.md", *(page.path.name for page in PAGES)}


def test_nothing_refers_to_a_page_that_is_not_there() -> None:
    for name, text in texts():
        for found in re.finditer(r"(?:(?<=docs/)|(?<=\.\./)|(?<!/))decisions/(\d{4}(?:-[\w-]+\.md)?)", text):
            assert found[1] in NUMBERS or (FOLDER / found[1]).is_file(), f"{name}: {found[0]}"
        for found in re.finditer(r"\bdecisions? \[?(\d[\d, and]*\d)", text):
            assert set(re.findall(r"\d+", found[1])) <= NUMBERS, f"{name}: {found[0]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path.stem)
def test_pages_refer_to_one_another_by_today_s_numbers(page: DecisionPage) -> None:
    body = page.path.read_text("utf-8").split("\n## ", 1)[1]
    for found in re.finditer(r"(?<![\d.,`])(0\d{3})\b(?!-)", body):
        assert found[1] in NUMBERS, found[0]
