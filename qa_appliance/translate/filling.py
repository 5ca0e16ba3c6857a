"""What a row says with what fills its blanks, once for each of a list. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from qa_appliance.translate.forms import FORMS
from qa_appliance.translate.meaning import SEQUENCES, Joint, Meaning
from qa_appliance.translate.placed import opposite, placed
from qa_appliance.translate.rules import LOOSE, SUBJECT, Row

_BLANK = re.compile(r"\\\{|\{(\w+)(?:!(\w+))?(?:@(\w+)(?:!(\w+))?)?(\*)?\}")
_SUBJECT = re.compile(f"{SUBJECT}(?:!(\\w+))?")
_LATER = re.compile(r"«([^«|»]*)\|([^«|»]*)»")
"""«is|is not»: turned by the row that takes what this one says."""
_EMPTY = "\0"
_NOTHING = re.compile(f" {_EMPTY}(?= |$)|{_EMPTY}")
_TURNED = re.compile(r"<([^|<>]*)\|([^|<>]*)>")
_PLACED = " ~~ "
"""In what a row says: before the place in which that is done, or in which it holds."""
_DENIED = re.compile(r"!!(.*?)!!")
"""In what a row says: what is to be said the other way round."""


def filled(row: Row, fields: dict[str, tuple[str, Meaning]], denied: bool, cost: float) -> Iterator[Meaning]:
    """What the row says, once for each of a list that stands in a blank of it."""
    starred = _starred(row)
    lists = [field for field, of in fields.items() if _is_a_list(*of) and field not in starred]
    if len(lists) > 1:
        return
    joint: Joint = fields[lists[0]][1].joint if lists else ""
    rounds = [{field: each} for field in lists for each in fields[field][1].says] or [{}]
    turned = denied != (joint == "nor")
    says: list[str | None] = []
    for text, chosen in _rounds(row.to, rounds):
        filling = _one_by_one(text, fields, _values(fields, chosen, starred), starred)
        says += [_changed(_text_of(row, text, each, turned=turned)) for each in filling]
    made = tuple(each for each in says if each is not None)
    if len(made) == len(says):
        yield from _joined(row, made, cost, joint, denied)


def _starred(row: Row) -> set[str]:
    """The blanks in which all of a list stand in a row: {names*}."""
    return {found[1] for text in row.to for found in _BLANK.finditer(text) if found[5]}


def _values(fields: dict[str, tuple[str, Meaning]], chosen: dict[str, str], starred: set[str]) -> dict[str, str]:
    """What fills each blank in one round; `chosen`: the one of a list whose round it is."""
    return {
        field: chosen.get(field) or (_in_a_row(meaning) if field in starred else meaning.says[0])
        for field, (_, meaning) in fields.items()
    }


def _is_a_list(category: str, meaning: Meaning) -> bool:
    return len(meaning.says) > 1 and category.partition(".")[0] not in SEQUENCES


def _text_of(row: Row, text: str, values: dict[str, str], *, turned: bool) -> str:
    """One of the row's texts with what fills it. "!" before it: it denies what others hold."""
    flips = text.startswith("!") and not text.startswith("!!")
    side = 1 if turned == flips else 2
    made = _TURNED.sub(lambda found: found[side], text[1:] if flips else text)
    made = _BLANK.sub(lambda found: _value(found, values), made)
    if not row.defers:
        made = _LATER.sub(lambda found: found[side], made)
    return _NOTHING.sub("", made).strip()


def _joined(row: Row, says: tuple[str, ...], cost: float, joint: Joint, denied: bool) -> Iterator[Meaning]:
    if row.category not in SEQUENCES:
        if joint == "or":
            yield Meaning(says, cost, "and" if denied else "or")
        elif joint != "nor" or row.category == "predicate":
            yield Meaning(says, cost, "and" if len(says) > 1 else "")
    elif joint != "or" or denied:
        yield Meaning(tuple(dict.fromkeys(says)) if row.category == "claim" else says, cost)
    elif row.category == "claim":
        yield Meaning((f"either {' or '.join(says)}",), cost)


def _changed(text: str) -> str | None:
    """With its place where it belongs, and what is denied as the opposite of what it says."""
    if found := _DENIED.search(text):
        other = opposite(found[1])
        return None if other is None else f"{text[: found.start()]}{other}{text[found.end() :]}"
    if _PLACED not in text:
        return text
    made = placed(*text.replace(LOOSE, "").split(_PLACED, 1))
    return f"{made}{LOOSE}" if made is not None and LOOSE in text else made


def _one_by_one(
    text: str, fields: dict[str, tuple[str, Meaning]], values: dict[str, str], starred: set[str]
) -> Iterator[dict[str, str]]:
    """What fills a text: where several sentences stand in it, the text is said of each before the next text is."""
    for found in _BLANK.finditer(text):
        name = found[1]
        if name in fields and name not in starred:
            category, meaning = fields[name]
            if category.partition(".")[0] in SEQUENCES and len(meaning.says) > 1:
                yield from ({**values, name: each} for each in meaning.says)
                return
    yield values


def _rounds(texts: Sequence[str], rounds: list[dict[str, str]]) -> Iterator[tuple[str, dict[str, str]]]:
    """All that is said of one before the next; where something is said of none of the list, it is said once."""
    names = [{found[group] for found in _BLANK.finditer(text) for group in (1, 3)} for text in texts]
    if all(rounds[0].keys() <= each for each in names):
        yield from ((text, chosen) for chosen in rounds for text in texts)
    else:
        for text, each in zip(texts, names, strict=True):
            yield from ((text, chosen) for chosen in (rounds if rounds[0].keys() <= each else rounds[:1]))


def _in_a_row(meaning: Meaning) -> str:
    *first, last = meaning.says
    return f"{', '.join(first)} {meaning.joint or 'and'} {last}" if first else last


def _value(found: re.Match[str], values: dict[str, str]) -> str:
    """What fills a blank: in another form (`{several!each}`), or said of what fills another (`{predicate@thing}`)."""
    if found[0] == "\\{":  # a brace of the test language
        return "{"
    value = FORMS[found[2]](values.get(found[1], "")) if found[2] else values.get(found[1], "")
    if found[3]:
        subject = FORMS[found[4]](values[found[3]]) if found[4] else values[found[3]]
        value = _SUBJECT.sub(lambda of: FORMS[of[1]](subject) if of[1] else subject, value)
    return value or _EMPTY
