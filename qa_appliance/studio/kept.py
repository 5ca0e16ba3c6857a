"""The sentences of a session's test, and what is told of those that are not kept. Pure."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import MASK, Step
from qa_appliance.studio import messages as m
from qa_appliance.studio.means import Prepared
from qa_appliance.studio.trying import unread

MOST_LINES = 200
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_SENDING = frozenset({"document", "xhr", "fetch"})


@dataclass(frozen=True)
class Kept:
    """A sentence of the test as it is, secrets and all."""

    number: int
    sentence: str
    others: tuple[str, ...] = ()
    checks: bool = False
    steps: tuple[Step, ...] = ()  # where it was read in its place in another test
    sent: tuple[str, ...] = ()  # what the page sent to its server when it was performed, as “POST /tasks”


@dataclass(eq=False)
class Sentences:
    """Of one session: the `done` ones in their order, and the `left` ones that follow.

    To change them does nothing to the page. `ahead`: it shows what the test does not say any more, or not yet.
    """

    done: list[Kept] = field(default_factory=list)
    left: list[Kept] = field(default_factory=list)
    ahead: bool = False
    sending: list[str] = field(default_factory=list)  # since the last sentence, of one that is not kept yet
    number: Callable[[], int] = field(default_factory=lambda: itertools.count(1).__next__)

    @classmethod
    def of(cls, done: Iterable[Prepared], left: Iterable[Prepared]) -> Sentences:
        """What a session begins with."""
        made = cls()
        for lines, given in ((made.done, done), (made.left, left)):
            for each in given:
                checks = each.checks or (bool(each.steps) and only_looks(each.steps))
                lines.append(Kept(made.number(), each.sentence, checks=checks, steps=each.steps, sent=each.sent))
        return made

    @property
    def every(self) -> tuple[Kept, ...]:
        return (*self.done, *self.left)

    @property
    def sent(self) -> tuple[str, ...]:
        """What performing all of them from the start would send again, with how often."""
        requests = [each for line in self.done for each in line.sent]
        return tuple(f"{each} ({count} times)" if count > 1 else each for each, count in _counted(requests))

    def add(self, line: Kept, *, same: bool = False) -> bool:
        """False: there are too many. `same`: it takes the place of the last one."""
        if same and self.done:
            self.sending[:0] = self.done.pop().sent
        if len(self.done) >= MOST_LINES:
            return False
        self.done.append(dataclasses.replace(line, sent=self.take_sent()))
        return True

    def take_sent(self) -> tuple[str, ...]:
        """What was sent since the last sentence."""
        sent, self.sending[:] = tuple(self.sending), []
        return sent

    def sends(self, what: str, *, late: bool) -> None:
        """`late`: nothing is being done, so that the last deed did it."""
        at = next((at for at in reversed(range(len(self.done))) if not self.done[at].checks), None) if late else None
        if at is None:
            self.sending.append(what)
        else:
            self.done[at] = dataclasses.replace(self.done[at], sent=(*self.done[at].sent, what))

    def take_back(self) -> None:
        if self.done:
            self.ahead = not self.done.pop().checks or self.ahead

    def change(self, ask: m.Reword | m.Drop | m.Order) -> None:
        match ask:
            case m.Reword(number=number, other=other):
                self._reword(number, other)
            case m.Drop(number=number):
                self._drop(number)
            case m.Order(number=number, to=to):
                self._move(number, to)

    def _drop(self, number: int) -> None:
        self.ahead = self.ahead or any(line.number == number and not line.checks for line in self.done)
        for lines in (self.done, self.left):
            lines[:] = [line for line in lines if line.number != number]

    def _reword(self, number: int, other: int) -> None:
        """Another of the wordings that say the same."""
        for at, line in enumerate(self.done):
            if line.number == number and other < len(line.others):
                others = (line.sentence, *line.others[:other], *line.others[other + 1 :])
                self.done[at] = dataclasses.replace(line, sentence=line.others[other], others=others)

    def edit(self, number: int, sentence: str, *, checks: bool) -> None:
        for lines in (self.done, self.left):
            for at, line in enumerate(lines):
                if line.number == number:
                    self.ahead = self.ahead or (lines is self.done and not (checks and line.checks))
                    lines[at] = Kept(number, sentence, checks=checks, sent=line.sent)

    def _move(self, number: int, to: int) -> None:
        """To another place among those it stands with, counted from 0."""
        for lines in (self.done, self.left):
            at = next((at for at, line in enumerate(lines) if line.number == number), None)
            if at is not None and at != to:
                lines.insert(to, lines.pop(at))
                between = lines[min(at, to) : max(at, to) + 1]
                deeds = sum(not line.checks for line in between)
                self.ahead = self.ahead or (lines is self.done and deeds > 0)


def only_looks(steps: Iterable[Step]) -> bool:
    """Whether these are checks, which do nothing on the page."""
    return all(step.traits.passes for step in steps)


def as_sent(method: str, url: str, kind: str) -> str:
    """A request that may change something at the server, as it is told; empty for any other."""
    return f"{method} {urlsplit(url).path}" if method not in _SAFE and kind in _SENDING else ""


def _counted(requests: Iterable[str]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for each in requests:
        counts[each] = counts.get(each, 0) + 1
    return list(counts.items())


def masked(message: m.Tell, clean: Callable[[str], str]) -> m.Tell:
    """A message as it may be told."""
    plain: m.Tell = msgspec.convert(_cleaned(msgspec.to_builtins(message), clean), m.Tell)
    return _sayable(plain)


def _cleaned(value: object, clean: Callable[[str], str]) -> object:
    """Plain data with every text of it cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: _cleaned(inner, clean) for name, inner in value.items()}
    return [_cleaned(inner, clean) for inner in value] if isinstance(value, list | tuple) else value


def _sayable(message: m.Tell) -> m.Tell:
    """Of what is offered only what would be taken: no sentence that stands for a secret."""
    match message:
        case m.Proposed(checks=checks):
            return replace(message, checks=tuple(each for each in checks if MASK not in each))
        case m.Named(deeds=deeds):
            return replace(message, deeds=tuple(each for each in deeds if MASK not in each.sentence))
        case m.Offered(offers=offers):
            return replace(message, offers=tuple(each for each in offers if MASK not in each.sentence))
    return message


def refused(text: str, plan: Plan) -> str:
    """Why a text is no sentence of a test; empty where it is one."""
    if MASK in text:
        return f"Write the password itself: {MASK} only stands for it."
    if plan.first_gap is not None:
        return unread(plan.first_gap)
    return "" if plan.steps else "There is no sentence yet."


def why_failed(failed: StepRecord) -> str:
    """What was there instead, and what to do."""
    failure = failed.failure
    return f"{failed.error or ''} {failure.advice if failure is not None else ''}".strip()
