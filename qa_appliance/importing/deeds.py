"""What recorders record, said of an element: the same few deeds and checks whatever tool recorded them."""

from __future__ import annotations

import re
from typing import TypeGuard
from urllib.parse import urlsplit

from qa_appliance.core.steps import (
    Assert,
    Choose,
    Clear,
    Click,
    Device,
    Dialog,
    Fill,
    Go,
    History,
    Hover,
    Press,
    SetChecked,
    Tab,
    Upload,
    WaitFor,
)
from qa_appliance.importing.carried import Carried, Named, quoted, sayable
from qa_appliance.language.values import is_secret

ACCEPT, DISMISS = "accept the alert", "dismiss the alert"
NAMELESS = "The element has no name that people see, only a selector."
_UNSAYABLE = "The text has braces or line breaks, which a sentence does not hold."
_BY_VALUE = "The option is named by its value in the code; write the words that people see if they are others."
_PLAIN_PATH = re.compile(r"/[\w/-]*\w")
_KEYS = re.compile(r"(?:(?:Control|ControlOrMeta|Alt|Shift|Meta)\+)*(?:[A-Za-z0-9]|F\d{1,2}|[A-Z][A-Za-z]+)")


def prompt(text: str) -> str:
    """The answer to a prompt."""
    return f"answer the prompt with {quoted(text)}" if text else ACCEPT


class Deeds:
    """Each method puts down a sentence, or leaves the thing and says why. `what` is how it was recorded."""

    def __init__(self, carried: Carried) -> None:
        self._to = carried

    def leave(self, what: str, why: str) -> None:
        self._to.leave(what, why)

    def go(self, url: str, what: str) -> None:
        """The first address is that of the site."""
        if not url.startswith(("http://", "https://", "/")):
            self._to.leave(what, "It is no address of the web.")
            return
        address = urlsplit(url)
        site = f"{address.scheme}://{address.netloc}" if address.netloc else ""
        first = not self._to.url
        self._to.url = self._to.url or site
        path = address._replace(scheme="", netloc="").geturl()
        if site not in ("", self._to.url):
            self._to.say(f"go to {quoted(url)}", Go, what)
        elif not first or path not in ("", "/"):
            plain = _PLAIN_PATH.fullmatch(path)
            self._to.say(f"go to {path if plain else quoted(path or '/')}", Go, what)

    def click(self, named: Named | None, what: str, *, verb: str = "click") -> None:
        if self._is_named(named, what):
            self._to.say(f"{verb} {named.words}", Click, what)

    def hover(self, named: Named | None, what: str) -> None:
        if self._is_named(named, what):
            self._to.say(f"hover over {named.words}", Hover, what)

    def fill(self, named: Named | None, text: str, what: str) -> None:
        if is_secret(what):
            self._to.keep_secret(text)
        if not self._is_named(named, what):
            return
        if not text:
            self._to.say(f"clear {named.words}", Clear, what)
        elif not sayable(text):
            self._to.leave(what, _UNSAYABLE)
        else:
            self._to.say(f"enter {quoted(text)} into {named.words}", Fill, what)

    def choose(self, named: Named | None, option: str, what: str, *, by_value: bool) -> None:
        if not self._is_named(named, what):
            return
        if not sayable(option):
            self._to.leave(what, _UNSAYABLE)
        elif self._to.say(f"choose {quoted(option)} in {named.words}", Choose, what) and by_value:
            self._to.leave(what, _BY_VALUE)

    def tick(self, named: Named | None, on: bool, what: str) -> None:
        if self._is_named(named, what):
            self._to.say(f"{'tick' if on else 'untick'} {named.words}", SetChecked, what)

    def press(self, keys: str, what: str, named: Named | None = None) -> None:
        if not _KEYS.fullmatch(keys):
            self._to.leave(what, "The key has no name that is read.")
        else:
            self._to.say(f"press {keys}" + (f" in {named.words}" if named else ""), Press, what)

    def upload(self, named: Named | None, file: str, what: str) -> None:
        if not self._is_named(named, what):
            return
        if self._to.say(f"upload {quoted(file.rpartition('/')[2])} to {named.words}", Upload, what):
            self._to.leave(what, "The file itself is not carried over: store it with the project.")

    def answers_next(self, answer: str, what: str) -> None:
        """A dialog that the next deed brings: it is answered behind that deed."""
        if self._to.answer:
            self._to.leave(what, "Another dialog is answered before it, and no deed stands between.")
        else:
            self._to.answer = answer

    def answers(self, answer: str, what: str) -> None:
        """A dialog that has come."""
        self._to.say(answer, Dialog, what)

    def history(self, move: str, what: str) -> None:
        self._to.say(move, History, what)

    def tab(self, move: str, what: str) -> bool:
        return self._to.say(move, Tab, what)

    def window(self, width: int, height: int, what: str) -> None:
        self._to.say(f"resize the window to {width}x{height}", Device, what)

    def shown(self, named: Named | None, what: str, *, gone: bool = False) -> None:
        if self._is_named(named, what):
            self._to.say(f"check that {named.words} is {'not ' if gone else ''}shown", Assert, what)

    def awaited(self, named: Named | None, what: str, *, state: str = "shown") -> None:
        if self._is_named(named, what):
            self._to.say(f"wait until {named.words} is {state}", WaitFor, what)

    def text(self, named: Named | None, text: str, what: str) -> None:
        """That an element has a text: of one that cannot be named only that the page shows it."""
        if not sayable(text):
            self._to.leave(what, _UNSAYABLE if text.strip() else "It checks for no text at all.")
        elif named is not None and named.name != text and not named.guessed:
            self._to.say(f"check that {named.words} contains {quoted(text)}", Assert, what)
        elif self._to.say(f"check that {quoted(text)} is shown", Assert, what) and (named is None or named.guessed):
            self._to.leave(what, "It is checked that the page shows this, no longer in which element.")

    def value(self, named: Named | None, text: str, what: str) -> None:
        if not self._is_named(named, what):
            return
        if text and not sayable(text):
            self._to.leave(what, _UNSAYABLE)
        else:
            state = f"is {quoted(text)}" if text else "is empty"
            self._to.say(f"check that {named.words} {state}", Assert, what)

    def state(self, named: Named | None, state: str, what: str) -> None:
        if self._is_named(named, what):
            self._to.say(f"check that {named.words} is {state}", Assert, what)

    def title(self, text: str, what: str, *, contains: bool = False) -> None:
        if sayable(text):
            self._to.say(f"check that the page title {'contains' if contains else 'is'} {quoted(text)}", Assert, what)
        else:
            self._to.leave(what, _UNSAYABLE)

    def address(self, url: str, what: str) -> None:
        self._to.say(f"check that the address is {quoted(url)}", Assert, what)

    def _is_named(self, named: Named | None, what: str) -> TypeGuard[Named]:
        if named is None or not sayable(named.name):
            self._to.leave(what, NAMELESS)
            return False
        if named.guessed:
            self._to.leave(what, f"“{named.words}” is a guess by “{named.guessed}” in the code; see that it fits.")
        return True
