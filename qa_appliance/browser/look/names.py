"""Names of what a project's pages held when they were last seen, for whoever writes the next test. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import unpacked

MOST = 500
_LONGEST = 60  # characters; what is longer is a text, not a name
_NAMED = frozenset(
    {
        "button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton",
        "tab", "menuitem", "option", "heading",
    }
)  # fmt: skip


class SeenName(Struct, frozen=True):
    """`role` as accessibility has it ("button"); empty where the element has none."""

    name: str
    role: str


def seen_names(pages: Iterable[bytes]) -> list[SeenName]:
    """Each once, in the order of the alphabet; `pages` are packed looks, the last one first: the first MOST count."""
    found: dict[str, str] = {}
    for page in pages:
        look = unpacked(page)
        for node in look.nodes:
            name = _name(look, node)
            if name and len(found) < MOST:
                found.setdefault(name, node.role)
    return [SeenName(name, found[name]) for name in sorted(found, key=lambda name: (name.lower(), name))]


def _name(look: Look, node: Node) -> str:
    if not (node.click or node.role in _NAMED):
        return ""
    name = node.name or node.label or look.text_of(node)
    return name if len(name) <= _LONGEST and any(map(str.isalpha, name)) else ""
