from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.night.budget import ANSWERED, FREE, VOID, BudgetReachedError, Ledger, Limits
from wellsourced.night.journal import Journal, open_journal
from wellsourced_core.model import Usage


def usage(usd: float, tokens: int = 0) -> Usage:
    return Usage("m", 1, tokens, usd=usd)


@contextmanager
def journal() -> Iterator[Journal]:
    with TemporaryDirectory() as folder, open_journal(Path(folder)) as opened:
        opened.begin(date(2026, 11, 21), given=True)
        yield opened


calls = st.lists(st.tuples(st.floats(0, 3), st.floats(0, 1), st.sampled_from((ANSWERED, VOID, FREE))), max_size=12)


@settings(max_examples=40)
@given(calls, st.floats(0.5, 6))
def test_g13_whatever_calls_take_the_budget_is_never_passed(made: list[tuple[float, float, str]], limit: float) -> None:
    with journal() as opened:
        ledger = Ledger(opened, Limits(usd=limit))
        for number, (most, share, state) in enumerate(made):
            before = ledger.spent().usd
            try:
                call = ledger.open("key", str(number), usage(most))
            except BudgetReachedError:
                assert before + most > limit
                assert ledger.spent().usd == before
                continue
            took = Usage() if state == FREE else usage(most * share)
            ledger.settle(call, took, state)
            assert ledger.spent().usd == pytest.approx(before + took.usd)
            assert ledger.spent().usd <= limit + 1e-9


def test_g13_tokens_are_bounded_too() -> None:
    with journal() as opened:
        ledger = Ledger(opened, Limits(tokens=100))
        ledger.settle(ledger.open("key", "a", usage(0, 90)), usage(0, 60), ANSWERED)
        with pytest.raises(BudgetReachedError, match="100 tokens") as caught:
            ledger.open("key", "b", usage(0, 41))
        assert caught.value.exit_code == 3
        ledger.open("key", "b", usage(0, 40))


def test_g13_a_call_waits_for_those_under_way_before_it_is_refused() -> None:
    with journal() as opened:
        ledger = Ledger(opened, Limits(usd=1.0))
        first = ledger.open("key", "a", usage(0.9))
        second: list[int] = []
        thread = threading.Thread(target=lambda: second.append(ledger.open("key", "b", usage(0.9))))
        thread.start()
        ledger.settle(first, usage(0.05), ANSWERED)
        thread.join()
        assert len(second) == 1
        assert ledger.spent().usd == pytest.approx(0.95)


def test_a_recorded_reply_is_there_for_another_process_until_it_is_void() -> None:
    with journal() as opened:
        ledger = Ledger(opened, Limits())
        ledger.settle(ledger.open("key", "request", usage(1)), usage(0.5), ANSWERED, "the reply")
        again = Ledger(opened, Limits())
        assert again.reply("request") == "the reply"
        assert again.has_reply("key")
        again.void("key")
        assert again.reply("request") is None
        assert not again.has_reply("key")
        assert again.spent().usd == again.spent_on("key") == 0.5


def test_h01_a_call_that_a_kill_cut_counts_as_the_most_it_may_have_taken() -> None:
    with journal() as opened:
        Ledger(opened, Limits()).open("key", "request", usage(0.7))
        after = Ledger(opened, Limits(usd=1.0))
        assert (after.spent().calls, after.spent().usd, after.spent().lost) == (1, 0.7, 1)
        assert after.spent_on("key") == 0
        assert after.reply("request") is None
        with pytest.raises(BudgetReachedError):
            after.open("key", "request", usage(0.7))


def test_another_run_has_a_budget_of_its_own() -> None:
    with journal() as opened:
        ledger = Ledger(opened, Limits(usd=1.0))
        ledger.settle(ledger.open("key", "a", usage(1.0)), usage(1.0), ANSWERED, "reply")
        opened.begin(date(2026, 11, 22), given=True)
        assert ledger.spent().usd == 0
        ledger.open("key", "b", usage(1.0))


def test_what_is_to_stand_with_a_call_stands_or_falls_with_it() -> None:
    with journal() as opened:
        ledger = Ledger(opened, Limits())
        call = ledger.open("key", "a", usage(0.5))

        def fail() -> None:
            raise RuntimeError

        with pytest.raises(RuntimeError):
            ledger.settle(call, usage(0.1), ANSWERED, "reply", also=fail)
        assert ledger.reply("a") is None
        assert ledger.spent().usd == 0.5
