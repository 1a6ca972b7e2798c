"""Hold the numbers of a claim against a source: carried, or why not, with the stretch that shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from audit import derived, directions, labels
from audit.places import Numbers, Place, affinity, binding, family, headword, place_of, read, share
from audit.statistics_match import DATED, PARTIAL, readings, same_kind, strength
from wellsourced.core.model import Quantity, Span, StatisticVerdict
from wellsourced.core.quantities.lexicon import MONTHS
from wellsourced.core.text import content, sentences, terms, window

ACCEPTED = 0.50
_DOUBLE = 40  # characters between two negations of the same words
_WINDOW = 80

SourceNumbers = Numbers


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where a place no longer fits: V5's constants, measured on the development half."""

    context: float = 0.10
    bounded: float = -0.10
    fit: float = -0.40
    names: int = 2
    affinity: float = -0.30
    crowded_affinity: float = -0.10
    crowded: float = 0.80
    binding: float = -0.15
    beside: float = -0.12
    negation: float = 0.15
    denied: float = 0.60


def prepare(source_text: str, title: str = "", url: str = "") -> SourceNumbers:
    """Tokenise a source and index its numbers: once, for any number of claims.

    Title and address say numbers too ("December, 1963", /2021/05/): they count as a last paragraph of the
    text, which evidence never points into.
    """
    parts = " ".join(part for part in (title, _SEPARATORS.sub(" ", url)) if part)
    return read(f"{source_text}\n\n{parts}" if parts else source_text, names=True)


_SEPARATORS = re.compile(r"[/_?&=#+-]|https?:")


# ---------------------------------------------------------------------------------------------- the seed score


def specification_score(claim: str, quantity: Quantity, source_text: str) -> float:
    """Return the specification's score in [0, 1]: number 35 + context 25 + proximity 40; accepted at >= 0.50.

    number: 1 if a number of the source carries the claim's (values normalised); context: the share of the
    claim's content terms in the source; proximity: the best share of them inside 80 characters around such a
    number, the window clipped where another number's sentence begins. Rounded to six decimals.
    """
    return _score(claim, quantity, read(source_text, names=True))


def _score(claim: str, quantity: Quantity, source: Numbers) -> float:
    wanted = _families(claim) - _families(claim[quantity.start : quantity.end])
    found = [i for i, q in enumerate(source.mentions) if strength(quantity, q) >= PARTIAL]
    if not wanted:
        return 0.35 if found else 0.0
    context = len(wanted & source.places.keys()) / len(wanted)
    nearest = max((len(wanted & _windowed(source, i)) / len(wanted) for i in found), default=0.0)
    return round((35 * bool(found) + 25 * context + 40 * nearest) / 100, 6)


def _windowed(source: Numbers, index: int) -> frozenset[str]:
    """Return the stems in the 80 characters around a number, without sentences that hold a number of their own."""
    q, at = source.mentions[index], source.mention_sentence[index]
    left, right = window(source.text, q.start, q.end, _WINDOW)
    numbered = frozenset(source.mention_sentence) - {at}
    if at - 1 in numbered:
        left = max(left, source.sentences[at][0])
    if at + 1 in numbered:
        right = min(right, source.sentences[at][1])
    return _families(source.text[left:right])


def _families(text: str) -> frozenset[str]:
    return frozenset(map(family, content(text)))


# ---------------------------------------------------------------------------------------------- the verdict


def judge(claim: str, source: SourceNumbers, thresholds: Thresholds = Thresholds()) -> tuple[StatisticVerdict, ...]:
    """Hold every statistic of a claim against a source, in order of appearance.

    "one", "first" and "second" count only where the claim has no other number.
    """
    mine = read(claim)
    wrong = tuple(_mislabelled(c, source) for c in labels.conflicts(claim, source.text, mine.mentions))
    verdicts = tuple(_judge_one(mine, i, source, thresholds) for i in _judged(mine))
    return tuple(sorted((*_as_a_whole(mine, source, verdicts, thresholds), *wrong), key=lambda v: v.quantity.start))


def _mislabelled(conflict: labels.Conflict, source: Numbers) -> StatisticVerdict:
    span = Span(conflict.start, conflict.start + len(conflict.found), conflict.found)
    return StatisticVerdict(conflict.label, "absent", 0.0, f'the source has "{conflict.found}"', span)


_LISTED = re.compile(r"[\s,]*(?:and|or|&)?[\s,]*")


def _listed_twice(mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...]) -> tuple[StatisticVerdict, ...]:
    """Withdraw a value that a list repeats ("38 % and 38 %") where the source's sentence has it once."""
    found = list(verdicts)
    for i, later in enumerate(verdicts):
        chain = later.quantity.start
        for j in range(i - 1, -1, -1):
            q = verdicts[j].quantity
            if not _LISTED.fullmatch(mine.text, q.end, chain):
                break
            chain = q.start
            same = (q.value, q.unit, q.kind, q.high) == (later.quantity.value, later.quantity.unit, later.quantity.kind, later.quantity.high)
            if same and later.verdict == "carried" and _times_said(later, source) < 2:
                found[i] = replace(later, verdict="other-fact", why="the claim lists it twice, the source once")
    return tuple(found)


def _times_said(verdict: StatisticVerdict, source: Numbers) -> int:
    at = {i for i, q in enumerate(source.mentions) if verdict.evidence and q.start == verdict.evidence.start}
    sentences_of = {source.mention_sentence[i] for i in at}
    return sum(
        source.mention_sentence[i] in sentences_of and strength(verdict.quantity, q) >= PARTIAL
        for i, q in enumerate(source.mentions)
    )


def _as_a_whole(
    mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...], thresholds: Thresholds
) -> tuple[StatisticVerdict, ...]:
    """Withdraw what is carried where the claim speaks of strangers, or its sentence says the opposite."""
    verdicts = _listed_twice(mine, source, verdicts)
    if all(v.verdict != "carried" for v in verdicts):
        return verdicts
    strangers = unknown_names(mine, source)
    if len(strangers) >= thresholds.names:
        why = f"the source never names {' or '.join(strangers[:3])}"
        return tuple(replace(v, verdict="other-fact", why=why) if v.verdict == "carried" else v for v in verdicts)
    against = _mismatch(mine, source, thresholds)
    if against is None or against.kind == "denied":
        return verdicts
    return tuple(replace(v, verdict="direction", why=against.why) if v.verdict == "carried" else v for v in verdicts)


_WEAK = frozenset(("one", "first", "second", "once"))
_DETERMINERS = frozenset("the a an its his her their our my this that only".split())
_NOT_AFTER_ONE = frozenset("of another can could may might must should has had is was to who that would will does or".split())


def _judged(claim: Numbers) -> list[int]:
    """Return the numbers of a claim that are to be judged: "one" and "first" only as the claim's sole numbers."""
    strong = [i for i, q in enumerate(claim.mentions) if q.text.lower() not in _WEAK]
    return strong or [i for i, q in enumerate(claim.mentions) if _counts(claim.text, q)]


def _counts(text: str, q: Quantity) -> bool:
    """Tell "one victory" and "the first woman" from "one must" and "you should first"."""
    if q.kind == "ordinal":
        before = text[max(0, q.start - 12) : q.start].split()
        return bool(before) and before[-1].lower() in _DETERMINERS
    after = text[q.end : q.end + 16].split()
    return bool(after) and after[0].isalpha() and after[0].lower() not in _NOT_AFTER_ONE


_CAPITALISED = re.compile(r"\b[A-Z][^\W\d_]{3,}(?:['’-][^\W\d_]+)*")
_FEW_SENTENCES = 4


def unknown_names(claim: Numbers, source: Numbers) -> tuple[str, ...]:
    """Return the capitalised words of a claim, none of them first in its sentence, that the source never uses.

    A source of fewer than four sentences names its subject by pronouns too often to tell.
    """
    if len(source.sentences) < _FEW_SENTENCES:
        return ()
    firsts = {start for start, _ in claim.sentences}
    low = source.text.lower()
    found: dict[str, None] = {}
    for match in _CAPITALISED.finditer(claim.text):
        word = match[0].lower()
        if match.start() in firsts or word in MONTHS or word in low:
            continue
        stems = _families(word)
        if stems and not any(stem in source.places for stem in stems):
            found[match[0]] = None
    return tuple(found)


def accepted(verdicts: Sequence[StatisticVerdict]) -> bool | None:
    """Tell whether the statistics are carried; None without any.

    A number worked out from the source's is not carried (measured: wrong six times of seven). A small count
    that a reader may have made, which no stretch of the source shows, refuses nothing beside carried ones.
    """
    if not verdicts:
        return None
    firm = [v for v in verdicts if v.verdict != "derived" or v.evidence is not None]
    return bool(firm) and all(v.verdict == "carried" for v in firm)


@dataclass(frozen=True, slots=True)
class _Candidate:
    index: int
    strength: float
    a: float
    b: float
    h: float
    sentence: int

    @property
    def place(self) -> float:
        return self.a + self.b + 0.16 * self.h

    @property
    def fit(self) -> float:
        return 0.5 * self.strength * self.place


def _judge_one(claim: Numbers, index: int, source: Numbers, limits: Thresholds) -> StatisticVerdict:
    q = claim.mentions[index]
    score = _score(claim.text, q, source)
    place = place_of(claim, index)
    rivals: list[_Candidate] = []
    carriers: list[_Candidate] = []
    for i, other in enumerate(source.mentions):
        v = _strength(q, other, source)
        if v > 0 or _competes(q, other):
            candidate = _Candidate(
                i,
                v,
                affinity(place, source, i),
                binding(place, source, i),
                headword(place, source, i),
                source.mention_sentence[i],
            )
            (carriers if v > 0 else rivals).append(candidate)
    if not carriers and _names_event(claim, q):
        return StatisticVerdict(q, "carried", score, "part of an event's name")
    if not carriers:
        found = derived.expression(claim, index, source)
        if found:
            return StatisticVerdict(q, "derived", score, f"follows from the source: {found[0]}", found[1])
        if _may_be_counted(q, rivals):
            return StatisticVerdict(q, "derived", score, "the source does not say it; it may have been counted")
        return _absent(q, score, source, rivals)
    best = max(carriers, key=lambda c: (c.fit, -c.index))
    return _placed(claim, index, source, place, best, rivals, limits, score)


_COUNTED = 10


def _may_be_counted(q: Quantity, rivals: list[_Candidate]) -> bool:
    """Tell a small count in words that a reader may have made ("four products"), where no other count is given."""
    small = q.kind == "count" and not q.bound and q.value <= _COUNTED and q.text.isalpha()
    return small and all(c.h <= 0 for c in rivals)


_EVENT = re.compile(r"\W{1,3}(?:[\w-]+\s){0,2}(?:pandemic|outbreak|epidemic)\b", re.IGNORECASE)


def _names_event(claim: Numbers, q: Quantity) -> bool:
    """Tell whether a year only names an event ("the 2019-20 coronavirus pandemic")."""
    return q.kind == "year" and _EVENT.match(claim.text, q.end) is not None


def _competes(q: Quantity, other: Quantity) -> bool:
    """Tell whether a number of the source could have been meant: of the same kind, and no mere "one" or "first"."""
    ages = (q.kind == "age") == (other.kind == "age")
    return ages and same_kind(q, other) and other.text.lower() not in _WEAK


def _strength(q: Quantity, other: Quantity, source: Numbers) -> float:
    v = strength(q, other)
    if 0.6 < v < PARTIAL and q.date and any(m.value == q.value and m.kind in DATED for m in source.mentions):
        return 0.86  # day and month here, the year elsewhere in the source
    return v


def _absent(q: Quantity, score: float, source: Numbers, rivals: list[_Candidate]) -> StatisticVerdict:
    near = max(rivals, key=lambda c: (0.5 * c.a + 0.5 * c.b, -c.index), default=None)
    slip = _unit_slip(q, source)
    if slip is not None:
        other = source.mentions[slip]
        return _verdict(q, "unit", score, f"the source has {_shown(other)}, another unit or scale", source, slip)
    if near is not None and near.a >= 0.3:
        other = source.mentions[near.index]
        return _verdict(
            q,
            "absent",
            score,
            f"not in the source; the nearest it has is {_shown(other)}",
            source,
            near.index,
        )
    return StatisticVerdict(q, "absent", score, "not in the source")


def _unit_slip(q: Quantity, source: Numbers) -> int | None:
    """Return the first number of the source with the same figure in another unit, currency or scale."""
    if q.kind in DATED:
        return None
    for i, other in enumerate(source.mentions):
        if other.kind in DATED:
            continue
        for value, _, _ in readings(q)[:1]:
            theirs = readings(other)[0][0]
            if not value or not theirs:
                continue
            if abs(q.value - other.value) <= 1e-9 * abs(q.value):
                return i
            ratio = abs(value / theirs)
            if q.kind == other.kind and any(abs(ratio / power - 1) < 1e-6 for power in (1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9)):
                return i
    return None


def _placed(
    claim: Numbers, index: int, source: Numbers, place: Place, best: _Candidate,
    rivals: list[_Candidate], limits: Thresholds, score: float,
) -> StatisticVerdict:  # fmt: skip
    q = claim.mentions[index]
    other = source.mentions[best.index]
    if best.strength < PARTIAL:
        return _verdict(q, "absent", score, f"only partly: the source has {_shown(other)}", source, best.index)
    floor = limits.context * min(1.0, 8 / max(1, len(place.sentence))) + (0.05 if best.strength < 0.85 else 0.0)
    if best.a < floor:
        return _verdict(q, "other-fact", score, f"{_shown(other)} stands in another context", source, best.index)
    rival = _better(best, rivals, limits, bool(q.bound) and best.strength < 1.0)
    if rival is not None:
        named = _shown(source.mentions[rival.index])
        return _verdict(q, "other-fact", score, f"{named} stands where the claim's words are", source, rival.index)
    against = _direction(claim, index, source, best)
    if against:
        return _verdict(q, "direction", score, against, source, best.index)
    return _verdict(q, "carried", score, f"the source has {_shown(other)}", source, best.index)


def _better(best: _Candidate, rivals: list[_Candidate], limits: Thresholds, bounded: bool) -> _Candidate | None:
    """Return the not-carried number of the same kind whose place fits the claim clearly better."""
    if not rivals:
        return None
    by_a = max(rivals, key=lambda c: (c.a, -c.index))
    by_b = max(rivals, key=lambda c: (c.b, -c.index))
    by_fit = max(rivals, key=lambda c: (c.place, -c.index))
    beside = max((c for c in rivals if c.sentence == best.sentence), key=lambda c: (c.b, -c.index), default=None)
    margin = best.place - by_fit.place
    if bounded:
        # Any number satisfies "fewer than 3,830"; only the one in the right place may.
        return by_fit if margin < limits.bounded else None
    if best.a - by_a.a < (limits.crowded_affinity if by_a.a >= limits.crowded else limits.affinity):
        return by_a
    if beside is not None and best.b - beside.b < limits.beside:
        return beside
    if best.b - by_b.b < limits.binding:
        return by_b
    return by_fit if margin < limits.fit else None


def _direction(claim: Numbers, index: int, source: Numbers, best: _Candidate) -> str | None:
    """Return why the clauses of the two numbers say opposite things, unless a comparator has decided already."""
    q, other = claim.mentions[index], source.mentions[best.index]
    if q.bound or other.bound:
        return None
    at, there = claim.mention_sentence[index], source.mention_sentence[best.index]
    mine, mine_word = directions.trend(claim.text, q, claim.sentences[at])
    theirs, their_word = directions.trend(source.text, other, source.sentences[there])
    if mine * theirs < 0:
        return f'"{mine_word}" against "{their_word}" in the source'
    pair = directions.antonym(claim.sentence_span(at).text, source.sentence_span(there).text)
    return f'"{pair[0]}" against "{pair[1]}" in the source' if pair else None


@dataclass(frozen=True, slots=True)
class DirectionMismatch:
    """A sentence of the claim that the source's nearest sentence denies or reverses.

    ``kind`` is negated (only the claim negates), denied (only the source does) or reversed (antonyms);
    ``overlap`` is the share of the claim sentence's words in the source sentence.
    """

    kind: str
    sentence: Span
    evidence: Span
    overlap: float
    why: str


def direction_mismatch(
    claim: str, source: SourceNumbers, limits: Thresholds = Thresholds()
) -> DirectionMismatch | None:
    """Return the first sentence of a claim that the source's nearest sentence contradicts, with or without numbers."""
    return _mismatch(read(claim), source, limits)


def _mismatch(claim: Numbers, source: Numbers, limits: Thresholds) -> DirectionMismatch | None:
    for at, stems in enumerate(claim.sentence_stems):
        wanted = frozenset(stem for stem in stems if stem not in _NEGATING_STEMS)
        if len(wanted) < 2:
            continue
        there, overlap = _nearest_sentence(wanted, source)
        if overlap < limits.negation:
            continue
        mine, theirs = claim.sentence_span(at), source.sentence_span(there)
        found = _contradiction(mine.text, theirs.text, wanted, overlap, limits)
        if found:
            return DirectionMismatch(found[0], mine, theirs, round(overlap, 6), found[1])
    return None


_NEGATING_STEMS = frozenset(("not", "no", "never", "none", "without"))


def _nearest_sentence(wanted: frozenset[str], source: Numbers) -> tuple[int, float]:
    best, overlap = 0, -1.0
    for i, stems in enumerate(source.sentence_stems):
        found = share(wanted, stems, source)
        if found > overlap:
            best, overlap = i, found
    return best, overlap


def _contradiction(
    mine: str, theirs: str, wanted: frozenset[str], overlap: float, limits: Thresholds
) -> tuple[str, str] | None:
    here, there = directions.negations(mine), directions.negations(theirs)
    strong = [n for n in here if n.strong]
    for n in strong:
        # The source agrees where one of its negations is about the same words.
        about = [m for m in there if m.scope & n.scope or not n.scope]
        with_me = [m for m in here if m is n or (m.scope & n.scope and abs(m.start - n.start) < _DOUBLE)]
        if not about:
            return "negated", f'"{n.word}" is not in the source'
        if overlap >= limits.denied and len(with_me) % 2 == 0 and len(about) % 2 == 1:
            return "negated", f'negated twice, once in the source ("{about[0].word}")'
    if not here and overlap >= limits.denied:
        for m in there:
            if m.strong and len(m.scope & wanted) >= max(2, 0.6 * len(m.scope)):
                return "denied", f'the source says "{m.word}"'
    pair = directions.antonym(mine, theirs, loose=overlap >= limits.denied)
    return ("reversed", f'"{pair[0]}" against "{pair[1]}" in the source') if pair else None





def _shown(q: Quantity) -> str:
    return f'"{q.text}"'


def _verdict(q: Quantity, verdict: str, score: float, why: str, source: Numbers, index: int) -> StatisticVerdict:
    other = source.mentions[index]
    span = Span(other.start, other.end, source.text[other.start : other.end])
    return StatisticVerdict(q, verdict, score, why, span)
