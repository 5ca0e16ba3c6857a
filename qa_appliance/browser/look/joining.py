"""Puts the look at a frame into the look at the page. Asks nothing of a browser."""

from __future__ import annotations

from playwright.async_api import Frame

from qa_appliance.browser.look.node import Box, FrameLook, FramePlace, Look, Node


def join(whole: Look, frame: Frame, given: int, looked: tuple[FrameLook, Box], owner: Node | None, seen: bool) -> None:
    """Puts a frame's nodes under its iframe: indices, text and boxes become the whole page's."""
    inner, (x, y, *_) = looked
    if not seen:
        _hide(inner)
    number, base, start = len(whole.frames), len(whole.nodes), len(whole.text) + 1
    whole.frames.append(FramePlace(owner.index if owner else -1, inner.url, frame.name, given, frame))
    whole.text += "\n" + inner.text
    whole.recased += [(at + start, length, written) for at, length, written in inner.recased]
    for index, node in enumerate(inner.nodes):
        node.index, node.ref, node.frame = base + index, index, number
        _move(node, base, start, x, y)
        if node.parent < 0 and owner is not None:
            node.parent = owner.index
    whole.nodes.extend(inner.nodes)
    if owner is not None:
        owner.text = (start, start + len(inner.text))
        if inner.nodes and "editor" in inner.nodes[0].states:  # a rich editor that fills its frame
            inner.nodes[0].label = inner.nodes[0].label or owner.name
    if inner.used >= 0 and whole.used < 0:
        whole.used = base + inner.used


def _hide(inner: FrameLook) -> None:
    """Nothing in the frame is shown, as its iframe is not."""
    inner.text, inner.recased = "", []
    for node in inner.nodes:
        node.shown = node.listed = node.faint = False
        node.text, node.at = (0, 0), -1


def _move(node: Node, base: int, start: int, x: float, y: float) -> None:
    """From its frame's own numbers to the whole page's: `base` nodes and `start` characters stand before it."""
    node.parent = node.parent + base if node.parent >= 0 else -1
    node.form = node.form + base if node.form >= 0 else -1
    node.control = node.control + base if node.control >= 0 else -1
    node.text = (node.text[0] + start, node.text[1] + start) if node.text[1] else node.text
    node.at = node.at + start if node.at >= 0 else -1
    if node.box is not None:
        node.box = (node.box[0] + x, node.box[1] + y, node.box[2], node.box[3])
