"""Texts, numbers, times, keys and lists in words: written once, for whatever row they stand in. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
FIRST = ("first", "second", "third")
_POSITIONS = frozenset({*FIRST, "last", "final"})
NUMBERED = re.compile(r"(\d+)(?:st|nd|rd|th)")
ADDRESS = re.compile(r"(?:https?://|/)[^\s\"'“”«»`]*[^\s\"'“”«»`.,;:!?()\[\]{}]|/")
_MARKING = re.compile(r"\\(?=[\\\"]|\Z)")
"""A backslash that would be read as the mark of what follows."""
WORD = re.compile(r"@?[^\W_][\w'-]*|&")
_LEADING_ON = (
    "a an and any are at be before after behind below above beside but by can cannot do does each every for from has "
    "have if in inside into is it its near no nor not of on once onto only or out over should so than that the their "
    "them then there this to under unless until via when where which while who with within without"
)
_LEADS_ON = frozenset(_LEADING_ON.split())
"""In lower case a name of which one of these is a word stands in quotes: it could lead on from the name."""


class Unsayable(Exception):
    """Raised inside of this room only; whoever asks for a sentence is answered by `Unsaid`."""


def quoted(text: str) -> str:
    """In quotes that do not stand in it, or else with those in it marked. Of several lines, or of blanks, there is no
    quote."""
    if (text and not text.strip()) or "\n" in text or "\r" in text:
        raise Unsayable("A text of blanks alone, or on several lines, cannot be said.")
    if '"' in text and "'" not in text:
        return f"'{text}'"
    escaped = _MARKING.sub(r"\\\\", text).replace('"', r"\"")
    return f'"{escaped}"'


def plain(name: str) -> bool:
    """Whether a name can stand without quotes and is nothing but a name there."""
    words = name.split(" ")
    if not all(map(WORD.fullmatch, words)):
        return False
    return name[0].isupper() or not (_counts(words) or any(word in _LEADS_ON for word in words))


def _counts(words: list[str]) -> bool:
    """Whether it begins as a position does: the second; not: the last name."""
    word = words[0]
    if words[1:] == ["name"]:
        return False
    return word.lower() in _POSITIONS or NUMBERED.fullmatch(word) is not None


def address(text: str) -> str:
    """An address as it is, where nothing in it ends a sentence."""
    if " " in text:
        raise Unsayable("An address with a blank cannot be said.")
    return text if ADDRESS.fullmatch(text) else quoted(text)


def position(ordinal: int) -> str:
    """ "second", "4th", "last", "second-to-last"."""
    if ordinal == -1:
        return "last"
    if ordinal < 0:
        return f"{position(-ordinal)}-to-last"
    if 0 < ordinal <= len(FIRST):
        return FIRST[ordinal - 1]
    return f"{ordinal}{'th' if ordinal % 100 in (11, 12, 13) else _ENDINGS.get(ordinal % 10, 'th')}"


def duration(seconds: float) -> str:
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def amount(number: int, noun: str) -> str:
    """ "1 position", "3 positions"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(parts: Iterable[str], joint: str = "and") -> str:
    """ "A, B and C"."""
    *first, last = parts
    return f"{', '.join(first)} {joint} {last}" if first else last


def unlike(parts: Iterable[object]) -> bool:
    return any(one != other for one, other in pairwise(parts))


def raw(text: str) -> str:
    """Words that stand there as they are: a method, a way, a device."""
    if not text.strip() or set(text) & set('\n\r"“”'):
        raise Unsayable("A text with quotes or on several lines cannot stand there without quotes.")
    return text


def bare(name: str) -> str:
    """A name that stands without quotes."""
    if not plain(name):
        raise Unsayable("A name with other marks, or with words that lead on, stands in quotes.")
    return name


def keys(names: tuple[str, ...]) -> str:
    """ "Enter", "the Delete key", "Tab, Tab and Enter"."""
    return f"the {names[0]} key" if len(names) == 1 and _also_a_name(names[0]) else bare_keys(names)


def bare_keys(names: tuple[str, ...]) -> str:
    """ "Enter", "Tab and Enter": where what is pressed stands beside something else."""
    if any(map(_also_a_name, names)):
        raise Unsayable("A key whose name could be a button's is pressed by itself, and where the focus is.")
    return listed(names)


def _also_a_name(key: str) -> bool:
    return len(key) == 1 or key in _KEYS_WITH_NOUN


_KEYS_WITH_NOUN = frozenset(
    {"Delete", "Home", "End", "Insert", "Space", "CapsLock", "Control", "Shift", "Alt", "Meta", "ControlOrMeta"}
)
"""Without it they could be what a button is called."""


def pixels(right: int, down: int) -> str:
    if (right and down) or not (right or down):
        raise Unsayable("It is dragged along one direction at a time.")
    way = ("to the right" if right > 0 else "to the left") if right else ("down" if down > 0 else "up")
    return f"{abs(right or down)} pixels {way}"


def place(where: tuple[float, float]) -> str:
    return f"{where[0]}, {where[1]}"


def size(count: int) -> str:
    """ "2 MB"."""
    for unit, many in (("MB", 1_000_000), ("KB", 1_000)):
        if count >= many:
            return f"{count / many:g} {unit}"
    return f"{count} bytes"


def made_file(names: tuple[str, ...]) -> str:
    """ "PDF" of "file.pdf": a made file has no name of its own."""
    stem, _, ending = names[0].partition(".")
    if len(names) > 1 or stem != "file" or not ending:
        raise Unsayable("A file that is made has no name of its own.")
    return "file" if ending == "bin" else ending.upper()


_UNNAMED = {"png": "an image", "txt": "a text file", "bin": "a file"}


def kind_of_file(names: tuple[str, ...]) -> str:
    """ "an image" of "file.png", "a PDF" of "file.pdf"."""
    sort = made_file(names)
    return _UNNAMED.get(names[0].partition(".")[2]) or f"{'an' if sort[0] in 'AEFHILMNORSX' else 'a'} {sort}"


def file_of_kind(words: str) -> tuple[str, ...]:
    """The other way round."""
    named = {each: ending for ending, each in _UNNAMED.items()}
    return (f"file.{named.get(words) or words.partition(' ')[2].lower()}",)


def pattern(options: tuple[str, ...]) -> str:
    """ "that starts with “Ger”": with one `*` at either end or in between."""
    parts = options[0].split("*") if len(options) == 1 else []
    match parts:
        case ["", middle, ""] if middle:
            return f"that contains {quoted(middle)}"
        case [start, ""] if start:
            return f"that starts with {quoted(start)}"
        case ["", end] if end:
            return f"that ends with {quoted(end)}"
        case [start, end] if start and end:
            return f"that starts with {quoted(start)} and ends with {quoted(end)}"
    raise Unsayable("A pattern is said by how its one option begins and ends.")


def place_of_option(options: tuple[str, ...]) -> str:
    """ "second" of "#2"."""
    number = options[0].removeprefix("#") if len(options) == 1 else ""
    if number.removeprefix("-").isdecimal():
        return position(int(number))
    raise Unsayable("One option is said by its position.")


def tab(name: str) -> str:
    if name.startswith("#") and name[1:].isdecimal():
        return f"{position(int(name[1:]))} tab"
    return f"{name} tab" if name in ("previous", "next", "first", "last") else f"browser tab {quoted(name)}"


def page(name: str) -> str:
    """ "the pricing page" as it is; a bare name in quotes, with the noun."""
    return raw(name) if name.startswith("the ") else f"the {quoted(name)} page"


def device(preset: str) -> str:
    return preset if "x" in preset and preset[:1].isdecimal() else f"a {raw(preset)}"


def held(names: tuple[str, ...]) -> str:
    if len(names) > 1:
        raise Unsayable("One key is held while something is clicked.")
    return names[0]


def person(name: str) -> str:
    """ "the second user", "the user “bob”"."""
    return f"the {name}" if name.endswith(" user") or name == "admin" else f"the user {quoted(name)}"


def ending(name: str) -> str:
    """ "PDF" of ".pdf"."""
    if name[:1] != "." or not name[1:].isalpha():
        raise Unsayable("A file is known by how its name ends.")
    return name[1:].upper()
