"""Formats that machines read: each parsed back, each place the marker's own."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from audit.checks import page
from wellsourced.api import audit_text, read_sources, render_audit
from wellsourced.formats import render
from wellsourced_core.model import AuditReport, FileReport, Style

HERE = Path(__file__).parent
FIXTURES = HERE.parents[1] / "fixtures"

REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "properties": {k: {"type": "integer", "minimum": 1} for k in ("startLine", "startColumn", "endLine", "endColumn")},
    "additionalProperties": False,
}
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
URI = {"type": "object", "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9._~%/:-]+$"}}}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "items": {
            "type": "object", "required": ["tool", "results"],
            "properties": {
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "newlineSequences": {"type": "array", "uniqueItems": True, "minItems": 1},
                "tool": {"type": "object", "required": ["driver"], "properties": {"driver": {
                    "type": "object", "required": ["name"], "properties": {"rules": {
                        "type": "array", "uniqueItems": True, "items": {
                            "type": "object", "required": ["id"], "properties": {
                                "shortDescription": TEXT,
                                "defaultConfiguration": {"properties": {"level": {
                                    "enum": ["none", "note", "warning", "error"]}}}}}}}}}},
                "results": {"type": "array", "items": {
                    "type": "object", "required": ["message", "ruleId", "level", "locations"],
                    "properties": {
                        "message": TEXT,
                        "level": {"enum": ["none", "note", "warning", "error"]},
                        "partialFingerprints": {"additionalProperties": {"type": "string"}},
                        "locations": {"items": {"required": ["physicalLocation"], "properties": {
                            "physicalLocation": {"required": ["artifactLocation", "region"], "properties": {
                                "artifactLocation": URI, "region": REGION}}}}},
                        "fixes": {"items": {"required": ["artifactChanges"], "properties": {
                            "description": TEXT,
                            "artifactChanges": {"minItems": 1, "items": {
                                "required": ["artifactLocation", "replacements"], "properties": {
                                    "artifactLocation": URI,
                                    "replacements": {"minItems": 1, "items": {
                                        "required": ["deletedRegion"], "properties": {
                                            "deletedRegion": REGION, "insertedContent": {
                                                "required": ["text"]}}}}}}}}}}}}},
            },
        }},
    },
}  # fmt: skip


def parsed(text: str) -> Any:
    def no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({k for k, _ in pairs}) == len(pairs)
        return dict(pairs)

    return json.loads(text, object_pairs_hook=no_twins)


def lines_of(report: AuditReport) -> list[str]:
    return re.split(r"\r\n|\r|\n", report.files[0].text)


def between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return the text between two 1-based positions, the end exclusive, line breaks as LF."""
    (line, column), (end_line, end_column) = start, end
    if line == end_line:
        return lines[line - 1][column - 1 : end_column - 1]
    inner = lines[line : end_line - 1]
    return "\n".join([lines[line - 1][column - 1 :], *inner, lines[end_line - 1][: end_column - 1]])


def expected(report: AuditReport) -> list[str]:
    file = report.files[0]
    return [file.text[f.start : f.end].replace("\r\n", "\n") for f in file.findings]


def region_text(lines: list[str], region: dict[str, int]) -> str:
    start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    return between(lines, start, end)


def test_sarif_is_valid(report: AuditReport, nasty: AuditReport) -> None:
    for one in (report, nasty, AuditReport("0", "p", ())):
        jsonschema.validate(parsed(render("sarif", one)), SARIF)


@pytest.fixture(scope="module")
def official() -> jsonschema.Draft202012Validator:
    """The schema of SARIF 2.1.0 as the SARIF SDK carries it."""
    return jsonschema.Draft202012Validator(json.loads((HERE / "sarif-2.1.0.json").read_text("utf-8")))


def test_sarif_follows_the_official_schema(
    official: jsonschema.Draft202012Validator, report: AuditReport, nasty: AuditReport
) -> None:
    for one in (report, nasty, AuditReport("0", "p", ())):
        official.validate(parsed(render("sarif", one)))
    broken = parsed(render("sarif", report))
    broken["runs"][0]["results"][0]["levle"] = "error"
    assert not official.is_valid(broken)


@pytest.mark.parametrize("code", sorted(path.name for path in (FIXTURES / "audit").iterdir() if path.is_dir()))
def test_sarif_of_every_rule_follows_the_official_schema(code: str, official: jsonschema.Draft202012Validator) -> None:
    folder = FIXTURES / "audit" / code
    audits = [
        audit_text((folder / name).read_bytes().decode("utf-8"), read_sources(folder / "sources.jsonl"), path=name)
        for name in ("bad.md", "good.md")
    ]
    official.validate(parsed(render_audit(*audits, format="sarif")))


def test_sarif_explains_its_rules(report: AuditReport) -> None:
    [run] = parsed(render("sarif", report))["runs"]
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["help"]["text"] == page(rule["id"])
        assert " ".join(rule["fullDescription"]["text"].split()).lower() in " ".join(page(rule["id"]).split()).lower()
        assert len(rule["fullDescription"]["text"]) <= 1024  # of which code scanning shows no more


def test_sarif_places_and_rules(report: AuditReport) -> None:
    [run] = parsed(render("sarif", report, rules={"C101": "A marker that no entry answers."}))["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    lines = lines_of(report)
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in run["results"]]
    assert [region_text(lines, region) for region in regions] == expected(report)
    rules = run["tool"]["driver"]["rules"]
    assert [rules[r["ruleIndex"]]["id"] for r in run["results"]] == [r["ruleId"] for r in run["results"]]
    assert rules[0]["shortDescription"]["text"] == "A marker that no entry answers."
    assert rules[1]["name"] == "misattributed-citation"
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert unquote(location["uri"]) == "drafts/pier, 1.md"
    fingerprints = [r["partialFingerprints"]["wellsourced/v1"] for r in run["results"]]
    assert fingerprints == [f.id for f in report.files[0].findings]


def test_sarif_fixes_delete_what_the_edits_delete(report: AuditReport) -> None:
    [run] = parsed(render("sarif", report))["runs"]
    lines = lines_of(report)
    fixes = [r["fixes"][0]["artifactChanges"][0]["replacements"][0] for r in run["results"] if "fixes" in r]
    assert [(region_text(lines, f["deletedRegion"]), f["insertedContent"]["text"]) for f in fixes] == [
        ("[3]", "[1]"), ("[9]", ""), ("2. <script>alert(1)</script> | @admin\n", "")
    ]  # fmt: skip


def test_sarif_messages_hold_no_placeholder_and_no_link(report: AuditReport) -> None:
    [run] = parsed(render("sarif", report))["runs"]
    message = run["results"][1]["message"]["text"]
    assert "{{0}}" in message
    assert "\\](" in message


def test_rdjson_columns_are_utf8_bytes(report: AuditReport) -> None:
    document = parsed(render("rdjson", report))
    raw = [line.encode("utf-8") for line in lines_of(report)]

    def cut(place: dict[str, dict[str, int]]) -> str:
        start, end = place["start"], place["end"]
        if start["line"] == end["line"]:
            return raw[start["line"] - 1][start["column"] - 1 : end["column"] - 1].decode()
        assert end == {"line": start["line"] + 1, "column": 1}
        return raw[start["line"] - 1][start["column"] - 1 :].decode() + "\n"

    diagnostics = document["diagnostics"]
    assert [cut(d["location"]["range"]) for d in diagnostics] == expected(report)
    assert [d["severity"] for d in diagnostics] == ["ERROR", "WARNING", "ERROR", "INFO", "WARNING"]
    assert [(cut(s["range"]), s["text"]) for d in diagnostics for s in d.get("suggestions", [])] == [
        ("[3]", "[1]"), ("[9]", ""), ("2. <script>alert(1)</script> | @admin\n", "")
    ]  # fmt: skip


def test_byte_columns_hold_on_very_long_lines() -> None:
    from wellsourced.formats._shared import Lines

    text = "x\n" + "aé港🌊" * 3_000
    index = Lines(FileReport("a.md", text, Style("", "", "", 1.0), 0, (), (), ()))
    for offset in (2, 3, 1_023, 1_024, 1_025, 5_000, len(text)):
        assert index.span(offset, offset, in_bytes=True)[:2] == (2, len(text[2:offset].encode()) + 1)


COMMAND = re.compile(r"::(error|warning|notice) ((?:[A-Za-z]+=[^,:\n]*)(?:,[A-Za-z]+=[^,:\n]*)*)::([^\r\n]*)")


def test_github_commands_are_whole_and_none_is_forged(report: AuditReport, nasty: AuditReport) -> None:
    for one in (report, nasty):
        *commands, total = render("github", one).splitlines()
        found = [COMMAND.fullmatch(line) for line in commands]
        assert all(found)
        assert len(found) == sum(len(f.findings) for f in one.files)
        assert not total.startswith("::")


def test_github_places(report: AuditReport) -> None:
    lines = lines_of(report)
    texts = []
    kinds = []
    for line in render("github", report).splitlines()[:-1]:
        match = COMMAND.fullmatch(line)
        assert match
        place = dict(pair.split("=", 1) for pair in match[2].split(","))
        kinds.append(match[1])
        assert unquote(place["file"]) == "drafts/pier, 1.md"
        if "col" in place:
            texts.append(
                between(
                    lines, (int(place["line"]), int(place["col"])), (int(place["endLine"]), int(place["endColumn"]))
                )
            )
    assert kinds == ["error", "error", "warning", "warning", "notice"]  # ten of a kind are shown: errors first
    assert texts == ["[3]", "[9]", "[1]", "[2]"]
    assert "%250A" in render("github", report)  # what looked like an escaped newline stays text


def test_junit(report: AuditReport, nasty: AuditReport) -> None:
    root = ET.fromstring(render("junit", report))  # noqa: S314 - our own output
    assert root.tag == "testsuites"
    dirty, clean = root
    assert (dirty.get("name"), dirty.get("tests"), dirty.get("failures")) == ("drafts/pier, 1.md", "5", "2")
    assert [c.find("failure") is not None for c in dirty] == [True, False, True, False, False]
    assert "<script>" in (dirty[1].findtext("system-out") or "")
    assert (clean.get("tests"), clean.get("failures"), len(clean)) == ("1", "0", 1)
    assert len(ET.fromstring(render("junit", nasty))) == 1  # noqa: S314 - our own output


def test_gitlab(report: AuditReport, many: AuditReport, nasty: AuditReport) -> None:
    issues = parsed(render("gitlab", report))
    assert [i["severity"] for i in issues] == ["major", "minor", "major", "info", "minor"]
    assert [i["location"]["lines"]["begin"] for i in issues] == [3, 3, 4, 5, 9]
    assert {i["location"]["path"] for i in issues} == {"drafts/pier, 1.md"}
    prints = [i["fingerprint"] for i in parsed(render("gitlab", many))]
    assert len(set(prints)) == len(prints) == 10_000
    assert len(parsed(render("gitlab", nasty))) == 1


@pytest.mark.parametrize("name", ["sarif", "rdjson", "gitlab"])
def test_json_formats_are_ascii(name: str, nasty: AuditReport) -> None:
    assert render(name, nasty).isascii()
