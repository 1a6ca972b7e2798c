"""`audit` as a user runs it: what is read, what is repaired, what is accepted, and how it ends."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wellsourced.cli import main
from wellsourced.commands._exit_codes import combine

SOURCES = [
    {
        "n": 1,
        "url": "https://mills.example/history",
        "title": "The mill of Varne",
        "text": "The mill of Varne opened in 1871. Its wheel drove four pairs of stones, and a miller lived upstairs.",
    },
    {
        "n": 2,
        "url": "https://mills.example/flood",
        "title": "The flood of Varne",
        "text": "The flood of 1908 carried off the bridge below the mill. Volunteers rebuilt it within eleven weeks.",
    },
]
LIST = "\n## References\n\n1. https://mills.example/history\n2. https://mills.example/flood\n"
CLEAN = (
    "# Varne\n\nThe mill of Varne opened in 1871 [1]. The flood of 1908 carried off the bridge below the mill [2].\n"
    + LIST
)
OUT_OF_BOUNDS = CLEAN.replace("1871 [1].", "1871 [1][7].")
SWAPPED = CLEAN.replace("the mill [2].", "the mill [1].")
ORPHANED = CLEAN.replace(" The flood of 1908 carried off the bridge below the mill [2].", "")
EMPTY = "# Varne\n\nNothing is cited here.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the sources in it."""
    monkeypatch.chdir(tmp_path)
    lines = "".join(json.dumps(source) + "\n" for source in SOURCES)
    (tmp_path / "sources.jsonl").write_text(lines, "utf-8")
    return tmp_path


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `audit` with the sources and return exit code, stdout and stderr; ``stdin`` is what is typed or piped."""

    def call(*arguments: str, stdin: str = "", sources: bool = True) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8")), "utf-8"))
        given = ["--sources", "sources.jsonl"] if sources else []
        code = main(["audit", *arguments, *given])
        out, err = capsysbinary.readouterr()
        return code, out.decode("utf-8"), err.decode("utf-8")

    return call


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def read(name: str) -> str:
    return Path(name).read_bytes().decode("utf-8")


def codes_of(out: str) -> list[list[str]]:
    return [[finding["code"] for finding in file["findings"]] for file in json.loads(out)["files"]]


def ids_of(out: str) -> dict[str, str]:
    return {finding["code"]: finding["id"] for file in json.loads(out)["files"] for finding in file["findings"]}


# ---------------------------------------------------------------------------------------------- exit codes


def test_a_clean_draft_ends_with_0(run: Run) -> None:
    write("a.md", CLEAN)
    code, out, _ = run("a.md")
    assert code == 0
    assert "0 errors" in out


@pytest.mark.parametrize(
    ("fail_on", "error", "warning"),
    [("error", 1, 0), ("warning", 1, 1), ("never", 0, 0)],
)
def test_the_threshold_decides(run: Run, fail_on: str, error: int, warning: int) -> None:
    write("error.md", OUT_OF_BOUNDS)
    write("warning.md", ORPHANED)
    assert run("error.md", "--fail-on", fail_on)[0] == error
    assert run("warning.md", "--fail-on", fail_on)[0] == warning


def test_exit_zero_reports_and_passes(run: Run) -> None:
    write("error.md", OUT_OF_BOUNDS)
    write("empty.md", EMPTY)
    code, out, _ = run("error.md", "--exit-zero")
    assert (code, "error: C101 " in out) == (0, True)
    assert run("error.md", "--exit-zero", "--diff")[0] == 0
    assert run("empty.md", "--exit-zero", sources=False)[0] == 0
    assert run("missing.md", "--exit-zero")[0] == 2
    assert run("error.md", "missing.md", "--exit-zero")[0] == 2


def test_nothing_to_judge_ends_with_3(run: Run) -> None:
    write("a.md", EMPTY)
    code, out, _ = run("a.md", "--format", "json", sources=False)
    assert code == 3
    assert codes_of(out) == [["D901"]]


def test_a_draft_in_no_readable_style_stops_a_gate_that_lets_pages_without_citations_pass(run: Run) -> None:
    write("a.md", EMPTY)
    write("b.md", "The mill opened in 1871 (Hansen, 2011). It burnt down in 1902 (Okafor et al. 2020).\n")
    assert run("a.md", "--ignore", "D901", sources=False)[0] == 0
    code, out, _ = run("b.md", "--ignore", "D901", "--format", "json", sources=False)
    assert code == 3
    assert "D903" in codes_of(out)[0]


def test_what_is_selected_lets_no_draft_pass_that_could_not_be_judged(run: Run, folder: Path) -> None:
    write("lost.md", "# Varne\n\nThe mill opened in 1871.\n")
    write("unread.md", "# Varne\n\nThe mill opened in 1871 [4:0†mill.pdf].\n" + LIST)
    for name, code in (("lost.md", "D901"), ("unread.md", "D903")):
        assert run(name, sources=False)[0] == 3
        assert run(name, "--select", "C101", sources=False)[0] == 3
        assert run(name, "--select", "C101", "--ignore", code, sources=False)[0] == 0
    write("wellsourced.toml", '[audit]\nselect = ["C101"]\n')
    assert run("unread.md")[0] == 3
    assert run("unread.md", "--select", "X9")[0] == 2


@pytest.mark.parametrize(
    ("drafts", "code"),
    [
        ((CLEAN, CLEAN), 0),
        ((CLEAN, EMPTY), 3),
        ((EMPTY, OUT_OF_BOUNDS), 1),
        ((OUT_OF_BOUNDS, EMPTY, CLEAN), 1),
        ((CLEAN, None), 2),
        ((OUT_OF_BOUNDS, None, EMPTY), 2),
        ((None, None), 2),
    ],
)
def test_of_several_files_the_gravest_counts(run: Run, drafts: tuple[str | None, ...], code: int) -> None:
    names = [f"{i}.md" for i in range(len(drafts))]
    for name, text in zip(names, drafts, strict=True):
        if text is not None:
            write(name, text)
    write("sources.jsonl", "".join(json.dumps(source) + "\n" for source in SOURCES))
    found, out, err = run(*names, sources=False)
    assert found == code
    assert err.count("error: ") == drafts.count(None)
    assert all(name in out for name, text in zip(names, drafts, strict=True) if text in (OUT_OF_BOUNDS, EMPTY))
    assert (out == "") == (set(drafts) == {None})  # what cannot be read is in no report
    assert "Traceback" not in err


def test_one_draft_that_cannot_be_read_keeps_the_others_from_no_report(run: Run) -> None:
    write("bad.md", OUT_OF_BOUNDS)
    write("lonely.md", CLEAN)
    Path("latin.md").write_bytes("Ein Täuschungsmanöver [1].\n".encode("latin-1"))
    write("lonely.sources.jsonl", "no source\n")
    code, out, err = run("latin.md", "bad.md", "lonely.md", "--format", "json", sources=False)
    assert code == 2
    assert [one["path"] for one in json.loads(out)["files"]] == ["bad.md"]
    assert [line.split(": ")[:2] for line in err.splitlines() if line.startswith("error")] == [
        ["error", "latin.md"],
        ["error", "lonely.sources.jsonl:1"],
    ]


@pytest.mark.parametrize("options", [("--fix",), ("--renumber",), ("--write-baseline", "known.json")])
def test_where_something_is_written_a_draft_that_cannot_be_read_ends_it_all(run: Run, options: tuple[str, ...]) -> None:
    write("bad.md", OUT_OF_BOUNDS)
    before = Path("bad.md").read_bytes()
    code, out, err = run("bad.md", "missing.md", *options)
    assert (code, out) == (2, "")
    assert err.startswith("error: missing.md: there is no such file")
    assert Path("bad.md").read_bytes() == before
    assert not Path("known.json").exists()


def test_every_combination_of_exit_codes() -> None:
    assert combine([]) == 0
    assert combine([0, 3]) == 3
    assert combine([3, 1]) == 1
    assert combine([1, 2]) == 2
    assert combine([2, 4]) == 4
    assert combine([4, 70, 2]) == 70


def test_uncheckable_citations_count_only_when_strict(run: Run) -> None:
    write("a.md", CLEAN)
    code, out, _ = run("a.md", sources=False)
    assert code == 0
    assert "not checked for support" in out
    assert run("a.md", "--strict", sources=False)[0] == 1


def test_every_file_that_cannot_be_read_is_named_and_nothing_is_written(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    code, out, err = run("a.md", "none.md", "void.md", "--fix")
    assert code == 2
    assert out == ""
    assert [line.split(":")[1].strip() for line in err.splitlines()] == ["none.md", "void.md"]
    assert read("a.md") == OUT_OF_BOUNDS


# ---------------------------------------------------------------------------------------------- sources


def test_sources_beside_the_draft_are_used(run: Run) -> None:
    write("a.md", CLEAN)
    write("a.sources.jsonl", read("sources.jsonl"))
    _, out, _ = run("a.md", "--format", "json", sources=False)
    assert json.loads(out)["summary"]["checked"] == 2


def test_a_bibliography_gives_the_sources(run: Run) -> None:
    write(
        "refs.bib",
        "@online{mill, title = {The mill of Varne}, url = {https://mills.example/history},\n"
        " abstract = {The mill of Varne opened in 1871. A miller lived upstairs.}}\n",
    )
    write("refs.json", json.dumps([{"id": "mill", "type": "webpage", "title": "The mill of Varne"}]))
    write("a.md", "The mill of Varne opened in 1871 [@mill]. It closed [@flood].\n")
    for name in ("refs.bib", "refs.json"):
        code, out, err = run("a.md", "--sources", name, "--format", "json", sources=False)
        assert code == 1, err
        assert codes_of(out) == [["C101"]]
    assert run("a.md", "--sources", "none.bib", sources=False)[0] == 2


@pytest.mark.parametrize("content", ["", "\n", "{", '{"url": 1}\n', '{"url": "u", "title": "t", "text": NaN}\n'])
def test_a_sources_file_that_cannot_be_used_ends_with_2(run: Run, content: str) -> None:
    write("a.md", OUT_OF_BOUNDS)
    write("bad.jsonl", content)
    code, _, err = run("a.md", "--sources", "bad.jsonl", "--fix", sources=False)
    assert code == 2
    assert err.startswith("error: bad.jsonl")
    assert read("a.md") == OUT_OF_BOUNDS


# ---------------------------------------------------------------------------------------------- which files


def test_folders_globs_and_ignore_files(run: Run) -> None:
    for name in ("d/a.md", "d/sub/b.markdown", "d/.hidden/c.md", "d/old/e.md", "d/note.txt"):
        write(name, CLEAN)
    write("d/.wellsourcedignore", "# drafts that are done\nold\n")
    paths = [file["path"] for file in json.loads(run("d", "--format", "json")[1])["files"]]
    assert paths == ["d/a.md", "d/sub/b.markdown"]
    paths = [file["path"] for file in json.loads(run("d/*/*.md", "d/old/e.md", "--format", "json")[1])["files"]]
    assert paths == ["d/old/e.md"]


@pytest.mark.parametrize("pattern", ["*.rst", "[", "**x", "[!]*", "a/**/../*.md"])
def test_a_pattern_that_matches_nothing_ends_with_2(run: Run, pattern: str) -> None:
    code, _, err = run(pattern)
    assert code == 2
    assert err.startswith("error: ")


def test_a_folder_without_drafts_ends_with_2(run: Run) -> None:
    Path("d").mkdir()
    code, _, err = run("d")
    assert code == 2
    assert "no draft" in err


def test_configuration_excludes_and_ignores_by_path(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        "wellsourced.toml",
        '[audit]\nexclude = ["drafts/old"]\n[[audit.path]]\npattern = "drafts/lenient/*"\nignore = ["C101", "R401"]\n',
    )
    write("drafts/old/a.md", OUT_OF_BOUNDS)
    write("drafts/lenient/b.md", OUT_OF_BOUNDS)
    write("drafts/c.md", OUT_OF_BOUNDS)
    wanted = {"drafts/c.md": ["C101"], "drafts/lenient/b.md": []}
    for argument in ("drafts", str(folder / "drafts"), "./drafts"):
        code, out, _ = run(argument, "--format", "json")
        assert code == 1
        files = json.loads(out)["files"]
        found = {str(Path(f["path"]).absolute().relative_to(folder)): [x["code"] for x in f["findings"]] for f in files}
        assert found == wanted
    monkeypatch.chdir(folder / "drafts")
    code, out, _ = run("lenient/b.md", "--format", "json", "--sources", "../sources.jsonl", sources=False)
    assert (code, codes_of(out)) == (0, [[]])


def test_select_and_ignore_take_codes_names_and_beginnings(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    for ignored in ("C101", "citation-out-of-bounds", "C1", "C"):
        assert run("a.md", "--ignore", ignored)[0] == 0, ignored
    assert run("a.md", "--select", "R,N")[0] == 0
    assert run("a.md", "--select", "C101")[0] == 1
    code, _, err = run("a.md", "--select", "C999")
    assert code == 2
    assert "C999" in err


# ---------------------------------------------------------------------------------------------- standard input


def test_standard_input_has_the_name_that_is_given(run: Run) -> None:
    code, out, _ = run("-", "--format", "json", stdin=OUT_OF_BOUNDS)
    assert code == 1
    assert json.loads(out)["files"][0]["path"] == "<stdin>"
    _, out, _ = run("-", "--stdin-filename", "drafts/x.md", "--format", "json", stdin=OUT_OF_BOUNDS)
    assert json.loads(out)["files"][0]["path"] == "drafts/x.md"


def test_per_path_configuration_holds_for_the_name_of_standard_input(run: Run) -> None:
    write("wellsourced.toml", '[[audit.path]]\npattern = "drafts/*"\nignore = ["C101"]\n')
    assert run("-", "--stdin-filename", "drafts/x.md", stdin=OUT_OF_BOUNDS)[0] == 0
    assert run("-", "--stdin-filename", "other/x.md", stdin=OUT_OF_BOUNDS)[0] == 1


def test_the_sources_beside_the_name_of_standard_input_are_its_sources(run: Run) -> None:
    write("drafts/x.sources.jsonl", read("sources.jsonl"))
    for options in ((), ("--no-cache",), ("--diff", "--unsafe-fixes")):
        named = run("-", "--stdin-filename", "drafts/x.md", *options, stdin=SWAPPED, sources=False)
        assert named[0] == 1
        assert "--apply" in named[1] or "+The mill" in named[1]
        assert run("-", "--stdin-filename", "other/x.md", *options, stdin=SWAPPED, sources=False)[0] == 0
        assert run("-", *options, stdin=SWAPPED, sources=False)[0] == 0
    Path("drafts/x.sources.jsonl").unlink()  # what is kept of it no longer holds
    assert run("-", "--stdin-filename", "drafts/x.md", stdin=SWAPPED, sources=False)[0] == 0


def test_the_sources_beside_standard_input_are_never_overwritten(run: Run) -> None:
    beside = write("drafts/x.sources.jsonl", read("sources.jsonl"))
    before = beside.read_bytes()
    code, _, err = run("-", "--stdin-filename", "drafts/x.md", "--output", str(beside), stdin=SWAPPED, sources=False)
    assert (code, beside.read_bytes()) == (2, before)
    assert "is read by this audit" in err


@pytest.mark.parametrize("name", [".", "..", "/", "a\nb", "x" * 300, "a/b/c", "https://a.example/x.md"])
def test_a_name_of_standard_input_beside_which_nothing_lies_is_a_name(run: Run, name: str) -> None:
    assert run("-", "--stdin-filename", name, stdin=CLEAN, sources=False)[0] == 0


def test_a_repaired_standard_input_goes_to_stdout_byte_for_byte(run: Run) -> None:
    draft = "\ufeff" + OUT_OF_BOUNDS.replace("\n", "\r\n").replace("miller", "Müller")
    code, out, err = run("-", "--fix", stdin=draft)
    assert code == 0
    assert out == draft.replace("[7]", "")
    assert "1 fixed" in err
    code, out, _ = run("-", "--renumber", stdin=CLEAN)
    assert (code, out) == (0, CLEAN)
    report = Path("report.json")
    code, out, _ = run("-", "--fix", "--format", "json", "--output", str(report), stdin=OUT_OF_BOUNDS)
    assert out == CLEAN
    assert codes_of(report.read_text("utf-8")) == [["C101"]]


# ---------------------------------------------------------------------------------------------- repairs


def test_fix_makes_safe_fixes_and_the_exit_code_speaks_of_what_remains(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    code, _, err = run("a.md", "--fix")
    assert code == 0
    assert read("a.md") == CLEAN
    assert "1 fixed" in err
    write("b.md", SWAPPED)
    assert run("b.md", "--fix")[0] == 1
    assert read("b.md") == SWAPPED
    assert run("b.md", "--fix", "--unsafe-fixes")[0] == 0
    assert read("b.md") == CLEAN


@pytest.mark.parametrize("fix", [("--fix",), ("--fix", "--unsafe-fixes"), ("--renumber",), ("--apply", "ID")])
def test_the_report_of_a_repair_is_that_of_the_repaired_text(run: Run, fix: tuple[str, ...]) -> None:
    draft = OUT_OF_BOUNDS.replace("the mill [2].", "the mill [2]. According to [9], it burnt in 1950.")
    write("a.md", draft)
    [before] = json.loads(run("a.md", "--format", "json")[1])["files"]
    fixable = next(finding["id"] for finding in before["findings"] if finding["fix"])
    chosen = [fixable if word == "ID" else word for word in fix]
    code, out, err = run("a.md", *chosen)
    assert (code, out) == run("a.md")[:2]
    [left] = json.loads(run("a.md", "--format", "json")[1])["files"]
    assert f"{len(left['findings'])} finding" in err


def test_json_tells_of_the_draft_before_any_repair(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    before = json.loads(run("a.md", "--format", "json")[1])["files"]
    code, out, err = run("a.md", "--fix", "--format", "json")
    assert (code, json.loads(out)["files"]) == (0, before)
    assert "1 fixed" in err
    [finding] = before[0]["findings"]
    assert OUT_OF_BOUNDS[finding["start"] : finding["end"]] == "[7]"


@pytest.mark.parametrize("form", ["text", "markdown", "github", "gitlab", "rdjson", "sarif", "junit", "html"])
def test_no_report_of_a_repair_tells_what_was_fixed(run: Run, form: str) -> None:
    write("a.md", OUT_OF_BOUNDS)
    assert "has no entry 7" in run("a.md", "--format", form)[1]
    code, out, err = run("a.md", "--fix", "--format", form)
    assert code == 0
    assert "has no entry 7" not in out
    assert "a.md: 1 fixed\na.md: 0 findings left\n" in err
    write("b.md", OUT_OF_BOUNDS)
    run("b.md", "--diff", "--format", form, "--output", "report")
    assert "has no entry 7" in read("report")  # nothing was written


def test_diff_prints_a_patch_and_writes_nothing(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    code, out, _ = run("a.md", "--diff")
    assert code == 1
    assert "-The mill of Varne opened in 1871 [1][7]." in out
    assert "+The mill of Varne opened in 1871 [1]." in out
    assert read("a.md") == OUT_OF_BOUNDS
    assert run("a.md", "--fix", "--diff")[1] == out


def test_apply_makes_the_chosen_fixes_alone(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    write("b.md", SWAPPED)
    ids = ids_of(run("a.md", "b.md", "--format", "json")[1])
    code, _, err = run("a.md", "b.md", "--apply", ids["C102"])
    assert code == 1
    assert read("a.md") == OUT_OF_BOUNDS
    assert read("b.md") == CLEAN
    assert "b.md: 1 fixed" in err


def test_the_report_shows_what_apply_takes(run: Run) -> None:
    write("a.md", SWAPPED)
    [told] = [line for line in run("a.md")[1].splitlines() if " --apply " in line]
    assert 'replace "[1]" by "[2]"' in told
    code, _, err = run("a.md", "--apply", told.split(" --apply ")[1].split(")")[0])
    assert (code, read("a.md")) == (0, CLEAN)
    assert "a.md: 1 fixed" in err


def test_apply_of_an_unknown_id_writes_nothing(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    known = ids_of(run("a.md", "--format", "json")[1])["C101"]
    code, _, err = run("a.md", "--apply", known, "0123456789ab")
    assert code == 2
    assert "0123456789ab" in err
    assert read("a.md") == OUT_OF_BOUNDS


def test_renumber_closes_gaps(run: Run) -> None:
    text = CLEAN.replace("[2]", "[5]").replace("2. https", "5. https")
    write("a.md", text)
    assert run("a.md", "--renumber")[0] == 0
    assert read("a.md") == CLEAN


def test_one_file_that_cannot_be_written_does_not_stop_the_others(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS).chmod(0o444)
    write("b.md", OUT_OF_BOUNDS)
    code, out, err = run("a.md", "b.md", "--fix")
    assert code == 4
    assert out == ""
    assert "error: a.md: may not be written" in err
    assert "a.md: 1 fixed" not in err
    assert (read("a.md"), read("b.md")) == (OUT_OF_BOUNDS, CLEAN)


def test_quiet_leaves_the_findings_and_verbose_adds_the_weak_citations(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    _, out, err = run("a.md", "--quiet")
    assert out.splitlines()[0].startswith("a.md:3:37: error: C101")
    assert "1 error" not in out
    assert err == ""
    doubtful = "Its wheel was built by a carpenter from the valley and drove stones for many summers [1]."
    write("b.md", CLEAN.replace("The mill of Varne opened in 1871 [1].", doubtful))
    write(
        "c.md", CLEAN.replace("the mill [2].", "the mill [2]. It was rebuilt [3].") + "3. https://mills.example/gone\n"
    )
    plain, told = run("b.md", "c.md")[1], run("b.md", "c.md", "--verbose")[1]
    added = [line for line in told.splitlines() if line not in plain.splitlines()]
    assert [line.split(", support")[0].split(": It")[0] for line in added] == [
        "b.md:3:86: weak: citation 1",
        "c.md:3:115: uncheckable: citation 3",
    ]
    write("d.md", CLEAN)
    assert run("d.md", "--quiet") == (0, "", "")


def test_j97_an_address_is_no_file_of_sources(run: Run) -> None:
    write("a.md", CLEAN)
    code, _, err = run("a.md", "--sources", "https://mills.example/s.jsonl", sources=False)
    assert code == 2
    assert err == "error: https://mills.example/s.jsonl: is an address, not a file: save it as a file and name that\n"


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_j96_what_only_has_the_name_of_a_sources_file_is_not_passed_over(run: Run, kind: str) -> None:
    write("a.md", CLEAN)
    place = Path("a.sources.jsonl")
    place.mkdir() if kind == "folder" else place.symlink_to("nowhere") if kind == "link" else os.mkfifo(place)
    code, out, err = run("a.md", sources=False)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: a.sources.jsonl: is {'a folder' if kind == 'folder' else 'not a regular file'}: ")
    assert run("a.md")[0] == 0  # named, they come from elsewhere


@pytest.mark.parametrize("option", ["--diff", "--fix"])
def test_where_no_report_is_printed_a_draft_that_cannot_be_judged_is_named(run: Run, option: str) -> None:
    code, out, err = run("-", option, stdin="")
    assert (code, out) == (3, "")
    assert "<stdin>: D901 nothing-to-audit: " in err


def test_that_fixes_are_withheld_is_said(run: Run) -> None:
    write("b.md", SWAPPED)
    assert "withheld" not in run("b.md", "--fix")[2]
    write("c.md", CLEAN.replace("the mill [2].", "the mill [2]. A miller lived upstairs [^3]. It had a wheel [9]."))
    code, _, err = run("c.md", "--fix")
    assert code == 1
    assert "0 fixable (fixes are withheld: the citation style could not be read with certainty)" in err


def test_a_report_goes_to_a_file(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    code, out, _ = run("a.md", "--format", "json", "--output", "out/report.json")
    assert (code, out) == (1, "")
    assert codes_of(read("out/report.json")) == [["C101"]]
    write("block", "")
    code, _, err = run("a.md", "--output", "block/report.txt")
    assert code == 4
    assert "block" in err


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_rule_is_named_by_the_beginning_of_its_code_or_its_whole_name(run: Run, option: str) -> None:
    write("a.md", OUT_OF_BOUNDS)
    for named in ("C1", "C101", "citation-out-of-bounds"):
        assert run("a.md", option, named)[0] == (1 if option == "--select" else 0)
    for named in ("citation-out", "C101x"):
        code, _, err = run("a.md", option, named)
        assert code == 2
        assert f"error: {named}: is not a rule" in err


@pytest.mark.parametrize("table", ["[audit]", '[[audit.path]]\npattern = "*.md"'])
def test_an_empty_name_in_a_configuration_silences_nothing(run: Run, table: str) -> None:
    write("a.md", OUT_OF_BOUNDS)
    write("wellsourced.toml", f'{table}\nignore = [""]\n')
    code, _, err = run("a.md")
    assert code == 2
    assert "is not a rule" in err


UNASKED = {
    "wellsourced.toml": '[audit]\nbaseline = "known.json"\n',
    "known.json": '{"schema": "wellsourced.baseline/1", "findings": []}',
    "a.sources.jsonl": "".join(json.dumps(source) + "\n" for source in SOURCES),
    "sources.lock": '{"schema": "wellsourced.lock/1"}\n',
    "opinions.json": '{"schema": "wellsourced.opinions/1", "opinions": {}}',
}


@pytest.mark.parametrize("name", UNASKED)
def test_a_report_never_takes_the_place_of_what_an_audit_finds_by_itself(run: Run, name: str) -> None:
    write("a.md", CLEAN)
    for path, text in UNASKED.items():
        write(path, text)
    code, _, err = run("a.md", "--output", name, sources=False)
    assert (code, read(name)) == (2, UNASKED[name])
    assert f"error: {name}: is read by this audit" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("a.md", "--interactive", "--apply", "x"),
        ("-", "--interactive"),
        ("a.md", "--diff", "--write-baseline", "b.json"),
        ("a.md", "-", "--fix"),
        ("-", "-"),
        ("a.md", "--max-findings", "-1"),
        ("a.md", "--max-findings", "many"),
        ("a.md", "--fail-on", "sometimes"),
        ("a.md", "--format", "word"),
        ("a.md", "--exit-zero", "--fail-on", "error"),
        ("a.md", "--statistics", "--format", "markdown"),
        ("a.md", "--unsafe-fixes"),
        ("a.md", "--unsafe-fixes", "--renumber"),
    ],
)
def test_contradictions_end_with_2_before_anything_is_written(run: Run, arguments: tuple[str, ...]) -> None:
    write("a.md", OUT_OF_BOUNDS)
    code, out, err = run(*arguments, stdin=OUT_OF_BOUNDS)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert len(err.splitlines()) == 1
    assert read("a.md") == OUT_OF_BOUNDS
    assert not Path("b.json").exists()


# ---------------------------------------------------------------------------------------------- interactive

TWO = OUT_OF_BOUNDS.replace("the mill [2].", "the mill [2]. A miller lived upstairs [8].")


def test_a_question_shows_the_sentence_and_the_change(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    code, _, err = run("a.md", "--interactive", stdin="y\n")
    assert code == 0
    assert read("a.md") == CLEAN
    assert "a.md:3:37: C101 citation-out-of-bounds" in err
    assert "\n    The mill of Varne opened in 1871 [1][7].\n" in err
    assert "\n  - The mill of Varne opened in 1871 [1][7]. The flood" in err
    assert "\n  + The mill of Varne opened in 1871 [1]. The flood" in err
    assert "apply this fix? [y/n/a/q]" in err


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        ("y\ny\n", []),
        ("y\nn\n", ["[8]"]),
        ("n\ny\n", ["[7]"]),
        ("n\nn\n", ["[7]", "[8]"]),
        ("a\n", []),
        ("q\n", ["[7]", "[8]"]),
        ("y\nq\n", ["[8]"]),
        ("", ["[7]", "[8]"]),  # the end of the input is a q
        ("y\n", ["[8]"]),
        ("y", ["[8]"]),
        ("what?\n\nYES\nno\n", ["[8]"]),
        ("\x04\x1b[A\nq\n", ["[7]", "[8]"]),
    ],
)
def test_answers_are_obeyed(run: Run, answers: str, left: list[str]) -> None:
    write("a.md", TWO)
    code, _, err = run("a.md", "--interactive", stdin=answers)
    assert code == 1  # what is left, or the sentence that [8] was the only citation of (C109)
    assert [marker for marker in ("[7]", "[8]") if marker in read("a.md")] == left
    assert "Traceback" not in err


def test_a_and_q_hold_for_the_drafts_to_come(run: Run) -> None:
    for answers, wanted in (("a\n", CLEAN), ("q\n", OUT_OF_BOUNDS)):
        write("a.md", OUT_OF_BOUNDS)
        write("b.md", OUT_OF_BOUNDS)
        run("a.md", "b.md", "--interactive", stdin=answers)
        assert read("a.md") == read("b.md") == wanted


def test_unsafe_fixes_are_asked_for_too(run: Run) -> None:
    write("a.md", SWAPPED)
    code, _, err = run("a.md", "--interactive", stdin="y\n")
    assert "this fix is unsafe" in err
    assert "source says:" in err or "another source" in err
    assert (code, read("a.md")) == (0, CLEAN)


def test_a_declined_fix_is_not_asked_for_again_nor_made_for_its_twin(run: Run) -> None:
    again = "The mill of Varne opened in 1871 [1][7].\n\n"
    more = "".join(f"{SOURCES[0]['text'][:33]} [1].\n\n" for _ in range(4))
    twins = OUT_OF_BOUNDS.replace("\n## Ref", f"\n{again}{again}{more}\n## Ref")
    write("a.md", twins)
    _, _, err = run("a.md", "--interactive", stdin="n\ny\nn\n")
    assert err.count("apply this fix?") == 3
    assert read("a.md").count("[7]") == 2


def test_interactive_with_diff_writes_nothing(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    _, out, _ = run("a.md", "--interactive", "--diff", stdin="y\n")
    assert "+The mill of Varne opened in 1871 [1]." in out
    assert read("a.md") == OUT_OF_BOUNDS


def test_a_question_shows_no_control_characters(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS.replace("The mill", "The \x1b[31mmill\x07"))
    _, _, err = run("a.md", "--interactive", stdin="n\n")
    assert "\x1b" not in err
    assert "\\x1b[31mmill\\x07" in err


# ---------------------------------------------------------------------------------------------- baseline


def test_a_baseline_accepts_what_was_there(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    assert run("a.md", "--write-baseline", "base.json", "--as-of", "2025-03-01")[0] == 0
    code, out, err = run("a.md", "--baseline", "base.json", "--as-of", "2025-03-02", "--format", "json")
    assert code == 0
    assert codes_of(out) == [[]]
    assert json.loads(out)["summary"]["suppressed"] == 1
    assert "2025-03-02" in err
    write("a.md", "An opening line.\n\n" + TWO)
    code, out, _ = run("./a.md", "--baseline", "base.json", "--as-of", "2025-03-02", "--format", "json")
    assert code == 1
    assert "[8]" in TWO
    assert codes_of(out) == [["C101"]]


def test_a_baseline_renewed_for_some_rules_keeps_what_it_knows_of_the_others(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    run("a.md", "--write-baseline", "base.json")
    before = read("base.json")
    run("a.md", "--select", "R4", "--write-baseline", "base.json")
    assert read("base.json") == before
    write("a.md", "Nothing cites here [1].\n\n## References\n\n1. One. https://one.example\n")
    run("a.md", "--write-baseline", "base.json")
    assert "C101" not in read("base.json")


def test_selections_add_up(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    assert codes_of(run("a.md", "--select", "R401", "--select", "C101", "--format", "json")[1]) == [["C101"]]
    assert codes_of(run("a.md", "--ignore", "C101", "--ignore", "R401", "--format", "json")[1]) == [[]]


def test_a_baseline_is_over_after_its_day(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    run("a.md", "--write-baseline", "base.json", "--as-of", "2025-03-01")
    assert run("a.md", "--baseline", "base.json", "--as-of", "2025-09-01")[0] == 1


def test_accepted_findings_are_not_fixed(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    run("a.md", "--write-baseline", "base.json")
    write("a.md", TWO)
    run("a.md", "--baseline", "base.json", "--fix")
    assert "[7]" in read("a.md")
    assert "[8]" not in read("a.md")


def test_a_fix_that_takes_the_last_citation_of_a_sentence_does_not_pass(run: Run) -> None:
    write("a.md", TWO)
    code, out, err = run("a.md", "--fix")
    assert code == 1
    assert "[7]" not in read("a.md")
    assert "[8]" not in read("a.md")
    assert "a.md:3:100: error: C109 citation-lost: its only citation was taken out" in out
    assert "C109" not in err
    code, out, err = run("-", "--fix", stdin=TWO)
    assert (code, out) == (1, read("a.md"))
    assert "<stdin>:3:100: C109: its only citation was taken out: A miller lived upstairs." in err
    assert run("a.md")[0] == 0  # only the run that made the fix can tell


def test_writing_again_shrinks_a_baseline_and_keeps_its_days(run: Run) -> None:
    write("a.md", TWO)
    run("a.md", "--write-baseline", "base.json", "--as-of", "2025-03-01")
    first = json.loads(read("base.json"))["findings"]
    assert len(first) == 2
    write("a.md", OUT_OF_BOUNDS)
    run("a.md", "--baseline", "base.json", "--write-baseline", "base.json", "--as-of", "2025-04-01")
    [left] = json.loads(read("base.json"))["findings"]
    assert left in first


def test_a_baseline_never_accepts_that_nothing_was_judged(run: Run) -> None:
    write("a.md", EMPTY)
    assert run("a.md", "--write-baseline", "base.json", sources=False)[0] == 3
    assert run("a.md", "--baseline", "base.json", sources=False)[0] == 3


def test_a_configured_baseline_lies_beside_the_configuration(run: Run, folder: Path, monkeypatch: Any) -> None:
    write("wellsourced.toml", '[audit]\nbaseline = "base.json"\n')
    write("d/a.md", OUT_OF_BOUNDS)
    code, _, err = run("d/a.md")
    assert code == 2
    assert "base.json" in err
    assert run("d/a.md", "--write-baseline", "base.json")[0] == 0
    monkeypatch.chdir(folder / "d")
    assert run("a.md", sources=False)[0] == 0  # the same file from another folder
    monkeypatch.chdir(folder)
    assert run("d/a.md")[0] == 0


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"schema": "x", "findings": []}'])
def test_a_baseline_that_cannot_be_used_ends_with_2(run: Run, content: str | None) -> None:
    write("a.md", OUT_OF_BOUNDS)
    if content is not None:
        write("base.json", content)
    code, _, err = run("a.md", "--baseline", "base.json", "--fix")
    assert code == 2
    assert err.startswith("error: base.json")
    assert read("a.md") == OUT_OF_BOUNDS


def test_a_baseline_that_cannot_be_written_ends_with_4(run: Run) -> None:
    write("a.md", OUT_OF_BOUNDS)
    write("block", "")
    assert run("a.md", "--write-baseline", "block/base.json")[0] == 4


def test_a_patch_names_a_draft_as_seen_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.md").write_text("Rain fell [1]. Hail fell [9].\n\n## Sources\n\n1. https://rain.example\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("texts/a.md", "./texts/a.md", str(folder / "a.md")):
        main(["audit", name, "--diff", "--quiet"])
        assert capsys.readouterr().out.splitlines()[1:3] == ["--- a/texts/a.md", "+++ b/texts/a.md"]
    monkeypatch.chdir(folder)
    main(["audit", str(folder.parent / "texts" / "a.md"), "--diff", "--quiet"])
    assert capsys.readouterr().out.splitlines()[1] == "--- a/a.md"


def test_a_patch_of_drafts_outside_the_current_folder_is_for_the_folder_above_them_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, here = tmp_path / "texts", tmp_path / "here" / "inner"
    for folder in (texts, here):
        folder.mkdir(parents=True)
        (folder / "a.md").write_text(
            "Rain fell [1]. Hail fell [9].\n\n## Sources\n\n1. https://rain.example\n", "utf-8"
        )
    monkeypatch.chdir(here)
    for quiet in ([], ["--quiet"]):
        main(["audit", "../../texts/a.md", "a.md", "--diff", *quiet])
        out, err = capsys.readouterr()
        named = [line for line in out.splitlines() if line.startswith("+++")]
        assert named == ["+++ b/texts/a.md", "+++ b/here/inner/a.md"]
        assert err.splitlines()[0] == "apply this patch in ../.."
