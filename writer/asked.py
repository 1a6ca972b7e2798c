"""Read what a question wants to hear - a price, a day, a reason, what to do - and whether a sentence says such a thing.

The lists are English; of a question in another language nothing is read, and any sentence may answer it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from wellsourced_core.lexicon import either, rows, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import STOP_WORDS, content, terms
from wellsourced_core.values import frozen
from writer.english_verbs import is_instruction
from writer.sentence_roles import roles

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Literal

    Kind = Literal["price", "number", "date", "reason", "instructions", "person", "change", "comparison"]


def _any_of(*names: str) -> str:
    return either(*names, language="en")


_NUMBERS = dict(rows("asks for a number", "en"))
_NUMBER = compiled(r"\b(?:" + "|".join(one.replace(" ", r"\s") for one in _NUMBERS) + r"|how\smuch)\b")
_ASKED: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("price", compiled(rf"\b(?:{_any_of('asks for money', 'names what is paid')})\b")),
    ("number", _NUMBER),
    ("date", compiled(rf"\b(?:{_any_of('asks for a date')}|when\s(?:{_any_of('behind when')}))\b")),
    ("reason", compiled(rf"\b(?:{_any_of('asks for a reason')})\b")),
    ("instructions", compiled(rf"\b(?:{_any_of('asks for instructions')})\b")),
    ("person", compiled(r"\bwho\b")),
    (
        "change",
        compiled(
            rf"(?:\A|[:,;?] )(?:{_any_of('opens a question of yes or no')})\b|\b(?:{_any_of('asks for an effect')})\b"
        ),
    ),
)
_THIS_YEAR = compiled(r"\b20[0-9]{2}\b")
# A name or a year tells one event of many.
_OF_AN_EVENT = compiled(rf"\b(?!(?:{_any_of('abbreviations that name nobody')})\b)[A-Z]|\b[12][0-9]{{3}}\b")
_TO_COME = compiled(r"\bwhen (?:will|does|do|is|are|can|should)\b")
# What somebody asks for their own use is asked every year.
_OF_A_READER = compiled(
    r"\b(?:i|my|me|you|your|worth|should|best)\b|\bwho (?:is|was|were)\b(?! [a-z]+ing\b)"
    r"|\Awhat (?:is|are|was|were) (?:an?|the)\b(?! (?:row|fuss|fight|dispute|quarrel) )"
)
_JUDGES = compiled(rf"\b(?:{_any_of('asks for a judgement')})\b")
_HAPPENS = compiled(r"\b(?:what happens to|happening)\b")
_CONTRACTED = compiled(
    r"\b(what|how|where|when|who|why)['’]?s\b(?! [a-z]+ed\b)"
)  # "whats happening", as questions are typed
_STANDS = compiled(
    r"\b(?:is|are|can|do|does|has|have)\b(?!.*\b(?:did|was|were)\b)|\b(?:now|currently|today|happens|happening)\b"
)
_PARTED = compiled(rf"\b(?:{_any_of('parts the sides of a comparison')}|or)\b\.?")
_OR_NOT = compiled(r" or not\b")  # "are they relegated or not" compares nothing
_COUNTED = compiled(r"how many ([^\W\d_]+)")
_DATED = frozenset(("date", "year", "decade"))
_CHANGES = words("rise", "en") | words("fall", "en")
_CHANGES |= words("comparatives that point up", "en") | words("comparatives that point down", "en")
_OPENERS = words("words that open a question")
_WORD = compiled(r"[^\W\d_]+")
_PASTS = words("irregular pasts", "en") | frozenset("was were had has have".split())
_NAME = compiled(r"\b[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][a-z]+")


@frozen
class Asked:
    """What a question wants: its content stems, the kinds of things that answer it, and the sides that it compares.

    ``numbers`` are the kinds of number that it may be, any where empty, of the things that are ``counted``; ``focus``
    are the stems of what is asked of the subject: a change is one of that. A ``lasting`` one asks for what to do or to
    choose, not for what has happened; one ``to_come`` for the day of a plan, one ``of_now`` how things stand; one
    ``in_words`` is a question and no title ("The noise ordinance of Port Marlow"); one that ``judges`` asks what is
    better, or good enough.
    """

    stems: frozenset[str]
    kinds: tuple[Kind, ...] = ()
    numbers: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    focus: frozenset[str] = frozenset()
    sides: tuple[frozenset[str], ...] = ()
    lasting: bool = False
    to_come: bool = False
    of_now: bool = False
    in_words: bool = False
    judges: bool = False

    @property
    def overtaken(self) -> bool:
        """Whether what is newer overtakes what is older: not what to do, nor what to choose."""
        lasts = {"instructions", "comparison"}.intersection(self.kinds) or "change" not in self.kinds
        return self.of_now or (self.in_words and not (self.lasting and lasts))

    @property
    def outdated(self) -> bool:
        """Whether older pages on how things stand are out of date: those of a title are, too."""
        return self.overtaken or not self.in_words

    @property
    def of_event(self) -> bool:
        """Whether it is about something that goes on, of which older pages tell how it stood on their day."""
        return self.outdated and (self.of_now or not self.lasting)

    def said_by(self, texts: Sequence[str]) -> frozenset[Kind]:
        """Return which of the kinds sentences say; each side of a comparison may stand in another."""
        return frozenset(kind for kind in self.kinds if self._is_said(kind, texts))

    def _is_said(self, kind: Kind, texts: Sequence[str]) -> bool:
        if kind == "comparison":
            stems = content(" ".join(texts))
            return all(not side.isdisjoint(stems) for side in self.sides)
        return any(_says(kind, text, self) for text in texts)


def with_names(question: str, texts: Sequence[str]) -> str:
    """Return a question with the capitals of its names, as ``texts`` mostly write them: "Tessaly dam"."""
    said = Counter(word for text in texts for word in _WITHIN.findall(text))

    def named(found: re.Match[str]) -> str:
        word, name = found[0], found[0].capitalize()
        # "Fennimores" is Fennimore's.
        return name if _count(said, name) > _count(said, word) else word

    return _LOWER.sub(named, question)


def _count(said: Counter[str], word: str) -> int:
    return max(said[word], said[word.removesuffix("s")])


# A word behind another one, and so not capitalised for its place.
_WITHIN = compiled(r"(?<=[a-z,] )[A-Za-z][a-z]+")
_LOWER = compiled(r"\b(?<![-'’.])[a-z]{3,}\b")


@lru_cache(maxsize=64)
def asked(question: str) -> Asked:
    """Return what a question wants."""
    typed = _CONTRACTED.sub(r"\1 is", " ".join(question.lower().split()))
    number, counted, sides = _NUMBER.search(typed), _COUNTED.search(typed), _sides(typed)
    kinds = _kinds(typed, compares=bool(sides))
    to_come = _TO_COME.search(typed) is not None
    lasting = _lasts(question, typed, kinds)
    # Who names a year, asks in the present or for a price, or for a day to come, asks how things stand.
    stands = to_come or "price" in kinds or _THIS_YEAR.search(typed) or _STANDS.search(typed)
    return Asked(
        stems=content(question),
        kinds=tuple(kinds),
        numbers=frozenset(_NUMBERS.get(number[0], ())) if number else frozenset(),
        counted=content(counted[1]) if counted else frozenset(),
        focus=_focus(question),
        sides=sides,
        lasting=lasting,
        to_come=to_come,
        of_now=bool(stands) and (not lasting or "price" in kinds) and "reason" not in kinds[:1],
        in_words=question.rstrip().endswith("?") or typed.partition(" ")[0] in _OPENERS,
        judges=lasting and (bool(sides) or _JUDGES.search(typed) is not None),
    )


def _kinds(typed: str, *, compares: bool) -> list[Kind]:
    """Return the kinds of things that answer a question, in the order of the patterns that find them."""
    kinds = [kind for kind, pattern in _ASKED if pattern.search(typed)]
    number = _NUMBER.search(typed)
    if number and number[0] == "how much" and "price" in kinds:
        kinds.remove("number")
    if "change" in kinds and "price" in kinds:
        kinds.remove("price")  # "congestion charge: has traffic gone down?"
    return [*kinds, "comparison"] if compares else kinds


def _lasts(question: str, typed: str, kinds: Sequence[Kind]) -> bool:
    """Tell whether a question asks what to do or to choose, or for what is so every year."""
    opening, _, behind = " ".join(question.split()).partition(" ")
    if _HAPPENS.search(typed):
        return False
    if not _OF_AN_EVENT.search(behind if opening.lower() in STOP_WORDS else question):
        return True
    # Who names a year asks for what happened in it.
    of_a_day = _TO_COME.search(typed) or _THIS_YEAR.search(typed)
    chooses = not {"instructions", "comparison"}.isdisjoint(kinds)
    return not of_a_day and (chooses or _OF_A_READER.search(typed) is not None)


def _focus(question: str) -> frozenset[str]:
    """Return the stems of what is asked of a subject: behind a colon, else the last of them."""
    return content(question.partition(":")[2]) or frozenset(terms(question).stems[-1:])


def _sides(question: str) -> tuple[frozenset[str], ...]:
    """Return of each side of a comparison the stems that the other lacks; empty where nothing is compared.

    What belongs to both stands behind the second: of that as many stems count as the first has. What stands before a
    comma belongs to both, too: "Delft to Brae, boat or train?"
    """
    parts = _PARTED.split(_OR_NOT.sub("", question.partition(":")[0]))
    if len(parts) != 2:
        return ()
    first, second = (list(terms(part).stems) for part in (parts[0].rpartition(",")[2], parts[1]))
    own = [one for one in first if one not in second]
    other = [one for one in second if one not in first][: max(1, len(own))]
    return (frozenset(own), frozenset(other)) if own and other else ()


def _says(kind: Kind, text: str, asked: Asked) -> bool:
    if kind == "reason":
        return "reason" in roles(text)
    if kind == "instructions":
        return is_instruction(text) or "advice" in roles(text)
    if kind == "person":
        return _NAME.search(text) is not None
    if kind == "change":
        changes = not _CHANGES.isdisjoint(word.lower() for word in _WORD.findall(text))
        return changes and not asked.focus.isdisjoint(content(text))
    found = quantities(text)
    if kind == "price":
        return any(q.kind == "money" for q in found)
    if kind == "date":
        # When something will be, no past tells.
        said = _WORD.findall(text)
        to_come = "plan" in roles(text) or not any(word in _PASTS or word.endswith("ed") for word in said)
        return any(q.kind in _DATED for q in found) and (not asked.to_come or to_come)
    if not asked.counted <= content(text):
        return False
    return any(q.kind in asked.numbers if asked.numbers else q.kind not in _DATED for q in found)
