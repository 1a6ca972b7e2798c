"""Tell how a claim's number follows from two numbers of a source or more: the formula that a writer is likely to mean.

Much follows from a source's numbers. A formula counts where the claim's own words ask for it (a sum needs "total" or
"both", a difference "by" or "more"), where the source's words do ("1.4 million less than a year before"), or where so
exact a number would seldom follow by chance; and only where its numbers stand among the claim's words about as closely
as any from which something follows in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property

from audit.agreement.kinds import DATED
from audit.meaning.direction import direction_said
from audit.numbers.candidates import find_candidates
from audit.numbers.context import context_of
from audit.numbers.derivations import Result, resolution, results, said, slack, wanted
from audit.numbers.match import Match, match_of
from audit.numbers.numbered_text import NumberedText
from audit.numbers.operands import Operands, operands
from audit.numbers.several_operands import several
from audit.thresholds import (
    ASKED_CHANCE,
    CHANCE_YEARS,
    DATED_PAIR_SENTENCES,
    DOUBTED_CHANCE,
    FAIR_OF_BEST,
    FAR_CHANCE,
    FAR_LIKELY_CHANCE,
    HALF_DAY_MINUTES,
    LIKELY_CHANCE,
    MOST_BESIDE,
    OTHERWISE_TIMES,
    PAIR_SENTENCES,
    PLACE_FROM,
    PLACE_OF_BEST,
    PLACE_THRESHOLDS,
    RESTATED_TIMES,
    SAID_TOO,
    SHOWN_PLACE,
    TELLING_DIGITS,
    Thresholds,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Derivation, QuantityKind

_CUES: dict[Derivation, re.Pattern[str]] = {
    "sum": compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE),
    "difference": compiled(
        rf"\b(?:{either('words of a difference')}|(?:remain|increase|decrease|gain|drop)\w*)\b", re.IGNORECASE
    ),
    "share": compiled(rf"\b(?:{either('words of a share')})\b", re.IGNORECASE),
    "change": compiled(rf"\b(?:{either('words of a change')}|(?:{either('stems of a change')})\w*)\b", re.IGNORECASE),
    "product": compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE),
    "quotient": compiled(rf"\b(?:{either('words of a quotient')})\b", re.IGNORECASE),
    "base": compiled(rf"\b(?:{either('words of a value before')})\b", re.IGNORECASE),
    "time": compiled(
        rf"\b(?:{either('words of a time span')}|(?:{either('stems of a time span')})\w*)\b", re.IGNORECASE
    ),
}
_OF_POINTS = ("sum", "difference")  # a game's points are added to bare counts, and not divided by them
_ONLY_ASKED = ("product", "base")  # they seldom mean anything unless the claim says so
_SELDOM_MEANT = (*_ONLY_ASKED, "quotient")
_OF = compiled(r"\s(?:of|der|des|vom)\b")
_OF_A_WHOLE = ("difference", "share")  # what follows from a whole and its part, whatever the claim's words
_PLAIN = (("ratio", "share"), ("points", "difference"))  # what a number of the kind says by itself
_COMPARED = compiled(
    rf"\s(?:of\sa\s)?(?:(?P<more>{either('more than before')})|(?:{either('less than before')}))\b", re.IGNORECASE
)
_DENIED = compiled(rf"\b(?:{either('negation')})\b|n['’]t\b", re.IGNORECASE)
_DOWN_TO = compiled(r"\bto\s(?:just\s|only\s|about\s|almost\s|nearly\s)?\Z", re.IGNORECASE)
_OR = compiled(r"\bor\b", re.IGNORECASE)
_INCLUDED = compiled(r"\bwith\s[^,;.]{1,40}\sincluded\b", re.IGNORECASE)
_EACH = compiled(r"\s(?:[^\W\d_]{1,20}\s)?(?:each|apiece)\b", re.IGNORECASE)  # "bags of 60 kilograms each"
_AGE = compiled(r"\b(?:aged?|old|lived|died|when|turned)\b", re.IGNORECASE)


@frozen
class _Found:
    """A result of two numbers of a source, whether the claim's words ask for it, and how well the two fit its words."""

    result: Result
    of: Operands
    asked: bool
    place: float
    restated: int = 0  # how many of the two the claim says itself

    @property
    def told(self) -> bool:
        """Whether the source's own words say that it follows."""
        sign, told = self.result.sign, self.of.told
        return bool(sign) and (sign == told if len(sign) > 1 else sign in told)

    def order(self) -> tuple[bool, float, int, int]:
        """Sort what is asked for first, then what stands among the claim's words, then what stands close together."""
        return not (self.asked or self.told), -round(self.place, 6), self.of.end - self.of.start, self.of.start


@frozen
class _Search:
    """A number of a claim as it is looked for: a count of times as a multiple, and the words of its sentence."""

    __slots__ = ("__dict__",)  # for the cached properties

    match: Match
    q: Quantity
    words: str

    @cached_property
    def moves(self) -> int:
        """1 where the sentence only speaks of rises, -1 where only of falls, else 0."""
        return direction_said(self.words)

    @cached_property
    def compares(self) -> int:
        """1 where the words behind the number say "more" or "higher", -1 where they say "less" or "cheaper", else 0."""
        found = _COMPARED.match(self.match.claim.text, self.q.end)
        return 0 if found is None else 1 if found["more"] else -1

    @cached_property
    def cued(self) -> frozenset[Derivation]:
        """The ways to work something out that the sentence's words ask for."""
        return frozenset(how for how, cue in _CUES.items() if cue.search(self.words))

    def place(self, of: Operands) -> float:
        """Return how well two numbers of the source fit the claim's words, in [0, 1]."""
        return sum(map(self.match.context.affinity, of.at)) / len(of.at)


def expression(match: Match) -> tuple[Result, Operands] | None:
    """Return how the claim's number follows from two of the source's or more, and from which.

    How many would follow so closely by chance: of n results between half and twice the number, n times the share of
    that stretch that is as near to it.
    """
    for search in _searches(match):
        for far in (False, True):
            for one, chance in _fitting(search, far=far):
                if _is_meant(search, one, chance, far=far):
                    return one.result, one.of
        if found := several(match, search.q, search.words):
            return found
    return None


def may_follow(match: Match) -> bool:
    """Tell whether a number follows so from two of the source's that chance seldom explains it, meant so or not."""
    found = (pair for search in _searches(match) for far in (False, True) for pair in _fitting(search, far=far))
    return any(chance <= DOUBTED_CHANCE and one.result.how not in _SELDOM_MEANT for one, chance in found)


def turns(claim: NumberedText, sentence: int, source: NumberedText, limits: Thresholds = PLACE_THRESHOLDS) -> bool:
    """Tell whether a number of a claim's sentence follows in a way that turns what the source says of its own.

    "24 of the 41 do not" beside "17 of the 41 do", "born in 1828" beside "died in 1911, aged 83".
    """
    for i in claim.numbers_in(sentence)[:MOST_BESIDE]:
        found = find_candidates(claim.mentions[i], source, context_of(claim, i).sentence)
        match = match_of(claim, i, source, limits, found, 0.0)
        worked = (
            expression(match) if match.candidate < 0 or match.out_of_context or match.number.kind == "ratio" else None
        )
        if worked is not None and _is_turned(*worked, match):
            return True
    return False


def _is_turned(result: Result, of: Operands, match: Match) -> bool:
    """Tell whether a result is the rest of a whole, what came before, or another date."""
    if match.number.kind == "year":
        return result.how == "time"
    rest = of.linked or len(of.at) == 1 or (of.apart == 0 and _OF.match(match.claim.text, match.number.end) is not None)
    return result.how == "part" or (result.how == "difference" and rest)


def otherwise(match: Match, least: float) -> str | None:
    """Return what follows in the way that the claim's words ask for, from the numbers that fit them best.

    As a reader is shown it: "20 % ((960,000 - 800,000) / 800,000)"; None where nothing does. ``least``: how well the
    numbers fit at least.
    """
    search = _search(match)
    if search is None or search.q.kind not in _WOULD_BE:
        return None
    target, best = wanted(search.q), None
    for far in (False, True):
        values, every = _all_results(match.source, search.q, far=far)
        for result, of in every[
            bisect_left(values, target / OTHERWISE_TIMES) : bisect_right(values, target * OTHERWISE_TIMES)
        ]:
            place = search.place(of) + SAID_TOO * sum(map(match.said_too, of.at))
            if (
                place >= max(least, SHOWN_PLACE)
                and (best is None or place > best.place)
                and _would_be(search, result, of)
            ):
                best = _Found(result, of, True, place)
    return f"{said(match.number, best.result.value)} ({best.result.shown})" if best else None


_WOULD_BE: dict[QuantityKind, tuple[Derivation, ...]] = {
    "ratio": ("share", "change"),
    "percent": ("share", "change"),
    "multiple": ("multiple",),
    "points": ("difference",),
    "duration": ("time",),
    "age": ("time",),
}


def _would_be(search: _Search, result: Result, of: Operands) -> bool:
    """Tell whether a claim that says another number must mean what follows so."""
    return result.how in _WOULD_BE[search.q.kind] and _asks(search, result, of) and not _contradicts(search, result, of)


def _searches(match: Match) -> Iterator[_Search]:
    """Yield a number as it may be meant: "25 points lower" may be said of a game or of two shares."""
    search = _search(match)
    if search is not None:
        yield search
        if match.number.unit == "points":
            yield replace(search, q=replace(search.q, kind="points"))


def _search(match: Match) -> _Search | None:
    claim, q = match.claim, match.number
    if (not q.value and q.kind != "date") or q.high is not None or (q.kind in DATED and q.kind not in ("year", "date")):
        return None
    q = replace(q, unit="") if q.unit == "points" else q
    if q.kind == "count" and q.text.lower().endswith(" times"):
        q = replace(q, kind="multiple")
    start, end = claim.sentences[claim.mention_sentence[match.index]]
    before = _BOUND.sub("", claim.text[start : q.start])
    return _Search(match, q, before + " " + claim.text[q.end : end])


_BOUND = compiled(rf"\b(?:{either('comparatives that point up')}|{either('comparatives that point down')})\sthan\s\Z")


def _is_meant(search: _Search, one: _Found, chance: float, *, far: bool) -> bool:
    """Tell whether a result that is the claim's number is what the claim means by it."""
    if search.match.number.unit == "points" and one.result.how not in _OF_POINTS:
        return False
    if one.restated == 2:
        chance /= RESTATED_TIMES
    if far:
        seldom = chance <= FAR_LIKELY_CHANCE and not search.q.bound and one.result.how not in _ONLY_ASKED
        return seldom or (one.asked and chance <= FAR_CHANCE)
    if one.told or (one.of.linked and one.result.how in _OF_A_WHOLE):
        return True
    if chance <= LIKELY_CHANCE and not search.q.bound and one.result.how not in _ONLY_ASKED:
        return True
    return one.asked and (one.of.apart < DATED_PAIR_SENTENCES or chance <= ASKED_CHANCE)


def _fitting(search: _Search, *, far: bool) -> Iterator[tuple[_Found, float]]:
    """Yield what follows and is a claim's number, the likeliest first, each with how many would so by chance."""
    q, target, (below, above) = search.q, wanted(search.q), slack(search.q)
    values, every = _all_results(search.match.source, q, far=far)
    found = every[bisect_left(values, target - below) : bisect_right(values, target + above)]
    if not found:
        return
    low, high = (target - CHANCE_YEARS, target + CHANCE_YEARS) if q.kind in DATED else (target / 2, 2 * target)
    around = sorted(search.place(of) for _, of in every[bisect_left(values, low) : bisect_right(values, high)])
    best = _best_places(search, every)
    fitting = [
        _Found(result, of, _asks(search, result, of), search.place(of), sum(map(search.match.said_too, {*of.at})))
        for result, of in found
        if not _contradicts(search, result, of) and (result.how == "time" or _is_within(search.q, result))
    ]
    for one in sorted(fitting, key=_Found.order):
        density = (len(around) - bisect_left(around, PLACE_OF_BEST * one.place)) / (high - low)
        chance = density * max(2 * abs(one.result.value - target), min(resolution(q), below + above))
        well = one.place >= PLACE_OF_BEST * best[one.result.how] or best[one.result.how] < PLACE_FROM
        exact = one.asked and q.digits >= TELLING_DIGITS and q.kind != "ratio" and chance <= DOUBTED_CHANCE
        fairly = exact and one.place >= FAIR_OF_BEST * best[one.result.how]
        if well or fairly or one.restated == 2:
            yield one, chance


def _is_within(q: Quantity, result: Result) -> bool:
    """Tell whether a result that is no span from day to day is a claim's number to its last digit."""
    below, above = slack(q, elapsed=False)
    return wanted(q) - below <= result.value <= wanted(q) + above


def _best_places(search: _Search, every: list[tuple[Result, Operands]]) -> dict[Derivation, float]:
    """Return how well the numbers fit the claim's words that fit best, of each way to work something out."""
    best: dict[Derivation, float] = {}
    for result, of in every:
        if (place := search.place(of)) > best.get(result.how, -1.0) and not _contradicts(search, result, of):
            best[result.how] = place
    return best


def _all_results(source: NumberedText, q: Quantity, *, far: bool) -> tuple[list[float], list[tuple[Result, Operands]]]:
    """Return the values of all that follows in a kind and unit, in order, and each with its numbers.

    ``far``: from numbers of different passages, else from those of one passage, and from dates and times.
    """
    said = len(q.date or "") if q.kind == "date" else q.value < HALF_DAY_MINUTES if q.kind == "time" else 0
    key = (_all_results, q.kind, q.unit, said, _has_direction(q), far)
    if key not in source.made:
        found = [(result, of) for of in operands(source) if of.is_far == far for result in _results(q, of)]
        found.sort(key=lambda one: one[0].value)
        source.made[key] = [result.value for result, _ in found], found
    made: tuple[list[float], list[tuple[Result, Operands]]] = source.made[key]
    return made


def _results(q: Quantity, of: Operands) -> Iterator[Result]:
    """Yield what follows from two numbers; a change of either where the text does not tell which came first."""
    yield from results(q, of.first, of.second)
    if not of.ordered:
        turned = ("change", "multiple") if _has_direction(q) and of.apart else ("change",)
        yield from (one for one in results(q, of.second, of.first) if one.how in turned)


def _has_direction(q: Quantity) -> bool:
    """Tell "doubled" and "halved" from "twice" and "three times"."""
    return q.kind == "multiple" and q.text.lower().endswith("ed")


def _contradicts(search: _Search, result: Result, of: Operands) -> bool:
    """Tell whether a claim says that something rose which fell, or the reverse, or that a mere share did."""
    q = search.q
    if result.how == "multiple":  # "doubled" where it halved; "twice" has no direction
        return _has_direction(q) and (q.value > 1) != (result.rise > 0)
    if result.how == "difference" and of.apart and not of.ordered:
        return False
    if q.kind == "duration":
        return False  # who is faster needs less, who loses time needs more
    said = search.moves or (search.compares if result.how == "change" else 0)
    if said * result.rise < 0:
        return True
    text = search.match.claim.text
    share = result.how == "share" and said != 0  # "fell by a third" of what fell to one
    return share and not _OF.match(text, q.end) and not _DOWN_TO.search(text, max(0, q.start - 16), q.start)


def _asks(search: _Search, result: Result, of: Operands) -> bool:
    """Tell whether a claim's own words ask for what follows so from two numbers, or the source's own do."""
    q, source = search.q, search.match.source
    if result.how == "part":  # "a tenth of it was lost"
        return bool(result.share) and f"{result.share} of " in source.text
    if (q.kind, result.how) in _PLAIN or q.kind == "multiple":
        return True
    if result.how == "product" and _EACH.match(source.text, of.end):
        return True
    if result.how == "time" and q.kind == "count":
        return _AGE.search(search.words) is not None
    if result.how == "time" and q.kind in ("year", "date", "time"):
        return False
    if result.how == "base" and result.sign == "less":
        return False  # only where the source says so: "a fifth less than the design of 2014"
    if result.how == "difference" and of.apart == 0 and q.digits >= TELLING_DIGITS and _DENIED.search(search.words):
        return True  # "seventeen of the games did not end in a draw"
    if result.how == "sum" and (q.kind in ("percent", "ratio") and _OR.search(search.words)):
        return True  # "three in four were terraced or semi-detached houses"
    if result.how == "sum" and of.apart < PAIR_SENTENCES and _INCLUDED.search(search.words):
        return True
    if result.how == "change" and result.rise and (search.moves or "difference" in search.cued):
        return True
    if result.how == "share" and _OF.match(search.match.claim.text, q.end):
        return True
    return result.how in search.cued


def asks_for_more(match: Match) -> bool:
    """Tell whether a claim's words ask for a sum or a difference, which may be of more numbers than are tried."""
    start, end = match.claim.sentences[match.claim.mention_sentence[match.index]]
    return any(_CUES[how].search(match.claim.text, start, end) for how in ("sum", "difference"))
