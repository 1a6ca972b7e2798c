"""The laws of the house: who may import whom, what may be touched where, what must exist together."""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from audit.checks import all_checks, page
from wellsourced_core import model

ROOT = Path(__file__).parent.parent
ROOMS = ("quality", "retrieval", "audit", "writer")
PACKAGES = ("wellsourced", *ROOMS)
PURE = ("quality", "audit")
HEAVY = {
    "anthropic",
    "dateutil",
    "httpx",
    "mcp",
    "numpy",
    "pgvector",
    "playwright",
    "psycopg",
    "pydantic",
    "pypdf",
    "ray",
    "scipy",
    "sklearn",
    "tldextract",
    "trafilatura",
}
# What a pure room may not touch: network, clock, environment, files, chance.
FORBIDDEN = {"asyncio", "glob", "io", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "ssl"}
FORBIDDEN |= {"subprocess", "tempfile", "time", "urllib.request", "uuid"}
CLOCKS = {("date", "today"), ("datetime", "now"), ("datetime", "utcnow"), ("time", "time"), ("datetime", "today")}


def files(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


@cache
def all_imports(path: Path) -> set[str]:
    return {name for node in ast.walk(tree(path)) for name in imported(node)}


def runs_at_import(module: ast.Module) -> list[ast.stmt]:
    """Return the statements that run when a module is imported, TYPE_CHECKING blocks aside."""
    found: list[ast.stmt] = []
    waiting = list(module.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        found.append(node)
        waiting += [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
    return found


@pytest.mark.parametrize("path", files(*ROOMS), ids=lambda p: str(p.relative_to(ROOT)))
def test_no_room_imports_another_room_or_the_program(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    for name in all_imports(path):
        top = name.split(".")[0]
        assert top not in ROOMS or top == own, f"imports {name}"
        assert top != "wellsourced" or name.startswith("wellsourced_core") or name == "wellsourced", f"imports {name}"


@pytest.mark.parametrize("path", files(*PURE), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_pure_room_touches_no_network_clock_environment_or_file(path: Path) -> None:
    names = all_imports(path)
    assert not {name for name in names if name in FORBIDDEN or name.split(".")[0] in FORBIDDEN}
    calls = {
        node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "input", "print", "hash", "exec", "eval"}


@pytest.mark.parametrize("path", files(*PACKAGES), ids=lambda p: str(p.relative_to(ROOT)))
def test_heavy_packages_are_imported_where_they_are_needed(path: Path) -> None:
    for node in runs_at_import(tree(path)):
        for name in imported(node):
            assert name.split(".")[0] not in HEAVY, f"{name} is imported at the top"


@pytest.mark.parametrize("path", files(*PACKAGES), ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_command_line_reads_the_clock(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() in CLOCK_READERS:
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr) not in CLOCKS, f"line {node.lineno} reads the clock"


# The program's edge; and the one place that stamps when a page was fetched, which no verdict reads.
CLOCK_READERS = {"wellsourced/cli.py", *(f"retrieval/{name}.py" for name in ("fetch", "cache", "network", "patience"))}


def test_only_one_file_imports_the_model_vendor() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in files(*PACKAGES)
        if "anthropic" in {n.split(".")[0] for n in all_imports(path)}
    ]
    assert users == ["wellsourced/llm.py"]


def test_layers_and_independence_hold() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_shared_values_are_frozen_and_made_of_tuples() -> None:
    values = [value for value in vars(model).values() if dataclasses.is_dataclass(value)]
    assert values
    for value in values:
        assert value.__dataclass_params__.frozen, value
        for field in dataclasses.fields(value):
            assert not str(field.type).startswith(("list", "dict", "set")), f"{value.__name__}.{field.name}"


def test_rule_codes_are_unique_and_named_by_their_files() -> None:
    checks = all_checks()
    assert max(Counter(check.code for check in checks).values()) == 1
    assert max(Counter(check.slug for check in checks).values()) == 1
    for check in checks:
        module = check.find.__module__.rpartition(".")[2]
        assert module == f"{check.code}_{check.slug}".lower().replace("-", "_")


def test_every_rule_has_a_page_with_its_four_parts() -> None:
    for check in all_checks():
        text = page(check.code)
        for part in ("What it does:", "Why it matters:", "Example:", "Fix:"):
            assert part in text, f"{check.code} lacks {part}"


def test_checks_fixtures_and_pages_are_the_same_set() -> None:
    codes = {check.code for check in all_checks()}
    folders = {path.name for path in (ROOT / "fixtures" / "audit").iterdir() if path.is_dir()}
    pages = {path.stem for path in (ROOT / "docs" / "rules").glob("[A-Z][0-9]*.md")}
    assert folders == codes
    assert pages == codes


def test_generated_documentation_is_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "docs.generate", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


AT_THE_TOP = ("test_growth.py", "test_house.py", "test_bad_inputs.py", "test_security.py", "test_fuzz_targets.py")


def test_tests_mirror_the_code() -> None:
    """A folder of tests has the name of the folder of code that they try."""
    assert not list((ROOT / "tests").rglob("__init__.py"))
    for path in (ROOT / "tests").rglob("test_*.py"):
        place = path.parent.relative_to(ROOT / "tests")
        if place.parts and place.parts[0] not in {"properties", "fakes"}:
            assert (ROOT / place).is_dir() or (ROOT / "wellsourced" / place).is_dir(), path
        elif not place.parts:
            assert path.name in AT_THE_TOP, path


def test_every_test_that_is_called_slow_is_there() -> None:
    listed = (ROOT / "tests" / "slow.txt").read_text("utf-8").splitlines()
    assert listed == sorted(set(listed))
    defined = {
        f"{path.relative_to(ROOT).as_posix()}::{node.name}"
        for path in {ROOT / name.partition("::")[0] for name in listed}
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef)
    }
    assert set(listed) <= defined


def test_every_file_that_judges_numbers_has_a_test_file_of_its_name() -> None:
    place = Path("audit", "numbers")
    code = {path.relative_to(ROOT) for path in (ROOT / place).rglob("*.py") if path.name != "__init__.py"}
    tests = {path.relative_to(ROOT / "tests") for path in (ROOT / "tests" / place).rglob("test_*.py")}
    assert code
    assert {path.with_name(f"test_{path.name}") for path in code} <= tests


def test_starting_and_auditing_import_nothing_heavy(tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text("The dam cost $4.2 billion [1].\n\n## Sources\n\n1. https://dam.example/cost\n", "utf-8")
    sources = tmp_path / "draft.sources.jsonl"
    source = {"url": "https://dam.example/cost", "title": "Dam", "text": "The dam cost 4.2 billion dollars."}
    sources.write_text(json.dumps(source) + "\n", "utf-8")
    (tmp_path / "wellsourced").mkdir(mode=0o700)  # pages that were kept before: none is asked for
    cached = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    for arguments in (["--help"], ["audit", str(draft)]):
        command = [sys.executable, "-c", _PROBE, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=cached)
        assert done.returncode == 0, done.stdout + done.stderr
        loaded = set(done.stderr.splitlines()[-1].split())
        assert not {name.split(".")[0] for name in loaded} & (HEAVY | {"rapidfuzz"}), arguments
        assert not loaded & SLOW, f"{arguments}: each of these takes longer than ten modules of ours"
        if arguments == ["--help"]:
            assert not loaded & NOT_FOR_HELP


# What makes a start slow by its size, its own imports or the patterns that it compiles: `@frozen`, `compiled`,
# `sha256` and `modules` of wellsourced_core stand in for the first ones, `TYPE_CHECKING = False` for typing.
SLOW = {"dataclasses", "hashlib", "pkgutil", "inspect", "typing", "importlib.metadata", "importlib.resources"}
SLOW |= {"importlib.util", "shutil", "email.message", "tomllib", "secrets", "random", "tempfile", "csv", "zipfile"}
SLOW |= {"sqlite3", "ssl", "socket", "subprocess", "asyncio", "logging", "threading", "concurrent.futures"}
SLOW |= {"traceback", "decimal", "fractions", "html.parser", "http.client"}
NOT_FOR_HELP = {"json", "datetime", "Stemmer", "pyromark", "audit", "quality", "retrieval", "writer", "unicodedata"}
NOT_FOR_HELP |= {"wellsourced_core.model", "wellsourced_core.text", "wellsourced.config", "wellsourced.formats"}

_PROBE = """
import sys
from wellsourced.cli import main
code = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""


def test_every_module_can_be_imported() -> None:
    for path in files(*PACKAGES):
        if path.name != "__main__.py":
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            import_module(name)
