"""Random texts of the grammar's own words through the planner: which take the most work and the most time, and why.

    PYTHONPATH=. .venv/bin/python tests/english/adversary.py [--texts 20000] [--seed 1] [--longest 4000]

Texts are made of verbs, prepositions, nouns, the words of the wordings, names, quotes, marks and whole examples, in
several mixtures; seeded, so that a text is the same everywhere. The work is counted by the planner itself; time is
processor time, told and never judged. The slowest are read again, for a machine pauses at times: of those, the least
time is the text's own.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.compile import read_english
from qa_appliance.english.sentences.forms import FORMS
from qa_appliance.english.sentences.heads import HEADS
from qa_appliance.english.statements.predications import PREDICATIONS
from qa_appliance.english.verbs.registry import INDEX, VERBS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS, PRONOUNS
from qa_appliance.language.values import ORDINALS

_LINES = [wording.line for verb in VERBS for form in verb.forms for wording in form.wordings]
_LINES += [wording.line for predication in PREDICATIONS for wording in predication.wordings]
_LINES += [wording.line for head in HEADS for wording in head.wordings]
_LITERAL = sorted({word for line in _LINES for word in re.findall(r"[\w'-]+", re.sub(r"\{\w+\}", " ", line))})
_SMALL = sorted(ARTICLES | PLACE_HEADS | set(PRONOUNS) | set(ORDINALS) | STARTERS)
_NAMES = ["Save", "Email", "Ann", '"Save"', '"a b"', "“c”", "39.90", "/login", "{order}", "3", "a@b.c", "x"]
_JOINTS = ["and", "then", ",", "but", "or", ";", ".", ":", "-", "if", "until", "when", "otherwise", "not", "no"]
_MARKS = [*"\"'“”«»[](){}<>.,;:!?|*#-/\\`", "\n", "\n\n", "\n  - ", "\n1. ", "    ", "->", "…"]
_VERBS = sorted(INDEX)
_EXAMPLES = [example.sentence for example in FORMS]
_ALL = [_LITERAL, _SMALL, _NAMES, _JOINTS, _VERBS, sorted(KIND_WORDS)]

BOOK = (
    OwnPhrase("1", "sign in as {who}", ("go to /login", 'enter "{who}" into Email', 'click "Sign in"')),
    OwnPhrase("2", "file {what} under {place} for {whom} with {note}", ("click {what}", "click {place}")),
    OwnPhrase("3", "check in and {rest}", ("sign in as {rest}", "sign in as Ann")),
)


class Read(NamedTuple):
    mixture: str
    text: str
    units: int
    seconds: float
    tangled: bool


def _word(dice: random.Random) -> str:
    word: str = dice.choice(dice.choice(_ALL))
    return word


def _any_words(dice: random.Random) -> Iterator[str]:
    while True:
        yield _word(dice)


def _few_words(dice: random.Random) -> Iterator[str]:
    few = [_word(dice) for _ in range(dice.randint(1, 6))]
    while True:
        yield dice.choice(few)


def _one_unit(dice: random.Random) -> Iterator[str]:
    """A verb, then the same few words over and over."""
    yield dice.choice(_VERBS)
    unit = [_word(dice) for _ in range(dice.randint(1, 8))]
    while True:
        yield from unit


def _small_words(dice: random.Random) -> Iterator[str]:
    pools = [_SMALL, _JOINTS, _VERBS]
    while True:
        yield dice.choice(dice.choice(pools))


def _of_a_wording(dice: random.Random) -> Iterator[str]:
    """The words of one form, shuffled with names."""
    verb = dice.choice(VERBS)
    words = re.findall(r"[\w'-]+", re.sub(r"\{\w+\}", " ", dice.choice(dice.choice(verb.forms).wordings).line))
    pool = [*words, *dice.sample(_NAMES, 3), dice.choice(_JOINTS), dice.choice(_SMALL)]
    yield dice.choice(verb.words)
    while True:
        yield dice.choice(pool)


def _examples(dice: random.Random) -> Iterator[str]:
    joint = dice.choice([",", "and", ", and", "then", ".", "\n", ", if", "until", "or"])
    while True:
        yield from (dice.choice(_EXAMPLES), joint)


def _marks(dice: random.Random) -> Iterator[str]:
    few = dice.sample(_MARKS, dice.randint(1, 4))
    while True:
        yield dice.choice(few) if dice.random() < 0.7 else _word(dice)


def _commas(dice: random.Random) -> Iterator[str]:
    """Many short parts, of which none is a clause."""
    few = [dice.choice([*"abcxyz", dice.choice(_SMALL), dice.choice(_NAMES)]) for _ in range(dice.randint(1, 4))]
    joint = dice.choice([",", ", ", " and ", " - ", " & "])
    while True:
        yield dice.choice(few) + joint


def _nested(dice: random.Random) -> Iterator[str]:
    head = dice.choice(["if A appears,", "if it appears:\n", "unless A is shown,", "repeat 3 times:", "for each row,"])
    while True:
        yield head


MIXTURES: dict[str, Callable[[random.Random], Iterator[str]]] = {
    "any words": _any_words,
    "few words": _few_words,
    "one unit": _one_unit,
    "small words": _small_words,
    "words of a wording": _of_a_wording,
    "examples": _examples,
    "marks": _marks,
    "nested": _nested,
    "commas": _commas,
}


def text_of(number: int, seed: int, longest: int) -> tuple[str, str]:
    """The mixture and the words of one text; the same for the same numbers."""
    dice = random.Random(f"{seed}/{number}")
    mixture = dice.choice(list(MIXTURES))
    size = dice.choice([longest // 16, longest // 4, longest, longest])
    glue = "" if mixture == "marks" and dice.random() < 0.5 else " "
    parts, length = [], 0
    for word in MIXTURES[mixture](dice):
        parts.append(word)
        length += len(word) + len(glue)
        if length >= size:
            break
    return mixture, glue.join(parts)[:size]


def read(number: int, seed: int = 1, longest: int = 4000) -> Read:
    mixture, text = text_of(number, seed, longest)
    begin = time.process_time()
    plan, units = read_english(text, BOOK if number % 3 == 0 else ())
    seconds = time.process_time() - begin
    return Read(mixture, text, units, seconds, any(gap.reason.startswith("Too tangled") for gap in plan.gaps))


_READ_AGAIN = 200


def _seconds(one: Read) -> float:
    return one.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=4000)
    asked = parser.parse_args()
    done = [read(number, asked.seed, asked.longest) for number in range(asked.texts)]
    at_first = max(each.seconds for each in done)
    for number in sorted(range(asked.texts), key=lambda number: -done[number].seconds)[:_READ_AGAIN]:
        done[number] = min([done[number], *(read(number, asked.seed, asked.longest) for _ in range(3))], key=_seconds)
    seconds = sorted(each.seconds for each in done)
    tangled = sum(each.tangled for each in done)
    print(f"{len(done)} texts, {tangled} with a part too tangled to read, {sum(seconds):.0f} s of processor time")
    late = seconds[int(len(seconds) * 0.99)]
    print(
        f"median {statistics.median(seconds) * 1000:.1f} ms, 99 % under {late * 1000:.0f} ms, "
        f"slowest {seconds[-1] * 1000:.0f} ms ({at_first * 1000:.0f} ms at first); "
        f"most work {max(each.units for each in done)} units"
    )
    print("the slowest:")
    for each in sorted(done, key=lambda each: -each.seconds)[:12]:
        rate = each.seconds / max(1, each.units) * 1e6
        print(f"{each.seconds * 1000:7.0f} ms {each.units:7} units {rate:6.1f} µs  {each.mixture}: {each.text[:80]!r}")
    print("the most work in a mixture:")
    for mixture in MIXTURES:
        of = [each for each in done if each.mixture == mixture]
        if of:
            print(f"{max(e.seconds for e in of) * 1000:7.0f} ms {max(e.units for e in of):7} units  {mixture}")


if __name__ == "__main__":
    main()
