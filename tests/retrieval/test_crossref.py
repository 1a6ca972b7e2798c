"""What Crossref says of a work, on a loopback server that answers in its shapes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.crossref import Notice, Record, doi_of, look_up, retracted

DOI = "10.5555/mill.1871"
NOTICE = {
    "DOI": "10.5555/Mill.Retraction",
    "type": "retraction",
    "label": "Retraction",
    "source": "publisher",
    "updated": {"date-parts": [[2024, 5, 3]], "timestamp": 1714694400000},
}


def work(**fields) -> str:
    return json.dumps({"status": "ok", "message-type": "work", "message": {"DOI": DOI, "title": ["Mills"], **fields}})


def ask(server, answer, body: str, status: str = "200 OK") -> Record:
    server.answer = lambda _request: answer(body, status, mime="application/json")
    (record,) = look_up([DOI], url=server.url("/works"))
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
@settings(deadline=None, max_examples=200)
def test_any_text_has_a_doi_or_none(text: str) -> None:
    found = doi_of(text)
    assert found == "" or found.startswith("10.")
    assert found == found.lower()


def test_a_notice_on_the_work_takes_it_back(server, answer) -> None:
    record = ask(server, answer, work(**{"updated-by": [NOTICE]}))
    notice = Notice(DOI, "10.5555/mill.retraction", "retraction", "2024-05-03")
    assert record == Record(DOI, True, (notice,))
    assert retracted([record]) == {DOI: notice}
    assert server.requests[0].path.split("?")[0] == "/works/10.5555%2Fmill.1871"


def test_the_notice_names_the_work_that_it_takes_back(server, answer) -> None:
    record = ask(server, answer, work(**{"update-to": [{**NOTICE, "DOI": "10.5555/Other"}]}))
    assert retracted([record]) == {"10.5555/other": Notice("10.5555/other", DOI, "retraction", "2024-05-03")}


@pytest.mark.parametrize("kind", ["correction", "erratum", "expression_of_concern", "new_version", "", None, 3])
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


@pytest.mark.parametrize("body", ["[]", '{"message": 3}', "{}", "<html>", '{"message": {"updated-by": 7}}'])
def test_an_odd_answer_takes_nothing_back(server, answer, body: str) -> None:
    assert ask(server, answer, body).notices == ()


def test_a_work_that_is_not_listed_is_unknown_not_clean(server, answer) -> None:
    assert ask(server, answer, "Resource not found.", "404 Not Found") == Record(DOI, False)


@pytest.mark.parametrize("status", ["403 Forbidden", "400 Bad Request"])
def test_a_refusal_is_a_problem_and_no_error(server, answer, status: str) -> None:
    record = ask(server, answer, "", status)
    assert not record.listed
    assert status[:3] in record.problem


def test_a_service_that_is_down_is_asked_twice_only(server, answer) -> None:
    server.answer = lambda _request: answer("", "403 Forbidden")
    records = look_up([f"10.5555/{n}" for n in range(5)], url=server.url("/works"))
    assert len(server.requests) == 2
    assert all(record.problem for record in records)
    assert [record.doi for record in records] == [f"10.5555/{n}" for n in range(5)]


def test_a_work_that_is_not_listed_does_not_count_as_a_failure(server, answer) -> None:
    server.answer = lambda _request: answer("", "404 Not Found")
    look_up([f"10.5555/{n}" for n in range(5)], url=server.url("/works"))
    assert len(server.requests) == 5


def test_the_contact_is_told_and_nothing_else_of_us(server, answer) -> None:
    server.answer = lambda _request: answer(work(), mime="application/json")
    look_up([DOI], contact="desk@paper.example", url=server.url("/works"))
    look_up([DOI], url=server.url("/works"))
    agents = [request.headers["user-agent"] for request in server.requests]
    assert "mailto:desk@paper.example" in agents[0]
    assert "mailto" not in agents[1]
