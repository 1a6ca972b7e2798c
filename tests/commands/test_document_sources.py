"""Drafts held against a folder of documents: what joins them, which page evidence is on, what is told of the rest."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from fakes.pdfs import pdf
from fakes.word_files import paragraph, word
from syrupy.assertion import SnapshotAssertion

from wellsourced.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `audit` in a folder with the article and its sources, with results of its own."""
    for name in ("article.md", "article.sources"):
        copy = shutil.copytree if (fixtures / "documents" / name).is_dir() else shutil.copy
        copy(fixtures / "documents" / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["audit", *arguments, "--as-of", "2026-11-21"])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def audited(run: Run, *arguments: str) -> dict[str, Any]:
    file = json.loads(run(*arguments, "--format", "json")[1])["files"][0]
    assert isinstance(file, dict)
    return file


def exchange(*labels: int) -> None:
    """Exchange two entries of the list, so that each number stands before the other's work."""
    lines = Path("article.md").read_text("utf-8").splitlines(keepends=True)
    one, other = (next(i for i, line in enumerate(lines) if line.startswith(f"[{n}] ")) for n in labels)
    told = [lines[at].split(" ", 1)[1] for at in (one, other)]
    lines[one], lines[other] = f"[{labels[0]}] {told[1]}", f"[{labels[1]}] {told[0]}"
    Path("article.md").write_text("".join(lines), "utf-8")


def test_every_entry_is_joined_to_its_document(run: Run) -> None:
    joins = audited(run, "article.md")["joins"]
    assert {one["n"]: (one["file"].partition("/")[2], one["by"]) for one in joins if one["by"]} == {
        1: ("download(3).pdf", "identifier"),
        2: ("2405.01234v2.pdf", "identifier"),
        3: ("slides_final_v2.pdf", "title"),
        4: ("Marchetti-1987.pdf", "file name"),
        5: ("annual-report-of-the-harbour-board-2023.docx", "file name"),
        6: ("b0417.epub", "identifier"),
        7: ("7 - interview.txt", "number"),
        8: ("grid.md", "address"),
        9: ("noise-study-2022.pdf", "file name"),
        10: ("page.html", "address"),
        11: ("scan0007 (2).docx", "title"),
        12: ("First crossing - Eastholm Ferries.html", "address"),
    }
    assert [one["file"] for one in joins if not one["by"]] == ["article.sources/tides.txt"]


def test_what_is_right_is_supported_and_a_scan_is_uncheckable_and_says_so(run: Run) -> None:
    file = audited(run, "article.md")
    refs = [ref for marker in file["markers"] for ref in marker["refs"]]
    assert {ref["n"] for ref in refs if ref["verdict"] != "supported"} == {4}
    (scan,) = [one for one in file["findings"] if one["code"] == "C104"]
    assert "Marchetti-1987.pdf is a scan: its pages are pictures without text" in scan["message"]
    assert scan["severity"] == "warning"
    assert not [one for one in file["findings"] if one["severity"] == "error"]


def test_evidence_knows_its_page(run: Run) -> None:
    refs = [ref for marker in audited(run, "article.md")["markers"] for ref in marker["refs"]]
    assert [(ref["n"], ref["evidence"]["page"]) for ref in refs if ref["evidence"] and "page" in ref["evidence"]] == [
        *((1, 1), (1, 2), (2, 1), (2, 1)),
        *((3, 2), (9, 5), (9, 3)),
    ]


def test_exchanged_entries_are_told_and_re_pointed(run: Run) -> None:
    exchange(5, 9)
    code, _, _ = run("article.md")
    assert code == 1
    wrong = [one for one in audited(run, "article.md")["findings"] if one["code"] == "C102"]
    assert [(one["severity"], one["message"].rpartition("; ")[2]) for one in wrong] == [
        ("error", "cite 9 instead"),
        ("error", "cite 5 instead"),
        ("error", "cite 5 instead"),
    ]
    assert run("article.md", "--fix", "--unsafe-fixes")[0] == 0
    assert "in 2023 [9]." in Path("article.md").read_text("utf-8")
    assert "kilohertz [5]." in Path("article.md").read_text("utf-8")


def test_a_document_that_no_entry_names_is_looked_at_too(run: Run) -> None:
    draft = Path("article.md").read_text("utf-8")
    claim = "The spring tide at Skarvik rises by 2.3 metres and the neap tide by 0.9 metres [5]."
    Path("article.md").write_text(draft.replace("## References", f"{claim}\n\n## References"), "utf-8")
    (wrong,) = [one for one in audited(run, "article.md")["findings"] if one["code"] == "C102"]
    assert wrong["message"].endswith("; article.sources/tides.txt, which the list does not name, supports it")


def test_the_report_says_what_joined_each(run: Run, snapshot: SnapshotAssertion) -> None:
    exchange(5, 9)
    Path("article.sources/b0417.epub").unlink()
    assert run("article.md")[1] == snapshot
    assert run("article.md", "--format", "markdown")[1] == snapshot


def test_of_several_drafts_only_what_wants_a_look_is_told(run: Run) -> None:
    Path("article.sources").rename("papers")
    Path("papers/bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    shutil.copy("article.md", "second.md")
    _, out, err = run("article.md", "second.md", "--sources", "papers", "--jobs", "1")
    told = out.partition("second.md: 12 of 13 source documents joined to entries\n")[2].splitlines()
    assert [line.strip().partition(":")[0] for line in told] == ["[4]", "papers/tides.txt"]
    assert err.count("not read, bad.pdf") == 1
    assert (
        "[1]: papers/download(3).pdf, by identifier" in run("article.md", "second.md", "--sources", "papers", "-v")[1]
    )


def test_a_folder_of_many_documents_makes_no_long_report(run: Run) -> None:
    for n in range(60):
        Path(f"article.sources/z{n:02}.txt").write_text(f"Note {n} of the harbour master.", "utf-8")
    assert "  and 33 more (-v shows them)\n" in run("article.md")[1]
    assert "- and 33 more\n" in run("article.md", "--format", "markdown")[1]
    assert "article.sources/z59.txt: no entry names it" in run("article.md", "-v")[1]


def test_a_page_of_html_shows_the_pages_with_the_passages_marked(run: Run) -> None:
    exchange(5, 9)
    page = run("article.md", "--format", "html")[1]
    captions = re.findall("<figcaption>(.*?)</figcaption>", page)
    assert "C102, line 9: noise-study-2022.pdf, p. 1" in captions
    assert len(captions) == len(set(re.findall('src="(data:image/png;base64,[^"]+)"', page))) == 7
    assert "<li>[9]: article.sources/annual-report-of-the-harbour-board-2023.docx, by file name</li>" in page


def test_pictures_are_bounded_and_the_rest_is_counted(run: Run) -> None:
    Path("many.sources").mkdir()
    pages = [[(60.0, 700.0, f"Ship number {n} carried {1000 + n} barrels of salt.")] for n in range(25)]
    Path("many.sources/salt-trade-of-the-northern-towns.pdf").write_bytes(pdf(pages))
    claims = "\n\n".join(f"Ship number {n} carried {1000 + n} barrels of salt [1]." for n in range(25))
    Path("many.md").write_text(f"{claims}\n\n## References\n\n[1] Salt trade of the northern towns.\n", "utf-8")
    page = run("many.md", "--format", "html")[1]
    assert page.count("<figure>") == 20
    assert "5 more passages without a picture." in page


def test_a_second_run_reads_no_document_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("article.md")
    for name in ("read_document", "extract"):
        monkeypatch.setattr(f"retrieval.extract.{name}", None)  # whoever calls one fails
    assert run("article.md") == first
    Path("article.md").write_text(Path("article.md").read_text("utf-8") + "\n", "utf-8")
    assert run("article.md") == first
    with pytest.raises(AssertionError, match="bug"):
        assert run("article.md", "--no-cache") == first, "a bug, as everything is read"


def test_a_second_run_opens_no_large_document(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from wellsourced import file_states

    for path in Path("article.sources").glob("*.pdf"):
        path.write_bytes(path.read_bytes() + b"%" * 140_000)
    first, digest = run("article.md"), file_states._digest

    def small(path: str) -> str:
        assert not path.endswith(".pdf"), path
        return digest(path)

    monkeypatch.setattr(file_states, "_digest", small)
    monkeypatch.setattr("retrieval.extract.read_document", None)
    assert run("article.md") == first
    Path("article.md").write_text(Path("article.md").read_text("utf-8") + "\n", "utf-8")
    assert run("article.md") == first


def test_a_second_copy_is_told_and_not_taken_for_another_work(run: Run) -> None:
    shutil.copy("article.sources/noise-study-2022.pdf", "article.sources/study.pdf")
    draft = Path("article.md").read_text("utf-8")
    title = "Underwater and airborne noise of the Eastholm ferries."
    Path("article.md").write_text(draft.replace("Noise of the ferries.", title), "utf-8")
    assert "[9]: article.sources/study.pdf; another copy of it was read" in run("article.md")[1]


def test_a_file_in_the_place_of_the_folder_is_refused(run: Run) -> None:
    shutil.rmtree("article.sources")
    Path("article.sources").write_text("", "utf-8")
    code, _, err = run("article.md")
    assert (code, err) == (
        2,
        "error: article.sources: is not a folder: rename it, or name the sources with --sources\n",
    )


@pytest.mark.parametrize("name", ["noise-study-2022.pdf", "tides.txt"])
def test_a_document_that_changed_or_came_is_seen(run: Run, name: str) -> None:
    before = audited(run, "article.md")
    path = Path("article.sources") / name
    text = path.read_bytes()
    path.unlink()
    assert audited(run, "article.md") != before
    path.write_bytes(text)
    assert audited(run, "article.md") == before


def test_sources_are_named_one_by_one_and_mixed(run: Run) -> None:
    Path("article.sources").rename("papers")
    Path("papers/b0417.epub").unlink()
    Path("notes.jsonl").write_text(
        json.dumps(
            {"n": 6, "url": "", "title": "The Pilots of Skarvik", "text": "The pilots brought in eleven ships."}
        ),
        "utf-8",
    )
    joins = audited(run, "article.md", "--sources", "papers", "--sources", "notes.jsonl")["joins"]
    assert {one["n"] for one in joins if one["file"] and one["by"]} == {*range(1, 13)} - {6}
    one = audited(run, "article.md", "--sources", "papers/grid.md", "--sources", "papers/noise-study-2022.pdf")
    assert [join["n"] for join in one["joins"] if join["file"]] == [8, 9]
    assert len([join for join in one["joins"] if not join["file"]]) == 10


def test_a_bibliography_and_documents_make_a_draft_of_keys_checkable(run: Run) -> None:
    Path("keys.md").write_text("Under water the electric ferries were 14 decibels quieter [@noise].\n", "utf-8")
    Path("refs.bib").write_text(
        "@report{noise, title = {Underwater and airborne noise of the Eastholm ferries}}", "utf-8"
    )
    file = audited(run, "keys.md", "--sources", "refs.bib", "--sources", "article.sources/noise-study-2022.pdf")
    assert file["markers"][0]["refs"][0]["verdict"] == "supported"
    assert file["markers"][0]["refs"][0]["evidence"]["page"] == 5
    assert file["joins"] == [
        {"file": "article.sources/noise-study-2022.pdf", "n": "noise", "line": None, "by": "title", "problem": None}
    ]


def test_links_to_saved_pages_cite_and_the_others_are_unread(run: Run) -> None:
    Path("links.md").write_text(
        "The launch carried 38 people ([news](https://eastholm-ferries.example/news/first-crossing)). "
        "It rained ([weather](https://weather.example/today)).\n",
        "utf-8",
    )
    file = audited(run, "links.md", "--sources", "article.sources")
    assert [ref["verdict"] for marker in file["markers"] for ref in marker["refs"]] == ["supported", "uncheckable"]
    assert not [one for one in file["findings"] if one["code"] == "C101"]


def test_j165_documents_that_cannot_be_read_are_named_and_the_draft_is_audited(run: Run) -> None:
    Path("article.sources/b0417.epub").write_bytes(b"no book")
    Path("article.sources/locked.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100)
    code, out, err = run("article.md")
    assert code == 0
    assert "article.md: not read, b0417.epub: is not an .epub file" in err
    assert "article.md: not read, locked.docx: is in the format of an old .doc file" in err
    assert "[6]: no source was found for this entry" in out


def test_j165_a_document_that_was_named_must_be_readable(run: Run) -> None:
    Path("bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    code, out, err = run("article.md", "--sources", "bad.pdf")
    assert (code, out, err) == (
        2,
        "",
        "error: bad.pdf: is broken: save or print it as a PDF anew, without a password\n",
    )
    Path("empty.docx").write_bytes(b"")
    for name, problem in (
        ("nowhere", "there is no such"),
        ("nowhere.pdf", "there is no such"),
        ("empty.docx", "is empty"),
    ):
        code, _, err = run("article.md", "--sources", name)
        assert (code, err.count("\n"), err.startswith(f"error: {name}: {problem}")) == (2, 1, True)


def test_a_report_does_not_take_the_place_of_a_document(run: Run) -> None:
    before = Path("article.sources/tides.txt").read_bytes()
    code, _, err = run("article.md", "--output", "article.sources/tides.txt")
    assert (code, Path("article.sources/tides.txt").read_bytes()) == (2, before)
    assert "is read by this audit" in err


def test_without_the_extra_a_pdf_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import retrieval.reader_process as module

    blocked = "import sys; sys.modules['pypdfium2'] = None; "
    monkeypatch.setattr(module, "_PROGRAM", blocked + module._PROGRAM)
    module.reader.end()
    err = run("article.md", "--no-cache")[2]
    module.reader.end()
    assert 'not read, noise-study-2022.pdf: cannot be read without pypdfium2: install "wellsourced[pdf]"' in err


def test_a_draft_from_standard_input_may_have_documents(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(Path("article.md").read_text("utf-8")))
    assert '"by": "identifier"' in run("-", "--sources", "article.sources", "--format", "json")[1]


@pytest.mark.parametrize("suffix", ["docx", "html", "tex"])
def test_the_article_has_the_same_verdicts_in_every_format(run: Run, fixtures: Path, suffix: str) -> None:
    maker = fixtures / "drafts-as-files" / "make.py"
    subprocess.run([sys.executable, maker, ".", "."], check=True, timeout=60)
    markdown, other = audited(run, "article.md"), audited(run, f"article.{suffix}", "--sources", "article.sources")
    assert verdicts(other) == verdicts(markdown)
    assert [one["verdict"] for one in other["references"]] == [one["verdict"] for one in markdown["references"]]
    assert joined(other) == joined(markdown)
    lines = {one["line"] for one in other["references"]}
    assert {one["line"] for one in other["joins"] if one["n"]} == lines


def test_an_entry_without_a_number_is_named_by_its_place_in_the_file(run: Run) -> None:
    entries = Path("article.md").read_text("utf-8").partition("## References")[2].split("\n[")[1:]
    listed = [paragraph(escape(one.partition("] ")[2].strip())) for one in entries]
    Path("a.docx").write_bytes(word(paragraph("Nothing."), paragraph("References", style="Heading1"), *listed))
    out = run("a.docx", "--sources", "article.sources")[1]
    assert "the entry in paragraph 3 under “References”: article.sources/download(3).pdf, by identifier" in out


def verdicts(file: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return the verdict on each citation, with its support, its passage and the passage's page."""
    refs = [ref for marker in file["markers"] for ref in marker["refs"]]
    shown = [ref["evidence"] or {} for ref in refs]
    return [
        (ref["verdict"], ref["support"], one.get("text"), one.get("page")) for ref, one in zip(refs, shown, strict=True)
    ]


def joined(file: dict[str, Any]) -> dict[str, str]:
    """Return by what each document was joined to an entry, "" where by nothing."""
    return {one["file"].partition("/")[2]: one["by"] or "" for one in file["joins"]}
