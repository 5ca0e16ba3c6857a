"""Targets as Playwright locators, from which both languages can be written. Pure."""

from __future__ import annotations

import ast

from qa_appliance.core.target import Known, Target, Way
from qa_appliance.export.statements import PAGE, Call, Expression, Pattern, call, text

_CALLED_SO = (
    "button link checkbox radio switch option slider tab menu menuitem row cell table list dialog form heading alert"
    " tree treeitem"
)
_ROLES: dict[str, str] = {name: name for name in _CALLED_SO.split()} | {
    "dropdown": "combobox",
    "spinner": "spinbutton",
    "column": "columnheader",
    "item": "listitem",
    "section": "region",
    "image": "img",
    "icon": "img",
}
_CONTAINERS = frozenset({"row", "item", "cell", "dialog", "section", "form", "alert", "table", "list"})


def locator(target: Target | None) -> Expression:
    """Where the saved run found the target, else the closest locator its words give; None: the page's body."""
    if target is None:
        return call(PAGE, "locator", "body")
    if target.known is None:
        return _picked(target, _named(target, _scope(target)))
    return _known(target.known)


def at(way: Way) -> Expression:
    """The element of a way."""
    return PAGE if way.known is None else _known(way.known)


def _known(known: Known) -> Expression:
    root: Expression = PAGE
    for frame in known.frames:
        root = call(root, "frame_locator", frame)
    try:
        return _tree(ast.parse(known.locator, mode="eval").body, root)
    except (SyntaxError, ValueError):
        return call(root, "locator", known.selector)


def holds_much(target: Target) -> bool:
    """Whether it is something with a name of which more is in it: a row would be named by all its cells."""
    return target.kind in _CONTAINERS and bool(target.name)


def several(target: Target) -> Expression:
    """All that fit, for counting and repeating."""
    return _named(target, _scope(target))


def _scope(target: Target) -> Expression:
    root: Expression = PAGE
    for relation in target.within:
        inner = relation.target
        if relation.place in ("row", "dialog"):
            found = call(root, "get_by_role", relation.place)
            words = inner.name or inner.words
            root = call(found, "filter", has_text=text(words)) if words else found
        elif relation.place in ("section", "inside"):
            root = _picked(inner, _named(inner, root))
    return root


def _named(target: Target, root: Expression) -> Expression:
    name, role = text(target.name), _ROLES.get(target.kind)
    if target.kind == "file" and not name:
        return call(root, "locator", 'input[type="file"]')
    if target.kind in ("field", "editor", "calendar", "file"):
        if not name:
            return call(root, "get_by_role", "textbox")
        return call(call(root, "get_by_label", name), "or_", call(root, "get_by_placeholder", name))
    if role and not name:
        return call(root, "get_by_role", role)
    if role and target.kind in _CONTAINERS:
        return call(call(root, "get_by_role", role), "filter", has_text=name)
    if role:
        return call(root, "get_by_role", role, name=name)
    if target.kind in ("text", "page") or not name:
        return call(root, "get_by_text", name or text(target.words))
    either = call(call(root, "get_by_role", "button", name=name), "or_", call(root, "get_by_role", "link", name=name))
    return call(either, "or_", call(root, "get_by_text", name))


def _picked(target: Target, found: Expression) -> Expression:
    return call(found, "nth", target.ordinal - 1 if target.ordinal > 0 else target.ordinal)


def _tree(node: ast.expr, root: Expression) -> Expression:
    """A locator in Python's spelling, hung on the root. Raises ValueError when it holds more than locators do."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="re"), attr="compile"), args=[ast.Constant(value=str(source)), *_]
        ):
            return Pattern(source)
        case ast.Call(func=ast.Attribute(value=on, attr=name)):
            return _call(node, root if _is_page(on) else _tree(on, root), name, root)
        case ast.Call(func=ast.Name(id=name)):
            return _call(node, root, name, root)
        case ast.Attribute(value=on, attr="first" | "last" as name):
            return call(_tree(on, root), "nth", 0 if name == "first" else -1)
        case ast.Attribute(value=on, attr="content_frame"):
            return Call(_tree(on, root), "content_frame")
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case ast.Constant(value=str() | bool() | int() as value):
            return value
        case _:
            raise ValueError(ast.dump(node))


def _call(node: ast.Call, on: Expression, name: str, root: Expression) -> Expression:
    options = tuple((str(each.arg), _tree(each.value, root)) for each in node.keywords)
    return Call(on, name, tuple(_tree(each, root) for each in node.args), options)


def _is_page(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "page"
