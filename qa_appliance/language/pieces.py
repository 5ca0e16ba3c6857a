"""How each form of a blank is read back: the other side of the forms of `write`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qa_appliance.language.elements import comes, confirmed, deed_to, element, every, folded, several
from qa_appliance.language.network import (
    ALLOWED,
    LOOKS,
    read_asked,
    read_body,
    read_entries,
    read_given,
    read_having,
    read_turns,
)
from qa_appliance.language.parsing import Found, Parser, bare, listed, ordinal, pattern, quoted, raw
from qa_appliance.language.words import ADDRESS, file_of_kind

_UNITS = {"MB": 1_000_000, "KB": 1_000, "bytes": 1}
_NUMBER = r"-?\d+(?:\.\d+)?"
_LIKE = (
    (re.compile(r"that starts with (.+?) and ends with "), "{}*{}"),
    (re.compile(r"that contains "), "*{}*"),
    (re.compile(r"that starts with "), "{}*"),
    (re.compile(r"that ends with "), "*{}"),
)


def _address(text: str, at: int) -> Iterator[Found]:
    yield from quoted(text, at)
    if (found := ADDRESS.match(text, at)) is not None:
        yield found[0], found.end()


def _like(text: str, at: int) -> Iterator[Found]:
    """ "that starts with “Ger”": an option by a pattern."""
    for begins, made in _LIKE:
        if (found := begins.match(text, at)) is None:
            continue
        firsts = [one for one, _ in quoted(found[1], 0)] if found.groups() else []
        for last, end in quoted(text, found.end()):
            yield (made.format(*firsts, last),), end


def _keys(text: str, at: int) -> Iterator[Found]:
    if (found := re.compile(r"the (\S+) key").match(text, at)) is not None:
        yield (found[1],), found.end()
    yield from listed(text, at, _key)


def _key(text: str, at: int) -> Iterator[tuple[str, int]]:
    if (found := re.compile(r"[^\s,]+").match(text, at)) is not None:
        yield found[0], found.end()


def _between(before: str, inner: Parser, behind: str) -> Parser:
    def parse(text: str, at: int) -> Iterator[Found]:
        if text.startswith(before, at):
            for value, end in inner(text, at + len(before)):
                if text.startswith(behind, end):
                    yield value, end + len(behind)

    return parse


def _either(*parsers: Parser) -> Parser:
    def parse(text: str, at: int) -> Iterator[Found]:
        for each in parsers:
            yield from each(text, at)

    return parse


def _as(parser: Parser, made: str) -> Parser:
    """What is read, put as `made` has it."""

    def parse(text: str, at: int) -> Iterator[Found]:
        for value, end in parser(text, at):
            yield made.format(value), end

    return parse


def _alone(parser: Parser) -> Parser:
    def parse(text: str, at: int) -> Iterator[Found]:
        for value, end in parser(text, at):
            yield (value,), end

    return parse


def _be(text: str, at: int) -> Iterator[Found]:
    """Nothing: how many there are is read where they are counted."""
    for verb in ("is", "are"):
        if text.startswith(verb, at):
            yield None, at + len(verb)


def _pixels(found: re.Match[str]) -> tuple[int, int]:
    far = int(found[1])
    return {"to the right": (far, 0), "to the left": (-far, 0), "down": (0, far), "up": (0, -far)}[found[2]]


_NAMES_OF_TABS = pattern(r"(previous|next|first|last) tab", lambda found: found[1])
PIECES: dict[str, Parser] = {
    "duration": pattern(rf"({_NUMBER}(?:e[+-]?\d+)?) seconds?", lambda found: float(found[1])),
    "bare": bare,
    "raw": raw,
    "address": _address,
    "keys": _keys,
    "bare_keys": _keys,
    "ordinal": ordinal,
    "several": several,
    "counted": several,
    "unnamed": every,
    "every": every,
    "deed": deed_to,
    "folded": folded,
    "confirmed": confirmed,
    "plain": element,
    "beside": element,
    "comes": comes,
    "held": _alone(_key),
    "body": read_body,
    "having": read_having,
    "entries": read_entries,
    "asked": read_asked,
    "given": read_given,
    "turns": read_turns,
    "literal": _either(pattern(r"-?\d+(?:\.\d+)?|true|false|null", lambda found: found[0]), read_body),
    "allowed": pattern("|".join(ALLOWED), lambda found: found[0]),
    "look": pattern("|".join(LOOKS), lambda found: found[0]),
    "speed": pattern(r"slow 3G|3G|4G", lambda found: found[0]),
    "person": _either(_between("the user ", quoted, ""), _between("the ", raw, "")),
    "ending": pattern(r"[A-Z]\w*", lambda found: f".{found[0].lower()}"),
    "be": _be,
    "times": pattern(r"(\d+) times?", lambda found: int(found[1])),
    "places": pattern(r"(up|down) by (\d+) positions?", lambda found: int(found[2]) * (-1 if found[1] == "up" else 1)),
    "pixels": pattern(r"(\d+) pixels (to the right|to the left|down|up)", _pixels),
    "place": pattern(rf"({_NUMBER}), ({_NUMBER})", lambda found: (float(found[1]), float(found[2]))),
    "like": _like,
    "size": pattern(r"(\d+(?:\.\d+)?) (MB|KB|bytes)", lambda found: round(float(found[1]) * _UNITS[found[2]])),
    "sort": pattern(r"file|[A-Z]\w*", lambda found: (f"file.{'bin' if found[0] == 'file' else found[0].lower()}",)),
    "kind": pattern(r"an image|a text file|a file|an? [A-Z]\w*", lambda found: file_of_kind(found[0])),
    "pages": pattern(r"(\d+) pages?", lambda found: int(found[1])),
    "rows": pattern(r"(\d+) rows?", lambda found: int(found[1])),
    "variable": pattern(r"\{([^{}]+)\}", lambda found: found[1]),
    "page": _either(_between("the ", quoted, " page"), pattern(r"the .+", lambda found: found[0])),
    "device": _either(pattern(r"\d+x\d+", lambda found: found[0]), _between("a ", raw, "")),
    "tab": _either(_NAMES_OF_TABS, _as(_between("", ordinal, " tab"), "#{}"), _between("browser tab ", quoted, "")),
    "option": _alone(_as(ordinal, "#{}")),
}
