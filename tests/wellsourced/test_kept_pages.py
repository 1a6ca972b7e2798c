"""Pages of the cache: parsed once for many drafts, and each draft knows which files its pages came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.cache import Cache, Entry
from retrieval.fetch import Fetcher, Rejected
from wellsourced import kept_pages
from wellsourced.file_states import ABSENT, FileStates
from wellsourced.kept_pages import KeptPages, PageShelf

URL = "https://dam.example/cost"


@pytest.fixture
def shelf(tmp_path: Path) -> PageShelf:
    cache = Cache.open(tmp_path / "pages")
    cache.put(Entry(URL, URL, "text/plain", "2026-11-20", b"The dam cost 4.2 billion dollars."))
    return PageShelf(lambda: Fetcher("2026-11-21", None, cache), cache.folder, FileStates())


def test_a_page_comes_with_the_files_it_was_read_from(shelf: PageShelf, tmp_path: Path) -> None:
    pages = KeptPages(shelf)
    assert pages.opened() is pages
    page, missing = pages.fetch_all([URL, "https://dam.example/other"])
    assert not isinstance(page, Rejected)
    assert isinstance(missing, Rejected)
    entries = {str(path) for path in (tmp_path / "pages").rglob("*") if path.is_file()}
    assert {path for path, digest in pages.files.items() if digest != ABSENT} == {*entries, str(tmp_path / "pages")}
    assert list(pages.files.values()).count(ABSENT) == 1
    assert pages.sure


def test_a_page_is_parsed_once_and_known_to_each_draft(shelf: PageShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    fetch = Fetcher.fetch
    monkeypatch.setattr(Fetcher, "fetch", lambda self, url: read.append(url) or fetch(self, url))  # type: ignore[func-returns-value]
    files = []
    for _ in range(3):
        pages = KeptPages(shelf)
        pages.opened()
        pages.fetch_all([URL])
        files.append(pages.files)
    assert read == [URL]
    assert files[0] == files[1] == files[2]
    monkeypatch.setattr(kept_pages, "_REMEMBERED", 1)
    KeptPages(shelf).fetch_all(["https://dam.example/other", URL])
    assert read == [URL, "https://dam.example/other", URL]


def test_spellings_of_one_page_within_a_draft_are_one_page(shelf: PageShelf) -> None:
    pages = KeptPages(shelf)
    pages.opened()
    first, second = pages.fetch_all([URL, f"{URL}?utm_source=x"])
    assert not isinstance(first, Rejected)
    assert not isinstance(second, Rejected)
    assert (first.text, second.url) == (second.text, f"{URL}?utm_source=x")


def test_a_parser_that_gave_up_may_not_do_so_again(shelf: PageShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Rejected(URL, "bad-markup", "takes too long to parse")
    monkeypatch.setattr(Fetcher, "fetch", lambda self, url: slow)
    pages = KeptPages(shelf)
    pages.opened()
    assert pages.fetch_all([URL]) == (slow,)
    assert not pages.sure


def test_without_a_cache_nothing_is_read_but_its_absence_is_noted(tmp_path: Path) -> None:
    pages = KeptPages(PageShelf(lambda: None, tmp_path / "none", FileStates()))
    assert pages.opened() is None
    assert pages.files == {str(tmp_path / "none"): ABSENT}
