"""Withdraw numbers of a claim that seemed carried, where the claim as a whole says otherwise."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from operator import itemgetter

from audit.agreement.matching import strength
from audit.assertions.words import stems_of
from audit.numbers.contradiction import sentence_mismatch
from audit.numbers.exchanged import exchanged
from audit.numbers.reading import Numbers
from audit.numbers.then_and_now import turned
from audit.thresholds import CARRIED_FROM, FEW_SENTENCES, MOST_NEAR_VALUE, Thresholds
from audit.wording.language import is_german
from audit.wording.reading import read_claim_again
from wellsourced_core.model import Quantity, Span, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import NumberVerdict

_NAME = compiled(r"\b[A-Z][^\W\d_]{3,}(?:['’-][^\W\d_]+)*")
_CITED = compiled(r" et al\b| and colleagues\b")
_ACRONYM = compiled(r"\b(?:[A-Z]\.){2,6}|\b[A-Z]{2,6}\b")
_RUN = compiled(r"\b[A-Z][^\W\d_]+(?: (?:of |and |the |for )?[A-Z][^\W\d_]+)+")
_INITIAL = compiled(r"\b[A-Z]")
_LISTED = compiled(r"[\s,]*(?:and|or|&)?[\s,]*")


def as_a_whole(
    mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...], limits: Thresholds
) -> tuple[StatisticVerdict, ...]:
    """Withdraw what is listed twice or stands in another's place; all, where the claim is of strangers or reversed."""
    verdicts = _exchanged(mine, _listed_twice(mine, source, verdicts))
    if all(v.verdict != "carried" for v in verdicts):
        return verdicts
    verdicts = _swapped(mine, source, _turned(mine, source, verdicts))
    strangers = _strangers(mine, source)
    if len(strangers) >= limits.names:
        return _withdrawn(verdicts, "other-fact", f"the source never names {' or '.join(strangers[:3])}")
    against = sentence_mismatch(mine, source, limits)
    if against is None or against.kind == "denied":
        return verdicts
    return _withdrawn(verdicts, "direction", against.why)


def _listed_twice(
    mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...]
) -> tuple[StatisticVerdict, ...]:
    """Withdraw a value that a list repeats ("38 % and 38 %") where the source's sentence has it once."""
    found = list(verdicts)
    end, seen = -1, set[tuple[float, str, str, float | None]]()  # the list so far: its end, its values
    for i, verdict in enumerate(verdicts):
        q = verdict.quantity
        if end < 0 or not _LISTED.fullmatch(mine.text, end, q.start):
            seen = set()
        value = (q.value, q.unit, q.kind, q.high)
        if value in seen and verdict.verdict == "carried" and _times_said(q, verdict.evidence, source) < 2:
            found[i] = replace(verdict, verdict="other-fact", why="the claim lists it twice, the source once")
        end = q.end
        seen.add(value)
    return tuple(found)


def _times_said(q: Quantity, evidence: Span | None, source: Numbers) -> int:
    """Return how many numbers carry a quantity in the sentence of its evidence, up to two."""
    if evidence is None:
        return 0
    within = bisect_right(source.sentences, evidence.start, key=itemgetter(0)) - 1
    if within < 0 or evidence.start >= source.sentences[within][1]:
        return 0
    own, near = source.numbers_in(within), source.lookup.near(q, MOST_NEAR_VALUE)
    held = own if near is None else (i for i in near if i in own)
    return len(list(islice((i for i in held if strength(q, source.mentions[i]) >= CARRIED_FROM), 2)))


def _exchanged(mine: Numbers, verdicts: tuple[StatisticVerdict, ...]) -> tuple[StatisticVerdict, ...]:
    """Withdraw the second of two numbers in each other's place: the source's number that it says stands for the first.

    The evidence of the first is the number that stands in its place; a number of the same sentence cannot be
    carried by that one too.
    """
    if all(v.verdict != "other-fact" for v in verdicts):
        return verdicts
    sentence_of = dict(zip(mine.mentions, mine.mention_sentence, strict=True))
    taken = {
        (sentence_of[v.quantity], v.evidence): v.quantity.text
        for v in verdicts
        if v.verdict == "other-fact" and v.evidence is not None
    }
    return tuple(
        replace(v, verdict="other-fact", why=f'"{taken[at]}" stands in the place of {v.quantity.text}')
        if v.verdict == "carried" and (at := (sentence_of[v.quantity], v.evidence)) in taken
        else v
        for v in verdicts
    )


def _turned(mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...]) -> tuple[StatisticVerdict, ...]:
    """Withdraw two numbers of which the source has the one as before and the other as after."""
    pair = turned(mine, source)
    if pair is None:
        return verdicts
    now, then = (mine.mentions[i] for i in pair)
    why = f'the source has "{then.text}" after "{now.text}"'
    return tuple(
        replace(v, verdict="direction", why=why) if v.verdict == "carried" and v.quantity in (now, then) else v
        for v in verdicts
    )


def _swapped(mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...]) -> tuple[StatisticVerdict, ...]:
    """Withdraw two numbers that stand with each other's words."""
    pair = exchanged(mine, source)
    both = () if pair is None else tuple(mine.mentions[i] for i in pair)
    if sum(v.verdict == "carried" and v.quantity in both for v in verdicts) != 2:
        return verdicts
    why = f'"{both[0].text}" and "{both[1].text}" are the other way round in the source'
    return tuple(replace(v, verdict="other-fact", why=why) if v.quantity in both else v for v in verdicts)


def _withdrawn(
    verdicts: tuple[StatisticVerdict, ...], verdict: NumberVerdict, why: str
) -> tuple[StatisticVerdict, ...]:
    return tuple(replace(v, verdict=verdict, why=why) if v.verdict == "carried" else v for v in verdicts)


def _strangers(claim: Numbers, source: Numbers) -> tuple[str, ...]:
    """Return the capitalised words of a claim, none of them first in its sentence, that the source never uses.

    A cited author ("Marsh et al.") is no stranger, nor is a word of a name whose initials the source has ("United
    States" beside "US").
    """
    if len(source.sentences) < FEW_SENTENCES:
        return ()
    aside = {start for start, _ in claim.sentences} | _german_nouns(claim.text)
    low = _lowered(source)
    found: dict[str, None] = {}
    for match in _NAME.finditer(claim.text):
        word = match[0].lower()
        if match.start() not in aside and word not in MONTHS and word not in low:
            stems = stems_of(word)
            if stems and not any(stem in source.places for stem in stems) and not _CITED.match(claim.text, match.end()):
                found[match[0]] = None
    if len(found) < 2:
        return tuple(found)
    acronyms = _acronyms(source)
    runs = (m[0] for m in _RUN.finditer(claim.text))
    known = {word for run in runs if "".join(_INITIAL.findall(run)) in acronyms for word in run.split()}
    return tuple(word for word in found if word not in known)


def _lowered(source: Numbers) -> str:
    found: str | None = source.made.get(_lowered)
    if found is None:
        found = source.made[_lowered] = source.text.lower()
    return found


def _acronyms(source: Numbers) -> frozenset[str]:
    """Return a source's acronyms without their dots."""
    found: frozenset[str] | None = source.made.get(_acronyms)
    if found is None:
        found = source.made[_acronyms] = frozenset(m[0].replace(".", "") for m in _ACRONYM.finditer(source.text))
    return found


def _german_nouns(text: str) -> frozenset[int]:
    """Return where the capitalised words of a German text begin that are no names."""
    claim = read_claim_again(text)
    if not is_german(claim.words):
        return frozenset()
    named = {name.span.start for name in claim.names}
    return frozenset(match.start() for match in _NAME.finditer(text) if match.start() not in named)
