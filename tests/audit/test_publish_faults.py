"""What a published sentence may not rest on."""

from __future__ import annotations

import pytest

from audit.publish import PublishOptions
from audit.publish_faults import cited_sources, faults
from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Source

TEXT = (
    "The city counted 4,318 noise complaints in 2025, 22 percent fewer than the year before. Noise must stay under 55"
    ' decibels at night. The street lost 87 of its 240 parking spaces. "A citation is the exception," said Priya Raman.'
)
SOURCES = (Source("s1", "https://a.example", "Noise", TEXT, n=1),)
LIST = "\n\n## Sources\n\n1. Noise. https://a.example\n"


def codes(draft: str, ours: str = "", sources: tuple[Source, ...] = SOURCES) -> list[str]:
    case = open_case(draft + LIST, sources, AuditOptions())
    return sorted({fault.code for fault in faults(case, PublishOptions().rules, ours)})


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The city counted 4,318 noise complaints in 2025 [1].", []),
        ("The city counted about 4,300 noise complaints in 2025 [1].", []),
        ("The city counted 4,813 noise complaints in 2025 [1].", ["N201"]),
        ("Noise must stay under 55 decibels at night [1].", []),
        ("Noise must stay under 85 decibels at night [1].", ["N201"]),
        ("The street lost 87 of its 240 parking spaces [1].", []),
        ("The street lost 27 of its 240 parking spaces [1].", ["N201"]),
        ("“A citation is the exception,” said Priya Raman [1].", []),
        ("“A citation is the rule,” said Priya Raman [1].", ["Q302"]),
        ("“A citation is the exception,” said Gary Stroud [1].", ["Q303"]),
    ],
)
def test_a_cited_sentence_is_held_against_what_it_cites(sentence: str, found: list[str]) -> None:
    assert codes(sentence) == found


# What a sentence may not rest on though all its figures stand somewhere in its source.
LAKE = (
    "The lake is full at 1,064 feet. The beach at the lake's north shore closes below 1,045 feet.\n\n"
    "It is one of 14 lakes with the highest mark. The camp lost 44 of its 240 pitches.\n\n"
    "The department removed 430 street trees itself. A hut, two showers and a shop stand by the gate; firewood is sold"
    " there in summer, ice and maps all year. Dogs stay on a lead, boats without a motor may be hired by the hour, and"
    " whoever comes late rings twice and waits for the ranger.\n\n"
    "The group also found that 640 street trees had been cut since the census without being replaced."
)
CUT = "The group in addition saw that {} street trees had been cut since the census without being replaced [1]."


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("According to the report, the beach at the north shore closes below 1,045 feet [1].", []),
        ("According to the report, the beach at the north shore closes below 1,064 feet [1].", ["N201"]),
        ("As the report puts it, one of 14 lakes has the highest mark at this point [1].", []),
        (CUT.format("640"), []),
        (CUT.format("430"), ["N202"]),
    ],
)
def test_a_figure_is_its_own_statements(sentence: str, found: list[str]) -> None:
    assert codes(sentence, sources=(Source("s1", "https://a.example", "Lake", LAKE, n=1),)) == found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("In 2025 noise complaints fell by 22 percent.", []),
        ("In 2031 exactly 93.7 percent agreed.", ["N201"]),
        ("Two things follow from this.", []),
        ("“Nobody in this town ever asked,” said Nobody Atall.", ["Q301"]),
    ],
)
def test_a_sentence_without_a_marker_is_held_against_all_sources(sentence: str, found: list[str]) -> None:
    assert codes(f"The city counted 4,318 noise complaints in 2025 [1].\n\n{sentence}") == found


def test_what_we_wrote_ourselves_may_stand_uncited() -> None:
    note = "Only 2 of 7 sources, or 28.6 percent, were relevant."
    draft = f"{note}\n\nThe city counted 4,318 noise complaints in 2025 [1]."
    assert codes(draft) == ["N201"]
    assert codes(draft, note) == []


def test_the_cells_of_a_row_rest_on_what_the_row_cites() -> None:
    draft = "| what | count |\n|---|---|\n| Noise complaints [1] | 4,318 |\n| Noise complaints of 2025 [1] | 9,999 |"
    case = open_case(draft + LIST, SOURCES, AuditOptions())
    assert {case.texts.claim(sentence) for sentence in cited_sources(case)} >= {"4,318", "9,999"}
    assert [case.texts.claim(fault.sentence) for fault in faults(case, PublishOptions().rules)] == ["9,999"]
