"""The source says something of a part and the contrary of the rest, the claim says it of all.

Why: "in fresh water the slabs sealed the cracks; in sea water nothing happened" does not say that the slabs seal
cracks. A contrast follows the restriction, and the claim has hardly a word of it.
Example: "The lamp drew moths." beside "In the valley the lamp drew moths; elsewhere it drew none."
"""

from __future__ import annotations

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from audit.thresholds import MODEL_WORDS, MOST_RESTRICTING, OPENING_WORDS, RESTRICTED_OF_CLAIM, RESTRICTED_SHARE
from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled

_OPENERS = words("prepositions of a restriction")
_REST = words("words for the rest")
_OUTSIDE, _OTHER = words("openings that turn to the rest"), words("words for another part")
_NO_PART = words("nouns of phrases that restrict nothing")
_WHOLE = frozenset(("every", "all", "each"))
_YEAR = compiled(r"1[0-9]{3}|20[0-9]{2}")
_STOPS = frozenset(";:")
_MODELLED = frozenset(("model", "models", "animal", "murine"))
_MODELS = words("what stands for people in an experiment")
_TURNS = frozenset((";", "but", "while", "whereas", "although", "though"))


def _judge(pair: Statement) -> Objection | None:
    read = pair.theirs
    turning = _turns_behind(pair)
    words_said = [token.said for token in read]
    if not turning and _TURNS.isdisjoint(words_said) and _MODELS.isdisjoint(words_said):
        return None
    said, keys = {token.sense for token in pair.mine}, {token.key for token in pair.mine}
    of_people = (_MODELS | _MODELLED).isdisjoint([token.said for token in pair.mine])
    for at in range(len(read)):
        if read[at].said not in _OPENERS:
            continue
        model = of_people and _is_model(read, at)
        turn = _stop(read, at) if model else _turn(read, at) or (_stop(read, at) if turning else 0)
        restricting = _phrase(read[:turn], at) if turn else ()
        if not restricting or restricting[0].said in _NO_PART or _counts(read, at) or _widens(read, at):
            continue
        if sum(word.key in keys for word in restricting) * 2 > len(restricting) or _is_other(pair, restricting):
            continue
        rest = [word for word in telling(read[_start(read, at) : turn]) if word not in restricting]
        shared = {word.sense for word in rest} & said
        told = telling(pair.mine)
        if len(shared) >= RESTRICTED_SHARE * len(rest) and len(shared) >= RESTRICTED_OF_CLAIM * len(told):
            return Objection(f'the source restricts this: "{" ".join(word.said for word in (read[at], *restricting))}"')
    return None


def _stop(read: tuple[Token, ...], at: int) -> int:
    return next((k for k in range(at + 1, len(read)) if read[k].said in _STOPS), len(read))


def _counts(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a preposition only opens how many, or when: "in 29 of the 38 schools", "in 1702"."""
    if read[at].said != "in" or read[at + 1 : at + 2] == () or read[at + 1].key[:1] != "=":
        return False
    return at + 2 == len(read) or not read[at + 2].telling


def _widens(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a phrase takes all in: "in every parish", "including in the north"."""
    return read[at + 1].said in _WHOLE or (at > 0 and read[at - 1].said == "including")


def _is_other(pair: Statement, restricting: tuple[Token, ...]) -> bool:
    """Tell whether a claim restricts itself otherwise: by another year, or by an abbreviation ("RhM")."""
    years = {word.key for word in pair.theirs if _is_year(word)}
    if any(map(_is_year, restricting)):
        return any(_is_year(token) and token.key not in years for token in pair.mine)
    first = "".join(word.said[0] for word in restricting)
    return len(first) > 1 and any(_abbreviates(token.said, first) for token in pair.mine if token.name)


def _is_year(token: Token) -> bool:
    return _YEAR.fullmatch(token.said) is not None


def _abbreviates(word: str, initials: str) -> bool:
    """Tell whether a short word begins with the first of some initials and has the others in their order."""
    letters = iter(word)
    return word[0] == initials[0] and len(word) <= 2 * len(initials) and all(one in letters for one in initials)


def _is_model(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a restriction tells of what stands for people: "in mice", "in a dish"."""
    return read[at].said == "in" and any(one.said in _MODELS for one in read[at + 1 : at + 1 + MODEL_WORDS])


def _turns_behind(pair: Statement) -> bool:
    """Tell whether the next sentence opens with the rest: "In the other parishes ...", "Among younger ones ..."."""
    for text in pair.behind()[:1]:
        opening = text.lower().split(None, OPENING_WORDS)[:OPENING_WORDS]
        first = opening[0].rstrip(",") if opening else ""
        if first in _OUTSIDE or (first in _OPENERS and not _OTHER.isdisjoint(opening)):
            return True
    return False


def _start(read: tuple[Token, ...], at: int) -> int:
    return next((k + 1 for k in range(at - 1, -1, -1) if read[k].said in _TURNS), 0)


def _turn(read: tuple[Token, ...], at: int) -> int:
    """Return where a sentence turns to the rest behind a restriction, 0 where it does not.

    It speaks of the rest, or of another part: "in fresh water ...; in salt water ...".
    """
    for turn in range(at + 1, len(read)):
        if read[turn].said == ".":
            return 0  # the rest of a list
        if read[turn].said in _TURNS:
            behind = [one.said for one in read[turn + 1 :]]
            return turn if read[at].said in behind[:1] or not _REST.isdisjoint(behind) else 0
    return 0


def _phrase(read: tuple[Token, ...], at: int) -> tuple[Token, ...]:
    """Return the telling words of the phrase that begins there, up to a comma or the next article."""
    found: list[Token] = []
    for token in read[at + 1 :]:
        if len(found) == MOST_RESTRICTING or (found and token.said in (",", "the", "a", "an")):
            break
        if token.telling:
            found.append(token)
    return tuple(found)


RULE = MeaningRule("contrasted-restriction", "M602", _judge, next_best=True)
