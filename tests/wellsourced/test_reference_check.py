"""References judged by services on loopback: our own in ten styles, outages, ten thousand of them."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from pathlib import Path

import pytest
from fakes.registries import SERVICES, Recorded, Server, View, asked, recorded, registry, replace, rows

from audit.references.free_text import read_reference
from audit.references.judge import Judgement
from retrieval.cache import Cache
from wellsourced.reference_check import check
from wellsourced_core.model import Person, WrittenReference

AS_OF = date(2026, 11, 23)
JUDGED_RIGHT = 0.99  # what is reached; 0.92 is asked for
STYLES = rows("styles.jsonl")
WRITTEN = [read_reference(row["text"], key=str(at), line=at) for at, row in enumerate(STYLES, 1)]
RIGHT = [one for one, row in zip(WRITTEN, STYLES, strict=True) if not row["fault"]]


def judged(written: list[WrittenReference], *, down: tuple[str, ...] = (), **views: list[Recorded]) -> list[Judgement]:
    """Judge each reference as a list of its own: what one gets wrong says nothing about another."""
    found = replace(registry(**views), down=frozenset(down))
    with Server(found) as server:
        return [check([one], asked(server), AS_OF).judgements[0] for one in written]


def test_the_styles_are_judged_right() -> None:
    found = judged(WRITTEN)
    wrong = [
        (row["fault"], row["text"], one.verdict, one.why)
        for row, one in zip(STYLES, found, strict=True)
        if one.verdict != row["verdict"]
    ]
    assert sum(bool(row["fault"]) for row in STYLES) == len(STYLES) / 2
    assert len(wrong) <= (1 - JUDGED_RIGHT) * len(STYLES), wrong


@pytest.mark.parametrize("down", [*combinations(SERVICES, 1), *combinations(SERVICES, 2), SERVICES], ids=" ".join)
def test_no_right_entry_is_accused_while_services_are_down(down: tuple[str, ...]) -> None:
    some = RIGHT[::5]
    assert {one.verdict for one in judged(some, down=down)} <= {"verified", "needs-review"}


def test_with_all_services_down_everything_real_is_for_a_person() -> None:
    assert {one.verdict for one in judged(RIGHT[::9], down=SERVICES)} == {"needs-review"}


def test_a_work_that_only_the_resolver_has_is_verified_by_its_doi() -> None:
    with_doi = [one for one in RIGHT if one.doi]
    found = judged(with_doi, crossref=[], openalex=[], dblp=[])
    assert {one.verdict for one in found} == {"verified"}
    without = judged([one for one in RIGHT if not one.doi], crossref=[], openalex=[], dblp=[])
    assert {(one.verdict, one.certainty) for one in without} == {("not-found", "likely")}


def test_what_the_agency_does_not_know_is_proven() -> None:
    written = replace(RIGHT[0], doi="10.5555/none.1")
    (found,) = judged([written])
    assert (found.verdict, found.code, found.certainty) == ("not-found", "R410", "proven")
    assert "the work has doi:" in found.why
    (cautious,) = judged([written], down=("doi",))
    assert cautious.verdict == "needs-review"


def test_a_nonexistent_preprint_is_proven_by_arxiv_and_the_resolver_together() -> None:
    written = replace(RIGHT[0], doi="", arxiv="2101.99999", title="Nowhere at all: a treatise on it")
    (found,) = judged([written])
    assert (found.verdict, found.certainty) == ("not-found", "proven")
    for down in ("doi", "arxiv"):
        (cautious,) = judged([written], down=(down,))
        assert cautious.verdict == "needs-review", down


def test_a_retraction_is_found_though_another_service_found_the_work() -> None:
    works = [recorded(row) for row in rows("works.jsonl")]
    retracted = [replace(work, retracted="10.5555/notice") for work in works]
    without = replace(next(one for one in RIGHT if not one.doi))
    # Crossref's search does not list it, but it has the DOI that DBLP gives.
    views = registry(works, crossref=retracted)
    views.views["crossref"].search = lambda *_: []  # type: ignore[attr-defined, method-assign]
    with Server(views) as server:
        (found,) = check([without], asked(server), AS_OF).judgements
    assert (found.verdict, found.code) == ("retracted", "R405")


MANY = 10_000


def works_of(count: int) -> list[Recorded]:
    return [
        Recorded(
            f"Report {at} on word{at} and word{at + 1} of plain{at}",
            (("Chidi", f"Okafor{at}"),),
            2014,
            "Journal of Tides",
            f"10.5555/{at}",
        )
        for at in range(count)
    ]


def references_to(works: list[Recorded], *, every: int) -> list[WrittenReference]:
    """Return a right reference to each work; one of so many gives no DOI, so that its title is searched for."""
    return [
        WrittenReference(
            str(at), at + 1, 0, 1, work.title, "work", work.title, (Person(work.authors[0][1], "C."),), False, 2014,
            work.venue, "" if at % every == 0 else work.doi,
        )
        for at, work in enumerate(works)
    ]  # fmt: skip


@pytest.fixture
def no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.mark.usefixtures("no_waiting_for_disks")
def test_ten_thousand_take_at_most_a_request_each_and_none_the_second_time(tmp_path: Path) -> None:
    works = works_of(MANY)
    references = references_to(works, every=20)
    cache = Cache.open(tmp_path / "cache")
    with Server(registry(works)) as server:
        first = check(references, asked(server, cache), AS_OF)
        cold = len(server.registry.requests)
        again = check(references, asked(server, cache), AS_OF)
        offline = check(references, asked(server, cache, offline=True), AS_OF)
    assert {one.verdict for one in first.judgements} == {"verified"}
    assert cold <= MANY / 20 + MANY / 40 + 10
    assert len(server.registry.requests) == cold
    assert again == first
    assert offline.judgements == first.judgements


def test_a_title_search_is_at_most_one_request_for_a_right_entry() -> None:
    works = works_of(60)
    with Server(registry(works)) as server:
        check(references_to(works, every=1), asked(server), AS_OF)
        assert len(server.registry.requests) <= 60 + 2  # and one batch that asks for retractions


@pytest.mark.usefixtures("no_waiting_for_disks")
def test_a_run_that_was_cut_goes_on_where_it_was(tmp_path: Path) -> None:
    """Every answer is kept when it comes: what was asked before a kill is not asked again."""
    works = works_of(200)
    references = references_to(works, every=2)
    cache = Cache.open(tmp_path / "cache")
    counts = []
    with Server(registry(works)) as server:
        for part in range(10):
            check(references[: 20 * (part + 1)], asked(server, cache), AS_OF)
            counts.append(len(server.registry.requests))
        whole = check(references, asked(server, cache), AS_OF)
        assert len(server.registry.requests) == counts[-1]
        assert counts[-1] <= 100 + 10
    with Server(registry(works)) as server:
        assert check(references, asked(server), AS_OF) == whole


def test_views_can_be_searched() -> None:
    assert View(works_of(3)).search("Report 1 on word1")[0].doi == "10.5555/1"


def test_one_identifier_under_two_titles_is_told_and_the_record_says_which_is_wrong() -> None:
    right = next(one for one in RIGHT if one.doi)
    other = replace(right, title="Counting icicles from orbit: a long winter", key="other")
    with Server(replace(registry(), down=frozenset(SERVICES))) as server:
        unknown = check([other, right], asked(server), AS_OF).judgements
    assert [(one.verdict, one.code) for one in unknown] == [("needs-review", None), ("needs-review", "R412")]
    with Server(registry()) as server:
        known = check([other, right], asked(server), AS_OF).judgements
    assert [(one.verdict, one.code) for one in known] == [("mismatch", "R411"), ("verified", None)]
