"""Say how often an editor agrees with a finding: python -m benchmarks.read_findings --data DIR [--write].

``read_findings.jsonl`` keeps, of every finding that was read by eye against its source, its ids, its code, a judgement
and a cause: *right* (an editor agrees as it is worded), *trivial* (true, but not worth saying), *wrong*, *unclear*
(the source does not tell). The drafts are audited anew: what was read is counted under the severity and certainty that
it has now, or as gone, and what nobody has read is counted too. Precision is right / (right + trivial + wrong), with
Wilson's interval (1927); findings of one draft are not independent of one another, so that it is rather too narrow.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.findings_sample import found
from benchmarks.tables import put

READ = Path(__file__).with_suffix(".jsonl")
PAGE = Path(__file__).parent.parent / "docs" / "accuracy.md"
JUDGEMENTS = ("right", "trivial", "wrong", "unclear")
GONE = "gone"
# Why a finding is not right, or is right for another reason than it gives.
CAUSES = {
    "absent-member": "what another, unreadable or unlisted, member of the group may carry",
    "alias": "an acronym, a demonym, another spelling or a part of a name that the source has",
    "coincident-number": "an unrelated number of the same value, told as another unit of it",
    "counted": "a small count that a reader may make",
    "from-question": "a number or a name of the question, which the sentence only repeats",
    "list-entry": "an entry of a bibliography in the running text, taken for a sentence",
    "list-number": "the number of a list's item, taken for the sentence or for a quantity",
    "meta-absence": "the sentence says what the sources do not say",
    "mid-sentence-marker": "a marker inside a sentence, judged by all of it, or a number behind it",
    "missing-name": "a right number, blamed for a name that the source does not repeat",
    "negation-contrast": '"not A but B", "not only", added for contrast',
    "negation-elsewhere": "the source denies it in another passage, or speaks of something else",
    "negation-in-subclause": "a negation in a condition, a purpose or a noun's clause",
    "negation-mentioned": 'no denial: a word in quotation marks, "whether or not", "No, ..." as an answer',
    "neighbour-preferred": "the right number stands in its place; another one beside it was preferred",
    "no-claim": "a lead-in without a statement",
    "nonsense-formula": "operands that have nothing to do with one another",
    "not-a-name": "an abbreviation, a symbol or a part of a code",
    "not-a-quantity": '"one reason", "the two", "two-dimensional", "five-card", digits of an address',
    "other-entry-text": "several entries share an address; the text of another one was read",
    "paraphrase": "the source says it in other words",
    "paraphrased-negation": "the source denies it in other words",
    "partial": "about half of the sentence is in the source",
    "quote-spelling": "a quotation that differs by a hyphen",
    "range": "a range beside one of its ends, told as another unit",
    "respective-list": 'two dates told "respectively"',
    "sentence-not-split": "two sentences taken for one",
    "source-gap": "the source as read has a hole where the number, or the rest, stood",
    "thin-source": "the source as read is a line or a menu",
    "time-of-writing": "the year in which the draft was written",
    "topic-implied": "a name or a date that the source is about and does not repeat",
    "unit-spelling": "the same value, written otherwise",
    "voice": '"lost" beside "was defeated"',
    "wrong-hint": "the fault is there; the reason, the value or the passage shown is not it",
}


class Row(NamedTuple):
    """What was read of one code at one certainty, and how many more there are now that nobody has read."""

    code: str
    severity: str  # and certainty, as they are now; GONE where the finding is no longer made
    judged: Counter[str]
    unread: int

    @property
    def firm(self) -> int:
        return self.judged.total() - self.judged["unclear"]


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return the interval of a share, 95 % by default; all of [0, 1] for a share of nothing."""
    if not of:
        return 0.0, 1.0
    share, spread = hits / of, z * z / of
    middle, half = share + spread / 2, z * sqrt(share * (1 - share) / of + spread / of / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def joined(judged: Iterable[Mapping[str, Any]], present: Mapping[tuple[str, str], tuple[str, str]]) -> list[Row]:
    """Return a row per code and certainty; ``present`` has (code, "severity, certainty") by draft and finding id."""
    read: dict[tuple[str, str], Counter[str]] = {}
    known = set()
    for one in judged:
        known.add(key := (one["draft"], one["id"]))
        under = present.get(key, (one["code"], GONE))
        read.setdefault(under, Counter())[one["judgement"]] += 1
    unread = Counter(under for key, under in present.items() if key not in known)
    return [Row(*under, read.get(under, Counter()), unread[under]) for under in sorted({*read, *unread})]


def lines(rows: Iterable[Row]) -> list[str]:
    """Return the table, in Markdown, with a row for all of a severity at its end."""
    rows = list(rows)
    every: dict[str, Counter[str]] = {}
    unread = Counter[str]()
    for row in rows:
        severity = row.severity.partition(",")[0]
        every.setdefault(severity, Counter()).update(row.judged)
        unread[severity] += row.unread
    all_of = [Row("all", severity, judged, unread[severity]) for severity, judged in sorted(every.items())]
    head = "| code | severity, certainty | right | trivial | wrong | unclear | precision | right or trivial | unread |"
    return [head, "|---|---|---:|---:|---:|---:|---:|---:|---:|", *(_line(row) for row in (*rows, *all_of))]


def _line(row: Row) -> str:
    right = row.judged["right"]
    counts = " | ".join(str(row.judged[one]) for one in JUDGEMENTS)
    shares = f"{_share(right, row.firm)} | {_share(right + row.judged['trivial'], row.firm)}"
    return f"| {row.code} | {row.severity} | {counts} | {shares} | {row.unread} |"


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / of:.2f} [{low:.2f}, {high:.2f}]" if of else "-"


def causes(judged: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the causes with their codes, most frequent first."""
    told = Counter((one["cause"], one["judgement"], one["code"]) for one in judged if one["cause"])
    return [f"{n:4} {cause} ({judgement} {code})" for (cause, judgement, code), n in told.most_common()]


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.read_findings", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of labelled data")
    parser.add_argument("--read", type=Path, default=READ, metavar="F", help="the judgements")
    parser.add_argument("--write", action="store_true", help="put the table into docs/accuracy.md")
    args = parser.parse_args()
    if not (args.data / "drafts").is_dir():
        print(f"not measured: {args.data} has no drafts")
        return 0
    judged = [json.loads(line) for line in args.read.read_text("utf-8").splitlines()]
    present = {
        (one.draft, one.finding.id): (one.finding.code, f"{one.finding.severity}, {one.finding.certainty}")
        for one in found(args.data)
    }
    table = lines(joined(judged, present))
    print("\n".join((*table, "", *causes(judged))))
    if args.write:
        put(PAGE, "read", "\n".join(("", *table, "")))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
