"""Find everything that may be a citation marker, in every dialect, without deciding yet which are judged.

Each candidate has a shape; `audit.parsing.style` decides afterwards which shapes this draft really cites with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from sys import intern

from audit.parsing.dialects import find_commands, find_keys, find_raised_math, find_tagged, find_tool_marks
from audit.parsing.link_markers import find_addresses, find_links
from audit.parsing.lookalikes import Habits, habits, is_exponent, is_subscript, may_cite
from audit.parsing.markdown import Structure, blank
from audit.parsing.members import label_of, members
from wellsourced.core.model import Label, Marker, Ref
from wellsourced.core.patterns import compiled
from wellsourced.core.values import frozen

_GROUP = r"[0-9][0-9 ,;、，；–—‒-]*"
_LOCATOR = r"(?:(?:pp?|ch|chap|sec|fig|S|Abs|Kap|cap)\.? ?[0-9ivxIVX][0-9ivxIVX–-]*|§ ?[0-9]+)?"
# Begins with its rarest characters, so that the engine skips all others; a backslash before it escapes it.
_BRACKET = compiled(rf"[\[［] {{0,3}}({_GROUP})({_LOCATOR}) {{0,3}}(\\?)[\]］]")
_LENTICULAR = compiled(r"【 ?([0-9][0-9 ,;、，；–—‒-]*)(?:†[^】\n]{0,80})?】")
_FOOTNOTE = compiled(r"\[\^([^\]\[\s^]{1,80})\]")
_SUPERSCRIPT = compiled(r"⁽?[⁰¹²³⁴-⁹]+(?:[⁻,·˒]{1,2}[⁰¹²³⁴-⁹]+)*⁾?")
_SUP = compiled(r"<sup>[ \t]*(\\?\[?) ?([0-9][0-9 ,;–-]*)(\\?\]?)[ \t]*</sup>", re.IGNORECASE)
_GLUED = compiled(
    r"([0-9](?<=[.,;:!?)\]”\"’%*][0-9])[0-9]{0,2}(?:,[0-9]{1,3}){0,8})(?=\s|$|, [0-9]{1,3}(?!\S)|\*{1,3}(?:\s|$))"
)
# What the digits are glued to where they end a sentence: no decimal, version or file name.
_SENTENCE_END = compiled(r"(?:^|\s)[^\s.@/\\_]{0,80}(?:[^\W\d_]{2}|[%)\]”\"’»])[.!?][)\]”\"’»*_]{0,4}$")
_SENTENCE_START = compiled(r"\*{0,3}[ \t]*(?:$|[\r\n]|(?<=[ \t])[\"“„«‘'(\[*_]{0,3}(?P<letter>[^\W\d_]))")
# "2 3 Word", "2, 3": digits behind glued ones.
_FURTHER = compiled(r"(?:, ?| )([0-9]{1,3})(?=\s|$)")
_UNDEFINED = compiled(r"\(\[[^\[\]\n]{1,120}\]\[([0-9]{1,4})\]\)")
# Characters that show nothing: beside or between digits they are as good as a space.
_INVISIBLE = ("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad")
_BETWEEN = " \t,;、，；&*_" + "".join(_INVISIBLE)  # what may stand between markers of a group
_BEYOND = 10  # how far beyond a short list glued digits are still taken for a lost entry's
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
# Digits that end a sentence as they are: a year ("in 2024.1"), a name ("COVID-19.5").
_CLOSED = compiled(r"(?:\b(?:1[0-9]|20)[0-9]{2}|[A-Za-z]-[0-9]{1,4})[.,:]$")
_ABBREVIATED = compiled(
    r"\b(?:fig|figs|eq|no|nos|vol|sec|ch|chap|p|pp|v|vs|art|tab|table|app|ver|approx|ca|st|nr|abb)\.$", re.IGNORECASE
)

# How each shape is named in reports; plain ones are judged wherever there is anything to judge by.
PLAIN = ("bracket", "full-width")
LINKED = ("parenthesised-link", "inline-link", "citation-link", "parenthesised-address", "address")
# Links as prose has them anyway: one cites only if its address is listed.
LOOSE = ("inline-link", "address")
# Digits that may cite or count: never judged, and nothing is deleted beside them.
UNSURE = "digits"


@frozen
class Zone:
    """A stretch of the draft (a list of references) in which nothing cites."""

    start: int
    end: int


def find_markers(text: str, structure: Structure, zones: Iterable[Zone], known: frozenset[Label]) -> tuple[Marker, ...]:
    """Return all candidate markers outside the zones, by position; ``known`` bounds the expansion of ranges."""
    closed = [(zone.start, zone.end) for zone in zones]
    shown = blank(structure.visible, closed)
    for invisible in () if shown.isascii() else _INVISIBLE:
        shown = shown.replace(invisible, " ")
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
    plain = blank(plain, ((m.start, m.end) for m in found))
    if "$^" in text:
        found += find_raised_math(text, _outside(structure.opaque, closed), known)
    # Each of these may hold a plain bracket, and what the next one looks for.
    for find in (partial(find_tool_marks, opaque=structure.opaque), find_commands, partial(find_keys, known=known)):
        if held := list(find(text, plain)):
            plain = blank(plain, ((m.start, m.end) for m in held))
            found += held
    found += _join_ranges(text, list(_brackets(text, plain, known, draft)), known)
    del shown  # of a long draft each copy counts
    plain = blank(plain, ((m.start, m.end) for m in found))
    others = list(_others(text, plain, known))
    plain = blank(plain, ((m.start, m.end) for m in others))
    found += others
    found += _glued(text, plain, known)
    del plain
    if structure.addresses:
        closed += ((link.start, link.end) for link in structure.links)
        found += find_addresses(text, _outside(structure.addresses, closed))
    return tuple(sorted((m for m in found if m.refs), key=lambda m: (m.start, m.end)))


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


# ---------------------------------------------------------------------------------------------------- brackets


def _undefined(text: str, plain: str) -> Iterator[Marker]:
    """Yield "([site][9])" without a definition for 9: to Markdown it is no link, to a reader it cites."""
    for match in _UNDEFINED.finditer(plain):
        refs = (Ref(label_of(match[1]), None, match.start(1), match.end(1)),)
        yield _marker(text, match.start(), match.end(), "reference-link", refs)


def _brackets(text: str, plain: str, known: frozenset[Label], draft: Habits) -> Iterator[Marker]:
    for match in _BRACKET.finditer(plain):
        group, _, closing = match.groups()
        start, end = match.span()
        escaped = plain[start - 1 : start] == "\\"
        if escaped != bool(closing):
            continue
        shape = "escaped" if escaped else "full-width" if plain[start] == "［" else "bracket"
        start -= escaped
        refs = members(group.rstrip(" ,;、，；-–—‒"), match.start(1), known)
        member = all(ref.label in known for ref in refs)
        if may_cite(refs, known) and not is_subscript(plain, start, end, member, draft):
            yield _marker(text, start, end, shape, refs)
    for match in _LENTICULAR.finditer(plain):
        refs = tuple(members(match[1].rstrip(" ,;-–"), match.start(1), known))
        shape = "dagger" if "†" in match[0] else "full-width"
        yield _marker(text, match.start(), match.end(), shape, refs)


def _join_ranges(text: str, found: list[Marker], known: frozenset[Label]) -> list[Marker]:
    """Read "[1]-[3]" as one marker of three."""
    found.sort(key=lambda m: m.start)
    joined: list[Marker] = []
    for marker in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and len(last.refs) == len(marker.refs) == 1
            and last.shape == marker.shape
            and text[last.end : marker.start] in ("-", "–", "—", " - ", " – ")
            and isinstance(low := last.refs[0].label, int)
            and isinstance(high := marker.refs[0].label, int)
            and low < high
        ):
            numbers = sorted({low, high, *(n for n in known if isinstance(n, int) and low < n < high)})
            refs = tuple(Ref(n, None, last.refs[0].start, marker.refs[0].end) for n in numbers)
            joined[-1] = _marker(text, last.start, marker.end, marker.shape, refs)
        else:
            joined.append(marker)
    return joined


# ---------------------------------------------------------------------------------------------------- the rest


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
    for match in () if plain.isascii() else _SUPERSCRIPT.finditer(plain):
        if not is_exponent(plain, match.start(), match.end()):
            digits = match[0].translate(_SUPERSCRIPT_DIGITS)
            digits = "".join(c if c in "0123456789-" else "," for c in digits)
            refs = tuple(Ref(r.label, None, match.start(), match.end()) for r in members(digits, 0, known))
            yield _marker(text, match.start(), match.end(), "superscript", refs)


def _sup_tags(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield raised numbers; before the plain brackets, so that "<sup>[4]</sup>" is one marker with its tags."""
    for match in _SUP.finditer(plain):
        if (match[1] != "") == (match[3] != "") and not is_exponent(plain, match.start(), match.end()):
            refs = tuple(members(match[2].rstrip(" ,;-–"), match.start(2), known))
            yield _marker(text, match.start(), match.end(), "sup", refs)


def _glued(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield digits glued to the end of a sentence ("markets.12", "markets.12 13 Next"): labels of the list.

    Others count too where hardly anything else can stand: behind a whole word and a full stop, before a new
    sentence, and no farther beyond the list than it is long ("the line ends at kilometer.77").
    Digits behind glued ones that may or may not cite ("markets.12 13 dogs") have a shape of their own.
    """
    numbers = {label for label in known if isinstance(label, int)}
    if not numbers:
        return
    reach = 2 * max(numbers) + _BEYOND
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
        if listed or (beyond and all(isinstance(ref.label, int) and ref.label <= reach for ref in refs)):
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


def _marker(text: str, start: int, end: int, shape: str, refs: tuple[Ref, ...]) -> Marker:
    return Marker(start, end, intern(text[start:end]), shape, refs)  # one string for all that are written alike


def group_of(markers: tuple[Marker, ...], text: str) -> tuple[int, ...]:
    """Number the groups: markers with nothing but white space or a separator between them stand together."""
    groups: list[int] = []
    for index, marker in enumerate(markers):
        near = index > 0 and text[markers[index - 1].end : marker.start].strip(_BETWEEN) == ""
        same = near and "\n\n" not in text[markers[index - 1].end : marker.start]
        groups.append(groups[-1] if same else (groups[-1] + 1 if groups else 0))
    return tuple(groups)
