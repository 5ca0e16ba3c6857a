"""A look kept beyond its run: names, roles and the first words of what was there, small and without values.

Told what to leave out by the caller's `clean`; asks nothing of a browser.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core.target import Target
from qa_appliance.core.test_data.names import is_quotable

MOST_NODES = 1_000
MOST_PAGES = 12  # of one run
MOST_STEPS = 12  # of which looks are kept
MOST_OPTIONS = 30  # of one dropdown
LARGEST_LOOK = 4_000  # nodes; larger pages are not kept
_LONGEST_PAGE_NAME = 60
_NO_PAGE_NAME = re.compile(r"\d|\s[-–—|·•:/]\s")
_LONGEST = 80  # characters of a name or text
_STATES = frozenset({"modal", "expanded", "collapsed", "disabled", "readonly", "editor", "popup"})


class Ahead(Struct, frozen=True):
    """A look made right before a step, which its target may be found in. `at` is monotonic."""

    target: Target
    look: Look
    at: float


class SeenNode(Struct, array_like=True, omit_defaults=True):
    """What is kept of a `Node`; `parent` counts among the kept ones, `own_text` is its text without its children's."""

    tag: str
    parent: int = -1
    role: str = ""
    name: str = ""
    label: str = ""
    own_text: str = ""
    type: str = ""
    placeholder: str = ""
    title: str = ""
    classes: str = ""
    level: int = 0
    click: bool = False
    states: tuple[str, ...] = ()
    box: Box | None = None
    test_id: str = ""
    listed: bool = False


class RecentLooks:
    """Of the last steps of a run, the first and the last look each; those of large pages are not kept."""

    def __init__(self) -> None:
        self._of_steps: dict[int, tuple[Look, Look]] = {}

    def note(self, step: int, look: Look) -> None:
        if len(look.nodes) > LARGEST_LOOK:
            return
        first, _ = self._of_steps.pop(step, (look, look))
        self._of_steps[step] = (first, look)
        if len(self._of_steps) > MOST_STEPS:
            del self._of_steps[next(iter(self._of_steps))]

    def first_of(self, step: int) -> Look | None:
        """As the page was when that step looked at it first."""
        kept = self._of_steps.get(step)
        return kept[0] if kept is not None else None

    def __iter__(self) -> Iterator[Look]:
        return itertools.chain.from_iterable(self._of_steps.values())


class SeenPages:
    """The last look at each page of a run, by its address; the oldest go when there are too many."""

    def __init__(self) -> None:
        self._looks: dict[str, Look] = {}

    def note(self, look: Look) -> None:
        address = page_of(look.url)
        if address and len(look.nodes) <= LARGEST_LOOK:
            self._looks.pop(address, None)
            self._looks[address] = look
            if len(self._looks) > MOST_PAGES:
                del self._looks[next(iter(self._looks))]

    def looks(self) -> tuple[Look, ...]:
        return tuple(self._looks.values())

    def packed(self, clean: Callable[[str], str]) -> dict[str, bytes]:
        """By address, for `unpacked`. Tens of ms for large pages."""
        return {clean(address): pack(look, clean) for address, look in self._looks.items()}

    def named(self, base_url: str, clean: Callable[[str], str]) -> dict[str, str]:
        """Paths of the site by the names their pages have: those that a test may go to again, and that one page has."""
        found: dict[str, set[str]] = {}
        for look in self._looks.values():
            name, path = page_name(look), _path_of(look.url, base_url)
            if name and path and clean(name) == name and clean(path) == path:
                found.setdefault(name, set()).add(path)
        return {name: next(iter(paths)) for name, paths in found.items() if len(paths) == 1}


def page_name(look: Look) -> str:
    """Its only main heading, else its title; empty where that is no name: too long, of several parts, with a number."""
    headings = [node for node in look.nodes if node.role == "heading" and node.level == 1 and node.shown]
    words = headings[0].name or look.text_of(headings[0]) if headings else look.title
    name = " ".join(words.split())
    is_name = len(headings) < 2 and len(name) <= _LONGEST_PAGE_NAME and not _NO_PAGE_NAME.search(name)
    return name if is_name and is_quotable(name) else ""


def _path_of(url: str, base_url: str) -> str:
    """Of the same origin, without what belongs to one visit or one thing alone; else empty."""
    here, base = urlsplit(url), urlsplit(base_url)
    page = page_of(url)
    if (here.scheme, here.netloc) != (base.scheme, base.netloc) or here.query or not page or "*" in page:
        return ""
    return page.removeprefix(here.netloc)


def page_of(url: str) -> str:
    """The page of an address: host and path, numbers and ids as *; empty for what is no page."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return ""
    path = parts.path + (f"#{parts.fragment}" if parts.fragment.startswith(("/", "!")) else "")
    return (
        parts.netloc
        + ("" if path.startswith("/") else "/")
        + "/".join("*" if _is_id(piece) else piece for piece in path.split("/"))
    )


def _is_id(piece: str) -> bool:
    return piece.isdecimal() or (len(piece) >= 16 and sum(c.isdigit() for c in piece) >= 4)


def pack(look: Look, clean: Callable[[str], str]) -> bytes:
    kept: list[Node] = []
    places: dict[int, int] = {}
    options = Counter[int]()
    for node in look.nodes:
        options[node.parent] += node.listed
        offered = node.listed and node.parent in places and options[node.parent] <= MOST_OPTIONS
        if len(kept) < MOST_NODES and (offered or (node.shown and _tells(look, node))):
            places[node.index] = len(kept)
            kept.append(node)

    def short(text: str) -> str:
        return clean(" ".join(text.split()))[:_LONGEST]

    seen = [
        SeenNode(
            tag=node.tag, parent=_parent(look, node, places), role=node.role, name=short(node.name),
            label=short(node.label), own_text=short(own_text(look, node)), type=node.type,
            placeholder=short(node.placeholder), title=short(node.title), classes=node.classes[:_LONGEST],
            level=node.level, click=node.click, states=tuple(sorted(node.states & _STATES)), box=_rounded(node.box),
            test_id=node.test_id[:_LONGEST], listed=node.listed,
        )
        for node in kept
    ]  # fmt: skip
    return zlib.compress(msgspec.json.encode(seen), 6)


@lru_cache(maxsize=64)
def unpacked(packed: bytes) -> Look:
    """The look again, good for the search; its text is made of what was kept. Not to be changed."""
    seen = msgspec.json.decode(zlib.decompress(packed), type=list[SeenNode])
    nodes = [
        Node(
            tag=s.tag, parent=s.parent, role=s.role, name=s.name, label=s.label, type=s.type,
            placeholder=s.placeholder, title=s.title, classes=s.classes, level=s.level, click=s.click,
            states=frozenset(s.states), box=s.box, test_id=s.test_id, listed=s.listed, shown=not s.listed,
            index=index, ref=index,
        )
        for index, s in enumerate(seen)
    ]  # fmt: skip
    look = Look(url="", title="", text="", nodes=nodes)
    look.text = _with_texts(look, [s.own_text for s in seen])
    return look


def _with_texts(look: Look, own_texts: list[str]) -> str:
    """Gives every node its part of one text: its own words, then its children's."""
    lines: list[str] = []
    at = 0
    open_nodes = [iter(look.children.get(-1, ()))]
    holders: list[tuple[Node, int]] = []
    while open_nodes:
        node = next(open_nodes[-1], None)
        if node is None:
            open_nodes.pop()
            if holders:
                holder, start = holders.pop()
                holder.text = (start, max(start, at - 1))
            continue
        holders.append((node, at))
        if own_texts[node.index]:
            lines.append(own_texts[node.index] + "\n")
            at += len(lines[-1])
        open_nodes.append(iter(look.children.get(node.index, ())))
    return "".join(lines)


def _tells(look: Look, node: Node) -> bool:
    """Whether it is something to act on, something to read, or holds such as a card among its like."""
    if node.role or node.click or node.tag in ("section", "fieldset", "form", "label"):
        return True
    return bool(own_text(look, node)) or (bool(node.classes) and bool(look.children.get(node.index)))


def own_text(look: Look, node: Node) -> str:
    """Its text without its children's."""
    start, stop = node.text
    if start >= stop:
        return ""
    parts = []
    for child in look.children.get(node.index, ()):
        if start <= child.text[0] < child.text[1] <= stop:
            parts.append(look.text[start : child.text[0]])
            start = child.text[1]
    parts.append(look.text[start:stop])
    return " ".join(" ".join(parts).split())


def _parent(look: Look, node: Node, places: dict[int, int]) -> int:
    return next((places[above.index] for above in look.ancestors(node) if above.index in places), -1)


def _rounded(box: Box | None) -> Box | None:
    return None if box is None else (round(box[0]), round(box[1]), round(box[2]), round(box[3]))
