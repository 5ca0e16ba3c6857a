"""Targets as Playwright locators: an expression tree that both languages can be written from. Pure."""

from __future__ import annotations

import ast

from msgspec import Struct

from qa_appliance.core.target import Target


class Text(Struct, frozen=True):
    """A text that may hold placeholders such as `{order}`; a plain `str` in an expression is literal."""

    text: str


class Secret(Struct, frozen=True):
    """A value that comes from the environment."""

    name: str


class Pattern(Struct, frozen=True):
    """A regular expression, read without regard to case."""

    source: str


class Around(Struct, frozen=True):
    """A regular expression around a text that is known only when the test runs: `before` + the text + `after`."""

    before: str
    text: str
    after: str


class Function(Struct, frozen=True):
    """A JavaScript function that runs in the page."""

    source: str


class Name(Struct, frozen=True):
    """A variable: page, item, response."""

    name: str


class Call(Struct, frozen=True):
    """`on.name(*arguments, **options)`, names in Python's spelling."""

    on: Expression
    name: str
    arguments: tuple[Expression, ...] = ()
    options: tuple[tuple[str, Expression], ...] = ()


Expression = (
    Call | Name | Text | Secret | Pattern | Around | Function | str | bool | int | float | tuple["Expression", ...]
)

PAGE = Name("page")

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


def call(on: Expression, name: str, /, *arguments: Expression, **options: Expression) -> Call:
    return Call(on, name, arguments, tuple(options.items()))


def text(value: str) -> Expression:
    return Text(value) if "{" in value else value


def locator(target: Target | None) -> Expression:
    """Where the saved run found the target, else the closest locator its words give; None: the page's body."""
    if target is None:
        return call(PAGE, "locator", "body")
    if target.known is None:
        return _picked(target, _named(target, _scope(target)))
    root: Expression = PAGE
    for frame in target.known.frames:
        root = call(root, "frame_locator", frame)
    try:
        return _tree(ast.parse(target.known.locator, mode="eval").body, root)
    except (SyntaxError, ValueError):
        return call(root, "locator", target.known.selector)


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
