"""Measure scoring and selection beside scikit-learn: ``python -m benchmarks.speed_scoring [--json]`` (make bench).

Sources are running text of about 480 bytes, made by a seeded generator that draws words as often as English has them.
CPU time, medians of interleaved runs in one process. Both sides are warm: tables are loaded, and words were met in
other texts before. Every run has texts that no run has seen. The plain idiom fits a TfidfVectorizer on the question
and the sources and takes cosines; it gives one number a source, as relevance does. "Found" sources all hold a word of
a question, as what a search returns does; those of a "collection" hold one by chance.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate, islice
from statistics import median
from time import process_time

from benchmarks.speed import SEED, Row, exponent, show, words
from quality.axes import relevance
from quality.composite import judge
from quality.options import Options
from quality.page_cache import PageCache
from quality.selection import select, tokens
from retrieval.near_duplicates import origins
from wellsourced_core.model import Batch, Source
from wellsourced_core.text import STOP_WORDS, idf

DAY = date(2026, 11, 21)
SIZE = 480
COUNTS = (10, 100, 1_000, 10_000)
SIZES = (100, 1_000, 10_000, 100_000)
_OPTIONS = Options()
_STOP_SHARE, _COMMA_SHARE, _NUMBER_SHARE = 0.45, 0.05, 0.02


class Writer:
    """Writes questions and sources, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        weights = dict(_frequencies())
        self._words, self._often = list(weights), [*accumulate(weights.values())]
        self._rare = [word for word, share in weights.items() if share < 1e-4]
        self._stops = sorted(STOP_WORDS)
        self._stops_often = [*accumulate(1 / rank for rank in range(1, len(self._stops) + 1))]

    def question(self) -> list[str]:
        return self._random.sample(self._rare, 6)

    def sources(self, count: int, about: Sequence[str] = ()) -> list[Source]:
        """Return sources, each with one to six of the words it is about in it, of a site for every ten."""
        made = []
        for n in range(count):
            site, day = n % (count // 10 + 1), DAY - timedelta(days=n % 900)
            made.append(Source(str(n), f"https://site{site}.example.org/page{n}", "", self._text(about), day, n=n + 1))
        return made

    def _text(self, about: Sequence[str]) -> str:
        written: list[str] = []
        while len(text := " ".join(written)) < SIZE:
            length = self._random.randint(8, 20)
            common = self._random.choices(self._words, cum_weights=self._often, k=length)
            stops = self._random.choices(self._stops, cum_weights=self._stops_often, k=length)
            chosen = [s if self._random.random() < _STOP_SHARE else c for s, c in zip(stops, common, strict=True)]
            if about and (not written or self._random.random() < 0.5):
                chosen[self._random.randrange(length)] = self._random.choice(about)
            written += [self._marked(word) for word in chosen[:-1]]
            written.append(f"{chosen[-1]}.")
            written[-length] = written[-length].capitalize()
        return text

    def _marked(self, word: str) -> str:
        drawn = self._random.random()
        if drawn < _NUMBER_SHARE:
            return str(self._random.randint(2, 3000))
        return f"{word}," if drawn < _NUMBER_SHARE + _COMMA_SHARE else word


def _frequencies() -> Iterator[tuple[str, float]]:
    """Yield the content stems of the idf table with their share of English, which the weight tells."""
    for word in words():
        if word not in STOP_WORDS:
            yield word, -math.log(1 - math.exp(-idf(word))) / 100


Pile = tuple[list[str], list[Source]]  # three questions and the sources that they are asked of
Task = Callable[[Pile], object]


def plain(question: str, shelf: Sequence[Source]) -> object:
    """Score as most do: fit on question and sources, take cosines."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics.pairwise import cosine_similarity

    matrix = TfidfVectorizer().fit_transform([question, *(s.text for s in shelf)])
    return cosine_similarity(matrix[0], matrix[1:])


def fitted(pile: Pile) -> object:
    return plain(pile[0][0], pile[1])


def fitted_thrice(pile: Pile) -> object:
    return [plain(question, pile[1]) for question in pile[0]]


def rated(pile: Pile) -> object:
    return relevance.rates(pile[0][0], pile[1])


def rated_thrice(pile: Pile) -> object:
    return [relevance.rates(question, pile[1]) for question in pile[0]]


def judged(pile: Pile) -> Batch:
    return judge(pile[0][0], pile[1], _OPTIONS, DAY, [s.id for s in pile[1]])


def judged_thrice(pile: Pile) -> list[Batch]:
    own, pool = [s.id for s in pile[1]], PageCache(_OPTIONS)
    return [judge(question, pile[1], _OPTIONS, DAY, own, pool) for question in pile[0]]


def piles(writer: Writer, count: int, *, found: bool) -> Iterator[Pile]:
    """Yield new texts for every run: more of the small ones, whose times scatter."""
    for _ in range(max(3, min(30, 3_000 // count))):
        asked = [writer.question() for _ in range(3)]
        about = [word for question in asked for word in question[:2]]
        shelf = writer.sources(count, about if found else ())
        yield [" ".join(question) for question in asked], shelf


def compared(writer: Writer, count: int, ours: Task, theirs: Task, *, found: bool) -> tuple[float, float]:
    """Return the median CPU seconds of both on the same new piles, in turn, after one that is not counted."""
    taken: tuple[list[float], list[float]] = [], []
    for pile in piles(writer, count, found=found):
        for task, times in zip((ours, theirs), taken, strict=True):
            times.append(once(task, pile))
    return median(taken[0][1:]), median(taken[1][1:])


def once(task: Task, pile: Pile) -> float:
    start = process_time()
    task(pile)
    return process_time() - start


def check(writer: Writer) -> None:
    """Stop where sources score otherwise alone than among others, or with a pool than without, in any digit."""
    for found in (False, True):
        for pile in islice(piles(writer, 100, found=found), 3):
            (question, *_), shelf = pile
            if rated(pile) != [relevance.rates(question, [source])[0] for source in shelf]:
                raise SystemExit("relevance: a source alone and among others disagree")
            if judged_thrice(pile)[0] != judged(pile):
                raise SystemExit("judge: with a pool and without one disagree")


def beside(writer: Writer) -> Iterator[Row]:
    """Yield how many times faster than the plain idiom each way of scoring is, over the number of sources."""
    ways = (
        ("relevance, a collection", rated, fitted, False),
        ("relevance, found sources", rated, fitted, True),
        ("relevance, found sources, three questions", rated_thrice, fitted_thrice, True),
        ("four axes, found sources", judged, fitted, True),
        ("four axes, found sources, three questions", judged_thrice, fitted_thrice, True),
    )
    for what, ours, theirs, found in ways:
        both = [compared(writer, count, ours, theirs, found=found) for count in COUNTS]
        for count, (mine, his) in zip(COUNTS, both, strict=True):
            yield Row(f"{what}: {count:,}", his / mine, "x")
        yield Row(f"{what}: growth", exponent(COUNTS, [mine for mine, _ in both]), "x")


def end_to_end(writer: Writer) -> Iterator[Row]:
    """Yield how origins and four axes grow with the sources; stop where a prompt does not keep to its budget."""
    spent: list[tuple[float, float]] = []
    for count in SIZES:
        asked = writer.question()
        shelf = writer.sources(count, asked)
        start = process_time()
        owners = origins(shelf)
        placed = process_time()
        batch = judge(" ".join(asked), shelf, _OPTIONS, DAY, owners)
        scored = process_time()
        spent.append((placed - start, scored - placed))
        passages = select(batch.query, batch.scored, _OPTIONS)
        if sum(tokens(passage.text) for passage in passages) > _OPTIONS.passage_tokens:
            raise SystemExit("selection: the passages are too long for the prompt")
    for i, what in enumerate(("origins", "four axes")):
        grown = exponent(SIZES, [times[i] for times in spent])
        yield Row(f"{what}, growth from {SIZES[0]:,} to {SIZES[-1]:,} sources", grown, "exponent")


def main() -> int:
    writer = Writer(SEED)
    check(writer)
    show([*beside(writer), *end_to_end(writer)], "--json" in sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
