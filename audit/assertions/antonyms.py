"""The words that are opposites: of rise and fall, more and less, won and lost, born and died ..."""

from __future__ import annotations

from functools import cache

# A paragraph holds the two sides of an opposition; the first is the one of rise and fall.
_PAIRS = """
höher höhere höheren widened widens
increase increased increases increasing rise rose risen rises rising grow grew grown grows growing growth climb
climbed climbs climbing gain gained gains jump jumped jumps soar soared surge surged surges expand expanded
expansion up upward raise raised raises raising higher improved improvement strengthened stieg stiegen steigt
gestiegen wuchs wachsen gewachsen erhöhte augmenté augmente progressé progresse hausse subió sube aumentó creció
| niedriger tiefer geringer narrowed narrows
decrease decreased decreases decreasing fall fell fallen falls falling decline declined declines declining drop
dropped drops dropping lose shrink shrank shrunk plunge plunged plummeted slump slumped reduce reduced reduces
reducing reduction down downward lower lowered lowers lowering contracted contraction worsened weakened slipped
slide slid cut cuts sank sanken sinkt gesunken fiel fielen gefallen zurückgegangen zurückging verringerte baissé
baisse reculé recule diminué bajó baja cayó cae disminuyó descendió

more greater larger bigger exceeding exceeds exceeded | less fewer smaller

most maximum highest largest majority biggest | least minimum lowest smallest minority

before prior earlier | after following later subsequent

won win wins winning victory beat defeated winner gained gain gains | lost lose loses losing loss defeat loser

born | died

best | worst

married | divorced

start starts started begin begins began begun beginning starting opened opens open
| end ends ended finish finished ending concluded closed closes close

continue continues continued continuing | stop stops stopped stopping halt halts halted cease ceased discontinued

buy buys bought acquire acquired acquires purchase purchased | sell sells sold divest divested

join joined joins joining | leave left leaves leaving quit

include includes included including | exclude excludes excluded excluding

accept accepted accepts approve approved approves adopt adopted adopts
| reject rejected rejects refuse refused decline denied

admit admits admitted acknowledge acknowledges acknowledged concede conceded confirm confirms confirmed
| deny denies denied

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

positive positively favorable favourable favorably | negative negatively unfavorable unfavourable unfavorably

early | late

minor | major

old older oldest | young younger youngest new newest

north northern | south southern

east eastern | west western

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

improve improves improving improved better strengthen | worsen worsens worsening worsened worse weaken deteriorated

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
RISE, FALL = (frozenset(side.split()) for side in _PAIRS.strip().split("\n\n")[0].split("|"))


@cache
def antonyms() -> dict[str, frozenset[str]]:
    """Return the opposites of every word that has one."""
    table: dict[str, frozenset[str]] = {}
    for pair in _PAIRS.strip().split("\n\n"):
        one, other = (frozenset(side.split()) for side in pair.split("|"))
        for words, opposites in ((one, other), (other, one)):
            for word in words:
                known = table.get(word)
                table[word] = opposites if known is None else known | opposites  # most share those of their side
    return table


@cache
def synonyms(word: str) -> frozenset[str]:
    """Return the words that share an opposite with a word, itself among them, and are none of its opposites."""
    table = antonyms()
    return frozenset(w for o in table.get(word, ()) for w in table[o]) - table.get(word, frozenset())
