"""A bibliography whose line breaks were lost: its numbers are reported, and no sentence is judged for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Source

LIST = "\n\n## References\n\n[1] source 1\n[2] source 2\n[3] source 3\n"
TEXT = "The weir was built in 1931 [1]. It was raised twice [2][3]. "
SOURCES = tuple(
    Source(f"s{n}", "", f"source {n}", "The weir of Ahlen was built in 1931 and was raised twice after floods.", n=n)
    for n in (1, 2, 3)
)


def parted(body: str) -> tuple[list[str], list[str]]:
    draft = open_case(body + LIST, (), AuditOptions()).draft
    return [m.raw for m in draft.markers], [m.raw for m in draft.unread]


@pytest.mark.parametrize(
    ("entries", "numbers"),
    [
        ("Weirs of Ahlen. https://weirs.example/a.[1] Floods. https://floods.example/b.[2]", 2),
        (
            "Weirs, Wikipedia, 2021. [Online]. Available: https://w.example/a. [Accessed: 14-May-2021].[2] F, 2020.[3]",
            2,
        ),
        ('("Weirs of Ahlen," Wikipedia, 2021).[1] ("Floods," Wikipedia, 2021).[2]', 2),
        ('"Weirs and Mills". Ahlen University. [1] "Floods of the North". River Office. [2]', 2),
        ("A. Lund, “Weirs,” River Studies, vol. 13, no. 2, pp. 2-9, 2001.[1] S. Rao, Floods. Wiley, 2001.[2]", 2),
        ('"Ada Lund" Weirs of the North. Ahlen Press, 2021.[2]', 1),
        ("[1] Weirs. https://weirs.example/a [2] Floods. https://floods.example/b", 2),
        ("Reference: [1] Lund, A., Rao, S., & Ito, M. (2003).", 1),
    ],
)
def test_the_numbers_of_entries_that_run_on_are_not_judged(entries: str, numbers: int) -> None:
    judged, unread = parted(TEXT + entries)
    assert judged == ["[1]", "[2]", "[3]"]
    assert len(unread) == numbers
    report = audit(TEXT + entries + LIST, SOURCES)
    assert {f.code for f in report.findings if f.start > len(TEXT)} <= {"C106", "R401", "R403"}
    assert repair(TEXT + entries + LIST, audit, unsafe=True).text == TEXT + entries + LIST


@pytest.mark.parametrize(
    "body",
    [
        "The weir was built in 1931.[1] It was raised in May 2014.[2] It failed in 2020.[3]",
        "The weir was built on 3 May, 1931.[1]",
        TEXT + "Ada Lund drew it.[1] Ahlen paid for it.[2]",
        TEXT + "It is described in Wikipedia [1]. A plan is available online [2].",
        TEXT + "The report (https://weirs.example/a) tells of two floods [2].",
        "| Weir | Built |\n|---|---|\n| Ahlen 1931 [1] | Rao 2001 [2] |",
        "- [Weirs of Ahlen](https://weirs.example/a) [1]\n- [Floods](https://floods.example/b) [2]",
        TEXT + "Sources: [1][2]",
        TEXT + "Mills came later [2]. The plans can be had here: https://weirs.example/a",
    ],
)
def test_sentences_are_no_entries(body: str) -> None:
    assert not parted(body)[1]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=6), st.integers(0, 3))
def test_every_marker_is_judged_or_reported_whatever_runs_on(labels: list[int], plain: int) -> None:
    entries = " ".join(f"Weirs {n}. https://weirs.example/{n}.[{n}]" for n in labels)
    text = "".join(f"It rose for the {n}th time [1]. " for n in range(plain))
    judged, unread = parted(text + entries)
    assert len(judged) + len(unread) == plain + len(labels)
