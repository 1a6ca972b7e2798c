"""Parse a draft once: structure, lists, markers, style, and the sentence each marker stands behind."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from audit.parsing.markdown import Block, blank, structure
from audit.parsing.markers import Zone, find_markers, group_of
from audit.parsing.references import ReferenceList, by_position, find_lists
from audit.parsing.style import diagnose
from wellsourced.core.model import Draft, Label, Marker, Reference, Scope
from wellsourced.core.text import canonical_url, sentences

_EMPHASIS = re.compile(r"\*\*|__|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])|\\(?=[\[\]*_#>`~|])|`")


def parse(text: str, source_labels: frozenset[Label] = frozenset(), source_urls: frozenset[str] = frozenset()) -> Draft:
    """Read a Markdown draft. Labels and canonical URLs of a sources file count where no list defines them."""
    shape = structure(text)
    lists = by_position(find_lists(text, shape), source_labels)
    known = frozenset(label for found in lists for label in found.labels) or source_labels
    zones = [Zone(entry.start, entry.end) for found in lists for entry in found.entries]
    candidates = find_markers(text, shape, zones, known)
    headings = [(block.start, block.level) for block in shape.blocks if block.level]
    read = diagnose(candidates, lists, source_labels, source_urls, headings, len(text))
    markers, unread = read.judged, read.unread
    prose = blank(shape.visible, [*((m.start, m.end) for m in (*markers, *unread)), *((z.start, z.end) for z in zones)])
    spans, block_of = _sentences(prose, shape.blocks)
    placed = _place(prose, spans, block_of, shape.blocks, markers)
    groups = group_of(placed, text)
    return Draft(
        text=text,
        prose=prose,
        markers=tuple(replace(m, group=g) for m, g in zip(placed, groups, strict=True)),
        unread=unread,
        references=_references(lists),
        scopes=read.scopes,
        style=read.style,
        sentences=spans,
        blocks=tuple((block.start, block.end) for block in shape.blocks),
        block_of=block_of,
        headings=tuple((block.start, block.end) for block in shape.blocks if block.level),
        comments=shape.comments,
        uncited=read.uncited,
        collided=read.collided,
        truncated=read.truncated,
        certain=read.certain,
    )


def scope_at(draft: Draft, offset: int) -> Scope:
    """Return the scope that an offset lies in."""
    for scope in draft.scopes:
        if scope.start <= offset < scope.end:
            return scope
    return draft.scopes[-1]


def in_bounds(scope: Scope, label: Label, url: str | None) -> bool:
    """Tell whether a reference is a member of the list: by label, or by address where it has no label."""
    if label is not None:
        return label in scope.labels
    return url is not None and canonical_url(url) in scope.urls


def plain(markdown: str, spans: Iterable[tuple[int, int]] = ()) -> str:
    """Return a sentence as a reader sees it: without the given spans (markers), emphasis and extra space."""
    pieces, done = [], 0
    for start, end in spans:
        pieces.append(markdown[done:start])
        done = end
    pieces.append(markdown[done:])
    return " ".join(_EMPHASIS.sub("", "".join(pieces)).split())


def _references(lists: Iterable[ReferenceList]) -> tuple[Reference, ...]:
    return tuple(entry for found in lists for entry in found.entries)


def _sentences(prose: str, blocks: tuple[Block, ...]) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the sentences of all blocks, and which block each stands in."""
    spans, block_of = [], []
    for index, block in enumerate(blocks):
        for start, end in sentences(prose[block.start : block.end]):
            spans.append((block.start + start, block.start + end))
            block_of.append(index)
    return tuple(spans), tuple(block_of)


def _place(
    prose: str,
    spans: tuple[tuple[int, int], ...],
    of: tuple[int, ...],
    blocks: tuple[Block, ...],
    markers: tuple[Marker, ...],
) -> tuple[Marker, ...]:
    """Give each marker its sentence: the one it stands in, else the one it stands behind.

    ``of`` is the block of each sentence. Between two sentences of one block a marker behind a full stop backs what
    was said; before a lower-case word ("[3] shows") or at the start of a block it belongs to what follows.
    """
    starts = [start for start, _ in spans]
    placed = []
    for marker in markers:
        index = bisect_right(starts, marker.start) - 1
        if (index < 0 or marker.start >= spans[index][1]) and index + 1 < len(spans):
            opens = index < 0 or marker.start > blocks[of[index]].end
            leads = marker.start >= blocks[of[index + 1]].start
            if index < 0 or (leads and (opens or prose[starts[index + 1]].islower())):
                index += 1
        placed.append(replace(marker, sentence=index))
    return tuple(placed)
