"""The hooks of pre-commit and the GitHub Action: what they start really runs, and nothing of an input is executed."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
AUDIT = HOUSE / ".github" / "action" / "audit.sh"
BAD = """\
# Bells

The bell of Orlo weighs 340 kilograms [1]. It was cast in 1712 [7].

## References

1. https://example.org/bells
"""
GOOD = BAD.replace(" [7]", "")
ANNOTATION = "::error file={},line=3,endLine=3,col=64,endColumn=67,title=C101 citation-out-of-bounds::"


def program_on_path() -> dict[str, str]:
    """Return the environment of a shell that finds the program under test first."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    (tmp_path / "bad.md").write_text(BAD, "utf-8")
    (tmp_path / "good.md").write_text(GOOD, "utf-8")
    (tmp_path / "plain.md").write_text("# Notes\n\nNothing is cited here.\n", "utf-8")
    return tmp_path


# ------------------------------------------------------------------------------------------- pre-commit


def hooks() -> dict[str, dict[str, str]]:
    """Read the hooks' plain keys: the file is a list of flat maps."""
    text = (HOUSE / ".pre-commit-hooks.yaml").read_text("utf-8")
    found = {}
    for block in re.split(r"^- ", text, flags=re.MULTILINE)[1:]:
        rows = dict(line.strip().split(": ", 1) for line in block.strip().splitlines())
        found[rows["id"]] = rows
    return found


def run_hook(name: str, folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    hook = hooks()[name]
    args = hook["args"].partition("#")[0].strip(" []").split(", ")
    command = [*shlex.split(hook["entry"]), *args, *files]
    return subprocess.run(
        command, cwd=folder, env=program_on_path(), capture_output=True, text=True, check=False, encoding="utf-8"
    )


def test_there_is_a_hook_that_looks_one_that_repairs_and_one_for_bibliographies() -> None:
    *drafts, references = hooks().values()
    assert [hook["id"] for hook in drafts] == ["wellsourced-audit", "wellsourced-fix"]
    for hook in drafts:
        assert (hook["language"], hook["types"], hook["require_serial"]) == ("python", "[markdown]", "false")
    assert (references["entry"], references["files"]) == ("wellsourced references", r"\.bib$")
    assert references["require_serial"] == "true"  # services are asked one after the other


def test_the_hook_rejects_an_invented_citation_and_changes_nothing(drafts: Path) -> None:
    done = run_hook("wellsourced-audit", drafts, "good.md", "bad.md", "plain.md")
    assert done.returncode == 1
    assert "bad.md:3:64: error: C101" in done.stdout
    assert (drafts / "bad.md").read_text("utf-8") == BAD


def test_the_hook_passes_sound_drafts_and_markdown_without_citations(drafts: Path) -> None:
    assert run_hook("wellsourced-audit", drafts, "good.md", "plain.md").returncode == 0


def test_the_repairing_hook_repairs_once(drafts: Path) -> None:
    run_hook("wellsourced-fix", drafts, "bad.md", "plain.md")
    assert (drafts / "bad.md").read_text("utf-8") == GOOD
    assert run_hook("wellsourced-fix", drafts, "bad.md", "plain.md").returncode == 0
    assert (drafts / "bad.md").read_text("utf-8") == GOOD


# ------------------------------------------------------------------------------------------ GitHub Action


def act(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shutil.which("bash") or "bash", str(AUDIT)],
        cwd=folder,
        env={**program_on_path(), **inputs},
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )


def test_the_action_annotates_and_fails(drafts: Path) -> None:
    done = act(drafts, FILES="good.md\nbad.md\n")
    assert done.returncode == 1
    assert ANNOTATION.format("bad.md") in done.stdout


@pytest.mark.parametrize("files", ["good.md", "  good.md \r\n\n", "g*.md", "."])
def test_files_are_paths_and_globs_a_line(drafts: Path, files: str) -> None:
    (drafts / "bad.md").unlink()
    assert act(drafts, FILES=files, ARGS="--ignore D901").returncode == 0


def test_names_with_spaces_stay_whole(drafts: Path) -> None:
    (drafts / "bad.md").rename(drafts / "a bad one.md")
    assert ANNOTATION.format("a bad one.md") in act(drafts, FILES="a bad one.md").stdout


@pytest.mark.parametrize(("fail_on", "code"), [("error", 1), ("warning", 1), ("never", 0)])
def test_what_fails_the_step_can_be_chosen(drafts: Path, fail_on: str, code: int) -> None:
    assert act(drafts, FILES="bad.md", FAIL_ON=fail_on).returncode == code


def test_more_options_are_handed_on_word_by_word(drafts: Path) -> None:
    done = act(drafts, FILES="bad.md", ARGS="--ignore C101\n  --max-findings\t5 ")
    assert done.returncode == 0
    assert "C101" not in done.stdout


def test_sources_are_used(drafts: Path) -> None:
    source = {"n": 1, "url": "https://example.org/bells", "title": "Bells", "text": "Sheep graze on the plain."}
    (drafts / "my sources.jsonl").write_text(json.dumps(source) + "\n", "utf-8")
    done = act(drafts, FILES="good.md", SOURCES="my sources.jsonl")
    assert done.returncode == 1
    assert "C102" in done.stdout


def test_sarif_is_written_besides_and_the_audit_decides_how_the_step_ends(drafts: Path) -> None:
    done = act(drafts, FILES="bad.md", SARIF_FILE="out/findings.sarif")
    assert done.returncode == 1
    log = json.loads((drafts / "out" / "findings.sarif").read_text("utf-8"))
    assert "C101" in {result["ruleId"] for result in log["runs"][0]["results"]}
    assert act(drafts, FILES="good.md", SARIF_FILE="out/good.sarif").returncode == 0
    assert (drafts / "out" / "good.sarif").is_file()


@pytest.mark.parametrize("draft", ["good.md", "bad.md"])
def test_sarif_that_cannot_be_written_is_said_and_fails_the_step(drafts: Path, draft: str) -> None:
    (drafts / "folder").write_text("a file", "utf-8")
    done = act(drafts, FILES=draft, SARIF_FILE="folder/findings.sarif")
    assert done.returncode in (2, 4)
    assert done.stderr.splitlines()[-1].startswith("error: folder/findings.sarif: ")
    assert ("C101" in done.stdout) == (draft == "bad.md")


@pytest.mark.parametrize("inputs", [{"FILES": ""}, {"FILES": " \n"}, {"FILES": "absent.md", "SARIF_FILE": "x.sarif"}])
def test_wrong_input_is_said_in_one_line(drafts: Path, inputs: dict[str, str]) -> None:
    done = act(drafts, **inputs)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_nothing_of_an_input_is_executed_or_expanded(drafts: Path) -> None:
    hostile = "$(touch pwned) `touch pwned`; touch pwned & touch pwned | touch pwned"
    before = sorted(path.name for path in drafts.iterdir())
    for name in ("FILES", "SOURCES", "ARGS", "FAIL_ON"):
        done = act(drafts, **{"FILES": "good.md", name: hostile})
        assert done.returncode == 2, name
    act(drafts, FILES="good.md", SARIF_FILE="$(touch pwned)")
    assert sorted(path.name for path in drafts.iterdir()) == sorted([*before, "$(touch pwned)"])


def test_a_file_called_like_an_option_is_a_file(drafts: Path) -> None:
    (drafts / "--output=good.md").write_text(BAD, "utf-8")
    done = act(drafts, FILES="--output=good.md")
    assert ANNOTATION.format("--output=good.md") in done.stdout
    assert (drafts / "good.md").read_text("utf-8") == GOOD


# --------------------------------------------------------------------------------------------- the files


def action_files() -> list[Path]:
    return [HOUSE / "action.yml", *sorted((HOUSE / ".github" / "workflows").glob("*.yml"))]


@pytest.mark.parametrize("path", action_files(), ids=lambda path: path.name)
def test_no_expression_stands_in_a_script_and_every_action_is_pinned(path: Path) -> None:
    text = path.read_text("utf-8")
    scripts = re.findall(r"^ +(?:- )?run: (.*)$", text, re.MULTILINE)
    assert scripts
    assert all("${{" not in script and not script.startswith(("|", ">")) for script in scripts)
    for used in re.findall(r"uses: (\S+)", text):
        assert used == "./" or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", used), used


def test_every_input_of_the_action_is_described_and_used() -> None:
    text = (HOUSE / "action.yml").read_text("utf-8")
    inputs = re.findall(r"^  ([a-z-]+):\n    description: ", text, re.MULTILINE)
    assert inputs == ["files", "sources", "fetch", "args", "fail-on", "sarif-file", "upload-sarif", "python-version"]
    assert set(inputs) == set(re.findall(r"inputs\.([a-z-]+)", text))


def test_the_action_hands_the_script_the_variables_it_reads() -> None:
    text = (HOUSE / "action.yml").read_text("utf-8")
    handed = set(re.findall(r"^        ([A-Z_]+): \$\{\{", text, re.MULTILINE))
    for script in ("install.sh", "audit.sh"):
        read = set(re.findall(r"\$\{?([A-Z_]+)", (AUDIT.parent / script).read_text("utf-8")))
        assert read <= handed, script


# ---------------------------------------------------------------------------------------------- installing


def lines_of(path: str) -> list[str]:
    """Return the commands of a script or a recipe, those over several lines as one."""
    text = (HOUSE / path).read_text("utf-8").replace("\\\n", " ")
    return [" ".join(line.split()) for line in text.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("recipe", [".github/action/install.sh", "Containerfile"])
def test_the_base_is_installed_from_hashes_and_its_patterns_are_compiled(recipe: str) -> None:
    text = "\n".join(lines_of(recipe))
    locked = re.search(r"install .*--require-hashes --requirement \S*requirements-base\.lock", text)
    ours = re.search(r"install .*--no-build-isolation --no-deps", text)
    warmed = re.search(r"python\"? -P -m wellsourced\.warm", text)
    assert locked
    assert ours
    assert warmed
    assert locked.start() < ours.start() < warmed.start()
    assert set(re.findall(r"requirements[\w-]*\.lock", text)) == {"requirements-base.lock"}


def test_the_container_has_all_packages_and_runs_as_nobody_special() -> None:
    recipe = lines_of("Containerfile")
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    needed = {"requirements-base.lock", "pyproject.toml", project["project"]["readme"]}
    needed |= {*packages, *project["project"]["license-files"]}
    copied = {word for line in recipe if line.startswith("COPY ") for word in line.split()[1:-1]}
    allowed = {line[1:] for line in lines_of(".dockerignore") if line.startswith("!")}
    assert copied == allowed == needed
    assert all(f"COPY {package} {package}" in recipe for package in packages)
    [user] = [line.split()[1] for line in recipe if line.startswith("USER ")]
    assert user.isdigit()
    assert int(user) > 0
    assert recipe[-1] == 'ENTRYPOINT ["/opt/wellsourced/bin/wellsourced"]'


def test_the_base_lock_is_the_whole_one_without_what_only_fits() -> None:
    base, whole = (
        set(re.findall(r"^([\w.-]+==\S+)", (HOUSE / lock).read_text("utf-8"), re.MULTILINE))
        for lock in ("requirements-base.lock", "requirements.lock")
    )
    assert base < whole
    left = {name.partition("==")[0] for name in whole - base}
    assert {"numpy", "scikit-learn", "scipy"} <= left
    assert not {name.partition("==")[0] for name in base} & left


def test_the_first_run_of_a_hook_leaves_the_store_of_patterns(drafts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pre-commit installs the package and runs nothing of it: the first audit compiles, and keeps what it compiled."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(drafts / "bytecode"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(drafts / "cache"))
    assert run_hook("wellsourced-audit", drafts, "good.md").returncode == 0
    [store] = (drafts / "bytecode").rglob("patterns.*.bin")
    before = store.stat()
    assert run_hook("wellsourced-audit", drafts, "good.md").returncode == 0
    assert (store.stat().st_ino, store.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
