"""Planted faults: each is one edit in a draft that was clean, and nearly all of them are caught."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from audit.fault_injection import CODES, Planted, caught, plant
from audit.runner import audit
from retrieval.sources_file import read_sources
from wellsourced_core.model import FileReport, Source

FIXTURES = Path(__file__).parents[2] / "fixtures" / "selftest"
NAMES = sorted(path.stem for path in FIXTURES.glob("*.md"))
drafts = pytest.mark.parametrize("name", NAMES)
LEAST = 0.95


@cache
def given(name: str) -> tuple[str, tuple[Source, ...]]:
    return (FIXTURES / f"{name}.md").read_text("utf-8"), read_sources(FIXTURES / f"{name}.sources.jsonl")


@cache
def untouched(name: str) -> FileReport:
    return audit(*given(name))


@cache
def planted(name: str) -> tuple[Planted, ...]:
    return plant(*given(name))


@drafts
def test_the_untouched_draft_is_clean(name: str) -> None:
    assert [(f.code, f.message) for f in untouched(name).findings] == []


@drafts
def test_nearly_every_plant_is_caught(name: str) -> None:
    _, sources = given(name)
    missed = [one for one in planted(name) if not caught(one, untouched(name), audit(one.text, sources))]
    assert len(missed) <= (1 - LEAST) * len(planted(name)), [(m.kind, m.before, m.after) for m in missed]


def test_every_kind_is_planted_in_some_draft() -> None:
    assert {one.kind for name in NAMES for one in planted(name)} == set(CODES)


@drafts
def test_a_plant_is_one_edit_where_it_says(name: str) -> None:
    text, _ = given(name)
    for one in planted(name):
        assert one.text != text
        assert one.text[: one.start] + one.before + one.text[one.end :] == text
        assert one.low <= one.start <= one.end <= one.high
        assert one.codes == CODES[one.kind]


@drafts
def test_plants_are_the_same_each_time_and_bounded(name: str) -> None:
    text, sources = given(name)
    assert plant(text, sources) == planted(name)
    few = plant(text, sources, per_kind=1)
    assert len(few) == len({one.kind for one in few})
    assert [one for one in planted(name) if one in few] == list(few)


@drafts
def test_an_untouched_draft_catches_nothing(name: str) -> None:
    for one in planted(name):
        assert caught(one, untouched(name), untouched(name)) == ()


def test_a_finding_that_was_there_before_catches_nothing() -> None:
    text, sources = given("ferry")
    broken = text.replace("38 cars [1]", "38 cars [8]")
    first = next(one for one in plant(broken, sources) if one.kind == "number")
    report = audit(broken, sources)
    assert {f.code for f in report.findings} >= {"C101"}
    assert caught(first, report, report) == ()


def test_nothing_is_planted_where_nothing_is_supported() -> None:
    assert plant("The moon is hollow [1].\n\n## References\n\n1. https://a.example/\n", ()) == ()
    assert plant("", ()) == ()


def test_numbers_beyond_the_list_are_caught_in_drafts_that_glue_them() -> None:
    text = (
        "The reservoir holds 40 million litres of water.1 Engineers lowered its level in the spring.2 "
        "Herons nest on the northern dam.3\n\n## Sources\n\n"
        "1. Water. https://s1.example\n2. Levels. https://s2.example\n3. Herons. https://s3.example\n"
    )
    sources = [
        Source("1", "https://s1.example", "", "The reservoir holds 40 million litres of water.", n=1),
        Source("2", "https://s2.example", "", "Engineers lowered the level of the reservoir in the spring.", n=2),
        Source("3", "https://s3.example", "", "Herons nest on the northern dam.", n=3),
    ]
    before = audit(text, sources)
    beyond = [planted for planted in plant(text, sources) if planted.kind == "out-of-range"]
    assert len(beyond) == 3
    assert all(caught(planted, before, audit(planted.text, sources)) == ("C101",) for planted in beyond)
