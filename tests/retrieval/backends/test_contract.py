"""What every backend promises, held against every backend there is, each with its real counterpart."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from retrieval.backends import Backend, build, names
from wellsourced_core.model import Source

REPLIES = Path(__file__).parents[3] / "fixtures" / "replies"
RAIL = "---\nurl: https://rail.example.org/night-trains\ndate: 2024-05-01\n---\n# Night trains return\n"
FARES = "---\nurl: https://fares.example.net/sleepers\n---\n# Night fares\n"
DOCUMENTS = {
    "rail.md": f"{RAIL}Twelve lines run again.",
    "fares.md": f"{FARES}A berth on a train costs about as much as a room.",
    "bees.md": "# Bees\nThe hive is quiet in winter.",
}
FIXTURES: dict[str, str] = {"corpus": "tmp_path", "pgvector": "postgres", "searxng": "server", "tavily": "server"}


def folder(tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    place.mkdir()
    for name, text in DOCUMENTS.items():
        (place / name).write_text(text, "utf-8")
    return place


@pytest.fixture(params=names())
def backend(request: pytest.FixtureRequest, tmp_path: Path, answer: Callable[..., bytes], monkeypatch) -> Backend:
    """Build a backend on what it really talks to: a file, a database, a web server with a recorded reply."""
    name = request.param
    real = request.getfixturevalue(FIXTURES[name])
    if name == "corpus":
        from retrieval.backends.corpus import index

        index(folder(tmp_path), tmp_path / "corpus.db")
        return build("corpus", {"path": str(tmp_path / "corpus.db")})
    if name == "pgvector":
        from retrieval.backends.pgvector import Database
        from retrieval.backends.pgvector import index as index_database

        index_database(folder(tmp_path), Database(real, "contract"))
        return build("pgvector", {"dsn": real, "schema": "contract"})
    recorded = (REPLIES / f"{name}.json").read_bytes()
    real.answer = lambda _request: answer(recorded, mime="application/json")
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-SECRET")
    return build(name, {"url": real.url("/search")})


def test_it_carries_its_name_and_so_do_its_sources(backend: Backend) -> None:
    found = backend.search("night trains", 5)
    assert backend.name in names()
    assert found
    assert {source.provider for source in found} == {backend.name}


def test_it_finds_the_night_trains_with_their_address_and_date(backend: Backend) -> None:
    first, second, *_ = backend.search("night trains", 5)
    assert first.url.startswith("https://rail.example.org/night-trains")
    assert first.published is not None
    assert first.published.isoformat() == "2024-05-01"
    assert first.title == "Night trains return"
    assert "Twelve lines run again" in first.text
    assert second.published is None


def test_ids_differ_and_are_stable(backend: Backend) -> None:
    found = backend.search("night trains", 5)
    assert len({source.id for source in found}) == len(found)
    assert backend.search("night trains", 5) == found


def test_it_keeps_to_the_limit(backend: Backend) -> None:
    assert [len(backend.search("night trains", limit)) for limit in (0, 1, 2)] == [0, 1, 2]
    assert backend.search("night trains", 1) == backend.search("night trains", 2)[:1]


@pytest.mark.parametrize("query", ["", "  ", "\n"])
def test_f05_an_empty_query_finds_nothing(backend: Backend, query: str) -> None:
    assert backend.search(query, 5) == ()


@pytest.mark.parametrize(
    "query",
    ["night' OR 1=1 --", 'night" AND (', "night\x00trains", "night \ud800 trains", "%_\\night", "night " * 3_000],
)
def test_any_query_is_only_a_query(backend: Backend, query: str) -> None:
    assert all(isinstance(source, Source) for source in backend.search(query, 5))


def test_several_threads_may_search_at_once(backend: Backend) -> None:
    expected = backend.search("night trains", 5)
    with ThreadPoolExecutor(6) as pool:
        assert all(found == expected for found in pool.map(lambda _: backend.search("night trains", 5), range(12)))


def test_no_secret_stands_in_its_representation(backend: Backend) -> None:
    assert "SECRET" not in repr(backend)
    assert "postgres" not in repr(backend)
