"""Compare the numbers of a claim with a source: carried, or why not, with the passage that shows it.

Which numbers are judged is decided here; how each is judged is declared in audit.numbers.rules, and how far two values
agree in audit.agreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from audit.meaning.words import stems_of
from audit.numbers.candidates import WEAK, find_candidates
from audit.numbers.conflicts import Disagreement, conflicts
from audit.numbers.context import context_of
from audit.numbers.joint_reading import joined
from audit.numbers.match import ClaimMatch, Match, match_of
from audit.numbers.nearest_sentence import DirectionMismatch, direction_mismatch
from audit.numbers.number_index import NumberIndex, candidates, index
from audit.numbers.numbered_text import NumberedText, read, read_claim
from audit.numbers.rules import judge_claim, judge_labels, judge_number
from audit.reading.prepared_texts import SourceText
from audit.thresholds import (
    ACCEPTED,
    CARRIED_FROM,
    MOST_JUDGED,
    PLACE_THRESHOLDS,
    SPECIFICATION_CHARACTERS,
    SPECIFICATION_PLACES,
    TELLING_DIGITS,
    Thresholds,
)
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
    "telling",
    "together",
]


SourceNumbers = NumberedText
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
    return _score(words, claim, quantity, source, find_candidates(quantity, source, words).strengths)


def _score(
    claim_terms: frozenset[str], claim: str, quantity: Quantity, source: NumberedText, carrying: Mapping[int, float]
) -> float:
    wanted = claim_terms - stems_of(claim[quantity.start : quantity.end])
    found = [i for i, v in carrying.items() if v >= CARRIED_FROM][:SPECIFICATION_PLACES]
    if not wanted:
        return 0.35 if found else 0.0
    context = len(wanted & source.places.keys()) / len(wanted)
    nearest = max((len(wanted & _windowed(source, i)) / len(wanted) for i in found), default=0.0)
    return round((35 * bool(found) + 25 * context + 40 * nearest) / 100, 6)


def _windowed(source: NumberedText, number: int) -> frozenset[str]:
    """Return the terms in the 80 characters around a number, without sentences that have their own number."""
    q, at = source.mentions[number], source.mention_sentence[number]
    left, right = window(source.text, q.start, q.end, SPECIFICATION_CHARACTERS)
    if at - 1 in source.numbered:
        left = max(left, source.sentences[at][0])
    if at + 1 in source.numbered:
        right = min(right, source.sentences[at][1])
    return stems_of(source.text[left:right])


# ---------------------------------------------------------------------------------------------- the verdicts


def judge(
    claim: str,
    source: SourceNumbers,
    thresholds: Thresholds = PLACE_THRESHOLDS,
    left_out: frozenset[str] = frozenset(),
) -> tuple[StatisticVerdict, ...]:
    """Judge every statistic of a claim against a source, in order of appearance.

    "first" and "second" count only where the claim has no other number, "one" never. Labels (COVID-19, Article 3)
    are no statistics; one that the source has with other digits only is reported as absent. The rules named in
    ``left_out`` are not asked: so is measured what each of them gains.
    """
    if not may_count(claim):
        return ()
    mine = read_claim(claim)
    stems = frozenset(mine.stems)

    def match(i: int) -> Match:
        q = mine.mentions[i]
        found = find_candidates(q, source, context_of(mine, i).sentence)
        score = _score(stems, claim, q, source, found.strengths)
        return match_of(mine, i, source, thresholds, found, score)

    def on(one: Match) -> StatisticVerdict:
        return judge_number(one, left_out)

    matches = tuple(map(match, _judged(mine)))
    verdicts = tuple(map(on, matches))
    if not matches:
        verdicts = _written_as_figures(on(match(i)) for i in range(len(mine.mentions[:MOST_JUDGED])))
    whole = ClaimMatch(mine, source, verdicts, matches, thresholds, left_out)
    wrong = judge_labels(whole)
    kept = (v for v in judge_claim(whole) if not any(_is_within(v.quantity, label.quantity) for label in wrong))
    return tuple(sorted((*kept, *wrong), key=lambda v: v.quantity.start))


def together(
    claim: str, found: Sequence[tuple[int, StatisticVerdict]], sources: Sequence[SourceNumbers]
) -> list[tuple[int, StatisticVerdict]]:
    """Return the verdicts of the kindest of several sources; what follows from two of them together is derived.

    No one source shows it, so that it neither carries nor refuses the claim.
    """
    missing = {verdict.quantity.start for _, verdict in found if verdict.verdict == "absent"}
    if len(sources) < 2 or not missing:
        return list(found)
    both = {v.quantity.start: v for v in judge(claim, joined(read_claim(claim), sources)) if v.derivation}
    return [
        (at, replace(both[one.quantity.start], evidence=None) if one.quantity.start in missing & both.keys() else one)
        for at, one in found
    ]


def _is_within(q: Quantity, label: Quantity) -> bool:
    """Tell whether a number is part of a label, as "second" is of "second-busiest"."""
    return label.start <= q.start and q.end <= label.end


def accepted(verdicts: Sequence[StatisticVerdict]) -> bool | None:
    """Tell whether the statistics are carried; None where nothing tells.

    A number that follows from the source's by a formula counts as carried. A small count that a reader may have made,
    which no stretch of the source shows, neither carries nor refuses anything.
    """
    firm = [v for v in verdicts if v.verdict != "derived" or v.evidence is not None]
    return all(v.verdict in ("carried", "derived") for v in firm) if firm else None


def telling(verdicts: Iterable[StatisticVerdict]) -> bool:
    """Tell whether a source has a number that tells something by itself: of two digits, or one that follows from it."""
    return any(
        (one.verdict == "carried" and one.quantity.digits >= TELLING_DIGITS) or bool(one.derivation) for one in verdicts
    )


_DETERMINERS = words("determiners before an ordinal")


def _judged(claim: NumberedText) -> list[int]:
    strong = [i for i, q in enumerate(claim.mentions) if q.text.lower() not in WEAK and q.text[:6].lower() != "single"]
    return (strong or [i for i, q in enumerate(claim.mentions) if _counts(claim.text, q)])[:MOST_JUDGED]


def _counts(text: str, q: Quantity) -> bool:
    """Tell "the first woman" from "you should first"; "one" counts nothing that a source would have to say."""
    before = text[max(0, q.start - 12) : q.start].split()
    return q.kind == "ordinal" and bool(before) and before[-1].lower() in _DETERMINERS


def _written_as_figures(weak: Iterable[StatisticVerdict]) -> tuple[StatisticVerdict, ...]:
    """Keep of the weak words those that the source writes as figures: "R approaches one" beside "R approaches 1"."""
    return tuple(v for v in weak if v.verdict == "carried" and v.evidence is not None and v.evidence.text[:1].isdigit())
