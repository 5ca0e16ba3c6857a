"""Writes statements down in a language of Playwright's: the walk is here, what a language says in its own way is not.

A kind of statement or expression that is forgotten does not pass the type check.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, assert_never

from qa_appliance.export.statements import (
    Answer,
    Block,
    Comment,
    Compare,
    Do,
    DragBy,
    Expect,
    Opens,
    Remembered,
    Request,
    Statement,
    Viewport,
)
from qa_appliance.export.words import Around, Call, Expression, Function, Name, Pattern, Secret, Text


class Language(ABC):
    """Every method answers code; those in the plural answer whole lines, without the indent of where they stand."""

    indent: ClassVar[str]

    def lines(self, statements: list[Statement], depth: int = 1) -> list[str]:
        return [self.indent * depth + line for each in statements for line in self._statement(each)]

    def _statement(self, statement: Statement) -> list[str]:
        match statement:
            case Do():
                return [self.done(statement.call)]
            case Expect():
                return [self.expected(statement)]
            case Compare():
                return [self.compared(statement)]
            case Remembered():
                return [self.remembered(statement)]
            case Opens():
                return self.opened(statement)
            case Answer():
                return [self.answered(statement)]
            case Request():
                return self.requested(statement)
            case Block():
                return self.block(statement, self.lines(statement.statements), self.lines(statement.otherwise))
            case DragBy():
                return self.dragged(statement)
            case Viewport():
                return [self.sized(statement)]
            case Comment():
                return [self.comment(statement.text)]
        assert_never(statement)

    def of(self, value: Expression) -> str:
        match value:
            case Call():
                return self.called(value)
            case Name():
                return value.name
            case Text():
                return (
                    f"filled({self.quoted(value.text)}, remembered)" if "{" in value.text else self.quoted(value.text)
                )
            case Secret():
                return self.secret(value.name)
            case Pattern():
                return self.pattern(self.quoted(value.source))
            case Around():
                escaped = f"{self.escaped}({self.of(Text(value.text))})"
                return self.pattern(f"{self.quoted(value.before)} + {escaped} + {self.quoted(value.after)}")
            case Function():
                return self.function(value.source)
            case str():
                return self.quoted(value)
            case bool() | int() | float():
                return self.literal(value)
            case tuple():
                return f"[{', '.join(self.of(each) for each in value)}]"
        assert_never(value)

    escaped: ClassVar[str]  # the function that makes a text match itself in a pattern

    @abstractmethod
    def done(self, call: Call) -> str: ...
    @abstractmethod
    def expected(self, check: Expect) -> str: ...
    @abstractmethod
    def compared(self, check: Compare) -> str: ...
    @abstractmethod
    def remembered(self, kept: Remembered) -> str: ...
    @abstractmethod
    def opened(self, opens: Opens) -> list[str]: ...
    @abstractmethod
    def answered(self, answer: Answer) -> str: ...
    @abstractmethod
    def requested(self, request: Request) -> list[str]: ...
    @abstractmethod
    def block(self, block: Block, body: list[str], otherwise: list[str]) -> list[str]: ...
    @abstractmethod
    def dragged(self, drag: DragBy) -> list[str]: ...
    @abstractmethod
    def sized(self, view: Viewport) -> str: ...
    @abstractmethod
    def comment(self, text: str) -> str: ...
    @abstractmethod
    def called(self, call: Call) -> str: ...
    @abstractmethod
    def secret(self, name: str) -> str: ...
    @abstractmethod
    def pattern(self, source: str) -> str: ...
    @abstractmethod
    def function(self, source: str) -> str: ...
    @abstractmethod
    def quoted(self, text: str) -> str: ...
    @abstractmethod
    def literal(self, value: bool | float) -> str: ...
