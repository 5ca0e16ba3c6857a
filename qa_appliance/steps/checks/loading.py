"""What shows that something is being loaded: a spinner has no text by which it could be found. Pure."""

from __future__ import annotations

import re

from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target

_NAMES = {"spinner", "loader", "progress bar", "progress indicator", "skeleton"} | {
    f"loading {noun}" for noun in ("spinner", "indicator", "animation", "icon", "bar", "message", "screen")
}
_CLASSES = frozenset({"spinner", "loader", "loading", "preloader", "spin", "skeleton", "progress", "indicator"})
_LONGEST_TEXT = 20  # characters: "Loading, please wait"


def at_work(look: Look, target: Target) -> list[Node]:
    """The signs of loading that are shown, where one is spoken of by no name of its own."""
    if target.quoted or target.within or target.kind != "any" or fold(target.name) not in _NAMES:
        return []
    return [node for node in look.nodes if node.shown and _turns(look, node)]


def _turns(look: Look, node: Node) -> bool:
    classes = set(re.split(r"[\s_-]+", node.classes.casefold()))
    return node.role == "progressbar" or (
        not _CLASSES.isdisjoint(classes) and not node.role and len(look.text_of(node)) <= _LONGEST_TEXT
    )
