"""The source denies what the claim says, in a sentence that need be no copy: it failed to, refused to, did not, has no.

Why: a denial cited as if it were an assertion. Behind "not" and "no" natural text denies much that the claim does not
say: most of the clause must be the claim's, and a good part of the claim (a better one where the denied word is not:
"did not approve a container" beside "was given leave for a container"), or, where the two open with the same subject,
all that is denied ("the fish have not recovered"). A claim that denies anything itself, or holds back, is left alone,
and so is one that another sentence of the source says, of that subject, without a denial.
Example: "Nordlast won the licence." beside "Nordlast failed to win the licence, which went to a rival."
"""

from __future__ import annotations

from audit.meaning.hedges import DENYING, FAILING, POSSIBLE, carries, hedges, holds, said_plainly
from audit.meaning.negations import Negation, is_turned, negations
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.words import family
from audit.thresholds import DENIED_ELSE_OF_CLAIM, DENIED_OF_CLAIM, DENIED_SHARE, SUBJECT_WORDS
from wellsourced_core.lexicon import words
from wellsourced_core.text import terms

_ELSE = words("words that deny in other words")
_DENIED = DENYING | words("words that point down")


def _judge(pair: Statement) -> Objection | None:
    if holds(pair.mine, _DENIED | POSSIBLE) or pair.source.rstrip().endswith("?"):
        return None
    for hedge in hedges(pair.theirs, FAILING):
        if carries(pair.mine, hedge) and not said_plainly(pair.mine, hedge, pair.others(), DENYING):
            return Objection(f'the source says "{hedge.word} {hedge.governed[0].said}"')
    denials = () if negations(pair.claim) or holds(pair.mine, _ELSE) else negations(pair.source)
    mine = _families(pair.claim) if denials else frozenset()
    subject = _subject(pair) if denials else frozenset()
    for denied in denials:
        if is_turned(denied, pair.source, mine):
            continue
        all_said = bool(subject and denied.rest) and denied.rest <= mine
        if not (denied.strong or denied.verb) or not (all_said or _is_said(denied, mine)):
            continue
        if not any(_is_asserted(denied, other, subject) for other in pair.others()):
            return Objection(f'the source says "{denied.word}", the sentence does not')
    return None


def _families(text: str) -> frozenset[str]:
    return frozenset(map(family, terms(text).stems))


def _subject(pair: Statement) -> frozenset[str]:
    """Return the words that a claim and the source's sentence both open with, none where they do not."""
    mine, theirs = (tuple(map(family, terms(text).stems[:SUBJECT_WORDS])) for text in (pair.claim, pair.source))
    return frozenset(mine if mine == theirs else ())


def _is_said(denied: Negation, mine: frozenset[str]) -> bool:
    """Tell whether a claim says what a negation denies."""
    shared = len(denied.rest & mine)
    most = shared >= DENIED_SHARE * len(denied.rest) and shared >= DENIED_OF_CLAIM * len(mine)
    return shared > 1 and most and (denied.follow in mine or shared >= DENIED_ELSE_OF_CLAIM * len(mine))


def _is_asserted(denied: Negation, sentence: str, subject: frozenset[str]) -> bool:
    """Tell whether a sentence says of a subject, if there is one, what a negation denies, and denies nothing."""
    read = _families(sentence)
    most = len(denied.rest & read) >= DENIED_SHARE * len(denied.rest)
    return most and denied.follow in read and subject <= read and not negations(sentence)


RULE = MeaningRule("denied-predicate", "M604", _judge)
