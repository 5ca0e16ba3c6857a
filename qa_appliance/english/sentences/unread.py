"""Why a clause is not read, where more can be told than that no form reads it. What reads it instead is in forms.py."""

from __future__ import annotations

import re
from typing import get_args

from msgspec.structs import replace

from qa_appliance.core.checks import Check, ElementIs, TextIs
from qa_appliance.core.steps import Assert, Step
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.misread import misread_name
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.english.nouns.phrase import SELECTOR
from qa_appliance.english.nouns.pronouns import Unclear
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.statements.read import read_check
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.verbs.untold import untold
from qa_appliance.english.words.auxiliaries import BE, DO, HAVE, MODALS, NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.english.words.lexicon import KIND_WORDS, KINDS
from qa_appliance.language.tokens import Phrase
from qa_appliance.patterns import refused

NO_FORM = "No form reads this clause."
_UNACCOUNTED = (
    f"{NO_FORM} What it says with “{{words}}” would be left out: say what is done, and what has to be so, in sentences "
    "of their own."
)
_NO_CHECK = "No form reads this as a check, and nothing is done where something is expected: say what the page shows."
_REASONS = (
    (
        re.compile(r"\b(?:firefox|safari|edge|opera|webkit|internet explorer|browsers?)\b"),
        re.compile(r""),
        "Tests run in the one browser that is here, Chromium: leave out in which. Another screen is asked for with “"
        "use a phone”, “use a tablet” or “use 800x600”.",
    ),
    (
        re.compile(r"\b(?:on|use|using) (?:an? |the |my )?(?:iphone|ipad|android|galaxy|pixel|phone|tablet|device)\b"),
        re.compile(r""),
        "The screens there are: use a phone, use a tablet, use the desktop, or a size, use 800x600. Where it stands is "
        "a sentence of its own: set the browser's location to 52.52, 13.405.",
    ),
    (
        re.compile(r"\bbrowser's (?:location|position)\b"),
        re.compile(r""),
        "A place is told by its degrees: set the browser's location to 52.52, 13.405.",
    ),
    (
        re.compile(r"\b(?:logged|signed)\b"),
        re.compile(r"\b(?:in|out|off)\b"),
        "Whether somebody is signed in, what is shown then tells: “Log out” is shown, or the user is on the login page."
        " To sign in, say with what: log in as “ann” with password “…”.",
    ),
    (
        re.compile(r"\b(?:last|first|second|third|next|previous)\b|\bpage(?= \d)"),
        re.compile(r"\bpage\b| \d+"),
        "Which of several pages a list shows, only what stands there tells: the “Next” button is disabled, “Page 3 of "
        "3” is shown, or the address contains page=3.",
    ),
    (
        re.compile(r"\b(?:broken|missing|all|every|each)\b"),
        re.compile(r"\b(?:images?|pictures?|photos?)\b"),
        "An image that does not come is a request that fails: write “no failed requests”; or name one that has to be "
        "seen: the image “Lamp” is visible.",
    ),
    (
        re.compile(r"\b(?:no|not any|without|zero)\b"),
        re.compile(r"\b(?:found|listed|left|remaining|matched|matche?s?|hits?|data)\b"),
        "Is this a text the page shows, or are there none of a kind of thing? Write the text in quotes (“No matches "
        "found” is shown), or name the kind (there are no rows in the table).",
    ),
    (
        re.compile(r"\b(?:nothing|not|no|doesn't|hasn't|isn't|n't)\b"),
        re.compile(r"\b(?:changed?|changes|reloads?|reloaded|submitted|sent|saved|created|stored|happens?|happened)\b"),
        "No page shows what did not happen. Say what is there: the text that is still shown, how many rows there are, "
        "or “no request to /api/… was sent”.",
    ),
    (
        re.compile(r"\b(?:errors?|validation|warning)\b"),
        re.compile(
            r"\b(?:for|at|under|below|near|beside|next to|in) (?:the |each |every )?[\w -]*?(?:fields?|box|input)\b"
        ),
        "Of which field an error is only its words tell. Write them in quotes (“Email is required” is shown below the "
        "Email field), or name the field in them: an error about the email is shown.",
    ),
    (
        re.compile(r"\bonly\b"),
        re.compile(r"\b(?:shown|displayed|listed|visible|remains?|left|appears?|shows?|contains?|see)\b"),
        "“Only” speaks of all else there is. Name what is listed (only “Ann” and “Bob” are listed), say how many there "
        "are (there is 1 row in the table), or what holds of each (every row shows “Editor”).",
    ),
    (
        re.compile(
            r"\b(?:changed?|changes|increased?s?|decreased?s?|drop(?:s|ped)?|reduced|rises|gone|goes|went|more|less|same)\b"
        ),
        re.compile(r"\b(?:from|by|than|as|before|earlier)\b"),
        "What stood there before is not known here. Check it before the deed as well, or keep it: remember the total "
        "as {total}.",
    ),
    (
        re.compile(r"\b(?:in|is|are|turns?|highlighted|marked)\b"),
        re.compile(r"\b(?:red|green|blue|yellow|orange|gr[ea]y|bold|italics?)\b"),
        "How a text is painted is not checked by its words; name what is so: “the red button is shown”, or compare the "
        "page with its baseline.",
    ),
)
"""What the clause says in lower case, its quoted words left out, then what it says behind that, and what is told."""


def why_left_out(phrase: Phrase, word: str) -> str:
    """The reason of a clause's gap of which a word would be left out."""
    reason = _UNACCOUNTED.format(words=word)
    return f"{reason} {_known_reason(phrase)}".rstrip() if phrase.has(_BEFORE) else reason


_BEFORE = frozenset({"from", "than"})


def _known_reason(phrase: Phrase) -> str:
    words = " ".join(token.low for token in phrase.tokens if token.kind != "quoted")
    for begin, end, reason in _REASONS:
        if (begun := begin.search(words)) and end.search(words, begun.end()):
            return reason
    return ""


def why_unread(phrase: Phrase, role: Role) -> str:
    """The reason of a clause's gap."""
    if phrase.tokens[0].low == ROW:
        return _NO_MEANING
    if reason := _known_reason(phrase):
        return reason
    if built := next((quote for quote in phrase.quotes() if SELECTOR.match(quote.value)), None):
        return _BUILT.format(name=built.value)
    of_what = _predicate(phrase)
    if role in EXPECTING:
        return _NO_CHECK if of_what is None else f"{_NO_CHECK} {of_what}"
    if (stranger := _stranger(phrase)) is not None:
        return stranger
    left_open = untold(without_lead(phrase).phrase)
    why = of_what if left_open is None else left_open.reason
    return NO_FORM if why is None else f"{NO_FORM} {why}"


ROW = "|"
"""What a row of a table begins with that no line before it tells the meaning of."""
_NO_MEANING = "It does not say what is done with this table: no form reads it with the line before it."
_BUILT = (
    f"{NO_FORM} “{{name}}” tells how the page is built: say what a person sees there, its name, its text or its label."
)


def _predicate(phrase: Phrase) -> str | None:
    """What is said of something in words that no check has."""
    tokens = phrase.tokens
    at = next((at for at, token in enumerate(tokens) if at and token.kind == "word" and token.low in _SAYING), 0)
    end = next((end for end in range(at, len(tokens)) if tokens[end].low in (",", ":")), len(tokens))
    words = phrase[at : min(end, at + _LONGEST_PREDICATE)]
    if not at or len(words) < _SHORTEST_PREDICATE:
        return None
    named = replace(tokens[0], kind="quoted", text='"X"', low="", value="X")
    if read_check(Phrase([named, *words.tokens], phrase.source)) is not None:
        return _UNNAMED.format(words=phrase[:at].text)
    return _NOTHING_KNOWN.format(words=words.text)


_SAYING = MODALS | NOT_MODALS | BE | NOT_BE | HAVE | NOT_HAVE | DO | NOT_DO
_LONGEST_PREDICATE = 7  # words
_SHORTEST_PREDICATE = 2  # words
_UNNAMED = "“{words}” names nothing that is found for sure: write what it is called in quotes, or what is to be seen."
_NOTHING_KNOWN = (
    "“{words}” is nothing that is looked at: say which text is shown, in quotes, or what is visible, enabled, ticked, "
    "empty or how many there are."
)


def _stranger(phrase: Phrase) -> str | None:
    """ "Anna clicks …": nobody says whose browser that is."""
    first, *rest = without_lead(phrase).phrase.tokens[:2]
    acts = rest and rest[0].low in INDEX and rest[0].low.endswith("s") and rest[0].text.islower()
    named = first.kind == "word" and first.text.isalpha() and first.text.istitle() and first.low not in KIND_WORDS
    return _WHO.format(name=first.text) if acts and named and first.low not in INDEX else None


_WHO = (
    f"{NO_FORM} Who is “{{name}}”? Write what the user does, or “as a second user, …” for somebody in a browser of "
    "their own."
)


def well_named(step: Step, phrase: Phrase) -> Step:
    """The step a clause is read as, where nothing that it takes for a name holds words that stand in none."""
    if not isinstance(step, Assert) and _says_what_is_able(phrase):
        raise Unclear(_NO_CHECK)
    if (found := misread_name(step, phrase, INDEX)) is not None:
        raise Unclear(_SWALLOWED.format(name=found[0], words=found[1]))
    return step


def _says_what_is_able(phrase: Phrase) -> bool:
    """ "Can select a player": what somebody is able to do, and nobody is asked; "can you click Save" is."""
    first, *rest = (token.low for token in phrase.tokens[:2])
    return first in ("can", "cannot", "can't", "able", "unable") and rest != [] and rest[0] not in ("you", "we", "i")


def sure(step: Step) -> Step:
    """The step, where "the first one" in it is of something that was spoken of, and its patterns can be read."""
    ones = (part for part in from_the_end(step) if isinstance(part, Target) and _is_one_of(part))
    if (one := next(ones, None)) is not None:
        raise Unclear(f"“{one.words}” could be one of nothing that was named before: say of what, the first result.")
    if (any_of_them := _held_by_any(step)) is not None:
        raise Unclear(_WHICH.format(words=any_of_them.words))
    if (label := looks_in_a_label(step)) is not None:
        raise Unclear(label)
    for pattern in filter(None, map(_pattern_of, from_the_end(step))):
        if problem := refused(pattern):
            raise Unclear(problem)
    return step


def _held_by_any(step: Step) -> Target | None:
    """ "The item is in the cart": of one that was named nowhere, whichever is there would do."""
    check = step.check if isinstance(step, Assert) else None
    if not isinstance(check, ElementIs) or check.state != "visible" or check.negated:
        return None
    first, *noun = check.target.words.lower().split()[:2] or [""]
    unnamed = check.target.kind == "item" and not (check.target.name or check.target.ordinal or check.target.qualities)
    called = check.target.kind == "any" and KINDS.get(check.target.name) == "item" and not check.target.quoted
    return check.target if first == "the" and KINDS.get("".join(noun)) == "item" and (unnamed or called) else None


_WHICH = "“{words}” could be any of them: say which, by what it is called in quotes."


ONE_OF_SEVERAL = f"{NO_FORM} One thing is not several: name each of them, or say what is listed."


def looks_in_a_label(step: Step) -> str | None:
    """What to write instead, where a check looks for something in a tab: the tab is the label alone."""
    tab = next(filter(None, map(_tab_around, from_the_end(step))), None)
    return None if tab is None else _LABEL.format(words=tab.words)


def _tab_around(part: object) -> Target | None:
    """The tab in which a check looks for something, or of which it denies a text."""
    if not isinstance(part, _CHECKS):
        return None
    around: list[object] = [one.target for one in from_the_end(part) if isinstance(one, Relation)]
    around.append(getattr(part, "scope", None))
    if getattr(part, "negated", False) and isinstance(part, TextIs):
        around.append(part.target)
    return next((target for target in around if isinstance(target, Target) and target.kind == "tab"), None)


_CHECKS = tuple(kind for union in get_args(Check) for kind in get_args(union) or (union,))
_LABEL = (
    "“{words}” is a label, and what is looked for stands in the part of the page it opens: click the tab, then say "
    "what is shown."
)


def _pattern_of(part: object) -> str:
    """What a check compares with, where that is a pattern."""
    if getattr(part, "comparison", "") != "matches":
        return ""
    return str(getattr(part, "value", "") or getattr(part, "name", ""))


def _is_one_of(target: Target) -> bool:
    """ "the first one", "the first": of what, is not said."""
    bare = target.kind == "any" and not (target.name or target.qualities or target.within)
    return (target.name in _ONES and not target.quoted) or (bare and target.ordinal != 0)


_ONES = frozenset({"one", "ones"})
_SWALLOWED = (
    f"{NO_FORM} “{{name}}” would be taken for a name, but “{{words}}” stands in none: write in quotes what something "
    "is called, and the rest in words of its own."
)
