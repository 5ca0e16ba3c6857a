"""Field and value the other way round: "select City in Rome", where City is the list and offers Rome."""

from __future__ import annotations

import asyncio
from typing import TypeGuard

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.search import Match, Miss, find
from qa_appliance.browser.find.texts import in_quotes
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.steps import Choose
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.stage import Doing, Stage

LISTS = frozenset({"combobox", "listbox", "radiogroup"})


async def turned(step: Choose, stage: Stage, doing: Doing) -> Choose | None:
    """The same the other way round, if the page has nothing by the name of the list, but a list by that of the option
    which offers the other: a value that is free to be anything tells nothing. What stands in quotes is not turned."""
    target = step.target
    if target is None or target.known is not None or len(step.options) != 1 or step.pattern or not _is_bare(target):
        return None
    option = step.options[0]
    look = await stage.looked() if not in_quotes(option, step.sentence) else None
    if look is None or not isinstance(find(look, stage.scoped(target), "choose"), Miss):
        return None
    other = Target(words=f"“{option}”", name=option)
    holder = await asyncio.to_thread(_offering, look, stage, other, target.name)
    if holder is None:
        return None
    there = called(look, holder)
    doing.note(
        f"read as “{target.name}” from {other.words}, since the {there} offers it, and there is no {target.name}"
    )
    return replace(step, target=other, options=(target.name,))


def _is_bare(target: Target) -> bool:
    return bool(target.name) and not (target.quoted or target.within or target.ordinal or target.qualities)


def _offering(look: Look, stage: Stage, other: Target, option: str) -> Node | None:
    """The one list that is called so and offers that."""
    inside = (Relation("inside", other),)
    offered = Target(words=f"“{option}”", name=option, kind="option", within=inside)
    holder, answer = find(look, stage.scoped(other), "choose"), find(look, stage.scoped(offered), "click")
    if not _is_exact(holder) or not _is_exact(answer):
        return None
    return holder.node if holder.node.role in LISTS and look.inside(answer.node, holder.node) else None


def _is_exact(answer: object) -> TypeGuard[Match]:
    return isinstance(answer, Match) and answer.rung in EQUAL and not answer.partly
