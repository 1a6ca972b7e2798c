"""The text of a book, chapter by chapter."""

from __future__ import annotations

import pytest
from fakes.office import epub, zipped

from retrieval.epub import read_epub
from retrieval.refused_file import RefusedFileError

HEAD = "<head><title>1</title><style>p {}</style></head>"
ONE = f"<html>{HEAD}<body><h1>First</h1><p>Pilots lit <b>fires</b>.</p></body></html>"
TWO = "<html><body><p>A second\nline.<br/>A third.</p><table><tr><td>Car</td><td>165</td></tr></table></body></html>"


def test_chapters_come_in_the_order_of_the_book_and_paragraphs_apart() -> None:
    book = read_epub(epub({"b.xhtml": ONE, "a.xhtml": TWO}, "The Pilots"))
    assert book.title == "The Pilots"
    assert book.text.split("\n\n") == ["First", "Pilots lit fires.", "A second line.", "A third.", "Car | 165"]


def test_what_a_chapter_hides_is_not_read() -> None:
    hidden = "<html><body><p>Seen.</p><p style='display:none'>Unseen.</p><script>var x</script></body></html>"
    assert read_epub(epub({"a.xhtml": hidden})).text == "Seen."


def test_j161_books_that_are_locked_or_none_are_refused() -> None:
    with pytest.raises(RefusedFileError, match="is encrypted"):
        read_epub(epub({"a.xhtml": ONE}, parts={"META-INF/rights.xml": "<rights/>"}))
    with pytest.raises(RefusedFileError, match="contains no book"):
        read_epub(zipped({"other": "x"}))
    with pytest.raises(RefusedFileError, match=r"is not an \.epub file"):
        read_epub(b"no archive")
    with pytest.raises(RefusedFileError, match="contains no book"):
        read_epub(epub({"a.xhtml": ONE}, parts={"META-INF/container.xml": "<container/>"}))


def test_j163_entities_and_addresses_of_a_book_are_left_alone() -> None:
    laughs = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
    text = read_epub(epub({"a.xhtml": f"{laughs}<html><body><p>Before &b; &x; after.</p></body></html>"})).text
    assert "haha" not in text
    assert "root:" not in text
    package = {"OPS/book.opf": f"{laughs.replace('html', 'package')}<package>&b;</package>"}
    with pytest.raises(RefusedFileError, match="declares a document type"):
        read_epub(epub({"a.xhtml": ONE}, parts=package))


def test_j163_a_chapter_outside_of_the_book_is_not_opened() -> None:
    assert read_epub(epub({"../../../../etc/passwd": "x", "a.xhtml": ONE})).text.startswith("First")
