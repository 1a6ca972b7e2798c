"""Write what a tree of the program prints for many inputs: python every_output.py TREE INPUTS TO.

The program is imported from the folder TREE. INPUTS holds `calls.jsonl`, a line a call of the command line:
``{"name", "arguments", "stdin"?}``, with paths relative to INPUTS. What a call prints stands in TO under its
name, with its exit code; ``{to}`` in an argument is TO, for what the call itself writes. `same_bytes` runs this file
for two trees, so it uses nothing of either but the command line.
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path


def main(tree: str, inputs: str, to: str) -> None:
    sys.path[:0] = [tree]
    written = Path(to).resolve()
    os.chdir(inputs)
    from wellsourced.cli import main as program

    place = Path(sys.modules["wellsourced"].__file__ or "").resolve()
    if not place.is_relative_to(Path(tree).resolve()):
        raise SystemExit(f"error: {tree}: the program was imported from {place}: run with python -P")
    for line in Path("calls.jsonl").read_text("utf-8").splitlines():
        call = json.loads(line)
        out, err = _Bytes(), _Bytes()
        sys.stdin = io.TextIOWrapper(io.BytesIO(call.get("stdin", "").encode()), "utf-8")
        with redirect_stdout(out), redirect_stderr(err):
            code = program([argument.replace("{to}", str(written)) for argument in call["arguments"]])
        target = written / call["name"]
        target.parent.mkdir(parents=True, exist_ok=True)
        printed = out.bytes() + b"\nexit %d\n" % code + err.bytes()
        target.write_bytes(printed.replace(str(written).encode(), b"{to}"))


class _Bytes(io.TextIOWrapper):
    """A text stream that keeps its bytes."""

    def __init__(self) -> None:
        self.kept = io.BytesIO()
        super().__init__(self.kept, "utf-8", newline="")

    def bytes(self) -> bytes:
        self.flush()
        return self.kept.getvalue()


if __name__ == "__main__":
    main(*sys.argv[1:])
