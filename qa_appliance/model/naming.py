"""Words that choose an element of a page where its kind and its name do not: the names a step can use. Pure.

They are proposed from what stands around it and taken only where the search, asked with them, finds that very element.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from qa_appliance.browser.find.choices import places_around
from qa_appliance.browser.find.search import Match, find, gather
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Kind, Target
from qa_appliance.core.traits import Purpose
from qa_appliance.language.write import called as put
from qa_appliance.model.lines import Line

_PURPOSES: dict[str, Purpose] = {
    "field": "fill",
    "dropdown": "choose",
    "checkbox": "check",
    "radio": "check",
    "switch": "check",
}
_KINDS = frozenset(get_args(Kind))
_HOLDS_ITS_TEXT = frozenset({"field", "dropdown"})
_MOST_PLACES = 4


def called(look: Look, lines: Sequence[Line], clean: Callable[[str], str]) -> dict[int, str]:
    """By element: noun phrases of the test language, for those of the lines that need one."""
    same = Counter((line.kind, line.name) for line in lines)
    labels = Counter(line.name for line in lines)
    found = dict[int, str]()
    for line in lines:
        alone = line.name and same[line.kind, line.name] == 1 and labels[line.name] == 1
        if not alone and line.kind in _KINDS and (words := _words_for(look, look.nodes[line.node], line.kind)):
            found[line.node] = clean(" ".join(words.split()))
    return found


def _words_for(look: Look, node: Node, kind: str) -> str:
    purpose = _PURPOSES.get(kind, "click")
    for target in _proposals(look, node, kind, purpose):
        answer = find(look, target, purpose)
        if isinstance(answer, Match) and answer.node.index == node.index and (words := put(target)):
            return words
    return ""


def _proposals(look: Look, node: Node, kind: str, purpose: Purpose) -> Iterator[Target]:
    text = "" if kind in _HOLDS_ITS_TEXT else look.text_of(node)
    names = (node.label, node.name, node.placeholder, node.title, text)
    name = next((" ".join(one.split()) for one in names if one.strip()), "")
    plain = Target(words=name or kind, name=name, kind=kind, quoted=bool(name))  # type: ignore[arg-type]
    if name:
        yield plain
    places = [place for _, place in zip(range(_MOST_PLACES), places_around(look, node), strict=False)]
    for place in places:
        yield replace(plain, within=(place,))
    for target in (plain, *(replace(plain, within=(place,)) for place in places)):
        fits = [one.index for one in gather(look, target, purpose).nodes]
        if len(fits) > 1 and node.index in fits:
            yield replace(target, ordinal=fits.index(node.index) + 1)
            return
