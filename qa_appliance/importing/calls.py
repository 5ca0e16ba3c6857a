"""Chains of calls in TypeScript, JavaScript or Python source: `page.getByRole("link", { name: "A" }).click()`.

Reads what recorders write and no more: texts, numbers, names with values. Runs nothing.
"""

from __future__ import annotations

import re

from msgspec import Struct

Value = str | None
"""A text or a number as it is written; None: something else (a pattern, a variable)."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\$])*`)|(?P<number>-?\d+(?:\.\d+)?)"""
    r"""|(?P<pattern>/(?:\\.|[^/\\])+/[a-z]*|re\.compile)|(?P<word>[A-Za-z_$][\w$]*)|(?P<sign>[^\s]))"""
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class Call(Struct):
    """`name` in Python's writing, `get_by_role`; `inside`: of `expect(…)` the chain it is about; `root`: what it began
    with."""

    name: str
    arguments: list[Value] = []
    named: dict[str, Value] = {}
    inside: list[Call] = []
    root: str = ""

    @property
    def first(self) -> str:
        """Its first argument; empty where there is none, or something that is not read."""
        return (self.arguments[0] or "") if self.arguments else ""


class _Odd(Exception):
    """It is no such chain."""


def calls_in(text: str) -> list[Call]:
    """Empty: it is no chain of calls that is read."""
    try:
        return _Reader(text).chain()
    except _Odd:
        return []


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens = [(str(found.lastgroup), found[found.lastgroup or 0]) for found in _TOKEN.finditer(text)]
        self._at = 0

    def chain(self) -> list[Call]:
        found = self._links()
        if self._at < len(self._tokens):
            raise _Odd
        return found

    def _links(self) -> list[Call]:
        """`page.a("x").first.b()`: `a`, `first` and `b`."""
        root = self._word()
        calls: list[Call] = []
        if self._sees("("):
            calls.append(self._call(root))
        while self._takes("."):
            self._takes("await")
            name = self._word()
            calls.append(self._call(name) if self._sees("(") else Call(_snake(name)))
        for call in calls:
            call.root = root
        return calls

    def _call(self, name: str) -> Call:
        call = Call(_snake(name))
        self._expect("(")
        if name == "expect":
            at = self._at
            call.inside = self._links() or [Call(self._tokens[at][1])]
            self._expect(")")
            return call
        while not self._takes(")"):
            self._argument(call)
            self._takes(",")
        return call

    def _argument(self, call: Call) -> None:
        if self._takes("{"):
            while not self._takes("}"):
                name = self._next()[1].strip("'\"")
                self._expect(":")
                call.named[_snake(name)] = self._value()
                self._takes(",")
        elif self._kind() == "word" and self._kind(1) == "sign" and self._tokens[self._at + 1][1] == "=":
            name = self._word()
            self._expect("=")
            call.named[name] = self._value()
        else:
            call.arguments.append(self._value())

    def _value(self) -> Value:
        kind, text = self._next()
        if kind == "text":
            return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text[1:-1])
        if kind == "number":
            return text
        if kind == "word" and text in ("true", "false", "True", "False"):
            return text.lower()
        if text == "[" and self._kind() == "text" and self._kind(1) == "sign" and self._tokens[self._at + 1][1] == "]":
            only = self._value()
            self._expect("]")
            return only
        depth = 0  # anything else is passed over up to the end of the argument
        if text in "([{":
            depth = 1
        while self._at < len(self._tokens) and (depth or self._tokens[self._at][1] not in (",", ")", "}", "]")):
            _, sign = self._next()
            depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
        return None

    def _kind(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at][0] if at < len(self._tokens) else ""

    def _next(self) -> tuple[str, str]:
        if self._at >= len(self._tokens):
            raise _Odd
        self._at += 1
        return self._tokens[self._at - 1]

    def _word(self) -> str:
        kind, text = self._next()
        if kind != "word":
            raise _Odd
        return text

    def _sees(self, text: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at][1] == text

    def _takes(self, text: str) -> bool:
        found = self._sees(text)
        self._at += found
        return found

    def _expect(self, text: str) -> None:
        if not self._takes(text):
            raise _Odd


def _snake(name: str) -> str:
    return _HUMP.sub("_", name).lower()
