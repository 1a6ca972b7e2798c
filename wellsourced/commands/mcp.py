"""`mcp`: serve the audit, the verification of claims and the scoring of sources to agents, over standard input."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._options import add_as_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from typing import Any

    from mcp.server import Server

    from wellsourced.agent_tools import AgentTool

HELP = "serve audit, verify and score to agents (Model Context Protocol)"

_INSTRUCTIONS = """\
Decides without a model whether citations hold. Pass drafts and the texts of their sources; nothing is fetched, no
file is read or written. The same arguments give the same answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Serve on standard input and output until the client goes."""
    from wellsourced_core.errors import ConfigError, InputError

    if args.config:
        raise InputError("--config", "has no meaning for a server that reads no files", "leave it out")
    try:
        import anyio
        from mcp.server.stdio import stdio_server
    except ImportError as error:
        raise ConfigError("mcp", "needs the package mcp", 'install "wellsourced[mcp]"') from error

    server = build_server((lambda: args.as_of) if args.is_dated else args.today)

    from wellsourced.commands._pending_replies import Incoming, Outgoing, Pending

    async def serve() -> None:
        async with stdio_server() as (incoming, outgoing):
            pending = Pending()
            options = server.create_initialization_options()
            await server.run(Incoming(incoming, pending), Outgoing(outgoing, pending), options)

    if terminal.into.isatty() and not args.quiet:
        terminal.say("serving on standard input; agents start this themselves: see docs/mcp.md")
    anyio.run(serve)
    return 0


def build_server(today: Callable[[], date]) -> Server[Any]:
    """Return the server with its tools; ``today`` tells at each call what ``as_of`` is where the call does not say."""
    import json

    import anyio
    import mcp_types as types
    from mcp.server import Server, ServerRequestContext
    from mcp.shared.exceptions import MCPError

    from wellsourced.agent_tools import tools
    from wellsourced.version import version
    from wellsourced_core.errors import shown

    known = {tool.name: tool for tool in tools()}
    # One call at a time: a draft of many megabytes must not be joined by forty others.
    turns = anyio.CapacityLimiter(1)

    async def list_tools(
        _: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        def harmless(tool: AgentTool) -> types.ToolAnnotations:
            return types.ToolAnnotations(
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=tool.asks_network,
            )

        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    title=tool.title,
                    description=tool.description,
                    input_schema=tool.takes,
                    output_schema=tool.returns,
                    annotations=harmless(tool),
                )
                for tool in known.values()
            ]
        )

    async def call_tool(_: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = known.get(params.name)
        if tool is None:
            problem = f"{shown(params.name, 80)}: is not a tool: call one of {', '.join(known)}"
            raise MCPError(types.INVALID_PARAMS, problem)
        answer, failed = await anyio.to_thread.run_sync(_answer, tool, params.arguments or {}, today(), limiter=turns)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer)],
            structured_content=None if failed else json.loads(answer),
            is_error=failed,
        )

    return Server(
        "wellsourced",
        version=version(),
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _answer(tool: AgentTool, arguments: dict[str, Any], today: date) -> tuple[str, bool]:
    """Return a tool's answer, or the line that says what is wrong and true."""
    from wellsourced.agent_tools import run
    from wellsourced_core.errors import WellsourcedError, shown

    try:
        return run(tool, arguments, today), False
    except WellsourcedError as error:
        return f"error: {shown(str(error), 2_000)}", True
    except Exception as error:
        name = shown(f"{type(error).__name__}: {error}")
        return f"error: {name}: this is a bug in wellsourced: report it with the arguments", True
