"""What all tests share: the repository's fixtures, and a corpus of them built once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from retrieval.backends.corpus import index

ROOT = Path(__file__).parent.parent

# Properties try the same examples in every run, however slow the machine is: `make fuzz` looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")


@pytest.fixture(scope="session")
def fixtures() -> Path:
    return ROOT / "fixtures"


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    """A corpus file over fixtures/corpus."""
    path = tmp_path_factory.mktemp("corpus") / "corpus.sqlite"
    report = index(fixtures / "corpus", path)
    assert report.skipped == ()
    return path


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reaches a model or a paid service by accident."""
    for name in ("ANTHROPIC_API_KEY", "TAVILY_API_KEY", "VOYAGE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert "ANTHROPIC_API_KEY" not in os.environ
