"""Find orders in a text that someone else wrote: words that address a model which reads it.

What a page says is data. A page that gives orders is told of (S503), and nothing of it from the line of its first order
on is shown to a model: what follows an order is mostly the rest of it.
"""

from __future__ import annotations

import re
import unicodedata

from wellsourced_core.lexicon import either, listed
from wellsourced_core.patterns import compiled
from wellsourced_core.thresholds import MOST_ORDERS, ORDERS_SEARCHED_CHARACTERS

_GAP = r"\s{1,3}"
# A sentence that orders a reader who is a model, or a chat template's own marks. No two unbounded repeats meet.
# Beside each form: rare words of which all it finds has one, in small letters, one space for any white space.
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        (
            r"\b(?:ignore|disregard|forget|override)\s{1,3}"
            rf"(?:(?:{either('determiners of an order')})\s{{1,3}}){{0,4}}"
            rf"(?:{either('adjectives of an order')})\s{{1,3}}(?:{either('objects of an order')})"
        ),
        ("ignore ", "disregard ", "forget ", "override "),
    ),
    (
        r"\b(?:ignoriere|vergiss)\s{1,3}(?:alle\s{1,3})?(?:bisherigen|vorherigen|obigen)\s{1,3}(?:anweisungen|befehle)",
        ("ignoriere ", "vergiss "),
    ),
    (r"\bignorez?\s{1,3}(?:toutes\s{1,3})?les\s{1,3}instructions\s{1,3}pr[ée]c[ée]dentes", ("les instructions ",)),
    (
        r"\bignor[ae]\s{1,3}(?:todas\s{1,3})?las\s{1,3}instrucciones\s{1,3}(?:anteriores|previas)",
        ("las instrucciones ",),
    ),
    (
        r"\byou\s{1,3}are\s{1,3}now\s{1,3}(?:a|an|in|the)\s{1,3}(?:\w{1,20}\s{1,3}){0,3}(?:assistant|ai|model|mode|dan)\b",
        ("you are now ",),
    ),
    (
        (
            r"\b(?:as|if\s{1,3}you\s{1,3}are|dear|attention|note\s{1,3}to|instructions?\s{1,3}(?:for|to))\s{1,3}"
            r"(?:an?\s{1,3}|any\s{1,3}|all\s{1,3}|the\s{1,3})?"
            rf"(?:{either('names of a model', gap=_GAP)})\b\s?[,:]"
        ),
        listed("signs of a model named"),
    ),
    (
        (
            r"\b(?:reveal|print|output|repeat|show)\s{1,3}(?:your|the)\s{1,3}"
            r"(?:system\s{1,3}prompt|api\s{1,3}key|hidden\s{1,3}instructions|initial\s{1,3}instructions)"
        ),
        ("system prompt", " api key", " hidden instructions", " initial instructions"),
    ),
    (r"\bnew\s{1,3}(?:system\s{1,3})?instructions?\s?:", ("new instruction", "new system instruction")),
    (r"\bsystem\s{1,3}prompt\s?:", ("system prompt",)),
    (
        r"\bdo\s{1,3}not\s{1,3}(?:tell|inform|warn)\s{1,3}the\s{1,3}(?:user|reader|human)\b",
        ("do not tell the ", "do not inform the ", "do not warn the "),
    ),
    (
        r"\b(?:always|only|must)\s{1,3}cite\s{1,3}(?:this|\[[0-9]{1,3}\]|only\s{1,3}this)",
        (" cite this", "cite [", " cite only this"),
    ),
    (r"\bcite\s{1,3}\[[0-9]{1,3}\]\s{1,3}everywhere", ("cite [",)),
    (r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>", ("<|",)),
    (r"\[/?INST\]", ("inst]",)),
    (r"<</?SYS>>", ("sys>>",)),
    (
        r"</?(?:system|instructions?|source|document|search_result)>",
        ("system>", "instruction>", "instructions>", "source>", "document>", "search_result>"),
    ),
    (
        r"^[ \t]{0,8}(?:system|assistant|human)[ \t]{0,3}:",
        ("system:", "system :", "assistant:", "assistant :", "human:", "human :"),
    ),
)
_ORDERS = compiled("|".join(form for form, _ in _FORMS), re.IGNORECASE | re.MULTILINE)
_TELLING = tuple(dict.fromkeys(word for _, words in _FORMS for word in words))
# Unicode tags spell invisible ASCII; runs of zero-width characters carry bits.
_HIDDEN = compiled("[\U000e0020-\U000e007f]{1,4000}|[\u200b\u200c\u200d\u2060\u2062-\u2064\ufeff]{4,4000}")
# What a model reads past and a pattern does not: invisible characters, emphasis, comments, citation marks.
_BETWEEN = compiled(
    "[*_`~\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]|<!--[^>]{0,200}-->|\\[[0-9]{1,3}\\]"
)


def orders(text: str) -> tuple[tuple[int, int], ...]:
    """Return where a text gives a model orders or hides a message, in order: offsets in code points, half-open.

    Reads the first 200,000 code points, returns at most 50. An order that emphasis, invisible characters, comments or
    other forms of its letters break up is found all the same.
    """
    text = text[:ORDERS_SEARCHED_CHARACTERS]
    spans = {m.span() for m in _ORDERS.finditer(text)} if may_order(text) else set()
    if not text.isascii():
        spans |= {m.span() for m in _HIDDEN.finditer(text)}
    return tuple(sorted(spans or _broken_up(text)))[:MOST_ORDERS]


def gives_orders(*texts: str) -> bool:
    """Return whether one of the texts gives a model orders or hides a message."""
    return any(map(orders, texts))


def before_orders(text: str) -> str:
    """Return a text up to the line of its first order: as much as a model may be shown, at most 200,000 code points."""
    found = orders(text)
    return text[: text.rfind("\n", 0, found[0][0]) + 1] if found else text[:ORDERS_SEARCHED_CHARACTERS]


def _broken_up(text: str) -> set[tuple[int, int]]:
    """Return the orders of a text as a model reads it, in the text's own offsets."""
    plain = unicodedata.normalize("NFKC", _BETWEEN.sub("", text))
    if plain == text or not may_order(plain) or not _ORDERS.search(plain):
        return set()
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for gap in (*_BETWEEN.finditer(text), None):
        for i in range(at, gap.start() if gap else len(text)):
            written = unicodedata.normalize("NFKC", text[i])
            pieces.append(written)
            places += [i] * len(written)
        at = gap.end() if gap else at
    found = _ORDERS.finditer("".join(pieces))
    return {(places[m.start()], places[m.end() - 1] + 1) for m in found if m.end() > m.start()}


def may_order(text: str) -> bool:
    """Return whether a text can give orders: a quick search for a few words rules out most texts."""
    # No other characters than these three and the Kelvin sign, which has a small letter, are ASCII to a pattern.
    letters = text.replace("\u0130", "i").replace("\u0131", "i").replace("\u017f", "s")
    said = " ".join(letters.lower().split())
    return any(word in said for word in _TELLING)
