"""Find everything that may be a citation marker, in every dialect, without deciding yet which are judged.

Each candidate has a shape; `audit.style` decides afterwards which shapes this draft really cites with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from audit.markdown import Link, Structure, blank
from audit.members import label_of, members
from wellsourced.core.model import Label, Marker, Ref

_GROUP = r"[0-9][0-9 ,;、，；–—‒-]*"
_LOCATOR = r"(?:(?:pp?|ch|chap|sec|fig|S|Abs|Kap|cap)\.? ?[0-9ivxIVX][0-9ivxIVX–-]*|§ ?[0-9]+)?"
_BRACKET = re.compile(rf"(\\?)[\[［] ?({_GROUP})({_LOCATOR}) ?(\\?)[\]］]")
_LENTICULAR = re.compile(r"【 ?([0-9][0-9 ,;、，；–—‒-]*)(?:†[^】\n]{0,80})?】")
_FOOTNOTE = re.compile(r"\[\^([^\]\[\s^]{1,80})\]")
_PANDOC = re.compile(r"\[\[?([^\[\]\n]{0,200}?@[^\[\]\n]{1,300})\]\]?")
_PANDOC_KEY = re.compile(r"(?<![\w.@])-?@\{?([A-Za-z0-9_](?:[\w:.#$%&+?<>~/-]*[\w/])?)")
_SUPERSCRIPT = re.compile(r"⁽?[⁰¹²³⁴-⁹]+(?:[⁻,·˒]{1,2}[⁰¹²³⁴-⁹]+)*⁾?")
_SUP = re.compile(r"<sup>[ \t]*(\\?\[?) ?([0-9][0-9 ,;–-]*)(\\?\]?)[ \t]*</sup>", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[.,;:!?)\]”\"’%])([0-9]{1,3}(?:,[0-9]{1,3})*)(?=\s|$)")
_NAMED = re.compile(
    r"\[(?:Source|Ref|Reference|Quelle|Fuente|Fonte|来源|文献)\.? ?#?:? ?([0-9]{1,4}(?: ?, ?[0-9]{1,4})*)\]",
    re.IGNORECASE,
)
_LINK_LABEL = re.compile(r"\\?[\[【]?\^?([0-9][0-9 ,;–-]*)(?:†[^\]】]*)?\\?[\]】]?")
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_YEAR = re.compile(r"(?:1[0-9]|20)[0-9]{2}")
_IDENTIFIER_END = re.compile(r"(?<![\w'’°.])[A-Za-z_][A-Za-z0-9_]*$")
_ABBREVIATED = re.compile(
    r"\b(?:fig|figs|eq|no|nos|vol|sec|ch|chap|p|pp|v|vs|art|tab|table|app|ver|approx|ca|st|nr|abb)\.$", re.IGNORECASE
)
# Words that are indexed in prose: glued to one of these, a number in brackets is a subscript.
_INDEXED = frozenset(
    "array arrays arr list lists vector matrix tensor tuple index row rows col column columns element elements item"
    " items arg args argv param params data table string str byte bytes bit buffer register cell queue stack heap dict"
    " map memory node nodes key keys value values input inputs output outputs result results".split()
)
_GLUED_END = re.compile(r"[^\W\d_]{3}\[[0-9]{1,4}\](?=[.,;:!?\n]|$)")
_LETTERS_END = re.compile(r"[^\W\d_]+$")

# How each shape is named in reports; plain ones are judged wherever there is anything to judge by.
PLAIN = ("bracket", "full-width")
LINKED = ("parenthesised-link", "inline-link", "citation-link")


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch of the draft (a list of references) in which nothing cites."""

    start: int
    end: int


def find_markers(text: str, structure: Structure, zones: Iterable[Zone], known: frozenset[Label]) -> tuple[Marker, ...]:
    """Return all candidate markers outside the zones, by position; ``known`` bounds the expansion of ranges."""
    shown = blank(structure.visible, ((zone.start, zone.end) for zone in zones))
    outside = [link for link in structure.links if shown[link.start : link.start + 1] == "["]
    found: list[Marker] = []
    taken: list[tuple[int, int]] = []
    for marker, span in _link_markers(text, shown, outside, known):
        taken.append(span)
        if marker is not None:
            found.append(marker)
    plain = blank(shown, taken)
    found += _sup_tags(text, plain, known)
    plain = blank(plain, ((m.start, m.end) for m in found))
    found += _join_ranges(text, list(_brackets(text, plain, known)), known)
    rest = blank(plain, ((m.start, m.end) for m in found))
    found += _others(text, rest, known)
    rest = blank(rest, ((m.start, m.end) for m in found))
    found += _glued(text, rest, known)
    return tuple(sorted(found, key=lambda m: (m.start, m.end)))


def is_plain(marker: Marker) -> bool:
    return marker.shape in PLAIN


# ---------------------------------------------------------------------------------------------------- links


def _link_markers(
    text: str, shown: str, links: list[Link], known: frozenset[Label]
) -> Iterator[tuple[Marker | None, tuple[int, int]]]:
    """Yield a marker (or None for an ordinary link) and the span it takes out of the plain text."""
    done = -1
    for index, link in enumerate(links):
        if link.start < done or link.kind in ("Shortcut", "Autolink", "Email"):
            continue  # [1] with a definition is read as the plain bracket that it is
        label = _LINK_LABEL.fullmatch(link.text.strip())
        if link.kind in ("Reference", "Collapsed"):
            if label is not None and link.kind == "Collapsed":
                yield (
                    _marker(text, link.start, link.end, "reference-link", (_ref(label[1], None, link),)),
                    (
                        link.start,
                        link.end,
                    ),
                )
                continue
            if label is not None:
                continue  # "[1][2]" with a definition for 2: two plain markers
            if link.label.isascii() and link.label.isdigit():
                start, end = _parenthesised(shown, link.start, link.end)
                yield (
                    _marker(text, start, end, "reference-link", (_ref(link.label, None, link),)),
                    (start, end),
                )
            else:
                yield None, (link.start, link.end)
            continue
        if label is not None and not link.url.startswith("mailto:"):
            refs = tuple(_with_url(members(label[1], link.start + 1, known), link.url))
            yield _marker(text, link.start, link.end, "numbered-link", refs), (link.start, link.end)
            continue
        if not link.url.lower().startswith(("http://", "https://")):
            yield None, (link.start, link.end)
            continue
        run = _run_of_links(shown, links, index)
        start, end = _parenthesised(shown, link.start, run[-1].end)
        if start < link.start:
            refs = tuple(Ref(None, one.url, one.start, one.end) for one in run)
            yield _marker(text, start, end, "parenthesised-link", refs), (start, end)
            done = end
        else:
            shape = "citation-link" if link.text.lower().startswith("citation:") else "inline-link"
            one = (Ref(None, link.url, link.start, link.end),)
            yield _marker(text, link.start, link.end, shape, one), (link.start, link.end)


def _run_of_links(shown: str, links: list[Link], index: int) -> list[Link]:
    """Return the links that stand together with this one: "[a](u), [b](v)"."""
    run = [links[index]]
    for other in links[index + 1 :]:
        between = shown[run[-1].end : other.start]
        if len(between) > 5 or between.strip() not in (",", ";", "and", "&", "/", "|") or other.kind != "Inline":
            break
        run.append(other)
    return run


def _parenthesised(shown: str, start: int, end: int) -> tuple[int, int]:
    """Widen a link to the parentheses or escaped brackets that hold it alone."""
    before, after = shown[max(0, start - 2) : start], shown[end : end + 2]
    if before.endswith("\\[") and after == "\\]":
        return start - 2, end + 2
    for opening, closing in ("()", "（）", "[]"):
        if before.endswith(opening) and after.startswith(closing):
            return start - 1, end + 1
    return start, end


def _ref(label: str, url: str | None, link: Link) -> Ref:
    return Ref(label_of(label), url, link.start, link.end)


def _with_url(refs: Iterable[Ref], url: str) -> Iterator[Ref]:
    address = url if url.lower().startswith(("http://", "https://")) else None
    for ref in refs:
        yield Ref(ref.label, address, ref.start, ref.end)


# ---------------------------------------------------------------------------------------------------- brackets


def _brackets(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    glues = sum(1 for _ in islice(_GLUED_END.finditer(plain), 2)) == 2
    for match in _BRACKET.finditer(plain):
        escaped = bool(match[1])
        if escaped != bool(match[4]):
            continue
        shape = "escaped" if escaped else "full-width" if match[0].lstrip("\\")[0] == "［" else "bracket"
        refs = tuple(members(match[2].rstrip(" ,;、，；-–—‒"), match.start(2), known))
        marker = _marker(text, match.start(), match.end(), shape, refs)
        if _is_subscript(plain, match.start(), match.end(), all(ref.label in known for ref in refs), glues):
            continue
        if _may_cite(refs, known):
            yield marker
    for match in _LENTICULAR.finditer(plain):
        refs = tuple(members(match[1].rstrip(" ,;-–"), match.start(1), known))
        shape = "dagger" if "†" in match[0] else "full-width"
        yield _marker(text, match.start(), match.end(), shape, refs)


def _may_cite(refs: tuple[Ref, ...], known: frozenset[Label]) -> bool:
    """Tell a citation from a year ("[1996]"), an interval ("[0, 127]") or a number with separators."""
    numbers = [ref.label for ref in refs if isinstance(ref.label, int)]
    if not refs or any(label in known for label in numbers if label != 0):
        return bool(refs)
    if len(numbers) > 1 and 0 in numbers and 0 not in known:
        return False
    years = [n for n in numbers if 1000 <= n <= 2099 and _YEAR.fullmatch(str(n))]
    most = max((n for n in known if isinstance(n, int)), default=0)
    return not (years and len(years) == len(numbers) == len(refs) and most < 1000)


def _is_subscript(plain: str, start: int, end: int, member: bool, glues: bool) -> bool:
    """Tell "array[1] and", "a[1]", "x[0][key]", "f[2].g" from "change[1]." and "growth[1][2]".

    ``member``: the list has what the brackets hold, so that "vitamin C[1]" may be a citation; ``glues``: the draft
    has the habit of gluing its markers to the word before.
    """
    before, after = plain[max(0, start - 48) : start], plain[end : end + 2]
    if after[:1] == "[" and not (after[1:].isdigit() or after[1:] in ("^", " ", "[", "")):
        return True
    chain = before.rstrip("]0123456789,- ").rstrip("[") if before.endswith("]") else before
    word = _IDENTIFIER_END.search(chain)
    if word is None or chain.endswith((" ", "*")):
        return False
    name = word[0]
    if _lower_follows(after):
        return not (member and glues and len(name) > 2 and name.lower() not in _INDEXED)
    if after[:1] in ("(", "=") or (after[:1] == "." and after[1:].islower()):
        return True
    if chain is not before:
        return False
    if len(name) == 1:
        return name.islower() or not member
    return "_" in name or (name[0].islower() and name[0] not in "ei" and any(c.isupper() for c in name[1:]))


def _lower_follows(after: str) -> bool:
    return after[:1] == " " and after[1:2].islower() and after[1:2].isascii()


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
    for match in _NAMED.finditer(plain):
        refs = tuple(members(match[1], match.start(1), known))
        yield _marker(text, match.start(), match.end(), "named", refs)
    for match in _FOOTNOTE.finditer(plain):
        if (
            plain[match.end() : match.end() + 1] == ":"
            and not plain[plain.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
        ):
            continue  # a definition that pulldown-cmark did not take as one
        refs = (Ref(label_of(match[1]), None, match.start(1), match.end(1)),)
        yield _marker(text, match.start(), match.end(), "footnote", refs)
    for match in _PANDOC.finditer(plain):
        keys = tuple(
            Ref(key[1], None, match.start(1) + key.start(), match.start(1) + key.end())
            for key in _PANDOC_KEY.finditer(match[1])
        )
        if keys:
            yield _marker(text, match.start(), match.end(), "pandoc", keys)
    for match in _SUPERSCRIPT.finditer(plain):
        if not _is_exponent(plain, match.start(), match.end()):
            digits = match[0].translate(_SUPERSCRIPT_DIGITS)
            digits = "".join(c if c in "0123456789-" else "," for c in digits)
            refs = tuple(Ref(r.label, None, match.start(), match.end()) for r in members(digits, 0, known))
            yield _marker(text, match.start(), match.end(), "superscript", refs)


def _sup_tags(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield raised numbers; before the plain brackets, so that "<sup>[4]</sup>" is one marker with its tags."""
    for match in _SUP.finditer(plain):
        if (match[1] != "") == (match[3] != "") and not _is_exponent(plain, match.start(), match.end()):
            refs = tuple(members(match[2].rstrip(" ,;-–"), match.start(2), known))
            yield _marker(text, match.start(), match.end(), "sup", refs)


def _is_exponent(plain: str, start: int, end: int) -> bool:
    """Tell "m²", "10⁶" and "¹³⁷Cs" from a note behind a word or a full stop."""
    if start == 0 or plain[end : end + 1].isalnum():
        return True
    before = plain[start - 1]
    if before.isspace():
        return plain[end : end + 1].isalpha()
    if before.isdigit() or before in "+-−⁻^=/([":
        return True
    word = _LETTERS_END.search(plain[max(0, start - 12) : start])
    return word is not None and len(word[0]) <= 2 and word[0].isascii()


def _glued(text: str, plain: str, known: frozenset[Label]) -> Iterator[Marker]:
    """Yield digits glued to the end of a sentence ("markets.12"): only labels of the list count."""
    numbers = {label for label in known if isinstance(label, int)}
    if not numbers:
        return
    for match in _GLUED.finditer(plain):
        before = plain[max(0, match.start() - 5) : match.start()]
        if _ABBREVIATED.search(plain[max(0, match.start() - 8) : match.start()]):
            continue  # "Fig.4"
        if before[-1:] in ".,:" and before[-2:-1].isdigit() and not _YEAR.fullmatch(before[:4]):
            continue  # "3.12", "1,200", "10:30": a number, not a citation behind one
        refs = tuple(members(match[1], match.start(), known))
        if refs and all(ref.label in numbers for ref in refs) and before[-2:-1].strip():
            yield _marker(text, match.start(), match.end(), "glued", refs)


def _marker(text: str, start: int, end: int, shape: str, refs: tuple[Ref, ...]) -> Marker:
    return Marker(start, end, text[start:end], shape, refs)


def group_of(markers: tuple[Marker, ...], text: str) -> tuple[int, ...]:
    """Number the groups: markers with nothing but white space or a separator between them stand together."""
    groups: list[int] = []
    for index, marker in enumerate(markers):
        near = index > 0 and text[markers[index - 1].end : marker.start].strip(" \t,;、，；&*_") == ""
        same = near and "\n\n" not in text[markers[index - 1].end : marker.start]
        groups.append(groups[-1] if same else (groups[-1] + 1 if groups else 0))
    return tuple(groups)
