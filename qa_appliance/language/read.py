"""Sentences of the test language as steps: what `write` says, and nothing else. Pure.

A sentence is read by the rows by which it is written, and only to what is written so again: no second wording, and no
word that is dropped. Where names without quotes leave it open, the reading with the shortest names is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF, AnyOf, Check, EachIs
from qa_appliance.core.steps import Go, Http, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.language.claims import CLAIMS
from qa_appliance.language.deeds import DEEDS
from qa_appliance.language.elements import element, every
from qa_appliance.language.held import held_by_each
from qa_appliance.language.lexicon import QUALITIES
from qa_appliance.language.made import read_made
from qa_appliance.language.parsing import Found, Parser, Tangled, bounded, listed, pattern, quoted
from qa_appliance.language.pieces import PIECES
from qa_appliance.language.rows import Blank, Says
from qa_appliance.language.words import Unsayable
from qa_appliance.language.write import claim_of, write

_IGNORING = ", ignoring case"
_WORDS_OF_NUMBER = pattern(r"\d+", lambda found: int(found[0]))


def read(sentence: str) -> Step | None:
    """The step that is written so; None where the sentence is none of the language. Bounded in work."""
    try:
        with bounded():
            found = [step for step, end in _steps(sentence, 0) if end == len(sentence)]
    except Tangled:
        return None
    return replace(min(found, key=_words_of_others), sentence=sentence) if found else None


def _words_of_others(thing: object) -> int:
    """How many words it takes for names and descriptions: what else could be read of them is the language's own."""
    match thing:
        case Target() if thing.name != ITSELF:
            names = 0 if thing.quoted else len(thing.name.split())
            described = sum(word not in QUALITIES for word in thing.qualities)
            return names + described + _words_of_others(thing.within)
        case Http() | Go():
            return len(f"{getattr(thing, 'method', '')} {thing.url} {getattr(thing, 'page', '')}".split())
        case tuple():
            return sum(map(_words_of_others, thing))
        case msgspec.Struct():
            return sum(_words_of_others(getattr(thing, name)) for name in thing.__struct_fields__)
    return 0


@lru_cache(maxsize=1_000)
def _steps(text: str, at: int) -> tuple[tuple[Step, int], ...]:
    return tuple(_each_step(text, at))


def _each_step(text: str, at: int) -> Iterator[tuple[Step, int]]:
    for row in DEEDS:
        for made, end in _things(row, text, at):
            if write(made) == text[at:end]:  # type: ignore[arg-type]
                yield made, end  # type: ignore[misc]


def _claims(text: str, at: int) -> Iterator[tuple[Check, int]]:
    for check, end in (*_plain_claims(text, at), *_of_several(text, at), *_of_each(text, at)):
        yield check, end
        if text.startswith(_IGNORING, end):
            yield _in_any_case(check), end + len(_IGNORING)


@lru_cache(maxsize=1_000)
def _plain_claims(text: str, at: int) -> tuple[tuple[Check, int], ...]:
    return tuple(_each_claim(text, at))


def _each_claim(text: str, at: int) -> Iterator[tuple[Check, int]]:
    for row in CLAIMS:
        for made, end in _things(row, text, at):
            if _is_written(made, text[at:end]):  # type: ignore[arg-type]
                yield made, end  # type: ignore[misc]


def _of_several(text: str, at: int) -> Iterator[tuple[Check, int]]:
    """ "either A or B"; "“A” or “B” is shown", "neither “A” nor “B” is shown": of each of them the same is said."""
    if text.startswith("either ", at):
        for checks, end in _joined(text, at + len("either "), " or "):
            yield from _if_written(AnyOf(checks=checks), text, at, end)
    begin, joint = (at + len("neither "), " nor ") if text.startswith("neither ", at) else (at, " or ")
    for subjects, rest in _subjects(text, begin, joint):
        first, *others = ({end: check for check, end in _claims_about(each, text, rest)} for each in subjects)
        for end, check in first.items():
            if all(end in other for other in others):
                checks = (check, *(other[end] for other in others))
                yield from _if_written(AnyOf(checks=checks, negated=begin > at), text, at, end)


def _claims_about(subject: str, text: str, rest: int) -> Iterator[tuple[Check, int]]:
    """What stands from `rest` on, said of that; with where it ends in the text."""
    for check, end in _plain_claims(f"{subject}{text[rest:]}", 0):
        if end > len(subject):
            yield check, end - len(subject) + rest


def _joined(text: str, at: int, joint: str) -> Iterator[tuple[tuple[Check, ...], int]]:
    for check, end in _plain_claims(text, at):
        if text.startswith(joint, end):
            for others, stop in _joined(text, end + len(joint), joint):
                yield (check, *others), stop
        yield (check,), end


def _subjects(text: str, at: int, joint: str) -> Iterator[tuple[list[str], int]]:
    """What the same is said of, as it is written, and where that begins."""
    joints = (joint,) if joint == " nor " else (", ", joint)
    for end in _ends(text, at):
        for sign in joints:
            if text.startswith(sign, end):
                for others, stop in _subjects(text, end + len(sign), joint):
                    yield [text[at:end], *others], stop
                if sign == joint:
                    last = end + len(sign)
                    yield from (([text[at:end], text[last:stop]], stop) for stop in _ends(text, last))


def _ends(text: str, at: int) -> Iterator[int]:
    yield from {end: None for read_one in (quoted, element) for _, end in read_one(text, at)}


def _of_each(text: str, at: int) -> Iterator[tuple[Check, int]]:
    """What is said of it is said of "the itself"."""
    if text.startswith(("each ", "no "), at):
        first = text.index(" ", at) + 1
        for target, end in every(text, first):
            for says, stop in _claims_about(f"the {ITSELF}", text, end):
                yield from _if_written(EachIs(target=target, says=_of_kind(says, target)), text, at, stop)
            for says, length in held_by_each(target, text[at : first - 1], text[end:]):
                yield from _if_written(EachIs(target=target, says=says), text, at, end + length)


def _of_kind(says: Check, each: Target) -> Check:
    """It itself is of the kind of each."""
    itself = getattr(says, "target", None)
    if not isinstance(itself, Target) or itself.name != ITSELF:
        return says
    return replace(says, target=replace(itself, kind=each.kind))


def _if_written(check: Check, text: str, at: int, end: int) -> Iterator[tuple[Check, int]]:
    if _is_written(check, text[at:end]):
        yield check, end


def _is_written(check: Check, words: str) -> bool:
    try:
        return claim_of(check) == words
    except Unsayable:
        return False


def _in_any_case(check: Check) -> Check:
    match check:
        case AnyOf():
            return replace(check, checks=tuple(replace(each, any_case=True) for each in check.checks))
        case EachIs():
            return replace(check, says=replace(check.says, any_case=True))
    return replace(check, any_case=True)


def _things(row: Says, text: str, at: int) -> Iterator[tuple[msgspec.Struct, int]]:
    for fields, end in _filled(row, 0, text, at):
        try:
            yield row.kind(**row.fixed, **fields), end
        except TypeError:  # a field that has to be said is not
            continue


def _filled(row: Says, number: int, text: str, at: int) -> Iterator[tuple[dict[str, object], int]]:
    if number == len(row.parts):
        yield {}, at
        return
    part = row.parts[number]
    if isinstance(part, str):
        if text.startswith(part, at):
            yield from _filled(row, number + 1, text, at + len(part))
        return
    for value, end in _blank(row, part)(text, at):
        for others, stop in _filled(row, number + 1, text, end):
            yield ({**others, part.field: value} if value is not None else others), stop


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, object]:
    return get_type_hints(kind)


def _blank(row: Says, blank: Blank) -> Parser:
    if blank.form == "block":
        return _block
    return PIECES[blank.form] if blank.form else _by_type(_types(row.kind)[blank.field])


def _by_type(wanted: object) -> Parser:
    if Value in (wanted, *get_args(wanted)):
        return _value
    kind = str(wanted)
    if "tuple[str" in kind:
        return lambda text, at: listed(text, at, quoted)
    if "tuple[" in kind:
        return _block
    if "target.Target" in kind:
        return element
    if "checks." in kind:
        return _claims
    return _WORDS_OF_NUMBER if "int" in kind else quoted


def _value(text: str, at: int) -> Iterator[Found]:
    for words, end in quoted(text, at):
        yield Value(words), end
    for made, end in read_made(text, at):
        yield Value("", made=made), end  # type: ignore[arg-type]


def _block(text: str, at: int) -> Iterator[Found]:
    for steps, end in listed(text, at, lambda *where: iter(_steps(*where))):
        yield tuple(replace(step, sentence=write(step)) for step in steps), end
