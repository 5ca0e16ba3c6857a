"""A sentence that no form reads, by the rows of wordings: the steps of what it stands for in the test language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.checks import CountIs, ElementIs
from qa_appliance.core.steps import (
    Device,
    Fill,
    Go,
    Http,
    LogIn,
    Person,
    Press,
    SignIn,
    Sort,
    Step,
    Surroundings,
    Tab,
    Visitor,
)
from qa_appliance.core.target import Target
from qa_appliance.english.doubtful import is_doubtful
from qa_appliance.english.nouns.other_readings import other_readings, whole_names
from qa_appliance.english.nouns.parts import changed, from_the_end
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.readings import performs
from qa_appliance.english.words.auxiliaries import BE
from qa_appliance.english.words.lexicon import PRONOUNS
from qa_appliance.language.read import read
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import is_secret, read_key
from qa_appliance.language.word_sets import word_set
from qa_appliance.translate.translate import Translation, counted

_ALIKE = 0.05
"""Two readings that cost as much are both possible: nothing tells which is meant."""
_SIGNED_IN = BE | word_set("logged signed authenticated i'm")
"""Who is signed in: what is so is brought about only where it is given, and may be meant as a check elsewhere."""
RULE = "translated"
_MOST_READINGS = 6
"""Beside the first. More are no understanding of a clause."""


def translated(phrase: Phrase, role: Role) -> list[Step]:
    """Its steps; none where no rows read all of it, or where they read it in two ways.

    Where something is expected nothing is done, and what is given is not checked.
    """
    bare = phrase.strip(",", ".")
    if (step := _of_the_language(bare.text)) is not None and _may_stand([step], role):
        return [_masked(replace(step, sentence=phrase.text, rule=RULE))]
    found = _by_rows(bare)
    if not found or is_doubtful(found[0].steps, bare):
        return []
    best = [list(_steps(each, bare)) for each in found if each.cost <= found[0].cost + _ALIKE]
    if any(each != best[0] for each in best[1:]):
        return []
    if not _may_stand(best[0], role):
        return []
    if role != "given" and bare.has(_SIGNED_IN) and any(isinstance(step, SignIn | Visitor) for step in best[0]):
        return []
    return best[0]


def _may_stand(steps: Sequence[Step], role: Role) -> bool:
    done = [performs(step) for step in steps]
    return not (role in EXPECTING and any(done)) and (role != "given" or all(done))


def _of_the_language(words: str) -> Step | None:
    """The step that is written so; how a sentence begins does not count.

    Words without quotes are for the forms and the rows, which tell what may be a name of an element, a page or a key.
    """
    step = read(words) or read(f"{words[:1].lower()}{words[1:]}")
    return None if step is None or any(map(_is_bare, from_the_end(step))) else step


def _is_bare(part: object) -> bool:
    match part:
        case Target():
            return not part.quoted and part.name != ""
        case Go() | Sort() | Http() | Surroundings() | Person() | Device() | Tab():
            return True  # of these the language has words without quotes
        case Press():
            return any(read_key(key) is None for key in part.keys)
    return False


def _by_rows(phrase: Phrase) -> list[Translation]:
    key = ("rows", *((token.kind, token.text) for token in phrase.tokens))
    return phrase.source.work.by_rows(key, lambda: counted(phrase.tokens)) or []


def single_readings(phrase: Phrase) -> Iterator[Step]:
    """What it may stand for, each as one step."""
    for translation in _by_rows(phrase.strip(",", ".")):
        if len(translation.steps) == 1:
            yield next(_steps(translation, phrase))


def with_other_readings(step: Step, phrase: Phrase) -> Step:
    """A deed with what else the words for its target may mean: the page decides. Of what is denied, its whole name."""
    target = getattr(step, "target", None)
    if not isinstance(target, Target) or not step.traits.performs:
        return changed(step, _denied)
    readings: dict[object, Target] = {_content(target): target}
    for reading in chain(_of_rows(step, target, phrase), other_readings(target)):
        readings.setdefault(_content(reading), reading)
    others = tuple(islice(readings.values(), 1, 1 + _MOST_READINGS))
    return replace(step, target=replace(target, readings=others)) if others else step


def _denied(part: object) -> object | None:
    """A check that holds by absence, with what must not be there either."""
    match part:
        case ElementIs(negated=True, state="visible" | "exists") | CountIs(count=0) if whole_names(part.target):
            return replace(part, target=replace(part.target, readings=whole_names(part.target)))
    return None


def _of_rows(step: Step, target: Target, phrase: Phrase) -> Iterator[Target]:
    """What the rows take for the target of the same deed; none where all of it stands in quotes."""
    if _is_literal(target) or target.kind == "page":
        return
    for translation in _by_rows(phrase.strip(",", ".")):
        other = list(_steps(translation, phrase))
        named = getattr(other[0], "target", None) if len(other) == 1 else None
        if isinstance(named, Target) and _content(replace(other[0], target=target)) == _content(step):
            yield named


def _is_literal(target: Target) -> bool:
    return (target.quoted or not target.name) and all(_is_literal(relation.target) for relation in target.within)


def _content(part: object) -> object:
    """Without how it is put, for comparing."""
    if isinstance(part, tuple):
        return tuple(map(_content, part))
    if not isinstance(part, Struct):
        return part
    return type(part), tuple(_content(getattr(part, name)) for name in part.__struct_fields__ if name not in _PUT)


_PUT = frozenset({"sentence", "reads_as", "rule", "words", "quoted", "readings", "known", "phrase", "phrase_ids"})


def _steps(translation: Translation, phrase: Phrase) -> Iterator[Step]:
    quotes = {token.value for token in phrase.quotes()}

    def as_written(part: object) -> object | None:
        """A name without quotes in the clause has none, whatever its sentence needs; "it" is no name."""
        if not isinstance(part, Target) or not part.quoted or part.name in quotes:
            return None
        if part.name in PRONOUNS:
            return Target(words=part.name, name=part.name)
        within = changed(part.within, as_written)
        return replace(part, quoted=False, within=within)

    for step in translation.steps:
        yield _masked(replace(changed(step, as_written), sentence=phrase.text, rule=RULE))


def _masked(step: Step) -> Step:
    """What goes into a field for a secret is one."""
    match step:
        case Fill(target=Target(name=name), value=value) if is_secret(name):
            return replace(step, value=replace(value, secret=True))
        case LogIn(password=password):
            return replace(step, password=replace(password, secret=True))
    return step
