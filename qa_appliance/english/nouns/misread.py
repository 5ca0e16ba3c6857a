"""The names in what was read: none may hold words of the sentence around it, which swallowed.py tells."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise

from qa_appliance.core.checks import ErrorShown, ListSorted, OnlyShown, TextIs, TextShown, TitleIs, ValueIs
from qa_appliance.core.steps import AddToCart, Choose, Fill, Go, Search, Value
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.figures import QUANTIFIERS
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.english.nouns.swallowed import Use, swallowed
from qa_appliance.english.words.lexicon import PLURALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set


def misread_name(read: object, phrase: Phrase, verbs: Container[str]) -> tuple[str, str] | None:
    """The first name in what a phrase was read as that is none, and the words that stand in no name."""
    quoted = "\n".join(quote.value for quote in phrase.quotes())
    labelled = any(token.low == ":" and token.kind == "mark" for token in phrase.tokens)
    for part in from_the_end(read):
        for name, use in _names(part):
            if left := _in_brackets(name, use, phrase):
                return name, left
            if name in quoted:
                continue
            if mark := _stray_mark(name, use, deed=_performs(read)):
                return name, mark
            use = _behind_a_label(name, use) if labelled else use
            deed = labelled and use == "element" and _is_a_deed(name, verbs)
            if stopped := name if deed else swallowed(name, use, verbs) or _of_the_phrase(part, name, use, phrase):
                return name, stopped
    return _built(phrase)


def _built(phrase: Phrase) -> tuple[str, str] | None:
    """ "[data-testid=submit]": how the page is built."""
    built = next((quote.text for quote in phrase.quotes() if quote.text[0] == "[" and "=" in quote.text), None)
    return None if built is None else (built, built)


_ENTERED: tuple[Use, ...] = ("typed", "chosen")


def _in_brackets(name: str, use: Use, phrase: Phrase) -> str:
    """ "Select the date: [a day next week]": what somebody has yet to put there."""
    quotes = phrase.quotes() if use in _ENTERED else []
    return next((quote.text for quote in quotes if quote.text[0] == "[" and quote.value == name), "")


def _stray_mark(name: str, use: Use, *, deed: bool) -> str:
    """ "• Error", "Save ✓", "*": a bullet or a tick of the text is no name, nor a part of one.

    A mark alone that is clicked, or that is said to be a button, may be meant: it has to be there.
    """
    words = name.split()
    if use not in _CALLED or (len(words) == 1 and (deed or use == "of a kind")):
        return ""
    return next((word for word in (*words[:1], *words[-1:]) if not any(map(str.isalnum, word))), "")


_CALLED: tuple[Use, ...] = ("element", "noun", "of a kind", "page", "shown")


def _performs(read: object) -> bool:
    traits = getattr(read, "traits", None)
    return traits is not None and traits.performs


def _behind_a_label(name: str, use: Use) -> Use:
    return "labelled" if use == "typed" and ": " not in name else use


def _of_the_phrase(part: object, name: str, use: Use, phrase: Phrase) -> str:
    if isinstance(part, Target):
        return "and" if _joins_several(part) else ""
    return _left_out(name, phrase) if use == "held" else ""


def _joins_several(target: Target) -> bool:
    """ "tags close and undo links": a plural, and of two things; no element is called by both."""
    if target.kind in ("row", "item") and " and " in target.name and " with " in target.words:
        return True  # "row with Buy milk and high": two of its values
    last = target.words.split()[-1].lower() if target.kind != "any" and target.words else ""
    return last in PLURALS and " and " in target.name and target.name.islower()


_THE_OR_A = word_set("the a an")


def _left_out(name: str, phrase: Phrase) -> str:
    """ "The list shows all tasks": of which of them something is said, and no part of a text that is named so. "The
    conversation is at the top of the list" speaks of one and tells no text.
    """
    first = name.split()[:1]
    if [token.text for token in phrase.tokens[1:2]] == first and phrase.tokens[0].low in _THE_OR_A and name.islower():
        return phrase.tokens[0].text
    pairs = pairwise(phrase.tokens)
    return next((before.text for before, word in pairs if [word.text] == first and before.low in QUANTIFIERS), "")


def _is_a_deed(name: str, verbs: Container[str]) -> bool:
    """ "save: the text changes", "switch back: 10 and 20", "Log in with username: ann": done, and no field."""
    first, _, behind = name.partition(" ")
    return first.lower() in verbs and (
        " with " in name or behind in ("back", "again") or (not behind and first.islower())
    )


_THE = (["the"], ["a"], ["an"])


def _names(part: object) -> list[tuple[str, Use]]:
    """The names in a part of a step that were not quoted, or may not have been, and what they name."""
    if isinstance(part, Target):
        return [] if part.quoted else [(part.name, _use_of(part))]
    named = _NAMED.get(type(part))
    if named is None:
        return []
    field, use = named
    held = getattr(part, field)
    if isinstance(held, Value):
        return [(held.text, "labelled" if held.secret else use)] if held.text else []
    return [(each, use) for each in (held if isinstance(held, tuple) else (held,)) if each]


def _use_of(target: Target) -> Use:
    if target.kind not in ("any", "option"):
        return "of a kind"
    return "noun" if target.words.split()[:1] in _THE else "element"


_NAMED: dict[type, tuple[str, Use]] = {
    Go: ("page", "page"),
    Fill: ("value", "typed"),
    Search: ("text", "typed"),
    Choose: ("options", "chosen"),
    AddToCart: ("item", "shown"),
    TextShown: ("text", "shown"),
    ErrorShown: ("text", "shown"),
    TextIs: ("value", "held"),
    ValueIs: ("value", "held"),
    TitleIs: ("value", "held"),
    ListSorted: ("by", "element"),
    OnlyShown: ("names", "shown"),
}
