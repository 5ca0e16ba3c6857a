"""Projects of Selenium IDE (`.side`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

import msgspec
from msgspec import Struct

from qa_appliance.importing.carried import IN_A_BLOCK, Carried, Named, guessed
from qa_appliance.importing.deeds import ACCEPT, DISMISS, Deeds, prompt

_SHOWN = re.compile(r"(?:normalize-space\((?:\.|text\(\))?\)|text\(\)|\.)\s*(?:=|,)\s*(['\"])(?P<text>.+?)\1")
_TAG = re.compile(r"//(?:\w+\[[^\]]*\]/)*(?P<tag>a|button|option|label|h[1-6])\b[^/]*$")
_ROLES = {"a": "link", "button": "button", "option": "option"}
_CSS = re.compile(r"""(?:\w+|\*)?(?:#(?P<id>[\w-]+)|\[(?:data-test(?:id)?|name)=['"](?P<test>[\w-]+)['"]\])""")
_KEY = re.compile(r"\$\{KEY_(\w+)\}")
_VARIABLE = re.compile(r"\$\{(?!KEY_)([^{}]*)\}")
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
    """Each test, with those that it runs in their place."""
    tests = {test.name: test for test in project.tests}
    for test in project.tests:
        to = Carried(test.name)
        _Reader(to, project.url, tests).all(test)
        to.url = to.url or project.url
        yield to


class _Reader:
    """Command by command. `_hindered`: why nothing is carried over at the moment, "" where nothing hinders."""

    def __init__(self, to: Carried, base: str, tests: Mapping[str, _Test]) -> None:
        self._to, self._base, self._tests = to, base, tests
        self._deeds = Deeds(to)
        self._texts: dict[str, str] = {}  # variables that hold the same in every run
        self._running: list[str] = []
        self._depth = 0  # of conditions and loops
        self._frames = 0
        self._away = False

    def all(self, test: _Test) -> None:
        self._running.append(test.name)
        for command in test.commands:
            name = command.command.removeprefix("//").strip()
            what = " ".join(part for part in (name, command.target, command.value) if part)
            if command.command.startswith("//"):
                self._to.leave(what, "It was switched off.")
            elif name:
                self._command(command, name, what)
        self._running.pop()

    def _command(self, command: _Command, name: str, what: str) -> None:
        if name in _BLOCKS:
            self._depth += _BLOCKS[name]
        if name in _BLOCKS or self._depth:
            self._to.leave(what, IN_A_BLOCK)
        elif name in ("selectFrame", "selectWindow"):
            self._moves(name, command, what)
        elif name == "store" and not _VARIABLE.search(command.target):
            self._texts[command.value] = command.target
        elif name == "run":
            self._runs(command.target, what)
        elif self._frames or self._away:
            self._to.leave(
                what, "It happens in a frame, which is not named." if self._frames else "It happens in another tab."
            )
        else:
            self._carry(command, name, what)

    def _moves(self, name: str, command: _Command, what: str) -> None:
        if name == "selectFrame":
            self._frames = {"relative=parent": max(0, self._frames - 1), "relative=top": 0}.get(
                command.target, self._frames + 1
            )
        else:
            self._away = command.target not in ("handle=${root}", "win_ser_local")
        self._to.leave(what, "Frames and tabs are named by their numbers.")

    def _runs(self, name: str, what: str) -> None:
        if name not in self._tests or name in self._running:
            self._to.leave(what, "It runs a test that is not in the file, or itself.")
        else:
            self.all(self._tests[name])

    def _carry(self, command: _Command, name: str, what: str) -> None:
        if name.startswith("store"):
            self._texts.pop(command.value, None)
        target, value = (self._filled(text) for text in (command.target, command.value))
        if _VARIABLE.search(target + value):
            self._to.leave(what, "It uses a variable.")
        elif name in _ON_ELEMENTS:
            _on_an_element(_ON_ELEMENTS[name], named(command), value, what, self._deeds)
        elif name in _ANSWERS:
            answer = prompt(value or target) if "nswerOn" in name else _ANSWERS[name]
            (self._deeds.answers_next if "OnNext" in name else self._deeds.answers)(answer, what)
        elif name == "open":
            self._deeds.go(urljoin(self._base, target), what)
        elif name == "setWindowSize":
            width, _, height = target.partition("x")
            self._deeds.window(int(width or 0), int(height or 0), what)
        elif name in ("assertTitle", "verifyTitle"):
            self._deeds.title(target, what)
        elif name == "sendKeys":
            _keys(named(command), value, what, self._deeds)
        else:
            self._to.leave(what, _IDLE.get(name, f"“{name}” has no sentence."))

    def _filled(self, text: str) -> str:
        """With the texts of variables that hold the same in every run."""
        return _VARIABLE.sub(lambda found: self._texts.get(found[1], found[0]), text)


_ANSWERS = {
    "chooseOkOnNextConfirmation": ACCEPT,
    "chooseCancelOnNextConfirmation": DISMISS,
    "chooseCancelOnNextPrompt": DISMISS,
    "answerOnNextPrompt": ACCEPT,
    "webdriverChooseOkOnVisibleConfirmation": ACCEPT,
    "webdriverChooseCancelOnVisibleConfirmation": DISMISS,
    "webdriverChooseCancelOnVisiblePrompt": DISMISS,
    "webdriverAnswerOnVisiblePrompt": ACCEPT,
}
_NOT_COMPARED = "What the dialog says is not checked; how it is answered is."
_BLOCKS = {"if": 1, "while": 1, "times": 1, "forEach": 1, "do": 1, "end": -1, "repeatIf": -1, "else": 0, "elseIf": 0}
_IDLE = {
    **dict.fromkeys(("assertAlert", "assertConfirmation", "assertPrompt"), _NOT_COMPARED),
    "mouseOut": "It does nothing that a test shows.",
    "echo": "It does nothing that a test shows.",
    "close": "A test ends by itself.",
    "pause": "What is to come is waited for by itself.",
}


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
        case "awaited" | "awaited gone":
            deeds.awaited(found, what, state="shown" if deed == "awaited" else "not shown")
        case "awaited enabled" | "awaited disabled":
            deeds.awaited(found, what, state=deed.removeprefix("awaited "))
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
    "value": "assertValue verifyValue assertSelectedLabel verifySelectedLabel",
    "shown": "assertElementPresent verifyElementPresent",
    "gone": "assertElementNotPresent verifyElementNotPresent",
    "awaited": "waitForElementVisible waitForElementPresent",
    "awaited gone": "waitForElementNotVisible waitForElementNotPresent",
    "awaited enabled": "waitForElementEditable",
    "awaited disabled": "waitForElementNotEditable",
    "checked": "assertChecked verifyChecked",
    "unchecked": "assertNotChecked verifyNotChecked",
    "enabled": "assertEditable verifyEditable",
    "disabled": "assertNotEditable verifyNotEditable",
}
_ON_ELEMENTS = {name: deed for deed, names in _BY_DEED.items() for name in names.split()}


def _keys(element: Named | None, value: str, what: str, deeds: Deeds) -> None:
    keys = _KEY.findall(value)
    if _KEY.sub("", value) or not keys:
        deeds.fill(element, _KEY.sub("", value), what)
    for key in keys:
        deeds.press(_KEYS.get(key, f"KEY_{key}"), what)


def named(command: _Command) -> Named | None:
    """By a link's words or a text in the path, else an id or a name that is plain words; of all the recorded ways."""
    ways = [command.target, *(way[0] for way in command.targets if way)]
    for way in ways:
        kind, _, rest = way.partition("=")
        if kind in ("linkText", "link"):
            return Named(rest, "link")
        shown = _SHOWN.search(rest) if kind == "xpath" else None
        if shown:
            tag = _TAG.search(rest)
            return Named(shown["text"], _ROLES.get(tag["tag"], "") if tag else "")
    for way in ways:
        kind, _, rest = way.partition("=")
        identifier = rest if kind in ("id", "name") else _identifier(rest) if kind == "css" else ""
        if identifier and (found := guessed(identifier, "")):
            return found
    return None


def _identifier(selector: str) -> str:
    found = _CSS.fullmatch(selector)
    return (found["id"] or found["test"]) if found else ""
