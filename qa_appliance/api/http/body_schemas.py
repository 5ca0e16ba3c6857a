"""Schemas of bodies that say all a body is refused for, NUL bytes included (contract section 8). Reads no body."""

from __future__ import annotations

from typing import Any

REFERENCE = "#/components/schemas/{name}"

Schema = dict[str, Any]
"""A JSON Schema, or another part of the OpenAPI document."""

_CLEAN = r"^[^\u0000]*$"
_TEXT = {"type": "string", "pattern": _CLEAN}
_ANYTHING = {"$ref": REFERENCE.format(name="AnyJson")}

ANY_JSON: Schema = {
    "title": "AnyJson",
    "description": "Any JSON value, none of whose strings holds U+0000.",
    "anyOf": [
        _TEXT,
        {"type": ["number", "boolean", "null"]},
        {"type": "array", "items": _ANYTHING},
        {"type": "object", "propertyNames": {"pattern": _CLEAN}, "additionalProperties": _ANYTHING},
    ],
}


def one_of(*names: str) -> Schema:
    """Exactly one of these fields is there."""
    return {"oneOf": [{"required": [name]} for name in names]}


def tighten(bodies: list[type[Any]], components: Schema) -> None:
    """Changes the components that bodies are made of, in place, and adds `AnyJson`."""
    waiting = [body.__name__ for body in bodies]
    done: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in done and name in components:
            done.add(name)
            components[name] = _tight(components[name], waiting)
    for body in bodies:
        components[body.__name__] |= getattr(body, "more", {})
    components["AnyJson"] = ANY_JSON


def _tight(schema: Any, references: list[str]) -> Any:
    """The schema with every text, key and unknown value free of NUL; collects the names it refers to."""
    if isinstance(schema, list):
        return [_tight(each, references) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        references.append(schema["$ref"].rpartition("/")[2])
        return schema
    tight = {name: _tight(inner, references) if name in _HOLDERS else inner for name, inner in schema.items()}
    if "properties" in tight:
        tight["properties"] = {name: _field(inner, references) for name, inner in schema["properties"].items()}
    if tight.get("type") == "string" and not {"pattern", "enum", "format"} & set(tight):
        tight["pattern"] = _CLEAN
    if tight.get("type") == "object":
        tight.setdefault("propertyNames", {"pattern": _CLEAN})
        if tight.get("additionalProperties", {}) == {}:
            tight["additionalProperties"] = _ANYTHING
    return tight


_HOLDERS = frozenset({"anyOf", "oneOf", "items", "prefixItems", "additionalProperties"})


def _field(schema: Any, references: list[str]) -> Any:
    typing = {"type", "anyOf", "oneOf", "enum", "$ref", "const"}
    return _tight(schema if typing & set(schema) else schema | _ANYTHING, references)
