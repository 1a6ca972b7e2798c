from __future__ import annotations

import pickle

from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Source

SOURCES = (Source("a", "https://a.example", "A", "Bridges.", n=1), Source("b", "https://b.example", "B", "Geese.", n=2))
LIST = "\n\n## Sources\n\n1. https://a.example\n2. https://b.example\n"


def test_every_reference_of_a_marker_leads_to_its_entry_and_source_or_nowhere() -> None:
    case = open_case(f"One [1, 2]. Two [2]. Three [1, 9]. Four [2].{LIST}", SOURCES, AuditOptions())
    marker = case.draft.markers[2]
    assert [case.references.resolve(marker, ref) for ref in marker.refs] == [(True, 0, 0), (False, None, None)]


def test_markers_of_a_copied_draft_are_joined_too() -> None:
    case = open_case(f"One [1][2]. Two [2].{LIST}", SOURCES, AuditOptions())
    copied = pickle.loads(pickle.dumps(case))  # noqa: S301  # our own
    assert isinstance(copied.draft.markers, tuple)
    assert list(copied.references.groups) == list(case.references.groups) == [(0, 1), (2,)]
    assert tuple(copied.citations) == tuple(case.citations)
