"""The command line itself: what is wrong is said in one line, with the right exit code, and without a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wellsourced.cli import build_parser, main
from wellsourced.commands import load, names

ROOT = Path(__file__).parents[2]
DRAFT = "The mill of Varne opened in 1871 [1].\n\n## References\n\n1. https://mills.example/history\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(DRAFT, "utf-8")
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run what must be refused as wrong, and return its one line."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert len(err.splitlines()) == 1
    return err


# ---------------------------------------------------------------------------------------------- usage


def test_an_unknown_command_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "frobnicate", "a.md")
    assert line.startswith(f"error: frobnicate: invalid command (choose from {', '.join(names())}): see `wells")
    assert "see `wellsourced --help`" in line


@pytest.mark.parametrize("name", names())
def test_an_unknown_option_names_the_help_of_its_command(capsys: pytest.CaptureFixture[str], name: str) -> None:
    required = {
        "audit": ["a.md"],
        "references": ["a.bib"],
        "verify": ["x"],
        "search": ["x"],
        "write": ["x"],
        "batch": ["x"],
        "lock": ["a.md"],
        "corpus": ["build", "x", "--to", "y"],
        "report": ["x"],
        "explain": ["C101"],
        "selftest": ["a.md"],
        "calibrate": ["x"],
        "cache": ["clear"],
    }
    line = refused(capsys, name, *required.get(name, []), "--frob")
    assert line.startswith(f"error: --frob: is not an option of `wellsourced {name}`: see `wellsourced {name} --help`")
    assert f"usage: wellsourced {name}" in line


def test_an_unknown_option_before_the_command_is_the_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert "see `wellsourced --help`" in refused(capsys, "--frob", "audit", "a.md")
    assert "see `wellsourced --help`" in refused(capsys, "--frob")


def test_a_word_too_many_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "explain", "C101", "C102")
    assert line.startswith("error: C102: is one argument too many for `wellsourced explain`")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["audit"], "FILE"),
        (["audit", "a.md", "--sources"], "--sources"),
        (["audit", "a.md", "--apply"], "--apply"),
        (["audit", "a.md", "--max-findings", "-3"], "--max-findings"),
        (["audit", "a.md", "--max-findings", "1.5"], "--max-findings"),
        (["audit", "a.md", "--as-of", "yesterday"], "--as-of"),
        (["audit", "a.md", "--as-of", "2025-02-30"], "--as-of"),
        (["audit", "a.md", "--format", "word"], "--format"),
        (["audit", "a.md", "--fail-on", ""], "--fail-on"),
        (["audit", "a.md", "--fi"], "--fi"),  # no abbreviations: they would break with the next option
        (["audit", "a.md", "--\x1b[31m"], "--\\x1b[31m"),
        (["--config"], "--config"),
        (["explain", "Z999"], "Z999"),
    ],
)
def test_a_wrong_value_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], named: str) -> None:
    assert named in refused(capsys, *arguments)


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == build_parser().format_help()


@pytest.mark.parametrize("name", names())
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main([name, "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"usage: wellsourced {name}")
    assert " ".join(load(name).HELP.split())[:20].lower() in " ".join(out.split()).lower()


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n    {name} " in out for name in names())
    assert "exit codes:" in out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    name, version = capsys.readouterr().out.split()
    assert name == "wellsourced"
    assert f'version = "{version}"' in (ROOT / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("arguments", [["-q", "audit", "a.md"], ["audit", "-q", "a.md"], ["audit", "a.md", "--quiet"]])
def test_common_options_stand_before_or_behind_the_command(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().err == ""


# ---------------------------------------------------------------------------------------------- configuration


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[audit]\nselects = []\n", "audit.selects"),
        ("[audit]\nselect = 'C101'\n", "audit.select"),
        ("[audit]\nselect = ['C999']\n", "C999"),
        ("[audit]\nstrict = 'yes'\n", "audit.strict"),
        ("[audit]\nfail_on = 'sometimes'\n", "audit.fail_on"),
        ("[[audit.path]]\nignore = ['C101']\n", "audit.path"),
        ("[audits]\n", "audits"),
        ("[audit\n", "TOML"),
        ("a = 1\na = 2\n", "TOML"),
    ],
)
def test_a_wrong_configuration_is_named_by_its_key(capsys: pytest.CaptureFixture[str], text: str, named: str) -> None:
    Path("wellsourced.toml").write_text(text, "utf-8")
    assert named in refused(capsys, "audit", "a.md")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[quality.weights]\nrelevance = 0.5\n", "weights"),
        ("[quality.weights]\nrelevance = -1.0\n", "weights"),
        ("[quality]\nretry_composite = 1.5\n", "retry_composite"),
        ("[gate.slow]\nfull = 1\n", "gate.slow"),
    ],
)
def test_weights_and_thresholds_are_checked_before_anything_runs(
    capsys: pytest.CaptureFixture[str], text: str, named: str
) -> None:
    Path("wellsourced.toml").write_text(text, "utf-8")
    source = {"url": "https://a.example/", "title": "T", "text": "Mills grind."}
    Path("s.jsonl").write_text(json.dumps(source) + "\n", "utf-8")
    assert named in refused(capsys, "score", "mills", "--sources", "s.jsonl")


def test_a_named_configuration_must_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "none.toml" in refused(capsys, "--config", "none.toml", "audit", "a.md")
    assert "none.toml" in refused(capsys, "audit", "a.md", "--config", "none.toml")


def test_a_configuration_that_links_to_itself_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("loop.toml").symlink_to("loop.toml")
    assert "loop.toml" in refused(capsys, "--config", "loop.toml", "audit", "a.md")


# ---------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize("spelling", [["--format", "json"], ["--format=json"]])
def test_an_error_is_an_object_too_where_json_was_asked_for(
    capsys: pytest.CaptureFixture[str], spelling: list[str]
) -> None:
    assert main(["audit", "none.md", *spelling]) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert error["code"] == "bad-input"
    assert err == f"error: {error['subject']}: {error['problem']}: {error['remedy']}\n"
    assert main(["audit", "--frob", "a.md", *spelling]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "usage"


def test_a_long_or_wild_name_is_escaped_and_cut(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "audit", "x\n\x1b]0;title\x07" + "y" * 500)
    assert "\\n\\x1b]0;title\\x07" in line
    assert len(line) < 320


def test_debug_shows_the_traceback_of_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "none.md", "--debug"]) == 2
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.splitlines()[-1].startswith("error: none.md: ")


class _Faulty:
    """A stream on which everything fails in a way that nobody foresaw."""

    def isatty(self) -> bool:
        return False

    def write(self, _: str) -> int:
        raise ZeroDivisionError("a fault of ours")

    def flush(self) -> None:
        pass


def test_a_fault_of_ours_ends_with_70_and_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", _Faulty())
    assert main(["rules"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("error: ZeroDivisionError: a fault of ours: ")
    assert "--debug" in err
    assert len(err.splitlines()) == 1
    with pytest.raises(ZeroDivisionError):
        main(["rules", "--debug"])


class _Interrupted(_Faulty):
    def write(self, _: str) -> int:
        raise KeyboardInterrupt


def test_an_interruption_ends_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", _Interrupted())
    assert main(["rules"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_reader_that_goes_away_ends_quietly(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "wellsourced", "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert errors == b""


# ---------------------------------------------------------------------------------------------- start


@pytest.mark.parametrize("flags", [[], ["-O"], ["-W", "error"], ["-bb"], ["-X", "dev"]])
def test_a_decoy_beside_the_draft_is_never_imported(folder: Path, flags: list[str]) -> None:
    for name in ("audit", "quality", "retrieval", "writer", "wellsourced"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise SystemExit('a decoy was imported')\n", "utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    # The one that is named on the command line is found first in the current folder, whatever we do.
    (folder / "wellsourced" / "__init__.py").unlink()
    (folder / "wellsourced").rmdir()
    done = subprocess.run(
        [sys.executable, *flags, "-m", "wellsourced", "audit", "a.md", "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["files"][0]["path"] == "a.md"


def test_the_same_bytes_under_another_hash_seed_time_zone_and_locale(folder: Path) -> None:
    outputs = set()
    for seed, zone, locale in (("0", "UTC", "C"), ("1", "Asia/Tokyo", "C.UTF-8"), ("77", "America/Lima", "POSIX")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        done = subprocess.run(
            [sys.executable, "-m", "wellsourced", "audit", "a.md", "--format", "json"],
            capture_output=True,
            check=False,
            cwd=folder,
            env=environment,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert outputs != {b""}
