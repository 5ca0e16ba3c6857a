"""Rich editors that stand in for a field of the form: the field itself is hidden, and what is typed goes beside it."""

from __future__ import annotations

from qa_appliance.browser.look.node import Look, Node


def editor_for(look: Look, node: Node) -> Node:
    """The editor a hidden text field has been replaced by, next after it in the page; the element itself otherwise."""
    if node.shown or node.tag not in ("textarea", "input") or node.type in ("checkbox", "radio", "file"):
        return node
    for held in (node, *look.ancestors(node)[:1]):
        if held.shown and held.tag in ("form", "body", "fieldset"):
            break
        for beside in look.children.get(held.parent, ()):
            if beside.index <= held.index or not beside.shown:
                continue
            editors = [n for n in look.nodes if n.shown and "editor" in n.states and look.inside(n, beside)]
            return editors[0] if editors else node
    return node
