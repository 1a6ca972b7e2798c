"""Parse a draft once: structure, lists, markers, style, and the sentence each marker stands behind."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from audit.parsing.brackets import is_uncertain
from audit.parsing.dialects import OPENING
from audit.parsing.markdown import Block, blank, structure
from audit.parsing.markers import Zone, find_markers, group_of
from audit.parsing.mentions import MENTIONS, find_mentions, find_strangers
from audit.parsing.references import ReferenceList, apart, by_position, find_lists
from audit.parsing.style import commonest_shape, diagnose
from audit.views import Markers, Spans, View
from audit.wording.speech import typeset
from wellsourced_core.model import Draft, Label, Marker, Reference, Scope
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url, sentences, visible
from wellsourced_core.values import replace

# Emphasis, marks of notes that cite nothing, and what Gemini sets before a stretch that it cites.
_UNSEEN = compiled(
    r"\[\^[^\]\[\s]{1,80}\]|\[cite_(?:start|end)\]|\*\*|__|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])|\\(?=[\[\]*_#>`~|])|`"
)

# What Markdown, HTML and TeX raise, as a reader sees it: "m^2^", "m<sup>2</sup>" and "m$^2$" are "m²".
_RAISED = compiled(
    r"<sup>[ \t]?(?P<html>[−-]?[0-9]{1,4})[ \t]?</sup>|(?<=\S)\^(?P<caret>[−-]?[0-9]{1,4})\^"
    r"|\$\^(?:\{(?P<group>[−-]?[0-9]{1,4})\}|(?P<tex>[0-9]))\$",
    re.IGNORECASE,
)
_RAISE = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
# Raised behind a year or the end of a clause it is a note's number, whether or not anything has that number.
_NOTE = compiled(r"(?<![\w.,])((?:1[5-9]|20)[0-9]{2})[⁰¹²³⁴-⁹]+(?!\w)|([.,;:!?%)”\"»])[⁰¹²³⁴-⁹]+(?!\w)")
# Struck text says nothing: "~~41~~ 42".
_STRUCK = compiled(
    r"~~(?=\S)[^~]{1,1000}(?<=\S)~~"
    r"|<(?P<tag>del|s|strike)>(?:[^<>]|<(?!/?(?:del|s|strike)\b)[^<>]{1,200}>){0,1000}+</(?P=tag)>",
    re.IGNORECASE,
)

# Code quotes nobody: "`x = 'a b c d e'`". Two grave accents with '' behind them are TeX's quotation marks.
_CODE = compiled(r"(?<!`)`[^`]+`(?!`)|(?<!`)``(?!`)(?:[^`']|'(?!')|`(?!`)){1,1000}``(?!`)")
_CODE_QUOTES = compiled(r"(?<!\w)['‘‚]|['’](?!\w)|[\"“”„«»‹›]")

_SENTENCES_CACHE = 128  # each rule asks for them anew


def parse(
    text: str,
    source_labels: frozenset[Label] = frozenset(),
    source_urls: frozenset[str] = frozenset(),
    *,
    mentions: bool = True,
) -> Draft:
    """Read a Markdown draft. Labels and canonical URLs of a sources file count where no list defines them.

    ``mentions`` says whether to look for what cites in words, without a marker.
    """
    shape = structure(text)
    lists, notes = apart(by_position(find_lists(text, shape), source_labels))
    known = frozenset(label for found in lists for label in found.labels) or source_labels
    zones = [Zone(entry.start, entry.end) for found in lists for entry in found.entries]
    candidates = find_markers(text, shape, zones, known | notes, list(_asides(lists)))
    noted = {(m.start, m.end) for m in candidates if any(ref.label in notes for ref in m.refs)} if notes else set()
    candidates = tuple(m for m in candidates if (m.start, m.end) not in noted) if noted else candidates
    headings = [(block.start, block.level) for block in shape.blocks if block.level]
    read = diagnose(candidates, lists, source_labels, source_urls, headings, len(text))
    markers, unread = read.judged, read.unread
    openings = [found.span() for found in OPENING.finditer(shape.visible)]
    read_off = ((m.start, m.end) for m in chain(markers, unread) if not is_uncertain(m))
    prose = blank(shape.visible, chain(read_off, noted, openings, ((z.start, z.end) for z in zones)))
    references = _references(lists)
    given = bool(source_labels or source_urls)
    in_words = find_mentions(text, prose, read, candidates, references, given) if mentions else ()
    spans, block_of = _sentences(prose, shape.blocks)
    places = _places(prose, spans, block_of, shape.blocks, markers)
    groups = group_of(markers, text)
    strangers = _alone(find_strangers(text, prose, read, references), spans, places) if mentions and markers else ()
    return Draft(
        text=text,
        prose=prose,
        markers=Markers(text, markers, places, groups),
        unread=tuple(sorted((*unread, *in_words, *strangers), key=_by_start)),
        references=references,
        scopes=read.scopes,
        style=read.style if markers or unread else replace(read.style, markers=commonest_shape(in_words)),
        sentences=spans,
        blocks=_spans(shape.blocks),
        block_of=block_of,
        headings=tuple((block.start, block.end) for block in shape.blocks if block.level),
        comments=shape.comments,
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


class Claims(View[str]):
    """The sentences of a draft as its readers see them: without markers and emphasis."""

    def __init__(self, draft: Draft) -> None:
        self._text, self._sentences = draft.text, draft.sentences
        unread = [marker for marker in draft.unread if marker.shape not in MENTIONS and not is_uncertain(marker)]
        markers = sorted((*draft.markers, *unread), key=_by_start) if unread else draft.markers
        columns = Markers.of(draft.text, markers)
        self._starts, self._ends = columns.starts, columns.ends
        self._known = lru_cache(maxsize=_SENTENCES_CACHE)(self._plain)

    def __len__(self) -> int:
        return len(self._sentences)

    def make(self, index: int) -> str:
        return self._known(index)

    def _plain(self, index: int) -> str:
        start, end = self._sentences[index]
        inside = range(bisect_right(self._ends, start), bisect_left(self._starts, end))
        spans = [(max(0, self._starts[i] - start), self._ends[i] - start) for i in inside]
        return plain(self._text[start:end], spans)


def _by_start(marker: Marker) -> tuple[int, int]:
    return marker.start, marker.end


def _alone(found: Iterable[Marker], spans: Spans, cited: Iterable[int]) -> tuple[Marker, ...]:
    """Return those whose sentence no marker stands behind."""
    strangers = tuple(found)
    taken = frozenset(cited) if strangers else ()
    return tuple(one for one in strangers if bisect_right(spans.starts, one.start) - 1 not in taken)


def _asides(lists: Sequence[ReferenceList]) -> Iterator[tuple[int, int]]:
    """Yield the footnotes that are entries beside a numbered list, whose numbers may stand in them."""
    if any(isinstance(label, int) for found in lists if found.shape != "footnote" for label in found.labels):
        for found in lists:
            if found.shape == "footnote":
                yield from ((entry.start, entry.end) for entry in found.entries)


def _references(lists: Iterable[ReferenceList]) -> tuple[Reference, ...]:
    return tuple(entry for found in lists for entry in found.entries)


def _spans(blocks: Iterable[Block]) -> Spans:
    starts, ends = array("I"), array("I")
    for block in blocks:
        starts.append(block.start)
        ends.append(block.end)
    return Spans(starts, ends)


def _sentences(prose: str, blocks: tuple[Block, ...]) -> tuple[Spans, array[int]]:
    """Return the sentences of all blocks, and which block each stands in."""
    starts, ends, block_of = array("I"), array("I"), array("I")
    for index, block in enumerate(blocks):
        for start, end in sentences(prose[block.start : block.end]):
            starts.append(block.start + start)
            ends.append(block.start + end)
            block_of.append(index)
    return Spans(starts, ends), block_of


def _places(
    prose: str,
    spans: Spans,
    of: Sequence[int],
    blocks: tuple[Block, ...],
    markers: tuple[Marker, ...],
) -> array[int]:
    """Give each marker its sentence: the one it stands in, else the one it stands behind.

    ``of`` is the block of each sentence. Between two sentences of one block a marker behind a full stop backs what
    was said; before a lower-case word ("[3] shows") or at the start of a block it belongs to what follows.
    """
    starts, ends = spans.starts, spans.ends
    places = array("i")
    for marker in markers:
        index = bisect_right(starts, marker.start) - 1
        if (index < 0 or marker.start >= ends[index]) and index + 1 < len(spans):
            opens = index < 0 or marker.start > blocks[of[index]].end
            leads = marker.start >= blocks[of[index + 1]].start
            if index < 0 or (leads and (opens or prose[starts[index + 1]].islower())):
                index += 1
        places.append(index)
    return places
