from __future__ import annotations

from audit.case import Case
from audit.pairs import judge
from audit.runner import AuditOptions, open_case, reopen, report_on
from wellsourced_core.model import Claim, Pair, Source

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


BRIDGES = (
    Source("a", "https://a.example", "Bridges", f"{TEXT} The city sold it to a ferry company in 1984.", n=1),
    Source(
        "b",
        "https://b.example",
        "Geese",
        "Geese rest on the reservoir in autumn. The warden counted 412 of them in 2019, more than in any year before.",
        n=2,
    ),
)


def told(text: str, sources: tuple[Source, ...] = BRIDGES) -> list[tuple[str, str, str]]:
    """Return the verdict on each citation, and the findings on them: code, severity, marker."""
    case = open_case(f"{text}{LIST}", sources, AuditOptions())
    report = report_on(case, AuditOptions(), "draft.md")
    return [(f.code, str(f.severity), case.draft.text[f.start : f.end]) for f in report.findings if f.code[0] == "C"]


def test_a_source_that_has_nothing_of_a_sentence_that_others_carry_is_told() -> None:
    assert told("The bridge of Norwich carried trams until 1961 [1][2].") == [("C103", "warning", "[2]")]
    assert told("The bridge of Norwich carried trams until 1961 [1]. Geese rest on the reservoir [2].") == []


def test_a_source_that_has_the_sentence_before_or_a_number_is_not_idle() -> None:
    assert told("Geese rest on the reservoir in autumn. The bridge of Norwich carried trams until 1961 [1][2].") == []
    assert told("The bridge of Norwich, sold in 1984 to a ferry company, carried 412 passengers a day [1][2].") == []
    # The 58 years follow from both sources.
    assert told("The bridge of Norwich carried trams until 1961, 58 years before the geese were counted [1][2].") == []


def test_a_pair_tells_an_idle_source_too() -> None:
    claim, (carrying, geese) = Claim("The bridge of Norwich carried trams until 1961 [1][2]."), BRIDGES
    judged = judge(Pair(claim, geese, (carrying.text,), (0,)))
    assert (judged.verdict, judged.certainties) == ("weak", (("C103", "likely"),))
    assert judge(Pair(claim, carrying, (geese.text,), (0,))).verdict == "supported"
