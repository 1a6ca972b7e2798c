"""What the audit says of sentences that somebody derived or paraphrased who had not seen it: fixtures/sentences."""

from __future__ import annotations

import json
from pathlib import Path

from audit.checks import severity_of
from audit.pairs import judge
from wellsourced_core.model import Claim, Pair, Severity, Source

FILE = Path(__file__).parent.parent.parent / "fixtures" / "sentences" / "sentences.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def gravest(row: dict[str, str]) -> Severity | None:
    """Return the gravest severity of what is said of a sentence beside its source; None for nothing."""
    found = judge(Pair(Claim(row["claim"]), Source("", "", row["source_title"], row["source_text"])))
    told = {severity_of(code, certainty) for code, certainty in found.certainties}
    return min(told, key=list(Severity).index, default=None)


# What was reached: a change that loses a sentence is seen. Most wrong ones that are missed are negations and notes.
def test_right_sentences_are_left_alone_and_wrong_ones_told() -> None:
    right = [gravest(row) for row in ROWS if row["label"] == "right"]
    wrong = [gravest(row) for row in ROWS if row["label"] == "wrong"]
    serious = (Severity.ERROR, Severity.WARNING)
    assert (len(right), len(wrong)) == (100, 60)
    assert right.count(Severity.ERROR) <= 5
    assert sum(one in serious for one in right) <= 11
    assert sum(one in serious for one in wrong) >= 35
