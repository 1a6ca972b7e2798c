"""Small material of our own for the writer: five sources on street lamps and bats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from wellsourced_core.model import Assignment, Fact, Passage, ScoredSource, Source

HARBOUR = """\
Home News Contact
Street lamps and bats
Slow-flying bats avoid lit roads. They lose up to a third of their hunting time when lamps burn all night.[4]
We use cookies to improve this page. Subscribe to our newsletter!
Lamps that go dark between midnight and five give most of the hunting time back. Moths gather at white lamps
and are missing from the hedges nearby."""
VALLEY = """\
Slow-flying bats avoid lit roads. In the valley, 14 of 20 roosts near new lamps were empty in 2021, against 3 of
20 roosts near dark lanes. However, two roosts returned when the lamps were dimmed. Read more …"""
TRIAL = """\
We replaced white lamps with amber ones on twelve streets. Amber lamps drew 60 percent fewer moths than white
lamps did. Fast-flying bats hunted at white lamps and left amber streets. Is that good news?"""
COUNCIL = """\
The council pays 90,000 euros a year for the lamps on farm roads. Dimming the lamps after midnight saved 31,000
euros in the first year. Residents reported no more accidents on dimmed roads than on lit roads. Drivers asked
for lamps at two crossings, and those crossings stay lit."""

RIVER = """\
Along the river, moths swarm at white lamps from May to August. Daubenton's bats cross the river under dark bridges
and turn back at lit bridges. Shields above the lamps keep the water dark. The fishing club paid for shields on
three lit bridges. Eels pass the dark bridges at night and wait below the lit bridges until morning."""


def passage(n: int, text: str, score: float = 0.6, day: date | None = None) -> Passage:
    """Return a passage of a source of the same text."""
    source = Source(f"s{n}", f"https://bats.example/{n}", f"Source number {n}", text, published=day, n=n)
    return Passage(n, ScoredSource(source, (), score, 4, "fits", source.id), text, score)


@pytest.fixture
def make() -> Callable[..., Assignment]:
    """Return a maker of assignments from texts; text i has citation number i."""

    def assignment(*texts: str, words: int = 200, **fields: object) -> Assignment:
        passages = tuple(passage(n, text) for n, text in enumerate(texts, 1))
        question = str(fields.pop("question", "How do street lamps affect bats?"))
        return Assignment(question, words, passages, **fields)  # type: ignore[arg-type]

    return assignment


@pytest.fixture
def lamps() -> Assignment:
    """Return the whole material: five dated and undated sources and two validated facts."""
    days = (date(2022, 5, 1), date(2021, 11, 3), None, date(2023, 2, 9), date(2022, 8, 30))
    texts = (HARBOUR, VALLEY, TRIAL, COUNCIL, RIVER)
    passages = tuple(
        passage(n, text, 0.8 - n / 10, day) for n, (text, day) in enumerate(zip(texts, days, strict=True), 1)
    )
    facts = (
        Fact("Dimming the lamps after midnight saved 31,000\neuros in the first year.", 4, "statistic", score=0.9),
        Fact("Amber lamps drew 60 percent fewer moths than white\nlamps did.", 3, "statistic", score=0.9),
    )
    question = "How do street lamps affect bats and hedgehogs?"
    return Assignment(question, 280, passages, facts, None, date(2026, 11, 21))
