"""No source carries a password, nor an address that opens anything but a page, whoever wrote it down."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from retrieval.bibliography import read_bibliography
from retrieval.documents import read_folder
from retrieval.lockfile import Locked, read_lock, write_lock
from retrieval.source_address import source_address, without_password
from retrieval.sources_file import read_sources
from wellsourced.adapters import from_documents
from wellsourced_core.model import Source

HIDDEN = "https://ada:hush@a.example/x"
OPEN = "https://a.example/x"


def folder_of(tmp_path: Path, name: str, content: str) -> list[Source]:
    (tmp_path / name).write_text(content)
    return [one for one in read_folder(tmp_path) if isinstance(one, Source)]


def page(url: str) -> str:
    text = "The ferry carried four hundred people in its first week, the harbour office says. " * 5
    return f'<html><head><link rel="canonical" href="{url}"></head><body><article><p>{text}</p></article></body></html>'


DOCUMENTS = {
    "a.md": "---\nurl: {}\n---\nThe ferry carried four hundred people.",
    "a.txt": "Title: Ferry\nURL: {}\n\nThe ferry carried four hundred people.",
    "a.jsonl": '{{"id": "{}", "url": "{}", "title": "Ferry", "text": "The ferry carried four hundred people."}}',
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_j118_a_document_is_kept_without_the_password_in_its_address(tmp_path: Path, name: str) -> None:
    [source] = folder_of(tmp_path, name, DOCUMENTS[name].format(HIDDEN, HIDDEN))
    assert source.url == OPEN
    assert "hush" not in source.id


def test_j118_so_is_a_page_with_a_canonical_link(tmp_path: Path) -> None:
    assert [one.url for one in folder_of(tmp_path, "a.html", page(HIDDEN))] == [OPEN]
    assert [one.url for one in folder_of(tmp_path, "a.html", page("javascript:alert(1)"))] == ["a.html"]


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "javascript:1", " JavaScript:alert(1)", "data:text/html,x", "blob:https://a.example/1"],
)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_j118_what_a_browser_would_run_is_no_address_and_the_document_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, url: str
) -> None:
    [source] = folder_of(
        tmp_path, name, DOCUMENTS[name].format(7, url) if ".jsonl" in name else DOCUMENTS[name].format(url)
    )
    assert source.url.startswith(name)
    assert name in caplog.text
    assert "a browser would run" in caplog.text


def test_j118_files_of_sources_and_bibliographies_are_read_the_same_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lines, csl, bib = tmp_path / "s.jsonl", tmp_path / "s.json", tmp_path / "s.bib"
    lines.write_text("".join(json.dumps({"url": url, "title": "Ferry"}) + "\n" for url in (HIDDEN, "data:x", "data:y")))
    csl.write_text(json.dumps([{"id": "a", "URL": HIDDEN}, {"id": "b", "URL": "javascript:x", "DOI": "10.1000/b"}]))
    bib.write_text(f"@misc{{a, title = {{Ferry}}, url = {{{HIDDEN}}}}}\n")
    assert [one.url for one in read_sources(lines)] == [OPEN, "", ""]
    assert caplog.messages == [f"{lines}: 2 addresses are ignored: a browser would run what is named"]
    assert [one.url for one in read_bibliography(csl)] == [OPEN, "https://doi.org/10.1000/b"]
    assert [one.url for one in read_bibliography(bib)] == [OPEN]


def test_j118_documents_of_other_libraries_and_locks_hold_no_password(tmp_path: Path) -> None:
    [source] = from_documents([SimpleNamespace(page_content="The ferry.", metadata={"source": HIDDEN})])
    assert source.url == OPEN
    lock = tmp_path / "sources.lock"
    write_lock(lock, [Locked(Source("1", HIDDEN, "Ferry", "The ferry."))])
    assert "hush" not in lock.read_text()
    assert [one.source.url for one in read_lock(lock)] == [OPEN]


@pytest.mark.parametrize(
    "name",
    ["s3://kb/river.txt", "wiki:harbour", "file:///notes/a.md", "ftp://a.example/x", "zotero://select/1", "jstor:123",
     "hal:01234", "Smith2020:p5", "wiki.intranet:x", "mailto:ada@a.example",
     "doi:10.1000/182", "urn:isbn:9780140328721", "arXiv:2401.00001", "notes/ada@home.md", "C:\\notes\\a.md",
     "localhost:8080/x", "www.a.example/x", "https://a.example/@ada", "http://[", ""],
)  # fmt: skip
def test_j118_identifiers_paths_and_names_of_a_house_stay_as_they_are(name: str) -> None:
    assert source_address(name) == name
    assert without_password(name) == name


@pytest.mark.parametrize("url", [HIDDEN, "HTTP://ada:hush@a.example", "//ada:hush@a.example/x", "java\tscript:x",
                                 "https:ada:hush@a.example", "ada:hush@a.example/x", "s3://ada:hush@kb/x",
                                 "\x01 javascript:hush", "https://a@b:hush@c.example/d@e"])  # fmt: skip
def test_j118_reading_an_address_twice_changes_nothing_more(url: str) -> None:
    once = source_address(url)
    assert "hush" not in once
    assert source_address(once) == once


def test_j118_a_source_with_an_address_inside_a_house_can_be_locked(tmp_path: Path) -> None:
    lock = tmp_path / "sources.lock"
    urls = ["file:///notes/a.md", "s3://kb/river.txt", "wiki:harbour"]
    write_lock(lock, [Locked(Source("1", url, "Ferry", "The ferry.")) for url in urls])
    assert [one.source.url for one in read_lock(lock)] == urls
