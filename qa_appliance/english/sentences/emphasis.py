"""Emphasis and links of Markdown in a line: a name in stars counts as quoted, a link as its text or its address.

A noun of kind in quotes behind a quoted name is the noun.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES, KINDS
from qa_appliance.language.tokens import Token, tokenize
from qa_appliance.language.word_sets import word_set

_EMPHASIS = re.compile(
    r"(?<![\w*_])(?:(?P<stars>\*{1,3})(?=\S)(?P<starred>[^*\n]{1,200}?)(?<=\S)(?P=stars)"
    r"|(?P<lines>_{1,2})(?=[^\W_])(?P<underlined>[^_\n]{1,200}?)(?<=\S)(?P=lines))(?![\w*_])"
)
_LONGEST_NAME = 6  # words
_STRESSED = word_set("not no never none nothing nobody only all any every each both must should if unless and or then")
"""What is emphasised for itself, whatever its case."""
_GOING = word_set("go goes open opens visit visits navigate navigates browse")
_BEFORE_LINKS = ARTICLES | {"to"}
_LINK_SIZE = 4  # tokens: [text] ( address )


def read_line(text: str, start: int, end: int) -> list[Token]:
    """The tokens of a line, its emphasis and links read."""
    line = text[start:end]
    tokens = tokenize(text, start, end)
    if "*" in line or "_" in line:
        tokens = _emphasised(text, start, end, tokens)
    return _with_kinds(_with_links(tokens) if "](" in line else tokens)


def _with_kinds(tokens: list[Token]) -> list[Token]:
    """ "“Save” “button”", "“Ann” “table_row”": a noun of kind that is quoted behind a name says of what kind it is."""
    read: list[Token] = []
    for token in tokens:
        named = bool(read) and read[-1].kind == "quoted" and read[-1].end + 1 == token.start
        if named and token.kind == "quoted" and token.value in _KINDS_IN_QUOTES:
            words = token.value.replace("_", " ").split()
            read += [Token("word", word, word, word, token.start, token.end) for word in words]
        else:
            read.append(token)
    return read


_KINDS_IN_QUOTES = frozenset({kind.replace(" ", mark) for kind in KINDS for mark in " _"})


def _emphasised(text: str, start: int, end: int, tokens: list[Token]) -> list[Token]:
    quoted = [(token.start, token.end) for token in tokens if token.kind == "quoted"]
    read: list[Token] = []
    at = start
    for found in _EMPHASIS.finditer(text, start, end):
        begin, stop = found.span()
        shielded = any(first < stop and begin < last and not begin < first < last < stop for first, last in quoted)
        words = None if shielded else _words(text, found, start, end)
        if words is not None:
            read += [*tokenize(text, at, begin), *words]
            at = stop
    return [*read, *tokenize(text, at, end)] if at > start else tokens


def _words(text: str, found: re.Match[str], start: int, end: int) -> list[Token] | None:
    """What stands for an emphasis: one quoted token, or its words; None where it is none."""
    group = "starred" if found["starred"] else "underlined"
    begin, stop = found.span(group)
    words = tokenize(text, begin, stop)
    first = not text[start : found.start()].strip()
    whole = first and not text[found.end() : end].strip(" \t\r\n.:")
    if not whole and _is_name(words, first=first):
        return _named(words, found, group)
    return words if group == "starred" else None


def _named(words: list[Token], found: re.Match[str], group: str) -> list[Token]:
    """A name as one quote; the noun of kind at its end, "**Menu button** is visible", says of what kind it is."""
    kind = words[-1]
    if len(words) < _SHORTEST_OF_A_KIND or kind.text not in KINDS or group != "starred":
        return [Token("quoted", found.group(), "", found[group], *found.span())]
    name = found[group][: kind.start - found.start(group)].rstrip()
    quoted = Token("quoted", name, "", name, found.start(), kind.start)
    return [quoted, replace(kind, end=found.end())]


_SHORTEST_OF_A_KIND = 2  # words
_STATING = word_set("is are was were has have should must shows show displays contains opens closes appears works")


def _is_name(words: list[Token], *, first: bool) -> bool:
    """ "*Paint walls*" is one, "**not** shown", "**Click** Save" and a whole sentence in stars are none."""
    if not 0 < len(words) <= _LONGEST_NAME or any(token.kind == "quoted" for token in words):
        return False
    begins = words[0]
    if not (begins.text[0].isupper() or begins.text[0].isdigit()) or words[-1].kind == "mark":
        return False
    if any(word.text in _STATING for word in words[1:]):
        return False  # "**Sidebar is visible** on page load"
    if begins.low in _STRESSED or (len(words) > 1 and begins.low in ARTICLES):
        return False
    return not (first and begins.low in INDEX)


def _with_links(tokens: list[Token]) -> list[Token]:
    """With `[text](address)` as its address behind a verb of going, else as its text."""
    read: list[Token] = []
    index = 0
    while index < len(tokens):
        link = tokens[index : index + _LINK_SIZE]
        if not _is_link(link):
            read.append(tokens[index])
            index += 1
            continue
        name, _, address, last = link
        index += _LINK_SIZE
        before = next((token.low for token in reversed(read) if token.low not in _BEFORE_LINKS), "")
        if before in _GOING:
            read.append(Token("word", address.text, address.low, address.value, name.start, last.end))
        else:
            read.append(Token("quoted", name.text, "", name.value, name.start, last.end))
    return read


def _is_link(tokens: list[Token]) -> bool:
    if len(tokens) < _LINK_SIZE or not tokens[0].text.startswith("[") or tokens[0].kind != "quoted":
        return False
    marks = (tokens[1].low, tokens[3].low)
    return marks == ("(", ")") and tokens[2].kind == "word" and tokens[0].end == tokens[1].start
