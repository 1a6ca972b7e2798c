"""Sources as people have them: files and folders of all kinds, mixed and repeated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes.office import docx, paragraph
from fakes.pdfs import pdf

from retrieval.backends.corpus import index
from retrieval.document_files import DOCUMENTS
from retrieval.documents import READERS
from wellsourced.given_sources import GivenSources, read_beside, read_document, read_for, read_given
from wellsourced_core.errors import InputError


def line(**fields: object) -> str:
    return json.dumps({"url": "", "title": "", "text": "A text.", **fields}) + "\n"


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def read(*places: Path) -> GivenSources:
    return read_given(places, read_document)


def test_every_document_that_is_read_is_found() -> None:
    assert set(DOCUMENTS) == set(READERS) - {".jsonl"}


def test_all_kinds_come_together(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    put(folder / "a.pdf", pdf([[(60.0, 700.0, "A page.")]]))
    put(folder / "deep" / "b.docx", docx(paragraph("A paragraph.")))
    put(folder / ".hidden.txt", "Hidden.")
    put(folder / "film.mp4", b"\0\0")
    notes = put(tmp_path / "notes.jsonl", line(title="One") + line(n=7, title="Seven"))
    keys = put(tmp_path / "refs.bib", "@book{tides, title = {Tides}}")
    given = read(folder, notes, keys, folder, notes)
    assert [(one.id, one.n, one.document is not None) for one in given.sources] == [
        ("a.pdf", None, True),
        ("deep/b.docx", None, True),
        ("1", 1, False),
        ("7", 7, False),
        ("tides", None, False),
    ]
    assert given.sources[1].document is not None
    assert given.sources[1].document.file == str(folder / "deep" / "b.docx")
    assert list(given.notes()) == ["1 file of other types passed over"]


def test_a_second_file_of_lines_has_no_numbers_of_its_own(tmp_path: Path) -> None:
    one, two = put(tmp_path / "one.jsonl", line() + line()), put(tmp_path / "two.jsonl", line() + line(n=9))
    assert [source.n for source in read(one, two).sources] == [1, 2, None, 9]


def test_j164_numbers_and_ids_that_two_files_claim_are_named(tmp_path: Path) -> None:
    one, two = put(tmp_path / "one.jsonl", line(n=3)), put(tmp_path / "two.jsonl", line(n=3, id="x"))
    with pytest.raises(InputError, match=r"two\.jsonl: has the number 3, as .*one\.jsonl has: give every source its"):
        read(one, two)
    three = put(tmp_path / "three.jsonl", line(n=4, id="3"))
    with pytest.raises(InputError, match=r"has the id 3, as"):
        read(one, three)


def test_j164_what_was_named_must_be_readable_and_what_lies_about_is_passed_over(tmp_path: Path) -> None:
    bad = put(tmp_path / "papers" / "bad.pdf", b"%PDF-1.7 nothing")
    with pytest.raises(InputError, match=r"bad\.pdf: is broken"):
        read(bad)
    with pytest.raises(InputError, match=r"papers: contains no source that can be read: bad\.pdf is broken: put"):
        read(bad.parent)
    (tmp_path / "draft.sources").mkdir()
    assert read_beside(tmp_path / "draft.md", read_document) == GivenSources()
    put(bad.parent / "good.txt", "A good text.")
    given = read(bad.parent)
    assert [one.id for one in given.sources] == ["good.txt"]
    assert list(given.notes()) == ["not read, bad.pdf: is broken"]
    with pytest.raises(InputError, match="there is no such file"):
        read(tmp_path / "none.jsonl")


def test_two_files_of_one_name_are_two_sources(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        put(tmp_path / folder / "x.txt", f"Text of {folder}.")
    assert [one.id for one in read(tmp_path / "a", tmp_path / "b").sources] == ["x.txt", str(tmp_path / "b" / "x.txt")]


def test_what_lies_beside_a_draft_is_found_unless_sources_are_named(tmp_path: Path) -> None:
    draft = put(tmp_path / "draft.md", "Text.")
    put(tmp_path / "draft.sources.jsonl", line())
    put(tmp_path / "draft.sources" / "a.txt", "A text.")
    put(tmp_path / "draft.md.sources" / "b.txt", "B text.")
    assert [one.id for one in read_beside(draft, read_document).sources] == ["1", "a.txt", "b.txt"]
    assert read_beside(None, read_document) == GivenSources()
    other = put(tmp_path / "other.txt", "Other.")
    assert [one.id for one in read_for(draft, [str(other)], read_document).sources] == ["other.txt"]


def test_a_draft_is_no_source_of_its_own(tmp_path: Path) -> None:
    draft = put(tmp_path / "draft.md", "Text.")
    put(tmp_path / "a.txt", "A text.")
    assert [one.id for one in read_for(draft, [str(tmp_path)], read_document).sources] == ["a.txt"]


def test_a_saved_page_has_the_address_that_the_browser_noted(tmp_path: Path) -> None:
    body = (
        "<html><head><title>T</title></head><body><article><p>The page says something at length.</p></article></body>"
    )
    page = put(tmp_path / "p.html", f"<!-- saved from url=(0019)https://a.example/x -->{body}</html>")
    single = put(
        tmp_path / "s.html", f"<!DOCTYPE html><!--\n Page saved with SingleFile\n url: https://a.example/y\n-->{body}"
    )
    assert [one.url for one in read(page).sources] == ["https://a.example/x"]
    assert [one.url for one in read(single).sources] == ["https://a.example/y"]


def test_a_corpus_is_not_read_as_a_whole(tmp_path: Path) -> None:
    put(tmp_path / "d" / "a.txt", "A text.")
    index(tmp_path / "d", tmp_path / "c.sqlite")
    named = put(tmp_path / "corpus", (tmp_path / "c.sqlite").read_bytes())
    given = read(tmp_path / "c.sqlite", named)
    assert (given.sources, given.corpora) == ((), (tmp_path / "c.sqlite", named))
