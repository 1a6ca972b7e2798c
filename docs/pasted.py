"""Paste what README, the tutorial and the page for CI tell a reader to paste, and compare what comes out.

``python -m docs.pasted`` runs every ``sh`` block of these pages, a page's blocks in order in one shell that starts in a
copy of this tree, as a reader's shell starts in a clone. It prints each command with its exit code, and ends with 1 if
a command fails or prints something else than the page shows. ``--write`` puts what they print into the pages.

The output of a block stands behind it, in a ``text`` block below the comment ``<!-- output -->``: standard output
alone. A command may fail only where the next one shows the reader its code (``echo "exit code $?"``). Blocks in any
other language (``yaml``, ``make`` ...) are files for other places and are not run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = tuple(ROOT / name for name in ("README.md", "docs/tutorial.md", "docs/ci.md"))
_BLOCK = re.compile(
    r"^```sh\n(?P<body>.*?)^```\n(?P<shown>\n<!-- output -->\n```text\n(?P<output>.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)
_HEREDOC = re.compile(r"<<-?\s*'?(\w+)'?")
_MARK = "\0"


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it stands in a page, its exit code, and what it printed on both streams."""

    text: str
    code: int
    printed: str
    error: str
    expected: bool  # its code is 0, or the next command shows it


@dataclass(frozen=True, slots=True)
class Pasted:
    """A block: its commands as they went, and the output that the page shows, if it shows one."""

    commands: tuple[Command, ...]
    shown: str | None

    @property
    def printed(self) -> str:
        return "".join(command.printed for command in self.commands)

    @property
    def differs(self) -> bool:
        return self.shown is not None and self.shown != self.printed


def commands(body: str) -> list[str]:
    """Return the commands of a block, each with all of its lines (continued ones, here-documents)."""
    found: list[str] = []
    open_until = None
    continued = False
    for line in body.splitlines():
        if open_until or continued:
            found[-1] += f"\n{line}"
        elif line.strip():
            found.append(line)
        else:
            continue
        if open_until:
            open_until = None if line == open_until else open_until
            continue
        continued = line.rstrip().endswith(("\\", "|", "&&", "||"))
        if heredoc := _HEREDOC.search(line):
            open_until = heredoc[1]
    return found


def outputs(text: str) -> int:
    """Return how many blocks of a page show their output."""
    return sum(block["output"] is not None for block in _BLOCK.finditer(text))


def paste(page: Path) -> list[Pasted]:
    """Run the blocks of a page in one shell, in a copy of the tree, and return how they went."""
    blocks = [(commands(block["body"]), block["output"]) for block in _BLOCK.finditer(page.read_text("utf-8"))]
    with tempfile.TemporaryDirectory() as scratch:
        clone, home = Path(scratch) / "wellsourced", Path(scratch) / "home"
        home.mkdir()
        _copy(clone)
        results = _run([one for texts, _ in blocks for one in texts], clone, home)
    pasted = []
    for texts, output in blocks:
        done = [results.pop(0) for _ in texts]
        following = [*texts[1:], ""]
        pasted.append(
            Pasted(
                tuple(
                    Command(text, code, printed, error, code == 0 or "$?" in after)
                    for text, (code, printed, error), after in zip(texts, done, following, strict=True)
                ),
                output,
            )
        )
    return pasted


def _copy(clone: Path) -> None:
    """Make what a clone of this tree would hold, uncommitted changes included; link our .venv if it is complete."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, clone / name)
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml"):
        os.utime(clone / name, (0, 0))  # older than the environment: make finds it complete and installs nothing
    if (ROOT / ".venv" / ".runtime").is_file():
        (clone / ".venv").symlink_to(ROOT / ".venv")


def _run(texts: list[str], clone: Path, home: Path) -> list[tuple[int, str, str]]:
    """Run commands in one shell that starts in a folder; return code, standard output and error of each."""
    # Each command sees the exit code of the one before it. What stands between them marks both streams.
    mark = 'code=$?; printf "\\0%s\\0" "$code"; printf "\\0" >&2; (exit $code)'
    script = "true\n" + "".join(f"{text}\n{mark}\n" for text in texts)
    own = os.fspath(Path(sys.prefix) / "bin")  # a reader has no .venv on the PATH before the page puts it there
    environment = {
        "PATH": ":".join(folder for folder in os.environ["PATH"].split(":") if folder != own),
        "HOME": os.fspath(home),
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
    }
    done = subprocess.run(
        ["bash", "-c", script], cwd=clone, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    streams = [stream.decode("utf-8", "replace").split(_MARK) for stream in (done.stdout, done.stderr)]
    printed, codes, errors = streams[0][0::2], streams[0][1::2], streams[1]
    results = [(int(code), out, error) for out, code, error in zip(printed, codes, errors, strict=False)]
    # A command that ends the shell ends the page for its reader too.
    return results + [(done.returncode or 1, "", "the shell had ended")] * (len(texts) - len(results))


def _report(page: Path, pasted: list[Pasted]) -> bool:
    """Print how a page's blocks went; True if all is as the page says."""
    name = page.relative_to(ROOT)
    right = True
    print(f"== {name}")
    for block in pasted:
        for command in block.commands:
            print("\n".join(f"{'  ' if n else '$ '}{line}" for n, line in enumerate(command.text.split("\n"))))
            print(f"  -> {command.code}")
            if not command.expected:
                print(f"error: {name}: the command ended with {command.code}\n{command.printed}{command.error}")
                right = False
        if block.differs:
            print(f"error: {name}: shown:\n{block.shown}\nprinted:\n{block.printed}")
            right = False
    return right


def _write(page: Path, pasted: list[Pasted]) -> None:
    """Put what the commands print where the page shows an output."""
    printed = iter(pasted)

    def renewed(block: re.Match[str]) -> str:
        new = next(printed).printed
        if block["output"] is None:
            return block[0]
        return f"```sh\n{block['body']}```\n\n<!-- output -->\n```text\n{new}```\n"

    text = page.read_text("utf-8")
    new = _BLOCK.sub(renewed, text)
    if new != text:
        page.write_text(new, "utf-8")
        sys.stderr.write(f"written: {page.relative_to(ROOT)}\n")


def main() -> int:
    """Check or write all pages; 1 if one does not hold."""
    right = True
    for page in PAGES:
        pasted = paste(page)
        if "--write" in sys.argv:
            _write(page, pasted)
            pasted = [Pasted(block.commands, None if block.shown is None else block.printed) for block in pasted]
        right = _report(page, pasted) and right
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
