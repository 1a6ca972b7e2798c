"""Tell how far each source is about an article's subject, and does not only share the question's words.

A page on pool heaters has every word of a question on heat pumps in houses. What it lacks are the other words that the
sources on the question share with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt

from wellsourced_core.model import Passage, ScoredSource
from wellsourced_core.text import content, host_of, idf
from wellsourced_core.values import frozen
from writer.thresholds import SOURCE_ON_SUBJECT, SUBJECT_LEADERS_COUNT_MORE, SUBJECT_SHARED_STEMS


@frozen
class Shelf:
    """What is known of an article's sources, by citation number.

    ``near`` is how near each is to the subject, ``newness`` how new it is among those with a date, both in [0, 1].
    ``shared`` are the stems beyond the question that several sources on the subject have, with their weights: together
    they are 1, and what has many of them says what all speak of.
    """

    near: Mapping[int, float]
    shared: Mapping[str, float]
    newness: Mapping[int, float]
    titles: Mapping[int, str]
    hosts: Mapping[int, str]


def shelf_of(passages: Sequence[Passage], question: str) -> Shelf:
    """Read the sources of some passages."""
    sources = {p.n: p.source.source for p in sorted(passages, key=lambda p: (p.n, p.text))}
    titles = {n: one.title for n, one in sources.items()}
    hosts = {n: host_of(one.url).removeprefix("www.") for n, one in sources.items()}
    near = subjects(passages, question)
    texts = {n: one.text for n, one in sources.items()}
    return Shelf(near, _shared(texts, near, question), newness(passages), titles, hosts)


def _shared(texts: Mapping[int, str], near: Mapping[int, float], question: str) -> dict[str, float]:
    """Return the heaviest stems that two sources on the subject have, or more, each by its idf and by how many."""
    asked = content(question)
    count = Counter(
        stem for n, text in sorted(texts.items()) if near[n] >= SOURCE_ON_SUBJECT for stem in content(text) - asked
    )
    weights = sorted(((idf(stem) * (many - 1), stem) for stem, many in count.items() if many > 1), reverse=True)
    total = sum(weight for weight, _ in weights[:SUBJECT_SHARED_STEMS])
    return {stem: weight / total for weight, stem in weights[:SUBJECT_SHARED_STEMS]}


def subjects(passages: Sequence[Passage], question: str) -> dict[int, float]:
    """Return for each citation number how near its source is to the subject, in [0, 1].

    The product of two shares of the best source's: the root of its relevance, and the cosine between its words and
    those of the others, the question's left out, where the more relevant another is the more it counts.
    """
    sources = {p.n: p.source for p in sorted(passages, key=lambda p: (p.n, p.text))}
    relevance = {n: _relevance(one) for n, one in sources.items()}
    asked = content(question)
    words = {n: content(one.source.text) - asked for n, one in sources.items()}
    alike = _shares({n: _likeness(n, words, relevance) for n in words})
    return {n: sqrt(share) * alike[n] for n, share in _shares(relevance).items()}


def newness(passages: Sequence[Passage]) -> dict[int, float]:
    """Return how new each dated source is among them: 1 for the newest, 0 for the oldest."""
    days = {p.n: p.source.source.published for p in passages}
    known = {n: day.toordinal() for n, day in days.items() if day is not None}
    ranks = sorted(set(known.values()))
    return {n: ranks.index(day) / (len(ranks) - 1) if len(ranks) > 1 else 1.0 for n, day in known.items()}


def _likeness(n: int, words: dict[int, frozenset[str]], relevance: dict[int, float]) -> float:
    weights = {m: relevance[m] ** SUBJECT_LEADERS_COUNT_MORE for m in words if m != n}
    total = sum(weights.values())
    alike = (weight * _cosine(words[n], words[m]) for m, weight in weights.items())
    return sum(alike) / total if total else 1.0


def _cosine(a: frozenset[str], b: frozenset[str]) -> float:
    mass = sqrt(_squares(a) * _squares(b))
    return _squares(a & b) / mass if mass else 0.0


def _squares(stems: frozenset[str]) -> float:
    return sum(idf(stem) ** 2 for stem in sorted(stems))


def _shares(values: dict[int, float]) -> dict[int, float]:
    most = max(values.values(), default=0.0)
    return {n: value / most if most else 1.0 for n, value in values.items()}


def _relevance(source: ScoredSource) -> float:
    return next((axis.value for axis in source.axes if axis.name == "relevance"), 1.0)
