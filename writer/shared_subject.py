"""Tell how far each source is about an article's subject, and does not only share the question's words.

A page on pool heaters has every word of a question on heat pumps in houses. What it lacks are the other words that the
sources on the question share with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt

from wellsourced_core.model import Passage, ScoredSource
from wellsourced_core.text import content, host_of, idf, terms
from wellsourced_core.values import frozen
from writer.thresholds import (
    SOURCE_ON_SUBJECT,
    SUBJECT_FEWEST_OTHERS,
    SUBJECT_HARDLY_NAMED,
    SUBJECT_LEADERS_COUNT_MORE,
    SUBJECT_NAMED_BY,
    SUBJECT_NAMED_OFTEN,
    SUBJECT_NEAR_COUNT_MORE,
    SUBJECT_SHARED_STEMS,
)


@frozen
class Shelf:
    """What is known of an article's sources, by citation number.

    ``near`` is how near each is to the subject, ``newness`` how new it is among those with a date, both in [0, 1].
    ``ages`` says how many days older each is than the newest on the subject.
    ``shared`` are the stems beyond the question that several sources on the subject have, with their weights: together
    they are 1, and what has many of them says what all speak of.
    """

    near: Mapping[int, float]
    shared: Mapping[str, float]
    newness: Mapping[int, float]
    ages: Mapping[int, int]
    titles: Mapping[int, str]
    hosts: Mapping[int, str]


def shelf_of(passages: Sequence[Passage], question: str) -> Shelf:
    """Read the sources of some passages."""
    sources = {p.n: p.source.source for p in sorted(passages, key=lambda p: (p.n, p.text))}
    titles = {n: one.title for n, one in sources.items()}
    hosts = {n: host_of(one.url).removeprefix("www.") for n, one in sources.items()}
    near = subjects(passages, question)
    texts = {n: one.text for n, one in sources.items()}
    return Shelf(near, _shared(texts, near, question), newness(passages), _ages(passages, near), titles, hosts)


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
    """Return for each citation number how near its source is to the subject, in [0, 1]; 0 for one without it.

    The product of three shares of the best source's: the root of its relevance; the likeness of its words and those of
    the others, the question's left out, where the more relevant another is the more it counts; and the same, each word
    by how often it stands there, where the nearer another is the more it counts.
    """
    sources = {p.n: p.source for p in sorted(passages, key=lambda p: (p.n, p.text))}
    relevance = {n: _relevance(one) for n, one in sources.items()}
    asked = content(question)
    counts = {n: Counter(terms(f"{one.source.text} {one.source.title}").stems) for n, one in sources.items()}
    titled = {n: content(one.source.title) for n, one in sources.items()}
    words = {n: content(one.source.text) - asked for n, one in sources.items()}
    once = {n: {stem: idf(stem) for stem in sorted(own)} for n, own in words.items()}
    often = {n: {stem: idf(stem) * (1 + log(counts[n][stem] or 1)) for stem in once[n]} for n in once}
    alike = _shares(_likeness(once, {n: share**SUBJECT_LEADERS_COUNT_MORE for n, share in relevance.items()}))
    near = _shares({n: sqrt(share) * alike[n] for n, share in _shares(relevance).items()})
    again = _shares(_likeness(often, {n: share**SUBJECT_NEAR_COUNT_MORE for n, share in near.items()}))
    near = {n: share * again[n] for n, share in near.items()}
    return {n: 0.0 if _lacks_subject(n, counts, titled, near, asked) else share for n, share in near.items()}


def _lacks_subject(
    n: int,
    counts: Mapping[int, Counter[str]],
    titled: Mapping[int, frozenset[str]],
    near: Mapping[int, float],
    asked: frozenset[str],
) -> bool:
    """Tell whether a source hardly names what all others do, in its title neither: "dahlia", in one on begonias.

    That is the rarest word of the question that stands several times in nearly all others on the subject.
    """
    others = {m: share for m, share in near.items() if m != n and share >= SOURCE_ON_SUBJECT}
    total = sum(others.values())
    if len(others) < SUBJECT_FEWEST_OTHERS:
        return False
    told = [
        (idf(stem), stem)
        for stem in sorted(asked)
        if sum(share * min(1.0, counts[m][stem] / SUBJECT_NAMED_OFTEN) for m, share in others.items())
        >= SUBJECT_NAMED_BY * total
    ]
    return bool(told) and counts[n][max(told)[1]] <= SUBJECT_HARDLY_NAMED and max(told)[1] not in titled[n]


def newness(passages: Sequence[Passage]) -> dict[int, float]:
    """Return how new each dated source is among them: 1 for the newest, 0 for the oldest."""
    days = {p.n: p.source.source.published for p in passages}
    known = {n: day.toordinal() for n, day in days.items() if day is not None}
    ranks = sorted(set(known.values()))
    return {n: ranks.index(day) / (len(ranks) - 1) if len(ranks) > 1 else 1.0 for n, day in known.items()}


def _ages(passages: Sequence[Passage], near: Mapping[int, float]) -> dict[int, int]:
    days = {p.n: p.source.source.published for p in passages}
    known = {n: day.toordinal() for n, day in days.items() if day is not None}
    newest = max((day for n, day in known.items() if near[n] >= SOURCE_ON_SUBJECT), default=0)
    return {n: max(0, newest - day) for n, day in known.items()}


def _likeness(words: Mapping[int, Mapping[str, float]], counts: Mapping[int, float]) -> dict[int, float]:
    """Return how like the others each source is, in the mean of the cosines, each by how much the other ``counts``."""
    length = {n: sqrt(sum(weight**2 for weight in own.values())) for n, own in words.items()}

    def cosine(n: int, m: int) -> float:
        common = sum(weight * words[m].get(stem, 0.0) for stem, weight in words[n].items())
        return common / (length[n] * length[m]) if common else 0.0

    alike = {}
    for n in words:
        total = sum(weight for m, weight in counts.items() if m != n)
        alike[n] = sum(weight * cosine(n, m) for m, weight in counts.items() if m != n) / total if total else 1.0
    return alike


def _shares(values: dict[int, float]) -> dict[int, float]:
    most = max(values.values(), default=0.0)
    return {n: value / most if most else 1.0 for n, value in values.items()}


def _relevance(source: ScoredSource) -> float:
    return next((axis.value for axis in source.axes if axis.name == "relevance"), 1.0)
