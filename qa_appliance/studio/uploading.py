"""What there is to give to a field for files, each with the sentence that gives it. Pure."""

from __future__ import annotations

import functools

from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.writing.written import written
from qa_appliance.studio.naming import sentences, uploaded

_SAMPLES = ("document.pdf", "photo.png", "notes.txt", "table.csv")  # made where a project has stored none
_THE_FIELD = Target(words="the file field", kind="file")


def uploads_of(look: Look, node: Node, stored: list[str]) -> tuple[tuple[str, str], ...]:
    """Names of files and sentences; none where no words lead to the field."""
    found: list[tuple[str, str]] = []
    for name in stored or _SAMPLES:
        steps = sentences(look, node, functools.partial(uploaded, name), "upload", 1) or _alone(look, node, name)
        if steps:
            found.append((name, steps[0].sentence))
    return tuple(found)


def _alone(look: Look, node: Node, name: str) -> list[s.Step]:
    """The only field for files there is needs no name."""
    only = find(look, _THE_FIELD, "upload")
    step = written(s.Upload(target=None, files=(name,)))
    return [step] if step is not None and isinstance(only, Match) and only.node.index == node.index else []
