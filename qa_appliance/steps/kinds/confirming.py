"""What says yes to what is asked now: the browser's dialog, the button called so, or the one that does not decline."""

from __future__ import annotations

import re

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.literal import pieces_between
from qa_appliance.browser.find.main_content import stands_around
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.evidence.steps import SpokenDialog
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.dialogs import Spoken
from qa_appliance.steps.base.stage import Doing, Stage

_DIALOGS = frozenset({"dialog", "alertdialog"})
_DECLINES = re.compile(
    r"\W*(?:no|cancel|close|dismiss|back|go back|return|abort|keep|later|not now|never ?mind|x|×)\b.*|\W*",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\?\s*$|\bare you sure\b|^\W*(?:please )?confirm\b", re.IGNORECASE)
_COOKIES = re.compile(r"\bcookies?\b", re.IGNORECASE)
_NOTHING_ASKS = "Nothing asks for a yes: there is no dialog, and no button is called “{name}”."


async def yes_to_what_is_asked(target: Target, stage: Stage, doing: Doing) -> Target | None:
    """The button to click; None where the browser itself asked, which the step before has had answered (`foresee`).

    Raises Failed where nothing asks, or more than one button could be meant.
    """
    dialogs = stage.dialogs
    spoken = dialogs.unclaimed()
    if spoken is None and target.known is not None:
        return target

    def asked(look: Look) -> Target | bool | None:
        return True if dialogs.unclaimed() is not None else _button(target, look)

    found = True if spoken is not None else await stage.until(asked, stage.patience)
    if isinstance(found, Target):
        if found is not target:
            doing.note(f"“{found.name}” is what says yes")
        return found
    spoken = dialogs.unclaimed()
    if spoken is None:
        raise fail("not_found", _NOTHING_ASKS.format(name=target.name), expected=target.words, cause="no_dialog")
    claim(spoken, stage, doing, accept=True)
    return None


def claim(spoken: Spoken, stage: Stage, doing: Doing, *, accept: bool) -> None:
    """The browser's dialog is the one the step spoke of. Raises Failed where it was answered otherwise."""
    if spoken.accepted != accept:
        verb = "accepted" if accept else "dismissed"
        raise fail("not_actionable", f"A dialog came earlier and could not be {verb} any more.", cause="answered")
    stage.dialogs.claim(spoken)
    doing.details.dialog = SpokenDialog(spoken.kind, stage.recorder.clean(spoken.text))
    doing.note(f"{spoken.kind}: “{spoken.text}”")


def _button(target: Target, look: Look) -> Target | None:
    """None where nothing asks yet. Raises Failed where several buttons say yes."""
    named = find(look, target, "click")
    if isinstance(named, Match) and (look.modal is None or look.inside(named.node, look.modal)):
        return target
    dialogs = [look.modal] if look.modal is not None else _dialogs(look)
    return _of_dialogs(look, dialogs) if dialogs else _of_question(look)


def _dialogs(look: Look) -> list[Node]:
    """Those that may ask: what is said of cookies is no question about a deed."""
    return [n for n in look.nodes if n.shown and n.role in _DIALOGS and not _COOKIES.search(look.text_of(n))]


def _of_dialogs(look: Look, dialogs: list[Node]) -> Target | None:
    buttons = [(n, dialog) for dialog in dialogs for n in _buttons(look) if look.inside(n, dialog)]
    within = (Relation("dialog", _dialog(look, buttons[0][1])),) if buttons else ()
    return _the_one([n for n, _ in buttons], "the dialog" if len(dialogs) == 1 else "the dialogs", within)


def _of_question(look: Look) -> Target | None:
    """On a page that is headed by a question, what its form is sent with."""
    if not any(n.shown and n.role == "heading" and _ASKS.search(look.text_of(n)) for n in look.nodes):
        return None
    return _the_one([n for n in _buttons(look) if _is_sent(look, n) and not stands_around(look, n)], "the page", ())


def _dialog(look: Look, node: Node) -> Target:
    """By what it says, where others are open too."""
    several = sum(n.shown and n.role in _DIALOGS for n in look.nodes) > 1
    name = (node.name or pieces_between(look, node)[0]) if several else ""
    return Target(words="the dialog", name=name, kind="dialog", quoted=bool(name))


def _buttons(look: Look) -> list[Node]:
    shown = [n for n in look.nodes if n.shown and n.role == "button" and not n.disabled]
    return [n for n in shown if not _DECLINES.fullmatch(n.name or look.text_of(n))]


def _is_sent(look: Look, node: Node) -> bool:
    return any(n.tag == "form" for n in look.ancestors(node))


def _the_one(buttons: list[Node], where: str, within: tuple[Relation, ...]) -> Target | None:
    if not buttons:
        return None
    names = [n.name for n in buttons]
    if len(buttons) > 1:
        listed = " · ".join(f"“{name}”" for name in names)
        raise fail("ambiguous", f"More than one button of {where} could say yes: {listed}. Say which is clicked.")
    return Target(words=f"the button “{names[0]}”", name=names[0], kind="button", quoted=True, within=within)
