from __future__ import annotations

import pickle

from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Source

SOURCES = (Source("a", "https://a.example", "A", "Bridges.", n=1), Source("b", "https://b.example", "B", "Geese.", n=2))
LIST = "\n\n## Sources\n\n1. https://a.example\n2. https://b.example\n"


def test_every_reference_of_a_marker_is_resolved_as_it_is_alone() -> None:
    case = open_case(f"One [1, 2]. Two [2]. Three [1, 9]. Four [2].{LIST}", SOURCES, AuditOptions())
    for index, marker in enumerate(case.draft.markers):
        alone = [(at, ref.label, *case.resolve(marker, ref)) for at, ref in enumerate(marker.refs)]
        assert list(case.resolved(index)) == alone
    assert list(case.resolved(2)) == [(0, 1, True, 0, 0), (1, 9, False, None, None)]


def test_markers_of_a_copied_draft_are_joined_too() -> None:
    case = open_case(f"One [1][2]. Two [2].{LIST}", SOURCES, AuditOptions())
    copied = pickle.loads(pickle.dumps(case))  # noqa: S301  # our own
    assert isinstance(copied.draft.markers, tuple)
    assert copied.groups == case.groups == (range(2), range(2, 3))
    assert copied.citations == case.citations
