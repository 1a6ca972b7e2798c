"""Tell whether a sentence of a draft is, word for word, one of a source: then nothing in it can be wrong.

It is one if it is a whole sentence or item of the source, or rows and items that follow one another, whatever marks
part them; no question, no heading, nothing below a heading or behind a label that denies it ("Myths", "Do not:"), and
nothing within a longer quotation, which others say. Times may be written out
that the source's own day tells: "on 4 March 2025" is "on Tuesday" of 5 March. Behind its source's host, its own day,
title and headings, as an article without a model quotes it, a label or dateline may be left out.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations

from audit.thresholds import DATES_MOST, OWN_BROKEN_SHARE, OWN_LABEL_CHARACTERS, OWN_LEAST_LETTERS
from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled
from wellsourced_core.relative_dates import relative_dates, with_dates, written_day
from wellsourced_core.source_leads import NO_HOST, denies, read_lead
from wellsourced_core.text import host_of, sentences
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from wellsourced_core.model import Source

# The end of a question of two sentences, and its answer.
_ANSWERED = compiled(r"(?P<question>[^“”]{1,200}\?)”: (?P<words>[^\s].*)")
_YEAR = compiled(r"\b(?:19|20)[0-9]{2}\b")
# Words, numbers with their points, and the signs that a number is nothing without.
_SIGN = compiled(r"[^\W\d_]+|[0-9]+(?:[.,:][0-9]+)*|[%‰°$£€¥]|(?<!\w)[-−–](?=[0-9.])")
_ITEM = compiled(r"\s{0,12}(?:[•·▪‣*–-]|[0-9]{1,2}[.)])\s")
_RULE = compiled(r"[|:\s-]*")
_ENDED = compiled(r"[.!?…。！？｡][\"'”’)\]»*]*(?:\[[0-9]{1,3}\])*$")
# "LONDON - ", "**Weight.** ", "Myth: ", "Results 191 people": what a reader of the sentence needs not.
_LABEL = compiled(
    rf".{{1,{OWN_LABEL_CHARACTERS}}}?(?:[.:?!][*\"”’)]*|[*]{{2}}|\s[-–—])\s+(?=\S)"
    r"|[A-Z][a-z]+(?: [a-z]+){0,2} (?=[A-Z0-9])"
)


_OPEN_ENDS = words("never the last of a line", "en")


@frozen
class _Block:
    """A paragraph, item or row of a text: ``listed`` among others, ``denied`` below what denies it."""

    text: str
    listed: bool
    denied: bool = False


class OwnWords:
    """A source's sentences, items and rows, as a draft may repeat them."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def has(self, claim: str) -> bool:
        """Tell whether a claim is the source's own, as it stands or behind its host."""
        if len(spelled(claim)) >= OWN_LEAST_LETTERS and self._repeats(claim, self._pieces, self._dated):
            return True
        reported, below = self._behind_its_host(claim)
        # Behind the heading that denies it, what is denied is told as it is.
        shown = frozenset(map(spelled, self._denied)) if any(map(denies, below)) else frozenset[str]()
        pieces = self._pieces | self._tails | shown
        return bool(reported) and self._repeats(reported, pieces, self._dated_tails | self._dated)

    def _repeats(self, claim: str, pieces: frozenset[str], dated: frozenset[str]) -> bool:
        said = spelled(claim)
        whole = said in pieces or any(_follows(said, one, headed=denied) for one, denied in self._lists)
        return whole or (_YEAR.search(claim) is not None and said in dated)

    def _behind_its_host(self, claim: str) -> tuple[str, list[str]]:
        """Return what stands behind the source's host, its day and title, and its headings; "" where nothing does."""
        if answered := _ANSWERED.fullmatch(claim):
            return (answered["words"], []) if spelled(answered["question"]) in self._all else ("", [])
        read = read_lead(claim)
        if read is None:
            return "", []
        lead, reported = read
        if lead.host and (host_of(self._source.url).removeprefix("www.") or NO_HOST) != lead.host.lower():
            return "", []
        day = self._source.published
        if lead.day and (day is None or lead.day != written_day(day)):
            return "", []
        named = [*lead.above, *filter(None, [lead.question])]
        return (reported, named) if all(spelled(one) in self._all for one in named) else ("", [])

    @cached_property
    def _all(self) -> str:
        return spelled(f"{self._source.title} {self._source.text}")

    @cached_property
    def _blocks(self) -> list[_Block]:
        return list(_blocks(self._source.text))

    @cached_property
    def _said(self) -> tuple[str, ...]:
        """The sentences and items that the source asserts."""
        return tuple(piece for block in self._blocks if not block.denied for piece in _asserted(block))

    @cached_property
    def _denied(self) -> tuple[str, ...]:
        """What stands below a heading or behind a label that denies it."""
        below = (piece for block in self._blocks if block.denied for piece in _asserted(block))
        return (*below, *(tail for label, tail in self._labelled if denies(label)))

    @cached_property
    def _pieces(self) -> frozenset[str]:
        return frozenset(map(spelled, self._said))

    @cached_property
    def _behind_labels(self) -> tuple[str, ...]:
        """What is left of the sentences behind a label or dateline."""
        return tuple(tail for label, tail in self._labelled if not denies(label))

    @cached_property
    def _labelled(self) -> tuple[tuple[str, str], ...]:
        cuts = ((piece, _LABEL.match(piece)) for piece in self._said)
        return tuple((cut[0], piece[cut.end() :]) for piece, cut in cuts if cut is not None)

    @cached_property
    def _tails(self) -> frozenset[str]:
        return frozenset(map(spelled, self._behind_labels))

    @cached_property
    def _dated(self) -> frozenset[str]:
        """The sentences with some of their times written out as dates, or all."""
        return self._written_out(self._said)

    @cached_property
    def _dated_tails(self) -> frozenset[str]:
        return self._written_out(self._behind_labels)

    def _written_out(self, pieces: Sequence[str]) -> frozenset[str]:
        day = self._source.published
        return frozenset(spelled(one) for piece in pieces if day is not None for one in _written_out(piece, day))

    @cached_property
    def _lists(self) -> tuple[tuple[tuple[str, ...], bool], ...]:
        """The lists and tables: each item or row, behind what stands right above the first, and whether that denies."""
        found, items, above, denied = list[tuple[tuple[str, ...], bool]](), list[str](), "", False
        for block in (*self._blocks, _Block("", listed=False)):
            if block.listed:
                items.append(spelled(block.text))
                denied = block.denied
                continue
            if items:
                found.append(((above, *items), denied))
            items, above = [], spelled(block.text)
        return tuple(found)


def spelled(text: str) -> str:
    """Return the letters and numbers of a text, with their signs, and a space between two numbers."""
    said = list[str]()
    for sign in _SIGN.findall(text):
        said += [" "] if said and said[-1][-1].isdigit() and sign[0].isdigit() else []
        said.append("-" if sign in "−–" else sign)
    return "".join(said).casefold()


def _follows(said: str, pieces: Sequence[str], *, headed: bool) -> bool:
    """Tell whether a text is pieces of a list that follow one another, from its head on where it must be ``headed``."""
    for first in range(1 if headed else len(pieces)):
        rest = said
        for piece in pieces[first:]:
            if not piece or not rest.startswith(piece):
                break
            rest = rest[len(piece) :].lstrip(" ")
            if not rest:
                return True
    return False


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the paragraphs, items and rows of a text: its lines, where these do not end in mid-sentence."""
    lines = [line.strip() for line in text.split("\n")]
    broken = sum(line[:1].islower() for line in lines) > OWN_BROKEN_SHARE * len(lines)
    held, listed, head = "", False, ""
    for line in (*lines, ""):
        item = line.startswith("|") or _ITEM.match(line) is not None
        open_end = bool(held) and not _ENDED.search(held) and held.rsplit(maxsplit=1)[-1].lower() in _OPEN_ENDS
        goes_on = bool(line and held and not item) and not held.startswith("|")
        goes_on = goes_on and (broken or open_end or line[0].islower())
        if goes_on:
            held = f"{held} {line}"
            continue
        if held and not (held.startswith("|") and _RULE.fullmatch(held)):
            # A line with a colon is of its list alone.
            head = head if listed or not head.endswith(":") else ""
            yield _Block(held, listed, denies(head))
            head = held if not (listed or _ENDED.search(held)) else head
            # A question on a line of its own begins something else.
            head = "" if held.endswith("?") and len(sentences(held)) == 1 else head
        held, listed = line, item


def _asserted(block: _Block) -> Iterator[str]:
    """Yield the sentences of a block that are asserted: no question, no heading, none within a quotation."""
    text = block.text
    if block.listed:
        bare = text if text.startswith("|") else _ITEM.sub("", f"{text} ", count=1).strip()
        yield bare
        text = "" if text.startswith("|") else bare
    for start, end in sentences(text):
        heads = not block.listed and _ENDED.search(text[start:end]) is None
        if (
            not heads
            and not text[start:end].rstrip("\"'”’)]»*").endswith("?")
            and not _is_quoted(text[:start], text[start:end])
        ):
            yield text[start:end]


def _is_quoted(before: str, sentence: str) -> bool:
    """Tell whether a sentence stands within a quotation that begins before it, or begins one that goes on."""
    opened = before.count("“") > before.count("”") or before.count('"') % 2 == 1
    return opened or sentence.count("“") > sentence.count("”") or sentence.count('"') % 2 == 1


def _written_out(text: str, day: date) -> Iterator[str]:
    """Yield a sentence with its times written out as dates, all of them first, then some."""
    told = [one for one in relative_dates(text, day) if one.written]
    if told:
        yield with_dates(text, told)
    for count in range(1, min(len(told), DATES_MOST + 1)):
        for some in combinations(told[:DATES_MOST], count):
            yield with_dates(text, some)
