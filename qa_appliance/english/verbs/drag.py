"""Dragging: onto something, by a distance, and to another place in a list."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.steps import Choose, Drag, Step
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.english.wording.frames import Form, Slots, form, verb


def drag_to(slots: Slots) -> Step | None:
    """Onto something. A slider is moved to a number, and nothing is dragged to a page."""
    target: Target = slots["target"]
    to: Target = slots["to"]
    if target.kind == "slider" and to.name.replace(".", "").isdecimal():
        return Choose(options=(to.name,), target=target)
    if to.kind == "page" or target.name.lower() in ("focus", "cursor"):
        return None
    return Drag(target=target, to=to)


def drag_from(slots: Slots) -> Step:
    target: Target = slots["target"]
    return Drag(target=replace(target, within=(*target.within, *relation_inside(slots["origin"]))), to=slots["to"])


def drag_by(slots: Slots) -> Step | None:
    amount = slots["amount"]
    steps = {"right": (amount, 0), "left": (-amount, 0), "up": (0, -amount), "down": (0, amount)}
    words = slots["way"].text.lower().removeprefix("to the ").removeprefix("the ")
    return Drag(target=slots["target"], by=steps[words]) if words in steps else None


def to_top(slots: Slots) -> Step:
    return Drag(target=slots["target"], position=1)


def to_end(slots: Slots) -> Step:
    return Drag(target=slots["target"], position=-1)


def to_position(slots: Slots) -> Step | None:
    position: int = slots["position"]
    return Drag(target=slots["target"], position=position) if position else None


def up(slots: Slots) -> Step | None:
    return _past(slots, -1)


def down(slots: Slots) -> Step | None:
    return _past(slots, 1)


def _past(slots: Slots, way: int) -> Step | None:
    places: int = slots.get("places", 1)
    return Drag(target=slots["target"], places=way * places) if places > 0 else None


def before(slots: Slots) -> Step:
    return Drag(target=slots["target"], to=slots["to"], side="before")


def after(slots: Slots) -> Step:
    return Drag(target=slots["target"], to=slots["to"], side="after")


_LIST = "[of|in] [the] [list|table|page|stack|queue|column]"
_PLACE = "position|positions|place|places|spot|spots|slot|slots|row|rows|step|steps"
_WITHIN_A_LIST: tuple[Form, ...] = (
    form(
        "drag.top",
        'drag "Task 1" to the top of the list',
        f"{{target}} [up] to [the] [very] top|start|beginning|front {_LIST}",
        to_top,
    ),
    form(
        "drag.end",
        'drag "Task 1" to the bottom of the list',
        f"{{target}} [down] to [the] [very] bottom|end {_LIST}",
        to_end,
    ),
    form(
        "drag.position",
        'drag "Task 1" to the 3rd position',
        f"{{target}} [up|down] to|into|in [the] {{position:ordinal}} {_PLACE} {_LIST} // "
        f"{{target}} [up|down] to [the] position|place|spot|slot {{position:number}} {_LIST}",
        to_position,
    ),
    form(
        "drag.up",
        'drag "Task 1" up by two positions',
        f"{{target}} up|upwards|left [by] {{places:number}} {_PLACE} // {{target}} up",
        up,
    ),
    form(
        "drag.down",
        'drag "Task 1" down by one position',
        f"{{target}} down|downwards|right [by] {{places:number}} {_PLACE} // {{target}} down",
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
        *_WITHIN_A_LIST,
        form(
            "drag.to",
            'drag "Task 1" to "Done"',
            "{target} and|, drop|release|drop_it|release_it [it] on|onto|in|into|to|over|at {to:target}",
            drag_to,
        ),
        form("drag.to", 'drag "Task 1" to "Done"', "{target} from {origin:target} onto|to|into {to:target}", drag_from),
        form("drag.to", 'drag "Task 1" to "Done"', "{target} to|onto|into|over|on|in|over_to {to:target}", drag_to),
    ),
)
