"""The rows of `rows/*.toml`, read once: what each category is written as, and the classes of words.

A row: `of` a category, written as any of `from`, stands for `to`, one sentence of the test language or several (or a
part of one). Verbs of a class are put into every form by `verbs.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from qa_appliance.translate.inflection import MOODS, inflected
from qa_appliance.translate.rules import NO_WORD, SUBJECT, Form, Grammar, Groups, Row
from qa_appliance.translate.template import Blank, Group, Lit, Parts, edge, needed, variants
from qa_appliance.translate.verbs import finite_forms, present_forms
from qa_appliance.translate.vocabulary import vocabulary

_OF_NOUNS = ("noun", "noun_first", "nouns", "container", "container_first", "named_noun")
_AT = re.compile(r"(?<!\w)@")
_ROWS = Path(__file__).parent / "rows"
Table: TypeAlias = dict[str, list[str]]


class Tables(Struct, frozen=True):
    """Words by the name of their class; `irregular`: past and participle of a verb."""

    classes: Table = {}
    verbs: Table = {}
    present: Table = {}
    irregular: Table = {}


class Written(Struct, frozen=True, forbid_unknown_fields=True, rename={"wordings": "from", "refused": "not"}):
    """A row as it stands in its file. `example`: a wording it reads; `refused`: wordings it must not read.

    `cost` is added where another row that says more should be taken first; `denial` is false where a denying verb
    would not be carried over.
    """

    of: str
    wordings: list[str]
    to: str | list[str]
    example: str = ""
    refused: list[str] = []
    cost: float = 0.0
    denial: bool = True


@cache
def grammar() -> Grammar:
    tables, lists = _words()
    groups = _groups(tables)
    adverbs = frozenset(lists["adverbs"])
    rows = _rows(groups, adverbs)
    by_word = defaultdict[str, dict[str, list[Row]]](lambda: defaultdict(list))
    for row in (row for found in rows.values() for row in found):
        for word in min(row.required, key=len) if row.required else (NO_WORD,):
            by_word[row.category][word].append(row)
    by_first = defaultdict[tuple[str, str], list[Form]](list)
    for name, forms in groups.items():
        for form, denied in forms:
            by_first[name, form[0]].append((form, denied))
    verbs = frozenset(_first_words((row.parts for row in rows["deed"]), groups))
    return Grammar(
        rows,
        {category: dict(found) for category, found in by_word.items()},
        groups,
        _firsts(groups, adverbs),
        dict(by_first),
        _bases(verbs, groups, tables.irregular),
        frozenset(tables.verbs),
        vocabulary(lists, verbs, frozenset(tables.classes["the"])),
        frozenset(word for row in rows["nouns"] if isinstance(last := row.parts[-1], Lit) for word in last.words),
        frozenset(_nouns(rows)),
    )


def _rows(groups: Groups, adverbs: frozenset[str]) -> dict[str, list[Row]]:
    """By category: a row for each way to choose among what a wording leaves open."""
    beginning, firsts = _firsts(groups, adverbs), _firsts(groups)
    ending = {name: frozenset(form[-1] for form, _ in forms) for name, forms in groups.items()}
    written_all = list(written_rows())
    deferring = {written.of for written in written_all if "«" in "".join(written.to)}
    rows = defaultdict[str, list[Row]](list)
    number = 0
    for written in written_all:
        to = tuple(_AT.sub(SUBJECT, each) for each in ([written.to] if isinstance(written.to, str) else written.to))
        for parts in (parts for wording in written.wordings for parts in variants(wording)):
            row = Row(
                category=written.of,
                parts=parts,
                to=to,
                required=tuple(needed(parts, firsts)),
                cost=written.cost,
                denial=written.denial,
                begins=edge(parts[0], beginning),
                ends=edge(parts[-1], ending),
                number=number,
                defers=written.of in deferring,
                holds=tuple(part.category for part in parts if isinstance(part, Blank)),
            )
            rows[written.of].append(row)
            number += 1
    return dict(rows)


def _nouns(rows: Mapping[str, list[Row]]) -> Iterator[tuple[str, ...]]:
    """Nouns of kinds of elements, one or several."""
    for row in (row for category in _OF_NOUNS for row in rows.get(category, ())):
        words = [part.words for part in row.parts if isinstance(part, Lit)]
        if len(words) == len(row.parts):
            yield from product(*words)


def _firsts(groups: Groups, more: frozenset[str] = frozenset()) -> dict[str, frozenset[str]]:
    """The words each class begins with."""
    return {name: more.union(form[0] for form, _ in forms) for name, forms in groups.items()}


def _bases(verbs: frozenset[str], groups: Groups, irregular: Mapping[str, list[str]]) -> dict[str, dict[str, str]]:
    unchanged = {form[0]: form[0] for form, _ in groups["before_a_verb"]}
    return {mood: {inflected(verb, mood, irregular): verb for verb in verbs} | unchanged for mood in MOODS}


def written_rows() -> Iterator[Written]:
    """Raises msgspec.ValidationError where a file holds something else."""
    for held in _files().values():
        yield from msgspec.convert(held.get("row", []), list[Written])


@cache
def _files() -> dict[Path, dict[str, object]]:
    return {file: tomllib.loads(file.read_text("utf-8")) for file in sorted(_ROWS.glob("*.toml"))}


def _words() -> tuple[Tables, dict[str, list[str]]]:
    """The tables of words of all files, and the lists by their names; a class stands in one of them."""
    tables, lists = Tables(), dict[str, list[str]]()
    for file, whole in _files().items():
        held = {name: value for name, value in whole.items() if name != "row"}
        here = msgspec.convert({name: held.pop(name, {}) for name in Tables.__struct_fields__}, Tables)
        tables = Tables(
            classes=_joined(tables.classes, here.classes, file),
            verbs=_joined(tables.verbs, here.verbs, file),
            present=_joined(tables.present, here.present, file),
            irregular=_joined(tables.irregular, here.irregular, file),
        )
        for name, words in msgspec.convert(held, dict[str, list[str]]).items():
            lists[name] = [*lists.get(name, ()), *words]
    return tables, lists


def _joined(known: Table, more: Table, file: Path) -> Table:
    if twice := known.keys() & more.keys():
        raise ValueError(f"{file.name}: {', '.join(twice)} stands in another file as well.")
    return known | more


def _groups(tables: Tables) -> Groups:
    if twice := tables.classes.keys() & {**tables.verbs, **tables.present}.keys():
        raise ValueError(f"A class of words and of verbs alike: {', '.join(twice)}.")
    plain = {name: [(tuple(each.split()), False) for each in forms] for name, forms in tables.classes.items()}
    for name, verbs in tables.present.items():
        plain[name] = [(form, False) for verb in verbs for form in present_forms(verb, tables.irregular)]
    for name, verbs in tables.verbs.items():
        forms = {form: denied for verb in verbs for form, denied in finite_forms(verb, tables.irregular)}
        plain[name] = list(forms.items())
    return plain


def _first_words(rows: Iterable[Parts], groups: Groups) -> Iterator[str]:
    for parts in rows:
        match parts[0]:
            case Lit(words):
                yield from words
            case Group(name):
                yield from (form[0] for form, _ in groups[name])
            case _:
                pass
