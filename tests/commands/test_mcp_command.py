"""`mcp`: a client in memory, over both ways of greeting, and one that starts the program as agents do."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters

from wellsourced import agent_tools
from wellsourced.cli import main
from wellsourced.commands.mcp import build_server

READ_ME = Path(__file__).parents[2] / "fixtures" / "readme"
TODAY = date(2026, 11, 22)
DRAFT = {
    "text": (READ_ME / "draft.md").read_text("utf-8"),
    "sources": [json.loads(line) for line in (READ_ME / "draft.sources.jsonl").read_text("utf-8").splitlines()],
}
PAIR = {"id": "p", "claim": "The dam cost 4 million.", "source_text": "The dam cost 4 million dollars."}


def talk(do: Callable[[Client], Awaitable[Any]], server: Any = None, mode: str = "auto") -> Any:
    """Connect a client and do something with it; the client checks every answer against the tool's schema."""

    async def session() -> Any:
        async with Client(server or build_server(lambda: TODAY), mode=mode) as client:
            return await do(client)

    return anyio.run(session)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_four_tools_are_offered_with_their_schemas(mode: str) -> None:
    async def do(client: Client) -> Any:
        return await client.list_tools()

    offered = talk(do, mode=mode).tools
    assert [tool.name for tool in offered] == ["audit_draft", "verify_claims", "score_sources", "check_references"]
    for tool in offered:
        assert tool.description
        answers = tool.output_schema.get("oneOf", [tool.output_schema])
        assert not any(schema["additionalProperties"] for schema in (tool.input_schema, *answers))
        assert tool.annotations.read_only_hint
        assert tool.annotations.open_world_hint is (tool.name == "check_references")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("audit_draft", DRAFT),
        ("verify_claims", {"pairs": [PAIR, PAIR | {"id": 2, "source_text": None}]}),
        ("score_sources", {"query": "What did the dam cost?", "sources": DRAFT["sources"]}),
    ],
)
def test_an_answer_is_the_tools_own_as_a_value_and_as_text(mode: str, name: str, arguments: dict[str, Any]) -> None:
    async def do(client: Client) -> Any:
        await client.list_tools()
        return await client.call_tool(name, arguments)

    answer = talk(do, mode=mode)
    [tool] = [tool for tool in agent_tools.tools() if tool.name == name]
    assert not answer.is_error
    assert answer.content[0].text == agent_tools.run(tool, arguments, TODAY)
    assert answer.structured_content == json.loads(answer.content[0].text)


def test_what_is_wrong_comes_back_as_an_error_of_the_tool_and_the_server_goes_on() -> None:
    async def do(client: Client) -> Any:
        wrong = await client.call_tool("audit_draft", {"text": "x", "sources": [{"title": "A"}]})
        with pytest.raises(MCPError, match="audit: is not a tool: call one of audit_draft, "):
            await client.call_tool("audit", {})
        return wrong, await client.call_tool("audit_draft", DRAFT)

    wrong, right = talk(do)
    assert wrong.is_error
    assert wrong.structured_content is None
    assert [one.text for one in wrong.content] == ['error: sources[0]: "url" is missing: add it']
    assert not right.is_error


def test_a_fault_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr(agent_tools, "audit_text", fail)

    async def do(client: Client) -> Any:
        return await client.call_tool("audit_draft", DRAFT)

    answer = talk(do)
    assert answer.is_error
    assert answer.content[0].text.startswith("error: ZeroDivisionError: by\\nzero: this is a bug in wellsourced")


def test_calls_made_at_once_are_all_answered() -> None:
    async def do(client: Client) -> Any:
        answers: dict[int, Any] = {}

        async def ask(i: int) -> None:
            answers[i] = await client.call_tool("verify_claims", {"pairs": [PAIR | {"id": i}]})

        async with anyio.create_task_group() as group:
            for i in range(8):
                group.start_soon(ask, i)
        return answers

    answers = talk(do)
    assert {i: answer.structured_content["results"][0]["id"] for i, answer in answers.items()} == {
        i: i for i in range(8)
    }


def test_today_is_the_day_of_the_call_not_of_the_start() -> None:
    days = iter([TODAY, date(2027, 1, 1)])
    source = {"title": "Dams", "url": "https://dams.example/", "text": "A dam.", "published": "2026-11-01"}

    async def do(client: Client) -> Any:
        asked = {"query": "the latest news of the dam", "sources": [source]}
        return [await client.call_tool("score_sources", asked) for _ in range(2)]

    before, after = talk(do, server=build_server(lambda: next(days)))
    old, new = (
        next(axis["value"] for axis in answer.structured_content["sources"][0]["axes"] if axis["name"] == "recency")
        for answer in (before, after)
    )
    assert 0 < new < old < 1


def test_only_a_day_that_is_given_at_the_start_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    days, given = iter([TODAY, TODAY, date(2027, 1, 1)]), list[Any]()
    monkeypatch.setattr("wellsourced.cli._today", lambda: next(days))
    monkeypatch.setattr("wellsourced.commands.mcp.build_server", lambda today: given.append(today) or 1 / 0)
    assert main(["mcp", "--as-of", "2020-02-02"]) == 70
    assert given[0]() == given[0]() == date(2020, 2, 2)
    assert main(["mcp"]) == 70
    assert [given[1](), given[1]()] == [TODAY, date(2027, 1, 1)]


def test_agents_start_it_and_talk_over_its_streams(tmp_path: Path) -> None:
    (tmp_path / "wellsourced.toml").write_text("not = [toml", "utf-8")
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "wellsourced", "mcp", "--as-of", "2026-11-22"], cwd=tmp_path
    )

    async def do(client: Client) -> Any:
        await client.list_tools()
        return client.server_info, await client.call_tool("audit_draft", DRAFT)

    info, answer = talk(do, server=command)
    assert info.name == "wellsourced"
    assert answer.structured_content["summary"]["codes"] == {"C101": 1, "C102": 1, "N203": 1}


def test_it_ends_when_the_client_goes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wellsourced", "mcp"], input="", capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.stdio", None)
    assert main(["mcp"]) == 2
    assert capsys.readouterr().err == 'error: mcp: needs the package mcp: install "wellsourced[mcp]"\n'


def test_a_configuration_means_nothing_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--config", "some.toml"]) == 2
    assert "error: --config: has no meaning for a server that reads no files: leave it out" in capsys.readouterr().err


@pytest.mark.parametrize("cancelled", [(11,), ([1], {"a": 1}, None, 1.5, 11)], ids=["a request", "no request"])
def test_j139_calls_that_wait_when_the_input_ends_are_answered(cancelled: tuple[object, ...]) -> None:
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    call = {"name": "verify_claims", "arguments": {"pairs": [PAIR]}}
    lines = [
        {"id": 1, "method": "initialize", "params": greeting},
        {"method": "notifications/initialized"},
        *({"id": n, "method": "tools/call", "params": call} for n in range(2, 12)),
        *({"method": "notifications/cancelled", "params": {"requestId": one}} for one in cancelled),
        {"id": "last", "method": "no/such"},
    ]
    given = "".join(json.dumps({"jsonrpc": "2.0"} | line) + "\n" for line in lines)
    command = [sys.executable, "-m", "wellsourced", "mcp"]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert set(done.stderr.splitlines()) <= {"dropped 'notifications/cancelled': malformed params"}
    answered = {str(json.loads(line)["id"]) for line in done.stdout.splitlines()}
    assert answered >= {"1", "last", *map(str, range(2, 11))}
