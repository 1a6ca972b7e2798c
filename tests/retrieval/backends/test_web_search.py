"""Tavily and SearXNG on a loopback server that answers in the providers' shapes."""

import json
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from retrieval.backends import build, find
from wellsourced_core.errors import BackendError, ConfigError

REPLIES = Path(__file__).parents[3] / "fixtures" / "replies"
KEY = "tvly-SECRET"


@pytest.fixture
def recorded(server, answer: Callable[..., bytes]) -> Callable[..., None]:
    """Answer with a recorded reply, changed where a test wants it."""

    def respond(name: str, **changes: object) -> None:
        reply = json.loads((REPLIES / f"{name}.json").read_text("utf-8")) | changes
        server.answer = lambda _request: answer(json.dumps(reply), mime="application/json")

    return respond


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def tavily(server, recorded, slept, monkeypatch):
    monkeypatch.setenv("TAVILY_API_KEY", KEY)
    recorded("tavily")
    built = build("tavily", {"url": server.url("/search"), "deadline": 10})
    return replace(built, service=replace(built.service, sleep=slept.append))


@pytest.fixture
def searxng(server, recorded, slept):
    recorded("searxng")
    built = build("searxng", {"url": server.url("/"), "deadline": 10, "language": "en"})
    return replace(built, service=replace(built.service, sleep=slept.append))


def test_tavily_is_asked_as_it_wants_and_whole_pages_are_preferred(server, tavily) -> None:
    first, second, third = tavily.search("night trains", 5)
    (request,) = server.requests
    assert (request.method, request.path, request.headers["authorization"]) == ("POST", "/search", f"Bearer {KEY}")
    assert json.loads(request.body) == {
        "query": "night trains",
        "max_results": 5,
        "include_raw_content": True,
        "include_answer": True,
    }
    assert first.text.endswith("ten in the evening.")
    assert second.text == "A berth costs about as much as a cheap hotel."
    assert first.id == "https://rail.example.org/night-trains"
    assert first.url.endswith("?utm_source=feed")
    assert (third.title, third.text) == (
        "Lines & sleepers: a map",
        "Every line that runs at night, with its <stops>.",
    )
    assert [str(source.published) for source in (first, second, third)] == ["2024-05-01", "None", "None"]


def test_tavily_options_are_sent(server, recorded, monkeypatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", KEY)
    recorded("tavily")
    options = {"url": server.url("/"), "topic": "news", "time_range": "week", "include_domains": "a.org, b.org"}
    build("tavily", options).search("x y", 99)
    sent = json.loads(server.requests[0].body)
    assert (sent["topic"], sent["time_range"], sent["include_domains"], sent["max_results"]) == (
        "news",
        "week",
        ["a.org", "b.org"],
        20,
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [("topic", "sports"), ("search_depth", 5), ("deadline", "soon"), ("deadline", -1), ("url", "ftp://x")],
)
def test_a_wrong_option_is_refused_by_name(monkeypatch, option: str, value: object) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", KEY)
    with pytest.raises(ConfigError, match=rf"backends\.tavily\.{option}"):
        build("tavily", {option: value})  # type: ignore[dict-item]


@pytest.mark.parametrize("key", [None, "", "two\nlines", "tvly-\u00e9", "a b"])
def test_g01_a_missing_or_impossible_key_is_named_and_never_shown(monkeypatch, key: str | None) -> None:
    monkeypatch.delenv("TAVILY_API_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("TAVILY_API_KEY", key)
    with pytest.raises(ConfigError, match="TAVILY_API_KEY") as caught:
        build("tavily", {})
    assert not key or key not in str(caught.value)


@pytest.mark.parametrize("status", ["401 Unauthorized", "403 Forbidden"])
def test_g01_a_wrong_key_is_a_matter_of_configuration(server, answer, tavily, status: str) -> None:
    server.answer = lambda _r: answer(
        json.dumps({"detail": {"error": f"bad key {KEY}"}}), status, mime="application/json"
    )
    with pytest.raises(ConfigError, match="TAVILY_API_KEY") as caught:
        tavily.search("x y", 5)
    assert KEY not in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("status", ["400 Bad", "432 Limit", "433 Limit", "500 No"])
def test_g03_g04_a_failing_service_is_a_backend_error_that_names_the_status(
    server, answer, tavily, slept, status: str
) -> None:
    server.answer = lambda _r: answer("{}", status, mime="application/json")
    with pytest.raises(BackendError, match=status[:3]) as caught:
        tavily.search("x y", 5)
    assert caught.value.exit_code == 4
    assert len(slept) == (2 if status.startswith("5") else 0)


def test_g02_g03_a_passing_failure_is_tried_again(server, answer, tavily, slept) -> None:
    good = server.answer
    answers = iter([answer("", "429 Slow", Retry_After="2"), answer("", "529 Busy")])
    server.answer = lambda request: next(answers, None) or good(request)
    assert len(tavily.search("x y", 5)) == 3
    assert slept[0] == 2.0


def test_g05_a_hanging_service_is_ended_by_the_deadline(server, tavily) -> None:
    server.answer = lambda _r: (b"" for _ in [server.closed.wait(30)])
    hurried = replace(tavily, service=replace(tavily.service, deadline=0.3))
    with pytest.raises(BackendError, match="in time"):
        hurried.search("x y", 5)


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"results": 5}', "{}", "[" * 100_000, b"\xff\xfe"])
def test_g07_an_answer_of_another_shape_is_a_backend_error(server, answer, tavily, body: str | bytes) -> None:
    server.answer = lambda _r: answer(body, mime="application/json")
    with pytest.raises(BackendError) as caught:
        tavily.search("x y", 5)
    assert caught.value.code == "bad-reply"


GOOD = {"title": "Good", "url": "https://good.example/", "content": "Body.", "raw_content": None}


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (GOOD | {"title": None}, "title"),
        (GOOD | {"title": ["x"]}, "title"),
        (GOOD | {"title": 5}, "title"),
        (GOOD | {"url": None}, "url"),
        (GOOD | {"content": {}}, "content"),
        (GOOD | {"url": "javascript:alert(1)"}, "url"),
        (GOOD | {"url": "magnet:?x"}, "url"),
        ("text", "object"),
    ],
)
def test_c15_a_bad_result_is_left_out_and_logged_with_index_and_field(
    tavily, recorded, caplog, bad: object, field: str
) -> None:
    recorded("tavily", results=[GOOD, bad, GOOD | {"url": "https://other.example/"}])
    with caplog.at_level(logging.WARNING):
        found = tavily.search("x y", 5)
    assert [source.url for source in found] == ["https://good.example/", "https://other.example/"]
    assert "bad-field" in caplog.text
    assert "results[1]" in caplog.text
    assert field in caplog.text


@pytest.mark.parametrize("junk", ["12pm", "Sat", "1" * 30, 20240501, None, ["2024-05-01"]])
def test_c18_a_junk_date_is_unknown(tavily, recorded, junk: object) -> None:
    recorded("tavily", results=[GOOD | {"published_date": junk}])
    assert tavily.search("x y", 5)[0].published is None


def test_b12_half_a_surrogate_pair_is_replaced(tavily, recorded) -> None:
    recorded("tavily", results=[GOOD | {"title": "a\ud800b"}])
    assert tavily.search("x y", 5)[0].title == "a\ufffdb"


def test_a_page_that_comes_twice_is_taken_once(tavily, recorded) -> None:
    recorded("tavily", results=[GOOD, GOOD | {"url": "http://www.good.example/#again"}])
    assert len(tavily.search("x y", 5)) == 1


def test_g16_no_results_and_ten_thousand(tavily, searxng, recorded) -> None:
    recorded("tavily", results=[])
    assert tavily.search("x y", 5) == ()
    recorded("searxng", results=[GOOD | {"url": f"https://e.example/{i}"} for i in range(10_000)])
    assert len(searxng.search("x y", 50)) == 50


def test_searxng_is_asked_as_it_wants(server, searxng) -> None:
    first, second, third = searxng.search("night trains & fares", 5)
    assert server.requests[0].path == "/search?q=night+trains+%26+fares&format=json&language=en"
    assert "authorization" not in server.requests[0].headers
    assert (first.title, second.title) == ("Night trains return", "Sleeper fares compared")
    assert (third.title, third.text) == ("Lines & sleepers: a map", "")
    assert [str(source.published) for source in (first, second, third)] == ["2024-05-01", "None", "None"]


def test_searxng_without_its_json_format_says_how_to_switch_it_on(server, answer, searxng) -> None:
    server.answer = lambda _r: answer("Forbidden", "403 Forbidden")
    with pytest.raises(ConfigError, match=r"search\.formats"):
        searxng.search("x y", 5)


def test_engines_that_did_not_answer_are_logged_and_an_error_when_none_did(searxng, recorded, caplog) -> None:
    with caplog.at_level(logging.WARNING):
        assert len(searxng.search("x y", 5)) == 3
    assert "google Suspended: access denied, qwant timeout" in caplog.text
    recorded("searxng", results=[])
    with pytest.raises(BackendError, match="google"):
        searxng.search("x y", 5)
    recorded("searxng", results=[], unresponsive_engines=[])
    assert searxng.search("x y", 5) == ()


@pytest.fixture
def pages(server, answer, searxng) -> Callable[..., list[str]]:
    """Answer pageno N with the N-th of the numbers' lists, or what is no list as it is; return the pages asked for."""
    asked: list[str] = []

    def respond(*given: object) -> list[str]:
        def reply(request):
            number = parse_qs(urlsplit(request.path).query).get("pageno", ["1"])[0]
            asked.append(number)
            page = given[int(number) - 1] if int(number) <= len(given) else range(0)
            if not isinstance(page, range):
                return page() if callable(page) else page
            results = [GOOD | {"url": f"https://e.example/{n}"} for n in page]
            return answer(json.dumps({"results": results}), mime="application/json")

        server.answer = reply
        return asked

    return respond


@pytest.mark.parametrize(
    ("given", "limit", "asked", "count"),
    [
        ([range(20), range(20, 40)], 20, 1, 20),  # enough
        ([range(20), range(20, 40)], 21, 2, 21),
        ([range(20), range(10, 30), range(30, 37), range(40, 60)], 50, 3, 37),  # what comes again counts once
        ([range(9), range(9, 20)], 20, 1, 9),  # less than an engine's page
        ([range(12), range(12), range(12, 30)], 50, 2, 12),  # the last page comes again and again
        ([range(10 * n, 10 * n + 10) for n in range(20)], 500, 5, 50),  # never more than five
    ],
)
def test_searxng_is_asked_for_further_pages_while_they_bring_more(
    server, searxng, pages, given, limit: int, asked: int, count: int
) -> None:
    seen = pages(*given)
    found = searxng.search("x y", limit)
    assert [source.id for source in found] == [f"https://e.example/{n}" for n in range(count)]
    assert seen == [str(n) for n in range(1, asked + 1)]
    assert server.connections == asked
    assert "pageno" not in server.requests[0].path


@pytest.mark.parametrize("status", ["403 Forbidden", "400 Bad Request", "200 OK"])
def test_a_later_page_that_fails_costs_that_page_only(answer, searxng, pages, caplog, status: str) -> None:
    pages(range(10), answer("no JSON", status))
    with caplog.at_level(logging.WARNING):
        assert len(searxng.search("x y", 50)) == 10
    assert "searxng: page 2: " in caplog.text


def test_all_pages_share_one_deadline(server, searxng, pages, caplog) -> None:
    pages(range(10), lambda: (b"" for _ in [server.closed.wait(30)]))
    hurried = replace(searxng, service=replace(searxng.service, deadline=0.5))
    began = time.monotonic()
    with caplog.at_level(logging.WARNING):
        assert len(hurried.search("x y", 50)) == 10
    assert time.monotonic() - began < 20
    assert "page 2: did not answer in time" in caplog.text


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("<b>Night</b> trains", "Night trains"),
        ('A<br/>B <span class="x">C</span>', "A B C"),
        ("H<sub>2</sub>O &amp; CO&#8322;", "H2O & CO₂"),
        ("a < b and c > d", "a < b and c > d"),
        ("The &lt;b&gt; tag", "The <b> tag"),
        ("List<String> in Java", "List<String> in Java"),
        ("<b" + " x" * 5_000, "<b" + " x" * 5_000),
        ("&#xD800;&#0;", "\ufffd\ufffd"),
    ],
)
def test_titles_read_as_they_are_shown(tavily, recorded, title: str, plain: str) -> None:
    recorded("tavily", results=[GOOD | {"title": title}])
    assert tavily.search("x y", 5)[0].title == plain


def test_a_long_question_is_cut_to_what_tavily_takes(server, tavily) -> None:
    for query in ("word " * 200, "x" * 500, "w" * 399 + " yz", "w" * 400):
        tavily.search(query, 5)
    sent = [json.loads(request.body)["query"] for request in server.requests]
    assert sent == [("word " * 80).strip(), "x" * 400, "w" * 399, "w" * 400]


def test_searxng_needs_an_address() -> None:
    with pytest.raises(ConfigError, match=r"backends\.searxng\.url"):
        build("searxng", {})


@pytest.mark.parametrize("name", ["tavily", "searxng"])
def test_j73_of_an_address_with_a_password_only_the_rest_is_kept(request, recorded, name) -> None:
    backend = request.getfixturevalue(name)
    result = {"url": "https://me:hunter2@rail.example.org/a?b=c@d", "title": "Trains", "content": "Night trains."}
    recorded(name, results=[result])
    (found,) = backend.search("trains", 5)
    assert found.url == "https://rail.example.org/a?b=c@d"
    assert "hunter2" not in repr(found)


@pytest.mark.parametrize(
    "url",
    ["http://", "http:///x", "https://?", "http://[::1", "https://a.example:99999/", "https://a.example/\n", "https://..",
     "https://a.example/\x1b[31m", "https://a.example/" + "a" * 5_000, "javascript:alert(1)"],
)  # fmt: skip
def test_j73_a_result_without_a_possible_address_is_left_out(tavily, recorded, caplog, url) -> None:
    good = {"url": "https://rail.example.org/a", "title": "Trains", "content": "Night trains."}
    recorded("tavily", results=[good | {"url": f"{url} " if url.endswith("\n") else url}, good])
    found = tavily.search("trains", 5)
    assert [one.url for one in found if one.url != "https://a.example/"] == [good["url"]]


def test_j77_a_byte_order_mark_before_a_reply_is_passed_over(server, tavily, answer) -> None:
    body = b"\xef\xbb\xbf" + (REPLIES / "tavily.json").read_bytes()
    server.answer = lambda _request: answer(body, mime="application/json")
    assert len(tavily.search("night trains", 5)) == 3


def test_j77_a_text_of_nuls_is_no_text(tavily, recorded) -> None:
    recorded("tavily", results=[{"url": "https://a.example/", "title": "a\0b", "content": "\0" * 10_000}])
    (found,) = tavily.search("trains", 5)
    assert (found.title, found.text) == ("a b", "")


# -------------------------------------------------------------------------------------------------- their own answers


def test_an_answer_of_the_service_comes_apart_from_the_sources(server, tavily, recorded) -> None:
    recorded("tavily", answer=" Twelve lines run again. ")
    found = find(tavily, "night trains", 5)
    assert found.answer == "Twelve lines run again."
    assert found.sources == tavily.search("night trains", 5)


@pytest.mark.parametrize("said", [None, 7, ["x"], {"text": "x"}, "", "  "])
def test_what_is_no_answer_is_none(tavily, recorded, said: object) -> None:
    recorded("tavily", answer=said)
    assert find(tavily, "night trains", 5).answer == ""


def test_tavily_need_not_be_asked_for_an_answer(server, recorded, monkeypatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", KEY)
    recorded("tavily")
    find(build("tavily", {"url": server.url("/search"), "include_answer": False}), "night trains", 5)
    assert json.loads(server.requests[0].body)["include_answer"] is False
    with pytest.raises(ConfigError, match=r"backends\.tavily\.include_answer: is not true or false"):
        build("tavily", {"include_answer": "no"})


def test_answerers_of_searxng_are_read_in_both_shapes(searxng, recorded) -> None:
    recorded("searxng", answers=["Twelve lines run.", {"answer": "They leave at ten.", "url": None}, {"x": 1}, 3])
    assert find(searxng, "night trains", 5).answer == "Twelve lines run.\nThey leave at ten."
