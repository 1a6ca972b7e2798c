"""Hold the numbers of a claim against a source: carried, or why not, with the stretch that shows it.

Which numbers are judged is decided here; the verdict on one is audit.numbers.verdict's, equality of values
audit.agreement.matching's, what the claim as a whole says against its numbers audit.numbers.whole's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from audit.assertions.words import stems_of
from audit.numbers import labels, periods, ranks
from audit.numbers.carriers import carriers
from audit.numbers.conflicts import Disagreement, conflicts
from audit.numbers.contradiction import DirectionMismatch, direction_mismatch
from audit.numbers.index import NumberIndex, candidates, index
from audit.numbers.places import place_of
from audit.numbers.reading import Numbers, read, read_claim
from audit.numbers.verdict import judge_number
from audit.numbers.whole import as_a_whole
from audit.thresholds import (
    ACCEPTED,
    CARRIED_FROM,
    MOST_JUDGED,
    PLACE_THRESHOLDS,
    SPECIFICATION_CHARACTERS,
    SPECIFICATION_PLACES,
    Thresholds,
)
from audit.wording.reading import SourceText
from wellsourced_core.lexicon import words
from wellsourced_core.model import Quantity, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import may_count
from wellsourced_core.text import window
from wellsourced_core.values import replace

__all__ = [
    "ACCEPTED",
    "DirectionMismatch",
    "Disagreement",
    "NumberIndex",
    "SourceNumbers",
    "Thresholds",
    "accepted",
    "candidates",
    "conflicts",
    "direction_mismatch",
    "index",
    "judge",
    "prepare",
    "specification_score",
]


SourceNumbers = Numbers
_SEPARATORS = compiled(r"[/_?&=#+-]|https?:")


def prepare(
    source_text: str, title: str = "", url: str = "", tokens: SourceText | None = None, *, published: str = ""
) -> SourceNumbers:
    """Tokenise a source and index its numbers: once, for any number of claims.

    Title and address say numbers too ("December, 1963", /2021/05/): they count as a last paragraph of the
    text, but no evidence points there. ``tokens`` is the text as it was read for its words, if it was: its numbers
    are then read for both. ``published`` is the source's day ("2025-06-15"): it dates what the source says.
    """
    parts = " ".join(part for part in (title, _SEPARATORS.sub(" ", url)) if part)
    found = read(source_text, names=True, more=parts, tokens=tokens)
    return replace(found, published=published) if published else found


# ---------------------------------------------------------------------------------------------- the specification


def specification_score(claim: str, quantity: Quantity, source_text: str) -> float:
    """Return the specification's score in [0, 1]: number 35 + context 25 + proximity 40; accepted at >= 0.50.

    number: 1 if a number of the source carries the claim's (values normalised); context: the share of the
    claim's content terms in the source; proximity: the best share of them inside 80 characters around such a
    number, the window cut where a sentence with a number of its own begins. Rounded to six decimals.
    """
    source = read(source_text, names=True)
    words = stems_of(claim)
    return _score(words, claim, quantity, source, carriers(quantity, source, words).strengths)


def _score(
    claim_terms: frozenset[str], claim: str, quantity: Quantity, source: Numbers, carrying: Mapping[int, float]
) -> float:
    wanted = claim_terms - stems_of(claim[quantity.start : quantity.end])
    found = [i for i, v in carrying.items() if v >= CARRIED_FROM][:SPECIFICATION_PLACES]
    if not wanted:
        return 0.35 if found else 0.0
    context = len(wanted & source.places.keys()) / len(wanted)
    nearest = max((len(wanted & _windowed(source, i)) / len(wanted) for i in found), default=0.0)
    return round((35 * bool(found) + 25 * context + 40 * nearest) / 100, 6)


def _windowed(source: Numbers, number: int) -> frozenset[str]:
    """Return the terms in the 80 characters around a number, without sentences that have their own number."""
    q, at = source.mentions[number], source.mention_sentence[number]
    left, right = window(source.text, q.start, q.end, SPECIFICATION_CHARACTERS)
    if at - 1 in source.numbered:
        left = max(left, source.sentences[at][0])
    if at + 1 in source.numbered:
        right = min(right, source.sentences[at][1])
    return stems_of(source.text[left:right])


# ---------------------------------------------------------------------------------------------- the verdicts


def judge(claim: str, source: SourceNumbers, thresholds: Thresholds = PLACE_THRESHOLDS) -> tuple[StatisticVerdict, ...]:
    """Hold every statistic of a claim against a source, in order of appearance.

    "one", "first" and "second" count only where the claim has no other number. Labels (COVID-19, Article 3)
    are no statistics; one that the source has with other digits only is reported as absent.
    """
    if not may_count(claim):
        return ()
    mine = read_claim(claim)
    stems = frozenset(mine.stems)

    def on(i: int) -> StatisticVerdict:
        q = mine.mentions[i]
        carrying = carriers(q, source, place_of(mine, i).sentence)
        return judge_number(mine, i, source, thresholds, carrying, _score(stems, claim, q, source, carrying.strengths))

    verdicts = tuple(map(on, _judged(mine))) or _written_as_figures(map(on, range(len(mine.mentions[:MOST_JUDGED]))))
    verdicts = as_a_whole(mine, source, verdicts, thresholds)
    wrong = tuple(
        StatisticVerdict(c.label, "absent", 0.0, f'the source has "{c.found}"', source.span(c.start, c.end))
        for c in chain(
            labels.conflicts(claim, source, mine.mentions),
            periods.conflicts(claim, source.text[: source.proper], mine.mentions),
            ranks.conflicts(claim, source.text[: source.proper], mine.mentions),
        )
    )
    kept = (v for v in verdicts if not any(_is_within(v.quantity, label.quantity) for label in wrong))
    return tuple(sorted((*kept, *wrong), key=lambda v: v.quantity.start))


def _is_within(q: Quantity, label: Quantity) -> bool:
    """Tell whether a number is part of a label, as "second" is of "second-busiest"."""
    return label.start <= q.start and q.end <= label.end


def accepted(verdicts: Sequence[StatisticVerdict]) -> bool | None:
    """Tell whether the statistics are carried; None where nothing tells.

    A number worked out from the source's is not carried (measured: it was wrong six times of seven). A small
    count that a reader may have made, which no stretch of the source shows, neither carries nor refuses anything.
    """
    firm = [v for v in verdicts if v.verdict != "derived" or v.evidence is not None]
    return all(v.verdict == "carried" for v in firm) if firm else None


_WEAK = words("weak numbers")
_DETERMINERS = words("determiners before an ordinal")
_NOT_AFTER_ONE = words("words behind a one that counts nothing")


def _judged(claim: Numbers) -> list[int]:
    strong = [i for i, q in enumerate(claim.mentions) if q.text.lower() not in _WEAK and q.text[:6].lower() != "single"]
    return (strong or [i for i, q in enumerate(claim.mentions) if _counts(claim.text, q)])[:MOST_JUDGED]


def _counts(text: str, q: Quantity) -> bool:
    """Tell "one victory" and "the first woman" from "one must" and "you should first"."""
    if q.kind == "ordinal":
        before = text[max(0, q.start - 12) : q.start].split()
        return bool(before) and before[-1].lower() in _DETERMINERS
    after = text[q.end : q.end + 16].split()
    return bool(after) and after[0].isalpha() and after[0].lower() not in _NOT_AFTER_ONE


def _written_as_figures(weak: Iterable[StatisticVerdict]) -> tuple[StatisticVerdict, ...]:
    """Keep of the weak words those that the source writes as figures: "R approaches one" beside "R approaches 1"."""
    return tuple(v for v in weak if v.verdict == "carried" and v.evidence is not None and v.evidence.text[:1].isdigit())
