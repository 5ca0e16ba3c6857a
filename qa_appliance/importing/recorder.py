"""Recordings of Chrome's Recorder panel (JSON)."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from qa_appliance.importing.carried import Carried, Named, guessed
from qa_appliance.importing.deeds import Deeds

Selectors = list[list[str] | str]
_ROLE = re.compile(r'^(?P<name>.*?)(?:\[role="(?P<role>\w+)"\])?$', re.DOTALL)
_NAMELESS = re.compile(r'aria/\[role="(?:generic|img|presentation|none)"\]')
_ID = re.compile(r"[\w-]*#(?P<id>[\w-]+)$|\[name=['\"](?P<name>[\w-]+)['\"]\]$")


class _Event(Struct, frozen=True):
    type: str = ""
    url: str = ""
    title: str = ""


class _Step(Struct, frozen=True, rename="camel"):
    type: str
    url: str = ""
    key: str = ""
    value: str = ""
    width: int = 0
    height: int = 0
    button: str = "primary"
    selectors: Selectors = []
    visible: bool = True
    operator: str = ">="
    count: int = 1
    frame: list[int] = []
    target: str = "main"
    attributes: dict[str, object] = {}
    properties: dict[str, object] = {}
    asserted_events: list[_Event] = []


class Recording(Struct, frozen=True):
    title: str
    steps: list[_Step]


def carried(recording: Recording) -> Carried:
    to = Carried(recording.title or "Recording")
    deeds = Deeds(to)
    held: list[str] = []
    for step in recording.steps:
        what = _what(step)
        if step.frame:
            to.leave(what, "It happens in a frame, which is not named.")
        elif step.target != "main":
            to.leave(what, "It happens in another tab.")
        elif step.type in ("keyDown", "keyUp") and step.key in _HELD:
            held = [key for key in held if key != step.key] + [step.key] * (step.type == "keyDown")
        elif step.type == "keyDown":
            deeds.press("+".join([*held, step.key]), what)
        elif held and step.type in _POINTED:
            to.leave(what, f"{held[-1]} is held meanwhile.")
        else:
            _carry(step, deeds, to, what)
        _led_to(step, deeds, what)
    return to


def _led_to(step: _Step, deeds: Deeds, what: str) -> None:
    for event in step.asserted_events:
        if event.type == "navigation" and event.title and step.type not in ("navigate", "setViewport"):
            deeds.title(event.title, f"{what}: the page it leads to")


def _carry(step: _Step, deeds: Deeds, to: Carried, what: str) -> None:
    match step.type:
        case "setViewport":
            deeds.window(step.width, step.height, what)
        case "navigate":
            deeds.go(step.url, what)
        case "click" | "doubleClick" if verb := _CLICKS.get((step.type, step.button)):
            deeds.click(named(step.selectors), what, verb=verb)
        case "hover":
            deeds.hover(named(step.selectors), what)
        case "change":
            _change(named(step.selectors), step.value, deeds, what)
        case "waitForElement":
            _await(step, deeds, to, what)
        case "close":
            to.leave(what, "A test ends by itself.")
        case "keyUp" | "scroll":
            pass  # a key that is pressed is let go of, and what is acted on is scrolled to
        case _:
            to.leave(what, f"“{step.type}” has no sentence.")


_HELD = frozenset({"Control", "Shift", "Alt", "Meta"})
_POINTED = frozenset({"click", "doubleClick", "hover"})
_CLICKS = {
    ("click", "primary"): "click",
    ("click", "auxiliary"): "middle-click",
    ("click", "secondary"): "right-click",
    ("doubleClick", "primary"): "double-click",
}


def _change(named: Named | None, value: str, deeds: Deeds, what: str) -> None:
    if named is not None and named.role in ("combobox", "listbox"):
        deeds.choose(named, value, what, by_value=True)
    else:
        deeds.fill(named, value, what)


def _await(step: _Step, deeds: Deeds, to: Carried, what: str) -> None:
    if (step.operator, step.count) == (">=", 1):
        deeds.awaited(named(step.selectors), what)
        if step.attributes or step.properties:
            to.leave(what, "Only that it is shown is waited for, not its attributes and properties.")
    elif (step.operator, step.count) == ("==", 0) or not step.visible:
        deeds.shown(named(step.selectors), what, gone=True)
    else:
        to.leave(what, f"It counts elements ({step.operator} {step.count}).")


def named(selectors: Selectors) -> Named | None:
    """By its accessible name, else the text it shows, else an id that is plain words."""
    last = [_last(parts) for parts in selectors]
    for text in last:
        found = _ROLE.match(text.removeprefix("aria/")) if text.startswith("aria/") else None
        if found and found["name"].strip():
            return Named(found["name"].strip(), found["role"] or "")
    for text in last:
        if text.startswith("text/") and text.removeprefix("text/").strip():
            return Named(text.removeprefix("text/").strip())
    for text in last:
        found = _ID.search(text)
        if found:
            return guessed(found["id"] or found["name"], "")
    return None


def _last(parts: list[str] | str) -> str:
    """Of a path through parts the one that is named: what has no name in a thing that has one is that thing."""
    if isinstance(parts, str):
        return parts
    named = [part for part in parts if not _NAMELESS.fullmatch(part)]
    return named[0] if len(named) == 1 else ""


def _what(step: _Step) -> str:
    where = next((parts if isinstance(parts, str) else " ".join(parts) for parts in step.selectors), "")
    return " ".join(part for part in (step.type, step.key or step.url, where) if part)


def read(text: str) -> Recording:
    """Raises `msgspec.DecodeError`."""
    return msgspec.json.decode(text, type=Recording)
