"""Find the verbs of an English sentence: whether its main clause has one, and in which tense it speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled

_TOKEN = compiled(r"[^\W_]+(?:['’-][^\W_]+)*|[,;(]")
_STOPS = frozenset(",;(")
_BEFORE_AN_OBJECT = words("openings of an object", "en")
_PASTS_IN_EED = frozenset("agreed disagreed freed guaranteed decreed".split())  # "seed" and "speed" are none
_SUBJECTS = words("subjects of a bare verb", "en")
_SUBORDINATING = frozenset(
    "who which whose where wherever because if when while although though unless whoever".split()
)
_ENGLISH = frozenset("the of and by with to for in is a".split())
_FINITE = words("irregular pasts", "en") | words("auxiliary verbs", "en") | frozenset(("cannot",))
_MODALS = words("modal verbs", "en")
_PRESENTS = words("verbs of the present", "en")
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_CONTRACTED = ("n't", "'s", "'ll", "'ve", "'re", "'d")
_BEFORE_NOUNS = words("articles and prepositions", "en")
_INSTRUCTING = words("begins an instruction", "en") | words("begins an instruction that is no step", "en")
_NUMERALS = words("numerals from zero", "en")
_ACTED_ON = (_BEFORE_AN_OBJECT - {"to"}) | frozenset("him both some one that".split())
_OF_ONE = frozenset("one this that each every".split())
_YEAR = compiled(r"[12][0-9]{3}")
_NO_PARTICIPLE_BEHIND = _BEFORE_NOUNS | _FINITE | _STOPS | frozenset(("", "be", "been", "not"))
_SUBORDINATE = compiled(
    rf",? ?\b(?:{'|'.join(sorted(_SUBORDINATING))}|since|that(?= \w+(?:s|ed)\b))\b[^,]*(?:,|$)",
    re.IGNORECASE,
)


_GOES_TO_THE_END = compiled(
    r"(?<=[\w)”])(?:, (?:(?:[a-z]{1,12} (?:of|for|from|with|in) )|[a-z]{1,12}ly |but |and |or )?"
    r"(?:which|who|whose|whom|where|when|while)"
    r"|,? (?:if|because|although|though|unless)) (?:[^,:;]|(?<=[0-9]),(?=[0-9])){1,300}$"
)


def has_verb(text: str, *, whole: bool = True) -> bool:
    """Tell whether an English line has the verb of a main clause; another language is taken to have one.

    What stands before a colon must have one of its own ("Honey extractor, two frames: $149" has none). A form that may
    be a noun is one behind an article or a preposition ("all the heat"), and an order at the beginning is one before
    an article, a number or a preposition ("Feed the starter"). Each subordinate clause takes a verb for itself.
    """
    head = text.partition(": ")[0]
    said = [word.lower() for word in _TOKEN.findall(head)]
    if text.isascii() is False and _ENGLISH.isdisjoint(said):
        return True
    needed: int = 1 + sum(word in _SUBORDINATING for word in said)
    # "Homes that were sold": so does "that" right before its verb.
    relative = (i for i, word in enumerate(said) if i and word == "that" and said[i - 1] != ",")
    needed += sum(i + 1 < len(said) and _is_verb(said, i + 1) for i in relative)
    # "£100, or £60 if it's paid within 14 days": what goes on to the end has no main clause behind it.
    if (behind := _GOES_TO_THE_END.search(head)) and not has_verb(head[: behind.start()], whole=False):
        return False
    # "To see whether magnesium improves sleep.": what for, and no clause behind.
    if said[:1] == ["to"] and "," not in said and _MODALS.isdisjoint(said):
        return False
    verbs = sum(_is_verb(said, i) for i in range(len(said)))
    return verbs >= needed or (not whole and needed > 1 and has_verb(_SUBORDINATE.sub(" ", head)))


def _is_verb(said: Sequence[str], i: int) -> bool:
    """Tell whether a word is a finite verb; a comma is a word of its own."""
    word, before = said[i], said[i - 1] if i else ""
    behind = said[i + 1] if i + 1 < len(said) else ""
    if before == "to" or (word.endswith("ing") and word not in _bases()):
        return False
    # "Would come" is one verb.
    if before in _MODALS and word not in _MODALS:
        return False
    if word in _FINITE or word.replace("’", "'").endswith(_CONTRACTED):
        return True
    if word == "cost" and behind[:1].isdigit():
        return True
    if word in _PASTS_IN_EED or (len(word) > 3 and word.endswith("ed") and not word.endswith("eed")):
        # "A closed school", "answers, updated every week", "Accepted with thanks": no verb of their own.
        # "Bread, cheese, baked ham"; "Ostrander, 46, welcomed it".
        acts = behind in _ACTED_ON or behind[:1].isdigit()
        return before not in _NO_PARTICIPLE_BEHIND or (acts and _goes_on(said, i))
    if before in _OF_ONE:
        # "This applies", "one costs more": behind it a noun has no ending.
        return is_third_person(word)
    if before in _NUMERALS or (before[:1].isdigit() and not _YEAR.fullmatch(before)):
        return False  # "84 loads"
    if word == "never":
        return behind in _bases()
    if i == 0:
        # "Feed the starter", "Wash with hot water"; no "Name of the street", no "Heat loss of the house".
        orders = word in _INSTRUCTING and "of" not in said[1:3] and behind not in ("by", ",", "")
        # "Bring a jacket", but "ring road closures".
        orders = orders and (not word.endswith("ing") or behind in _BEFORE_AN_OBJECT)
        return orders or (word in _bases() and (behind in _BEFORE_AN_OBJECT or behind[:1].isdigit()))
    if _goes_on(said, i) and is_third_person(word):
        return True
    if before in _BEFORE_NOUNS or before in _STOPS:
        return before in _STOPS and word in _INSTRUCTING and behind in _BEFORE_NOUNS
    if word in _bases():
        # Only many do: "owners of a house pay", "they rise", "half agree"; no "one grant for each household".
        clause = said[max((j for j in range(i) if said[j] in _STOPS), default=-1) + 1 : i]
        # "Harl and Pincey keep the train", "she set a deadline"; no "bed and board".
        several = "and" in clause[1:-1] and behind in _ACTED_ON
        return (
            several
            or before in ("he", "she")
            or any(
                one in _SUBJECTS or (len(one) > 3 and one.endswith("s") and one not in _FINITE) or one[:1].isdigit()
                for one in clause
            )
        )
    return is_third_person(word)


def _goes_on(said: Sequence[str], i: int) -> bool:
    """Tell whether a subject may go on at a word, behind what stands between commas: "The company, Bray, expects"."""
    return said[i - 1 : i] == [","] and "," in said[: i - 1]


def tells_of_present(text: str) -> bool:
    """Tell whether a sentence says outside its quotations how things are or will be; "prices" may be a verb, too."""
    said = [word.lower() for word in _TOKEN.findall(_QUOTED.sub(" ", text))]
    return any(word in _PRESENTS or is_third_person(word) for word in said)


def is_third_person(word: str) -> bool:
    """Tell whether a word may be a verb in -s: "closes"; "prices" may be one too."""
    if word.endswith("ies") and f"{word[:-3]}y" in _bases():
        return True
    return (word.endswith("s") and word[:-1] in _bases()) or (word.endswith("es") and word[:-2] in _bases())


@cache
def _bases() -> frozenset[str]:
    return (words("verbs", "en") | _INSTRUCTING) - {"never", "don't"}


def is_instruction(text: str) -> bool:
    """Tell whether a sentence begins by telling its reader what to do."""
    first = _TOKEN.match(text)
    return first is not None and first[0].lower() in _INSTRUCTING
