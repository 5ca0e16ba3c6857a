"""The engine: each span of a clause read by the rows of a category, once. Pure, and bounded in work.

Every word is taken: by a row's own words, or by a blank. Of several readings those cost more that take words for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from msgspec import Struct

from qa_appliance.language.tokens import Token
from qa_appliance.translate.forms import FORMS, tidy
from qa_appliance.translate.grammar import SUBJECT, Grammar, Row
from qa_appliance.translate.open import OPEN
from qa_appliance.translate.template import Bound, fits

Joint = Literal["", "and", "or", "nor"]
_KEPT = 4
_BARE_IN_LIST = 2.5
_QUOTES = "\"'"
_MOST_WORK = 6_000
_BLANK = re.compile(r"\{(\w+)(?:!(\w+))?(?:@(\w+)(?:!(\w+))?)?(\*)?\}")
_TURNED = re.compile(r"<([^|<>]*)\|([^|<>]*)>")
_SUBJECT = re.compile(f"{SUBJECT}(?:!(\\w+))?")
_AS_WRITTEN = "{=}"
_LATER = {ord("«"): "<", ord("»"): ">"}
"""«is|is not»: turned by the row that takes what this one says."""
_SEQUENCES = frozenset({"deed", "claim", "sentence", "entry"})
_LISTS = frozenset(
    {"thing", "text", "name", "predicate", "page", "entry", "deed", "claim", "keys", "value", "mark"}
    | {"state", "said", "counted", "measure", "mixed"}
)
_OPPOSED = frozenset({"but", "while", "whereas"})
_JOINTS: dict[str, Joint] = {"and": "and", "or": "or", "nor": "nor", "&": "and"}


class Tangled(Exception):
    """Reading takes too much work: it is nothing that anyone would write."""


class Meaning(Struct, frozen=True):
    """`says`: sentences of the test language in a row, or one thing or several that `joint` joins."""

    says: tuple[str, ...]
    cost: float = 0.0
    joint: Joint = ""


class Chart:
    """One clause."""

    def __init__(self, tokens: Sequence[Token], rules: Grammar) -> None:
        self.tokens = tokens
        self.rules = rules
        self._left = _MOST_WORK
        self._known: dict[tuple[str, int, int], list[Meaning]] = {}
        self._rows: dict[str, tuple[dict[str, list[Row]], list[Row]]] = {}
        self.lows = [_low(token, at) for at, token in enumerate(tokens)]
        self._here = {*self.lows, ""}

    def meanings(self, category: str, start: int, end: int) -> list[Meaning]:
        """The cheapest readings of a span, the best first. Raises Tangled."""
        key = (category, start, end)
        if key not in self._known:
            self._known[key] = []  # a row that leads back to the same span says nothing
            self._left -= 1
            if self._left < 0:
                raise Tangled
            self._known[key] = _best(self._each(category, start, end))
        return self._known[key]

    def _each(self, category: str, start: int, end: int) -> Iterator[Meaning]:
        if category.endswith("+"):
            yield from (meaning for meaning in self.meanings(category[:-1], start, end) if meaning.joint)
            return
        base, _, mood = category.partition(".")
        if base in OPEN:
            for text, cost in OPEN[base](self.tokens[start:end], self.rules):
                yield Meaning((text,), cost)
        view = _View(self, start, mood)
        first, last, length = view.low(start), view.low(end - 1), end - start
        by_first, beginning_open = self._applicable(base, mood)
        for row in (*by_first.get(first, ()), *beginning_open):
            if len(row.parts) > length or (row.ends is not None and last not in row.ends):
                continue
            for bound in fits(row.parts, view, start, end, Bound()):
                if _AS_WRITTEN in row.to[0]:
                    yield Meaning((row.to[0].replace(_AS_WRITTEN, " ".join(self.lows[start:end])),), row.cost)
                elif row.denial or not bound.denied:
                    yield from self._made(row, bound)
        if base in _LISTS:
            yield from self._listed(category, base, start, end)

    def _applicable(self, base: str, mood: str) -> tuple[dict[str, list[Row]], list[Row]]:
        """The rows of a category whose words are all here: by the word they begin with, and those that begin openly."""
        key = f"{base}.{mood}"
        if key not in self._rows:
            here = self._here
            if mood:
                here = here | {self.rules.bases[mood].get(word, "") for word in here}
            by_first: dict[str, list[Row]] = {}
            beginning_open: list[Row] = []
            for row in self.rules.rows.get(base, ()):
                if any(need.isdisjoint(here) for need in row.needs):
                    continue
                if row.begins is None:
                    beginning_open.append(row)
                for word in here.intersection(row.begins or ()):
                    by_first.setdefault(word, []).append(row)
            self._rows[key] = by_first, beginning_open
        return self._rows[key]

    def _made(self, row: Row, bound: Bound) -> Iterator[Meaning]:
        found = [
            [(field, category, meaning) for meaning in self.meanings(category, start, end)]
            for field, category, start, end in bound.blanks
        ]
        for each in product(*found):
            cost = row.cost + sum(meaning.cost for _, _, meaning in each)
            yield from _filled(
                row, {field: (category, meaning) for field, category, meaning in each}, bound.denied, cost
            )

    def _listed(self, category: str, base: str, start: int, end: int) -> Iterator[Meaning]:
        """ "A, B and C": of each the same is said."""
        for at in range(start + 1, end - 1):
            joint = _JOINTS.get(self.tokens[at].low) if self.tokens[at].kind != "quoted" else None
            if self.tokens[at].low in _OPPOSED and base in ("claim", "predicate"):
                joint = "and"
            comma = self.tokens[at].low == ","
            if joint is None and not (comma and base in ("deed", "claim", "predicate", "entry")):
                continue
            following = at + 1
            while (
                following < end - 1
                and self.tokens[following].low in ("then", "also", ",", "and")
                and base in _SEQUENCES
            ):
                following += 1
            stop = at - 1 if self.tokens[at - 1].low == "," and at - 1 > start else at
            for first in self._firsts(category, start, stop, joint or "and"):
                for last in self.meanings(category, following, end):
                    if base in _SEQUENCES:
                        if (joint or "and") == "and":
                            yield Meaning((*first.says, *last.says), first.cost + last.cost)
                        elif joint == "or" and base == "claim" and len(first.says) == len(last.says) == 1:
                            yield Meaning((_either(first.says[0], last.says[0]),), first.cost + last.cost)
                    elif not last.joint:
                        says = (*first.says, *last.says)
                        yield Meaning(says, first.cost + last.cost + _of_bare(says), joint or "and")

    def _firsts(self, category: str, start: int, end: int, joint: Joint) -> Iterator[Meaning]:
        """What stands before the last of a list: one, or several with commas between."""
        for meaning in self.meanings(category, start, end):
            if not meaning.joint:
                yield meaning
        for at in range(start + 1, end - 1):
            if self.tokens[at].low == "," and self.tokens[at].kind != "quoted":
                for last in self.meanings(category, at + 1, end):
                    if not last.joint:
                        for first in self._firsts(category, start, at, joint):
                            yield Meaning((*first.says, *last.says), first.cost + last.cost)


def _either(one: str, other: str) -> str:
    return f"either {one.removeprefix('either ')} or {other.removeprefix('either ')}"


class _View:
    """The words as a row of one span sees them: the first verb in its base form where it has a mood."""

    def __init__(self, chart: Chart, start: int, mood: str) -> None:
        self._chart = chart
        self._first = chart.rules.bases[mood].get(chart.lows[start], "\0") if mood else ""
        self._start = start

    def low(self, at: int) -> str:
        if at == self._start and self._first:
            return self._first
        return self._chart.lows[at]

    def reads(self, category: str, start: int, end: int) -> bool:
        return bool(self._chart.meanings(category, start, end))

    def group(self, name: str, at: int) -> Iterator[tuple[int, bool]]:
        tokens, rules = self._chart.tokens, self._chart.rules
        while at < len(tokens) and tokens[at].low in rules.adverbs:
            at += 1
        if at >= len(tokens):
            return
        seen: set[tuple[int, bool]] = set()
        for form, denied in rules.by_first.get((name, self.low(at)), ()):
            stop = self._along(form, at)
            if stop is not None and (stop, denied) not in seen:
                seen.add((stop, denied))
                yield stop, denied

    def _along(self, form: tuple[str, ...], at: int) -> int | None:
        tokens, adverbs = self._chart.tokens, self._chart.rules.adverbs
        for number, word in enumerate(form):
            while number and at < len(tokens) and tokens[at].low in adverbs and tokens[at].low != word:
                at += 1
            if at >= len(tokens) or self.low(at) != word:
                return None
            at += 1
        return at


def _of_bare(says: tuple[str, ...]) -> float:
    """What it costs that several names without quotes, articles and nouns are no single one: Save and Close."""
    return sum(_BARE_IN_LIST for each in says if each[:1] not in (*_QUOTES, SUBJECT) and not each.startswith("the "))


def _low(token: Token, at: int) -> str:
    """As a row may have it: a word with a capital that does not begin the clause is a name."""
    if at and token.kind == "word" and token.text[:1].isupper() and not token.text.isupper():
        return "\0"
    return token.low


def _best(found: Iterator[Meaning]) -> list[Meaning]:
    best: dict[tuple[tuple[str, ...], Joint], Meaning] = {}
    for meaning in found:
        key = (meaning.says, meaning.joint)
        if key not in best or meaning.cost < best[key].cost:
            best[key] = meaning
    return sorted(best.values(), key=lambda meaning: meaning.cost)[:_KEPT]


def _filled(row: Row, fields: dict[str, tuple[str, Meaning]], denied: bool, cost: float) -> Iterator[Meaning]:
    """What the row says, once for each of a list that stands in a blank of it."""
    lists = [field for field, (_, meaning) in fields.items() if len(meaning.says) > 1]
    starred = {found[1] for text in row.to for found in _BLANK.finditer(text) if found[5]}
    lists = [field for field in lists if field not in starred]
    if len(lists) > 1:
        return
    joint: Joint = ""
    rounds: list[dict[str, str]] = [{}]
    if lists:
        category, meaning = fields[lists[0]]
        joint = "and" if category.partition(".")[0] in _SEQUENCES else meaning.joint
        rounds = [{lists[0]: each} for each in meaning.says]
    says: list[str] = []
    turned = denied != (joint == "nor")
    for text, chosen in _rounds(row.to, rounds):
        values = {
            field: chosen.get(field) or (_in_a_row(meaning) if field in starred else meaning.says[0])
            for field, (_, meaning) in fields.items()
        }
        made = _BLANK.sub(lambda found, values=values: _value(found, values), text)  # type: ignore[misc]
        made = made if row.defers else made.translate(_LATER)
        side = 2 if turned != text.startswith("!") else 1
        made = _TURNED.sub(lambda found, side=side: found[side], made)  # type: ignore[misc]
        says.append(tidy(made.removeprefix("!")))
    if joint == "or" and denied:
        yield Meaning(tuple(says), cost, "" if row.category in _SEQUENCES else "and")
    elif joint == "or" and row.category not in _SEQUENCES:
        yield Meaning(tuple(says), cost, "or")
    elif joint == "or":
        if row.category == "claim" and not denied:
            yield Meaning((f"either {' or '.join(says)}",), cost)
    elif row.category in _SEQUENCES:
        yield Meaning(tuple(says), cost)
    elif joint != "nor" or row.category == "predicate":
        yield Meaning(tuple(says), cost, "and" if len(says) > 1 else "")


def _rounds(texts: Sequence[str], rounds: list[dict[str, str]]) -> Iterator[tuple[str, dict[str, str]]]:
    """All that is said of one before the next; where something is said of none of the list, it is said once."""
    names = [{found[1] for found in _BLANK.finditer(text)} | {found[3] for found in _BLANK.finditer(text)} for text in texts]
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
    value = FORMS[found[2]](values.get(found[1], "")) if found[2] else values.get(found[1], "")
    if not found[3]:
        return value
    subject = FORMS[found[4]](values[found[3]]) if found[4] else values[found[3]]
    return _SUBJECT.sub(lambda of: FORMS[of[1]](subject) if of[1] else subject, value)
