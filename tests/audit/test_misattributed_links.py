"""Misattributed links in parentheses are pointed to the better source; none is deleted that belongs elsewhere."""

from __future__ import annotations

from audit.runner import audit
from wellsourced_core.model import Finding, Source

DAM = Source("dam", "https://dam.example/cost", "What the dam cost", "The dam of Alder Creek cost 4.2 million dollars.")
FISH = Source(
    "fish", "https://fish.example/ladder", "Fish ladder", "A fish ladder with 41 steps opened at Alder Creek in 1998."
)
LIST = "\n\n## Sources\n\n1. [What the dam cost](https://dam.example/cost)\n2. [Fish ladder](https://fish.example/ladder)\n"


def misattributed(text: str) -> tuple[str, Finding]:
    draft = text + LIST
    [found] = [f for f in audit(draft, (DAM, FISH)).findings if f.code == "C102"]
    return draft, found


def applied(draft: str, found: Finding) -> str:
    assert found.fix is not None
    for edit in found.fix.edits:
        draft = draft[: edit.start] + edit.text + draft[edit.end :]
    return draft.removesuffix(LIST)


def test_a_link_is_pointed_to_the_better_source_by_its_title() -> None:
    draft, found = misattributed(
        "The fish ladder with 41 steps opened in 1998 ([the dam's page](https://dam.example/cost))."
    )
    assert found.message.endswith("cite Fish ladder instead")
    assert applied(draft, found) == (
        "The fish ladder with 41 steps opened in 1998 ([Fish ladder](https://fish.example/ladder))."
    )


def test_a_link_is_written_as_the_draft_writes_it_elsewhere() -> None:
    draft, found = misattributed(
        "Alder Creek has a ladder for fish ([ladder page](https://fish.example/ladder)). The fish ladder with 41 steps "
        "opened in 1998 ([the dam's page](https://dam.example/cost))."
    )
    assert found.message.endswith("cite ladder page instead")
    assert applied(draft, found).endswith("opened in 1998 ([ladder page](https://fish.example/ladder)).")


def test_a_link_in_running_text_that_cannot_be_pointed_elsewhere_stays() -> None:
    _, found = misattributed("The fish ladder with 41 steps opened in 1998, says [the page](https://dam.example/cost).")
    assert "instead" in found.message
    assert found.fix is None
