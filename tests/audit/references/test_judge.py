"""A written reference and what services recorded of it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from audit.references.judge import Evidence, Judgement, judge
from wellsourced_core.model import Person, Work, WrittenReference
from wellsourced_core.values import replace

AS_OF = date(2026, 11, 23)
AUTHORS = (Person("Okafor", "Chidi"), Person("van der Meer", "Anneke"), Person("Lindqvist", "Per"))
TITLE = "Slow tides and the silting of small harbours"
WRITTEN = WrittenReference(
    "a", 1, 0, 9, "x", "work", TITLE, AUTHORS, False, 2014, "Journal of Coastal Practice", "10.5555/tides"
)
RECORD = Work(
    "Crossref", "doi:10.5555/tides", (TITLE,), AUTHORS, (2014,), ("Journal of Coastal Practice",), "10.5555/tides"
)
OTHER = Work(
    "Crossref", "doi:10.5555/ice", ("Counting icicles from orbit",), (Person("Bell", "T."),), (2019,), (), "10.5555/ice"
)


def look(written: WrittenReference = WRITTEN, *identified: Work, **more: Any) -> Judgement:
    return judge(written, Evidence(identified, asked=more.pop("asked", ("Crossref",)), **more), AS_OF)


def changed(**fields: Any) -> WrittenReference:
    return replace(WRITTEN, **fields)


def test_what_is_as_recorded_is_verified() -> None:
    found = look(WRITTEN, RECORD)
    assert (found.verdict, found.code, found.settled) == ("verified", None, True)
    assert set(vars_of(found)) == {"match"}


def vars_of(found: Judgement) -> list[str]:
    fields = found.fields
    return [fields.title, fields.authors, fields.year, fields.venue, fields.doi]


@pytest.mark.parametrize(
    ("fields", "field", "certainty"),
    [
        ({"title": "Slow tides and the dredging of small harbours"}, "title", "proven"),
        ({"authors": AUTHORS[:2]}, "authors", "proven"),
        ({"authors": AUTHORS[::-1]}, "authors", "proven"),
        ({"authors": (Person("Bell", "T."),)}, "authors", "proven"),
        ({"authors": (*AUTHORS, Person("Petrov", "Ilya"))}, "authors", "likely"),  # one record may be incomplete
        ({"year": 2009}, "year", "likely"),
        ({"venue": "Bulletin of Applied Chance"}, "venue", "likely"),
    ],
)
def test_a_field_that_differs_is_told(fields: dict[str, Any], field: str, certainty: str) -> None:
    found = look(changed(**fields), RECORD)
    assert (found.verdict, found.code, found.certainty) == ("mismatch", "R411", certainty)
    assert getattr(found.fields, field) == "differs"


def test_a_second_record_proves_an_invented_author() -> None:
    written = changed(authors=(*AUTHORS, Person("Petrov", "Ilya")))
    found = look(written, RECORD, found=(replace(RECORD, service="DBLP"),))
    assert (found.verdict, found.certainty) == ("mismatch", "proven")
    assert "Ilya Petrov is not among the authors" in found.why


@pytest.mark.parametrize(
    "fields",
    [
        {"authors": tuple(Person(one.family, one.given[0] + ".") for one in AUTHORS)},
        {"authors": AUTHORS[:1], "shortened": True},
        {"year": 2015},
        {"year": None, "venue": ""},
        {"title": TITLE.upper()},
    ],
)
def test_how_people_shorten_and_registries_spell_is_no_fault(fields: dict[str, Any]) -> None:
    assert look(changed(**fields), RECORD).verdict == "verified"


def test_an_identifier_of_another_work_is_told_with_the_right_one() -> None:
    found = look(changed(doi="10.5555/ice"), OTHER, found=(RECORD,))
    assert (found.verdict, found.code, found.certainty) == ("mismatch", "R411", "proven")
    assert (
        'doi:10.5555/ice is that of another work, "Counting icicles from orbit"; this one has doi:10.5555/tides'
        in found.why
    )
    assert look(changed(doi="10.5555/ice"), OTHER).verdict == "mismatch"


def test_a_chimera_of_two_works_is_not_taken_for_either() -> None:
    written = changed(title="Slow tides and counting icicles from small orbits", doi="", authors=OTHER.authors)
    found = look(written, found=(RECORD, OTHER))
    assert (found.verdict, found.code, found.certainty) == ("not-found", "R410", "likely")


def test_what_nobody_knows_is_not_found_and_what_is_refuted_is_proven() -> None:
    assert look(changed(doi="")).certainty == "likely"
    found = look(WRITTEN, refuted="doi:10.5555/tides")
    assert (found.verdict, found.code, found.certainty) == ("not-found", "R410", "proven")
    told = look(changed(doi="10.5555/none"), refuted="doi:10.5555/none", found=(RECORD,))
    assert "the work has doi:10.5555/tides" in told.why
    assert told.record == RECORD


@pytest.mark.parametrize("kind", ["book", "other"])
def test_what_no_registry_lists_is_never_accused_of_being_absent(kind: Any) -> None:
    assert look(changed(kind=kind, doi="")).verdict == "needs-review"


def test_a_service_that_is_down_makes_no_accusation() -> None:
    for fields, found in (({"doi": ""}, ()), ({"year": 2001}, (RECORD,)), ({"doi": "10.5555/ice"}, (OTHER,))):
        judged = look(changed(**fields), *found, down=("DBLP",))
        assert (judged.verdict, judged.code) == ("needs-review", None)
    assert look(WRITTEN, RECORD, down=("DBLP",)).verdict == "verified"


def test_a_retraction_is_told() -> None:
    found = look(WRITTEN, replace(RECORD, retracted="retraction 2015-05-03 10.5555/notice"))
    assert (found.verdict, found.code) == ("retracted", "R405")
    # A title alone is no notice: articles about retractions bear such titles too.
    assert look(WRITTEN, replace(RECORD, titles=(f"RETRACTED: {TITLE}",))).verdict == "verified"


PREPRINT = Work("arXiv", "arXiv:1301.00001", (TITLE,), AUTHORS, (2013,), ("arXiv",), "", "1301.00001", "preprint")


def test_a_preprint_and_what_it_became_are_one_work() -> None:
    written = changed(arxiv="1301.00001", doi="", venue="arXiv", year=2013)
    found = look(written, PREPRINT, found=(RECORD,))
    assert found.verdict == "verified"
    assert any("a published version exists" in note for note in found.notes)
    assert look(changed(doi=""), found=(PREPRINT, RECORD)).verdict == "verified"


def test_a_venue_that_no_version_had_is_told_and_a_late_one_is_for_a_person() -> None:
    old = look(changed(doi="", arxiv="1301.00001", year=2013), PREPRINT)
    assert (old.verdict, old.certainty, old.fields.venue) == ("mismatch", "likely", "differs")
    new = replace(PREPRINT, years=(2026,))
    accepted = changed(doi="", arxiv="1301.00001", year=2026)
    assert look(accepted, new).verdict == "mismatch"  # nor is it a venue that anybody knows
    for venue in ("NeurIPS", "Workshop on Tides"):
        assert look(replace(accepted, venue=venue), new).verdict == "needs-review"


def test_a_short_title_of_others_accuses_nobody() -> None:
    written = changed(title="Introduction", doi="")
    assert look(written, found=(replace(OTHER, titles=("Introduction",)),)).certainty == "likely"


def test_a_link_of_somebodys_own_words_is_no_wrong_title() -> None:
    label = changed(title="a study of harbours", authors=(), year=None, venue="")
    assert look(label, RECORD).verdict == "needs-review"
    assert look(label, refuted="doi:10.5555/tides").certainty == "proven"


def test_authors_that_our_reading_lost_are_not_left_out() -> None:
    text = "Okafor (Chidi) with van der Meer (Anneke) and Lindqvist (Per), 2014. Slow tides"
    assert look(changed(authors=(Person("Okafor", "Chidi"),), text=text), RECORD).verdict == "verified"
    assert look(changed(authors=(Person("Okafor", "Chidi"),), text="Okafor, C., 2014"), RECORD).verdict == "mismatch"
