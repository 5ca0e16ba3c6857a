"""Boards: columns that are no table's, boxes side by side with a heading each, and the cards under one. Pure."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.find.kinds import Seat
from qa_appliance.browser.find.literal import is_called
from qa_appliance.browser.find.unnamed import items_of
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core.target import Target

_LEVELS = 3  # elements around a heading, one of which is its column
_CONTROLS = frozenset({"button", "textbox", "combobox", "checkbox", "menuitem", "heading"})
_BOARDS = frozenset({"board", "kanban board"})
_ENTRIES = frozenset({"listitem", "article", "option"})
_CARDS = frozenset({"card", "task", "ticket", "issue", "story", "tile", "item"})


class Column(Struct, frozen=True):
    box: Node
    heading: Node


def columns_of(look: Look) -> list[Column]:
    """Those of the page's one board, from left to right; none where it has a table with columns, or no board."""
    heads = [n for n in look.nodes if n.shown and n.role == "heading"]
    if any(n.role == "columnheader" and n.shown for n in look.nodes):
        return []
    for heading in heads:
        for box in look.ancestors(heading)[:_LEVELS]:
            found = _side_by_side(look, box, heads)
            if len(found) > 1:
                return found
    return []


def _side_by_side(look: Look, box: Node, heads: list[Node]) -> list[Column]:
    """The box and its brothers of the same make, where each begins with a heading and none stands under another."""
    alike = [n for n in look.children.get(box.parent, ()) if n.shown and (n.tag, n.classes) == (box.tag, box.classes)]
    columns = [Column(n, own[0]) for n in alike if (own := [h for h in heads if look.inside(h, n)])]
    boxes = [n.box for n in alike if n.box is not None]
    return columns if len(columns) == len(alike) == len(boxes) and _in_a_line(boxes) else []


def _in_a_line(boxes: list[Box]) -> bool:
    lefts, tops = {round(left) for left, *_ in boxes}, [top for _, top, *_ in boxes]
    return len(lefts) == len(boxes) and max(tops) - min(tops) < min(height for *_, height in boxes)


def column_named(look: Look, target: Target) -> Column | None:
    """The column of a board that is headed so, or is the one by its place."""
    columns = columns_of(look)
    if target.kind == "column" and target.ordinal and not target.name:
        place = target.ordinal - (target.ordinal > 0)
        return columns[place] if -len(columns) <= place < len(columns) else None
    named = replace(target, kind="any")
    fits = [c for c in columns if is_called(look, c.heading, named)]
    return fits[0] if len(fits) == 1 and target.name else None


def board_meant(look: Look, target: Target) -> Node | None:
    """What holds the columns of the page's one board, where that is what is called the board."""
    if target.quoted or target.within or target.name.casefold() not in _BOARDS:
        return None
    columns = columns_of(look)
    return next(iter(look.ancestors(columns[0].box)), None) if columns else None


def on_board(look: Look, target: Target) -> list[Node] | str | None:
    """The columns of a board, or the cards in one of them or on all of it; why these cannot be told; None where
    nothing of a board is spoken of."""
    if target.name or target.quoted or target.ordinal or target.qualities:
        return None
    if target.kind == "column":
        return [column.box for column in columns_of(look)] or None
    of_place = target.kind == "item" and len(target.within) == 1 and target.within[0].place in ("column", "inside")
    return _cards_at(look, target.within[0].target) if of_place else None


def _cards_at(look: Look, place: Target) -> list[Node] | str | None:
    named = column_named(look, place)
    if named is None and place.kind == "column":
        unnamed = columns_of(look) and not place.name
        return "The board has several columns; say which is meant." if unnamed else None
    all_of_it = columns_of(look) if board_meant(look, place) is not None else []
    cards = [cards_of(look, column) for column in ([named] if named is not None else all_of_it)]
    known = [card for held in cards if held is not None for card in held]
    return f"Nothing tells what a card is in “{place.name}”." if None in cards else known if cards else None


def under_a_column(look: Look, target: Target) -> Target:
    """What is below the name of a board's column is in that column."""
    within = tuple(
        replace(of, place="column") if of.place == "below" and column_named(look, of.target) is not None else of
        for of in target.within
    )
    return replace(target, within=within)


def cards_of(look: Look, column: Column) -> list[Node] | None:
    """What stands in it: its entries, else its boxes. None where nothing tells what a card is on this board."""
    inside = [n for n in look.all_inside(column.box) if n.shown and n is not column.box]
    entries = [n for n in inside if n.role in _ENTRIES]
    if entries:
        return [s.node for s in items_of(look, [Seat(n, 0) for n in entries])]
    columns = columns_of(look)
    held = _cards(look, columns)
    return held[[c.box.index for c in columns].index(column.box.index)] if held is not None else None


def _cards(look: Look, columns: list[Column]) -> list[list[Node]] | None:
    """By column: the boxes that are called cards, else those beside its heading if all are made alike.

    Where each column has exactly one box, that is a frame around its cards, or a card: the frame's boxes are looked at.
    """
    boxes = [column.box for column in columns]
    for _ in range(_LEVELS):
        held = [_held(look, box, column.heading) for box, column in zip(boxes, columns, strict=True)]
        named = [[n for n in part if n.shown and _is_called_a_card(n)] for part in held]
        if any(named):
            return named
        if any(len(part) != 1 for part in held):
            return _made_alike(held)
        boxes = [part[0] for part in held]
        if any(n.role == "heading" for box in boxes for n in look.children.get(box.index, ())):
            return None  # a card with its title, one in each column
    return None


def _held(look: Look, box: Node, heading: Node) -> list[Node]:
    """What stands in the box, shown or not, but its controls and what its heading stands in."""
    children = look.children.get(box.index, ())
    return [n for n in children if n.role not in _CONTROLS and not look.inside(heading, n)]


def _made_alike(held: list[list[Node]]) -> list[list[Node]] | None:
    shown = [[n for n in part if n.shown and n.text[1] > n.text[0]] for part in held]
    return shown if len({(n.tag, n.classes) for part in shown for n in part}) <= 1 else None


def _is_called_a_card(node: Node) -> bool:
    return any(re.split("[-_]+", name)[-1].casefold() in _CARDS for name in node.classes.split())
