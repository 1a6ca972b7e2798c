"""Measure support on human-labelled citations, misattributed and swapped ones, and injected names.

Beside our own score stand S2-lite, the share of the claim's terms that the source has anywhere, scikit-learn's
tf-idf cosine (fitted on the sources of the set), rapidfuzz's token set ratio and the specification's rule (no
shared term: strip). Each set counts alike, whatever its size; right is "supported", wrong "partial" and
"unsupported".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from audit.checks import severity_of
from audit.pairs import SourceCache, judge
from audit.reading.term_weights import is_content
from audit.support import Margin, known_share, margin, missing_names, prepare, read_claim, support
from audit.thresholds import BALANCED, STRIP, SWAP, WEAK_WARNING
from benchmarks import s2_lite
from benchmarks import tables as t
from benchmarks.tables import Estimate, Table
from wellsourced_core.model import Claim, Pair, Severity, Source
from wellsourced_core.text import content

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


def s2(labelled: Sequence[Row]) -> list[float]:
    """Score by S2-lite as published."""
    return [s2_lite.score(r["claim"], r["source_text"], r["source_title"], r["source_url"]) for r in labelled]


def coverage(labelled: Sequence[Row]) -> list[float]:
    """Score by the share of the claim's content terms that the source has anywhere, each counting alike."""
    scores = []
    for row in labelled:
        claim, source = content(_NOISE.sub(" ", row["claim"])), content(row["source_text"])
        scores.append(len(claim & source) / max(1, len(claim)))
    return scores


_NOISE = re.compile(r"\[[0-9,; ]{0,20}\]|\*\*")


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


def names(data: Path) -> dict[str, list[tuple[bool, bool]]]:
    """Return per set whether each injected name is noticed, and whether its untouched claim is accused."""
    found: dict[str, list[tuple[bool, bool]]] = {}
    for row in rows(data / "support" / "injected.jsonl"):
        if row["meta"]["kind"] == "inject_entity":
            source = prepare(row["source_text"], row["source_title"], row["source_url"])
            texts = row["claim"], row["meta"]["original_claim"]
            noticed, accused = (bool(missing_names(read_claim(Claim(text)), source)) for text in texts)
            found.setdefault(row["dataset"], []).append((noticed, accused))
    return found


# ------------------------------------------------------------------------------------------------- verdicts


class Outcome(NamedTuple):
    """A labelled citation and what the product says of it."""

    good: bool
    verdict: str
    findings: tuple[str, ...]
    severities: frozenset[Severity] = frozenset()

    @property
    def warned(self) -> bool:
        return "C102" in self.findings or "C103" in self.findings


def outcomes(labelled: Sequence[Row]) -> list[Outcome]:
    """Judge the rows of a set as ``verify`` does."""
    shelf, found = SourceCache(), []
    for row in labelled:
        source = Source("1", row["source_url"], row["source_title"], row["source_text"])
        said = judge(Pair(Claim(row["claim"]), source), shelf)
        severities = frozenset(severity_of(code, certainty) for code, certainty in said.certainties)
        found.append(Outcome(row["label"] == "supported", said.verdict, said.findings, severities))
    return found


# ------------------------------------------------------------------------------------------------- report

Scores = Mapping[str, Scored]
_OURS, _S2, _TOKENS = "ours", "S2-lite", "token set ratio"
METHODS: dict[str, Callable[[Sequence[Row]], list[float]]] = {
    _OURS: own, "ours, question known": lambda found: own(found, question=True), _S2: s2,
    "coverage": coverage, "tf-idf cosine": cosine, _TOKENS: fuzzy,
}  # fmt: skip
_ROWS = "{} right, {} wrong"


def tables(data: Path) -> list[Table]:
    """Return every table of this file; none where the data is absent."""
    labelled = sets(data)
    if not labelled:
        return []
    truth = {name: [row["label"] == "supported" for row in found] for name, found in labelled.items()}
    sizes = {name: _ROWS.format(sum(good), len(good) - sum(good)) for name, good in truth.items()}

    def scored(method: Callable[[Sequence[Row]], list[float]]) -> Scores:
        return {name: list(zip(truth[name], method(found), strict=True)) for name, found in labelled.items()}

    by_method = {title: scored(method) for title, method in METHODS.items()}
    judged = {name: outcomes(found) for name, found in labelled.items()}
    made = [
        _ranking(by_method, sizes),
        _matched(by_method, labelled, sizes),
        _rules(by_method, scored(overlap), judged),
        _curve(by_method),
        _graded(judged, sizes),
        _shipped(judged, sizes),
        _findings(judged),
    ]
    if (data / "support" / "shuffled_hagrid.jsonl").is_file():
        made.append(_shuffled(data, by_method[_OURS]))
    if found := swaps(data):
        made.append(_swapped(found))
    if injected := names(data):
        made.append(_named(injected))
    return made


def _auc(scored: Scored) -> Estimate:
    return t.auc(*split(scored))


def _ranking(by_method: Mapping[str, Scores], sizes: Mapping[str, str]) -> Table:
    columns = {title: {name: _auc(pairs) for name, pairs in sets.items()} for title, sets in by_method.items()}
    note = (
        "Does a right citation score higher than a wrong one? Area under the ROC curve; .5 is chance. "
        "*Question known*: a claim of up to three terms borrows those of the question it answers."
    )
    return t.by_set("Support: ranking right above wrong citations", note, columns, sizes)


def _matched(by_method: Mapping[str, Scores], labelled: Mapping[str, list[Row]], sizes: Mapping[str, str]) -> Table:
    names, chosen = list(labelled), [title for title in by_method if title != "ours, question known"]
    lengths = {name: [len(row["source_text"]) for row in labelled[name]] for name in names}
    values = {
        title: {name: _within_lengths(by_method[title][name], lengths[name]) for name in names} for title in chosen
    }
    body: list[tuple[Any, ...]] = [(name, sizes[name], *(values[title][name] for title in chosen)) for name in names]
    body.append(("mean of sets", "", *(mean(values[title].values()) for title in chosen)))
    note = (
        "The same area, but only sources of like length are compared (fifths of a set by length): in some sets long "
        "sources are wrong more often, which says nothing about a method."
    )
    return Table("Support: ranking among sources of like length", note, ("set", "rows", *chosen), tuple(body))


def _within_lengths(scored: Scored, lengths: Sequence[int]) -> float:
    order = sorted(range(len(scored)), key=lambda i: (lengths[i], i))
    fifth = max(1, -(-len(order) // 5))
    right = total = 0.0
    for first in range(0, len(order), fifth):
        part = [scored[i] for i in order[first : first + fifth]]
        good, bad = split(part)
        right += auc(part) * len(good) * len(bad)
        total += len(good) * len(bad)
    return right / total


def _accused(scores: Scores, threshold: float, *, good: bool) -> Estimate:
    return t.mean(t.share(s < threshold for right, s in pairs if right == good) for pairs in scores.values())


def _rules(by_method: Mapping[str, Scores], shared: Scores, judged: Mapping[str, list[Outcome]]) -> Table:
    """Compare rules by both kinds of error; other scores at the threshold that strips as many right ones."""
    body: list[tuple[Any, ...]] = [_both("no shared content term (the specification's, on the sentence)", shared, 0.5)]
    strips = {name: [(o.good, float(o.verdict != "misattributed")) for o in found] for name, found in judged.items()}
    warns = {name: [(o.good, float(not o.warned)) for o in found] for name, found in judged.items()}
    weak = {name: [(o.good, float(o.verdict in ("supported", "uncheckable"))) for o in f] for name, f in judged.items()}
    body += [
        _both("C102, an error: stripped or re-pointed", strips, 0.5),
        _both("C102 or C103: an error or a warning", warns, 0.5),
        _both("all that is not verdict *supported* (errors and the review band)", weak, 0.5),
    ]
    for against, scores in (("C102", strips), ("C102 or C103", warns)):
        allowed = mean(below(split(pairs)[0], 0.5) for pairs in scores.values())
        for title in (_S2, "coverage", "tf-idf cosine", _TOKENS):
            cut = _highest(by_method[title], allowed)
            body.append(
                _both(f"{title} below {cut:.3f} (strips as many right ones as {against})", by_method[title], cut)
            )
    note = (
        "Means over the ten sets. *False strip*: share of right citations that the rule accuses. *False pass*: share "
        "of wrong citations that it lets through. The scores beside ours have no shipped threshold: they are shown at "
        "the one at which they accuse as many right citations as we do."
    )
    return Table("Support: rules and both kinds of error", note, ("rule", "false strip", "false pass"), tuple(body))


def _both(title: str, scores: Scores, threshold: float) -> tuple[str, Estimate, Estimate]:
    passed = t.mean(t.share(s >= threshold for right, s in pairs if not right) for pairs in scores.values())
    return title, _accused(scores, threshold, good=True), passed


def _highest(scores: Scores, allowed: float) -> float:
    """Return the highest threshold (in thousandths) that accuses no more right citations than allowed."""
    right = [split(pairs)[0] for pairs in scores.values()]
    return max(c / 1000 for c in range(-200, 1001) if mean(below(good, c / 1000) for good in right) <= allowed + 1e-9)


_ALLOWED = (0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.10, 0.15, 0.20, 0.30)


def _curve(by_method: Mapping[str, Scores]) -> Table:
    """Tell how many wrong citations each score catches at the threshold that accuses so many right ones."""
    titles = [title for title in by_method if title != "ours, question known"]
    body = []
    for allowed in _ALLOWED:
        cuts = {title: _highest(by_method[title], allowed) for title in titles}
        body.append((f"{allowed:.1%}", *(_accused(by_method[title], cuts[title], good=False) for title in titles)))
    note = (
        "Each score alone, at the highest threshold that accuses no more right citations than the first column allows "
        "(mean of the ten sets): the share of wrong ones that it catches."
    )
    return Table("Support: the whole curve", note, ("right ones accused", *titles), tuple(body))


def _graded(judged: Mapping[str, list[Outcome]], sizes: Mapping[str, str]) -> Table:
    """Tell how grave all that is said of a citation is, whatever rule says it."""

    def shares(good: bool, *severities: Severity) -> dict[str, Estimate]:
        told = frozenset(severities)
        return {n: t.share(not told.isdisjoint(o.severities) for o in f if o.good == good) for n, f in judged.items()}

    columns = {
        "error: right": shares(True, Severity.ERROR),
        "error: wrong": shares(False, Severity.ERROR),
        "error or warning: right": shares(True, Severity.ERROR, Severity.WARNING),
        "error or warning: wrong": shares(False, Severity.ERROR, Severity.WARNING),
    }
    note = (
        "The share of right and of wrong citations of which anything is said, by any rule, as `verify` judges them: "
        "each pair alone, by its severity."
    )
    return t.by_set("Support: errors and warnings on human labels", note, columns, sizes)


def _shipped(judged: Mapping[str, list[Outcome]], sizes: Mapping[str, str]) -> Table:
    def shares(good: bool, holds: Callable[[Outcome], bool]) -> dict[str, Estimate]:
        return {name: t.share(holds(o) for o in found if o.good == good) for name, found in judged.items()}

    columns = {
        "C102: false strip": shares(True, lambda o: o.verdict == "misattributed"),
        "C102: false pass": shares(False, lambda o: o.verdict != "misattributed"),
        "C103: right warned": shares(True, lambda o: "C103" in o.findings),
        "C103: wrong warned": shares(False, lambda o: "C103" in o.findings),
        "review band: right": shares(True, lambda o: o.verdict == "weak"),
        "review band: wrong": shares(False, lambda o: o.verdict == "weak"),
        "uncheckable": {name: t.share(o.verdict == "uncheckable" for o in found) for name, found in judged.items()},
    }
    note = (
        f"As shipped: stripped below {STRIP}, warned about below {WEAK_WARNING}, in the review band (verdict *weak*) "
        f"below {BALANCED}. A pair alone is judged here: no other source to contrast with, no text around the marker."
    )
    return t.by_set("Support: the shipped thresholds on human labels", note, columns, sizes)


def _findings(judged: Mapping[str, list[Outcome]]) -> Table:
    codes = sorted({code for found in judged.values() for o in found for code in o.findings})

    def said(code: str, *, good: bool) -> Estimate:
        return t.mean(t.share(code in o.findings for o in found if o.good == good) for found in judged.values())

    note = (
        "Share of right and of wrong citations on which each rule speaks, mean of the ten sets. A rule may be right to "
        "speak on a citation that people called supported: they judged the sentence as a whole."
    )
    body = tuple((code, said(code, good=True), said(code, good=False)) for code in codes)
    return Table("Every rule on human-labelled citations", note, ("rule", "on right ones", "on wrong ones"), body)


_SHUFFLED = {
    "hard_same": "another source of the same answer",
    "hard_nn": "the most similar source elsewhere",
    "easy": "a source of something else",
}


def _shuffled(data: Path, ours: Scores) -> Table:
    """Misattributions by construction against the right citations of the same set."""
    body = []
    for kind, title in _SHUFFLED.items():
        areas, caught, n = [], [], 0
        for name in SETS:
            moved = [r for r in rows(data / "support" / f"shuffled_{name}.jsonl") if r["meta"]["kind"] == kind]
            if not moved or (kind == "hard_nn" and name in ("fcg", "citint")):
                continue
            scores = own(moved)
            areas.append(t.auc(split(ours[name])[0], scores))
            caught.append(t.share(s < STRIP for s in scores))
            n += len(moved)
        body.append((title, n, t.mean(areas), t.mean(caught)))
    note = (
        "Right citations given another source on purpose; means of sets. *Caught* is C102 by the strip threshold "
        "alone, without the draft's other sources. The similar sources of two sets can really support the claim: they "
        "are left out."
    )
    return Table("Support: planted misattributions", note, ("wrong source", "rows", "ROC-AUC", "caught"), tuple(body))


def _swapped(found: Mapping[str, list[Swap]]) -> Table:
    columns = {
        "ROC-AUC": {n: t.auc([s.kept for s in swapped], [s.gone for s in swapped]) for n, swapped in found.items()},
        "caught": {n: t.share(s.gone < SWAP for s in swapped) for n, swapped in found.items()},
        "right ones accused": {n: t.share(s.kept < SWAP for s in swapped) for n, swapped in found.items()},
        "right number restored": {n: t.share(s.restored for s in swapped) for n, swapped in found.items()},
    }
    sizes = {name: f"{len(swapped)} swaps" for name, swapped in found.items()}
    note = (
        f"A marker of a real draft is exchanged for another of its numbers. Scored by the margin between the own "
        f"source and the draft's best other one; a threshold of {SWAP} accuses. *Restored*: the best other source is "
        "the one that stood there before."
    )
    return t.by_set("Support: swapped markers", note, columns, sizes)


def _named(injected: Mapping[str, list[tuple[bool, bool]]]) -> Table:
    columns = {
        "noticed": {name: t.share(noticed for noticed, _ in pairs) for name, pairs in injected.items()},
        "untouched twin accused": {name: t.share(accused for _, accused in pairs) for name, pairs in injected.items()},
    }
    note = "A name of a supported claim is exchanged for another; C107 notices names that the source does not have."
    return t.by_set("Names put in", note, columns, {name: str(len(pairs)) for name, pairs in injected.items()})
