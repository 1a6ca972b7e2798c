"""LaTeX as the audit reads it."""

from __future__ import annotations

import pytest

from retrieval.draft_formats import read_draft
from retrieval.draft_formats.tex import read
from wellsourced_core.errors import InputError


def text(source: str) -> str:
    return read(source).text.strip()


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"It rose 4\% in \emph{one \textbf{year}}.", "It rose 4% in one year."),
        ("``Yes,'' she said---1990--95.", "“Yes,” she said—1990–95."),
        (r"Caf\'e, na\"{\i}ve, \ss{} and \"Uber", "Café, naïve, ß and Über"),
        (r"a~\cite[p.~3]{one,two}. B \citet{three} says.", r"a~\cite[p.~3]{one,two}. B \citet{three} says."),
        (r"a \autocite{one} and \parencite[see][4]{two}", r"a \autocite{one} and \parencite[see][4]{two}"),
        ("\\cite{one,\n  two} c", r"\cite{one, two} c"),
        ("A line\nand the next. % but not this\nAnd this.", "A line and the next. And this."),
        ("    indented\n\n    again", "indented\n\nagain"),
        (r"$12$ of $3{,}500$, $5\,\%$, $x^2$ and \(y\)", r"12 of 3,500, 5%, $x^2$ and $y$"),
        (r"\href{https://a.example/%20x}{Here} and \url{https://b.example/c_d%20}",
         "[Here](https://a.example/%20x) and https://b.example/c_d%20"),
        (r"A\label{x} in Figure~\ref{fig:one}\index{y}.", "A in Figure ."),
        (r"\section{One} Text.\subsection*{Two} More.", "## One\n\nText.\n\n### Two\n\nMore."),
        ("\\begin{itemize}\n  \\item One\n  \\item[x] Two\n\\end{itemize}\nAfter", "- One\n- x Two\n\nAfter"),
        (r"\begin{enumerate}\item A\end{enumerate}", "1. A"),
        (r"A\footnote{See \cite{a}.} B\footnote{C}.", "A[^1] B[^2].\n\n[^1]: See \\cite{a}.\n\n[^2]: C"),
        ("\\begin{equation}x = [1]\\end{equation}\n\\begin{verbatim}[2]\\end{verbatim}A", "A"),
        (r"\begin{figure}\includegraphics{a.png}\caption{It grew \cite{a}.}\end{figure}", r"It grew \cite{a}."),
        (r"\begin{tabular}{ll}\hline A & B \\ 1 & 2 \\ \end{tabular}", "| A | B |\n|---|---|\n| 1 | 2"),
        (r"On \today\ it grew.", "On it grew."),
        (r"\enquote{Yes} --- no", "“Yes” — no"),
        (r"A\textsuperscript{1,2}  b\ c\quad{}d \own{e}f", "A<sup>1,2</sup> b c d ef"),
        ("% wellsourced: allow C102 for now\nText.", "<!-- wellsourced: allow C102 for now -->\nText."),
        (r"\documentclass{article}\title{On it}\begin{document}\maketitle A\end{document} B", "# On it\n\nA"),
    ],
)  # fmt: skip
def test_what_a_reader_sees(source: str, shown: str) -> None:
    assert text(source) == shown


def test_a_list_of_references() -> None:
    entries = "\\bibitem{a} Smith. \\emph{T}.\n\\bibitem[X]{b} Doe\n  on.\n"
    listed = f"\\begin{{thebibliography}}{{9}}\n{entries}\\end{{thebibliography}}"
    assert text(listed) == "## References\n\n[@a] Smith. T.\n\n[@b] Doe on."


def test_a_line_of_the_file_is_told_for_each_word() -> None:
    source = "\\begin{document}\n% nothing\nOne \\emph{two}\n  three~\\cite{a}.\n\\end{document}\n"
    draft = read(source)
    assert draft.places is not None
    for word, line, column in (("One", 3, 1), ("two", 3, 11), ("three", 4, 3), ("\\cite", 4, 9)):
        place = draft.places.at(draft.text.index(word))
        assert (place.line, place.column) == (line, column), word


def test_j181_braces_without_end_are_refused_or_read() -> None:
    with pytest.raises(InputError, match=r"a\.tex: is nested too deeply: check its braces"):
        read_draft(b"{" * 100_000, "a.tex")
    assert read_draft(b"A {b [1]", "a.tex").text == "A b [1]\n"
    assert read_draft(b"A } b \\end{x} c", "a.tex").text.startswith("A")
