from __future__ import annotations

from audit.case import Case
from audit.runner import AuditOptions, open_case, reopen
from wellsourced_core.model import Source

TEXT = "The bridge of Norwich opened in 1932 and carried trams until 1961."
SOURCES = (Source("a", "https://a.example", "Bridges", TEXT, n=1), Source("b", "https://b.example", "Geese", "", n=2))
LIST = "\n\n## Sources\n\n1. https://a.example\n2. https://b.example\n"


def opened(text: str) -> Case:
    return open_case(text, SOURCES, AuditOptions())


def test_citations_are_told_by_marker_and_by_verdict() -> None:
    citations = opened(f"The bridge of Norwich opened in 1932 [1]. Geese rest [2, 3].{LIST}").citations
    assert [c.verdict for c in citations] == ["supported", "uncheckable", "out-of-bounds"]
    assert [[c.label for c in citations.of(marker)] for marker in range(3)] == [[1], [2, 3], []]
    assert [c.label for c in citations.having("uncheckable")] == [2]
    assert not list(citations.having("weak"))


def test_members_of_a_group_are_judged_together() -> None:
    said = "The bridge of Norwich opened in 1932"
    assert [(c.marker, c.verdict) for c in opened(f"{said} [1][2]. {said} [3].{LIST}").citations] == [
        (0, "supported"),
        (1, "uncheckable"),
        (2, "out-of-bounds"),
    ]


def test_a_draft_is_parsed_anew_only_where_sources_bring_other_names() -> None:
    case = opened(f"A bridge [1].{LIST}")
    filled = (SOURCES[0], Source("b", "https://b.example", "Geese", "Geese rest.", n=2))
    assert reopen(case, filled).draft is case.draft
    assert reopen(case, filled).sources == filled
    other = reopen(case, SOURCES[:1])
    assert other.draft is not case.draft
    anew = open_case(case.draft.text, SOURCES[:1], AuditOptions())
    assert tuple(other.citations) == tuple(anew.citations)
