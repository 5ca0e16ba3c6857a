"""Cypress specs, as its Studio writes them and people do where it is plain: chains of commands, one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from qa_appliance.core.steps import Assert
from qa_appliance.importing.calls import Call, calls_in
from qa_appliance.importing.carried import Carried, Named, quoted, sayable
from qa_appliance.importing.cypress_queries import ELEMENT, PAGE, QUERIES, Subject
from qa_appliance.importing.deeds import NAMELESS, Deeds
from qa_appliance.importing.source import CYPRESS, statements, tests_in

_SPEC = re.compile(r"\bcy\s*\.\s*[a-z]\w*\(")
_ASSIGNED = re.compile(r"^(?:const|let|var) |^\w+ = ")
_HOST = re.compile(r"(?:localhost|www\.[\w.-]+|[\w.-]+:\d+)(?=[:/]|$)")
_PLACE = re.compile(r"\.select\(\s*\d")
_PATH = re.compile(r"[\w-]+(?:/.*)?")
_ANOTHER = re.compile(r"(?:not\.)?have\.(?:attr|prop|css|data|property|a)\b|$")
_VARIABLE = "It uses a variable."
_COMPARES = "It compares with a pattern or a variable."
_POINTED = "It is a click with more to it (a point, several elements)."
_WAITED = "What is to come is waited for by itself."
_NOTHING = "It does nothing that a test shows."
_KEYED = "It presses keys that have no name here, or are held."
_HARMLESS = frozenset({"force", "log", "timeout", "delay", "wait_for_animations", "scroll_behavior"})


def is_spec(text: str) -> bool:
    return _SPEC.search(text) is not None


def carried(source: str) -> Iterator[Carried]:
    """Each test; what is done before each of them comes first in it."""
    for test in tests_in(source, CYPRESS):
        to = Carried(test.name)
        reader = _Reader(to)
        for statement in statements(test, to):
            reader.statement(statement)
        reader.end()
        yield to


class _At(Struct):
    """Where a chain is: its words, and what it has got hold of."""

    line: str
    subject: Subject | None = None


class _Reader:
    """Statement by statement. `_cleared`: a field that was emptied just now, which typing into it does by itself."""

    def __init__(self, to: Carried) -> None:
        self._to, self._all = to, Deeds(to)
        self._aliases: dict[str, Subject] = {}
        self._cleared: tuple[Named, str] | None = None

    def statement(self, line: str) -> None:
        text = line.rstrip(";").removeprefix("await ").strip()
        chain = [] if _ASSIGNED.match(text) else calls_in(text)
        if not chain or chain[0].root != "cy":
            self._to.leave(line, _VARIABLE if _ASSIGNED.match(text) else "It is no command on the page.")
            return
        before = len(self._to.sentences)
        at = _At(line)
        for call in chain:
            if not self._call(call, at):
                break
        else:
            if chain[-1].name in QUERIES:
                self._looks(at)
        if len(self._to.sentences) > before:
            if at.subject is not None and at.subject.named is not None and at.subject.within:
                self._to.leave(line, f"It was looked for in “{at.subject.within}” only.")
            if any(call.named.get("force") == "true" for call in chain):
                self._to.leave(line, "It was forced; what is covered or switched off is not acted on here.")

    def end(self) -> None:
        if self._cleared is not None:
            (named, line), self._cleared = self._cleared, None
            self._all.fill(named, "", line)

    @property
    def _deeds(self) -> Deeds:
        self.end()
        return self._all

    def _call(self, call: Call, at: _At) -> bool:
        """Whether what comes behind it is about something that is known."""
        if call.name in QUERIES:
            at.subject = self._found(call, at.subject)
        elif call.name == "as":
            if at.subject is not None:
                self._aliases[call.first] = at.subject
        elif call.name in ("should", "and"):
            self._expects(call, at)
            return _ANOTHER.match(call.first) is None  # what is behind it is about the attribute
        elif call.name in _IDLE:
            self._to.leave(at.line, _IDLE[call.name])
        elif call.name in _OF_THE_PAGE:
            _OF_THE_PAGE[call.name](self, call, at.line)
        elif call.name in _ACTIONS and at.subject is not None:
            return self._acts(call, at.subject, at.line)
        else:
            self._to.leave(at.line, f"“{call.name}” has no sentence.")
            return False
        return True

    def _found(self, call: Call, before: Subject | None) -> Subject:
        if call.arguments and call.arguments[0] is None:
            return Subject(broken=_VARIABLE)
        if call.name == "get" and call.first.startswith("@"):
            alias = self._aliases.get(call.first[1:])
            return alias or Subject(broken="It uses an alias of something else than an element.")
        return QUERIES[call.name](call, before)

    def _looks(self, at: _At) -> None:
        """A chain that only finds something says that it is there."""
        subject = at.subject
        if subject is None or subject.kind != ELEMENT:
            self._to.leave(at.line, _NOTHING)
        elif subject.named is None:
            self._to.leave(at.line, subject.broken)
        else:
            self._deeds.shown(subject.named, at.line)

    def _acts(self, call: Call, subject: Subject, line: str) -> bool:
        if subject.named is None:
            self._to.leave(line, subject.broken or NAMELESS)
            return False
        if call.arguments and call.arguments[0] is None:
            self._to.leave(line, _VARIABLE)
        else:
            _ACTIONS[call.name](self, subject.named, call, line)
        return True

    def click(self, named: Named, call: Call, line: str) -> None:
        if call.arguments or not _HARMLESS.issuperset(call.named):
            self._to.leave(line, _POINTED)
        else:
            self._deeds.click(named, line, verb=_CLICKS[call.name])

    def type(self, named: Named, call: Call, line: str) -> None:
        """`{selectAll}` in front is what entering does by itself; keys behind it are pressed."""
        text = _ALL.sub("", call.first)
        keys = [_KEYS.get(key.lower(), "") for key in _KEY.findall(text)]
        words, _, behind = text.partition("{")
        if not all(keys) or _KEY.sub("", "{" + behind if behind else ""):
            self._to.leave(line, _KEYED)
            return
        if self._cleared is not None and self._cleared[0] == named:
            self._cleared = None
        if words or not keys:
            self._deeds.fill(named, words, line)
        for key in keys:
            self._deeds.press(key, line, None if words else named)

    def clear(self, named: Named, call: Call, line: str) -> None:
        self.end()
        self._cleared = named, line

    def tick(self, named: Named, call: Call, line: str) -> None:
        if call.arguments:
            self._to.leave(line, "It ticks by a value in the code.")
        else:
            self._deeds.tick(named, call.name == "check", line)

    def choose(self, named: Named, call: Call, line: str) -> None:
        if _PLACE.search(line):
            self._to.leave(line, "The option is named by its place.")
        else:
            self._deeds.choose(named, call.first, line, by_value=True)

    def upload(self, named: Named, call: Call, line: str) -> None:
        self._deeds.upload(named, call.first, line)

    def visit(self, call: Call, line: str) -> None:
        given = call.arguments[0] if call.arguments else call.named.get("url")
        if given is None:
            self._to.leave(line, _VARIABLE)
        else:
            place = f"http://{given}" if _HOST.match(given) else f"/{given}" if _PATH.fullmatch(given) else given
            self._deeds.go(place, line)

    def viewport(self, call: Call, line: str) -> None:
        if len(call.arguments) == 2 and all(side and side.isdecimal() for side in call.arguments):
            width, height = (int(side or 0) for side in call.arguments)
            self._deeds.window(width, height, line)
        else:
            self._to.leave(line, "The size is a variable or has a name.")

    def history(self, call: Call, line: str) -> None:
        move = "reload the page" if call.name == "reload" else _MOVES.get(call.first, "")
        if move:
            self._deeds.history(move, line)
        else:
            self._to.leave(line, "“go” has no sentence.")

    def _expects(self, call: Call, at: _At) -> None:
        what, subject = call.first, at.subject
        more = call.arguments[1:]
        if subject is None or not what or None in more:
            self._to.leave(at.line, _COMPARES)
        elif subject.kind != ELEMENT:
            self._of_the_page(subject, what, (more or [""])[0] or "", at.line)
        elif what in _TEXTS and more:
            self._shows_text(subject, what, more[0] or "", at.line)
        elif subject.named is None:
            known = what in (*_SHOWN, *_STATES, "have.value")
            self._to.leave(at.line, subject.broken if known else f"“{what}” has no sentence.")
        else:
            self._is(subject.named, what, (more or [""])[0] or "", at.line)

    def _is(self, named: Named, what: str, value: str, line: str) -> None:
        if what in _SHOWN:
            self._deeds.shown(named, line, gone=_SHOWN[what])
            if what == "exist":
                self._to.leave(line, "It is checked that it is shown, not only that it is there.")
        elif what in _STATES:
            self._deeds.state(named, _STATES[what], line)
        elif what == "have.value":
            self._deeds.value(named, value, line)
        else:
            self._to.leave(line, f"“{what}” has no sentence.")

    def _shows_text(self, subject: Subject, what: str, text: str, line: str) -> None:
        self._deeds.text(subject.named, text, line)
        if what == "have.text" and subject.named is not None and subject.named.name != text:
            self._to.leave(line, "It is checked that this is part of the text, no longer that it is all of it.")

    def _of_the_page(self, subject: Subject, what: str, text: str, line: str) -> None:
        form = _ABOUT.get((subject.kind, what))
        if form is None or not sayable(text):
            self._to.leave(line, f"“{what}” has no sentence.")
        else:
            self.end()
            self._to.say(form.format(quoted(text)), Assert, line)


_ALL = re.compile(r"^\{select[aA]ll\}(?:\{(?:backspace|del)\})?")
_KEY = re.compile(r"\{([\w+]+)\}")
_KEYS = {
    "enter": "Enter",
    "esc": "Escape",
    "del": "Delete",
    "backspace": "Backspace",
    "downarrow": "ArrowDown",
    "uparrow": "ArrowUp",
    "leftarrow": "ArrowLeft",
    "rightarrow": "ArrowRight",
    "home": "Home",
    "end": "End",
    "pageup": "PageUp",
    "pagedown": "PageDown",
}
_CLICKS = {"click": "click", "dblclick": "double-click", "rightclick": "right-click"}
_ACTIONS: dict[str, Callable[[_Reader, Named, Call, str], None]] = {
    **dict.fromkeys(_CLICKS, _Reader.click),
    "type": _Reader.type,
    "clear": _Reader.clear,
    "check": _Reader.tick,
    "uncheck": _Reader.tick,
    "select": _Reader.choose,
    "select_file": _Reader.upload,
    "attach_file": _Reader.upload,
}
_MOVES = {"back": "go back", "-1": "go back", "forward": "go forward", "1": "go forward"}
_OF_THE_PAGE: dict[str, Callable[[_Reader, Call, str], None]] = {
    "visit": _Reader.visit,
    "viewport": _Reader.viewport,
    "reload": _Reader.history,
    "go": _Reader.history,
}
_IDLE = {
    "wait": _WAITED,
    **dict.fromkeys(("log", "screenshot", "pause", "debug"), _NOTHING),
    "scroll_into_view": "What is acted on is scrolled to by itself.",
}
_SHOWN = {"be.visible": False, "exist": False, "not.be.visible": True, "not.exist": True}
_TEXTS = frozenset({"have.text", "contain", "contain.text", "include.text"})
_STATES = {
    "be.checked": "checked",
    "not.be.checked": "unchecked",
    "be.disabled": "disabled",
    "not.be.enabled": "disabled",
    "be.enabled": "enabled",
    "not.be.disabled": "enabled",
    "be.focused": "focused",
    "have.focus": "focused",
}
_EQUAL, _PART = ("eq", "equal", "equals"), ("include", "contain", "contains")
_ABOUT = {
    **{("address", word): "check that the address is {}" for word in _EQUAL},
    **{("address", word): "check that the address contains {}" for word in _PART},
    **{("path", word): "check that the address is {}" for word in _EQUAL},
    **{("path", word): "check that the address contains {}" for word in _PART},
    **{("title", word): "check that the page title is {}" for word in _EQUAL},
    **{("title", word): "check that the page title contains {}" for word in _PART},
    **{(PAGE, word): "check that {} is shown" for word in ("contain", "contain.text", "include.text")},
    **{(PAGE, word): "check that {} is not shown" for word in ("not.contain", "not.contain.text")},
}
