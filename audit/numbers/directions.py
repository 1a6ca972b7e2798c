"""Do two sentences say the opposite: antonyms, and negation on one side only."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from audit.numbers.clauses import BOUNDARY, family
from wellsourced.core.model import Quantity
from wellsourced.core.patterns import compiled
from wellsourced.core.text import content, terms
from wellsourced.core.values import frozen

# A paragraph holds the two sides of an opposition; the first is the one of rise and fall.
_ANTONYMS = """
increase increased increases increasing rise rose risen rises rising grow grew grown grows growing growth
climb climbed climbs climbing gain gained gains jump jumped jumps soar soared surge surged surges expand
expanded expansion up upward raise raised raises raising higher improved improvement strengthened | decrease
decreased decreases decreasing fall fell fallen falls falling decline declined declines declining drop
dropped drops dropping lose shrink shrank shrunk plunge plunged plummeted slump slumped reduce reduced
reduces reducing reduction down downward lower lowered lowers lowering contracted contraction worsened
weakened slipped slide slid cut cuts

more greater larger bigger above over exceeding exceeds exceeded | less fewer smaller below under

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

accept accepted accepts approve approved approves | reject rejected rejects refuse refused decline denied

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
    " keinen nie pas jamais aucun nunca ningún".split()
)
_STRONG = frozenset("not never no none cannot neither nor nobody nothing nicht kein keine pas jamais".split())
# After these a "not" or "no" denies nothing.
_HARMLESS = {
    "no": frozenset("less fewer more later doubt matter one's longer-than".split()),
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
    mine = list(_WORD.finditer(claim))
    here = [_lower(m) for m in mine]
    have = frozenset(here)
    if have.isdisjoint(table):
        return None
    theirs = list(_WORD.finditer(source))
    there = [_lower(m) for m in theirs]
    has = frozenset(there)
    for i, word in enumerate(here):
        opposite = table.get(word)
        if opposite is None or word in has or _compares(claim, mine[i]):
            continue
        for j, other in enumerate(there):
            if other not in opposite or other in have or _compares(source, theirs[j]):
                continue
            if _in_place(_neighbours(here, i) & _neighbours(there, j)):
                return word, other
            if loose and not _same_side(word) & has and _around(claim, mine[i]) & _around(source, theirs[j]):
                return word, other
    return None


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
    before = list(_WORD.finditer(text, max(span[0], q.start - _TREND_REACH), q.start))
    after = list(_WORD.finditer(text, q.end, min(span[1], q.end + 48)))
    for match in (*reversed(before), *after):
        word = _lower(match)
        if word in _RISE:
            return 1, word
        if word in _FALL:
            return -1, word
    return 0, ""


def _in_place(shared: frozenset[tuple[int, str]]) -> bool:
    return len(shared) == 2 or any(word not in _LOOSE_ENDS for _, word in shared)


def _neighbours(read: list[str], i: int) -> frozenset[tuple[int, str]]:
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
    """A word that negates, where it stands, the content stems around it, and the first one after it ("" if none)."""

    word: str
    start: int
    scope: frozenset[str]
    strong: bool
    follow: str


def may_contradict(text: str) -> bool:
    """Tell whether a text has a word that negates, or one that has an opposite."""
    return _may_negate(read := _lowered(text)) or not _opposites().keys().isdisjoint(read)


def _lowered(text: str) -> list[str]:
    found: list[str] = _WORD.findall(text.lower().replace("’", "'"))
    return found


def _may_negate(read: list[str]) -> bool:
    return not _NEGATION.isdisjoint(read) or "yet" in read or any(word.endswith("n't") for word in read)


@lru_cache(maxsize=256)  # a source's sentences are looked at again and again
def negations(text: str) -> tuple[Negation, ...]:
    """Return what negates in a text; "no less than", "not only" and "no doubt" do not."""
    if not _may_negate(_lowered(text)):
        return ()
    found = []
    read = list(_WORD.finditer(text))
    stems = terms(text)
    for i, match in enumerate(read):
        word = match[0].lower().replace("’", "'")
        follow = read[i + 1][0].lower() if i + 1 < len(read) else ""
        if not (word in _NEGATION or word.endswith("n't") or (word == "yet" and follow == "to")):
            continue
        if follow in _HARMLESS.get(word, ()) or (word == "no" and text[match.end() : match.end() + 1] == "."):
            continue
        low, high = match.start() - _REACH_BEFORE, match.end() + _REACH_AFTER
        scope = frozenset(
            family(stem) for stem, a, b in zip(stems.stems, stems.starts, stems.ends, strict=True)
            if low <= a and b <= high and stem not in _NEGATION
        )  # fmt: skip
        after = next((stem for stem, a in zip(stems.stems, stems.starts, strict=True) if match.end() <= a < high), "")
        strong = word in _STRONG or word.endswith("n't")
        found.append(Negation(word, match.start(), scope, strong, family(after) if after else ""))
    return tuple(found)
