"""A sentence in which no form reads something, read once more: as a whole, then clause by clause, by the rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Protocol

from qa_appliance.core.plan import Gap
from qa_appliance.core.steps import Step
from qa_appliance.english.accounted import turned
from qa_appliance.english.nouns.pronouns import Pronouns
from qa_appliance.english.sentences.definitions import Definitions
from qa_appliance.english.sentences.headings import Role
from qa_appliance.english.sentences.readings import refers_back
from qa_appliance.english.sentences.text import Sentence
from qa_appliance.english.sentences.unread import why_left_out
from qa_appliance.english.translated import translated
from qa_appliance.english.words.work import Tangled, Work
from qa_appliance.language.network import is_of_the_network, may_be_of_a_page
from qa_appliance.language.tokens import Phrase
from qa_appliance.translate.grammar import grammar


class Found(Protocol):
    """The gaps so far."""

    found: list[Gap]

    def forget(self, since: int) -> None: ...
    def add(self, phrase: Phrase, reason: str) -> None: ...
    def without_account(self, phrase: Phrase, reason: str, nearest: tuple[str, ...]) -> None: ...


class Rereading(ABC):
    """What reads sentences in order, and can go back to how all stood before one of them."""

    gaps: Found
    definitions: Definitions
    _pronouns: Pronouns
    _work: Work
    _by_clause: bool
    _heard: bool
    _last: Step | None

    @abstractmethod
    def _sentence(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]: ...

    @abstractmethod
    def _all_finished(self, steps: list[Step], phrase: Phrase) -> list[Step] | None: ...

    def _state(self) -> dict[str, object]:
        """All that reading a sentence changes beside the gaps."""
        return vars(self) | {"_pronouns": copy(self._pronouns)}

    def _back_to(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._pronouns = copy(self._pronouns)

    def _read_again(
        self, phrase: Phrase, role: Role, before: dict[str, object], steps: list[Step], kept: int
    ) -> list[Step]:
        """The steps of a sentence; where it leaves gaps or loses a word, those that rows of wordings read it as."""
        whole = len(self.gaps.found) == kept
        spoken_of = [*steps, last] if isinstance(last := before["_last"], Step) else steps
        word = turned(spoken_of, phrase, self.definitions.names) if whole and steps else ""
        if whole and not word:
            return steps
        other = self._translated(phrase, role, before)
        if other:
            self.gaps.forget(kept)
            return other
        if word:
            self.gaps.add(phrase, why_left_out(phrase, word))
            return []
        return self._clause_by_clause(phrase, role, before, steps, kept)

    def _read_first(self, phrase: Phrase, role: Role) -> list[Step] | None:
        """A clause of a family that the rows read before the forms; None where it is of none, or they do not read it.

        Requests and answers are spoken of in words that forms take for elements of a page.
        """
        if not phrase.has(grammar().words.read_first):
            return None
        found, before = len(self.gaps.found), self._state()
        steps = translated(phrase, role)
        meant = all(is_of_the_network(step) and (self._heard or not may_be_of_a_page(step)) for step in steps)
        done = self._all_finished(steps, phrase) if steps and meant else None
        if done is None:
            self.gaps.forget(found)
            self._back_to(before)
        return done

    def _translated(self, phrase: Phrase, role: Role, before: dict[str, object]) -> list[Step] | None:
        """A sentence in which no form reads something, as a whole by the rows of wordings; else all stays as it is."""
        steps = translated(phrase, role)
        if not steps:
            return None
        now, found = self._state(), len(self.gaps.found)
        self._back_to(before)
        steps = steps[1:] if refers_back(phrase, self._last, steps) else steps
        done = self._all_finished(steps, phrase)
        if done is None or len(self.gaps.found) > found:
            self.gaps.forget(found)
            self._back_to(now)
            return None
        return done

    def _clause_by_clause(
        self, phrase: Phrase, role: Role, before: dict[str, object], steps: list[Step], kept: int
    ) -> list[Step]:
        """The steps of a sentence, its clauses that no form reads by the rows of wordings, where that leaves fewer."""
        if self._by_clause:
            return steps
        now, found = self._state(), len(self.gaps.found)
        self._back_to(before)
        self._by_clause = True
        try:
            with self._work.deeper():
                other = self._sentence(phrase, role, [])
            if _unread(self.gaps.found[found:]) < _unread(self.gaps.found[kept:found]):
                del self.gaps.found[kept:found]
                return other
        except Tangled:
            pass  # it stays as it was read the first time
        finally:
            self._by_clause = False
        self.gaps.forget(found)
        self._back_to(now)
        return steps


def _unread(gaps: Sequence[Gap]) -> int:
    """A sign-in that nobody is known for is read."""
    return sum(not gap.missing for gap in gaps)
