"""Calendars a page paints itself: turned to the month, then the day is clicked. Native date inputs are typed into."""

from __future__ import annotations

import calendar
import re
from datetime import date

from playwright.async_api import Locator

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import locator_of
from qa_appliance.steps.base.pointing import press_on
from qa_appliance.steps.base.stage import Doing, Stage

Shown = tuple[int, int, Node]  # year, month, and the element that says so

_OPEN_WAIT = 2.0  # seconds
_TURN_WAIT = 1.0
_MOST_TURNS = 240  # months
_LONGEST_TURN = 20  # characters on a button that turns the month
_WORDS = ("date", "calendar", "datepicker", "day")
_MONTHS = {name.casefold(): i for i, name in enumerate(calendar.month_name) if name} | {
    name.casefold(): i for i, name in enumerate(calendar.month_abbr) if name
}
_FORWARD = ("next", "next month", "forward", "later", "›", "»", ">", "→", "chevron right", "arrow right")
_BACK = (
    "prev",
    "previous",
    "previous month",
    "prev month",
    "back",
    "earlier",
    "‹",
    "«",
    "<",
    "←",
    "chevron left",
    "arrow left",
)


def is_calendar(located: Located) -> bool:
    """A field or button that opens a calendar, or a calendar itself, judged by what it calls itself."""
    node = located.node
    words = fold(" ".join((node.name, node.label, node.placeholder, node.id, node.field, node.classes)))
    return node.role in ("textbox", "combobox", "button", "grid", "table") and any(word in words for word in _WORDS)


async def choose_day(located: Located, locator: Locator, day: date, stage: Stage, doing: Doing) -> None:
    """Raises Failed (no_option) when the calendar does not come to the month or lacks the day."""
    opener = _opener_beside(located)
    if located.node.role not in ("grid", "table"):
        await locator.click(timeout=2_000)
    look, shown = await _month_shown(stage, _OPEN_WAIT if opener is None else _TURN_WAIT)
    if shown is None and opener is not None:
        await press_on(opener, opener.locator, 2_000)
        look, shown = await _month_shown(stage, _OPEN_WAIT)
    if look is None or shown is None:
        await _type_instead(located, locator, day, stage, doing)
        return
    await _turn_to(look, shown, day, stage)


async def choose_day_shown(day: date, stage: Stage) -> bool:
    """In a calendar that is open already. False where none is."""
    look, shown = await _month_shown(stage, 0.0)
    if look is None or shown is None:
        return False
    await _turn_to(look, shown, day, stage)
    return True


def _opener_beside(located: Located) -> Located | None:
    """The button next to a date field that opens its calendar."""
    look, node = located.look, located.node
    for around in look.ancestors(node)[:3]:
        buttons = [n for n in look.nodes if n.shown and n.role == "button" and look.inside(n, around)]
        saying = [n for n in buttons if any(w in fold(f"{n.name} {n.title} {n.classes}") for w in ("date", "calendar"))]
        if len(saying) == 1 and saying[0].index != node.index:
            return as_located(look, saying[0])
    return None


async def _turn_to(look: Look, shown: Shown, day: date, stage: Stage) -> None:
    for _ in range(_MOST_TURNS):
        year, month, head = shown
        distance = (day.year - year) * 12 + day.month - month
        if distance == 0:
            await _click_day(look, shown[2], day, stage)
            return
        if head.tag == "select":
            await _set_month(look, head, day)
        elif (turn := _button(look, head, _FORWARD if distance > 0 else _BACK)) is not None:
            await locator_of(look, turn).click(timeout=2_000)
        else:
            break
        turned_look, turned = await _month_shown(stage, _TURN_WAIT, other_than=(year, month))
        if turned_look is None or turned is None:
            break
        look, shown = turned_look, turned
    raise fail("no_option", f"The calendar could not be turned to {day:%B %Y}.", expected=day.isoformat())


async def _month_shown(
    stage: Stage, wait: float, other_than: tuple[int, int] | None = None
) -> tuple[Look | None, Shown | None]:
    last: list[Look] = []

    def month(look: Look) -> tuple[Look, Shown] | None:
        last[:] = [look]
        shown = _read_month(look)
        return (look, shown) if shown is not None and shown[:2] != other_than else None

    return await stage.until(month, wait) or (last[0] if last else None, None)


def _read_month(look: Look) -> Shown | None:
    """The smallest element that reads "May 2027", with days around it; or a choice of the month beside the year's."""
    for node in look.nodes:
        if node.shown and node.tag == "select" and (month := _MONTHS.get(node.value.casefold())):
            year = _year_beside(look, node)
            if year is not None and len(_days(look, node)) >= 28:
                return int(year.value), month, node
    for node in look.nodes:
        if not node.shown or not 0 < node.text[1] - node.text[0] <= 40:
            continue
        found = re.fullmatch(r"\W*([^\W\d]+)\W+(\d{4})\W*", look.text_of(node))
        month = _MONTHS.get(found[1].casefold()) if found else None
        if found and month and len(_days(look, node)) >= 28:
            return int(found[2]), month, node
    return None


def _year_beside(look: Look, head: Node) -> Node | None:
    for around in look.ancestors(head)[:3]:
        for node in look.nodes:
            dated = node.tag in ("select", "input") and re.fullmatch(r"\d{4}", node.value)
            if node.shown and dated and look.inside(node, around):
                return node
    return None


async def _set_month(look: Look, head: Node, day: date) -> None:
    """Where month and year are chosen and not turned to."""
    year = _year_beside(look, head)
    if year is not None and year.value != str(day.year):
        field = locator_of(look, year)
        if year.tag == "select":
            await field.select_option(label=str(day.year), timeout=2_000)
        else:
            await field.fill(str(day.year), timeout=2_000)
    months = await locator_of(look, head).evaluate("e => [...e.options].map(o => o.label.trim())")
    place = next((i for i, name in enumerate(months) if _MONTHS.get(str(name).casefold()) == day.month), None)
    if place is None:
        raise fail("no_option", f"The calendar offers no {day:%B}.", expected=day.isoformat())
    await locator_of(look, head).select_option(index=place, timeout=2_000)


def _days(look: Look, head: Node) -> list[Node]:
    """The elements numbered 1 to 31 that stand with the month's name, innermost, in document order."""
    for around in look.ancestors(head):
        days = [
            n
            for n in look.nodes
            if n.shown
            and re.fullmatch(r"\d{1,2}", look.text_of(n) if n.text[1] - n.text[0] <= 6 else "")
            and look.inside(n, around)
        ]
        outer = {a.index for n in days for a in look.ancestors(n)}
        days = [n for n in days if n.index not in outer]
        if len(days) >= 28:
            return days
    return []


async def _click_day(look: Look, head: Node, day: date, stage: Stage) -> None:
    days = _days(look, head)
    start = next((i for i, n in enumerate(days) if look.text_of(n).lstrip("0") == "1"), 0)
    own = days[start : start + calendar.monthrange(day.year, day.month)[1]]
    hit = next((n for n in own if look.text_of(n).lstrip("0") == str(day.day)), None)
    if hit is None or hit.disabled or any(a.disabled for a in look.ancestors(hit)[:2]):
        if hit is not None:
            message = f"{day.day} {day:%B %Y} is there but disabled in the calendar."
            raise fail("no_option", message, expected=f"{day.day} {day:%B %Y}", cause="disabled")
        raise fail("no_option", f"{day.day} {day:%B %Y} is not offered in the calendar.", expected=day.isoformat())
    await stage.sending.by(locator_of(look, hit).click(timeout=2_000))


def _button(look: Look, head: Node, names: tuple[str, ...]) -> Node | None:
    for around in look.ancestors(head):
        usable = (n for n in look.all_inside(around) if n.shown and not n.disabled and not look.inside(head, n))
        for node in usable:
            if node.text[1] - node.text[0] <= _LONGEST_TURN and _turns_by(look, node, names):
                return node
        if around.role in ("dialog", "form"):
            break
    return None


def _turns_by(look: Look, node: Node, names: tuple[str, ...]) -> bool:
    """By its name or sign, else by a word of its class or id."""
    name = (node.name or look.text_of(node) or node.title).strip()
    words = fold(f"{name} {node.classes} {node.id}")
    return name in names or fold(name) in names or any(f" {n} " in f" {words} " for n in names if n.isalpha())


async def _type_instead(located: Located, locator: Locator, day: date, stage: Stage, doing: Doing) -> None:
    """No calendar came: the field is one to type into."""
    if located.node.tag != "input" or "readonly" in located.node.states:
        raise fail("no_option", f"No calendar opened at the {located.called}.", expected=day.isoformat())
    shape = located.node.placeholder.casefold()
    text = day.strftime("%m/%d/%Y") if "mm/dd" in shape or not shape else day.isoformat()
    text = day.strftime("%d.%m.%Y") if "dd.mm" in shape else day.strftime("%d/%m/%Y") if "dd/mm" in shape else text
    await stage.sending.by(locator.fill(text, timeout=2_000))
    doing.note(f"no calendar opened; typed {text}")
