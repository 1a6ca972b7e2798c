"""Runs of the program that can be killed: a process with everything imported forks a child for each command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

# A shell lets what it runs in the background ignore signals: the mother hears them, wherever the tests were started.
_MOTHER = """
import json, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
import anthropic, pydantic, wellsourced.batch_session, wellsourced.llm, wellsourced.commands.batch, writer.extractive
from retrieval.backends import corpus
from wellsourced.cli import main
print(flush=True)
for line in sys.stdin:
    ask = json.loads(line)
    child = os.fork()
    if not child:
        code = 70
        try:
            for number, name in ((1, "out"), (2, "err")):
                os.dup2(os.open(ask[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), number)
            exec(ask["first"])
            code = main(ask["arguments"])
            sys.stdout.flush()
        finally:
            os._exit(code)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@dataclass
class Child:
    """A run: its process, and what it has printed once ``wait`` has returned."""

    pid: int
    mother: subprocess.Popen[str]
    folder: Path
    code: int | None = None

    def wait(self) -> int:
        """Return the exit code, negative for a signal."""
        if self.code is None:
            assert self.mother.stdout
            self.code = int(self.mother.stdout.readline())
        return self.code

    def send(self, signum: int) -> None:
        """Send a signal; a run that has ended by itself hears nothing."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signum)

    @property
    def out(self) -> str:
        return (self.folder / "stdout").read_text("utf-8")

    @property
    def err(self) -> str:
        return (self.folder / "stderr").read_text("utf-8")


@dataclass
class Mother:
    """Starts runs, one at a time; ``folder`` is where each one's output is kept."""

    process: subprocess.Popen[str]
    folder: Path

    def start(self, arguments: Sequence[object], first: str = "") -> Child:
        """Start ``wellsourced ARGUMENTS`` after running the code ``first`` in its process."""
        ask = {"arguments": list(map(str, arguments)), "first": first}
        ask |= {"out": str(self.folder / "stdout"), "err": str(self.folder / "stderr")}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(ask) + "\n")
        self.process.stdin.flush()
        return Child(int(self.process.stdout.readline()), self.process, self.folder)

    def run(self, arguments: Sequence[object], first: str = "") -> Child:
        child = self.start(arguments, first)
        child.wait()
        return child


@contextmanager
def sittings(folder: Path, environment: Mapping[str, str]) -> Iterator[Mother]:
    """Give a mother of runs in a folder; ``environment`` is added to ours."""
    process = subprocess.Popen(
        [sys.executable, "-c", _MOTHER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **environment},
    )
    try:
        assert process.stdout
        process.stdout.readline()
        yield Mother(process, folder)
    finally:
        assert process.stdin
        assert process.stdout
        process.stdin.close()
        process.wait()
        process.stdout.close()
