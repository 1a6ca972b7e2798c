"""Part an article into sections: by what its question asks about, then by what a sentence does in it.

The parts of a question - "rumba flamenca vs Cuban rumba", "hydration and feeding" - are headings as it words them. What
belongs to none or to all of them stands under what it is: figures, rules, reasons, advice, voices, limits, plans.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content
from wellsourced_core.values import frozen
from writer.quoted_sentence import Sentence
from writer.sentence_roles import roles, wanted
from writer.thresholds import FIGURES_LEAST_SHARE, HEADING_LEAST_SHARE, OTHERWISE_MOST_SHARE, SECTION_FEWEST_SENTENCES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.sentence_roles import Role

BLAND = words("no topics")
_PARTS = compiled(r"\b(?:vs\.?|versus|or|and|against|compared (?:to|with))(?=\s)|[,;:?]")
_ASKS = compiled(
    r"(?:which|what|how|why|when|where|who|is|are|does|do|did|has|have|can|should|will|was|were)\b", re.IGNORECASE
)
_OPENING = compiled(r"^(?:the|a|an|of|in|on|for|to|their|its)\b ?")

# In this order, but what the question asks for comes first: evidence, then reasons, then limits and what is to come.
_HEADINGS: tuple[tuple[Role, str], ...] = (
    ("figures", "The figures"),
    ("rule", "The rules"),
    ("reason", "Reasons"),
    ("advice", "Advice"),
    ("past", "How it came about"),
    ("voice", "What people say"),
    ("caveat", "Limits and exceptions"),
    ("plan", "What comes next"),
)

_ORDER = [role for role, _ in _HEADINGS]


@frozen
class Section:
    """Sentences under one heading; ``heading`` is "" for what is left."""

    heading: str
    chains: tuple[tuple[Sentence, ...], ...]

    @property
    def size(self) -> int:
        """How many sentences there are."""
        return sum(len(chain) for chain in self.chains)


Chain = tuple[Sentence, ...]


def sections(chains: Sequence[Chain], question: str, *, asked_only: bool = False) -> list[Section]:
    """Group chains of sentences into sections, in the order of what is asked; what is left stands last.

    Headings are the question's own parts and what sentences do; ``asked_only``, what it asks them to do. A section has
    two sentences at least. What is left stands first where it is more than a quarter of all.
    """
    facets = _facets(question)
    groups: dict[str, list[Chain]] = {}
    for chain in chains:
        groups.setdefault(_home(chain, facets, question, asked_only=asked_only), []).append(chain)
    for heading in [h for h, group in groups.items() if h and sum(map(len, group)) < SECTION_FEWEST_SENTENCES]:
        for chain in groups.pop(heading):
            groups.setdefault("", []).append(chain)
    order = [*(heading for heading, _ in facets), *_ordered(question), ""]
    found = [Section(heading, tuple(groups[heading])) for heading in order if heading in groups]
    return _in_its_place(found) if len(found) > 1 else found


def has_parts(question: str) -> bool:
    """Tell whether a question has parts of its own, which are headings: the sides of a comparison, what it lists."""
    return len(_facets(question)) > 1


def of_all_parts(chain: Chain, question: str) -> bool:
    """Tell whether a chain has words of several parts of a question: it stands before their sections."""
    stems = frozenset(stem for s in chain for stem in s.stems)
    return sum(bool(own & stems) for _, own in _facets(question)) > 1


def _facets(question: str) -> list[tuple[str, frozenset[str]]]:
    """Return the parts of a question that have words of their own: (as a heading, those stems)."""
    _, _, behind = question.partition(": ")
    parts = [part.strip() for part in _PARTS.split(behind or question) if part and len(part.split()) <= 5]
    parts = [part for part in parts if not _ASKS.match(part)]
    parts = [shown for part in parts if (shown := _bare(part)) and content(shown) - _bland_stems()]
    if len(parts) < 2:
        return []
    stems = [content(part) for part in parts]
    own = [mine - frozenset[str]().union(*(s for j, s in enumerate(stems) if j != i)) for i, mine in enumerate(stems)]
    return [(part[:1].upper() + part[1:], mine) for part, mine in zip(parts, own, strict=True) if mine]


def _bare(part: str) -> str:
    while _OPENING.match(part):
        part = _OPENING.sub("", part, count=1)
    return part.strip(" .!-")


def _bland_stems() -> frozenset[str]:
    return content(" ".join(sorted(BLAND)))


def _home(chain: Chain, facets: Sequence[tuple[str, frozenset[str]]], question: str, *, asked_only: bool) -> str:
    """Return the heading that a chain belongs under: of the one facet that it has words of, else of what it does."""
    stems = frozenset(stem for s in chain for stem in s.stems)
    named = [heading for heading, own in facets if own & stems]
    if len(facets) > 1 and len(named) == 1:
        return named[0]
    does: Counter[Role] = Counter(role for s in chain for role in roles(s.text))
    counted = does["figures"]
    does["figures"] -= counted // 2  # they stand everywhere
    asked = wanted(question)
    # A word like "should" in one sentence of six makes no advice.
    least = {"figures": FIGURES_LEAST_SHARE * len(chain) - (counted - does["figures"])}
    told = [role for role in +does if does[role] >= least.get(role, max(1, HEADING_LEAST_SHARE * len(chain)))]
    told = [role for role in told if role in asked or not asked_only]
    # What the question asks for, else what most of the sentences do.
    told.sort(key=lambda role: (role not in asked, -does[role], _ORDER.index(role)))
    return _heading(told[0], question) if told else ""


def _heading(role: Role, question: str) -> str:
    """Return the heading of a role: the part of the question that asks for it, where it has several, else our own."""
    return _asked_parts(question).get(role) or dict(_HEADINGS).get(role, "")


@lru_cache(maxsize=64)
def _asked_parts(question: str) -> dict[Role, str]:
    """Return the parts of a question that each ask for something, by the role of what answers them."""
    parts = [part.strip(" ?.") for part in _PARTS.split(question) if _ASKS.match(part.strip())]
    found: dict[Role, str] = {}
    for part in parts if len(_PARTS.split(question)) > 2 else ():
        for role in wanted(part)[:1]:
            found.setdefault(role, f"{part[:1].upper()}{part[1:]}?")
    return found


def _ordered(question: str) -> list[str]:
    first = [_heading(role, question) for role in wanted(question)]
    others = (_heading(role, question) for role, _ in _HEADINGS)
    return [*first, *(heading for heading in others if heading not in first)]


def _in_its_place(found: list[Section]) -> list[Section]:
    """Put what is left in front, as what goes on behind the answer, where it is more than a quarter of all."""
    *named, last = found
    if last.heading or last.size <= OTHERWISE_MOST_SHARE * sum(section.size for section in found):
        return found
    return [last, *named]
