"""A person's mouse and keyboard on the live page, handed to it and written down as sentences.

Typing letter by letter is one sentence. What goes into a password field is held back, and typed in one piece when it is
known in whole: a part of a secret would not be known for one. Never chooses between wordings that fit several things.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import dataclass

from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import locator_of, node_at, options_of
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.names import quoted
from qa_appliance.english.writing.written import written
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.fields import refuse_foreign_host
from qa_appliance.studio import messages as m
from qa_appliance.studio.changes import changed
from qa_appliance.studio.naming import acted_on, leads_to, sentences
from qa_appliance.studio.offers import deed_on, is_text_field, is_ticked

_LOOK_SECONDS = 5.0
_FAR = 8.0  # CSS pixels from which a press and its release are no click
_OPTION_MS = 2_000
_EDITING = frozenset(
    {
        "Backspace",
        "Delete",
        "ArrowLeft",
        "ArrowRight",
        "Home",
        "End",
        "Control+A",
        "Control+C",
        "Control+X",
        "Control+Z",
        "Shift+ArrowLeft",
        "Shift+ArrowRight",
        "Shift+Home",
        "Shift+End",
    }
)
_MOVES_ON = frozenset({"Tab", "Shift+Tab"})


@dataclass(frozen=True)
class Written:
    """A deed as sentences, the plainest first: `steps` empty where none says it. `same`: it goes on with the last."""

    steps: list[s.Step]
    before: Look
    same: bool = False
    what: str = ""


@dataclass
class _Pressed:
    look: Look
    node: Node | None
    x: float
    y: float


@dataclass
class _Typing:
    """Into which field, as it was before. `secret`: what waits to be typed into a password field."""

    look: Look
    node: Node
    secret: str | None
    again: bool  # the sentence for what was typed before is the last one


class Recording:
    """Of one stage. Each function hands on what was done and answers what it was, None while it is nothing yet."""

    def __init__(self, stage: Stage, tell: Callable[[m.Tell], None]) -> None:
        self._stage, self._tell = stage, tell
        self._pressed: _Pressed | None = None
        self._typing: _Typing | None = None
        self._last: tuple[str, Target | None] = ("", None)  # the kind and the target of what was written last

    @property
    def typing(self) -> bool:
        """Whether something typed is not a sentence yet, and may become one when nothing follows."""
        return self._typing is not None and self._typing.secret is None

    def edits(self, key: str) -> bool:
        """Whether a key is a part of what is being typed."""
        return self._typing is not None and key in _EDITING

    async def look(self) -> Look:
        """Raises Failed when the page is gone, TimeoutError when it does not let itself be looked at."""
        ends = time.monotonic() + _LOOK_SECONDS
        while True:
            look = await look_patiently(self._stage.page, None, ends)
            if look is not None:
                return look

    def forget(self) -> None:
        """Something else was done meanwhile: what is typed next is a sentence of its own."""
        self._last = ("", None)

    async def down(self, ask: m.Down) -> None:
        look = await self.look()
        node = await node_at(look, ask.x, ask.y)
        node = acted_on(look, node) if node is not None else None
        if node is not None and node.tag == "select":
            await self._offer_options(look, node)
            return
        self._pressed = _Pressed(look, node, ask.x, ask.y)
        mouse = self._stage.page.mouse
        await mouse.move(ask.x, ask.y)
        await mouse.down(button=ask.button, click_count=ask.count)

    async def up(self, ask: m.Up) -> Written | None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return None
        mouse = self._stage.page.mouse
        await mouse.move(ask.x, ask.y)
        await mouse.up(button=ask.button, click_count=ask.count)
        await self._stage.calm()
        if abs(ask.x - pressed.x) + abs(ask.y - pressed.y) > _FAR:
            return Written([], pressed.look, what="A drag") if changed(pressed.look, await self.look()) else None
        return await self._clicked(pressed, ask)

    async def _clicked(self, pressed: _Pressed, ask: m.Up) -> Written | None:
        look, node = pressed.look, pressed.node
        if node is None or (is_text_field(node) and ask.button == "left"):
            return None
        again = ask.count > 1 and self._last[0] == "click"
        if not (node.role or node.click) and not changed(look, await self.look()):
            return None
        build = deed_on(node, button=ask.button, count=min(ask.count, 2))
        steps = sentences(look, node, build, "check" if is_ticked(node) else "click")
        self._last = ("click", None)
        return Written(steps, look, same=again, what="A click")

    async def key(self, key: str) -> Written | None:
        """A key that is no part of typing."""
        page = self._stage.page
        if self._typing is not None and self._typing.secret is not None and key == "Backspace":
            self._typing.secret = self._typing.secret[:-1]
            self._tell(m.Hidden(len(self._typing.secret)))
            return None
        before = await self.look()
        field = _focused(before)
        editing = field is not None and is_text_field(field)
        if editing and key in _EDITING and field is not None and field.type != "password":
            self._begin(before, field)
            await page.keyboard.press(key)
            return None
        await page.keyboard.press(key)
        if key in _MOVES_ON or (editing and key in _EDITING):
            return None
        await self._stage.calm()
        self.forget()
        step = written(s.Press(keys=(key,)))
        if not changed(before, await self.look()):
            return None
        return Written([step] if step is not None else [], before, what=f"The key {key}")

    async def text(self, text: str) -> None:
        if self._typing is None:
            look = await self.look()
            field = _focused(look)
            if field is not None and is_text_field(field):
                self._begin(look, field)
        if self._typing is not None and self._typing.secret is not None:
            self._typing.secret += text
            self._tell(m.Hidden(len(self._typing.secret)))
            return
        keyboard = self._stage.page.keyboard
        await (keyboard.type(text) if len(text) == 1 else keyboard.insert_text(text))

    def _begin(self, look: Look, field: Node) -> None:
        if self._typing is None:
            steps = sentences(look, field, lambda t: s.Clear(target=t), "fill", 1)
            target = getattr(steps[0], "target", None) if steps else None
            again = self._last[0] == "fill" and target is not None and self._last[1] == target
            self._typing = _Typing(look, field, "" if field.type == "password" else None, again)

    async def end_typing(self) -> Written | None:
        """What was typed since, as a sentence. Raises Failed where a secret would go to a foreign host."""
        typing, self._typing = self._typing, None
        if typing is None:
            return None
        if typing.secret is not None:
            return await self._type_secret(typing, typing.secret)
        look = await self.look()
        field = _focused(look) or typing.node
        value = field.value or (look.text_of(field) if "editor" in field.states else "")
        if value == typing.node.value:
            return None
        steps = sentences(look, field, lambda t: _filled(t, value), "fill")
        self._last = ("fill", _cleared(look, field))
        return Written(steps, typing.look, same=typing.again, what="What was typed")

    async def _type_secret(self, typing: _Typing, secret: str) -> Written | None:
        self._tell(m.Hidden(0))
        if not secret:
            return None
        self._stage.recorder.hide(secret)
        refuse_foreign_host(typing.look.frames[typing.node.frame].url, self._stage)
        await self._stage.page.keyboard.insert_text(secret)
        steps = sentences(
            typing.look, typing.node, lambda t: s.Fill(target=t, value=s.Value(secret, secret=True)), "fill"
        )
        if not any(_keeps_secret(step) for step in steps):
            steps = _into_the_password_field(secret, typing)
        self.forget()
        return Written(
            [step for step in steps if _keeps_secret(step)], typing.look, what="What was typed as a password"
        )

    async def _offer_options(self, look: Look, node: Node) -> None:
        """The browser's own list is in no picture: the dashboard shows one."""
        found: list[tuple[str, str]] = []
        for option in await options_of(locator_of(look, node), _OPTION_MS):
            if option.disabled:
                continue
            label = option.label
            steps = sentences(look, node, functools.partial(_chosen, label), "choose", 1)
            if steps:
                found.append((label, steps[0].sentence))
        if found:
            self._tell(m.Choices(node.box, tuple(found)))
        else:
            self._tell(m.Unsaid("This list has no name of its own. Say where it is, as in “choose … from …”."))


def _focused(look: Look) -> Node | None:
    inner = [node for node in look.nodes if "focused" in node.states and node.tag != "iframe"]
    return inner[-1] if inner else None


def _chosen(label: str, target: Target) -> s.Step:
    return s.Choose(options=(label,), target=target)


def _filled(target: Target, value: str) -> s.Step:
    return s.Fill(target=target, value=s.Value(value)) if value else s.Clear(target=target)


def _cleared(look: Look, field: Node) -> Target | None:
    steps = sentences(look, field, lambda t: s.Clear(target=t), "fill", 1)
    found = getattr(steps[0], "target", None) if steps else None
    return found if isinstance(found, Target) else None


def _keeps_secret(step: s.Step) -> bool:
    return isinstance(step, s.Fill) and step.value.secret


def _into_the_password_field(secret: str, typing: _Typing) -> list[s.Step]:
    """A field whose own name does not speak of a password."""
    words = quoted(secret)
    plan = plan_english(f"enter {words} into the password field") if words else None
    steps = list(plan.steps) if plan is not None and not plan.gaps else []
    return [step for step in steps if leads_to(typing.look, step, typing.node, "fill")]
