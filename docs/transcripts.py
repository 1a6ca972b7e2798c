"""The transcripts in docs: run, so that they can be compared with what stands there, or written anew.

README, the tutorial and the page for CI hold commands to paste instead: docs/pasted.py runs those.

``python -m docs.transcripts`` writes them. A block is fenced as ``console`` behind a comment that names the folder (of
the repository) whose copy it is run in, or a folder that begins empty and that the later blocks of the page go on in
(``@name``). Commands begin with "$ ", their further lines with "> "; $SCRATCH is an empty folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(<!-- in: (?P<folder>\S+) -->\n```console\n)(?P<body>.*?)(```)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A block of a page: where it is run, what stands there, and what its commands print now."""

    folder: str
    stands: str
    printed: str


def documents() -> tuple[Path, ...]:
    """Return the documents that may hold transcripts."""
    return (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def run(document: Path) -> Iterator[Transcript]:
    """Run every transcript of a document, in their order."""
    with tempfile.TemporaryDirectory() as scratch:
        for number, block in enumerate(BLOCK.finditer(document.read_text("utf-8"))):
            name = block["folder"]
            place = Path(scratch) / (name.lstrip("@") if name.startswith("@") else f"place-{number}")
            empty = Path(scratch) / f"scratch-{number}"
            empty.mkdir()
            if not name.startswith("@"):
                shutil.copytree(ROOT / name, place)
            place.mkdir(exist_ok=True)
            yield Transcript(name, block["body"], _printed(block["body"], place, empty))


def commands(body: str) -> list[str]:
    """Return the commands of a transcript, each with all of its lines."""
    found: list[str] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(line[2:])
        elif (line == ">" or line.startswith("> ")) and found:
            found[-1] += f"\n{line[2:]}"
    return found


def _printed(body: str, place: Path, scratch: Path) -> str:
    """Run a transcript's commands in a folder and return what they print, commands included."""
    # Each command sees the exit code of the one before it, not that of the echo between them.
    steps = (f"echo {_quoted(_as_typed(one))}\n(exit $code)\n{one}\ncode=$?" for one in commands(body))
    environment = {
        **{key: value for key, value in os.environ.items() if not key.endswith("_API_KEY")},
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SCRATCH": str(scratch),
        "HOME": str(scratch),
        "COLUMNS": "80",
    }
    script = "code=0\n" + "\n".join(steps)
    done = subprocess.run(
        ["bash", "-c", script], cwd=place, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout.replace(str(scratch), "$SCRATCH")


def _as_typed(command: str) -> str:
    first, *rest = command.split("\n")
    return "\n".join((f"$ {first}", *(f"> {line}".rstrip() for line in rest)))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def main() -> int:
    """Write every transcript anew."""
    for path in documents():
        text = path.read_text("utf-8")
        printed = (one.printed for one in run(path))
        new = BLOCK.sub(lambda m, printed=printed: m[1] + next(printed) + m[4], text)  # type: ignore[misc]
        if new != text:
            path.write_text(new, "utf-8")
            sys.stderr.write(f"written: {path.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
