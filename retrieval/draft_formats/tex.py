"""LaTeX as the audit reads it: pylatexenc's nodes, each of which knows where it stands, put into Markdown's words.

Citations stay as they are written, for the audit knows them; so does what an edit may take out with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from retrieval.draft_formats.draft_text import DraftText
from retrieval.draft_formats.tex_macros import (
    ADDRESSES,
    HEADINGS,
    LISTS,
    MATH,
    NOTES,
    SILENT,
    TABLES,
    UNREAD,
    context,
)
from retrieval.draft_formats.weaver import Weaver
from wellsourced_core.patterns import compiled

_IS_CITATION = compiled(r"[A-Za-z]{0,12}?[cC]ite[a-z]{0,10}")
_PARAGRAPH = compiled(r"(?<![ \t])[ \t]*+\n[ \t]*+\n\s*")
_NUMBER = compiled(r"[0-9][0-9.,{}\s]*(?:\\%)?")
_THIN = compiled(r"\\[,;:! ](?=\\?[%0-9])")
_SIGNS = {"``": "“", "''": "”", "--": "–", "---": "—", "~": " ", "!`": "¡", "?`": "¿"}
_AROUND = {"enquote": ("“", "”"), "textsuperscript": ("<sup>", "</sup>")}
_ALLOW = "wellsourced"


def read(text: str) -> DraftText:
    """Return a LaTeX file's text: of its document, if it has one, and its title.

    Raises RecursionError where it is nested beyond all reason.
    """
    from pylatexenc.latexwalker import LatexWalker

    nodes, _, _ = LatexWalker(text, latex_context=context()).get_latex_nodes()
    reader = _Reader(text)
    body = next((node for node in nodes if _name(node) == "document"), None)
    if body is None:
        reader.take(nodes)
    else:
        reader.take(node for node in nodes if _name(node) == "title")
        reader.take(body.nodelist)
    reader.tell_notes()
    return reader.weaver.finished()


def _name(node: Any) -> str:
    return getattr(node, "macroname", None) or (getattr(node, "environmentname", None) or "").rstrip("*")


def _end(node: Any) -> int:
    return int(node.pos + node.len)


def _arguments(node: Any) -> list[Any]:
    found = node.nodeargd.argnlist if getattr(node, "nodeargd", None) is not None else ()
    return [argument for argument in found or () if argument is not None]


def _inside(node: Any) -> list[Any]:
    """Return the nodes of an argument: those in its braces, or itself."""
    return list(node.nodelist) if hasattr(node, "nodelist") else [node]


class _Reader:
    def __init__(self, text: str) -> None:
        from pylatexenc.latex2text import LatexNodes2Text

        self.text = text
        self.weaver = Weaver.on(text)
        self.notes: list[Any] = []
        self.bullets: list[str] = []
        self.in_cells = False
        self.writers: dict[str, Callable[[Any, Sequence[Any]], None]] = {
            **dict.fromkeys(HEADINGS, self._heading),
            **dict.fromkeys(NOTES, self._note),
            **dict.fromkeys(ADDRESSES, self._address),
            **dict.fromkeys(_AROUND, self._around),
            "bibitem": self._entry,
            "caption": self._caption,
            "href": self._link,
        }
        self.spelled = LatexNodes2Text(math_mode="verbatim").node_to_text

    def take(self, nodes: Iterable[Any]) -> None:
        given: Sequence[Any] = [node for node in nodes if node is not None]
        before = None
        for node, after in zip_longest(given, given[1:]):
            silent, before = _name(before) in SILENT and not _arguments(before), node
            if silent and hasattr(node, "delimiters"):
                before = None
                continue  # what it says nothing of
            kind = type(node).__name__.removeprefix("Latex").removesuffix("Node").lower()
            getattr(self, f"_{kind}")(node, after)

    def tell_notes(self) -> None:
        """Write the footnotes at the end; one may hold others."""
        number = 0
        while number < len(self.notes):
            node = self.notes[number]
            number += 1
            self.weaver.block(self.weaver.pieces[-1].last)
            self.weaver.done = node.pos
            self.weaver.block(node.pos, f"[^{number}]: ")
            self.take(_inside(_arguments(node)[-1]))

    # ------------------------------------------------------------------------------------------- a method a node

    def _chars(self, node: Any, _: Any) -> None:
        at = node.pos
        for gap in _PARAGRAPH.finditer(self.text, node.pos, _end(node)):
            self.weaver.prose(at, gap.start())
            self._part(gap.end())
            at = gap.end()
        self.weaver.prose(at, _end(node))

    def _comment(self, node: Any, _: Any) -> None:
        if node.comment.strip().startswith(_ALLOW):
            self.weaver.remark(node.comment.strip(), node.pos, node.pos + 1 + len(node.comment))
        if _PARAGRAPH.search(self.text[node.pos : _end(node)]):
            self._part(_end(node))

    def _group(self, node: Any, _: Any) -> None:
        self.take(node.nodelist)

    def _specials(self, node: Any, after: Any) -> None:
        sign = node.specials_chars
        if not sign.strip():
            self._part(_end(node))
        elif sign == "&":
            self.weaver.space(node.pos, node.pos)
            self.weaver.write("|", node.pos, _end(node))
            self.weaver.space(_end(node), _end(node))
        elif sign == "~" and after is not None and _IS_CITATION.fullmatch(_name(after)):
            self.weaver.keep(node.pos, _end(node))  # the tie before a citation goes with it
        else:
            self.weaver.write(_SIGNS.get(sign, sign), node.pos, _end(node))

    def _math(self, node: Any, _: Any) -> None:
        inner = "".join(self.text[one.pos : _end(one)] for one in node.nodelist)
        shown = " ".join(_THIN.sub("", inner).split())
        if _NUMBER.fullmatch(shown):
            plain = shown.replace("\\%", "%").replace("{,}", ",").replace("{", "").replace("}", "")
            at = self.text.find(plain, node.pos, _end(node))
            if at >= 0:
                self.weaver.keep(at, at + len(plain))
            else:
                self.weaver.write(plain, node.pos, _end(node))
        elif node.displaytype == "display":
            self._part(node.pos)
        else:
            self.weaver.write(f"${shown}$", node.pos, _end(node))

    def _environment(self, node: Any, _: Any) -> None:
        name = _name(node)
        self._part(node.pos)
        if name in MATH or name in UNREAD:
            self.weaver.block(_end(node))
        elif name in LISTS:
            self.bullets.append(LISTS[name])
            self.take(node.nodelist)
            self.bullets.pop()
        elif name == "thebibliography":
            self.weaver.block(node.pos, "## ")
            self.weaver.write("References", node.pos, node.pos + len("\\begin{thebibliography}"))
            self.weaver.block(node.pos + len("\\begin{thebibliography}"))
            self.take(node.nodelist)
        elif name in TABLES:
            self._table(node)
        else:
            self.take(node.nodelist)
        ending = self.text.rfind("\\end", node.pos, _end(node))
        self.weaver.block(ending if ending >= 0 else _end(node))
        self.weaver.block(_end(node))

    def _macro(self, node: Any, _: Any) -> None:
        name, arguments = node.macroname, _arguments(node)
        write = self.writers.get(name)
        if name in SILENT:
            return
        if _IS_CITATION.fullmatch(name) and arguments:
            self._citation(node)
        elif write is not None and arguments:
            write(node, arguments)
        elif name == "item":
            self._item(node, arguments)
        elif name == "par":
            self._part(_end(node))
        elif name in ("\\", "newline"):
            self.weaver.space(node.pos, _end(node))
        else:
            self._spelled(node, arguments)

    def _heading(self, node: Any, arguments: Sequence[Any]) -> None:
        self.weaver.block(node.pos, "#" * HEADINGS[node.macroname] + " ")
        self.take(_inside(arguments[-1]))
        self.weaver.block(_end(node))

    def _note(self, node: Any, _: Sequence[Any]) -> None:
        self.notes.append(node)
        self.weaver.write(f"[^{len(self.notes)}]", node.pos, _end(node))

    def _entry(self, node: Any, arguments: Sequence[Any]) -> None:
        key = self.text[arguments[-1].pos : _end(arguments[-1])].strip("{} \t\n")
        self.weaver.block(node.pos, f"[@{key}] ")

    def _item(self, node: Any, arguments: Sequence[Any]) -> None:
        self.weaver.block(node.pos, self.bullets[-1] if self.bullets else "- ", tight=True)
        if arguments:
            self.take(_inside(arguments[0]))
            self.weaver.space(node.pos, _end(node))

    def _address(self, _: Any, arguments: Sequence[Any]) -> None:
        self.weaver.keep(arguments[-1].pos + 1, _end(arguments[-1]) - 1)

    def _around(self, node: Any, arguments: Sequence[Any]) -> None:
        before, after = _AROUND[node.macroname]
        self.weaver.write(before, node.pos, arguments[-1].pos)
        self.take(_inside(arguments[-1]))
        self.weaver.write(after, _end(arguments[-1]) - 1, _end(arguments[-1]))

    def _caption(self, node: Any, arguments: Sequence[Any]) -> None:
        self._part(node.pos)
        self.take(_inside(arguments[-1]))
        self._part(_end(node))

    def _spelled(self, node: Any, arguments: Sequence[Any]) -> None:
        """Write a sign, or take the text that a macro sets in some style; the space that ends its name is a space."""
        plain = self.spelled(node) if not arguments or len(self.text[node.pos : _end(node)]) < 8 else ""
        if arguments and (not plain or arguments[-1].isNodeType(type(node)) or len(plain) > 2):
            self.take(_inside(arguments[-1]))
        elif plain.strip():
            end = _end(node) - len(node.macro_post_space)
            self.weaver.write(plain.strip(), node.pos, end if not arguments else _end(node))
        elif plain or node.macro_post_space:
            self.weaver.space(node.pos, _end(node))

    def _citation(self, node: Any) -> None:
        """Keep a citation as it is, on one line."""
        first, last = node.pos, _end(node)
        if "\n" in self.text[first:last]:
            self.weaver.write(" ".join(self.text[first:last].split()), first, last)
        else:
            self.weaver.keep(first, last)

    def _link(self, node: Any, arguments: Sequence[Any]) -> None:
        address, shown = arguments[0], arguments[-1]
        self.weaver.write("[", node.pos, shown.pos)
        self.take(_inside(shown))
        self.weaver.write(f"]({self.text[address.pos + 1 : _end(address) - 1]})", _end(shown) - 1, _end(node))

    def _table(self, node: Any) -> None:
        """Write a table as Markdown has it; the first row is its head."""
        rows: list[list[Any]] = [[]]
        for one in node.nodelist:
            if _name(one) in ("\\", "tabularnewline"):
                rows.append([])
            else:
                rows[-1].append(one)
        self.in_cells = True
        columns = 0
        for row in rows:
            if not any(self.text[one.pos : _end(one)].strip() and _name(one) not in SILENT for one in row):
                continue
            self.weaver.block(row[0].pos, "| ", tight=True)
            self.take(row)
            self.weaver.trim()
            if not columns:
                columns = 1 + sum(getattr(one, "specials_chars", "") == "&" for one in row)
                self.weaver.write(" |\n" + "|---" * columns + "|", _end(row[-1]), _end(row[-1]))
        self.in_cells = False

    def _part(self, at: int) -> None:
        if not self.in_cells:
            self.weaver.block(at)
