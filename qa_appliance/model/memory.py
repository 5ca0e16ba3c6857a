"""What was planned in earlier runs for the same question: taken again without asking anybody. Pure.

A question is the same if all its words are: the clause, the sentences around it, the names of its values, and the page
as it would be shown. Results are no part of it. Who takes an answer checks it like a fresh one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping

import msgspec

from qa_appliance.core.outcome import Planned
from qa_appliance.model.language import SCHEMA, Answer, steps_of
from qa_appliance.model.prompts import system

_LARGEST = 20_000  # bytes of an answer

_answer = msgspec.json.Decoder(Answer)


class Memory:
    """Of one run. `known` are the answers of earlier ones by key."""

    def __init__(self, known: Mapping[str, bytes]) -> None:
        self._known = dict(known)
        self._new: dict[str, bytes] = {}
        self._used: set[str] = set()
        self._unfit: set[str] = set()

    def answer(self, key: str, fault: Callable[[Answer], str]) -> Answer | None:
        """What was answered before; None where nothing was, or `fault` finds something wrong with it."""
        packed = self._known.get(key)
        if packed is None or key in self._unfit:
            return None
        try:
            answer = _answer.decode(packed)
        except msgspec.DecodeError:  # steps have other fields by now
            self._unfit.add(key)
            return None
        if fault(answer):
            self._unfit.add(key)
            return None
        self._used.add(key)
        return answer

    def keep(self, key: str, answer: Answer, clean: Callable[[str], str]) -> None:
        """Not one that holds what nobody may see."""
        packed = msgspec.json.encode(answer)
        text = packed.decode()
        if len(packed) <= _LARGEST and clean(text) == text:
            self._new[key] = packed

    def planned(self, passed: Collection[str]) -> Planned:
        """`passed`: the sentences of the steps that a model planned and that passed."""
        answers = {key: _answer.decode(packed) for key, packed in self._new.items()}
        proven = frozenset(
            key
            for key, answer in answers.items()
            if answer.sentences and all(step.sentence in passed for each in answer.sentences for step in steps_of(each))
        )
        return Planned(dict(self._new), tuple(sorted(self._used)), tuple(sorted(self._unfit)), proven)


def key_of(question: str) -> str:
    """Of a question; another one as soon as what is told to every model changes."""
    rules = msgspec.json.encode([system(), SCHEMA, question])
    return hashlib.sha256(rules).hexdigest()
