"""The model of an appliance: its endpoints in order of preference, asked until one answers as it was told to."""

from __future__ import annotations

import asyncio
import importlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from qa_appliance.core.model_call import ModelCall
from qa_appliance.model.answers import Unreadable, read_object
from qa_appliance.model.endpoint import Endpoint, ModelFailed, Trouble, endpoints
from qa_appliance.model.purse import Purses
from qa_appliance.model.spending import Budget, Spending, budget_of
from qa_appliance.settings import Llm

if TYPE_CHECKING:
    from qa_appliance.model.chat import Chat
    from qa_appliance.model.local.chat import FileChat

T = TypeVar("T")
Read = Callable[[object], T]
"""Makes an answer of a JSON object."""

_CHAT = "qa_appliance.model.chat"
_FILE_CHAT = "qa_appliance.model.local.chat"
_OPENS_AFTER = 3  # failures in a row
_OPEN_SECONDS = 60.0
_COUNTED: frozenset[Trouble] = frozenset({"unreachable", "slow", "busy", "broken", "refused"})
_REPAIR = "That is not a valid answer: {fault} Answer again with the corrected JSON object and nothing else."
_MOST_OF_A_PICTURE = 5_000  # tokens
_LONGEST_REPEATED = 4_000  # characters of a wrong answer that are shown to the model again

logger = logging.getLogger(__name__)


class Question(Struct, frozen=True):
    """`system` says what is to be done, `user` holds what it is about; the answer is an object of `schema`."""

    purpose: str  # for those who read a run's calls: "plan “…”"
    system: str
    user: str
    schema: dict[str, object]
    most_tokens: int = 2_000
    picture: bytes | None = None  # a JPEG, for endpoints that take one


@dataclass
class Line:
    """An endpoint with its circuit: after some failures in a row it is passed over for a while."""

    endpoint: Endpoint
    chat: Chat | FileChat | None = None
    failures: int = 0
    opened_at: float | None = None
    problem: str | None = None

    def closed(self, now: float) -> bool:
        return self.opened_at is None or now - self.opened_at >= _OPEN_SECONDS


@dataclass
class Model:
    """One for the whole appliance. `clock` is monotonic, in seconds."""

    endpoints: tuple[Endpoint, ...]
    budget: Budget = field(default_factory=Budget)  # of one run
    summarizes: bool = False  # each run that comes to its end
    purses: Purses | None = None  # of the organizations; None: they have no allowance
    clock: Callable[[], float] = time.monotonic
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = [Line(endpoint) for endpoint in self.endpoints]

    def spending(self, org_id: str) -> Spending:
        """For one run of an organization."""
        return Spending(self.budget, self.purses.of(org_id) if self.purses is not None else None)

    @property
    def name(self) -> str:
        return self.endpoints[0].model

    @property
    def problem(self) -> str | None:
        """Why none can be asked now, as far as is known."""
        closed = [line for line in self.lines if line.closed(self.clock())]
        return None if closed else " ".join(line.problem or "" for line in self.lines).strip()

    async def close(self) -> None:
        for line in self.lines:
            if line.chat is not None:
                await line.chat.close()

    async def ask(self, question: Question, read: Read[T], spending: Spending, log: list[ModelCall]) -> T:
        """The first endpoint's answer that can be read. `read` raises Unreadable or what msgspec raises.

        Every call is counted in `spending` and kept in `log`. Raises ModelFailed.
        """
        failed: ModelFailed | None = None
        for line in self.lines:
            if not line.closed(self.clock()):
                failed = failed or ModelFailed("unreachable", line.problem or "")
                continue
            try:
                answer = await self._ask(line, question, read, spending, log)
            except ModelFailed as problem:
                logger.warning("model: %s", problem.message, extra={"trouble": problem.trouble})
                self._note(line, problem)
                failed = problem
                if problem.trouble == "spent":
                    break
            else:
                line.failures, line.opened_at, line.problem = 0, None, None
                return answer
        assert failed is not None
        raise failed

    def _note(self, line: Line, problem: ModelFailed) -> None:
        if problem.trouble not in _COUNTED:
            return
        line.failures += 1
        line.problem = problem.message
        if line.failures >= _OPENS_AFTER:
            line.opened_at = self.clock()

    async def _ask(
        self,
        line: Line,
        question: Question,
        read: Read[T],
        spending: Spending,
        log: list[ModelCall],
    ) -> T:
        messages = [{"role": "system", "content": question.system}, {"role": "user", "content": question.user}]
        text = await self._call(line, question, messages, spending, log)
        try:
            return _read(text, read)
        except Unreadable as fault:
            repair = _REPAIR.format(fault=fault)
            messages += [
                {"role": "assistant", "content": text[:_LONGEST_REPEATED]},
                {"role": "user", "content": repair},
            ]
        text = await self._call(line, question, messages, spending, log)
        try:
            return _read(text, read)
        except Unreadable as fault:
            raise ModelFailed("unreadable", f"The model's answer could not be used: {fault}") from fault

    async def _call(
        self,
        line: Line,
        question: Question,
        messages: list[dict[str, str]],
        spending: Spending,
        log: list[ModelCall],
    ) -> str:
        async with spending.call(_most_sent(question, messages), question.most_tokens):
            chat = line.chat
            if chat is None:
                await asyncio.to_thread(importlib.import_module, _CHAT)  # takes a second
                chat = line.chat = line.chat or open_chat(line.endpoint)
            began = self.clock()
            try:
                answer = await chat.complete(messages, question.schema, question.most_tokens, question.picture)
            except ModelFailed as problem:
                log.append(_call_of(question, line, messages, "", (0, 0), self.clock() - began, problem.message))
                raise
            finally:
                spending.seconds += self.clock() - began
            spending.add(answer)
        tokens = (answer.tokens_in, answer.tokens_out)
        log.append(_call_of(question, line, messages, answer.text, tokens, self.clock() - began, None))
        return answer.text


def model_of(
    llm: Llm, authorities: str = "", purses: Purses | None = None, data_dir: Path | None = None
) -> Model | None:
    """The model of the settings, or the file that was put in place in `data_dir`; None where there is none."""
    found = endpoints(llm, authorities, data_dir)
    return Model(found, budget_of(llm), llm.summary, purses) if found else None


def open_chat(endpoint: Endpoint) -> Chat | FileChat:
    """Loads what speaks to endpoints with the first question: a run without one neither waits for it nor holds it."""
    if endpoint.file is not None:
        served: type[FileChat] = importlib.import_module(_FILE_CHAT).FileChat
        return served(endpoint)
    chat: type[Chat] = importlib.import_module(_CHAT).Chat
    return chat(endpoint)


def _most_sent(question: Question, messages: list[dict[str, str]]) -> int:
    """More tokens than a question has: none of them is shorter than a byte."""
    schema = len(msgspec.json.encode(question.schema))
    texts = sum(len(message["content"].encode()) for message in messages)
    return schema + texts + (_MOST_OF_A_PICTURE if question.picture is not None else 0)


def _read(text: str, read: Read[T]) -> T:
    try:
        return read(_without_nothing(read_object(text)))
    except msgspec.ValidationError as error:
        raise Unreadable(f"{error}.") from error


def _without_nothing(value: object) -> object:
    """Without what is null: a model held to a schema writes down what it has nothing to say of."""
    if isinstance(value, dict):
        return {key: _without_nothing(inner) for key, inner in value.items() if inner is not None}
    return [_without_nothing(inner) for inner in value] if isinstance(value, list) else value


def _call_of(
    question: Question,
    line: Line,
    messages: list[dict[str, str]],
    answer: str,
    tokens: tuple[int, int],
    seconds: float,
    error: str | None,
) -> ModelCall:
    return ModelCall(
        question.purpose, line.endpoint.model, list(messages), answer, *tokens, seconds=round(seconds, 3), error=error
    )
