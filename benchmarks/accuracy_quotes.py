"""Measure the judgement of quotations on labelled claims: kept, refused and warned about, per case."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from audit.quotes import accepted, judge
from benchmarks import tables as t
from benchmarks.tables import Table

FORGERIES = ("neg_word_substituted", "neg_inserted_words", "neg_dropped_words", "neg_reordered", "neg_invented")
EDITED = ("pos_ellipsis", "pos_ellipsis_bracket", "pos_bracket_case", "pos_bracket_pronoun")
LIKENESS = 90.0  # the usual cut of the fuzzy ratio


def tables(data: Path) -> list[Table]:
    """Return precision, recall and the share judged rightly per case; none where the data is absent."""
    path = data / "stats" / "quotes.dev.jsonl"
    if not path.is_file():
        return []
    count: Counter[tuple[bool, bool]] = Counter()
    fuzzy: Counter[tuple[bool, bool]] = Counter()
    cases: dict[str, list[bool]] = {}
    warned: list[bool] = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        verdicts = judge(row["claim"], row["source_text"])
        good, said = row["label"] == "supported", accepted(verdicts) is True
        count[good, said] += 1
        fuzzy[good, all(_alike(v.quote.text, row["source_text"]) for v in verdicts) and bool(verdicts)] += 1
        cases.setdefault(row["meta"]["case"], []).append(good == said)
        if good and said:
            warned.append(any(v.verdict == "out-of-context" for v in verdicts))

    def rightly(names: tuple[str, ...]) -> t.Estimate:
        return t.share(right for name in names for right in cases.get(name, []))

    body = [
        ("right quotations kept (recall)", _of(count, True), _of(fuzzy, True)),
        ("false alarm: right quotations refused", _of(count, True, accepted=False), _of(fuzzy, True, accepted=False)),
        ("false pass: wrong quotations kept", _of(count, False), _of(fuzzy, False)),
        ("precision of what is kept", _precision(count), _precision(fuzzy)),
        ("forgeries refused", rightly(FORGERIES), None),
        ("wrong speaker refused", rightly(("neg_wrong_speaker",)), None),
        ("ellipsis and brackets kept", rightly(EDITED), None),
        ("kept, with a warning (Q304)", t.share(warned), None),
    ]
    note = (
        f"Quotations with speakers: exact, edited by the rules of editors, forged by a word, given to another speaker. "
        f"Beside ours stands a fuzzy partial ratio of at least {LIKENESS:.0f}."
    )
    per_case = tuple((name, len(right), t.share(right)) for name, right in sorted(cases.items()))
    return [
        Table("Quotations", note, ("measure", "ours", "fuzzy partial ratio"), tuple(body)),
        Table("Quotations: judged rightly, per case", "", ("case", "rows", "right"), per_case),
    ]


def _alike(quote: str, source: str) -> bool:
    from rapidfuzz import fuzz, utils

    return fuzz.partial_ratio(quote, source, processor=utils.default_process) >= LIKENESS


def _of(count: Counter[tuple[bool, bool]], good: bool, *, accepted: bool = True) -> t.Estimate:
    return t.share([True] * count[good, accepted] + [False] * count[good, not accepted])


def _precision(count: Counter[tuple[bool, bool]]) -> t.Estimate:
    return t.share([True] * count[True, True] + [False] * count[False, True])
