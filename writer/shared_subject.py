"""Tell what is known of the sources of an article: how near its subject each is, how new, which words they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf

from wellsourced_core.model import Passage, ScoredSource
from wellsourced_core.nearness import Page, nearness, own_subjects
from wellsourced_core.text import content, host_of, idf
from wellsourced_core.thresholds import ON_SUBJECT
from wellsourced_core.values import frozen
from writer.sellers import sells
from writer.thresholds import SUBJECT_SHARED_STEMS


@frozen
class Shelf:
    """What is known of an article's sources, by citation number.

    ``near`` is how near each is to the subject, ``newness`` how new it is among those with a date, both in [0, 1].
    ``ages`` says how many days older each is than the newest on the subject.
    ``shared`` are the stems beyond the question that several sources on the subject have, with their weights: together
    they are 1, and what has many of them says what all speak of. ``shops`` sell what they speak of, ``apart`` are pages
    with a subject of their own.
    """

    near: Mapping[int, float]
    shared: Mapping[str, float]
    newness: Mapping[int, float]
    ages: Mapping[int, int]
    titles: Mapping[int, str]
    hosts: Mapping[int, str]
    shops: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()

    def days_newer(self, n: int, *, than: int) -> float:
        """Return how many days newer a source with a date is than another; than one without, any is newer."""
        return self.ages.get(than, inf) - self.ages[n]


def shelf_of(passages: Sequence[Passage], question: str) -> Shelf:
    """Read the sources of some passages."""
    sources = {p.n: p.source.source for p in sorted(passages, key=lambda p: (p.n, p.text))}
    titles = {n: one.title for n, one in sources.items()}
    hosts = {n: host_of(one.url).removeprefix("www.") for n, one in sources.items()}
    near = subjects(passages, question)
    texts = {n: one.text for n, one in sources.items()}
    shops = frozenset(n for n, one in sources.items() if sells(one))
    pages = [Page(titles[n], texts[n], 1.0) for n in sources]
    own = own_subjects(pages, question)
    apart = frozenset(n for i, n in enumerate(sources) if i in own)
    ages = _ages(passages, near)
    return Shelf(near, _shared(texts, near, question), newness(passages), ages, titles, hosts, shops, apart)


def _shared(texts: Mapping[int, str], near: Mapping[int, float], question: str) -> dict[str, float]:
    """Return the heaviest stems that two sources on the subject have, or more, each by its idf and by how many."""
    asked = content(question)
    count = Counter(
        stem for n, text in sorted(texts.items()) if near[n] >= ON_SUBJECT for stem in content(text) - asked
    )
    weights = sorted(((idf(stem) * (many - 1), stem) for stem, many in count.items() if many > 1), reverse=True)
    total = sum(weight for weight, _ in weights[:SUBJECT_SHARED_STEMS])
    return {stem: weight / total for weight, stem in weights[:SUBJECT_SHARED_STEMS]}


def subjects(passages: Sequence[Passage], question: str) -> dict[int, float]:
    """Return for each citation number how near its source is to the subject, in [0, 1]; 0 for one without it."""
    sources = {p.n: p.source for p in sorted(passages, key=lambda p: (p.n, p.text))}
    pages = [Page(one.source.title, one.source.text, _relevance(one)) for one in sources.values()]
    return dict(zip(sources, nearness(pages, question), strict=True))


def newness(passages: Sequence[Passage]) -> dict[int, float]:
    """Return how new each dated source is among them: 1 for the newest, 0 for the oldest."""
    days = {p.n: p.source.source.published for p in passages}
    known = {n: day.toordinal() for n, day in days.items() if day is not None}
    ranks = sorted(set(known.values()))
    return {n: ranks.index(day) / (len(ranks) - 1) if len(ranks) > 1 else 1.0 for n, day in known.items()}


def _ages(passages: Sequence[Passage], near: Mapping[int, float]) -> dict[int, int]:
    days = {p.n: p.source.source.published for p in passages}
    known = {n: day.toordinal() for n, day in days.items() if day is not None}
    newest = max((day for n, day in known.items() if near[n] >= ON_SUBJECT), default=0)
    return {n: max(0, newest - day) for n, day in known.items()}


def _relevance(source: ScoredSource) -> float:
    return next((axis.value for axis in source.axes if axis.name == "relevance"), 1.0)
