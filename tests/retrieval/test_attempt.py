"""Searches run side by side; one that fails or hangs costs its own results only."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from retrieval.attempt import attempt, attempts, require_any
from wellsourced_core.errors import BackendError, ConfigError
from wellsourced_core.model import Source


@dataclass
class Scripted:
    """A backend that answers as its test wants."""

    name: str
    answer: Callable[[str], tuple[Source, ...]]

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        assert limit > 0
        return self.answer(query)


def echo(name: str, times: int = 1) -> Scripted:
    """Find the query, ``times`` times."""
    return Scripted(name, lambda query: tuple(Source(f"{name}-{i}", "", query, "x") for i in range(times)))


def failing(error: Exception) -> Scripted:
    def answer(_query: str) -> tuple[Source, ...]:
        raise error

    return Scripted("failing", answer)


def waiting(name: str, wait: Callable[[], object]) -> Scripted:
    """Answer when ``wait`` is over."""

    def answer(query: str) -> tuple[Source, ...]:
        wait()
        return echo(name).answer(query)

    return Scripted(name, answer)


@pytest.fixture
def release() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_attempts_come_query_by_query_with_the_backends_in_order() -> None:
    made = attempts((("broader", "x"), ("reframed", "y")), (echo("b"), echo("a")), 5)
    assert [(m.kind, m.query, m.provider, m.ranked[0].id) for m in made] == [
        ("broader", "x", "b", "b-0"),
        ("broader", "x", "a", "a-0"),
        ("reframed", "y", "b", "b-0"),
        ("reframed", "y", "a", "a-0"),
    ]


def test_all_searches_run_at_once() -> None:
    barrier = threading.Barrier(4)
    made = attempts(
        (("broader", "x"), ("reframed", "y")),
        (waiting("a", lambda: barrier.wait(30)), waiting("b", lambda: barrier.wait(30))),
        5,
        deadline=60,
    )
    assert [m.error for m in made] == [None] * 4


def test_g16_more_results_than_asked_for_are_cut() -> None:
    (made,) = attempt("original", "x", (echo("a", 10_000),), 7)
    assert len(made.ranked) == 7


def test_f10_a_failing_and_a_hanging_arm_cost_their_own_results_only(release: threading.Event) -> None:
    backends = (
        failing(BackendError("tavily", "answers 500", "try again later")),
        waiting("hanging", lambda: release.wait(60)),
        echo("good"),
    )
    broken, hanging, good = attempt("original", "x", backends, 5, deadline=0.5)
    assert broken.error == "tavily: answers 500"
    assert hanging.error == "no answer within 0.5 s"
    assert (broken.ranked, hanging.ranked, good.error) == ((), (), None)
    assert good.ranked[0].title == "x"


def test_any_exception_of_a_backend_is_an_error_in_one_line() -> None:
    (made,) = attempt("original", "x", (failing(ValueError("bad\nline\x1b[31m")),), 5)
    assert made.error == "ValueError: bad\\nline\\x1b[31m"


def test_g01_what_the_user_must_correct_is_raised() -> None:
    wrong_key = ConfigError("TAVILY_API_KEY", "is refused", "set a valid key")
    with pytest.raises(ConfigError, match="TAVILY_API_KEY"):
        attempt("original", "x", (echo("good"), failing(wrong_key)), 5)


def test_all_arms_failing_is_an_error_for_who_needs_one() -> None:
    made = attempt("original", "x", (failing(ValueError("no")),), 5)
    with pytest.raises(BackendError, match="every backend failed"):
        require_any(made)
    require_any(attempt("original", "x", (failing(ValueError("no")), echo("a")), 5))
    require_any(())
