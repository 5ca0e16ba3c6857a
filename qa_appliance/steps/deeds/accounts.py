"""Signing in with an account of the project, by its form or its own sentences; and being nobody on the site.

Whoever was signed in before is forgotten first. The tests of a suite share one sign-in of an account, unless a test
signs out by itself: that would end it for the others.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlsplit

import msgspec
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.locate import as_located
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.steps import LogIn, LogOut, SignIn, Step, Value, Visitor
from qa_appliance.core.test_data.project import Account, not_known
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.looking import looked
from qa_appliance.steps.base.placeholders import filled
from qa_appliance.steps.base.sign_in.authenticator import next_code
from qa_appliance.steps.base.sign_in.form import asks_to_sign_in, offers_to_sign_in, submit_button
from qa_appliance.steps.base.sign_in.sessions import SignedIn, SuiteSignIns
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.fields import type_into
from qa_appliance.steps.kinds.navigation import open_address, open_base
from qa_appliance.steps.messages.troubles import troubles

_NOTHING: dict[str, object] = {"cookies": [], "origins": []}
_QUIET = 2.0  # seconds for a page to find out who looks at it
_ANSWER = 10.0  # seconds for the site to answer a code
_CODE = re.compile(
    r"\b(?:one ?time|verification|authentication|authenticator|two factor|2fa|mfa|otp|totp|passcode|(?:6|six) digit)\b"
    r"|^(?:enter )?(?:the |your )?code$"
)
_NEXT = ("verify", "confirm", "continue", "next", "submit")


async def sign_in(step: SignIn, stage: Stage, doing: Doing) -> None:
    """Raises Failed where there is no such account, and as `log_in` does."""
    data = stage.project_data
    account = data.account(step.account)
    if account is None:
        raise fail("unsupported", not_known(step.account, data.accounts), expected=step.account)
    stage.recorder.hide(account.password)
    doing.value = account.name
    if stage.sign_ins is None or any(isinstance(each, LogOut) for each in stage.steps):
        await _anew(account, stage, doing)
    else:
        await _shared(account, stage.sign_ins, stage, doing)


async def be_visitor(_: Visitor, stage: Stage, doing: Doing) -> None:
    await forget(stage, doing)
    await open_base(stage)


async def forget(stage: Stage, doing: Doing) -> None:
    """All that the browser keeps, of every site: its other tabs are closed, and its page is left for an empty one."""
    context, page = stage.session.context, stage.page
    others = [each for each in context.pages if each is not page]
    try:
        origins = await _origins(stage)
        for other in others:
            await other.close()
        await page.evaluate("() => { try { sessionStorage.clear(); } catch { } }")
        await page.goto("about:blank")
        await context.set_storage_state(_NOTHING)  # type: ignore[arg-type]
        asking = await context.new_cdp_session(page)
        for origin in origins:
            await asking.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        await asking.detach()
    except PlaywrightError as error:
        raise Failed(translated(error, "forget who is signed in")) from error
    if others:
        doing.note(f"closed {len(others)} other tab{'s' if len(others) > 1 else ''}")


async def _origins(stage: Stage) -> list[str]:
    """Of the site, of what is open, and of whatever else the browser keeps something of."""
    state = await stage.session.storage_state() or {}
    kept = [str(each["origin"]) for each in state.get("origins", ())]  # type: ignore[attr-defined]
    open_now = [frame.url for page in stage.session.context.pages for frame in page.frames]
    parts = [urlsplit(address) for address in (stage.site.base_url, *open_now)]
    return list(dict.fromkeys([*(f"{p.scheme}://{p.netloc}" for p in parts if p.scheme in ("http", "https")), *kept]))


# ---- anew -----------------------------------------------------------------------------------------------------------


async def _anew(account: Account, stage: Stage, doing: Doing) -> None:
    await forget(stage, doing)
    await open_base(stage)
    if account.sign_in:
        await _by_sentences(account, stage, doing)
    else:
        password = Value(account.password, secret=True, literal=True)
        record = await doing.perform(LogIn(user=Value(account.user, literal=True), password=password))
        doing.found = record.found
        doing.note(record.note or "")
        if record.failure is not None:
            raise Failed(record.failure)
    await _answer_code(account, stage, doing)
    doing.note(f"signed in as “{account.user}”, the account “{account.name}”")


async def _by_sentences(account: Account, stage: Stage, doing: Doing) -> None:
    """The account's own, with `{user}` and `{password}` in them. Raises Failed where one is not understood or done."""
    plan = await asyncio.to_thread(plan_english, "\n".join(account.sign_in))
    if plan.gaps or not plan.steps:
        gap = f"“{plan.gaps[0].text}” was not understood" if plan.gaps else "there is nothing to do in them"
        message = (
            f"How the account “{account.name}” signs in is told in sentences, and {gap}. Change it under Accounts."
        )
        raise fail("unsupported", message)
    for step in plan.steps:
        record = await doing.perform(_as_account(step, account))
        doing.details.steps.append(record)
        if record.failure is not None:
            message = f"“{record.sentence}” (signing in as “{account.name}”): {record.failure.message}"
            raise Failed(msgspec.structs.replace(record.failure, message=message))
    await stage.calm(_QUIET)
    look = await looked(stage)
    if asks_to_sign_in(look, filled=True):
        shown = "; ".join(each.text for each in troubles(look))
        message = f"The sign-in form is still there after the account's own sentences{f': “{shown}”' if shown else ''}."
        raise fail("assertion", message, expected="signed in", seen=shown, cause="refused")


def _as_account(step: Step, account: Account) -> Step:
    """Nothing in the user's name or the password is a placeholder itself."""
    changed = {
        name: Value(_given(value.text, account), secret=value.secret or "{password}" in value.text, literal=True)
        for name in step.__struct_fields__
        if isinstance(value := getattr(step, name), Value)
        and value.made is None
        and "{" in value.text
        and ("{user}" in value.text or "{password}" in value.text)
    }
    step = msgspec.structs.replace(step, **changed) if changed else step
    return filled(step, {"user": account.user})


def _given(text: str, account: Account) -> str:
    given = {"{user}": account.user, "{password}": account.password}
    return re.sub(r"\{(?:user|password)\}", lambda found: given[found[0]], text)


# ---- a suite's ------------------------------------------------------------------------------------------------------


async def _shared(account: Account, sign_ins: SuiteSignIns, stage: Stage, doing: Doing) -> None:
    """One test signs in, those beside it wait for that."""
    signed_in = sign_ins.of(account)
    async with signed_in.lock:
        if signed_in.state is not None and await _is_known_by(signed_in, stage, doing):
            doing.note(f"signed in as “{account.user}” by the session of this suite")
            return
        signed_in.state = None
        await _anew(account, stage, doing)
        await stage.calm(_QUIET)
        if not _asks_who(await looked(stage)):  # a refusal may be what the test is about
            sign_ins.keep(signed_in, await stage.session.storage_state(), stage.page.url)


async def _is_known_by(signed_in: SignedIn, stage: Stage, doing: Doing) -> bool:
    """Whether the site knows by it still who comes, on the page where the sign-in had led."""
    await forget(stage, doing)
    try:
        await stage.session.context.set_storage_state(signed_in.state)  # type: ignore[arg-type]
        await open_address(stage, signed_in.address)
        await stage.calm(_QUIET)
        return not _asks_who(await looked(stage))
    except PlaywrightError as error:
        raise Failed(translated(error, "take the session of the suite")) from error
    except Failed as failed:
        if failed.failure.kind != "page_error":
            raise
        return False


def _asks_who(look: Look) -> bool:
    return asks_to_sign_in(look, filled=True) or offers_to_sign_in(look) or _code_field(look) is not None


# ---- the second factor ----------------------------------------------------------------------------------------------


async def _answer_code(account: Account, stage: Stage, doing: Doing) -> None:
    """Where the site asks for a code behind the password. Raises Failed where nothing makes one, or it is refused."""
    await stage.calm()
    look = await looked(stage)
    field = _code_field(look)
    if field is None:
        return
    name, key = _authenticator(account, stage, field)
    code = await next_code(name, key, stage, doing)
    located = as_located(look, field)
    await stage.act_on(located, "type into", lambda at, locator, ms: type_into(at, locator, code, stage, doing, ms))
    refusal = await _sent(stage)
    if refusal != "":
        shown = f": “{refusal}”" if refusal else ", and the page does not say why"
        message = f"The code of the authenticator “{name}” was not taken{shown}."
        raise fail("assertion", message, expected="signed in", seen=refusal or "", cause="refused")
    doing.note(f"answered “{_asked_for(field)}” with the code of the authenticator “{name}”")


def _authenticator(account: Account, stage: Stage, field: Node) -> tuple[str, str]:
    names = [name.casefold() for name in (account.name, account.role, account.user) if name]
    for name, key in (stage.site.authenticators or {}).items():
        if name.casefold() in names:
            return name, key
    asked = _asked_for(field)
    message = f"The site asks for “{asked}”, and the environment has no authenticator called “{account.name}”."
    raise fail("unsupported", f"{message} Add one with the site's key.", seen=asked)


def _asked_for(field: Node) -> str:
    return field.label or field.name or field.placeholder


async def _sent(stage: Stage) -> str | None:
    """What the page says against the code; "" where it asks no more, None where it says nothing in time."""
    look = await looked(stage)
    field = _code_field(look)
    if field is None:  # some are sent with the last digit
        return ""
    button = submit_button(look, field, also=_NEXT)
    before = {each.text for each in troubles(look)}
    if button is None:
        await stage.page.keyboard.press("Enter")
    else:
        await stage.act_on(as_located(look, button), "click", lambda _, locator, ms: locator.click(timeout=ms))
    return await stage.until(lambda now: _answered(now, before), _ANSWER)


def _answered(look: Look, before: set[str]) -> str | None:
    if _code_field(look) is None:
        return ""
    return next((each.text for each in troubles(look) if each.sure and each.text not in before), None)


def _code_field(look: Look) -> Node | None:
    """The one field of a form that asks for a code."""
    fields = [n for n in look.nodes if n.shown and not n.disabled and n.tag == "input" and n.role in _TYPED]
    for field in fields:
        words = [
            fold(each.replace("_", " ").replace("-", " ")) for each in (field.name, field.label, field.placeholder)
        ]
        alone = all(other.form != field.form or other is field for other in fields)
        if alone and any(_CODE.search(each) for each in words):
            return field
    return None


_TYPED = frozenset({"textbox", "spinbutton"})

KINDS = (
    Kind(SignIn, perform=sign_in, value=lambda step: step.account),
    Kind(Visitor, perform=be_visitor),
)
