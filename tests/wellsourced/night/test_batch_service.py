"""The message batches of the service, by the real client against the loopback stand-in."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from fakes.claude import HANG, KEY, FakeClaude, Step, answer, fake_claude, message, status, text_block
from fakes.web import Server, reply

from wellsourced.llm import LlmOptions
from wellsourced.night import batch_service
from wellsourced.night.batch_service import collect, names_in, poll, recent, service, submit
from wellsourced.night.message_batches import SubmissionLostError
from wellsourced_core.errors import BackendError, InputError, WriterError
from wellsourced_core.model import Assignment, Passage, ScoredSource, Source
from writer.grounded import Reply, Request, request, write

ARTICLE = answer("# Bats and lamps\n\n", text_block("Slow bats avoid lit roads. ", (0, 0, 1)), "Nothing more is known.")


async def no_sleep(seconds: float) -> None:
    """Wait in no time."""


def options(fake: FakeClaude, **changes: object) -> LlmOptions:
    return replace(LlmOptions(base_url=fake.base_url), **changes)


def assignment(text: str = "Slow bats avoid lit roads.") -> Assignment:
    source = Source("s1", "https://bats.example/1", "Bats 1", text, n=1)
    passage = Passage(1, ScoredSource(source, (), 0.6, 4, "fits", "s1"), text, 0.6)
    return Assignment("Do bats avoid lamps?", 200, (passage,), as_of=date(2026, 11, 21))


def wanted(*names: str) -> dict[str, Request]:
    return {name: request(assignment(f"{name.title()} bats avoid lit roads.")) for name in names}


def batch_line(name: str, kind: str, step: Step | None = None) -> dict[str, object]:
    result: dict[str, object] = {"type": kind}
    if step is not None:
        result["message"] = message(step, "claude-sonnet-5-5")
    if kind == "errored":
        result["error"] = {"type": "error", "error": {"type": "invalid_request_error", "message": "too long"}}
    return {"custom_id": name, "result": result}


def test_a_batch_is_submitted_polled_and_collected_in_any_order() -> None:
    asked = wanted("a", "b", "c", "d", "e")
    with fake_claude(ARTICLE) as fake:
        here = options(fake)
        fake.batch_polls = 1
        fake.batch_results = [
            batch_line("c", "expired"),
            batch_line("stranger", "expired"),
            batch_line("b", "succeeded", answer("Second.", stop="max_tokens")),
            batch_line("d", "errored"),
            batch_line("a", "succeeded", ARTICLE),
        ]
        name = submit(here, KEY, asked)
        assert poll(here, KEY, name).ended is False
        done = poll(here, KEY, name)
        found = collect(here, KEY, name, asked)
        assert names_in(here, KEY, name) == {"a", "b", "c", "d", "stranger"}
    assert (done.ended, done.succeeded, done.failed) == (True, 2, 3)
    assert list(found) == ["a", "b", "c", "d", "e"]
    first = found["a"]
    assert isinstance(first, Reply)
    assert write(assignment(), lambda _: first).markdown.count("[1]") == 1
    assert first.usage.usd == pytest.approx((900 * 2.0 + 300 * 10.0) / 1e6 / 2)
    assert isinstance(found["b"], Reply)
    assert found["b"].stop_reason == "max_tokens"
    assert "expired" in str(found["c"])
    assert "too long" in str(found["d"])
    assert "no result" in str(found["e"])
    sent = next(body for method, path, _, body in fake.calls if method == "POST" and path.endswith("/batches"))
    assert [line["custom_id"] for line in sent["requests"]] == list(asked)
    assert "stream" not in sent["requests"][0]["params"]


@pytest.mark.parametrize("step", [status(500), HANG], ids=("failed", "silent"))
def test_a_submission_whose_answer_is_lost_is_not_sent_twice_and_says_so(step: Step) -> None:
    seconds = 0.3 if step is HANG else 30.0
    with fake_claude(step) as fake, pytest.raises(SubmissionLostError):
        submit(options(fake, batch_seconds=seconds), KEY, wanted("a"), sleep=no_sleep)
    assert len(fake.calls) == 1


def test_a_submission_that_is_turned_away_for_load_is_sent_again() -> None:
    with fake_claude(status(429, "rate_limit_error"), ARTICLE) as fake:
        assert submit(options(fake), KEY, wanted("a"), sleep=no_sleep)
    assert len(fake.calls) == 2


@pytest.mark.parametrize(
    "step", [status(400, "invalid_request_error"), status(529, "overloaded_error")], ids=("refused", "overloaded")
)
def test_a_submission_that_surely_failed_is_no_lost_one(step: Step) -> None:
    with fake_claude(step) as fake, pytest.raises(BackendError) as caught:
        submit(options(fake, retries=0), KEY, wanted("a"), sleep=no_sleep)
    assert not isinstance(caught.value, SubmissionLostError)


def test_a_service_that_cannot_be_reached_has_got_no_submission() -> None:
    with fake_claude(ARTICLE) as fake:
        gone = options(fake, retries=0)
    with pytest.raises(BackendError, match="cannot be reached") as caught:
        submit(gone, KEY, wanted("a"), sleep=no_sleep)
    assert not isinstance(caught.value, SubmissionLostError)


def test_an_empty_batch_is_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="1 to 100000"):
        submit(LlmOptions(), KEY, {})


def test_the_accounts_batches_are_listed_to_the_moment_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_service, "_PAGE", 2)
    with fake_claude(ARTICLE) as fake:
        fake.on_batch = lambda requests: [batch_line(one["custom_id"], "expired") for one in requests]
        here = options(fake)
        names = [submit(here, KEY, wanted(*"abcde"[: n + 1])) for n in range(5)]
        now = datetime.now(UTC)
        everything = recent(here, KEY, now - timedelta(hours=1))
        assert recent(here, KEY, now + timedelta(hours=1)) == ()
    assert everything == tuple((name, n + 1) for n, name in reversed(list(enumerate(names))))


def test_g01_a_missing_key_is_said_before_anything_is_sent() -> None:
    with pytest.raises(InputError, match="ANTHROPIC_API_KEY"):
        service(LlmOptions(), None)


@pytest.mark.parametrize("odd", [None, 5, "x", [], {}, [None]], ids=repr)
def test_j72_a_result_of_another_shape_costs_its_request_alone(odd: object) -> None:
    asked = wanted("a", "b")
    whole = message(ARTICLE, "claude-sonnet-5-5")
    good = batch_line("b", "succeeded", ARTICLE)
    server = Server()
    batch = {"id": "b1", "processing_status": "ended", "results_url": server.url("/results")}
    results: list[object] = [
        {"type": "succeeded", "message": odd},
        {"type": "succeeded", "message": whole | {"content": odd}},
        {"type": "succeeded", "message": whole | {"content": [{"type": "text", "text": odd}]}},
        {"type": "errored", "error": odd},
        {"type": odd},
        odd,
    ]
    for result in results:
        lines = "".join(json.dumps(one) + "\n" for one in (odd, {"custom_id": "a", "result": result}, good))
        bodies = {"/results": lines}
        server.answer = lambda request, bodies=bodies: reply(
            bodies.get(request.path, json.dumps(batch)), mime="application/json"
        )
        found = collect(LlmOptions(base_url=server.url("/")[:-1], retries=0), KEY, "b1", asked)
        assert isinstance(found["b"], Reply), result
        assert isinstance(found["a"], Reply | WriterError), result
    server.close()
