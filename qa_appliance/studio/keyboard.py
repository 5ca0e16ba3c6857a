"""What a person's keyboard does on the live page, handed to it and written down as sentences.

Typing letter by letter is one sentence. What goes into a field for secrets is held back, and typed in one piece when it
is known in whole: a part of a secret would not be known for one.
"""

from __future__ import annotations

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


@dataclass(frozen=True)
class Written:
    """A deed as sentences, the plainest first: `steps` empty where none says it. `same`: it goes on with the last.

    `near`: sentences for what stands around it, where none is its own.
    """

    steps: list[s.Step]
    before: Look
    same: bool = False
    what: str = ""
    near: tuple[m.Candidate, ...] = ()


@dataclass
class _Typing:
    """Into which field, as it was before. `secret`: what waits to be typed into a password field."""

    look: Look
    node: Node
    secret: str | None
    again: bool  # the sentence for what was typed before is the last one
    entered: bool = False  # a text, not only keys that go to and fro


class Keyboard:
    """Each function hands on what was done and answers what it was, None while it is nothing yet."""

    def __init__(self, stage: Stage, tell: Callable[[m.Tell], None], looking: Looking) -> None:
        self._stage, self._tell, self._look = stage, tell, looking
        self._typing: _Typing | None = None
        self._loose: Look | None = None  # before what was typed where no field is known to take it
        self._last: Target | None = None  # the field of the sentence written last

    @property
    def typing(self) -> bool:
        """Whether something typed is not a sentence yet, and may become one when nothing follows."""
        return self._loose is not None or (self._typing is not None and self._typing.secret is None)

    def edits(self, key: str) -> bool:
        """Whether a key is a part of what is being typed."""
        return self._typing is not None and key in _EDITING

    def forget(self) -> None:
        """What is typed next is a sentence of its own."""
        self._last = None

    async def key(self, key: str) -> Written | None:
        """A key that is no part of typing."""
        page = self._stage.page
        if self._typing is not None and self._typing.secret is not None and key == "Backspace":
            self._typing.secret = self._typing.secret[:-1]
            self._tell(m.Hidden(len(self._typing.secret)))
            return None
        before = await self._look()
        field = _focused(before)
        editing = field is not None and is_text_field(field)
        if editing and key in _EDITING and field is not None and not takes_secret(field):
            self._begin(before, field)
            await page.keyboard.press(key)
            return None
        await page.keyboard.press(key)
        if key in _MOVES_ON or (editing and key in _EDITING):
            return None
        await self._stage.calm()
        self.forget()
        step = written(s.Press(keys=(key,)))
        if not changed(before, await self._look()):
            return None
        return Written([step] if step is not None else [], before, what=f"The key {key}")

    async def text(self, text: str) -> None:
        if self._typing is None:
            look = await self._look()
            field = _focused(look)
            if field is not None and is_text_field(field):
                self._begin(look, field)
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

    def _begin(self, look: Look, field: Node) -> None:
        if self._typing is None:
            target = _cleared(look, field)
            again = target is not None and self._last == target
            self._typing = _Typing(look, field, "" if takes_secret(field) else None, again)

    async def end_typing(self) -> Written | None:
        """What was typed since, as a sentence. Raises Failed where a secret would go to a foreign host."""
        typing, self._typing = self._typing, None
        loose, self._loose = self._loose, None
        if typing is None:
            return _unsaid(loose, await self._look()) if loose is not None else None
        if typing.secret is not None:
            return await self._type_secret(typing, typing.secret)
        look = await self._look()
        field = _focused(look) or typing.node
        value = field.value or (look.text_of(field) if "editor" in field.states else "")
        if value == typing.node.value:  # an editor may keep elsewhere what its field was given
            return _unsaid(typing.look, look) if typing.entered else None
        steps = sentences(look, field, lambda t: _filled(t, value), "fill")
        self._last = _cleared(look, field)
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


def _unsaid(before: Look, after: Look) -> Written | None:
    """What was typed and is in no field: no sentence could put it there again."""
    return Written([], before, what="What was typed") if changed(before, after) else None


def _focused(look: Look) -> Node | None:
    inner = [node for node in look.nodes if "focused" in node.states and node.tag != "iframe"]
    return inner[-1] if inner else None


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
