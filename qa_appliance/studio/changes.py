"""Checks that what a deed changed would pass, and that the page before it would not have. Pure.

What also changes by itself is told apart by a second look: a text that is not there any more then, proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from urllib.parse import urlsplit

from msgspec.structs import replace

from qa_appliance.browser.find.literal import messages
from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.core.steps import Assert, Choose, Fill, Step
from qa_appliance.english.writing.written import written
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.studio.labelled import deeds_of_rows, values_by_name
from qa_appliance.studio.naming import as_check, value_check
from qa_appliance.studio.restless import Place, lasting, lines_at

MOST = 5
_LONGEST = 80  # characters of a text that is checked
_MOST_TEXTS = 12
_MOST_NAMED = 3  # before what stands on the page alone
_MOST_NAMED_OF_NEW = 2
_DIGITS = re.compile(r"\d+")
_COUNTED = re.compile(r"\d[\d.,]* [^\W\d]+")
_LONG = 5  # words of a text of which only what is counted is said
_SPEAKING = frozenset({"alert", "status"})


def changed(before: Look, after: Look) -> bool:
    """Whether anything a person would notice is different."""
    return (before.url, before.title, before.text) != (after.url, after.title, after.text) or (
        [(n.states, n.value) for n in before.nodes if n.role] != [(n.states, n.value) for n in after.nodes if n.role]
    )


def says_more(before: Look, after: Look) -> bool:
    """Whether anything is said that was not, and does not only run on, as a clock does."""
    counted = {_DIGITS.sub("0", line) for line in _lines(before)}
    return any(_DIGITS.sub("0", line) not in counted for line in _lines(after))


def proposals(
    before: Look,
    after: Look,
    later: Look,
    entered: Collection[str] = (),
    restless: Collection[Place] = (),
    *,
    today: date,
) -> list[str]:
    """Sentences, the best first, `MOST` at most. `entered`: what was typed or chosen on the way to this page.

    `restless`: where it was seen to change by itself.
    """
    found: dict[str, None] = {}
    moving = (lines_at(before, restless) | lines_at(later, restless)) - _spoken(later) - _spoken(before)
    for proposed in _checks(before, after, later, entered):
        check = _lasting(proposed, today, entered)
        if check is None:
            continue
        step = written(Assert(check=check)) if _subject(check) not in moving else None
        if not isinstance(step, Assert) or not isinstance(step.check, c.PageCheck):
            continue
        if ask_page(step.check, later).holds and not ask_page(step.check, before).holds:
            found[as_check(step)] = None
        if len(found) >= MOST:
            break
    return list(found)


def _lasting(check: c.Check, today: date, entered: Collection[str]) -> c.Check | None:
    """The same check as it will hold tomorrow; None where nothing is left of it."""
    text = _subject(check)
    lasts = lasting(text, today, entered)
    if lasts == text:
        return check
    return replace(check, text=lasts) if lasts and isinstance(check, c.TextShown) else None


def _subject(check: c.Check) -> str:
    match check:
        case c.TextShown(text=text):
            return text
        case c.TextIs(value=value) | c.TitleIs(value=value):
            return value
    return ""


def entered(steps: Sequence[Step]) -> set[str]:
    """What these put into a page, secrets left out."""
    filled = {" ".join(step.value.text.split()) for step in steps if isinstance(step, Fill) and not step.value.secret}
    return filled | {option for step in steps if isinstance(step, Choose) for option in step.options}


def _checks(before: Look, after: Look, later: Look, entered: Collection[str]) -> Iterator[c.Check]:
    new = _new_lines(before, after, later)
    spoken = _spoken(later)
    yield from (c.TextShown(text=line) for line in new if any(line in text for text in spoken))
    yield from _entered(before, after, later, [line for line in new if line in entered])
    moved = urlsplit(later.url).path != urlsplit(before.url).path
    yield from _addresses(later) if moved else ()
    yield from _headings(before, later)
    yield from _values(before, later, entered)
    yield from _shown(before, after, later, new, moved=moved)
    yield from () if moved else _gone(before, after, later)


def _shown(before: Look, after: Look, later: Look, new: list[str], *, moved: bool) -> Iterator[c.Check]:
    """Values by their names, and what stands on the page alone."""
    named = [check for check in _named(before, after, later) if ask_page(check, later).holds]
    if moved:  # all of the page is new: what it says of itself, then amounts and numbers in its rows
        named.sort(key=lambda check: (check.target.kind == "row", *(not each for each in _worth(check.value))))
    first = named[: _MOST_NAMED_OF_NEW if moved else _MOST_NAMED]
    yield from first
    values = {check.value for check in first}
    new = [line for line in new if line not in values]
    yield from _counts(new)
    if later.title != before.title and later.title == after.title:
        yield c.TitleIs(comparison="equals", value=later.title)
    yield from _texts(new)
    yield from named[len(first) :]


def _new_lines(before: Look, after: Look, later: Look) -> list[str]:
    """That came with the deed, or late by themselves, but run on from nothing that was there."""
    known, first = {**_lines(before), **dict.fromkeys(_chosen(later) | deeds_of_rows(later))}, _lines(after)
    counted = {_DIGITS.sub("0", line) for line in (*known, *first)}
    new = [line for line in _lines(later) if line not in known]
    return [line for line in new if line in first or _DIGITS.sub("0", line) not in counted]


def _entered(before: Look, after: Look, later: Look, shown: list[str]) -> Iterator[c.Check]:
    """What somebody has put in and now stands there: that it does is mostly what they came for."""
    named = [check for check in _named(before, after, later) if check.value in shown]
    yield from named
    yield from (c.TextShown(text=line) for line in shown)


def _named(before: Look, after: Look, later: Look) -> Iterator[c.TextIs]:
    """A value by its name tells more than the same value anywhere."""
    known, first = values_by_name(before), values_by_name(after)
    counted = {_count(check) for check in first}
    yield from (
        check
        for check in values_by_name(later)
        if check not in known and (check in first or _count(check) not in counted)
    )


def _count(check: c.TextIs) -> tuple[str, str]:
    return check.target.name, _DIGITS.sub("0", check.value)


def _counts(lines: list[str]) -> Iterator[c.Check]:
    """Of “3 rows where status = lent sorted by id” a person says “3 rows”."""
    for line in lines:
        counted = _COUNTED.match(line)
        if counted and len(line.split()) > _LONG:
            yield c.TextShown(text=counted[0])


def _texts(lines: list[str]) -> Iterator[c.Check]:
    yield from (c.TextShown(text=line) for line in sorted(lines, key=_worth, reverse=True)[:_MOST_TEXTS])


def _addresses(later: Look) -> Iterator[c.Check]:
    path = urlsplit(later.url).path
    if path != "/":
        yield c.AddressIs(comparison="contains", value=path)


def _gone(before: Look, after: Look, later: Look) -> Iterator[c.Check]:
    """What is said no more, unless it only runs on, as a clock does."""
    counted = {_DIGITS.sub("0", line) for line in _lines(later)}
    chosen = _chosen(before)
    lines = [line for line in _lines(before) if line not in _lines(after) and line not in chosen]
    gone = [line for line in lines if _DIGITS.sub("0", line) not in counted]
    yield from (c.TextShown(text=line, negated=True) for line in gone[:_MOST_TEXTS])


def _spoken(look: Look) -> set[str]:
    speakers = [n for n in look.nodes if n.shown and n.role in _SPEAKING] + messages(look)
    return {text for text in map(look.text_of, speakers) if text}


def _headings(before: Look, later: Look) -> Iterator[c.Check]:
    known = {before.text_of(n) for n in before.nodes if n.shown and n.level}
    for node in later.nodes:
        if node.shown and node.level in (1, 2) and later.text_of(node) not in known:
            yield c.TextShown(text=later.text_of(node))


def _values(before: Look, later: Look, entered: Collection[str]) -> Iterator[c.Check]:
    """Fields that hold another value, which nobody has put there."""
    if len(before.nodes) != len(later.nodes):
        return
    for old, new in zip(before.nodes, later.nodes, strict=True):
        if new.value != old.value and " ".join(new.value.split()) not in entered:
            step = value_check(later, new)
            yield from (step.check,) if isinstance(step, Assert) else ()


def _chosen(look: Look) -> set[str]:
    """What lists show as chosen: of them it is said by their name, and nowhere else on the page."""
    return {" ".join(node.value.split()) for node in look.nodes if node.tag == "select" and node.value}


def _lines(look: Look) -> dict[str, None]:
    lines = (" ".join(line.split()) for line in look.text.split("\n"))
    return dict.fromkeys(line for line in lines if 2 < len(line) <= _LONGEST)


def _worth(line: str) -> tuple[bool, bool]:
    """Amounts and counts first, then what is more than a word."""
    return any(sign.isdigit() for sign in line), " " in line
