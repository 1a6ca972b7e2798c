"""Measure relevance, gates and authority on labelled data.

Beside our own stand scikit-learn's cosine (tf-idf fitted on the batch) and the specification's composite rule
(retry when the mean composite of the top 3 is below .35). An off-topic batch is the judged documents of the
query half the list away.
"""

from __future__ import annotations

import csv
import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import tables as t
from benchmarks.tables import Estimate, Table
from quality.axes import authority
from quality.composite import judge
from quality.gate import decide, wants_retry
from quality.options import Options
from retrieval.minilm.model import Vector, embed, nearness, shown
from wellsourced.search_ranking import mixed
from wellsourced_core.model import Batch, Insufficient, Source
from wellsourced_core.text import terms

SETS = ("trecqa", "wikiqa", "cranfield")
METHODS = ("relevance", "cosine", "with MiniLM", "gain")
AS_OF, RECENT = date(2026, 1, 1), date(2025, 10, 1)
OPTIONS = Options()

Grades = Mapping[str, int]


def load(data: Path, name: str) -> tuple[dict[str, Source], dict[str, str], dict[str, dict[str, int]]]:
    """Return documents, queries and judged grades of a set; empty where it is absent."""
    folder = data / "relevance" / name
    if not folder.is_dir():
        return {}, {}, {}
    documents = {d["id"]: Source(d["id"], "", d["title"], d["text"]) for d in _rows(folder / "docs.jsonl")}
    queries = {q["id"]: q["text"] for q in _rows(folder / "queries.jsonl")}
    judged: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines():
        query, document, grade = line.split("\t")
        if query in queries and document in documents:
            judged.setdefault(query, {})[document] = int(grade)
    return documents, queries, judged


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def ndcg(ranked: Sequence[str], grades: Grades, k: int = 10) -> float | None:
    """Return the normalised discounted cumulative gain at k (Jarvelin and Kekalainen 2002); None without a hit."""

    def gain(values: Sequence[int]) -> float:
        return sum((2**g - 1) / math.log2(i + 2) for i, g in enumerate(values[:k]))

    ideal = gain(sorted(grades.values(), reverse=True))
    return gain([grades[d] for d in ranked]) / ideal if ideal else None


def ours(query: str, batch: Sequence[Source]) -> Batch:
    return judge(query, batch, OPTIONS, AS_OF, [s.id for s in batch])


def by_relevance(judged: Batch) -> list[str]:
    return [s.source.id for s in sorted(judged.scored, key=lambda s: (-s.axis("relevance"), s.source.id))]


def by_cosine(query: str, batch: Sequence[Source]) -> list[str]:
    """Rank by scikit-learn's tf-idf cosine, fitted on the batch."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    try:
        matrix = TfidfVectorizer(stop_words="english").fit_transform([query, *(s.text for s in batch)])
    except ValueError:  # nothing but stop words
        return [s.id for s in batch]
    cosines = (matrix[1:] @ matrix[0].T).toarray().ravel()
    return [s.id for _, s in sorted(zip(cosines, batch, strict=True), key=lambda p: (-p[0], p[1].id))]


def by_both(query: str, batch: Sequence[Source], near: Callable[[str], Vector]) -> list[str]:
    """Rank by relevance and MiniLM, as `ranking = "minilm"` does; () without the extra, which is then not measured."""
    if not find_spec("onnxruntime"):
        return []
    values = mixed(
        [s.axis("relevance") for s in sorted(ours(query, batch).scored, key=lambda s: s.source.id)],
        [nearness(near(query), near(shown(s))) for s in sorted(batch, key=lambda s: s.id)],
    )
    ranked = zip(values, sorted(batch, key=lambda s: s.id), strict=True)
    return [s.id for _, s in sorted(ranked, key=lambda pair: (-pair[0], pair[1].id))]


def top_by_bm25(query: str, index: Mapping[str, Counter[str]], k: int = 20) -> list[str]:
    """Return the k best documents of a collection by BM25 with the collection's own idf."""
    mean = sum(sum(c.values()) for c in index.values()) / len(index)
    scores: Counter[str] = Counter()
    for stem in terms(query).stems:
        holders = [d for d, counts in index.items() if stem in counts]
        weight = math.log(1 + (len(index) - len(holders) + 0.5) / (len(holders) + 0.5))
        for d in holders:
            tf, length = index[d][stem], sum(index[d].values())
            scores[d] += weight * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * length / mean))
    return [d for d, _ in sorted(scores.items(), key=lambda p: (-p[1], p[0]))[:k]]


def ranking(data: Path, name: str) -> dict[str, Estimate]:
    """Return mean nDCG@10 of relevance and of the cosine over the queries with a relevant document."""
    documents, queries, judged = load(data, name)
    index = {d: Counter(terms(s.text).stems) for d, s in documents.items()} if name == "cranfield" else {}
    means: dict[str, list[float]] = {"relevance": [], "cosine": [], "with MiniLM": []}
    near = cache(embed)
    for query, grades in judged.items():
        pool = {d: grades.get(d, 0) for d in top_by_bm25(queries[query], index)} if index else grades
        batch = [documents[d] for d in pool]
        for method, ranked in (
            ("relevance", by_relevance(ours(queries[query], batch))),
            ("cosine", by_cosine(queries[query], batch)),
            ("with MiniLM", by_both(queries[query], batch, near)),
        ):
            value = ndcg(ranked, pool)
            if value is not None and ranked:
                means[method].append(value)
    if means["with MiniLM"]:
        pairs = zip(means["with MiniLM"], means["relevance"], strict=True)
        means["gain"] = [with_model - without for with_model, without in pairs]
    return {method: t.average(values) for method, values in means.items() if values}


RULES = ("retry (composite or relevance)", "composite alone", "composite alone, good hosts", "insufficient")


def gates(data: Path, name: str) -> dict[str, tuple[Estimate, Estimate]]:
    """Return per rule the share of right batches it stops and of off-topic batches it lets through.

    "good hosts": the same documents under a government's address with a date three months old.
    """
    documents, queries, judged = load(data, name)
    names = list(judged)
    stopped: dict[tuple[str, bool], list[bool]] = {}
    for i, query in enumerate(names):
        for right, owner in ((True, query), (False, names[(i + len(names) // 2) % len(names)])):
            batch = ours(queries[query], [documents[d] for d in judged[owner]])
            trusted = [replace(documents[d], url=f"https://{d}.gov/", published=RECENT) for d in judged[owner]]
            known = ours(queries[query], trusted).top3_composite
            said = (
                wants_retry(batch, OPTIONS) is not None,
                batch.top3_composite < OPTIONS.retry_composite,
                known < OPTIONS.retry_composite,
                isinstance(decide(batch, "standard", OPTIONS), Insufficient),
            )
            for rule, stops in zip(RULES, said, strict=True):
                stopped.setdefault((rule, right), []).append(stops)
    return {
        rule: (t.share(stopped[rule, True]), t.share(not stops for stops in stopped[rule, False])) for rule in RULES
    }


def authorities(data: Path) -> dict[str, Estimate]:
    """Return the rank correlation of authority with people's ratings of domains, and the coverage."""
    path = data / "authority" / "domain_quality_dev.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8") as file:
        rated = [(row["domain"], float(row["pc1"])) for row in csv.DictReader(file)]
    found = [(authority.standing(f"https://{domain}/", OPTIONS), rating) for domain, rating in rated]
    covered = [(s.value, rating) for s, rating in found if s.known]
    suffixes = ("government", "education", "international")
    return {
        "share of domains with a known standing": t.share(s.known for s, _ in found),
        "rank correlation, known domains": correlation(covered),
        "rank correlation, all domains": correlation([(s.value, rating) for s, rating in found]),
        "rank correlation, public suffixes alone": correlation([(float(s.kind in suffixes), r) for s, r in found]),
    }


def correlation(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """Return Spearman's rank correlation of pairs, ties at their mean rank; the interval is Fisher's.

    Resampling 11,000 domains a thousand times buys nothing over the normal approximation of the transform.
    """
    import numpy as np
    from scipy.stats import spearmanr

    value = float(spearmanr([x for x, _ in pairs], [y for _, y in pairs]).statistic)
    chance = np.random.default_rng((t.SEED, len(pairs)))
    drawn = np.tanh(chance.normal(np.arctanh(value), 1.03 / math.sqrt(len(pairs) - 3), t.RESAMPLES))
    return Estimate(value, len(pairs), drawn)


def tables(data: Path) -> list[Table]:
    """Return every table of this file; none where the data is absent."""
    if not (data / "relevance").is_dir():
        return []
    ranked = {name: ranking(data, name) for name in SETS}
    made = [
        t.by_set(
            "Relevance: ranking the documents of a question",
            "Mean nDCG@10 over questions; *cosine*: scikit-learn's tf-idf, fitted on each question's documents; *with "
            "MiniLM*: half relevance, half the model's cosine (extra `minilm`); *gain*: what that adds to relevance.",
            {m: {name: ranked[name][m] for name in SETS} for m in METHODS if all(m in ranked[name] for name in SETS)},
            {name: f"{ranked[name]['relevance'].n} questions" for name in SETS},
        ),
        _gated(data),
    ]
    if found := authorities(data):
        note = "Against people's ratings of domains; a domain that no table knows is .50."
        body = tuple((name, one.n, one) for name, one in found.items())
        made.append(Table("Authority", note, ("measure", "domains", "value"), body))
    return made


def _gated(data: Path) -> Table:
    body: list[tuple[Any, ...]] = []
    for name in SETS[:2]:
        for rule, (alarm, passed) in gates(data, name).items():
            body.append((name, rule, alarm.n, alarm, passed))
    note = (
        "*False stop*: share of right batches that a rule stops; *false pass*: share of off-topic batches (those of "
        "the question half the list away) that it lets through. *Good hosts*: the same texts under government "
        "addresses, dated three months before."
    )
    columns = ("set", "rule", "questions", "false stop", "false pass")
    return Table("Gates: right and off-topic batches", note, columns, tuple(body))
