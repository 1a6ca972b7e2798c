"""Whatever stands in a file, it is read or refused in a line, and what is read exactly is what the file has."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.draft_formats import read_draft
from wellsourced_core.errors import InputError

TEX = (
    r"\section{ \begin{itemize} \end{itemize} \item \footnote{ \cite{a} \cite[p.~3]{a,b} \bibitem{k} \url{ } { $ & ~ \\"
    r" \href{u}{ % \% `` '' -- \'e \par \caption{ \begin{tabular}{l} \end{tabular} \begin{thebibliography}{9} [ ] 4 é"
).split(" ")
HTML = (
    '<p> </p> <li> </li> <ol> </ol> <ul> </ul> <table> <tr> <td> </td> </tr> <th> <sup> </sup> <a·href="#fn1"> </a> '
    '<a·href="#r"> <li·id="fn1"> <a·href="https://a.example"> &amp; &eacute; &nbsp; <br> <b> </b> <!--x--> <!-- <code> '
    "<h2> </h2> <div·hidden> </div> <blockquote> [1] word é < &"
).split(" ")


def parts(words: list[str]) -> st.SearchStrategy[str]:
    some = st.lists(st.sampled_from([*words, " ", "\n", "\n\n"]), max_size=25)
    return some.map(lambda found: "".join(found).replace("·", " "))


def hold(data: bytes, name: str) -> None:
    try:
        draft = read_draft(data, name)
    except InputError as refused:
        said = str(refused)
    else:
        said = ""
        if not draft.original:
            return
        assert "".join(draft.text[piece.start : piece.end] for piece in draft.pieces) == draft.text
        for piece in draft.pieces:
            if piece.exact:
                assert draft.original[piece.first : piece.last] == draft.text[piece.start : piece.end]
            assert 0 <= piece.first <= piece.last <= len(draft.original)
        lines = draft.original.split("\n")
        for offset in range(len(draft.text) if draft.places is not None else 0):
            place = draft.places.at(offset) if draft.places is not None else None
            assert place is not None
            assert 1 <= place.line <= len(lines)
            if place.exact and draft.text[offset] != "\n":
                assert lines[place.line - 1][place.column - 1] == draft.text[offset]
    assert "\n" not in said


@settings(max_examples=250, deadline=None)
@given(parts(TEX))
def test_any_latex(text: str) -> None:
    hold(text.encode(), "a.tex")


@settings(max_examples=250, deadline=None)
@given(parts(HTML))
def test_any_html(text: str) -> None:
    hold(text.encode(), "a.html")


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3), max_leaves=5
    )
)
def test_any_notebook(source: object) -> None:
    cells = [{"cell_type": "markdown", "source": source}, {"cell_type": "markdown", "source": "A [1]"}, source]
    hold(json.dumps({"nbformat": 4, "cells": cells}).encode(), "a.ipynb")
    hold(json.dumps({"nbformat": 4, "cells": cells[:2]}).encode(), "a.ipynb")


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["a.tex", "a.html", "a.ipynb", "a.qmd", "a.docx"]), st.binary(max_size=60))
def test_any_bytes(name: str, data: bytes) -> None:
    hold(data, name)


@pytest.mark.parametrize("name", ["a.tex", "a.html", "a.qmd"])
def test_an_empty_draft_is_empty(name: str) -> None:
    assert not read_draft(b"", name).text.strip()
    assert not read_draft(b" \n\r\n", name).text.strip()
