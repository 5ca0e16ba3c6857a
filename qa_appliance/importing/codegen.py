"""What Playwright's codegen writes, in TypeScript or JavaScript and in Python: its calls, one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from qa_appliance.importing.calls import Call, Value, calls_in
from qa_appliance.importing.carried import Carried, Named, guessed
from qa_appliance.importing.deeds import NAMELESS, Deeds

_TEST = re.compile(r"""\btest(?:\.\w+)?\(\s*(['"`])(?P<title>.+?)\1|\bdef (?P<function>test_\w+|run)\(""")
_ASSIGNED = re.compile(r"^(?:const |let |var )?\w+ = ")
_OF_THE_SCRIPT = ("return", "with sync_playwright", "run(playwright")
_TITLED = re.compile(r"\W+")
_BY = {"get_by_label": "", "get_by_placeholder": "", "get_by_alt_text": "img", "get_by_title": "", "get_by_text": ""}
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
        "use",
        "chromium",
        "firefox",
        "webkit",
    }
)


class _Found(Struct, frozen=True):
    """A locator as far as it is read: `broken` says why it is no named element."""

    named: Named | None = None
    broken: str = ""


def carried(source: str) -> Iterator[Carried]:
    """Each test function; code that is none of it (loops, variables) is told as left out."""
    to: Carried | None = None
    for line in _statements(source):
        found = _TEST.search(line)
        if found:
            if to is not None:
                yield to
            to = Carried(found["title"] or _TITLED.sub(" ", found["function"].replace("_", " ")).strip())
        elif to is not None:
            _statement(line, to)
    if to is not None:
        yield to


def _statements(source: str) -> Iterator[str]:
    """Lines, those of one call over several of them put together."""
    whole = ""
    for line in source.splitlines():
        bare = line.strip()
        if not bare or bare.startswith(("//", "#", "import ", "from ", "@", "*", "/*")):
            continue
        whole = f"{whole} {bare}".strip()
        if _TEST.search(whole) or whole.count("(") <= whole.count(")"):
            yield whole
            whole = ""
    if whole:
        yield whole


def _statement(line: str, to: Carried) -> None:
    text = _ASSIGNED.sub("", line.rstrip(";")).removeprefix("await ").strip()
    if not any(sign.isalnum() for sign in text) or text.startswith(
        ("return", "with sync_playwright", "run(playwright")
    ):
        return
    chain = calls_in(text)
    if not chain:
        to.leave(line, "It is no call on the page.")
        return
    names = [call.name for call in chain]
    if chain[0].root == "expect":
        _expectation(chain, line, to)
    elif chain[0].root == "page" or names[0] == "page":
        _deed(chain, line, to)
    elif not _SETTING.isdisjoint(names):
        return  # of the browser, which the appliance has its own of
    elif chain[0].root.startswith("page"):
        to.leave(line, "It happens in another tab.")
    else:
        to.leave(line, "It is no call on the page.")


def _deed(chain: list[Call], line: str, to: Carried) -> None:
    deeds, last = Deeds(to), chain[-1]
    first = _first(last)
    if len(chain) == 1:
        _on_the_page(last, first, line, deeds, to)
        return
    found = locator(chain[:-1])
    if found.broken:
        to.leave(line, found.broken)
        return
    deed = _DEEDS.get(last.name)
    if deed is None:
        to.leave(line, f"“{last.name}” has no sentence.")
    else:
        deed(deeds, found.named, last, first, line)


def _click(deeds: Deeds, named: Named | None, call: Call, first: str, line: str) -> None:
    twice = "double-click" if call.name == "dblclick" else "click"
    deeds.click(named, line, verb="right-click" if call.named.get("button") == "right" else twice)


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
    elif name in _OF_THE_PAGE and len(inside) == 1 and _first(last):
        _OF_THE_PAGE[name](Deeds(to), _first(last), line)
    else:
        _about(locator(inside), name, _first(last), denied, line, to)


def _about(found: _Found, name: str, first: str, denied: bool, line: str, to: Carried) -> None:
    """What is expected of an element."""
    if first and name in ("to_contain_text", "to_have_text"):
        Deeds(to).text(found.named, first, line)
    elif found.broken or name not in _CHECKS:
        to.leave(line, found.broken or f"“{name}” has no sentence.")
    else:
        _CHECKS[name](Deeds(to), found.named, first, denied, line)


def _first(call: Call) -> str:
    return (call.arguments[0] or "") if call.arguments else ""


_OF_THE_PAGE: dict[str, Callable[[Deeds, str, str], None]] = {
    "to_have_title": Deeds.title,
    "to_have_url": Deeds.address,
}
_DENIED = frozenset({"to_be_visible", "to_be_checked"})
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
    "to_be_disabled": lambda deeds, named, first, denied, line: deeds.state(named, "disabled", line),
    "to_be_enabled": lambda deeds, named, first, denied, line: deeds.state(named, "enabled", line),
}


def locator(chain: list[Call]) -> _Found:
    """One `getBy…` with a position at most: what is narrowed down further is not named by a sentence of one place."""
    named: Named | None = None
    for call in chain:
        if call.name == "page" and not call.arguments:
            continue
        if named is None:
            named = _by(call)
        elif call.name in ("first", "last", "nth"):
            place = {"first": 1, "last": -1}.get(call.name) or _number(_first(call)) + 1
            named = Named(named.name, named.role, place)
        else:
            return _Found(broken="It is found inside or among others.")
        if named is None:
            break
    return _Found(named) if named else _Found(broken=NAMELESS)


def _by(call: Call) -> Named | None:
    if call.name == "get_by_role":
        return _by_role(_first(call), call.named.get("name"))
    if call.name == "locator" and _first(call).startswith("#"):
        return guessed(_first(call)[1:], "")
    return Named(_first(call), _BY[call.name]) if call.name in _BY and _first(call) else None


def _by_role(role: str, name: Value) -> Named | None:
    return Named(name, role) if isinstance(name, str) and name.strip() else None


def _number(value: Value) -> int:
    return int(value) if isinstance(value, str) and value.isdecimal() else 0
