"""Slips of writing whose meaning is plain: "should displayed". Knows no other word of the sentence."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.words.tokens import Token


def with_being(tokens: list[Token]) -> list[Token]:
    """ "Should displayed", "should be navigate to" as they are meant: should be displayed, should be navigated to."""
    tokens = _in_full(_without_trying(tokens))
    if not any(token.low in _OUGHT for token in tokens):
        return tokens
    read: list[Token] = []
    for token in tokens:
        before = read[-1].low if read else ""
        if before in _OUGHT and token.text in _LEFT_AS:
            end = read[-1].end
            read.append(Token("word", "be", "be", "be", end, end))
        elif before == "be" and token.text in _LEFT_SO and len(read) > 1 and read[-2].low in _OUGHT:
            token = replace(token, text=_LEFT_SO[token.text], low=_LEFT_SO[token.text], value=_LEFT_SO[token.text])
        read.append(token)
    return read


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
_OUGHT = frozenset({"should", "must", "shall"})
_LEFT_SO = {
    "display": "displayed",
    "show": "shown",
    "navigate": "navigated",
    "redirect": "redirected",
    "enable": "enabled",
    "disable": "disabled",
    "hide": "hidden",
}
_LEFT_AS = frozenset({*_LEFT_SO.values(), "taken", "directed", "visible", "selected", "logged"})
"""How things are left: what ought to be so is no deed."""
