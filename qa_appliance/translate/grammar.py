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
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from qa_appliance.language.tokens import Token
from qa_appliance.translate.inflection import MOODS, inflected
from qa_appliance.translate.template import Blank, Group, Lit, Parts, edge, needed, variants
from qa_appliance.translate.verbs import Form, finite_forms, present_forms
from qa_appliance.translate.vocabulary import Vocabulary, vocabulary

SUBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What a predicate says `@` for, where no text can hold it."""
NO_WORD = ""
"""For rows without words of their own."""
_OF_NOUNS = ("noun", "noun_first", "nouns", "container", "container_first", "named_noun")
_AT = re.compile(r"(?<!\w)@")
_ROWS = Path(__file__).parent / "rows"
Groups: TypeAlias = dict[str, list[Form]]
"""Classes of words: the wordings of each."""


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


class Row(Struct, frozen=True):
    category: str
    parts: Parts
    to: tuple[str, ...]
    required: tuple[frozenset[str], ...]
    cost: float
    denial: bool
    begins: frozenset[str] | None
    ends: frozenset[str] | None
    number: int
    holds: tuple[str, ...]
    defers: bool = False
    """Whether another row decides if it is denied."""


class Grammar(Struct, frozen=True):
    """`bases`: for each mood, the form of a deed's first verb to the verb. `kinds`, `nouns`: of elements."""

    rows: dict[str, list[Row]]
    by_word: dict[str, dict[str, list[Row]]]
    groups: Groups
    beginnings: dict[str, frozenset[str]]
    by_first: dict[tuple[str, str], list[Form]]
    bases: dict[str, dict[str, str]]
    verbs: frozenset[str]
    words: Vocabulary
    kinds: frozenset[str]
    nouns: frozenset[tuple[str, ...]]

    def is_of_class(self, name: str, words: str) -> bool:
        """Whether words as a row has them are one of the wordings of a class."""
        form = tuple(words.split())
        return bool(form) and any(form == each for each, _ in self.by_first.get((name, form[0]), ()))

    def begins_deed(self, token: Token) -> bool:
        """A verb of deeds or of checks in lower case: what follows "and" there is no name."""
        return (
            token.kind == "word"
            and token.text.islower()
            and (token.low in self.bases[""] or ("verify", token.low) in self.by_first)
        )


@cache
def grammar() -> Grammar:
    words = _words()
    groups = _groups(words)
    rows = _rows(groups, frozenset(words["adverbs"]))
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
        _firsts(groups, frozenset(words["adverbs"])),
        dict(by_first),
        _bases(verbs, groups, words["irregular"]),
        frozenset(words["verbs"]),
        vocabulary(words, verbs, frozenset(words["classes"]["the"])),
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
    for file in sorted(_ROWS.glob("*.toml")):
        yield from msgspec.convert(tomllib.loads(file.read_text("utf-8")).get("row", []), list[Written])


def _words() -> dict[str, Any]:
    """The tables of words of all files; a class stands in one of them."""
    words: dict[str, Any] = {"classes": {}, "verbs": {}, "present": {}, "irregular": {}}
    for file in sorted(_ROWS.glob("*.toml")):
        for name, value in tomllib.loads(file.read_text("utf-8")).items():
            if name == "row":
                continue
            if isinstance(value, dict):
                if twice := words[name].keys() & value.keys():
                    raise ValueError(f"{file.name}: {', '.join(twice)} stands in another file as well.")
                words[name] |= value
            else:
                words[name] = [*words.get(name, ()), *value]
    return words


def _groups(words: dict[str, Any]) -> Groups:
    if twice := words["classes"].keys() & {**words["verbs"], **words["present"]}.keys():
        raise ValueError(f"A class of words and of verbs alike: {', '.join(twice)}.")
    plain = {name: [(tuple(each.split()), False) for each in forms] for name, forms in words["classes"].items()}
    for name, verbs in words["present"].items():
        plain[name] = [(form, False) for verb in verbs for form in present_forms(verb, words["irregular"])]
    for name, verbs in words["verbs"].items():
        forms = {form: denied for verb in verbs for form, denied in finite_forms(verb, words["irregular"])}
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
