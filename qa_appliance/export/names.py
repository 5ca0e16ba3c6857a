"""What an exported test takes from outside, by names: secrets of the environment, variables, a row. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from qa_appliance.core.steps import Value
from qa_appliance.core.test_data.project import ProjectData
from qa_appliance.export.made import made_text
from qa_appliance.export.statements import Expression, Secret, text


class Names:
    """`secrets` are those of the environment that the steps need. `columns`: of the table whose rows it runs with."""

    def __init__(self, data: ProjectData, columns: Iterable[str]) -> None:
        self.secrets: list[str] = []
        self._data, self._columns = data, frozenset(columns)
        self._typed_secret: set[str] = set()  # columns

    def value(self, value: Value, hint: str) -> Expression:
        """What is typed; a secret comes from the environment, under a name with the hint in it."""
        if value.made is not None:
            return text(made_text(value.made))
        named = value.text[1:-1] if value.text.startswith("{") and value.text.endswith("}") else ""
        if named in self._columns and value.secret:
            self._typed_secret.add(named)
        if not value.secret or named in self._columns or named in self._data.variables:
            return text(value.text)
        return self.secret(f"QA_{hint}" if f"QA_{hint}" not in self.secrets else f"QA_{hint}_{len(self.secrets) + 1}")

    def secret(self, name: str) -> Secret:
        if name not in self.secrets:
            self.secrets.append(name)
        return Secret(name)

    def given(self) -> dict[str, Expression]:
        """The project's variables; of a secret what the environment has."""
        return {
            name: Secret(f"QA_{as_variable(name)}") if name in self._data.secrets else each
            for name, each in self._data.variables.items()
            if name not in self._columns
        }

    def row(self, row: Mapping[str, str], number: int) -> dict[str, Expression]:
        """What is typed as a password comes from the environment, for each row its own."""
        return {
            name: self.secret(f"QA_{as_variable(name)}_{number}") if name in self._typed_secret else each
            for name, each in row.items()
        }


def as_variable(name: str) -> str:
    """As variables of an environment are called."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper()
