"""The schemas: whatever the program prints or reads validates, and what is not so does not."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from audit.checks import all_checks
from retrieval.lockfile import Locked, Unread, write_lock
from retrieval.sources_file import read_sources
from wellsourced import schemas
from wellsourced.batch import OUTCOMES
from wellsourced.cli import main
from wellsourced.formats.records.opinions import render as render_opinions
from wellsourced_core.model import OPINION_VERDICTS, Opinion, Severity, Source

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
DRAFTS = sorted((FIXTURES / "drafts").glob("*.md"))
RULES = sorted(path for path in (FIXTURES / "audit").iterdir() if path.is_dir())
NIGHT = str(FIXTURES / "topics" / "night.jsonl")
READERS = {"batches", "pairs", "sources", "topics"}
Say = Callable[..., str]


def check(name: str, document: object) -> None:
    validator = jsonschema.Draft202012Validator(schemas.schema(name), format_checker=jsonschema.FormatChecker())
    faults = [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(document)]
    assert not faults, faults[:3]


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> str:
        capsys.readouterr()
        main(list(arguments))
        return capsys.readouterr().out

    return call


# ---------------------------------------------------------------------------------------------- the schemas


@pytest.mark.parametrize("name", schemas.names())
def test_a_schema_is_one_names_itself_and_stands_alone(name: str) -> None:
    one = schemas.schema(name)
    jsonschema.Draft202012Validator.check_schema(one)
    assert one["$id"] == f"wellsourced.{name}/1"
    stated = one.get("properties", {}).get("schema", {}).get("const")
    assert stated in (None, one["$id"])
    assert {node["$ref"] for node in nodes(one) if "$ref" in node} <= {f"#/$defs/{key}" for key in one.get("$defs", {})}


@pytest.mark.parametrize("name", schemas.names())
def test_every_object_that_is_printed_is_closed_and_every_field_described(name: str) -> None:
    for node in nodes(schemas.schema(name)):
        if "properties" in node and node.get("type") == "object":
            assert name in READERS or node["additionalProperties"] is False
            assert set(node["required"]) <= set(node["properties"])
            for key, field in node["properties"].items():
                described = {"description", "$ref", "const"} & set(field)
                assert described or field.get("type") == "object", f"{name}: {key}"


def test_definitions_of_one_name_are_one() -> None:
    seen: dict[str, Any] = {}
    for name in schemas.names():
        for key, definition in schemas.schema(name).get("$defs", {}).items():
            assert seen.setdefault(key, definition) == definition, f"{name}: {key}"


def test_what_is_enumerated_is_what_the_code_has() -> None:
    rules = schemas.schema("rules")["$defs"]
    assert rules["code"]["enum"] == [check.code for check in all_checks()]
    assert rules["severity"]["enum"] == [severity.value for severity in Severity]
    summary = schemas.schema("summary")["properties"]
    assert list(summary["outcomes"]["properties"]) == list(OUTCOMES)
    opinions = schemas.schema("opinions")["properties"]["opinions"]["patternProperties"]["^[0-9a-f]{64}$"]["properties"]
    assert opinions["verdict"]["enum"] == list(OPINION_VERDICTS)


def nodes(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(child)


# ---------------------------------------------------------------------------------------------- what is printed


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_audits_of_drafts(path: Path, say: Say) -> None:
    check("audit", json.loads(say("audit", str(path), "--format", "json", "-q")))


@pytest.mark.parametrize("folder", RULES, ids=lambda path: path.name)
def test_audits_that_find_something(folder: Path, say: Say) -> None:
    sources = str(folder / "sources.jsonl")
    drafts = [str(folder / "bad.md"), str(folder / "good.md")]
    check("audit", json.loads(say("audit", *drafts, "--sources", sources, "--format", "json", "-q")))
    for line in lines((folder / "sources.jsonl").read_text("utf-8")):
        check("sources", line)


def test_verify_and_its_pairs(tmp_path: Path, say: Say) -> None:
    pairs = [line for path in sorted((FIXTURES / "claims").glob("*.jsonl")) for line in lines(path.read_text("utf-8"))]
    pairs += [
        {"id": None, "claim": "Bees fly.", "source_text": None},
        {"claim": "Bees fly.", "source_text": "Bees fly.", "others": ["Wasps fly.", None], "cocited": [0]},
    ]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs), "utf-8")
    for pair in pairs:
        check("pairs", pair)
    told = lines(say("verify", "pairs.jsonl"))
    assert len(told) == len(pairs)
    for line in told:
        check("verify", line)


def test_scores_of_one_question_and_of_many(tmp_path: Path, say: Say) -> None:
    sources = lines((FIXTURES / "audit" / "C102" / "sources.jsonl").read_text("utf-8"))
    wall = {"id": "wall", "url": "https://walls.example/", "title": "Just a moment...", "text": "Verify you are human."}
    batch = {"id": [7], "query": "the dam", "sources": [*sources, wall]}
    (tmp_path / "batch.jsonl").write_text(json.dumps(batch) + "\n", "utf-8")
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(one) + "\n" for one in sources), "utf-8")
    check("batches", batch)
    [line] = lines(say("score", "--batch", "batch.jsonl"))
    check("score-batch", line)
    check("score", json.loads(say("score", "the dam", "--sources", "some.jsonl", "--format", "json")))


@pytest.mark.parametrize("mode", ["quick", "deep"])
def test_searches(mode: str, corpus: Path, say: Say) -> None:
    for question in ("Do noise complaints rise at night?", "glaciers on Mars"):
        options = ("--corpus", str(corpus), "--mode", mode, "--profile", "strict", "--format", "json", "-q")
        check("search", json.loads(say("search", question, *options)))


@pytest.mark.parametrize("profile", ["fast", "strict"])
def test_a_run_folder(profile: str, tmp_path: Path, corpus: Path, say: Say) -> None:
    say("batch", NIGHT, "--corpus", str(corpus), "--writer", "extractive", "--out", "night", "--profile", profile, "-q")
    check("summary", json.loads((tmp_path / "night" / "summary.json").read_text("utf-8")))
    folders = [path for path in (tmp_path / "night").iterdir() if path.is_dir() and (path / "article.md").exists()]
    assert folders
    for folder in folders:
        check("provenance", json.loads((folder / "provenance.json").read_text("utf-8")))
        check("audit", json.loads((folder / "audit.json").read_text("utf-8")))
        for line in lines((folder / "sources.jsonl").read_text("utf-8")):
            check("sources", line)
    records = [json.loads((folder / "provenance.json").read_text("utf-8")) for folder in folders]
    asked = [record["request"] for record in records if record["request"]]
    assert bool(asked) == (profile == "strict")
    for topic in (*asked, *lines(Path(NIGHT).read_text("utf-8"))):
        check("topics", topic)


def test_a_lock(tmp_path: Path) -> None:
    bare = Source("a", "https://a.example/", "", "The dam opened.")
    full = read_sources(FIXTURES / "audit" / "C102" / "sources.jsonl")[0]
    write_lock(
        tmp_path / "sources.lock",
        [Locked(bare), Locked(full, (full.text[:20],), "given")],
        [Unread("https://gone.example/", "answers with status 404")],
    )
    read = lines((tmp_path / "sources.lock").read_text("utf-8"))
    assert len(read) == 4
    for line in read:
        check("lock", line)


def test_a_lock_that_is_checked(tmp_path: Path, say: Say) -> None:
    source = Source("a", "urn:isbn:9780000000002", "A book", "The dam opened.")
    write_lock(tmp_path / "sources.lock", [Locked(source)])
    check("lock-check", json.loads(say("lock", "--check", "--format", "json")))


def test_a_baseline(tmp_path: Path, say: Say) -> None:
    draft = FIXTURES / "readme" / "draft.md"
    say("audit", str(draft), "--write-baseline", "baseline.json", "-q")
    record = json.loads((tmp_path / "baseline.json").read_text("utf-8"))
    assert record["findings"]
    check("baseline", record)


def test_opinions() -> None:
    check("opinions", json.loads(render_opinions({"a" * 64: Opinion("a-model", "unsure", "cannot tell", "A claim.")})))


def test_rules_values_and_selftests(say: Say) -> None:
    check("rules", json.loads(say("rules", "--format", "json")))
    check("config", json.loads(say("config", "--format", "json")))
    draft = str(FIXTURES / "selftest" / "ferry.md")
    check("selftest", json.loads(say("selftest", draft, "--limit", "3", "--format", "json")))
    pairs = str(FIXTURES / "calibrate" / "pairs.jsonl")
    check("calibration", json.loads(say("calibrate", pairs, "--format", "json")))


@pytest.mark.parametrize("forced", [(), ("--force",)])
def test_fits(say: Say, forced: tuple[str, ...]) -> None:
    pairs = str(FIXTURES / "calibrate" / "labelled.jsonl")
    check("fit", json.loads(say("calibrate", pairs, "--fit", "--format", "json", "--output", "c.toml", *forced)))


@pytest.mark.parametrize("forced", [(), ("--force",)])
def test_reviews_and_what_they_teach(say: Say, tmp_path: Path, forced: tuple[str, ...]) -> None:
    said = [
        {"id": f"{n:012x}", "code": "N202", "certainty": "likely", "judgement": word, "reason": "no"}
        for n, word in enumerate(["agree", "fixed", *["disagree"] * 18])
    ]
    (tmp_path / "review.jsonl").write_text("".join(json.dumps(one) + "\n" for one in said), "utf-8")
    for line in said:
        check("review", line)
    check("review-summary", json.loads(say("review", "--summary", "--format", "json")))
    taught = say("calibrate", "review.jsonl", "--fit", "--format", "json", "--output", "c.toml", *forced)
    check("fit-reviews", json.loads(taught))


def test_errors(say: Say) -> None:
    for arguments in (("audit", "missing.md"), ("search", "what?", "--corpus", "missing.sqlite")):
        check("error", json.loads(say(*arguments, "--format", "json")))


# ---------------------------------------------------------------------------------------------- what is refused


def test_a_strange_field_verdict_code_or_number_is_refused(say: Say) -> None:
    draft = str(FIXTURES / "readme" / "draft.md")
    whole = json.loads(say("audit", draft, "--format", "json", "-q"))
    ref, finding = ("files", 0, "markers", 0, "refs", 0), ("files", 0, "findings", 0)
    for place, value in (
        (("extra",), 1),
        ((*ref, "verdict"), "fine"),
        ((*ref, "support"), 1.5),
        ((*ref, "n"), 1.5),
        ((*finding, "code"), "C999"),
        ((*finding, "severity"), "fatal"),
        ((*finding, "line"), 0),
        ((*finding, "fix"), {"safety": "maybe", "edits": []}),
        (("summary", "codes"), {"C999": 1}),
        (("schema",), "wellsourced.audit/2"),
    ):
        changed = copy.deepcopy(whole)
        node = changed
        for step in place[:-1]:
            node = node[step]
        node[place[-1]] = value
        with pytest.raises(AssertionError):
            check("audit", changed)


# ---------------------------------------------------------------------------------------------- the command


def test_the_command_prints_the_file_and_lists_the_names(say: Say, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("schema", "audit") == (ROOT / "wellsourced" / "schemas" / "audit.json").read_text("utf-8")
    listed = say("schema").splitlines()
    assert tuple(line.split()[0] for line in listed) == schemas.names()
    assert max(map(len, listed)) <= 80
    assert main(["schema", "../audit"]) == 2
    assert "error: ../audit: is not a schema: choose one of audit, " in capsys.readouterr().err
