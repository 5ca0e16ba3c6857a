"""Looking for something: "find and click", "open the tabs to find and click". What hides it may be opened."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.steps import Click, Step
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.language.tokens import Phrase

_HOLDING = frozenset({"tree", "tab", "section", "menu", "list", "table", "page", "item", "menuitem", "treeitem", "any"})


def seek(target: Target, through: Target | None = None) -> Step | None:
    """A click on what has to be found first."""
    if (target.kind == "page" and not target.name) or (through is not None and through.kind not in _HOLDING):
        return None
    return Click(target=target, seek=True)


def goes_through(phrase: Phrase) -> bool:
    """ "Look through the tabs.": a sentence of its own about how to look for what the next one names."""
    lows = [token.low for token in phrase.tokens]
    if " ".join(lows[:2]) not in _LOOKING:
        return False
    target = read_target(phrase[2:], plural=True) if len(lows) > 2 else None
    return target is not None and target.kind in _HOLDING and target.kind != "any"


_LOOKING_WORDS = (
    "switch between, go through, look through, browse through, navigate through, click through, page through, "
    "flip through, search through, step through, cycle through"
)
_LOOKING = frozenset(_LOOKING_WORDS.split(", "))
SEEK_THROUGH = form(
    "click.through", 'expand the sections to find and click "Terms"', "{through:collection} <to_find_and_click>", seek
)


def click_in(place: Target, target: Target) -> Step | None:
    """The place in front of what is clicked in it."""
    named = target.name and not target.within and place.kind not in ("any", "page", "text")
    return Click(target=replace(target, within=relation_inside(place))) if named else None


PLACE_FIRST = form(
    "click.target", 'click in the menu on "Transfers"', "in|at|within {place:target} on {target}", click_in
)

VERBS = (
    verb(
        "find and click, find and press, find and open, find and tap, find and select, find and choose, find and pick, "
        "locate and click, locate and press, locate and open, look for and click, search for and click",
        form("click.seek", 'find and click "Terms"', "[on] {target}", seek),
    ),
    verb(
        _LOOKING_WORDS,
        SEEK_THROUGH,
    ),
)
