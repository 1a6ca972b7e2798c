"""The claim has who did something and to whom the other way round.

Why: the words are the same, so that only their order tells. A verb that the source says twice in different ways tells
nothing; of a sentence, the first eight verbs are read.
Example: "Nordlast buys Kerr Maritime." beside "Kerr Maritime buys Nordlast."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from audit.meaning.clauses import BOUNDARY
from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import lowered_words, stems_of
from audit.thresholds import MOST_ROLE_VERBS, ROLE_CHARACTERS
from wellsourced_core.lexicon import either, keys, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.values import frozen

_GROUP = keys("verbs between a doer and the other side")
_TAKE_OVER = compiled(r"\b(?:tak(?:e|es|en|ing)|took)\sover\b(?!\sfrom)", re.IGNORECASE)
_VERB = compiled(rf"\b(?:{'|'.join(_GROUP)})\b", re.IGNORECASE)
_PASSIVE = compiled(
    rf"\b(?:{either('auxiliaries of the passive')})\s(?:[a-z]{{2,12}}ly\s|also\s|now\s)?\Z", re.IGNORECASE
)
_BY = compiled(r"\s(?:(?:[a-z]{2,12}|[0-9]{1,3}[-–:][0-9]{1,3})\s)?by\b", re.IGNORECASE)  # "were beaten 3-1 by"
_END = compiled(rf"\b(?:{either('prepositions that end an object')})\b", re.IGNORECASE)
_TELLING = frozenset(_GROUP) | {"over"}
_NAME = compiled(r"\b[A-Z][\w'’]*")
_DAYS = words("weekdays") | frozenset(MONTHS)


@frozen
class _Roles:
    """What a verb says: the group of its like, the word itself, the stems of who does it and of whom it is done to."""

    group: str
    verb: str
    doer: frozenset[str]
    done: frozenset[str]

    def reverses(self, other: _Roles) -> bool:
        """Tell whether each side's doer stands in the other's object and in nothing else."""
        crossed = self.doer & other.done and self.done & other.doer
        return bool(crossed) and not self.doer & other.doer and not self.done & other.done


def _judge(pair: SentencePair) -> str | None:
    if pair.overlap < pair.limits.overstated:
        return None
    mine = list(_roles(pair.claim))
    theirs = list(_roles(pair.source)) if mine else []
    for one in mine:
        same = [other for other in theirs if other.group == one.group]
        if same and all(map(one.reverses, same)):
            return f'who does it to whom is reversed: "{one.verb}" here, "{same[0].verb}" in the source'
    return None


def _roles(sentence: str) -> Iterator[_Roles]:
    said = lowered_words(sentence)
    if _TELLING.isdisjoint(said) and "'" not in " ".join(said):  # most sentences, and told without the patterns
        return
    found = [(m, _GROUP[m[0].lower()]) for m in islice(_VERB.finditer(sentence), MOST_ROLE_VERBS)]
    found += [(m, "buy") for m in islice(_TAKE_OVER.finditer(sentence), MOST_ROLE_VERBS)]
    for verb, group in found:
        before, by = sentence[max(0, verb.start() - ROLE_CHARACTERS) : verb.start()], _BY.match(sentence, verb.end())
        if by and _PASSIVE.search(before):
            yield _Roles(group, verb[0], _object(sentence, by.end()), _named(before))
        elif not by:
            yield _Roles(group, verb[0], _named(before), _object(sentence, verb.end()))


def _object(sentence: str, at: int) -> frozenset[str]:
    """Return who or what stands from there to the end of the clause, or the next preposition."""
    part = sentence[at : at + ROLE_CHARACTERS]
    ends = [found.start() for end in (BOUNDARY, _END) if (found := end.search(part, 1))]
    return _named(part[: min(ends, default=len(part))])


def _named(part: str) -> frozenset[str]:
    """Return the stems of the capitalised words, of all where there are none."""
    names = [word for word in _NAME.findall(part) if word.lower() not in _DAYS]
    return stems_of(" ".join(names)) or stems_of(part)


RULE = Rule("swapped-roles", "reversed", _judge, _TELLING)
