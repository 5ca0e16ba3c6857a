"""A recorded test on its way into English. A sentence is put down only where the grammar reads it as that one step."""

from __future__ import annotations

import re

from msgspec import Struct

from qa_appliance.core.steps import MASK, Device, Dialog, Fill, Go, Step
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
    secrets: list[str] = []
    answer: str = ""
    _screens: int = 0  # sentences at the beginning that only say how large the window is

    def say(self, sentence: str, kind: type[Step], what: str) -> bool:
        """Whether it was put down. What is opened first comes before the size of its window, which needs a page.

        A dialog that was to be answered comes with the deed that is done next.
        """
        plan = plan_english(sentence)
        if plan.gaps or len(plan.steps) != 1 or not isinstance(plan.steps[0], kind):
            self.leave(what, "There is no sentence that is read as this and as nothing else.")
            return False
        step = plan.steps[0]
        if isinstance(step, Fill) and step.value.secret:
            self.keep_secret(step.value.text)
        only_screens = self._screens == len(self.sentences)
        if only_screens and isinstance(step, Go):
            self.sentences.insert(0, sentence)
            self._screens = -1
            return True
        self._screens += only_screens and isinstance(step, Device)
        self.sentences.append(sentence)
        if self.answer and step.traits.acts:
            answer, self.answer = self.answer, ""
            self.say(answer, Dialog, what)
        return True

    def settled(self) -> Carried:
        """At its end: without what was typed as a secret in what is left out."""
        if self.answer:
            self.leave(self.answer, "No deed follows that would bring a dialog.")
        for secret in self.secrets:
            self.left = [Left(left.what.replace(secret, MASK), left.why) for left in self.left]
        return self

    def keep_secret(self, text: str) -> None:
        """It stands neither in a sentence nor in what is left out."""
        if text and text not in self.secrets:
            self.secrets.append(text)

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
_IDENTIFIER = re.compile(r"[A-Za-z]++(?:[-_ ][A-Za-z]++)*+")


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
