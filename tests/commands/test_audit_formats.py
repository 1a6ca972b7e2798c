"""`audit` of one article in every format in which drafts are written."""

from __future__ import annotations

import html
import importlib.util
import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from docx import Document
from fakes.word_files import field, paragraph, word
from fakes.word_files import run as run_of

from wellsourced import cli

FIXTURES = Path(__file__).parents[2] / "fixtures" / "drafts-as-files"
FORMATS = ("docx", "html", "tex", "ipynb", "qmd", "Rmd")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `audit` in a folder that has a copy of the article in every format."""
    folder = tmp_path / "desk"
    shutil.copytree(FIXTURES, folder)
    monkeypatch.chdir(folder)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(["audit", "--as-of", "2025-06-01", *arguments])
        return code, *capsys.readouterr()

    return call


def audited(run: Run, suffix: str) -> dict[str, Any]:
    code, out, _ = run(f"article.{suffix}", "--format", "json")
    assert code == 1
    found: dict[str, Any] = json.loads(out)["files"][0]
    return found


def verdicts(file: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return the verdict on each citation, with its support and its evidence, in order."""
    return [
        (ref["verdict"], ref["support"], ref["evidence"] and ref["evidence"]["text"])
        for marker in file["markers"]
        for ref in marker["refs"]
    ]


def codes(file: dict[str, Any]) -> list[str]:
    """Return the codes of all findings but R403: keys are in no order."""
    return sorted(finding["code"] for finding in file["findings"] if finding["code"] != "R403")


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_citation_has_the_same_verdict_in_every_format(run: Run, suffix: str) -> None:
    markdown, other = audited(run, "md"), audited(run, suffix)
    assert len(verdicts(markdown)) == 18
    assert verdicts(other) == verdicts(markdown)
    assert codes(other) == codes(markdown)
    assert [one["verdict"] for one in other["references"]] == [one["verdict"] for one in markdown["references"]]


FAULTS = {
    "N201": "2.9 million euros",
    "Q302": "We did not save a monument, we put an old engine back to work,",
    "C101": None,
    "C102": None,
}
SOUGHT = {"N201": "2.9 million", "Q302": "We did not save", "C101": "14", "C102": "11"}


def test_every_place_in_a_text_is_that_of_its_file(run: Run) -> None:
    keys = {"C101": "mayor2023,nobody2020", "C102": "bread2024"}
    for suffix in ("tex", "html", "ipynb", "qmd", "Rmd", "md"):
        lines = Path(f"article.{suffix}").read_text("utf-8").splitlines()
        for finding in audited(run, suffix)["findings"]:
            sought = SOUGHT.get(finding["code"])
            if sought is None:
                continue
            behind = lines[finding["line"] - 1][finding["column"] - 1 :]
            with_key = keys.get(finding["code"], "") if suffix in ("tex", "qmd", "Rmd") else ""
            shown = re.sub(r"<[^<>]*>", "", behind[:60]).replace("; @", ",").lstrip("~[@").removeprefix("\\cite{")
            assert shown.startswith(with_key or sought), (suffix, finding)
            if suffix != "html" and suffix != "ipynb":
                assert finding["place"] == f"line {finding['line']}"


def test_a_paragraph_is_named_by_its_number_and_its_heading(run: Run) -> None:
    paragraphs = Document("article.docx").paragraphs
    found = audited(run, "docx")["findings"]
    assert {finding["code"] for finding in found} >= set(SOUGHT)
    for finding in found:
        number, _, heading = finding["place"].removeprefix("paragraph ").partition(" under ")
        assert finding["line"] == int(number)
        assert SOUGHT.get(finding["code"], "") in paragraphs[int(number) - 1].text
        above = [one.text for one in paragraphs[: int(number)] if one.style and one.style.name.startswith("Heading")]
        assert heading == f"“{above[-1]}”"


def test_a_cell_and_an_element_are_named(run: Run) -> None:
    cells = json.loads(Path("article.ipynb").read_text("utf-8"))["cells"]
    for finding in audited(run, "ipynb")["findings"]:
        cell, line = map(int, re.findall(r"[0-9]+", finding["place"]))
        assert SOUGHT.get(finding["code"], "") in cells[cell - 1]["source"][line - 1]
    places = {finding["code"]: finding["place"] for finding in audited(run, "html")["findings"]}
    assert places["N201"] == "<p> 1 under “A ruin with a pond”"
    assert places["R401"] == '<li id="ref-7"> under “References”'


def test_offsets_are_those_of_the_text_as_read(run: Run) -> None:
    from wellsourced.draft_files import read

    for suffix in FORMATS:
        text = read(f"article.{suffix}", io.StringIO()).text
        for finding in audited(run, suffix)["findings"]:
            if finding["code"] in ("N201", "Q302"):
                assert text[finding["start"] : finding["end"]] == FAULTS[finding["code"]]


@pytest.mark.parametrize("suffix", ["tex", "ipynb", "qmd", "html"])
def test_fixes_keep_every_other_byte(run: Run, suffix: str) -> None:
    path = Path(f"article.{suffix}")
    before = path.read_bytes()
    code, patch, _ = run(path.name, "--diff", "--unsafe-fixes")
    assert code == 1
    assert path.read_bytes() == before
    code, _, err = run(path.name, "--fix", "--unsafe-fixes")
    after = path.read_bytes()
    assert after != before
    kept = set(before.splitlines())
    new = [line.decode() for line in after.splitlines() if line not in kept]
    assert [line[1:] for line in patch.splitlines() if re.match(r"\+(?!\+\+)", line)] == new
    assert "nobody2020" not in after.decode()
    assert "14]" not in after.decode()
    assert f"{path.name}: {1 if suffix == 'html' else 3} fixed" in err
    once = path.read_bytes()
    run(path.name, "--fix", "--unsafe-fixes")
    assert path.read_bytes() == once
    again = json.loads(run(path.name, "--format", "json")[1])["files"][0]
    assert "C101" not in codes(again)
    if suffix == "ipynb":
        json.loads(once)


def test_a_fix_that_a_page_would_not_take_is_listed(run: Run) -> None:
    _, _, err = run("article.html", "--fix", "--unsafe-fixes")
    first, second = (line for line in err.splitlines() if "to fix by hand" in line)
    assert first.endswith('by hand: <p> 2 under “A ruin with a pond”: C102: replace "[11]" by "[3]"')
    assert 'by hand: <li id="ref-7"> under “References”: R401: remove "7. Pupils measure the tide. ' in second
    assert "<sup></sup>" not in Path("article.html").read_text("utf-8")


def test_a_word_document_is_never_changed_and_its_fixes_are_listed(run: Run) -> None:
    before = Path("article.docx").read_bytes()
    for options in (["--fix"], ["--fix", "--unsafe-fixes"], ["--renumber"], ["--diff"]):
        code, out, err = run("article.docx", *options)
        assert code == 1
        assert Path("article.docx").read_bytes() == before
        if options[0] != "--renumber":
            assert 'article.docx: to fix by hand: paragraph 9 under “The new wheel”: C101: remove "[14]"' in err
    assert not out


def test_comments_go_into_a_copy(run: Run) -> None:
    code, out, err = run("article.docx", "--comments", "copy.docx")
    assert code == 1
    assert "C102 misattributed-citation" in out
    assert "copy.docx: 6 comments" in err
    said = [one.text for one in Document("copy.docx").comments]
    assert said[0].startswith("error: N201 number-not-in-source: 2.9 million euros: not in the source")
    assert "Source says: 1.9 million euros" in said[0]
    assert 'Fix (unsafe): replace "[11]" by "[3]"' in said[1]
    shown = [one.text for one in Document("copy.docx").paragraphs]
    assert shown == [one.text for one in Document("article.docx").paragraphs]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["article.md", "--comments", "b.docx"], "comments go into a copy of one Word document"),
        (["article.docx", "article.md", "--comments", "b.docx"], "comments go into a copy of one Word document"),
        (["article.docx", "--comments", "b.txt"], "b.txt: is no name of a Word document"),
        (["article.docx", "--comments", "article.docx"], "article.docx: is read by this audit"),
        (["article.docx", "--comments", "folder.docx"], "folder.docx: is a folder"),
        (["article.docx", "--comments", "c.docx", "--output", "c.docx"], "c.docx: would be written twice"),
    ],
)
def test_j186_comments_go_nowhere_else(run: Run, arguments: list[str], problem: str) -> None:
    Path("folder.docx").mkdir()
    code, _, err = run(*arguments)
    assert code == 2
    assert problem in err
    assert len(err.splitlines()) == 1


def test_a_folder_gives_the_drafts_that_people_write(run: Run) -> None:
    Path("article.sources").mkdir()
    shutil.copy("article.docx", "article.sources/source.docx")
    Path("~$article.docx").write_bytes(b"\x05lock")
    _, out, _ = run(".", "--format", "json")
    names = [file["path"] for file in json.loads(out)["files"]]
    assert names == [f"article.{suffix}" for suffix in ("Rmd", "docx", "ipynb", "md", "qmd", "tex")]


def test_standard_input_is_read_by_its_name(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = Path("article.docx").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    _, out, _ = run("-", "--stdin-filename", "article.docx", "--sources", "article.sources.jsonl", "--format", "json")
    assert verdicts(json.loads(out)["files"][0]) == verdicts(audited(run, "md"))


@pytest.mark.parametrize("form", ["github", "gitlab", "rdjson", "sarif", "junit", "markdown", "text", "html"])
def test_every_report_names_the_paragraph(run: Run, form: str) -> None:
    code, out, _ = run("article.docx", "--format", form)
    assert code == 1
    told = json.dumps(json.loads(out), ensure_ascii=False) if form in ("gitlab", "rdjson", "sarif") else out
    assert "paragraph 4 under “A ruin with a pond”" in html.unescape(told)


def test_a_selftest_names_the_places_of_the_file(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["selftest", "article.tex", "--as-of", "2025-06-01", "--format", "json"])
    missed = json.loads(capsys.readouterr().out)["missed"]
    lines = Path("article.tex").read_text("utf-8").splitlines()
    assert missed
    for one in missed:
        assert lines[one["line"] - 1][one["column"] - 1 :].startswith(one["before"])
        assert "Larch was chosen because it resists" in lines[one["line"] - 1]


def test_a_report_is_the_same_again(run: Run) -> None:
    first = run("article.docx", "article.tex", "article.html", "--format", "json")
    assert run("article.docx", "article.tex", "article.html", "--format", "json") == first
    assert run("article.docx", "article.tex", "article.html", "--format", "json", "--no-cache") == first


PAPER = """\
\\documentclass{article}
\\begin{document}
The mill of Varne opened in 1871~\\cite{history}. A miller lived upstairs~\\citep[p.~2]{history,flood}.
\\bibliographystyle{plain}
\\bibliography{refs}
\\end{document}
"""
BIB = """\
@misc{history, title={The mill of Varne}, year={1990},
  abstract={The mill of Varne opened in 1871. A miller lived upstairs.}}
"""


def found_in(out: str) -> list[tuple[str, str]]:
    return [(one["code"], one["message"].rpartition(" ")[2]) for one in json.loads(out)["files"][0]["findings"]]


def test_the_bibliography_that_a_draft_names_is_its_list(run: Run) -> None:
    Path("paper.tex").write_text(PAPER, "utf-8")
    unread = run("paper.tex", "--format", "json")
    assert (unread[0], [one[0] for one in found_in(unread[1])]) == (3, ["C106", "D903", "C106"])
    assert "paper.tex: not read, refs: the draft names it, and it is not beside it" in run("paper.tex")[2]
    Path("refs.bib").write_text(BIB, "utf-8")
    code, out, _ = run("paper.tex", "--format", "json")
    assert (code, found_in(out)) == (1, [("C101", "flood")])
    assert [one[0] for one in verdicts(json.loads(out)["files"][0])] == ["supported", "supported", "out-of-bounds"]
    Path("refs.bib").write_text(BIB + BIB.replace("history", "flood"), "utf-8")
    assert found_in(run("paper.tex", "--format", "json")[1]) == []
    Path("more.bib").write_text(BIB.replace("history", "flood"), "utf-8")
    Path("refs.bib").write_text(BIB, "utf-8")
    assert found_in(run("paper.tex", "--sources", "more.bib", "--format", "json")[1]) == []
    Path("refs.bib").unlink()
    assert run("paper.tex", "--format", "json") == unread


def test_so_is_the_one_in_the_head_of_a_pandoc_draft_also_from_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "---\nbibliography: refs.bib\n---\n\nThe mill of Varne opened in 1871 [@history]. It burned [@nobody].\n"
    Path("refs.bib").write_text(BIB, "utf-8")
    for name in ("a.md", "a.qmd"):
        Path(name).write_text(text, "utf-8")
        assert found_in(run(name, "--format", "json")[1]) == [("C101", "nobody")]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert found_in(run("-", "--stdin-filename", "a.qmd", "--format", "json")[1]) == [("C101", "nobody")]


def test_of_several_bibliographies_all_or_none_are_taken(run: Run) -> None:
    """Keys that stand in the one that is missing would be taken for made up."""
    Path("paper.tex").write_text(PAPER.replace("{refs}", "{refs,../common}"), "utf-8")
    Path("refs.bib").write_text(BIB, "utf-8")
    code, out, err = run("paper.tex", "--format", "json")
    assert (code, [one[0] for one in found_in(out)]) == (3, ["C106", "D903", "C106"])
    assert "not read, ../common: the draft names it, and it is not beside it: name it with --sources" in err


def test_j192_a_bibliography_that_a_draft_names_must_be_one(run: Run) -> None:
    Path("paper.tex").write_text(PAPER, "utf-8")
    Path("refs.bib").write_text("@misc{history, title={", "utf-8")
    code, out, err = run("paper.tex")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: refs.bib:1: ")


def test_j190_of_a_folder_only_the_draft_that_ends_its_reader_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import retrieval.reader_process as module

    crash = (
        "import os; import retrieval.reader_worker as w; read = w._KINDS['draft']; "
        "w._KINDS['draft'] = lambda r, d: os.abort() if b'crash' in d else read(r, d); w.main()"
    )
    monkeypatch.setattr(module, "_PROGRAM", crash)
    module.reader.end()
    Path("bad.tex").write_text("crash", "utf-8")
    code, out, err = run(".", "--format", "json", "--jobs", "2")
    module.reader.end()
    assert code == 2
    assert [line for line in err.splitlines() if line.startswith("error: ")] == [
        "error: bad.tex: ends its parser: save it again with the program that made it, or split it"
    ]
    assert len(json.loads(out)["files"]) == 6


def test_a_second_run_converts_no_draft_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("article.docx", "article.tex")
    monkeypatch.setattr("retrieval.reader_process.ReaderProcess.reply", None)
    assert run("article.docx", "article.tex") == first


def maker() -> Any:
    spec = importlib.util.spec_from_file_location("make_formats", FIXTURES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_formats_are_made_of_the_article(tmp_path: Path) -> None:
    maker().main(tmp_path)
    for suffix in FORMATS:
        assert (tmp_path / f"article.{suffix}").read_bytes() == (FIXTURES / f"article.{suffix}").read_bytes(), suffix


def test_names_and_years_of_a_reference_manager_are_judged_alike(run: Run) -> None:
    made = maker()
    entries = dict(block for block in made.blocks() if block[0].isdecimal())

    def cited(number: str) -> str:
        title = entries.get(number, "A work that nobody lists.").partition(". ")[0]
        item = {"itemData": {"title": title, "author": [{"family": f"Author{number}"}]}}
        code = f" ADDIN ZOTERO_ITEM CSL_CITATION {escape(json.dumps({'citationItems': [item]}))} "
        return field(code, f"(Author {number}, 2020)")

    blocks = []
    begin, end = field(" ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY ", "X").split(run_of("X"))
    for kind, text in made.blocks():
        if kind.isdecimal():
            blocks.append(paragraph(begin if kind == "1" else "", text, end if kind == "12" else ""))
            continue
        inside = [one for some, numbers in made.parts(text) for one in (escape(some), *map(cited, numbers))]
        blocks.append(paragraph(*inside, style={"#": "Title", "##": "Heading1", "-": "ListBullet"}.get(kind, "")))
    Path("article.docx").write_bytes(word(*blocks))
    assert verdicts(audited(run, "docx")) == verdicts(audited(run, "md"))
