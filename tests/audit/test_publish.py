"""What leaves the house: nothing out of bounds, nothing uncited, numbers and sources in step."""

from __future__ import annotations

from audit.publish import publish
from audit.runner import AuditOptions
from wellsourced.core.model import Source

BRIDGE = "The swing bridge of Port Marlow opened in 1908 and turns on a pivot of cast iron."
FERRY = "The harbor ferries carried commuters from the north shore until midnight."
SOURCES = (
    Source("s1", "https://piers.example", "Piers", "Smoking is forbidden on the pier terrace.", n=1),
    Source("s2", "https://ferries.example", "Ferries", FERRY, n=2),
    Source("s3", "https://bridges.example", "Bridges", BRIDGE, n=3),
)
DRAFT = (
    "The swing bridge of Port Marlow opened in 1908 [3]. "
    "The harbor ferries carried commuters from the north shore [3].\n\n"
    "It turns on a pivot of cast iron [3][9].\n\n"
    "## Sources\n\n1. https://piers.example\n2. https://ferries.example\n3. https://bridges.example\n"
)
PUBLISHED = (
    "The swing bridge of Port Marlow opened in 1908 [1]. "
    "The harbor ferries carried commuters from the north shore [2].\n\n"
    "It turns on a pivot of cast iron [1].\n\n"
    "## Sources\n\n1. https://bridges.example\n2. https://ferries.example\n"
)


def test_a_draft_is_repaired_pruned_and_renumbered_with_its_sources() -> None:
    out = publish(DRAFT, SOURCES, AuditOptions())
    assert out.text == PUBLISHED
    assert [(source.id, source.n) for source in out.sources] == [("s3", 1), ("s2", 2)]
    assert out.report.findings == ()
    assert {finding.code for finding in out.repairs} == {"C101", "C102", "R401"}


def test_publishing_what_was_published_changes_nothing() -> None:
    out = publish(DRAFT, SOURCES, AuditOptions())
    again = publish(out.text, out.sources, AuditOptions())
    assert (again.text, again.sources, again.repairs) == (out.text, out.sources, ())


def test_sources_that_are_tied_by_number_alone_follow_their_numbers() -> None:
    draft = DRAFT.replace("https://piers.example", "Piers").replace("https://ferries.example", "Ferries")
    draft = draft.replace("https://bridges.example", "Bridges")
    out = publish(draft, SOURCES, AuditOptions())
    assert [(source.id, source.n) for source in out.sources] == [("s3", 1), ("s2", 2)]
    assert out.text.endswith("## Sources\n\n1. Bridges\n2. Ferries\n")


def test_a_draft_without_a_list_keeps_the_numbers_of_its_sources() -> None:
    draft = DRAFT.partition("## Sources")[0]
    out = publish(draft, SOURCES, AuditOptions())
    assert "[9]" not in out.text
    assert [(source.id, source.n) for source in out.sources] == [("s2", 2), ("s3", 3)]
