"""What surrounds a page, and answers in the site's place, as statements of a Playwright test. Pure."""

from __future__ import annotations

import re

from qa_appliance.core import steps as s
from qa_appliance.core.steps.surroundings import LOOKS, PERMISSIONS
from qa_appliance.export.statements import (
    CONTEXT,
    PAGE,
    Comment,
    Do,
    Expression,
    Name,
    Pairs,
    Routed,
    Statement,
    Viewport,
    call,
    text,
)

_KINDS = {"": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8", "event": "text/event-stream"}


def device(step: s.Device) -> list[Statement]:
    across, times, down = step.preset.casefold().partition("x")
    if times and across.isdecimal() and down.isdecimal():
        return [Viewport(int(across), int(down))]
    width, height = {"phone": (390, 844), "mobile": (390, 844), "tablet": (820, 1180)}.get(step.preset, (1280, 720))
    return [Viewport(width, height)]


def surroundings(step: s.Surroundings) -> list[Statement]:
    clock = Name("page.clock")
    match step.move:
        case "clock":
            return [Do(call(clock, "install", time=text(step.moment)))]
        case "pass":
            return [Do(call(clock, "install")), Do(call(clock, "fast_forward", round(step.seconds * 1000)))]
        case "place":
            there = Pairs((("latitude", step.place[0]), ("longitude", step.place[1])))
            allowed: tuple[Expression, ...] = ("geolocation",)
            return [Do(call(CONTEXT, "grant_permissions", allowed)), Do(call(CONTEXT, "set_geolocation", there))]
        case "allow":
            return [Do(call(CONTEXT, "grant_permissions", PERMISSIONS[step.what]))]
        case "look":
            return [Do(call(PAGE, "emulate_media", **LOOKS[step.what]))]
    return [_no_counterpart(step)]


def answering(step: s.Answering) -> list[Statement]:
    """Those that tell their requests by method and address, and answer each of them alike, or the first ones."""
    asked, given, turns = step.asked, step.given, step.turns
    counts = turns.first > 1 or turns.sends or (turns.times and asked.method)
    if counts or asked.operation or given.file or step.move == "change" or "{" in asked.address:
        return [_no_counterpart(step)]
    is_json = given.body[:1] in ("{", "[") and not given.kind
    return [
        Routed(
            pattern=_pattern(asked.address),
            method=asked.method,
            move=step.move,
            status=given.status or 200,
            content_type="application/json" if is_json else _KINDS[given.kind],
            body=f"data: {given.body}\n\n" if given.kind == "event" else given.body,
            milliseconds=round(turns.seconds * 1000),
            times=turns.times,
        )
    ]


def let_through() -> list[Statement]:
    return [Do(call(PAGE, "unroute_all", behavior="ignoreErrors"))]


def line(step: s.Line) -> list[Statement]:
    if step.move in ("offline", "online"):
        return [Do(call(CONTEXT, "set_offline", step.move == "offline"))]
    return [_no_counterpart(step)]


def _pattern(address: str) -> str:
    """An address as a regular expression: a path on any host, `*` for anything, whatever its query."""
    host, slash, path = address.partition("/") if "://" not in address else (address, "", "")
    if "://" in address:
        begin = ""
        held = address
    elif host:
        begin, held = "^[^/]+//", host + slash + path
    else:
        begin, held = "^[^/]+//[^/]+", address.rstrip("/")
    end = "(?:[/:?#]|$)" if host and not path else "/?(?:[?#]|$)"
    return begin + re.escape(held).replace(r"\*", ".*").replace("/", r"\/") + end


def _no_counterpart(step: s.Step) -> Comment:
    return Comment(f"“{step.sentence or type(step).__name__}” has no counterpart in a Playwright test.")
