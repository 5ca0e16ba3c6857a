"""The data of a test, told apart from its steps: "Test data: username = ann" is what "Enter the username" enters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from qa_appliance.english.layout.lines import Line, Lines

_DATA = r"(?:test|input|sample)[ _-]?(?:data|inputs?|values?)"
HEADING = (
    rf"(?:[ \t]*+(?:[-*•+][ \t]++)?[#*_\[]*+[ \t]*+{_DATA}[*_\]]*+[ \t]*+:[*_]*+"
    rf"|[ \t]*+(?:#{{1,6}}[ \t]*+|\*\*){_DATA}[*_ \t]*+(?=\n|$))"
)
_HEADING = re.compile(rf"{HEADING}(?P<behind>[^\n]*)", re.IGNORECASE)
_PAIR = re.compile(r"\W*(?P<label>[^\W\d_][\w /-]{0,30}?)[ \t]*[:=][ \t]*(?P<value>\S.*?)[ \t]*$")
_PARTED = re.compile(r"<br ?/?>|[;\n]|,(?=[ \t]*[^\W\d_][\w /-]{0,30}?[ \t]*[:=])", re.IGNORECASE)
_STEP = re.compile(
    r"(?P<front>[ \t]*(?:[-*•+][ \t]+|\(?\d{1,3}[.)][ \t]+)?(?:(?:given|when|and|then)[ \t]+)?"
    r"(?:(?:i|the user|user)[ \t]+)?)"
    r"(?P<verb>enters?|types?|inputs?|fills? in|provides?|inserts?|selects?|chooses?|picks?"
    r")[ \t]+(?P<names>[^\"“”'\n]+?)[ \t]*[.]?",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"^(?:(?:the|a|an|your|my|his|her|valid|correct|registered|existing|above|given|test|same) )+", re.IGNORECASE
)
_IN_FIELD = re.compile(r" (?:in|into|in to) (?:the )?(?P<field>.+?)(?: (?:field|box|text ?box|input))?$", re.IGNORECASE)
_JOINED = re.compile(r",? and |, |/|&", re.IGNORECASE)
_CREDENTIALS = frozenset({"credentials", "login credentials", "login details", "user credentials"})
_SECRETS = frozenset({"password", "passcode", "pin", "pw"})
_USED_NOWHERE = "No step says where this is entered: write it into the step."


def pairs_in(written: str) -> dict[str, str]:
    """ "username: ann<br>password: x": what each is called, in lower case, and its value; {} where a part is none."""
    found = [_PAIR.match(part) for part in _PARTED.split(written) if part.strip()]
    if not all(found):
        return {}
    return {pair["label"].strip().lower(): pair["value"].strip("`\"“”'* ") for pair in found if pair is not None}


def entered(step: str, data: Mapping[str, str]) -> tuple[str, frozenset[str]] | None:
    """A step that enters what is called so, with its value, and which of the data that is; None where it says more."""
    found = _STEP.fullmatch(step)
    if found is None:
        return None
    named = [_label(name.strip(), data) for name in _JOINED.split(found["names"])]
    if _bare(found["names"]) in _CREDENTIALS:
        named = list(data) if len(data) == _A_PAIR and _SECRETS & set(data) else [""]
    if not all(named):
        return None
    chooses = found["verb"].lower().startswith(("select", "choose", "pick"))
    verb, place = ("select", "from") if chooses else ("enter", "into")
    if chooses and len(named) > 1:
        return None
    values = " and ".join(f"{_quoted(data[label])} {place} {label}" for label in named)
    return f"{found['front']}{verb} {values}", frozenset(named)


def entered_into(step: str, value: str) -> str | None:
    """ "Enter an unknown address in the “Email” field" beside its value: that is entered; None for any other step."""
    found = _INTO.fullmatch(step)
    if found is None or _PARTED.search(value) or _PAIR.match(value):
        return None
    return f"{found['front']}enter {_quoted(value)} into {found['field']}"


_INTO = re.compile(
    r"(?P<front>[ \t]*(?:\(?\d{1,3}[.)][ \t]+)?)(?:enters?|types?|inputs?|provides?|inserts?)[ \t]+"
    r"(?:an?|any|the|some|your)[ \t]+[a-z][a-z -]*[ \t]+(?:in|into|in to)[ \t]+"
    r"(?P<field>(?:the[ \t]+)?[^\n.:]+?)[ \t]*[.]?",
    re.IGNORECASE,
)
_A_PAIR = 2  # who signs in, and the password


def _label(name: str, data: Mapping[str, str]) -> str:
    """Which of the data a name means; "" where none."""
    field = _IN_FIELD.search(name)
    plain = _bare(name[: field.start()] if field else name)
    if field and _bare(field["field"]) != plain:
        return ""
    return next((label for label in data if plain in (label, label.replace(" ", ""))), "")


def _bare(name: str) -> str:
    return _JUDGED.sub("", name.strip()).strip().lower()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def with_data(given: Lines) -> Lines:
    """The data put into the steps that name it; a text whose steps name none of it is left as it is."""
    at = next((at for at, line in enumerate(given.lines) if _HEADING.fullmatch(line.text)), None)
    if at is None:
        return given
    end, data = _below(given.lines, at)
    lines, used = _put_in(given.lines[end:], data)
    if not used and not data:
        return given
    if not used and any(_STEP_BEFORE.match(line.text) for line in given.lines[:at]):
        return Lines([*given.lines[:at], *given.lines[at + 1 :]], given.gaps)
    found = Lines([*given.lines[:at], *lines], given.gaps)
    below = "\n".join(line.text for line in lines)
    for label in data.keys() - used:
        if _quoted(data[label]) in below:
            continue  # a step says it again, with its field
        line = next(line for line in given.lines[at:end] if label in line.text.lower())
        found.gap(line.text.strip(), _USED_NOWHERE, line.start + len(line.indent))
    return found


_STEP_BEFORE = re.compile(
    r"[ \t]*(?:[-*•+][ \t]+|\(?\d{1,3}[.)][ \t]+)?(?:i|open|go|click|navigate|visit|log|given|when)\b", re.I
)
"""Behind a step, lines of data that no other step names are what is entered next."""


def _below(lines: list[Line], at: int) -> tuple[int, dict[str, str]]:
    """Where the data ends, and what it is: behind the heading, or in the lines below it."""
    heading = _HEADING.fullmatch(lines[at].text)
    if heading is not None and heading["behind"].strip():
        return at + 1, pairs_in(heading["behind"])
    data: dict[str, str] = {}
    end = at + 1
    while end < len(lines) and not lines[end].text.strip():
        end += 1
    while end < len(lines) and (pair := _PAIR.match(lines[end].text)) and not _HEADS.match(lines[end].text):
        data[pair["label"].strip().lower()] = pair["value"].strip("`\"“”'* ")
        end += 1
    return end, data


_HEADS = re.compile(r"\W*(?:test )?(?:steps?|expected|pre-?conditions?|procedure|actual|results?)\b[^:=]*[:=]", re.I)
"""What stands under these is no data."""


def _put_in(lines: list[Line], data: Mapping[str, str]) -> tuple[list[Line], frozenset[str]]:
    used: frozenset[str] = frozenset()
    found: list[Line] = []
    for line in lines:
        with_values = entered(line.text, data) if data else None
        if with_values is not None:
            line = line._replace(text=with_values[0], of_table=True)
            used |= with_values[1]
        found.append(line)
    return found, used
