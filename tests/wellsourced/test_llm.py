"""The real client against a loopback stand-in of the service: no internet, no model, no mocked client."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest
from fakes.claude import (
    HANG,
    KEY,
    PING_FOREVER,
    FakeClaude,
    Step,
    answer,
    cut_stream,
    fake_claude,
    status,
    stream_error,
    text_block,
)
from fakes.web import Server, reply

from wellsourced.llm import (
    LlmOptions,
    asker,
    checked_key,
    judge,
    most_it_may_cost,
    reformulator,
    writer_call,
)
from wellsourced.prices import Price
from wellsourced_core.errors import BackendError, ConfigError, InputError, WellsourcedError, WriterError
from wellsourced_core.model import Assignment, Passage, ScoredSource, Source, Usage
from writer.grounded import UnusableReplyError, request, write

WAITED: list[float] = []
ARTICLE = answer(
    "# Bats and lamps\n\n",
    text_block("Slow bats avoid lit roads. ", (0, 0, 1)),
    "Nothing more is known.",
)


@pytest.fixture(autouse=True)
def _forget_waits() -> None:
    WAITED.clear()


async def noted_sleep(seconds: float) -> None:
    """Wait in no time; the seconds asked for are noted."""
    WAITED.append(seconds)


def options(fake: FakeClaude, **changes: object) -> LlmOptions:
    return replace(LlmOptions(base_url=fake.base_url), **changes)


def assignment(*texts: str) -> Assignment:
    passages = tuple(
        Passage(n, ScoredSource(source(n, text), (), 0.6, 4, "fits", f"s{n}"), text, 0.6)
        for n, text in enumerate(texts or ("Slow bats avoid lit roads. Fast bats hunt at lamps.",), 1)
    )
    return Assignment("Do bats avoid lamps?", 200, passages, as_of=date(2026, 11, 21))


def source(n: int, text: str) -> Source:
    return Source(f"s{n}", f"https://bats.example/{n}", f"Bats {n}", text, n=n)


def written(fake: FakeClaude, **changes: object) -> str:
    call = writer_call(options(fake, **changes), KEY, sleep=noted_sleep)
    return write(assignment(), call).markdown


def failure(fake: FakeClaude, kind: type[WellsourcedError] = WriterError, **changes: object) -> WellsourcedError:
    with pytest.raises(kind) as caught:
        written(fake, **changes)
    return caught.value


# --------------------------------------------------------------------------------------------- the happy way


def test_one_streamed_call_becomes_a_cited_article() -> None:
    with fake_claude(ARTICLE) as fake:
        article = written(fake)
    assert article == "# Bats and lamps\n\nSlow bats avoid lit roads [1]. Nothing more is known.\n"
    (body,) = fake.bodies()
    assert body["stream"] is True
    assert not {"temperature", "top_p", "top_k"} & body.keys()
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    first, result, last = body["messages"][0]["content"]
    assert "Do bats avoid lamps?" in first["text"]
    assert "Do bats avoid lamps?" in last["text"]
    assert result["citations"] == {"enabled": True}
    assert [block["text"] for block in result["content"]] == [
        "Slow bats avoid lit roads.",
        "Fast bats hunt at lamps.",
    ]


def test_usage_is_counted_and_priced_from_the_options() -> None:
    reported = {
        "input_tokens": 1000,
        "output_tokens": 200,
        "cache_read_input_tokens": 400,
        "cache_creation_input_tokens": 100,
    }
    price = Price("claude-sonnet-5-5", 2.0, 10.0, 0.2, 2.5)
    with fake_claude(answer("Words enough.", usage=reported)) as fake:
        reply = writer_call(options(fake, prices=(price,)), KEY)(request(assignment()))
    usd = (1000 * 2.0 + 400 * 0.2 + 100 * 2.5 + 200 * 10.0) / 1e6
    assert reply.usage == Usage("claude-sonnet-5-5", 1, 1000, 200, 400, 100, usd)


# --------------------------------------------------------------------------------------------- G01: keys


@pytest.mark.parametrize("key", [None, "", "  ", "sk-ant-secret\n", "sk-ant\x00secret", "sk ant secret", "sk-ánt"])
def test_g01_missing_or_broken_key_names_the_variable_never_the_value(key: str | None) -> None:
    with pytest.raises(InputError) as caught:
        writer_call(LlmOptions(), key)
    assert caught.value.exit_code == 2
    assert "ANTHROPIC_API_KEY" in str(caught.value)
    assert "secret" not in str(caught.value)
    with pytest.raises(InputError):
        checked_key(key)


@pytest.mark.parametrize("code", [401, 403])
def test_g01_refused_key_is_an_input_error_without_the_value(code: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with fake_claude(status(code, "authentication_error", f"bad key {KEY}")) as fake:
        error = failure(fake, InputError)
    assert error.exit_code == 2
    assert "ANTHROPIC_API_KEY" in str(error)
    assert KEY not in str(error) + caplog.text
    assert len(fake.calls) == 1


def test_g01_wrong_key_is_refused_by_the_service() -> None:
    with fake_claude(ARTICLE) as fake:
        call = writer_call(options(fake), "sk-ant-another")
        with pytest.raises(InputError):
            call(request(assignment()))


# --------------------------------------------------------------------------------------------- G02, G03: retries


def test_g02_retry_after_in_seconds_is_honoured_with_jitter() -> None:
    with fake_claude(status(429, "rate_limit_error", retry_after="2"), ARTICLE) as fake:
        assert "[1]" in written(fake)
    assert len(WAITED) == 1
    assert 2.0 <= WAITED[0] <= 2.2


@pytest.mark.parametrize("value", ["0", "-3", "soon", "٢", "9" * 400, "nan"])
def test_g02_senseless_retry_after_gives_our_own_backoff(value: str) -> None:
    step = status(429, "rate_limit_error")
    step["headers"] = {"retry-after": value.encode("utf-8").decode("latin-1")}
    with fake_claude(step, ARTICLE) as fake:
        written(fake)
    assert len(WAITED) == 1
    assert 0.3 < WAITED[0] <= 0.5


def test_g02_retry_after_as_a_date_counts_from_the_services_own_clock() -> None:
    dates = {"date": "Sat, 21 Nov 2026 10:00:00 GMT", "retry_after": "Sat, 21 Nov 2026 10:00:03 GMT"}
    with fake_claude(status(429, "rate_limit_error", **dates), ARTICLE) as fake:
        written(fake)
    assert len(WAITED) == 1
    assert 3.0 <= WAITED[0] <= 3.2


def test_g02_a_wait_beyond_the_deadline_is_not_begun() -> None:
    with fake_claude(status(429, "rate_limit_error", retry_after="99999"), ARTICLE) as fake:
        error = failure(fake)
    assert error.exit_code == 4
    assert "429" in str(error)
    assert WAITED == []
    assert len(fake.calls) == 1


@pytest.mark.parametrize(("code", "kind"), [(529, "overloaded_error"), (500, "api_error"), (503, "api_error")])
def test_g03_three_failures_then_an_answer_make_one_bill(code: int, kind: str) -> None:
    with fake_claude(*[status(code, kind)] * 3, ARTICLE) as fake:
        call = writer_call(options(fake), KEY, sleep=noted_sleep)
        result = write(assignment(), call)
    assert len(fake.calls) == 4
    assert result.usage.calls == 1
    assert result.usage.input_tokens == 900
    assert len(WAITED) == 3
    assert WAITED[0] < WAITED[1] < WAITED[2]


def test_g03_retries_are_not_multiplied() -> None:
    with fake_claude(status(529, "overloaded_error")) as fake:
        error = failure(fake, retries=2)
    assert len(fake.calls) == 3
    assert "529" in str(error)
    assert error.exit_code == 4


def test_g03_an_overload_inside_the_stream_before_it_began_is_retried() -> None:
    with fake_claude(stream_error(ARTICLE, 0, "overloaded_error"), ARTICLE) as fake:
        assert "[1]" in written(fake)
    assert len(fake.calls) == 2


def test_g04_prompt_too_long_is_named_and_not_retried() -> None:
    said = "prompt is too long: 1200000 tokens > 1000000 maximum"
    with fake_claude(status(400, "invalid_request_error", said)) as fake:
        error = failure(fake)
    assert "prompt is too long" in str(error)
    assert len(fake.calls) == 1


def test_an_unknown_model_is_a_configuration_error() -> None:
    with fake_claude(status(404, "not_found_error", "model: claude-nope")) as fake:
        error = failure(fake, ConfigError, writer_model="claude-nope")
    assert "claude-nope" in str(error)
    assert error.exit_code == 2


@pytest.mark.parametrize("step", [HANG, PING_FOREVER], ids=["hang", "ping"])
def test_g05_a_hanging_or_dripping_service_meets_our_deadline(step: Step) -> None:
    with fake_claude(step) as fake:
        error = failure(fake, writer_seconds=0.3)
    assert "no answer within 0.3 s" in str(error)
    assert error.exit_code == 4


def test_an_unreachable_service_is_a_writer_error() -> None:
    with fake_claude(ARTICLE) as fake:
        gone = options(fake, retries=1)
    call = writer_call(gone, KEY, sleep=noted_sleep)
    with pytest.raises(WriterError, match="cannot be reached"):
        call(request(assignment()))
    assert len(WAITED) == 1


# --------------------------------------------------------------------------------------------- G06: no draft


@pytest.mark.parametrize("quietly", [False, True], ids=["broken", "quiet"])
@pytest.mark.parametrize("events", [1, 3, 5, 9])
def test_g06_cut_stream_is_never_a_draft_and_is_paid_for(events: int, quietly: bool) -> None:
    with fake_claude(cut_stream(ARTICLE, events, quietly=quietly)) as fake:
        error = failure(fake)
    assert isinstance(error, UnusableReplyError)
    assert error.usage.input_tokens == 900
    assert len(fake.calls) == 1


@pytest.mark.parametrize("quietly", [False, True], ids=["broken", "quiet"])
def test_g06_stream_cut_before_it_began_is_tried_again(quietly: bool) -> None:
    with fake_claude(cut_stream(ARTICLE, 0, quietly=quietly), ARTICLE) as fake:
        assert "[1]" in written(fake)
    assert len(fake.calls) == 2


def test_g06_stream_cut_just_before_its_last_event_is_complete() -> None:
    with fake_claude(cut_stream(answer("Bats fly."), 5, quietly=True)) as fake:
        assert "Bats fly." in written(fake)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (answer("Half an art", stop="max_tokens"), "cut off"),
        (answer("I can't.", stop="refusal"), "declined"),
        (answer(stop="end_turn"), "no words"),
        (answer("  \n\n"), "no words"),
        (answer("# Title only"), "no words"),
        (answer("[1][2]"), "no words"),
        (answer({"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}, stop="tool_use"), "tool"),
        (answer("So", {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}), "tool"),
        (answer("Wait.", stop="pause_turn"), "paused"),
        (answer("Too much.", stop="model_context_window_exceeded"), "do not fit"),
        (answer("Odd.", stop="some_new_reason"), "unknown reason"),
    ],
    ids=str,
)
def test_g06_cut_refused_empty_or_tool_answers_are_errors(step: Step, said: str) -> None:
    with fake_claude(step) as fake:
        error = failure(fake)
    assert isinstance(error, UnusableReplyError)
    assert said in str(error)
    assert error.exit_code == 4
    assert error.usage.calls == 1


def test_g06_error_event_in_the_middle_of_the_text_is_not_retried() -> None:
    with fake_claude(stream_error(ARTICLE, 4, "overloaded_error"), ARTICLE) as fake:
        error = failure(fake)
    assert isinstance(error, UnusableReplyError)
    assert len(fake.calls) == 1


# --------------------------------------------------------------------------------------------- G15: cost


@pytest.mark.parametrize(
    "reported",
    [
        {},
        {"input_tokens": -5, "output_tokens": 10},
        {"input_tokens": 900},
        {"input_tokens": 10**12, "output_tokens": 10},
        {"input_tokens": 900, "output_tokens": 10**9},
        {"input_tokens": 900, "output_tokens": 10, "cache_read_input_tokens": -1},
    ],
    ids=str,
)
def test_g15_senseless_usage_is_replaced_by_a_marked_estimate(reported: dict[str, int]) -> None:
    if "output_tokens" not in reported:
        reported = reported | {"output_tokens": None}
    with fake_claude(answer("Bats avoid lamps in every study.", usage=reported)) as fake:
        took = writer_call(options(fake), KEY)(request(assignment())).usage
    assert took.estimated
    assert 0 < took.input_tokens < 5_000
    assert 0 < took.output_tokens < 100
    assert 0 < took.usd < 0.02


def test_g15_a_model_without_a_price_is_flagged_not_free() -> None:
    with fake_claude(ARTICLE) as fake:
        took = writer_call(options(fake, prices=()), KEY)(request(assignment())).usage
    assert not took.priced
    assert most_it_may_cost(LlmOptions(prices=()), request(assignment())).priced is False


def test_the_ceiling_is_never_below_what_a_call_took() -> None:
    asked = request(assignment())
    with fake_claude(ARTICLE) as fake:
        took = writer_call(options(fake), KEY)(asked).usage
    assert most_it_may_cost(LlmOptions(), asked).usd >= took.usd


# --------------------------------------------------------------------------------------------- short calls


def queries(broader: str, reframed: str) -> Step:
    return answer(json.dumps({"broader": broader, "reframed": reframed}))


def test_reformulator_asks_for_a_structured_reply_of_200_tokens() -> None:
    spent: list[Usage] = []
    with fake_claude(queries("bats light", "Chiroptera street lamps")) as fake:
        ask = reformulator(options(fake, reformulator_seconds=20.0), KEY, spend=spent.append)
        assert ask("Do bats avoid lamps?", [source(1, "x")]) == ("bats light", "Chiroptera street lamps")
    (body,) = fake.bodies()
    assert body["max_tokens"] == 200
    assert body["thinking"] == {"type": "disabled"}
    assert body["output_config"]["format"]["type"] == "json_schema"
    assert "Bats 1" in body["messages"][0]["content"][0]["text"]
    assert [took.model for took in spent] == ["claude-haiku-5-5"]


@pytest.mark.parametrize(
    "step",
    [
        answer("no json"),
        answer('{"broader": "a'),
        answer('{"broader": "a", "reframed": 5}'),
        answer('["a", "b"]'),
        answer('"a"'),
        answer("[" * 20_000),
        queries("", "b"),
        queries("a", "b" * 400),
        answer(json.dumps({"broader": "a", "reframed": "b"}), stop="max_tokens"),
        answer("I will not.", stop="refusal"),
        answer(),
        status(400, "invalid_request_error"),
        status(529, "overloaded_error"),
        HANG,
    ],
    ids=lambda step: str(step)[:60],
)
def test_every_failure_of_the_reformulator_is_one_typed_error(step: Step) -> None:
    with fake_claude(step) as fake:
        seconds = 0.3 if step is HANG else 20.0
        ask = reformulator(options(fake, reformulator_seconds=seconds, retries=1), KEY, sleep=noted_sleep)
        with pytest.raises(BackendError):
            ask("Do bats avoid lamps?", [])


def test_an_answer_that_is_no_two_queries_is_paid_for_too() -> None:
    spent: list[Usage] = []
    with fake_claude(answer("no json")) as fake:
        ask = reformulator(options(fake, reformulator_seconds=20.0), KEY, spend=spent.append)
        with pytest.raises(BackendError):
            ask("Do bats avoid lamps?", [])
    assert [(took.model, took.output_tokens > 0) for took in spent] == [("claude-haiku-5-5", True)]


def test_judge_sends_one_source_and_returns_the_plain_reply() -> None:
    spent: list[Usage] = []
    with fake_claude(answer('{"score": 4, "why": "on topic"}')) as fake:
        grade = judge(options(fake), KEY, spend=spent.append)
        reply = grade("Do bats avoid lamps?", source(1, "Slow bats\navoid\u200b lit roads."))
    assert reply == '{"score": 4, "why": "on topic"}'
    (body,) = fake.bodies()
    assert body["messages"][0]["content"][0]["text"].endswith("Text: Slow bats avoid lit roads.\n</source>")
    assert len(spent) == 1


@pytest.mark.parametrize("step", [answer("4", stop="max_tokens"), answer(" "), status(500), HANG], ids=str)
def test_a_failed_judge_is_a_backend_error(step: Step) -> None:
    with fake_claude(step) as fake:
        seconds = 0.3 if step is HANG else 20.0
        ask = asker(options(fake, judge_seconds=seconds, retries=0), KEY)
        with pytest.raises(BackendError) as caught:
            ask("Is it so?")
    assert caught.value.exit_code == 4


# --------------------------------------------------------------------------------------------- answers of another shape

ODD = (None, 5, "x", [], {}, True, [None], [[]])
STARTED = {"type": "message_start", "message": {"id": "m", "role": "assistant", "content": [], "usage": {}}}
BLOCK = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
TEXT = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Slow bats avoid roads."}}
ENDED = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}}


def streams(odd: object) -> Iterator[list[object]]:
    """Yield streams that have something odd at one place each."""
    yield [odd]
    yield [STARTED | {"message": odd}, BLOCK, TEXT, ENDED]
    yield [STARTED, BLOCK | {"content_block": odd}, TEXT, ENDED]
    yield [STARTED, BLOCK | {"content_block": {"type": odd}}, TEXT, ENDED]
    yield [STARTED, BLOCK | {"content_block": {"type": "text", "text": odd}}, TEXT, ENDED]
    yield [STARTED, BLOCK, TEXT | {"delta": odd}, ENDED]
    yield [STARTED, BLOCK, TEXT | {"delta": {"type": "text_delta", "text": odd}}, ENDED]
    yield [STARTED, BLOCK, TEXT, ENDED | {"delta": odd}]
    yield [STARTED, BLOCK, TEXT, ENDED | {"delta": {"stop_reason": odd}}]
    yield [STARTED, {"type": "error", "error": {"type": odd, "message": odd}}]


def streamed(made: list[object]) -> bytes:
    names = [one.get("type") if isinstance(one, dict) else None for one in made]
    lines = (
        f"event: {name or 'message_start'}\ndata: {json.dumps(one)}\n\n" for name, one in zip(names, made, strict=True)
    )
    return reply("".join(lines), mime="text/event-stream")


@pytest.fixture
def service() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_j72_a_stream_of_another_shape_is_one_typed_error(service: Server, odd: object) -> None:
    call = writer_call(LlmOptions(base_url=service.url("/")[:-1], retries=0), KEY, sleep=noted_sleep)

    def outcome() -> str | WriterError:
        try:
            return write(assignment(), call, plain=True).markdown
        except WriterError as error:
            return error

    for made in streams(odd):
        service.answer = lambda _request, made=made: streamed(made)
        came = outcome()  # an article where what is odd does not matter
        begun = made[0] == STARTED  # what was begun is paid for
        assert isinstance(came, str | UnusableReplyError if begun else str | WriterError), made


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_j72_a_whole_answer_of_another_shape_is_one_typed_error(service: Server, odd: object) -> None:
    here = LlmOptions(base_url=service.url("/")[:-1], retries=0)
    block = {"type": "text", "text": "yes", "citations": None}
    whole = {"type": "message", "content": [block], "stop_reason": "end_turn", "usage": {}}
    changed: list[object] = [odd, whole | {"content": odd}, whole | {"content": [odd]}]
    changed += [whole | {"content": [block | {"text": odd}]}, whole | {"stop_reason": odd}, whole | {"usage": odd}]
    for one in changed:
        service.answer = lambda _request, one=one: reply(json.dumps(one), mime="application/json")
        for ask in (asker(here, KEY), lambda prompt: reformulator(here, KEY)(prompt, [])):
            with suppress(BackendError):
                ask("Is it so?")


@pytest.mark.parametrize("body", ["[" * 100_000, '{"n": ' + "9" * 10_000 + "}", "<html>", ""], ids=lambda b: b[:9])
def test_j72_an_answer_that_no_parser_takes_is_one_typed_error(service: Server, body: str) -> None:
    service.answer = lambda _request: reply(body, mime="application/json")
    with pytest.raises(BackendError):
        asker(LlmOptions(base_url=service.url("/")[:-1], retries=0), KEY)("Is it so?")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_j127_a_redirect_of_the_service_is_not_followed(code: int) -> None:
    with fake_claude(ARTICLE) as other:
        place = f"{other.base_url}/v1/messages".replace("//", "//user:hunter2@")
        with fake_claude(status(code, location=place)) as fake:
            error = failure(fake)
            with pytest.raises(BackendError, match="redirects to"):
                asker(options(fake), KEY)("Is it so?")
            assert len(fake.calls) == 2  # each once: another try would be answered the same
        assert other.calls == []
    authority = other.base_url.partition("//")[2]
    told = f"the service redirects to {authority} ({code}): correct llm.base_url: redirects are not followed"
    assert told in str(error)
    assert (error.exit_code, error.code) == (4, "redirected")
    assert "hunter2" not in str(error)


@pytest.mark.parametrize("place", ["", "/elsewhere", "http://[", "\x1b[31m"])
def test_j127_a_redirect_to_no_other_host_is_named_all_the_same(place: str) -> None:
    with fake_claude(status(302, location=place)) as fake:
        assert "the service redirects to another path (302)" in str(failure(fake))


def test_j126_an_address_that_only_the_client_refuses_is_a_wrong_configuration() -> None:
    for url in ("http://256.1.1.1", "http://[v1.a]", "http://\u2460"):
        call = writer_call(LlmOptions(base_url=url), KEY, sleep=noted_sleep)
        with pytest.raises(ConfigError, match=r"llm\.base_url"):
            call(request(assignment()))


def test_j136_a_page_in_place_of_a_stream_is_no_missing_network(service: Server) -> None:
    service.answer = lambda _request: reply("<html><title>Log in</title></html>")
    here = LlmOptions(base_url=service.url("/")[:-1])
    with pytest.raises(WriterError, match=r"not in the service's format \(it is text/html\)") as caught:
        writer_call(here, KEY, sleep=noted_sleep)(request(assignment()))
    assert caught.value.exit_code == 4
    assert WAITED == []
