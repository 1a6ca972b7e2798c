"""Measure what judging costs: CPU time beside the cost of lowering the same text, and how it grows.

The texts are stretches of our own fixtures, so that this needs no data.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from audit import statistics
from audit.support import prepare, read_claim, support
from benchmarks.tables import Table
from wellsourced_core.model import Claim
from wellsourced_core.text import sentences

CORPUS = Path(__file__).parent.parent / "fixtures" / "corpus"
LENGTH = 2000  # characters of a source
MANY = 1000
_REPEATS = 3


def tables(_: Path) -> list[Table]:
    """Return speed and growth, measured now, on this machine."""
    prose = _prose()
    return [_speed(prose), _growth(prose)]


def _prose() -> str:
    return " ".join(path.read_text("utf-8") for path in sorted(CORPUS.glob("*.md")))


def _sources(prose: str, count: int) -> list[str]:
    """Cut stretches at steps that share no factor with the length, so that no two are alike."""
    twice = prose + prose
    return [twice[(i * 7919) % len(prose) :][:LENGTH] for i in range(count)]


def _claims(prose: str, count: int) -> list[str]:
    spoken = [prose[start:end] for start, end in sentences(prose) if 40 < end - start < 300]
    return [f"{spoken[i % len(spoken)]} In {1900 + i % 120} it was {i} percent." for i in range(count)]


def seconds(work: Callable[[], object]) -> float:
    """Return the least CPU time of a few runs."""
    best = math.inf
    for _ in range(_REPEATS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def _speed(prose: str) -> Table:
    texts, claims = _sources(prose, 500), [read_claim(Claim(c)) for c in _claims(prose, 500)]
    ready = [prepare(text) for text in texts[:10]]
    kept = seconds(lambda: [support(claim, source) for claim in claims for source in ready])
    fresh = seconds(lambda: [support(c, prepare(text)) for c, text in zip(claims, texts, strict=True)])
    lowered = seconds(lambda: [text.lower() for text in texts])
    per_lower = len(texts) / lowered
    body = (
        ("support, source tokenised once", "pairs/s", len(claims) * len(ready) / kept, per_lower * kept / 5000),
        (f"support, fresh source of {LENGTH:,} characters", "pairs/s", len(texts) / fresh, fresh / lowered),
        (f"str.lower over {LENGTH:,} characters", "texts/s", per_lower, 1.0),
    )
    note = "CPU time of one core, best of three runs; *times lower*: against `str.lower` over as many characters."
    return Table("Cost: support", note, ("work", "unit", "rate", "times lower"), body)


def _growth(prose: str) -> Table:
    claims, texts = _claims(prose, MANY), _sources(prose, MANY)
    sizes = (MANY // 4, MANY // 2, MANY)
    table = statistics.index(texts)
    by_claims = [seconds(partial(_ask, claims[:n], table)) for n in sizes]
    by_sources = [seconds(partial(statistics.index, texts[:n])) for n in sizes]
    body = (
        ("read and index the numbers of the sources", by_sources[-1], "sources", _exponent(sizes, by_sources)),
        ("name candidates for every claim", by_claims[-1], "claims", _exponent(sizes, by_claims)),
        ("both", by_sources[-1] + by_claims[-1], "", None),
    )
    note = f"{MANY:,} claims against {MANY:,} sources of {LENGTH:,} characters; exponents over {sizes}: 1 is linear."
    return Table(
        "Cost: statistics of many claims and sources", note, ("work", "CPU seconds", "growing with", "exponent"), body
    )


def _ask(claims: Sequence[str], table: statistics.NumberIndex) -> None:
    for claim in claims:
        statistics.candidates(claim, table)


def _exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    return math.log(times[-1] / times[0]) / math.log(sizes[-1] / sizes[0])
