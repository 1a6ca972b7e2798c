"""Notebooks as the audit reads them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.draft_formats import read_draft
from retrieval.draft_formats.notebook import read
from wellsourced_core.errors import InputError


def notebook(*sources: object, ascii_only: bool = True, kind: str = "markdown") -> str:
    cells: list[dict[str, object]] = [{"cell_type": kind, "metadata": {}, "source": source} for source in sources]
    code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": ["[9]\n"]}
    document = {"cells": [code, *cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=ascii_only)


@pytest.mark.parametrize("ascii_only", [True, False])
def test_markdown_cells_are_read_one_after_the_other(ascii_only: bool) -> None:
    draft = read(notebook(["# Grün\n", "\n", '"A" 😀 [1].'], "## Next\n\n[1] B", ascii_only=ascii_only))
    assert draft.text == '# Grün\n\n"A" 😀 [1].\n\n## Next\n\n[1] B'
    assert draft.places is not None
    names = {word: draft.places.at(draft.text.index(word)).name for word in ("# Grün", '"A"', "[1].", "## N", "[1] B")}
    assert names == {
        "# Grün": "cell 2, line 1",
        '"A"': "cell 2, line 3",
        "[1].": "cell 2, line 3",
        "## N": "cell 3, line 1",
        "[1] B": "cell 3, line 3",
    }


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1), min_size=1, max_size=4), st.booleans())
def test_each_character_is_where_the_file_has_it(lines: list[str], ascii_only: bool) -> None:
    draft = read(notebook(lines, ascii_only=ascii_only))
    assert draft.text == ("".join(lines) if any(line.strip() for line in lines) else "")
    for piece in draft.pieces:
        raw = draft.original[piece.first : piece.last]
        assert json.loads(f'"{raw}"') == draft.text[piece.start : piece.end]


def test_an_older_format_and_empty_cells() -> None:
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "markdown", "source": ["A [1].\n"]}]}]}
    assert read(json.dumps(old)).text == "A [1].\n"
    assert read(notebook("", [], ["\n"], "A")).text == "A"
    assert read("\ufeff" + notebook("A")).text == "A"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"cells": [', "is not JSON"),
        (b"[1]", "is not a notebook of format 3 or 4"),
        (b'{"nbformat": 9, "cells": []}', "is not a notebook of format 3 or 4"),
        (b'{"nbformat": 4}', "is not a whole notebook"),
        (b'{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": 3}]}', "is not a whole notebook"),
        (b'{"nbformat": 4, "cells": ["x"]}', "is not a whole notebook"),
        (b"[" * 200_000, "is nested too deeply"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "is not JSON"),
        (b"\xff\xfe{}", "is not UTF-8"),
    ],
)
def test_j183_what_is_no_notebook_is_refused_in_a_line(data: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as refused:
        read_draft(data, "a.ipynb")
    assert "\n" not in str(refused.value)
