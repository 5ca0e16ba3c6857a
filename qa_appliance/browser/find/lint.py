"""What the last looks at a project's pages tell of a test before it runs. Pure; opens no page.

Where the steps lead is not known for sure: a step is held against the page it most likely stands on, and is told
ambiguous only if no other known page has exactly one fitting element; unseen only if no known page says its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from urllib.parse import urljoin

from msgspec import Struct

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.saved import page_of, unpacked
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Purpose

MOST_STEPS = 100
MOST_PAGES = 8  # a step is held against


class Fitting(Struct, frozen=True):
    """`described`: what it is; `words`: what selects it, in place of the ambiguous ones."""

    described: str
    words: str


class Several(Struct, frozen=True):
    """A step whose target's words fitted several elements when the page was last seen."""

    step: s.Step
    target: Target
    fitting: tuple[Fitting, ...]


def ambiguities(steps: tuple[s.Step, ...], pages: Mapping[str, bytes], base_url: str) -> tuple[Several, ...]:
    """`pages` are packed looks by address, the one seen last first. Milliseconds for what was asked before."""
    if not pages:
        return ()
    several: list[Several] = []
    here, sure = page_of(base_url), True
    for step in flat(steps)[:MOST_STEPS]:
        if isinstance(step, s.Go):
            here, sure = (page_of(urljoin(base_url, step.url)), True) if step.url else ("", False)
            continue
        traits = step.traits
        target = getattr(step, "target", None)
        if traits.purpose is not None and isinstance(target, Target) and target.known is None:
            found = _on_pages(target, traits.purpose, pages, here, sure)
            if found is not None:
                here, answer = found
                if answer:
                    several.append(Several(step, target, answer))
        sure = sure and traits.stays
    return tuple(several)


def standing(
    steps: tuple[s.Step, ...], following: tuple[s.Step, ...], pages: Mapping[str, bytes], base_url: str
) -> str:
    """The known page a test most likely stands on between its steps; "" where that cannot be told.

    Where something may have led away since a page was opened, it is the one that has what the next steps are about.
    """
    here, sure = page_of(base_url), True
    for step in flat(steps)[-MOST_STEPS:]:
        if isinstance(step, s.Go):
            here, sure = (page_of(urljoin(base_url, step.url)), True) if step.url else ("", False)
        elif not isinstance(step, s.Assert):
            sure = sure and step.traits.stays
    if sure:
        return here if here in pages else ""
    for step in flat(following)[:MOST_STEPS]:
        target = getattr(step, "target", None)
        if isinstance(step, s.Go):
            break
        if step.traits.purpose is not None and isinstance(target, Target) and target.known is None:
            found = _on_pages(target, step.traits.purpose, pages, here, sure)
            if found is not None:
                return found[0]
    return ""


def unseen(steps: tuple[s.Step, ...], pages: Mapping[str, bytes]) -> tuple[tuple[s.Step, Target], ...]:
    """Steps about an element by a name that none of the pages says; nothing where no page is known."""
    if not pages:
        return ()
    texts = [_words(_one(packed)) for packed in pages.values()]
    found: list[tuple[s.Step, Target]] = []
    for step in flat(steps)[:MOST_STEPS]:
        target = getattr(getattr(step, "check", step), "target", None)
        if isinstance(target, Target) and target.name and target.known is None and "{" not in target.name:
            name = fold(target.name)
            if not any(name in words for words in texts):
                found.append((step, target))
    return tuple(found)


def flat(steps: tuple[s.Step, ...]) -> list[s.Step]:
    """In order, without loops over elements: inside them each element is its own scope."""
    return list(_flat(steps))


def _flat(steps: tuple[s.Step, ...]) -> Iterator[s.Step]:
    for step in steps:
        if isinstance(step, s.ForEach):
            continue
        yield step
        for name in ("steps", "otherwise"):
            yield from _flat(getattr(step, name, ()))


def _on_pages(
    target: Target, purpose: Purpose, pages: Mapping[str, bytes], here: str, sure: bool
) -> tuple[str, tuple[Fitting, ...]] | None:
    """The page the target is most likely on, with its candidates where there are several; None: it is on none."""
    likely = [here] if here in pages else []
    others = [] if sure and likely else [address for address in pages if address != here][:MOST_PAGES]
    several: tuple[str, tuple[Fitting, ...]] | None = None
    for address in (*likely, *others):
        answer = _asked(_one(pages[address]), target, purpose)
        if answer == ():
            return address, ()
        if answer is not None and several is None:
            several = address, answer
    return several


@lru_cache(maxsize=64)
def _one(packed: bytes) -> bytes:
    """The first of equal ones, so that what is remembered holds each look once."""
    return packed


@lru_cache(maxsize=64)
def _words(packed: bytes) -> str:
    look = unpacked(packed)
    texts = [text for node in look.nodes for text in (node.name, node.label, node.placeholder, node.title) if text]
    return "\n".join(map(fold, [look.text, *dict.fromkeys(texts)]))


@lru_cache(maxsize=4_096)
def _asked(packed: bytes, target: Target, purpose: Purpose) -> tuple[Fitting, ...] | None:
    """None: nothing fits. Empty: exactly one does. What the page does not say in these words is not searched for."""
    if target.name and fold(target.name) not in _words(packed):
        return None
    look = unpacked(packed)
    answer = find(look, target, purpose)
    if isinstance(answer, Ambiguous):
        pairs = zip(answer.nodes, answer.sentences, strict=False)
        return tuple(Fitting(called(look, node), words) for node, words in pairs)
    return () if isinstance(answer, Match) or (isinstance(answer, Miss) and answer.blocked) else None
