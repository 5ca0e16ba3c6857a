"""The tools over the protocol, with the `mcp` package: only this module imports it, and it is loaded when asked for."""

from __future__ import annotations

import base64

import msgspec
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp.types import Tool as Described
from starlette.types import Receive, Scope, Send

import qa_appliance
from qa_appliance.client.channel import Client
from qa_appliance.core.errors import Problem
from qa_appliance.mcp.tools import INSTRUCTIONS, TOOLS, Tool, call

_LARGEST_REQUEST = 1_048_576  # bytes, as everywhere


async def serve_stdio(client: Client) -> None:
    """Until whoever started us closes our standard input."""
    server = _server(client)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


async def serve_request(client: Client, scope: Scope, receive: Receive, send: Send) -> None:
    """One HTTP request, whole in itself: nothing is kept between two."""
    manager = StreamableHTTPSessionManager(
        _server(client), json_response=True, stateless=True, max_request_body_size=_LARGEST_REQUEST
    )
    async with manager.run():
        await manager.handle_request(scope, receive, send)


def _server(client: Client) -> Server[object]:
    async def list_tools(_: object, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_described(name, tool) for name, tool in TOOLS.items()])

    async def call_tool(_: object, asked: CallToolRequestParams) -> CallToolResult:
        try:
            answer = await call(client, asked.name, asked.arguments or {})
        except Problem as problem:
            return CallToolResult(content=[TextContent(text=problem.message)], is_error=True)
        content: list[ContentBlock] = [TextContent(text=answer.text)]
        if answer.picture is not None:
            media, picture = answer.picture
            content.append(ImageContent(data=base64.b64encode(picture).decode(), mime_type=media))
        return CallToolResult(content=content)

    return Server(
        "qa-appliance",
        version=qa_appliance.__version__,
        title="QA Appliance",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _described(name: str, tool: Tool) -> Described:
    return Described(
        name=name,
        title=tool.title,
        description=tool.description,
        input_schema=_schema(tool.takes),
        annotations=ToolAnnotations(
            title=tool.title, read_only_hint=tool.reads, destructive_hint=False, open_world_hint=not tool.reads
        ),
    )


def _schema(takes: type) -> dict[str, object]:
    """Its JSON schema as an object of its own: the protocol takes no reference there."""
    _, components = msgspec.json.schema_components([takes])
    (shape,) = components.values()
    return {**shape, "properties": shape.get("properties", {})}
