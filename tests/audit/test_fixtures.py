"""Every rule has a draft that makes it speak, alone, and a near twin that is clean."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from audit.case import Observation
from audit.checks import all_checks, page
from audit.runner import AuditOptions, audit, open_case, report_on
from retrieval.sources_file import read_sources
from wellsourced_core.model import FileReport

FIXTURES = Path(__file__).parents[2] / "fixtures" / "audit"
CODES = sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())
# What other rooms find out about a source and hand in.
OBSERVED = {"R404", "R405", "R406", "R410", "R411", "R412", "S501", "S502", "S503", "S504"}
REPAIRED = {"C109"}  # speaks of what a repair did: the draft as it was lies beside it
rules = pytest.mark.parametrize("code", CODES)


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


@cache
def report(code: str, name: str) -> FileReport:
    folder = FIXTURES / code
    observations = []
    if name == "bad" and code in OBSERVED:
        rows = map(json.loads, read(folder / "observations.jsonl").splitlines())
        observations = [Observation(row["code"], row["source"], row["message"]) for row in rows]
    sources = read_sources(folder / "sources.jsonl")
    if name == "bad" and code in REPAIRED:
        before = open_case(read(folder / "before.md"), sources, AuditOptions())
        case = open_case(read(folder / "bad.md"), sources, AuditOptions(), before=before)
        return report_on(case, AuditOptions(), "bad.md")
    return audit(read(folder / f"{name}.md"), sources, AuditOptions(), f"{name}.md", observations)


def test_every_rule_has_a_folder_and_every_folder_a_rule() -> None:
    assert [check.code for check in all_checks()] == CODES


@rules
def test_a_folder_holds_what_it_has_to(code: str) -> None:
    wanted = {"bad.md", "good.md", "sources.jsonl"} | ({"observations.jsonl"} if code in OBSERVED else set())
    wanted |= {"before.md"} if code in REPAIRED else set()
    assert {path.name for path in (FIXTURES / code).iterdir()} == wanted


@rules
def test_the_bad_draft_makes_its_rule_speak_once_and_alone(code: str) -> None:
    findings = report(code, "bad").findings
    assert [(f.code, f.message) for f in findings if f.code != code] == []
    assert len(findings) == 1


@rules
def test_the_good_draft_is_clean(code: str) -> None:
    assert [(f.code, f.message) for f in report(code, "good").findings] == []


@rules
def test_a_finding_carries_its_rule_severity_and_place(code: str) -> None:
    found = report(code, "bad")
    [finding] = found.findings
    check = {check.code: check for check in all_checks()}[code]
    assert (finding.rule, finding.severity) == (check.slug, check.severity_of(finding.certainty))
    before = found.text[: finding.start]
    assert (finding.line, finding.column) == (before.count("\n") + 1, finding.start - (before.rfind("\n") + 1) + 1)
    assert finding.id


@rules
def test_the_page_says_whether_there_is_a_fix(code: str) -> None:
    [finding] = report(code, "bad").findings
    promised = page(code).partition("Fix: ")[2]
    if finding.fix is None:
        assert promised.startswith(("none", "`--renumber`"))
    else:
        assert finding.fix.safety in promised
