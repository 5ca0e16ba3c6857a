"""Writes statements down in a language of Playwright's: the walk is here, what a language says in its own way is not.

A kind of statement or expression that is forgotten does not pass the type check.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, assert_never

from qa_appliance.export import statements as s


class Language(ABC):
    """Every method answers code; those in the plural answer whole lines, without the indent of where they stand."""

    indent: ClassVar[str]

    def lines(self, statements: list[s.Statement], depth: int = 1) -> list[str]:
        return [self.indent * depth + line for each in statements for line in self._statement(each)]

    def _statement(self, statement: s.Statement) -> list[str]:
        match statement:
            case s.Do():
                return [self.done(statement.call)]
            case s.Expect():
                return [self.expected(statement)]
            case s.Compare():
                return [self.compared(statement)]
            case s.Remembered():
                return [self.remembered(statement)]
            case s.Opens():
                return self.opened(statement)
            case s.Answer():
                return [self.answered(statement)]
            case s.Request():
                return self.requested(statement)
            case s.Routed():
                return self.routed(statement)
            case s.Block():
                return self.block(statement, self.lines(statement.statements), self.lines(statement.otherwise))
            case s.DragBy():
                return self.dragged(statement)
            case s.Viewport():
                return [self.sized(statement)]
            case s.Refuses():
                return self.refuses(statement.expect)
            case s.Helped():
                return [self.helped(statement)]
            case s.Comment():
                return [self.comment(statement.text)]
        assert_never(statement)

    def of(self, value: s.Expression) -> str:
        match value:
            case s.Call():
                return self.called(value)
            case s.Name():
                return self.named(value.name)
            case s.Text():
                return (
                    f"filled({self.quoted(value.text)}, remembered)" if "{" in value.text else self.quoted(value.text)
                )
            case s.Secret():
                return self.secret(value.name)
            case s.Bytes():
                return self.bytes(value)
            case s.Pattern() | s.Around():
                return self._matching(value)
            case s.Function():
                return self.function(value.source)
            case str():
                return self.quoted(value)
            case bool() | int() | float():
                return self.literal(value)
            case tuple():
                return f"[{', '.join(self.of(each) for each in value)}]"
            case s.Pairs():
                return "{" + ", ".join(f'"{name}": {self.of(each)}' for name, each in value.pairs) + "}"
        assert_never(value)

    def _matching(self, value: s.Pattern | s.Around) -> str:
        if isinstance(value, s.Pattern):
            return self.expression(value.source)
        escaped = f"{self.escaped}({self.of(s.Text(value.text))})"
        return self.pattern(f"{self.quoted(value.before)} + {escaped} + {self.quoted(value.after)}")

    def pairs(self, values: Mapping[str, s.Expression]) -> str:
        """Of names that may hold anything."""
        return "{" + ", ".join(f"{self.quoted(name)}: {self.of(each)}" for name, each in values.items()) + "}"

    def given(self, file: s.File, body: str) -> dict[str, s.Expression]:
        """What the test names of what is known before."""
        return {name: each for name, each in file.given.items() if f"{{{name}}}" in body}

    def remembers(self, file: s.File, body: str) -> str:
        """What `remembered` holds when the test begins: its row, and what is given."""
        given = self.pairs(self.given(file, body))
        return (
            given if not file.rows else f"{{{self.spread}row}}" if given == "{}" else f"{{{self.spread}row, {given[1:]}"
        )

    def from_outside(self, file: s.File, body: str) -> str:
        """The names that have to stand in the environment."""
        given = [each.name for each in self.given(file, body).values() if isinstance(each, s.Secret)]
        return ", ".join(dict.fromkeys([*file.secrets, *given]))

    spread: ClassVar[str]  # what puts the pairs of another object into one
    escaped: ClassVar[str]  # the function that makes a text match itself in a pattern

    @abstractmethod
    def done(self, call: s.Call) -> str: ...
    @abstractmethod
    def expected(self, check: s.Expect) -> str: ...
    @abstractmethod
    def compared(self, check: s.Compare) -> str: ...
    @abstractmethod
    def refuses(self, expect: s.Expect | s.Compare) -> list[str]: ...
    @abstractmethod
    def remembered(self, kept: s.Remembered) -> str: ...
    @abstractmethod
    def opened(self, opens: s.Opens) -> list[str]: ...
    @abstractmethod
    def answered(self, answer: s.Answer) -> str: ...
    @abstractmethod
    def requested(self, request: s.Request) -> list[str]: ...
    @abstractmethod
    def routed(self, routed: s.Routed) -> list[str]: ...
    @abstractmethod
    def block(self, block: s.Block, body: list[str], otherwise: list[str]) -> list[str]: ...
    @abstractmethod
    def dragged(self, drag: s.DragBy) -> list[str]: ...
    @abstractmethod
    def sized(self, view: s.Viewport) -> str: ...
    @abstractmethod
    def helped(self, helped: s.Helped) -> str: ...
    @abstractmethod
    def bytes(self, value: s.Bytes) -> str: ...
    @abstractmethod
    def comment(self, text: str) -> str: ...
    @abstractmethod
    def called(self, call: s.Call) -> str: ...
    @abstractmethod
    def named(self, name: str) -> str: ...
    @abstractmethod
    def secret(self, name: str) -> str: ...
    @abstractmethod
    def pattern(self, source: str) -> str: ...
    @abstractmethod
    def expression(self, source: str) -> str: ...
    @abstractmethod
    def function(self, source: str) -> str: ...
    @abstractmethod
    def quoted(self, text: str) -> str: ...
    @abstractmethod
    def literal(self, value: bool | float) -> str: ...
