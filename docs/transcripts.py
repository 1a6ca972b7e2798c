"""The transcripts in README and docs: run, so that they can be compared with what stands there, or written anew.

``python -m docs.transcripts`` writes them. A block is fenced as ``console`` behind a comment that names the folder (of
the repository) it is run in; commands begin with "$ ", $SCRATCH is an empty folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(<!-- in: (?P<folder>\S+) -->\n```console\n)(?P<body>.*?)(```)", re.DOTALL)


def documents() -> tuple[Path, ...]:
    """Return the documents that may hold transcripts."""
    return (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def blocks() -> Iterator[tuple[str, str, str]]:
    """Yield every transcript: a name for it, the folder it is run in, and what stands there."""
    for path in documents():
        for number, block in enumerate(BLOCK.finditer(path.read_text("utf-8")), 1):
            yield f"{path.name}-{number}", block["folder"], block["body"]


def run(folder: str, body: str) -> str:
    """Run a transcript's commands in a copy of its folder and return what they print, commands included."""
    commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
    # Each command sees the exit code of the one before it, not that of the echo between them.
    script = "code=0\n" + "\n".join(f"echo {_quoted('$ ' + c)}\n(exit $code)\n{c}\ncode=$?" for c in commands)
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "place"
        shutil.copytree(ROOT / folder, place)
        programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": programs, "SCRATCH": scratch, "COLUMNS": "80"}
        done = subprocess.run(
            ["bash", "-c", script], cwd=place, env=environment, capture_output=True, text=True, check=False
        )
    return done.stdout.replace(scratch, "$SCRATCH")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def main() -> int:
    """Write every transcript anew."""
    for path in documents():
        text = path.read_text("utf-8")
        new = BLOCK.sub(lambda m: m[1] + run(m["folder"], m["body"]) + m[4], text)
        if new != text:
            path.write_text(new, "utf-8")
            sys.stderr.write(f"written: {path.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
