"""Find the links and bare addresses that may be citations: numbered, by reference, or joined by address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from audit.parsing.citation_labels import GROUP, is_group, label_of, members
from audit.parsing.markdown import Link
from audit.thresholds import SHOWN_LINK_CHARACTERS
from wellsourced_core.model import Label, Marker, Ref
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

_LABEL = compiled(rf"\\?[\[【]?\^?[*_]{{0,3}}({GROUP})(?:†[^\]】]*)?\\?[\]】]?")
_INSIDE = compiled(r" \[([0-9]{1,4})\]$")
_WEB = ("http://", "https://")
_BETWEEN = ("", ",", ";", "and", "&", "/", "|")
# What stands before an address that is alone in its parentheses: nothing, "see" or a word with a colon.
_OPENS = compiled(r"[(（](?:[^\W\d_]{2,16}: ?|see |via |cf\. )?$")
_DEFINES = compiled(r"^[ \t>]{0,12}\[[^\]\n]{1,200}\]:[ \t]{0,8}$")
_TITLE = compiled(r"\[(?!\[)((?:[^\]\\]|\\.|\](?!\()){1,400})\]\(")
_ADDRESS = compiled(r"https?://[^\s<>\"]{1,400}")
Found = tuple[Marker | None, tuple[int, int]]


def find_links(text: str, shown: str, links: list[Link], known: frozenset[Label]) -> Iterator[Found]:
    """Yield (marker, span taken out of the plain text); None where a link is ordinary and its text stays readable."""
    done = -1
    for index, link in enumerate(links):
        if link.start < done or link.kind in ("Shortcut", "Autolink", "Email"):
            continue  # [1] with a definition is read as the plain bracket that it is
        label = _label_in(link.text.strip())
        if link.kind in ("Reference", "Collapsed"):
            yield from _by_reference(text, shown, link, label)
        elif label is not None and not link.url.startswith("mailto:"):
            address = link.url if link.url.lower().startswith(_WEB) else None
            at = link.start + 1 + len(link.text) - len(link.text.lstrip()) + label.start(1)
            refs = (Ref(ref.label, address, ref.start, ref.end) for ref in members(label[1], at, known))
            yield _found(text, link.start, link.end, "numbered-link", refs)
        elif _cites_inside(link, known):
            continue  # "[Report on decks [4]](url)": the marker in the link's text is read for itself
        elif link.url.lower().startswith(_WEB):
            run = _run(shown, links, index)
            start, end = _parenthesised(shown, link.start, run[-1].end)
            if start < link.start:
                refs = (Ref(None, one.url, one.start, one.end) for one in run)
                yield _found(text, start, end, "parenthesised-link", refs)
                done = end
            else:
                shape: MarkerShape = "citation-link" if link.text.lower().startswith("citation:") else "inline-link"
                yield _found(text, link.start, link.end, shape, (Ref(None, link.url, link.start, link.end),))


def find_addresses(text: str, addresses: Sequence[tuple[int, int]]) -> Iterator[Marker]:
    """Yield the addresses that stand in the text as such: runs alone in parentheses as one marker, else each."""
    done = -1
    for index, (start, end) in enumerate(addresses):
        if start < done or _defines(text, start):
            continue  # "[guide]: https://..." gives a link its target
        run = [_address(text, start, end)]
        opening = _OPENS.search(text[max(0, start - 20) : start])
        for at in range(index + 1, len(addresses)) if opening else ():
            low, high = addresses[at]
            if low - run[-1].end > 5 or text[run[-1].end : low].strip() not in _BETWEEN:
                break
            run.append(_address(text, low, high))
        done = run[-1].end
        if opening and text[done : done + 1] in (")", "）"):
            yield _marker(text, start - len(opening[0]), done + 1, "parenthesised-address", run)
        else:
            yield from (_marker(text, one.start, one.end, "address", (one,)) for one in run)


def link_name(raw: str) -> str:
    """Return what a reader calls a link or a bare address: its title, else its host."""
    link = _TITLE.search(raw)
    title = " ".join(link[1].split()).removeprefix("citation:") if link else ""
    if not title or title.startswith(_WEB):
        address = _ADDRESS.search(raw)
        return host_of(address[0]).removeprefix("www.") if address else raw
    return title if len(title) <= SHOWN_LINK_CHARACTERS else title[: SHOWN_LINK_CHARACTERS - 1] + "…"


def _label_in(title: str) -> re.Match[str] | None:
    """Return the numbers that are all of a link's text, brackets and emphasis apart."""
    label = _LABEL.fullmatch(title)
    return label if label is not None and is_group(title[: label.end(1)].lstrip("\\[【^")) else None


def _defines(text: str, start: int) -> bool:
    """Tell whether an address is what a "[guide]: " at the start of its line stands for."""
    line = text[max(0, start - 240) : start]
    return _DEFINES.match(line[line.rfind("\n") + 1 :]) is not None


def _address(text: str, start: int, end: int) -> Ref:
    """Read an address, with or without angle brackets; a parenthesis opened in it is closed in it."""
    if text[start] == "<":
        return Ref(None, text[start + 1 : end - 1], start, end)
    opened = text.count("(", start, end) - text.count(")", start, end)
    while opened > 0 and text[end : end + 1] == ")":
        end, opened = end + 1, opened - 1
    return Ref(None, text[start:end], start, end)


def _cites_inside(link: Link, known: frozenset[Label]) -> bool:
    return any(label_of(number) in known for number in _INSIDE.findall(link.text[-20:]))


def _by_reference(text: str, shown: str, link: Link, label: re.Match[str] | None) -> Iterator[Found]:
    """Read "[text][2]" and "[3][]"; "[1][2]" with a definition for 2 is two plain markers."""
    if label is not None and link.kind == "Collapsed":
        yield _found(text, link.start, link.end, "reference-link", (_ref(label[1], link),))
    elif label is None and link.label.isascii() and link.label.isdigit():
        start, end = _parenthesised(shown, link.start, link.end)
        yield _found(text, start, end, "reference-link", (_ref(link.label, link),))
    elif label is None:
        yield None, (link.start, link.end)


def _run(shown: str, links: list[Link], index: int) -> list[Link]:
    """Return the links that stand together with this one: "[a](u), [b](v)"."""
    run = [links[index]]
    for at in range(index + 1, len(links)):
        other = links[at]
        between = shown[run[-1].end : other.start]
        if len(between) > 5 or between.strip() not in _BETWEEN[1:] or other.kind != "Inline":
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


def _ref(label: str, link: Link) -> Ref:
    return Ref(label_of(label), None, link.start, link.end)


def _found(text: str, start: int, end: int, shape: MarkerShape, refs: Iterable[Ref]) -> Found:
    return _marker(text, start, end, shape, refs), (start, end)


def _marker(text: str, start: int, end: int, shape: MarkerShape, refs: Iterable[Ref]) -> Marker:
    return Marker(start, end, text[start:end], shape, tuple(refs))
