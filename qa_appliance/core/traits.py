"""What the house has to know of a kind of step without performing it: one row a kind, whole and in one place. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.core import steps as s

Purpose = Literal["click", "fill", "choose", "check", "upload", "hover", "text", "state"]
"""What an element is sought for: which ones fit, and what else there could be."""

Request = Literal["asks", "grants", "other"]
"""Whether a step asks the site for something it may refuse (decision 6), takes an earlier request for granted by
filling in what came or going elsewhere, or leaves it standing. Clicks, keys and addresses also depend on what they
meet: core/refusal.py."""


class Traits(Struct, frozen=True, kw_only=True):
    """`acts`: does something on a page, so that a check after it can tell something new.

    `performs`: does something with the site, so that it is never what a sentence about an expected result stands for.
    `passes`: only looks or waits, so that the check behind it still belongs to the deed before it. `stays`: afterwards
    the page is most likely the same. `purpose`: what its target is sought for, None where it is not looked for ahead.
    `answered`: in a negative test the site's answer to it is collected.
    """

    acts: bool = True
    performs: bool = True
    passes: bool = False
    stays: bool = False
    purpose: Purpose | None = None
    request: Request = "other"
    answered: bool = False


TRAITS: dict[type, Traits] = {
    s.Go: Traits(acts=False, request="grants"),
    s.History: Traits(acts=False, request="grants"),
    s.Click: Traits(purpose="click", answered=True),
    s.Fill: Traits(purpose="fill", stays=True, request="grants"),
    s.Clear: Traits(purpose="fill", stays=True, request="grants"),
    s.Choose: Traits(purpose="choose", stays=True, request="grants", answered=True),
    s.SetChecked: Traits(purpose="check", stays=True, request="grants", answered=True),
    s.Press: Traits(answered=True),
    s.Hover: Traits(purpose="hover", stays=True),
    s.Drag: Traits(purpose="click", request="grants", answered=True),
    s.Scroll: Traits(stays=True),
    s.SelectText: Traits(stays=True),
    s.Clipboard: Traits(request="grants"),
    s.Upload: Traits(purpose="upload", stays=True, request="grants", answered=True),
    s.Download: Traits(purpose="click", request="asks", answered=True),
    s.WaitFor: Traits(acts=False, performs=False, passes=True, stays=True),
    s.WaitTime: Traits(acts=False, performs=False, passes=True),
    s.WaitLoad: Traits(acts=False, performs=False, passes=True),
    s.Assert: Traits(acts=False, performs=False, passes=True, stays=True),
    s.LogIn: Traits(request="asks", answered=True),
    s.LogOut: Traits(request="asks", answered=True),
    s.Search: Traits(request="asks", answered=True),
    s.AcceptCookies: Traits(),
    s.AddToCart: Traits(request="asks", answered=True),
    s.Message: Traits(request="asks", answered=True),
    s.Remember: Traits(acts=False, performs=False, passes=True),
    s.Dialog: Traits(request="asks", answered=True),
    s.Tab: Traits(request="grants"),
    s.Device: Traits(performs=False),
    s.Person: Traits(performs=False, request="grants"),
    s.Http: Traits(request="asks", answered=True),
    s.When: Traits(stays=True, answered=True),
    s.Repeat: Traits(answered=True),
    s.ForEach: Traits(answered=True),
}


def traits_of(step: s.Step) -> Traits:
    """`expect_refusal` has none: it stands in records only."""
    return TRAITS[type(step)]
