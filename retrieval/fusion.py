"""Merge ranked lists."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url
from wellsourced_core.values import field, mutable, replace

RANK_CONSTANT = 60


@mutable
class _Merged:
    """One page as the lists gave it: its ranks, and (rank, source) of every mention."""

    ranks: list[int] = field(default_factory=list)
    mentions: list[tuple[int, Source]] = field(default_factory=list)


def fuse(rankings: Sequence[Sequence[Source]], k: int = RANK_CONSTANT) -> tuple[Source, ...]:
    """Fuse rankings by reciprocal rank fusion: score = sum over the lists of 1 / (k + rank), rank from 1.

    Sources with one canonical URL are one page (without a URL: one id); inside a list it counts once, at its
    best rank, and takes up one rank. Ties: the better best rank, then the canonical URL. The order of the
    lists changes nothing. Of a page's mentions the one with the longest text stands for it, and gets a date
    from the others where it has none.
    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion, SIGIR 2009.
    """
    pages: dict[str, _Merged] = {}
    for ranking in rankings:
        seen: dict[str, int] = {}
        for source in ranking:
            key = page_key(source)
            merged = pages.setdefault(key, _Merged())
            if key not in seen:
                seen[key] = len(seen) + 1
                merged.ranks.append(seen[key])
            merged.mentions.append((seen[key], source))

    def order(page: tuple[str, _Merged]) -> tuple[float, int, str]:
        key, merged = page
        return -math.fsum(1 / (k + rank) for rank in merged.ranks), min(merged.ranks), key

    return tuple(_represent(merged) for _, merged in sorted(pages.items(), key=order))


def page_key(source: Source) -> str:
    """Return what makes a source the same page as another: its canonical URL, or its id without a URL."""
    return canonical_url(source.url) or f"id:{source.id}"


def _represent(merged: _Merged) -> Source:
    mentions = sorted(
        merged.mentions,
        key=lambda m: (-len(m[1].text), m[0], m[1].id, repr(m[1])),
    )
    best = mentions[0][1]
    if best.published is None:
        dated = sorted((rank, s.published) for rank, s in mentions if s.published is not None)
        best = replace(best, published=dated[0][1]) if dated else best
    return best
