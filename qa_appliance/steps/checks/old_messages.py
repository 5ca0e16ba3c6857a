"""A text that only a message shows which was there before the deed: the message tells of an earlier deed. Pure."""

from __future__ import annotations

import re

from qa_appliance.browser.find.literal import in_message
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.steps.checks.in_place import innermost_saying

_EDGES = re.compile(r"^\W+|\W+$")


def old_message(check: c.Check, look: Look | None, before: Look | None) -> str:
    """Of a text that holds, the message that alone shows it, as it did before the deed; "" where it is otherwise.

    The whole of a message may be told again by the deed, as “Saved” is: only a part of one counts.
    """
    if not isinstance(check, c.TextShown) or check.negated or check.scope is not None or look is None or before is None:
        return ""
    wanted = squeeze(check.text).casefold()
    telling = _telling(wanted, look)
    if not telling or not set(telling) <= set(_telling(wanted, before) or ()) or _bare(wanted) in map(_bare, telling):
        return ""
    return telling[0]


def _telling(wanted: str, look: Look) -> list[str] | None:
    """The messages that show it; None where something else does."""
    inner = innermost_saying(wanted, look)
    if not all(_is_message(look, node) for node in inner):
        return None
    return [_whole(look, node) for node in inner]


def _whole(look: Look, node: Node) -> str:
    """The text of the outermost element that is in the message."""
    inside = [n for n in (node, *look.ancestors(node)) if _is_message(look, n)]
    return squeeze(look.text_of(inside[-1]))


def _is_message(look: Look, node: Node) -> bool:
    return node.live or in_message(look, node)


def _bare(text: str) -> str:
    return _EDGES.sub("", text.casefold())
