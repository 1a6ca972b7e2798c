"""Do two sentences say the opposite: antonyms, and negation on one side only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from audit.numbers.clauses import BOUNDARY, family
from wellsourced.core.model import Quantity
from wellsourced.core.patterns import compiled
from wellsourced.core.text import content, surfaces, terms
from wellsourced.core.values import frozen

# A paragraph holds the two sides of an opposition; the first is the one of rise and fall.
_ANTONYMS = """
increase increased increases increasing rise rose risen rises rising grow grew grown grows growing growth
climb climbed climbs climbing gain gained gains jump jumped jumps soar soared surge surged surges expand
expanded expansion up upward raise raised raises raising higher improved improvement strengthened stieg stiegen
steigt gestiegen wuchs wachsen gewachsen erhöhte augmenté augmente progressé progresse hausse subió sube aumentó
creció | decrease
decreased decreases decreasing fall fell fallen falls falling decline declined declines declining drop
dropped drops dropping lose shrink shrank shrunk plunge plunged plummeted slump slumped reduce reduced
reduces reducing reduction down downward lower lowered lowers lowering contracted contraction worsened
weakened slipped slide slid cut cuts sank sanken sinkt gesunken fiel fielen gefallen zurückgegangen zurückging
verringerte baissé baisse reculé recule diminué bajó baja cayó cae disminuyó descendió

more greater larger bigger exceeding exceeds exceeded | less fewer smaller

most maximum highest largest majority biggest | least minimum lowest smallest minority

before prior earlier | after following later subsequent

won win wins winning victory beat defeated winner gained gain gains | lost lose loses losing loss defeat
loser

born | died

best | worst

married | divorced

start starts started begin begins began begun beginning starting opened opens open | end ends ended finish
finished ending concluded closed closes close

buy buys bought acquire acquired acquires purchase purchased | sell sells sold divest divested

join joined joins joining | leave left leaves leaving quit

include includes included including | exclude excludes excluded excluding

accept accepted accepts approve approved approves adopt adopted adopts | reject rejected rejects refuse refused
decline denied

admit admits admitted acknowledge acknowledges acknowledged concede conceded confirm confirms confirmed | deny denies
denied

receive receives received obtain obtains obtained regained | lose loses lost losing forfeited revoked

charge charges charging | free

uphold upholds upheld | overturn overturns overturned annulled quashed struck

mean | median

profit profits profitable gain gains surplus income | loss losses unprofitable deficit

male men man boys boy father son brother husband | female women woman girls girl mother daughter sister wife

import imports imported | export exports exported

success successful succeeded succeed | failure unsuccessful failed fail

guilty convicted | acquitted innocent

legal allowed permitted | illegal prohibited banned forbidden

alive survived survivors | dead killed deaths

first | last

positive positively favorable favourable favorably | negative negatively unfavorable unfavourable
unfavorably

early | late

minor | major

old older oldest | young younger youngest new newest

north northern | south southern

east eastern | west western

north-east | south-west

long longer longest | short shorter shortest

strong stronger | weak weaker

high | low

good | bad

always | never

all every | none

inside within indoor | outside outdoor

present attended | absent missed

support supported supports | oppose opposed opposes

agree agreed agrees | disagree disagreed

hired | fired

arrived arrive | departed depart

faster | slower

improve improves improving improved better strengthen | worsen worsens worsening worsened worse weaken
deteriorated

above over | below under

up | down

many | few

heavier | lighter

hot hotter warmer | cold colder cooler

add added adds | remove removed removes

credit | debit

common | rare uncommon

increase | stable unchanged

safe | unsafe dangerous

able | unable

lead leading ahead | trail trailing behind

upgrade upgraded | downgrade downgraded

inflow inflows | outflow outflows

assets | liabilities

public | private

domestic | foreign

single | married

winter | summer

day | night

"""
_RISE, _FALL = (frozenset(side.split()) for side in _ANTONYMS.strip().split("\n\n")[0].split("|"))
_WORD = compiled(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NEGATION = frozenset(
    "not non never no none nobody neither nor cannot without fail fails failed refuse refused refuses unable hardly"
    " barely lack lacks lacked deny denies denied nothing nowhere rarely seldom scarcely isn't aren't wasn't weren't"
    " don't doesn't didn't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't ain't nicht kein keine"
    " keinen nie pas jamais aucun nunca ningún carece carecen".split()
)
_UNDONE = frozenset("fail fails failed failing refuse refuses refused refusing decline declines declined".split())
UNSURE = frozenset("unclear unknown uncertain unproven".split())
_MAY_NEGATE = _NEGATION | _UNDONE | UNSURE | {"yet"}
_STRONG = frozenset("not never no none cannot neither nor nobody nothing nicht kein keine pas jamais".split())
# After these a "not" or "no" denies nothing.
_HARMLESS = {
    "no": frozenset("less fewer more later doubt matter one's longer-than".split()),
    "nothing": frozenset("like but less more else".split()),
    "not": frozenset("only just merely least less fewer more necessarily too very".split()),
}


@cache
def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _ANTONYMS.strip().split("\n\n"):
        one, other = (side.split() for side in pair.split("|"))
        for word in one:
            table.setdefault(word, set()).update(other)
        for word in other:
            table.setdefault(word, set()).update(one)
    return {word: frozenset(words) for word, words in table.items()}


def antonym(claim: str, source: str, *, loose: bool = False) -> tuple[str, str] | None:
    """Return a word of the claim and its opposite in the source, where neither side has the other's word.

    The two must stand in each other's place: next to the same word on the same side; ``loose`` also takes the
    same content word within 25 characters and the same clause, while the source has nothing that means what
    the claim's word means.
    """
    table = _opposites()
    here = _lowered_words(claim)
    have = frozenset(here)
    spoken = have & table.keys()
    if not spoken:
        return None
    there = _lowered_words(source)
    has = frozenset(there)
    answers = {word: found for word in spoken - has if (found := table[word] & has - have)}
    if not answers:
        return None
    mine, theirs = list(_WORD.finditer(claim)), list(_WORD.finditer(source))
    for i, word in enumerate(here):
        opposite = answers.get(word)
        if opposite is None or _compares(claim, mine[i]):
            continue
        for j, other in enumerate(there):
            if other not in opposite or _compares(source, theirs[j]):
                continue
            if _in_place(_neighbours(here, i) & _neighbours(there, j)):
                return word, other
            if loose and not _same_side(word) & has and _around(claim, mine[i]) & _around(source, theirs[j]):
                return word, other
    return None


def may_oppose(claim: str, source: str) -> bool:
    """Tell whether a word of one has its opposite in the other: without it no part of them has."""
    table, has = _opposites(), frozenset(_lowered_words(source))
    return any(not has.isdisjoint(table[word]) for word in table.keys() & _lowered_words(claim))


@lru_cache(maxsize=256)  # a sentence is held against many
def _lowered_words(text: str) -> tuple[str, ...]:
    found = map(str.lower, _WORD.findall(text))
    return tuple([word.replace("’", "'") for word in found] if "’" in text else found)


# A word right before a number compares with it: the bounds decide there.
_COMPARES = compiled(r"(?:\s{1,8}(?:than|a))?\s{1,8}(?:[$€£¥]|US\$)?\s?[0-9]")
_COMPARATORS = frozenset("more less fewer greater larger smaller over under above below exceeding after before".split())
_LOOSE_ENDS = frozenset("and or the a an of to in on at by for with as is was are were be that which it".split())


def _compares(text: str, word: re.Match[str]) -> bool:
    return _lower(word) in _COMPARATORS and _COMPARES.match(text, word.end()) is not None


_TREND_REACH = 32


def trend(text: str, q: Quantity, span: tuple[int, int]) -> tuple[int, str]:
    """Return which way a number moved: 1 and the word for a rise, -1 for a fall, 0 where nothing near it says so.

    The nearest word within 32 characters inside its sentence decides, one before the number first.
    """
    before = _WORD.findall(text, max(span[0], q.start - _TREND_REACH), q.start)
    after = _WORD.findall(text, q.end, min(span[1], q.end + 48))
    for found in (*reversed(_moving(before)), *_moving(after)):
        word = found.lower().replace("’", "'")
        if word in _RISE:
            return 1, word
        if word in _FALL:
            return -1, word
    return 0, ""


def direction_said(text: str) -> int:
    """Return 1 where a text only speaks of rises, -1 where only of falls, else 0."""
    read = frozenset(_lowered_words(text))
    return (not read.isdisjoint(_RISE)) - (not read.isdisjoint(_FALL))


def _moving(found: list[str]) -> list[str]:
    """Return words without the "up" of "up to", which is a bound and no rise."""
    return [word for word, follow in pairwise((*found, "")) if (word, follow) != ("up", "to")]


def _in_place(shared: frozenset[tuple[int, str]]) -> bool:
    return len(shared) == 2 or any(word not in _LOOSE_ENDS for _, word in shared)


def _neighbours(read: Sequence[str], i: int) -> frozenset[tuple[int, str]]:
    return frozenset((side, read[i + side]) for side in (-1, 1) if 0 <= i + side < len(read))


def _around(text: str, word: re.Match[str]) -> frozenset[str]:
    before = BOUNDARY.split(text[max(0, word.start() - 25) : word.start()])[-1]
    after = BOUNDARY.split(text[word.end() : word.end() + 25])[0]
    return content(before) | content(after)


def _lower(match: re.Match[str]) -> str:
    return match[0].lower().replace("’", "'")


@cache
def _same_side(word: str) -> frozenset[str]:
    table = _opposites()
    return frozenset(w for o in table.get(word, ()) for w in table[o]) - table.get(word, frozenset())


_REACH_BEFORE, _REACH_AFTER = 30, 45  # characters around a negation in which its words stand


@frozen
class Negation:
    """A word that negates, where it stands, the content stems around it, and the first one after it ("" if none).

    ``verb``: it denies just the word behind it ("failed to reduce", "no leak").
    """

    word: str
    start: int
    scope: frozenset[str]
    strong: bool
    follow: str
    verb: bool = False


_BOUND = compiled(r"(?:\s[^\W\d_]{1,20})?\s(?:more|less|fewer|mehr|weniger)\s(?:than|als)\s[$€£]?[0-9]", re.IGNORECASE)


_DATE_BOUND = compiled(r"(?:\s[^\W\d_]{1,20}){0,3}\s(?:before|vor)\s(?:[^\W\d_]{1,12}\s){0,2}[0-9]", re.IGNORECASE)


def _bounds(text: str, negation: re.Match[str]) -> bool:
    """Tell whether a negation only sets a bound ("should not take more than 4 g", "not before 2027"), or is idle."""
    word = _lower(negation)
    if not (word in ("not", "nicht", "never") or word.endswith("n't")):
        return False
    if text.startswith(" at all", negation.end()) and text[: negation.start()].endswith("or "):
        return True
    return bool(_BOUND.match(text, negation.end()) or _DATE_BOUND.match(text, negation.end()))


def may_contradict(text: str) -> bool:
    """Tell whether a text has a word that negates, or one that has an opposite."""
    words = spoken(text)
    return may_deny(words) or not words.isdisjoint(_opposites())


def spoken(text: str) -> frozenset[str]:
    """Return the words of a text in lower case; of ASCII, which is faster, its numbers too."""
    low = text.lower().replace("’", "'")
    return frozenset(surfaces(low) if low.isascii() else _WORD.findall(low))


def may_deny(words: frozenset[str]) -> bool:
    """Tell whether what says these words, or a sentence of it, may deny something."""
    return not words.isdisjoint(_MAY_NEGATE) or any(word.endswith("n't") for word in words)


def opposed(words: frozenset[str]) -> frozenset[str]:
    """Return the words that have their opposite among these."""
    table = _opposites()
    return frozenset().union(*[table[word] for word in words & table.keys()])


_BEFORE = compiled(r"[^.;]{0,80}\b(?:before|until then|yet|zuvor|vorher)\b", re.IGNORECASE)
_FIRST = compiled(r"\b(?:first|newcomers?|erste[nrsm]?|erstmals)\b", re.IGNORECASE)


def for_the_first_time(text: str, negation: Negation, other: str) -> bool:
    """Tell whether "had never been there before" says what the other sentence says: "the first visit"."""
    if negation.word not in ("never", "not", "nie"):
        return False
    return _BEFORE.match(text, negation.start) is not None and _FIRST.search(other) is not None


def _negates(word: str, follow: str) -> bool:
    """Tell whether a word negates by what follows: "yet to", "declined to", "unclear whether"."""
    if word in UNSURE:
        return follow in ("whether", "if")
    return follow == "to" and (word == "yet" or word in _UNDONE)


@lru_cache(maxsize=256)  # a source's sentences are looked at again and again
def negations(text: str) -> tuple[Negation, ...]:
    """Return what negates in a text; "no less than", "not only" and "no doubt" do not."""
    if not may_deny(spoken(text)):
        return ()
    found = []
    read = list(_WORD.finditer(text))
    stems = terms(text)
    for i, match in enumerate(read):
        word = match[0].lower().replace("’", "'")
        follow = read[i + 1][0].lower() if i + 1 < len(read) else ""
        if not (word in _NEGATION or word.endswith("n't") or _negates(word, follow)):
            continue
        if (
            _bounds(text, match)
            or follow in _HARMLESS.get(word, ())
            or (word == "no" and text[match.end() : match.end() + 1] == ".")
        ):
            continue
        low, high = match.start() - _REACH_BEFORE, match.end() + _REACH_AFTER
        scope = frozenset(
            family(stem) for stem, a, b in zip(stems.stems, stems.starts, stems.ends, strict=True)
            if low <= a and b <= high and stem not in _NEGATION
        )  # fmt: skip
        after = next((stem for stem, a in zip(stems.stems, stems.starts, strict=True) if match.end() <= a < high), "")
        verb = word in _UNDONE and follow == "to" and i + 2 < len(read) and read[i + 2].start() == read[i + 1].end() + 1
        strong = word in _STRONG or word.endswith("n't") or (word in UNSURE and follow in ("whether", "if"))
        if word == "no" and i + 1 < len(read):
            verb = read[i + 1].start() in stems.starts  # just the noun behind it
        found.append(Negation(word, match.start(), scope, strong, family(after) if after else "", verb))
    return tuple(found)
