"""Tell how near each page is to the subject of a question, and does not only share the question's words.

A page on pool heaters has every word of a question on heat pumps in houses. What it lacks are the other words that the
pages on the question share with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt

from wellsourced_core.patterns import compiled
from wellsourced_core.text import content, idf, terms
from wellsourced_core.thresholds import (
    LEADERS_COUNT_MORE,
    NEAR_COUNT_MORE,
    OWN_SUBJECT_FEWEST_PAGES,
    OWN_SUBJECT_SHARE,
    OWN_SUBJECT_TIMES,
)
from wellsourced_core.values import frozen

_PARTS = compiled(r" [|–—·-] ")


@frozen
class Page:
    """What is read of a page: its title and text, and its relevance for the question, in [0, 1]."""

    title: str
    text: str
    relevance: float


def nearness(pages: Sequence[Page], question: str) -> list[float]:
    """Return how near each page is to the subject, in [0, 1]; 0 for one without it.

    The product of three shares of the best page's: the root of its relevance; the likeness of its words, the question's
    left out and each by how often it stands there, to those of the others, where the more relevant another is the more
    it counts; and the same again, where the nearer another is the more it counts.
    """
    asked = content(question)
    counts = [Counter(terms(f"{page.text} {page.title}").stems) for page in pages]
    words = [
        {stem: idf(stem) * (1 + log(count[stem] or 1)) for stem in sorted(content(page.text) - asked)}
        for page, count in zip(pages, counts, strict=True)
    ]
    relevance = [page.relevance for page in pages]
    alike = _shares(_likeness(words, [share**LEADERS_COUNT_MORE for share in relevance]))
    near = _shares([sqrt(share) * like for share, like in zip(_shares(relevance), alike, strict=True)])
    again = _shares(_likeness(words, [share**NEAR_COUNT_MORE for share in near]))
    return [share * like for share, like in zip(near, again, strict=True)]


def own_subjects(pages: Sequence[Page], question: str) -> set[int]:
    """Return which pages have a word in their title that they say often, and that none of several others has: "cats".

    In "Fasting for cats - Norland Clinic" the longest part is the title, what stands beside it says whose page it is.
    """
    asked = content(question)
    counts = [Counter(terms(f"{page.text} {page.title}").stems) for page in pages]
    holding = Counter(stem for count in counts for stem in count)
    if len(pages) < OWN_SUBJECT_FEWEST_PAGES:
        return set()
    return {
        i
        for i, (page, count) in enumerate(zip(pages, counts, strict=True))
        for stem in content(max(_PARTS.split(page.title), key=len)) - asked
        if stem.isalpha()
        and holding[stem] == 1
        and count[stem] > OWN_SUBJECT_TIMES
        # A long page says all more often.
        and count[stem] >= OWN_SUBJECT_SHARE * max((count[one] for one in asked), default=0)
    }


def _likeness(words: Sequence[Mapping[str, float]], counts: Sequence[float]) -> list[float]:
    """Return how like the others each page is, in the mean of the cosines, each by how much the other ``counts``."""
    length = [sqrt(sum(weight**2 for weight in own.values())) for own in words]

    def cosine(i: int, j: int) -> float:
        common = sum(weight * words[j].get(stem, 0.0) for stem, weight in words[i].items())
        return common / (length[i] * length[j]) if common else 0.0

    alike = []
    for i in range(len(words)):
        total = sum(weight for j, weight in enumerate(counts) if j != i)
        alike.append(sum(weight * cosine(i, j) for j, weight in enumerate(counts) if j != i) / total if total else 1.0)
    return alike


def _shares(values: Sequence[float]) -> list[float]:
    most = max(values, default=0.0)
    return [value / most if most else 1.0 for value in values]
