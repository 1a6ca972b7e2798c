"""Reword a weak search without drifting from the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from wellsourced_core.model import Source
from wellsourced_core.text import idf, terms

# (question, first results) -> (broader query, reframed query); a model may stand behind it.
Reformulator = Callable[[str, Sequence[Source]], tuple[str, str]]

_FEEDBACK_SOURCES = 5
_FEEDBACK_TERMS = 5
_FEEDBACK_TEXT = 4_000


def reformulate(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
    """Return (broader, reframed): the deterministic Reformulator, which needs no model."""
    return broader(question), reframed(question, ranked)


def broader(question: str) -> str:
    """Drop the commonest third of the question's terms by idf (of two at least one), never the rarest.

    Stop words go too; what is kept stands in its old order and spelling. Of equally common terms the later
    goes first. A question of one term, or none, comes back as it is.
    """
    weights = _weights(question)
    if len(weights) < 2:
        return question.strip()
    by_rarity = sorted(weights, key=lambda stem: -weights[stem])
    dropped = max(1, len(by_rarity) // 3)
    return _spell(question, frozenset(by_rarity[:-dropped]))


def reframed(question: str, ranked: Sequence[Source]) -> str:
    """Add to the question five telling terms of the first results (pseudo-relevance feedback).

    A candidate weighs (first results that hold it) x idf; one held by a single result counts only where
    there is a single result. Ties: more occurrences, then the stem. No result: the question as it is.
    """
    asked = frozenset(_weights(question))
    first = ranked[:_FEEDBACK_SOURCES]
    holders: Counter[str] = Counter()
    occurrences: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for source in first:
        text = f"{source.title}\n{source.text[:_FEEDBACK_TEXT]}"
        found = terms(text)
        holders.update(set(found.stems))
        occurrences.update(found.stems)
        for stem, start, end in zip(found.stems, found.starts, found.ends, strict=True):
            spelling.setdefault(stem, text[start:end])
    needed = min(2, len(first))
    candidates = [s for s in holders if holders[s] >= needed and s not in asked and not s[0].isdigit()]
    candidates.sort(key=lambda stem: (-holders[stem] * idf(stem), -occurrences[stem], stem))
    return " ".join([question.strip(), *(spelling[stem] for stem in candidates[:_FEEDBACK_TERMS])])


def anchor(question: str, proposal: str) -> str:
    """Guard a proposed query against drift: it must contain the rarest third of the question's terms.

    Those that are missing are added at its end. An empty proposal gives the question.
    """
    if not proposal.strip():
        return question.strip()
    weights = _weights(question)
    by_rarity = sorted(weights, key=lambda stem: -weights[stem])
    rarest = frozenset(by_rarity[: -(-len(by_rarity) // 3)])
    missing = rarest - frozenset(terms(proposal).stems)
    return " ".join(part for part in (proposal.strip(), _spell(question, missing)) if part)


def _weights(question: str) -> dict[str, float]:
    """Return the idf of every term of the question, in order of first appearance."""
    return {stem: idf(stem) for stem in terms(question).stems}


def _spell(text: str, kept: frozenset[str]) -> str:
    """Write the kept terms as the text writes them; what touches in the text stays together ("COVID-19")."""
    found = terms(text)
    pieces: list[tuple[int, int]] = []
    seen: set[str] = set()
    for stem, start, end in zip(found.stems, found.starts, found.ends, strict=True):
        if stem not in kept or stem in seen:
            continue
        seen.add(stem)
        if pieces and (start <= pieces[-1][1] or not any(c.isspace() for c in text[pieces[-1][1] : start])):
            pieces[-1] = (pieces[-1][0], max(end, pieces[-1][1]))
        else:
            pieces.append((start, end))
    return " ".join(text[start:end] for start, end in pieces)
