"""Steps as statements of a Playwright test, in a form that knows no language yet. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import TypeVar
from urllib.parse import urljoin

from qa_appliance.core import steps as s
from qa_appliance.core.checks import denies
from qa_appliance.core.target import Target
from qa_appliance.export import around, deeds
from qa_appliance.export.checks import holds, verify
from qa_appliance.export.locators import at, locator, several
from qa_appliance.export.made import made_files
from qa_appliance.export.names import Names, as_variable
from qa_appliance.export.statements import (
    ADDRESS,
    CONTEXT,
    PAGE,
    Answer,
    Block,
    Call,
    Comment,
    Do,
    DragBy,
    Expression,
    Function,
    Helped,
    Name,
    Opens,
    Pairs,
    Remembered,
    Request,
    Statement,
    call,
    text,
)
from qa_appliance.making.wanted import CannotMake

Kind = TypeVar("Kind", bound=s.Step)


class Script:
    """What the steps need while they are written down: the base URL, names for what they type, what is to be told.

    `missing` are sentences that could not be carried over, `guessed` those about places that no run has found.
    """

    def __init__(self, base_url: str, names: Names) -> None:
        self.base_url = base_url
        self.names = names
        self.helpers: dict[str, tuple[str, list[Statement]]] = {}
        self.missing: list[str] = []
        self.guessed: list[str] = []
        self.behind: s.Step | None = None  # the deed right before

    def opening(self) -> list[Statement]:
        """A run begins on the base URL."""
        return [Do(call(PAGE, "goto", self.base_url))]

    def value(self, value: s.Value, hint: str) -> Expression:
        return self.names.value(value, hint)

    def helper(self, name: str, says: str, lines: Callable[[], list[Statement]]) -> Helped:
        """A function of the file, written once."""
        if name not in self.helpers:
            self.helpers[name] = says, lines()
        return Helped(name)

    def statements(self, steps: tuple[s.Step, ...]) -> list[Statement]:
        lines: list[Statement] = []
        for step in steps:
            if step.sentence:
                lines.append(Comment(step.sentence))
            lines += self.of(step)
        return lines

    def of(self, step: s.Step) -> list[Statement]:
        """The statements of one step; what it leaves out or only guesses is noted."""
        lines = written(step, self)
        self.behind = None if isinstance(step, s.Assert | s.WaitFor) else step
        wording = step.sentence or type(step).__name__
        if _leaves_out(lines):
            self.missing.append(wording)
        elif _is_guessed(step):
            self.guessed.append(wording)
        return lines

    def checked(self, step: s.Assert | s.WaitFor, seconds: float = 0.0) -> list[Statement]:
        found = verify(step.check, step.ways, seconds)
        if found.guessed:
            self.guessed.append(step.sentence or type(step.check).__name__)
        if found.statement is None:
            return [_NOT_OBSERVED]
        behind = self.behind
        waits = behind is not None and (behind.traits.acts or denies(step.check))
        return [*(_CALM if waits else ()), found.statement]


def _leaves_out(lines: list[Statement]) -> bool:
    return bool(lines) and all(isinstance(line, Comment) for line in lines)


def _is_guessed(step: s.Step) -> bool:
    """Whether its place is made of the words alone: no run has found it."""
    target = getattr(step, "target", None)
    if isinstance(step, _DEEDS):
        return not step.ways and not (isinstance(step, s.Go) and step.url)
    return isinstance(target, Target) and target.known is None and target.kind != "page" and not step.ways


Writer = Callable[[Kind, Script], list[Statement]]

NO_COUNTERPART = frozenset({s.Person, s.EnterCode, s.WaitMail, s.OpenMailLink, s.RememberAnswer})
"""Kinds that a Playwright test cannot say in one place; the comment instead of them says so."""


_NOT_OBSERVED = Comment("Not carried over: this check needs the appliance's own evidence.")
_CALM: tuple[Statement, ...] = (
    Comment("What the site does in answer is waited for: what is checked may have been so before."),
    Do(call(PAGE, "wait_for_timeout", 1000)),
    Do(call(PAGE, "wait_for_load_state", "networkidle")),
)
_DEEDS = (s.Go, s.LogIn, s.SignIn, s.LogOut, s.Search, s.AddToCart, s.Sort, s.Message, s.Choose)
"""Deeds that search for what they need: of a saved run it is known what that was."""


@singledispatch
def written(step: s.Step, script: Script) -> list[Statement]:
    """The statements of one step; a comment alone where there are none."""
    return [Comment(f"“{step.sentence or type(step).__name__}” has no counterpart in a Playwright test.")]


def _writes(kind: type[Kind]) -> Callable[[Writer[Kind]], Writer[Kind]]:
    def register(writer: Writer[Kind]) -> Writer[Kind]:
        written.register(kind, writer)
        return writer

    return register


@_writes(s.Go)
def _go(step: s.Go, script: Script) -> list[Statement]:
    if step.page:
        if step.ways:
            return deeds.as_done(step)
        return [Do(call(call(PAGE, "get_by_role", "link", name=text(step.page)), "click"))]
    return [Do(call(PAGE, "goto", text(urljoin(script.base_url, step.url))))]


@_writes(s.History)
def _history(step: s.History, _: Script) -> list[Statement]:
    return [Do(call(PAGE, {"back": "go_back", "forward": "go_forward", "reload": "reload"}[step.move]))]


@_writes(s.Click)
def _click(step: s.Click, _: Script) -> list[Statement]:
    if step.confirms and step.target.known is None:
        return [Answer(accept=True, text="")]  # no run has found a button: the browser asked, or nobody knows what
    options: dict[str, Expression] = {}
    if step.button != "left":
        options["button"] = step.button
    if step.modifiers:
        options["modifiers"] = step.modifiers
    if step.count > 2:
        options["click_count"] = step.count
    return [Do(call(locator(step.target), "dblclick" if step.count == 2 else "click", **options))]


@_writes(s.Fill)
def _fill(step: s.Fill, script: Script) -> list[Statement]:
    value = script.value(step.value, "SECRET")
    if step.target is None:
        return [Do(call(Name("page.keyboard"), "type", value))]
    if step.append:
        field = locator(step.target)
        return [Do(call(field, "press", "End")), Do(call(field, "press_sequentially", value))]
    return [Do(call(locator(step.target), "fill", value))]


@_writes(s.Choose)
def _choose(step: s.Choose, _: Script) -> list[Statement]:
    if step.pattern == "place":
        return [Comment(f"“{step.sentence}”: write the option's words, Playwright counts a prompt as one.")]
    select = next((way for way in step.ways if way.known is not None and way.known.fingerprint.tag == "select"), None)
    if select is not None:
        return [Do(call(at(select), "select_option", tuple(text(each) for each in step.options)))]
    if any(way.deed in ("tick", "click") for way in step.ways):
        return deeds.as_done(step)
    if step.target is not None:
        return [Do(call(locator(step.target), "select_option", tuple(text(each) for each in step.options)))]
    return [Do(call(call(_option(each), "nth", 0), "click")) for each in step.options]


def _option(words: str) -> Call:
    return call(call(PAGE, "get_by_role", "option", name=text(words)), "or_", call(PAGE, "get_by_label", text(words)))


@_writes(s.SetChecked)
def _set_checked(step: s.SetChecked, _: Script) -> list[Statement]:
    return [Do(call(locator(step.target), {True: "check", False: "uncheck", None: "click"}[step.on]))]


@_writes(s.Press)
def _press(step: s.Press, _: Script) -> list[Statement]:
    on = locator(step.target) if step.target else Name("page.keyboard")
    return [Do(call(on, "press", key)) for key in step.keys]


@_writes(s.Clear)
def _clear(step: s.Clear, _: Script) -> list[Statement]:
    return [Do(call(locator(step.target), "clear"))]


@_writes(s.Hover)
def _hover(step: s.Hover, _: Script) -> list[Statement]:
    return [Do(call(locator(step.target), "hover"))]


@_writes(s.SelectText)
def _select_text(step: s.SelectText, _: Script) -> list[Statement]:
    return [Do(call(locator(step.target), "select_text"))]


@_writes(s.Drag)
def _drag(step: s.Drag, _: Script) -> list[Statement]:
    if step.to is not None:
        return [Do(call(locator(step.target), "drag_to", locator(step.to)))]
    if step.position or step.places:
        place = f"../*[{step.position}]" if step.position > 0 else "../*[last()]"
        if step.places:
            place = f"{'following' if step.places > 0 else 'preceding'}-sibling::*[{abs(step.places)}]"
        return [Do(call(locator(step.target), "drag_to", call(locator(step.target), "locator", f"xpath={place}")))]
    return [DragBy(locator(step.target), *(step.by or (0, 0)))]


@_writes(s.Scroll)
def _scroll(step: s.Scroll, _: Script) -> list[Statement]:
    if step.direction == "to":
        return [Do(call(locator(step.target), "scroll_into_view_if_needed"))]
    far = {"up": (0, -600), "down": (0, 600), "left": (-600, 0), "right": (600, 0), "top": (0, -100000)}
    across, down = far.get(step.direction, (0, 100000))
    moved = Function(f"e => (e.ownerDocument.body === e ? window : e).scrollBy({across}, {down})")
    return [Do(call(locator(step.target), "evaluate", moved))]


@_writes(s.Clipboard)
def _clipboard(step: s.Clipboard, script: Script) -> list[Statement]:
    on = locator(step.target) if step.target else Name("page.keyboard")
    keys = {"copy": "ControlOrMeta+C", "cut": "ControlOrMeta+X", "paste": "ControlOrMeta+V"}[step.move]
    pressed = Do(call(on, "press", keys))
    if step.text is None:
        return [pressed]
    kept = Function("text => navigator.clipboard.writeText(text)")
    return [Do(call(PAGE, "evaluate", kept, script.value(step.text, "SECRET"))), pressed]


@_writes(s.Upload)
def _upload(step: s.Upload, _: Script) -> list[Statement]:
    field = locator(step.target) if step.target else call(PAGE, "locator", 'input[type="file"]')
    try:
        files = made_files(step) if step.made or step.size_bytes else step.files
    except CannotMake as problem:
        return [Comment(f"Not carried over: {problem}.")]
    return [Do(call(field, "set_input_files", files))]


@_writes(s.Download)
def _download(step: s.Download, _: Script) -> list[Statement]:
    return [Opens("download", call(locator(step.target), "click"))]


@_writes(s.WaitFor)
def _wait_for(step: s.WaitFor, script: Script) -> list[Statement]:
    return script.checked(step, step.seconds)


@_writes(s.Assert)
def _assert(step: s.Assert, script: Script) -> list[Statement]:
    return script.checked(step)


@_writes(s.WaitTime)
def _wait_time(step: s.WaitTime, _: Script) -> list[Statement]:
    return [Do(call(PAGE, "wait_for_timeout", int(step.seconds * 1000)))]


@_writes(s.WaitLoad)
def _wait_load(_step: s.WaitLoad, _: Script) -> list[Statement]:
    return [Do(call(PAGE, "wait_for_load_state", "networkidle"))]


_writes(s.LogIn)(lambda step, script: deeds.log_in(step, script.value))
_writes(s.LogOut)(lambda step, _: deeds.log_out(step))
_writes(s.Search)(lambda step, _: deeds.search(step))
_writes(s.AcceptCookies)(lambda step, _: deeds.accept_cookies(step))
_writes(s.AddToCart)(lambda step, _: deeds.add_to_cart(step))
_writes(s.Sort)(lambda step, _: deeds.sort(step))
_writes(s.Message)(lambda step, script: deeds.message(step, script.value))
_writes(s.Visitor)(lambda _, script: deeds.forgotten(script.base_url))


@_writes(s.SignIn)
def _sign_in(step: s.SignIn, script: Script) -> list[Statement]:
    """With a function for each account: whoever signs in twice does the same."""
    account = as_variable(step.account)
    user, password = (f"QA_{account}_{what}".replace("__", "_") for what in ("USER", "PASSWORD"))

    def lines() -> list[Statement]:
        return deeds.signed_in(step, script.names.secret(user), script.names.secret(password), script.base_url)

    name = f"sign_in_as_{account.lower()}" if account else "sign_in"
    whom = f"the account “{step.account}”" if account else "an account of the project"
    return [script.helper(name, f"Signs in with {whom}, as somebody new to the site.", lines)]


@_writes(s.FillRequired)
def _fill_required(step: s.FillRequired, script: Script) -> list[Statement]:
    return deeds.filled_in(step)


@_writes(s.Cookies)
def _cookies(step: s.Cookies, script: Script) -> list[Statement]:
    if step.move == "clear":
        return [Do(call(CONTEXT, "clear_cookies"))]
    if step.move == "delete":
        return [Do(call(CONTEXT, "clear_cookies", name=text(step.name)))]
    value = script.value(step.value, "COOKIE")
    cookie = Pairs((("name", text(step.name)), ("value", value), ("url", urljoin(script.base_url, "/"))))
    return [Do(call(CONTEXT, "add_cookies", (cookie,)))]


@_writes(s.Remember)
def _remember(step: s.Remember, _: Script) -> list[Statement]:
    value: Expression = ADDRESS if step.target.kind == "page" else call(locator(step.target), "inner_text")
    return [Remembered(step.name, value)]


@_writes(s.Dialog)
def _dialog(step: s.Dialog, _: Script) -> list[Statement]:
    return [Answer(step.accept, step.text)]


@_writes(s.Tab)
def _tab(step: s.Tab, _: Script) -> list[Statement]:
    if step.move == "close":
        return [Do(call(PAGE, "close")), Opens("tab", call(PAGE, "bring_to_front"))]
    return [Opens("new tab" if step.move == "new" else "tab", call(PAGE, "bring_to_front"))]


_writes(s.Device)(lambda step, _: around.device(step))
_writes(s.Surroundings)(lambda step, _: around.surroundings(step))
_writes(s.Answering)(lambda step, _: around.answering(step))
_writes(s.LetThrough)(lambda _step, _: around.let_through())
_writes(s.Line)(lambda step, _: around.line(step))


@_writes(s.Http)
def _http(step: s.Http, script: Script) -> list[Statement]:
    return [Request(step.method, urljoin(script.base_url, step.url), step.body, step.status)]


@_writes(s.When)
def _when(step: s.When, script: Script) -> list[Statement]:
    condition = holds(step.check)
    body, other = script.statements(step.steps), script.statements(step.otherwise)
    return [Block("if", condition, body, otherwise=other)] if condition is not None else body


@_writes(s.Repeat)
def _repeat(step: s.Repeat, script: Script) -> list[Statement]:
    until = holds(step.until) if step.until is not None else None
    body = script.statements(step.steps)
    return [Block("times", step.times or 1, body) if until is None else Block("until", until, body, step.times or 20)]


@_writes(s.ForEach)
def _for_each(step: s.ForEach, script: Script) -> list[Statement]:
    return [Block("each", several(step.target), script.statements(step.steps))]
