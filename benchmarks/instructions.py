"""Count the instructions of short runs: ``python -m benchmarks.instructions [--json]`` (make bench).

Whole processes under valgrind's callgrind: the installed command, compiled files, PYTHONHASHSEED=0. The counts of one
machine repeat to a tenth of a percent; another build of Python or of the C library counts differently. Without
valgrind nothing is measured, and that is what is said.
"""

from __future__ import annotations

import compileall
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGES = ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer")
SEED, SIZE, MARKERS, SOURCES = 20261121, 10_000, 60, 10
TEN, PAIRS = 10, 60
AUDIT = f"`audit`, {SIZE // 1000} KB, {MARKERS} markers, {SOURCES} sources"
TARGETS = {("--help", "warm"): 180.0, (AUDIT, "warm"): 280.0, (AUDIT, "repeated"): 200.0}  # million instructions
_TOTALS = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)

# ---------------------------------------------------------------------------------------------- what is audited

_THINGS = "reservoir turbine bridge harbour railway museum orchard glacier library tunnel refinery vineyard".split()
_PLACES = "Norwich Tallinn Oaxaca Kumasi Bergen Ljubljana Almaty Cusco Porto Galway Sapporo Windhoek".split()
_DID = "supplied stored carried treated printed exported repaired replaced measured recorded financed".split()
_COUNTED = "households passengers crates volumes patients hectares samples barrels visitors seedlings".split()
_KINDS = "municipal restored northern disputed flooded experimental coastal medieval unfinished regional".split()
_WHEN = (
    "while engineers were still arguing about the drainage",
    "because the winter had been unusually dry",
    "after the council rejected a cheaper design",
    "although its operators expected far fewer",
    "before the second inspection was published",
    "as surveys by the river authority later confirmed",
    "when the old contract with the carriers ended",
    "despite a strike that closed the southern gate",
)


class Maker:
    """Makes a draft and its sources, the same ones for the same seed; no sentence stands there twice."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._made: set[str] = set()

    def sentence(self) -> str:
        while True:
            pick, number = self._random.choice, self._random.randint(12, 9800)
            kind, thing, place, did, what, when = map(pick, (_KINDS, _THINGS, _PLACES, _DID, _COUNTED, _WHEN))
            count = pick((f"{number:,}", f"{number / 10:.1f} million", f"{number % 97 + 2} percent of the"))
            made = pick(
                (
                    f"In {1890 + number % 130} the {kind} {thing} of {place} {did} {count} {what}, {when}.",
                    f"The {kind} {thing} near {place} {did} {count} {what} {when}.",
                    f"Officials in {place} said the {thing} {did} more {what} than any {kind} {pick(_THINGS)}, {when}.",
                )
            )
            if made not in self._made:
                self._made.add(made)
                return made

    def case(self, size: int, markers: int, sources: int) -> tuple[str, list[dict[str, str]]]:
        """Return a draft of about ``size`` characters and the records of its sources, 16 sentences each."""
        texts = [[self.sentence() for _ in range(16)] for _ in range(sources)]
        numbered = [(f"Report {n}", f"https://site{n}.example/reports/{n}") for n in range(1, sources + 1)]
        listed = "\n".join(f"{n}. {title}. {url}" for n, (title, url) in enumerate(numbered, 1))
        said: list[str] = []
        made, length = 0, len(listed)
        while length < size:
            if made < markers and made * size <= length * markers:
                said.append(self._cited(texts))
                made += 1
            else:
                said.append(self.sentence())
            length += len(said[-1]) + 1
        body = "\n\n".join(" ".join(said[i : i + 6]) for i in range(0, len(said), 6))
        records = [{"title": t, "url": u, "text": " ".join(x)} for (t, u), x in zip(numbered, texts, strict=True)]
        return f"# A survey of works\n\n{body}\n\n## References\n\n{listed}\n", records

    def _cited(self, texts: list[list[str]]) -> str:
        """Return a sentence with its marker: three of five were a source's, with a word put in."""
        at = self._random.randrange(len(texts))
        if not texts[at] or self._random.random() > 0.6:
            return self.sentence()[:-1] + f" [{at + 1}]."
        words = self._random.choice(texts[at])[:-1].split()
        words.insert(self._random.randrange(5, len(words)), self._random.choice(("reportedly", "duly", "in all")))
        made = " ".join(words)
        if made in self._made:
            return self.sentence()[:-1] + f" [{at + 1}]."
        self._made.add(made)
        return f"{made} [{at + 1}]."


# ---------------------------------------------------------------------------------------------- counting

# What the parts of a run cost: each is done once, ahead of the run that would have done it on its way.
_PARTS = """
import sys
from os import getppid as mark
from importlib import import_module
stdlib, third, keys, ours, arguments = {parts!r}
import re
mark()
for name in stdlib: name in sys.modules or import_module(name)
mark()
for name in third: name in sys.modules or import_module(name)
mark()
from wellsourced_core.patterns import ready
for key in keys: ready(tuple(key))
mark()
for name in ours: import_module(name)
mark()
from wellsourced_core.text import idf
idf("table")
mark()
from wellsourced.cli import main
sys.argv[1:] = arguments
code = main()
mark()
sys.exit(code)
"""
PARTS = (
    "python and `re`, as every console script",
    "imports of the standard library",
    "imports of other packages",
    "patterns",
    "our modules and classes",
    "the table of weights",
    "the audit itself",
    "the end of the process",
)
_LOADED = """
import re, sys
bare = set(sys.modules)
from wellsourced.cli import main
from wellsourced_core import patterns
code = main(sys.argv[1:])
found = [name for name in sys.modules if name not in bare]
import json
print(json.dumps([found, patterns.asked()]), file=sys.stderr)
sys.exit(code)
"""


def environment(cache: Path, **more: str) -> dict[str, str]:
    """Return the surroundings of a run that has a folder for what it keeps to itself."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COLUMNS"))}
    return {
        **kept,
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
        "XDG_CACHE_HOME": str(cache),
        **more,
    }


def counted(command: list[str], folder: Path, around: dict[str, str], *, marked: bool = False) -> list[float]:
    """Return the million instructions of a process; with marks, those between them."""
    out = folder / "callgrind"
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
    tool += ["--dump-before=os_getppid"] if marked else []
    done = subprocess.run([*tool, *command], cwd=folder, env=around, capture_output=True, check=False)
    parts = sorted(folder.glob("callgrind.*"), key=lambda path: int(path.suffix[1:]))
    found = [_TOTALS.findall(path.read_text("utf-8", "replace")) for path in [*parts, out] if path.is_file()]
    for path in (*parts, out):
        path.unlink(missing_ok=True)
    if done.returncode not in (0, 1) or not all(found):
        raise RuntimeError(done.stderr.decode("utf-8", "replace")[-2000:])
    return [int(totals[-1]) / 1e6 for totals in found]


def loaded(arguments: list[str], folder: Path) -> tuple[list[str], list[list[object]]]:
    """Return the modules that a run imports, in order, and the patterns that it asks for."""
    command = [sys.executable, "-c", _LOADED, *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment(folder / "none"), capture_output=True, text=True, check=False
    )
    modules, keys = json.loads(done.stderr.splitlines()[-1])
    return [name for name in modules if "cython" not in name], keys


def split(arguments: list[str], folder: Path) -> dict[str, float]:
    """Return where the instructions of a run go, in millions, by part."""
    modules, keys = loaded(arguments, folder)
    ours = [name for name in modules if name.partition(".")[0] in PACKAGES]
    stdlib = [name for name in modules if name.partition(".")[0] in sys.stdlib_module_names]
    third = [name for name in modules if name not in ours and name not in stdlib]
    parts = (stdlib, third, keys, ours, arguments)
    program = folder / "parts.py"
    program.write_text(_PARTS.format(parts=parts), "utf-8")
    command = [sys.executable, str(program)]
    return dict(zip(PARTS, counted(command, folder, environment(folder / "none"), marked=True), strict=True))


def measure() -> dict[str, dict[str, Any]]:
    """Return what each path takes cold, warm and repeated, and the parts of an audit, in million instructions.

    Cold: nothing is compiled, neither modules nor patterns. Warm: both are, but no results are kept. Repeated: the same
    was run before. A path that keeps no results has no third figure.
    """
    for package in PACKAGES:
        compileall.compile_dir(ROOT / package, quiet=1)
    subprocess.run([sys.executable, "-m", "wellsourced.warm"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for package in PACKAGES:
            shutil.copytree(ROOT / package, folder / "code" / package, ignore=shutil.ignore_patterns("__pycache__"))
        paths = _paths(folder)
        found = {path: _figures(arguments, folder, number) for number, (path, arguments) in enumerate(paths.items())}
        return {"paths": found, "parts": split([*paths[AUDIT], "--no-cache"], folder)}


def _paths(folder: Path) -> dict[str, list[str]]:
    """Make what is audited, and return what is run."""
    maker = Maker(SEED)
    for number in range(TEN):
        draft, records = maker.case(SIZE, MARKERS, SOURCES)
        place = folder / ("one" if not number else "ten")
        place.mkdir(exist_ok=True)
        (place / f"draft{number}.md").write_text(draft, "utf-8")
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (place / f"draft{number}.sources.jsonl").write_text(lines, "utf-8")
    _, records = maker.case(SIZE, MARKERS, SOURCES)
    pairs = [
        {"id": number, "claim": maker.sentence(), "source_text": records[number % SOURCES]["text"]}
        for number in range(PAIRS)
    ]
    (folder / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs), "utf-8")
    return {
        "--help": ["--help"],
        AUDIT: ["audit", "one/draft0.md"],
        f"`audit`, {TEN - 1} such drafts": ["audit", "ten", "--jobs", "1"],
        f"`verify`, {PAIRS} pairs": ["verify", "pairs.jsonl"],
    }


def _figures(arguments: list[str], folder: Path, number: int) -> list[float | None]:
    command = [str(Path(sys.executable).with_name("wellsourced")), *arguments]
    keeps = arguments[0] in ("audit", "verify")
    none = ["--no-cache"] if keeps else []
    caches = [folder / f"cache{number}{kind}" for kind in ("cold", "warm", "repeated")]
    cold = counted([*command, *none], folder, environment(caches[0], PYTHONPATH=str(folder / "code")))[0]
    warm = counted([*command, *none], folder, environment(caches[1]))[0]
    if not keeps:
        return [cold, warm, None]
    subprocess.run(command, cwd=folder, env=environment(caches[2]), capture_output=True, check=False)
    return [cold, warm, counted(command, folder, environment(caches[2]))[0]]


def table(found: dict[str, dict[str, Any]]) -> str:
    rows = ["| million instructions | cold | warm | repeated | at most |", "|---|---|---|---|---|"]
    for path, figures in found["paths"].items():
        shown = ["" if figure is None else f"{figure:,.0f}" for figure in figures]
        most = ", ".join(f"{target:.0f} {kind}" for (one, kind), target in TARGETS.items() if one == path)
        rows.append(f"| {named(path)} | {' | '.join(shown)} | {most} |")
    return "\n".join(rows)


def parts(found: dict[str, dict[str, Any]]) -> str:
    """Return where the instructions of an audit go."""
    rows = ["| part of a warm audit | million instructions |", "|---|---|"]
    return "\n".join([*rows, *(f"| {part} | {count:.1f} |" for part, count in found["parts"].items())])


def named(path: str) -> str:
    """Return what a path is called in a table."""
    return f"`{path}`" if path.startswith("-") else path


def main() -> int:
    if shutil.which("valgrind") is None:
        sys.stdout.write(
            json.dumps(None) + "\n" if "--json" in sys.argv else "instructions: not measured (no valgrind)\n"
        )
        return 0
    found = measure()
    shown = json.dumps(found, indent=2) if "--json" in sys.argv else f"{table(found)}\n\n{parts(found)}"
    sys.stdout.write(f"{shown}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
