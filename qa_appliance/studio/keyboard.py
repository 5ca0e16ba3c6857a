"""What a person's keyboard does on the live page, handed to it and written down as sentences.

Typing letter by letter is one sentence. What goes into a field for secrets is held back, and typed in one piece when it
is known in whole: a part of a secret would not be known for one. So it takes the place of what the field held, and is
changed at its end alone.
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
from qa_appliance.english.writing.written import written
from qa_appliance.language.write import quote
from qa_appliance.steps.base.own_hosts import refuse_foreign_host
from qa_appliance.steps.base.stage import Stage
from qa_appliance.studio import messages as m
from qa_appliance.studio.behind import Behind, Deed, Written
from qa_appliance.studio.changes import changed
from qa_appliance.studio.naming import is_control, leads_to, sentences, takes_secret
from qa_appliance.studio.offers import deed_on, is_text_field, is_ticked

_HOW_FAR = ("", "Shift+", "Control+", "Control+Shift+")
_COPYING = frozenset({"Control+C", "Control+Insert"})
_PASTING = frozenset({"Control+V", "Control+Shift+V", "Shift+Insert"})
_CHANGING = frozenset({f"{far}{key}" for key in ("Backspace", "Delete") for far in _HOW_FAR}) | {
    "Control+X",
    "Control+Y",
    "Control+Z",
    "Control+Shift+Z",
}
_EDITING = (
    _CHANGING
    | _COPYING
    | {f"{far}{key}" for key in ("ArrowLeft", "ArrowRight", "Home", "End") for far in _HOW_FAR}
    | {"Control+A"}
)
_ALL_OF_IT = frozenset({"Control+A", "Shift+Home", "Control+Shift+Home", "Control+Shift+ArrowLeft"})
"""What is selected of a text without words by these, from its end."""
_MOVES_ON = frozenset({"Tab", "Shift+Tab"})
_WORKS = frozenset({"Enter", "Space"})  # a control that has the focus


Looking = Callable[[], Awaitable[Look]]
"""A look at the page. Raises Failed when it is gone, TimeoutError when it does not let itself be looked at."""


@dataclass
class _Typing:
    """Into which field, as it was before. `secret`: what waits to be typed into a password field.

    `led`: the sentences so far lead the focus there.
    """

    look: Look
    node: Node
    secret: str | None
    led: bool = False
    entered: bool = False  # a text, not only keys that go to and fro
    all_of_it: bool = False  # of a secret is selected

    @property
    def held(self) -> str:
        return _held(self.look, self.node)


class Keyboard:
    """`begin` is a look at the page before a deed, with all that was done before it handed on (`Recording.begin`)."""

    def __init__(
        self, stage: Stage, tell: Callable[[m.Tell], None], begin: Looking, looking: Looking, behind: Behind
    ) -> None:
        self._stage, self._tell, self._behind = stage, tell, behind
        self._begin, self._look = begin, looking
        self._typing: _Typing | None = None
        self._loose: Look | None = None  # before what was typed where no field is known to take it
        self._secret_fields: set[tuple[str, ...]] = set()  # what those are called that a secret was typed into
        self._last: Target | None = None  # the field of the sentence written last
        self.strayed = False  # the focus has gone since where no sentence leads it

    @property
    def typing(self) -> bool:
        """Whether something typed is not a sentence yet, and may become one when nothing follows."""
        return self._loose is not None or (self._typing is not None and self._typing.secret is None)

    def forget(self) -> None:
        """What is typed next is a sentence of its own."""
        self._last = None

    async def key(self, key: str) -> None:
        typing, keyboard = self._typing, self._stage.page.keyboard
        if key in _PASTING:  # a person's own clipboard comes as a text; the page's may hold a part of a secret
            return
        if typing is not None and key in _EDITING:
            if typing.secret is not None:
                self._edit_secret(typing, key)
            else:
                await keyboard.press(key)
            return
        before = await self._begin()
        field = _focused(before)
        editing = field is not None and is_text_field(field) and key in _EDITING
        if editing and field is not None and not self._edits(before, field, key):
            return
        await keyboard.press(key)
        if key in _MOVES_ON:
            self.strayed = True
        elif not editing:
            self._write_key(key, before, field)

    def _edits(self, before: Look, field: Node, key: str) -> bool:
        """Whether the field itself is to get the key: a part of a secret is neither left in it nor copied from it."""
        secret = self.holds_secret(field)
        if secret and key in _CHANGING:
            self._typing = self._typing_secret(before, field)
            self._tell(m.Hidden(0))
        elif not secret:
            self._typing = _Typing(before, field, None, not self.strayed)
        return not secret or key not in _CHANGING | _COPYING

    def _edit_secret(self, typing: _Typing, key: str) -> None:
        secret = typing.secret or ""
        if key in _CHANGING and typing.all_of_it:
            secret = ""
        elif key.endswith("Backspace"):
            secret = "" if "Control" in key else secret[:-1]
        typing.secret, typing.all_of_it = secret, key in _ALL_OF_IT
        self._tell(m.Hidden(len(secret)))

    def holds_secret(self, field: Node) -> bool:
        """A field for passwords, also once its eye shows what was typed there, and when that was taken out again."""
        masked = bool(field.value) and self._stage.recorder.clean(field.value) == s.MASK
        return takes_secret(field) or masked or _names(field) in self._secret_fields

    def _typing_secret(self, look: Look, field: Node) -> _Typing:
        if any(_names(field)):
            self._secret_fields.add(_names(field))
        return _Typing(look, field, "", not self.strayed)

    def _write_key(self, key: str, before: Look, field: Node | None) -> None:
        on = field if self.strayed else None
        self.strayed = False
        sure = key == "Enter" and field is not None and _takes_lines(field)  # a new line shows nothing yet
        write = functools.partial(self._pressed, key, before, on, sure)
        self._behind.put(Deed(write, lambda now: not (sure or changed(before, now))))

    async def _pressed(self, key: str, before: Look, on: Node | None, sure: bool, after: Look | None) -> Written | None:
        """`on`: what had the focus, where no sentence before leads it there. `sure`: it has done something."""
        self.forget()
        if after is not None and not (sure or changed(before, after)):
            return None
        return Written(await asyncio.to_thread(_key_steps, key, before, on), before, what=f"The key {key}")

    async def text(self, text: str) -> None:
        first, *more = text.replace("\r\n", "\n").split("\n")
        field = self._typing.node if self._typing is not None else _focused(await self._look()) if more else None
        if field is None or not more or not _takes_lines(field):
            await self._text(text)
            return
        for at, line in enumerate((first, *more)):  # as if typed: a sentence has no text of several lines
            if at:
                await self.key("Enter")
            if line:
                await self._text(line)

    async def _text(self, text: str) -> None:
        if self._typing is None:
            look = await (self._begin() if self._loose is None else self._look())
            field = _focused(look)
            if field is not None and is_text_field(field):
                secret = self.holds_secret(field)
                plain = _Typing(look, field, None, not self.strayed)
                self._typing = self._typing_secret(look, field) if secret else plain
            elif self._loose is None:
                self._loose = look
        if self._typing is not None and self._typing.secret is not None:
            self._typing.secret = text if self._typing.all_of_it else self._typing.secret + text
            self._typing.all_of_it = False
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
        self.strayed = self.strayed and not secret
        self._tell(m.Hidden(None))
        if not secret and not typing.held:
            return
        self._stage.recorder.hide(secret)
        refuse_foreign_host(typing.look.frames[typing.node.frame].url, self._stage)
        keyboard = self._stage.page.keyboard
        if typing.held:
            await keyboard.press("ControlOrMeta+A")
        await (keyboard.insert_text(secret) if secret else keyboard.press("Backspace"))
        self._behind.put_known(functools.partial(self._typed_secret, typing, secret), None)

    def end_typing(self, after: Look) -> None:
        """What was typed since is a sentence."""
        typing, self._typing = self._typing, None
        loose, self._loose = self._loose, None
        if typing is not None:
            self.strayed = self.strayed and _held(after, _focused(after) or typing.node) == typing.held
            self._behind.put_known(functools.partial(self._typed, typing), after)
        elif loose is not None:
            self._behind.put_known(functools.partial(_unsaid, loose), after)

    async def _typed(self, typing: _Typing, after: Look | None) -> Written | None:
        if after is None:
            return None
        field = _focused(after) or typing.node
        value = _held(after, field)
        if "partial" in field.states:  # of a long text only a part is known
            return await _unsaid(typing.look, after) if typing.entered else None
        if value == typing.held:  # an editor may keep elsewhere what its field was given
            return await _unsaid(typing.look, after) if typing.entered else None
        last = self._last
        again = last is not None and await asyncio.to_thread(_cleared, typing.look, typing.node) == last
        steps = await asyncio.to_thread(_typed_steps, typing, after, field, value, again=again)
        self._last = await asyncio.to_thread(_cleared, after, field)
        return Written(steps, typing.look, same=again, what="What was typed")

    async def _typed_secret(self, typing: _Typing, secret: str, _: Look | None) -> Written | None:
        last, into = self._last, await asyncio.to_thread(_cleared, typing.look, typing.node)
        build = functools.partial(_secretly_filled, secret)
        steps = await asyncio.to_thread(sentences, typing.look, typing.node, build, "fill")
        if secret and not any(_keeps_secret(step) for step in steps):
            steps = _into_the_password_field(secret, typing)
        kept = [step for step in steps if _keeps_secret(step) or not secret]
        self._last = into if kept else None
        same = bool(kept) and last is not None and last == into
        return Written(kept, typing.look, same=same, what="What was typed as a password")


async def _unsaid(before: Look, after: Look | None) -> Written | None:
    """What was typed and is in no field: no sentence could put it there again."""
    return Written([], before, what="What was typed") if after is None or changed(before, after) else None


def _names(field: Node) -> tuple[str, ...]:
    return field.label, field.name, field.placeholder


def _held(look: Look, field: Node) -> str:
    return field.value or (look.text_of(field) if "editor" in field.states else "")


def _focused(look: Look) -> Node | None:
    inner = [node for node in look.nodes if "focused" in node.states and node.tag != "iframe"]
    return inner[-1] if inner else None


def _takes_lines(field: Node) -> bool:
    return field.tag == "textarea" or "editor" in field.states


def _key_steps(key: str, before: Look, on: Node | None) -> list[s.Step]:
    """A key that works the control it is pressed on is said as what it does there."""
    if on is not None and key in _WORKS and is_control(on) and not is_text_field(on):
        return sentences(before, on, deed_on(on), "check" if is_ticked(on) else "click")
    if on is not None:
        return sentences(before, on, lambda target: s.Press(keys=(key,), target=target), "hover")
    step = written(s.Press(keys=(key,)))
    return [step] if step is not None else []


def _typed_steps(typing: _Typing, after: Look, field: Node, value: str, *, again: bool) -> list[s.Step]:
    """What was added to several lines is said alone; a field without a name that has the focus needs none."""
    old = typing.held
    added = value.removeprefix(old).strip()
    if old and not again and value.startswith(old) and ("\n" in value or "editor" in field.states):
        return sentences(after, field, lambda t: s.Fill(target=t, value=s.Value(added), append=True), "fill")
    steps = sentences(after, field, functools.partial(_filled, value), "fill")
    alone = written(s.Fill(target=None, value=s.Value(value))) if typing.led and value else None
    if alone is None or field.label or field.name or field.placeholder or field.title:
        return steps
    return [alone, *steps]


def _filled(value: str, target: Target) -> s.Step:
    return s.Fill(target=target, value=s.Value(value)) if value else s.Clear(target=target)


def _secretly_filled(secret: str, target: Target) -> s.Step:
    return s.Fill(target=target, value=s.Value(secret, secret=True)) if secret else s.Clear(target=target)


def _cleared(look: Look, field: Node) -> Target | None:
    steps = sentences(look, field, lambda t: s.Clear(target=t), "fill", 1)
    found = getattr(steps[0], "target", None) if steps else None
    return found if isinstance(found, Target) else None


def _keeps_secret(step: s.Step) -> bool:
    return isinstance(step, s.Fill) and step.value.secret


def _into_the_password_field(secret: str, typing: _Typing) -> list[s.Step]:
    """A field whose own name does not speak of a password."""
    words = quote(secret)
    plan = plan_english(f"enter {words} into the password field") if words else None
    steps = list(plan.steps) if plan is not None and not plan.gaps else []
    return [step for step in steps if leads_to(typing.look, step, typing.node, "fill")]
