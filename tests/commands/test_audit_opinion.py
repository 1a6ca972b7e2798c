"""`audit --second-opinion`: asked once within its limits, kept beside the draft, the same on every later run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import KEY, answer, fake_claude, status

from wellsourced.cli import main

DRAFT = """\
The wheel turned four pairs of stones [1]. Farmers of eleven villages brought their grain by cart every autumn [1].

## References

1. The mill. https://mills.example/history
"""
TEXT = (
    "The wheel turned four pairs of stones. Grain from eleven villages was ground there, and flour went to the coast."
)
SOURCE = {"url": "https://mills.example/history", "title": "The mill", "text": TEXT}
YES = '{"supported": true, "why": "said in other words"}'
NO = '{"supported": false, "why": "carts are not mentioned"}'


@dataclass(frozen=True)
class Done:
    """What a run printed, and how it ended."""

    code: int
    out: str
    err: str


Shell = Callable[..., Done]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    def call(*arguments: str) -> Done:
        capsys.readouterr()
        code = main([*arguments, "--as-of", "2026-11-21"])
        return Done(code, *capsys.readouterr())

    return call


@pytest.fixture(autouse=True)
def a_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a draft whose second citation is weak."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    (tmp_path / "draft.md").write_text(DRAFT, "utf-8")
    (tmp_path / "draft.sources.jsonl").write_text(json.dumps(SOURCE) + "\n", "utf-8")
    return tmp_path


def configured(base_url: str, **audit: object) -> None:
    rows = "".join(f"{key} = {json.dumps(value)}\n" for key, value in audit.items())
    Path("wellsourced.toml").write_text(f'[audit]\n{rows}[llm]\nbase_url = "{base_url}"\nretries = 0\n', "utf-8")


def refs(report: str) -> list[dict[str, Any]]:
    return [ref for marker in json.loads(report)["files"][0]["markers"] for ref in marker["refs"]]


def test_a_weak_verdict_is_asked_about_once_and_stays_on_later_runs(shell: Shell) -> None:
    with fake_claude(answer(YES)) as fake:
        configured(fake.base_url)
        first = shell("audit", "draft.md", "--second-opinion", "--format", "json")
        again = shell("audit", "draft.md", "--second-opinion", "--format", "json")
        assert len(fake.bodies()) == 1
    later = shell("audit", "draft.md", "--format", "json")
    assert (first.code, again.code, later.code) == (0, 0, 0)
    assert first.out == again.out == later.out
    assert "1 weak citation, 1 asked and answered, 0 left" in first.err
    lifted = refs(first.out)[1]
    assert lifted["verdict"] == "supported"
    assert lifted["opinion"]["verdict"] == "supported"
    assert "opinion" not in refs(first.out)[0]
    assert "1 verdict rests on a second opinion" in first.out


def test_an_edited_sentence_loses_its_opinion(shell: Shell) -> None:
    with fake_claude(answer(YES)) as fake:
        configured(fake.base_url)
        shell("audit", "draft.md", "--second-opinion")
    Path("draft.md").write_text(DRAFT.replace("autumn", "spring"), "utf-8")
    assert [ref["verdict"] for ref in refs(shell("audit", "draft.md", "--format", "json").out)] == ["supported", "weak"]


def test_a_no_fails_a_run_that_fails_on_warnings_and_strikes_nothing(shell: Shell) -> None:
    with fake_claude(answer(NO)) as fake:
        configured(fake.base_url)
        assert shell("audit", "draft.md", "--second-opinion", "--fail-on", "warning").code == 1
    assert shell("audit", "draft.md", "--fix", "--unsafe-fixes", "--fail-on", "warning").code == 1
    assert Path("draft.md").read_text("utf-8") == DRAFT


def test_limits_of_the_configuration_hold_and_open_questions_are_counted(shell: Shell) -> None:
    with fake_claude(answer(YES)) as fake:
        configured(fake.base_url, opinions=0)
        done = shell("audit", "draft.md", "--second-opinion")
        assert not fake.bodies()
    assert "0 asked and answered, 1 left" in done.err
    assert not Path("opinions.json").exists()


def test_a_service_that_fails_leaves_the_verdict_as_it_was(shell: Shell) -> None:
    with fake_claude(status(529, "overloaded_error")) as fake:
        configured(fake.base_url)
        done = shell("audit", "draft.md", "--second-opinion", "--format", "json")
    assert [ref["verdict"] for ref in refs(done.out)] == ["supported", "weak"]
    assert (done.code, "1 left" in done.err) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--offline"], "which --offline forbids"), (["--diff"], "ask for opinions in another run")],
)
def test_contradictions_are_refused(shell: Shell, arguments: list[str], said: str) -> None:
    done = shell("audit", "draft.md", "--second-opinion", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize(("key", "value"), [("opinions", -1), ("opinions_usd", -0.5), ("opinions", 10**9)])
def test_limits_out_of_range_are_refused(shell: Shell, key: str, value: float) -> None:
    configured("http://127.0.0.1:9", **{key: value})
    done = shell("audit", "draft.md", "--second-opinion")
    assert done.code == 2
    assert f"audit.{key}" in done.err


def test_a_missing_key_and_a_broken_file_are_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    done = shell("audit", "draft.md", "--second-opinion")
    assert (done.code, "ANTHROPIC_API_KEY" in done.err) == (2, True)
    Path("opinions.json").write_text("[]", "utf-8")
    done = shell("audit", "draft.md")
    assert (done.code, "opinions.json" in done.err) == (2, True)
