"""Inputs of every kind that are wrong where a command meets them: arguments, outputs, topics, limits of the machine."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from audit.repair import repair
from audit.runner import AuditOptions, audit
from wellsourced.cli import main
from wellsourced.config import load
from wellsourced.topics import Rejected, read_topics
from wellsourced_core.errors import ConfigError, InputError
from wellsourced_core.model import FileReport, Source

TEXT = "The mill of Varne opened in 1871. Its wheel drove four pairs of stones."
LIST = "\n\n## References\n\n" + "".join(f"{n}. https://mills.example/{n}\n" for n in range(1, 7))
GOOD = "Mills [1] stood [2] here [3]. They fell [4]. One burnt [5]. One stayed [6].\n\n"
DRAFT = f"{GOOD}The mill opened in 1871 [17].{LIST}"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("a.md").write_text(DRAFT, "utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def refused(done: tuple[int, str, str], code: int, start: str) -> str:
    """Check that one error line is all that was said, and return it."""
    assert done[0] == code, done
    assert len(done[2].splitlines()) == 1, done[2]
    assert done[2].startswith(f"error: {start}"), done[2]
    return done[2]


def ids(run: Run, *drafts: str) -> list[str]:
    files = json.loads(run("audit", *drafts, "--format", "json")[1])["files"]
    return [finding["id"] for file in files for finding in file["findings"] if finding["code"] == "C101"]


def look(text: str) -> FileReport:
    return audit(text, (), AuditOptions())


# ------------------------------------------------------------------------------------------------ topics, events


def test_j36_a_topic_that_is_not_utf_8_is_rejected_alone(tmp_path: Path) -> None:
    path = tmp_path / "topics.txt"
    path.write_bytes(b"night trains\ncaf\xe9\nold\x00mills\nbicycle lanes\n")
    found = list(read_topics(path))
    assert [one.line for one in found if isinstance(one, Rejected)] == [2, 3]
    assert [one.question for one in found if not isinstance(one, Rejected)] == ["night trains", "bicycle lanes"]
    path.write_bytes(b"\xef\xbb\xbf" + b'{"topic": "a mill"}\n{"topic": "caf' + b'\xe9"}\n')
    assert [isinstance(one, Rejected) for one in read_topics(path)] == [False, True]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_j36_topics_in_utf_16_are_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes("\ufeffnight trains\nold mills\n".encode(encoding))
    with pytest.raises(InputError, match="UTF-16"):
        next(read_topics(path))


def test_j37_events_are_not_appended_to_what_the_run_reads(run: Run) -> None:
    Path("d").mkdir()
    Path("d/mill.txt").write_text(TEXT * 5, "utf-8")
    assert run("corpus", "build", "d", "--to", "c.sqlite")[0] == 0
    Path("t.txt").write_text("the mill of Varne\n", "utf-8")
    before = Path("c.sqlite").read_bytes()
    for read in ("t.txt", "c.sqlite"):
        done = run("batch", "t.txt", "--corpus", "c.sqlite", "--out", "night", "--events", read)
        assert "is read by this run" in refused(done, 2, read)
    assert Path("t.txt").read_text("utf-8") == "the mill of Varne\n"
    assert Path("c.sqlite").read_bytes() == before
    assert not Path("night").exists()


# ------------------------------------------------------------------------------------------------ configuration


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1\n",
        "[audit]\nopinions = " + "9" * 5_000 + "\n",
        '[fetch]\ncache = "a\\u0000b"\n',
        '[audit]\nexclude = ["\\U00000000"]\n',
    ],
    ids=["dots", "digits", "nul", "nul-in-list"],
)
def test_j38_configuration_that_its_parser_trips_over_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "wellsourced.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, tmp_path)
    assert caught.value.exit_code == 2


def test_j39_a_user_without_a_home_folder_can_audit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: object) -> object:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setattr(pwd, "getpwnam", nobody)
    assert run("audit", "a.md")[0] == 1
    assert "HOME" in refused(run("cache", "info"), 4, "~/.cache: ")
    Path("wellsourced.toml").write_text('[fetch]\ncache = "~nobody-here/x"\n', "utf-8")
    refused(run("audit", "a.md"), 4, "~nobody-here/x: ")


# ------------------------------------------------------------------------------------------------ outputs


def test_j40_a_page_takes_the_place_of_an_older_page_alone(run: Run) -> None:
    Path("audit.json").write_text(run("audit", "a.md", "--format", "json")[1], "utf-8")
    Path("mine.json").write_bytes(Path("audit.json").read_bytes())
    for kept in ("a.md", "mine.json"):
        before = Path(kept).read_bytes()
        refused(run("report", "mine.json", "--output", kept), 2, kept)
        assert Path(kept).read_bytes() == before
    Path("empty.html").touch()
    for _ in range(2):
        assert run("report", "audit.json", "--output", "empty.html")[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "a.md", "--output", "o"),
        ("audit", "a.md", "--write-baseline", "o"),
        ("report", "x.json", "--output", "o"),
        ("corpus", "build", "o", "--to", "o"),
    ],
)
def test_j41_an_output_that_is_a_folder_is_refused(run: Run, arguments: tuple[str, ...]) -> None:
    Path("o").mkdir()
    assert "is a folder" in refused(run(*arguments), 2, "o: ") or "--write-baseline" in arguments


@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
def test_j41_an_output_that_no_file_can_be_called_is_refused(run: Run, option: str) -> None:
    refused(run("audit", "a.md", option, "o" * 300), 2, "ooo")


@pytest.mark.parametrize("command", [("write", "old mills"), ("batch", "t.txt")])
def test_j41_a_folder_of_articles_that_is_a_file_is_refused(run: Run, command: tuple[str, ...]) -> None:
    Path("t.txt").write_text("old mills\n", "utf-8")
    Path("d").mkdir()
    Path("d/mill.txt").write_text(TEXT * 5, "utf-8")
    run("corpus", "build", "d", "--to", "c.sqlite")
    refused(run(*command, "--corpus", "c.sqlite", "--out", "a.md", "--writer", "extractive", "-q"), 2, "a.md: ")
    assert Path("a.md").read_text("utf-8") == DRAFT


# ------------------------------------------------------------------------------------------------ limits


def test_j42_markers_in_a_sentence_without_an_end_cost_no_more_than_their_number() -> None:
    """Count calls, which no noise changes: reading the sentence for each marker would take 16 times, not 4."""
    sources = (Source("1", "https://mills.example/1", "The mill", TEXT, n=1),)

    def calls(markers: int) -> int:
        count = 0

        def profile(_frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event == "c_call"

        text = "The mill opened [1] " * markers + LIST
        sys.setprofile(profile)
        try:
            audit(text, sources, AuditOptions())
        finally:
            sys.setprofile(None)
        return count

    calls(10)
    few, many = calls(300), calls(1_200)
    assert many < 6 * few


def test_j42_a_sentence_without_an_end_is_judged_as_the_same_sentences_apart() -> None:
    sources = (Source("1", "https://mills.example/1", "The mill", TEXT, n=1),)
    report = audit("The mill of Varne opened in 1871 [1] " * 400 + LIST, sources, AuditOptions())
    assert {ref.verdict for marker in report.markers for ref in marker.refs} == {"supported"}


def test_j43_too_little_memory_is_named(tmp_path: Path) -> None:
    with (tmp_path / "b.md").open("wb") as stream:
        stream.truncate(200_000_000)
    limited = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))\n"
        "from wellsourced.cli import main\n"
        "sys.exit(main(['audit', 'b.md', '--max-findings', '1']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], cwd=tmp_path, capture_output=True, check=False, timeout=120, env={**os.environ}
    )
    assert done.returncode == 4, done.stderr
    assert done.stderr.decode().startswith("error: memory: ran out: ")
    assert len(done.stderr.splitlines()) == 1


# ------------------------------------------------------------------------------------------------ fixes by id


def test_j44_drafts_behind_the_ids_of_apply_are_drafts(run: Run) -> None:
    (one,) = ids(run, "a.md")
    assert run("audit", "--apply", one, "a.md")[0] == 1  # C109
    assert Path("a.md").read_text("utf-8") == DRAFT.replace(" [17]", "")
    Path("a.md").write_text(DRAFT, "utf-8")
    assert run("audit", "a.md", "--apply", one, "--apply", one)[0] == 1
    refused(run("audit", "a.md", "--apply", "b.md"), 2, "b.md: is not the id of a finding")
    assert "FILE is missing" in refused(run("audit", "--apply", one), 2, "wellsourced audit")


@pytest.mark.parametrize(
    ("group", "kept"),
    [
        ("([17], [18])", ("([18])", "([17])")),
        ("[17][18]", ("[18]", "[17]")),
        ("([17], [18], [19])", ("([18], [19])", "([17], [19])", "([17], [18])")),
    ],
)
def test_j45_a_fix_of_one_of_several_lost_markers_leaves_what_holds_the_others(
    group: str, kept: tuple[str, ...]
) -> None:
    text = f"{GOOD}The mill ran {group} again.{LIST}"
    lost = [finding.id for finding in look(text).findings if finding.code == "C101"]
    for one, left in zip(lost, kept, strict=True):
        assert f"The mill ran {left} again." in repair(text, look, only=[one]).text
    assert "The mill ran again." in repair(text, look, only=lost).text
    assert "The mill ran again." in repair(text, look).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Text\n- [19]\n- more [1]", "Text\n- more [1]"),
        ("Text\n- [19]\n\nmore", "Text\n\nmore"),
        ("Text\n- ([18], [19])\n* x", "Text\n* x"),
        ("Text\n- [19]\n  more\n- x", "Text\n- more\n- x"),
        ("1.  [19]\n\n    more", "1.  more"),
        ("> Text\n> - [19]\n> - x", "> Text\n> - x"),
        ("Text\r\n- [19]\r\n- x", "Text\r\n- x"),
        ("- a [19]\n- [1]", "- a\n- [1]"),
    ],
)
def test_j46_an_item_that_held_a_lost_marker_alone_goes_with_it(before: str, after: str) -> None:
    assert repair(GOOD + before + LIST, look).text == GOOD + after + LIST


# ------------------------------------------------------------------------------------------------ slips of the pen


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("adit", "a.md"), "did you mean audit?"),
        (("audit", "a.md", "--souces", "x"), "did you mean --sources?"),
        (("audit", "a.md", "--souces=x"), "did you mean --sources?"),
        (("score", "x", "--mode", "quik"), "did you mean quick?"),
        (("lock", "--chekc"), "did you mean --check?"),
    ],
)
def test_j47_a_slip_is_answered_with_what_was_meant(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert said in err
    assert len(err) < 420


def test_j47_a_word_is_never_answered_with_itself(run: Run) -> None:
    line = refused(
        run("corpus", "build", "d", "--to", "c.sqlite", "--config", "w.toml"), 2, "--config: is not an option"
    )
    assert "did you mean --config?" not in line


@pytest.mark.parametrize(
    ("given", "remedy"),
    [("HTTP://a.example/s.jsonl", "save it as a file"), ("File:///tmp/s.jsonl", "name its path")],
)
def test_j47_an_address_in_any_case_is_no_file_of_sources(run: Run, given: str, remedy: str) -> None:
    line = refused(run("audit", "a.md", "--sources", given), 2, f"{given}: is an address, not a file: ")
    assert remedy in line


def test_j47_a_baseline_with_too_long_a_name_is_refused_in_words(run: Run) -> None:
    line = refused(run("audit", "a.md", "--baseline", "b" * 300), 2, "bbb")
    assert "cannot be read (File name too long): check the path" in line


def test_j48_a_key_of_a_megabyte_leaves_room_for_what_to_do(run: Run) -> None:
    key = "k" * 1_000_000
    Path("s.jsonl").write_text(f'{{"{key}": 1, "{key}": 2}}\n', "utf-8")
    assert "twice: correct the value" in refused(run("audit", "a.md", "--sources", "s.jsonl"), 2, "s.jsonl:1")


READING = (
    ("audit", "{}"),
    ("audit", "a.md", "--baseline", "{}"),
    ("audit", "a.md", "--config", "{}"),
    ("selftest", "{}"),
    ("score", "mills", "--sources", "{}"),
    ("score", "--batch", "{}"),
    ("verify", "{}"),
    ("calibrate", "{}"),
    ("batch", "{}", "--out", "o"),
)


def a_corpus(run: Run) -> None:
    Path("pages").mkdir()
    Path("pages/mill.md").write_text(TEXT, "utf-8")
    assert run("corpus", "build", "pages", "--to", "corpus.sqlite")[0] == 0


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_j170_a_binary_in_the_place_of_a_text_is_named_for_what_it_is(run: Run, command: tuple[str, ...]) -> None:
    a_corpus(run)
    line = refused(run(*(word.format("corpus.sqlite") for word in command)), 2, "corpus.sqlite: is a corpus, or ")
    assert line.endswith("take a corpus by --corpus\n")
    Path("x.bin").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    refused(run(*(word.format("x.bin") for word in command)), 2, "x.bin: is a PDF, not ")


@pytest.mark.parametrize(
    "command",
    [*READING[1:], ("references", "{}"), ("search", "mills", "--corpus", "{}")],
    ids=" ".join,
)
def test_j171_a_folder_in_the_place_of_a_file_is_called_one(run: Run, command: tuple[str, ...]) -> None:
    a_corpus(run)
    refused(run(*(word.format("pages") for word in command)), 2, "pages: is a folder: ")


@pytest.mark.parametrize("option", ["--ignore", "--select"])
@pytest.mark.parametrize("codes", ["C1,,", ",", "C101, ,R401", ",C101"])
def test_a_comma_with_no_rule_beside_it_is_refused(run: Run, option: str, codes: str) -> None:
    refused(run("audit", "a.md", option, codes), 2, f"{codes}: has a comma with no rule beside it: ")


@pytest.mark.parametrize(
    ("table", "command", "said"),
    [
        ("[audit]\nunknown = 1", ("audit", "a.md"), "audit.unknown: is not a key: "),
        ("[audit]\nstrict = 3", ("audit", "a.md"), "audit.strict: 3 is of the wrong type: "),
        ("[fetch]\ncontact = 'me'", ("audit", "a.md"), "fetch.contact: is not an e-mail address: "),
        ("[quality]\nmass = 1", ("score", "q", "--sources", "s.jsonl"), "quality.mass: is not a key: "),
        ("[extra]", ("audit", "a.md"), "extra: is not a section: "),
    ],
)
def test_what_is_wrong_with_a_key_names_its_file(run: Run, table: str, command: tuple[str, ...], said: str) -> None:
    Path("s.jsonl").write_text('{"url": "https://a.example/1", "text": "A mill."}\n', "utf-8")
    Path("own.toml").write_text(f"{table}\n", "utf-8")
    refused(run(*command, "--config", "own.toml"), 2, f"own.toml: {said}")


def test_a_source_that_is_no_text_is_told_without_a_folder(run: Run) -> None:
    Path("bin.md").write_bytes(b"mill\0wheel")
    refused(run("audit", "a.md", "--sources", "bin.md"), 2, "bin.md: contains NUL bytes and is not text: leave it out")
