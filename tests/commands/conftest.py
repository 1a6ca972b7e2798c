"""A real web server on the loopback address, and a folder to work in that may visit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes.web import Server, reply


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def registries() -> Iterator[Server]:
    """Give a server in the place of all registries that is down until a test says otherwise."""
    running = Server(answer=lambda _request: reply("", "503 Down", Retry_After="0"))
    yield running
    running.close()


@pytest.fixture
def desk(tmp_path: Path, server: Server, registries: Server, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty working folder, a cache of its own, and leave to visit the server without a pause."""
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "wellsourced.toml").write_text("[fetch]\ndelay = 0.0\n", "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("WELLSOURCED_TRUSTED_HOSTS", server.authority)
    monkeypatch.setattr("retrieval.crossref.URL", server.url("/crossref"))
    for name in ("crossref", "openalex", "dblp", "arxiv", "doi_org"):
        monkeypatch.setattr(f"retrieval.registries.{name}.ADDRESS", registries.url(f"/{name}"))
    monkeypatch.setattr("retrieval.wayback.URL", server.url("/wayback"))
    return folder
