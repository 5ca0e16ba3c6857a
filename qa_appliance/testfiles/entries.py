"""YAML whose every value is told with its place. Each scalar is the text as it is written: 39.90 stays 39.90."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from msgspec import Struct

from qa_appliance.testfiles.faults import Faulty, Spot, faulty

VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
"""A variable of whoever runs the tests."""


class Entry(Struct, frozen=True):
    """A value of a file and where it stands; `above`: lines of the file before the YAML."""

    node: yaml.Node
    file: Path
    above: int

    @property
    def spot(self) -> Spot:
        mark = self.node.start_mark
        return Spot(self.file, mark.line + 1 + self.above, mark.column + 1)

    def wrong(self, message: str) -> Faulty:
        return faulty(self.spot, message)

    @property
    def missing(self) -> bool:
        return (
            isinstance(self.node, yaml.ScalarNode) and self.node.style is None and self.node.value in ("", "~", "null")
        )

    def text(self, what: str) -> str:
        if not isinstance(self.node, yaml.ScalarNode) or self.missing:
            raise self.wrong(f"{what} has to be a text.")
        return str(self.node.value)

    def texts(self, what: str) -> list[str]:
        """A list of texts; a single one may stand alone, its parts with commas between them."""
        if isinstance(self.node, yaml.ScalarNode):
            return [part.strip() for part in self.text(what).split(",") if part.strip()]
        return [each.text(what) for each in self.items(what)]

    def items(self, what: str) -> list[Entry]:
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.wrong(f"{what} has to be a list.")
        return [Entry(node, self.file, self.above) for node in self.node.value]

    def pairs(self, what: str) -> Iterator[tuple[str, Entry, Entry]]:
        """Of a mapping every name with its key and its value. Raises `Faulty` for a name that stands twice."""
        if self.missing:
            return
        if not isinstance(self.node, yaml.MappingNode):
            raise self.wrong(f"{what} has to have names and values.")
        seen: set[str] = set()
        for key_node, value_node in self.node.value:
            key = Entry(key_node, self.file, self.above)
            name = key.text("A name")
            if name in seen:
                raise key.wrong(f"“{name}” stands twice.")
            seen.add(name)
            yield name, key, Entry(value_node, self.file, self.above)

    def map_of_texts(self, what: str) -> dict[str, str]:
        return {name: "" if value.missing else value.text(f"{what}: {name}") for name, _, value in self.pairs(what)}


def read_entries(text: str, file: Path, above: int = 0) -> Entry | None:
    """None: there is nothing in it. Raises `Faulty`."""
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        spot = Spot(file, mark.line + 1 + above, mark.column + 1) if mark else Spot(file, above + 1)
        raise faulty(spot, f"It is no YAML: {error.problem or error.context}.") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise faulty(
            Spot(file, above + 1), "It is no YAML: a character of it is not allowed, or it is too deep."
        ) from error
    return None if node is None else Entry(node, file, above)
