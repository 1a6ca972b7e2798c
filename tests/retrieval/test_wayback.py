"""A copy of a page that is gone, as the Wayback Machine tells of it; on a loopback server."""

import json
from pathlib import Path

import pytest

from retrieval.wayback import snapshot

COPY = "http://web.archive.org/web/20230304120000/https://mills.example/history"


def closest(**fields) -> str:
    entry = {"status": "200", "available": True, "url": COPY, "timestamp": "20230304120000", **fields}
    return json.dumps({"url": "https://mills.example/history", "archived_snapshots": {"closest": entry}})


def ask(server, answer, body: str, status: str = "200 OK", url: str = "https://mills.example/history") -> str | None:
    server.answer = lambda _request: answer(body, status, mime="application/json")
    return snapshot(url, service_url=server.url("/available"))


def test_the_closest_copy_is_given_over_https(server, answer) -> None:
    assert ask(server, answer, closest()) == "https" + COPY[4:]
    assert server.requests[0].path == "/available?url=https%3A%2F%2Fmills.example%2Fhistory"


def test_the_documented_shape_is_read(server, answer) -> None:
    reply = (Path(__file__).parents[2] / "fixtures" / "replies" / "wayback.json").read_text("utf-8")
    page = "https://rail.example.org/night-trains"
    assert ask(server, answer, reply) == f"https://web.archive.org/web/20240501100000/{page}"


@pytest.mark.parametrize(
    "body",
    [
        '{"archived_snapshots": {}}',
        "{}",
        "[]",
        "no JSON",
        '{"archived_snapshots": []}',
        '{"archived_snapshots": {"closest": "x"}}',
        closest(available=False),
        closest(available="true"),
        closest(status="404"),
        closest(url=None),
        closest(url="https://evil.example/web/20230304120000/https://mills.example/"),
        closest(url="https://web.archive.org.evil.example/web/2023/x"),
        closest(url="javascript:alert(1)"),
        closest(url=f"{COPY}\nnext line"),
        closest(url=f"{COPY} with spaces"),
    ],
)
def test_what_is_no_copy_is_none(server, answer, body: str) -> None:
    assert ask(server, answer, body) is None


@pytest.mark.parametrize("status", ["403 Forbidden", "404 Not Found", "400 Bad Request"])
def test_an_archive_that_refuses_has_no_copy(server, answer, status: str) -> None:
    assert ask(server, answer, closest(), status) is None


def test_a_password_is_not_told(server, answer) -> None:
    ask(server, answer, closest(), url="https://me:secret@mills.example/history")
    assert "secret" not in server.requests[0].path
