"""What no draft, no sources file and no moment of a repair may do: the acceptance list, row by row."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from growth import Job, exponent, spent

from audit.pairs import judge
from audit.reading.marker_window import shares_term
from audit.runner import audit
from audit.support import prepare
from wellsourced.cli import main
from wellsourced.draft_files import DraftFile, read, write_back
from wellsourced_core.errors import StorageError
from wellsourced_core.model import Claim, FileReport, Pair, Source

HISTORY = "The mill of Varne opened in 1871. Its wheel drove four pairs of stones, and a miller lived upstairs."
FLOOD = "The flood of 1908 carried off the bridge below the mill. Volunteers rebuilt it within eleven weeks."
SOURCES = (
    Source("1", "https://mills.example/history", "The mill of Varne", HISTORY, n=1),
    Source("2", "https://mills.example/flood", "The flood of Varne", FLOOD, n=2),
)
BODY = (
    "The mill of Varne opened in 1871 [1]. The flood of 1908 carried off the bridge below the mill [2]. "
    "Volunteers rebuilt the bridge within eleven weeks [2]. A miller lived upstairs at the mill [1].\n"
)
LIST = "\n## References\n\n1. https://mills.example/history\n2. https://mills.example/flood\n"
CLEAN = BODY + LIST
BAD = CLEAN.replace("1871 [1].", "1871 [1][7].")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run the command in an empty folder that has the sources in `sources.jsonl`."""
    monkeypatch.chdir(tmp_path)
    Path("sources.jsonl").write_text("".join(map(line_of, SOURCES)), "utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["audit", *arguments])
        out, err = capsysbinary.readouterr()
        assert b"Traceback" not in err
        return code, out.decode("utf-8"), err.decode("utf-8")

    return call


def line_of(source: Source) -> str:
    fields = {"n": source.n, "url": source.url, "title": source.title, "text": source.text}
    return json.dumps(fields) + "\n"


def put(text: str | bytes, name: str = "a.md") -> Path:
    path = Path(name)
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return path


def started(*arguments: str, env: dict[str, str] | None = None, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "wellsourced", *arguments]
    environment = {**os.environ, **(env or {})}
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=60, **options)


def extra(sentence: str) -> FileReport:
    """Audit a clean draft with one sentence more."""
    return audit(f"{BODY}\n{sentence}\n{LIST}", SOURCES)


def seen(report: FileReport) -> list[tuple[str, list[tuple[Any, str]]]]:
    """Return the markers of the sentence that `extra` added: as written, with their labels and verdicts."""
    markers = [m for m in report.markers if m.start > len(BODY)]
    return [(marker.raw, [(ref.label, ref.verdict) for ref in marker.refs]) for marker in markers]


def codes(report: FileReport) -> list[str]:
    return [finding.code for finding in report.findings]


def repaired(text: str, *flags: str, run: Run) -> str:
    path = put(text, "repair.md")
    run(str(path), "--sources", "sources.jsonl", "--fix", *flags)
    return path.read_bytes().decode("utf-8")


# ---------------------------------------------------------------------------------------------- growth


LINEAR = 1.5  # far below 2, and above what a busy machine makes of 1
NOTICEABLE = 0.03  # CPU seconds: something quadratic is far above it at these sizes


def growth(work: Callable[[int], Job], small: int, large: int) -> float:
    """Return the exponent with which the CPU time grows between two sizes; 0 where it is too short to tell."""
    job = work(large)
    return exponent(work(small), job, large / small, enough=LINEAR) if spent(job) >= NOTICEABLE else 0.0


# ---------------------------------------------------------------------------------------------- files


@contextmanager
def without_privileges() -> Iterator[None]:
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_d01_a_file_that_is_not_there(run: Run) -> None:
    code, out, err = run("none.md")
    assert (code, out) == (2, "")
    assert err == "error: none.md: there is no such file: check the path\n"


@pytest.mark.parametrize("name", ["x" * 300 + ".md", "a\0b.md", "", "a.md/b.md", "\ud800.md", "~nobody/x.md"])
def test_d01_a_name_that_no_file_can_have(run: Run, name: str) -> None:
    put(CLEAN)
    code, _, err = run(name)
    assert code == 2
    assert err.startswith("error: ")
    assert len(err.splitlines()) == 1


def test_d01_a_folder_without_drafts(run: Run) -> None:
    Path("folder").mkdir()
    assert run("folder")[0] == 2


def test_d01_a_draft_that_may_not_be_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.chdir(folder)
        put(CLEAN).chmod(0)
        run("none.md")  # what the command imports on its way is there before privileges are given up
        with without_privileges():
            code, out, err = run("a.md")
        monkeypatch.undo()
    assert (code, out) == (4, "")
    assert err == "error: a.md: may not be read: check its permissions\n"


def test_d01_a_pipe_and_an_endless_device(run: Run) -> None:
    os.mkfifo("pipe.md")
    for name in ("pipe.md", "/dev/zero", "/dev/stdin"):
        code, _, err = run(name)
        assert code == 2, name
        assert err.startswith(f"error: {name}: ")


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ufeff", " \t\r\n \n", "\x00"])
def test_d02_a_draft_without_anything(run: Run, text: str) -> None:
    path = put(text)
    code, out, _ = run("a.md", "--fix", "--renumber", "--format", "json")
    assert code == 3
    assert [finding["code"] for finding in json.loads(out)["files"][0]["findings"]] == ["D901"]
    assert path.read_bytes() == text.encode("utf-8")


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (BAD.replace("Varne", "Värne").encode("latin-1"), 13),
        (b"\xff\xfe" + BAD.encode("utf-16-le"), 0),
        (BAD.encode("utf-8") + b"\x80", len(BAD.encode("utf-8"))),
        (bytes(range(255, 127, -1)), 0),
        (b"\xed\xa0\x80 [1]", 0),
    ],
)
def test_d03_a_draft_that_is_not_utf_8(run: Run, data: bytes, offset: int) -> None:
    path = put(data)
    code, _, err = run("a.md", "--fix")
    assert code == 2
    assert f"is not UTF-8 at byte {offset}:" in err
    assert path.read_bytes() == data


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("shape", ["{}", "\ufeff{}", "{}\x0c \x85", "{}no final line end"])
def test_d04_bytes_outside_a_removal_stay(run: Run, end: str, shape: str) -> None:
    text = shape.format(BAD).replace("\n", end)
    assert repaired(text, run=run) == text.replace("[7]", "")


def test_d04_mixed_line_ends_stay(run: Run) -> None:
    text = BAD.replace("\n\n", "\r\n\n", 1).replace("history\n", "history\r\n") + "\r\n\n\r\n"
    assert repaired(text, run=run) == text.replace("[7]", "")


# ---------------------------------------------------------------------------------------------- markers


@pytest.mark.parametrize(
    ("marker", "wanted"),
    [
        ("[0]", [("[0]", [(0, "out-of-bounds")])]),
        ("[-1]", []),
        ("[1.5]", []),
        ("[ 1 ]", [("[ 1 ]", [(1, "supported")])]),
        ("[01]", [("[01]", [(1, "supported")])]),
        ("[1a]", []),
    ],
)
def test_d05_the_grammar_of_a_number(marker: str, wanted: object) -> None:
    report = extra(f"Its wheel drove four pairs of stones at the mill {marker}.")
    assert seen(report) == wanted
    assert codes(report) == (["C101"] if marker == "[0]" else [])


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 19, "1" + "0" * 4300])
def test_d06_a_number_of_thousands_of_digits(run: Run, digits: str) -> None:
    text = CLEAN.replace("1871 [1].", f"1871 [1][{digits}].")
    assert repaired(text, run=run) == CLEAN


@pytest.mark.parametrize("marker", ["[१]", "[１]", "[²]", "[١]", "[Ⅱ]"])
def test_d07_digits_other_than_ascii_are_no_marker(run: Run, marker: str) -> None:
    sentence = f"Its wheel drove four pairs of stones at the mill {marker}."
    assert seen(extra(sentence)) == []
    text = f"{BODY}\n{sentence}\n{LIST}"
    assert repaired(text, run=run) == text


BOTH = [(1, "supported"), (2, "supported")]


@pytest.mark.parametrize(
    ("marker", "wanted"),
    [
        ("[1][2]", [("[1]", BOTH[:1]), ("[2]", BOTH[1:])]),
        ("[1, 2]", [("[1, 2]", BOTH)]),
        ("[1;2]", [("[1;2]", BOTH)]),
        ("[1-2]", [("[1-2]", BOTH)]),
        ("[1-3]", [("[1-3]", [*BOTH, (3, "out-of-bounds")])]),
        ("[1–3]", [("[1–3]", [*BOTH, (3, "out-of-bounds")])]),
        ("[^1]", [("[^1]", BOTH[:1])]),
        ("[1](https://x.example)", [("[1](https://x.example)", BOTH[:1])]),
        ("\\[1\\]", []),  # the draft's own shape it is not
    ],
)
def test_d08_every_form_is_judged_or_left_alone(run: Run, marker: str, wanted: object) -> None:
    sentence = f"Its wheel drove four pairs of stones at the mill {marker}."
    assert seen(extra(sentence)) == wanted
    text = f"{BODY}\n{sentence}\n{LIST}"
    after = repaired(text, run=run)
    assert after == text.replace("[1-3]", "[1, 2]").replace("[1–3]", "[1, 2]")


@pytest.mark.parametrize("marker", ["[1-999999999]", "[3-999999999]", "[1-2, 1-999999999]"])
def test_d09_a_range_grows_no_further_than_the_list(marker: str) -> None:
    report = extra(f"Its wheel drove four pairs of stones at the mill {marker}.")
    [(_, refs)] = seen(report)
    assert len(refs) <= 2 + 2 * marker.count("-")
    assert (999999999, "out-of-bounds") in refs


MASKED = [
    "In code `a[7]` and ``[8] ` [9]``, too.",
    "```\n[7]\n```",
    "~~~ text\n[7]\n~~~",
    "    indented [7]",
    "<!-- a note [7] -->",
    "<!-- one\n\n[7]\n-->",
    "The sum $x_{[7]}$ and $$[8]$$ are math.",
    "https://mills.example/a[7]=b and <https://mills.example/[8]/c>",
    "[the mill](https://mills.example/x[7])",
    '[the mill](https://mills.example "title [7]")',
    "![the mill [7]](mill.png)",
    '<img alt="[7]">',
    "See ^[an inline note [7] of ours].",
    "<pre>\n[7]\n</pre>",
]


@pytest.mark.parametrize("block", MASKED)
def test_d10_what_is_no_running_text_is_untouched(run: Run, block: str) -> None:
    assert seen(extra(block)) == []
    text = f"{BODY}\n{block}\n{LIST}"
    assert repaired(text, "--unsafe-fixes", run=run) == text


def test_d10_front_matter_is_untouched(run: Run) -> None:
    text = f"---\ntitle: The mill [7]\n---\n\n{CLEAN}"
    assert repaired(text, "--unsafe-fixes", run=run) == text


def test_d10_a_table_keeps_its_cells(run: Run) -> None:
    # A cell is running text: its markers are citations, its pipes are not theirs to take.
    table = "| year | event |\n|---|---|\n| 1871 | The mill of Varne opened [1] |\n| 1908 | [7] | \n"
    after = repaired(f"{BODY}\n{table}{LIST}", run=run)
    assert "| 1871 | The mill of Varne opened [1] |" in after
    assert after.count("|") == table.count("|")
    assert "[7]" not in after


def test_d11_an_index_in_prose_is_no_marker(run: Run) -> None:
    sentence = "The loop reads a[7] and array[8] first, sets b[9]=2 and x_i[10], then m[3][key] or m[11].end."
    assert seen(extra(sentence)) == []
    text = f"{BODY}\n{sentence}\n{LIST}"
    assert repaired(text, "--unsafe-fixes", run=run) == text


# ---------------------------------------------------------------------------------------------- lists

THREE = "1. https://mills.example/history\n2. https://mills.example/flood\n3. https://mills.example/never-cited\n"


@pytest.mark.parametrize(
    "text",
    [
        f"## References\n\n{THREE}\n# Varne\n\n{BODY}",
        f"{BODY}\n## Literaturverzeichnis\n\n{THREE}",
        f"{BODY}\n## 参考文献\n\n{THREE}",
        f"{BODY}\nИсточники\n---------\n\n{THREE}",
        f"{BODY}\n**Références:**\n\n{THREE}",
        f"{BODY}\n" + "".join(f"[{line[0]}] {line[3:]}\n" for line in THREE.splitlines()),
    ],
    ids=["before the text", "German", "Chinese", "Russian", "French", "no heading"],
)
def test_d12_a_list_is_pruned_where_it_surely_is_one(run: Run, text: str) -> None:
    assert codes(audit(text, SOURCES)) == ["R401"]
    lines = repaired(text, run=run).splitlines()
    assert [line for line in text.splitlines() if line not in lines] == [
        line for line in text.splitlines() if "never-cited" in line
    ]


def test_d12_numbers_inside_the_list_are_no_markers() -> None:
    entries = LIST.replace("history\n", "history (see [2], [7])\n")
    report = audit(BODY + entries, SOURCES)
    assert [marker.raw for marker in report.markers] == ["[1]", "[2]", "[2]", "[1]"]
    assert codes(report) == []


@pytest.mark.parametrize(
    "text",
    [
        BODY + "\nSteps to take:\n\n1. Open the sluice.\n2. Grease the axle.\n3. Start the wheel.\n",
        CLEAN + "\n## Notes\n\n1. https://mills.example/history\n2. https://mills.example/another\n",
    ],
    ids=["an ordinary list", "two lists"],
)
def test_d12_what_may_be_no_list_is_never_pruned(run: Run, text: str) -> None:
    assert repaired(text, "--unsafe-fixes", run=run) == text


def test_d13_one_number_for_two_pages_is_a_finding_and_neither_wins(run: Run) -> None:
    text = CLEAN + "2. https://mills.example/another\n"
    report = audit(text, SOURCES)
    assert codes(report) == ["R409"]
    assert [one.verdict for one in report.references] == ["keep", "keep", "keep"]
    assert repaired(text, "--unsafe-fixes", run=run) == text


def test_d14_numbers_stay_after_pruning_unless_asked(run: Run) -> None:
    entries = THREE.replace("3. ", "5. ").replace("2. ", "3. ")
    text = BODY.replace("[2]", "[3]") + "\n## References\n\n" + entries
    pruned = repaired(text, run=run)
    assert pruned == text.replace("5. https://mills.example/never-cited\n", "")
    assert repaired(text, "--renumber", run=run) == CLEAN


# ---------------------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    "text",
    [
        "[1] The mill of Varne opened in 1871.\n" + LIST,
        LIST.lstrip() + "\nThe mill of Varne opened in 1871 [1]",
        "[1][2] The mill of Varne opened in 1871; the flood carried off the bridge.\n" + LIST,
        "The mill of Varne opened in 1871 [1][2]\n" + LIST,
        "a [1]\n" + LIST,
    ],
)
def test_d15_markers_at_the_edges(run: Run, text: str) -> None:
    report = audit(text, SOURCES)
    assert report.markers
    for marker in report.markers:
        assert text[marker.start : marker.end] == marker.raw
        for ref in marker.refs:
            assert ref.verdict in ("supported", "uncheckable")
    assert "[1]" in repaired(text, run=run)


@pytest.mark.parametrize("text", ["[7]" + LIST, "[1][7]\n" + LIST, LIST + "[7]", "[7]", "[7] [8]"])
def test_d15_a_repair_at_the_edges_ends_well(run: Run, text: str) -> None:
    once = repaired(text, "--unsafe-fixes", run=run)
    assert repaired(once, "--unsafe-fixes", run=run) == once


def test_d16_a_window_ends_at_whole_words() -> None:
    source = prepare("The millwright of Varne carved the stones.")
    for size in range(120, 160):
        around = "x " * size + "millwrights"
        draft = f"Something else. {around} and so on. " + "y " * 200
        at = draft.index("[1]") if "[1]" in draft else draft.index(around)
        whole = shares_term(draft, at, at, source)
        cut = len(around) - len("millwrights") < 150 < len(around)
        if cut:  # the edge falls into the word: the whole word counts
            assert whole, size


@pytest.mark.parametrize("text", ["", " \n", "Mill.", "the of and it is", "a", "…", "1"])
def test_d17_a_source_that_says_too_little_is_uncheckable(run: Run, text: str) -> None:
    thin = (Source("1", "https://mills.example/history", "", text, n=1), SOURCES[1])
    report = audit(CLEAN.replace("Varne", "Fjell"), thin)
    assert [ref.verdict for m in report.markers for ref in m.refs if ref.label == 1] == ["uncheckable"] * 2
    assert set(codes(report)) == {"C104"}


def test_d17_a_source_whose_text_is_null_is_uncheckable(run: Run) -> None:
    put(CLEAN)
    put('{"n": 1, "url": "https://mills.example/history", "title": "", "text": null}\n', "null.jsonl")
    code, out, _ = run("a.md", "--sources", "null.jsonl", "--format", "json")
    assert code == 0
    verdicts = {ref["verdict"] for m in json.loads(out)["files"][0]["markers"] for ref in m["refs"]}
    assert verdicts == {"uncheckable"}


@pytest.mark.parametrize(
    "text",
    [
        "Bakers of this city sell the bread that they have in it.",  # stop words
        "Bakers sold 1871 loaves in Lisbon, in 1908 as in 1871.",  # a number
        "Bakers sell bread [1] in Lisbon [1], and pies too [2].",  # the marker's digits
        "Plan B: bakers sell a vitamin C bread with an X on it.",  # single letters
    ],
)
def test_d18_what_is_no_content_is_no_support(text: str) -> None:
    draft = (
        "In this city the mill B of Varne opened, and it was wooden [1].\n\n## References\n\n1. https://b.example/\n"
    )
    report = audit(draft, (Source("1", "https://b.example/", "", text, n=1),))
    [ref] = report.markers[0].refs
    assert ref.verdict == "misattributed"
    assert ref.support is not None
    assert ref.support < 0.2


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Millers repaired wheels.", "The miller repaired the wheel every year of his life."),  # plural
        ("The well-known water mill worked.", "The well known watermill worked for a century."),  # hyphen, compound
        ("THE MILL OF VARNE OPENED.", "The mill of Varne opened its doors to visitors."),  # case
        ("The café in Århus closed.", "The cafe in Arhus closed for the winter season."),  # accent
        ("The miller's daughter wrote letters.", "The miller’s daughter wrote a letter to the king."),  # possessive
        ("Production of flour doubled.", "The mill produced flour, and its production doubled."),  # derivation
        ("The mill had four wheels.", "At that time the mill had 4 wheels, one of them broken."),  # number words
        ("Twelve weeks of re-building ended.", "After 12 weeks the rebuilding ended at last."),
        ("The ﬁeld ﬂooded.", "The field flooded again in the spring of that year."),  # ligatures
    ],
)
def test_d19_another_form_is_the_same_word(claim: str, text: str) -> None:
    draft = f"{claim[:-1]} [1].\n\n## References\n\n1. https://b.example/\n"
    report = audit(draft, (Source("1", "https://b.example/", "", text, n=1),))
    assert [ref.verdict for ref in report.markers[0].refs] == ["supported"]
    assert "C102" not in codes(report)


# ---------------------------------------------------------------------------------------------- size

_SYLLABLES = "bal cor dun fer gal hin jor kel lam mor nev por quel ros sar tin".split()
_ENDINGS = "an era ine ost ula ent ish ade orm ick".split()


def _large(markers: int) -> tuple[str, tuple[Source, ...]]:
    """Return a draft with a number of markers, and a sixtieth as many sources, all different."""
    chance = random.Random(11)  # noqa: S311 - repeatable, not secret
    words = [a + b for a in _SYLLABLES for b in _ENDINGS]

    def sentence() -> str:
        return " ".join(chance.choice(words) for _ in range(12)).capitalize()

    said = [[sentence() for _ in range(10)] for _ in range(max(2, markers // 60))]
    said[0][0] += " by 12 percent"
    sources = tuple(
        Source(str(n), f"https://s{n}.example/", "", ". ".join(lines) + ".", n=n) for n, lines in enumerate(said, 1)
    )
    pieces = []
    for i in range(markers):
        n = chance.randrange(len(said)) if chance.random() < 0.95 else len(said) + 3
        end = "\n\n" if i % 6 == 5 else " "
        pieces.append(f"{chance.choice(said[n % len(said)])} [{n + 1}]. {sentence()}.{end}")
    entries = "".join(f"{source.n}. {source.url}\n" for source in sources)
    return f"{''.join(pieces)}\n\n## References\n\n{entries}", sources


def test_d20_a_large_draft_is_judged_in_linear_time() -> None:
    def work(markers: int) -> Job:
        text, sources = _large(markers)
        return lambda: audit(text, sources)

    assert growth(work, 240, 1_200) < LINEAR


def test_d20_every_marker_of_a_large_draft_is_judged() -> None:
    text, sources = _large(600)
    report = audit(text, sources)
    assert len(report.markers) == 600
    wrong = [m for m in report.markers if any(ref.verdict == "out-of-bounds" for ref in m.refs)]
    assert len(wrong) == text.count(f"[{len(sources) + 4}]") > 0


ATTACKS = {
    "one line": "word " * 20,
    "one word": "x" * 100,
    "brackets": "[" * 100,
    "open markers": "[1" * 50,
    "closed links": "](" * 50,
    "spaces": " " * 100,
    "spaces before a letter": " " * 99 + "x",
    "tabs": "\t" * 100,
    "lists of numbers": "1," * 50,
    "headings": "#" * 100,
    "line ends": "\n" * 100,
    "carriage returns": "\r" * 100,
    "markers": "[1]" * 33,
    "nested markers": "[[1]" * 25,
    "links in links": "[]([](" * 16,
    "images": "![" * 50,
    "emphasis": "a **" * 25,
    "underscores": "_a" * 50,
    "comments": "<!-- " * 20,
    "tags": "<a " * 33,
    "raised": "<sup>1" * 16,
    "code": "`a" * 50,
    "math": "$1 " * 33,
    "quotes": "> " * 50,
    "items": "- " * 50,
    "cells": "|a" * 50,
    "addresses": "http://a[1]" * 9,
    "footnotes": "[^1]: a\n" * 12,
    "entries": "1. x\n" * 20,
    "keys": "[@a" * 33,
    "lenticular": "【1" * 50,
    "escapes": "\\[" * 50,
    "groups of digits": ",111" * 25,
    "digits": "1" * 100,
    "digits and a letter": "1" * 99 + "x",
    "per cent": "1" * 99 + "%",
    "quotation marks": "“a " * 33,
    "setext": "a\n=\n" * 25,
    "links": "[a](http://b)" * 8,
    "parentheses": "(" * 100,
    "combining marks": "a" + "\u0301" * 99,
    "Chinese": "水坝" * 50,
    "mail": "a@" * 50,
}


def repeated(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


@pytest.mark.parametrize("name", ATTACKS)
def test_d21_d22_d23_d24_no_text_costs_more_than_its_length(name: str) -> None:
    def work(size: int) -> Job:
        text = repeated(ATTACKS[name], size)
        return lambda: audit(text)

    assert growth(work, 10_000, 60_000) < LINEAR


@pytest.mark.parametrize("name", ["groups of digits", "digits", "per cent", "spaces before a letter", "one word"])
def test_d23_d24_a_cited_sentence_and_its_source_cost_no_more_than_their_length(name: str) -> None:
    def work(size: int) -> Job:
        text = repeated(ATTACKS[name], size)
        draft = f"The mill of Varne {text} opened [1].\n\n## References\n\n1. https://b.example/\n"
        sources = (Source("1", "https://b.example/", "", f"The mill of Varne {text} opened.", n=1),)
        return lambda: audit(draft, sources)

    assert growth(work, 10_000, 60_000) < LINEAR


@pytest.mark.parametrize(
    "name",
    ["brackets", "closed links", "links in links", "nested markers", "spaces", "quotation marks"],
)
def test_d21_a_pair_costs_no_more_than_its_length(name: str) -> None:
    def work(size: int) -> Job:
        text = f"The mill of Varne {repeated(ATTACKS[name], size)} opened."
        pair = Pair(Claim(text, text), Source("", "", "", text), (text + "x",))
        return lambda: judge(pair)

    assert growth(work, 10_000, 60_000) < LINEAR


# ---------------------------------------------------------------------------------------------- repairs


def test_d25_the_audit_of_its_own_output_changes_nothing(run: Run) -> None:
    swapped = BAD.replace("below the mill [2]", "below the mill [1]") + "3. https://mills.example/never-cited\n"
    once = repaired(swapped, "--unsafe-fixes", "--renumber", run=run)
    assert once == CLEAN
    path = put(once, "again.md")
    before = path.stat()
    code, _, _ = run("again.md", "--sources", "sources.jsonl", "--fix", "--unsafe-fixes", "--renumber")
    assert code == 0
    assert path.read_bytes().decode("utf-8") == once
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_d26_a_read_only_file_stays(run: Run) -> None:
    path = put(BAD)
    path.chmod(0o444)
    code, _, err = run("a.md", "--fix")
    assert code == 4
    assert "error: a.md: may not be written: check its permissions\n" in err
    assert path.read_text("utf-8") == BAD


def test_d26_a_link_keeps_pointing_to_what_changed(run: Run) -> None:
    Path("real").mkdir()
    put(BAD, "real/a.md").chmod(0o640)
    Path("link.md").symlink_to("real/a.md")
    assert run("link.md", "--fix")[0] == 0
    assert Path("link.md").is_symlink()
    assert Path("real/a.md").read_text("utf-8") == CLEAN
    assert Path("real/a.md").stat().st_mode & 0o777 == 0o640


def test_d26_the_other_name_of_a_hard_link_keeps_the_old_text_whole(run: Run) -> None:
    put(BAD)
    os.link("a.md", "b.md")
    assert run("a.md", "--fix")[0] == 0
    assert Path("a.md").read_text("utf-8") == CLEAN
    assert Path("b.md").read_text("utf-8") == BAD


def test_d26_a_file_that_an_editor_changed_meanwhile_is_not_overwritten(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(BAD)

    class Editor(io.StringIO):
        def readline(self, *_: Any) -> str:
            path.write_text("Somebody else wrote this.\n", "utf-8")
            return "y\n"

    monkeypatch.setattr(sys, "stdin", Editor())
    code, _, err = run("a.md", "--interactive")
    assert code == 4
    assert "changed by another program" in err
    assert path.read_text("utf-8") == "Somebody else wrote this.\n"
    assert sorted(p.name for p in Path().iterdir()) == ["a.md", "sources.jsonl"]


@pytest.mark.parametrize("change", ["gone", "same length"])
def test_d26_a_file_that_changed_is_noticed_whatever_changed(run: Run, change: str) -> None:
    path = put(BAD)
    draft: DraftFile = read("a.md", sys.stdin)
    state = path.stat()
    path.unlink() if change == "gone" else path.write_text(BAD.replace("mill", "maul"), "utf-8")
    if change == "same length":
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    with pytest.raises(StorageError):
        write_back(draft, CLEAN)
    assert not path.exists() or path.read_text("utf-8") == BAD.replace("mill", "maul")


def test_d27_killed_at_any_moment_the_file_is_the_old_or_the_new_one(run: Run) -> None:
    put(BAD)
    arguments = ["audit", "a.md", "--fix", "-q", "--output", "report.txt"]
    main(arguments)  # everything is imported once
    steps = _steps(arguments)
    texts = set()
    for at in sorted({steps * i // 50 for i in range(50)}):
        _reset()
        child = os.fork()
        if child == 0:
            _killed_after(at, arguments)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) == (os.WTERMSIG(status) == signal.SIGKILL)
        texts.add(Path("a.md").read_text("utf-8"))
    assert texts == {BAD, CLEAN}
    assert run("a.md", "--fix")[0] == 0
    assert Path("a.md").read_text("utf-8") == CLEAN


def _reset() -> None:
    for left in Path().glob(".tmp-*"):
        left.unlink()
    put(BAD)


def _steps(arguments: list[str]) -> int:
    """Count the calls that are made while the draft is written back."""
    _reset()
    count = 0
    inside = False

    def probe(frame: Any, event: str, _: Any) -> None:
        nonlocal count, inside
        if frame.f_code is write_back.__code__ and event in ("call", "return"):
            inside = event == "call"
        count += inside

    sys.setprofile(probe)
    try:
        main(arguments)
    finally:
        sys.setprofile(None)
    return count


def _killed_after(steps: int, arguments: list[str]) -> None:
    """Run the command and end this process at a step of the writing; never returns."""
    left = steps
    inside = False

    def probe(frame: Any, event: str, _: Any) -> None:
        nonlocal left, inside
        if frame.f_code is write_back.__code__ and event in ("call", "return"):
            inside = event == "call"
        if inside:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(probe)
    try:
        main(arguments)
    finally:
        os._exit(0)


# ---------------------------------------------------------------------------------------------- sources

GOOD = line_of(SOURCES[0]).strip()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "contains no source"),
        ("\n\n", "contains no source"),
        ("not json", ":1: is not JSON at column 1"),
        (f'{GOOD}\n{{"url": "x",\n', ":2: is not JSON at column"),
        ("[]", ":1: is a list"),
        ("3", ":1: is a number"),
        ('"x"', ":1: is a string"),
        ("null", ":1: is null"),
        ('{"url": "u", "title": "t", "text": 3}', ':1: "text" is a number'),
        ('{"url": null, "title": "t", "text": "x"}', ':1: "url" is null'),
        ('{"url": "u", "text": "x"}', ':1: "title" is missing'),
        (f"{GOOD}\n{GOOD}", ":2: has the number of line 1"),
        ('{"n": -1, "url": "u", "title": "t", "text": "x"}', ':1: "n"'),
        (f"{GOOD}\n\xff".encode("latin-1"), ":2: is not UTF-8 at byte 0"),
        (json.dumps([json.loads(GOOD)]), "list"),
    ],
)
def test_d28_a_sources_file_that_cannot_be_used_is_named_with_its_place(
    run: Run, content: str | bytes, named: str
) -> None:
    put(BAD)
    put(content, "bad.jsonl")
    code, _, err = run("a.md", "--sources", "bad.jsonl", "--fix")
    assert code == 2
    assert err.startswith("error: bad.jsonl")
    assert named in err
    assert Path("a.md").read_text("utf-8") == BAD


def test_d28_a_sources_file_that_is_missing_or_no_file_or_huge(run: Run) -> None:
    put(BAD)
    with Path("huge.jsonl").open("wb") as stream:
        stream.truncate(2 * 1024**3)
    Path("folder.jsonl").mkdir()
    os.mkfifo("pipe.jsonl")
    for name in ("none.jsonl", "huge.jsonl", "folder.jsonl", "pipe.jsonl"):
        code, _, err = run("a.md", "--sources", name)
        assert code == 2, name
        assert err.startswith(f"error: {name}: "), err


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("-Infinity", "-Infinity"),
        ("1e999", "1e999"),
        ("9" * 5000, "out of range"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ('"x", "url": "again"', '"url" twice'),
    ],
)
def test_d29_json_that_lies_is_refused(run: Run, value: str, named: str) -> None:
    put(BAD)
    put(f'{{"url": "u", "title": "t", "text": "x", "more": {value}}}\n', "bad.jsonl")
    code, _, err = run("a.md", "--sources", "bad.jsonl")
    assert code == 2
    assert err.startswith("error: bad.jsonl:1: ")
    assert named in err


# ---------------------------------------------------------------------------------------------- output


def test_d30_ten_thousand_findings(run: Run) -> None:
    good = "The mill of Varne opened in 1871 [1]. " * 10_200
    put(good + "It is gone [7]. " * 10_000 + "\n" + LIST)
    code, out, err = run("a.md", "--max-findings", "5")
    assert code == 1
    assert len(out.splitlines()) < 60
    assert out.count("C101 citation-out-of-bounds: ") == 5
    assert "10,000 errors" in out
    assert "10,001 findings, 5 shown" in err
    code, out, _ = run("a.md", "--max-findings", "5", "--format", "json")
    document = json.loads(out)
    assert code == 1
    assert document["summary"]["codes"]["C101"] == 10_000
    assert len(document["files"][0]["findings"]) == 5


def test_d31_a_reader_that_goes_away(run: Run, tmp_path: Path) -> None:
    put("The mill of Varne opened in 1871 [1]. " * 1500 + "It is gone [7]. " * 1500 + "\n" + LIST)
    command = [sys.executable, "-m", "wellsourced", "audit", "a.md"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith(b"a.md:")
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) in (0, 1)
    assert b"Error" not in errors
    assert b"Traceback" not in errors


ODD = BAD.replace("The mill", "The “Mühle” 水车 \u202e mill").replace("1871 [1][7]", "1871 [1][7] — café")


@pytest.mark.parametrize("name", ["text", "json", "markdown", "sarif", "github", "junit", "rdjson", "gitlab"])
def test_d32_a_terminal_that_knows_ascii_alone(run: Run, tmp_path: Path, name: str) -> None:
    put(ODD, "käse.md")
    env = {"PYTHONIOENCODING": "ascii", "LANG": "C", "LC_ALL": "C", "COLUMNS": "1", "PYTHONUTF8": "0"}
    done = started("audit", "käse.md", "--format", name, env=env, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout.isascii()
    if name in ("json", "sarif", "rdjson", "gitlab"):
        json.loads(done.stdout)


def test_d32_a_repaired_draft_is_utf_8_whatever_the_terminal(run: Run, tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": "ascii", "LANG": "C", "LC_ALL": "C"}
    done = started("audit", "-", "--fix", env=env, cwd=tmp_path, input=ODD.encode("utf-8"))
    assert done.stdout.decode("utf-8") == ODD.replace("[7]", "")
    put(ODD)
    done = started("audit", "a.md", "--diff", env=env, cwd=tmp_path)
    assert "+The “Mühle” 水车" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("name", ["text", "json", "markdown", "sarif", "github", "junit", "rdjson", "gitlab"])
def test_d33_nothing_of_a_draft_reaches_the_terminal_as_a_control(run: Run, name: str) -> None:
    evil = "\x1b[31m\x1b]8;;https://evil.example\x07click\x1b]8;;\x07\x9b2J"
    text = BAD.replace("1871 [1][7]", f"1871 {evil} [1][7]").replace("## References", f"## References {evil}")
    put(text.replace("mills.example/flood", f"mills.example/{evil}flood"), "a\x1b[1m.md")
    code, out, err = run("a\x1b[1m.md", "--format", name)
    assert code in (1, 3)
    for shown in (out, err):
        assert not {c for c in shown if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160}


def test_d33_an_error_shows_no_control(run: Run) -> None:
    code, _, err = run("a\x1b]8;;x\x07\u202e.md")
    assert code == 2
    assert err.startswith("error: a\\x1b]8;;x\\x07\\u202e.md: ")


# ---------------------------------------------------------------------------------------------------- our own


@pytest.mark.parametrize("between", ["", " Text [9].\n\n"])
def test_j22_suppressions_cost_no_more_than_their_number(between: str) -> None:
    def work(size: int) -> Job:
        comment = "<!-- wellsourced: allow C101 known -->"
        text = f"{comment}{between}" * (size // len(comment)) + LIST
        return lambda: audit(text)

    assert growth(work, 20_000, 100_000) < LINEAR


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_j133_a_draft_in_utf_16_without_its_mark_is_named(run: Run, encoding: str) -> None:
    data = BAD.encode(encoding)
    path = put(data)
    for options in ((), ("--fix",)):
        code, out, err = run("a.md", *options)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("error: a.md: is not UTF-8 text: it has a NUL at byte ")
    assert path.read_bytes() == data


def test_j133_nuls_behind_the_text_are_what_a_crash_leaves(run: Run) -> None:
    path = put(CLEAN + "\0" * 100)
    assert run("a.md")[0] == 0
    assert path.read_text("utf-8") == CLEAN + "\0" * 100
