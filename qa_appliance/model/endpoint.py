"""Where a model is reached, and what can go wrong there. Knows no package that speaks to it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.settings import Llm
from qa_appliance.settings.base import Secret

Trouble = Literal[
    "unreachable",  # no connection, or it broke
    "slow",  # no whole answer in time
    "busy",  # 429, after all tries
    "broken",  # a 5xx answer, or one that is no chat completion
    "refused",  # 401, 403, 404: key, model or address are wrong
    "wrong_request",  # 400: it does not take what was asked
    "declined",  # the model itself will not answer
    "unreadable",  # its answer is not what was asked for, after one repair
    "spent",  # the run's budget or the plan's allowance is used up
]


class Endpoint(Struct, frozen=True):
    """One OpenAI-compatible endpoint. `key` goes to it alone; empty where it asks for none."""

    base_url: str
    model: str
    key: Secret = Secret("")
    timeout_seconds: float = 90.0
    authorities: str = ""  # PEM: trusted beside the public ones


class ModelFailed(Exception):
    """`message` is a sentence for people, without the key and without what the endpoint wrote of it."""

    def __init__(self, trouble: Trouble, message: str) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.message = message


class Completion(Struct, frozen=True):
    """What one call answered. Tokens as the endpoint counts them, else estimated from the texts."""

    text: str
    tokens_in: int
    tokens_out: int
    cut: bool = False  # the answer reached its longest


def endpoints(llm: Llm, authorities: str = "") -> tuple[Endpoint, ...]:
    """Those of the settings in their order; empty: no model is configured."""
    names = llm.model if len(llm.model) == len(llm.base_url) else llm.model * len(llm.base_url)
    keys = (*llm.api_key, *(Secret("") for _ in llm.base_url))
    return tuple(
        Endpoint(url, name, key, llm.timeout_seconds, authorities)
        for url, name, key in zip(llm.base_url, names, keys, strict=False)
    )
