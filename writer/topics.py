"""Group sentences under headings that are the sources' own words.

A heading is a noun phrase of one or two words that several of the sentences share. Candidate phrases are
stretches of content words between function words and punctuation (Rose et al. 2010, RAKE), taken only where
a determiner or preposition stands before and none of the stretch is cut off behind: there nouns stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wellsourced.core.text import STOP_WORDS, content, idf, stem_of
from writer.sentences import Sentence

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[0-9]+|[^\w\s]")
_BEFORE_NOUN = frozenset(
    "a an the of in on at for by with from between among against during on under over through their its his"
    " her our this these those some many fewer all every no".split()
)
# Words that are no topic of their own, whatever their idf.
BLAND = frozenset(
    "study studies research researchers scientists experts people year years time times way ways part"
    " parts number numbers amount percent per cent result results effect effects impact impacts use uses"
    " used using new many evidence author authors report reports data analysis example case cases level"
    " levels fact total average range increase decrease increased decreased higher lower greater small"
    " smaller large larger group groups types type different several first second world country countries"
    " day days month months hour hours minutes place things million billion thousand hundred january"
    " february march april may june july august september october november december end start view order"
    " term terms area areas period end source sources same kind kinds lot set".split()
)
_FEWEST = 2
_PER_TOPIC = 4
_MOST_SHARED = 0.6


@dataclass(frozen=True, slots=True)
class Topic:
    """Sentences under one heading; ``heading`` is "" where they share no phrase."""

    heading: str
    sentences: tuple[Sentence, ...]


def topics(found: Sequence[Sentence], question: str) -> list[Topic]:
    """Group sentences (heads only; what leans on them follows them) into topics, strongest phrase first.

    About one topic per four sentences. What shares no phrase goes to the topic it has most words in
    common with, else to a last topic without a heading.
    """
    asked = content(question)
    phrases = {s.place: frozenset(_phrases(s.text)) for s in found}
    open_places = [s.place for s in found]
    picked: list[tuple[tuple[str, ...], str]] = []
    for _ in range(len(found) // _PER_TOPIC):
        counts = Counter(stems for place in open_places for stems in {p[0] for p in phrases[place]})
        useful = [
            stems
            for stems, count in counts.items()
            if _FEWEST <= count <= max(_FEWEST, _MOST_SHARED * len(found))
            and not asked.issuperset(stems)
            and not any(used in stems for earlier, _ in picked for used in earlier)
        ]
        if not useful:
            break
        best = min(useful, key=lambda stems: (-_worth(stems, counts[stems], asked), stems))
        surfaces = Counter(text for place in open_places for stems, text in phrases[place] if stems == best)
        picked.append((best, min(surfaces, key=lambda text: (-surfaces[text], text))))
        open_places = [place for place in open_places if best not in {p[0] for p in phrases[place]}]
    return _grouped(found, phrases, picked)


def _worth(stems: tuple[str, ...], count: int, asked: frozenset[str]) -> float:
    fresh = [min(idf(stem), 9.0) for stem in stems if stem not in asked]
    # Two words name a topic better than one; beyond five sentences a phrase is not more of a topic.
    return min(count, 5) * sum(fresh) / len(stems) * (1.3 if len(stems) == 2 else 1.0)


def _grouped(
    found: Sequence[Sentence],
    phrases: dict[tuple[int, int, int], frozenset[tuple[tuple[str, ...], str]]],
    picked: Sequence[tuple[tuple[str, ...], str]],
) -> list[Topic]:
    groups: list[list[Sentence]] = [[] for _ in picked]
    left: list[Sentence] = []
    for sentence in found:
        own = {stems for stems, _ in phrases[sentence.place]}
        at = next((i for i, (stems, _) in enumerate(picked) if stems in own), None)
        (left if at is None else groups[at]).append(sentence)
    vocabularies = [frozenset(stem for s in group for stem in s.stems) for group in groups]
    rest: list[Sentence] = []
    for sentence in left:
        shared = [sum(idf(t) for t in sorted(v.intersection(sentence.stems))) for v in vocabularies]
        best = max(range(len(shared)), key=lambda i: (shared[i], -i), default=None)
        fits = best is not None and shared[best] > 0.35 * sum(idf(t) for t in sentence.stems)
        (groups[best] if best is not None and fits else rest).append(sentence)
    named = [Topic(text, tuple(group)) for (_, text), group in zip(picked, groups, strict=True)]
    return [*named, Topic("", tuple(rest))] if rest else named


def _phrases(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the noun phrases of a sentence: (stems, as written), two words and one."""
    tokens = _TOKEN.findall(text)
    lowered = [token.lower() for token in tokens]
    start = 0
    while start < len(tokens):
        if not _is_content(lowered[start]):
            start += 1
            continue
        end = start
        while end < len(tokens) and _is_content(lowered[end]):
            end += 1
        introduced = start > 0 and lowered[start - 1] in _BEFORE_NOUN
        if introduced and end - start <= 3:
            for size in (2, 1):
                words = lowered[end - size : end]
                stems = tuple(stem_of(word) for word in words)
                verbal = size == 1 and words[0].endswith(("ed", "ing"))
                if end - size >= start and all(stems) and BLAND.isdisjoint(words) and not verbal:
                    yield stems, " ".join(tokens[end - size : end])
        start = end


def _is_content(word: str) -> bool:
    return len(word) > 2 and word[0].isalpha() and word not in STOP_WORDS and not word.endswith("ly")
