"""Leave out each rule on numbers and on sentences in turn, and tell what it gains and what it costs.

A rule gains the rows that are judged rightly only with it (a wrong claim caught, a right one no longer accused), and
costs those that are judged rightly only without it. What it gains beyond its cost is noise where it is no more than
the square root of all rows that it decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from audit.meaning.rules import ON_STATEMENTS
from audit.meaning.rules import RULES as ON_SENTENCES
from audit.numbers.rules import RULES as ON_NUMBERS
from audit.pairs import reader_sees
from audit.statements import overclaims
from audit.statistics import SourceNumbers, accepted, direction_mismatch, judge, prepare
from benchmarks.accuracy_statistics import SETS, rows, without_marks
from benchmarks.tables import Table

OWN = "own claims"
CLAIMS = Path(__file__).parent.parent / "fixtures" / "claims"
_CODES = {"absent": "N201", "derived": "N201", "other-fact": "N202", "unit": "N203", "direction": "N204"}
MEANING = ("breaking", "conj", "exaggeration", "med", "nan")


class Row(NamedTuple):
    """A labelled claim: its set, whether it is right, and what judges it."""

    name: str
    right: bool
    claim: str
    source: SourceNumbers
    judged: Callable[[str, SourceNumbers, frozenset[str]], tuple[bool, object]]


class Effect(NamedTuple):
    """What a rule does to a set: right claims accused, wrong ones caught, and claims refused for another reason."""

    accused: int = 0
    spared: int = 0
    caught: int = 0
    passed: int = 0
    otherwise: int = 0


def names() -> tuple[str, ...]:
    """Return the names of all rules in their order."""
    return tuple(rule.name for rule in (*ON_NUMBERS, *ON_SENTENCES, *ON_STATEMENTS))


def by_numbers(claim: str, source: SourceNumbers, left_out: frozenset[str]) -> tuple[bool, object]:
    """Return whether all numbers of a claim are accepted, and the verdicts on them."""
    found = judge(claim, source, left_out=left_out)
    return accepted(found) is True, [v.verdict for v in found]


def by_no_refusal(claim: str, source: SourceNumbers, left_out: frozenset[str]) -> tuple[bool, object]:
    """Return whether no number of a claim is refused, and the verdicts on them."""
    found = judge(claim, source, left_out=left_out)
    return accepted(found) is not False, [v.verdict for v in found]


def by_sentences(claim: str, source: SourceNumbers, left_out: frozenset[str]) -> tuple[bool, object]:
    """Return whether no sentence of a claim is contradicted, and how one is."""
    found = direction_mismatch(claim, source, left_out=left_out)
    return found is None, found and found.kind


def by_statements(claim: str, source: SourceNumbers, left_out: frozenset[str]) -> tuple[bool, object]:
    """Return whether nothing a claim asserts is likely to go beyond its source, and by which rules it does."""
    told = [one.rule for one in overclaims(claim, source, left_out) if one.certainty != "possible"]
    turned = direction_mismatch(claim, source, left_out=left_out)
    told += [turned.kind] if turned is not None and turned.certainty != "possible" else []
    return not told, told


def by_codes(
    expected: frozenset[str], claim: str, source: SourceNumbers, left_out: frozenset[str]
) -> tuple[bool, object]:
    """Return whether a claim is let through, a wrong one also under another code than the expected, and the codes."""
    found = judge(claim, source, left_out=left_out)
    doubted = [one for one in found if one.verdict != "carried" and not one.derivation]
    codes = {_CODES[one.verdict] for one in doubted}
    if direction_mismatch(claim, source, left_out=left_out) is not None:
        codes.add("N204")
    return codes != expected if expected else not codes, sorted(codes)


def labelled(data: Path) -> Iterator[Row]:
    """Yield the labelled claims of all sets with their sources made ready once."""
    for name in SETS:
        for row in rows(data, name):
            yield Row(name, row["label"] == "supported", row["claim"], prepare(row["source_text"]), by_numbers)
    parents = set()
    for row in _lines(data / "support" / "injected.jsonl"):
        source = prepare(row["source_text"], row["source_title"], row["source_url"])
        kind = row["meta"]["kind"]
        claim, parent = without_marks(row["claim"]), without_marks(row["meta"]["original_claim"])
        if kind == "inject_number":
            yield Row("injected numbers", False, claim, source, by_no_refusal)
        if kind == "inject_negation":
            yield Row("injected negations", False, claim, source, by_sentences)
        if row["meta"]["parent"] not in parents:
            parents.add(row["meta"]["parent"])
            yield Row("injected numbers", True, parent, source, by_no_refusal)
            yield Row("injected negations", True, parent, source, by_sentences)
    for file in sorted(CLAIMS.glob("*.jsonl")):
        for row in _lines(file):
            expect = row["expect"]
            if "findings" in expect:
                # A sentence without a number is contradicted under another code, by the same rules.
                codes = ["N204" if code == "M604" else code for code in expect["findings"]]
                expected = frozenset(code for code in codes if code[0] == "N")
                source = prepare(row["source_text"], row.get("source_title", ""), row.get("source_url", ""))
                yield Row(OWN, not expected, reader_sees(row["claim"]), source, partial(by_codes, expected))
    for name in MEANING:
        for row in _lines(data / "meaning" / f"{name}.jsonl"):
            yield Row(name, row["label"] == "right", row["claim"], prepare(row["source_text"]), by_statements)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


class Asked(frozenset[str]):
    """No names at all, which remembers the names that were looked for: of the rules that were reached."""

    def __init__(self) -> None:
        self.names: set[object] = set()

    def __contains__(self, name: object) -> bool:
        self.names.add(name)
        return False


def effects(data: Path) -> dict[str, dict[str, Effect]]:
    """Return for each rule what it does to each set; a rule that is not reached changes nothing."""
    found: dict[str, dict[str, Effect]] = {name: {} for name in names()}
    for row in labelled(data):
        asked = Asked()
        accepted_with, said = row.judged(row.claim, row.source, asked)
        for rule, own in found.items():
            if rule not in asked.names:
                continue
            accepted_without, others = row.judged(row.claim, row.source, frozenset((rule,)))
            if accepted_with != accepted_without or said != others:
                own[row.name] = _told(own.get(row.name, Effect()), row.right, accepted_with, accepted_without)
    return found


def _told(effect: Effect, right: bool, with_rule: bool, without: bool) -> Effect:
    if with_rule == without:
        return effect._replace(otherwise=effect.otherwise + 1)
    if right:
        return effect._replace(spared=effect.spared + 1) if with_rule else effect._replace(accused=effect.accused + 1)
    return effect._replace(passed=effect.passed + 1) if with_rule else effect._replace(caught=effect.caught + 1)


def tables(data: Path) -> list[Table]:
    """Return the table of what each rule gains and costs; none where the data is absent."""
    if not data.is_dir():
        return []
    made = effects(data)
    sets = (*SETS, "injected numbers", "injected negations", *MEANING, OWN)
    body = []
    for rule, own in made.items():
        gain = sum(one.caught + one.spared for one in own.values())
        cost = sum(one.accused + one.passed for one in own.values())
        noise = sqrt(gain + cost)
        cells = map(partial(_cell, own), sets)
        body.append(
            (rule, gain, cost, f"{gain - cost:+d}", f"{noise:.1f}", sum(o.otherwise for o in own.values()), *cells)
        )
    note = (
        "Each rule is left out in turn. *Gain*: claims judged rightly only with the rule; *cost*: rightly only without "
        "it; *noise*: the square root of both. *Renamed*: claims refused either way, for another reason. Per set: what "
        "the rule adds to the right claims accused / to the wrong ones let through."
    )
    columns = ("rule", "gain", "cost", "net", "noise", "renamed", *sets)
    return [Table("What each rule gains and costs", note, columns, tuple(body))]


def _cell(own: dict[str, Effect], name: str) -> str:
    one = own.get(name, Effect())
    accused, passed = one.accused - one.spared, one.passed - one.caught
    return f"{accused:+d} / {passed:+d}" if accused or passed else ""
