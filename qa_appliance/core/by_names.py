"""What a request or an answer carries, looked at by its names: a part of it, one value, how it differs. Pure.

A part says less than the whole by names only: an object may have more of them, a list has as many entries in that
order. `price` is also found deeper down where it stands once only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from email import policy
from email.parser import BytesParser
from urllib.parse import parse_qsl

from msgspec import Struct

_FORM = "application/x-www-form-urlencoded"
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_DEEPEST = 40
_LONGEST_SHOWN = 120  # characters of a value that is told


class Fields(dict[str, object]):
    """What a form sends: every value is a text, and is compared as one."""


class Place(Struct, frozen=True):
    """A value and where it stands: `items[0].price`."""

    path: str
    value: object


def parsed(body: bytes, content_type: str) -> object:
    """JSON, the fields of a form, or else the text; None: it is neither."""
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == _FORM:
            return Fields(parse_qsl(body.decode(), keep_blank_values=True))
        if kind == "multipart/form-data":
            return _of_parts(body, content_type)
        return json_or_text(body.decode())
    except (UnicodeDecodeError, ValueError):
        return None


def json_or_text(text: str) -> object:
    """What a test or a site says: JSON where it is an object or a list, else the text as it is."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, dict | list) else text


def _of_parts(body: bytes, content_type: str) -> Fields:
    message = BytesParser(policy=policy.HTTP).parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    fields = Fields()
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        held = part.get_payload(decode=True)
        if isinstance(name, str):
            fields[name] = part.get_filename() or (held.decode(errors="replace") if isinstance(held, bytes) else "")
    return fields


Hides = Callable[[str], bool]
"""Whether what stands under a name is told to nobody."""


def lacks(wanted: object, seen: object, hides: Hides, path: str = "", depth: int = 0) -> str:
    """Where what is seen does not have what is wanted, as the end of a sentence; "" where it has all of it."""
    where = f"“{path}” is " if path else "it is "
    if depth > _DEEPEST:
        return f"{where}too deep to be compared"
    if isinstance(wanted, dict) and isinstance(seen, dict):
        return _object_lacks(wanted, seen, hides, path, depth)
    if isinstance(wanted, list) and isinstance(seen, list):
        if len(wanted) != len(seen):
            return f"{where}a list of {len(seen)}, expected {len(wanted)}"
        pairs = enumerate(zip(wanted, seen, strict=True))
        each = (lacks(one, other, hides, f"{path}[{at}]", depth + 1) for at, (one, other) in pairs)
        return next(filter(None, each), "")
    if same(wanted, seen):
        return ""
    if hides(path.rpartition(".")[2].partition("[")[0]):
        return f"{where}another one"
    return f"{where}{shown(seen)}, expected {shown(wanted)}"


def _object_lacks(wanted: dict[str, object], seen: dict[str, object], hides: Hides, path: str, depth: int) -> str:
    for name, value in wanted.items():
        inner = f"{path}.{name}" if path else name
        if name not in seen:
            return f"there is no “{inner}”"
        if differs := lacks(value, _as_text(seen, seen[name], value), hides, inner, depth + 1):
            return differs
    return ""


def contains(wanted: object, seen: object, hides: Hides) -> str:
    """As `lacks`; of a list as a whole one entry that has it is enough, and a text holds a text."""
    if isinstance(wanted, str):
        whole = seen if isinstance(seen, str) else as_text(seen)
        return "" if wanted in whole else f"it is {shown(seen)}"
    if isinstance(wanted, dict) and isinstance(seen, list):
        differs = [lacks(wanted, entry, hides) for entry in seen]
        if "" in differs:
            return ""
        return f"none of its {len(seen)} entries has it{f': of the first, {differs[0]}' if differs else ''}"
    return lacks(wanted, seen, hides)


def same(wanted: object, seen: object) -> bool:
    """Numbers by what they are, true and false never as numbers."""
    if isinstance(wanted, bool) or isinstance(seen, bool):
        return wanted is seen
    if isinstance(wanted, int | float) and isinstance(seen, int | float):
        return wanted == seen
    return type(wanted) is type(seen) and wanted == seen


def _as_text(holder: dict[str, object], seen: object, wanted: object) -> object:
    """Of a form every value is a text: one that is wanted as a number is the number it writes."""
    if isinstance(holder, Fields) and not isinstance(wanted, str) and isinstance(seen, str):
        try:
            return json.loads(seen)
        except ValueError:
            return seen
    return seen


def at(name: str, body: object) -> list[Place]:
    """The values of that name: by its path, else wherever it stands deeper down."""
    if isinstance(body, dict) and name in body:
        return [Place(name, body[name])]
    value, steps = body, list(_STEP.finditer(name))
    if "".join(found[0] for found in steps) == name:
        for found in steps:
            key: object = int(found[2]) if found[2] else found[1]
            if isinstance(value, dict) and key in value:
                value = value[key]
            elif isinstance(value, list) and str(key).isdecimal() and int(str(key)) < len(value):
                value = value[int(str(key))]
            else:
                break
        else:
            return [Place(name, value)]
    return list(_deeper(name, body, "", 0))


def _deeper(name: str, body: object, path: str, depth: int) -> Iterator[Place]:
    if depth > _DEEPEST:
        return
    if isinstance(body, dict):
        for key, value in body.items():
            inner = f"{path}.{key}" if path else str(key)
            if key == name:
                yield Place(inner, value)
            yield from _deeper(name, value, inner, depth + 1)
    elif isinstance(body, list):
        for number, value in enumerate(body):
            yield from _deeper(name, value, f"{path}[{number}]", depth + 1)


def put(name: str, body: object, value: object) -> object:
    """The same with another value at that path, which is there."""
    steps = list(_STEP.finditer(name))
    if not steps:
        return value
    first, rest = steps[0], name[steps[0].end() :]
    if isinstance(body, dict):
        whole = name in body  # a name that has a dot in it
        key, rest = (name, "") if whole else (first[1] or first[2], rest)
        return {each: put(rest, held, value) if each == key else held for each, held in body.items()}
    if isinstance(body, list):
        number = int(first[1] or first[2])
        return [put(rest, held, value) if at == number else held for at, held in enumerate(body)]
    return body


def none_or_several(name: str, found: list[Place], body: object) -> str:
    """A sentence for a name that stands nowhere, or in several places; "" where there is one."""
    if len(found) == 1:
        return ""
    if found:
        places = ", ".join(f"“{place.path}”" for place in found[:5])
        return f"“{name}” stands in {len(found)} places. Say which: {places}."
    names = list(body) if isinstance(body, dict) else []
    there = f" It has {', '.join(f'“{each}”' for each in names[:8])}." if names else f" It is {shown(body)}."
    return f"There is no “{name}” in it.{there}"


def shown(value: object) -> str:
    """A value as a sentence tells it."""
    text = f"“{value}”" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def as_text(value: object) -> str:
    """A value as `{name}` stands for it in later steps."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
