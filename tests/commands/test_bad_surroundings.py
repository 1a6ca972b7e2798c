"""Bad command lines, files that are no files, closed and full streams, missing extras: one line, the right code."""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes.web import Server, reply

from wellsourced.cli import main
from wellsourced.commands import names as commands
from wellsourced.formats import names as formats
from wellsourced_core.text import terms

ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")
HISTORY = "The mill of Varne opened in 1871. Its wheel drove four pairs of stones, and a miller lived upstairs."
DRAFT = "The mill of Varne opened in 1871 [1][7].\n\n## References\n\n1. https://mills.example/history\n"
FIXED = DRAFT.replace("[7]", "")
SOURCE = {"n": 1, "url": "https://mills.example/history", "title": "The mill of Varne", "text": HISTORY}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a working folder with a draft that cites one entry too many, and its sources."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("a.md").write_text(DRAFT, "utf-8")
    Path("sources.jsonl").write_text(json.dumps(SOURCE) + "\n", "utf-8")
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def refused(done: tuple[int, str, str], code: int, *parts: str) -> None:
    """Check one error line that holds the parts, and nothing else on either stream."""
    assert done[0] == code, done
    lines = done[2].splitlines()
    assert len(lines) == 1, done[2]
    assert lines[0].startswith("error: ")
    for part in parts:
        assert part in lines[0]


def shell(script: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell script in which `w` is the program; only a shell can close or fill its standard streams."""
    whole = f'w() {{ "{sys.executable}" -m wellsourced "$@"; }}\n{script}'
    return subprocess.run(
        ["bash", "-c", whole], capture_output=True, env={**os.environ, **env}, check=False, timeout=120
    )


def program(code: str, *arguments: str, flags: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *flags, "-c", code, *arguments], capture_output=True, check=False, timeout=120
    )


# ------------------------------------------------------------------------------------- rows that were given


def test_b15_walls_and_pages_not_found_are_no_sources(desk: Path, server: Server) -> None:
    pages = {
        "login": "<title>Log in</title><p>Please log in. Forgot your password? Keep me signed in.</p>",
        "cookies": "<p>We use cookies and other technologies. Accept all. Reject all. Manage preferences.</p>",
        "gone": "<title>404</title><p>Page not found. The page you are looking for may have been moved or deleted.</p>",
    }
    server.routes(**{name: reply(f"<html><body>{page}</body></html>") for name, page in pages.items()})
    entries = "".join(f"{n}. {server.url('/' + name)}\n" for n, name in enumerate(pages, 1))
    Path("a.md").write_text(f"The mill opened in 1871 [1]. It burnt [2]. It fell [3].\n\n## References\n\n{entries}")
    done = subprocess.run(
        [sys.executable, "-m", "wellsourced", "audit", "a.md", "--fetch", "--format", "json"],
        capture_output=True,
        check=False,
        timeout=120,
    )
    file = json.loads(done.stdout)["files"][0]
    assert [ref["verdict"] for marker in file["markers"] for ref in marker["refs"]] == ["uncheckable"] * 3
    assert done.returncode in (0, 1)


@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        (unicodedata.normalize("NFD", "Café Zürich naïve"), "Café Zürich naïve"),
        ("２０１９ ｄａｍ", "2019 dam"),
        ("the ﬁsh of the ﬂood", "the fish of the flood"),
        ("the miller’s wheel", "the miller's wheel"),
    ],
)
def test_c12_other_spellings_of_the_same_letters_are_the_same_words(odd: str, plain: str) -> None:
    assert terms(odd).stems == terms(plain).stems != []


def test_i03_no_format_writes_cells_that_a_spreadsheet_would_run() -> None:
    assert not {"csv", "tsv", "xlsx"} & set(formats())
    for package in ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer"):
        for path in (ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            names = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
            assert "csv" not in names, f"{path}: write cells that begin with = + - @ or a tab as text"


@pytest.mark.parametrize("name", commands())
def test_i05_an_unknown_option_of_any_command_is_one_line(run: Run, name: str) -> None:
    refused(run(name, "--no-such-option"), 2, f"`wellsourced {name}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit",),
        ("audit", "a.md", "--sources"),
        ("audit", "a.md", "--max-findings", "-1"),
        ("audit", "a.md", "--format", "yaml"),
        ("audit", "a.md", "--apply", "x", "--interactive"),
        ("audit", "a.md", "--diff", "--write-baseline", "b.json"),
        ("score", "mill", "--sources", "sources.jsonl", "--batch", "b.jsonl"),
        ("batch", "topics.txt", "--out", "o", "--jobs", "-3"),
        ("search", "mill", "--mode", "turbo"),
        ("cache", "drop"),
    ],
)
def test_i05_missing_values_and_contradictions_are_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    refused(run(*arguments), 2)
    assert Path("a.md").read_text("utf-8") == DRAFT


def test_i07_the_first_run_connects_to_nothing(folder: Path) -> None:
    code = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise SystemExit('connected to ' + repr(a))\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from wellsourced.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    for arguments in (("audit", "a.md", "--sources", "sources.jsonl"), ("score", "mill", "--sources", "sources.jsonl")):
        environment = {**os.environ, "HOME": str(folder / "nobody"), "XDG_CACHE_HOME": str(folder / "empty")}
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, env=environment, check=False, timeout=120
        )
        assert b"connected" not in done.stderr
        assert done.returncode in (0, 1)


_WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in sys.argv[1].split(','):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Gone())
from wellsourced.cli import main
sys.exit(main(sys.argv[2:]))
"""


def test_i08_the_audit_runs_without_what_it_does_not_need(folder: Path) -> None:
    missing = "anthropic,trafilatura,lxml,httpx,httpcore,sklearn,numpy,scipy,psycopg,pypdfium2,dateutil"
    done = program(_WITHOUT, missing, "audit", "a.md", "--sources", "sources.jsonl")
    assert done.returncode == 1, done.stderr
    assert b"C101" in done.stdout


def test_i08_nothing_but_what_fits_needs_the_extra_fit(folder: Path) -> None:
    missing, pair = "sklearn,numpy,scipy", '{"claim": "The mill opened in 1871.", "source_text": "It opened in 1871.", '
    Path("pairs.jsonl").write_text(f'{pair}"supported": true}}\n{pair}"supported": false}}\n', "utf-8")
    for arguments in (
        ("calibrate", "pairs.jsonl"),
        ("verify", "pairs.jsonl"),
        ("score", "mill", "--sources", "sources.jsonl"),
    ):
        plain = program("import sys\nfrom wellsourced.cli import main\nsys.exit(main(sys.argv[1:]))", *arguments)
        done = program(_WITHOUT, missing, *arguments)
        assert (done.returncode, done.stdout) == (0, plain.stdout), done.stderr


def test_i08_a_missing_extra_is_named(folder: Path) -> None:
    settings = '[run]\nbackends = ["pgvector"]\n[backends.pgvector]\ndsn = "postgresql://127.0.0.1:1/none"\n'
    Path("wellsourced.toml").write_text(settings, "utf-8")
    done = program(_WITHOUT, "psycopg", "search", "bicycle lanes")
    assert done.returncode == 2, done.stderr
    assert b"wellsourced[postgres]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("missing", ["numpy", "sklearn"])
def test_i08_a_fit_without_its_extra_names_it(folder: Path, missing: str) -> None:
    pairs = str(Path(__file__).parents[2] / "fixtures" / "calibrate" / "labelled.jsonl")
    done = program(_WITHOUT, missing, "calibrate", pairs, "--fit")
    assert done.returncode == 2, done.stderr
    assert b"pip install 'wellsourced[fit]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# What a declared package requires itself, and is used through it.
_BROUGHT_ALONG = {"htmldate", "pydantic", "httpx2", "anyio", "mcp_types"}
# The name under which a package is imported, where it is not that of its distribution.
_IMPORTED_AS = {"scikit-learn": "sklearn", "python-dateutil": "dateutil", "pystemmer": "Stemmer", "python-docx": "docx"}


def test_i09_everything_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    names = {re.split(r"[\[<>=~ ]", one)[0].lower() for one in declared}
    known = {_IMPORTED_AS.get(name, name.replace("-", "_")) for name in names} | _BROUGHT_ALONG
    rooms = {"wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer"}
    for room in rooms:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                found = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                found += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
                for name in found:
                    top = name.partition(".")[0]
                    assert top in known | rooms | set(sys.stdlib_module_names), f"{path}: {top} is not declared"
    assert "lxml_html_clean" in known  # trafilatura imports it and does not bring it along


@pytest.mark.parametrize("flags", [("-O",), ("-W", "error"), ("-bb",), ("-X", "dev")], ids=" ".join)
def test_i10_the_interpreters_strict_modes_change_nothing(folder: Path, flags: tuple[str, ...]) -> None:
    code = "import sys\nfrom wellsourced.cli import main\nsys.exit(main(sys.argv[1:]))"
    for arguments in (
        ("audit", "a.md", "--sources", "sources.jsonl", "--format", "json"),
        ("score", "mill", "--sources", "sources.jsonl", "--as-of", "2026-01-31"),
        ("audit", "a.md", "--diff", "--fix"),
    ):
        plain, strict = program(code, *arguments), program(code, *arguments, flags=flags)
        assert (strict.returncode, strict.stdout) == (plain.returncode, plain.stdout)
        assert b"Warning" not in strict.stderr


# ------------------------------------------------------------------------------------- more of the same kinds


@pytest.mark.parametrize("option", ["--sources", "--output", "--baseline", "--write-baseline", "--config", "--ignore"])
@pytest.mark.parametrize("joined", [False, True])
def test_j01_an_option_with_an_empty_value_switches_nothing_off(run: Run, option: str, joined: bool) -> None:
    given = (f"{option}=",) if joined else (option, "")
    refused(run("audit", "a.md", *given), 2, option, "empty")


@pytest.mark.parametrize("target", ["a.md", "sources.jsonl", "./a.md"])
@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
def test_j02_a_report_never_takes_the_place_of_what_is_audited(run: Run, option: str, target: str) -> None:
    before = {name: Path(name).read_bytes() for name in ("a.md", "sources.jsonl")}
    done = run("audit", "a.md", "--sources", "sources.jsonl", option, target)
    refused(done, 2, target)
    assert {name: Path(name).read_bytes() for name in before} == before


def test_j03_a_corpus_never_takes_the_place_of_another_file(run: Run, fixtures: Path) -> None:
    refused(run("corpus", "build", str(fixtures / "corpus"), "--to", "a.md"), 2, "a.md", "not a corpus")
    assert Path("a.md").read_text("utf-8") == DRAFT


def test_j04_a_page_never_takes_the_place_of_a_record(run: Run) -> None:
    Path("e").mkdir()
    run("audit", "a.md", "--format", "json", "--output", "e/audit.json")
    before = Path("e/audit.json").read_bytes()
    refused(run("report", "e", "--output", "e/audit.json"), 2, "audit.json")
    assert Path("e/audit.json").read_bytes() == before


def test_j05_a_pipe_is_written_to_and_not_replaced(folder: Path) -> None:
    os.mkfifo("pipe")
    done = shell("w audit a.md -q --output pipe & cat pipe > got.txt; wait")
    assert Path("pipe").is_fifo(), done.stderr
    assert "C101" in Path("got.txt").read_text("utf-8")


def test_j06_a_corpus_is_not_written_over_a_pipe(run: Run, fixtures: Path) -> None:
    os.mkfifo("pipe")
    refused(run("corpus", "build", str(fixtures / "corpus"), "--to", "pipe"), 4, "pipe", "not a regular file")
    assert Path("pipe").is_fifo()


def test_j07_a_link_keeps_pointing_to_what_is_written(run: Run) -> None:
    Path("out.txt").symlink_to("real.txt")
    run("audit", "a.md", "-q", "--output", "out.txt")
    Path("sources.lock").symlink_to("real.lock")
    run("lock", "a.md", "--sources", "sources.jsonl", "-q")
    assert Path("out.txt").is_symlink()
    assert "C101" in Path("real.txt").read_text("utf-8")
    assert Path("sources.lock").is_symlink()
    assert "1871" in Path("real.lock").read_text("utf-8")


@pytest.mark.parametrize("again", ["./a.md", "link.md", "a.md"])
def test_j08_a_draft_named_twice_is_audited_and_repaired_once(run: Run, again: str) -> None:
    Path("link.md").symlink_to("a.md")
    code, _, err = run("audit", "a.md", again, "--sources", "sources.jsonl", "--fix")
    assert code == 0
    assert err.count("1 fixed") == 1
    assert Path("a.md").read_text("utf-8") == FIXED


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize(
    "command",
    [
        "audit a.md",
        "audit a.md --format json",
        "audit a.md --format html",
        "audit a.md --diff --fix",
        "audit - --fix < a.md",
        "rules",
        "explain C101",
        "config",
        "score mill --sources sources.jsonl",
        "--version",
    ],
)
def test_j09_standard_output_on_a_full_disk_is_a_failure(folder: Path, command: str) -> None:
    done = shell(f"w -q {command} > {FULL}" if command != "--version" else f"w --version > {FULL}")
    assert done.returncode == 4, done
    assert done.stderr.startswith(b"error: standard output: cannot be written")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
def test_j10_messages_that_nobody_can_read_change_no_exit_code(folder: Path) -> None:
    assert shell(f"w audit a.md 2> {FULL}").returncode == 1
    assert shell(f"w audit missing.md 2> {FULL}").returncode == 2
    assert shell(f"w audit a.md --fix 2> {FULL}").returncode == 0


@pytest.mark.parametrize(
    ("closed", "code"),
    [("<&-", 1), (">&-", 1), ("2>&-", 1), ("<&- >&- 2>&-", 1)],
)
def test_j11_a_closed_stream_changes_no_exit_code(folder: Path, closed: str, code: int) -> None:
    done = shell(f"w audit a.md {closed}")
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert shell(f"w audit missing.md {closed}").returncode == 2


def test_j12_a_closed_standard_input_holds_nothing_to_judge(folder: Path) -> None:
    done = shell("w audit - <&-")
    assert done.returncode == 3
    assert b"D901" in done.stdout


def test_j13_a_folder_that_is_gone_is_named(folder: Path) -> None:
    for command in ("audit a.md", "audit -", "config", "init"):
        done = shell(f"mkdir -p gone; cd gone; rmdir ../gone; w {command} < /dev/null")
        assert done.returncode in (2, 4), done
        assert done.stderr.startswith(b"error: ")
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", [b"d\xff.md", b"d\xff\n.md"])
@pytest.mark.parametrize("form", [*formats(), "diff", "fix"])
def test_j14_a_name_that_is_no_text_is_shown_escaped(folder: Path, name: bytes, form: str) -> None:
    path = os.path.join(os.fsencode(folder), name)  # noqa: PTH118 - a name of bytes
    Path(os.fsdecode(path)).write_text(DRAFT, "utf-8")
    option = {"diff": ["--diff", "--fix"], "fix": ["--fix"]}.get(form, ["--format", form])
    done = subprocess.run(
        [sys.executable, "-m", "wellsourced", "audit", os.fsdecode(name), *option],
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == (0 if form == "fix" else 1), done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("day", ["20240101", "2024-W01-1", "2024-02-30", "２０２４-01-01", "0000-01-01", "2024-1-1"])
def test_j15_a_date_has_one_spelling(run: Run, day: str) -> None:
    refused(run("audit", "a.md", "--as-of", day), 2, "--as-of")


@pytest.mark.parametrize(
    "setting",
    [
        "price = 1",
        'price = ["x"]',
        "retries = -1",
        "retries = 1000000",
        "writer_seconds = nan",
        "judge_seconds = -1.0",
        "reformulator_seconds = inf",
        'writer_model = ""',
        'base_url = "file:///etc/passwd"',
        'base_url = ""',
        "[[llm.price]]\nmodel = 'm'\ninput = nan\noutput = 1.0\ncache_read = 0.0\ncache_write = 0.0",
        "[[llm.price]]\nmodel = 'm'\ninput = -1.0\noutput = 1.0\ncache_read = 0.0\ncache_write = 0.0",
    ],
)
def test_j16_senseless_limits_of_the_model_are_refused_by_their_key(
    run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-none")
    Path("wellsourced.toml").write_text(f"[llm]\n{setting}\n", "utf-8")
    refused(run("write", "bicycle lanes", "--corpus", str(corpus), "--writer", "claude", "--out", "o"), 2, "llm.")
    assert not Path("o").exists()


def test_j17_a_backend_that_is_misspelt_is_refused(run: Run) -> None:
    Path("wellsourced.toml").write_text('[backends.searxg]\nurl = "http://h"\n', "utf-8")
    refused(run("audit", "a.md"), 2, "searxg", "searxng")


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to nothing", "link to itself"])
def test_j18_a_configuration_that_is_no_file_is_not_passed_over(run: Run, kind: str) -> None:
    path = Path("wellsourced.toml")
    {
        "folder": path.mkdir,
        "pipe": lambda: os.mkfifo(path),
        "link to nothing": lambda: path.symlink_to("nowhere"),
        "link to itself": lambda: path.symlink_to(path),
    }[kind]()
    refused(run("audit", "a.md"), 2, "wellsourced.toml")


def test_j19_a_corpus_in_use_is_told_from_a_file_that_is_none(run: Run, corpus: Path) -> None:
    import sqlite3

    Path("c.sqlite").write_bytes(corpus.read_bytes())
    with sqlite3.connect("c.sqlite", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(run("search", "mill", "--corpus", "c.sqlite"), 4, "c.sqlite", "locked")
    other.close()


@pytest.mark.parametrize("query", ["", " ", "?!", "🌉"])
def test_j20_a_question_without_a_word_is_refused(run: Run, corpus: Path, query: str) -> None:
    refused(run("search", query, "--corpus", str(corpus)), 2, "no word")
    refused(run("score", "--sources", "sources.jsonl", "--", query), 2)


@pytest.mark.parametrize("code", ["", "C999", "../../etc/passwd", "Ｃ101", "\x1b[31m"])
def test_j21_a_rule_that_is_none_is_named_escaped(run: Run, code: str) -> None:
    done = run("explain", code)
    refused(done, 2, "is not a rule")
    assert "\x1b" not in done[2]


PAIR = json.dumps({"id": 1, "claim": "It opened in 1871.", "source_text": HISTORY})


@pytest.mark.parametrize(
    "data",
    [
        f"{PAIR}\r{PAIR}".encode(),
        PAIR.encode("utf-16"),
        gzip.compress(PAIR.encode()),
        f"[{PAIR}]".encode(),
        json.dumps(json.loads(PAIR), indent=2).encode(),
        PAIR.encode() + b"\n" + b"\0" * 4096,
        b'{"id": 1, "claim": ["x"], "source_text": "y"}',
        b'{"id": 1, "claim": "x", "source_text": "y", "z": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"id": {"a": ["\\ud800"]}, "claim": "x", "source_text": "y"}',
        b'{"id": {"a": [NaN]}, "claim": "x", "source_text": "y"}',
    ],
)
def test_j23_lines_in_another_shape_are_named_by_their_number(run: Run, data: bytes) -> None:
    Path("pairs.jsonl").write_bytes(data)
    refused(run("verify", "pairs.jsonl"), 2, "pairs.jsonl:")


@pytest.mark.parametrize(
    "key", [{"a": 1}, [1], 1.5, True, None, "x" * 100_000, 10**17, "\x1b[31m", "", json.loads("[" * 90 + "]" * 90)]
)
def test_j24_an_id_of_any_type_comes_back_as_it_was(run: Run, key: object) -> None:
    Path("pairs.jsonl").write_text(json.dumps({**json.loads(PAIR), "id": key}) + "\n", "utf-8")
    code, out, _ = run("verify", "pairs.jsonl")
    assert code == 0
    assert json.loads(out)["id"] == key
    assert out.isascii()
    assert "\x1b" not in out


ODD_ADDRESSES = ("http://[::1", "//", "http://[v1.x]/", "http://a:99999/", "http://xn--/", f"http://{'a' * 70}.com", "")
ODD_ADDRESSES += ("http://.", "http://a..b/", "\x00", "http://１.２.３.４/", "javascript:x", f"http://{'a.' * 3000}")


def test_j25_addresses_that_no_parser_takes_have_no_authority(run: Run) -> None:
    rows = [{"id": str(i), "url": url, "title": "t", "text": HISTORY} for i, url in enumerate(ODD_ADDRESSES)]
    Path("b.jsonl").write_text(json.dumps({"id": 1, "query": "miller", "sources": rows}) + "\n", "utf-8")
    code, out, _ = run("score", "--batch", "b.jsonl", "--as-of", "2026-01-31")
    assert code == 0
    assert all(row["authority"] <= 0.5 for row in json.loads(out)["sources"])


def test_j26_documents_that_cannot_be_read_are_named_and_the_others_indexed(run: Run) -> None:
    folder = Path("documents")
    folder.mkdir()
    (folder / "bad.jsonl").write_text("{bad", "utf-8")
    (folder / "bad.html").write_bytes(b"\xff" * 100)
    (folder / "good.md").write_text(f"# Varne\n\n{HISTORY}\n", "utf-8")
    (folder / "folder.md").mkdir()
    os.mkfifo(folder / "pipe.md")
    (folder / "loop").symlink_to(".")
    code, out, err = run("corpus", "build", "documents", "--to", "c.sqlite")
    assert code == 3
    assert "1 document indexed" in out
    assert {"bad.jsonl", "bad.html"} <= {name for name in ("bad.jsonl", "bad.html") if f"not indexed, {name}" in err}


def test_j27_a_file_where_an_article_goes_stays(run: Run, corpus: Path) -> None:
    Path("o").mkdir()
    Path("o/bicycle-lanes").write_text("mine", "utf-8")
    done = run("write", "bicycle lanes", "--corpus", str(corpus), "--writer", "extractive", "--out", "o", "-q")
    refused(done, 4, "o/bicycle-lanes")
    assert Path("o/bicycle-lanes").read_text("utf-8") == "mine"


RECORD = {"schema": "wellsourced.audit/1", "files": [{"path": "a.md", "markers": [], "references": [], "findings": []}]}
FINDING = {"code": "C101", "rule": "r", "severity": "odd", "message": "m", "line": 1, "column": 1}


@pytest.mark.parametrize(
    "file",
    [
        {"path": "a.md", "findings": [{**FINDING, "start": 5, "end": 2}]},
        {"path": "a.md", "findings": [{**FINDING, "start": 0, "end": 999_999}]},
        {"path": "a.md", "markers": [{"start": -5, "end": 3, "line": 1, "column": 1, "raw": "x", "refs": []}]},
        {"path": "../../../../../etc/passwd"},
        {"path": "a\x00.md"},
        {"path": f"{'a' * 5000}.md"},
        {"path": "a.md", "markers": 5},
    ],
)
def test_j28_a_record_that_lies_about_places_breaks_no_page(run: Run, file: dict[str, object]) -> None:
    Path("e").mkdir()
    Path("e/audit.json").write_text(json.dumps({**RECORD, "files": [{**RECORD["files"][0], **file}]}), "utf-8")
    code, out, err = run("report", "e")
    assert code in (0, 2), err
    assert "root:" not in out
    assert len(err.splitlines()) == (code == 2)


DEEP = ("> ", "- ", "*", "_a ", "<div>", "[a](", "![", "|", "`", "---\n", "<!--", "$", "&#1114112;", "\u200d", "[^1]: ")


@pytest.mark.parametrize("piece", DEEP)
def test_j29_deep_markdown_ends_well(run: Run, piece: str) -> None:
    text = piece * (60_000 // len(piece)) + " [1]\n"
    Path("deep.md").write_text(text, "utf-8")
    code, _, err = run("audit", "deep.md", "--fix", "-q")
    assert code in (0, 1, 3), err
    assert Path("deep.md").read_text("utf-8") == text


def test_j30_a_lock_that_was_altered_is_noticed(run: Run) -> None:
    assert run("lock", "a.md", "--sources", "sources.jsonl", "-q")[0] == 0
    Path("sources.lock").write_text(Path("sources.lock").read_text("utf-8").replace("1871", "1872"), "utf-8")
    refused(run("audit", "a.md", "--locked"), 2, "sources.lock:2")


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("x.bib", "", 2),
        ("x.bib", "@article{a, title={unclosed", 2),
        ("x.bib", "@article{a, title=" + "{" * 100_000 + "}" * 100_000 + "}", 1),
        ("x.json", "[" * 100_000, 2),
        ("x.json", "{}", 2),
        ("x.json", "[null]", 2),
    ],
)
def test_j31_a_broken_bibliography_is_one_line(run: Run, name: str, text: str, code: int) -> None:
    Path(name).write_text(text, "utf-8")
    done = run("audit", "a.md", "--sources", name, "-q")
    if code == 2:
        refused(done, 2, name)
    assert done[0] == code


@pytest.mark.parametrize(
    "env",
    [
        {"COLUMNS": "-5"},
        {"COLUMNS": "abc"},
        {"COLUMNS": "1"},
        {"LC_ALL": "bogus", "LANG": "xx_YY"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"TERM": "dumb", "NO_COLOR": "1"},
    ],
)
def test_j32_odd_terminals_change_no_verdict(folder: Path, env: dict[str, str]) -> None:
    Path("a.md").write_text(DRAFT.replace("Varne", "Värne"), "utf-8")
    for command in ("audit a.md --format json", "score Värne --sources sources.jsonl --as-of 2026-01-31", "--help"):
        plain, odd = shell(f"w {command}"), shell(f"w {command}", **env)
        assert odd.returncode == plain.returncode, odd.stderr
        assert b"Traceback" not in odd.stderr
    assert shell("w audit a.md --format json", **env).stdout.isascii()


@pytest.mark.parametrize("data", ["", "\n", " \n\n\t\n", "\ufeff"])
def test_j33_a_file_without_a_line_is_nothing_to_judge(run: Run, data: str) -> None:
    Path("empty.jsonl").write_text(data, "utf-8")
    for command in (("verify", "empty.jsonl"), ("score", "--batch", "empty.jsonl")):
        code, out, err = run(*command)
        assert (code, out) == (3, "")
        assert "nothing to judge" in err


@pytest.mark.parametrize("day", ["2019:02" + "0" * 34 + "+00", "1e999999", "12:00:00." + "9" * 40, "0" * 60, "--05-26"])
def test_j34_a_date_that_its_parser_trips_over_is_unknown(run: Run, day: str) -> None:
    Path("sources.jsonl").write_text(json.dumps({**SOURCE, "published": day}) + "\n", "utf-8")
    code, _, err = run("audit", "a.md", "--sources", "sources.jsonl", "--fix", "-q")
    assert code == 0, err
    code, out, _ = run("score", "wheel of the mill of Varne", "--sources", "sources.jsonl", "--format", "json")
    assert code == 0
    assert "2019" not in out
