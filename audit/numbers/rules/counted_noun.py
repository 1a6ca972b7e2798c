"""Object to a number that counts another sort of thing in the source.

Why: 2,700 firms are not 2,700 workers. Persons, firms, places and vehicles are told apart.
Example: "It lists 2,700 workers." beside "It lists 2,700 firms."
"""

from __future__ import annotations

from audit.numbers.match import Match, Rule, Verdict
from wellsourced_core.lexicon import keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import PERSONS

_SORT_OF = {**dict.fromkeys(PERSONS, "persons"), **keys("sorts of things counted")}
_NOUNS = compiled(r"((?:[ -][a-z]{2,20}){1,3})")
_ENDS = words("ends of a counted noun")


def _judge(match: Match) -> Verdict | None:
    q, other = match.number, match.source.mentions[match.candidate]
    if q.kind != "count" or other.kind != "count":
        return None
    mine, theirs = _noun(match.claim.text, q), _noun(match.source.text, other)
    if not (mine and theirs) or _SORT_OF[mine] == _SORT_OF[theirs]:
        return None
    why = f"in the source, {match.source.shown(match.candidate)} counts {theirs}, not {mine}"
    return match.says("other-fact", why, match.candidate)


def _noun(text: str, q: Quantity) -> str:
    """Return the last of the words right behind a number that says what sort of thing it counts, "" if none does."""
    found, behind = "", _NOUNS.match(text, q.end)
    for word in behind[1].replace("-", " ").split() if behind else ():
        if word in _ENDS:
            break
        found = word if word in _SORT_OF else found
    return found


RULE = Rule("counted-noun", "words", _judge)
