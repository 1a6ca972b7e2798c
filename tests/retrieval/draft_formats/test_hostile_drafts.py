"""Drafts that are made to cost too much: each format's reader takes time with their length, and no more."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes.word_files import changed, field, paragraph, run, word
from growth import exponent

from retrieval.draft_formats import read_draft
from wellsourced_core.errors import InputError

BODY = "word/document.xml"
DATA = word(paragraph("A [1]."))
TEXTS = {
    "signs in a line": ("a.html", "<", ""),
    "ampersands": ("a.html", "&", ""),
    "entities": ("a.html", "&eacute;", ""),
    "raised": ("a.html", "<sup>é", ""),
    "open elements": ("a.html", "<div>", ""),
    "open lists": ("a.html", "<ul><li>", ""),
    "comments": ("a.html", "<!--x-->", ""),
    "comments without end": ("a.html", "<!--", ""),
    "attributes": ("a.html", 'b="1" ', "<p "),
    "paragraphs": ("a.html", "<p>a [1]", ""),
    "entities of its own": ("a.html", "&b;", '<!DOCTYPE x [<!ENTITY b "ha">]>'),
    "cells": ("a.html", "<td>", "<table><tr>"),
    "emphasis": ("a.tex", "\\emph{é}", ""),
    "notes": ("a.tex", "\\footnote{a}", ""),
    "accents": ("a.tex", "\\'e ", ""),
    "math": ("a.tex", "$", ""),
    "square brackets": ("a.tex", "[", ""),
    "percent signs": ("a.tex", "%", ""),
    "macros of its own": ("a.tex", "\\x", "\\def\\x{\\x\\x}"),
    "items": ("a.tex", "\\item a", ""),
    "fences": ("a.qmd", ":::\n", ""),
    "shortcodes": ("a.qmd", "{{<", ""),
    "code": ("a.qmd", "```\n:::\n```\n:::\n", ""),
    "references": ("a.qmd", "\\@ref(", ""),
}


@pytest.mark.parametrize("shape", sorted(TEXTS))
def test_j193_no_text_costs_more_than_its_length(shape: str) -> None:
    name, unit, head = TEXTS[shape]
    small, large = ((head + unit * (size // len(unit))).encode() for size in (20_000, 160_000))
    assert exponent(lambda: read_draft(small, name), lambda: read_draft(large, name), 8, 1.35) <= 1.35


def notebook(cells: int, lines: int = 1) -> bytes:
    cell = {"cell_type": "markdown", "source": ["A line \u00e9 [1].\n"] * lines}
    return json.dumps({"nbformat": 4, "cells": [cell] * cells}).encode()


@pytest.mark.parametrize("lines", [1, 50])
def test_j193_a_giant_notebook_costs_no_more_than_its_length(lines: int) -> None:
    small, large = notebook(1_000 // lines, lines), notebook(8_000 // lines, lines)
    assert exponent(lambda: read_draft(small, "a.ipynb"), lambda: read_draft(large, "a.ipynb"), 8, 1.35) <= 1.35


CITE = " ADDIN EN.CITE &lt;EndNote&gt;&lt;Cite&gt;&lt;Author&gt;A{n}&lt;/Author&gt;&lt;/Cite&gt;&lt;/EndNote&gt;"
WORDS: dict[str, Callable[[int], bytes]] = {
    "paragraphs": lambda n: word(paragraph("A [1].") * n),
    "runs": lambda n: word(paragraph(*[run("a")] * n)),
    "open fields": lambda n: word(paragraph(*['<w:r><w:fldChar w:fldCharType="begin"/></w:r>'] * n)),
    "citations": lambda n: word(paragraph(*[field(CITE.format(n=at), f"(A{at}, 2014)") for at in range(n)])),
    "entries": lambda n: word(
        paragraph(field(CITE.format(n=0), "(A0, 2014)")), *[paragraph(f"A{at}. A title. 2014.") for at in range(n)]
    ),
    "attributes": lambda n: changed(
        DATA, BODY, b"<w:body>", b"<w:body " + b" ".join(b'a%d="1"' % at for at in range(n)) + b">"
    ),
}


@pytest.mark.parametrize("shape", sorted(WORDS))
def test_j193_no_word_document_costs_more_than_its_length(shape: str) -> None:
    small, large = WORDS[shape](500), WORDS[shape](4_000)
    assert exponent(lambda: read_draft(small, "a.docx"), lambda: read_draft(large, "a.docx"), 8, 1.35) <= 1.35


@pytest.mark.parametrize(
    "source",
    [
        r"\input{secret}\include{secret}\openin5=secret \read5 to\x",
        r"\immediate\write18{touch pwned}\directlua{os.execute('touch pwned')}",
        r"\def\x{\x\x}\x\newcommand{\a}{\b\b}\newcommand{\b}{\a\a}\a",
        r"\loop\iftrue\repeat\csname input\endcsname{secret}",
    ],
)
def test_j194_no_macro_of_latex_is_run_or_expanded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("the secret text", "utf-8")
    text = read_draft(f"{source} It grew \\cite{{a}}.".encode(), "a.tex").text
    assert "It grew \\cite{a}." in text
    assert "the secret text" not in text
    assert len(text) < 200
    assert not (tmp_path / "pwned").exists()


def test_j195_a_document_with_macros_is_refused_whatever_its_name_ends_with() -> None:
    kind = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    macros = changed(DATA, "[Content_Types].xml", kind, b"application/vnd.ms-word.document.macroEnabled.main+xml")
    with pytest.raises(InputError, match="is a template, has macros, or is no Word document: save it as"):
        read_draft(macros, "a.docx")


def test_j195_external_entities_of_a_draft_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the secret text", "utf-8")
    entity = f"<!DOCTYPE x [<!ENTITY a SYSTEM '{(tmp_path / 'secret').as_uri()}'>]>".encode()
    for encoding in ("utf-8", "utf-16"):
        whole = b"<w:document xmlns:w='w'><w:body><w:p>&a;</w:p></w:body></w:document>"
        declared = (b'<?xml version="1.0"?>' + entity + whole).decode().encode(encoding)
        with pytest.raises(InputError, match=r"declares a document type"):
            read_draft(replaced(DATA, BODY, declared), "a.docx")
    assert "secret" not in read_draft(entity + b"<p>A &a; [1]</p>", "a.html").text


def replaced(data: bytes, name: str, content: bytes) -> bytes:
    """Return a document with another part of some name."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for part in before.infolist():
            after.writestr(part.filename, content if part.filename == name else before.read(part))
    return out.getvalue()
