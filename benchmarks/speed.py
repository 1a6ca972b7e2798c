"""Measure speed side by side with the plain idiom, in one process: ``python -m benchmarks.speed`` (make bench).

CPU time, the median of interleaved runs, on text made up by a seeded generator. Ratios and growth exponents hold on
another machine; seconds do not.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import Stemmer

from audit.checks import all_checks
from audit.judge_citations import Judge
from audit.pairs import SourceCache, judge
from audit.runner import AuditOptions, audit, open_case
from audit.statistics import candidates, index
from audit.support import prepare, read_claim, support
from audit.thresholds import MARKER_WINDOW_CHARACTERS
from wellsourced_core.model import Claim, Pair, Source
from wellsourced_core.text import QUALIFIERS, STOP_WORDS, sentences, window

SEED = 20261121
_RUNS = 3
_DAY = date(2026, 11, 21)
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
LENGTH = 2_000  # characters of a source of a pair
CORPUS = Path(__file__).parent.parent / "fixtures" / "corpus"


class Row(NamedTuple):
    """A figure: what was measured, how much, of what."""

    what: str
    value: float
    unit: str


def corpus() -> str:
    """Return the running text of our own corpus."""
    return " ".join(path.read_text("utf-8") for path in sorted(CORPUS.glob("*.md")))


def words() -> list[str]:
    """Return real word stems to make text of, in the table's order."""
    lines = files("wellsourced_core").joinpath("idf.txt").read_text("utf-8").splitlines()
    return [w for line in lines if not line.startswith("#") for w in line.split("\t")[1].split() if len(w) > 3]


class Maker:
    """Makes sentences, sources and drafts; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words = words()

    def sentence(self, length: int = 14) -> str:
        return " ".join(self._random.choices(self._words, k=length)).capitalize()

    def sources(self, count: int, sentences: int = 30) -> list[Source]:
        made = []
        for n in range(1, count + 1):
            text = ". ".join(self.sentence() for _ in range(sentences)) + "."
            made.append(Source(str(n), f"https://site{n}.example/page", f"Page {n}", text, _DAY, n=n))
        return made

    def draft(self, size: int, sources: Sequence[Source]) -> str:
        """Return a draft of about ``size`` bytes: half of its sentences are a source's, all are cited."""
        paragraphs, length = [], 0
        while length < size:
            lines = []
            for _ in range(6):
                source = self._random.choice(sources)
                own = self._random.random() < 0.5
                line = self.sentence() if own else self._random.choice(source.text.split(". ")).rstrip(".")
                lines.append(f"{line} [{source.n}].")
            paragraphs.append(" ".join(lines))
            length += len(paragraphs[-1]) + 2
        entries = "\n".join(f"{s.n}. {s.url}" for s in sources)
        return "\n\n".join(paragraphs) + f"\n\n## References\n\n{entries}\n"


def seconds(*tasks: Callable[[], object], runs: int = _RUNS) -> list[float]:
    """Return the median CPU seconds of each task; their runs are interleaved."""
    taken: list[list[float]] = [[] for _ in tasks]
    for _ in range(runs):
        for times, task in zip(taken, tasks, strict=True):
            start = time.process_time()
            task()
            times.append(time.process_time() - start)
    return [statistics.median(times) for times in taken]


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Return the slope of log(time) over log(size), by least squares."""
    xs, ys = [math.log(s) for s in sizes], [math.log(t) for t in times]
    mx, my = statistics.mean(xs), statistics.mean(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum((x - mx) ** 2 for x in xs)


def measured(size: int, count: int) -> tuple[float, str]:
    """Return the CPU seconds of an audit at full rules, and its draft."""
    maker = Maker(SEED)
    shelf = maker.sources(count)
    text = maker.draft(size, shelf)
    [spent] = seconds(lambda: audit(text, shelf), runs=1 if size > 1_000_000 else _RUNS)
    return spent, text


def audits(large: bool) -> Iterator[Row]:
    """Measure the audit at full rules over the length of the draft and the number of sources."""
    sizes = SIZES if large else SIZES[:-1]
    taken = []
    for size in sizes:
        spent, text = measured(size, 10)
        taken.append(spent)
        yield Row(f"audit of so many KB: {size // 1000:,}", len(text) / spent / 1e6, "MB/s")
    yield Row("audit of so many KB: growth", exponent(sizes, taken), "MB/s")
    counts = (1, 10, 100, 1_000)
    by_sources = [measured(200_000, count)[0] for count in counts]
    yield Row("audit, growth with its sources", exponent(counts, by_sources), "exponent")


def rules_alone() -> Iterator[Row]:
    """Measure the rules of bounds, orphans and windows beside the idiom that reads window and source per marker.

    The idiom has its own words and stems, none that we remember. Verdicts are compared before anything is timed.
    """
    for length, count in (("3 KB", 30), ("10 KB", 100)):
        maker = Maker(SEED)
        shelf = maker.sources(10, count)
        text = maker.draft(1_000_000, shelf)
        if _ours(text, shelf) != _idiom(text, shelf):
            raise SystemExit("the plain idiom and the rules do not agree")
        mine, theirs = seconds(partial(_ours, text, shelf), partial(_idiom, text, shelf))
        yield Row(f"bounds, orphans, windows; sources of {length}", theirs / mine, "x")


_Verdicts = tuple[list[int], list[int], list[bool]]


def _ours(text: str, shelf: Sequence[Source]) -> _Verdicts:
    case = open_case(text, shelf, AuditOptions())
    checks = {check.code: check for check in all_checks()}
    lost = [finding.start for finding in checks["C101"].find(case)]
    orphans = [case.draft.references[i].start for i in sorted(case.citations.orphans)]
    judge = Judge(case.texts, case.references, case.numbers)
    sources = [case.references.resolve(marker, marker.refs[0])[2] for marker in case.draft.markers]
    both = zip(case.draft.markers, sources, strict=True)
    return lost, orphans, [source is not None and judge.touches(marker, source) for marker, source in both]


_STEM = Stemmer.Stemmer("english").stemWord
_STOP_LIST = STOP_WORDS | QUALIFIERS | frozenset(map(_STEM, QUALIFIERS))  # our texts are made of stems


def _terms(text: str) -> set[str]:
    """Return the terms of a text as it is mostly done: lower case, a pattern, a stop list, a stemmer."""
    words = re.findall(r"[a-z]+|[0-9]+", text.lower())
    return {_STEM(word) for word in words if word not in _STOP_LIST and not word.isdigit()}


def _akin(ours: set[str], theirs: set[str]) -> bool:
    """Tell whether two terms begin with the same five letters, and have half of the longer one in common."""
    families: dict[str, list[str]] = {}
    for term in theirs:
        families.setdefault(term[:5], []).append(term)
    pairs = ((one, other) for one in ours if len(one) >= 5 for other in families.get(one[:5], ()))
    halves = ((one, other, (max(len(one), len(other)) + 1) // 2) for one, other in pairs)
    return any(one[:half] == other[:half] for one, other, half in halves)


def _idiom(text: str, shelf: Sequence[Source]) -> _Verdicts:
    """Find markers and entries by pattern, and read the window and the source anew for every marker."""
    body, entries = text.split("\n## References\n")
    listed = {
        int(m[1]): len(body) + len("\n## References\n") + m.start() for m in re.finditer(r"(?m)^(\d+)\. ", entries)
    }
    sources = {source.n: source for source in shelf}
    lost, cited, touching = [], set(), []
    for marker in re.finditer(r"\[(\d+)\]", body):
        number = int(marker[1])
        cited.add(number)
        if number not in listed:
            lost.append(marker.start())
        left, right = window(body, marker.start(), marker.end(), MARKER_WINDOW_CHARACTERS)
        around = re.sub(r"\[\d+\]", " ", body[left:right])
        source = sources[number]
        address = source.url.partition("://")[2]
        ours, theirs = _terms(around), _terms(source.text)
        touching.append(not ours.isdisjoint(theirs | _terms(f"{source.title} {address}")) or _akin(ours, theirs))
    return lost, [at for number, at in listed.items() if number not in cited], touching


def memory() -> Row:
    """Measure what an audit allocates at most, beside the length of its draft."""
    maker = Maker(SEED)
    shelf = maker.sources(10)
    text = maker.draft(1_000_000, shelf)
    audit(text[:20_000], shelf)  # modules and tables are no part of it
    tracemalloc.start()
    audit(text, shelf)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Row("peak memory of an audit of 1 MB", peak / len(text), "x the draft")


def pairs() -> Iterator[Row]:
    """Measure support and `verify` on stretches of our own corpus, beside ``str.lower`` over as much text."""
    prose = corpus()
    texts = [(prose + prose)[(i * 7919) % len(prose) :][:LENGTH] for i in range(400)]
    spoken = [prose[start:end] for start, end in sentences(prose) if 40 < end - start < 300]
    claims = [spoken[i % len(spoken)] for i in range(len(texts))]
    ready = [prepare(text) for text in texts[:10]]
    asked = [read_claim(Claim(claim)) for claim in claims]
    whole = [Pair(Claim(claim), Source("", "", "", text)) for claim, text in zip(claims, texts, strict=True)]
    kept, fresh, verified, lowered = seconds(
        lambda: [support(claim, ready[i % 10]) for _ in range(5) for i, claim in enumerate(asked)],
        lambda: [support(read_claim(Claim(c)), prepare(text)) for c, text in zip(claims, texts, strict=True)],
        lambda: [judge(pair, SourceCache()) for pair in whole],
        lambda: [text.lower() for _ in range(50) for text in texts],
    )
    lower = lowered / 50
    yield Row("support, sources read before", kept / (5 * lower), "x str.lower")
    yield Row("support, fresh sources", fresh / lower, "x str.lower")
    yield Row("`verify`, fresh sources", verified / lower, "x str.lower")


def numbers() -> Iterator[Row]:
    """Measure which of many sources have a claim's values, beside the plain loop over claims and sources."""
    prose = corpus()

    def made(count: int) -> tuple[list[str], list[str]]:
        texts = [(prose + prose)[(i * 7919) % len(prose) :][:LENGTH] for i in range(count)]
        return [f"In {1900 + i % 120} it was {i} percent of {7 * i + 1} trees." for i in range(count)], texts

    def ours(claims: Sequence[str], texts: Sequence[str]) -> list[tuple[int, ...]]:
        table = index(texts)
        return [candidates(claim, table) for claim in claims]

    def plain(claims: Sequence[str], texts: Sequence[str]) -> list[tuple[int, ...]]:
        # Read claim and source anew for each pair; an index of the one source keeps the rule of agreement the same.
        found = []
        for claim in claims:
            held = [bool(candidates(claim, index([text]))) for text in texts]
            found.append(tuple(i for i, has in enumerate(held) if has))
        return found

    claims, texts = made(100)
    some = claims[:10]  # a tenth of the loop is enough to tell its cost
    if any(not set(mine) <= set(all_of) for mine, all_of in zip(ours(some, texts), plain(some, texts), strict=True)):
        raise SystemExit("the plain loop does not find what the index finds")
    mine, theirs = seconds(lambda: ours(claims, texts), lambda: plain(some, texts), runs=1)
    yield Row("values of 100 claims in 100 sources", 10 * theirs / mine, "x")
    sizes = (10, 100, 1_000)
    grown = [seconds(lambda n=n: ours(*made(n)), runs=1)[0] for n in sizes]
    yield Row("their growth, 10 x 10 to 1,000 x 1,000", exponent(sizes, grown), "exponent")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="also the draft of 10 MB, which takes minutes")
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    args = parser.parse_args()
    show([*audits(args.large), *rules_alone(), memory(), *pairs(), *numbers()], args.json)
    return 0


def show(rows: Iterable[Row], as_json: bool) -> None:
    """Print rows as a table, or as JSON."""
    if as_json:
        sys.stdout.write(json.dumps([row._asdict() for row in rows], indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(["| what | measured |", "|---|---|", *map(line, rows)]) + "\n")


def line(row: Row) -> str:
    """Return a row of a table."""
    return f"| {row.what} | {row.value:,.{0 if row.value >= 100 else 2}f} {row.unit} |"


if __name__ == "__main__":
    sys.exit(main())
