"""Diagnose how a draft cites before anything is judged: which marker shapes, which lists, what joins them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from audit.parsing.brackets import COUNTING, is_uncertain
from audit.parsing.dialects import BARE_KEY, EXPONENT, KEYED, LOCATED, TOOL_MARK, WORDED
from audit.parsing.markers import LINKED, LOOSE, PLAIN, UNSURE
from audit.parsing.reference_lists import LABELLED, ReferenceList
from audit.parsing.run_on_lists import ENTRY_NUMBER
from audit.thresholds import (
    FIRST_LABELS,
    LIST_CUT_LABELS,
    STYLE_BY_PLACE,
    STYLE_READ_WELL,
    STYLE_UNNAMED_LIST,
)
from wellsourced_core.model import Label, Marker, Scope, Style
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

_LIST_NAMES = {
    "bracket": "bracketed",
    "number": "numbered",
    "bare-number": "numbered",
    "bullet": "bullets",
    "footnote": "footnotes",
    "definition": "definitions",
    "link-label": "linked-labels",
    "anchor": "anchors",
    "sup": "superscripts",
    "key": "keys",
    "row": "table",
    "table": "table",
    "plain": "plain",
}
_DATED = compiled(r"(?:1[5-9]|20)[0-9]{2}(?![0-9])")  # a key without any that is listed needs a year
# Shapes that are often not citations: judged only if no other shape matches the list ...
_FAINT: tuple[MarkerShape, ...] = ("glued", "hash", "lettered", WORDED)
# ... and shapes that are ignored if another shape matches; a "[#3]" counts if there is an entry 3.
_STRAY: tuple[MarkerShape, ...] = ("superscript", "raised", "escaped", "hash", LOCATED)


@frozen
class Diagnosis:
    """What was read: the judged and the unread markers, scopes, and which lists are uncited, collided or cut."""

    judged: tuple[Marker, ...]
    unread: tuple[Marker, ...]
    scopes: tuple[Scope, ...]
    style: Style
    uncited: frozenset[int]
    collided: frozenset[int]
    truncated: frozenset[int]
    certain: bool


def diagnose(
    candidates: Sequence[Marker],
    lists: Sequence[ReferenceList],
    source_labels: frozenset[Label],
    source_urls: frozenset[str],
    headings: Sequence[tuple[int, int]],
    length: int,
) -> Diagnosis:
    """Decide which candidates are citations here, and which lists they draw on.

    ``headings`` are (offset, level); ``source_labels`` and ``source_urls`` come from a sources file and define
    membership only where the draft has no list that could.
    """
    lists = [replace(found, positional=found.positional and _by_place(found, candidates)) for found in lists]
    labels = frozenset(label for found in lists for label in found.labels) or source_labels
    if not labels and not any(ref.label in FIRST_LABELS for m in candidates if m.shape in PLAIN for ref in m.refs):
        candidates = [m for m in candidates if m.shape not in PLAIN]  # "[20, 50]": numbers that are no labels
    urls = frozenset(url for found in lists for url in found.urls) or source_urls
    by_label = [m for m in candidates if _labelled(m) and any(r.label in labels for r in m.refs)]
    linked = [m for m in candidates if m.shape in LINKED] if urls else []
    by_url = [m for m in linked if any(_address(r.url) in urls for r in m.refs)]
    joined_by, joined = "none", by_url
    if by_label and len(by_label) >= len(by_url):
        joined = by_label
        joined_by = "label" if any(found.labels for found in lists) else "sources"
        if any(found.positional for found in lists):
            joined_by = "position"
    elif by_url:
        joined_by = "url" if any(found.urls for found in lists) else "sources"
    shapes = _judged_shapes(joined, labels)
    if not any(marker.shape in shapes for marker in joined):
        joined_by = "none"
    judged, unread = _split(candidates, shapes, urls, joined_by, labels)
    cited = frozenset(i for i, found in enumerate(lists) if _is_cited(found, judged))
    cited -= frozenset(i for i in cited if _repeats(lists, cited, i, judged))
    scopes, scoped, clash = _scopes(lists, cited, judged, labels, urls, headings, length)
    collided = _reused(lists) | (frozenset() if scoped else _collisions(lists, clash))
    truncated = frozenset[int]()
    if joined_by in ("label", "url"):
        truncated = _truncated(lists, cited, judged, labels)
    confidence = _confidence(judged, scopes, lists, cited, joined_by)
    return Diagnosis(
        judged=judged,
        unread=unread,
        scopes=scopes,
        style=Style(commonest_shape(judged or unread), _list_name(lists, cited), joined_by, confidence),
        uncited=frozenset(_indexes(lists, (i for i in range(len(lists)) if i not in cited))),
        collided=collided,
        truncated=truncated,
        certain=confidence >= STYLE_READ_WELL and not unread and not truncated and not (clash and not scoped),
    )


def _labelled(marker: Marker) -> bool:
    return marker.shape not in (*LINKED, UNSURE, TOOL_MARK, LOCATED, EXPONENT, ENTRY_NUMBER) and not is_uncertain(
        marker
    )


def _by_place(found: ReferenceList, candidates: Sequence[Marker]) -> bool:
    """Tell whether numbered markers cite a list without labels by place: most of them lie within it."""
    cited = [ref.label for m in candidates if _labelled(m) for ref in m.refs]
    if any(_address(ref.url) in found.urls for m in candidates if m.shape in LINKED for ref in m.refs):
        return False  # its entries are cited by their addresses
    return len(cited) > 1 and 4 * sum(label in found.labels for label in cited) >= 3 * len(cited)


def _judged_shapes(joined: Sequence[Marker], labels: frozenset[Label]) -> frozenset[MarkerShape]:
    """Plain brackets are judged wherever there is a numbered list; any other shape if one of it joins.

    ``joined`` are the markers that join by label, or those that join by address.
    """
    counts = Counter(m.shape for m in joined)
    shapes = {shape for shape in counts if shape not in ("escaped", *_FAINT)}
    if any(isinstance(label, int) for label in labels):
        shapes |= set(PLAIN)
    if any(counts[shape] for shape in KEYED):
        shapes |= set(KEYED)
    if counts["escaped"] >= 2:
        shapes.add("escaped")
    if len(counts) == 1 and counts["glued"] != 1:
        shapes |= set(counts) & set(_FAINT)
    return frozenset(shapes)


def _split(
    candidates: Sequence[Marker],
    shapes: frozenset[MarkerShape],
    urls: frozenset[str],
    joined_by: str,
    labels: frozenset[Label],
) -> tuple[tuple[Marker, ...], tuple[Marker, ...]]:
    """Part the candidates into judged and unread; ordinary links and stray digits are neither."""
    judged: list[Marker] = []
    unread: list[Marker] = []
    numbers: list[Marker] = []
    for marker in candidates:
        if marker.shape in LINKED:
            if marker.shape in shapes and (
                marker.shape not in LOOSE or any(_address(ref.url) in urls for ref in marker.refs)
            ):
                judged.append(marker)
            elif marker.shape == "citation-link":
                unread.append(marker)
        elif marker.shape == BARE_KEY and BARE_KEY not in shapes:
            unread += [marker] if joined_by == "none" and _DATED.search(marker.raw) else []
        elif marker.shape == BARE_KEY and _is_handle(marker, labels):
            unread.append(marker)
        elif marker.shape in shapes:
            judged.append(marker)
        elif marker.shape in (EXPONENT, COUNTING):
            numbers.append(marker)
        elif marker.shape == UNSURE:
            unread += [marker] if "glued" in shapes else []
        elif marker.shape == "glued" or (marker.shape in _STRAY and joined_by != "none"):
            unread += [marker] if marker.shape == "hash" and all(r.label in labels for r in marker.refs) else []
        elif marker.shape not in _STRAY or labels:
            unread.append(marker)
    if numbers and joined_by != "none":
        cited = {ref.label for marker in judged for ref in marker.refs}
        unread += [one for one in numbers if any(ref.label not in cited for ref in one.refs)]
    elif numbers:
        unread += [one for one in numbers if one.shape == COUNTING]
    return tuple(judged), tuple(unread)


def _is_handle(marker: Marker, labels: frozenset[Label]) -> bool:
    """Tell "@jo", a person's name elsewhere, from a key that is not listed: keys have a year or another digit."""
    return any(ref.label not in labels and not any(map(str.isdigit, str(ref.label))) for ref in marker.refs)


def _is_cited(found: ReferenceList, judged: Sequence[Marker]) -> bool:
    labels, urls = found.labels, found.urls
    return any(
        (ref.label is not None and ref.label in labels) or (ref.url is not None and _address(ref.url) in urls)
        for marker in judged
        for ref in marker.refs
    )


def _repeats(lists: Sequence[ReferenceList], cited: frozenset[int], index: int, judged: Sequence[Marker]) -> bool:
    """Tell whether the list before this one answers all that cites this one, as with a list of all pages visited.

    Only addresses can be in both; between the two lists nothing may cite, or they belong to two sections.
    """
    before, found = index - 1, lists[index]
    if before not in cited or any(lists[before].end <= m.start < found.start for m in judged):
        return False
    refs = [ref for marker in judged for ref in marker.refs]
    addresses = {_address(ref.url) for ref in refs if ref.url} & found.urls
    return addresses <= lists[before].urls and not any(ref.label in found.labels for ref in refs)


# ---------------------------------------------------------------------------------------------------- scopes


def _scopes(
    lists: Sequence[ReferenceList],
    cited: frozenset[int],
    judged: Sequence[Marker],
    labels: frozenset[Label],
    urls: frozenset[str],
    headings: Sequence[tuple[int, int]],
    length: int,
) -> tuple[tuple[Scope, ...], bool, frozenset[int]]:
    """Return the scopes, whether scoping by section explains a clash of labels, and the lists that clash."""
    used = [i for i in range(len(lists)) if i in cited] or list(range(len(lists)))
    clash = _clashing(lists, used)
    offsets = _offsets(lists)
    if not clash:
        members = tuple(index for i in used for index in offsets[i])
        return (
            (Scope(0, length, _union(lists, used) or labels, urls, members),),
            True,
            frozenset(),
        )
    scopes = []
    begin = 0
    for position, i in enumerate(used):
        end = length if position == len(used) - 1 else lists[i].end
        scopes.append(Scope(begin, end, lists[i].labels, lists[i].urls, offsets[i]))
        begin = end
    if not all(_explains(scope, judged) for scope in scopes):
        members = tuple(index for i in used for index in offsets[i])
        return (Scope(0, length, _union(lists, used), urls, members),), False, clash
    return tuple(scopes), _by_section(lists, used, headings), clash


def _explains(scope: Scope, judged: Sequence[Marker]) -> bool:
    """Tell whether a section's own list has at least half of what the section cites."""
    refs = [ref for marker in judged if scope.start <= marker.start < scope.end for ref in marker.refs]
    return 2 * sum(ref.label in scope.labels or ref.url is not None for ref in refs) >= len(refs)


def _by_section(lists: Sequence[ReferenceList], used: Sequence[int], headings: Sequence[tuple[int, int]]) -> bool:
    """Tell whether each list belongs to a section of its own, and the draft is not two answers pasted together."""
    for before, after in pairwise(used):
        low, high = lists[before].end, lists[after].start
        levels = [level for offset, level in headings if low <= offset < high]
        if not levels or (lists[after].headed and lists[after].level <= min(levels)):
            return False
        if min(levels) == 1:
            return False
    return True


def _clashing(lists: Sequence[ReferenceList], used: Sequence[int]) -> frozenset[int]:
    """Return the lists that give a label of an earlier list to another source."""
    seen: dict[Label, tuple[int, str]] = {}
    clash: set[int] = set()
    for i in used:
        for entry in lists[i].entries:
            if entry.label is None:
                continue
            first = seen.setdefault(entry.label, (i, _identity(entry.urls, entry.text)))
            if first[0] != i and first[1] != _identity(entry.urls, entry.text):
                clash |= {first[0], i}
    return frozenset(clash)


def _collisions(lists: Sequence[ReferenceList], clash: frozenset[int]) -> frozenset[int]:
    """Return the entries of clashing lists whose label an earlier one of those lists has for another source."""
    offsets = _offsets(lists)
    collided: set[int] = set()
    seen: dict[Label, str] = {}
    for i in sorted(clash):
        mine: dict[Label, str] = {
            entry.label: _identity(entry.urls, entry.text) for entry in lists[i].entries if entry.label is not None
        }
        for index, entry in zip(offsets[i], lists[i].entries, strict=True):
            if entry.label in seen and seen[entry.label] != mine[entry.label]:
                collided.add(index)
        seen = mine | seen
    return frozenset(collided)


def _reused(lists: Sequence[ReferenceList]) -> frozenset[int]:
    """Return the entries that give a label of their own list to another source."""
    reused = set()
    base = 0
    for found in lists:
        seen: dict[Label, tuple[str, int]] = {}
        for index, entry in enumerate(found.entries):
            if entry.label is None:
                continue
            identity, start = seen.setdefault(entry.label, (_identity(entry.urls, entry.text), entry.start))
            if identity != _identity(entry.urls, entry.text) and start != entry.start:
                reused.add(base + index)
        base += len(found.entries)
    return frozenset(reused)


def _truncated(
    lists: Sequence[ReferenceList], cited: frozenset[int], judged: Sequence[Marker], labels: frozenset[Label]
) -> frozenset[int]:
    """Return the last entries of lists that break off: in mid-token, or below half of the labels cited."""
    wanted = {ref.label for marker in judged for ref in marker.refs if isinstance(ref.label, int)}
    missing = {label for label in wanted if label not in labels}
    offsets = _offsets(lists)
    highest = max((label for label in labels if isinstance(label, int)), default=0)
    beyond = [label for label in missing if isinstance(label, int) and label > highest]
    short = len(missing) * 2 > len(wanted) and len(beyond) >= LIST_CUT_LABELS

    def breaks_off(i: int) -> bool:
        found = lists[i]
        return (
            bool(found.cut and beyond) or (found.bare and len(beyond) >= LIST_CUT_LABELS) or (short and i == max(cited))
        )

    return frozenset(offsets[i][-1] for i in cited if lists[i].entries and breaks_off(i))


def _offsets(lists: Sequence[ReferenceList]) -> list[tuple[int, ...]]:
    offsets, base = [], 0
    for found in lists:
        offsets.append(tuple(range(base, base + len(found.entries))))
        base += len(found.entries)
    return offsets


def _indexes(lists: Sequence[ReferenceList], chosen: Iterable[int]) -> list[int]:
    offsets = _offsets(lists)
    return [index for i in chosen for index in offsets[i]]


def _union(lists: Sequence[ReferenceList], used: Sequence[int]) -> frozenset[Label]:
    return frozenset(label for i in used for label in lists[i].labels)


def _identity(urls: tuple[str, ...], text: str) -> str:
    return canonical_url(urls[0]) if urls else " ".join(text.lower().split())


def _address(url: str | None) -> str | None:
    return canonical_url(url) if url else None


# ---------------------------------------------------------------------------------------------------- naming


def _confidence(
    judged: Sequence[Marker],
    scopes: Sequence[Scope],
    lists: Sequence[ReferenceList],
    cited: frozenset[int],
    joined_by: str,
) -> float:
    if joined_by == "none":
        return 0.0
    total = joined = 0
    scope = scopes[0]
    for marker in judged:
        if not scope.start <= marker.start < scope.end:
            scope = next((s for s in scopes if s.start <= marker.start < s.end), scope)
        for ref in marker.refs:
            total += 1
            joined += ref.label in scope.labels or _address(ref.url) in scope.urls
    share = joined / total if total else 0.0
    if joined_by == "position":
        return round(STYLE_BY_PLACE * share, 2)
    sure = 1.0 if any(lists[i].headed or lists[i].shape in LABELLED for i in cited) else STYLE_UNNAMED_LIST
    return round(share * sure, 2)


def commonest_shape(markers: Sequence[Marker]) -> str:
    """Return the shape of most of the markers, "none" if there are none."""
    counts = Counter(m.shape for m in markers)
    return min(counts, key=lambda shape: (-counts[shape], shape)) if counts else "none"


def _list_name(lists: Sequence[ReferenceList], cited: frozenset[int]) -> str:
    chosen = [lists[i] for i in sorted(cited)] or list(lists)
    counts = Counter(found.shape for found in chosen for _ in found.entries)
    return _LIST_NAMES[min(counts, key=lambda shape: (-counts[shape], shape))] if counts else "none"
