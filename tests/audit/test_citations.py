from __future__ import annotations

from audit.case import Case
from audit.citations import Citation, Citations
from audit.runner import AuditOptions, open_case, reopen
from wellsourced_core.model import Source, Span

TEXT = "The bridge of Norwich opened in 1932 and carried trams until 1961."
SOURCES = (Source("a", "https://a.example", "Bridges", TEXT, n=1), Source("b", "https://b.example", "Geese", "", n=2))
LIST = "\n\n## Sources\n\n1. https://a.example\n2. https://b.example\n"
JUDGED = (
    Citation(0, 0, 1, 0, 0, "supported", "it does", 0.75, Span(4, 10, "bridge"), None, 0.8),
    Citation(2, 0, 2, 1, None, "uncheckable", "no source text"),
    Citation(2, 1, "note", None, None, "out-of-bounds", "not in the list"),
    Citation(3, 0, 1, 0, 0, "misattributed", "it does not", 0.0, None, (1, 0.5), 0.1),
)


def opened(text: str) -> Case:
    return open_case(text, SOURCES, AuditOptions())


def test_citations_in_columns_are_what_was_judged() -> None:
    found = Citations(JUDGED, 5, SOURCES)
    assert found == JUDGED
    assert [found.of(marker) for marker in range(5)] == [JUDGED[:1], (), JUDGED[1:3], JUDGED[3:], ()]
    assert [found.verdict(index) for index in range(4)] == [one.verdict for one in JUDGED]


def test_a_verdict_is_found_counted_and_told_of_a_marker() -> None:
    found = Citations(JUDGED, 5, SOURCES)
    assert tuple(found.having("uncheckable")) == JUDGED[1:2]
    assert found.count("supported") == 1
    assert found.count("weak") == found.count("no verdict") == 0
    assert [found.have(marker, "out-of-bounds") for marker in range(5)] == [False, False, True, False, False]


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
    assert other.citations == open_case(case.draft.text, SOURCES[:1], AuditOptions()).citations
