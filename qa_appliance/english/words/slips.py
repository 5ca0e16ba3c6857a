"""Slips of writing whose meaning is plain: "should displayed". Knows no other word of the sentence."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.words.tokens import Token


def with_being(tokens: list[Token]) -> list[Token]:
    """ "Should displayed", "should be navigate to" as they are meant: should be displayed, should be navigated to."""
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
