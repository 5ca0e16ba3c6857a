"""Every required field of a form that is empty is given what it takes: by its own rules, in the order of the page."""

from __future__ import annotations

import re

from playwright.async_api import Locator

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import options_of
from qa_appliance.core.steps import Choose, FillRequired, Value
from qa_appliance.core.target import Target
from qa_appliance.core.test_data.made import Made
from qa_appliance.steps.base.drawing import made_for, refuse_otherwise, typed_of
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.looking import looked
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.states import is_on
from qa_appliance.steps.kinds.fields import type_into
from qa_appliance.steps.kinds.files import accepted, give_files, made_path, name_for
from qa_appliance.steps.widgets.dropdowns import PROMPT, choose_painted, real_options
from qa_appliance.steps.widgets.ticking import tick

_MOST = 100  # fields
_MARK = re.compile(r"\*|\(\s*required\s*\)|\brequired\s*$", re.IGNORECASE)
_BOXES = frozenset({"checkbox", "switch"})
_NO_VALUE = frozenset({"hidden", "submit", "button", "reset", "image", "range", "color"})


async def fill_required(step: FillRequired, stage: Stage, doing: Doing) -> None:
    """Raises Failed where there is no form or no required field, or one takes nothing that is made."""
    if step.target is not None:
        await stage.find(step.target, "text", doing)
    done: set[tuple[str, ...]] = set()
    filled: list[str] = []
    for number in range(_MOST):
        look = await looked(stage)
        fields = _required(look, _box(look, step.target, stage))
        if number == 0:
            _refuse(step, look, fields)
        left = [_bare(name) for name in step.left]
        empty = [n for n in fields if _key(n) not in done and _bare(_called(n)) not in left and _is_empty(look, n)]
        if not empty:
            break
        done |= {_key(each) for each in ([*_group(look, empty[0])] if empty[0].role == "radio" else [empty[0]])}
        filled.append(await _fill(look, empty[0], stage, doing))
    doing.value = f"{len(filled)} field{'' if len(filled) == 1 else 's'}"
    doing.note(", ".join(filled) if filled else "every required field was filled in already")
    if filled:
        doing.note(f"made with the seed {stage.seed}")


# ---- which ----------------------------------------------------------------------------------------------------------


def _box(look: Look, target: Target | None, stage: Stage) -> Node | None:
    """Where they stand: as was said, else the open dialog; None is the page. Raises Failed."""
    if target is None:
        return look.modal
    answer = find(look, stage.scoped(target), "text")
    if not isinstance(answer, Match):
        raise fail("not_found", f"{target.words} is gone: its fields were being filled in.")
    return answer.node


def _required(look: Look, box: Node | None) -> list[Node]:
    fields = [n for n in look.nodes if _is_field(n) and _is_required(look, n)]
    return [n for n in fields if look.inside(n, box)] if box is not None else fields


def _is_field(node: Node) -> bool:
    usable = node.shown and not node.disabled and "readonly" not in node.states
    if not usable or node.type in _NO_VALUE or node.tag == "option":
        return False
    return node.tag in ("input", "textarea", "select") or node.role in _BOXES | {"radio", "combobox"}


def _is_required(look: Look, node: Node) -> bool:
    if "required" in node.states or any(_MARK.search(text) for text in (node.label, node.name, node.placeholder)):
        return True
    groups = (a for a in look.ancestors(node) if a.role in ("radiogroup", "group"))
    return node.role == "radio" and any("required" in a.states or _MARK.search(a.name) for a in groups)


def _is_empty(look: Look, node: Node) -> bool:
    if node.role == "radio":
        return not any(is_on(each) for each in _group(look, node))
    if node.role in _BOXES:
        return not is_on(node)
    return not node.value or (node.tag == "select" and PROMPT.search(node.value) is not None)


def _group(look: Look, radio: Node) -> list[Node]:
    """The radios it is one of."""
    around = next((a for a in look.ancestors(radio) if a.role in ("radiogroup", "group")), None)
    radios = [n for n in look.nodes if n.role == "radio" and n.shown]
    if radio.field:
        return [n for n in radios if (n.field, n.form) == (radio.field, radio.form)]
    return [n for n in radios if around is None or look.inside(n, around)]


def _refuse(step: FillRequired, look: Look, fields: list[Node]) -> None:
    if not fields:
        where = f"in {step.target.words}" if step.target is not None else "on the page"
        raise fail("not_found", f"The form has no required field: none {where} says that it has to be filled in.")
    forms = dict.fromkeys(n.form for n in fields)
    if step.target is None and len(forms) > 1:
        named = " and ".join(f"“{_form_called(look, form, fields)}”" for form in forms)
        message = f"There are {len(forms)} forms with required fields: {named}. Say of which: “… of the … form”."
        raise fail("ambiguous", message)
    known = {_bare(_called(n)) for n in fields}
    for name in step.left:
        if _bare(name) not in known:
            there = ", ".join(f"“{_plain(_called(n))}”" for n in fields)
            raise fail("not_found", f"There is no required field “{name}” to be left out; there are: {there}.")


def _form_called(look: Look, form: int, fields: list[Node]) -> str:
    if form >= 0 and look.nodes[form].name:
        return look.nodes[form].name
    return ", ".join(_plain(_called(n)) for n in fields if n.form == form)


def _called(node: Node) -> str:
    return node.label or node.name or node.placeholder or node.field


def _plain(name: str) -> str:
    return " ".join(_MARK.sub("", name).split()).strip(" :")


def _bare(name: str) -> str:
    return fold(_plain(name))


def _key(node: Node) -> tuple[str, ...]:
    return node.tag, node.type, node.field, node.id, _called(node), str(node.form)


# ---- with what ------------------------------------------------------------------------------------------------------


async def _fill(look: Look, node: Node, stage: Stage, doing: Doing) -> str:
    """What was done, in words."""
    located, called = as_located(look, node), _plain(_called(node)) or "the field"
    done_in_words = [""]

    async def act(at: Located, locator: Locator, ms: float) -> object:
        done_in_words[0], done = await _give(at, locator, called, stage, doing, ms)
        return done

    await stage.act_on(located, "fill", act)
    return done_in_words[0]


async def _give(
    at: Located, locator: Locator, called: str, stage: Stage, doing: Doing, ms: float
) -> tuple[str, object]:
    node = at.node
    if node.role == "radio":
        return f"chose “{node.name}”", await tick(at, locator, True, stage, doing, ms)
    if node.role in _BOXES:
        return f"ticked “{called}”", await tick(at, locator, True, stage, doing, ms)
    if node.type == "file":
        path = await made_path(name_for(await accepted(locator)), stage)
        await give_files(at, locator, [path], stage, ms)
        return f"gave {path.name} to “{called}”", None
    if node.tag == "select":
        return await _choose(at, locator, called, stage, ms), None
    if node.tag not in ("input", "textarea"):
        step = Choose(options=("#1",), pattern="place", target=Target(words=called, name=called))
        await choose_painted(step, at, locator, stage, doing, ms)
        return f"chose the first option of “{called}”", None
    stage.made_count += 1
    made = await made_for(locator, Made("value"), stage.made_count, at.called, stage)
    done = await type_into(at, locator, made.value, stage, doing, ms)
    await refuse_otherwise(locator, made, at.called)
    stage.made[stage.index] = (*stage.made.get(stage.index, ()), typed_of(made))
    return f"typed “{made.value.text}” into “{called}”", done


async def _choose(at: Located, locator: Locator, called: str, stage: Stage, ms: float) -> str:
    offered = await options_of(locator, ms)
    real = real_options(offered)
    if not real:
        raise fail("no_option", f"The {at.called} offers nothing that could be chosen.")
    await locator.select_option(index=[each.label for each in offered].index(real[0]), timeout=ms)
    now = [each.label for each in await options_of(locator, ms) if each.selected]
    if now != [real[0]]:
        message = f"The {at.called} did not keep “{real[0]}”: it went back to “{', '.join(now)}”."
        raise fail("not_kept", message, expected=real[0], seen=", ".join(now))
    stage.made[stage.index] = (*stage.made.get(stage.index, ()), Value(real[0]))
    return f"chose “{real[0]}” in “{called}”"


KINDS = (Kind(FillRequired, perform=fill_required),)
