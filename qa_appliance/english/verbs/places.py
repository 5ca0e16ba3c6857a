"""Places: browser tabs, dialogs, devices, and other users. Scopes inside a page are in heads.py."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from qa_appliance.core.steps import Click, Device, Dialog, Step, Tab
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.verbs.buttons import press_key
from qa_appliance.english.verbs.check import CHECK_STATEMENT, tick, turn_off, turn_on
from qa_appliance.english.verbs.deeds import REPLY, accept_cookies
from qa_appliance.english.verbs.fields import ENTERED
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import PLACE_HEADS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_key
from qa_appliance.language.word_sets import word_set

_TABS = {
    "new": "",
    "newest": "",
    "newly opened": "",
    "opened": "",
    "other": "previous",
    "previous": "previous",
    "original": "first",
    "first": "first",
    "main": "first",
    "initial": "first",
    "old": "previous",
    "next": "next",
    "second": "#2",
    "third": "#3",
    "last": "",
    "latest": "",
    "just opened": "",
    "parent": "first",
    "popup": "",
}


def switch_tab(which: Phrase) -> Step | None:
    name = _TABS.get(which.text.lower())
    return None if name is None else Tab(move="switch", name=name)


def switch_named_tab(name: str) -> Step:
    return Tab(move="switch", name=name)


def close_tab() -> Step:
    return Tab(move="close")


def page_tab(target: Target) -> Step | None:
    """ "switch to the Orders tab", "switch to the calendar": what is called so on the page; a tab of the browser is
    said to be one, and of a frame, a page or a person it is told elsewhere.
    """
    if target.kind == "tab":
        return Click(target=target) if target.name else None
    if _is_a_view(target):
        return Click(target=replace(target, kind="any"))
    plain = target.kind in ("any", "calendar", "list", "table") and not (target.within or target.ordinal)
    plain = (
        plain and not target.qualities and (target.quoted or target.words != target.words.lower() or _definite(target))
    )
    named = replace(target, kind="any", name=target.name or target.words.split()[-1])
    return Click(target=named) if plain and named.name.lower() not in _SWITCHED else None


def _is_a_view(target: Target) -> bool:
    """ "the month view": chosen by what it is called."""
    return target.kind == "page" and bool(target.name) and not target.within and target.words.lower().endswith(" view")


def _definite(target: Target) -> bool:
    return target.words.lower().split()[0] == "the"


_SWITCHED = frozenset({"browser", "window", "tab", "frame", "iframe", "app", "user", "account", "site", "one", "it"})


def close(target: Target) -> Step | None:
    """Closing a dialog or banner is a click on its own close button."""
    if is_pronoun(target):
        return Click(target=Target(words="close it", name="Close", kind="button", within=(Relation("inside", target),)))
    if target.kind not in ("dialog", "alert", "menu", "section", "calendar") and not target.quoted:
        return None
    if target.kind == "any" and not target.quoted:
        return None
    place: Relation = Relation(place="dialog" if target.kind == "dialog" else "inside", target=target)
    return Click(target=Target(words=target.words, name="Close", kind="button", within=(place,)))


def accept_it(it: Target) -> Step:
    """The button of what was named that accepts it; of a dialog of the browser, its answer (pronouns.py)."""
    return Click(target=Target(words="accept it", name="Accept", kind="button", within=(Relation("inside", it),)))


_TERMS = word_set("terms conditions policy policies agreement license licence tos t&cs t&c disclaimer rules")


def accept_terms(target: Target) -> Step | None:
    """A box to tick; what else may be accepted (an offer, an invitation) says how by its own controls."""
    if target.kind != "any" or target.quoted or target.within:
        return None
    return tick(target) if _TERMS.intersection(target.name.casefold().split()) else None


def accept(text: Phrase | None = None) -> Step:
    return Dialog(accept=True, text="" if text is None else text.only_quote or text.text)


def confirm_with(target: Target) -> Step | None:
    """The button that says yes; "confirm with Enter" is a key and no target."""
    called = target.kind == "any" and target.name[:1].isupper() and read_key(target.name) is None
    called = called and not any(map(str.isdigit, target.name))  # "confirm with the TAN 123456"
    return Click(target=target) if target.quoted or called or target.kind in ("button", "link") else None


def dismiss() -> Step:
    return Dialog(accept=False)


def use_device(device: str) -> Step:
    return Device(preset=device)


_DEVICES = {
    "phone": "phone",
    "mobile": "phone",
    "smartphone": "phone",
    "mobile phone": "phone",
    "mobile device": "phone",
    "cell phone": "phone",
    "handset": "phone",
    "mobile view": "phone",
    "mobile screen": "phone",
    "small screen": "phone",
    "phone view": "phone",
    "mobile viewport": "phone",
    "tablet": "tablet",
    "tablet view": "tablet",
    "desktop": "desktop",
    "computer": "desktop",
    "laptop": "desktop",
    "desktop view": "desktop",
    "desktop computer": "desktop",
    "pc": "desktop",
}
_MODELS = ("iphone", "ipad", "pixel", "galaxy", "nexus", "kindle", "blackberry", "lg ", "moto ", "nokia")


def read_device(phrase: Phrase) -> str | None:
    """phone · an iPhone 13 · 800x600"""
    words = [token.value for token in phrase.tokens]
    if words and words[0].lower() in ("a", "an", "the", "my"):
        words = words[1:]
    text = " ".join(words)
    lowered = text.lower()
    if lowered in _DEVICES:
        return _DEVICES[lowered]
    if lowered.startswith(_MODELS) and len(words) <= 5 and not phrase.has(PLACE_HEADS | _MORE):
        return text
    width, times, height = (
        lowered.replace(" ", "").replace("×", "x").replace("by", "x").replace("px", "").partition("x")
    )
    if width.isdecimal() and not times and lowered.replace(" ", "").endswith("px"):
        return f"{width}x{_HEIGHT}"
    return f"{width}x{height}" if times and width.isdecimal() and height.isdecimal() else None


_HEIGHT = 720  # where only the width is told


_MORE = word_set("with and or using running")
"""An iPhone with something else: what is told behind them no screen tells."""


_PEOPLE = {
    "second user": "second user",
    "another user": "second user",
    "other user": "second user",
    "different user": "second user",
    "third user": "third user",
    "first user": "first user",
    "second person": "second user",
    "second browser": "second user",
    "second account": "second user",
    "original user": "first user",
    "second customer": "second user",
}


def read_person(phrase: Phrase) -> str | None:
    """a second user · another user · the user "bob"."""
    quotes = phrase.quotes()
    words = [
        token.low for token in phrase.tokens if token.kind == "word" and token.low not in ("a", "an", "the", "again")
    ]
    if len(quotes) == 1 and words in (["user"], ["person"], ["customer"]):
        return quotes[0].value
    return None if quotes else _PEOPLE.get(" ".join(words))


_MAIN_PAGE = frozenset(
    {
        "the main page",
        "the main frame",
        "the main document",
        "the default content",
        "the parent frame",
        "the top frame",
    }
)
_SWITCHING = (["switch", "to"], ["switch", "back"], ["switch", "into"], ["enter", "the"], ["leave", "the"])


def switched_frame(phrase: Phrase) -> Target | Literal["main"] | None:
    """The frame that a sentence goes into, or "main" where it leaves the frames; None: it is about something else."""
    lows = [token.low for token in phrase.tokens]
    if lows[:2] not in _SWITCHING:
        return None
    rest = phrase[2:] if lows[1] in ("to", "into") else phrase[3:] if lows[2:3] == ["to"] else phrase[1:]
    words = " ".join(token.low for token in rest.tokens)
    if words in _MAIN_PAGE or (lows[0] == "leave" and words in ("the frame", "the iframe")):
        return "main"
    target = read_target(rest) if rest.tokens else None
    return target if target is not None and target.kind == "frame" and lows[0] != "leave" else None


VERBS = (
    verb(
        "switch, turn, change to",
        form(
            "tab.switch", "switch to the new tab", "[back] to [the] {which:bare} [browser] tab|window|page", switch_tab
        ),
        form(
            "tab.named",
            'switch to the browser tab "Invoice"',
            "[back] to [the] browser_tab|window|browser_window [called|named|titled|with_the_title|"
            "with_title] {name:quoted} // "
            "[back] to [the] {name:quoted} browser_tab|window|browser_window // "
            "[back] to [the] tab with|titled|called [the] [title|url] {name:quoted}",
            switch_named_tab,
        ),
        form("device.switch", "switch to a phone", "[back] to [the] {device}", use_device),
        form("click.tab", 'switch to the "Orders" tab', "[back] [over] to {target}", page_tab),
        form("check.on", 'turn "Notifications" on', "{target} [back] on", turn_on),
        form("check.off", 'turn "Notifications" off', "{target} [back] off", turn_off),
    ),
    verb(
        "close, shut",
        form("tab.close", "close the tab", "<browser_tab>", close_tab),
        form(
            "keys.close",
            "close the dialog with Escape",
            "{~what:anything} with|by_pressing|using {key:bare}",
            press_key,
        ),
        form("click.close", "close the dialog", "{target} with|using|by_clicking the x|cross // {target}", close),
    ),
    verb(
        "accept, agree to, agree with, allow, consent to",
        form(
            "cookies.accept",
            "accept cookies",
            "<cookies> [banner|notice] [if_asked|if_prompted|if_necessary|if_needed|if_shown]",
            accept_cookies,
        ),
        form("dialog.accept", "accept the alert", "<browser_dialog>", accept),
        form("click.accept", "accept it", "{it:pronoun}", accept_it),
        form(
            "check.terms",
            "accept the terms and conditions",
            "{target} by checking|ticking|selecting [the|its|this] checkbox|check_box|box // [all|all_of] {target}",
            accept_terms,
        ),
    ),
    verb(
        "dismiss, cancel, decline, reject",
        form("dialog.dismiss", "dismiss the alert", "<browser_dialog>", dismiss),
        form("click.close", "dismiss the banner", "{target}", close),
    ),
    verb(
        "answer, respond to, reply to",
        form(
            "dialog.answer",
            'answer the prompt with "Ann"',
            "<browser_dialog> with|by_typing|by_entering {text:value}",
            accept,
        ),
        form("dialog.accept", "answer the confirm with OK", "<browser_dialog> with ok|yes", accept),
        form(
            "click.confirm", 'answer the question with "Yes"', "the_question|it|the_prompt with {target}", confirm_with
        ),
        REPLY,
    ),
    verb(
        "confirm",
        form("dialog.accept", "confirm the alert", "<browser_dialog>", accept),
        form(
            "click.confirm",
            'confirm with "Yes"',
            "[<what_is_asked>] with|via {target}",
            confirm_with,
        ),
        *CHECK_STATEMENT,
    ),
    verb(
        "use",
        form("device.use", "use a phone", "[the] {device}", use_device),
        *ENTERED,
    ),
    verb(
        "view, check, open, look at, see",
        form("device.use", "use a phone", "<the_page> on|in {device}", use_device),
    ),
    verb(
        "resize, emulate, simulate, set, change, narrow, widen, shrink",
        form(
            "device.use",
            "use a phone",
            "[the] {device} // [the] [browser] [window|viewport|screen] to|at {device} // "
            "[the] [browser] browser|window|viewport|screen [size|width] to|at [a] [width] [of] {device} [wide|width]",
            use_device,
        ),
    ),
)
