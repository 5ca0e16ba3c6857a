"""What breaks a rule of accessibility on a page."""

from __future__ import annotations

from msgspec import Struct


class Node(Struct, rename="camel"):
    """`target`: selectors from the outermost frame inwards; a list in the list is a way through shadow roots."""

    target: list[str | list[str]]
    html: str
    summary: str | None = None


class Violation(Struct, rename="camel"):
    """`impact`: minor, moderate, serious, critical. `count` elements break the rule; `nodes` shows the first."""

    id: str
    impact: str | None
    help: str
    help_url: str
    count: int
    nodes: list[Node]
