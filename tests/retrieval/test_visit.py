"""A polite and careful visitor: redirects, robots.txt, pauses and retries."""

import pytest

from retrieval.http_request import Connector
from retrieval.retries import backoff
from retrieval.visit import VisitOptions, Visitor
from wellsourced_core.errors import BackendError


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def visitor(server, slept: list[float]) -> Visitor:
    return Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0, deadline=20), sleep=slept.append)


def get(visitor: Visitor, url: str):
    return visitor.get(visitor.target(url))


def error(visitor: Visitor, url: str) -> BackendError:
    with pytest.raises(BackendError) as caught:
        get(visitor, url)
    return caught.value


def test_redirects_are_followed_and_the_final_address_is_told(server, answer, visitor) -> None:
    server.routes(
        a=answer(status="301 Moved", Location="/b"), b=answer(status="307 Moved", Location="c"), c=answer("here")
    )
    final, response = get(visitor, server.url("/a"))
    assert (final.url, response.body) == (server.url("/c"), b"here")


def test_a_location_in_utf8_is_read_as_such(server, answer, visitor) -> None:
    location = "/caf\u00e9".encode().decode("latin-1")
    server.routes(**{"a": answer(status="302 Found", Location=location), "caf%C3%A9": answer("here")})
    assert get(visitor, server.url("/a"))[1].body == b"here"


@pytest.mark.parametrize("location", ["file:///etc/passwd", "gopher://h/", "ftp://h/", "data:text/html,x"])
def test_a21_a_redirect_to_another_scheme_is_refused(server, answer, visitor, location: str) -> None:
    server.routes(a=answer(status="302 Found", Location=location))
    assert error(visitor, server.url("/a")).code == "scheme"


def test_a20_a_redirect_to_a_private_address_is_refused_there_and_the_chain_is_told(
    server, other_server, answer, visitor
) -> None:
    hidden = other_server.url("/secret").replace(f":{other_server.port}", "")
    server.routes(a=answer(status="302 Found", Location="/b"), b=answer(status="302 Found", Location=hidden))
    refused = error(visitor, server.url("/a"))
    assert refused.code == "address-not-public"
    assert server.url("/b") in str(refused)
    assert hidden in str(refused)
    assert other_server.connections == 0


def test_a25_a_redirect_to_another_port_is_refused(server, other_server, answer, visitor) -> None:
    server.routes(a=answer(status="302 Found", Location=other_server.url("/x")))
    assert error(visitor, server.url("/a")).code == "port"
    assert other_server.connections == 0


def test_b07_redirects_that_never_end_are_left(server, answer, visitor) -> None:
    server.routes(a=answer(status="302 Found", Location="/b"), b=answer(status="302 Found", Location="/a"))
    assert error(visitor, server.url("/a")).code == "too-many-redirects"
    server.answer = lambda r: (
        answer(status="302 Found", Location=f"{r.path}x") if "robots" not in r.path else answer(status="404 No")
    )
    server.requests.clear()
    looping = error(visitor, server.url("/y"))
    assert looping.code == "too-many-redirects"
    assert len(server.paths) == 11
    assert "more" in str(looping)


def test_a_redirect_without_a_location_is_an_answer(server, answer, visitor) -> None:
    server.routes(a=answer(status="302 Found"))
    assert get(visitor, server.url("/a"))[1].status == 302


def test_a33_a_redirect_from_https_to_http_is_refused(server, tls_server, own_authority, answer) -> None:
    tls_server.routes(a=answer(status="302 Found", Location=server.url("/b")))
    trusted = frozenset({server.authority, tls_server.authority})
    visitor = Visitor(VisitOptions(trusted=trusted, delay=0), Connector(trusted=trusted, tls=own_authority))
    assert error(visitor, tls_server.url("/a")).code == "downgrade"
    assert tls_server.paths == ["/a"]
    assert server.connections == 0


def test_robots_txt_is_asked_once_and_obeyed(server, answer, visitor) -> None:
    rules = answer("User-agent: *\nDisallow: /private", mime="text/plain")
    server.answer = lambda r: rules if r.path == "/robots.txt" else answer("page")
    assert get(visitor, server.url("/a"))[1].body == b"page"
    assert get(visitor, server.url("/b"))[1].body == b"page"
    assert error(visitor, server.url("/private/x")).code == "robots"
    assert [r.path for r in server.requests] == ["/robots.txt", "/a", "/b"]


def test_a_site_whose_robots_txt_fails_is_not_read(server, answer, visitor) -> None:
    server.answer = lambda r: answer(status="500 No") if r.path == "/robots.txt" else answer("page")
    assert error(visitor, server.url("/a")).code == "robots"
    assert server.paths == []


@pytest.mark.parametrize("status", ["301 Moved", "404 Not Found", "403 Forbidden"])
def test_a_site_without_robots_txt_may_be_read(server, answer, visitor, status: str) -> None:
    server.answer = lambda r: answer(status=status, Location="/none") if r.path != "/a" else answer("page")
    assert get(visitor, server.url("/a"))[1].body == b"page"


def test_robots_txt_can_be_switched_off(server, answer) -> None:
    server.answer = lambda _r: answer("User-agent: *\nDisallow: /")
    free = Visitor(VisitOptions(trusted=frozenset({server.authority}), robots=False, delay=0))
    assert get(free, server.url("/a"))[1].status == 200
    assert [r.path for r in server.requests] == ["/a"]


def failing_first(answer, times: int, **failure: str):
    """Fail a number of times, then answer."""
    left = [times]

    def respond(request):
        if request.path == "/robots.txt":
            return answer(status="404 No")
        left[0] -= 1
        return answer(**failure) if left[0] >= 0 else answer("page")

    return respond


@pytest.mark.parametrize("status", ["500 No", "502 No", "503 No", "504 No", "429 Slow"])
def test_g03_a_passing_failure_is_tried_again_twice(server, answer, visitor, slept, status: str) -> None:
    server.answer = failing_first(answer, 2, status=status)
    assert get(visitor, server.url("/a"))[1].body == b"page"
    assert slept == [backoff(server.url("/a"), 0), backoff(server.url("/a"), 1)]
    server.answer = failing_first(answer, 99, status=status)
    assert get(visitor, server.url("/a"))[1].status == int(status[:3])
    assert len(slept) == 4


def test_a_lasting_failure_is_not_tried_again(server, answer, visitor, slept) -> None:
    server.answer = failing_first(answer, 1, status="400 No")
    assert get(visitor, server.url("/a"))[1].status == 400
    assert slept == []


def test_b19_a_broken_connection_is_tried_again(server, answer, visitor, slept) -> None:
    whole = answer("x" * 1_000)
    cuts = iter([len(whole) // 2, len(whole) - 1, len(whole)])
    server.answer = lambda r: answer(status="404 No") if r.path == "/robots.txt" else whole[: next(cuts)]
    assert get(visitor, server.url("/a"))[1].body == b"x" * 1_000
    assert len(slept) == 2


@pytest.mark.parametrize(
    ("header", "waits"), [("2", [2.0]), ("0", [0.0]), ("garbage", None), ("-1", None), ("٣", None)]
)
def test_g02_retry_after_is_honoured(server, answer, visitor, slept, header: str, waits: list[float] | None) -> None:
    encoded = header.encode("utf-8").decode("latin-1")
    server.answer = failing_first(answer, 1, status="429 Slow", Retry_After=encoded)
    get(visitor, server.url("/a"))
    assert slept == (waits if waits is not None else [backoff(server.url("/a"), 0)])


def test_g02_a_wait_beyond_the_deadline_is_not_begun(server, answer, visitor, slept) -> None:
    server.answer = failing_first(answer, 1, status="429 Slow", Retry_After="99999")
    assert error(visitor, server.url("/a")).code == "timeout"
    assert slept == []


def test_a_host_gets_a_rest_between_two_requests(server, answer, slept) -> None:
    server.routes(a=answer("1"), b=answer("2"))
    resting = Visitor(
        VisitOptions(trusted=frozenset({server.authority}), delay=1_000, deadline=2_000), sleep=slept.append
    )
    get(resting, server.url("/a"))
    assert len(slept) == 1  # between robots.txt and the page
    get(resting, server.url("/b"))
    assert len(slept) == 2
    assert all(990 < pause <= 1_000 for pause in slept)


def test_a23_a_password_goes_neither_over_the_wire_nor_into_an_error(server, visitor) -> None:
    visitor.get(visitor.target(server.url("/a").replace("//", "//me:secret@")))
    assert all("secret" not in str(request) and "authorization" not in request.headers for request in server.requests)


def test_a26_an_encoded_line_end_injects_no_header(server, answer, visitor) -> None:
    server.answer = lambda _r: answer(status="404 No")
    get(visitor, server.url("/%0d%0aX-Injected:%20y"))
    assert server.paths == ["/%0d%0aX-Injected:%20y"]
    assert all("x-injected" not in request.headers for request in server.requests)
