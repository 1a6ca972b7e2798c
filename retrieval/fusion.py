"""Merge ranked lists."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date

from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url
from wellsourced_core.values import field, mutable, replace

RANK_CONSTANT = 60


@mutable
class _Merged:
    """One page as the lists gave it: its ranks, and (rank, source) of every mention."""

    ranks: list[int] = field(default_factory=list)
    mentions: list[tuple[int, Source]] = field(default_factory=list)


Choose = Callable[[Sequence[Source]], Source]


def fuse(
    rankings: Sequence[Sequence[Source]], k: int = RANK_CONSTANT, choose: Choose | None = None
) -> tuple[Source, ...]:
    """Fuse rankings by reciprocal rank fusion: score = sum over the lists of 1 / (k + rank), rank from 1.

    Sources with one canonical URL are one page (without a URL: one id); inside a list it counts once, at its
    best rank, and takes up one rank. Ties: the better best rank, then the canonical URL. The order of the
    lists changes nothing. Of a page's mentions the one with the longest text stands for it; where their titles,
    texts or dates differ, ``choose`` may name another. One without a date gets it from the others, first the one that
    a provider gave.
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

    return tuple(_represent(merged, choose) for _, merged in sorted(pages.items(), key=order))


def page_key(source: Source) -> str:
    """Return what makes a source the same page as another: its canonical URL, or its id without a URL."""
    return canonical_url(source.url) or f"id:{source.id}"


def _represent(merged: _Merged, choose: Choose | None) -> Source:
    mentions = sorted(
        merged.mentions,
        key=lambda m: (-len(m[1].text), m[0], m[1].id, repr(m[1])),
    )
    days = sorted((bool(s.dated_by), rank, s.published, s.dated_by) for rank, s in mentions if s.published is not None)
    versions: dict[tuple[str, str, date | None], Source] = {}
    for _, mention in mentions:
        source = mention
        if days and (source.published is None or (source.dated_by and not days[0][0])):
            source = replace(source, published=days[0][2], dated_by=days[0][3])
        versions.setdefault((source.title, source.text, source.published), source)
    found = tuple(versions.values())
    return choose(found) if choose is not None and len(found) > 1 else found[0]
