"""The source says that somebody claims something, the claim says it as a fact.

Why: an allegation told without its speaker is an assertion of the writer's own. Plain words of speech ("said",
"announced") are how news are told: they make a note, but for speakers with an interest ("a rival", "the union").
Example: "The mayor took bribes." beside "The opposition alleges that the mayor took bribes."
"""

from __future__ import annotations

from audit.meaning.hedges import DOUBTFUL, HEDGING, SPEAKING, Hedge, carries, hedges, holds_by_itself, said_plainly
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, key_of, tokens
from wellsourced_core.lexicon import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_HELD_BACK, _OWN = HEDGING | SPEAKING, HEDGING - SPEAKING
_NAMING = SPEAKING | words("words of speech in a claim")
_BLAME = words("words of blame")
_DISPUTING = words("words of a dispute")
_MARKS = frozenset('"“”„»«')
_INTERESTED = words("speakers with an interest")


def _judge(pair: Statement) -> Objection | None:
    quoted = not _MARKS.isdisjoint(pair.claim)  # whose words they are, the rules on quotations tell
    if pair.attributed or quoted or holds_by_itself(pair.mine, pair.theirs, _OWN):
        return None
    for hedge in hedges(pair.theirs, SPEAKING):
        if _tells_speaker(pair.mine, hedge):
            continue
        if carries(pair.mine, hedge) and not said_plainly(pair.mine, hedge, pair.others(), _HELD_BACK):
            contested = not _DISPUTING.isdisjoint(w.said for text in pair.behind()[:1] for w in tokens(text))
            interested = contested or not _INTERESTED.isdisjoint(hedge.beside)
            blamed = any(word.said in _BLAME for word in hedge.governed)
            sure: Certainty = "likely" if interested or blamed or hedge.word in DOUBTFUL else "possible"
            return Objection(f'the source tells this as said: "{hedge.word}"', sure)
    return None


def _tells_speaker(read: tuple[Token, ...], hedge: Hedge) -> bool:
    """Tell whether a sentence has a word of speech besides those that are themselves told: "that they had told him"."""
    told = hedge.inside - {key_of(hedge.word)}
    return any(token.said in _NAMING and not token.name and token.key not in told for token in read)


RULE = MeaningRule("dropped-speaker", "M601", _judge)
