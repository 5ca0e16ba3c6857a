"""Projects of Selenium IDE (`.side`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import msgspec
from msgspec import Struct

from qa_appliance.importing.carried import Carried, Named, guessed
from qa_appliance.importing.deeds import Deeds

_SHOWN = re.compile(r"(?:normalize-space\((?:\.|text\(\))?\)|text\(\)|\.)\s*(?:=|,)\s*(['\"])(?P<text>.+?)\1")
_TAG = re.compile(r"//(?:\w+\[[^\]]*\]/)*(?P<tag>a|button|option|label|h[1-6])\b[^/]*$")
_ROLES = {"a": "link", "button": "button", "option": "option"}
_KEY = re.compile(r"\$\{KEY_(\w+)\}")
_KEYS = {
    "ENTER": "Enter",
    "TAB": "Tab",
    "ESC": "Escape",
    "ESCAPE": "Escape",
    "DOWN": "ArrowDown",
    "UP": "ArrowUp",
    "LEFT": "ArrowLeft",
    "RIGHT": "ArrowRight",
    "BACKSPACE": "Backspace",
    "DELETE": "Delete",
    "SPACE": "Space",
}


class _Command(Struct, frozen=True):
    command: str
    target: str = ""
    value: str = ""
    targets: list[list[str]] = []


class _Test(Struct, frozen=True):
    name: str
    commands: list[_Command]


class Project(Struct, frozen=True):
    tests: list[_Test]
    url: str = ""


def read(text: str) -> Project:
    """Raises `msgspec.DecodeError`."""
    return msgspec.json.decode(text, type=Project)


def carried(project: Project) -> Iterator[Carried]:
    for test in project.tests:
        to = Carried(test.name)
        deeds = Deeds(to)
        for command in test.commands:
            name = command.command.removeprefix("//")
            what = " ".join(part for part in (name, command.target, command.value) if part)
            if command.command.startswith("//"):
                to.leave(what, "It was switched off.")
            elif "${" in _KEY.sub("", command.target + command.value):
                to.leave(what, "It uses a variable.")
            else:
                _carry(command, what, deeds, to, project.url)
        to.url = to.url or project.url
        yield to


def _carry(command: _Command, what: str, deeds: Deeds, to: Carried, base: str) -> None:
    name, target, value = command.command, command.target, command.value
    if name in _ON_ELEMENTS:
        _on_an_element(_ON_ELEMENTS[name], named(command), value, what, deeds)
        return
    match name:
        case "open":
            deeds.go(urljoin(base, target), what)
        case "setWindowSize":
            width, _, height = target.partition("x")
            deeds.window(int(width or 0), int(height or 0), what)
        case "assertTitle" | "verifyTitle":
            deeds.title(target, what)
        case "sendKeys":
            _keys(command, what, deeds, to)
        case "mouseOut" | "echo":
            to.leave(what, "It does nothing that a test shows.")
        case _:
            to.leave(what, f"“{name}” has no sentence.")


def _on_an_element(deed: str, found: Named | None, value: str, what: str, deeds: Deeds) -> None:
    match deed:
        case "click" | "double-click":
            deeds.click(found, what, verb=deed)
        case "type":
            deeds.fill(found, value, what)
        case "select":
            way, _, option = value.partition("=")
            deeds.choose(found, option if way in ("label", "value") else value, what, by_value=way == "value")
        case "tick" | "untick":
            deeds.tick(found, deed == "tick", what)
        case "hover":
            deeds.hover(found, what)
        case "text":
            deeds.text(found, value, what)
        case "value":
            deeds.value(found, value, what)
        case "shown" | "gone":
            deeds.shown(found, what, gone=deed == "gone")
        case "awaited":
            deeds.awaited(found, what)
        case state:
            deeds.state(found, state, what)


_BY_DEED = {
    "click": "click clickAt",
    "double-click": "doubleClick doubleClickAt",
    "type": "type",
    "select": "select",
    "tick": "check",
    "untick": "uncheck",
    "hover": "mouseOver",
    "text": "assertText verifyText",
    "value": "assertValue verifyValue",
    "shown": "assertElementPresent verifyElementPresent",
    "gone": "assertElementNotPresent verifyElementNotPresent",
    "awaited": "waitForElementVisible waitForElementPresent",
    "checked": "assertChecked verifyChecked",
    "unchecked": "assertNotChecked verifyNotChecked",
    "enabled": "assertEditable verifyEditable",
    "disabled": "assertNotEditable verifyNotEditable",
}
_ON_ELEMENTS = {name: deed for deed, names in _BY_DEED.items() for name in names.split()}


def _keys(command: _Command, what: str, deeds: Deeds, to: Carried) -> None:
    keys = _KEY.findall(command.value)
    if _KEY.sub("", command.value) or not keys:
        deeds.fill(named(command), _KEY.sub("", command.value), what)
    for key in keys:
        deeds.press(_KEYS.get(key, f"KEY_{key}"), what)


def named(command: _Command) -> Named | None:
    """By a link's words or a text in the path, else an id or a name that is plain words; of all the recorded ways."""
    ways = [command.target, *(way[0] for way in command.targets if way)]
    for way in ways:
        kind, _, rest = way.partition("=")
        if kind == "linkText":
            return Named(rest, "link")
        shown = _SHOWN.search(rest) if kind == "xpath" else None
        if shown:
            tag = _TAG.search(rest)
            return Named(shown["text"], _ROLES.get(tag["tag"], "") if tag else "")
    for way in ways:
        kind, _, rest = way.partition("=")
        if kind in ("id", "name") and (found := guessed(rest, "")):
            return found
    return None
