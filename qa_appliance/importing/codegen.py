"""What Playwright's codegen writes, in TypeScript or JavaScript and in Python: its calls, one after another.

A file of this product's own export that nobody has changed is told by the sentences over its steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.core.steps import MASK
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.exported import is_as_exported
from qa_appliance.importing.calls import Call, Value, calls_in
from qa_appliance.importing.carried import Carried, Named, guessed, quoted
from qa_appliance.importing.deeds import DISMISS, NAMELESS, Deeds, prompt
from qa_appliance.importing.source import PLAYWRIGHT, Line, Source, statements, tests_in
from qa_appliance.language.values import is_secret

_ASSIGNED = re.compile(r"^(?:(?:const|let|var) )?(?P<name>\w+) = ")
_OF_THE_SCRIPT = ("return", "with sync_playwright", "run(playwright")
_POPUP = re.compile(r"""waitForEvent\(['"]popup['"]\)|with (?P<page>\w+)\.expect_popup\(\) as (?P<name>\w+)""")
_DIALOG = re.compile(r"""page\d*\.(?:once|on)\(\s*['"]dialog['"]""")
_ANSWERED = re.compile(
    r"""\.(?P<how>accept|dismiss)\((?P<more>\s*(?:"(?P<double>[^"\\]*)"|'(?P<single>[^'\\]*)')?[^)]*)\)"""
)
_ADDRESS = re.compile(r"""\.goto\((['"])(?P<url>https?://[^'"]+)\1""")
_ID = re.compile(r"#[\w-]+")
_ELSE = re.compile(r"\}? ?else\b")
_BY = {"get_by_label": "", "get_by_placeholder": "", "get_by_alt_text": "img", "get_by_title": "", "get_by_text": ""}
_INSIDE = {"row": "row", "listitem": "list item", "dialog": "dialog"}
_FRAMES = frozenset({"content_frame", "frame_locator", "frame"})
_SETTING = frozenset(
    {
        "set_default_timeout",
        "wait_for_timeout",
        "wait_for_load_state",
        "launch",
        "new_context",
        "new_page",
        "close",
        "storage_state",
        "chromium",
        "firefox",
        "webkit",
    }
)
_HISTORY = {"go_back": "go back", "go_forward": "go forward", "reload": "reload the page"}
_HARMLESS = frozenset({"button", "click_count", "timeout", "delay", "no_wait_after"})  # of a click, or said
_VARIABLE = "It uses a variable."


class _Found(Struct, frozen=True):
    """A locator as far as it is read: `broken` says why it is no named element."""

    named: Named | None = None
    broken: str = ""


def carried(source: str) -> Iterator[Carried]:
    """Each test function; code that is none of it (loops, variables) is told as left out."""
    own = is_as_exported(source)
    for test in tests_in(source, PLAYWRIGHT):
        to = Carried(test.name)
        if own:
            _by_sentences(test, to)
        else:
            reader = _Reader(to)
            for statement in statements(test, to):
                reader.statement(statement)
        yield to


def _by_sentences(test: Source, to: Carried) -> None:
    """What stands deeper is part of the sentence above it."""
    to.url = next((site for line in test.lines if not line.comment and (site := _site(line))), "")
    least = min((line.depth for line in test.lines if line.comment), default=0)
    for at, line in enumerate(test.lines):
        if not line.comment or line.depth > least or line.text.startswith("- "):
            continue
        whole, simple = _with_its_parts(line, test.lines[at + 1 :])
        if MASK in whole:
            to.leave(whole, "It types a secret, which is not in the file.")
        elif simple and _is_sentence(whole):
            to.sentences.append(whole)
        elif whole != line.text:
            to.leave(whole, "It is a condition or a loop of several parts.")


def _with_its_parts(line: Line, below: Sequence[Line]) -> tuple[str, bool]:
    """A loop with what is done in it, and whether that is simple: no parts within parts and no "otherwise"."""
    own = list(takewhile(lambda each: not each.comment or each.depth > line.depth, below))
    parts = [each for each in own if each.comment]
    if not parts:
        return line.text, True
    simple = len({part.depth for part in parts}) == 1 and not any(_ELSE.match(each.text) for each in own)
    return f"{line.text}: {', then '.join(part.text for part in parts)}", simple


def _is_sentence(text: str) -> bool:
    plan = plan_english(text)
    return not plan.gaps and len(plan.steps) == 1


def _site(line: Line) -> str:
    found = _ADDRESS.search(line.text)
    address = urlsplit(found["url"]) if found else None
    return f"{address.scheme}://{address.netloc}" if address else ""


class _Reader:
    """Statement by statement. `_page`: what the tab in front is called in the code."""

    def __init__(self, to: Carried) -> None:
        self._to = to
        self._page = "page"
        self._popups: set[str] = set()

    def statement(self, line: str) -> None:
        text = line.rstrip(";").removeprefix("await ")
        assigned = _ASSIGNED.match(text)
        text = _ASSIGNED.sub("", text).removeprefix("await ").strip()
        if text.startswith(_OF_THE_SCRIPT):
            return
        if dialog := _DIALOG.match(text):
            self._answers(_ANSWERED.search(text, dialog.end()), line)
            return
        popup = _POPUP.search(line)
        if popup:
            self._popups.add(popup["name"] or (assigned["name"] if assigned else ""))
        elif assigned and text.removesuffix(".value") in self._popups:
            if Deeds(self._to).tab("switch to the new tab", line):
                self._page = assigned["name"]
        elif assigned and "page" not in assigned["name"] and not text.startswith(("playwright", "browser", "context")):
            self._to.leave(line, _VARIABLE)
        else:
            self._chain(calls_in(text), line)

    def _answers(self, answer: re.Match[str] | None, line: str) -> None:
        """The next dialog of the page."""
        words = answer and (answer["double"] or answer["single"])
        if answer is None or (answer["more"].strip() and not words):
            self._to.leave(line, "How the dialog is answered is not read.")
        else:
            response = DISMISS if answer["how"] == "dismiss" else prompt(words or "")
            Deeds(self._to).answers_next(response, line)

    def _chain(self, chain: list[Call], line: str) -> None:
        expects = bool(chain) and chain[0].root == "expect"
        about = chain[0].inside if expects else chain
        root = about[0].root or about[0].name if about else ""
        names = [call.name for call in chain]
        if not root.startswith("page"):
            if expects:
                self._to.leave(line, "It is about no page.")
            elif _SETTING.isdisjoint(names):  # else of the browser, which the appliance has its own of
                self._to.leave(line, "It is no call on the page.")
        elif self._in_front(root, line):
            if expects:
                _expectation(chain, line, self._to)
            elif names == ["close"] and root != "page":
                self._closes(line)
            else:
                _deed(chain, line, self._to)

    def _closes(self, line: str) -> None:
        if Deeds(self._to).tab("close the tab", line):
            self._page = "page"

    def _in_front(self, page: str, line: str) -> bool:
        """Goes back to the first tab where that is meant; of any other it says so."""
        if page == self._page:
            return True
        if page == "page" and Deeds(self._to).tab("switch to the first tab", line):
            self._page = page
            return True
        self._to.leave(line, "It happens in another tab.")
        return False


def _deed(chain: list[Call], line: str, to: Carried) -> None:
    deeds, last = Deeds(to), chain[-1]
    first = last.first
    if last.arguments and last.arguments[0] is None and last.name != "goto":
        to.leave(line, _VARIABLE)
        return
    if len(chain) == 1:
        _on_the_page(last, first, line, deeds, to)
        return
    if [call.name for call in chain] == ["keyboard", "press"]:
        deeds.press(first, line)
        return
    found = locator(chain[:-1])
    if found.broken:
        if _DEEDS.get(last.name) is _FILL and is_secret(line):
            to.keep_secret(first)
        to.leave(line, found.broken)
        return
    deed = _DEEDS.get(last.name)
    if deed is None:
        to.leave(line, f"“{last.name}” has no sentence.")
    else:
        deed(deeds, found.named, last, first, line)


def _click(deeds: Deeds, named: Named | None, call: Call, first: str, line: str) -> None:
    button = call.named.get("button", "left")
    times = "2" if call.name == "dblclick" else call.named.get("click_count", "1")
    verb = _CLICKS.get((button or "", times or ""))
    if verb is None or not _HARMLESS.issuperset(call.named):
        deeds.leave(line, "It is a click with more to it (keys held, a point, several times).")
    else:
        deeds.click(named, line, verb=verb)


_CLICKS = {
    ("left", "1"): "click",
    ("left", "2"): "double-click",
    ("right", "1"): "right-click",
    ("middle", "1"): "middle-click",
}


def _choose(deeds: Deeds, named: Named | None, call: Call, first: str, line: str) -> None:
    label = call.named.get("label")
    deeds.choose(named, label or first, line, by_value=label is None)


_Deed = Callable[[Deeds, Named | None, Call, str, str], None]
_FILL: _Deed = lambda deeds, named, call, first, line: deeds.fill(named, first, line)  # noqa: E731
_TICK: _Deed = lambda deeds, named, call, first, line: deeds.tick(named, call.name == "check", line)  # noqa: E731
_DEEDS: dict[str, _Deed] = {
    "click": _click,
    "dblclick": _click,
    "fill": _FILL,
    "type": _FILL,
    "press_sequentially": _FILL,
    "press": lambda deeds, named, call, first, line: deeds.press(first, line, named),
    "check": _TICK,
    "uncheck": _TICK,
    "select_option": _choose,
    "set_input_files": lambda deeds, named, call, first, line: deeds.upload(named, first, line),
    "hover": lambda deeds, named, call, first, line: deeds.hover(named, line),
    "clear": lambda deeds, named, call, first, line: deeds.fill(named, "", line),
}


def _on_the_page(call: Call, first: str, line: str, deeds: Deeds, to: Carried) -> None:
    match call.name:
        case "goto":
            deeds.go(first, line)
        case "set_viewport_size":
            width, height = (str(call.named.get(side, "0")) for side in ("width", "height"))
            deeds.window(int(width), int(height), line)
        case name if name in _HISTORY:
            deeds.history(_HISTORY[name], line)
        case name if name in _SETTING:
            pass
        case name:
            to.leave(line, f"“{name}” has no sentence.")


def _expectation(chain: list[Call], line: str, to: Carried) -> None:
    last, inside = chain[-1], chain[0].inside
    denied = "not" in [call.name for call in chain] or last.name.startswith("not_to_")
    name = last.name.replace("not_to_", "to_")
    if last.arguments and last.arguments[0] is None:
        to.leave(line, "It compares with a pattern or a variable.")
    elif denied and name not in _DENIED:
        to.leave(line, "It denies something; there is no sentence for it.")
    elif name in _OF_THE_PAGE and len(inside) == 1 and last.first:
        _OF_THE_PAGE[name](Deeds(to), last.first, line)
    else:
        _about(locator(inside), name, last.first, denied, line, to)


def _about(found: _Found, name: str, first: str, denied: bool, line: str, to: Carried) -> None:
    """What is expected of an element."""
    if first and name in ("to_contain_text", "to_have_text") and found.broken != _IN_A_FRAME:
        Deeds(to).text(found.named, first, line)
        if name == "to_have_text" and found.named is not None and found.named.name != first:
            to.leave(line, "It is checked that this is part of the text, no longer that it is all of it.")
    elif found.broken or name not in _CHECKS:
        to.leave(line, found.broken or f"“{name}” has no sentence.")
    else:
        _CHECKS[name](Deeds(to), found.named, first, denied, line)


_OF_THE_PAGE: dict[str, Callable[[Deeds, str, str], None]] = {
    "to_have_title": Deeds.title,
    "to_have_url": Deeds.address,
}
_DENIED = frozenset({"to_be_visible", "to_be_checked", "to_be_enabled", "to_be_disabled"})
_Check = Callable[[Deeds, Named | None, str, bool, str], None]
_VALUE: _Check = lambda deeds, named, first, denied, line: deeds.value(named, first, line)  # noqa: E731
_CHECKS: dict[str, _Check] = {
    "to_be_visible": lambda deeds, named, first, denied, line: deeds.shown(named, line, gone=denied),
    "to_be_hidden": lambda deeds, named, first, denied, line: deeds.shown(named, line, gone=True),
    "to_have_value": _VALUE,
    "to_be_empty": _VALUE,
    "to_be_checked": lambda deeds, named, first, denied, line: deeds.state(
        named, "unchecked" if denied else "checked", line
    ),
    "to_be_disabled": lambda deeds, named, first, denied, line: deeds.state(
        named, "enabled" if denied else "disabled", line
    ),
    "to_be_enabled": lambda deeds, named, first, denied, line: deeds.state(
        named, "disabled" if denied else "enabled", line
    ),
}


_IN_A_FRAME = "It happens in a frame, which is not named."


def locator(chain: list[Call]) -> _Found:
    """One `getBy…` with a position at most, alone or in a row, an item of a list or a dialog that is named."""
    if any(call.name in _FRAMES for call in chain):
        return _Found(broken=_IN_A_FRAME)
    calls = [call for call in chain if not (call.name == "page" and not call.arguments)]
    inside, rest = _inside(calls)
    if not rest:
        return _Found(broken=NAMELESS)
    named = _by(rest[0])
    if named is None:
        return _Found(broken=NAMELESS)
    place = 0
    if len(rest) == 2 and rest[1].name in ("first", "last", "nth") and not inside:
        place = {"first": 1, "last": -1}.get(rest[1].name) or _number(rest[1].first) + 1
    elif len(rest) > 1:
        return _Found(broken="It is found inside or among others.")
    return _Found(Named(named.name, named.role, place, named.guessed, inside))


def _inside(calls: list[Call]) -> tuple[str, list[Call]]:
    """What the last of several is in, in words, and the rest."""
    role = _INSIDE.get(calls[0].first) if calls and calls[0].name == "get_by_role" else None
    if role is None or len(calls) < 2:
        return "", calls
    name, rest = calls[0].named.get("name"), calls[1:]
    if name is None and rest[0].name == "filter" and set(rest[0].named) == {"has_text"}:
        name, rest = rest[0].named["has_text"], rest[1:]
    if not name or not rest or rest[0].name not in (*_BY, "get_by_role"):
        return "", calls
    return f"the {role} {quoted(name)}", rest


def _by(call: Call) -> Named | None:
    if call.name == "get_by_role":
        return _by_role(call.first, call.named.get("name"))
    if call.name == "locator" and _ID.fullmatch(call.first):
        return guessed(call.first[1:], "")
    return Named(call.first, _BY[call.name]) if call.name in _BY and call.first else None


def _by_role(role: str, name: Value) -> Named | None:
    return Named(name, role) if isinstance(name, str) and name.strip() else None


def _number(value: Value) -> int:
    return int(value) if isinstance(value, str) and value.isdecimal() else 0
