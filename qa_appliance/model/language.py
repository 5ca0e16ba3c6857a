"""What a model may say: which kinds of steps and checks, and which of their fields, as a schema of the structs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Relation, Target

Json = dict[str, Any]

# Not offered: what reaches beyond the page (uploads, downloads, requests, cookies, other users, other tabs), and what
# holds steps of its own.
_STEPS: dict[type[Struct], tuple[str, ...]] = {
    s.Go: ("url",),
    s.History: ("move",),
    s.Click: ("target",),
    s.Fill: ("target", "value"),
    s.Clear: ("target",),
    s.Choose: ("options", "target"),
    s.SetChecked: ("target", "on"),
    s.Press: ("keys", "target"),
    s.Hover: ("target",),
    s.Scroll: ("direction", "target"),
    s.WaitFor: ("check",),
    s.Assert: ("check",),
    s.LogIn: ("user", "password"),
    s.Search: ("text",),
    s.AcceptCookies: (),
    s.AddToCart: ("item",),
    s.Sort: ("by", "order"),
    s.Dialog: ("accept",),
}
_CHECKS: dict[type[Struct], tuple[str, ...]] = {
    c.TextShown: ("text", "scope"),
    c.ElementIs: ("target", "state"),
    c.ValueIs: ("target", "comparison", "value"),
    c.TextIs: ("target", "comparison", "value"),
    c.TitleIs: ("comparison", "value"),
    c.AddressIs: ("comparison", "value"),
    c.CountIs: ("target", "comparison", "count"),
    c.ErrorShown: ("text",),
    c.ListSorted: ("target", "by", "descending"),
}
_PARTS: dict[type[Struct], tuple[str, ...]] = {
    Target: ("name", "kind", "ordinal", "within"),
    Relation: ("place", "target"),
    s.Value: ("text",),
}
OFFERED = (
    s.Go
    | s.History
    | s.Click
    | s.Fill
    | s.Clear
    | s.Choose
    | s.SetChecked
    | s.Press
    | s.Hover
    | s.Scroll
    | s.WaitFor
    | s.Assert
    | s.LogIn
    | s.Search
    | s.AcceptCookies
    | s.AddToCart
    | s.Sort
    | s.Dialog
)


class Answer(Struct):
    """`covered`: with these steps the clause is done and checked; `reason`: why it is not, or cannot be."""

    steps: tuple[OFFERED, ...]
    covered: bool
    reason: str = ""


@cache
def schema() -> Json:
    """In the part of JSON Schema that endpoints hold a model to: every field is required, and there are no others.

    As short as it can be, since some endpoints count it with every question: what has the same fields is one object,
    and a list of names stands once.
    """
    fields = {struct.__name__: names for table in (_STEPS, _CHECKS, _PARTS) for struct, names in table.items()}
    _, parts = msgspec.json.schema_components([Answer], ref_template="#/$defs/{name}")
    shown = {name: _object(parts[name], names) for name, names in fields.items()}
    shown["Place"] = _object(parts["Target"], ("name", "kind", "ordinal"))
    shown["Relation"]["properties"]["target"] = {"$ref": "#/$defs/Place"}  # one place is enough, and ends
    shown["SetChecked"]["properties"]["on"] = {"type": "boolean"}
    checks = _grouped("check", [shown.pop(check.__name__) for check in _CHECKS], ("negated", {"type": "boolean"}))
    shown["Check"] = {"anyOf": checks}
    for step in ("WaitFor", "Assert"):
        shown[step]["properties"]["check"] = {"$ref": "#/$defs/Check"}
    steps = _grouped("action", [shown.pop(step.__name__) for step in _STEPS])
    answer = _object(parts["Answer"], ("steps", "covered", "reason"))
    answer["properties"]["steps"] = {"type": "array", "items": {"anyOf": steps}}
    for field in ("comparison", "kind"):
        _once(field, [answer, *shown.values()], shown)
    return {**answer, "$defs": shown}


def _grouped(tag: str, objects: list[Json], *more: tuple[str, Json]) -> list[Json]:
    """Objects that differ in nothing but their tag are one with several tags."""
    groups: dict[str, list[str]] = {}
    for each in objects:
        rest = each["properties"] | dict(more)
        names = rest.pop(tag)["enum"]
        groups.setdefault(msgspec.json.encode(rest).decode(), []).extend(names)
    return [
        _closed({tag: {"type": "string", "enum": tags}} | msgspec.json.decode(rest)) for rest, tags in groups.items()
    ]


def _once(field: str, places: list[Json], defined: Json) -> None:
    """A list of names under that field is defined in one place."""
    for place in places:
        for inner in place.get("anyOf", [place]):
            given = inner.get("properties", {}).get(field, {})
            if "enum" in given:
                defined[field] = {"type": "string", "enum": given["enum"]}
                inner["properties"][field] = {"$ref": f"#/$defs/{field}"}


def _object(whole: Json, names: tuple[str, ...]) -> Json:
    tags = [key for key in ("action", "check") if "enum" in whole["properties"].get(key, {})]
    return _closed({name: _bare(whole["properties"][name]) for name in (*tags, *names)})


def _closed(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _bare(value: object) -> object:
    """Without what only describes, and without what endpoints do not know."""
    if isinstance(value, dict):
        return {key: _bare(inner) for key, inner in value.items() if key not in _LEFT_OUT}
    return [_bare(inner) for inner in value] if isinstance(value, list) else value


_LEFT_OUT = frozenset({"default", "title", "description", "discriminator"})


def worded(given: object) -> object:
    """What a model wrote, with what it does not write of targets: their words come from the sentence."""
    if isinstance(given, dict):
        inner = {key: worded(value) for key, value in given.items() if key not in _NEVER_GIVEN}
        return {"words": "", **inner} if "kind" in inner or "name" in inner else inner
    return [worded(each) for each in given] if isinstance(given, list) else given


_NEVER_GIVEN = frozenset(
    {"words", "known", "readings", "sentence", "readsAs", "rule", "source", "phrase", "phraseIds", "ways", "secret"}
)
