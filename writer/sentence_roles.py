"""Tell what a sentence does in an article - a figure, a reason, a rule, a voice, a doubt - and what a question wants.

The lists are English; a sentence in another language has the role of its figures, or none.
"""

from __future__ import annotations

from functools import lru_cache

from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled
from writer.figures import figures
from writer.sentence_needs import has_quotation

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Literal

    Role = Literal["figures", "rule", "reason", "advice", "past", "voice", "caveat", "plan", ""]


def _any_of(name: str, *, behind: str = r"\b") -> re.Pattern[str]:
    return compiled(rf"\b(?:{either(name, language='en', gap=' ')}){behind}")


_ROLES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("plan", _any_of("signs of a plan")),
    ("reason", _any_of("signs of reasons")),
    ("rule", _any_of("signs of rules")),
    ("advice", _any_of("signs of advice")),
    ("caveat", _any_of("signs of caveats")),
    ("past", _any_of("signs of a past")),
)
_ASKED: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("plan", _any_of("asks for a plan")),
    ("reason", _any_of("asks for a reason")),
    ("advice", _any_of("asks for advice")),
    ("rule", _any_of("asks for a rule")),
    ("figures", _any_of("asks for figures")),
    ("past", _any_of("asks for a time")),
)


@lru_cache(maxsize=4096)
def roles(text: str) -> tuple[Role, ...]:
    """Return what a sentence does, the most telling first; empty for a plain statement."""
    lowered = text.lower()
    found: list[Role] = ["voice"] if has_quotation(text) else []
    found += [role for role, pattern in _ROLES if pattern.search(lowered)]
    if figures(text):
        found.append("figures")
    return tuple(found)


def wanted(question: str) -> tuple[Role, ...]:
    """Return the roles that a question asks for, in order; empty where it names only its subject."""
    lowered = question.lower()
    return tuple(role for role, pattern in _ASKED if pattern.search(lowered))
