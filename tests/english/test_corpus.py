"""Wordings and what they stand for: corpus/*.toml, a wording to a sentence of the test language (or several).

A clause that is not understood is `gap press Delete`. ` (secret)` behind a sentence tells that a text of it is masked,
which the language does not say. A step that its sentence is not read to is told by its fields, `Click(target=…)`: so no
two steps that differ stand behind the same words.

A wording is added with nothing beside it, `'press the big one' = ''`, and `make corpus`
writes what each stands for now. What that changed, the difference of the files shows.
"""

from __future__ import annotations

import json
import sys
import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest

from qa_appliance.core import steps as s
from qa_appliance.core.plan import Plan
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.language.read import read
from qa_appliance.language.write import Unsaid, write

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.toml"))

read_once = cache(read)


def lines(plan: Plan) -> list[str]:
    return [line(step) for step in plan.steps] + [f"gap {gap.text}" for gap in plan.gaps]


def line(step: s.Step) -> str:
    sentence, content, with_masks = write(step), bare(step), bare(step, masks=True)
    if isinstance(sentence, Unsaid) or bare(read_once(sentence)) != content:
        return by_fields(with_masks)
    return sentence if with_masks == content else f"{sentence} (secret)"


def bare(value: object, *, masks: bool = False) -> object:
    """Without how it is put; `masks`: with what is a secret."""
    if isinstance(value, tuple):
        return tuple(bare(each, masks=masks) for each in value)
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {name: bare(getattr(value, name), masks=masks) for name in value.__struct_fields__}
    match value:
        case Target():
            fields |= {"words": "", "quoted": False, "readings": ()}
        case s.Value():
            fields |= {"secret": masks and value.secret}
        case _ if isinstance(value, s.Step):
            fields |= {"sentence": "", "reads_as": "", "rule": "", "phrase": "", "phrase_ids": ()}
    return msgspec.structs.replace(value, **fields)


def by_fields(value: object) -> str:
    """The name of its kind, and its fields without those that are as they are where nothing is said."""
    match value:
        case msgspec.Struct():
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            parts = [
                f"{name}={by_fields(each)}" for name, each in fields.items() if each != _default(type(value), name)
            ]
            return f"{type(value).__name__}({', '.join(parts)})"
        case tuple():
            return f"[{', '.join(map(by_fields, value))}]"
    return repr(value)


@cache
def _default(kind: type[msgspec.Struct], name: str) -> object:
    (default,) = (each.default for each in msgspec.structs.fields(kind) if each.name == name)
    return "" if default is msgspec.NODEFAULT else default


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_wordings_stand_for_plans(file: Path) -> None:
    """Those of a file in one test: thousands of them cost more to collect and to report than to read."""
    corpus = tomllib.loads(file.read_text("utf-8"))
    expected = {wording: [plan] if isinstance(plan, str) else plan for wording, plan in corpus.items()}
    read = {wording: lines(plan_english(wording)) for wording in expected}
    assert {each: plan for each, plan in read.items() if plan != expected[each]} == {}


def renewed(text: str) -> str:
    """The file with what its wordings stand for now; comments and empty lines stay."""
    return "\n".join(_renewed(each) if each and not each.startswith("#") else each for each in text.split("\n"))


def _renewed(entry: str) -> str:
    (wording,) = tomllib.loads(entry)
    plan = [_in_toml(each) for each in lines(plan_english(wording))]
    sentences = ", ".join(plan)
    return f"{_in_toml(wording)} = {sentences if len(plan) == 1 else f'[{sentences}]'}"


def _in_toml(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in quoted)


if __name__ == "__main__" and sys.argv[1:] == ["--renew"]:
    for file in CORPUS:
        file.write_text(renewed(file.read_text("utf-8")), "utf-8", newline="\n")
