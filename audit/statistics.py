"""Hold the numbers of a claim against a source: carried, or why not, with the stretch that shows it.

The verdict on one number is audit.numbers.verdict's, its place audit.numbers.places', equality of values
audit.numbers.matching's, contradiction of whole sentences audit.numbers.contradiction's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from audit.numbers import labels, periods
from audit.numbers.clauses import family
from audit.numbers.conflicts import Disagreement, conflicts
from audit.numbers.contradiction import DirectionMismatch, direction_mismatch, sentence_mismatch
from audit.numbers.index import NumberIndex, candidates, index
from audit.numbers.limits import DEFAULT, WEAK, Thresholds
from audit.numbers.matching import PARTIAL
from audit.numbers.places import Numbers, read, read_claim
from audit.numbers.verdict import carried_in, judge_number, strengths
from audit.wording.language import is_german
from audit.wording.reading import SourceText, read_claim_again
from wellsourced.core.model import Quantity, Span, StatisticVerdict
from wellsourced.core.patterns import compiled
from wellsourced.core.quantities import may_count
from wellsourced.core.quantities.lexicon import MONTHS
from wellsourced.core.text import content, window
from wellsourced.core.values import replace

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

ACCEPTED = 0.50
_MOST_JUDGED = 200  # a sentence with more numbers is a table; the rest is left unjudged
_WINDOW = 80
_MOST_PLACES = 32  # of one number in a source: a table repeats it without end

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


# ---------------------------------------------------------------------------------------------- the seed score


def specification_score(claim: str, quantity: Quantity, source_text: str) -> float:
    """Return the specification's score in [0, 1]: number 35 + context 25 + proximity 40; accepted at >= 0.50.

    number: 1 if a number of the source carries the claim's (values normalised); context: the share of the
    claim's content terms in the source; proximity: the best share of them inside 80 characters around such a
    number, the window cut where a sentence with a number of its own begins. Rounded to six decimals.
    """
    source = read(source_text, names=True)
    return _score(_terms(claim), claim, quantity, source, strengths(quantity, source))


def _score(
    claim_terms: frozenset[str], claim: str, quantity: Quantity, source: Numbers, carrying: Mapping[int, float]
) -> float:
    wanted = claim_terms - _terms(claim[quantity.start : quantity.end])
    found = [i for i, v in carrying.items() if v >= PARTIAL][:_MOST_PLACES]
    if not wanted:
        return 0.35 if found else 0.0
    context = len(wanted & source.places.keys()) / len(wanted)
    nearest = max((len(wanted & _windowed(source, i)) / len(wanted) for i in found), default=0.0)
    return round((35 * bool(found) + 25 * context + 40 * nearest) / 100, 6)


def _windowed(source: Numbers, number: int) -> frozenset[str]:
    """Return the terms in the 80 characters around a number, without sentences that have their own number."""
    q, at = source.mentions[number], source.mention_sentence[number]
    left, right = window(source.text, q.start, q.end, _WINDOW)
    if at - 1 in source.numbered:
        left = max(left, source.sentences[at][0])
    if at + 1 in source.numbered:
        right = min(right, source.sentences[at][1])
    return _terms(source.text[left:right])


def _terms(text: str) -> frozenset[str]:
    return frozenset(map(family, content(text)))


# ---------------------------------------------------------------------------------------------- the verdicts


def judge(claim: str, source: SourceNumbers, thresholds: Thresholds = DEFAULT) -> tuple[StatisticVerdict, ...]:
    """Hold every statistic of a claim against a source, in order of appearance.

    "one", "first" and "second" count only where the claim has no other number. Labels (COVID-19, Article 3)
    are no statistics; one that the source has with other digits only is reported as absent.
    """
    if not may_count(claim):
        return ()
    mine = read_claim(claim)
    words = frozenset(mine.stems)

    def on(i: int) -> StatisticVerdict:
        q = mine.mentions[i]
        carrying = strengths(q, source)
        return judge_number(mine, i, source, thresholds, carrying, _score(words, claim, q, source, carrying))

    verdicts = tuple(map(on, _judged(mine))) or _written_as_figures(map(on, range(len(mine.mentions[:_MOST_JUDGED]))))
    verdicts = _exchanged(mine, _listed_twice(mine, source, verdicts))
    verdicts = _as_a_whole(mine, source, verdicts, thresholds)
    wrong = tuple(
        StatisticVerdict(c.label, "absent", 0.0, f'the source has "{c.found}"', source.span(c.start, c.end))
        for c in chain(
            labels.conflicts(claim, source.text, mine.mentions),
            periods.conflicts(claim, source.text[: source.proper], mine.mentions),
        )
    )
    return tuple(sorted((*verdicts, *wrong), key=lambda v: v.quantity.start))


def accepted(verdicts: Sequence[StatisticVerdict]) -> bool | None:
    """Tell whether the statistics are carried; None where nothing tells.

    A number worked out from the source's is not carried (measured: it was wrong six times of seven). A small
    count that a reader may have made, which no stretch of the source shows, neither carries nor refuses anything.
    """
    firm = [v for v in verdicts if v.verdict != "derived" or v.evidence is not None]
    return all(v.verdict == "carried" for v in firm) if firm else None


_DETERMINERS = frozenset("the a an its his her their our my this that only".split())
_NOT_AFTER_ONE = frozenset(
    "of another can could may might must should has had is was to who that would will does or".split()
)


def _judged(claim: Numbers) -> list[int]:
    strong = [i for i, q in enumerate(claim.mentions) if q.text.lower() not in WEAK]
    return (strong or [i for i, q in enumerate(claim.mentions) if _counts(claim.text, q)])[:_MOST_JUDGED]


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


# ---------------------------------------------------------------------------------------------- the claim as a whole


def _as_a_whole(
    mine: Numbers, source: Numbers, verdicts: tuple[StatisticVerdict, ...], limits: Thresholds
) -> tuple[StatisticVerdict, ...]:
    """Withdraw what is carried where the claim speaks of strangers, or a sentence of it says the opposite."""
    if all(v.verdict != "carried" for v in verdicts):
        return verdicts
    strangers = _strangers(mine, source)
    if len(strangers) >= limits.names:
        return _withdrawn(verdicts, "other-fact", f"the source never names {' or '.join(strangers[:3])}")
    against = sentence_mismatch(mine, source, limits)
    if against is None or against.kind == "denied":
        return verdicts
    return _withdrawn(verdicts, "direction", against.why)


def _withdrawn(verdicts: tuple[StatisticVerdict, ...], verdict: str, why: str) -> tuple[StatisticVerdict, ...]:
    return tuple(replace(v, verdict=verdict, why=why) if v.verdict == "carried" else v for v in verdicts)


_NAME = compiled(r"\b[A-Z][^\W\d_]{3,}(?:['’-][^\W\d_]+)*")
_CITED = compiled(r" et al\b| and colleagues\b")
_ACRONYM = compiled(r"\b(?:[A-Z]\.){2,6}|\b[A-Z]{2,6}\b")
_RUN = compiled(r"\b[A-Z][^\W\d_]+(?: (?:of |and |the |for )?[A-Z][^\W\d_]+)+")
_INITIAL = compiled(r"\b[A-Z]")
_FEW_SENTENCES = 4


def _strangers(claim: Numbers, source: Numbers) -> tuple[str, ...]:
    """Return the capitalised words of a claim, none of them first in its sentence, that the source never uses.

    A source of fewer than four sentences names its subject by pronouns too often to tell. A cited author ("Marsh et
    al.") is no stranger, nor is a word of a name whose initials the source has ("United States" beside "US").
    """
    if len(source.sentences) < _FEW_SENTENCES:
        return ()
    firsts = {start for start, _ in claim.sentences}
    nouns = _german_nouns(claim.text)
    low = source.text.lower()
    found: dict[str, None] = {}
    for match in _NAME.finditer(claim.text):
        word = match[0].lower()
        if match.start() not in firsts | nouns and word not in MONTHS and word not in low:
            stems = _terms(word)
            if stems and not any(stem in source.places for stem in stems) and not _CITED.match(claim.text, match.end()):
                found[match[0]] = None
    if len(found) < 2:
        return tuple(found)
    acronyms = frozenset(m[0].replace(".", "") for m in _ACRONYM.finditer(source.text))
    runs = (m[0] for m in _RUN.finditer(claim.text))
    known = {word for run in runs if "".join(_INITIAL.findall(run)) in acronyms for word in run.split()}
    return tuple(word for word in found if word not in known)


def _german_nouns(text: str) -> frozenset[int]:
    """Return where the capitalised words of a German text begin that are no names."""
    claim = read_claim_again(text)
    if not is_german(claim.words):
        return frozenset()
    named = {name.span.start for name in claim.names}
    return frozenset(match.start() for match in _NAME.finditer(text) if match.start() not in named)


_LISTED = compiled(r"[\s,]*(?:and|or|&)?[\s,]*")


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


def _times_said(q: Quantity, evidence: Span | None, source: Numbers) -> int:
    for at, (start, end) in enumerate(source.sentences):
        if evidence is not None and start <= evidence.start < end:
            return len(carried_in(q, source, at))
    return 0
