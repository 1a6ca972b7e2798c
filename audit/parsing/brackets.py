"""Read the numbers in brackets: the groups that cite, and those that may mean something else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from sys import intern

from audit.parsing.citation_labels import AND, DASHES, DIGITS, GROUP, JOINED, LOOSE_RANGE, is_group, members
from audit.parsing.non_citations import Habits, is_subscript, may_cite
from audit.thresholds import LEAST_YEAR, LIST_OVERRUN, RANGE_BRIDGE_CHARACTERS
from wellsourced_core.lexicon import either
from wellsourced_core.model import Label, Marker, Ref
from wellsourced_core.patterns import compiled
from wellsourced_core.text import UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

# Numbers in brackets that may or may not cite: never judged, and nothing is deleted beside them. Those that
# count as often as they cite ("[1/2]", "[2a]"), or stand in a note, are told only if they name what no marker cites.
DOUBTFUL: MarkerShape = "doubtful"
COUNTING: MarkerShape = "counting"
_UNCERTAIN = (DOUBTFUL, COUNTING)

_OPENING = "[［【〔〖"
_OPEN, _CLOSE = rf"\{_OPENING}", r"\]］】〕〗"
_LOCATOR = rf"(?:(?:{either('abbreviations of places in a work')})\.? ?[0-9ivxIVX][0-9ivxIVX–-]*|§ ?[0-9]+)?"
# Begins with its rarest characters, so that the engine skips all others; a backslash before it escapes it.
# "[2][]" is a link without a target: its reader sees both brackets.
_BRACKET = compiled(
    rf"[{_OPEN}](?:[\r\n][ \t>]*+|[\s\0*_])*+({GROUP})({_LOCATOR})[\s\0*_]*+"
    rf"(†[^\]】\n]{{0,80}})?+(\\?)[{_CLOSE}](?:\[\])?+"
)
_CUE = rf"(?:{either('cues before a number', gap=' ')})[.,:\s]{{1,4}}+"
_NUMBER = rf"[{DIGITS}]{{1,4}}[a-f]?+(?!\w)"
_DOUBTFUL = compiled(
    rf"[{_OPEN}]\s*+(?P<cue>{_CUE})?[\"'“”‘’(*#^]{{0,3}}+"
    rf"(?P<numbers>{_NUMBER}(?:[{DASHES}\s,;/|&+·•]{{1,4}}+(?:(?:{AND})\s++)?{_NUMBER}){{0,20}}+)"
    rf"(?P<sign>[.?!:\"'“”‘’)*^]{{0,3}}+)\s*+(?P<tail>[,;:][^{_OPEN}{_CLOSE}\r\n]{{1,80}})?[{_CLOSE}](?!\(|:[ \t])",
    re.IGNORECASE,
)
# Numbers that "and" joins count things, too: they cite where the sentence pauses or ends, or the next marker stands.
_PAUSE = compiled(
    r"[ \t]{0,8}+(?:[.,;:!?)\]}\"'”’»*_|\[［【<&。，、；：！？）」』—–…]|\Z|(?:\r\n?|\n)(?![ \t>]{0,80}+[^\W\d_]))"
)
# Signs that count, reckon or part ("[4+2]", "[1 | 3]", "[5*]"): what is beyond the list is not asked after.
_RECKONED = compiled(r"[+|·•*]")
_DIGITS = compiled(rf"[{DIGITS}]+")
_WIDE = compiled("[０-９]")  # a label is ASCII digits; these may be meant as one

# What shows nothing is, beside or between digits, as good as a space; so are fillers, which are blank.
_INVISIBLE = compiled(f"[{UNSEEN}\u115f\u1160\u3164\uffa0]")
_WALL = r"(?:#(?:0{0,5}9[13]|[xX]0{0,5}5[bBdD])|[lr](?:brack|sqb));"
_ENTITIES = compiled(rf"&(?<!\\&){_WALL}(?:&{_WALL}){{0,20}}+")
_DIGIT = r"#(?:0{0,5}(?:4[89]|5[0-7])|[xX]0{0,5}3[0-9]);"
_DIGIT_ENTITIES = compiled(rf"&(?<!\\&){_DIGIT}(?:&{_DIGIT}){{0,20}}+")
_TAG = compiled(r"<[^<>]*>")


def is_uncertain(marker: Marker) -> bool:
    """Tell whether a marker may be something else, so that it is reported but not judged."""
    return marker.shape in _UNCERTAIN


def reach(known: Iterable[Label]) -> int:
    """Return up to which number one that is not in the list is taken for an entry lost from its end; 0 without any."""
    highest = max((label for label in known if isinstance(label, int)), default=None)
    return 0 if highest is None else 2 * highest + LIST_OVERRUN


def folded(visible: str) -> str:
    """Return a text as it is displayed, offset for offset: "&#91;" is a bracket, an invisible character is a space."""
    if "&" in visible:
        visible = _ENTITIES.sub(_as_shown, visible)
    return visible if visible.isascii() else _INVISIBLE.sub(" ", visible)


def _as_shown(found: re.Match[str]) -> str:
    from html import unescape  # rarely needed, and its table of names is long

    shown, width = unescape(found[0]), len(found[0])
    return "[" + shown[1:].rjust(width - 1) if shown[0] == "[" else shown.rjust(width)


def find_brackets(text: str, plain: str, known: frozenset[Label], draft: Habits) -> Iterator[Marker]:
    """Yield the groups of numbers in brackets; ``plain`` is the text folded, without what cannot cite."""
    for match in _BRACKET.finditer(plain):
        group, _, dagger, closing = match.groups()
        start, end = match.span()
        escaped = plain[start - 1 : start] == "\\"
        if escaped != bool(closing) or not _holds_group(match):
            continue
        shape: MarkerShape = "escaped" if escaped else "bracket" if plain[start] == "[" else "full-width"
        shape = "dagger" if dagger else shape
        start -= escaped
        refs = members(group, match.start(1), known)
        member = all(ref.label in known for ref in refs)
        if not refs:
            yield from _backwards(text, plain, match, known)
        elif may_cite(refs, known) and not (plain[start] == "[" and is_subscript(plain, start, end, member, draft)):
            raw = text[start:end]
            hidden = plain[start:end] != raw
            if hidden and _BRACKET.fullmatch(folded(_TAG.sub("", raw.removeprefix("\\")))) is None:
                continue  # it holds code, math or an image besides
            linked, foreign = hidden and "<a " in raw.lower(), dagger and "【" not in raw
            if LOOSE_RANGE.search(group) or (JOINED.search(group) and not _PAUSE.match(plain, end)):
                yield from _counted(text, start, end, refs, known)
            elif linked or foreign or _WIDE.search(group):
                yield from _doubted(text, start, end, refs, known)
            else:
                yield Marker(start, end, intern(raw), shape, refs)


def join_ranges(text: str, found: list[Marker], known: frozenset[Label]) -> list[Marker]:
    """Read "[1]-[3]" as one marker of three."""
    found.sort(key=lambda m: m.start)
    joined: list[Marker] = []
    for marker in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and len(last.refs) == len(marker.refs) == 1
            and last.shape == marker.shape
            and 0 < marker.start - last.end <= RANGE_BRIDGE_CHARACTERS
            and text[last.end : marker.start].strip(" ") in tuple(DASHES)
            and isinstance(low := last.refs[0].label, int)
            and isinstance(high := marker.refs[0].label, int)
            and low < high
        ):
            numbers = sorted({low, high, *(n for n in known if isinstance(n, int) and low < n < high)})
            refs = tuple(Ref(n, None, last.refs[0].start, marker.refs[0].end) for n in numbers)
            joined[-1] = Marker(last.start, marker.end, intern(text[last.start : marker.end]), marker.shape, refs)
        else:
            joined.append(marker)
    return joined


# ---------------------------------------------------------------------------------------------------- doubtful ones


def find_doubtful(
    text: str, plain: str, known: frozenset[Label], draft: Habits, links: Collection[int]
) -> Iterator[Marker]:
    """Yield what may be a marker with a slip, words or entities in it: "[see 2]", "[2?]", "[2a]", "[&#50;]".

    What counts as often ("[1/2]", "[2a]") needs a number of the list; beside a word or a sign ("[see 9]", "[9?]")
    one near its end will do. ``links`` are the offsets where links begin.
    """
    if "&#" in plain and known:
        yield from _as_entities(text, plain, known, links)
    for match in _DOUBTFUL.finditer(plain) if known and any(sign in plain for sign in _OPENING) else ():
        start, end = match.span()
        whole = plain[start - 1 : start] != "\\" and is_group(match["numbers"].rstrip("abcdef"))
        if not whole or start in links or _read(plain, start):
            continue
        found = list(_DIGITS.finditer(plain, *match.span("numbers")))
        refs = tuple(Ref(ref.label, None, *one.span()) for one in found for ref in members(one[0], 0, ()))
        member = any(ref.label in known for ref in refs)
        if is_subscript(plain, start, end, member, draft):
            continue
        counts = match["tail"] or "/" in match["numbers"] or not match["numbers"][-1].isdigit()
        if _RECKONED.search(match[0]):
            yield from _counted(text, start, end, refs, known)
        elif counts and member and ("/" not in match["numbers"] or all(one[0][0] not in "0０" for one in found)):
            yield from _doubted(text, start, end, refs, known, COUNTING)
        elif not counts and (member or match["cue"] or match["sign"]):
            yield from _doubted(text, start, end, refs, known)


def find_aside(text: str, plain: str, asides: Iterable[tuple[int, int]], known: frozenset[Label]) -> Iterator[Marker]:
    """Yield the groups in brackets that stand in notes: they may cite, but no sentence is judged there.

    ``plain`` is the whole text, folded.
    """
    for start, end in asides:
        for match in _BRACKET.finditer(plain, start, end):
            refs = members(match[1], match.start(1), known) if _holds_group(match) else ()
            if may_cite(refs, known):
                yield from _doubted(text, *match.span(), refs, known, COUNTING)


def _read(plain: str, start: int) -> bool:
    """Tell whether a bracket holds a group: whether that cites was decided before."""
    group = _BRACKET.match(plain, start)
    return group is not None and _holds_group(group)


def _holds_group(match: re.Match[str]) -> bool:
    """Tell whether what a bracket opens with, its emphasis included, is a group."""
    return is_group(match.string[match.start() + 1 : match.end(1)])


def _as_entities(text: str, plain: str, known: frozenset[Label], links: Collection[int]) -> Iterator[Marker]:
    """Yield the groups with digits written as entities: told, since no edit can keep those."""
    shown = _DIGIT_ENTITIES.sub(_as_shown, plain)
    for match in _BRACKET.finditer(shown):
        start, end = match.span()
        if shown[start:end] != plain[start:end] and start not in links and _holds_group(match):
            refs = members(match[1], match.start(1), known)
            if may_cite(refs, known):
                yield from _doubted(text, start, end, refs, known)


def _backwards(text: str, plain: str, match: re.Match[str], known: frozenset[Label]) -> Iterator[Marker]:
    """Yield a group with a range that runs backwards, a slip or a score ("[12-9]"), unless it has a year."""
    found = _DIGITS.finditer(plain, *match.span(1))
    refs = tuple(ref for one in found for ref in members(one[0], one.start(), ()))
    if all(isinstance(ref.label, int) and ref.label < LEAST_YEAR for ref in refs):
        yield from _counted(text, *match.span(), refs, known)


def _counted(text: str, start: int, end: int, refs: Iterable[Ref], known: frozenset[Label]) -> Iterator[Marker]:
    """Yield forms that count things as often as they cite ("[1/2]"), with those of their numbers that the list has."""
    listed = tuple(ref for ref in refs if ref.label in known)
    if listed:
        yield Marker(start, end, intern(text[start:end]), COUNTING, listed)


def _doubted(
    text: str, start: int, end: int, refs: tuple[Ref, ...], known: frozenset[Label], shape: MarkerShape = DOUBTFUL
) -> Iterator[Marker]:
    """Yield a marker that is not certain, if it names an entry of the list or one that may be lost from its end."""
    last = reach(known)
    if any(ref.label in known or (isinstance(ref.label, int) and ref.label <= last) for ref in refs):
        yield Marker(start, end, intern(text[start:end]), shape, refs)
