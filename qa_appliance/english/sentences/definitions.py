"""Data said in a sentence of its own: made at its first use ("use a unique email as {email}"), or a text that stands
in its name's place wherever that is said (`save the value "Ann" as who`).
"""

from __future__ import annotations

import msgspec

from qa_appliance.core.plan import Gap
from qa_appliance.core.steps import Step
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import generated
from qa_appliance.language.word_sets import word_set

_DEFINING = frozenset(
    {"use", "generate", "create", "make", "take", "remember", "let", "pick", "choose", "define", "uses", "generates"}
)


class Definitions:
    """`take` keeps a definition, `fill` puts it where its name is used first, `unused` are gaps: they did nothing."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[str, Phrase]] = {}
        self._given: dict[str, tuple[str, Phrase]] = {}
        self._used: set[str] = set()

    @property
    def names(self) -> list[str]:
        """What has been given a name, in braces."""
        return [*self._given, *self._waiting]

    def take(self, phrase: Phrase) -> bool:
        rest = without_lead(phrase).phrase
        if (given := _given(rest)) is not None:
            self._given[given[0]] = (given[1], phrase)
            self._used.discard(given[0])
            return True
        if len(rest) < 4 or rest.tokens[0].low not in _DEFINING:
            return False
        made = generated(rest[1:])
        if made is None or " as " not in made:
            return False
        name = made.rsplit(" as ", 1)[1].rstrip("}")
        self._waiting[f"{{{name}}}"] = (made, phrase)
        return True

    def fill(self, step: Step) -> Step:
        if not self._waiting and not self._given:
            return step
        text = msgspec.json.encode(step).decode()
        for name in [name for name in self._given if name in text]:
            self._used.add(name)
            text = text.replace(name, msgspec.json.encode(self._given[name][0]).decode()[1:-1])
        for name in [name for name in self._waiting if f"{name}" in text]:
            made, _ = self._waiting.pop(name)
            text = text.replace(name, made, 1)
        filled: Step = msgspec.json.decode(text, type=Step)
        return msgspec.structs.replace(filled, sentence=step.sentence)

    def unused(self) -> list[Gap]:
        return [
            Gap(
                text=phrase.text,
                reason=f"{name} is never used.",
                nearest=(f"enter {name} into Email",),
                start=phrase.start,
            )
            for name, (_, phrase) in (self._waiting | self._given).items()
            if name not in self._used
        ]


def _given(phrase: Phrase) -> tuple[str, str] | None:
    """`save the value "Ann" as who`: the name in braces, and its text; what is kept "of" something is read there."""
    tokens = [token for token in phrase.tokens if token.low not in ("the", "variable")]
    if len(tokens) != _WORDS_OF_A_TEXT or tokens[0].low not in _SAVING or tokens[1].low not in _TEXTS:
        return None
    _, _, text, joint, name = tokens
    kept = name.value.strip("{}")
    return (f"{{{kept}}}", text.value) if text.kind == "quoted" and joint.low == "as" and kept.isidentifier() else None


_WORDS_OF_A_TEXT = 5
_SAVING = word_set("save store set")
_TEXTS = word_set("value string text number")
