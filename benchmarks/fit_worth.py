"""Fit what a sentence is worth to an article, on the answers of fixtures/articles: ``python -m benchmarks.fit_worth``.

For each sentence that may be quoted: the share of its words' weight (without the question's) that stands in the topic's
answer, by the six things that writer/expected_answer.py adds up. Ridge regression, each topic's mean taken off. The
correlation is that of sets left out, one at a time, in the mean of their topics.
"""

from __future__ import annotations

import json
import tempfile
from datetime import date
from pathlib import Path

import numpy as np
from sklearn.linear_model import Ridge

from benchmarks.articles import DAY, ROOT, answers_of, topics
from retrieval.backends import build
from retrieval.backends.corpus import index
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced_core.model import Assignment, Written
from wellsourced_core.text import content, idf
from writer import thresholds
from writer.asked import asked
from writer.expected_answer import agreed_stems, relevance
from writer.extractive import write
from writer.quotable_sentences import usable_sentences
from writer.shared_subject import shelf_of

USED = {
    "agreed words": thresholds.WORTH_OF_AGREED_WORDS,
    "shared words": thresholds.WORTH_OF_SHARED_WORDS,
    "nearness": thresholds.WORTH_OF_NEARNESS,
    "newest": thresholds.WORTH_OF_NEWEST,
    "wanted": thresholds.WORTH_OF_WANTED,
    "question": thresholds.WORTH_OF_QUESTION,
}
STIFFNESS = 1.0


def assignments(folder: Path, scratch: Path) -> dict[str, Assignment]:
    """Return what the writer is given for each topic of a set."""
    corpus = scratch / f"{folder.name}.sqlite"
    index(folder / "docs", corpus)
    given: list[Assignment] = []

    def keep(assignment: Assignment) -> Written:
        given.append(assignment)
        return write(assignment)

    rows = [json.loads(line) for line in (folder / "files.jsonl").read_text("utf-8").splitlines()]
    day = max(DAY, *(date.fromisoformat(row["date"]) for row in rows if row["date"] > "1"))
    found = {}
    for topic in topics(folder):
        given.clear()
        make_article(topic, Tools((build("corpus", {"path": str(corpus)}),), keep), Settings(day))
        if given:
            found[topic.id] = given[0]
    return found


def rows_of(assignment: Assignment, answer: str) -> tuple[list[list[float]], list[float]]:
    """Return the features of each sentence, in the order of ``USED``, and its share in the answer."""
    question = assignment.question
    shelf, want = shelf_of(assignment.passages, question), asked(question)
    found = usable_sentences(assignment)
    agreed, wanted = agreed_stems(found, shelf.near), content(answer) - want.stems
    features, shares = [], []
    for s in found:
        weights = {stem: idf(stem) for stem in sorted(set(s.stems) - want.stems)}
        total = sum(weights.values()) or 1.0
        own = agreed[s.place[0]]
        features.append(
            [
                sum(weight * own[stem] for stem, weight in weights.items()) / total,
                sum(shelf.shared.get(stem, 0.0) for stem in weights),
                max(shelf.near.get(n, 1.0) for n in s.numbers),
                max(shelf.newness.get(n, 0.0) for n in s.numbers),
                len(want.said_by([s.text])) / (len(want.kinds) or 1),
                relevance(s, want.stems),
            ]
        )
        shares.append(sum(weight for stem, weight in weights.items() if stem in wanted) / total)
    return features, shares


def main() -> None:
    sets: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted(path.parent for path in ROOT.glob("*/topics.jsonl")):
            answers = answers_of(folder)
            for topic, assignment in assignments(folder, Path(scratch)).items():
                features, shares = (np.array(rows) for rows in rows_of(assignment, answers[topic][1]))
                if len(shares) > 1:
                    topic_rows = (features - features.mean(axis=0), shares - shares.mean())
                    sets.setdefault(folder.name, []).append(topic_rows)

    def fitted(names: list[str]) -> Ridge:
        pairs = [pair for name in names for pair in sets[name]]
        model = Ridge(alpha=STIFFNESS, fit_intercept=False)
        return model.fit(np.vstack([x for x, _ in pairs]), np.concatenate([y for _, y in pairs]))

    weights = dict(zip(USED, fitted(list(sets)).coef_, strict=True))
    print("| | fitted | in use |\n|---|---:|---:|")
    print("\n".join(f"| {name} | {weights[name]:.3f} | {used:.3f} |" for name, used in USED.items()))
    print("\n| set left out | correlation | with the weights in use |\n|---|---:|---:|")
    in_use = np.array(list(USED.values()))
    for name, pairs in sets.items():
        model = fitted([other for other in sets if other != name])
        print(f"| {name} | {_correlation(pairs, model.coef_):.3f} | {_correlation(pairs, in_use):.3f} |")


def _correlation(pairs: list[tuple[np.ndarray, np.ndarray]], weights: np.ndarray) -> float:
    found = [np.corrcoef(x @ weights, y)[0, 1] for x, y in pairs if y.std() and (x @ weights).std()]
    return float(np.mean(found))


if __name__ == "__main__":
    main()
