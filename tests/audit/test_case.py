"""How markers, entries and sources are joined, and how each citation is judged."""

from __future__ import annotations

from datetime import date

import pytest

from audit.case import Case, Observation
from audit.runner import AuditOptions, audit, open_case
from audit.thresholds import STRIP
from wellsourced_core.model import Source
from wellsourced_core.values import replace

BRIDGE = "The swing bridge of Port Marlow opened in 1908 and turns on a pivot of cast iron."
FERRY = "The harbor ferries carried commuters from the north shore until midnight."
SOURCES = (
    Source("b", "https://bridges.example/a", "Bridges", BRIDGE, n=1),
    Source("f", "https://ferries.example/b", "Ferries", FERRY, n=2),
)
LIST = "\n\n## Sources\n\n1. https://bridges.example/a\n2. https://ferries.example/b\n"
BRIDGE_SAID = "The swing bridge of Port Marlow opened in 1908"
FERRY_SAID = "The harbor ferries carried commuters from the north shore"


def opened(text: str, sources: tuple[Source, ...] = SOURCES) -> Case:
    return open_case(text, sources, AuditOptions())


def verdicts(text: str, sources: tuple[Source, ...] = SOURCES) -> list[str]:
    return [citation.verdict for citation in opened(text, sources).citations]


def test_a_source_belongs_to_the_entry_with_its_address_whatever_its_number() -> None:
    swapped = "\n\n## Sources\n\n1. http://www.ferries.example/b/\n2. https://bridges.example/a?utm_source=x\n"
    assert opened(f"A [1]. B [2].{swapped}").references.source_of_reference == (1, 0)
    assert verdicts(f"{BRIDGE_SAID} [2]. {FERRY_SAID} [1].{swapped}") == ["supported", "supported"]


def test_an_entry_without_its_address_gets_the_source_of_its_number() -> None:
    case = opened("A [1]. B [2].\n\n## Sources\n\n1. Bridges\n2. https://elsewhere.example\n")
    assert case.references.source_of_reference == (0, 1)
    assert case.references.tied_by_number
    assert not opened(f"A [1]. B [2].{LIST}").references.tied_by_number


def test_a_number_never_ties_a_source_that_stands_under_another_number() -> None:
    case = opened("A [1]. B [2].\n\n## Sources\n\n1. https://ferries.example/b\n2. https://third.example\n")
    assert case.references.source_of_reference == (1, None)


def test_entries_that_share_an_address_have_each_the_source_of_their_number() -> None:
    page = "https://bridges.example/a"
    passages = tuple(replace(source, url=page, n=n) for source, n in zip(SOURCES, (2, 5), strict=True))
    listed = f"\n\n## Sources\n\n[1] {page}\n[2] {page}\n[5] {page}\n"
    case = opened(f"A [1]. {BRIDGE_SAID} [2]. {FERRY_SAID} [5].{listed}", passages)
    assert case.references.source_of_reference == (0, 0, 1)
    assert [citation.verdict for citation in case.citations][1:] == ["supported", "supported"]


def test_passages_of_one_page_are_not_merged() -> None:
    page = "https://bridges.example/a"
    passages = tuple(replace(source, url=page) for source in SOURCES)
    text = f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2].\n\n## Sources\n\n1. {page}\n2. {page}\n"
    told = {f.code: f.fix for f in audit(text, passages).findings}
    assert told["R402"] is None
    assert {f.code: f.fix for f in audit(text, passages[:1]).findings}["R402"] is not None


def test_without_a_list_the_sources_are_cited_by_their_numbers() -> None:
    assert verdicts(f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2]. It is so [3].") == [
        "supported",
        "supported",
        "out-of-bounds",
    ]


def test_a_citation_without_a_text_is_uncheckable() -> None:
    bare = (SOURCES[0], Source("f", "https://ferries.example/b", "Ferries", " ", n=2))
    assert verdicts(f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2].{LIST}", bare) == ["supported", "uncheckable"]
    assert verdicts(f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2].{LIST}", ()) == ["uncheckable", "uncheckable"]


@pytest.mark.parametrize(
    "lead",
    [
        "Based on the given context [2],",
        "References [2]:",
        "The causes [2]:\n\n- rust",
        "## The Cast Iron Pivot [2]\n\nIt",
    ],
)
def test_what_states_nothing_is_not_accused_of_its_source(lead: str) -> None:
    assert verdicts(f"{lead}\n\n{BRIDGE_SAID} [1].{LIST}") == ["uncheckable", "supported"]


@pytest.mark.parametrize(
    "body",
    ["- The pivot was cast in iron [2],\n- it turns,", "The bridge has a cast pivot, an iron deck and two gates [2]:"],
)
def test_a_statement_before_a_comma_or_a_colon_is_compared(body: str) -> None:
    assert verdicts(f"{body}\n\n{FERRY_SAID} [2].{LIST}") == ["misattributed", "supported"]


def test_a_low_score_alone_accuses_nobody_in_a_language_that_was_not_measured() -> None:
    german = (
        "Die Brücke wurde nach einem Brand im Hafen mit Eisen aus der Region wieder aufgebaut und ist heute ein Museum."
    )
    claim = "Das Museum liegt nicht weit von der alten Werft und zieht in jedem Sommer viele Besucher an [1]."
    found = opened(f"{claim}{LIST}", (replace(SOURCES[0], text=german),)).citations
    assert [(one.verdict, (one.support or 0) < STRIP) for one in found] == [("weak", True)]


def test_a_wrong_source_is_told_from_the_right_one() -> None:
    [wrong, _, _] = opened(f"{BRIDGE_SAID} [2]. {FERRY_SAID} [2]. A bridge [1].{LIST}").citations
    assert wrong.verdict == "misattributed"
    assert wrong.better is not None
    assert wrong.better[0] == 0


def test_members_of_a_group_support_jointly() -> None:
    text = f"{BRIDGE_SAID}, and the harbor ferries carried commuters from the north shore [1][2].{LIST}"
    assert verdicts(text) == ["supported", "supported"]
    assert verdicts(text.replace("[1][2]", "[1, 2]")) == ["supported", "supported"]


def test_evidence_is_where_it_is_said() -> None:
    for citation in opened(f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2].{LIST}").citations:
        assert citation.source is not None
        assert citation.evidence is not None
        text = SOURCES[citation.source].text
        assert text[citation.evidence.start : citation.evidence.end] == citation.evidence.text


def test_an_orphan_is_what_no_marker_would_cite_after_every_fix() -> None:
    case = opened(f"{BRIDGE_SAID} [2]. It turns on a pivot of cast iron [1].{LIST}")
    assert case.citations.cited == {0, 1}
    assert case.citations.orphans == {1}
    assert opened(f"{BRIDGE_SAID} [1]. {FERRY_SAID} [1]. B [2].{LIST}").citations.orphans == frozenset()


def test_the_first_of_two_entries_of_one_page_is_no_orphan_while_the_second_is_cited() -> None:
    text = "A [2]. B [3].\n\n## Sources\n\n1. https://a.example\n2. https://b.example\n3. https://a.example/\n"
    case = opened(text, ())
    assert case.references.duplicates == {2: 0}
    assert case.citations.orphans == frozenset()
    assert [f.code for f in audit(text).findings] == ["R402"]


def test_an_observation_stands_on_the_entry_of_its_source() -> None:
    text = f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2].{LIST}"
    [found] = audit(text, SOURCES, observations=[Observation("R404", "f", "gone")]).findings
    assert (found.line, text[found.start : found.end], found.source) == (6, "2. https://ferries.example/b", "f")
    bare = f"{BRIDGE_SAID} [1]. {FERRY_SAID} [2]."
    [found] = audit(bare, SOURCES, observations=[Observation("R404", "f", "gone")]).findings
    assert bare[found.start : found.end] == "[2]"


def test_lines_and_columns_count_from_one_whatever_the_line_ends() -> None:
    case = opened("ab\r\ncd\refg\n")
    assert [case.texts.position(at) for at in (0, 1, 4, 7, 9, 11)] == [(1, 1), (1, 2), (2, 1), (3, 1), (3, 3), (4, 1)]


def found(text: str, *sources: Source) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in audit(text, sources, AuditOptions()).findings]


LEAKS = "We surveyed the network of Tolmin in 2021. Pipes laid before the war accounted for 47 percent of what leaked."


def test_what_the_drafts_own_entry_names_is_in_the_source() -> None:
    said = "A survey by Ashwell College found that old pipes accounted for 47 percent of what leaked [1]."
    said += "\n\n## Sources\n\n"
    source = Source("s", "https://a.example/leaks", "Leaks", LEAKS)
    assert found(f"{said}1. Ashwell College, Leaks. https://a.example/leaks\n", source) == []
    assert [code for code, _ in found(f"{said}1. Leaks. https://a.example/leaks\n", source)] == ["C107"]


def test_the_day_of_a_source_dates_what_it_said() -> None:
    text = "The agency warned in {} that another dry summer would strain its cash [1].\n\n## Sources\n\n1. https://a.example\n"
    source = Source("s", "https://a.example", "Rating", "The agency: another dry summer would strain the cash of Orlo.")
    dated = replace(source, published=date(2025, 6, 15))
    assert [code for code, _ in found(text.format("June 2025"), dated) if code[0] == "N"] == []
    assert "N201" in [code for code, _ in found(text.format("May 2025"), dated)]
    assert "N201" in [code for code, _ in found(text.format("June 2025"), source)]


def test_a_marker_is_not_pointed_to_a_source_for_one_common_number() -> None:
    meters = Source(
        "m", "https://a.example/meters", "Meters", "The share of households with meters stood at 26 percent."
    )
    pumps = Source(
        "p", "https://a.example/pumps", "Pumps", "In 2019 the pumps were replaced, and the old hall was sold."
    )
    draft = "Before 2019 few of the households had any meters [1].\n\n## Sources\n\n1. {0.url}\n2. {1.url}\n"
    assert all(citation.better is None for citation in opened(draft.format(meters, pumps), (meters, pumps)).citations)


def test_nearly_alike_numbers_of_one_year_conflict() -> None:
    one = Source(
        "a", "https://a.example", "A", "In 2025 the town of Orlo completed 1,870 homes, 14 percent fewer than before."
    )
    other = Source("b", "https://b.example", "B", "The number of homes completed in Orlo fell to 1,807 in 2025.")
    draft = (
        "Orlo completed 1,870 homes in 2025 [1].\n\nRents in Orlo rose [2].\n\n## Sources\n\n1. {0.url}\n2. {1.url}\n"
    )
    assert "N205" in [code for code, _ in found(draft.format(one, other), one, other)]
    apart = replace(other, text=other.text.replace("2025", "2024"))
    assert "N205" not in [code for code, _ in found(draft.format(one, apart), one, apart)]


def test_a_paragraph_with_both_values_must_set_them_against_each_other() -> None:
    one = Source("a", "https://a.example", "A", "In 2025 the town of Orlo completed 1,870 homes.")
    other = Source("b", "https://b.example", "B", "The number of homes completed in Orlo fell to 1,807 in 2025.")
    listed = f"\n\n## Sources\n\n1. {one.url}\n2. {other.url}\n"
    plainly = (
        f"Orlo completed 1,870 homes in 2025 [1]. The number of homes completed fell to 1,807 in 2025 [2].{listed}"
    )
    assert "N205" in [code for code, _ in found(plainly, one, other)]
    weighed = plainly.replace("The number", "However, the number")
    assert "N205" not in [code for code, _ in found(weighed, one, other)]
