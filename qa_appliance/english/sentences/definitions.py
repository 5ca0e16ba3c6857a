"""Made data said in a sentence of its own ("use a unique email as {email}"): kept, and made at its first use."""

from __future__ import annotations

import msgspec

from qa_appliance.core.plan import Gap
from qa_appliance.core.steps import Step
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import generated

_DEFINING = frozenset(
    {"use", "generate", "create", "make", "take", "remember", "let", "pick", "choose", "define", "uses", "generates"}
)


class Definitions:
    """`take` keeps a definition, `fill` puts it where its name is used first, `unused` are gaps: they did nothing."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[str, Phrase]] = {}

    def take(self, phrase: Phrase) -> bool:
        rest = without_lead(phrase).phrase
        if len(rest) < 4 or rest.tokens[0].low not in _DEFINING:
            return False
        made = generated(rest[1:])
        if made is None or " as " not in made:
            return False
        name = made.rsplit(" as ", 1)[1].rstrip("}")
        self._waiting[f"{{{name}}}"] = (made, phrase)
        return True

    def fill(self, step: Step) -> Step:
        if not self._waiting:
            return step
        text = msgspec.json.encode(step).decode()
        for name in [name for name in self._waiting if f"{name}" in text]:
            made, _ = self._waiting.pop(name)
            text = text.replace(name, made, 1)
        filled: Step = msgspec.json.decode(text, type=Step)
        return filled

    def unused(self) -> list[Gap]:
        return [
            Gap(
                text=phrase.text,
                reason=f"{name} is never used.",
                nearest=(f"enter {name} into Email",),
                start=phrase.start,
            )
            for name, (_, phrase) in self._waiting.items()
        ]
