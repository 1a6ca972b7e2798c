"""Fixes carried into the files of drafts: exactly, or not at all."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from retrieval.draft_formats import html, notebook, read_draft, tex
from retrieval.draft_formats.draft_text import DraftText
from retrieval.draft_formats.file_edits import applied, in_file
from wellsourced_core.model import Edit

PAGE = (
    '<!DOCTYPE html><body>\n<h1>Top</h1>\n<p>One &amp; two<sup><a href="#r1">[1]</a></sup>, caf&eacute; '
    '<b>three <i>four</i></b> [<a href="#r2">2</a>].</p>\n<ul><li>A [3]</li>\n<li>B</li></ul>\n'
    '<p><a href="https://a.example">five</a></p></body>\n'
)
ARTICLE = (
    "\\section{Top} % here\nOne \\emph{two \\textbf{three}}~\\cite{a,b}. ``Four''\\footnote{Five \\cite{c}.}\n"
    "Caf\\'e\\textsuperscript{[1]} and 4\\%.\n\n\\begin{itemize}\n  \\item Six\n  \\item Seven [2]\n\\end{itemize}\n"
)
BOOK = json.dumps(
    {
        "nbformat": 4,
        "cells": [
            {"cell_type": "markdown", "source": ["One \u201ctwo\u201d [1].\n", "\n", "Three [2]\n"]},
            {"cell_type": "markdown", "source": 'Four "five" [3]\n\n[1] A\n\n[2] B'},
        ],
    },
    indent=1,
)
FILES = {"a.html": PAGE, "a.tex": ARTICLE, "a.ipynb": BOOK}


def changed(name: str, old: str, new: str) -> str | None:
    """Return a file after an edit of its text, None where it cannot be made."""
    read = {"a.html": html.read, "a.tex": tex.read, "a.ipynb": notebook.read}[name]
    draft = read(FILES[name])
    start = draft.text.index(old)
    edits = in_file(draft, [Edit(start, start + len(old), new)], read)
    return None if edits is None else applied(draft.original, edits)


def read_text(text: str, name: str) -> DraftText:
    return read_draft(text.encode("utf-8", "surrogatepass"), name)


@pytest.mark.parametrize(
    ("name", "old", "new", "gone", "come"),
    [
        ("a.html", "<sup>[1]</sup>", "", '<sup><a href="#r1">[1]</a></sup>', ""),
        ("a.html", " [2]", "", ' [<a href="#r2">2</a>]', ""),
        ("a.html", " [3]", "", " [3]", ""),
        ("a.html", "- B\n", "", "\n<li>B</li>", ""),
        ("a.html", " [3]", " [4]", "[3]", "[4]"),
        ("a.tex", "\\cite{a,b}", "\\cite{b}", "\\cite{a,b}", "\\cite{b}"),
        ("a.tex", "~\\cite{a,b}", "", "~\\cite{a,b}", ""),
        ("a.tex", "<sup>[1]</sup>", "", "\\textsuperscript{[1]}", ""),
        ("a.ipynb", " [1]", "", " [1]", ""),
        ("a.ipynb", "Three [2]\n", "", "Three [2]\\n", ""),
    ],
)
def test_a_fix_takes_what_belongs_to_it_and_nothing_else(name: str, old: str, new: str, gone: str, come: str) -> None:
    after = changed(name, old, new)
    assert after is not None
    if name == "a.html" and old == "- B\n":
        assert "B" not in after.partition("<ul>")[2].partition("</ul>")[0]
        assert after.count("<li>") == after.count("</li>") == 1
    else:
        assert after == FILES[name].replace(gone, come, 1)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("a.html", "three four", ""),  # would leave the bold and the italic without their ends, or them alone
        ("a.html", "<sup>[1]</sup>", "<sup>[2]</sup>"),  # would lead to the first entry still
        ("a.html", "](https", ""),
        ("a.html", " [3]", " <b>"),
        ("a.tex", "One two", "One"),
        ("a.tex", "[^1]", ""),  # the note's text would go, too
        ("a.tex", " [2]", " 5%"),
        ("a.ipynb", "five", 'fi"ve'),
    ],
)
def test_what_would_tear_the_file_is_not_made(name: str, old: str, new: str) -> None:
    after = changed(name, old, new)
    if after is not None:  # it was possible after all: then the file is whole, and says just that
        draft, again = read_text(FILES[name], name), read_text(after, name)
        assert again.text == draft.text.replace(old, new, 1)
        assert (name, old) in (("a.html", "three four"), ("a.tex", "One two"))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(FILES)), st.integers(0, 200), st.integers(0, 30), st.sampled_from(["", "", "[7]", "é"]))
def test_what_is_made_is_exactly_what_was_to_be_made(name: str, start: int, length: int, new: str) -> None:
    draft = read_text(FILES[name], name)
    assume(start + length <= len(draft.text))
    edit = Edit(start, start + length, new)
    edits = in_file(draft, [edit], lambda text: read_text(text, name))
    if edits is None:
        return
    after = applied(draft.original, edits)
    assert after is not None
    assert read_text(after, name).text == applied(draft.text, [edit])
    untouched = draft.original[: min((one.start for one in edits), default=0)]
    assert after.startswith(untouched)
    assert after.endswith(draft.original[max((one.end for one in edits), default=0) :])
    if name == "a.html":
        for tag in ("sup", "b", "i", "ul", "a"):
            assert after.count(f"<{tag}>") + after.count(f"<{tag} ") == after.count(f"</{tag}>")


def test_edits_that_overlap_are_none() -> None:
    assert applied("abcdef", [Edit(0, 3, ""), Edit(2, 4, "")]) is None
    assert applied("abcdef", [Edit(4, 5, "x"), Edit(0, 3, "")]) == "dxf"
