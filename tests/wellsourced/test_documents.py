"""Every command line in README and docs is run, and its output compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
_BLOCK = re.compile(r"<!-- in: (?P<folder>\S+) -->\n```console\n(?P<body>.*?)```", re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    found = []
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for number, block in enumerate(_BLOCK.finditer(path.read_text("utf-8")), 1):
            found.append((f"{path.name}-{number}", block["folder"], block["body"]))
    return found


@pytest.mark.parametrize(("name", "folder", "body"), blocks(), ids=[name for name, _, _ in blocks()])
def test_a_transcript_is_what_the_commands_print(name: str, folder: str, body: str, tmp_path: Path) -> None:
    place = tmp_path / "place"
    shutil.copytree(ROOT / folder, place)
    commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
    # Each command sees the exit code of the one before it, not that of the echo between them.
    script = "code=0\n" + "\n".join(f"echo {_quoted('$ ' + c)}\n(exit $code)\n{c}\ncode=$?" for c in commands)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "SCRATCH": str(tmp_path)}
    done = subprocess.run(
        ["bash", "-c", script], cwd=place, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == body


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def test_every_console_block_names_the_folder_it_is_run_in() -> None:
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = path.read_text("utf-8")
        assert text.count("```console") == len(_BLOCK.findall(text)), path.name


def test_links_between_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", _without_code(path.read_text("utf-8"))):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def _without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
