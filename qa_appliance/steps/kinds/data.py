"""What stands beside the page: texts remembered under a name, copied and pasted, and the cookies of the site."""

from __future__ import annotations

from urllib.parse import urljoin

import msgspec
from playwright.async_api import BrowserContext, Cookie
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.find.texts import awaits_value
from qa_appliance.browser.look.roles import TEXT_FIELDS
from qa_appliance.browser.network.looked import required
from qa_appliance.core.by_names import as_text, at, none_or_several
from qa_appliance.core.steps import Clipboard, Cookies, Remember, RememberAnswer, Value
from qa_appliance.core.traits import Purpose
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.evidence.base.redact import names_credential
from qa_appliance.steps.base.answers import partly_read
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.labelled import holder_of, labelled_texts, words_of
from qa_appliance.steps.base.own_hosts import refuse_foreign_host
from qa_appliance.steps.base.stage import Doing, Stage

_KEYS = {"copy": "ControlOrMeta+C", "cut": "ControlOrMeta+X"}


_NO_WORD = 8  # characters from which what a cookie's name says is a credential is masked in every text


async def remember(step: Remember, stage: Stage, doing: Doing) -> None:
    """Later texts hold it as `{name}`. A label stands for what it labels, a field for its value."""
    if step.target.kind == "page":
        kept = await stage.page.title() if step.target.name == "title" else stage.page.url
        if not kept.strip():
            raise fail("not_found", "The page has no title to remember.")
        stage.variables[step.name] = kept
        doing.details.remembered = {step.name: stage.recorder.clean(kept)}
        return
    located = await stage.find(holder_of(step.target), "text", doing)
    if located.node.type == "password":
        raise fail("unsupported", "A password is not remembered from the page.")
    if "partial" in located.node.states:
        raise fail("unsupported", partly_read(located.look, located.node))
    if step.target.kind == "word":
        words, place = words_of(located.look, located.node), step.target.ordinal
        if abs(place) > len(words):
            raise fail("not_found", f"The {located.called} has only {len(words)} words.")
        text = words[place - 1 if place > 0 else place]
    else:
        text = labelled_texts(located.look, located.node, step.target)[-1].strip()
    if not text or (step.target.kind in ("any", "text") and awaits_value(text, step.target.name)):
        raise fail("not_found", f"The {located.called} holds no text to remember.")
    stage.variables[step.name] = text
    doing.details.remembered = {step.name: stage.recorder.clean(text)}


async def remember_answer(step: RememberAnswer, stage: Stage, doing: Doing) -> None:
    """Later texts hold it as `{name}`; what is no text is kept as JSON writes it."""
    looked = required(stage.wire.answer)
    body = await looked.body()
    found = at(step.name, body)
    if problem := none_or_several(step.name, found, body):
        raise fail("not_found", f"{problem[:-1]}, in the answer to {looked.called}.", expected=step.name)
    kept = as_text(found[0].value)
    if names_credential(step.name) and kept:
        stage.recorder.hide(kept)
    stage.variables[step.variable] = kept
    doing.details.remembered = {step.variable: stage.recorder.clean(kept)}


async def clipboard(step: Clipboard, stage: Stage, doing: Doing) -> None:
    """By the keyboard, as a person does it. What to copy is selected first where the step names it.

    What is pasted was copied in this run, or is the step's own text: the browser's clipboard is that of everybody.
    """
    own = stage.session.clipboard
    if step.move == "paste" and step.text is None and own.is_empty:
        raise fail("unsupported", "Nothing was copied in this run before, so there is nothing to paste.")
    located: Located | None = None
    try:
        if step.target is not None:
            purpose: Purpose = "fill" if step.move == "paste" else "text"
            located = await stage.find(step.target, purpose, doing)
            editable = located.node.role in TEXT_FIELDS or "editor" in located.node.states
            if editable:
                await located.locator.focus(timeout=stage.patience * 1000)
            if step.move != "paste":
                await located.locator.select_text(timeout=stage.patience * 1000)
        text = _text_to_paste(step.text, located, stage)
        await stage.recorder.before_action(stage.page, doing.found.box if doing.found else None)
        if step.move == "paste":
            await own.paste(stage.page, text=text)
        elif not await own.copy(stage.page, _KEYS[step.move]):
            doing.note("nothing was selected, so nothing was copied")
    except PlaywrightError as error:
        raise Failed(translated(error, step.move)) from error
    await stage.calm()


def _text_to_paste(text: Value | None, located: Located | None, stage: Stage) -> str | None:
    """The step's own. Raises Failed (secret_host) where a secret would go into a page of others."""
    if text is None:
        return None
    if located is not None and located.node.type == "password":
        stage.recorder.hide(text.text)
    if text.secret:
        refuse_foreign_host(located.look.frames[located.node.frame].url if located else stage.page.url, stage)
    return text.text


async def cookies(step: Cookies, stage: Stage, doing: Doing) -> None:
    """What the browser holds afterwards is asked for: one it does not take has not been set."""
    context = stage.session.context
    if step.move == "clear":
        count = len(await untraced(context.cookies()))
        await context.clear_cookies()
        doing.note(f"{count or 'no'} {'cookie was' if count == 1 else 'cookies were'} there")
        return
    address = stage.page.url
    if not address.startswith(("http://", "https://")):
        raise fail("unsupported", "A cookie belongs to a site: open one of its pages first.")
    if step.move == "delete":
        await _delete(step.name, address, context)
        return
    await _set(step, address, context)
    if not any(cookie.get("value") == step.value.text for cookie in await _called(step.name, address, context)):
        raise fail("not_actionable", f"The browser did not take the cookie “{step.name}” for this page.")


async def _set(step: Cookies, address: str, context: BrowserContext) -> None:
    """One that is there keeps where it holds and until when; a new one holds for the whole site, while it is open."""
    there = await _called(step.name, address, context)
    new: list[dict[str, object]] = [{"name": step.name, "url": urljoin(address, "/")}]
    given = [{**cookie, "value": step.value.text} for cookie in there or new]
    try:
        await context.add_cookies(given)  # type: ignore[arg-type]
    except PlaywrightError as error:
        raise Failed(translated(error, f"set the cookie “{step.name}”")) from error


async def _called(name: str, address: str, context: BrowserContext) -> list[Cookie]:
    """Several may be called so, for different paths and domains."""
    return [cookie for cookie in await untraced(context.cookies(address)) if cookie.get("name") == name]


async def _delete(name: str, address: str, context: BrowserContext) -> None:
    there = await _called(name, address, context)
    if not there:
        others = " and ".join(f"“{cookie['name']}”" for cookie in await untraced(context.cookies(address)))
        message = f"There is no cookie “{name}” for this page, {f'only {others}' if others else 'nor any other'}."
        raise fail("assertion", message, expected=f"the cookie “{name}”", seen=others or "no cookie")
    for cookie in there:
        await context.clear_cookies(name=name, domain=cookie["domain"], path=cookie["path"])


def _value(step: Cookies) -> Value:
    """What a session or a token holds is a secret, whether the test says so or not."""
    return msgspec.structs.replace(step.value, secret=step.value.secret or names_credential(step.name))


def _secrets(step: Cookies) -> list[Value]:
    value = _value(step)
    return [value] if step.value.secret or (value.secret and len(value.text) >= _NO_WORD) else []


KINDS = (
    Kind(RememberAnswer, perform=remember_answer, target=lambda step: step.name, value=lambda step: step.variable),
    Kind(Remember, perform=remember, value=lambda step: step.name),
    Kind(Clipboard, perform=clipboard, value=lambda step: step.text.shown if step.text else step.move),
    Kind(
        Cookies,
        perform=cookies,
        target=lambda step: f"the cookie “{step.name}”" if step.name else "the cookies",
        value=lambda step: _value(step).shown if step.move == "set" else step.move,
        secrets=_secrets,
    ),
)
