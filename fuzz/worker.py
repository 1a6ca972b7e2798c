"""One fuzzed target in one process: `python -m fuzz.worker TARGET SECONDS`; `python -m fuzz` starts it.

A fault does not end the run: the first input of each kind is kept, and fuzzing goes on. Only an input that hangs does.
"""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parent.parent
GROWN, FAULTS = ROOT / "out" / "fuzz" / "corpus", ROOT / "out" / "fuzz" / "faults"
PACKAGES = ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer")
LONGEST = 4096  # bytes of an input
SLOW = 2.0  # seconds of CPU that no such input may take
HANG = 30  # seconds after which an input is ended


def main() -> None:
    import atheris

    name, seconds = sys.argv[1], int(sys.argv[2])
    with atheris.instrument_imports(include=list(PACKAGES)):
        for package in PACKAGES:
            for path in sorted((ROOT / package).rglob("*.py")):
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
                if path.name != "__main__.py":
                    import_module(module)
    target = import_module("fuzz.targets").TARGETS[name]
    kept: set[str] = set()

    def one(data: bytes) -> None:
        began = time.process_time()
        try:
            target(data)
        except Exception as error:
            _keep(name, kept, _kind(error), data, error)
        if time.process_time() - began > SLOW:
            _keep(name, kept, "slow", data, TimeoutError(f"{time.process_time() - began:.1f} s of CPU"))

    corpus, faults = GROWN / name, FAULTS / name
    for folder in (corpus, faults):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = [ROOT / "fuzz" / "seeds" / name]
    seeds += [ROOT / "fixtures" / "audit"] if name in ("draft", "mending", "references") else []
    options = {
        "max_total_time": seconds,
        "timeout": HANG,
        "max_len": LONGEST,
        "rss_limit_mb": 2048,
        "dict": ROOT / "fuzz" / "tokens.dict",
        "artifact_prefix": f"{faults}/",
        "print_final_stats": 1,
    }
    folders = [str(folder) for folder in (corpus, *seeds) if folder.is_dir()]
    atheris.Setup([sys.argv[0], *(f"-{key}={value}" for key, value in options.items()), *folders], one)
    atheris.Fuzz()


def _keep(name: str, kept: set[str], kind: str, data: bytes, error: Exception) -> None:
    """Write down the first input of a kind of fault, with what it did."""
    if kind not in kept:
        kept.add(kind)
        stem = FAULTS / name / hashlib.sha256(kind.encode()).hexdigest()[:12]
        stem.with_suffix(".input").write_bytes(data)
        story = "".join(traceback.format_exception(error))
        stem.with_suffix(".txt").write_text(f"{kind}\n\n{story}", "utf-8", "backslashreplace")
        print(f"\nFAULT {kind}", flush=True)


def _kind(error: BaseException) -> str:
    """Return what tells faults apart: the error and the last place of ours that it came through."""
    place = ""
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts and path.name != "worker.py":
            place = f"{path.relative_to(ROOT)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__} at {place}"


if __name__ == "__main__":
    main()
