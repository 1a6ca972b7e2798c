"""Parse a draft once: structure, lists, markers, style, and the sentence each marker stands behind."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from operator import itemgetter

from audit.parsing.brackets import is_uncertain
from audit.parsing.citation_style import commonest_shape, diagnose
from audit.parsing.dialects import OPENING
from audit.parsing.markdown import Block, blank, structure
from audit.parsing.markers import Zone, find_markers, group_of
from audit.parsing.mentions import find_mentions, find_strangers
from audit.parsing.reference_lists import ReferenceList, apart, by_position, find_lists
from audit.parsing.run_on_lists import tell_entry_numbers
from audit.reading.quoted_words import typeset
from audit.thresholds import SENTENCE_CLOSER_CHARACTERS
from wellsourced_core.lexicon import words
from wellsourced_core.model import Draft, Label, Marker, Reference, Scope
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, canonical_url, sentences, visible
from wellsourced_core.values import replace

# Emphasis, footnote marks that match no footnote, and the tags that Gemini puts around a cited passage.
_UNSEEN = compiled(
    r"\[\^[^\]\[\s]{1,80}\]|\[cite_(?:start|end)\]|\*\*|__|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])|\\(?=[\[\]*_#>`~|$])|`"
)

# What Markdown, HTML and TeX raise, as a reader sees it: "m^2^", "m<sup>2</sup>" and "m$^2$" are "m²".
_RAISED = compiled(
    r"<sup>[ \t]?(?P<html>[−-]?[0-9]{1,4})[ \t]?</sup>|(?<=\S)\^(?P<caret>[−-]?[0-9]{1,4})\^"
    r"|\$\^(?:\{(?P<group>[−-]?[0-9]{1,4})\}|(?P<tex>[0-9]))\$",
    re.IGNORECASE,
)
_RAISE = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
# Raised digits behind a year or the end of a clause are a footnote's number, even if no footnote has it.
_NOTE = compiled(r"(?<![\w.,])((?:1[5-9]|20)[0-9]{2})[⁰¹²³⁴-⁹]+(?!\w)|([.,;:!?%)”\"»])[⁰¹²³⁴-⁹]+(?!\w)")
# Struck-out text is not part of the claim: "~~41~~ 42".
_STRUCK = compiled(
    r"~~(?=\S)[^~]{1,1000}(?<=\S)~~"
    r"|<(?P<tag>del|s|strike)>(?:[^<>]|<(?!/?(?:del|s|strike)\b)[^<>]{1,200}>){0,1000}+</(?P=tag)>",
    re.IGNORECASE,
)

# Between two sentences that no white space parts: the dash of a list item, and a marker without a full stop.
_DASHED = compiled(r"(?<=[.:;!?])-\s+(?=\S)")
_OPENER = compiled(r"[ \t]{1,400}([^\W\d_a-z][^\W\d_]{1,40})")
_CLOSER = compiled(r"((?<![^\W\d_])[^\W\d_]+|[0-9%)\]”\"’»])\s*$")
_OPENERS = STOP_WORDS | words("connectives")

# Quotation marks in code quote nobody: "`x = 'a b c d e'`". But ``...'' is how TeX writes quotation marks.
_CODE = compiled(r"(?<!`)`[^`]+`(?!`)|(?<!`)``(?!`)(?:[^`']|'(?!')|`(?!`)){1,1000}``(?!`)")
_CODE_QUOTES = compiled(r"(?<!\w)['‘‚]|['’](?!\w)|[\"“”„«»‹›]")


def parse(
    text: str,
    source_labels: frozenset[Label] = frozenset(),
    source_urls: frozenset[str] = frozenset(),
    *,
    mentions: bool = True,
) -> Draft:
    """Read a Markdown draft. Labels and canonical URLs of a sources file count where no list defines them.

    ``mentions`` says whether to look for citations in words, without a marker.
    """
    shape = structure(text)
    lists, notes = apart(by_position(find_lists(text, shape), source_labels))
    known = frozenset(label for found in lists for label in found.labels) or source_labels
    zones = [Zone(entry.start, entry.end) for found in lists for entry in found.entries]
    candidates = find_markers(text, shape, zones, known | notes, list(_asides(lists)))
    noted = {(m.start, m.end) for m in candidates if any(ref.label in notes for ref in m.refs)} if notes else set()
    candidates = tuple(m for m in candidates if (m.start, m.end) not in noted) if noted else candidates
    headings = [(block.start, block.level) for block in shape.blocks if block.level]
    candidates = tell_entry_numbers(text, candidates, shape.blocks)
    read = diagnose(candidates, lists, source_labels, source_urls, headings, len(text))
    markers, unread = read.judged, read.unread
    openings = [found.span() for found in OPENING.finditer(shape.visible)]
    read_off = ((m.start, m.end) for m in chain(markers, unread) if not is_uncertain(m))
    prose = blank(shape.visible, chain(read_off, noted, openings, ((z.start, z.end) for z in zones)))
    references = _references(lists)
    given = bool(source_labels or source_urls)
    in_words = find_mentions(text, prose, read, candidates, references, given) if mentions else ()
    found, block_of = _sentences(prose, shape.blocks, markers)
    places = _places(prose, found, block_of, shape.blocks, markers)
    strangers = _alone(find_strangers(text, prose, read, references), found, places) if mentions and markers else ()
    return Draft(
        text=text,
        prose=prose,
        markers=_placed(markers, places, group_of(markers, text)),
        unread=tuple(sorted((*unread, *in_words, *strangers), key=_by_start)),
        references=references,
        scopes=read.scopes,
        style=read.style if markers or unread else replace(read.style, markers=commonest_shape(in_words)),
        sentences=found,
        blocks=tuple((block.start, block.end) for block in shape.blocks),
        block_of=block_of,
        headings=tuple((block.start, block.end) for block in shape.blocks if block.level),
        comments=shape.comments,
        tables=shape.tables,
        uncited=read.uncited,
        collided=read.collided,
        truncated=read.truncated,
        certain=read.certain and not in_words and not openings,
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
    """Return a sentence as a reader sees it: without the given spans (markers), emphasis, entities and extra space.

    Quotation marks in code, struck text and hidden characters are left out too.
    """
    pieces, done = [], 0
    for start, end in spans:
        pieces.append(markdown[done:start])
        done = end
    pieces.append(markdown[done:])
    text = "".join(pieces)
    if "~~" in text or "</" in text:
        text = _STRUCK.sub("", text)
    if "`" in text:
        text = _CODE.sub(lambda code: _CODE_QUOTES.sub(" ", code[0]), text)
    text = typeset(text)
    if "*" in text or "_" in text or "`" in text or "\\" in text or "[^" in text:
        text = _UNSEEN.sub("", text)
    if "^" in text or "<" in text:
        text = _RAISED.sub(_raise, text)
    return " ".join((text if text.isascii() else _NOTE.sub(r"\1\2", visible(text))).split())


def _raise(found: re.Match[str]) -> str:
    return found[found.lastgroup or 0].translate(_RAISE)


def _by_start(marker: Marker) -> tuple[int, int]:
    return marker.start, marker.end


def _placed(markers: Sequence[Marker], places: Sequence[int], groups: Sequence[int]) -> tuple[Marker, ...]:
    """Return the markers, each with the indexes of its sentence and of its group."""
    return tuple(
        Marker(m.start, m.end, m.raw, m.shape, m.refs, m.judged, sentence, group)
        for m, sentence, group in zip(markers, places, groups, strict=True)
    )


def _alone(strangers: Iterable[Marker], found: Sequence[tuple[int, int]], cited: Iterable[int]) -> tuple[Marker, ...]:
    """Return those in whose sentence no marker stands."""
    taken = frozenset(cited)
    return tuple(one for one in strangers if bisect_right(found, one.start, key=itemgetter(0)) - 1 not in taken)


def _asides(lists: Sequence[ReferenceList]) -> Iterator[tuple[int, int]]:
    """Yield the footnotes that are entries beside a numbered list: they may cite its numbers."""
    if any(isinstance(label, int) for found in lists if found.shape != "footnote" for label in found.labels):
        for found in lists:
            if found.shape == "footnote":
                yield from ((entry.start, entry.end) for entry in found.entries)


def _references(lists: Iterable[ReferenceList]) -> tuple[Reference, ...]:
    return tuple(entry for found in lists for entry in found.entries)


def _sentences(
    prose: str, blocks: tuple[Block, ...], markers: Sequence[Marker]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the sentences of all blocks, and which block each stands in."""
    found, block_of = [], []
    cuts = sorted({*_at_dashes(prose), *_behind_markers(prose, markers)})
    for index, block in enumerate(blocks):
        for start, end in sentences(prose[block.start : block.end]):
            for span in _cut(prose, block.start + start, block.start + end, cuts):
                found.append(span)
                block_of.append(index)
    return tuple(found), tuple(block_of)


def _cut(prose: str, start: int, end: int, cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a sentence between the cuts that lie in it: those with a word, without white space around."""
    inside = cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]
    for low, high in pairwise((start, *inside, end)):
        part = prose[low:high]
        if not inside or any(map(str.isalnum, part)):
            yield low + len(part) - len(part.lstrip()), low + len(part.rstrip())


def _at_dashes(prose: str) -> Iterator[int]:
    """Yield where the next item of a list begins whose line breaks were lost: "... in the war .- Most of them"."""
    return (found.end() for found in _DASHED.finditer(prose) if prose[found.end()].isupper())


def _behind_markers(prose: str, markers: Sequence[Marker]) -> Iterator[int]:
    """Yield where a sentence begins behind a marker that closes one without a full stop: "... disorders [5] However".

    A small word has a capital only there: the word before the marker must not be one ("according to [5] The Hague").
    """
    for marker in markers:
        word = _OPENER.match(prose, marker.end)
        if word and word[1].lower() in _OPENERS:
            closing = _CLOSER.search(prose, max(0, marker.start - SENTENCE_CLOSER_CHARACTERS), marker.start)
            if closing and closing[1].lower() not in _OPENERS:
                yield word.start(1)


def _places(
    prose: str,
    found: Sequence[tuple[int, int]],
    block_of: Sequence[int],
    blocks: tuple[Block, ...],
    markers: Sequence[Marker],
) -> list[int]:
    """Return the sentence of each marker: the one it stands in, else the one it stands behind.

    A marker between two sentences of one block cites for the first one; before a lower-case word ("[3] shows") or at
    the start of a block it cites for the one that follows.
    """
    starts = [start for start, _ in found]
    places = []
    for marker in markers:
        index = bisect_right(starts, marker.start) - 1
        if (index < 0 or marker.start >= found[index][1]) and index + 1 < len(found):
            opens = index < 0 or marker.start > blocks[block_of[index]].end
            leads = marker.start >= blocks[block_of[index + 1]].start
            if index < 0 or (leads and (opens or prose[starts[index + 1]].islower())):
                index += 1
        places.append(index)
    return places
