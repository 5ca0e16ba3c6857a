"""What the browser takes for its world: its clock, its place, a passkey. The appliance's own clock stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.network.places import spoken, zone
from qa_appliance.core.steps import ForEach, Repeat, Step, Surroundings, When
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.sign_in.passkeys import Passkeys
from qa_appliance.steps.base.stage import Doing, Stage

_LONGEST = 10 * 366 * 86_400  # seconds
_MEANING = {
    "clock": "set the clock",
    "pass": "let time pass",
    "place": "set the place",
    "passkey": "use a passkey",
    "allow": "give the site leave",
    "deny": "refuse it to the site",
    "look": "show the site so",
}


async def surround(step: Surroundings, stage: Stage, doing: Doing) -> None:
    try:
        match step.move:
            case "clock":
                await _set_clock(step.moment, stage, doing)
            case "pass":
                await _let_pass(step.seconds, stage)
            case "place":
                latitude, longitude = step.place
                await stage.session.context.grant_permissions(["geolocation"])
                await stage.session.context.set_geolocation({"latitude": latitude, "longitude": longitude})
            case "passkey":
                await _use_passkey(stage, doing)
            case "allow" | "deny":
                await stage.wire.permitted.be(stage.page, step.what, stage.site.base_url, allowed=step.move == "allow")
            case "look":
                await stage.wire.shown.be(stage.session.context, step.what)
            case "language" | "zone":
                _is_so(step, stage)
    except PlaywrightError as error:
        raise Failed(translated(error, _MEANING[step.move])) from error
    await stage.calm()


async def take_clock(stage: Stage) -> None:
    """Of the session at hand, before its pages set their timers: those set earlier would go by the machine's."""
    if stage.session.context not in stage.clocks:
        await stage.session.context.clock.install()
        stage.clocks.add(stage.session.context)


def is_by_the_clock(steps: Sequence[Step]) -> bool:
    """Whether one of them, or of those within them, sets the clock or lets time pass."""
    for step in steps:
        if isinstance(step, Surroundings) and step.move in ("clock", "pass"):
            return True
        if isinstance(step, When | Repeat | ForEach) and is_by_the_clock(step.steps):
            return True
        if isinstance(step, When) and is_by_the_clock(step.otherwise):
            return True
    return False


async def _set_clock(moment: str, stage: Stage, doing: Doing) -> None:
    """Runs on from there. What a page has read of the clock before, it has read."""
    at = _moment(moment, stage.site.timezone)
    await take_clock(stage)
    await stage.session.context.clock.set_system_time(at)
    doing.note(f"the browser's clock is {at:%Y-%m-%d %H:%M:%S %Z} now")


async def _let_pass(seconds: float, stage: Stage) -> None:
    """Every timer that comes due meanwhile fires once, as when a laptop was closed for that long."""
    if not 0 < seconds <= _LONGEST:
        raise fail("unsupported", "Time can pass for more than nothing and at most ten years.")
    await take_clock(stage)
    await stage.session.context.clock.fast_forward(round(seconds * 1000))


def _moment(text: str, timezone: str | None) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise fail("unsupported", f"“{text}” is no moment: write it as 2026-03-01 09:00.") from error
    if moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=ZoneInfo(timezone)) if timezone else moment.astimezone()


def _is_so(step: Surroundings, stage: Stage) -> None:
    """The browser was opened so, where it could be. Raises Failed."""
    wanted = spoken(step.what) if step.move == "language" else zone(step.what)
    if wanted is None:
        examples = "German, or de-AT" if step.move == "language" else "Asia/Tokyo"
        raise fail("unsupported", f"“{step.what}” is not known. Write it as {examples}.")
    if wanted != (stage.site.locale if step.move == "language" else stage.site.timezone):
        what = "The language" if step.move == "language" else "The time zone"
        raise fail("unsupported", f"{what} is that of the whole test: say it once, before anything is done.")


async def _use_passkey(stage: Stage, doing: Doing) -> None:
    if stage.passkeys is None:
        stage.passkeys = Passkeys()
    await stage.passkeys.use(stage.session.context)
    doing.note("the browser has a passkey of this run, which answers by itself")


def _shown(step: Surroundings) -> str | None:
    match step.move:
        case "clock":
            return step.moment
        case "pass":
            return f"{step.seconds:g} s"
        case "place":
            return ", ".join(f"{degrees:g}" for degrees in step.place)
        case "allow" | "deny" | "look" | "language" | "zone":
            return step.what
    return None


KINDS = (Kind(Surroundings, perform=surround, value=_shown),)
