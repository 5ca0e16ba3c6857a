"""Whole deeds around a user: sign in, sign out, search. Each finds the parts it needs and says what it did."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.find.texts import fold, same_meaning
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TYPED_INTO
from qa_appliance.core.checks import TextShown
from qa_appliance.core.steps import Assert, LogIn, LogOut, Search, SignIn, Value, WaitFor
from qa_appliance.core.target import Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.looking import looked
from qa_appliance.steps.base.sign_in.form import submit_button
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.fields import type_into
from qa_appliance.steps.messages.troubles import troubles
from qa_appliance.steps.widgets.opening import openers_of

_FORM_WAIT = 2.0  # seconds for a sign-in form to show before a link to it is followed
_ANSWER_WAIT = 10.0  # seconds for the site to answer the sign-in
_USER_WORDS = ("user", "email", "e mail", "login", "account", "name", "phone", "id", "mail")
_SIGN_IN = Target(words="the sign-in link", name="Sign in", meant=True)
_SIGN_OUT = Target(words="the sign-out link", name="Log out", meant=True)
_NEXT = ("next", "continue", "proceed")


async def log_in(step: LogIn, stage: Stage, doing: Doing) -> None:
    """Raises Failed with the page's own words when the sign-in form stays."""
    stage.recorder.hide(step.password.text)
    look = await _sign_in_form(step, stage, doing)
    before = {t.text for t in troubles(look)}
    password = _password_of(look)
    if step.user is not None:
        user = _user_field(look, password)
        if user is None:
            raise fail("not_found", "There is a sign-in form, but no field for the user's name or email.")
        await type_at(look, user, step.user, stage, doing)
        if password is None:
            look = await _past_the_user_name(look, user, stage)
            password = _password_of(look)
        else:
            look = await looked(stage)
            password = _password_of(look)
    if password is None:
        raise fail("not_found", "There is no password field to sign in with.")
    await type_at(look, password, step.password, stage, doing)
    look = await looked(stage)
    button = submit_button(look, _password_of(look) or password)
    if button is None:
        await stage.page.keyboard.press("Enter")
        doing.note("sent with Enter: the form has no button")
    else:
        located = as_located(look, button)
        doing.found = located.found
        await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
    try:
        await _await_answer(stage, before)
    except Failed as failed:
        if failed.failure.cause != "refused" or not _is_awaited(step, failed.failure.seen, stage):
            raise
        doing.note(f"{failed.failure.message} What the test expects of it is checked next")


def _is_awaited(step: LogIn, refusal: str, stage: Stage) -> bool:
    """Whether the check right behind it is about the refusal: of an attempt any is, else one with most of its words."""
    following = stage.steps[stage.index + 1 : stage.index + 2]
    if stage.attempts_from is None or stage.index < stage.attempts_from:
        return False
    if not isinstance(stage.steps[stage.index], LogIn | SignIn):
        return False
    check = following[0].check if following and isinstance(following[0], Assert | WaitFor) else None
    if isinstance(check, TextShown) and not check.negated:
        return len(check.text) >= len(refusal) / 2 and fold(check.text) in fold(refusal)
    return check is not None and step.attempt


async def log_out(step: LogOut, stage: Stage, doing: Doing) -> None:
    """By the sign-out control; where it is folded away, by opening the menu of the account first."""
    try:
        await _click(_SIGN_OUT, stage, doing, 1.0)
        return
    except Failed as failed:
        if failed.failure.kind not in ("not_found", "not_actionable"):
            raise
        missing = failed
    look = await looked(stage)
    for node in dict.fromkeys([*openers_of(look, _SIGN_OUT), *_account_menus(look)]):
        await stage.act_on(as_located(look, node), "open", lambda _, locator, ms: locator.click(timeout=ms))
        try:
            await _click(_SIGN_OUT, stage, doing, 1.0)
        except Failed:
            await stage.page.keyboard.press("Escape")
            look = await looked(stage)
            continue
        doing.note(f"opened the {as_located(look, node).called} first")
        return
    raise missing


async def search(step: Search, stage: Stage, doing: Doing) -> None:
    """Types into the page's search field and sends it: with Enter, or with the button where Enter does nothing."""
    ends = time.monotonic() + stage.patience
    located = await _search_field(stage, ends)
    doing.found = located.found
    address, text = stage.page.url, located.look.text
    value = Value(text=step.text)
    await stage.act_on(located, "type into", lambda at, locator, ms: type_into(at, locator, value, stage, doing, ms))
    await stage.act_on(located, "press Enter in", lambda _, locator, ms: locator.press("Enter", timeout=ms))
    look = await looked(stage)
    if stage.page.url != address or look.text != text:
        return
    button = _search_button(look)
    if button is not None:
        doing.note("sent with the button: Enter did nothing")
        await stage.act_on(as_located(look, button), "click", lambda _, locator, ms: locator.click(timeout=ms))


# ---- signing in -----------------------------------------------------------------------------------------------------


async def _sign_in_form(step: LogIn, stage: Stage, doing: Doing) -> Look:
    def there(look: Look) -> bool:
        return _password_of(look) is not None

    look = await _wait_for(stage, there, _FORM_WAIT)
    if look is not None:
        return look
    look = await looked(stage)
    if step.user is not None and _user_first(look):
        return look
    answer = find(look, _SIGN_IN, "click")
    if not isinstance(answer, Match):
        raise fail("not_found", "There is no sign-in form on the page, and nothing that leads to one.")
    located = as_located(look, answer.node)
    await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
    doing.note(f"opened the sign-in form by the {located.called}")
    look = await _wait_for(stage, lambda look: there(look) or _user_first(look), stage.patience)
    if look is None:
        raise fail("not_found", f"The {located.called} led to no sign-in form.")
    return look


def _user_first(look: Look) -> bool:
    """A form that asks for the user's name alone and for the password on the next page."""
    user = _user_field(look, None)
    return user is not None and submit_button(look, user, also=_NEXT) is not None


async def _past_the_user_name(look: Look, user: Node, stage: Stage) -> Look:
    button = submit_button(look, user, also=_NEXT)
    if button is None:
        await stage.page.keyboard.press("Enter")
    else:
        await stage.act_on(as_located(look, button), "click", lambda _, locator, ms: locator.click(timeout=ms))
    found = await _wait_for(stage, lambda look: _password_of(look) is not None, stage.patience)
    if found is None:
        shown = "; ".join(t.text for t in troubles(await looked(stage)))
        message = f"The page did not ask for the password{f': “{shown}”' if shown else ''}."
        raise fail("assertion", message, seen=shown, cause="refused")
    return found


def _password_of(look: Look) -> Node | None:
    shown = [n for n in look.nodes if n.type == "password" and n.shown and not n.disabled]
    in_modal = [n for n in shown if look.modal is not None and look.inside(n, look.modal)]
    return next(iter(in_modal or shown), None)


def _user_field(look: Look, password: Node | None) -> Node | None:
    """The last field before the password that speaks of a user, else the last one; without a password one that does."""
    fields = [n for n in look.nodes if _takes_a_name(n)]
    if password is None:
        return next((n for n in reversed(fields) if _speaks_of_a_user(n)), None)
    before = [n for n in fields if n.index < password.index]
    fields = [n for n in before if n.form == password.form] or before
    return next((n for n in reversed(fields) if _speaks_of_a_user(n)), fields[-1] if fields else None)


def _takes_a_name(node: Node) -> bool:
    typed = node.tag == "input" and node.role in ("textbox", "combobox") and node.type != "password"
    return typed and node.shown and not node.disabled


def _speaks_of_a_user(node: Node) -> bool:
    words = fold(" ".join((node.name, node.label, node.placeholder, node.id, node.field, node.test_id)))
    return node.type == "email" or any(word in words for word in _USER_WORDS)


def _first(nodes: list[Node], fits: Callable[[Node], bool]) -> Node | None:
    return next(filter(fits, nodes), None)


async def _await_answer(stage: Stage, before: set[str]) -> None:
    """Until the password field is gone or the page says what is wrong."""
    spoken = len(stage.dialogs.spoken)
    standing: list[str] = []  # what the form that is still there says

    def answered(look: Look) -> _SignIn | None:
        if _password_of(look) is None:
            return _SignIn(done=True)
        standing[:] = [t.text for t in troubles(look)]
        new = [t.text for t in troubles(look) if t.sure and t.text not in before]
        if new and not stage.recorder.pending_requests():
            return _SignIn(refused=new[0])
        return _SignIn(spoken=True) if len(stage.dialogs.spoken) > spoken else None

    answer = await stage.until(answered, max(stage.patience, _ANSWER_WAIT)) or _SignIn()
    if answer.done:
        return
    if answer.refused:
        message = f"Signing in was refused: “{answer.refused}”."
        raise fail("assertion", message, expected="signed in", seen=answer.refused, cause="refused")
    if stage.recorder.pending_since(stage.index):
        raise fail("timeout", "The site did not answer the sign-in in time.", expected="signed in")
    shown = stage.dialogs.spoken[-1].text if answer.spoken else "; ".join(standing)
    reason = f": “{shown}”" if shown else ", and the page does not say why"
    message = f"The sign-in form is still there after it was sent{reason}."
    raise fail("assertion", message, expected="signed in", seen=shown, cause="refused")


class _SignIn(Struct, frozen=True):
    """The site's answer to a sign-in: done, refused with a text, or a dialog of the browser's own."""

    done: bool = False
    refused: str = ""
    spoken: bool = False


# ---- parts ----------------------------------------------------------------------------------------------------------


async def _wait_for(stage: Stage, holds: Callable[[Look], bool], patience: float) -> Look | None:
    return await stage.until(lambda look: look if holds(look) else None, patience)


async def type_at(look: Look, node: Node, value: Value, stage: Stage, doing: Doing) -> None:
    await stage.act_on(
        as_located(look, node), "type into", lambda at, locator, ms: type_into(at, locator, value, stage, doing, ms)
    )


async def _click(target: Target, stage: Stage, doing: Doing, patience: float) -> None:
    located = await stage.find(target, "click", doing, patience)
    await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))


def _account_menus(look: Look) -> list[Node]:
    """What may hold a folded sign-out: menus named after the user's things."""
    words = ("account", "profile", "user", "avatar", "menu", "settings")
    found = []
    for node in look.nodes:
        if node.shown and node.click and (node.role in ("button", "link", "img", "") or "popup" in node.states):
            named = fold(f"{node.name} {node.classes} {node.id} {node.test_id}".replace("_", " "))
            if any(word in named.split() for word in words):
                found.append(node)
    return found[:3]


async def _search_field(stage: Stage, ends: float) -> Located:
    def field(look: Look) -> Located | None:
        found = _search_field_in(look)
        return as_located(look, found) if found is not None else None

    located = await stage.until(field, ends - time.monotonic())
    if located is None:
        raise fail("not_found", "There is no search field on the page.")
    return located


def _search_field_in(look: Look) -> Node | None:
    """By its role, else by the form it stands in, else by its words."""
    fields = [n for n in look.nodes if n.role in TYPED_INTO and n.tag in ("input", "textarea") and not n.disabled]
    fields = [n for n in fields if n.shown]
    return (
        _first(fields, lambda n: n.role == "searchbox")
        or _first(fields, lambda n: any(a.role == "search" for a in look.ancestors(n)))
        or _first(fields, _says_search)
    )


def _says_search(node: Node) -> bool:
    words = fold(" ".join((node.name, node.placeholder, node.label, node.id, node.field, node.classes, node.test_id)))
    return any(same_meaning("search", word) for word in words.split()) or node.field == "q" or "search" in words


def _search_button(look: Look) -> Node | None:
    buttons = [n for n in look.nodes if n.shown and n.role == "button" and not n.disabled]
    named = [n for n in buttons if same_meaning("search", n.name) or "search" in fold(n.classes).split()]
    return named[0] if len(named) == 1 else None


def _secrets(step: LogIn) -> list[Value]:
    """The password in any case."""
    return [step.password, *([step.user] if step.user is not None and step.user.secret else [])]


KINDS = (
    Kind(LogIn, perform=log_in, value=lambda step: step.user.shown if step.user else None, secrets=_secrets),
    Kind(LogOut, perform=log_out),
    Kind(Search, perform=search, value=lambda step: step.text),
)
