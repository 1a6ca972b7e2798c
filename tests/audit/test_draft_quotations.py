"""Quotations as they stand in drafts: over several sentences, and in the source that a marker names."""

from __future__ import annotations

from audit.runner import audit
from wellsourced_core.model import Severity, Source

CALL = Source(
    "call",
    "https://call.example",
    "Earnings call",
    "“I would not call the Delta market a recovery. Orders stopped falling, that is all,” chief executive Ingrid "
    "Sallow said on the call. Sales rose by 3 percent. “Nobody here has been paid in full since the flood,” said Otto "
    "Brueck of the works council.",
    n=1,
)
NOTE = Source(
    "note",
    "https://note.example/flood",
    "Flood diary",
    "Otto Brueck of the works council and Mara Collier of the union have met since the flood. Collier says that nobody "
    "at the works has been paid in full; Collier calls it a shame.",
    n=2,
)
LIST = "\n\n## Sources\n\n1. https://call.example\n2. https://note.example/flood\n"


def told(text: str) -> list[tuple[str, str, str]]:
    """Return code, severity and place of each error and warning on quotations and citations."""
    draft = text + LIST
    report = audit(draft, (CALL, NOTE))
    grave = [f for f in report.findings if f.code[0] in "QC" and f.severity is not Severity.NOTE]
    return [(f.code, str(f.severity), draft[f.start : f.end]) for f in grave]


def test_a_quotation_of_two_sentences_is_compared_as_a_whole() -> None:
    altered = "“I would call the Delta market a recovery. Orders stopped falling,”"
    for before in ("", "Sales rose by 3 percent [1]. "):
        found = told(f"{before}{altered} Ingrid Sallow told analysts [1].")
        assert found == [("Q302", "error", altered[1:-1])]


def test_a_quotation_of_two_sentences_as_spoken_draws_nothing() -> None:
    said = "“I would not call the Delta market a recovery. Orders stopped falling,”"
    assert told(f"Sales rose by 3 percent [1]. {said} Ingrid Sallow told analysts [1].") == []


def test_the_source_of_a_quotation_is_not_misattributed_whoever_is_said_to_have_spoken() -> None:
    said = "“Nobody here has been paid in full since the flood,” Mara Collier of the union of the works says [1]."
    assert [(code, severity) for code, severity, _ in told(said)] == [("Q303", "error")]
