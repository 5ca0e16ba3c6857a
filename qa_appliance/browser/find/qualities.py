"""Adjectives that are no part of a name: blue, large, selected. Whether an element has one. Chooses nothing."""

from __future__ import annotations

import colorsys
import re

from qa_appliance.browser.find.extremes import extreme
from qa_appliance.browser.find.halves import DIRECTIONS, in_half
from qa_appliance.browser.find.texts import fold, spelled_out
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS
from qa_appliance.core.target import Target

_STATES = {
    "selected": ("selected", "checked", "current", "pressed"), "active": ("selected", "current", "pressed", "focused"),
    "current": ("current", "selected"), "checked": ("checked",), "ticked": ("checked",), "unchecked": ("unchecked",),
    "unticked": ("unchecked",), "disabled": ("disabled",), "focused": ("focused",), "expanded": ("expanded",),
    "open": ("expanded", "modal"), "collapsed": ("collapsed",), "closed": ("collapsed",), "required": ("required",),
    "invalid": ("invalid",), "pressed": ("pressed",), "highlighted": ("selected", "current"),
}  # fmt: skip
_WITHOUT = {"enabled": "disabled", "unselected": "selected"}
_PLACES_OF_COLOUR = (1, 2, 4, 0, 3)  # background, fill, border, text, stroke
_COLOURS = frozenset({
    "red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "magenta", "brown", "black", "white", "grey",
    "gray", "violet", "aqua", "lime", "navy", "teal", "maroon", "olive",
})  # fmt: skip
_ALIKE = {"gray": "grey", "violet": "purple", "aqua": "cyan", "lime": "green", "navy": "blue", "teal": "cyan",
          "maroon": "red", "olive": "yellow"}  # fmt: skip
_SIZES = {"large": True, "big": True, "larger": True, "bigger": True, "largest": True, "biggest": True,
          "small": False, "little": False, "tiny": False, "smaller": False, "smallest": False}  # fmt: skip
_HUES = ((15, "red"), (42, "orange"), (70, "yellow"), (165, "green"), (200, "cyan"), (258, "blue"), (290, "purple"),
         (335, "pink"), (361, "red"))  # fmt: skip
_RGB = re.compile(r"rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)(?:[,/\s]+([\d.]+%?))?")

_KNOWN = frozenset({"multiline", *_SIZES, *_COLOURS, *_ALIKE, *_STATES, *_WITHOUT, *DIRECTIONS})


def with_quality(look: Look, nodes: list[Node], quality: str) -> list[Node]:
    """Those of `nodes` that have it. A word this file does not know is looked for in state, class and name."""
    if quality.startswith(("highest ", "lowest ")):
        return extreme(look, nodes, quality)
    word = quality.casefold()
    if word in _SIZES:
        return _of_size(nodes, largest=_SIZES[word])
    if word in _COLOURS:
        return _of_colour(look, nodes, _ALIKE.get(word, word))
    if word == "multiline":
        return [n for n in nodes if n.tag == "textarea" or "editor" in n.states] or nodes
    if word in _STATES:
        return _in_state(look, nodes, word)
    if word in _WITHOUT:
        return [n for n in nodes if _WITHOUT[word] not in n.states]
    return _telling(look, nodes, word) or (in_half(look, nodes, word) if word in DIRECTIONS else [])


def _telling(look: Look, nodes: list[Node], word: str) -> list[Node]:
    return _saying(look, nodes, word) or [n for n in nodes if _tells(n, word)]


def _saying(look: Look, nodes: list[Node], word: str) -> list[Node]:
    """Rows and other entries in which just this stands: the open orders are those whose status is “Open”."""
    entries = [n for n in nodes if n.role in ITEMS]
    return [n for n in entries if any(fold(look.text_of(part)) == word for part in look.all_inside(n) if part.shown)]


def _tells(node: Node, word: str) -> bool:
    named = f" {word} " in f" {fold(node.name)} "  # what is unpaid is not paid
    return named or _classed(node, word) or word in node.states


def _classed(node: Node, word: str) -> bool:
    """Whether its class is made of the word: "is-active" is, "inactive" is another one."""
    return any(word in spelled_out(name).split() for name in node.classes.split())


def may_be_a_noun(target: Target, quality: str) -> bool:
    """ "the tax category “Alcohol”": beside a quoted name of no known kind it tells what the thing is."""
    return target.quoted and target.kind == "any" and quality.casefold() not in _KNOWN and " " not in quality


def _of_size(nodes: list[Node], *, largest: bool) -> list[Node]:
    sizes = [_size(n) for n in nodes]
    best = (max if largest else min)(sizes, default=0.0)
    return [n for n, size in zip(nodes, sizes, strict=True) if size == best]


def _of_colour(look: Look, nodes: list[Node], colour: str) -> list[Node]:
    """Those with the colour in the place where people see it first, in which any has it."""
    fitting = ([n for n in nodes if _has_colour(look, n, place, colour)] for place in _PLACES_OF_COLOUR)
    return next(filter(None, fitting), [])


def _in_state(look: Look, nodes: list[Node], word: str) -> list[Node]:
    """Those whose state it is; where none has it, those whose classes or words say so."""
    in_it = [n for n in nodes if any(state in n.states for state in _STATES[word])]
    return in_it or [n for n in nodes if _classed(n, word)] or _saying(look, nodes, word)


def colour_name(css: str) -> str:
    """The everyday name of a CSS colour as computed; empty for transparent."""
    found = _RGB.match(css)
    if not found:
        return ""
    red, green, blue = (float(found[i]) / 255 for i in (1, 2, 3))
    alpha = found[4] or "1"
    if (float(alpha.rstrip("%")) / (100 if alpha.endswith("%") else 1)) < 0.1:
        return ""
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    if lightness < 0.12:
        return "black"
    if (lightness > 0.93 and saturation < 0.6) or lightness > 0.97:
        return "white"
    if saturation < 0.15:
        return "grey"
    degrees = hue * 360
    if 10 <= degrees < 42 and lightness < 0.36:
        return "brown"
    return next(name for limit, name in _HUES if degrees < limit)


def _has_colour(look: Look, node: Node, place: int, colour: str) -> bool:
    inner = [node, *look.children.get(node.index, ())]
    return any(len(n.colours) > place and _called(colour_name(n.colours[place]), colour) for n in inner)


def _called(seen: str, sought: str) -> bool:
    return seen == sought or {seen, sought} <= {"pink", "magenta"} or {seen, sought} == {"purple", "magenta"}


def _size(node: Node) -> float:
    return node.box[2] * node.box[3] if node.box else 0.0
