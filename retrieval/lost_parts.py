"""Put back what is lost when the main text of a page is found: headings above, and lists below, what is kept of it.

Of a page without an element for its main part trafilatura finds paragraphs and tables alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_KEY = 30  # letters and digits that a line begins with, by which it is found again
_LONGEST = 2_000  # characters of a heading or an item
_MOST_LINKED = 0.5  # of an item's characters: in a menu all are links
_HEADINGS = ("h2", "h3", "h4")
_BLOCKS = (*_HEADINGS, "h1", "h5", "h6", "p", "li", "blockquote", "dd", "td", "pre")
_MAIN = ("main", "article")
_BESIDE = ("nav", "header", "footer", "aside", "form", "dialog")
_NOT_SHOWN = "//*[@role='navigation' or @role='complementary' or @aria-hidden='true']"
_NO_TEXT = ("script", "style", "noscript", "template", "svg", "select", "button", "textarea", "object", "iframe")
_BREAKS = ("br", "div", "td", "li", "p")
_NO_LETTER = compiled(r"[\W_]+")


@frozen
class _Block:
    """A heading, paragraph or item of a list, as a reader meets it; its list, or itself, stands ``within`` an element.

    It is ``linked`` where most of it is a link.
    """

    tag: str
    text: str
    element: Any
    within: Any
    linked: bool

    @property
    def key(self) -> str:
        return _key(self.text)

    def is_beside(self, other: _Block) -> bool:
        """Tell whether another block stands in the same part of the page, or in a part of that."""
        return any(one is self.within for one in other.element.iterancestors())


def with_lost_parts(text: str, tree: Any) -> str:
    """Return a page's main text with each lost heading above the line behind it, each lost list below that before it.

    ``tree`` is the page before anything was taken out of it. Put back is only what stands in the same part of the page
    as what is kept. Nothing goes above the first line: there stand mastheads.
    """
    lines = text.splitlines()
    times = Counter(map(_key, lines))
    at = {key: i for i, key in enumerate(map(_key, lines)) if key and times[key] == 1}
    above, below = dict[int, str](), dict[int, list[str]]()
    kept: _Block | None = None  # the last whose line is known, with nothing lost behind it but headings and items
    heading = ""  # a lost one behind it
    for block, behind in pairwise([*_blocks(tree), None]):
        if block is None:
            break
        if block.key in times:
            kept, heading = block if block.key in at else None, ""
        elif block.tag in _HEADINGS and not block.linked:
            if behind is not None and at.get(behind.key, 0) > 0 and block.is_beside(behind):
                above[at[behind.key]] = block.text
            else:
                heading = block.text
        elif block.tag == "li" and not block.linked and kept is not None and block.is_beside(kept):
            below.setdefault(at[kept.key], []).extend(filter(None, (heading, f"- {block.text}")))
            heading = ""
        else:
            kept, heading = None, ""
    put_back = ((above.get(i), line, *below.get(i, ())) for i, line in enumerate(lines))
    return "\n".join(one for around in put_back for one in around if one is not None)


def _key(text: str) -> str:
    """Return the letters and digits that a text begins with: what else stands there the extraction may change."""
    return _NO_LETTER.sub("", text[: 8 * _KEY])[:_KEY]


def _blocks(tree: Any) -> Iterator[_Block]:
    """Yield the headings, paragraphs, cells and items of a page's main part, if it names one, in order of reading.

    What holds another such block is none, nor is what stands in a menu, a footer or a form.
    """
    for element in [*tree.iter(*_NO_TEXT, *_BESIDE), *tree.xpath(_NOT_SHOWN)]:
        if element.getparent() is not None:
            element.drop_tree()
    for element in tree.iter(*_BREAKS):
        element.tail = f" {element.tail or ''}"
    parts = [one for one in tree.iter(*_MAIN) if next(one.iterancestors(*_MAIN), None) is None] or [tree]
    for element in chain.from_iterable(part.iter(*_BLOCKS) for part in parts):
        if next(element.iterdescendants(*_BLOCKS), None) is not None:
            continue
        said = " ".join("".join(element.itertext())[: 2 * _LONGEST].split())
        links = sum(len("".join(one.itertext())) for one in element.iter("a"))
        if 0 < len(said) <= _LONGEST:
            of_list = element.getparent() if element.tag == "li" else element
            yield _Block(element.tag, said, element, of_list.getparent(), links > _MOST_LINKED * len(said))
