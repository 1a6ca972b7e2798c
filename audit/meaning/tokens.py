"""A sentence as words that can be held against another's: numbers by value, forms of a word by stem, n't as "not"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from itertools import chain

from audit.meaning.phrases import Phrases
from audit.thresholds import LONG_STEM
from wellsourced_core.lexicon import keys, listed, rows, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import CARDINALS, ORDINALS
from wellsourced_core.text import STEMS, Memo, plain_number, visible
from wellsourced_core.values import frozen

_TOKEN = compiled(
    r"(?<![0-9])(?<![0-9][.,])[0-9]++(?:[.,][0-9]++)*+(?:st|nd|rd|th)?\b"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*|[.,;:()—–](?![0-9])|\s-\s"
)
_CLITICS = ("'ve", "'re", "'ll", "'s", "'d", "'m")
_BEFORE_NOT = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_IDLE = words("idle words")
DENIALS = words("words that deny") | words("words that deny a whole clause")
_NO_SUPERLATIVES = words("no superlatives")
_MARKS = frozenset(".,;:()—–-")
_NOUN_ENDINGS = listed("endings of nouns of verbs")


@frozen
class Token:
    """A word or a mark as said, in lower case, and what it is held against another by.

    ``key`` is "=5" of a number, "#5" of a place in an order, "" of a mark, else the stem of the first word of the same
    meaning. ``idle`` words say nothing by themselves, as articles and marks. ``name``: it has a capital though it opens
    no sentence. ``telling``: it is a name, a number or a content word, and denies nothing. ``sense`` is the key of all
    that may stand for it where a thing is told in other words.
    """

    said: str
    key: str
    idle: bool = False
    name: bool = False
    telling: bool = False
    sense: str = ""


@lru_cache(maxsize=64)
def tokens(sentence: str) -> tuple[Token, ...]:
    """Read a sentence; "can't" gives "can" and "not"."""
    first, *others = _TOKEN.findall(_one_word(visible(sentence))) or ("",)
    return tuple(chain(_OPENING[first], *map(_INSIDE.__getitem__, others)))


def _read(written: str, *, opening: bool) -> tuple[Token, ...]:
    """Return the tokens of a word as written; ``opening``: it opens its sentence, so that a capital says nothing."""
    word = written.strip()
    low, negated = _without_not(word.lower().replace("’", "'"))
    found = (_token(low, name=not opening and word[0].isupper()),) if low else ()
    return (*found, _token("not", name=False)) if negated else found


_OPENING: dict[str, tuple[Token, ...]] = Memo(partial(_read, opening=True))
_INSIDE: dict[str, tuple[Token, ...]] = Memo(partial(_read, opening=False))


def _token(low: str, *, name: bool) -> Token:
    key = key_of(low)
    idle = not key or low in _IDLE
    told = not idle and (name or key[0] in "=#" or bool(STEMS[low]))
    return Token(low, key, idle, name, told and low not in DENIALS, _senses().get(root := root_of(key), root))


@cache
def _phrases() -> tuple[Phrases, dict[str, str]]:
    table = dict(keys("phrases of one word"))
    return Phrases(table), table


def _one_word(sentence: str) -> str:
    """Put one word in the place of each phrase that says the same: of those that begin at one place, the longest."""
    phrases, table = _phrases()
    low = sentence.lower()
    likely = phrases.within(low) if len(low) == len(sentence) else []  # of some letters, lower case is longer
    found = sorted((at, -len(phrase), phrase) for phrase in likely for at in _places(low, phrase))
    parts: list[str] = []
    done = 0
    for at, _, phrase in found:
        if at >= done:
            parts += (sentence[done:at], table[phrase])
            done = at + len(phrase)
    return "".join((*parts, sentence[done:])) if parts else sentence


def _places(low: str, phrase: str) -> Iterator[int]:
    """Yield where a phrase stands as whole words."""
    at = low.find(phrase)
    while at >= 0:
        end = at + len(phrase)
        if not (_inside(low[at - 1 : at]) or _inside(low[end : end + 1])):
            yield at
        at = low.find(phrase, at + 1)


def _inside(character: str) -> bool:
    return character.isalnum() or character == "_"


def _without_not(low: str) -> tuple[str, bool]:
    if low == "cannot":
        return "can", True
    if low.endswith("n't"):
        return _BEFORE_NOT.get(low[:-3], low[:-3]), True
    clitic = next((one for one in _CLITICS if low.endswith(one)), "")
    return low.removesuffix(clitic), False


@cache
def key_of(word: str) -> str:
    """Return what a word in lower case is held against others by."""
    if word in _MARKS:
        return ""
    if word[0].isdigit():
        order = word.rstrip("stndrh")
        return f"={plain_number(word)}" if order == word else f"#{order}"
    if word in ORDINALS:
        return f"#{ORDINALS[word]}"
    if word in CARDINALS:
        return f"={CARDINALS[word]}"
    return _meanings().get(key := _stem(word), key)


def root_of(key: str) -> str:
    """Return a stem without what makes a noun of a verb: of "recoveri" and "recov" the same."""
    if len(key) < LONG_STEM or not key.endswith(_NOUN_ENDINGS):
        return key
    return next(key.removesuffix(one) for one in _NOUN_ENDINGS if key.endswith(one))


@cache
def _senses() -> dict[str, str]:
    """Return the first word's root of the line that a root stands in: of nouns of a verb, then of one sense."""
    found: dict[str, str] = {}
    for name in ("words of one root", "words of one sense"):
        for first, others in rows(name):
            head = root_of(key_of(first))
            head = found.get(head, head)
            for word in (first, *others):
                root = root_of(key_of(word))
                found.setdefault(root, head)
    return found


@cache
def _forms() -> dict[str, str]:
    return dict(keys("forms of one small word")) | dict(keys("irregular verbs"))


@cache
def _meanings() -> dict[str, str]:
    return {_stem(word): _stem(first) for word, first in keys("words of one meaning").items()}


@cache
def _stem(word: str) -> str:
    word = _forms().get(word, word)
    return STEMS[word] or word


def as_said(words: tuple[Token, ...]) -> str:
    """Return words as they are said, for a message."""
    return " ".join(word.said for word in words)


def beside(read: tuple[Token, ...], places: tuple[int, ...]) -> set[str]:
    """Return what is said right before and right behind a stretch of a sentence."""
    return {read[at].said for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(read)}


def is_past(token: Token) -> bool:
    """Tell whether a word has the form of a past: "closed", "shut"."""
    regular = token.said.endswith("ed") and STEMS[token.said] != token.said  # "need" and "speed" are none
    return regular or token.said in _irregular()


@cache
def _irregular() -> frozenset[str]:
    return frozenset(keys("irregular verbs"))


def is_superlative(token: Token) -> bool:
    """Tell whether a word is a superlative, by its ending."""
    said = token.said
    return said in ("most", "best") or (len(said) > 4 and said.endswith("est") and said not in _NO_SUPERLATIVES)
