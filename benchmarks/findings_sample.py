"""Draw findings on the development drafts to be read by eye: python -m benchmarks.findings_sample --data DIR.

Every draft is audited with its sources. Of each code the first findings are drawn, in the order of a hash of draft
and finding, so that the draw is the same every time and stays where findings elsewhere change. Each is printed with
its sentence, what the report shows, and the sources it speaks of: whole if short, else around every word looked for.
``--unread F`` leaves out what was read, ``--grave`` draws errors and warnings only; ``--json F`` writes ids and
conditions.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from audit.case import Case
from audit.runner import AuditOptions, open_case, report_on
from wellsourced_core.model import Finding, Marker, Severity, Source

SETS = ("gensearch", "expertqa", "hagrid")
# How many of each code are read, at most.
WANTED = {"C102": 60, "N201": 65, "N202": 45, "N203": 20, "N204": 40, "N205": 10, "C103": 37, "C107": 37}
OTHERS = {"C101": 5, "C104": 5, "R402": 3, "R408": 2, "R401": 0, "R403": 0}
OTHER = 10  # of any other code
WHOLE = 2500  # characters of a source that is printed as it is
AROUND = 300  # characters on either side of a word in a longer one
# Where a page's template left a number out: "a depth of ." and "(; - 1942)".
_HOLE = re.compile(
    r"\b(?:of|to|than|about|approximately|over|reach|covers|measures|between|and|from|is) ?[,.;]|\( ?[;,)]"
)
_FORMS = {
    "word": r"\D+",
    "clock": r"\d{1,2}:\d\d.*",
    "year": r"(?:1\d|20)\d\d",
    "date": r".*\b(?:1\d|20)\d\d|(?:[A-Z][a-z]+ \d{1,2})|\d{1,2} [A-Z][a-z]+",
    "range": r"[\d.,]+\D*(?:-|–| to )\D*[\d.,]+.*",
    "unit": r".*[A-Za-z%°$€£].*",
}
_WORD = re.compile(r"\d[\d,.]*\d|\d|[^\W\d_]{4,}")


class Drawn(NamedTuple):
    """A finding, the set and id of its draft, and what the draft looks like around it."""

    name: str
    draft: str
    question: str
    case: Case
    finding: Finding
    labels: tuple[Mapping[str, Any], ...]

    @property
    def order(self) -> str:
        return sha256(f"{self.draft} {self.finding.id}".encode()).hexdigest()


def sources_of(row: Mapping[str, Any]) -> tuple[Source, ...]:
    """Return the sources of a draft's row."""
    return tuple(Source(f"s{s['n']}", s["url"], s["title"], s["text"], n=s["n"]) for s in row["sources"])


def found(data: Path) -> Iterator[Drawn]:
    """Yield every finding on every draft, of every severity."""
    for name in SETS:
        path = data / "drafts" / f"drafts_{name}.jsonl"
        for row in map(json.loads, path.read_text("utf-8").splitlines() if path.is_file() else ()):
            case = open_case(row["draft_markdown"], sources_of(row), AuditOptions())
            for finding in report_on(case, AuditOptions(), "draft.md").findings:
                yield Drawn(name, row["id"], row["question"], case, finding, tuple(row["labels"]))


def draw(every: Iterable[Drawn], read: frozenset[tuple[str, str]] = frozenset()) -> list[Drawn]:
    """Return the first findings of each code, in the order of their hashes, without those that were read."""
    drawn: dict[str, list[Drawn]] = {}
    for one in sorted(every, key=lambda one: one.order):
        of_code = drawn.setdefault(one.finding.code, [])
        most = {**OTHERS, **WANTED}.get(one.finding.code, OTHER)
        if len(of_code) < most and (one.draft, one.finding.id) not in read:
            of_code.append(one)
    return [one for code in sorted(drawn) for one in drawn[code]]


# ------------------------------------------------------------------------------------------------- conditions


def conditions(one: Drawn) -> dict[str, Any]:
    """Return what of a finding's surroundings may tell whether it is right."""
    case, finding, sentence = one.case, one.finding, _sentence(one)
    behind = [i for i, m in enumerate(case.draft.markers) if m.sentence == sentence]
    groups = {case.draft.markers[i].group for i in behind}
    cited = [c for i in behind for c in case.citations.of(i)]
    start, end = case.draft.sentences[sentence] if sentence >= 0 else (0, 0)
    last = max((case.draft.markers[i].end for i in behind), default=start)
    said: dict[str, Any] = {
        "ends": bool(behind) and not re.search(r"\w", case.draft.text[last:end]),
        "groups": len(groups),
        "members": len(cited),
        "texts": all(c.source is not None and case.texts.has_text(c.source) for c in cited),
        "support": max((c.together for c in cited), default=0.0).__round__(2),
        "words": len(case.texts.claim(sentence).split()) if sentence >= 0 else 0,
    }
    if finding.code in ("C102", "C103"):
        marker = _marker(one)
        own = next((c for c in cited if marker and case.draft.markers[c.marker].start == marker.start), None)
        said["why"] = own.why if own else ""
        said["better"] = bool(own and own.better)
    if finding.code.startswith("N"):
        key = re.sub(r"\D+$|^\D+", "", case.draft.text[finding.start : finding.end])
        texts = [s.text for s in case.sources if s.id == finding.source]
        standing = [re.findall(rf"(?<!\d){re.escape(key)}(?!\d)", text) for text in texts] if key else []
        said["elsewhere"] = sum(map(len, standing))
        said["form"] = _form(case.draft.text, finding)
        said["after"] = finding.start > last  # it stands behind the last marker of its sentence
    if finding.source is not None:
        text = next(s.text for s in case.sources if s.id == finding.source)
        url = next(s.url for s in case.sources if s.id == finding.source)
        said["length"] = len(text)
        said["holes"] = len(_HOLE.findall(text))
        said["twins"] = sum(url == s.url for s in case.sources) - 1 if url else 0
    if finding.code == "C107":
        said["names"] = finding.message.count(",") + 1
    return {**said, "label": _label(one)}


def _form(text: str, finding: Finding) -> str:
    """Return how a number is written: as in ``_FORMS``, "joined" to a letter, a stroke or a bracket, or "digits"."""
    number = text[finding.start : finding.end]
    if not number[0].isalpha() and re.search(r"[A-Za-z/(\-:]$", text[: finding.start]):
        return "joined"
    return next((name for name, form in _FORMS.items() if re.fullmatch(form, number, re.DOTALL)), "digits")


def _marker(one: Drawn) -> Marker | None:
    return next((m for m in one.case.draft.markers if m.start == one.finding.start), None)


def _sentence(one: Drawn) -> int:
    """Return the index of the sentence a finding speaks of, -1 where there is none."""
    marker = _marker(one)
    if marker is not None:
        return marker.sentence
    spans = enumerate(one.case.draft.sentences)
    return next((i for i, (start, end) in spans if start <= one.finding.start < end), -1)


def _label(one: Drawn) -> str:
    """Return what people said of the sentence's markers, "" where nothing."""
    if (sentence := _sentence(one)) < 0:
        return ""
    words = set(re.findall(r"\w+", one.case.texts.claim(sentence).lower()))
    marker, said = _marker(one), set[str]()
    for label in one.labels:
        theirs = set(re.findall(r"\w+", re.sub(r"\[[^\[\]]{0,60}\]", " ", label["claim"]).lower()))
        numbers = label.get("markers") or [label["marker"]]
        same = len(words & theirs) >= 0.6 * len(words | theirs)
        if same and (marker is None or any(ref.label in numbers for ref in marker.refs)):
            said.add(label["label"])
    return "+".join(sorted(said))


# ------------------------------------------------------------------------------------------------- for the reader


def shown(number: int, one: Drawn) -> str:
    """Return a finding as its reader is shown it."""
    case, finding, sentence = one.case, one.finding, _sentence(one)
    low, high = case.draft.sentences[sentence] if sentence >= 0 else (finding.start, finding.end)
    lines = [
        f"===== {number} {finding.code} {finding.severity} {one.name} {one.draft} {finding.id}",
        f"Q: {one.question}",
        f"BEFORE: {case.draft.text[max(0, low - 250) : low]!r}",
        f"SENTENCE: {case.draft.text[low:high]!r}",
        f"AT: {case.draft.text[finding.start : finding.end]!r}",
        f"SAYS: {finding.message} [source {finding.source}]",
        f"EVIDENCE: {finding.evidence.text if finding.evidence else None!r}",
    ]
    here = [i for i, marker in enumerate(case.draft.markers) if marker.sentence == sentence]
    cited = [c for i in here for c in case.citations.of(i)] if finding.code[0] in "CNQ" else []
    told = {c.better[0]: " (better)" for c in cited if c.better} | {c.source: " (also cited)" for c in cited}
    for index, source in enumerate(case.sources):
        if index in told or source.id == finding.source:
            role = "" if source.id == finding.source else told[index]
            named = f"SOURCE {source.id}{role}: {source.title} {source.url}"
            lines.append(f"{named} {_excerpts(source.text, one, sentence)}")
    return "\n".join(lines)


def _excerpts(text: str, one: Drawn, sentence: int) -> str:
    """Return a short text as it is, of a longer one the stretches around the sentence's rarer words and numbers."""
    if len(text) <= WHOLE or sentence < 0:
        return f"({len(text)}) {text[:WHOLE]}"
    words = set(_WORD.findall(one.case.texts.claim(sentence)))
    places = {word: [m.start() for m in re.finditer(re.escape(word), text, re.IGNORECASE)] for word in words}
    rare = sorted(at for found in places.values() if len(found) <= 3 for at in found)
    if (evidence := one.finding.evidence) is not None:
        rare = sorted((*rare, evidence.start, evidence.end))
    spans: list[tuple[int, int]] = []
    for at in rare:
        low, high = max(0, at - AROUND), at + AROUND
        if spans and low <= spans[-1][1]:
            low = spans.pop()[0]
        spans.append((low, high))
    nowhere = sorted(word for word, found in places.items() if not found)
    return f"({len(text)}; not in it: {nowhere})\n" + "\n".join(f"  ...{text[low:high]}" for low, high in spans)


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.findings_sample", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of labelled data")
    parser.add_argument("--unread", type=Path, metavar="F", help="leave out the findings judged in this file")
    parser.add_argument("--grave", action="store_true", help="draw errors and warnings only")
    parser.add_argument("--json", type=Path, metavar="F", help="write ids and conditions there, a line per finding")
    args = parser.parse_args()
    judged = map(json.loads, args.unread.read_text("utf-8").splitlines()) if args.unread else ()
    every = (one for one in found(args.data) if not args.grave or one.finding.severity != Severity.NOTE)
    drawn = draw(every, frozenset((row["draft"], row["id"]) for row in judged))
    print("\n\n".join(shown(number, one) for number, one in enumerate(drawn, 1)))
    if args.json:
        args.json.write_text("".join(json.dumps(record(one)) + "\n" for one in drawn), "utf-8")
    return 0


def record(one: Drawn) -> dict[str, Any]:
    """Return the ids of a finding and its conditions: nothing of the data's text."""
    said = {"id": one.finding.id, "draft": one.draft, "set": one.name, "code": one.finding.code}
    return {**said, "severity": str(one.finding.severity), "conditions": conditions(one)}


if __name__ == "__main__":
    raise SystemExit(main())
