"""What a person's keyboard does on the live page, handed to it and written down as sentences.

Typing letter by letter is one sentence. What goes into a field for secrets is held back, and typed in one piece when it
is known in whole: a part of a secret would not be known for one.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.names import quoted
from qa_appliance.english.writing.written import written
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.fields import refuse_foreign_host
from qa_appliance.studio import messages as m
from qa_appliance.studio.behind import Behind, Deed, Written
from qa_appliance.studio.changes import changed
from qa_appliance.studio.naming import leads_to, sentences, takes_secret
from qa_appliance.studio.offers import is_text_field

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


Looking = Callable[[], Awaitable[Look]]
"""A look at the page. Raises Failed when it is gone, TimeoutError when it does not let itself be looked at."""


@dataclass
class _Typing:
    """Into which field, as it was before. `secret`: what waits to be typed into a password field."""

    look: Look
    node: Node
    secret: str | None
    entered: bool = False  # a text, not only keys that go to and fro


class Keyboard:
    """`begin` is a look at the page before a deed, with all that was done before it handed on (`Recording.begin`)."""

    def __init__(
        self, stage: Stage, tell: Callable[[m.Tell], None], begin: Looking, looking: Looking, behind: Behind
    ) -> None:
        self._stage, self._tell, self._behind = stage, tell, behind
        self._begin, self._look = begin, looking
        self._typing: _Typing | None = None
        self._loose: Look | None = None  # before what was typed where no field is known to take it
        self._last: Target | None = None  # the field of the sentence written last

    @property
    def typing(self) -> bool:
        """Whether something typed is not a sentence yet, and may become one when nothing follows."""
        return self._loose is not None or (self._typing is not None and self._typing.secret is None)

    def forget(self) -> None:
        """What is typed next is a sentence of its own."""
        self._last = None

    async def key(self, key: str) -> None:
        typing, keyboard = self._typing, self._stage.page.keyboard
        if typing is not None and typing.secret is not None and key == "Backspace":
            typing.secret = typing.secret[:-1]
            self._tell(m.Hidden(len(typing.secret)))
            return
        if typing is not None and key in _EDITING:
            await keyboard.press(key)
            return
        before = await self._begin()
        field = _focused(before)
        editing = field is not None and is_text_field(field) and key in _EDITING
        if editing and field is not None and not takes_secret(field):
            self._typing = _Typing(before, field, None)
        await keyboard.press(key)
        if key not in _MOVES_ON and not editing:
            self._behind.put(Deed(functools.partial(self._pressed, key, before), lambda now: not changed(before, now)))

    async def _pressed(self, key: str, before: Look, after: Look | None) -> Written | None:
        self.forget()
        step = written(s.Press(keys=(key,)))
        if after is not None and not changed(before, after):
            return None
        return Written([step] if step is not None else [], before, what=f"The key {key}")

    async def text(self, text: str) -> None:
        if self._typing is None:
            look = await (self._begin() if self._loose is None else self._look())
            field = _focused(look)
            if field is not None and is_text_field(field):
                self._typing = _Typing(look, field, "" if takes_secret(field) else None)
            elif self._loose is None:
                self._loose = look
        if self._typing is not None and self._typing.secret is not None:
            self._typing.secret += text
            self._tell(m.Hidden(len(self._typing.secret)))
            return
        if self._typing is not None:
            self._typing.entered = True
        keyboard = self._stage.page.keyboard
        await (keyboard.type(text) if len(text) == 1 else keyboard.insert_text(text))

    async def give_secret(self) -> None:
        """Types what was held back. Raises Failed where it would go to a foreign host."""
        typing = self._typing
        if typing is None or typing.secret is None:
            return
        self._typing, secret = None, typing.secret
        self._tell(m.Hidden(0))
        if not secret:
            return
        self._stage.recorder.hide(secret)
        refuse_foreign_host(typing.look.frames[typing.node.frame].url, self._stage)
        await self._stage.page.keyboard.insert_text(secret)
        self._behind.put_known(functools.partial(self._typed_secret, typing, secret), None)

    def end_typing(self, after: Look) -> None:
        """What was typed since is a sentence."""
        typing, self._typing = self._typing, None
        loose, self._loose = self._loose, None
        if typing is not None:
            self._behind.put_known(functools.partial(self._typed, typing), after)
        elif loose is not None:
            self._behind.put_known(functools.partial(_unsaid, loose), after)

    async def _typed(self, typing: _Typing, after: Look | None) -> Written | None:
        if after is None:
            return None
        field = _focused(after) or typing.node
        value = field.value or (after.text_of(field) if "editor" in field.states else "")
        if value == typing.node.value:  # an editor may keep elsewhere what its field was given
            return await _unsaid(typing.look, after) if typing.entered else None
        last = self._last
        again = last is not None and await asyncio.to_thread(_cleared, typing.look, typing.node) == last
        steps = await asyncio.to_thread(sentences, after, field, functools.partial(_filled, value), "fill")
        self._last = await asyncio.to_thread(_cleared, after, field)
        return Written(steps, typing.look, same=again, what="What was typed")

    async def _typed_secret(self, typing: _Typing, secret: str, _: Look | None) -> Written | None:
        build = functools.partial(_secretly_filled, secret)
        steps = await asyncio.to_thread(sentences, typing.look, typing.node, build, "fill")
        if not any(_keeps_secret(step) for step in steps):
            steps = _into_the_password_field(secret, typing)
        self.forget()
        kept = [step for step in steps if _keeps_secret(step)]
        return Written(kept, typing.look, what="What was typed as a password")


async def _unsaid(before: Look, after: Look | None) -> Written | None:
    """What was typed and is in no field: no sentence could put it there again."""
    return Written([], before, what="What was typed") if after is None or changed(before, after) else None


def _focused(look: Look) -> Node | None:
    inner = [node for node in look.nodes if "focused" in node.states and node.tag != "iframe"]
    return inner[-1] if inner else None


def _filled(value: str, target: Target) -> s.Step:
    return s.Fill(target=target, value=s.Value(value)) if value else s.Clear(target=target)


def _secretly_filled(secret: str, target: Target) -> s.Step:
    return s.Fill(target=target, value=s.Value(secret, secret=True))


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
