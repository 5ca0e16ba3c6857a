"""Which function performs which kind of step: the table of contents of this room, kept by hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from qa_appliance.browser.failure import fail
from qa_appliance.core import steps as s
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.deeds import common, messages, shopping
from qa_appliance.steps.kinds import (
    checking,
    choosing,
    data,
    fields,
    files,
    http,
    navigation,
    places,
    pointer,
    structure,
    waiting,
)
from qa_appliance.steps.widgets import dragging

Performer = Callable[[Any, Stage, Doing], Awaitable[None]]

PERFORMERS: dict[type, Performer] = {
    s.Go: navigation.go,
    s.History: navigation.history,
    s.Click: pointer.click,
    s.Hover: pointer.hover,
    s.Drag: dragging.drag,
    s.Scroll: pointer.scroll,
    s.SelectText: pointer.select_text,
    s.Fill: fields.fill,
    s.Clear: fields.clear,
    s.Press: fields.press,
    s.Choose: choosing.choose,
    s.SetChecked: choosing.set_checked,
    s.WaitFor: waiting.wait_for,
    s.WaitTime: waiting.wait_time,
    s.WaitLoad: waiting.wait_load,
    s.Assert: checking.check,
    s.LogIn: common.log_in,
    s.LogOut: common.log_out,
    s.Search: common.search,
    s.AcceptCookies: shopping.accept_cookies,
    s.AddToCart: shopping.add_to_cart,
    s.Message: messages.message,
    s.Remember: data.remember,
    s.Clipboard: data.clipboard,
    s.Upload: files.upload,
    s.Download: files.download,
    s.Dialog: places.dialog,
    s.Tab: places.tab,
    s.Device: places.device,
    s.Person: places.person,
    s.Http: http.http,
    s.When: structure.when,
    s.Repeat: structure.repeat,
    s.ForEach: structure.for_each,
}


def performer_of(step: s.Step) -> Performer:
    """`expect_refusal` has none: it is never planned."""
    performer = PERFORMERS.get(type(step))
    if performer is None:
        raise fail("unsupported", "This step stands in records only and cannot be performed.")
    return performer
