"""Measure the audit on whole drafts whose markers people judged: the verdict on each marker against its label.

The drafts are answers with markers, a list of references and the texts of their sources; most markers, not all,
have a label. A label on a group counts once. Then markers are exchanged for others of their drafts, and each draft
is audited anew: is the exchange found, and does the fix point back?
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from audit.case import Case
from audit.fault_injection import CODES, caught, plant
from audit.judge_citations import Citation
from audit.reading.marker_window import shares_term
from audit.reading.term_weights import is_content
from audit.runner import AuditOptions, audit, open_case, report_on
from benchmarks import tables as t
from benchmarks.tables import Table
from wellsourced_core.model import Severity, Source

SETS = ("gensearch", "expertqa", "hagrid")
VERDICTS = ("supported", "weak", "misattributed", "out-of-bounds", "uncheckable")
_TOLD = frozenset((Severity.ERROR, Severity.WARNING))
_LINK = re.compile(r"\[[^\[\]]{0,60}\]")


class Judged(NamedTuple):
    """A labelled marker: the verdict and why, what it draws, and what the specification's rules say."""

    good: bool
    verdict: str
    why: str
    warned: bool
    window: bool  # the 300 characters around the marker share a term with the source
    sentence: bool  # the marker's sentence does


class Gated(NamedTuple):
    """A draft whose labels all say "supported" (``good``), or of which one does not: what the audit says of it.

    Markers without an entry (C101) are faults that no label knows; they are left out.
    """

    good: bool
    fails: bool  # an error
    warned: bool  # an error or a warning


class Read(NamedTuple):
    """What the drafts of a set gave."""

    judged: list[Judged]
    drafts: int
    markers: int  # all of them, labelled or not
    unfound: int  # labels whose marker was not found
    findings: Counter[str]
    gated: list[Gated]


def read(path: Path) -> Read:
    """Audit every draft of a file and lay its verdicts beside the labels."""
    judged: list[Judged] = []
    findings: Counter[str] = Counter()
    gated: list[Gated] = []
    drafts = markers = unfound = 0
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        case = open_case(row["draft_markdown"], _sources(row), AuditOptions())
        report = report_on(case, AuditOptions(), "draft.md")
        drafts += 1
        markers += len(case.draft.markers)
        findings.update(finding.code for finding in report.findings)
        if labels := {label["label"] for label in row["labels"]}:
            grave = {f.severity for f in report.findings if f.code != "C101"}
            gated.append(Gated(labels == {"supported"}, Severity.ERROR in grave, not grave.isdisjoint(_TOLD)))
        warned = {f.start for f in report.findings if f.code == "C103"}
        for label in row["labels"]:
            citation = _find(case, label)
            if citation is None:
                unfound += 1
            else:
                judged.append(_judged(case, citation, label["label"] == "supported", warned))
    return Read(judged, drafts, markers, unfound, findings, gated)


def _sources(row: Mapping[str, Any]) -> tuple[Source, ...]:
    return tuple(Source(f"s{s['n']}", s["url"], s["title"], s["text"], n=s["n"]) for s in row["sources"])


def _find(case: Case, label: Mapping[str, Any]) -> Citation | None:
    """Return the citation of a label's number behind the sentence that is nearest to its claim."""
    wanted = _letters(label["claim"])
    numbers = label.get("markers") or [label["marker"]]
    found = [c for c in case.citations if c.label in numbers]
    rated = [
        (_alike(_letters(case.texts.claim(case.draft.markers[c.marker].sentence)), wanted), -i)
        for i, c in enumerate(found)
    ]
    best, at = max(rated, default=(0.0, 0))
    return found[-at] if best >= 0.5 else None


def _letters(text: str) -> str:
    return re.sub(r"[\W0-9_]+", " ", _LINK.sub(" ", text)).strip().lower()


def _alike(a: str, b: str) -> float:
    one, other = set(a.split()), set(b.split())
    return len(one & other) / max(1, len(one | other)) if not (a in b or b in a) or not a else 1.0


def _judged(case: Case, citation: Citation, good: bool, warned: set[int]) -> Judged:
    marker = case.draft.markers[citation.marker]
    window = sentence = True
    if citation.source is not None:
        text = case.texts.source(citation.source)
        window = shares_term(case.draft.prose, marker.start, marker.end, text)
        terms = case.texts.read_claim(marker.sentence).terms
        sentence = any(is_content(term) and text.has(term) for term in terms)
    return Judged(good, citation.verdict, citation.why, marker.start in warned, window, sentence)


# ------------------------------------------------------------------------------------------------- swaps


class Swapped(NamedTuple):
    """A marker exchanged for another: was the right one accused, is the wrong one, and is it pointed back."""

    accused: bool
    caught: bool
    restored: bool


def swaps(data: Path) -> dict[str, list[Swapped]]:
    """Exchange markers in their drafts and audit again; a swap inside a group is none."""
    drafts = {
        row["id"]: row
        for name in SETS
        if (path := data / "drafts" / f"drafts_{name}.jsonl").is_file()
        for row in map(json.loads, path.read_text("utf-8").splitlines())
    }
    path = data / "drafts" / "draft_swaps.jsonl"
    found: dict[str, list[Swapped]] = {}
    for swap in map(json.loads, path.read_text("utf-8").splitlines() if path.is_file() else ()):
        row = drafts[swap["draft_id"]]
        case = open_case(row["draft_markdown"], _sources(row), AuditOptions())
        before = _find(case, {"marker": swap["true_marker"], "claim": swap["claim"]})
        if before is None:
            continue
        marker = case.draft.markers[before.marker]
        group = {r.label for m in case.draft.markers if m.group == marker.group for r in m.refs}
        if swap["wrong_marker"] in group:
            continue
        ref = marker.refs[before.ref]
        text = case.draft.text[: ref.start] + str(swap["wrong_marker"]) + case.draft.text[ref.end :]
        changed = open_case(text, _sources(row), AuditOptions())
        after = next((c for c in changed.citations if changed.draft.markers[c.marker].start == marker.start), None)
        if after is None or after.source is None or before.source is None:
            continue
        found.setdefault(swap["dataset"], []).append(
            Swapped(
                before.verdict == "misattributed",
                after.verdict == "misattributed",
                after.better is not None and after.better[0] == before.source,
            )
        )
    return found


def planted(data: Path) -> dict[str, dict[str, list[bool]]]:
    """Plant one fault of each kind in every draft, as `selftest` does: is it caught? By kind and set."""
    found: dict[str, dict[str, list[bool]]] = {kind: {} for kind in CODES}
    for name in SETS:
        path = data / "drafts" / f"drafts_{name}.jsonl"
        for row in map(json.loads, path.read_text("utf-8").splitlines() if path.is_file() else ()):
            sources = _sources(row)
            untouched = audit(row["draft_markdown"], sources)
            for one in plant(row["draft_markdown"], sources, 1):
                hit = bool(caught(one, untouched, audit(one.text, sources)))
                found[one.kind].setdefault(name, []).append(hit)
    return found


# ------------------------------------------------------------------------------------------------- report


def tables(data: Path) -> list[Table]:
    """Return every table of this file; none where the data is absent."""
    paths = {name: data / "drafts" / f"drafts_{name}.jsonl" for name in SETS}
    found = {name: read(path) for name, path in paths.items() if path.is_file()}
    if not found:
        return []
    made = [_verdicts(found), _reasons(found), _rules(found), _gate(found), _findings(found)]
    if exchanged := swaps(data):
        made.append(_swapped(exchanged))
    made.append(_planted(planted(data)))
    return made


def _verdicts(found: Mapping[str, Read]) -> Table:
    body = []
    for name, one in found.items():
        for good, label in ((True, "supported"), (False, "unsupported")):
            ours = [j.verdict for j in one.judged if j.good == good]
            body.append((name, label, len(ours), *(t.share(v == verdict for v in ours) for verdict in VERDICTS)))
    sizes = "; ".join(
        f"{name}: {one.drafts} drafts, {one.markers} markers, {one.unfound} labels without a marker"
        for name, one in found.items()
    )
    note = f"The verdict of the audit on every marker that people judged ({sizes})."
    return Table("Whole drafts: verdict by label", note, ("set", "label", "markers", *VERDICTS), tuple(body))


def _reasons(found: Mapping[str, Read]) -> Table:
    whys = sorted({j.why for one in found.values() for j in one.judged if j.verdict == "misattributed"})
    body = []
    for why in whys:
        struck = [j.good for one in found.values() for j in one.judged if j.verdict == "misattributed" and j.why == why]
        body.append((why, sum(struck), len(struck) - sum(struck), t.share(not good for good in struck)))
    note = "What decided C102, over all drafts: how many of the markers it accused people had called right or wrong."
    return Table(
        "Whole drafts: why markers are misattributed", note, ("rule", "right", "wrong", "precision"), tuple(body)
    )


def _rules(found: Mapping[str, Read]) -> Table:
    rules: dict[str, Callable[[Judged], bool]] = {
        "no shared term in the 300 characters around the marker (the specification's)": lambda j: not j.window,
        "no shared term in the sentence (the specification's)": lambda j: not j.sentence,
        "C102, an error": lambda j: j.verdict == "misattributed",
        "C102 or C103: an error or a warning": lambda j: j.verdict == "misattributed" or j.warned,
    }
    body = []
    for title, accuses in rules.items():
        strip, passed = [], []
        for one in found.values():
            strip.append(t.share(accuses(j) for j in one.judged if j.good))
            passed.append(t.share(not accuses(j) for j in one.judged if not j.good))
        body.append((title, t.mean(strip), t.mean(passed)))
    note = "Means of the three sets: *false strip* of right markers, *false pass* of wrong ones."
    return Table(
        "Whole drafts: rules and both kinds of error", note, ("rule", "false strip", "false pass"), tuple(body)
    )


def _gate(found: Mapping[str, Read]) -> Table:
    """Tell which drafts fail the gate as it is shipped, an error being enough."""
    body = []
    for name, ones in (*((name, one.gated) for name, one in found.items()), ("all", _all_gated(found))):
        for good, label in ((True, "all supported"), (False, "one is not, or more")):
            drafts = [one for one in ones if one.good == good]
            shares = t.share(one.fails for one in drafts), t.share(one.warned for one in drafts)
            body.append((name, label, len(drafts), *shares))
    note = "Drafts by what people said of their labelled markers; errors and warnings of every rule but C101 count."
    columns = ("set", "labels", "drafts", "fail: an error", "an error or a warning")
    return Table("Whole drafts: which fail the gate", note, columns, tuple(body))


def _all_gated(found: Mapping[str, Read]) -> list[Gated]:
    return [gated for one in found.values() for gated in one.gated]


def _findings(found: Mapping[str, Read]) -> Table:
    codes = sorted({code for one in found.values() for code in one.findings})
    body = tuple((code, *(one.findings[code] for one in found.values())) for code in codes)
    sizes = ", ".join(f"{name} {one.markers} markers" for name, one in found.items())
    return Table("Whole drafts: findings", f"All findings on the drafts ({sizes}).", ("rule", *found), body)


def _swapped(found: Mapping[str, list[Swapped]]) -> Table:
    columns = {
        "caught (C102)": {name: t.share(s.caught for s in ones) for name, ones in found.items()},
        "before the exchange accused": {name: t.share(s.accused for s in ones) for name, ones in found.items()},
        "pointed back, of those caught": {n: t.share(s.restored for s in o if s.caught) for n, o in found.items()},
    }
    note = "A marker is exchanged for another number of its draft, and the draft is audited with all its rules."
    sizes = {name: f"{len(ones)} swaps" for name, ones in found.items()}
    return t.by_set("Whole drafts: exchanged markers", note, columns, sizes)


def _planted(found: Mapping[str, Mapping[str, list[bool]]]) -> Table:
    body = tuple(
        (kind, sum(map(len, sets.values())), *(t.share(sets[name]) if name in sets else None for name in SETS))
        for kind, sets in found.items()
    )
    note = "One fault of each kind is planted in every draft, where a cited sentence is supported; the share caught."
    return Table("Whole drafts: planted faults", note, ("kind", "planted", *SETS), body)
