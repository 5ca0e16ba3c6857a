"""Whether a page asks who one is: a form to sign in, whatever its address; what sends it. Pure, of one look."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.browser.find.texts import fold, same_meaning
from qa_appliance.browser.look.node import Look, Node

_SPOKEN = ("log in", "login", "sign in", "anmelden", "einloggen", "se connecter", "connexion", "iniciar sesion")
_OFFERS = frozenset({"button", "link", "heading"})


def asks_to_sign_in(look: Look, *, filled: bool = False) -> bool:
    """One empty password field, and a button of its form or a heading that speaks of signing in.

    `filled`: the field may have been filled in. Two password fields are a registration or a
    new password; one in a form that says something else confirms a deed.
    """
    fields = [node for node in _usable(look) if node.type == "password"]
    if len(fields) != 1 or (fields[0].value and not filled):
        return False
    return any(_speaks_of_it(node, look) for node in _usable(look) if _belongs(node, fields[0]))


def offers_to_sign_in(look: Look) -> bool:
    """A button, a link or a heading that speaks of it: the page does not know who looks at it."""
    return any(node.role in _OFFERS and _speaks_of_it(node, look) for node in _usable(look))


def submit_button(look: Look, field: Node, also: tuple[str, ...] = ()) -> Node | None:
    """The form's own button that sends it: the one called so first, then the one of type submit, then the only one."""
    buttons = _buttons_for(look, field)
    found = _first(buttons, lambda n: same_meaning("log in", n.name) or fold(n.name) in also)
    found = found or _first(buttons, lambda n: fold(n.name).startswith(("log in", "login", "sign in")))
    if found is not None or field.form < 0:
        return found
    return _first(buttons, lambda n: n.type in ("submit", "image")) or (buttons[0] if len(buttons) == 1 else None)


def _buttons_for(look: Look, field: Node) -> list[Node]:
    """Those of the field's form; where that has none, or there is no form, those of the page, or behind the field."""
    buttons = [n for n in look.nodes if n.shown and n.role == "button" and n.tag != "summary"]
    if field.form < 0:
        return [n for n in buttons if n.index > field.index]
    form = look.nodes[field.form]
    return [n for n in buttons if n.form == field.form or look.inside(n, form)] or buttons


def _first(nodes: list[Node], fits: Callable[[Node], bool]) -> Node | None:
    return next(filter(fits, nodes), None)


def _usable(look: Look) -> list[Node]:
    return [node for node in look.nodes if node.shown and not node.disabled]


def _belongs(node: Node, field: Node) -> bool:
    return node.role == "heading" or (node.role == "button" and field.form in (-1, node.form))


def _speaks_of_it(node: Node, look: Look) -> bool:
    name = node.name or look.text_of(node)
    return same_meaning("log in", name) or fold(name).startswith(_SPOKEN)
