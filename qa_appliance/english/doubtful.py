"""Whether steps that rows of wordings propose for a clause are none that anyone meant. Reads nothing itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from qa_appliance.core.checks import ChangedBy, CountIs, ElementIs, ListSorted
from qa_appliance.core.steps import Assert, Click, Fill, Step, WaitFor, WaitTime, When
from qa_appliance.core.target import Kind, Relation, Target
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.english.nouns.phrase import SELECTOR
from qa_appliance.english.words.auxiliaries import BE, HAVE, MODALS
from qa_appliance.language.network import is_of_the_network
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_key
from qa_appliance.language.word_sets import word_set

_HOLDING_NOTHING: frozenset[Kind] = frozenset({"icon", "image", "button", "link", "checkbox", "radio", "switch"})
"""Empty or editable is none of these, or all of them."""
_TAG = re.compile(r"(?:div|span|button|input|ul|li|table|section|form|h\d)[.#\[]")
_OF_A_CASE = frozenset({"user", "test", "story", "case", "requirement"})
"""Before a label these tell what the test is, and nothing of a page: User Story ID: 7."""
_PATTERNS = ("\\d", "\\w", "\\s")


def is_doubtful(steps: Sequence[Step], phrase: Phrase) -> bool:
    """A key taken for a button, a label that is not before its colon, a state that holds of anything, and the like."""
    quotes = [quote.value for quote in phrase.quotes()]
    if any(map(_is_code, quotes)) or [token.low for token in phrase.tokens[:2]] in (["as", "a"], ["as", "an"]):
        return True  # who somebody is, only an account tells
    parts = [part for step in steps for part in from_the_end(step)]
    if any(_is_beside_a_figure(part) or _holds_of_anything(part) for part in parts):
        return True
    if any(isinstance(step, Assert | WaitFor | When) for step in steps) and _may_hold_wrongly(steps, parts, phrase):
        return True
    return _waits_and_denies(steps) or any(_is_misplaced(step, phrase, quotes) for step in steps)


def _is_code(quote: str) -> bool:
    """How the page is built, or a pattern."""
    return bool(SELECTOR.match(quote) or _TAG.match(quote)) or any(sign in quote for sign in _PATTERNS)


def _waits_and_denies(steps: Sequence[Step]) -> bool:
    """ "Disappears after 3 seconds" tells nothing of what never was there."""
    return any(isinstance(one, WaitTime) and _denies(other) for one, other in pairwise(steps))


def _may_hold_wrongly(steps: Sequence[Step], parts: Sequence[object], phrase: Phrase) -> bool:
    """A check that could hold of something else than was meant: rows read none that denies what is there, is beside
    something, or is one of several that were told of one."""
    if all(map(is_of_the_network, steps)):
        return False  # an answer is whole, and no request is taken for another
    if (len(steps) > 1 and phrase.has(_OF_ONE)) or not phrase.has(_SAYING):
        return True
    return any(_denies_presence(part) or _is_vague(part) for part in parts)


_SAYING = (
    BE
    | HAVE
    | MODALS
    | word_set(
        "be been being see sees seen there shown displayed visible appear appears exist exists shows displays contain "
        "contains opens loads lists offers present includes include says equals starts ends closes stays remain "
        "remains becomes gets :"
    )
)
"""Without one of these nothing is claimed: “Ensure the counter takes notice” names what nobody sees."""
_OF_ONE = frozenset({"with", "whose", "having", "containing"})


def _denies_presence(part: object) -> bool:
    if isinstance(part, ElementIs):
        return part.negated and part.state in ("visible", "exists")
    return bool(getattr(part, "negated", False)) or (isinstance(part, CountIs) and part.count == 0)


def _is_vague(part: object) -> bool:
    if isinstance(part, Relation):
        return part.place == "near"
    if isinstance(part, Target) and part.name and part.kind == "alert":
        return True
    return isinstance(part, ListSorted | ChangedBy)


def _is_beside_a_figure(part: object) -> bool:
    """ "Page 2 of 5": of how many it is one."""
    return isinstance(part, Relation) and part.place == "near" and part.target.name.isdigit() and not part.target.quoted


def _holds_of_anything(part: object) -> bool:
    if not isinstance(part, ElementIs):
        return False
    vague = part.target.kind == "any" and not part.target.quoted and part.target.name.islower()
    of_nothing = part.target.kind in _HOLDING_NOTHING
    return (part.state == "empty" and (vague or of_nothing)) or (part.state == "editable" and of_nothing)


def _denies(step: Step) -> bool:
    return isinstance(step, Assert) and bool(getattr(step.check, "negated", False))


_BROWSERS = word_set("safari firefox edge opera webkit")
"""One that is not here is no element of a page either."""


def _is_misplaced(step: Step, phrase: Phrase, quotes: Sequence[str]) -> bool:
    match step:
        case Click(target=Target(name=name)) if name not in quotes:
            return (
                name.lower() in _BROWSERS
                or (read_key(name, sure=True) is not None and len(name) > 1)
                or _follows(name, phrase, ("a", "an"))
            )
        case Assert(check=ElementIs(target=Target(kind="any", name=name), state="visible")) if name not in quotes:
            return name.islower() and _follows(name, phrase, ("and",))
        case Fill(value=value, target=target) if value.text not in quotes:
            says_so = any(word in BE | HAVE | MODALS for word in value.text.lower().split())
            return says_so or (target is not None and _is_no_label(target, phrase))
    return False


def _follows(name: str, phrase: Phrase, words: tuple[str, ...]) -> bool:
    """Whether the name, in lower case, stands behind one of these words: "click a channel", "Buy milk and high"."""
    first = name.split()[:1]
    named = (before.low for before, word in pairwise(phrase.tokens) if [word.text] == first and word.text.islower())
    return bool(name) and next(named, "") in words


def _is_no_label(target: Target, phrase: Phrase) -> bool:
    """What stands before a colon, or an equals sign, is the field: all of it, and no sum."""
    at = next((at for at, token in enumerate(phrase.tokens) if token.low in (":", "=") and token.kind != "quoted"), 0)
    if not at or not target.name:
        return False
    before = phrase[:at].text.lower()
    words = before.split()
    return target.name[:1].isdigit() or (words[-1:] == target.name.lower().split()[-1:] and words[0] in _OF_A_CASE)
