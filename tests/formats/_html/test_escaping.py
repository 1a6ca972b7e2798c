"""HTML is a type: only our own literals are markup, whatever else gets into it is text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced.formats._html.escaping import NOTHING, Html, visible

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "wellsourced").rglob("*.py"))


def made_by_hand(path: Path) -> list[ast.expr]:
    """Return what a file makes HTML of, literals aside."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    made = [call.args for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("Html", "Markup")]
    return [one for args in made for one in args if not (isinstance(one, ast.Constant) and isinstance(one.value, str))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_literals_are_made_html(path: Path) -> None:
    assert [ast.unparse(one) for one in made_by_hand(path)] == []


def test_the_law_sees_what_is_made_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text('Html(f"<p>{x}</p>")\nHtml("<p>" + x)\nHtml(x)\nHtml("<p>%s</p>") % x\n', "utf-8")
    assert len(made_by_hand(path)) == 3


@given(st.text(st.characters(codec=None)))
def test_text_is_escaped_however_it_gets_in(text: str) -> None:
    inside = Html.escape(text)
    assert Html("<p>%s</p>") % text == Html("<p>") + text + Html("</p>") == Html("<p>") + inside + Html("</p>")
    assert NOTHING.join([text, text]) == inside + inside
    assert not set(inside) & set("<>\"'")
    assert inside.unescape() == visible(text)


@given(st.text(st.characters(codec=None)))
def test_what_is_html_stays_what_it_is(text: str) -> None:
    once = Html("<b>%s</b>") % text
    assert Html("%s") % once == once == NOTHING.join([once])
    assert isinstance(once, Html)
