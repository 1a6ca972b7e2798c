"""Say of what each value and answer of a page is, where markup alone tells: lists of names and values, folded parts."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any

_NAME_MOST_WORDS = 15  # of a name in a list of names and values: more are a sentence
_QUESTION_FEWEST_WORDS = 3  # "Price ?" has a link to its help
_NO_TEXT = ("style", "script", "noscript", "button", "svg", "select")
_BLOCKS = ("p", "div", "ul", "ol", "table", "dl", "section", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6")
_AROUND = ("nav", "footer", "aside", "header", "form", "li", "td")  # what unfolds there is no part of the page


def head_answers(tree: Any) -> None:
    """Make a heading of what unfolds a part of the page, and of each name in a list of questions and answers.

    The extraction would leave out many of them.
    """
    for summary in list(tree.iter("summary")):
        if next(summary.iterancestors(*_AROUND), None) is None:
            summary.tag = "div" if _blocks(summary) else "h3"
    for of_list in list(tree.iter("dl")):
        parts = list(_parts(of_list))
        asks = any(part.tag == "dt" and _is_question(part) for part in parts)
        if not asks or next(of_list.iterancestors(*_AROUND), None) is not None:
            continue
        of_list.tag = "div"
        for part in parts:
            if part.tag in ("dt", "dd"):
                part.tag = "h3" if part.tag == "dt" else "div" if _blocks(part) else "p"


def join_names_and_values(tree: Any) -> None:
    """Put each name of a list of names and values before its value: "Batches: N40 to N52"; apart neither says a thing.

    What several names or values share, and a value of several paragraphs or with a list, stays on lines of its own.
    """
    for of_list in list(tree.iter("dl")):
        parts = [None, *_parts(of_list), None]
        tags = [part.tag if part is not None else "dt" for part in parts]
        for i, (name, value) in enumerate(pairwise(parts[:-1])):
            alone = tags[i : i + 3] == ["dt", "dd", "dt"] and (i < 2 or tags[i - 1] != "dt")
            named = _said(name).rstrip(" :.?–-") if alone and name is not None else ""
            place = _place(value) if named and len(named.split()) <= _NAME_MOST_WORDS else None
            if place is not None and not _is_question(name):
                place.text = f"{named}: {(place.text or '').lstrip()}"
                name.drop_tree()


def _parts(of_list: Any) -> Iterator[Any]:
    """Yield the parts of a list of names and values, its own groups among them, and whatever else parts them."""
    for child in of_list:
        yield from (child if child.tag == "div" else (child,))


def _place(value: Any) -> Any:
    """Return the element that a value's words begin in, None where it is no plain one."""
    blocks = _blocks(value)
    if not blocks:
        return value
    bare = len(value) == 1 and not (value.text or "").strip() and blocks == [value[0]]
    return value[0] if bare and value[0].tag in ("p", "div") else None


def _is_question(name: Any) -> bool:
    said = _said(name)
    return said.endswith("?") and len(said.split()) >= _QUESTION_FEWEST_WORDS


def _blocks(part: Any) -> list[Any]:
    return list(part.iterdescendants(*_BLOCKS))


def _said(element: Any) -> str:
    shown = deepcopy(element)
    for hidden in list(shown.iterdescendants(*_NO_TEXT)):
        hidden.drop_tree()
    return " ".join(shown.text_content().split())
