"""Turn the citations that a service reports into markers in the text, each inside the sentence it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wellsourced_core.model import Fabricated
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content, idf, sentences
from wellsourced_core.untrusted import visible
from wellsourced_core.values import frozen
from writer.plain_markdown import cited
from writer.prompt import SearchResult

NO_SOURCE = 5001  # no shelf has as many sources
_TYPED = compiled(r" ?\[[0-9]{1,4}(?:[,;–-] ?[0-9]{1,4}){0,20}\]")
# A line that starts one of these does not continue the paragraph before it.
_STRUCTURE = compiled(r"[ \t]{0,12}(?:#{1,6}\s|[-*+]\s|[0-9]{1,3}[.)]\s|>|\||$)")
_HEADING = compiled(r" {0,3}#{1,6}\s")


@frozen
class Citation:
    """A citation as the service reports it: blocks [start, end) of the search result at ``index``."""

    index: int
    start: int
    end: int


@frozen
class Block:
    """A piece of a reply; ``kind`` is text, or what the service calls anything else (tool_use, thinking)."""

    text: str
    citations: tuple[Citation, ...] = ()
    kind: str = "text"


@frozen
class _Cited:
    """A stretch [start, end) of the reply's text, and the result and words that it rests on."""

    start: int
    end: int
    n: int
    evidence: frozenset[str]


def marked(
    blocks: Sequence[Block], results: Sequence[SearchResult], *, keep_typed: bool
) -> tuple[str, tuple[Fabricated, ...]]:
    """Return the reply's text with a marker for each citation, and the citations of what was never sent.

    A citation belongs to the sentence its block stands in; in a block of several sentences, to the one that
    shares most with the cited words (the last of equals). One of a block that was not sent has a marker with a label
    of its own, which no source has: so has a bracketed number that the model typed itself, unless ``keep_typed``:
    then that is how it cites.
    """
    text, stretches, fabricated = _joined(blocks, results, keep_typed)
    spans = list(_sentence_spans(text))
    numbers: list[set[int]] = [set() for _ in spans]
    for stretch in stretches:
        at = _home(stretch, spans, text)
        if at is not None:
            numbers[at].add(stretch.n)
    pieces: list[str] = []
    done = 0
    for (start, end), own in zip(spans, numbers, strict=True):
        pieces += (text[done:start], _with_markers(text[start:end], own))
        done = end
    return "".join((*pieces, text[done:])), fabricated


def _joined(
    blocks: Sequence[Block], results: Sequence[SearchResult], keep_typed: bool
) -> tuple[str, list[_Cited], tuple[Fabricated, ...]]:
    pieces: list[str] = []
    stretches: list[_Cited] = []
    fabricated: list[Fabricated] = []
    # Above every number that a source may have: the passages of one need not have been sent.
    free = max((NO_SOURCE, *(result.n + 1 for result in results)))

    def told(why: str) -> int:
        fabricated.append(Fabricated(free + len(fabricated), why))
        return fabricated[-1].label

    def typed(found: re.Match[str]) -> str:
        return f" [{told(f'{found[0].strip()} was typed by the model, which was given no numbers to cite')}]"

    length = 0
    for block in blocks:
        if block.kind != "text":
            continue
        text = visible(block.text) if keep_typed else _TYPED.sub(typed, visible(block.text))
        for citation in block.citations:
            words = _evidence(citation, results)
            if words is not None:
                number = results[citation.index].n
            else:
                number = told(f"the model cited {_place(citation)}, which it was not given")
            stretches.append(_Cited(length, length + len(text), number, words or frozenset()))
        pieces.append(text)
        length += len(text)
    return "".join(pieces), stretches, tuple(fabricated)


def _place(citation: Citation) -> str:
    first, last = citation.start + 1, citation.end
    which = f"sentence {first}" if first >= last else f"sentences {first} to {last}"
    return f"{which} of search result {citation.index + 1}"


def _evidence(citation: Citation, results: Sequence[SearchResult]) -> frozenset[str] | None:
    if not 0 <= citation.index < len(results):
        return None
    known = results[citation.index].sentences
    if not 0 <= citation.start < citation.end <= len(known):
        return None
    return content(" ".join(known[citation.start : citation.end]))


def _sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a Markdown text: none runs over a blank line, a list item or a heading."""
    lines = text.splitlines(keepends=True)
    start = at = 0
    for i, line in enumerate(lines):
        at += len(line)
        ends = i + 1 == len(lines) or _STRUCTURE.match(lines[i + 1]) or _HEADING.match(line)
        if ends:
            yield from ((start + a, start + b) for a, b in sentences(text[start:at]))
            start = at


def _home(stretch: _Cited, spans: Sequence[tuple[int, int]], text: str) -> int | None:
    touched = [
        i
        for i, (start, end) in enumerate(spans)
        if any(c.isalnum() for c in text[max(start, stretch.start) : min(end, stretch.end)])
        and not _HEADING.match(text[start:end])
    ]
    if not touched:
        return None
    return max(touched, key=lambda i: (_shared(text[slice(*spans[i])], stretch.evidence), i))


def _shared(sentence: str, evidence: frozenset[str]) -> float:
    return sum(idf(stem) for stem in sorted(evidence & content(sentence)))


def _with_markers(sentence: str, numbers: set[int]) -> str:
    row = sentence.rstrip()
    if row.startswith("|") and row.endswith("|") and numbers:
        return f"{cited(row[:-1].rstrip(), numbers)} |"
    return cited(sentence, numbers)
