"""A sentence that the source's nearest sentence denies or reverses."""

from __future__ import annotations

import pytest

from audit.numbers.nearest_sentence import direction_mismatch
from audit.statistics import prepare


@pytest.mark.parametrize(
    ("claim", "source", "kind"),
    [
        ("The council did not approve the new tram line.", "The council approved the new tram line.", "negated"),
        ("The council approved the new tram line.", "The council did not approve the new tram line.", "denied"),
        ("Exports of barley rose in spring.", "Exports of barley fell in spring.", "reversed"),
        ("The dam was safe.", "The dam was safe, but that was not true.", "denied"),
        ("The ban applies to all pesticides.", "The ban applies to all pesticides, and not to fertilisers.", "denied"),
    ],
)
def test_what_contradicts(claim: str, source: str, kind: str) -> None:
    found = direction_mismatch(claim, prepare(source))
    assert found is not None
    assert (found.kind, found.sentence.text, found.evidence.text) == (kind, claim, source)
    assert 0 < found.overlap <= 1
    assert found.why


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The council approved the new tram line.", "The council approved the new tram line in March."),
        ("The council did not approve the tram line.", "The council has not approved the tram line."),
        ("The council did not approve the tram line.", "A storm damaged the roof of the chapel."),
        ("Exports of barley rose in spring.", "Exports of barley increased in spring."),
        # What another clause denies is another statement.
        (
            "To ask for a total before booking brought a written answer from 31 of the 35 hotels.",
            "To ask for a total before booking brought a written answer from 31 of the 35 hotels, and none asked more.",
        ),
        ("", "Exports of barley fell in spring."),
    ],
)
def test_what_does_not(claim: str, source: str) -> None:
    assert direction_mismatch(claim, prepare(source)) is None


def test_the_first_sentence_that_is_contradicted_is_told() -> None:
    source = "The chapel burned down in autumn. Exports of barley fell in spring. Imports of barley rose in spring."
    claim = "The chapel burned down in autumn. Exports of barley rose in spring."
    found = direction_mismatch(claim, prepare(source))
    assert found is not None
    assert found.sentence.text == "Exports of barley rose in spring."
    assert found.evidence.text == "Exports of barley fell in spring."
