"""The banner by which a site asks to keep cookies, and its buttons. Pure, of one look."""

from __future__ import annotations

from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node

_ACCEPT = (
    "accept all cookies",
    "accept all",
    "allow all cookies",
    "allow all",
    "accept cookies",
    "accept",
    "i accept",
    "agree",
    "i agree",
    "agree to all",
    "allow cookies",
    "allow",
    "got it",
    "ok",
    "okay",
    "yes i agree",
    "accept and continue",
    "accept and close",
    "alle akzeptieren",
    "tout accepter",
    "consent",
)
_ABOUT = ("cookie", "consent", "gdpr", "privacy")


def consent_button(look: Look) -> Node | None:
    """The one that agrees to all of it."""
    found = _button_and_banner(look)
    return found[0] if found is not None else None


def is_of_banner(look: Look, name: str) -> bool:
    """Whether a control of that name stands in the banner, whatever it answers there."""
    found = _button_and_banner(look)
    if found is None:
        return False
    button, banner = found
    wanted = fold(name)
    for node in look.nodes:
        if node.shown and (node is button or banner in look.ancestors(node)) and wanted == _called(look, node):
            return True
    return False


def _button_and_banner(look: Look) -> tuple[Node, Node] | None:
    """The banner is the button itself where nothing around it speaks of cookies."""
    buttons = [n for n in look.nodes if n.shown and not n.disabled and (n.click or n.role in ("button", "link"))]
    for words in _ACCEPT:
        for node in buttons:
            if _called(look, node) != words:
                continue
            banner = _banner_around(look, node)
            if banner is not None or "cookie" in words:
                return node, banner or node
    return None


def _called(look: Look, node: Node) -> str:
    return fold(node.name or look.text_of(node))


def _banner_around(look: Look, node: Node) -> Node | None:
    """A box that speaks of cookies and is not the whole page."""
    for around in look.ancestors(node)[:8]:
        if around.tag in ("body", "main"):
            return None
        names = f"{around.classes} {around.id} {around.name}".casefold()
        text = look.text_of(around)
        if any(word in names for word in _ABOUT) or (len(text) < 2_000 and "cookie" in text.casefold()):
            return around
    return None
