"""What LaTeX's macros and environments mean for a text: which hold it, which part it, which say nothing to a reader."""

from __future__ import annotations

import logging
from typing import Any

HEADINGS = {"title": 1, "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
NOTES = frozenset(("footnote", "footnotetext", "endnote"))
ADDRESSES = frozenset(("url", "nolinkurl", "path"))
# Their arguments name files, keys, lengths and styles; "today" would ask the clock.
SILENT = frozenset(
    "addbibresource addtocounter author bibliography bibliographystyle bibstyle color date definecolor documentclass "
    "footnotemark graphicspath hspace hypersetup include includegraphics includeonly input label maketitle newcommand "
    "newenvironment nocite pagestyle phantomsection printbibliography providecommand renewcommand setcounter "
    "setlength tableofcontents thispagestyle usepackage vspace cline cmidrule hline toprule midrule bottomrule "
    "centering today newpage clearpage noindent index markboth ref pageref autoref cref Cref eqref".split()
)
MATH = frozenset("align displaymath eqnarray equation flalign gather math multline split".split())
UNREAD = frozenset(
    "algorithm algorithmic alltt comment filecontents lstlisting minted picture pgfpicture tikzpicture "
    "verbatim Verbatim".split()
)
LISTS = {"itemize": "- ", "enumerate": "1. ", "description": "- "}
TABLES = frozenset("array longtable tabular tabularx tabulary".split())
_CITATIONS = (
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite "
    "smartcite supercite fullcite Cite Citep Citet Parencite Textcite Autocite onlinecite nocite"
)


def context() -> Any:
    """Return pylatexenc's table of macros with those of citations, lists of references and addresses."""
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # what it reads over is nobody's business
    macros = [MacroSpec(name, "*[[{") for name in _CITATIONS.split()]
    macros += [MacroSpec("bibitem", "[{"), MacroSpec("enquote", "*{"), MacroSpec("endnote", "[{")]
    macros += [MacroSpec("textsuperscript", "{")]
    macros += [MacroSpec(name, args_parser=_address_parser(1)) for name in ADDRESSES]
    macros += [MacroSpec("href", args_parser=_address_parser(2))]
    table = get_default_latex_context_db()
    lists = [EnvironmentSpec("thebibliography", "{")]
    table.add_context_category("texts with sources", macros=macros, environments=lists, prepend=True)
    return table


def _address_parser(arguments: int) -> Any:
    """Return what reads an address in braces as it is: in it "%" begins no comment, "_" lowers nothing."""
    from pylatexenc.latexwalker import LatexCharsNode, LatexGroupNode
    from pylatexenc.macrospec import MacroStandardArgsParser, ParsedMacroArgs

    class Address(MacroStandardArgsParser):  # type: ignore[misc]
        def parse_args(self, w: Any, pos: int, parsing_state: Any = None) -> tuple[Any, int, int]:
            start = pos
            while pos < len(w.s) and w.s[pos].isspace():
                pos += 1
            end = _closing(w.s, pos) if w.s.startswith("{", pos) else -1
            if end < 0:
                return ParsedMacroArgs(argspec="", argnlist=[]), start, 0
            state = {"parsing_state": parsing_state}
            inner = LatexCharsNode(chars=w.s[pos + 1 : end], pos=pos + 1, len=end - pos - 1, **state)
            found = [LatexGroupNode(nodelist=[inner], delimiters=("{", "}"), pos=pos, len=end + 1 - pos, **state)]
            stop = end + 1
            if arguments > 1:
                node, at, width = w.get_latex_expression(stop, strict_braces=False, **state)
                found.append(node)
                stop = at + width
            return ParsedMacroArgs(argspec="{" * len(found), argnlist=found), start, stop - start

    return Address("{" * arguments)


def _closing(text: str, at: int) -> int:
    """Return where the brace that opens at an offset is closed, -1 where it is not before the end of the line."""
    depth = 0
    while at < len(text) and text[at] != "\n":
        if text[at] == "\\":
            at += 1
        elif text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if not depth:
                return at
        at += 1
    return -1
