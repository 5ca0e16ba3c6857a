"""What the house has to know of a kind of step without performing it: the `traits` of its struct. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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
