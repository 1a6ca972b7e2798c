"""Object to a number that counts another sort of thing in the source.

Why: 2,700 firms are not 2,700 workers. Two nouns differ where they stand in two lists (persons, firms, places and
vehicles), or where the source has the claim's noun in another place, and all else of the claim beside the number: it
would have used the word. A general noun ("people", "cases") counts anything, and a small count stands anywhere.
Example: "It lists 2,700 workers." beside "It lists 2,700 firms."
"""

from __future__ import annotations

from audit.meaning.words import family, stem_of
from audit.numbers.context import share
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import COUNTED_IN_WORDS, COUNTED_NOUN_REACH, COUNTED_SENTENCE_SHARE
from wellsourced_core.lexicon import either, keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import PERSONS

_SORT_OF = {**dict.fromkeys(PERSONS, "persons"), **keys("sorts of things counted")}
_GENERAL = words("general words for what is counted")
_OF = compiled(rf"\s(?:out\s)?of\s(?:(?:{either('determiners of a whole')}|[0-9][0-9,.]*)\s){{0,2}}")
_WORD = compiled(r"[\s-]([^\W\d_]+)(?:['’]s)?")
_ENDS = words("ends of a counted noun")
_PLURALS = words("plurals without s")
_NO_PLURALS = ("ss", "us", "is")


def _judge(match: Match) -> Verdict | None:
    q, other = match.number, match.source.mentions[match.candidate]
    if q.kind != "count" or other.kind not in ("count", "ratio"):
        return None
    mine, theirs = _noun(match.claim.text, q), _noun(match.source.text, other)
    if not (mine and theirs and _differ(match, mine, theirs)):
        return None
    why = f"in the source, {match.source.shown(match.candidate)} counts {theirs[-1]}, not {mine[-1]}"
    return match.says("other-fact", why, match.candidate)


def _differ(match: Match, mine: list[str], theirs: list[str]) -> bool:
    if mine[-1] in _SORT_OF and theirs[-1] in _SORT_OF and _SORT_OF[mine[-1]] != _SORT_OF[theirs[-1]]:
        return True
    if match.number.value <= COUNTED_IN_WORDS or mine[-1] in _GENERAL or theirs[-1] in _GENERAL:
        return False
    source, stem, instead = match.source, _stem(mine[-1]), _stem(theirs[-1])
    if stem not in source.places or stem in map(_stem, theirs) or instead in map(_stem, mine) or instead in match.said:
        return False
    there = source.sentence_stems[source.mention_sentence[match.candidate]] | source.head
    return share(match.context.context.sentence - {stem}, there, source) >= COUNTED_SENTENCE_SHARE


def _stem(word: str) -> str:
    return family(stem) if (stem := stem_of(word)) else ""


def _noun(text: str, q: Quantity) -> list[str]:
    """Return the words behind a number up to the plural that says what it counts; none where no plural follows."""
    found: list[str] = []
    whole = _OF.match(text, q.end)
    at = whole.end() - 1 if whole else q.end
    for _ in range(COUNTED_NOUN_REACH):
        word = _WORD.match(text, at)
        if word is None or word[1].lower() in _ENDS:
            break
        found.append(word[1].lower())
        at = word.end()
        if found[-1] in _PLURALS or (
            found[-1].endswith("s") and len(found[-1]) > 3 and found[-1][-2:] not in _NO_PLURALS
        ):
            return found
    return []


RULE = Rule("counted-noun", "place", _judge)
