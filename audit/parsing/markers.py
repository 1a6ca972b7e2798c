"""Find everything that may be a citation marker, in every dialect, without deciding yet which are judged.

Each candidate has a shape; `audit.parsing.citation_style` decides afterwards which shapes this draft really cites with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from sys import intern

from audit.parsing.brackets import find_aside, find_brackets, find_doubtful, folded, join_ranges, reach
from audit.parsing.citation_labels import GROUP, is_group, label_of, members
from audit.parsing.dialects import find_commands, find_keys, find_raised_math, find_tagged, find_tool_marks
from audit.parsing.link_markers import find_addresses, find_links
from audit.parsing.markdown import Structure, blank
from audit.parsing.non_citations import habits, is_behind_year, is_exponent
from wellsourced_core.lexicon import either
from wellsourced_core.model import Label, Marker, Ref
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

_FOOTNOTE = compiled(r"\[\^([^\]\[\s^]{1,80})\]")
_SUPERSCRIPT = compiled(r"⁽?[⁰¹²³⁴-⁹]+(?:[⁻,·˒]{1,2}[⁰¹²³⁴-⁹]+)*⁾?")
_SUP = compiled(rf"<sup>[ \t]*(\\?\[?) ?({GROUP})(\\?\]?)[ \t]*</sup>", re.IGNORECASE)
_GLUED = compiled(
    r"([0-9](?<=[.,;:!?)\]”\"’%*][0-9])[0-9]{0,2}(?:,[0-9]{1,3}){0,8})(?=\s|$|, [0-9]{1,3}(?!\S)|\*{1,3}(?:\s|$))"
)
# What the digits are glued to where they end a sentence: no decimal, version or file name.
_SENTENCE_END = compiled(r"(?:^|\s)[^\s.@/\\_]{0,80}(?:[^\W\d_]{2}|[%)\]”\"’»])[.!?][)\]”\"’»*_]{0,4}$")
_SENTENCE_START = compiled(r"\*{0,3}[ \t]*(?:$|[\r\n]|(?<=[ \t])[\"“„«‘'(\[*_]{0,3}(?P<letter>[^\W\d_]))")
# "2 3 Word", "2, 3": digits behind glued ones.
_FURTHER = compiled(r"(?:, ?| )([0-9]{1,3})(?=\s|$)")
_UNDEFINED = compiled(r"\(\[[^\[\]\n]{1,120}\]\[([0-9]{1,4})\]\)")
_BETWEEN = " \t,;、，；&*_"  # what may stand between markers of a group, beside what shows nothing
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
# Digits that end a sentence as they are: a year ("in 2024.1"), a name ("COVID-19.5").
_CLOSED = compiled(r"(?:\b(?:1[0-9]|20)[0-9]{2}|[A-Za-z]-[0-9]{1,4})[.,:]$")
_ABBREVIATED = compiled(rf"\b(?:{either('abbreviations before a number')})\.$", re.IGNORECASE)

# How each shape is named in reports; plain ones are judged wherever there is anything to judge by.
PLAIN: tuple[MarkerShape, ...] = ("bracket", "full-width")
LINKED: tuple[MarkerShape, ...] = (
    "parenthesised-link",
    "inline-link",
    "citation-link",
    "parenthesised-address",
    "address",
)
# Ordinary links: one cites only if its address is in the list.
LOOSE: tuple[MarkerShape, ...] = ("inline-link", "address")
# Digits that may be a citation or a count: never judged, and nothing is deleted beside them.
UNSURE: MarkerShape = "digits"


@frozen
class Zone:
    """A stretch of the draft (a list of references) in which nothing cites."""

    start: int
    end: int


def find_markers(
    text: str,
    structure: Structure,
    zones: Iterable[Zone],
    known: frozenset[Label],
    asides: Iterable[tuple[int, int]] = (),
) -> tuple[Marker, ...]:
    """Return all candidate markers outside the zones, by position; ``known`` bounds the expansion of ranges.

    ``asides`` are notes that stand in zones: possible citations there are reported, not judged, as in inline notes.
    """
    closed = [(zone.start, zone.end) for zone in zones]
    shown = folded(blank(structure.visible, closed))
    outside = [link for link in structure.links if shown[link.start : link.start + 1] == "["]
    found: list[Marker] = []
    taken: list[tuple[int, int]] = []
    for marker, span in find_links(text, shown, outside, known):
        taken.append(span)
        if marker is not None:
            found.append(marker)
    plain = blank(shown, taken)
    draft = habits(plain, " ".join(text[start:end] for start, end in structure.opaque))
    found += _sup_tags(text, plain, known)
    found += _undefined(text, plain)
    plain = blank(plain, _spans(found))
    if "$^" in text:
        found += find_raised_math(text, _outside(structure.opaque, closed), known)
    # In this order: each form may contain plain brackets, or the form that the next one looks for.
    for find in (partial(find_tool_marks, opaque=structure.opaque), find_commands, partial(find_keys, known=known)):
        if held := list(find(text, plain)):
            plain = blank(plain, _spans(held))
            found += held
    brackets = join_ranges(text, list(find_brackets(text, plain, known, draft)), known)
    del shown  # each copy of a long draft takes memory
    plain = blank(plain, _spans(brackets))
    others = [*_others(text, plain, known)]
    plain = blank(plain, _spans(others))
    doubtful = list(find_doubtful(text, plain, known, draft, frozenset(link.start for link in structure.links)))
    plain = blank(plain, _spans(doubtful)) if doubtful else plain
    found += chain(brackets, others, doubtful, _glued(text, plain, known))
    if known and (structure.notes or asides):
        found += find_aside(text, folded(text), [*_outside(structure.notes, closed), *asides], known)
    if structure.addresses:
        closed += ((link.start, link.end) for link in structure.links)
        found += find_addresses(text, _outside(structure.addresses, closed))
    return tuple(sorted((m for m in found if m.refs), key=lambda m: (m.start, m.end)))


def _spans(markers: Iterable[Marker]) -> Iterator[tuple[int, int]]:
    return ((m.start, m.end) for m in markers)


def _outside(spans: Sequence[tuple[int, int]], closed: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return those spans, in order, that begin in none of the closed stretches."""
    kept = []
    stretches = iter(sorted(closed))
    within = next(stretches, None)
    for start, end in spans:
        while within is not None and within[1] <= start:
            within = next(stretches, None)
        if within is None or start < within[0]:
            kept.append((start, end))
    return kept


# ---------------------------------------------------------------------------------------------------- the rest


def _undefined(text: str, plain: str) -> Iterator[Marker]:
    """Yield "([site][9])" without a definition for 9: to Markdown it is no link, to a reader it cites."""
    for match in _UNDEFINED.finditer(plain):
        refs = (Ref(label_of(match[1]), None, match.start(1), match.end(1)),)
        yield _marker(text, match.start(), match.end(), "reference-link", refs)


def _others(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    yield from find_tagged(text, plain, known)
    noted = any(isinstance(one, str) and one[:1] == "^" for one in known)
    for match in _FOOTNOTE.finditer(plain):
        if (
            plain[match.end() : match.end() + 1] == ":"
            and not plain[plain.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
        ):
            continue  # a definition that pulldown-cmark did not take as one
        label, start = label_of(match[1]), match.start(1)
        if noted:
            label, start = f"^{label}", start - 1  # a list of their own: see ``apart``
        yield _marker(text, match.start(), match.end(), "footnote", (Ref(label, None, start, match.end(1)),))
    if not plain.isascii():
        found = [_superscript(text, match, known) for match in _SUPERSCRIPT.finditer(plain)]
        yield from _notes(plain, found, known)


def _superscript(text: str, match: re.Match[str], known: frozenset[Label]) -> Marker:
    digits = match[0].translate(_SUPERSCRIPT_DIGITS)
    digits = "".join(c if c in "0123456789-" else "," for c in digits)
    refs = tuple(Ref(r.label, None, match.start(), match.end()) for r in members(digits, 0, known))
    return _marker(text, match.start(), match.end(), "superscript", refs)


def _notes(plain: str, found: list[Marker], known: frozenset[Label]) -> Iterator[Marker]:
    """Yield raised numbers that are no exponents; behind a year they cite if the draft cites this way elsewhere."""
    exponents = [is_exponent(plain, marker.start, marker.end) for marker in found]
    own = any(ref.label in known for m, raised in zip(found, exponents, strict=True) if not raised for ref in m.refs)
    for marker, raised in zip(found, exponents, strict=True):
        ends = not plain[marker.end : marker.end + 1].isalnum()
        if not raised or (own and ends and is_behind_year(plain, marker.start)):
            yield marker


def _sup_tags(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield raised numbers; before the plain brackets, so that "<sup>[4]</sup>" is one marker with its tags."""
    found = []
    for match in _SUP.finditer(plain):
        if (match[1] != "") == (match[3] != "") and is_group(match[2]):
            refs = members(match[2], match.start(2), known)
            found.append(_marker(text, match.start(), match.end(), "sup", refs))
    yield from _notes(plain, found, known)


def _glued(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield digits glued to the end of a sentence ("markets.12", "markets.12 13 Next"): labels of the list.

    Others count too where hardly anything else can stand: behind a whole word and a full stop, before a new
    sentence, and no farther beyond the list than it is long ("the line ends at kilometer.77").
    Digits behind glued ones that may or may not cite ("markets.12 13 dogs") have a shape of their own.
    """
    numbers = {label for label in known if isinstance(label, int)}
    if not numbers:
        return
    last = reach(numbers)
    for match in _GLUED.finditer(plain):
        before = plain[max(0, match.start() - 5) : match.start()]
        if before[-1:] == "*":  # "**It fell.**1"; "**5 things**" begins
            before = before.rstrip("*")
            if before[-1:] not in (".", "!", "?", "”", '"'):
                continue
        if _ABBREVIATED.search(plain[max(0, match.start() - 8) : match.start()]):
            continue  # "Fig.4"
        if (
            before[-1:] in ".,:"
            and before[-2:-1].isdigit()
            and not _CLOSED.search(plain[max(0, match.start() - 24) : match.start()])
        ):
            continue  # "3.12", "1,200", "10:30": a number, not a citation behind one
        refs = tuple(members(match[1], match.start(), known))
        if not refs or not before[-2:-1].strip():
            continue
        ends = _SENTENCE_END.search(plain[max(0, match.start() - 90) : match.start()]) is not None
        listed = all(ref.label in numbers for ref in refs)
        beyond = ends and _opens_sentence(plain, match.end()) and all(len(n) < 3 for n in match[1].split(",")[1:])
        if listed or (beyond and all(isinstance(ref.label, int) and ref.label <= last for ref in refs)):
            yield _marker(text, match.start(), match.end(), "glued", refs)
            if listed:
                yield from _further(text, plain, match.end(), numbers, ends)


def _further(text: str, plain: str, at: int, numbers: set[int], ends: bool) -> Iterator[Marker]:
    """Yield the digits that stand behind glued ones: citations between two sentences, else unsure."""
    while found := _FURTHER.match(plain, at):
        refs, opens = members(found[1], found.start(1), ()), _opens_sentence(plain, found.end())
        further = _FURTHER.match(plain, found.end()) is not None
        listed = refs[0].label in numbers
        if listed and ends and (opens or further):
            yield _marker(text, *found.span(1), "glued", refs)
        elif listed or (ends and opens and len(found[1]) < 3):
            yield _marker(text, *found.span(1), UNSURE, refs)
        at = found.end()


def _opens_sentence(plain: str, at: int) -> bool:
    """Tell whether a sentence begins here, or the line ends; scripts without capitals begin anywhere."""
    start = _SENTENCE_START.match(plain, at)
    return start is not None and not (start["letter"] or "").islower()


def _marker(text: str, start: int, end: int, shape: MarkerShape, refs: tuple[Ref, ...]) -> Marker:
    return Marker(start, end, intern(text[start:end]), shape, refs)  # one string for all that are written alike


def group_of(markers: tuple[Marker, ...], text: str) -> list[int]:
    """Number the groups: markers with nothing but white space or a separator between them stand together."""
    groups: list[int] = []
    for index, marker in enumerate(markers):
        gap = text[markers[index - 1].end : marker.start] if index else "."
        near = (gap if gap.isascii() else folded(gap)).strip(_BETWEEN) == ""
        same = near and "\n\n" not in gap
        groups.append(groups[-1] if same else (groups[-1] + 1 if groups else 0))
    return groups
