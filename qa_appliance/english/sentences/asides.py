"""What a sentence says beside its steps: which tool is to look ("using ai"), on which page that is, an example."""

from __future__ import annotations

from qa_appliance.english.words.tokens import Token
from qa_appliance.english.words.word_sets import word_set

_MEANS = frozenset({"using", "via", "with"})
_TOOLS = word_set("ai ocr mouse vision")
_BEHIND_TOOLS = frozenset({",", ".", "if", "when", "only", "and", "then", "unless", "until", "-"})
_DASHES = frozenset({"-", "–", "—"})
_PAGES = frozenset({"page", "screen"})
_LONGEST_PAGE = 8  # words of "on the … page"


def without_asides(tokens: list[Token]) -> list[Token]:
    """A sentence without what bears on no step; a place said last is said first."""
    return _place_first(_without_tools(tokens))


def _without_tools(tokens: list[Token]) -> list[Token]:
    """click "Save" [using ai] · [using the mouse], open the menu."""
    if not any(token.low in _TOOLS for token in tokens):
        return tokens
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        size = _of_tool(tokens, index)
        if (
            size
            and (not kept or kept[-1].low == ",")
            and index + size < len(tokens)
            and tokens[index + size].low == ","
        ):
            size += 1
        if not size:
            kept.append(tokens[index])
        index += size or 1
    return kept or tokens


def _of_tool(tokens: list[Token], index: int) -> int:
    """How many tokens name a tool from here on; 0 where none is, or where more is said of it."""
    if tokens[index].low not in _MEANS:
        return 0
    at = index + 1
    if at < len(tokens) and tokens[at].low in ("the", "a"):
        at += 1
    if at >= len(tokens) or tokens[at].low not in _TOOLS:
        return 0
    at += 1
    if at < len(tokens) and tokens[at].low == "only" and not (at + 1 < len(tokens) and tokens[at + 1].low == "if"):
        at += 1
    return at - index if at >= len(tokens) or tokens[at].low in _BEHIND_TOOLS | _MEANS else 0


def _place_first(tokens: list[Token]) -> list[Token]:
    """click "Save" - on the Settings page: on the Settings page, click "Save"; "- from any page" says nothing."""
    if len(tokens) < 4 or tokens[-1].low not in _PAGES:
        return tokens
    for at in range(len(tokens) - 3, max(0, len(tokens) - _LONGEST_PAGE - 2), -1):
        if tokens[at].low not in _DASHES:
            continue
        dash, place = tokens[at], tokens[at + 1 :]
        if [token.low for token in place[1:-1]] == ["any"]:
            return tokens[:at]
        if place[0].low in ("on", "at") and len(place) > 2:
            comma = Token("mark", dash.text, ",", dash.value, dash.start, dash.end)
            return [*place, comma, *tokens[:at]]
        return tokens
    return tokens
