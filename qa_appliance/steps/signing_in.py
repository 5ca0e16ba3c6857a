"""Whether the first steps of a role signed anybody in, by what the site keeps of it, by its form, and by its answers.

Three facts are needed: the form that was filled in is gone, the browser keeps something new or changed since before the
deed that sent it, and with that the site shows something it does not show without (`known_to_site`). What an answer to
cookies leaves is no sign-in. A site may know somebody by the very session of the visitor they were before: then it has
to offer a stranger a sign-in on the page on which it offers none to the role.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.process.session import Session
from qa_appliance.core.classify import signs_out
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.steps import AcceptCookies, Click, LogIn, SignIn, Step
from qa_appliance.steps.base.consent import is_of_banner
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.sign_in.form import asks_to_sign_in
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.known_to_site import Kept, answers_otherwise, is_known_by_old_cookie, kept_by

_REQUESTS_AT_MOST = 2.0  # seconds for the answer to the sign-in
_KEPT_LATE = 1.0  # seconds after it, for a script that keeps it
_ENTERED = frozenset({"fill", "choose", "check", "upload"})
_FIELDS = frozenset({"textbox", "combobox", "spinbutton", "listbox"})

Field = tuple[str, str, str, str]


def _enters(step: Step) -> bool:
    return isinstance(step, LogIn | SignIn) or step.traits.purpose in _ENTERED


def _sends(step: Step) -> bool:
    traits = step.traits
    return traits.acts and traits.performs and not traits.stays and not isinstance(step, AcceptCookies)


def deeds_of(steps: Sequence[Step]) -> tuple[int, int]:
    """The places of the deed before which nobody is signed in yet, and of the one that sends the form at last.

    The first is the deed after what was entered first; a form that sends itself is sent by what is entered. Steps that
    do nothing leave it at the very beginning, or where cookies were agreed to.
    """
    entered, sent = _places(steps, _enters), _places(steps, _sends)
    if entered:
        first = next((at for at in sent if at >= entered[0]), entered[-1])
        return first, next((at for at in sent if at >= entered[-1]), entered[-1])
    agreed = _places(steps, lambda step: isinstance(step, AcceptCookies))
    acting = sent or [at for at in _places(steps, lambda step: step.traits.acts) if at not in agreed]
    return (acting[0], acting[-1]) if acting else (max(agreed, default=-1) + 1, 0)


def _places(steps: Sequence[Step], fits: Callable[[Step], bool]) -> list[int]:
    return [at for at, step in enumerate(steps) if fits(step)]


@dataclass
class SigningIn:
    """Looks on while a role signs in by so many first steps of the run; none: it looks at nothing.

    `kept` is what the browser kept before it, `after` what it did before cookies were spoken of again at the end.
    """

    count: int
    kept: Kept | None = None
    after: Kept | None = None
    begun: bool = False  # something was done that may have signed in
    fields: frozenset[Field] = field(default_factory=frozenset)

    async def before(self, index: int, steps: Sequence[Step], stage: Stage) -> None:
        """Before each step."""
        if index >= self.count:
            return
        first, last = deeds_of(steps[: self.count])
        if index < first:
            return
        look = await _look(stage.session)
        if not self.begun:
            self.kept = await kept_by(stage.session)
        agrees = look is not None and _answers_banner(steps[index], look)
        if agrees and self.begun and self.after is None:
            self.after = await kept_by(stage.session)
        elif not agrees:
            self.begun, self.after = True, None
        if index == last:
            self.fields = _fields(look) if look is not None else frozenset()

    async def came_to_nothing(self, records: Sequence[StepRecord], steps: Sequence[Step], stage: Stage) -> bool:
        """After the last of these steps, if all of them were done. What cannot be told counts as nobody signed in.

        A role that signs out again is to be nobody.
        """
        if len(records) != self.count or any(record.result == "failed" for record in records) or signs_out(records):
            return False
        if not self.begun or self.kept is None:
            return True
        await stage.calm(_REQUESTS_AT_MOST)
        entered = any(map(_enters, steps[: self.count]))
        kept = await until(lambda: self._keeps_more(stage, entered=entered), _KEPT_LATE)
        if await self._stands_at_form(stage, entered=entered):
            return True
        if kept is None:
            return not (entered and await is_known_by_old_cookie(stage.session, stage.page.url, self.kept))
        addresses = dict.fromkeys((_without(self.fields, stage.page.url), stage.site.base_url))
        return not await answers_otherwise(stage.session, tuple(addresses), kept, self.kept)

    async def _keeps_more(self, stage: Stage, *, entered: bool) -> Kept | None:
        """What is kept now, once that is more than before and the form is gone."""
        now = self.after or await kept_by(stage.session)
        if self.kept is None or now is None or await self._stands_at_form(stage, entered=entered):
            return None
        return now if any(self.kept.entries.get(name) != value for name, value in now.entries.items()) else None

    async def _stands_at_form(self, stage: Stage, *, entered: bool) -> bool:
        look = await _look(stage.session)
        if look is None or asks_to_sign_in(look, filled=True):
            return True
        return entered and bool(self.fields) and self.fields <= _fields(look)


def _answers_banner(step: Step, look: Look) -> bool:
    """Whether it speaks of cookies only."""
    return isinstance(step, AcceptCookies) or (isinstance(step, Click) and is_of_banner(look, step.target.name))


def _without(fields: frozenset[Field], address: str) -> str:
    """A form sent by its address signs in whoever goes there: without what was entered."""
    parts = urlsplit(address)
    entered = {name for *_, name in fields if name}
    named = {name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    return parts._replace(query="").geturl() if named & entered else address


def _fields(look: Look) -> frozenset[Field]:
    usable = (n for n in look.nodes if n.shown and not n.disabled and (n.role in _FIELDS or n.type == "password"))
    return frozenset((node.role, node.type, node.name, node.field) for node in usable)


async def _look(session: Session) -> Look | None:
    with suppress(Failed):
        return await look_patiently(session.page, None, time.monotonic() + _REQUESTS_AT_MOST)
    return None
