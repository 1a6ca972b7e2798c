"""Detect pages that are not sources (S502) and texts that address a model (S503)."""

from __future__ import annotations

from functools import cache

from quality.axis_input import Page, read
from quality.options import Options
from quality.thresholds import (
    BEFORE_ORDERS_CHARACTERS,
    BODY_CHARACTERS,
    CERTAIN_BODY_CHARACTERS,
    LITTLE_ELSE_WORDS,
    ORDERS_MOST_GRADE,
    SHELL_WORDS,
    WALL_PHRASES,
    WALL_SHARE,
)
from quality.word_kinds import WALL
from wellsourced_core.lexicon import rows, words
from wellsourced_core.model import ScoredSource, Source, Span
from wellsourced_core.prompt_injection import before_orders, orders
from wellsourced_core.values import replace

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

ORDERS = "S503"
WITHHELD = "it gives orders to the models that read it"


def injected(source: Source) -> tuple[Span, ...]:
    """Return the passages of a source that give a model orders or hide text, in order (S503).

    The text is data all the same: this is a warning to the reader, not a filter. Reads the first 200,000
    code points, returns at most 50 spans.
    """
    return tuple(Span(start, end, source.text[start:end]) for start, end in orders(source.text))


def gives_orders(source: Source) -> bool:
    """Return whether a source addresses a model, in its title or its text."""
    return bool(orders(source.title) or orders(source.text))


def held_down(scored: ScoredSource, options: Options, *, judged: bool = False) -> ScoredSource:
    """Return a source that gives a model orders with the grade that it may have; any other one as it is.

    At most 3: it may be kept for what stands before its first order, and no honest page that is kept has less. At most
    2, so that it is dropped, where little stands there, where its title gives them, which a list of references would
    repeat, or where a model has ``judged`` the others: none is shown it.
    """
    if scored.junk is not None or not gives_orders(scored.source):
        return scored
    dropped = dropped_grade(options)
    if judged:
        most, why = dropped, f"{WITHHELD}, so none was asked"
    elif orders(scored.source.title):
        most, why = dropped, f"{WITHHELD}, by its title"
    elif len(before_orders(scored.source.text).strip()) < BEFORE_ORDERS_CHARACTERS:
        most, why = dropped, f"{WITHHELD}, and says little before"
    else:
        most, why = max(dropped, ORDERS_MOST_GRADE), WITHHELD
    relevance = next((axis.why for axis in scored.axes if axis.name == "relevance"), scored.why)
    reason = f"{ORDERS}: {why}: at most {most}/5"
    return replace(scored, grade=min(scored.grade, most), why=f"{reason}; {relevance}", reason=reason, orders=ORDERS)


def dropped_grade(options: Options) -> int:
    """Return the best grade that is surely not kept: 2, unless less is configured to be kept."""
    return max(1, min(2, options.keep_grade - 1))
