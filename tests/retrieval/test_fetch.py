"""Cited pages become sources; every refusal is a value."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from retrieval.cache import Cache
from retrieval.fetch import Fetcher, Page, Rejected, to_source
from retrieval.visit import VisitOptions, Visitor
from wellsourced_core.model import Source

BODY = (
    "<html><head><title>Night trains</title><meta name='date' content='2024-05-01'></head><body><article>"
    "<h1>Night trains</h1><p>Night trains are back on twelve lines, the railway says, after a decade of cuts.</p>"
    "<p>Most leave before ten in the evening and arrive in time for a first meeting.</p></article></body></html>"
)


@pytest.fixture
def fetcher(server, tmp_path: Path) -> Fetcher:
    visitor = Visitor(VisitOptions(trusted=frozenset({server.authority}), delay=0), sleep=lambda _s: None)
    return Fetcher("2026-01-02", visitor, Cache.open(tmp_path / "cache"))


def page(result: Page | Rejected) -> Page:
    assert isinstance(result, Page), result
    return result


def test_a_page_becomes_a_source(server, answer, fetcher) -> None:
    server.routes(a=answer(BODY))
    found = page(fetcher.fetch(server.url("/a")))
    assert (found.title, found.published, found.final_url) == ("Night trains", date(2024, 5, 1), server.url("/a"))
    source = to_source(found, identifier="x", n=3)
    assert source == Source(
        "x", server.url("/a"), "Night trains", found.text, date(2024, 5, 1), "2026-01-02", "fetch", 3, "page"
    )


@pytest.mark.parametrize(
    "status", ["204 No Content", "206 Partial Content", "403 Forbidden", "404 Not Found", "410 Gone", "999 Denied"]
)
def test_b14_another_status_is_named(server, answer, fetcher, status: str) -> None:
    server.answer = lambda r: answer("", status) if r.path != "/robots.txt" else answer(status="404 No")
    rejected = fetcher.fetch(server.url("/a"))
    assert isinstance(rejected, Rejected)
    assert rejected.code == "http-status"
    assert status[:3] in rejected.why


def test_a304_without_a_kept_page_is_a_status(server, answer, fetcher) -> None:
    server.routes(a=answer(status="304 Not Modified"))
    assert fetcher.fetch(server.url("/a")).code == "http-status"


def test_a_kept_page_is_not_asked_for_again_and_a_refresh_asks_whether_it_changed(server, answer, fetcher) -> None:
    server.routes(a=answer(BODY, ETag='"1"', Last_Modified="Wed, 01 May 2024 10:00:00 GMT"))
    first = page(fetcher.fetch(server.url("/a")))
    assert page(fetcher.fetch(server.url("/a"))) == first
    assert server.paths == ["/a"]
    server.routes(a=answer(status="304 Not Modified"))
    assert page(fetcher.fetch(server.url("/a"), refresh=True)) == first
    asked = server.requests[-1].headers
    assert (asked["if-none-match"], asked["if-modified-since"]) == ('"1"', "Wed, 01 May 2024 10:00:00 GMT")
    server.routes(a=answer(BODY.replace("twelve", "thirteen")))
    assert "thirteen" in page(fetcher.fetch(server.url("/a"), refresh=True)).text


def test_offline_only_the_cache_is_read(server, answer, fetcher) -> None:
    server.routes(a=answer(BODY))
    offline = replace(fetcher, visitor=None)
    assert offline.fetch("https://example.org/never").code == "not-cached"
    server_url = server.url("/a")
    assert isinstance(offline.fetch(server_url), Rejected)
    assert server.connections == 0


def test_b18_spellings_of_one_address_are_fetched_once_and_keep_their_own_spelling(server, answer, fetcher) -> None:
    server.answer = lambda r: answer(BODY) if r.path.startswith("/a") else answer(status="404 No")
    spellings = [server.url(p) for p in ("/a", "/a#part", "/a?utm_source=x", "/a/")]
    results = [page(result) for result in fetcher.fetch_all(spellings)]
    assert server.paths == ["/a"]
    assert [result.url for result in results] == spellings
    assert len({result.text for result in results}) == 1


def test_results_come_in_the_order_asked_for_and_one_bad_page_ends_nothing(server, answer, fetcher) -> None:
    server.routes(a=answer(BODY), b=answer(b"\x89PNG\r\n", mime="image/png"), c=answer("", mime="text/plain"))
    urls = [
        server.url("/a"),
        "file:///etc/passwd",
        server.url("/b"),
        "http://10.0.0.1/",
        server.url("/c"),
        server.url("/d"),
    ]
    results = fetcher.fetch_all(urls)
    codes = [result.code if isinstance(result, Rejected) else "page" for result in results]
    assert codes == ["page", "scheme", "unsupported-type", "address-not-public", "no-content", "http-status"]
    assert [result.url for result in results] == urls


def test_h08_what_is_no_page_is_not_kept(server, answer, fetcher) -> None:
    server.routes(a=answer(status="302 Found", Location="/b"), b=answer("lost", "404 Not Found"))
    assert fetcher.fetch(server.url("/a")).code == "http-status"
    server.routes(a=answer(status="302 Found", Location="/c"), c=answer(BODY))
    assert page(fetcher.fetch(server.url("/a"))).final_url == server.url("/c")
    assert fetcher.cache is not None
    assert fetcher.cache.get(server.url("/b")) is None
    assert fetcher.cache.get(server.url("/c")) is None


def test_h07_a_damaged_cache_is_fetched_anew(server, answer, fetcher) -> None:
    server.routes(a=answer(BODY))
    page(fetcher.fetch(server.url("/a")))
    for kept in fetcher.cache.folder.glob("v1/bodies/*/*"):
        kept.write_bytes(b"something else")
    assert "twelve lines" in page(fetcher.fetch(server.url("/a"))).text
    assert server.paths == ["/a", "/a"]


def test_a23_a_password_stands_nowhere(server, answer, fetcher) -> None:
    server.routes(a=answer(BODY))
    url = server.url("/a").replace("//", "//me:secret@")
    found = page(fetcher.fetch(url))
    assert "secret" not in repr(found)
    assert "secret" not in repr(fetcher.fetch(url.replace("/a", "/none")))
    kept = b"".join(path.read_bytes() for path in fetcher.cache.folder.rglob("*") if path.is_file())
    assert b"secret" not in kept


@pytest.mark.parametrize("charset", ["bogus-9", "utf-7", "utf-16"])
def test_b11_an_unusable_charset_is_marked(server, answer, fetcher, charset: str) -> None:
    server.routes(a=answer(BODY, mime=f"text/html; charset={charset}"))
    found = page(fetcher.fetch(server.url("/a")))
    assert found.notes == ("charset-guessed",)
    assert "twelve lines" in found.text
