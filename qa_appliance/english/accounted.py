"""Whether the steps a clause is read as carry its words: the accountant behind the forms. Reads nothing itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.checks import AnyOf, EachIs, ErrorShown
from qa_appliance.core.steps import ForEach, Repeat, Step, WaitLoad, When
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.words import position
from qa_appliance.language.write import Unsaid, write
from qa_appliance.translate.accountant import lost
from qa_appliance.translate.carried import left_out


def unaccounted(steps: Sequence[Step], phrase: Phrase) -> str:
    """The first word of a clause that its steps leave out; "" where they carry all."""
    sentences = [_put(step) for step in steps]
    deeds = all(step.traits.performs for step in steps)
    return lost(phrase.tokens, sentences) or left_out(phrase.tokens, sentences, INDEX, deeds=deeds)


def turned(steps: Iterable[Step], phrase: Phrase, names: Iterable[str]) -> str:
    """The first quote, figure or word that turns what is said, which the steps of a whole sentence leave out.

    `names`: what stands for something that was told before.
    """
    return lost(phrase.tokens, [*map(_put, steps), *names])


def _put(step: Step) -> str:
    """The step as a sentence of the test language; where none says it, the words of its parts."""
    sentence = write(_with_something_in_it(step))
    return " ".join(_words(step)) if isinstance(sentence, Unsaid) else sentence


def _with_something_in_it(step: Step) -> Step:
    """What nothing was read for stands under its words all the same: of nothing there is no sentence."""
    return replace(step, steps=(WaitLoad(),)) if isinstance(step, _BLOCKS) and not step.steps else step


_BLOCKS = When | Repeat | ForEach


_WORDS_OF: dict[type, str] = {
    When: "if",
    Repeat: "repeat until",
    ForEach: "for each",
    EachIs: "each",
    AnyOf: "either or",
    ErrorShown: "error",
}
_AS_WRITTEN = frozenset({"words", "sentence", "rule", "known", "readings", "reads_as"})


def _words(part: object) -> Iterator[str]:
    match part:
        case Struct():
            yield _WORDS_OF.get(type(part), "")
            if getattr(part, "negated", False) or not getattr(part, "on", True):
                yield "not"
            for name in part.__struct_fields__:
                if name not in _AS_WRITTEN:
                    yield from _words(getattr(part, name))
        case tuple():
            for each in part:
                yield from _words(each)
        case str():
            yield part.replace("_", " ")
        case bool():
            return
        case int() if part:
            yield f"{part} {position(part)}"
