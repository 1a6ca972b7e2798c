"""Measure the reading and the judging of numbers on labelled claims.

Beside our verdict stands the specification's formula (number 35, context 25, proximity 40, accepted from .50 on),
once on digits as written and once on numbers as they are read. A claim is accepted when all of its numbers are;
one without a number counts as not accepted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from audit.statistics import ACCEPTED, accepted, direction_mismatch, judge, prepare
from benchmarks import tables as t
from benchmarks.tables import Estimate, Table
from wellsourced_core.model import StatisticVerdict
from wellsourced_core.quantities import quantities
from wellsourced_core.text import content, window

SETS = ("vitaminc", "fever_symmetric", "fm2", "wice", "factcc_synth", "synth_sent", "synth_para", "summedits")
NATURAL = SETS[:4]
_KINDS = {"percentage_points": "points", "basis_points": "points"}
_MARKS = re.compile(r"\[[ 0-9,]{0,20}\]|\*\*")


def without_marks(claim: str) -> str:
    """Return a claim without citation marks and emphasis."""
    return _MARKS.sub("", claim)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def rows(data: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a set; of the edited summaries those whose edit touched a number, and the unedited."""
    found = _lines(data / "stats" / f"{name}.dev.jsonl")
    if name == "summedits":
        found = [r for r in found if r["label"] == "supported" or r["meta"]["case"] == "natural_numedit"]
    return found


class Judged(NamedTuple):
    """A labelled claim, its case, and whether each method accepts it (None: no statistic was seen)."""

    good: bool
    case: str
    said: dict[str, bool | None]
    verdicts: tuple[StatisticVerdict, ...]


OURS, NORMALISED, DIGITS = "ours", "formula, numbers read", "formula, raw digits"
METHODS = (OURS, NORMALISED, DIGITS)


def judged(data: Path) -> dict[str, list[Judged]]:
    """Judge every claim of every set by every method."""
    found: dict[str, list[Judged]] = {}
    for name in SETS:
        for row in rows(data, name):
            verdicts = judge(row["claim"], prepare(row["source_text"]))
            said = {
                OURS: accepted(verdicts),
                NORMALISED: all(v.score >= ACCEPTED for v in verdicts) if verdicts else None,
                DIGITS: by_digits(row["claim"], row["source_text"]),
            }
            one = Judged(row["label"] == "supported", row["meta"]["case"], said, verdicts)
            found.setdefault(name, []).append(one)
    return found


_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_AROUND = 80


def by_digits(claim: str, source: str) -> bool | None:
    """Apply the specification's formula to digits as they are written, commas aside; None without any."""
    words = content(_NUMBER.sub(" ", _MARKS.sub(" ", claim)))
    numbers = [m[0].replace(",", "") for m in _NUMBER.finditer(_MARKS.sub(" ", claim))]
    places: dict[str, list[tuple[int, int]]] = {}
    for m in _NUMBER.finditer(source):
        places.setdefault(m[0].replace(",", ""), []).append(m.span())
    context = len(words & content(source)) / max(1, len(words))
    return all(_points(places.get(n, []), words, context, source) >= ACCEPTED for n in numbers) if numbers else None


def _points(spans: Sequence[tuple[int, int]], words: frozenset[str], context: float, source: str) -> float:
    near = (content(source[slice(*window(source, *span, _AROUND))]) & words for span in spans)
    proximity = max((len(found) for found in near), default=0) / max(1, len(words))
    return round((35 * bool(spans) + 25 * context + 40 * proximity) / 100, 6)


def counts(pairs: Iterable[tuple[bool, bool]]) -> list[int]:
    """Count (is good, was accepted) pairs: right accepts, right refusals, false passes, false alarms."""
    listed = list(pairs)
    kinds = ((True, True), (False, False), (False, True), (True, False))
    return [sum(pair == kind for pair in listed) for kind in kinds]


def _accept_f1(c: Any) -> Any:
    return 2 * c[..., 0] / (2 * c[..., 0] + c[..., 2] + c[..., 3])


def _macro_f1(c: Any) -> Any:
    return (_accept_f1(c) + 2 * c[..., 1] / np.maximum(1, 2 * c[..., 1] + c[..., 2] + c[..., 3])) / 2


def _false_alarm(c: Any) -> Any:
    return c[..., 3] / np.maximum(1, c[..., 0] + c[..., 3])


def _false_pass(c: Any) -> Any:
    return c[..., 2] / np.maximum(1, c[..., 1] + c[..., 2])


MEASURES = {
    "accept F1": _accept_f1, "macro-F1": _macro_f1, "false alarm": _false_alarm, "false pass": _false_pass,
}  # fmt: skip


def _pairs(found: Sequence[Judged], method: str) -> list[tuple[bool, bool]]:
    return [(one.good, one.said[method] is True) for one in found]


def forms(data: Path) -> list[bool]:
    """Tell for each mention read by hand whether it is read right in value, unit and kind."""
    return [_read_right(row) for row in _lines(data / "stats" / "number_forms.jsonl")]


def injected(data: Path) -> dict[str, list[bool]]:
    """Tell for each planted error whether it is found, and for each untouched claim whether it is reported."""
    found: dict[str, list[bool]] = {}
    seen = set()
    for row in _lines(data / "support" / "injected.jsonl"):
        source = prepare(row["source_text"], row["source_title"], row["source_url"])
        claim = without_marks(row["claim"])
        if row["meta"]["kind"] == "inject_number":
            found.setdefault("number changed: found", []).append(accepted(judge(claim, source)) is False)
        if row["meta"]["kind"] == "inject_negation":
            found.setdefault('"not" put in: found, if only by a note', []).append(
                direction_mismatch(claim, source) is not None
            )
        if row["meta"]["parent"] not in seen:
            seen.add(row["meta"]["parent"])
            parent = without_marks(row["meta"]["original_claim"])
            verdicts = judge(parent, source)
            found.setdefault("untouched: a number refused", []).append(accepted(verdicts) is False)
            errors = any(v.verdict in ("absent", "unit") for v in verdicts)
            found.setdefault("untouched: a number absent or of another unit (errors)", []).append(errors)
            denied = direction_mismatch(parent, source) is not None
            found.setdefault("untouched: direction or negation reported", []).append(denied)
    return found


def _read_right(row: dict[str, Any]) -> bool:
    read = quantities(row["context"])
    spots = [m.span() for m in re.finditer(re.escape(row["text"]), row["context"])] or [(0, 0)]
    for start, end in spots:
        there = [q for q in read if q.start < end and q.end > start]
        if row["kind"] == "identifier":
            if not there:
                return True
            continue
        for q in there:
            if row["date"]:
                if q.date == _iso(*row["date"]):
                    return True
            elif (q.unit, q.kind) == (row["unit"], _KINDS.get(row["kind"], row["kind"])) and (
                _same(q.value, row["value"]) and _same(q.high, row["value_hi"])
            ):
                return True
    return False


def _iso(year: int | None, month: int, day: int | None) -> str:
    return (f"{year:04d}" if year else "-") + f"-{month:02d}" + (f"-{day:02d}" if day else "")


def _same(a: float | None, b: float | None) -> bool:
    return a == b if a is None or b is None else abs(a - b) <= 1e-6 * max(1.0, abs(b))


# ------------------------------------------------------------------------------------------------- report


def tables(data: Path) -> list[Table]:
    """Return every table of this file; none where the data is absent."""
    found = judged(data)
    if not found:
        return []
    made = [_pooled(found), _per_set(found), _natural(found), _per_case(found), _per_verdict(found)]
    if planted := injected(data):
        note = (
            "Supported claims of ten sets with one number changed or one *not* put in, and the same claims untouched."
        )
        made.append(Table("Numbers and negations put in", note, ("", "rows", "share"), tuple(
            (name, len(hits), t.share(hits)) for name, hits in planted.items()
        )))  # fmt: skip
    if mentions := forms(data):
        note = "Mentions of numbers in real texts, read by hand: value, unit and kind must all agree."
        body = (("read right", sum(mentions), len(mentions), t.share(mentions)),)
        made.append(Table("Reading numbers", note, ("", "right", "of", "share"), body))
    return made


def _estimates(pairs: Sequence[tuple[bool, bool]]) -> dict[str, Estimate]:
    counted = counts(pairs)
    return {name: t.of_counts(counted, measure) for name, measure in MEASURES.items()}


def _pooled(found: Mapping[str, list[Judged]]) -> Table:
    everything = [one for ones in found.values() for one in ones]
    silent = {m: sum(one.said[m] is None for one in everything) for m in METHODS}
    body = tuple((m, *_estimates(_pairs(everything, m)).values(), silent[m]) for m in METHODS)
    note = (
        f"{len(everything):,} claims with numbers of {len(found)} sets, pooled: "
        f"{sum(one.good for one in everything):,} right, {sum(not one.good for one in everything):,} wrong. *False "
        "alarm*: share of right claims refused. *False pass*: share of wrong claims accepted. *No number*: claims in "
        "which a method sees none that tells; they count as refused."
    )
    return Table("Numbers: pooled", note, ("method", *MEASURES, "no number"), body)


def _per_set(found: Mapping[str, list[Judged]]) -> Table:
    columns = {name: {s: _estimates(_pairs(ones, OURS))[name] for s, ones in found.items()} for name in MEASURES}
    columns["macro-F1, formula, numbers read"] = {
        s: _estimates(_pairs(ones, NORMALISED))["macro-F1"] for s, ones in found.items()
    }
    columns["macro-F1, formula, raw digits"] = {
        s: _estimates(_pairs(ones, DIGITS))["macro-F1"] for s, ones in found.items()
    }
    sizes = {
        s: f"{sum(one.good for one in ones)} right, {sum(not one.good for one in ones)} wrong"
        for s, ones in found.items()
    }
    return t.by_set("Numbers: per set", "Ours, and the formulas' macro-F1.", columns, sizes)


def _natural(found: Mapping[str, list[Judged]]) -> Table:
    body = []
    for method in METHODS:
        each = [_estimates(_pairs(found[name], method)) for name in NATURAL if name in found]
        if each:
            body.append((method, *(t.mean(one[m] for one in each) for m in MEASURES)))
    note = f"Claims that people wrote ({', '.join(NATURAL)}); mean of these sets."
    return Table("Numbers: natural claims", note, ("method", *MEASURES), tuple(body))


def _per_case(found: Mapping[str, list[Judged]]) -> Table:
    cases: dict[str, list[Judged]] = {}
    for ones in found.values():
        for one in ones:
            cases.setdefault(one.case, []).append(one)
    body = tuple(
        (case, len(ones), *(t.share(good == said for good, said in _pairs(ones, m)) for m in METHODS))
        for case, ones in sorted(cases.items())
    )
    note = "Share judged rightly. Cases *pos_* are right claims written otherwise, *neg_* wrong ones made by rule."
    return Table("Numbers: judged rightly, per case", note, ("case", "rows", *METHODS), body)


def _per_verdict(found: Mapping[str, list[Judged]]) -> Table:
    """Count the first verdict that refused a claim, by whether the claim was right."""
    rows_of: dict[str, list[int]] = {}
    for ones in found.values():
        for one in ones:
            if one.said[OURS] is False:
                first = next((v.verdict for v in one.verdicts if v.verdict != "carried"), "")
                rows_of.setdefault(first, [0, 0])[not one.good] += 1
    body = tuple((name, n[0], n[1]) for name, n in sorted(rows_of.items(), key=lambda item: -sum(item[1])))
    note = "What refused a claim: its first number that is not carried."
    return Table("Numbers: why claims are refused", note, ("verdict", "right claims", "wrong claims"), body)
