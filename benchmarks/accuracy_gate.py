"""Measure what the gate decides: full, short or insufficient, over right batches and over five kinds of wrong ones.

A batch is the judged documents of a question that has at least two relevant ones. RIGHT: its own. NEAR: those of the
question on another subject that shares most words. HALF: those of the question half the list away. YEAR: the same,
with a year that stands in them added to the question. NAME: its own, with one name of the question exchanged for
another question's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import tables as t
from benchmarks.accuracy_relevance import OPTIONS, SETS, load, ours
from benchmarks.tables import Table
from quality.gate import decide, wants_retry
from wellsourced_core.model import Source
from wellsourced_core.text import content, idf, stem_of

KINDS = ("RIGHT", "RIGHT, lower case", "NEAR", "NAME", "NAME, lower case", "YEAR", "HALF")
LEAST_RELEVANT = 2
_YEAR = re.compile(r"\b(?:1[6-9]|20)[0-9]{2}\b")
_RUN = re.compile(r"[A-Z][\w'.-]*(?: (?:of |the )?[A-Z][\w'.-]*)*")
_FIRST = {"What", "Who", "When", "Where", "Why", "How", "Which", "In", "Is", "Are", "Was", "Did", "Name", "On", "At"}

Batches = Iterator[tuple[str, list[Source]]]


class Questions:
    """The questions of a set with their documents."""

    def __init__(self, data: Path, name: str) -> None:
        self.documents, self.texts, self.judged = load(data, name)
        self.ids = list(self.judged)
        self.asked = [q for q in self.ids if sum(g > 0 for g in self.judged[q].values()) >= LEAST_RELEVANT]
        self.words = {q: content(self.texts[q]) for q in self.ids}

    def batch(self, query: str) -> list[Source]:
        return [self.documents[d] for d in self.judged[query]]

    def right(self) -> Batches:
        for query in self.asked:
            yield self.texts[query], self.batch(query)

    def near(self) -> Batches:
        for query in self.asked:
            own = self.judged[query].keys()
            others = [q for q in self.ids if _subject(q) != _subject(query) and own.isdisjoint(self.judged[q])]
            best = max(others, key=lambda q: (len(self.words[query] & self.words[q]), -self.ids.index(q)))
            yield self.texts[query], self.batch(best)

    def half(self) -> Batches:
        for query in self.asked:
            away = self.ids[(self.ids.index(query) + len(self.ids) // 2) % len(self.ids)]
            yield self.texts[query], self.batch(away)

    def year(self) -> Batches:
        for query, batch in self.half():
            years = Counter(year for source in batch for year in set(_YEAR.findall(source.text)))
            if years:
                yield f"{query.rstrip(' ?.')} {max(years, key=lambda y: (years[y], y))}", batch

    def name(self) -> Batches:
        named = [(query, run) for query in self.asked if (run := self.name_of(query))]
        for i, (query, run) in enumerate(named):
            for step in range(1, len(named)):
                other = named[(i + step * 7) % len(named)][1]
                if content(other).isdisjoint(content(run)):
                    yield self.texts[query].replace(run, other, 1), self.batch(query)
                    break

    def name_of(self, query: str) -> str:
        """Return the rarest name of a question: a run of capitals, or of words that its documents write with one."""
        text = self.texts[query]
        runs = [run for run in _RUN.findall(text) if run not in _FIRST and content(run)]
        if not runs:
            runs = list(self._shared(text, query))
        return max(runs, key=lambda run: max(idf(stem) for stem in content(run)), default="")

    def _shared(self, text: str, query: str) -> Iterator[str]:
        """Yield the runs of a question's words that half of its documents have: names, where all is in lower case."""
        held = Counter(stem for source in self.batch(query) for stem in content(source.text))
        run: list[str] = []
        for word in [*text.split(), ""]:
            if word and 2 * held[stem_of(word)] >= len(self.judged[query]):
                run.append(word)
            elif run:
                yield " ".join(run)
                run = []

    def batches(self, kind: str) -> Batches:
        made, _, lowered = kind.partition(", ")
        for query, batch in getattr(self, made.lower())():
            yield query.lower() if lowered else query, batch


def _subject(query: str) -> str:
    """Return what several questions of a set are about: those of one subject have one number ("DEV1.4", "DEV1.5")."""
    return query.partition(".")[0]


def outcomes(batches: Batches) -> tuple[Counter[str], int]:
    """Return how often the gate says what, and how often a second search would be made."""
    said: Counter[str] = Counter()
    again = 0
    for query, batch in batches:
        judged = ours(query, batch)
        outcome = decide(judged, "standard", OPTIONS)
        said[type(outcome).__name__.lower()] += 1
        again += wants_retry(judged, OPTIONS) is not None
    return said, again


def tables(data: Path) -> list[Table]:
    """Return the table of outcomes; none where the data is absent."""
    if not (data / "relevance").is_dir():
        return []
    body: list[Sequence[Any]] = []
    for name in SETS:
        questions = Questions(data, name)
        for kind in KINDS:
            said, again = outcomes(questions.batches(kind))
            total = said.total()
            if total:
                shares = [
                    t.share([True] * said[o] + [False] * (total - said[o])) for o in ("full", "short", "insufficient")
                ]
                body.append((name, kind, total, *shares, t.share([True] * again + [False] * (total - again))))
    columns = ("set", "batches", "n", "full", "short", "insufficient", "searched again")
    note = (__doc__ or "").partition("\n\n")[2].replace("\n", " ").strip()
    return [Table("Gate: full, short or insufficient", note, columns, tuple(map(tuple, body)))]
