"""Texts put together from pieces of a file, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.draft_formats.draft_text import DraftText, as_it_is
from retrieval.draft_formats.weaver import Weaver
from wellsourced_core.model import Edit


def woven() -> DraftText:
    """Return "One & two.\\n\\n- [3] Three.\\n", read from a page of three lines."""
    source = "<p>One &amp;\n  two.</p>\n<li>[3] Thr&eacute;e.</li>\n"
    weaver = Weaver.on(source)
    weaver.keep(3, 7)
    weaver.write("&", 7, 12)
    weaver.prose(12, source.index("</p>"))
    weaver.block(source.index("\n<li>"))
    weaver.block(source.index("<li>"), "- ")
    weaver.name("item 1")
    weaver.prose(source.index("[3]"), source.index("&eacute;"))
    weaver.write("é", source.index("&eacute;"), source.index("e.</li>"))
    weaver.prose(source.index("e.</li>"), source.index("</li>"))
    weaver.block(source.index("</li>") + 5)
    return weaver.finished()


def test_a_text_is_put_together() -> None:
    assert woven().text == "One & two.\n\n- [3] Thrée.\n\n"


def test_places_are_lines_and_columns_of_the_file() -> None:
    draft = woven()
    assert draft.places is not None
    found = {word: draft.places.at(draft.text.index(word)) for word in ("One", "&", "two", "[3]", "3] Thr", "e.")}
    assert {word: (place.line, place.column, place.name) for word, place in found.items()} == {
        "One": (1, 4, ""),
        "&": (1, 8, ""),
        "two": (2, 3, ""),
        "[3]": (3, 5, "item 1"),
        "3] Thr": (3, 6, "item 1"),
        "e.": (3, 20, "item 1"),
    }


def test_columns_in_bytes() -> None:
    weaver = Weaver.on("é<b>éa</b>")
    weaver.keep(0, 1)
    weaver.keep(4, 6)
    draft = weaver.finished()
    assert draft.places is not None
    last = draft.places.at(2)
    assert (last.column, last.byte) == (6, 8)


@pytest.mark.parametrize(
    ("old", "new", "in_file"),
    [
        ("[3] ", "", "[3] "),
        ("two", "2", "two"),
        ("One & two", "x", "One &amp;\n  two"),
        ("é", "e", "&eacute;"),
        ("- [3] Thrée.\n", "", "<li>[3] Thr&eacute;e.</li>"),
    ],
)
def test_an_edit_of_the_text_is_one_of_the_file(old: str, new: str, in_file: str) -> None:
    draft = woven()
    start = draft.text.index(old)
    edit = draft.in_file(Edit(start, start + len(old), new))
    assert edit is not None
    assert (draft.original[edit.start : edit.end].strip(), edit.text) == (in_file.strip(), new)


def test_an_edit_within_what_was_rewritten_is_none_of_the_file() -> None:
    draft = woven()
    start = draft.text.index("- [3]")
    assert draft.in_file(Edit(start + 1, start + 3, "")) is None


def test_a_text_as_it_is_has_the_offsets_of_its_file() -> None:
    draft = as_it_is("a [1].", "a {1}.")
    assert draft.in_file(Edit(2, 5, "")) == Edit(2, 5, "")
    assert draft.places is None


@given(
    st.lists(
        st.tuples(st.sampled_from(["keep", "drop", "write", "block", "prose"]), st.text("ab \n\u00e9", max_size=6))
    )
)
def test_every_exact_piece_is_what_the_file_has(parts: list[tuple[str, str]]) -> None:
    source = "".join(text for _, text in parts)
    weaver = Weaver.on(source)
    at = 0
    for kind, text in parts:
        last = at + len(text)
        if kind == "keep":
            weaver.keep(at, last)
        elif kind == "write":
            weaver.write("xyz", at, last)
        elif kind == "prose":
            weaver.prose(at, last)
        elif kind == "block":
            weaver.block(last, "- ")
        at = last
    draft = weaver.finished()
    assert "".join(draft.text[piece.start : piece.end] for piece in draft.pieces) == draft.text
    for piece in draft.pieces:
        if piece.exact:
            assert draft.text[piece.start : piece.end] == source[piece.first : piece.last]
    firsts = [piece.first for piece in draft.pieces]
    assert firsts == sorted(firsts)
    lines = source.split("\n")
    for offset, sign in enumerate(draft.text):
        assert draft.places is not None
        place = draft.places.at(offset)
        if place.exact and sign != "\n":
            assert lines[place.line - 1][place.column - 1] == sign
