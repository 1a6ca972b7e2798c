"""Group sentences under headings that are the sources' own words.

A heading is a noun phrase of one or two words that several of the sentences share. Candidate phrases are
stretches of content words between function words and punctuation (Rose et al. 2010, RAKE), taken only where
a determiner or preposition stands before and none of the stretch is cut off behind: there nouns stand, or the verb
after them, which is known by its form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from wellsourced_core import lexicon
from wellsourced_core.patterns import compiled
from wellsourced_core.text import QUALIFIERS, STOP_WORDS, content, idf, stem_of
from wellsourced_core.values import frozen
from writer.quotable_sentences import Place, Sentence
from writer.thresholds import (
    NOUN_PHRASE_RUN_WORDS,
    SENTENCES_PER_TOPIC,
    TOPIC_FEWEST_SENTENCES,
    TOPIC_MOST_COUNTED,
    TOPIC_MOST_SHARE,
    TOPIC_NEAR,
    TOPIC_OF_TWO_WORDS,
    TOPIC_WORD_MOST_WEIGHT,
)

_TOKEN = compiled(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[0-9]+|[^\w\s]")
_BEFORE_NOUN = lexicon.words("before a noun")
_FUNCTION_WORDS = STOP_WORDS | QUALIFIERS
BLAND = lexicon.words("no topics")
_PASTS = lexicon.words("irregular pasts")


Stems = tuple[str, ...]


@frozen
class Topic:
    """Sentences under one heading; ``heading`` is "" where they share no phrase."""

    heading: str
    sentences: tuple[Sentence, ...]


def topics(found: Sequence[Sentence], material: Sequence[Sentence], question: str) -> list[Topic]:
    """Group the found sentences into topics, about one for three, strongest phrase first.

    A phrase must be shared by two sentences of the whole material. What holds no chosen phrase goes to the
    topic it has most words in common with; what fits none, or would be alone under its heading, goes to a
    last topic without a heading.
    """
    asked = content(question)
    # Alone, the last word of a longer stretch may be its verb ("the river rises"): it has to be a noun elsewhere.
    nouns = frozenset[Stems]().union(*(_nouns(s.text) for s in material))
    everywhere = Counter(stems for s in material for stems in _phrases(s.text) if len(stems) == 2 or stems in nouns)
    own = {s.place: _phrases(s.text) for s in found}
    left = [s.place for s in found]
    picked: list[tuple[Stems, str]] = []
    for _ in range(len(found) // SENTENCES_PER_TOPIC):
        counts = Counter(stems for place in left for stems in own[place])
        worth = {
            stems: _worth(stems, count, everywhere[stems], asked)
            for stems, count in counts.items()
            if everywhere[stems] >= TOPIC_FEWEST_SENTENCES
            and count <= max(TOPIC_FEWEST_SENTENCES, TOPIC_MOST_SHARE * len(found))
            and not asked.issuperset(stems)
            and not any(stem in stems for earlier, _ in picked for stem in earlier)
        }
        if not worth:
            break
        best = min(worth, key=lambda stems: (-worth[stems], stems))
        surfaces = Counter(phrases[best] for s in material if best in (phrases := _phrases(s.text)))
        picked.append((best, min(surfaces, key=lambda text: (-surfaces[text], text))))
        left = [place for place in left if best not in own[place]]
    return _grouped(found, own, picked, asked)


def _worth(stems: Stems, here: int, everywhere: int, asked: frozenset[str]) -> float:
    fresh = sum(min(idf(stem), TOPIC_WORD_MOST_WEIGHT) for stem in stems if stem not in asked) / len(stems)
    # Two words name a topic better than one; beyond a handful of sentences it is not more of a topic.
    counted = min(here, TOPIC_MOST_COUNTED) + min(everywhere, TOPIC_MOST_COUNTED) / 2
    return counted * fresh * (TOPIC_OF_TWO_WORDS if len(stems) == 2 else 1.0)


def _grouped(
    found: Sequence[Sentence],
    own: dict[Place, dict[Stems, str]],
    picked: Sequence[tuple[Stems, str]],
    asked: frozenset[str],
) -> list[Topic]:
    groups: list[list[Sentence]] = [[] for _ in picked]
    homeless: list[Sentence] = []
    for sentence in found:
        at = next((i for i, (stems, _) in enumerate(picked) if stems in own[sentence.place]), None)
        (homeless if at is None else groups[at]).append(sentence)
    vocabularies = [frozenset(stem for s in group for stem in s.stems) - asked for group in groups]
    rest: list[Sentence] = []
    for sentence in homeless:
        stems = sorted(frozenset(sentence.stems))
        shared = [sum(idf(t) for t in stems if t in vocabulary) for vocabulary in vocabularies]
        best = max(range(len(shared)), key=lambda i: (shared[i], -i), default=None)
        fits = best is not None and shared[best] >= TOPIC_NEAR * sum(idf(t) for t in stems)
        (groups[best] if best is not None and fits else rest).append(sentence)
    rest += (s for group in groups if len(group) < TOPIC_FEWEST_SENTENCES for s in group)
    named = [
        Topic(picked[i][1], tuple(group)) for i, group in enumerate(groups) if len(group) >= TOPIC_FEWEST_SENTENCES
    ]
    return [*named, Topic("", tuple(rest))] if rest else named


@lru_cache(maxsize=4096)
def _phrases(text: str) -> dict[Stems, str]:
    """Return the noun phrases of a sentence, of two words and of one: stems -> as first written."""
    found: dict[Stems, str] = {}
    for run in _runs(text):
        for words in (run[-2:], run[-1:]):
            lowered = [word.lower() for word in words]
            verbal = lowered[-1] in _PASTS or lowered[-1].endswith("ed" if len(words) == 2 else ("ed", "ing"))
            stems = tuple(stem_of(word) for word in lowered)
            if all(stems) and BLAND.isdisjoint(lowered) and not verbal:
                found.setdefault(stems, " ".join(words))
    return found


@lru_cache(maxsize=4096)
def _nouns(text: str) -> frozenset[Stems]:
    """Return the words that stand alone behind a determiner or preposition."""
    return frozenset((stem_of(run[0].lower()),) for run in _runs(text) if len(run) == 1)


def _runs(text: str) -> Iterator[list[str]]:
    """Yield the stretches of at most three content words that a determiner or preposition stands before."""
    tokens = _TOKEN.findall(text)
    lowered = [token.lower() for token in tokens]
    start = 0
    while start < len(tokens):
        end = start
        while end < len(tokens) and _is_content(lowered[end]):
            end += 1
        if 0 < start < end <= start + NOUN_PHRASE_RUN_WORDS and lowered[start - 1] in _BEFORE_NOUN:
            yield tokens[start:end]
        start = max(end, start + 1)


def _is_content(word: str) -> bool:
    return len(word) > 2 and word[0].isalpha() and word not in _FUNCTION_WORDS and not word.endswith("ly")
