"""What a question wants of its subject: a price, a number of some kind, a date, instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from wellsourced_core.lexicon import either, rows, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import stem_of
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Attribute = Literal["price", "number", "date", "instructions"]

_NUMBERS = dict(rows("asks for a number"))
_WORD = compiled(r"[^\W_]+(?:[.'’&-][^\W_]+)*")
_PRICE = compiled(rf"\b(?:{either('asks for money')})\b")
_PRICED = compiled(rf"\b(?!charges?\b|charged\b)(?:{either('asks for money')})\b")  # "why does it not charge"
_PAID = compiled(rf"\b(?:{either('names what is paid')})\b")
_CLAUSE_END = compiled(r"[:;?!]")
_HOW_MUCH = compiled(r"\bhow\smuch\b")
_HOW_MUCH_MONEY = compiled(rf"(?<!by )\bhow\smuch(?:\s(?:{either('behind how much a price')})\b|\W*\Z)")
_NOTHING = compiled(rf"\b(?:{either('asks for no attribute')})\b")
_NUMBER = compiled(r"\b(?:" + "|".join([one.replace(" ", r"\s") for one in _NUMBERS]) + r")\b")
_DATE = compiled(rf"\b(?:{either('asks for a date')}|when\s(?:{either('behind when')}))\b")
_WHEN_SPAN = compiled(rf"\bwhen\s(?:{either('behind when a span')})\b")
_INSTRUCTIONS = compiled(rf"\b(?:{either('asks for instructions')})\b")


@frozen
class Wanted:
    """An attribute that a question asks for, the kinds of number that it may be, and the stems of what it belongs to.

    ``kinds`` is empty where any kind will do, ``of`` where any word of the question will do.
    """

    attribute: Attribute
    kinds: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


@cache
def respects() -> frozenset[str]:
    """Return the stems of words that only say in which respect something is asked for."""
    return frozenset(filter(None, map(stem_of, words("general nouns"))))


def wanted(question: str, *, phrase: bool) -> Iterator[Wanted]:
    """Yield the attributes that a question asks for; ``phrase`` says that it is a noun phrase, without a verb.

    "How much" asks for a price before a verb or at the end, and for an amount before a noun.
    """
    low = " ".join(_NOTHING.sub(" ", " ".join(question.lower().split())).split())
    said = set(_said(low))
    much = _HOW_MUCH.search(low)
    price = _PRICE.search(low) if phrase or much or low.startswith("what") else _PRICED.search(low)
    paid = tuple(stem_of(word) for word in _PAID.findall(low))
    amount = much and (not _HOW_MUCH_MONEY.search(low) or not said.isdisjoint(words("measured but not paid")))
    if price or paid or (much and not amount):
        share = ("percent",) if said & words("paid as a share") else ()
        yield Wanted(
            "price", ("money", *share), paid or _owner(low, price if phrase or not much else much, phrase=phrase)
        )
    elif amount:
        yield Wanted("number")
    if asks := _NUMBER.search(low):
        counted = tuple(_chunk(_said(low[asks.end() :]))) if asks[0] in words("counts things") else ()
        yield Wanted("number", _NUMBERS[asks[0]], counted)
    if asks := _DATE.search(low):
        kinds = ("duration",) if _WHEN_SPAN.search(low) else ()
        yield Wanted("date", kinds, _owner(low, asks, phrase=True) if phrase else ())
    if _INSTRUCTIONS.search(low):
        yield Wanted("instructions")


def _owner(text: str, asks: re.Match[str] | None, *, phrase: bool) -> tuple[str, ...]:
    """Return the stem of the noun that an asking word belongs to: the last before it, else the last behind it.

    "wedding photographer cost", "cost of hiring a classical guitarist". Empty where that cannot be told.
    """
    if asks is None:
        return ()
    before = _chunk(_said(text[: asks.start()])[::-1])[:1] if phrase else []
    # Another clause asks something else: "egg prices: why did they rise".
    behind = _said(_CLAUSE_END.split(text[asks.end() :], maxsplit=1)[0])
    # What is done is none, but what it is done to: "cheaper to run", "cost to replace a boiler"; nor "in the long run".
    if behind[:1] == ["in"]:
        behind = next((behind[i:] for i, word in enumerate(behind) if word in ("of", "for", "to")), [])
    behind = behind[2:] if behind[:1] == ["to"] else behind
    # "How much does it cost to file", "how much do I lose": of a pronoun and a verb no noun is told.
    told = before or words("pronouns of a question").isdisjoint(behind[:3])
    return tuple(before or _chunk(behind)[-1:]) if told else ()


def _chunk(said: list[str]) -> list[str]:
    """Return the stems of the first noun phrase of some words, without participles in -ing where it has others."""
    ends = (words("parts a noun phrase") | words("verbs of a sentence")) - {"and", "or", "to"}
    ends |= words("asks for money") | words("only compares")
    found: list[tuple[str, str]] = []
    for word in said:
        if word in ends and found:
            break
        if (stem := stem_of(word)) and stem not in respects():
            found.append((stem, word))
    return [stem for stem, word in found if not word.endswith("ing")] or [stem for stem, _ in found]


def _said(text: str) -> list[str]:
    return [found[0] for found in _WORD.finditer(text)]
