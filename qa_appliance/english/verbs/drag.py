"""Dragging: onto something, by a distance, and to another place in a list."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.steps import Choose, Drag, Step, Upload
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.english.verbs.go import open_address
from qa_appliance.english.wording.forms import Form, form, verb
from qa_appliance.language.tokens import Phrase


def drag_to(target: Target, to: Target) -> Step | None:
    """Onto something. A slider is moved to a number, and nothing is dragged to a page."""
    if target.kind == "slider" and to.name.replace(".", "").isdecimal():
        return Choose(options=(to.name,), target=target)
    if to.kind == "file" and (file := _FILE.search(target.name)) is not None:
        return Upload(target=to, files=(file[0],))
    if to.kind == "page" or target.name.lower() in ("focus", "cursor"):
        return None
    return Drag(target=target, to=to)


_FILE = re.compile(r"[\w-]+\.[a-z][a-z0-9]{1,4}$")
"""What is dragged onto an upload area is uploaded, where it is a file by its name."""


def drag_from(target: Target, origin: Target, to: Target) -> Step:
    return Drag(target=replace(target, within=(*target.within, *relation_inside(origin))), to=to)


def drag_by(target: Target, amount: int, way: Phrase) -> Step | None:
    steps = {"right": (amount, 0), "left": (-amount, 0), "up": (0, -amount), "down": (0, amount)}
    words = way.text.lower().removeprefix("to the ").removeprefix("the ")
    return Drag(target=target, by=steps[words]) if words in steps else None


def to_top(target: Target) -> Step:
    return Drag(target=target, position=1)


def to_end(target: Target) -> Step:
    return Drag(target=target, position=-1)


def to_position(target: Target, position: int) -> Step | None:
    return Drag(target=target, position=position) if position else None


def up(target: Target, places: int = 1) -> Step | None:
    return Drag(target=target, places=-places) if places > 0 else None


def down(target: Target, places: int = 1) -> Step | None:
    return Drag(target=target, places=places) if places > 0 else None


def before(target: Target, to: Target) -> Step:
    return Drag(target=target, to=to, side="before")


def after(target: Target, to: Target) -> Step:
    return Drag(target=target, to=to, side="after")


_WITHIN_A_LIST: tuple[Form, ...] = (
    form(
        "drag.top",
        'drag "Task 1" to the top of the list',
        "{target} [up] to [the] [very] top|start|beginning|front <of_the_list>",
        to_top,
    ),
    form(
        "drag.end",
        'drag "Task 1" to the bottom of the list',
        "{target} [down] to [the] [very] bottom|end <of_the_list>",
        to_end,
    ),
    form(
        "drag.position",
        'drag "Task 1" to the 3rd position',
        "{target} [up|down] to|into|in [the] {position:ordinal} <places> <of_the_list> // "
        "{target} [up|down] to [the] position|place|spot|slot {position:number} <of_the_list>",
        to_position,
    ),
    form(
        "drag.up",
        'drag "Task 1" up by two positions',
        "{target} up|upwards|left [by] {places:number} <places> // {target} up",
        up,
    ),
    form(
        "drag.down",
        'drag "Task 1" down by one position',
        "{target} down|downwards|right [by] {places:number} <places> // {target} down",
        down,
    ),
    form(
        "drag.before",
        'drag "Task 1" above "Task 2"',
        "{target} above|before|in_front_of|to_the_left_of|directly_above|right_above|right_before {to:target}",
        before,
    ),
    form(
        "drag.after",
        'drag "Task 1" below "Task 2"',
        "{target} below|after|behind|under|beneath|underneath|to_the_right_of|directly_below|right_below|right_after "
        "{to:target}",
        after,
    ),
)

VERBS = (
    verb(
        "drag, drag and drop, drag-and-drop, drag & drop, move, drop",
        form(
            "drag.by",
            "drag the slider 50 pixels to the right",
            "{target} [by] {amount:number} pixels|px {way:anything}",
            drag_by,
        ),
        form("go.address", "move to /settings", "to [the] [url|address] {url:address} <site>", open_address),
        *_WITHIN_A_LIST,
        form(
            "drag.to",
            'drag "Task 1" to "Done"',
            "{target} and|, drop|release|drop_it|release_it [it] on|onto|in|into|to|over|at {to:target}",
            drag_to,
        ),
        form(
            "drag.to",
            'drag "Task 1" to "Done"',
            "{target} from {origin:target} onto|to|into|over_to {to:target}",
            drag_from,
        ),
        form("drag.to", 'drag "Task 1" to "Done"', "{target} to|onto|into|over|on|in|over_to {to:target}", drag_to),
    ),
)
