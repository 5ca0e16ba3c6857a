"""What a chain of Cypress' commands has got hold of: an element with the name people see where it has one."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.importing.calls import Call
from qa_appliance.importing.carried import Named, guessed
from qa_appliance.importing.deeds import NAMELESS

ELEMENT, PAGE = "element", "page"
_SELECTOR = re.compile(
    r"(?P<tag>[a-z][a-z0-9]*)?(?:#(?P<id>[\w-]+)|\[(?P<attribute>[\w-]+)\s*=\s*(['\"]?)(?P<value>[^'\"\]]*)\4\])?"
)
_TAGS = {
    "button": "button",
    "a": "link",
    "select": "combobox",
    "img": "img",
    "textarea": "textbox",
    **{f"h{level}": "heading" for level in range(1, 7)},
    "option": "option",
    "li": "listitem",
    "tr": "row",
    "td": "cell",
}
_SEEN = {"aria-label": "", "placeholder": "", "title": "", "alt": "img"}
_IN_THE_CODE = frozenset({"name", "id", "data-cy", "data-test", "data-testid", "data-test-id", "data-qa"})
_TYPES = {"email": "textbox", "password": "textbox", "search": "textbox", "tel": "textbox", "submit": "button"}


class Subject(Struct, frozen=True):
    """`kind`: `element`, `page`, or what is asked of the page. `broken`: why an element has no name; `selector`, `tag`:
    what is known of it instead; `within`: the selector of what it was looked for in alone."""

    kind: str = ELEMENT
    named: Named | None = None
    broken: str = NAMELESS
    selector: str = ""
    tag: str = ""
    within: str = ""


_Query = Callable[[Call, Subject | None], Subject]


def by_selector(selector: str) -> Subject:
    """By a name that people see, else by an identifier of plain words."""
    if selector in ("body", "html"):
        return Subject(PAGE)
    found = _SELECTOR.fullmatch(selector.strip())
    if found is None:
        return Subject(selector=selector)
    role = _TAGS.get(found["tag"] or "", "")
    if found["attribute"] in _SEEN and found["value"]:
        return Subject(named=Named(found["value"], role or _SEEN[found["attribute"]]))
    if found["attribute"] == "type" and found["value"] in _TYPES:
        return Subject(named=guessed(found["value"], _TYPES[found["value"]]))
    identifier = found["id"] or (found["value"] if found["attribute"] in _IN_THE_CODE else "")
    if identifier:
        return Subject(named=guessed(identifier, "" if role and identifier.lower().endswith(role) else role))
    return Subject(selector=selector, tag=found["tag"] or "")


def _get(call: Call, before: Subject | None) -> Subject:
    return by_selector(call.first)


def _find(call: Call, before: Subject | None) -> Subject:
    return replace(by_selector(call.first), within=_inside(before))


def _inside(before: Subject | None) -> str:
    return before.selector or before.within if before else ""


def _contains(call: Call, before: Subject | None) -> Subject:
    """`contains(text)`, `contains(selector, text)`; behind another it is looked for in that."""
    *selector, text = [each or "" for each in call.arguments] or [""]
    if not text:
        return Subject(broken="It uses a variable, or a pattern.")
    tag = selector[0] if selector else before.tag if before else ""
    named = Named(text, _TAGS.get(tag, ""))
    return Subject(named=named, within="" if named.role else _inside(before))


def _placed(call: Call, before: Subject | None) -> Subject:
    """`first()`, `last()`, `eq(2)`."""
    number = int(call.first) if re.fullmatch(r"-?\d+", call.first) else None
    place = {"first": 1, "last": -1}.get(call.name) or (number + 1 if number is not None and number >= 0 else number)
    if before is None or before.named is None or place is None or place < -1:
        return before or Subject()
    return replace(before, named=replace(before.named, ordinal=place))


def _by_role(call: Call, before: Subject | None) -> Subject:
    name = call.named.get("name")
    return Subject(named=Named(name, call.first) if name else None)


def _by_words(role: str) -> _Query:
    return lambda call, before: Subject(named=Named(call.first, role) if call.first else None)


def _around(call: Call, before: Subject | None) -> Subject:
    return Subject(broken="It is found by what is around it.")


def _location(call: Call, before: Subject | None) -> Subject:
    return Subject("path" if call.first == "pathname" else "location")


QUERIES: dict[str, _Query] = {
    "get": _get,
    "find": _find,
    "contains": _contains,
    **dict.fromkeys(("first", "last", "eq"), _placed),
    "find_by_role": _by_role,
    "find_by_alt_text": _by_words("img"),
    **dict.fromkeys(("find_by_label_text", "find_by_placeholder_text", "find_by_text", "find_by_title"), _by_words("")),
    "find_by_test_id": lambda call, before: Subject(named=guessed(call.first, "")),
    "url": lambda call, before: Subject("address"),
    "title": lambda call, before: Subject("title"),
    "location": _location,
    **dict.fromkeys(("parent", "parents", "children", "siblings", "closest", "filter", "not", "focused"), _around),
    **dict.fromkeys(("next", "prev", "next_all", "prev_all"), _around),
}
