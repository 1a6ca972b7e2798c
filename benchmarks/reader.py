"""Measure what a reader brings: python -m benchmarks.reader --data DIR [--reader R] [--share .25] [--write].

Without ``--reader`` a simulated one answers: right with a probability, by a draw from the content of the pair, 20 draws
of which the mean is told. Pairs of each labelled set are judged as ``verify`` does; a citation is accepted from the
balanced threshold on, or where nothing could be compared. Of each set a share of the pairs is asked about, and there
the answer stands in the place of the audit's. ``--write`` puts the simulated tables into docs/reader.md. With
``--reader`` the model that wellsourced.toml configures is asked; ``--keep F`` keeps its answers, so that the next run
pays for none again. Where DIR is absent, or no reader is named, it says "not measured".
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from audit.checks import confirmed, severity_of
from audit.pairs import SourceCache, judge, reader_sees
from audit.thresholds import BALANCED
from benchmarks.accuracy_support import Row, sets
from benchmarks.tables import Table, markdown, put
from wellsourced.config import load
from wellsourced.formats.records.opinions import read_opinions, write_opinions
from wellsourced.opinions.asking import Limits, ask, plan
from wellsourced.opinions.questions import POINTS, Passage, Question, distance, key_of
from wellsourced.prices import total
from wellsourced.readers import build
from wellsourced_core.model import Claim, Opinion, Pair, Severity, Source, Span, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

PAGE = Path(__file__).parent.parent / "docs" / "reader.md"
DRAWS = 20
SHARES, RIGHT = (0.1, 0.2, 0.25, 0.3), (0.7, 0.8, 0.85, 0.9)
SHARE, SKILL = 0.25, 0.85
_ASKED_ABOUT = (*POINTS, "C102", "C103")


class Judged(NamedTuple):
    """A labelled pair and what the audit says of it. ``support`` is None where nothing could be compared."""

    good: bool
    support: float | None
    alone: float
    codes: tuple[tuple[str, Certainty], ...]
    evidence: Span | None
    row: Row

    @property
    def accepted(self) -> bool:
        return self.support is None or self.support >= BALANCED

    def draw(self, seed: int) -> float:
        """Return a number in [0, 1) that the content of the pair and a seed decide."""
        said = f"{seed}\x1f{self.row['claim']}\x1f{self.row['source_text']}"
        return int(hashlib.sha256(said.encode()).hexdigest()[:12], 16) / 16**12


Sets = Mapping[str, Sequence[Judged]]
Order = Callable[[Judged], float]
Answer = Callable[[Judged], float]  # the share of answers "supported"


def judged(data: Path) -> Sets:
    """Judge every labelled pair; none where the data is absent."""
    found: dict[str, list[Judged]] = {}
    for name, labelled in sets(data).items():
        shelf = SourceCache()
        for row in labelled:
            one = judge(Pair(Claim(row["claim"]), _source(row)), shelf)
            said = Judged(
                row["label"] == "supported", one.together, one.support or 0.0, one.certainties, one.evidence, row
            )
            found.setdefault(name, []).append(said)
    return found


def _source(row: Row) -> Source:
    return Source("1", row["source_url"], row["source_title"], row["source_text"])


# ------------------------------------------------------------------------------------------------- the order


def by_worth(one: Judged) -> float:
    """Order as the audit asks: what it could not judge, then by how far an answer lies from changing anything."""
    if one.support is None:
        return 0.0
    told = [distance(code, sure, one.support, BALANCED) for code, sure in one.codes if code in _ASKED_ABOUT]
    return min([abs(one.support - BALANCED), *told])


def by_nearness(one: Judged) -> float:
    """Order by the distance of the support from the threshold alone."""
    return abs((one.alone if one.support is None else one.support) - BALANCED)


def asked(pairs: Sequence[Judged], share: float, order: Order) -> set[int]:
    """Return which pairs are asked about, by their places."""
    ranked = sorted(range(len(pairs)), key=lambda at: (order(pairs[at]), pairs[at].draw(0)))
    return set(ranked[: round(share * len(pairs))])


# ------------------------------------------------------------------------------------------------- what it brings


def simulated(skill: float) -> Answer:
    """Return a reader that is right with a probability: over all draws, how often it says "supported"."""

    def answer(one: Judged) -> float:
        right = sum(one.draw(seed) < skill for seed in range(1, DRAWS + 1)) / DRAWS
        return right if one.good else 1 - right

    return answer


def balanced(pairs: Sequence[Judged], places: set[int], answer: Answer) -> float:
    """Return the mean of the shares judged rightly among right and among wrong citations."""
    accepted = [answer(one) if at in places else float(one.accepted) for at, one in enumerate(pairs)]
    right = [a for a, one in zip(accepted, pairs, strict=True) if one.good]
    wrong = [1 - a for a, one in zip(accepted, pairs, strict=True) if not one.good]
    return (sum(right) / max(1, len(right)) + sum(wrong) / max(1, len(wrong))) / 2


def mean_balanced(found: Sets, share: float, order: Order, answer: Answer) -> float:
    """Return the mean of sets, each counting alike."""
    values = [balanced(pairs, asked(pairs, share, order), answer) for pairs in found.values()]
    return sum(values) / len(values)


class Precision(NamedTuple):
    """How many findings there are, and how many of them are on wrong citations."""

    right: float
    all: float

    def __str__(self) -> str:
        return f"{self.right / self.all:.3f} of {self.all:.0f}" if self.all else "none"


def precisions(pairs: Iterable[tuple[Judged, bool]], answer: Answer) -> dict[str, Precision]:
    """Return the precision of findings after a reader spoke: (pair, whether it was asked about)."""
    counts: dict[str, list[float]] = {}

    def count(kind: str, one: Judged, weight: float) -> None:
        into = counts.setdefault(kind, [0.0, 0.0])
        into[0] += 0.0 if one.good else weight
        into[1] += weight

    for one, is_asked in pairs:
        no = 1 - answer(one) if is_asked else 0.0
        for code, sure in one.codes:
            if code not in _ASKED_ABOUT:
                continue
            severity = severity_of(code, sure)
            if sure == "proven":
                count("errors, proven", one, 1.0)
                continue
            if severity is Severity.WARNING:
                count("warnings without a reader", one, 1.0)
                count("warnings with it", one, 0.0 if is_asked else 1.0)
            if is_asked:
                grave = confirmed(code, sure)
                count("errors, confirmed" if grave is Severity.ERROR else "warnings with it", one, no)
                if severity is Severity.WARNING:
                    count("warnings withdrawn", one, 1 - no)
    return {kind: Precision(*pair) for kind, pair in counts.items()}


# ------------------------------------------------------------------------------------------------- tables


def tables(found: Sets) -> list[Table]:
    """Return what a simulated reader brings."""
    without = mean_balanced(found, 0.0, by_worth, simulated(1.0))
    percent = [f"{100 * share:.0f} %" for share in SHARES]
    curve = [
        (f"right {100 * skill:.0f} %", without, *(mean_balanced(found, s, by_worth, simulated(skill)) for s in SHARES))
        for skill in RIGHT
    ]
    orders = []
    for share in SHARES:
        ours, nearest = (mean_balanced(found, share, order, simulated(SKILL)) for order in (by_worth, by_nearness))
        orders.append((f"{100 * share:.0f} %", ours, nearest, f"{ours - nearest:+.4f}"))
    note = "Balanced accuracy (half of right citations accepted, half of wrong ones refused), mean of the ten sets."
    return [
        Table("What a reader brings", note, ("reader", "nobody asked", *percent), tuple(curve)),
        Table(
            "What is asked first",
            f"The same for a reader that is right {100 * SKILL:.0f} % of the time, in two orders of asking.",
            ("asked", "what an answer changes", "nearest the threshold", "margin"),
            tuple(orders),
        ),
        _by_set(found),
        _found(found),
    ]


def _by_set(found: Sets) -> Table:
    answer = simulated(SKILL)
    rows: list[tuple[Any, ...]] = []
    for name, pairs in found.items():
        places = asked(pairs, SHARE, by_worth)
        rows.append((name, len(pairs), len(places), balanced(pairs, set(), answer), balanced(pairs, places, answer)))
    means = [sum(row[i] for row in rows) / len(rows) for i in (3, 4)]
    rows.append(("mean of sets", "", "", *means))
    note = f"{100 * SHARE:.0f} % asked, a reader that is right {100 * SKILL:.0f} % of the time."
    return Table("By set", note, ("set", "pairs", "asked", "without", "with a reader"), tuple(rows))


_KINDS = (
    "errors, confirmed", "errors, proven", "warnings without a reader", "warnings with it", "warnings withdrawn",
)  # fmt: skip


def _found(found: Sets) -> Table:
    answer, rows = simulated(SKILL), []
    by_name = {
        name: [(one, at in places) for places in (asked(pairs, SHARE, by_worth),) for at, one in enumerate(pairs)]
        for name, pairs in found.items()
    }
    pooled = precisions((pair for pairs in by_name.values() for pair in pairs), answer)
    each = [precisions(pairs, answer) for pairs in by_name.values()]
    for kind in _KINDS:
        shares = [one[kind].right / one[kind].all for one in each if kind in one and one[kind].all >= 1]
        rows.append((kind, str(pooled.get(kind, "none")), sum(shares) / max(1, len(shares)), len(shares)))
    note = (
        "Share of findings that are on wrong citations, at the same budget. An error that a reader confirmed was "
        "likely before; what is proven is never asked about. Of *warnings withdrawn*, the lower the better. People "
        "labelled sentences as a whole: of one that they call supported, a number may be missing."
    )
    return Table("Findings after a reader", note, ("findings", "all pairs", "mean of sets", "sets"), tuple(rows))


# ------------------------------------------------------------------------------------------------- a real reader


def measured(found: Sets, name: str, share: float, keep: Path | None) -> Table:
    """Ask a reader about a share of each set; what it answered before, as kept, is not asked again."""
    reader = build(name, load(None, Path.cwd()))
    known: dict[str, Opinion] = read_opinions(keep) if keep else {}
    rows: list[tuple[Any, ...]] = []
    spent: list[Usage] = []
    for label, pairs in found.items():
        places = asked(pairs, share, by_worth)
        questions = {at: question(pairs[at]) for at in sorted(places)}
        planned = plan(questions.values(), known, reader, Limits(len(questions), float("inf")))
        before = dict(known)
        answers = ask(
            planned.sheets, reader, lambda new, before=before: write_opinions(keep, {**before, **new}) if keep else None
        )
        known |= answers.opinions
        spent.append(answers.used)
        told = {at: known.get(key_of(one.content, reader.model)) for at, one in questions.items()}
        said = {id(pairs[at]): one.verdict for at, one in told.items() if one is not None and one.verdict != "unsure"}
        usage = f"{answers.used.calls} calls, ${answers.used.usd:.4f}"
        rows.append((label, len(places), len(said), usage, *_shares(pairs, {}), *_shares(pairs, said)))
    bill = total(spent)
    note = f"{reader.model}, {100 * share:.0f} % asked; now {bill.calls} calls, ${bill.usd:.4f}. Of refused citations."
    columns = (
        "set",
        "asked",
        "decided",
        "now",
        "precision",
        "recall",
        "balanced",
        "precision with",
        "recall with",
        "balanced with",
    )
    return Table("Asked", note, columns, tuple(rows))


def question(one: Judged) -> Question:
    """Return what a reader is asked about a pair."""
    source = _source(one.row)
    claim = reader_sees(one.row["claim"])
    content = hashlib.sha256("\x1f".join((claim, source.title, source.text)).encode()).hexdigest()
    return Question(content, claim, "", (Passage(source, one.evidence),), by_worth(one))


def _shares(pairs: Sequence[Judged], said: Mapping[int, str]) -> tuple[float, float, float]:
    """Return precision and recall of refusing a citation, and the balanced accuracy."""
    accepted = {id(one): said[id(one)] == "supported" if id(one) in said else one.accepted for one in pairs}
    refused = [one for one in pairs if not accepted[id(one)]]
    wrong = [one for one in pairs if not one.good]
    caught = sum(not one.good for one in refused)
    everything = set(range(len(pairs)))
    both = balanced(pairs, everything, lambda one: float(accepted[id(one)]))
    return caught / max(1, len(refused)), caught / max(1, len(wrong)), both


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.reader", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of labelled data")
    parser.add_argument("--reader", metavar="R", help="ask this reader")
    parser.add_argument("--share", type=float, default=SHARE, metavar="S", help=f"of the pairs (default: {SHARE})")
    parser.add_argument("--keep", type=Path, metavar="F", help="keep the reader's answers in this file")
    parser.add_argument("--write", action="store_true", help="put the simulated tables into docs/reader.md")
    args = parser.parse_args()
    found = judged(args.data) if args.data.is_dir() else {}
    if not found:
        print(f"not measured: {args.data} is no folder of labelled data")
        return 0
    if args.reader:
        print(markdown(measured(found, args.reader, args.share, args.keep)))
        return 0
    made = "\n".join(map(markdown, tables(found)))
    print(made)
    print("a real reader: not measured (name one with --reader)")
    if args.write:
        put(PAGE, "tables", made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
