"""The details that the page shows for a marker or a finding on request, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from audit.thresholds import BALANCED, STRIP
from wellsourced.formats._html.escaping import address, passage_address, visible
from wellsourced.formats._html.passages import Passages, passages
from wellsourced.formats._html.stops import Place
from wellsourced.formats._shared import one_line
from wellsourced_core.model import Edit, Finding, RefVerdict, Source, Span
from wellsourced_core.text import terms, window

_MISSING = 12  # words of the claim that are named as not there
_AROUND = 60  # code points of the draft around an edit
_LONGEST = 600  # code points of an edit


def for_all(rules: Mapping[str, str], bars: tuple[float, float] | None = None) -> dict[str, Any]:
    """Return the data that all drafts of a page share; ``rules`` gives each code its description."""
    return {
        "bars": list(bars or (STRIP, BALANCED)),
        "rules": {code: visible(text) for code, text in sorted(rules.items())},
    }


def details(text: str, shelf: Sequence[Source], stops: Iterable[Place]) -> dict[str, Any]:
    """Return the data of one draft: its stops, its sources, and what was said of them."""
    return _Details(shelf).record(text, stops)


class _Details:
    """The data of one draft; it has each text and evidence once."""

    def __init__(self, shelf: Sequence[Source]) -> None:
        self._claims: dict[str, int] = {}
        self._evidence: dict[tuple[int, Span], int] = {}
        self._sources = shelf

    def record(self, text: str, stops: Iterable[Place]) -> dict[str, Any]:
        index_of = {source.id: at for at, source in enumerate(self._sources)}
        places: dict[int, dict[str, Any]] = {}
        findings: dict[int, dict[str, Any]] = {}
        for stop in stops:
            places[stop.number] = self._place(stop, index_of)
            for one in stop.findings:
                findings[one.number] = self._finding(one.finding, text, index_of)
        cut = passages(self._sources, self._evidence)
        return {
            "claims": list(self._claims),
            "sources": [_source(source) for source in self._sources],
            "passages": list(cut.texts),
            "evidence": [self._spot(key, cut) for key in self._evidence],
            "places": places,
            "findings": findings,
        }

    def _place(self, stop: Place, index_of: Mapping[str, int]) -> dict[str, Any]:
        record: dict[str, Any] = {"line": stop.line}
        if stop.findings:
            record["findings"] = [one.number for one in stop.findings]
        if stop.marker is not None:
            claim = stop.marker.claim.text if stop.marker.claim else ""
            if claim:
                record["claim"] = self._claims.setdefault(_readable(claim), len(self._claims))
            wanted = _terms(claim)
            record["refs"] = [self._ref(ref, wanted, index_of) for ref in stop.marker.refs]
        return record

    def _ref(self, ref: RefVerdict, wanted: Mapping[str, str], index_of: Mapping[str, int]) -> dict[str, Any]:
        source = index_of.get(ref.source or "", -1)
        record: dict[str, Any] = {"n": _label(ref.label), "verdict": ref.verdict}
        if source >= 0:
            record["source"] = source
        if ref.support is not None:
            record["support"] = round(ref.support, 2)
            if ref.together is not None and ref.together > ref.support:
                record["together"] = round(ref.together, 2)
        if ref.best is not None:
            record["best"] = [_label(ref.best[0]), round(ref.best[1], 2)]
        if ref.opinion:
            record["opinion"] = one_line(f"{ref.opinion}: {ref.why}")
        elif ref.why:
            record["why"] = one_line(ref.why)
        if ref.evidence is not None:
            record["evidence"] = self._evidence.setdefault((source, ref.evidence), len(self._evidence))
            there = _terms(ref.evidence.text)
            missing = [visible(word) for stem, word in wanted.items() if stem not in there]
            record["words"] = [len(wanted) - len(missing), len(wanted), missing[:_MISSING]]
        return record

    def _finding(self, finding: Finding, text: str, index_of: Mapping[str, int]) -> dict[str, Any]:
        record: dict[str, Any] = {"code": finding.code}
        if finding.evidence is not None:
            key = (index_of.get(finding.source or "", -1), finding.evidence)
            record["evidence"] = self._evidence.setdefault(key, len(self._evidence))
        if finding.fix is not None and all(edit.end <= len(text) for edit in finding.fix.edits):
            record["fix"] = [finding.fix.safety, [list(part) for part in difference(text, finding.fix.edits)]]
        return record

    def _spot(self, key: tuple[int, Span], cut: Passages) -> list[Any]:
        index, span = key
        spot = cut.spots[key]
        link = passage_address(self._sources[index].url, span.text) if index >= 0 else ""
        return [index, spot.passage, spot.start, spot.end, link]


def _readable(claim: str) -> str:
    """Return a claim without the gaps that its markers left."""
    closed = " ".join(claim.split())
    for mark in ".,;:!?":
        closed = closed.replace(f" {mark}", mark)
    return visible(closed)


@lru_cache(maxsize=4096)
def _terms(text: str) -> Mapping[str, str]:
    """Return the content terms of a text in order, each with the word it was first written as."""
    read = terms(text)
    found: dict[str, str] = {}
    for stem, start, end in zip(read.stems, read.starts, read.ends, strict=True):
        found.setdefault(stem, text[start:end])
    return found


def _source(source: Source) -> dict[str, Any]:
    named = one_line(source.title or source.url or source.id)
    return {"n": _label(source.n if source.n is not None else source.id), "title": named, "link": address(source.url)}


def _label(label: int | str | None) -> str:
    return "" if label is None else one_line(str(label))


def difference(text: str, edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """Yield what edits do to a text as (kind, text): "=" stays, "-" goes, "+" comes, "…" leaves a stretch out."""
    at = shown = None
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        low, high = window(text, edit.start, edit.end, edit.end - edit.start + 2 * _AROUND)
        if at is not None and shown is not None and low > shown:
            yield "=", visible(text[at:shown])
            yield "…", ""
            at = None
        yield "=", visible(text[low if at is None else at : edit.start])
        if edit.end > edit.start:
            yield "-", _cut(text[edit.start : edit.end])
        if edit.text:
            yield "+", _cut(edit.text)
        at, shown = edit.end, high
    if at is not None:
        yield "=", visible(text[at:shown])


def _cut(text: str) -> str:
    return visible(text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}")
