"""A text as a vector without a model: feature hashing of stems and character trigrams."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from zlib import crc32

from wellsourced_core.text import idf, terms

# Any function from a text to a vector of fixed length may stand in its place.
Embedder = Callable[[str], Sequence[float]]
DIMENSION = 512
_TRIGRAM_SHARE = 0.3
_LONGEST = 50_000


def hashed(text: str) -> Sequence[float]:
    """Return a vector of 512 numbers and length 1 (or 0 for a text without a term).

    A stem weighs idf x (1 + ln(count)); its character trigrams share .3 of that, so that forms of a word
    that no stemmer joins still meet. A feature's place and sign come from its CRC-32.
    Source: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, ICML 2009.
    """
    vector = array("d", bytes(8 * DIMENSION))
    for stem, count in Counter(terms(text[:_LONGEST]).stems).items():
        weight = idf(stem) * (1.0 + math.log(count))
        for place, share in _features(stem):
            vector[place] += share * weight
    length = math.sqrt(math.fsum(value * value for value in vector))
    return [value / length for value in vector] if length else list(vector)


@lru_cache(maxsize=50_000)
def _features(stem: str) -> tuple[tuple[int, float], ...]:
    marked = f"^{stem}$"
    trigrams = [marked[i : i + 3] for i in range(len(marked) - 2)] if len(stem) > 2 else []
    features = [(stem, 1.0 - _TRIGRAM_SHARE)]
    features += [(f"#{trigram}", _TRIGRAM_SHARE / math.sqrt(len(trigrams))) for trigram in trigrams]
    return tuple(_place(feature, share) for feature, share in features)


def _place(feature: str, share: float) -> tuple[int, float]:
    digest = crc32(feature.encode("utf-8", "replace"))
    return digest % DIMENSION, share if digest & 0x80000000 else -share
