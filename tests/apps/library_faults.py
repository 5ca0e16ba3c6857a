"""Faults for the library: each changes what a visitor's request asks for. In the applications' environment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

Asked = list[tuple[str, str]]
App = Callable[..., Awaitable[None]]


def planted(name: str, app: App) -> App:
    change = FAULTS[name]

    async def faulty(scope: dict[str, Any], receive: object, send: object) -> None:
        if scope["type"] == "http":
            asked = parse_qsl(scope["query_string"].decode(), keep_blank_values=True)
            scope = scope | {"query_string": urlencode(change(asked)).encode()}
        await app(scope, receive, send)

    return faulty


def finds_the_first_word_only(asked: Asked) -> Asked:
    return [(name, value.split()[0] if name == "_search" and value else value) for name, value in asked]


def ignores_filters(asked: Asked) -> Asked:
    return [(name, value) for name, value in asked if name.startswith("_")]


def ignores_the_order(asked: Asked) -> Asked:
    return [(name, value) for name, value in asked if not name.startswith("_sort")]


def forgets_facets(asked: Asked) -> Asked:
    return [(name, value) for name, value in asked if name != "_facet"]


FAULTS = {
    each.__name__: each for each in (finds_the_first_word_only, ignores_filters, ignores_the_order, forgets_facets)
}
