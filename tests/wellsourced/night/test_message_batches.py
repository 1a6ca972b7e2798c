"""Batches against the loopback stand-in, through the real client."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import KEY, FakeClaude, answer, fake_claude, message, status

from wellsourced.llm import LlmOptions
from wellsourced.night import batch_service, message_batches
from wellsourced.night.budget import Ledger, Limits
from wellsourced.night.journal import Journal, open_journal
from wellsourced.night.message_batches import BatchProgress, Call, Service, SubmissionLostError, fetch_replies
from wellsourced_core.errors import BackendError
from wellsourced_core.values import replace
from writer.grounded import Request
from writer.prompt import Text

CALLS = {f"call{n}": Call(f"topic {n}", f"key{n}", Request("system", (Text(f"question {n}"),), 1000)) for n in range(5)}
TOLD: list[str] = []


async def no_sleep(seconds: float) -> None:
    """Wait in no time."""


def service(fake: FakeClaude) -> Service:
    return batch_service.service(LlmOptions(base_url=fake.base_url, retries=0), KEY, sleep=no_sleep)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    TOLD.clear()
    with open_journal(tmp_path) as opened:
        opened.begin(date(2026, 11, 21), given=True)
        yield opened


@pytest.fixture
def fake() -> Iterator[FakeClaude]:
    with fake_claude(answer("unused")) as started:
        started.on_batch = backwards
        yield started


def backwards(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = [
        {
            "custom_id": one["custom_id"],
            "result": {"type": "succeeded", "message": message(answer(f"for {one['custom_id']}"), "m")},
        }
        for one in requests
    ]
    return lines[::-1]


def fetch(fake: FakeClaude, ledger: Ledger, calls: Mapping[str, Call] = CALLS) -> None:
    fetch_replies(calls, service(fake), ledger, lambda seconds: None, TOLD.append)


def test_replies_are_recorded_by_name_whatever_order_they_come_in(fake: FakeClaude, journal: Journal) -> None:
    ledger = Ledger(journal, Limits())
    fake.batch_polls = 3
    fetch(fake, ledger)
    for name in CALLS:
        assert f"for {name}" in (ledger.reply(name) or "")
    assert ledger.spent().calls == 5
    assert len(fake.submitted) == 1
    fetch(fake, ledger)
    assert len(fake.submitted) == 1


def test_what_has_a_reply_is_not_submitted(fake: FakeClaude, journal: Journal) -> None:
    ledger = Ledger(journal, Limits())
    fetch(fake, ledger, {name: CALLS[name] for name in ("call0", "call1")})
    fetch(fake, ledger)
    assert [sorted(line["custom_id"] for line in lines) for lines in fake.submitted.values()] == [
        ["call0", "call1"],
        ["call2", "call3", "call4"],
    ]


def test_h01_a_batch_under_way_is_collected_by_another_process(fake: FakeClaude, journal: Journal) -> None:
    class KilledError(Exception):
        """Stands for a kill."""

    def killed(seconds: float) -> None:
        raise KilledError

    fake.batch_polls = 1
    with pytest.raises(KilledError):
        fetch_replies(CALLS, service(fake), Ledger(journal, Limits()), killed, TOLD.append)
    after = Ledger(journal, Limits())
    assert after.spent().lost == 0
    fetch(fake, after)
    assert len(fake.submitted) == 1
    assert all(after.reply(name) for name in CALLS)


def test_h01_a_submission_that_never_arrived_is_made_anew_and_counts_once(fake: FakeClaude, journal: Journal) -> None:
    most = service(fake).most
    Ledger(journal, Limits()).open_batch({name: (call.key, most(call.request)) for name, call in CALLS.items()})
    after = Ledger(journal, Limits())
    assert after.spent().usd > 0
    fetch(fake, after)
    assert len(fake.submitted) == 1
    assert after.spent().calls == 5


def test_h01_a_batch_that_was_submitted_when_the_kill_came_is_found_by_its_names(
    fake: FakeClaude, journal: Journal
) -> None:
    class KilledError(Exception):
        """Stands for a kill between the service's answer and the journal's entry."""

    good = service(fake)

    def submit(requests: Mapping[str, Request]) -> str:
        good.submit({f"stranger{n}": request for n, request in enumerate(requests.values())})
        good.submit(requests)
        raise KilledError

    with pytest.raises(KilledError):
        fetch_replies(CALLS, replace(good, submit=submit), Ledger(journal, Limits()), lambda seconds: None, TOLD.append)
    fake.batch_polls = 2
    after = Ledger(journal, Limits())
    fetch(fake, after)
    assert len(fake.submitted) == 2
    assert all(f"for {name}" in (after.reply(name) or "") for name in CALLS)
    assert after.spent().calls == 5
    assert after.spent().lost == 0


def test_a_batch_that_the_service_no_longer_knows_is_made_anew(fake: FakeClaude, journal: Journal) -> None:
    ledger = Ledger(journal, Limits())
    most = service(fake).most
    numbers = ledger.open_batch({name: (call.key, most(call.request)) for name, call in CALLS.items()})
    ledger.submitted(numbers, "msgbatch_of_last_year")
    fetch(fake, ledger)
    assert all(ledger.reply(name) for name in CALLS)
    assert ledger.spent().lost == 5
    assert any("no longer knows it" in line for line in TOLD)


def test_what_expired_or_failed_is_named_and_costs_nothing(fake: FakeClaude, journal: Journal) -> None:
    def spoiled(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        lines = backwards(requests)
        lines[0]["result"] = {"type": "expired"}
        return lines[:-1]  # and one never comes back

    fake.on_batch = spoiled
    ledger = Ledger(journal, Limits())
    fetch(fake, ledger)
    assert [name for name in CALLS if ledger.reply(name) is None] == ["call0", "call4"]
    assert ledger.spent().calls == 3
    assert any("topic 4: the batch expired" in line for line in TOLD)


def test_g13_a_batch_holds_no_more_than_the_budget_surely_allows(fake: FakeClaude, journal: Journal) -> None:
    most = service(fake).most(CALLS["call0"].request).usd
    ledger = Ledger(journal, Limits(usd=2.5 * most))
    fetch(fake, ledger)
    assert len(next(iter(fake.submitted.values()))) == 2
    assert ledger.spent().usd <= 2.5 * most


def test_many_requests_are_several_batches(fake: FakeClaude, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_batches, "PER_BATCH", 2)
    fetch(fake, Ledger(journal, Limits()))
    assert [len(lines) for lines in fake.submitted.values()] == [2, 2, 1]


def test_every_batch_is_submitted_before_the_first_is_waited_for(
    fake: FakeClaude, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_batches, "PER_BATCH", 2)
    fake.batch_polls = 1
    counts: list[int] = []
    fetch_replies(
        CALLS, service(fake), Ledger(journal, Limits()), lambda seconds: counts.append(len(fake.submitted)), TOLD.append
    )
    assert counts == [3]


def test_g13_what_a_batch_leaves_of_the_budget_is_for_the_next_one(fake: FakeClaude, journal: Journal) -> None:
    most = service(fake).most(CALLS["call0"].request).usd
    ledger = Ledger(journal, Limits(usd=4 * most))
    fetch(fake, ledger)
    assert [len(lines) for lines in fake.submitted.values()] == [4, 1]
    assert all(ledger.reply(name) for name in CALLS)


def test_what_expired_in_a_batch_of_the_last_sitting_is_submitted_again(fake: FakeClaude, journal: Journal) -> None:
    class KilledError(Exception):
        """Stands for a kill."""

    def killed(seconds: float) -> None:
        raise KilledError

    fake.batch_polls = 1
    fake.on_batch = lambda requests: [one | {"result": {"type": "expired"}} for one in backwards(requests)]
    with pytest.raises(KilledError):
        fetch_replies(CALLS, service(fake), Ledger(journal, Limits()), killed, TOLD.append)
    fake.on_batch = backwards
    after = Ledger(journal, Limits())
    fetch(fake, after)
    assert len(fake.submitted) == 2
    assert all(after.reply(name) for name in CALLS)


def test_a_refused_submission_costs_nothing(journal: Journal) -> None:
    ledger = Ledger(journal, Limits())
    with fake_claude(status(400, "invalid_request_error")) as fake, pytest.raises(BackendError):
        fetch(fake, ledger)
    assert ledger.spent().usd == ledger.spent().calls == 0
    assert ledger.unsure() == ()


def test_h18_a_submission_whose_answer_was_lost_is_found_by_the_next_sitting(
    fake: FakeClaude, journal: Journal
) -> None:
    good = service(fake)

    def submit(requests: Mapping[str, Request]) -> str:
        good.submit(requests)
        raise SubmissionLostError("message batch", "no answer within 120 s", "run it again")

    ledger = Ledger(journal, Limits())
    with pytest.raises(SubmissionLostError):
        fetch_replies(CALLS, replace(good, submit=submit), ledger, lambda seconds: None, TOLD.append)
    assert ledger.spent().usd == pytest.approx(sum(good.most(call.request).usd for call in CALLS.values()))
    after = Ledger(journal, Limits())
    fetch(fake, after)
    assert len(fake.submitted) == 1
    assert all(after.reply(name) for name in CALLS)


def test_h01_a_submission_still_on_its_way_is_given_time_to_arrive(fake: FakeClaude, journal: Journal) -> None:
    good = service(fake)
    requests = {name: call.request for name, call in CALLS.items()}
    Ledger(journal, Limits()).open_batch({name: (CALLS[name].key, good.most(one)) for name, one in requests.items()})
    waited: list[float] = []

    def wait(seconds: float) -> None:
        if not fake.submitted:
            good.submit(requests)  # what was cut off arrives in the meantime
        waited.append(seconds)

    after = Ledger(journal, Limits())
    fetch_replies(CALLS, good, after, wait, TOLD.append)
    assert 100 < waited[0] <= 120
    assert len(fake.submitted) == 1
    assert all(after.reply(name) for name in CALLS)


def test_h18_a_few_polls_in_vain_are_waited_out_and_then_told(fake: FakeClaude, journal: Journal) -> None:
    good = service(fake)
    asked: list[str] = []

    def poll(times: int, batch: str) -> BatchProgress:
        asked.append(batch)
        if len(asked) <= times:
            raise BackendError(batch, "cannot be reached", "try later")
        return good.poll(batch)

    ledger = Ledger(journal, Limits())
    for times in (10, 3):
        flaky = replace(good, poll=partial(poll, times))
        asked.clear()
        if times == 10:
            with pytest.raises(BackendError):
                fetch_replies(CALLS, flaky, ledger, lambda seconds: None, TOLD.append)
        else:
            fetch_replies(CALLS, flaky, ledger, lambda seconds: None, TOLD.append)
    assert len(fake.submitted) == 1
    assert all(ledger.reply(name) for name in CALLS)
