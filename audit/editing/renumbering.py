"""Number the references 1, 2, 3 ... in order of first use, markers and list together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from audit.case import Case
from audit.editing.marker_rewriting import RELABELLED, relabel
from wellsourced_core.model import Edit, Label, Reference, Scope
from wellsourced_core.values import frozen


@frozen
class Renumbering:
    """The edits that renumber a draft, and which label became which; or why nothing may be renumbered."""

    edits: tuple[Edit, ...] = ()
    labels: tuple[tuple[Label, Label], ...] = ()
    refused: str = ""


def renumber(case: Case, *, sources_follow: bool = False) -> Renumbering:
    """Return the edits that make the numbering gap-free in order of first use; entries move with their numbers.

    Refused (with the reason) where a number may not change: a marker is out of bounds and could become valid,
    the style was not read, or a source is tied to its entry by the number alone, unless the caller renumbers
    the sources too (``sources_follow``).
    """
    refused = _refusal(case, sources_follow)
    if refused:
        return Renumbering(refused=refused)
    edits: list[Edit] = []
    changed: list[tuple[Label, Label]] = []
    for scope in case.draft.scopes:
        mapping = _mapping(case, scope)
        if all(old == new for old, new in mapping.items()) and _in_order(case, scope, mapping):
            continue
        changed += sorted(mapping.items(), key=lambda pair: str(pair[0]))
        inside = (marker for marker in case.draft.markers if scope.start <= marker.start < scope.end)
        edits += [relabel(marker, partial(_renamed, mapping)) for marker in inside]
        edits += _list_edits(case, scope, mapping)
    return Renumbering(tuple(e for e in edits if case.draft.text[e.start : e.end] != e.text), tuple(changed))


def _refusal(case: Case, sources_follow: bool) -> str:
    draft = case.draft
    if not draft.references or draft.style.joined_by != "label":
        return "the draft has no numbered list"
    if not draft.certain or draft.collided:
        return "the style of the draft was not read well enough"
    if any(c.verdict == "out-of-bounds" for c in case.citations):
        return "a marker out of bounds could become valid"
    if any(marker.shape not in RELABELLED for marker in draft.markers):
        return "labels of links, footnotes or keys are not renumbered"
    if any(len(at) > 1 for at in case.references.entries_at.values()):
        return "a line of the list holds several labels"
    if any(not isinstance(draft.references[i].label, int) for s in draft.scopes for i in s.references):
        return "an entry has no number"
    if case.references.tied_by_number and not sources_follow:
        return "a source is tied to its entry by the number alone"
    return ""


def _mapping(case: Case, scope: Scope) -> dict[Label, Label]:
    used = [n for n in case.references.first_use(scope) if n in scope.labels]
    rest = [case.draft.references[i].label for i in scope.references]
    return {old: new for new, old in enumerate(dict.fromkeys([*used, *rest]), 1)}


def _in_order(case: Case, scope: Scope, mapping: dict[Label, Label]) -> bool:
    places = [mapping[case.draft.references[i].label] for i in scope.references]
    return places == sorted(places, key=lambda n: n if isinstance(n, int) else 0)


def _list_edits(case: Case, scope: Scope, mapping: dict[Label, Label]) -> Iterable[Edit]:
    """Put the entries into their new order: each place of the list gets the entry that belongs there."""
    entries = [case.draft.references[i] for i in scope.references]
    ordered = sorted(entries, key=lambda e: (_number(mapping[e.label]), e.start))
    for place, entry in zip(entries, ordered, strict=True):
        yield Edit(place.start, place.end, _relabelled(case.draft.text, entry, mapping[entry.label]))


def _renamed(mapping: dict[Label, Label], label: Label) -> Label:
    return mapping.get(label, label)


def _number(label: Label) -> int:
    return label if isinstance(label, int) else 0


def _relabelled(text: str, entry: Reference, label: Label) -> str:
    body = text[entry.start : entry.end]
    old = str(entry.label)
    at = body.find(old)
    return body if at < 0 else f"{body[:at]}{label}{body[at + len(old) :]}"
