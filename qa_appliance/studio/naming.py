"""What a person would call an element: words that the grammar reads and the search finds that very element by.

A wording is proposed from what the page shows and kept only if the sentence with it, read by the grammar, leads the
search back to the element. Never chooses among elements itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from qa_appliance.browser.find.choices import KIND_OF_ROLE, places_around
from qa_appliance.browser.find.descriptions import LONGEST_NAME
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.pick import pick
from qa_appliance.browser.find.search import gather
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TEXT_FIELDS
from qa_appliance.core.checks import ValueIs
from qa_appliance.core.steps import Assert, Choose, Step, Upload, WaitFor
from qa_appliance.core.target import Kind, Target
from qa_appliance.core.traits import Purpose
from qa_appliance.english.writing.written import written
from qa_appliance.language.values import is_secret
from qa_appliance.studio.labelled import plain_name

Meant = dict[tuple[Target, Purpose], tuple[Node, ...]]
"""What words lead to on one look, as far as it was asked: on a page of thousands many things are called alike."""

Build = Callable[[Target], Step]
"""The step that does it to a target."""

_ACTED = frozenset(
    {
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "listbox",
        "checkbox",
        "radio",
        "switch",
        "slider",
        "tab",
        "spinbutton",
        "option",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "treeitem",
    }
)
_OWN = frozenset({"input", "select", "textarea", "button", "a", "summary"})
_SURE = EQUAL | {"kind"}
_TEXTS: frozenset[Purpose] = frozenset({"text", "state"})
_MOST_TRIED = 24
_PASSING = re.compile(r"(just )?now|today|yesterday|(an?|\d+) ?[a-z]+ ago")
"""What a row says of its age names nothing: it says something else when the test is run."""


def chosen(option: str, target: Target) -> Step:
    return Choose(options=(option,), target=target)


def slid_to(value: str, target: Target) -> Step:
    return Choose(options=(value,), target=replace(target, kind="slider"))


def uploaded(file: str, target: Target) -> Step:
    return Upload(target=target, files=(file,))


def acted_on(look: Look, node: Node) -> Node:
    """The control a person means who points at a part of it; what is no part of one, is meant itself."""
    for at in (node, *look.ancestors(node)):
        if at.tag == "label" and at.control >= 0:
            return look.nodes[at.control]
        if is_control(at):
            return at
    return node


def is_control(node: Node) -> bool:
    return node.role in _ACTED or node.tag in _OWN or (node.click and node.tag not in ("body", "label"))


def takes_secret(node: Node) -> bool:
    """A field for passwords, or one that is called so."""
    return node.type == "password" or any(map(is_secret, (node.label, node.name, node.placeholder)))


def sentences(
    look: Look, node: Node, build: Build, purpose: Purpose, most: int = 3, meant: Meant | None = None
) -> list[Step]:
    """The steps, as the grammar reads them, whose words lead to this element and no other: the plainest first.

    `meant` is filled, and asked first, where many elements of one look are to be told.
    """
    found: list[Step] = []
    for at, target in enumerate(_names(look, node, purpose)):
        if at >= _MOST_TRIED or len(found) >= most:
            break
        step = written(build(target))
        if step is not None and leads_to(look, step, node, purpose, meant):
            found.append(step)
    return found


def as_check(step: Step) -> str:
    """As people mostly put it."""
    return step.sentence.replace("verify that", "check that", 1)


def target_of(step: Step) -> Target | None:
    """What a step acts on, or a check is of."""
    target = getattr(step.check if isinstance(step, Assert | WaitFor) else step, "target", None)
    return target if isinstance(target, Target) else None


def value_check(look: Look, field: Node) -> Step | None:
    """The check that a field holds what it holds; none of an empty one, and none of one for secrets."""
    if not field.value or takes_secret(field) or not (field.role in TEXT_FIELDS or field.tag == "select"):
        return None

    def build(target: Target) -> Step:
        return Assert(check=ValueIs(target=target, comparison="equals", value=field.value))

    return next(iter(sentences(look, field, build, "state", 1)), None)


def leads_to(look: Look, step: Step, node: Node, purpose: Purpose, meant: Meant | None = None) -> bool:
    """Whether the search finds the element by the words of a step, and for sure."""
    target = target_of(step)
    if target is None:
        return False
    picked = meant.get((target, purpose)) if meant is not None else None
    if picked is None:
        picked = _meant(look, target, purpose)
    if meant is not None:
        meant[target, purpose] = picked
    if len(picked) != 1:
        return False
    if picked[0].index == node.index:
        return True
    if purpose in _TEXTS:
        return False
    return acted_on(look, picked[0]).index == acted_on(look, node).index


def _meant(look: Look, target: Target, purpose: Purpose) -> tuple[Node, ...]:
    """As `find` does, without the words to choose by among several: they take most of the time on a large page."""
    fits = gather(look, target, purpose)
    if fits.lost or not fits.nodes or fits.rung not in _SURE:
        return ()
    return pick(look, target, fits.nodes, fits.nearer).nodes


def _names(look: Look, node: Node, purpose: Purpose) -> Iterator[Target]:
    """What it may be called: by what it shows, with its kind, with what stands around it; by its other names; by its
    number."""
    kind = kind_of(node)
    shown, *others = [_called(name) for name in _own_names(look, node)] or [_called("", kind)]
    if plain := plain_name(look, node, shown.name):
        others.insert(0, shown)
        shown = _called(plain)
        yield shown
        yield others[0]
    if shown.name:
        yield from _with_kind(shown, kind)
    if shown.name or kind != "any":
        for place in places_around(look, node):
            if _PASSING.fullmatch(place.target.name.casefold()):
                continue
            yield from _with_kind(replace(shown, within=(place,)), kind)
    for other in others:
        yield from _with_kind(other, kind)
    for target in (shown, _called("", kind)):
        numbered = _numbered(look, node, replace(target, kind=kind), purpose)
        if numbered is not None:
            yield numbered


def _with_kind(target: Target, kind: Kind) -> Iterator[Target]:
    yield target
    if kind not in ("any", target.kind):
        yield replace(target, kind=kind)


def _numbered(look: Look, node: Node, target: Target, purpose: Purpose) -> Target | None:
    if target.kind == "any" and not target.name:
        return None
    fits = [other.index for other in gather(look, target, purpose).nodes]
    if node.index not in fits:
        return None
    return replace(target, ordinal=fits.index(node.index) + 1) if len(fits) > 1 else target


def kind_of(node: Node) -> Kind:
    if node.tag == "input" and node.type in ("submit", "button", "reset", "image"):
        return "button"
    if "editor" in node.states:
        return "editor"
    return KIND_OF_ROLE.get(node.role, "any")


def _own_names(look: Look, node: Node) -> list[str]:
    field = node.tag in ("input", "select", "textarea") or "editor" in node.states  # known by no text it holds
    texts = [node.label, node.name, node.placeholder] if field else [look.text_of(node), node.name, node.label]
    texts += [node.title, node.alt]
    short = [" ".join(text.split()) for text in texts if text]
    return list(dict.fromkeys(text for text in short if text and len(text) <= LONGEST_NAME))


def _called(name: str, kind: Kind = "any") -> Target:
    return Target(words=name or kind, name=name, kind=kind, quoted=bool(name))
