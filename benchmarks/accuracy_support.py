"""Measure support on human-labelled citations, swapped markers and injected names.

``python benchmarks/accuracy_support.py DATA``. Beside our own score stand scikit-learn's tf-idf cosine (fitted
on the sources of the set), rapidfuzz's token set ratio and the specification's rule (no shared term: strip).
Each set counts alike, whatever its size; "strict" is supported against partial and unsupported.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from audit.support import Margin, known_share, margin, missing_names, prepare, read_claim, support
from audit.thresholds import BALANCED, STRIP, SWAP, WEAK_WARNING
from audit.weights import is_content
from wellsourced.core.model import Claim

SETS = {
    "gensearch": ("gensearch",), "expertqa": ("expertqa",), "hagrid": ("hagrid",), "attreval": ("attreval",),
    "lfqa": ("lfqa",), "attributedqa": ("attributedqa",), "begin": ("begin",), "wice": ("wice_dev",),
    "citint": ("citint_a", "citint_b"), "fcg": ("fcg",),
}  # fmt: skip
DRAFTS = ("gensearch", "expertqa", "hagrid")

Row = dict[str, Any]
Scored = list[tuple[bool, float]]  # is it supported, and the score


def rows(path: Path) -> list[Row]:
    """Return the rows of a file of JSON lines; none where it is absent."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def sets(data: Path) -> dict[str, list[Row]]:
    """Return the labelled rows of every set that is there."""
    found = {n: [r for f in files for r in rows(data / "support" / f"{f}.jsonl")] for n, files in SETS.items()}
    return {name: labelled for name, labelled in found.items() if labelled}


def own(labelled: Sequence[Row], *, question: bool = False) -> list[float]:
    """Score the rows of a set; with the question as context where the set has one."""
    scores = []
    for row in labelled:
        context = row["meta"].get("question", "") if question else ""
        source = prepare(row["source_text"], row["source_title"], row["source_url"])
        scores.append(support(read_claim(Claim(row["claim"], context)), source).score)
    return scores


def cosine(labelled: Sequence[Row]) -> list[float]:
    """Score by the cosine of tf-idf vectors, as scikit-learn is commonly used."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectors = TfidfVectorizer(stop_words="english").fit([row["source_text"] for row in labelled])
    claims = vectors.transform([row["claim"] for row in labelled])
    sources = vectors.transform([row["source_text"] for row in labelled])
    return [float(row.sum()) for row in claims.multiply(sources).tocsr()]


def fuzzy(labelled: Sequence[Row]) -> list[float]:
    """Score by rapidfuzz's token set ratio."""
    from rapidfuzz import fuzz, utils

    pairs = ((row["claim"], row["source_text"]) for row in labelled)
    return [fuzz.token_set_ratio(*pair, processor=utils.default_process) / 100 for pair in pairs]


def overlap(labelled: Sequence[Row]) -> list[float]:
    """Score by the specification's rule, on the sentence: 1 where a content term is shared, else 0."""
    scores = []
    for row in labelled:
        source = prepare(row["source_text"], row["source_title"], row["source_url"])
        terms = read_claim(Claim(row["claim"])).terms
        scores.append(float(any(is_content(term) and source.has(term) for term in terms)))
    return scores


# ------------------------------------------------------------------------------------------------- measures


def auc(scored: Iterable[tuple[bool, float]]) -> float:
    """Return the area under the ROC curve: the share of pairs in the right order, ties half."""
    good, bad = split(scored)
    ranked = sorted({*good, *bad})
    below = dict.fromkeys(ranked, 0.0)
    total = 0
    for value in ranked:
        ties = bad.count(value)
        below[value] = total + ties / 2
        total += ties
    return sum(below[value] for value in good) / max(1, len(good) * len(bad))


def split(scored: Iterable[tuple[bool, float]]) -> tuple[list[float], list[float]]:
    """Return the scores of the supported and of the others."""
    pairs = list(scored)
    return [s for good, s in pairs if good], [s for good, s in pairs if not good]


def below(scores: Sequence[float], threshold: float) -> float:
    """Return the share of scores under a threshold."""
    return sum(score < threshold for score in scores) / max(1, len(scores))


def balanced(scored: Iterable[tuple[bool, float]], threshold: float) -> float:
    """Return the mean of the shares judged rightly among supported and among others."""
    good, bad = split(scored)
    return (1 - below(good, threshold) + below(bad, threshold)) / 2


def mean(values: Iterable[float]) -> float:
    """Return the mean of values; 0 of none."""
    listed = list(values)
    return sum(listed) / max(1, len(listed))


# ------------------------------------------------------------------------------------------------- swaps


class Swap(NamedTuple):
    """A marker and its swapped twin: the margins of both, as they count, and whether the right one is offered.

    Margins are over the share of the claim that any source has, and 0 where the own source supports the claim.
    """

    kept: float
    gone: float
    restored: bool


def swaps(data: Path) -> dict[str, list[Swap]]:
    """Return the swaps per set. Markers of one group are not contrasted; a swap inside a group is none."""
    drafts = {d["id"]: d for name in DRAFTS for d in rows(data / "drafts" / f"drafts_{name}.jsonl")}
    found: dict[str, list[Swap]] = {}
    for swap in rows(data / "drafts" / "draft_swaps.jsonl"):
        draft = drafts[swap["draft_id"]]
        numbers = [s["n"] for s in draft["sources"]]
        true, wrong = numbers.index(swap["true_marker"]), numbers.index(swap["wrong_marker"])
        group = {numbers.index(n) for n in _group(draft, swap["claim"]) if n in numbers} - {true}
        claim = read_claim(Claim(swap["claim"]))
        sources = [prepare(s["text"], s["title"], s["url"]) for s in draft["sources"]]
        scores = [support(claim, source).score for source in sources]
        known = known_share(claim, sources) or 1.0
        kept, gone = margin(scores, true, group), margin(scores, wrong, group)
        if wrong not in group and kept.value is not None and gone.value is not None:
            judged = Swap(_counted(kept, known), _counted(gone, known), gone.best_other == true)
            found.setdefault(swap["dataset"], []).append(judged)
    return found


def _counted(found: Margin, known: float) -> float:
    held = found.own is None or found.own >= BALANCED
    return max(0.0, (found.value or 0.0) / known) if held else (found.value or 0.0) / known


def _group(draft: Row, claim: str) -> set[int]:
    wanted = _letters(claim)
    return {n for x in draft["labels"] if _letters(x["claim"]) == wanted for n in x.get("markers", [x["marker"]])}


def _letters(text: str) -> str:
    return re.sub(r"[\W0-9]", "", re.sub(r"\[[^\[\]]{0,60}\]", "", text))


def names(data: Path) -> dict[str, tuple[float, float]]:
    """Return per set the share of injected names that is noticed, and of untouched claims that is accused."""
    found: dict[str, list[tuple[bool, bool]]] = {}
    for row in rows(data / "support" / "injected.jsonl"):
        if row["meta"]["kind"] == "inject_entity":
            source = prepare(row["source_text"], row["source_title"], row["source_url"])
            texts = row["claim"], row["meta"]["original_claim"]
            noticed, accused = (bool(missing_names(read_claim(Claim(text)), source)) for text in texts)
            found.setdefault(row["dataset"], []).append((noticed, accused))
    return {name: (mean(n for n, _ in pairs), mean(a for _, a in pairs)) for name, pairs in found.items()}


# ------------------------------------------------------------------------------------------------- report


def tables(data: Path) -> dict[str, Any]:
    """Return every measure per set and as a mean of sets; empty where the data is absent."""
    labelled = sets(data)
    if not labelled:
        return {}
    methods: dict[str, Callable[[Sequence[Row]], list[float]]] = {
        "ours": own, "ours, question known": lambda r: own(r, question=True),
        "tf-idf cosine": cosine, "token set ratio": fuzzy,
    }  # fmt: skip
    truth = {name: [row["label"] == "supported" for row in found] for name, found in labelled.items()}

    def scored(method: Callable[[Sequence[Row]], list[float]]) -> dict[str, Scored]:
        return {name: list(zip(truth[name], method(found), strict=True)) for name, found in labelled.items()}

    ours = scored(own)
    report: dict[str, Any] = {
        f"ROC-AUC, {title}": {name: auc(pairs) for name, pairs in scored(method).items()}
        for title, method in methods.items()
    }
    report["balanced accuracy"] = {name: balanced(pairs, BALANCED) for name, pairs in ours.items()}
    cuts: dict[str, tuple[dict[str, Scored], float]] = {
        "strip": (ours, STRIP), "weak warning": (ours, WEAK_WARNING), "no shared term": (scored(overlap), 0.5),
    }  # fmt: skip
    for title, (judged, threshold) in cuts.items():
        for side, which in (("right accused", 0), ("wrong caught", 1)):
            report[f"{title}: {side}"] = {n: below(split(p)[which], threshold) for n, p in judged.items()}
    if found := swaps(data):
        report["swaps: ROC-AUC"] = {
            n: auc([(True, swap.kept) for swap in s] + [(False, swap.gone) for swap in s]) for n, s in found.items()
        }  # fmt: skip
        report["swaps: caught"] = {n: below([swap.gone for swap in s], SWAP) for n, s in found.items()}
        report["swaps: right accused"] = {n: below([swap.kept for swap in s], SWAP) for n, s in found.items()}
        report["swaps: right number restored"] = {n: mean(swap.restored for swap in s) for n, s in found.items()}
    if injected := names(data):
        report["names: caught"] = {n: caught for n, (caught, _) in injected.items()}
        report["names: untouched accused"] = {n: accused for n, (_, accused) in injected.items()}
    return report


def main() -> None:
    measured = tables(Path(sys.argv[1]))
    if not measured:
        print("not measured")
    for title, values in measured.items():
        cells = "  ".join(f"{name} {value:.3f}" for name, value in values.items())
        print(f"{title:32}mean {mean(values.values()):.3f}  {cells}")


if __name__ == "__main__":
    main()
