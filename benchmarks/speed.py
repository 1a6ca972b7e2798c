"""Measure speed side by side with the plain idiom, in one process: ``python -m benchmarks.speed`` (make bench).

CPU time, the median of interleaved runs, on text made up by a seeded generator. Ratios and growth exponents hold on
another machine; seconds do not.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from datetime import date
from importlib.resources import files

from audit.runner import audit
from quality.composite import judge
from quality.options import Options
from retrieval.identity import origins
from wellsourced.core.model import Source

SEED = 20261121
_RUNS = 3
_DAY = date(2026, 11, 21)


def words() -> list[str]:
    """Return real word stems to make text of, in the table's order."""
    lines = files("wellsourced.core").joinpath("idf.txt").read_text("utf-8").splitlines()
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


def seconds(*tasks: Callable[[], object]) -> list[float]:
    """Return the median CPU seconds of each task; their runs are interleaved."""
    taken: list[list[float]] = [[] for _ in tasks]
    for _ in range(_RUNS):
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


def audits() -> list[str]:
    """Measure the audit at full rules over the length of the draft and the number of sources."""
    rows = []
    sizes = (10_000, 100_000, 1_000_000)
    taken = []
    for size in sizes:
        maker = Maker(SEED)
        shelf = maker.sources(10)
        text = maker.draft(size, shelf)
        [spent] = seconds(lambda t=text, s=shelf: audit(t, s))
        taken.append(spent)
        rows.append(f"| audit, {size // 1000} KB, 10 sources | {len(text) / spent / 1e6:.2f} MB/s |")
    rows.append(f"| growth with the draft | exponent {exponent(sizes, taken):.2f} |")
    counts, taken = (10, 100, 1000), []
    for count in counts:
        maker = Maker(SEED)
        shelf = maker.sources(count)
        text = maker.draft(50_000, shelf)
        [spent] = seconds(lambda t=text, s=shelf: audit(t, s))
        taken.append(spent)
    rows.append(f"| growth with the sources (10 to 1,000, their texts read) | exponent {exponent(counts, taken):.2f} |")
    maker = Maker(SEED)
    shelf = maker.sources(10)
    text = maker.draft(1_000_000, shelf)
    tracemalloc.start()
    audit(text, shelf)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return [*rows, f"| peak memory, 1 MB draft | {peak / len(text):.0f} x the draft |"]


def scores() -> list[str]:
    """Measure scoring on all four axes beside fitting a TfidfVectorizer on the same texts."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics.pairwise import cosine_similarity

    rows = []
    options = Options()
    for count in (10, 1_000):
        maker = Maker(SEED)
        shelf = maker.sources(count, sentences=6)
        question = maker.sentence(6)

        def plain(shelf: Sequence[Source] = shelf, question: str = question) -> object:
            matrix = TfidfVectorizer().fit_transform([question, *(s.text for s in shelf)])
            return cosine_similarity(matrix[0], matrix[1:])

        def ours(shelf: Sequence[Source] = shelf, question: str = question) -> object:
            return judge(question, shelf, options, _DAY, origins(shelf))

        mine, theirs = seconds(ours, plain)
        rows.append(
            f"| scoring {count} sources, four axes and origins | {theirs / mine:.2f} x TfidfVectorizer's speed |"
        )
    return rows


def main() -> int:
    rows = ["| what | measured |", "|---|---|", *audits(), *scores()]
    sys.stdout.write("\n".join(rows) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
