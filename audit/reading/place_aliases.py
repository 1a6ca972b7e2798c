"""Tell whether a text has a place or a union of states by another of its names: the USA for the United States."""

from __future__ import annotations

import re
from functools import cache

from audit.thresholds import ALIAS_SHORT_LETTERS
from wellsourced_core.lexicon import rows
from wellsourced_core.patterns import compiled


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: compiled("|".join(map(_written, others))) for name, others in rows("aliases of places")}


def _written(alias: str) -> str:
    if len(alias) <= ALIAS_SHORT_LETTERS:
        return r"\b" + r"\.?".join(alias.upper()) + r"(?![^\W_])"
    return rf"\b{re.escape(alias.title())}\b"


def known_by_alias(name: str, text: str) -> bool:
    """Return whether a text has another name of a place ("United States": "USA", "U.S.", "America")."""
    found = _patterns().get(name.lower())
    return found is not None and found.search(text) is not None
