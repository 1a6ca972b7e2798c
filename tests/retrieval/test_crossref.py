"""What Crossref says of a work, on a loopback server that answers in its shapes."""

import json
import os
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.cache import Cache
from retrieval.crossref import LIFETIME, Crossref, Notice, Record, _batches, doi_of, retracted

REPLY = (Path(__file__).parents[2] / "fixtures" / "replies" / "crossref.json").read_text("utf-8")
DOI = "10.5555/mill.1871"
NOTICE = {
    "DOI": "10.5555/Mill.Retraction",
    "type": "retraction",
    "label": "Retraction",
    "source": "publisher",
    "updated": {"date-parts": [[2024, 5, 3]], "timestamp": 1714694400000},
}


def works(*items) -> str:
    return json.dumps({"status": "ok", "message-type": "work-list", "message": {"items": list(items)}})


def work(**fields) -> str:
    return works({"DOI": DOI.upper(), **fields})


def wanted(request) -> list[str]:
    """Return the DOIs that a request filters by."""
    (given,) = parse_qs(urlsplit(request.path).query)["filter"]
    return [one.removeprefix("doi:") for one in given.split(",")]


@pytest.fixture
def listing(server, answer):
    """Answer every request with the works that it asks for."""
    server.answer = lambda request: answer(works(*({"DOI": doi} for doi in wanted(request))), mime="application/json")
    return server


def asking(server, **options) -> Crossref:
    return Crossref(url=server.url("/works"), **{"sleep": lambda _: None, **options})


def ask(server, answer, body: str, status: str = "200 OK") -> Record:
    server.answer = lambda _request: answer(body, status, mime="application/json")
    (record,) = asking(server).look_up([DOI])
    return record


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.5555/Mill.1871", DOI),
        ("http://dx.doi.org/10.5555%2Fmill.1871", DOI),
        ("doi:10.5555/MILL.1871", DOI),
        ("https://journal.example/doi/full/10.5555/mill.1871?tab=x", DOI),
        ("https://journal.example/doi/10.5555/mill.1871/full", DOI),
        ("https://journal.example/content/10.5555/mill.1871.pdf", DOI),
        ("https://journal.example/10.5555", ""),
        ("https://journal.example/version/10.5/notes", ""),
        ("https://doi.org/", ""),
        ("10.5555/mill.1871", ""),
        ("", ""),
    ],
)
def test_the_doi_of_an_address(url: str, doi: str) -> None:
    assert doi_of(url) == doi


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_has_a_doi_or_none(text: str) -> None:
    found = doi_of(text)
    assert found == "" or found.startswith("10.")
    assert found == found.lower()


def test_a_notice_on_the_work_takes_it_back(server, answer) -> None:
    record = ask(server, answer, work(**{"updated-by": [NOTICE]}))
    notice = Notice(DOI, "10.5555/mill.retraction", "retraction", "2024-05-03")
    assert record == Record(DOI, True, (notice,))
    assert retracted([record]) == {DOI: notice}
    asked = urlsplit(server.requests[0].path)
    assert asked.path == "/works"
    assert parse_qs(asked.query) == {"filter": [f"doi:{DOI}"], "rows": ["1"], "select": ["DOI,updated-by,update-to"]}


def test_the_documented_shapes_are_read(server, answer) -> None:
    server.answer = lambda _request: answer(REPLY, mime="application/json")
    dois = [DOI, "10.5555/weir.1902", "10.5555/notice.77", "10.5555/bridge.1908", "10.5555/unknown"]
    records = asking(server).look_up(dois)
    assert [(record.doi, record.listed) for record in records] == [(doi, doi != dois[4]) for doi in dois]
    assert retracted(records) == {
        DOI: Notice(DOI, "10.5555/mill.retraction", "retraction", "2024-05-02"),
        "10.5555/ferry.1950": Notice("10.5555/ferry.1950", "10.5555/notice.77", "withdrawal", "2021"),
    }


def test_the_order_of_notices_changes_nothing(server, answer) -> None:
    updates = json.loads(REPLY)["message"]["items"][0]["updated-by"]
    one = ask(server, answer, work(**{"updated-by": updates}))
    other = ask(server, answer, work(**{"updated-by": updates[::-1]}))
    assert retracted([one]) == retracted([other])


def test_the_notice_names_the_work_that_it_takes_back(server, answer) -> None:
    record = ask(server, answer, work(**{"update-to": [{**NOTICE, "DOI": "10.5555/Other"}]}))
    assert retracted([record]) == {"10.5555/other": Notice("10.5555/other", DOI, "retraction", "2024-05-03")}


@pytest.mark.parametrize(
    "kind", ["correction", "erratum", "expression_of_concern", "partial_retraction", "new_version", "", None, 3]
)
def test_a_correction_takes_nothing_back(server, answer, kind: object) -> None:
    record = ask(server, answer, work(**{"updated-by": [{**NOTICE, "type": kind}]}))
    assert (record.listed, record.notices) == (True, ())


@pytest.mark.parametrize(
    ("updated", "day"),
    [
        ({"date-parts": [[2024]]}, "2024"),
        ({"date-parts": [[2024, 5]]}, "2024-05"),
        ({"date-parts": [[2024, 13, 1]]}, ""),
        ({"date-parts": [["2024"]]}, ""),
        ({"date-parts": [[True]]}, ""),
        ({"date-parts": []}, ""),
        ({"date-parts": [None]}, ""),
        ("2024", ""),
    ],
)
def test_a_day_is_what_is_written_and_no_more(server, answer, updated: object, day: str) -> None:
    record = ask(server, answer, work(**{"updated-by": [{**NOTICE, "updated": updated}]}))
    assert record.notices[0].day == day


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        '{"message": 3}',
        "{}",
        "<html>",
        '{"message": {"items": 7}}',
        work(**{"updated-by": 7}),
        works(None, {}, {"DOI": 3}, 3),
    ],
)
def test_an_odd_answer_takes_nothing_back(server, answer, body: str) -> None:
    assert ask(server, answer, body).notices == ()


def test_a_work_that_is_not_listed_is_unknown_not_clean(server, answer) -> None:
    assert ask(server, answer, works()) == Record(DOI, False)


@pytest.mark.parametrize("status", ["403 Forbidden", "400 Bad Request"])
def test_a_refusal_is_a_problem_and_no_error(server, answer, status: str) -> None:
    record = ask(server, answer, "", status)
    assert not record.listed
    assert status[:3] in record.problem


def test_many_works_are_asked_for_in_one_request(listing) -> None:
    dois = [f"10.5555/{n}" for n in range(25)]
    records = asking(listing).look_up([*dois, *dois])
    assert [record.doi for record in records] == [*dois, *dois]
    assert all(record.listed for record in records)
    assert listing.connections == 1
    assert parse_qs(urlsplit(listing.requests[0].path).query)["rows"] == ["25"]


def test_requests_stay_short_and_come_with_a_pause(listing) -> None:
    slept: list[float] = []
    dois = [f"10.5555/{n}" for n in range(90)] + [f"10.5555/{'long(name)' * 30}{n}" for n in range(12)]
    records = asking(listing, pause=60.0, sleep=slept.append).look_up(dois)
    assert [record.doi for record in records if record.listed] == dois
    assert listing.connections == 4
    assert max(len(request.path) for request in listing.requests) < 4_096
    assert max(len(wanted(request)) for request in listing.requests) == 40
    assert len(slept) == 3
    assert all(59 < wait <= 60 for wait in slept)


def test_a_doi_with_a_comma_is_asked_for_alone(server, answer) -> None:
    odd = "10.5555/a,b"

    def respond(request):
        if request.path.startswith("/works/10.5555%2Fa%2Cb"):
            return answer(json.dumps({"message": {"DOI": odd, "updated-by": [NOTICE]}}), mime="application/json")
        if request.path.startswith("/works/"):
            return answer("Resource not found.", "404 Not Found")
        return answer(works(*({"DOI": doi} for doi in wanted(request))), mime="application/json")

    server.answer = respond
    records = asking(server).look_up(["10.5555/1", odd, "10.5555/c,d", "10.5555/2"])
    assert [record.listed for record in records] == [True, True, False, True]
    assert list(retracted(records)) == [odd]
    assert server.connections == 4


@given(st.lists(st.from_regex(r"10\.5555/[a-z,()]{1,300}", fullmatch=True), max_size=60))
@settings(max_examples=100)
def test_never_more_requests_than_works(dois: list[str]) -> None:
    batches = list(_batches(dois))
    assert [doi for batch in batches for doi in batch] == dois
    assert all(len(batch) == 1 or not any("," in doi for doi in batch) for batch in batches)
    assert len(batches) <= len(dois)


def test_a_service_that_is_down_is_asked_twice_only(server, answer) -> None:
    server.answer = lambda _request: answer("", "403 Forbidden")
    crossref = asking(server)
    records = [crossref.look_up([f"10.5555/{n}"])[0] for n in range(5)]
    assert len(server.requests) == 2
    assert all(record.problem for record in records)
    assert [record.doi for record in records] == [f"10.5555/{n}" for n in range(5)]


def test_a_work_that_is_not_listed_does_not_count_as_a_failure(server, answer) -> None:
    server.answer = lambda _request: answer(works(), mime="application/json")
    crossref = asking(server)
    for n in range(5):
        crossref.look_up([f"10.5555/{n}"])
    assert len(server.requests) == 5


def test_the_contact_is_told_and_nothing_else_of_us(listing) -> None:
    asking(listing, contact="desk@paper.example").look_up([DOI])
    asking(listing).look_up([DOI])
    agents = [request.headers["user-agent"] for request in listing.requests]
    assert agents == [
        "wellsourced/0.1 (checks citations; mailto:desk@paper.example)",
        "wellsourced/0.1 (checks citations)",
    ]


def test_an_answer_holds_for_a_day_whatever_it_says(server, answer, tmp_path: Path) -> None:
    cache = Cache.open(tmp_path / "cache")
    dois = [DOI, "10.5555/weir.1902", "10.5555/notice.77", "10.5555/unknown"]
    server.answer = lambda _request: answer(REPLY, mime="application/json")
    first = asking(server, cache=cache).look_up(dois)
    again = asking(server, cache=cache).look_up(dois[::-1])
    assert again == first[::-1]
    assert server.connections == 1
    for path in (tmp_path / "cache").rglob("*.json"):
        os.utime(path, (time.time() - LIFETIME - 1,) * 2)
    assert asking(server, cache=cache).look_up(dois) == first
    assert server.connections == 2


def test_only_what_is_not_kept_is_asked_for(listing, tmp_path: Path) -> None:
    cache = Cache.open(tmp_path / "cache")
    asking(listing, cache=cache).look_up(["10.5555/1", "10.5555/2"])
    asking(listing, cache=cache).look_up(["10.5555/1", "10.5555/3"])
    assert [wanted(request) for request in listing.requests] == [["10.5555/1", "10.5555/2"], ["10.5555/3"]]


def test_a_failure_is_not_kept(server, answer, tmp_path: Path) -> None:
    cache = Cache.open(tmp_path / "cache")
    server.answer = lambda _request: answer("", "400 Bad Request")
    assert asking(server, cache=cache).look_up([DOI])[0].problem
    server.answer = lambda _request: answer(work(), mime="application/json")
    assert asking(server, cache=cache).look_up([DOI]) == (Record(DOI, True),)


def test_one_request_at_a_time_whoever_asks(server, answer) -> None:
    under_way, most = 0, 0
    lock = threading.Lock()

    def respond(request):
        nonlocal under_way, most
        with lock:
            under_way, most = under_way + 1, max(most, under_way + 1)
        time.sleep(0.02)
        with lock:
            under_way -= 1
        return answer(works(*({"DOI": doi} for doi in wanted(request))), mime="application/json")

    server.answer = respond
    crossref = asking(server)
    threads = [threading.Thread(target=crossref.look_up, args=([f"10.5555/{n}"],)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (server.connections, most) == (6, 1)


def refusing(server, answer, bad: set[str], status: str = "400 Bad Request") -> None:
    """Refuse every request that holds a bad DOI, and answer the others."""

    def reply(request):
        dois = wanted(request)
        if bad.intersection(dois):
            return answer("{}", status, mime="application/json")
        return answer(works(*({"DOI": doi} for doi in dois)), mime="application/json")

    server.answer = reply


@pytest.mark.parametrize("place", [0, 17, 39])
def test_j70_a_doi_that_crossref_refuses_leaves_the_others_of_its_request_checked(server, answer, place) -> None:
    dois = [f"10.5555/mill.{n}" for n in range(40)]
    refusing(server, answer, {dois[place]})
    records = asking(server).look_up(dois)
    assert [record.doi for record in records if record.problem] == [dois[place]]
    assert sum(record.listed for record in records) == 39
    assert len(server.requests) <= 13


def test_j70_a_service_that_refuses_everything_is_asked_a_bounded_number_of_times(server, answer) -> None:
    dois = [f"10.5555/mill.{n}" for n in range(400)]
    refusing(server, answer, set(dois))
    records = asking(server).look_up(dois)
    assert {record.problem for record in records[:40]} == {"answers with status 400"}
    assert all(record.problem for record in records)
    assert len(server.requests) <= 2 * 24 + 3


def test_j70_two_refused_dois_are_no_outage(server, answer) -> None:
    dois = [f"10.5555/mill.{n}" for n in range(60)]
    refusing(server, answer, {dois[3], dois[4]})
    records = asking(server).look_up(dois)
    assert [record.doi for record in records if record.problem] == dois[3:5]
