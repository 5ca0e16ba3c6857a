"""Slips of writing whose meaning is plain: "should displayed". Reads no clause."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from qa_appliance.english.words.lexicon import ARTICLES, PLURALS
from qa_appliance.language.tokens import Token


def with_being(tokens: list[Token]) -> list[Token]:
    """ "Should displayed", "should be navigate to" as they are meant: should be displayed, should be navigated to."""
    tokens = _of_several(_led(_in_full(_without_trying(_denying(tokens)))))
    if not any(token.low in _OUGHT for token in tokens):
        return tokens
    read: list[Token] = []
    for token in tokens:
        before = read[-1].low if read else ""
        if _ought(read) and (token.text in _LEFT_AS):
            end = read[-1].end
            read.append(Token("word", "be", "be", "be", end, end))
        elif before == "be" and token.text in _LEFT_SO and len(read) > 1 and read[-2].low in _OUGHT:
            token = replace(token, text=_LEFT_SO[token.text], low=_LEFT_SO[token.text], value=_LEFT_SO[token.text])
        read.append(token)
    return read


def _of_several(tokens: list[Token]) -> list[Token]:
    """ "The Save and Cancel button are shown": what more than one thing is said of is a plural."""
    if not any(token.low in _ARE for token in tokens):
        return tokens
    read = list(tokens)
    for at in range(3, len(tokens) - 1):
        joined = tokens[at - 2].low == "and" and tokens[at - 3].kind == tokens[at - 1].kind == "word"
        joined = joined and tokens[at - 1].low not in ARTICLES
        are = tokens[at + 1].low in _ARE or [each.low for each in tokens[at + 1 : at + 4]] == ["no", "longer", "are"]
        if joined and are and f"{tokens[at].low}s" in PLURALS:
            read[at] = replace(tokens[at], low=f"{tokens[at].low}s")
    return read


_ARE = frozenset({"are", "aren't", "were", "weren't"})


def _denying(tokens: list[Token]) -> list[Token]:
    """ "Dont", "doesnt" without their mark: what they deny stays denied."""
    if not any(token.low in _DENIALS for token in tokens):
        return tokens
    return [replace(token, low=_DENIALS[token.low]) if token.low in _DENIALS else token for token in tokens]


_DENIALS = {
    f"{verb}nt": f"{verb}n't"
    for verb in ("do", "does", "did", "is", "are", "was", "were", "should", "must", "has", "have", "could", "would")
}


def _ought(read: list[Token]) -> bool:
    """Whether what was read ends with "should", "should not"."""
    last = [token.low for token in read[-2:]]
    return bool(last) and (last[-1] in _OUGHT or (last[-1] == "not" and last[0] in _OUGHT))


def _led(tokens: list[Token]) -> list[Token]:
    """ "The system redirects me to /a" is "the user is redirected to /a": who is led there, not what leads."""
    at = next((at for at, token in enumerate(tokens) if token.low in _LEADS and 0 < at < len(tokens) - 2), 0)
    end = at + 1 + (at > 0 and tokens[at + 1].low == "the")
    if not at or tokens[at - 1].low not in _SYSTEMS or end + 1 >= len(tokens):
        return tokens
    if tokens[end].low not in _SOMEBODY or tokens[end + 1].low not in ("to", "back"):
        return tokens
    begin = at - 1 - (at > 1 and tokens[at - 2].low == "the")
    places = (tokens[begin].start, tokens[at - 1].end, tokens[at].start, tokens[at].end, tokens[end].end)
    words = ("the", "user", "is", _LEADS[tokens[at].low])  # they stand where the others stood
    is_led = [Token("word", word, word, word, *place) for word, place in zip(words, pairwise(places), strict=True)]
    return [*tokens[:begin], *is_led, *tokens[end + 1 :]]


_LEADS = {
    "redirects": "redirected",
    "takes": "taken",
    "brings": "brought",
    "navigates": "navigated",
    "sends": "sent",
    "returns": "returned",
    "forwards": "forwarded",
    "leads": "led",
}
_SYSTEMS = frozenset({"system", "app", "application", "site", "website", "page", "browser", "it"})
_SOMEBODY = frozenset({"me", "us", "them", "him", "her", "user", "customer", "visitor", "shopper", "client"})


def _without_trying(tokens: list[Token]) -> list[Token]:
    """ "Try clicking Save", "try logging in": whether it can be done shows when it is done."""
    tried = len(tokens) > 1 and tokens[0].low == "try" and tokens[1].kind == "word" and tokens[1].text.endswith("ing")
    return tokens[1:] if tried else tokens


def _in_full(tokens: list[Token]) -> list[Token]:
    """ "It's gone" is "it is gone"; of any noun where the clause ends with what it is: "the dialog's gone"."""
    if not any("'s" in token.low for token in tokens[:-1]):
        return tokens
    read: list[Token] = []
    for at, token in enumerate(tokens):
        if at + 1 < len(tokens) and (token.low in _SHORTENED or _is_so(token, tokens[at + 1 :])):
            cut = token.start + len(token.text) - 2
            bare = token.text[:-2]
            read.append(replace(token, text=bare, low=bare.lower(), value=bare, end=cut))
            read.append(Token("word", "is", "is", "is", cut, token.end))
        else:
            read.append(token)
    return read


def _is_so(token: Token, behind: list[Token]) -> bool:
    """ "Ann's open tickets" and "the dialog's closed state" are hers and its own."""
    state = behind[1:] if behind[0].low in _MORE_OR_LESS and len(behind) > 1 else behind
    ends = len(state) == 1 or state[1].low in _AND_SO_ON
    return token.kind == "word" and token.low.endswith("'s") and state[0].text in _STATES and ends


_MORE_OR_LESS = frozenset({"still", "now", "already", "not", "no", "longer"})
_AND_SO_ON = frozenset({",", ".", "and", "or", "but", "then", "again", "after", "when", "until", ";"})
_STATES = frozenset(
    {
        "gone",
        "shown",
        "visible",
        "invisible",
        "displayed",
        "hidden",
        "enabled",
        "disabled",
        "open",
        "closed",
        "empty",
        "there",
        "loaded",
        "finished",
        "checked",
        "unchecked",
        "ticked",
        "selected",
        "present",
        "greyed",
        "active",
    }
)
_SHORTENED = frozenset({"it's", "that's", "there's"})
_OUGHT = frozenset({"should", "must", "shall", "will"})
_LEFT_SO = {
    "display": "displayed",
    "show": "shown",
    "navigate": "navigated",
    "redirect": "redirected",
    "enable": "enabled",
    "disable": "disabled",
    "hide": "hidden",
}
_LEFT_AS = frozenset({*_LEFT_SO.values(), "taken", "directed", "visible", "selected", "logged", "able"})
"""How things are left: what ought to be so is no deed."""
