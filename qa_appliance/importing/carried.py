"""A recorded test on its way into English. A sentence is put down only where the grammar reads it as that one step."""

from __future__ import annotations

import re

from msgspec import Struct

from qa_appliance.core.steps import Step
from qa_appliance.english.compile import plan_english


class Left(Struct, frozen=True):
    """`what` was recorded and is not carried over, or not wholly; `why` a sentence."""

    what: str
    why: str


IN_A_BLOCK = "It is part of a condition or a loop."


class Carried(Struct):
    """One test: its sentences in order, and what they leave out."""

    name: str
    url: str = ""
    sentences: list[str] = []
    left: list[Left] = []

    def say(self, sentence: str, kind: type[Step], what: str) -> bool:
        """Whether it was put down."""
        plan = plan_english(sentence)
        if plan.gaps or len(plan.steps) != 1 or not isinstance(plan.steps[0], kind):
            self.leave(what, "There is no sentence that is read as this and as nothing else.")
            return False
        self.sentences.append(sentence)
        return True

    def leave(self, what: str, why: str) -> None:
        self.left.append(Left(" ".join(what.split())[:_LONGEST], why))


_LONGEST = 200
_NOUNS = {
    "button": "button",
    "link": "link",
    "textbox": "field",
    "searchbox": "field",
    "spinbutton": "field",
    "combobox": "dropdown",
    "listbox": "list",
    "checkbox": "checkbox",
    "radio": "radio button",
    "tab": "tab",
    "menuitem": "menu item",
    "option": "option",
    "heading": "heading",
    "img": "image",
    "switch": "switch",
    "row": "row",
    "cell": "cell",
    "dialog": "dialog",
    "slider": "slider",
    "treeitem": "tree item",
    "listitem": "list item",
}
_IDENTIFIER = re.compile(r"[A-Za-z]+(?:[-_ ]?[A-Za-z]+)*")


class Named(Struct, frozen=True):
    """An element as a sentence can name it. `guessed`: made of an identifier in the page's code; else "" ."""

    name: str
    role: str = ""
    ordinal: int = 0  # from 1; -1 the last, 0 not said
    guessed: str = ""
    inside: str = ""  # what it is in, in words

    @property
    def words(self) -> str:
        noun = _NOUNS.get(self.role, "")
        name = self.name if self.guessed else quoted(self.name)
        place = {0: "", -1: "last "}.get(self.ordinal, f"{_nth(self.ordinal)} ")
        inside = f" in {self.inside}" if self.inside else ""
        if self.guessed:
            return f"the {place}{name} {noun}".rstrip() + inside
        return (f"the {place}{noun} {name}".replace("  ", " ") if noun or place else name) + inside


def guessed(identifier: str, role: str) -> Named | None:
    """By an id or a name of the page's code, where that is plain words: "first-name" is the first name field."""
    if not _IDENTIFIER.fullmatch(identifier):
        return None
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|[-_]", " ", identifier).lower()
    return Named(spaced, role, guessed=identifier)


def quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def sayable(text: str) -> bool:
    """Braces stand for what a test has remembered, and a line break ends a sentence."""
    return bool(text.strip()) and not set("{}\n\r") & set(text)


def _nth(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
