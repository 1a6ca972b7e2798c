"""Turn scores into verdicts: the rules shared by audits of drafts and by single pairs of claim and source."""

from __future__ import annotations

from audit.certainty import carried
from audit.reading.missing_names import missing_everywhere, whole_names
from audit.thresholds import CERTAIN_SUPPORT, LACKING_MOST, SWAP, SWAP_FLOOR, WARNED_LOSS
from audit.tuning import SHIPPED, Tuning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from audit.reading.prepared_texts import ClaimText, SourceText
    from wellsourced_core.model import CitationVerdict, NumberVerdict, QuotationVerdict, QuoteVerdict, StatisticVerdict

    _Verdict = TypeVar("_Verdict", StatisticVerdict, QuoteVerdict)

# Of several cited sources the most favourable verdict counts; best first.
KINDNESS: tuple[NumberVerdict, ...] = ("carried", "derived", "direction", "unit", "other-fact", "absent")
FAITH: tuple[QuotationVerdict, ...] = ("found", "out-of-context", "misattributed", "altered", "not-found")


def on_support(
    score: float,
    *,
    touching: bool = True,
    better: bool = False,
    lacking: int = 0,
    fitted: bool = True,
    tuning: Tuning = SHIPPED,
) -> tuple[CitationVerdict, str]:
    """Return (verdict, why) for the support of a sentence by all the sources cited for it together.

    ``touching``: the text around the marker shares a term with the source; ``better``: another source of the draft
    supports the sentence clearly better; ``lacking``: so many names of a sentence that is hardly supported are in none
    of the sources; ``fitted``: the source's language is the one that the thresholds were fitted in. In another, where
    stems and synonyms are known less well, a low score alone accuses nobody. ``tuning`` has the thresholds.
    """
    if not touching and score < tuning.weak_warning:
        return "misattributed", "shares no term with the text around the marker"
    if better:
        return "misattributed", "another source supports the sentence clearly better"
    # One name that is missing is told by itself.
    elsewhere = lacking >= LACKING_MOST and carried(score, lacking) < CERTAIN_SUPPORT
    if fitted and (score < tuning.strip or elsewhere):
        return "misattributed", "the source does not support the sentence"
    if score < tuning.balanced:
        return "weak", "the source supports the sentence only in part"
    return "supported", "the source supports the sentence"


def is_little(score: float, lacking: int, tuning: Tuning) -> bool:
    """Tell whether so little of a sentence is in its sources that it is worth a warning."""
    return carried(score, lacking, WARNED_LOSS) < tuning.weak_warning


def has_nothing(own: float) -> bool:
    """Tell whether a source has hardly a word of a sentence, by its own support.

    Of seven citations of such sources beside others that carried the sentence, none of whose numbers they had, all were
    read to be wrong.
    """
    return own < CERTAIN_SUPPORT


def has_words(quoted: Iterable[QuoteVerdict]) -> bool:
    """Tell whether a source has the words of one of these quotations: it is the one that was meant, whoever spoke."""
    return any(one.verdict not in ("not-found", "altered") for one in quoted)


def lacking(claim: ClaimText, sources: Sequence[SourceText], score: float, tuning: Tuning) -> int:
    """Return how many names of a claim none of its sources has; 0 where its support is so high that it matters not."""
    if not sources or not is_little(score, LACKING_MOST, tuning):
        return 0
    return len(whole_names(missing_everywhere(claim, sources), claim.text))


def threshold_for_better(own: float, known_share: float) -> float:
    """Return the support from which another source fits a sentence clearly better than its own.

    The margin shrinks with the share of the sentence that any source of the draft has: what none of them says cannot
    tell them apart.
    """
    return max(SWAP_FLOOR, own - SWAP * known_share)


def kindest_numbers(readings: Sequence[Sequence[StatisticVerdict]]) -> list[tuple[int, StatisticVerdict]]:
    """Return for each number of a claim (index of the source, verdict) of the source that is kindest to it."""
    return _kindest(readings, KINDNESS, lambda one: (one.quantity.start, one.quantity.end))


def kindest_quotes(readings: Sequence[Sequence[QuoteVerdict]]) -> list[tuple[int, QuoteVerdict]]:
    """Return for each quotation of a claim (index of the source, verdict) of the source that is kindest to it."""
    return _kindest(readings, FAITH, lambda one: (one.quote.start, one.quote.end))


def _kindest(
    readings: Sequence[Sequence[_Verdict]], order: Sequence[str], place: Callable[[_Verdict], tuple[int, int]]
) -> list[tuple[int, _Verdict]]:
    """Choose per place; what only some of the sources object to is no objection, ties go to the first source."""
    at: dict[tuple[int, int], list[tuple[int, _Verdict]]] = {}
    for index, reading in enumerate(readings):
        for one in reading:
            at.setdefault(place(one), []).append((index, one))
    agreed = (ones for ones in at.values() if len(ones) == len(readings))
    found = [min(ones, key=lambda pair: order.index(pair[1].verdict)) for ones in agreed]
    return sorted(found, key=lambda pair: place(pair[1]))
