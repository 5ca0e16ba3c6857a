"""Words behind a name without quotes that may be the name's own: "Pay now", "Try again". The page's exact name wins."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look
from qa_appliance.core.target import Target


def as_spoken(look: Look, target: Target) -> Target:
    """Named by all of its words, where something is called exactly so."""
    name, words = fold(target.name), fold(target.words)
    if target.quoted or target.kind != "any" or target.within or not name or not words.startswith(f"{name} "):
        return target
    called = any(node.shown and fold(node.name) == words for node in look.nodes)
    return replace(target, name=target.words) if called else target
