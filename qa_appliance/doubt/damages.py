"""The table of damages: what each damages, where a test gives it something to damage, and how it is put in words.

Pure: finds damages in what a sound run showed. How they are done stands in page.py and wire.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Assert, Click, Download, Drag, Go, Press, Step
from qa_appliance.core.target import Target
from qa_appliance.doubt.result import DamageKind
from qa_appliance.doubt.sight import Asked, Noise, Sight, is_deed
from qa_appliance.steps.base.comparisons import ORDERED
from qa_appliance.steps.checks.page_checks import ask_page

_DIGITS = re.compile(r"\d")
_AMOUNT = re.compile(r"\W{0,3}\d[\d.,\s]*\W{0,4}(?:[A-Z]{3})?$")
_OTHER = "Something else"
_LONGEST_VALUE = 30  # characters: what is longer is no value, but a text that holds some
_MOST_REQUESTS = 2  # of a deed: those that change something first


@dataclass(frozen=True)
class Part:
    """Elements of the page, the same in every run: by their tag, and their text or what they hold."""

    tag: str
    text: str


@dataclass(frozen=True)
class Damage:
    """`step` counts from 0: the deed whose effect is damaged, or the check before which something is."""

    kind: DamageKind
    step: int
    damage: str
    parts: tuple[Part, ...] = ()
    text: str = ""  # altered: what is replaced within them, and by what
    instead: str = ""
    asked: Asked | None = None
    caught_by: c.PageCheck | None = None  # what would catch it, where that is known beforehand


@dataclass(frozen=True)
class Scene:
    """A step of a sound run: the page before it and the page behind it, and that before the deed it follows."""

    step: Step
    index: int
    before: Look
    after: Look
    before_deed: Look
    asked: tuple[Asked, ...]
    noise: Noise


def damages(plan: Plan, sight: Sight, noise: Noise, *, refused: bool = False) -> list[Damage]:
    """In the order of the steps, each once. `refused`: the last of its deeds was, as a negative test demands.

    Of that deed only what breaks is a damage: that it is not carried out is what such a test waits for.
    """
    scenes = list(_scenes(plan.steps, sight, noise))
    last = max((scene.index for scene in scenes if is_deed(scene.step)), default=0)
    found: dict[Damage, None] = {}
    for scene in scenes:
        rows = TABLE if not refused or scene.index < last else (_error,)
        found.update(dict.fromkeys(damage for row in rows for damage in row(scene)))
    return list(found)


def _scenes(steps: Sequence[Step], sight: Sight, noise: Noise) -> Iterator[Scene]:
    deed = 0
    for index, step in enumerate(steps):
        if is_deed(step):
            deed = index
        later = next((at for at in sorted(sight.looks) if at > index), None)
        if later is not None and {index, deed} <= sight.looks.keys():
            before, after, before_deed = (sight.looks[at] for at in (index, later, deed))
            asked = tuple(dict.fromkeys(sight.asked.get(index, ()))) if is_deed(step) else ()
            yield Scene(step, index, before, after, before_deed, asked, noise)


def _altered(scene: Scene) -> Iterator[Damage]:
    """The value a check is about reads otherwise; where it names the label alone, the value beside it does."""
    check = _page_check(scene.step)
    if check is None:
        return
    for text, node in _values(check, scene):
        instead = _otherwise(text, check)
        part = _part(scene.after, node)
        if instead != text and not scene.noise.is_noise(text):
            words = f"“{text}” read “{instead}”"
            yield Damage("altered", scene.index, words, (part,), text, instead, caught_by=_exact(check, text))


def _missing(scene: Scene) -> Iterator[Damage]:
    """What a check is about is not there."""
    check = _page_check(scene.step)
    nodes = _subjects(check, scene) if check is not None and _counted(check) is None else []
    if nodes:
        parts = tuple(dict.fromkeys(_part(scene.after, node) for node in nodes))
        yield Damage("missing", scene.index, f"“{_called(scene.after, nodes[0])}” was not there", parts)


def _short_list(scene: Scene) -> Iterator[Damage]:
    """The list a check speaks of is one row short."""
    check = _page_check(scene.step)
    target = _counted(check) if check is not None else None
    if target is None:
        return
    nodes = ask_page(c.CountIs(target=target, comparison="at_least", count=0), scene.after).nodes
    texts = [scene.after.text_of(node) for node in nodes]
    single = [node for node, text in zip(nodes, texts, strict=True) if text and texts.count(text) == 1]
    if len(nodes) > 1 and single:
        parts, words = (_part(scene.after, single[-1]),), f"“{_called(scene.after, single[-1])}” was not in the list"
        exact = c.CountIs(target=target, comparison="equals", count=len(nodes))
        yield Damage("short_list", scene.index, words, parts, caught_by=exact)


def _dead_click(scene: Scene) -> Iterator[Damage]:
    """What is clicked or pressed answers nothing."""
    if isinstance(scene.step, Click | Press | Drag | Download) or scene.step.traits.request == "asks":
        yield Damage("dead_click", scene.index, "clicking and pressing did nothing")


def _error(scene: Scene) -> Iterator[Damage]:
    """What the deed asks the server for is answered 500."""
    for asked in _telling(scene):
        yield Damage("error", scene.index, f"{asked.method} {asked.path} was answered 500", asked=asked)


def _no_answer(scene: Scene) -> Iterator[Damage]:
    """It is never answered. An address that is opened is not asked so: nobody could miss it."""
    for asked in _telling(scene):
        if not (asked.document and asked.method == "GET"):
            yield Damage("no_answer", scene.index, f"{asked.method} {asked.path} was never answered", asked=asked)


def _old_page(scene: Scene) -> Iterator[Damage]:
    """The page that was there comes again instead of the next one."""
    for asked in _telling(scene):
        if asked.document and not isinstance(scene.step, Go):
            words = f"{asked.method} {asked.path} brought the old page again"
            yield Damage("old_page", scene.index, words, asked=asked)


TABLE: tuple[Callable[[Scene], Iterator[Damage]], ...] = (
    _altered,
    _missing,
    _short_list,
    _dead_click,
    _error,
    _no_answer,
    _old_page,
)


def _telling(scene: Scene) -> list[Asked]:
    """What changes something first."""
    return sorted(scene.asked, key=lambda asked: asked.method in ("GET", "HEAD"))[:_MOST_REQUESTS]


def _counted(check: c.PageCheck) -> Target | None:
    """What a check speaks of as several, without naming one."""
    match check:
        case c.CountIs():
            return check.target
        case c.ElementIs(state="visible", target=target) if target.kind in ("item", "row"):
            return None if target.name or target.ordinal or target.qualities else target
    return None


def _exact(check: c.PageCheck, text: str) -> c.PageCheck | None:
    """The check with the whole value."""
    match check:
        case c.ElementIs():
            return c.TextIs(target=check.target, comparison="equals", value=text)
        case c.TextShown():
            label = Target(words=check.text, name=check.text, kind="any", quoted=True)
            return c.TextIs(target=label, comparison="equals", value=text)
    return None


def _called(look: Look, node: Node) -> str:
    text = look.text_of(node) or node.name or node.tag
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _page_check(step: Step) -> c.PageCheck | None:
    """Of a check that says something is there; what is not there cannot be damaged."""
    check = step.check if isinstance(step, Assert) else None
    return check if isinstance(check, c.PageCheck) and not c.denies(check) else None


def _subjects(check: c.PageCheck, scene: Scene) -> list[Node]:
    """The elements a check is about: those that came with the deed, where some did."""
    look = scene.after
    if isinstance(check, c.TextShown):
        nodes = _smallest(look, look.nodes, check.text)
    else:
        answer = ask_page(check, look)
        nodes = [answer.node] if answer.node is not None and answer.node.tag not in ("html", "body") else []
        if isinstance(check, c.TextIs) and nodes:
            nodes = [_bearer(look, nodes[0], answer.seen)]
        elif isinstance(check, c.ElementIs) and nodes:
            nodes += [node for _, node in _beside(look, nodes[0], look.text_of(nodes[0])) if node not in nodes]
    old = {(n.tag, scene.before_deed.text_of(n)) for n in scene.before_deed.nodes if n.shown}
    return [n for n in nodes if (n.tag, look.text_of(n)) not in old] or nodes


def _bearer(look: Look, node: Node, seen: str) -> Node:
    """What shows the text that was compared, which may stand beside the label that was found."""
    for container in (node, *look.ancestors(node)[:2]):
        found = _smallest(look, look.all_inside(container), seen)
        if found:
            return found[0]
    return node


def _smallest(look: Look, nodes: Sequence[Node], text: str) -> list[Node]:
    words = " ".join(text.split()).casefold()
    holding = [n for n in nodes if n.shown and words and words in look.text_of(n).casefold()]
    parents = {n.parent for n in holding}
    return [n for n in holding if n.index not in parents]


def _values(check: c.PageCheck, scene: Scene) -> Iterator[tuple[str, Node]]:
    look = scene.after
    for node in _subjects(check, scene):
        text = node.value or look.text_of(node)
        match check:
            case c.TextShown():
                if _DIGITS.search(check.text):
                    yield check.text, node
                else:
                    yield from _beside(look, node, check.text)
            case c.TextIs() | c.ValueIs():
                whole = check.comparison in ORDERED or check.value not in text
                yield (text if whole else check.value), node
            case c.ElementIs(state="visible") if not check.target.quoted and _AMOUNT.match(text):
                yield text, node


def _beside(look: Look, label: Node, text: str) -> Iterator[tuple[str, Node]]:
    """The amount that a label stands before, as “Total” before “39.90”."""
    siblings = look.children[label.parent]
    after = siblings[siblings.index(label) + 1 :][:1]
    for node in (label, *after, *look.ancestors(label)[:1]):
        whole = look.text_of(node)
        if node not in after and not whole.startswith(text):
            continue
        amount = (whole if node in after else whole.removeprefix(text)).strip(" :\u2009")
        if _AMOUNT.match(amount) and len(amount) <= _LONGEST_VALUE:
            yield amount, node
            return


def _otherwise(text: str, check: c.PageCheck) -> str:
    if not _DIGITS.search(text):
        return _OTHER
    comparison = check.comparison if isinstance(check, c.TextIs | c.ValueIs) else "equals"
    if comparison in ("at_least", "more"):
        return _DIGITS.sub("0", text)
    if comparison in ("at_most", "less"):
        return _DIGITS.sub("9", text)
    return _DIGITS.sub(lambda digit: str((int(digit[0]) + 1) % 10), text)


def _part(look: Look, node: Node) -> Part:
    return Part(node.tag, node.value or look.text_of(node))
