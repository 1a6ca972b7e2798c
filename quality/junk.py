"""Detect pages that are not sources (S502) and texts that address a model (S503)."""

from __future__ import annotations

import re
from functools import cache

from quality.kinds import WALL
from quality.reading import Page, read
from quality.thresholds import (
    BODY_CHARACTERS,
    CERTAIN_BODY_CHARACTERS,
    LITTLE_ELSE_WORDS,
    MOST_ORDERS,
    ORDERS_SEARCHED_CHARACTERS,
    SHELL_WORDS,
    WALL_PHRASES,
    WALL_SHARE,
)
from wellsourced_core.lexicon import either, listed, rows, words
from wellsourced_core.model import Source, Span
from wellsourced_core.patterns import compiled

CODE = "S502"


@cache
def _by_kind(name: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for kind, phrases in rows(name):
        found[kind] = found.get(kind, ()) + phrases
    return found


def junk(source: Source) -> str | None:
    """Return S502 for a page that is not a source (bot, cookie, login or pay wall, empty shell, soft 404)."""
    return CODE if diagnose(read(source)) else None


def diagnose(page: Page) -> str | None:
    """Return in words what kind of junk a page is, or None for a source.

    A page with a body of its own is a source, whatever banner stands above it.
    """
    source = page.source
    if not page.words:
        return "an empty page"
    walls = page.kinds.count(WALL)
    if not walls or (walls == 1 and page.words > LITTLE_ELSE_WORDS) or len(source.text) > CERTAIN_BODY_CHARACTERS:
        return None
    long = len(source.text) > BODY_CHARACTERS
    if long and walls < WALL_SHARE * page.words:
        return None
    said = source.text.lower().replace("’", "'")
    title = source.title.strip().lower()
    titles = _by_kind("titles of junk pages")
    # Two phrases of a kind: an article about cookie banners quotes one of them and continues.
    for kind, phrases in _by_kind("said on junk pages").items():
        hits = sum(phrase in said for phrase in phrases)
        titled = any(_heads(title, t) for t in titles.get(kind, ()))
        # A heading is worth a phrase; one phrase is enough on a page with little else.
        if hits + titled >= (WALL_PHRASES if long else 2) or (
            hits and page.words <= LITTLE_ELSE_WORDS and _mostly(said, phrases)
        ):
            return kind
    if page.words < SHELL_WORDS and _is_shell(said):
        return "an empty shell"
    return None


def _heads(title: str, opening: str) -> bool:
    return title.startswith(opening) and not title[len(opening) : len(opening) + 1].isalnum()


def _mostly(said: str, phrases: tuple[str, ...]) -> bool:
    """Return whether phrases make up a fifth of the text."""
    return sum(len(p) for p in phrases if p in said) * 5 > len(said)


_SHELL = words("empty shells")


def _is_shell(said: str) -> bool:
    return all(word.strip(".…|•") in _SHELL or not word.strip(".…|•") for word in said.split())


# ----------------------------------------------------------------------------------------------- injections

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


def injected(source: Source) -> tuple[Span, ...]:
    """Return the passages of a source that give a model orders or hide text, in order (S503).

    The text is data all the same: this is a warning to the reader, not a filter. Reads the first 200,000
    code points, returns at most 50 spans.
    """
    text = source.text[:ORDERS_SEARCHED_CHARACTERS]
    asked = [regex for regex, may in ((_ORDERS, may_order(text)), (_HIDDEN, not text.isascii())) if may]
    spans = [Span(m.start(), m.end(), m[0]) for regex in asked for m in regex.finditer(text)]
    return tuple(sorted(spans, key=lambda s: (s.start, s.end))[:MOST_ORDERS])


def may_order(text: str) -> bool:
    """Return whether a text can give orders: a quick search for a few words rules out most texts."""
    # No other characters than these three and the Kelvin sign, which has a small letter, are ASCII to a pattern.
    letters = text.replace("\u0130", "i").replace("\u0131", "i").replace("\u017f", "s")
    said = " ".join(letters.lower().split())
    return any(word in said for word in _TELLING)
