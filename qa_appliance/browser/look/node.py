"""What one look at a page gives: every element as plain data, and the visible text. Asks nothing of a browser."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from operator import is_
from typing import Any, Literal, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

Box = tuple[float, float, float, float]
Made = TypeVar("Made")
SEAM = "\u2009"
"""Stands in a look's text where two words are seen apart though the page has no space between them. It is white space
like any other; what must not be there is looked for without it, too."""


class Node(Struct, rename="camel", eq=False, gc=False, array_like=True):
    """One element as it was at that moment. Boxes are CSS pixels in the viewport: x, y, width, height.

    `classes` are its class names, `picture` what its icon is called in the page's own files. `text` is its part of the
    look's text, `at` where a control stands in it. `spot` is a point relative to the box at which a click reaches it,
    empty for the middle. `faint`: rendered fully transparent, as the real checkbox under a painted one. `wrapped`: a
    field that is faint or covered, but by its own box. `listed`: an option of a closed dropdown that is itself visible.
    What is written into one that is `live` or `polite` is read out.
    `field` is the name attribute. `control` is the index of what a label is for. Of `states`, "editor" is a rich or
    a code editor, "code" the latter alone, and "partial" says that not all of the value could be read; "untouchable"
    takes no pointer by its style sheet, "turning" and "pulsing" move without end, "rtl" and "ltr" begin a part that is
    written the other way than what is around it.
    `spans` are the rows and columns a cell takes, and the row and column it says to stand in (an entry: its place in
    the list), 0 where it does not say. `total` is how many rows or entries there are by what the page says, -1 where it
    does not know. `rolls`: what is scrolled up and down by itself: how far, how much is in sight, how much there is.
    `bounds`: the least and the most of a progress bar or a meter.

    The page gives the fields in this order, up to the last one that says something: the most frequent stand first.
    """

    tag: str
    parent: int = -1
    box: Box | None = None
    shown: bool = False
    text: tuple[int, int] = (0, 0)
    role: str = ""
    name: str = ""
    classes: str = ""
    click: bool = False
    at: int = -1
    href: str = ""
    states: frozenset[str] = frozenset()
    type: str = ""
    value: str = ""
    id: str = ""
    form: int = -1
    label: str = ""
    level: int = 0
    field: str = ""
    test_id: str = ""
    title: str = ""
    placeholder: str = ""
    control: int = -1
    hidden_text: str = ""
    spot: tuple[float, ...] = ()
    picture: str = ""
    alt: str = ""
    listed: bool = False
    covered: bool = False
    wrapped: bool = False
    faint: bool = False
    live: bool = False
    polite: bool = False
    colours: tuple[str, ...] = ()
    spans: tuple[int, ...] = ()
    total: int = 0
    rolls: tuple[int, ...] = ()
    bounds: tuple[float, ...] = ()
    index: int = -1  # in the look
    ref: int = -1  # in its frame's own look
    frame: int = 0

    @property
    def disabled(self) -> bool:
        """By what it says of itself to a browser, or to those who cannot see it; never by a class name."""
        return not _OUT_OF_USE.isdisjoint(self.states)


_OUT_OF_USE = frozenset({"disabled", "inert", "untouchable"})


Recased = tuple[int, int, str]
"""Where in a look's text, and how long, something is shown in letters of a style sheet's choosing, and how its author
wrote it."""
_TRANSFORMED: dict[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda text: re.sub(r"(?<!\S)\S", lambda letter: letter[0].upper(), text),
}
"""By the state of a field whose value is shown so."""


class FrameLook(Struct, rename="camel"):
    """The look at one frame, as look.js gives it: indices count from its own first node.

    `named` are the elements a locator given along names, -1 for one that is not among the nodes.
    """

    url: str
    title: str
    text: str
    nodes: list[Node]
    used: int
    view: tuple[float, float]
    scroll: tuple[float, float]
    ready: str
    named: list[int] = []
    recased: list[Recased] = []
    hosts: int = 0  # elements that may hold a closed shadow root
    cut: Literal["", "elements", "depth", "text"] = ""  # of what there was too much to be looked at


class Option(Struct):
    """One of a `<select>`; `label` is what is shown, with single blanks."""

    label: str
    value: str
    disabled: bool
    selected: bool


class Code(Struct):
    """What a code editor shows: its lines as far as they are drawn; `whole`: they are all there are."""

    text: str
    whole: bool


class FramePlace(Struct):
    """Where a frame stands in the look: its iframe's node (-1: the page itself), its address and its name."""

    owner: int
    url: str
    name: str = ""
    given: int = 0  # the number its own document was told
    handle: Any = None  # Playwright's frame; none in a look written down by hand


class Look(Struct, dict=True, weakref=True):
    """The whole page with its frames: `nodes` in document order, those of a frame after the page's own.

    A frame's outermost node has its iframe as parent, so that "inside" means the same everywhere. `text` holds the
    visible text of the page and then of each frame; a node's own part is `text_of(node)`. `used` is the element that
    was acted on last, -1 when it is gone. `recased`: what of the text a style sheet shows in other letters. `named` are
    those a locator given along names, -1 for one that is no node.
    A page may be too large for one look, and a frame may not answer: `cut` and `silent` say so, in a sentence without
    its end. What such a look shows is there; what it does not show may be there all the same.
    """

    url: str
    title: str
    text: str
    nodes: list[Node]
    used: int = -1
    named: list[int] = field(default_factory=list)
    view: tuple[float, float] = (1280, 720)
    scroll: tuple[float, float] = (0, 0)
    frames: list[FramePlace] = field(default_factory=list)
    recased: list[Recased] = field(default_factory=list)
    cut: str = ""
    silent: str = ""

    def text_of(self, node: Node) -> str:
        """Its visible text in one line."""
        known = self._texts.get(node.index)
        if known is None:
            known = self._texts[node.index] = " ".join(self.text[node.text[0] : node.text[1]].split())
        return known

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def known(self, make: Callable[[Look], Made]) -> Made:
        """What is made of the look: once, for all who ask."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(Made, self._made[make])

    @cached_property
    def _made(self) -> dict[object, object]:
        return {}

    @cached_property
    def in_other_letters(self) -> Look | None:
        """The same page with what a style sheet shows in other letters as its author wrote it, and the values of fields
        as they are shown; None where no style sheet changes a letter."""
        nodes = [_with_value_as_shown(node) for node in self.nodes]
        if not self.recased:
            return None if all(map(is_, nodes, self.nodes)) else replace(self, nodes=nodes)
        parts, at = [], 0
        for start, length, written in self.recased:
            parts += [self.text[at:start], written]
            at = start + length
        text = "".join([*parts, self.text[at:]])
        if any(len(written) != length for _, length, written in self.recased):
            moved = _Moved(self.recased)
            nodes = [replace(node, text=moved.span(node.text), at=moved.place(node.at)) for node in nodes]
        return replace(self, text=text, nodes=nodes, recased=[])

    @property
    def unseen(self) -> str:
        """Why the look is not of the whole page."""
        return self.cut or self.silent

    def ancestors(self, node: Node) -> list[Node]:
        """From its parent outwards."""
        found = []
        while node.parent >= 0:
            node = self.nodes[node.parent]
            found.append(node)
        return found

    def heading_of(self, node: Node) -> Node | None:
        """The heading under which it stands."""
        best = None
        for other in self.nodes[: node.index]:
            if other.shown and other.role == "heading" and not self.inside(other, node) and other.frame == node.frame:
                best = other
        return best

    def inside(self, node: Node, container: Node) -> bool:
        """True for the container itself."""
        first, behind = self._spans[container.index]
        return first <= self._spans[node.index][0] < behind

    def all_inside(self, container: Node) -> list[Node]:
        """The container and everything in it, in document order."""
        first, behind = self._spans[container.index]
        return self._in_order[first:behind]

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """Of each node its place when the page is read with its frames in their places, and the place behind its last.

        A parent stands before its children in `nodes`, so that two passes do, however deep the page is.
        """
        sizes = [1] * len(self.nodes)
        for node in reversed(self.nodes):
            if node.parent >= 0:
                sizes[node.parent] += sizes[node.index]
        free = [0] * (len(self.nodes) + 1)  # the next place for a child of each; the last one's is the page's own
        spans = []
        for node, size in zip(self.nodes, sizes, strict=True):
            first = free[node.parent]
            free[node.parent] += size
            free[node.index] = first + 1
            spans.append((first, first + size))
        return spans

    @cached_property
    def _in_order(self) -> list[Node]:
        return sorted(self.nodes, key=lambda node: self._spans[node.index][0])

    @cached_property
    def children(self) -> dict[int, list[Node]]:
        found: dict[int, list[Node]] = {}
        for node in self.nodes:
            found.setdefault(node.parent, []).append(node)
        return found

    @cached_property
    def modal(self) -> Node | None:
        """The topmost open modal dialog."""
        open_ones = [node for node in self.nodes if node.shown and "modal" in node.states]
        return open_ones[-1] if open_ones else None


class _Moved:
    """Where a place of a text is once its recased parts are written in letters of another number."""

    def __init__(self, recased: list[Recased]) -> None:
        self._ends = [start + length for start, length, _ in recased]
        self._by = [0, *accumulate(len(written) - length for _, length, written in recased)]

    def place(self, at: int) -> int:
        return at + self._by[bisect_right(self._ends, at)] if at >= 0 else at

    def span(self, text: tuple[int, int]) -> tuple[int, int]:
        return self.place(text[0]), self.place(text[1])


def _with_value_as_shown(node: Node) -> Node:
    change = next((_TRANSFORMED[state] for state in node.states if state in _TRANSFORMED), None) if node.value else None
    return node if change is None else replace(node, value=change(node.value))
