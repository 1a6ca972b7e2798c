"""`references`: what it prints, writes and ends with; registries on loopback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fakes.registries import Recorded, Server, recorded, registry, replace, rows
from fakes.word_files import paragraph, word

from wellsourced.cli import main
from wellsourced.formats import names
from wellsourced.schemas import schema

TIDES, BEES, *_ = [recorded(row) for row in rows("works.jsonl")]
BIB = """\
@article{right,
  title = {Slow tides and the silting of small harbours},
  author = {Okafor, Chidi and van der Meer, Anneke and Lindqvist, Per},
  journal = {Journal of Coastal Engineering Practice},
  year = {2014},
}
@article{wrong,
  title = {Night foraging in stingless bees: a field study},
  author = {Petrov, Ilya},
  journal = {Annals of Insect Behaviour},
  year = {2009},
  doi = {10.5555/aib.2018.455},
}
@article{none,
  title = {A thing nobody wrote about anything}, author = {Petrov, Ilya}, journal = {Nowhere}, year = {2020},
  doi = {10.5555/none},
}
"""
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def served(desk: Path) -> Iterator[Server]:
    with Server(registry([replace(TIDES, retracted=""), BEES])) as running:
        rows_ = [f'{key} = "{url}"' for key, url in running.addresses.items()]
        (desk / "wellsourced.toml").write_text("\n".join(["[fetch]", "delay = 0.0", "[references]", *rows_]), "utf-8")
        yield running


@pytest.fixture
def call(desk: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["references", *arguments, "--as-of", "2026-11-23"])
        return code, *capsys.readouterr()

    return run


def entries(out: str) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for file in json.loads(out)["files"] for one in file["entries"]}


def test_a_bibliography_is_judged_entry_by_entry(call: Call, served: Server) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    code, out, _ = call("a.bib", "--format", "json")
    document = json.loads(out)
    jsonschema.Draft202012Validator(schema("references")).validate(document)
    found = entries(out)
    assert code == 1
    assert [(one["verdict"], one["code"], one["line"]) for one in found.values()] == [
        ("verified", None, 1),
        ("mismatch", "R411", 7),
        ("not-found", "R410", 14),
    ]
    assert found["right"]["fields"] == dict.fromkeys(("title", "authors", "year", "venue"), "match") | {"doi": "absent"}
    assert found["wrong"]["fields"]["authors"] == found["wrong"]["fields"]["year"] == "differs"
    assert found["wrong"]["record"]["id"] == "doi:10.5555/aib.2018.455"
    assert document["summary"]["verdicts"]["verified"] == 1
    assert document["unchecked"] == []


def test_a_second_run_is_offline_and_equal(call: Call, served: Server) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    first = call("a.bib", "--format", "json")
    count = len(served.registry.requests)
    assert call("a.bib", "--format", "json") == first
    assert call("a.bib", "--format", "json", "--offline")[1] == first[1]
    assert len(served.registry.requests) == count


@pytest.mark.parametrize("name", names())
def test_every_format_is_printed(call: Call, served: Server, name: str) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    code, out, _ = call("a.bib", "--format", name)
    assert code == 1
    assert "R410" in out
    assert "R411" in out


def test_people_see_what_differs_beside_the_record(call: Call, served: Server) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    _, out, _ = call("a.bib")
    assert "a.bib:7: mismatch (error R411): wrong: the authors are Ana María Rodríguez, Hiroshi Tanaka" in out
    assert "  authors  Ilya Petrov\n           recorded: Ana María Rodríguez, Hiroshi Tanaka\n" in out
    assert "1 verified, 1 mismatch, 1 not-found" in out


LIST = """\
# Tides

Harbours silt [1]. Bees fly at night [2].

## References

1. Okafor, C., van der Meer, A., & Lindqvist, P. (2014). Slow tides and the silting of small harbours. *Journal of
   Coastal Engineering Practice*, *31*(2), 101–119.
2. Petrov, I. (2018). Night foraging in stingless bees: a field study. *Annals of Insect Behaviour*, *12*(4), 455–470.
3. [A page](https://example.org/page)
"""
VERDICTS = ["verified", "mismatch", "needs-review"]


@pytest.mark.parametrize("name", ["a.md", "a.txt", "-"])
def test_lists_of_drafts_are_read(call: Call, served: Server, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.md" if name == "-" else name).write_text(LIST, "utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LIST.encode()), "utf-8"))
    code, out, _ = call(name, "--format", "json")
    assert (code, [one["verdict"] for one in entries(out).values()]) == (1, VERDICTS)
    assert [one["line"] for one in entries(out).values()] == [7, 9, 10]


def test_a_docx_is_read(call: Call, served: Server) -> None:
    lines = [line.removeprefix("   ").split(". ", 1)[-1] for line in LIST.split("## References\n\n")[1].splitlines()]
    texts = [f"{lines[0]} {lines[1]}", lines[2], "A page. https://example.org/page"]
    body = [paragraph(one.replace("&", "&amp;"), style="ListNumber") for one in texts]
    Path("a.docx").write_bytes(word(paragraph("References", style="Heading1"), *body))
    code, out, _ = call("a.docx", "--format", "json")
    assert (code, [one["verdict"] for one in entries(out).values()]) == (1, VERDICTS)


def items() -> list[str]:
    """Return the entries of the list as they stand in any format."""
    lines = [line.removeprefix("   ").split(". ", 1)[-1] for line in LIST.split("## References\n\n")[1].splitlines()]
    return [f"{lines[0]} {lines[1]}", lines[2], "A page. https://example.org/page"]


def written(suffix: str) -> str:
    if suffix == "html":
        listed = "".join(f"<li>{one.replace('&', '&amp;')}</li>\n" for one in items())
        return f"<html><body><p>Text.</p><h2>References</h2>\n<ol>\n{listed}</ol></body></html>"
    if suffix == "tex":
        tex = [one.replace("&", "\\&").replace("_", "\\_") for one in items()]
        listed = "".join(f"\\bibitem{{{key}}}\n  {one}\n" for key, one in zip("abc", tex, strict=True))
        return f"Text.\n\\begin{{thebibliography}}{{9}}\n{listed}\\end{{thebibliography}}\n"
    listed = [f"{at}. {one}\n" for at, one in enumerate(items(), 1)]
    if suffix == "ipynb":
        cell = {"cell_type": "markdown", "metadata": {}, "source": ["## References\n", "\n", *listed]}
        return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}, indent=1)
    return f"::: {{#refs}}\n:::\n\n## References\n\n{''.join(listed)}"


@pytest.mark.parametrize(
    ("suffix", "places"), [("html", [3, 4, 5]), ("tex", [4, 6, 8]), ("ipynb", [12, 13, 14]), ("qmd", [6, 7, 8])]
)
def test_lists_of_drafts_in_every_format_are_read(call: Call, served: Server, suffix: str, places: list[int]) -> None:
    Path(f"a.{suffix}").write_text(written(suffix), "utf-8")
    code, out, _ = call(f"a.{suffix}", "--format", "json")
    assert (code, [one["verdict"] for one in entries(out).values()]) == (1, VERDICTS)
    assert [one["line"] for one in entries(out).values()] == places
    assert f"a.{suffix}:{places[1]}" in call(f"a.{suffix}", "--format", "github")[1].replace(",line=", ":")


TEX = """\
\\documentclass{article}
\\begin{document}
It silts \\cite[p.~3]{right}, and so on \\citep{wrong}. % \\bibliography{old}
\\bibliography{refs,IEEEabrv}
\\end{document}
"""


def test_the_bibliography_that_a_draft_names_is_read_as_far_as_it_is_cited(call: Call, served: Server) -> None:
    Path("refs.bib").write_text(BIB, "utf-8")
    Path("paper.tex").write_text(TEX, "utf-8")
    code, out, _ = call("paper.tex", "--format", "json")
    assert code == 1
    assert [file["path"] for file in json.loads(out)["files"]] == ["refs.bib"]
    assert [(key, one["verdict"], one["line"]) for key, one in entries(out).items()] == [
        ("right", "verified", 1),
        ("wrong", "mismatch", 7),
    ]
    assert list(entries(call("paper.tex", "refs.bib", "--format", "json")[1])) == ["right", "wrong", "none"]
    Path("paper.tex").write_text(TEX.replace("\\cite[p.~3]{right}", "\\nocite{*}"), "utf-8")
    assert list(entries(call("paper.tex", "--format", "json")[1])) == ["right", "wrong", "none"]
    assert call("paper.tex", "--fix")[2].endswith("refs.bib: 1 fixed\n")
    assert call("paper.tex", "--output", "refs.bib")[0] == 2


@pytest.mark.parametrize(
    "head", ["bibliography: refs.bib", "bibliography:\n  - 'refs.bib'\nother: x", "bibliography: [refs.bib]"]
)
def test_pandocs_head_names_a_bibliography(call: Call, served: Server, head: str) -> None:
    Path("refs.bib").write_text(BIB, "utf-8")
    for name in ("a.qmd", "a.Rmd", "a.md"):
        Path(name).write_text(f"---\ntitle: On it\n{head}\n---\n\nIt silts [@right; @wrong].\n", "utf-8")
        assert list(entries(call(name, "--format", "json")[1])) == ["right", "wrong"]


@pytest.mark.parametrize("name", ["../refs", "/refs", "refs.pdf", "missing"])
def test_j192_a_bibliography_that_lies_elsewhere_is_not_read(call: Call, desk: Path, name: str) -> None:
    Path("in").mkdir()
    Path("refs.bib").write_text(BIB, "utf-8")
    Path("in/paper.tex").write_text(TEX.replace("{refs,IEEEabrv}", f"{{{name}}}"), "utf-8")
    code, out, err = call("in/paper.tex")
    assert (code, out) == (2, "")
    assert err == f"error: in/paper.tex: names {name}, which is not beside it: put the bibliography there\n"


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.tex", b"{" * 100_000, "is nested too deeply"),
        ("a.tex", b"\xff", "is not UTF-8"),
        ("a.ipynb", b"[", "is not JSON"),
        ("a.html", b"\xff\0", "is not HTML"),
        ("a.docx", b"", "is empty"),
        ("a.docx", b"%PDF-1.7", "is not a .docx file"),
        ("a.docm", b"PK\3\4", "is none of .bib, .json, .md"),
    ],
)
def test_j141_a_draft_that_cannot_be_read_is_refused_in_a_line(
    call: Call, desk: Path, name: str, data: bytes, problem: str
) -> None:
    Path(name).write_bytes(data)
    code, out, err = call(name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"error: {name}: {problem}")


def test_csl_json_is_read_and_fixed(call: Call, served: Server) -> None:
    item = {
        "id": "tides",
        "type": "article-journal",
        "title": "Slow tides and the silting of small harbours",
        "author": [{"family": name} for name in ("Okafor", "van der Meer", "Lindqvist")],
        "container-title": "A journal of another name",
        "issued": {"date-parts": [[2014]]},
    }
    Path("a.json").write_text(json.dumps([item], indent=1), "utf-8")
    assert call("a.json", "--fix")[0] == 0
    (fixed,) = json.loads(Path("a.json").read_text("utf-8"))
    assert fixed == item | {"DOI": "10.5555/jcep.2014.031"}
    assert call("a.json", "--fix", "--unsafe-fixes")[0] == 0
    (fixed,) = json.loads(Path("a.json").read_text("utf-8"))
    assert fixed["container-title"] == "Journal of Coastal Engineering Practice"


def test_a_missing_doi_is_a_safe_fix_and_all_else_wants_a_look(call: Call, served: Server) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    code, out, _ = call("a.bib", "--diff")
    assert code == 1
    assert "+  doi = {10.5555/jcep.2014.031},\n" in out
    assert Path("a.bib").read_text("utf-8") == BIB
    assert call("a.bib", "--fix")[2].endswith("a.bib: 1 fixed\n")
    safe = Path("a.bib").read_text("utf-8")
    assert safe == BIB.replace("@article{right,\n", "@article{right,\n  doi = {10.5555/jcep.2014.031},\n")
    call("a.bib", "--fix", "--unsafe-fixes")
    unsafe = Path("a.bib").read_text("utf-8")
    assert "author = {Rodríguez, Ana María and Tanaka, Hiroshi}" in unsafe
    assert "year = {2018}" in unsafe
    call("a.bib", "--fix", "--unsafe-fixes")
    assert Path("a.bib").read_text("utf-8") == unsafe


def test_a_fix_keeps_line_ends_and_a_mark(call: Call, served: Server) -> None:
    Path("a.bib").write_bytes(b"\xef\xbb\xbf" + BIB.replace("\n", "\r\n").encode())
    call("a.bib", "--fix")
    data = Path("a.bib").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf@article{right,\n  doi = {10.5555/jcep.2014.031},\r\n")
    assert data.count(b"\r\n") == BIB.count("\n")


def test_j142_services_that_are_down_accuse_nobody(call: Call, desk: Path) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    code, out, _ = call("a.bib", "--format", "json")
    assert (code, {one["verdict"] for one in entries(out).values()}) == (3, {"needs-review"})
    assert {one["service"] for one in json.loads(out)["unchecked"]} >= {"Crossref", "doi.org", "DBLP", "arXiv"}


def test_placeholders_are_told_without_the_network(call: Call, desk: Path, registries: Any) -> None:
    Path("a.bib").write_text(
        "@article{a, title={A title of some kind}, author={Author, A. and Author, B.}, year={2031}}"
    )
    code, out, _ = call("a.bib", "--offline", "--format", "json")
    (found,) = entries(out).values()
    assert (code, found["code"], found["severity"]) == (1, "R412", "error")
    assert registries.connections == 0


def test_fail_on_says_what_makes_it_fail(call: Call, served: Server) -> None:
    text = BIB.split("@article{wrong", maxsplit=1)[0].replace("2014", "2004")
    Path("a.bib").write_text(text, "utf-8")
    assert call("a.bib")[0] == 0
    assert call("a.bib", "--fail-on", "warning")[0] == 1
    Path("a.bib").write_text(BIB, "utf-8")
    assert call("a.bib", "--fail-on", "never")[0] == 0


@pytest.mark.parametrize(
    ("name", "data", "code", "problem"),
    [
        ("missing.bib", None, 2, "there is no such file"),
        ("a.bib", b"", 2, "contains no entry"),
        ("a.bib", b"@article{x, title = {", 2, "a value is never closed"),
        ("a.bib", b"\xff\xfe", 2, "is not UTF-8"),
        ("a.json", b'[{"id": 1, "id": 2}]', 2, "twice"),
        ("a.json", b"{", 2, "is not a JSON array"),
        ("a.docx", b"PK", 2, "is damaged"),
        ("a.pdf", b"%PDF", 2, "is none of .bib"),
        ("a.md", b"\xff", 2, "is not UTF-8"),
        ("a\x1b[1m.bib", None, 2, "there is no such file"),
    ],
)
def test_j141_what_is_no_list_of_references_is_refused_in_a_line(
    call: Call, desk: Path, name: str, data: bytes | None, code: int, problem: str
) -> None:
    if data is not None:
        Path(name).write_bytes(data)
    found, out, err = call(name)
    assert (found, out) == (code, "")
    assert problem in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_a_text_without_references_is_nothing_to_check(call: Call, desk: Path) -> None:
    Path("a.md").write_text("# Notes\n\nNothing is cited.\n", "utf-8")
    code, _, err = call("a.md")
    assert code == 3
    assert "a.md: contains no list of references" in err


def test_one_bad_file_does_not_hide_the_others(call: Call, served: Server) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    code, out, err = call("a.bib", "missing.bib", "--format", "json")
    assert code == 2
    assert len(entries(out)) == 3
    assert "error: missing.bib: there is no such file" in err


@pytest.mark.parametrize(
    "arguments", [("a.bib", "--unsafe-fixes"), ("-", "-"), ("a.bib", "--output", "a.bib"), ("a.bib", "--format", "x")]
)
def test_contradictions_are_refused(call: Call, desk: Path, arguments: tuple[str, ...]) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    assert call(*arguments)[0] == 2
    assert Path("a.bib").read_text("utf-8") == BIB


def test_a_changed_address_is_refused_where_it_is_none(call: Call, desk: Path) -> None:
    Path("a.bib").write_text(BIB, "utf-8")
    (desk / "wellsourced.toml").write_text('[references]\ndoi_url = "doi.org"\n', "utf-8")
    code, _, err = call("a.bib")
    assert (code, "references.doi_url" in err) == (2, True)


def test_hostile_titles_are_shown_harmless(call: Call, desk: Path) -> None:
    with Server(
        registry([Recorded("Ti\x1b[31mdes <script>alert(1)</script>", (("A", "B"),), 2014, "X", "10.5555/x")])
    ) as s:
        rows_ = [f'{key} = "{url}"' for key, url in s.addresses.items()]
        (desk / "wellsourced.toml").write_text("\n".join(["[fetch]", "delay = 0.0", "[references]", *rows_]), "utf-8")
        Path("a.bib").write_text("@article{a, title={Another thing}, author={C, D}, year={2014}, doi={10.5555/x}}")
        for name in names():
            _, out, _ = call("a.bib", "--format", name)
            assert "\x1b" not in out, name
            assert name != "html" or "<script>alert" not in out


def test_ten_kills_lose_nothing(call: Call, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer is kept when it comes; a later run asks for the rest, and prints what an undisturbed one does."""

    def author(at: int) -> tuple[tuple[str, str], ...]:
        return (("Chidi", f"Okafor{at}"),)

    works = [
        Recorded(f"Report {at} on word{at} and plain{at}", author(at), 2014, "Journal of Tides", f"10.5555/{at}")
        for at in range(150)
    ]
    entries_ = (
        f"@article{{k{at},\n  title = {{{work.title}}}, author = {{Okafor{at}, C.}}, year = {{2014}},\n}}\n"
        for at, work in enumerate(works)
    )
    Path("a.bib").write_text("".join(entries_), "utf-8")
    command = [sys.executable, "-m", "wellsourced", "references", "a.bib", "--format", "json", "--as-of", "2026-11-23"]
    with Server(registry(works)) as server:
        rows_ = [f'{key} = "{url}"' for key, url in server.addresses.items()]
        (desk / "wellsourced.toml").write_text("\n".join(["[fetch]", "delay = 0.0", "[references]", *rows_]), "utf-8")
        for kill in range(10):
            running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            with suppress(subprocess.TimeoutExpired):
                running.wait(0.3 + 0.05 * kill)
            running.kill()
            running.wait()
        done = call("a.bib", "--format", "json")
        asked_in_all = len(server.registry.requests)
        assert call("a.bib", "--format", "json", "--no-cache")[1] == done[1]
    assert {one["verdict"] for one in entries(done[1]).values()} == {"verified"}
    # Eight questions are under way when a run is killed: no more is asked twice.
    assert asked_in_all <= len(works) + 10 * 8 + 20
