"""What all tests share: the repository's fixtures, and a corpus of them built once."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from retrieval.backends.corpus import index

ROOT = Path(__file__).parent.parent
_number = count()

# Tests whose cases together took so many seconds or more when all were measured (make test-durations), one a line.
SLOW, SLOW_FROM = Path(__file__).with_name("slow.txt"), 0.3
_took: defaultdict[str, float] = defaultdict(float)

# Properties try the same examples in every run, however slow the machine is: `make fuzz` looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--add-slow", action="store_true", help=f"add the tests that took long to {SLOW.name}")


@pytest.hookimpl(tryfirst=True)  # before those are left out that are not asked for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = frozenset(SLOW.read_text("utf-8").split())
    for item in items:
        if item.nodeid.partition("[")[0] in slow:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _took[report.nodeid.partition("[")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if session.config.getoption("--add-slow") and exitstatus == pytest.ExitCode.OK:
        slow = {*SLOW.read_text("utf-8").split(), *(name for name, took in _took.items() if took >= SLOW_FROM)}
        SLOW.write_text("".join(f"{name}\n" for name in sorted(slow)), "utf-8")


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


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Cache folders of the tests' own: neither pages nor patterns that the user has kept are looked at."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "shared"))
        yield folder


@pytest.fixture(autouse=True)
def no_cache_of_another_test(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(own_cache / str(next(_number))))


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reaches a model or a paid service by accident."""
    for name in ("ANTHROPIC_API_KEY", "TAVILY_API_KEY", "VOYAGE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert "ANTHROPIC_API_KEY" not in os.environ
